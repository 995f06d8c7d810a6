// Command ranktable compares ratings with difficulty as others tell it, and prints a line for each family: Spearman's rank correlation of
// the rating with the labels, and the mean rating of each label.
//
//	go run ./internal/ranktable [-n 12] [-timeout 5s] [-o DIR] [FAMILY...]
//
// The labels are those of the generators of Simon Tatham's collection (Debian: sgt-puzzles), which make boards of a level that one asks
// for; a board comes from its seed, so two runs see the same. Each is read by its own form, must have one solution, and is rated.
// With -o, DIR/FAMILY.csv gets the boards with their labels, as rate train takes them.
//
// Times are those of the processor, also the limit of one board: what is not rated within it is told, and left out.
package main

import (
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/processor"
	"github.com/quandary-puzzles/quandary/internal/rate"
	"github.com/quandary-puzzles/quandary/puzzle"
)

func main() {
	n := flag.Int("n", 12, "boards of each level")
	limit := flag.Duration("timeout", 5*time.Second, "how much of the processor rating a board may take")
	dir := flag.String("o", "", "folder for labels as rate train takes them; empty: none")
	bin := flag.String("bin", "/usr/games", "folder of the generators")
	flag.Parse()
	fmt.Printf("%-12s %6s %6s %6s  %s\n", "family", "boards", "rho", "cost", "mean rating of each level")
	for _, s := range sources {
		if flag.NArg() > 0 && !slices.Contains(flag.Args(), s.family) {
			continue
		}
		if err := s.compare(*bin, *n, *limit, *dir); err != nil {
			fmt.Fprintf(os.Stderr, "ranktable: %s: %v\n", s.family, err)
			os.Exit(1)
		}
	}
}

// compare rates boards of every level of a source.
func (s source) compare(bin string, n int, limit time.Duration, dir string) error {
	fam, err := foundry.Families().Lookup(s.family)
	if err != nil {
		return err
	}
	rows := [][]string{{"puzzle", "label"}}
	var labels, scores, costs []float64
	var means []string
	late := 0
	for level, name := range s.levels {
		sum, count := 0.0, 0
		for seed := range n {
			out, err := exec.Command(filepath.Join(bin, "sgt-"+s.program), "--generate", "1", fmt.Sprintf("%s#%d", s.params(name), seed+1)).Output()
			if err != nil {
				return fmt.Errorf("level %s: %w", name, err)
			}
			id, err := s.id(strings.TrimSpace(string(out)))
			if err != nil {
				return err
			}
			rating, err := rated(fam, id, limit)
			if errors.Is(err, errLate) {
				late++
				continue
			}
			if err != nil {
				return fmt.Errorf("%s: %w", id, err)
			}
			rows = append(rows, []string{id, fmt.Sprint(level + 1)})
			labels, scores, costs = append(labels, float64(level)), append(scores, rating.Score), append(costs, rating.Cost)
			sum, count = sum+rating.Score, count+1
		}
		means = append(means, fmt.Sprintf("%s %.2f", name, sum/float64(max(1, count))))
	}
	note := ""
	if late > 0 {
		note = fmt.Sprintf("; %d not rated in time", late)
	}
	fmt.Printf("%-12s %6d %6.2f %6.2f  %s%s\n", s.family, len(labels), rate.Spearman(labels, scores), rate.Spearman(labels, costs), strings.Join(means, ", "), note)
	if dir == "" {
		return nil
	}
	file, err := os.Create(filepath.Join(dir, s.family+".csv"))
	if err != nil {
		return err
	}
	return errors.Join(csv.NewWriter(file).WriteAll(rows), file.Close())
}

var errLate = errors.New("not rated in time")

// rated rates a board that must have one solution.
func rated(fam puzzle.Family, id string, limit time.Duration) (puzzle.Rating, error) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	_, inst, err := puzzle.NewRegistry(fam).Open(ctx, id)
	if err != nil {
		return puzzle.Rating{}, err
	}
	res, err := inst.(puzzle.Solver).Solve(ctx, 2)
	if err != nil {
		return puzzle.Rating{}, err
	}
	if res.Status != puzzle.Unique {
		return puzzle.Rating{}, fmt.Errorf("%d solutions or more: the form was not read rightly", res.Count)
	}
	ctx, late := processor.Within(ctx, limit)
	defer late()
	r, err := inst.(puzzle.Rater).Rate(ctx)
	if err != nil && ctx.Err() != nil {
		return r, errLate
	}
	if err == nil && math.IsNaN(r.Score) {
		err = errors.New("the rating is no number")
	}
	return r, err
}
