package native_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// primitives states, on a square board of a size, a problem for each query on graphs, with clues from a stream.
var primitives = []struct {
	name  string
	state func(b *board, r *rng.Stream)
}{
	{"connected", func(b *board, r *rng.Stream) { // unshaded cells hang together, shaded ones do not touch
		shade := b.bools("s")
		b.p.Assert("joined", b.p.Connected(b.grid(b.not(shade))))
		b.apart(shade)
		for i := range b.w {
			var column []model.Term
			for y := range b.h {
				column = append(column, shade[y*b.w+i])
			}
			b.p.Assert("column", b.p.AtLeast(b.h/5, column...))
			b.p.Assert("row", b.p.AtLeast(b.w/5, shade[i*b.w:][:b.w]...))
		}
	}},
	{"groups", func(b *board, r *rng.Stream) { // land given here and there is on two islands or one, and the sea is half of all
		sea := b.bools("s")
		b.p.Assert("two", b.p.Le(b.p.Groups(b.grid(b.not(sea))), b.p.Num(2)))
		for range b.w {
			b.p.Assert("land", b.p.Not(sea[r.IntN(b.cells())]))
		}
		b.p.Assert("half", b.p.AtLeast(b.cells()/2, sea...))
	}},
	{"same", func(b *board, r *rng.Stream) {
		shade := b.bools("s")
		g := b.grid(b.not(shade))
		for range b.w {
			t := b.p.Same(g, r.IntN(b.cells()), r.IntN(b.cells()))
			if r.IntN(3) == 0 {
				t = b.p.Not(t)
			}
			b.p.Assert("with", t)
		}
	}},
	{"sum", func(b *board, r *rng.Stream) { // islands of five
		sea := b.bools("s")
		g := b.grid(b.not(sea))
		for c := range b.cells() {
			b.p.Assert("five", b.p.Or(sea[c], b.p.Eq(b.p.GroupSum(g, c, b.ones()), b.p.Num(5))))
		}
		b.p.Assert("many", b.p.AtMost(b.cells()/2, sea...))
	}},
	{"first", func(b *board, r *rng.Stream) {
		sea := b.bools("s")
		g := b.grid(b.not(sea))
		var firsts []model.Term
		for c := range b.cells() {
			firsts = append(firsts, b.p.GroupFirst(g, c))
		}
		b.p.Assert("six", b.p.Eq(b.p.Add(firsts...), b.p.Num(6)))
		b.p.Assert("many", b.p.AtMost(b.cells()/3, sea...))
	}},
	{"acyclic", func(b *board, r *rng.Stream) { // a spanning tree of given degrees
		edges, at := b.links("l")
		g := b.p.Graph(b.all(), edges)
		b.p.Assert("tree", b.p.And(b.p.Acyclic(g), b.p.Connected(g)))
		for c := range b.cells() {
			if r.IntN(4) == 0 {
				b.p.Assert("degree", b.p.Eq(b.p.Add(at[c][:]...), b.p.Num(int64(1+r.IntN(2)))))
			}
		}
	}},
	{"loop", func(b *board, r *rng.Stream) {
		edges, at := b.links("l")
		b.p.Assert("loop", b.p.Loop(b.p.Graph(b.all(), edges)))
		for c := range b.cells() {
			if r.IntN(3) == 0 {
				b.p.Assert("on", b.p.Or(at[c][:]...))
			}
		}
	}},
	{"parted", func(b *board, r *rng.Stream) { // parts of four
		edges, _ := b.links("j")
		g := b.p.Graph(b.all(), edges)
		b.p.Assert("walls", b.p.Parted(g))
		for c := range b.cells() {
			b.p.Assert("four", b.p.Eq(b.p.GroupSum(g, c, b.ones()), b.p.Num(4)))
		}
	}},
	{"regular", func(b *board, r *rng.Stream) {
		shade := b.bools("s")
		for i := range b.w {
			var column []model.Term
			for y := range b.h {
				column = append(column, shade[y*b.w+i])
			}
			b.p.Assert("column", b.p.Regular(runs([]int{2, 1, b.h / 3}), column))
			b.p.Assert("row", b.p.Regular(runs([]int{1, 2, 1 + b.w/3}), shade[i*b.w:][:b.w]))
		}
	}},
}

// apart forbids that neighbours are both true.
func (b *board) apart(ts []model.Term) {
	for c := range b.cells() {
		for d := range 2 {
			if x := b.step(c, d); x >= 0 {
				b.p.Assert("apart", b.p.Or(b.p.Not(ts[c]), b.p.Not(ts[x])))
			}
		}
	}
}

// BenchmarkGraphs finds a solution of a problem for each query, or that there is none, within a number of steps.
func BenchmarkGraphs(b *testing.B) {
	for _, size := range []int{8, 16} {
		for _, x := range primitives {
			b.Run(fmt.Sprintf("%s/%dx%d", x.name, size, size), func(b *testing.B) {
				e := native.New()
				for range b.N {
					bd := &board{p: model.NewProblem(), h: size, w: size}
					x.state(bd, rng.New(15).Derive(x.name, uint64(size)))
					s, err := e.Open(context.Background(), bd.p, solve.Budget{Steps: 2_000_000})
					if err != nil {
						b.Fatal(err)
					}
					if _, err := s.Solve(context.Background()); err != nil {
						b.Log(err)
					}
					s.Close()
				}
			})
		}
	}
}

// TestPrimitives solves the problems of the benchmark on a small board: each has a solution, which model.Check has judged, or is
// proved to have none.
func TestPrimitives(t *testing.T) {
	for _, x := range primitives {
		bd := &board{p: model.NewProblem(), h: 6, w: 6}
		x.state(bd, rng.New(15).Derive(x.name, 6))
		s, err := native.New().Open(context.Background(), bd.p, solve.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Solve(context.Background()); err != nil {
			t.Errorf("%s: %v", x.name, err)
		}
		s.Close()
	}
}

// TestLargeBoards draws one closed line on large boards by itself and reads off clues for each cell: the line is found again,
// and no other.
func TestLargeBoards(t *testing.T) {
	puztest.From(t, puztest.Usual)
	sizes := [][2]int{{25, 30}, {40, 40}}
	if puztest.Doing() < puztest.Whole {
		sizes = sizes[:1]
	}
	for _, size := range sizes {
		bd := &board{p: model.NewProblem(), h: size[0], w: size[1]}
		inside := bd.blob(rng.New(15))
		bd.problem, bd.rows = "", [][]string{{fmt.Sprint(bd.h), fmt.Sprint(bd.w)}}
		r := rng.New(16)
		for y := range bd.h {
			var row []string
			for x := range bd.w {
				n := 0
				for d := range 4 {
					if z := bd.step(y*bd.w+x, d); inside[y*bd.w+x] != (z >= 0 && inside[z]) {
						n++
					}
				}
				row = append(row, fmt.Sprint(n))
				if r.IntN(100) < 55 {
					row[x] = "-"
				}
			}
			bd.rows = append(bd.rows, row)
		}
		read := slitherlink(bd)
		s, err := native.New().Open(context.Background(), bd.p, solve.Budget{Steps: -1})
		if err != nil {
			t.Fatal(err)
		}
		found, err := s.(solve.Enumerator).Enumerate(context.Background(), 2)
		if err != nil || len(found.List) == 0 {
			t.Fatalf("%v: %d solutions, error %v", size, len(found.List), err)
		}
		if len(found.List) == 1 {
			for c, mark := range read(found.List[0]) {
				if (mark == "x") != inside[c] {
					t.Fatalf("%v: the line is another at cell %d", size, c)
				}
			}
		}
		t.Logf("%v: %d solutions, %v", size, len(found.List), s.(solve.Worker).Work())
		s.Close()
	}
}

// blob grows a connected set of cells without holes, whose border is one closed line.
func (b *board) blob(r *rng.Stream) []bool {
	in := make([]bool, b.cells())
	in[b.cells()/2+b.w/2] = true
	at := func(y, x int) bool { return y >= 0 && y < b.h && x >= 0 && x < b.w && in[y*b.w+x] }
	for range 40 * b.cells() {
		c := r.IntN(b.cells())
		y, x := c/b.w, c%b.w
		if in[c] {
			continue
		}
		// Around the cell, what is inside is one stretch that a side of the cell is part of.
		ring := []bool{at(y-1, x), at(y-1, x+1), at(y, x+1), at(y+1, x+1), at(y+1, x), at(y+1, x-1), at(y, x-1), at(y-1, x-1)}
		changes := 0
		for i := range ring {
			if ring[i] != ring[(i+1)%8] {
				changes++
			}
		}
		sides := 0
		for i := 0; i < 8; i += 2 {
			if ring[i] {
				sides++
			}
		}
		in[c] = changes == 2 && (sides == 1 || sides == 2 && r.IntN(5) == 0)
	}
	return in
}
