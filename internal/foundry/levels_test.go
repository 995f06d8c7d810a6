package foundry_test

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/gallery"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/spec"
)

// sampled are the levels that are compared.
var sampled = []int{1, 4, 7, 10}

// ownLevels gives the levels that a family declares.
func ownLevels(fam puzzle.Family) (*[puzzle.Levels]puzzle.Level, error) {
	if declared := fam.About().Levels; declared != nil {
		return declared(nil)
	}
	return nil, nil
}

// perLevel is how many puzzles are made of each. Of loop puzzles three are too few: some that are easy at one level outweigh the rest.
func perLevel() int {
	if puztest.Doing() == puztest.Long {
		return 12
	}
	return 3
}

// always are the families of rules files whose levels are looked at without QUANDARY_LONG, and not at the largest boards.
var always = []string{"binairo", "hitori", "nurikabe", "star-battle", "yajikabe"}

// TestLevelsOfFamilies makes puzzles of every family that has levels of its own and compares their geometric mean of cost,
// which one freak among few puzzles does not decide: that of each level looked at is above that of the one before. Without
// QUANDARY_LONG it looks at some; with it, at all, which takes more than the ten minutes that go test allows by itself.
func TestLevelsOfFamilies(t *testing.T) {
	long, levels := puztest.Doing() == puztest.Long, sampled
	if !long {
		levels = sampled[:puztest.Of(2, 3, 3)]
	}
	seen := 0
	for _, fam := range foundry.Families().All() {
		if own, _ := ownLevels(fam); own == nil || !long && !slices.Contains(always, fam.Name()) {
			continue
		}
		seen++
		t.Run(fam.Name(), func(t *testing.T) {
			t.Parallel()
			var means []float64
			for _, level := range levels {
				if fam.Name() == "zebra" && level == puzzle.Levels {
					continue // rating a table of 5x6 takes seconds
				}
				sum := 0.0
				for _, m := range madeAt(t, fam.Name(), level) {
					c, err := foundry.Cost(t.Context(), m.Generated.Instance)
					if err != nil {
						t.Fatal(err)
					}
					sum += math.Log1p(c)
				}
				means = append(means, math.Expm1(sum/float64(perLevel())))
			}
			t.Logf("%s, levels %d: %.1f", fam.Name(), levels, means)
			for i := range means[1:] {
				if means[i+1] <= means[i] {
					t.Errorf("a puzzle of level %d costs %.1f, one of level %d %.1f", levels[i], means[i], levels[i+1], means[i+1])
				}
			}
		})
	}
	if seen < len(always) {
		t.Errorf("only %d families have levels of their own", seen)
	}
}

// TestLevelsOfTheGallery makes records of every specification of the gallery at levels and compares what their documents call
// hard: the variables with a diff_factor, or the length of the text where there is none. A step may be none where few values
// are to be had. Without QUANDARY_LONG it leaves out the slowest.
func TestLevelsOfTheGallery(t *testing.T) {
	long := puztest.Doing() == puztest.Long
	for _, e := range puztest.Some(gallery.List(), 6) {
		if !long && e.Name == "wine" {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			name := foundry.GalleryPrefix + e.Name
			doc, err := foundry.LoadSpec(name, nil)
			if err != nil {
				t.Fatal(err)
			}
			var records []foundry.Made
			for _, level := range sampled {
				records = append(records, madeAt(t, name, level)...)
			}
			costs := published(doc.DiffFactors(), records)
			means := make([]float64, len(sampled))
			for i, c := range costs {
				means[i/perLevel()] += c / float64(perLevel())
			}
			t.Logf("%s, levels %d: %.2f", e.Name, sampled, means)
			if !slices.IsSortedFunc(means, func(a, b float64) int { return cmp.Compare(a+1e-9, b) }) || means[0] >= means[len(means)-1] {
				t.Errorf("levels %d are as hard as %.2f", sampled, means)
			}
		})
	}
}

// madeAt makes puzzles of a level.
func madeAt(t *testing.T, name string, level int) []foundry.Made {
	t.Helper()
	src, err := foundry.Open(name, foundry.Options{Level: level, Format: "jsonl"})
	if err != nil {
		t.Fatalf("level %d: %v", level, err)
	}
	defer src.Close()
	var out []foundry.Made
	mk := src.NewMaker(3)
	for i := range uint64(perLevel()) {
		m, err := mk(context.Background(), i)
		if err != nil {
			t.Fatalf("level %d, puzzle %d: %v", level, i, err)
		}
		out = append(out, m)
	}
	return out
}

// published gives the difficulty of records among themselves, from 0 to the sum of the weights: the weighted mean of where the
// variables with a factor lie in their ranges. Without factors, that of the length of the text.
func published(factors []spec.Factor, list []foundry.Made) []float64 {
	out := make([]float64, len(list))
	add := func(weight float64, of func(foundry.Made) float64) {
		values := make([]float64, len(list))
		for i, m := range list {
			values[i] = of(m)
		}
		lo, hi := slices.Min(values), slices.Max(values)
		for i, v := range values {
			out[i] += weight * (v - lo) / max(hi-lo, 1)
		}
	}
	for _, f := range factors {
		add(f.Weight, func(m foundry.Made) float64 {
			var config map[string]any
			if json.Unmarshal(m.Record.Config, &config) != nil {
				return 0
			}
			switch v := config[f.Variable].(type) {
			case float64:
				return v
			case []any:
				return float64(len(v))
			case bool:
				if v {
					return 1
				}
			}
			return 0
		})
	}
	if len(factors) == 0 {
		add(1, func(m foundry.Made) float64 { return float64(len(m.Record.Problem)) })
	}
	return out
}
