package main

import (
	"context"
	"fmt"
	"maps"
	"math"
	"time"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/processor"
)

// byLevel makes puzzles of each level, and prints a line for each family: the geometric mean of what they cost, which one freak does not
// decide. A line ends with what is wrong: a level that has no puzzle, or is no harder than the one before it.
func (t *table) byLevel(levels []int, families []string) {
	if len(families) == 0 {
		for _, f := range foundry.Families().All() {
			families = append(families, f.Name())
		}
	}
	rising := 0
	for _, name := range families {
		fmt.Printf("%-22s", name)
		note, before := "", -1.0
		for _, level := range levels {
			cost, took, rated, err := t.costOf(name, level)
			if err != nil {
				fmt.Printf(" %22s", "-")
				note += fmt.Sprintf(" level %d: %.100v;", level, err)
				continue
			}
			fmt.Printf(" %22s", fmt.Sprintf("%.4g %v %v", cost, took.Round(time.Millisecond), rated.Round(time.Millisecond)))
			if cost <= before {
				note += fmt.Sprintf(" level %d is no harder;", level)
			}
			before = cost
		}
		if note == "" {
			rising++
		}
		fmt.Println(note)
	}
	fmt.Printf("%d sources; rising %d\n", len(families), rising)
}

// costOf gives the mean cost of puzzles of a level, and the processor's time to make one of them, and to tell its cost.
func (t *table) costOf(name string, level int) (mean float64, took, rated time.Duration, err error) {
	src, err := foundry.Open(name, foundry.Options{Level: level, Settings: maps.Clone(t.settings)})
	if err != nil {
		return 0, 0, 0, err
	}
	defer src.Close()
	mk, sum := src.NewMaker(t.seed), 0.0
	for i := range uint64(t.n) {
		start := processor.Time()
		ctx, stop := processor.Within(context.Background(), t.limit)
		m, err := mk(ctx, i)
		took += (processor.Time() - start) / time.Duration(t.n)
		stop()
		if err != nil {
			return 0, took, rated, err
		}
		start = processor.Time()
		rating, stopRating := processor.Within(context.Background(), t.limit)
		c, err := foundry.Cost(rating, m.Generated.Instance)
		stopRating()
		rated += (processor.Time() - start) / time.Duration(t.n)
		if err != nil {
			return 0, took, rated, fmt.Errorf("rating: %w", err)
		}
		sum += math.Log1p(c)
	}
	return math.Expm1(sum / float64(t.n)), took, rated, nil
}
