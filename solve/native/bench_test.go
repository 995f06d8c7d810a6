package native

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// zebra is the classic puzzle of five houses with six categories: the well-known fifteen clues say nothing of fruit, so
// that five more clues are added for it.
func zebra() *model.Problem {
	p := model.NewProblem()
	cat := func(names ...string) []model.Term {
		ts := make([]model.Term, len(names))
		for i, n := range names {
			ts[i] = p.IntIn(n, 1, 5)
		}
		p.Assert("different", p.Distinct(ts...))
		return ts
	}
	nat := cat("English", "Spaniard", "Ukrainian", "Norwegian", "Japanese")
	col := cat("red", "green", "ivory", "yellow", "blue")
	pet := cat("dog", "snail", "fox", "horse", "zebra")
	drink := cat("coffee", "tea", "milk", "juice", "water")
	smoke := cat("gold", "kools", "chester", "lucky", "parl")
	fruit := cat("apple", "pear", "plum", "fig", "lime")
	eq := func(a, b model.Term) { p.Assert("same", p.Eq(a, b)) }
	near := func(a, b model.Term) {
		p.Assert("next to", p.Or(p.Eq(p.Sub(a, b), p.Num(1)), p.Eq(p.Sub(b, a), p.Num(1))))
	}
	eq(nat[0], col[0])
	eq(nat[1], pet[0])
	eq(drink[0], col[1])
	eq(nat[2], drink[1])
	p.Assert("right of", p.Eq(col[1], p.Add(col[2], p.Num(1))))
	eq(smoke[0], pet[1])
	eq(smoke[1], col[3])
	eq(drink[2], p.Num(3))
	eq(nat[3], p.Num(1))
	near(smoke[2], pet[2])
	near(smoke[1], pet[3])
	eq(smoke[3], drink[3])
	eq(nat[4], smoke[4])
	near(nat[3], col[4])
	eq(fruit[0], pet[4])
	near(fruit[1], drink[2])
	p.Assert("left of", p.Lt(fruit[2], fruit[1]))
	p.Assert("not", p.Ne(fruit[3], p.Num(5)))
	near(fruit[4], nat[0])
	p.Assert("left of", p.Lt(fruit[1], fruit[3]))
	return p
}

func sudoku(givens string) *model.Problem {
	p := model.NewProblem()
	var x [81]model.Term
	for i := range x {
		x[i] = p.IntIn(fmt.Sprintf("r%dc%d", i/9+1, i%9+1), 1, 9)
	}
	units := func(cell func(u, k int) int) {
		for u := 0; u < 9; u++ {
			ts := make([]model.Term, 9)
			for k := range ts {
				ts[k] = x[cell(u, k)]
			}
			p.Assert("unit", p.Distinct(ts...))
		}
	}
	units(func(u, k int) int { return 9*u + k })
	units(func(u, k int) int { return 9*k + u })
	units(func(u, k int) int { return 27*(u/3) + 3*(u%3) + 9*(k/3) + k%3 })
	for i, c := range givens {
		if c >= '1' && c <= '9' {
			p.Assert("given", p.Eq(x[i], p.Num(int64(c-'0'))))
		}
	}
	return p
}

func solveUnique(tb testing.TB, e *Engine, p *model.Problem) solve.Solutions {
	s, err := e.Open(context.Background(), p, solve.Budget{})
	if err != nil {
		tb.Fatal(err)
	}
	defer s.Close()
	r, err := s.Enumerate(context.Background(), 2)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func TestZebra(t *testing.T) {
	p := zebra()
	r := solveUnique(t, New(), p)
	if len(r.List) != 1 || !r.All {
		for _, a := range r.List {
			t.Log(p.FormatAssignment(a))
		}
		t.Fatalf("%d solutions", len(r.List))
	}
}

func BenchmarkZebra(b *testing.B) {
	e := New()
	b.ReportAllocs()
	for b.Loop() {
		solveUnique(b, e, zebra())
	}
}

func BenchmarkZebraSolveOnly(b *testing.B) {
	e := New()
	p := zebra()
	b.ReportAllocs()
	for b.Loop() {
		solveUnique(b, e, p)
	}
}

func hardSudokus(tb testing.TB, n int) []string {
	f, err := os.Open(puztest.Corpus(tb, "sudoku", "17clue.txt"))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var out []string
	for sc := bufio.NewScanner(f); sc.Scan() && len(out) < n; {
		if len(sc.Text()) >= 81 {
			out = append(out, sc.Text()[:81])
		}
	}
	return out
}

func BenchmarkSudoku17(b *testing.B) {
	list := hardSudokus(b, 100)
	e := New()
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		if r := solveUnique(b, e, sudoku(list[i%len(list)])); len(r.List) != 1 || !r.All {
			b.Fatal("not unique")
		}
		i++
	}
}

// wine is the shape of the wine merchant's problem: sums of products with conditions, and thousands of solutions.
func wine(n int) *model.Problem {
	p := model.NewProblem()
	var vol, who []model.Term
	ind := func(v int64) []model.Term {
		var ts []model.Term
		for _, w := range who {
			ts = append(ts, p.If(p.Eq(w, p.Num(v)), p.Num(1), p.Num(0)))
		}
		return ts
	}
	for i := 0; i < n; i++ {
		vol = append(vol, p.Int(fmt.Sprint("v", i)))
		who = append(who, p.Int(fmt.Sprint("w", i)))
	}
	for _, w := range who {
		p.Assert("who", p.Or(p.Eq(w, p.Num(0)), p.Eq(w, p.Num(1)), p.Eq(w, p.Num(2))))
	}
	p.Assert("beer", p.Eq(p.Sum(ind(0)...), p.Num(1)))
	p.Assert("first", p.Eq(p.Sum(ind(1)...), p.Num(int64(n/3))))
	part := func(v int64) model.Term {
		var ts []model.Term
		for i, w := range who {
			ts = append(ts, p.If(p.Eq(w, p.Num(v)), vol[i], p.Num(0)))
		}
		return p.Sum(ts...)
	}
	p.Assert("times", p.Eq(part(2), p.Mul(p.Num(2), part(1))))
	for _, v := range vol {
		p.Assert("volume", p.And(p.Gt(v, p.Num(0)), p.Le(v, p.Num(50))))
	}
	p.Assert("different", p.Distinct(vol...))
	return p
}

func BenchmarkWine1000(b *testing.B) {
	e := New()
	b.ReportAllocs()
	for b.Loop() {
		p := wine(8)
		s, err := e.Open(context.Background(), p, solve.Budget{})
		if err != nil {
			b.Fatal(err)
		}
		r, err := s.Enumerate(context.Background(), 1000)
		if err != nil || len(r.List) != 1000 {
			b.Fatal(err, len(r.List))
		}
		s.Close()
	}
}

// permutations is the shape of most corpus problems: all different, a few disjunctions, hundreds of solutions.
func BenchmarkPermutations(b *testing.B) {
	e := New()
	b.ReportAllocs()
	for b.Loop() {
		p := model.NewProblem()
		var x []model.Term
		for i := 0; i < 8; i++ {
			x = append(x, p.Int(fmt.Sprint("x", i)))
		}
		for _, v := range x {
			p.Assert("domain", p.And(p.Ge(v, p.Num(1)), p.Le(v, p.Num(8))))
		}
		p.Assert("different", p.Distinct(x...))
		p.Assert("near", p.Or(p.Eq(p.Sub(x[0], x[1]), p.Num(2)), p.Eq(p.Sub(x[1], x[0]), p.Num(2))))
		p.Assert("right of", p.Eq(p.Sub(x[2], x[3]), p.Num(1)))
		p.Assert("not", p.Ne(x[4], p.Num(3)))
		s, err := e.Open(context.Background(), p, solve.Budget{})
		if err != nil {
			b.Fatal(err)
		}
		r, err := s.Enumerate(context.Background(), 6000)
		if err != nil || !r.All {
			b.Fatal(err, len(r.List))
		}
		b.ReportMetric(float64(len(r.List)), "solutions")
		s.Close()
	}
}
