package fillomino

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

func generate(t *testing.T, p Params, s puzzle.Settings, seed uint64) (*board, puzzle.Generated) {
	t.Helper()
	g, err := Family{}.Generate(context.Background(), p, s, rng.New(seed), nil)
	if err != nil {
		t.Fatal(err)
	}
	inst := g.Instance.(*board)
	res, err := inst.Solve(context.Background(), 2)
	if err != nil || res.Status != puzzle.Unique {
		t.Fatalf("%v: %v, %v", s, res.Status, err)
	}
	return inst, g
}

func TestStrategies(t *testing.T) {
	p := Params{Rows: 6, Cols: 6, Max: 9}
	for _, name := range strategyNames() {
		t.Run(name, func(t *testing.T) {
			inst, g := generate(t, p, puzzle.Settings{"strategy": name}, 3)
			if name == strategyRegion {
				of := regionsOf(g.Solution.(solution).board)
				shown := map[int]bool{}
				for c, v := range inst.board.Cells {
					if v != 0 {
						shown[of[c]] = true
					}
				}
				if want := slices.Max(of) + 1; len(shown) != want {
					t.Errorf("%d of %d regions show a given", len(shown), want)
				}
			}
			if s, ok := grid.SymmetryNamed(name); ok {
				for _, orbit := range grid.Orbits(p.Rows, p.Cols, s) {
					for _, c := range orbit {
						if (inst.board.Cells[c] == 0) != (inst.board.Cells[orbit[0]] == 0) {
							t.Fatalf("cells %d and %d differ in being given", c, orbit[0])
						}
					}
				}
			}
		})
	}
}

func TestGenerateOptions(t *testing.T) {
	p := Params{Rows: 5, Cols: 5, Max: 9}
	corner := "x...." + strings.Repeat(".", 19) + "x"
	inst, _ := generate(t, p, puzzle.Settings{"keep": corner}, 1)
	if inst.board.Cells[0] == 0 || inst.board.Cells[24] == 0 {
		t.Errorf("the cells to keep are blank: %s", inst.Desc())
	}
	pattern := "xxxxx" + "x.x.x" + "xxxxx" + "x.x.x" + "xxxxx"
	inst, _ = generate(t, p, puzzle.Settings{"pattern": pattern}, 1)
	for c, v := range inst.board.Cells {
		if (v != 0) != (pattern[c] == 'x') {
			t.Errorf("cell %d does not follow the pattern: %s", c, inst.Desc())
		}
	}
	inst, g := generate(t, p, puzzle.Settings{"technique": cutCell, "up-to": cutCell}, 1)
	_, grade, err := inst.path(context.Background())
	if err != nil || grade.Counts[cutCell] == 0 || grade.Counts[contradiction] > 0 || g.Class != "medium" {
		t.Errorf("class %s, steps %v, %v", g.Class, grade.Counts, err)
	}
	inst, _ = generate(t, p, puzzle.Settings{"steps": "3"}, 1)
	if blank := len(inst.board.Cells) - inst.Givens(); blank > 3 {
		t.Errorf("%d blank cells after 3 tests", blank)
	}
}

func TestGenerateRefuses(t *testing.T) {
	for _, c := range []struct {
		params Params
		set    puzzle.Settings
		want   string
	}{
		{Params{Rows: 4, Cols: 5}, puzzle.Settings{"strategy": "transpose"}, "needs a square board"},
		{Params{Rows: 4, Cols: 4}, puzzle.Settings{"pattern": "..."}, "expected 16 characters"},
		{Params{Rows: 4, Cols: 4}, puzzle.Settings{"technique": contradiction, "up-to": onlyWay}, "harder than only-way"},
		{Params{Rows: 4, Cols: 4}, puzzle.Settings{"steps": "-1"}, "expected a number from 0"},
		{Params{Rows: 4, Cols: 4}, puzzle.Settings{"empties": "all"}, "expected max or a number"},
	} {
		_, err := Family{}.Generate(context.Background(), c.params, c.set, rng.New(1), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, expected %q", c.set, err, c.want)
		}
	}
	_, err := Family{}.Generate(context.Background(), Params{Rows: 4, Cols: 4}, puzzle.Settings{"pattern": strings.Repeat(".", 16), "attempts": "3"}, rng.New(1), nil)
	var unreachable *puzzle.UnreachableError
	if !errors.As(err, &unreachable) || !strings.Contains(err.Error(), "the given pattern") || !strings.Contains(err.Error(), "blank cells") {
		t.Errorf("a pattern without givens: %v", err)
	}
}
