package sudoku

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/sudoku/solver"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Every transformation gives a puzzle with the same number of givens, still unique, and of the same canonical form.
func TestTransformations(t *testing.T) {
	ctx := context.Background()
	want := map[string]int{"9x9": 8, "12x12": 8, "9x9-x": 4, "4x4": 8}
	for _, params := range []string{"4x4", "6x6", "9x9", "12x12", "9x9-x", "6x6-jigsaw"} {
		out, err := generate(t, params, nil, 3)
		if err != nil {
			t.Fatal(err)
		}
		p := out.Instance.(*Puzzle)
		if w := want[params]; w != 0 && len(p.Symmetries().Names) != w {
			t.Errorf("%s has %v", params, p.Symmetries().Names)
		}
		for i, name := range p.Symmetries().Names {
			inst, err := p.Symmetries().Transform(name, rng.New(uint64(i)))
			if err != nil {
				t.Fatal(err)
			}
			q := inst.(*Puzzle)
			res, err := q.Solve(ctx, 2)
			if err != nil || res.Status != puzzle.Unique || q.Givens() != p.Givens() {
				t.Errorf("%s, %s: %v, %v", params, name, res.Status, err)
			}
			if !bytes.Equal(key(t, q), key(t, p)) {
				t.Errorf("%s, %s: another canonical form", params, name)
			}
		}
		if _, err := p.Symmetries().Transform("nothing", rng.New(1)); err == nil {
			t.Error("an unknown transformation is made")
		}
	}
}

// key gives the key of a puzzle's canonical form, which must be exact.
func key(t *testing.T, p *Puzzle) []byte {
	t.Helper()
	f, err := p.Canonical(context.Background(), 0)
	if err != nil || !f.Exact {
		t.Fatalf("%s: exact %v, %v", p.Desc(), f.Exact, err)
	}
	return f.Key
}

// The canonical form is the least of all equivalents: on 4x4 all 128 * 24 of them can be made.
func TestCanonicalIsTheLeast(t *testing.T) {
	ctx := context.Background()
	var orders [][]int // of rows and columns
	for _, b := range [][]int{{0, 1}, {1, 0}} {
		for _, x := range [][]int{{0, 1}, {1, 0}} {
			for _, y := range [][]int{{0, 1}, {1, 0}} {
				inner := [][]int{x, y}
				var o []int
				for _, g := range b {
					o = append(o, 2*g+inner[g][0], 2*g+inner[g][1])
				}
				orders = append(orders, o)
			}
		}
	}
	var labels [][]int
	var permute func(p []int, left []int)
	permute = func(p, left []int) {
		if len(left) == 0 {
			labels = append(labels, slices.Clone(p))
		}
		for i, v := range left {
			permute(append(p, v), append(slices.Clone(left[:i]), left[i+1:]...))
		}
	}
	permute(nil, []int{1, 2, 3, 4})
	r := rng.New(9)
	for trial := range 60 {
		p := mustDecode(t, "sudoku:4x4:................")
		for cell := range p.values {
			if r.IntN(4) < trial%4 {
				p.values[cell] = uint8(1 + r.IntN(4))
			}
		}
		var smallest []uint8
		q := make([]uint8, 16)
		for _, rows := range orders {
			for _, cols := range orders {
				for _, turn := range []bool{false, true} {
					for _, label := range labels {
						for cell := range q {
							from := rows[cell/4]*4 + cols[cell%4]
							if turn {
								from = cols[cell%4]*4 + rows[cell/4]
							}
							q[cell] = 0
							if v := p.values[from]; v != 0 {
								q[cell] = uint8(label[v-1])
							}
						}
						if smallest == nil || bytes.Compare(q, smallest) < 0 {
							smallest = slices.Clone(q)
						}
					}
				}
			}
		}
		got, _, err := least(ctx, p.layout, p.values, 1<<30)
		if err != nil || !bytes.Equal(got, smallest) {
			t.Fatalf("%v: found %v, least %v, %v", p.values, got, smallest, err)
		}
	}
}

func TestNotEquivalent(t *testing.T) {
	a, err := generate(t, "9x9", nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	p := a.Instance.(*Puzzle)
	q := p.with(p.values)
	for cell, v := range q.values { // another value in one cell
		if v != 0 {
			q.values[cell] = v%9 + 1
			break
		}
	}
	if bytes.Equal(key(t, p), key(t, q)) {
		t.Error("equivalent")
	}
}

// Full boards have the most ties on 9x9.
func TestCanonicalFullBoard(t *testing.T) {
	ctx := context.Background()
	m := newMinimal9(solver.NewBits9(), rng.New(4))
	_, full := m.Next()
	p, err := newSudoku(plainLayout(), ints(full[:]))
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Canonical(ctx, 0)
	if err != nil {
		t.Fatal(err)
	}
	inst, _ := p.Symmetries().Transform(byAny, rng.New(2))
	d := key(t, inst.(*Puzzle))
	written, err := c.Instance()
	if err != nil || !bytes.Equal(c.Key, d) || written.Desc()[:9] != "123456789" {
		t.Errorf("%v\n%q\n%q\n%s", err, c.Key, d, written.Desc())
	}
}

func BenchmarkCanonical9(b *testing.B) {
	list := corpus17(b)
	ctx := context.Background()
	b.ResetTimer()
	for i := range b.N {
		if _, _, err := least(ctx, plainLayout(), list[i%len(list)][:], 1<<30); err != nil {
			b.Fatal(err)
		}
	}
}
