package carve_test

import (
	"context"
	"errors"
	"testing"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino"
	"github.com/quandary-puzzles/quandary/internal/kinds/sudoku"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

func open(t *testing.T, id string) puzzle.Instance {
	t.Helper()
	_, inst, err := puzzle.NewRegistry(sudoku.Family{}, fillomino.Family{}, zebra.Family{}).Open(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return inst
}

// minimal reports whether no given can be taken away.
func minimal(t *testing.T, inst puzzle.Instance, kept map[puzzle.Move]bool) {
	t.Helper()
	ed := inst.(puzzle.Editable)
	for _, m := range ed.Removals() {
		if kept[m] {
			continue
		}
		next, err := ed.Edit([]puzzle.Move{m})
		if err != nil {
			continue
		}
		res, err := next.(puzzle.Solver).Solve(context.Background(), 2)
		if err != nil || res.Status == puzzle.Unique {
			t.Fatalf("%s can go from %s: %v", m, inst.Desc(), err)
		}
	}
}

// TestHere: full, partial and blank boards, and sets of clues, are carved to minimal puzzles with one solution.
func TestHere(t *testing.T) {
	ctx := context.Background()
	blank, err := sudoku.Family{}.Blank(must(sudoku.Family{}.ParseParams("9x9")))
	if err != nil {
		t.Fatal(err)
	}
	few, err := blank.(puzzle.Editable).Edit([]puzzle.Move{"r1c1=5", "r2c5=5", "r9c9=1"})
	if err != nil {
		t.Fatal(err)
	}
	empty, err := fillomino.Family{}.Blank(must(fillomino.Family{}.ParseParams("5x5")))
	if err != nil {
		t.Fatal(err)
	}
	for name, inst := range map[string]puzzle.Instance{
		"blank":     blank,
		"few":       few,
		"full":      open(t, "sudoku:4x4:1234341221434321"),
		"puzzle":    open(t, "sudoku:9x9#3"),
		"fillomino": empty,
		"zebra":     open(t, "zebra:3x4#2"),
	} {
		a, err := carve.Here(ctx, inst, carve.HereOptions{}, rng.New(1))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		b, err := carve.Here(ctx, inst, carve.HereOptions{}, rng.New(1))
		if err != nil || a.Instance.Desc() != b.Instance.Desc() {
			t.Errorf("%s: the same seed carves another puzzle: %v", name, err)
		}
		res, err := a.Instance.(puzzle.Solver).Solve(ctx, 2)
		if err != nil || res.Status != puzzle.Unique || res.Solutions[0].Desc() != a.Solution.Desc() {
			t.Errorf("%s: %s: %v, %v", name, a.Instance.Desc(), res.Status, err)
		}
		minimal(t, a.Instance, nil)
	}
	g, err := carve.Here(ctx, few, carve.HereOptions{Keep: true, Givens: 40}, rng.New(2))
	if err != nil {
		t.Fatal(err)
	}
	kept := 0
	for _, m := range g.Instance.(puzzle.Editable).Removals() {
		if m == "r1c1=." || m == "r2c5=." || m == "r9c9=." {
			kept++
		}
	}
	if n := len(g.Instance.(puzzle.Editable).Removals()); kept != 3 || n != 40 {
		t.Errorf("%d of 3 givens kept, %d in all", kept, n)
	}
}

// TestHereClass: a class is reached, and named.
func TestHereClass(t *testing.T) {
	classes := classValues(sudoku.Family{})
	full := open(t, "sudoku:9x9:534678912672195348198342567859761423426853791713924856961537284287419635345286179")
	for _, class := range classes[:2] {
		g, err := carve.Here(context.Background(), full, carve.HereOptions{Class: class, Classes: classes}, rng.New(3))
		if err != nil {
			t.Errorf("%s: %v", class, err)
			continue
		}
		rating, err := g.Instance.(puzzle.Rater).Rate(context.Background())
		if err != nil || rating.Class != class || g.Class != class {
			t.Errorf("%s: carved %q, rated %q: %v", class, g.Class, rating.Class, err)
		}
	}
}

func classValues(g puzzle.Generator) []string {
	for _, o := range g.Options() {
		if o.Name == "class" {
			return o.Values
		}
	}
	return nil
}

func TestHereFails(t *testing.T) {
	ctx := context.Background()
	if _, err := carve.Here(ctx, open(t, "sudoku:4x4:11.............."), carve.HereOptions{}, rng.New(1)); !errors.Is(err, carve.ErrNoSolution) {
		t.Errorf("a board without solution: %v", err)
	}
	z := open(t, "zebra:3x4#2").(puzzle.Editable)
	some, err := z.Edit([]puzzle.Move{"-1", "-2"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := carve.Here(ctx, some, carve.HereOptions{}, rng.New(1)); !errors.Is(err, carve.ErrSeveral) {
		t.Errorf("clues that leave several solutions: %v", err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := carve.Here(cancelled, open(t, "sudoku:9x9#3"), carve.HereOptions{}, rng.New(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
}

func must(p puzzle.Params, err error) puzzle.Params {
	if err != nil {
		panic(err)
	}
	return p
}
