package foundry_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/blanks/shelf"
	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestLevelsRise makes puzzles at levels and compares their mean cost by the family's rating. For a specification the figure is
// what its levels are ranked by, so that records of a level are compared through their texts.
func TestLevelsRise(t *testing.T) {
	levels, count := []int{1, 4, 7, 10}, uint64(4)
	sources := []string{"sudoku", "sudoku:9x9", "zebra", "fillomino", "zebra:3x3"}
	switch puztest.Doing() {
	case puztest.Short, puztest.Usual:
		levels, sources = []int{1, 10}, []string{"sudoku:9x9", "zebra:3x3"}
	case puztest.Long:
		levels, count = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 40
		sources = append(sources, "cards", "slitherlink", "nurikabe")
	}
	ctx := context.Background()
	for _, name := range sources {
		before := 0.0
		for _, level := range levels {
			if name == "zebra" && level == puzzle.Levels {
				continue // rating a table of 5x6 takes seconds
			}
			src, err := foundry.Open(name, foundry.Options{Level: level})
			if err != nil {
				t.Fatalf("%s, level %d: %v", name, level, err)
			}
			mk, sum := src.NewMaker(3), 0.0
			for i := range count {
				m, err := mk(ctx, i)
				if err != nil {
					t.Fatalf("%s, level %d, record %d: %v", name, level, i, err)
				}
				if m.Record.Origin.Level != level || m.Record.Origin.Index != i {
					t.Errorf("%s: the record says level %d, index %d", name, m.Record.Origin.Level, m.Record.Origin.Index)
				}
				c, err := foundry.Cost(ctx, m.Generated.Instance)
				if err != nil {
					t.Fatal(err)
				}
				sum += c
			}
			if sum <= before {
				t.Errorf("%s: the puzzles of level %d cost %.1f together, those of the level before %.1f", name, level, sum, before)
			}
			before = sum
			if err := src.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestLevelsOfBlanks makes fill-in-the-blank puzzles at levels: of one draw of ten, those of a higher level cost as much or more, and
// those of the highest more than those of the lowest wherever the ten differ. Without QUANDARY_LONG of some files.
func TestLevelsOfBlanks(t *testing.T) {
	names := append(shelf.Maths().Names(), "gcd", "binary-search", "stack")
	if puztest.Doing() < puztest.Long {
		names = puztest.Some([]string{"pyramid", "linear-equation", "binary-search"}, 2)
	}
	ctx := context.Background()
	rising := 0
	for _, name := range names {
		var costs []float64
		for _, level := range []int{1, 4, 7, 10} {
			src, err := foundry.Open("blanks:"+name, foundry.Options{Level: level})
			if err != nil {
				t.Fatalf("%s, level %d: %v", name, level, err)
			}
			m, err := src.NewMaker(3)(ctx, 0)
			if err != nil {
				t.Fatalf("%s, level %d: %v", name, level, err)
			}
			c, err := foundry.Cost(ctx, m.Generated.Instance)
			if err != nil {
				t.Fatal(err)
			}
			costs = append(costs, c)
			if err := src.Close(); err != nil {
				t.Error(err)
			}
		}
		if !slices.IsSorted(costs) {
			t.Errorf("%s: levels 1, 4, 7 and 10 cost %.2f", name, costs)
		}
		if costs[3] > costs[0] {
			rising++
		}
	}
	t.Logf("of %d files %d give harder puzzles at level 10 than at 1", len(names), rising)
	if rising*2 < len(names) {
		t.Errorf("of %d files only %d give harder puzzles at level 10 than at 1", len(names), rising)
	}
}

// TestLevelsOfSpecifications draws records of every level from a specification: the same ten draws stand behind all of them, so a
// level has the text that the one above it has only where they are equally hard.
func TestLevelsOfSpecifications(t *testing.T) {
	seen := map[string]int{}
	for level := 1; level <= puzzle.Levels; level++ {
		src, err := foundry.Open("gallery:knaves", foundry.Options{Level: level})
		if err != nil {
			t.Fatal(err)
		}
		m, err := src.NewMaker(5)(context.Background(), 2)
		if err != nil {
			t.Fatal(err)
		}
		if m.Record.ID != "knaves-5-2" || m.Record.Origin.Level != level {
			t.Errorf("%s, level %d", m.Record.ID, m.Record.Origin.Level)
		}
		seen[m.Record.Problem] = level
		if err := src.Close(); err != nil {
			t.Error(err)
		}
	}
	if len(seen) < 8 {
		t.Errorf("only %d different records", len(seen))
	}
}

func TestLevelErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		opt  foundry.Options
		want string
	}{
		{"sudoku", foundry.Options{Level: 11}, "expected a number from 1 to 10"},
		{"archipelago", foundry.Options{Level: 1}, "archipelago has no levels"},
		{"archipelago:4x4", foundry.Options{Level: 1}, "archipelago has no levels"},
		{"sudoku:9x9", foundry.Options{Level: 1, Settings: puzzle.Settings{"empties": "3"}}, "the level sets option empties"},
	} {
		if _, err := foundry.Open(c.name, c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// TestLevelsOfWorded makes puzzles of a specification that a family wraps: it has the levels of the specification.
func TestLevelsOfWorded(t *testing.T) {
	before := 0
	for _, level := range []int{1, 10} {
		src, err := foundry.Open("worded:knaves", foundry.Options{Level: level})
		if err != nil {
			t.Fatal(err)
		}
		m, err := src.NewMaker(3)(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(m.Record.Problem, "\n"); got <= before {
			t.Errorf("level %d has %d lines, the level before %d", level, got, before)
		} else {
			before = got
		}
		if err := src.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestLevelsOfOneSize makes puzzles at levels that a family declares alike: of as many as there are such levels each has its rank.
func TestLevelsOfOneSize(t *testing.T) {
	ctx := context.Background()
	before, differ := -1.0, false
	for _, level := range []int{3, 4, 5} {
		src, err := foundry.Open("abc-end-view", foundry.Options{Level: level})
		if err != nil {
			t.Fatal(err)
		}
		m, err := src.NewMaker(3)(ctx, 1)
		if err != nil {
			t.Fatal(err)
		}
		if o := m.Record.Origin; o.Level != level || o.Index != 1 || !strings.HasPrefix(o.Puzzle, "abc-end-view:4x4") {
			t.Errorf("level %d: the record says level %d, index %d, puzzle %s", level, o.Level, o.Index, o.Puzzle)
		}
		c, err := foundry.Cost(ctx, m.Generated.Instance)
		if err != nil {
			t.Fatal(err)
		}
		if c < before {
			t.Errorf("level %d costs %.1f, the one before %.1f", level, c, before)
		}
		differ = differ || before >= 0 && c > before
		before = c
		if err := src.Close(); err != nil {
			t.Error(err)
		}
	}
	if !differ {
		t.Error("three levels gave puzzles of one cost")
	}
}

// TestDeclaredLevelsGrow looks at the sizes that families declare for their levels: each can be read, and has more cells than the one
// before, or is the same size, where the rank of the puzzles tells the levels apart.
func TestDeclaredLevelsGrow(t *testing.T) {
	families, seen := foundry.Families(), 0
	for _, fam := range families.All() {
		declared := fam.About().Levels
		if declared == nil || slices.Contains([]string{"sudoku", "fillomino", "zebra"}, fam.Name()) {
			continue // whose levels are more than the number of cells
		}
		levels, err := declared(nil)
		if err != nil && !errors.Is(err, puzzle.ErrNoLevels) {
			t.Errorf("%s: %v", fam.Name(), err)
		}
		if levels == nil {
			continue
		}
		seen++
		before, same := 0, ""
		for i, level := range levels {
			if level.Params == same {
				continue
			}
			var rows, cols int
			if _, err := fmt.Sscanf(level.Params, "%dx%d", &rows, &cols); err != nil {
				t.Errorf("%s, level %d: %v", fam.Name(), i+1, err)
			}
			if rows*cols <= before {
				t.Errorf("%s: level %d has %s, the one before %d cells", fam.Name(), i+1, level.Params, before)
			}
			before, same = rows*cols, level.Params
		}
	}
	if seen < 150 {
		t.Errorf("only %d families declare levels", seen)
	}
}
