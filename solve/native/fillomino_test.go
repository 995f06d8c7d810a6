package native

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// solveFillomino solves a board and proves that no other filling exists. It gives nil where the budget is used up before.
func solveFillomino(tb testing.TB, e *Engine, rows, cols int, board []int) []int {
	tb.Helper()
	ctx := context.Background()
	p, x := fillomino(rows, cols, board)
	s, err := e.Open(ctx, p, solve.Budget{Steps: 30_000_000})
	if err != nil {
		tb.Fatal(err)
	}
	defer s.Close()
	r, err := s.Solve(ctx)
	if errors.Is(err, solve.ErrBudget) {
		return nil
	}
	if err != nil || r.Status != solve.Sat {
		tb.Fatal(r.Status, err)
	}
	out := make([]int, rows*cols)
	other := make([]model.Term, len(out))
	for c := range out {
		n, _ := r.Solution[c].Int64()
		out[c] = int(n)
		other[c] = p.Ne(x[c], p.Num(n))
	}
	if err := s.Add("another", p.Or(other...)); err != nil {
		tb.Fatal(err)
	}
	r, err = s.Solve(ctx)
	if errors.Is(err, solve.ErrBudget) {
		return nil
	}
	if err != nil || r.Status != solve.Unsat {
		tb.Fatal("another solution: ", r.Status, err)
	}
	return out
}

// TestFillomino solves corpus boards of up to 10 by 10 cells as generic models, and proves each unique: every tenth, or all
// with QUANDARY_LONG. It logs how long they took.
func TestFillomino(t *testing.T) {
	text, err := os.ReadFile(puztest.Corpus(t, "fillomino", "fillomino.json"))
	if err != nil {
		t.Fatal(err)
	}
	var boards map[string]struct{ Problem, Solution string }
	if err := json.Unmarshal(text, &boards); err != nil {
		t.Fatal(err)
	}
	read := func(text string) (rows, cols int, board []int) {
		words := strings.Fields(text)
		fmt.Sscan(words[0], &rows)
		fmt.Sscan(words[1], &cols)
		for _, w := range words[2:] {
			k := 0
			fmt.Sscan(w, &k)
			board = append(board, k)
		}
		return rows, cols, board[:rows*cols]
	}
	var names []string
	for name := range boards {
		if rows, cols, _ := read(boards[name].Problem); rows*cols <= 100 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	e := New()
	var took []time.Duration
	quick, open := 0, 0
	for i, name := range puztest.Some(names, 3) {
		if i%10 != 0 && puztest.Doing() < puztest.Long {
			continue
		}
		rows, cols, board := read(boards[name].Problem)
		_, _, want := read(boards[name].Solution)
		start := time.Now()
		got := solveFillomino(t, e, rows, cols, board)
		d := time.Since(start)
		took = append(took, d)
		switch {
		case got == nil:
			open++
			t.Logf("%s: not decided within the budget (%v)", name, d)
		case !slices.Equal(got, want):
			t.Errorf("%s: got %v, want %v", name, got, want)
		case d < time.Second:
			quick++
		}
	}
	slices.Sort(took)
	n := len(took)
	t.Logf("%d boards: %d within a second, %d not decided; median %v, 9 of 10 within %v, slowest %v",
		n, quick, open, took[n/2], took[n*9/10], took[n-1])
}

// TestFillominoModel compares the solutions of small random boards with those found by trying all numbers.
func TestFillominoModel(t *testing.T) {
	r := rng.New(5)
	shapes := [][2]int{{1, 1}, {1, 5}, {2, 2}, {2, 3}, {3, 2}, {1, 7}, {2, 4}, {3, 3}}
	n := 120
	if puztest.Doing() < puztest.Whole {
		n = 40
	}
	e := New()
	found := 0
	for range n {
		shape := shapes[r.IntN(len(shapes))]
		board := make([]int, shape[0]*shape[1])
		few := len(board) < 8
		for c := range board {
			if few && r.IntN(3) == 0 || !few && r.IntN(3) > 0 {
				board[c] = 1 + r.IntN(min(5, len(board)+1))
			}
		}
		want := fillings(shape[0], shape[1], board)
		got := solutionsOfFillomino(t, e, shape[0], shape[1], board)
		if !slices.Equal(got, want) {
			t.Fatalf("%v %v: got %v, want %v", shape, board, got, want)
		}
		found += len(got)
	}
	t.Logf("%d solutions", found)
}

// solutionsOfFillomino lists the solutions of the model, told apart by the numbers alone.
func solutionsOfFillomino(t *testing.T, e *Engine, rows, cols int, board []int) (found []string) {
	ctx := context.Background()
	p, x := fillomino(rows, cols, board)
	s, err := e.Open(ctx, p, solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for {
		r, err := s.Solve(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if r.Status == solve.Unsat {
			slices.Sort(found)
			return found
		}
		full, other := make([]int, len(board)), make([]model.Term, len(board))
		for c := range full {
			n, _ := r.Solution[c].Int64()
			full[c] = int(n)
			other[c] = p.Ne(x[c], p.Num(n))
		}
		found = append(found, fmt.Sprint(full))
		if err := s.Add("another", p.Or(other...)); err != nil {
			t.Fatal(err)
		}
	}
}

// fillings lists the solutions of a small board by trying all numbers.
func fillings(rows, cols int, board []int) (found []string) {
	full := slices.Clone(board)
	size := func(c int) int {
		group := []int{c}
		for i := 0; i < len(group); i++ {
			for d, k := range full {
				r, s := group[i]/cols-d/cols, group[i]%cols-d%cols
				if k == full[c] && r*r+s*s == 1 && !slices.Contains(group, d) {
					group = append(group, d)
				}
			}
		}
		return len(group)
	}
	var fill func(c int)
	fill = func(c int) {
		if c == len(full) {
			for d := range full {
				if size(d) != full[d] {
					return
				}
			}
			found = append(found, fmt.Sprint(full))
			return
		}
		lo, hi := 1, len(full)
		if board[c] > 0 {
			lo, hi = board[c], board[c]
		}
		for full[c] = lo; full[c] <= hi; full[c]++ {
			if size(c) <= full[c] { // cells after this one hold their givens or 0
				fill(c + 1)
			}
		}
		full[c] = board[c]
	}
	fill(0)
	slices.Sort(found)
	return found
}
