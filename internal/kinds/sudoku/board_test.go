package sudoku

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/sudoku/solver"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

func TestConformance(t *testing.T) {
	puztest.Family(t, Family{}, "", "4x4", "6x6", "8x8", "7x7-jigsaw", "6x6-jigsaw-x", "8x8-box4x2")
}

func generate(t *testing.T, params string, s puzzle.Settings, seed uint64) (puzzle.Generated, error) {
	t.Helper()
	p, err := (Family{}).ParseParams(params)
	if err != nil {
		t.Fatal(err)
	}
	return Family{}.Generate(context.Background(), p, s, rng.New(seed), nil)
}

func TestGenerateMeetsItsTarget(t *testing.T) {
	ctx := context.Background()
	plus := ""
	for cell := range 81 {
		if r, c := cell/9, cell%9; (r+c)%3 != 0 || r == c {
			plus += "x"
		} else {
			plus += "."
		}
	}
	for name, s := range map[string]puzzle.Settings{
		"easy": {"class": easy}, "medium": {"class": medium}, "hard": {"class": hard}, "evil": {"class": evil},
		"empties": {"empties": "40"}, "symmetric": {"strategy": "half-turn"}, "rotational": {"strategy": "quarter-turn"},
		"mirror": {"strategy": "flip-left-right", "class": medium}, "weighted": {"strategy": "row-column"}, "box": {"strategy": "box"},
		"two": {"solutions": "2"}, "pattern": {"pattern": plus}, "keep": {"keep": plus}, "x-wing": {"technique": "x-wing"},
		"up to": {"up-to": "naked-pair"}, "without": {"without": "brute-force,x-wing"}, "steps": {"steps": "30"},
	} {
		out, err := generate(t, "9x9", s, 7)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		p := out.Instance.(*Puzzle)
		res, err := p.Solve(ctx, 3)
		if err != nil || res.Count < 1 || res.Count > 2 || res.Count == 2 && name != "two" {
			t.Fatalf("%s: %d solutions, %v", name, res.Count, err)
		}
		if s["class"] != "" {
			r, err := p.Rate(ctx)
			if err != nil || r.Class != s["class"] || out.Class != r.Class {
				t.Errorf("%s: class %q, said %q: %v", name, r.Class, out.Class, err)
			}
		}
		switch name {
		case "empties":
			if p.Givens() != 41 {
				t.Errorf("%d givens", p.Givens())
			}
		case "symmetric":
			for cell, v := range p.values {
				if (v == 0) != (p.values[80-cell] == 0) {
					t.Fatalf("not symmetric: %s", p.Desc())
				}
			}
		case "pattern":
			for cell, v := range p.values {
				if (v == 0) != (plus[cell] == '.') {
					t.Fatalf("not the pattern: %s", p.Desc())
				}
			}
		case "keep":
			for cell, v := range p.values {
				if v == 0 && plus[cell] == 'x' {
					t.Fatalf("%d has gone: %s", cell, p.Desc())
				}
			}
		case "x-wing":
			if ok, err := p.needs(ctx, "x-wing"); !ok || err != nil {
				t.Errorf("no x-wing: %v", err)
			}
		case "up to":
			n := 0
			for step, err := range p.Explain(ctx, "", puzzle.ExplainOptions{Max: "naked-pair"}) {
				if err != nil {
					t.Fatal(err)
				}
				n += len(step.Moves)
			}
			if n < 81-p.Givens() {
				t.Errorf("up to naked-pair: %d moves", n)
			}
		}
	}
}

func TestGenerateRefuses(t *testing.T) {
	var un *puzzle.UnreachableError
	if _, err := generate(t, "9x9", puzzle.Settings{"empties": "70", "attempts": "3"}, 1); !errors.As(err, &un) || un.Tries != 3 || un.Best == "" {
		t.Errorf("70 empties: %v", err)
	}
	if _, err := generate(t, "4x4", puzzle.Settings{"class": evil, "attempts": "5"}, 1); !errors.As(err, &un) || un.Best == "" {
		t.Errorf("an evil 4x4: %v", err)
	}
	for _, s := range []puzzle.Settings{{"class": "hrad"}, {"empties": "x"}, {"technique": "x-wnig"}, {"strategy": "none"}, {"pattern": "."},
		{"full": easy9}, {"solutions": "2", "class": easy}} {
		if _, err := generate(t, "9x9", s, 1); err == nil {
			t.Errorf("%v is accepted", s)
		}
	}
}

func TestLargeBoards(t *testing.T) {
	puztest.From(t, puztest.Usual)
	ctx := context.Background()
	for _, params := range []string{"15x15", "16x16", "20x20"} {
		s := puzzle.Settings{}
		if params == "20x20" {
			s["empties"] = "180"
		}
		out, err := generate(t, params, s, 2)
		if err != nil {
			t.Fatal(err)
		}
		p := out.Instance.(*Puzzle)
		res, err := p.Solve(ctx, 2)
		if err != nil || res.Status != puzzle.Unique || res.Solutions[0].Desc() != out.Solution.Desc() {
			t.Fatalf("%s: %v, %v", params, res.Status, err)
		}
		if params != "15x15" {
			continue
		}
		for cell, v := range p.values { // minimal: every given is needed
			if v == 0 {
				continue
			}
			less := p.with(p.values)
			less.values[cell] = 0
			if res, err := less.Solve(ctx, 2); err != nil || res.Status != puzzle.Several {
				t.Fatalf("%s: the given in cell %d can go", params, cell)
			}
		}
	}
}

// The 36x36 board is solved, and written and read back.
func TestSolve36(t *testing.T) {
	puztest.From(t, puztest.Whole)
	ctx := context.Background()
	out, err := generate(t, "36x36", puzzle.Settings{"empties": "500"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	res, err := out.Instance.(*Puzzle).Solve(ctx, 2)
	if err != nil || res.Status != puzzle.Unique {
		t.Fatalf("%v, %v", res.Status, err)
	}
	sc, err := out.Instance.(*Puzzle).Scene("")
	if err != nil || len(sc.Text) < 36*36*2 {
		t.Errorf("scene: %v", err)
	}
}

// Both solvers against counting by hand: the simplest search there is.
func TestSolversAgainstBruteForce(t *testing.T) {
	ctx := context.Background()
	r := rng.New(11)
	for _, params := range []string{"4x4", "4x4-x", "6x6", "6x6-jigsaw", "8x8", "9x9", "9x9-x", "9x9-jigsaw", "10x10"} {
		for i := range uint64(6) {
			few := puzzle.Settings{} // brute force needs many givens on the larger boards
			if params[0] == '1' || params[0] > '8' {
				few["empties"] = "40"
			}
			out, err := generate(t, params, few, 20+i)
			if err != nil {
				t.Fatal(err)
			}
			p := out.Instance.(*Puzzle)
			q := p.with(p.values)
			full := ints(out.Solution.(*filledBoard).values)
			if i%2 == 1 { // a board of several solutions, or of none
				for _, cell := range r.Perm(len(q.values))[:3] {
					if i == 5 {
						q.values[cell] = uint8(1 + r.IntN(p.params.size))
					} else {
						q.values[cell] = 0
					}
				}
			}
			want := brute(p.layout.Size, p.layout.Peers, ints(q.values), 5)
			res, err := q.Solve(ctx, 5)
			if err != nil || res.Count != len(want) && q.Conflict() == nil {
				t.Errorf("%s: %d solutions, brute force %d: %v", q.Desc(), res.Count, len(want), err)
			}
			for _, s := range res.Solutions {
				if err := q.CheckSolution(s); err != nil {
					t.Error(err)
				}
			}
			if i%2 == 0 && (len(want) != 1 || !slices.Equal(want[0], full)) {
				t.Errorf("%s: brute force finds %d", q.Desc(), len(want))
			}
			// The plain board by the other solver as well.
			if p.params.plain() {
				found, _, err := solver.NewEngine(p.layout).Enumerate(ctx, q.values, 5)
				if err != nil || len(found) != res.Count {
					t.Errorf("%s: the engine finds %d, the 9x9 solver %d", q.Desc(), len(found), res.Count)
				}
			}
		}
	}
}

// brute counts solutions by trying every value in the cell with the fewest left.
func brute(n int, peers [][]int, values []int, limit int) [][]int {
	var found [][]int
	var walk func()
	walk = func() {
		best, fewest := -1, n+1
		var bestSet []int
		for cell, v := range values {
			if v != 0 {
				continue
			}
			var set []int
			for w := 1; w <= n; w++ {
				if !slices.ContainsFunc(peers[cell], func(o int) bool { return values[o] == w }) {
					set = append(set, w)
				}
			}
			if len(set) < fewest {
				best, fewest, bestSet = cell, len(set), set
			}
		}
		if best < 0 {
			found = append(found, slices.Clone(values))
			return
		}
		for _, w := range bestSet {
			values[best] = w
			walk()
			values[best] = 0
			if len(found) >= limit {
				return
			}
		}
	}
	walk()
	return found
}
