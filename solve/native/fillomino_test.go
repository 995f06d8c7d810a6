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
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// fillomino states a Fillomino board as a generic model: 0 is an empty cell. The numbers are the first rows*cols variables.
//
// A region is what equal numbers join. One of its cells is its root, which every cell of it names: the first given, or, in a
// region without givens, the first cell. A cell that is no root has a neighbour in its region that is nearer to the root (a
// spanning tree). As many cells name a root as its number says. For the roots that are given, steps to each cell are counted as
// well: that a cell is cut off then shows before it is decided.
func fillomino(rows, cols int, board []int) (p *model.Problem, cells []model.Term) {
	p = model.NewProblem()
	n := rows * cols
	num := func(k int) model.Term { return p.Num(int64(k)) }
	apart := func(c, d int) int {
		return max(c/cols-d/cols, d/cols-c/cols) + max(c%cols-d%cols, d%cols-c%cols)
	}
	order, rank := make([]int, 0, n), make([]int, n) // givens first
	for _, given := range []bool{true, false} {
		for c, k := range board {
			if k > 0 == given {
				rank[c] = len(order)
				order = append(order, c)
			}
		}
	}
	most := emptyAround(rows, cols, board)
	x, root, depth := make([]model.Term, n), make([]model.Term, n), make([]model.Term, n)
	for c := range n {
		hi := max(most[c], board[c])
		for d, k := range board {
			if apart(c, d) < k {
				hi = max(hi, k)
			}
		}
		x[c] = p.IntIn(fmt.Sprintf("x%d", c), 1, int64(hi))
	}
	for c := range n {
		root[c] = p.IntIn(fmt.Sprintf("root%d", c), 0, int64(rank[c]))
		depth[c] = p.IntIn(fmt.Sprintf("depth%d", c), 0, int64(n-1))
	}
	side := make([][]int, n)
	joined := map[[2]int]model.Term{}
	for c := range n {
		for d := range c {
			if apart(c, d) != 1 {
				continue
			}
			side[c], side[d] = append(side[c], d), append(side[d], c)
			e := p.Eq(x[c], x[d])
			joined[[2]int{c, d}], joined[[2]int{d, c}] = e, e
			p.Assert("one region, one root", p.Iff(e, p.Eq(root[c], root[d])))
		}
	}
	for c, k := range board {
		if k > 0 {
			p.Assert("given", p.Eq(x[c], num(k)))
		}
		isRoot := p.Eq(root[c], num(rank[c]))
		var near, alike []model.Term
		for _, d := range side[c] {
			e := joined[[2]int{c, d}]
			near = append(near, p.And(e, p.Lt(depth[d], depth[c])))
			alike = append(alike, e)
		}
		p.Assert("reached", p.Or(append(near, isRoot)...))
		p.Assert("not alone", p.Or(append(alike, p.Eq(x[c], num(1)))...))
		p.Assert("depth of a root", p.Iff(isRoot, p.Eq(depth[c], num(0))))
		p.Assert("depth", p.Lt(depth[c], x[c]))
		var names []model.Term
		level := make([]model.Term, n) // in how many steps a cell is reached from this root; k when it is not
		for _, d := range order[rank[c]:] {
			name := p.Eq(root[d], num(rank[c]))
			far := apart(c, d)
			if k > 0 && (far >= k || board[d] > 0 && board[d] != k) || k == 0 && far >= most[c] {
				p.Assert("far", p.Not(name))
				continue
			}
			names = append(names, p.If(name, num(1), num(0)))
			if d != c {
				var beside []model.Term
				for _, e := range side[d] {
					beside = append(beside, p.Eq(root[e], num(rank[c])))
				}
				p.Assert("beside", p.Implies(name, p.Or(beside...)))
			}
			p.Assert("named", p.Implies(name, p.And(isRoot, p.Gt(x[d], num(far)), p.Ge(depth[d], num(far)))))
			if k == 0 {
				p.Assert("number", p.Implies(name, p.Le(x[d], num(min(most[c], most[d])))))
				continue
			}
			p.Assert("number", p.Implies(name, p.Eq(x[d], num(k))))
			if k > 2 {
				level[d] = p.IntIn(fmt.Sprintf("level%d.%d", c, d), int64(far), int64(k))
				p.Assert("level", p.Iff(name, p.Lt(level[d], num(k))))
			}
		}
		for d, l := range level {
			for t := apart(c, d); t < k && l != model.NoTerm && d != c; t++ {
				var before []model.Term
				for _, e := range side[d] {
					if level[e] != model.NoTerm {
						before = append(before, p.Le(level[e], num(t-1)))
					}
				}
				p.Assert("step", p.Implies(p.Le(l, num(t)), p.Or(before...)))
			}
		}
		p.Assert("size", p.Eq(p.Sum(names...), p.If(isRoot, x[c], num(0))))
	}
	return p, x
}

// emptyAround gives, for each empty cell, how many empty cells hang together there: no region without givens is larger.
func emptyAround(rows, cols int, board []int) []int {
	size := make([]int, len(board))
	for start := range board {
		if board[start] > 0 || size[start] > 0 {
			continue
		}
		group := []int{start}
		seen := map[int]bool{start: true}
		for i := 0; i < len(group); i++ {
			r, c := group[i]/cols, group[i]%cols
			for _, d := range [][2]int{{r - 1, c}, {r + 1, c}, {r, c - 1}, {r, c + 1}} {
				if k := d[0]*cols + d[1]; d[0] >= 0 && d[0] < rows && d[1] >= 0 && d[1] < cols && board[k] == 0 && !seen[k] {
					seen[k] = true
					group = append(group, k)
				}
			}
		}
		for _, c := range group {
			size[c] = len(group)
		}
	}
	return size
}

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
	for i, name := range names {
		if i%10 != 0 && os.Getenv("QUANDARY_LONG") == "" {
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
