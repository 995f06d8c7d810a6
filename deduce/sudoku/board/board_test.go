package board_test

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/grid"
)

// TestCells holds sets of cells against maps.
func TestCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) (board.Cells, map[int]bool) {
			var s board.Cells
			m := make(map[int]bool)
			for _, c := range rapid.SliceOfN(rapid.IntRange(0, board.MaxSize*board.MaxSize-1), 0, 40).Draw(t, name) {
				s.Add(c)
				m[c] = true
			}
			return s, m
		}
		a, ma := draw("a")
		b, mb := draw("b")
		list := func(keep func(c int) bool) []int {
			out := []int{}
			for c := range board.MaxSize * board.MaxSize {
				if keep(c) {
					out = append(out, c)
				}
			}
			return out
		}
		and, or, minus := a.And(&b), a.Or(&b), a.Minus(&b)
		for _, x := range []struct {
			name string
			got  board.Cells
			want []int
		}{
			{"a", a, list(func(c int) bool { return ma[c] })},
			{"and", and, list(func(c int) bool { return ma[c] && mb[c] })},
			{"or", or, list(func(c int) bool { return ma[c] || mb[c] })},
			{"minus", minus, list(func(c int) bool { return ma[c] && !mb[c] })},
		} {
			if !slices.Equal(x.got.Slice(), x.want) || x.got.Count() != len(x.want) || x.got.Empty() != (len(x.want) == 0) {
				t.Fatalf("%s: %v, want %v", x.name, x.got.Slice(), x.want)
			}
		}
		if a.Intersects(&b) == and.Empty() || a.AndCount(&b) != and.Count() || a.Within(&b) != minus.Empty() || !and.Within(&a) || !a.Equal(&a) {
			t.Fatal("relations disagree")
		}
		if first := a.First(); first >= 0 {
			a.Remove(first)
			if a.Has(first) || a.Count() != len(ma)-1 {
				t.Fatal("remove")
			}
		}
	})
}

func geometry(t testing.TB) *board.Geometry {
	t.Helper()
	l, err := grid.NewLayout(3, 3, true)
	if err != nil {
		t.Fatal(err)
	}
	g, err := board.NewGeometry(l)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestPosition places and strikes at random and holds the two records of candidates against each other.
func TestPosition(t *testing.T) {
	g := geometry(t)
	rapid.Check(t, func(t *rapid.T) {
		p, err := board.New(g, make([]int, 81))
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 60).Draw(t, "moves") {
			c, v := rapid.IntRange(0, 80).Draw(t, "cell"), rapid.IntRange(1, 9).Draw(t, "value")
			had := p.Cand[c].Has(v)
			if rapid.Bool().Draw(t, "place") {
				if p.Place(c, v) != had {
					t.Fatal("Place disagrees with the candidates")
				}
			} else if p.Strike(c, v) != had {
				t.Fatal("Strike disagrees with the candidates")
			}
		}
		q := p.Clone()
		q.Singles()
		empty := false
		for c := range 81 {
			if p.Open.Has(c) != (p.Value[c] == 0) || p.Value[c] != 0 && p.Cand[c] != 0 {
				t.Fatalf("cell %d: value %d, candidates %v", c, p.Value[c], p.Cand[c].Slice())
			}
			empty = empty || p.Value[c] == 0 && p.Cand[c] == 0
			for v := 1; v <= 9; v++ {
				if p.Cand[c].Has(v) != p.At[v].Has(c) {
					t.Fatalf("cell %d, value %d: by cell %v, by value %v", c, v, p.Cand[c].Has(v), p.At[v].Has(c))
				}
			}
		}
		if (p.Status() == deduce.Broken) != empty {
			t.Fatalf("status %v, a cell without candidates: %v", p.Status(), empty)
		}
		if len(g.Conflicts(p.Values())) > 0 {
			t.Fatal("conflict")
		}
	})
}

func TestErrors(t *testing.T) {
	g := geometry(t)
	values := make([]int, 81)
	values[0], values[80] = 5, 5
	var conflict *board.ConflictError
	if _, err := board.New(g, values); !errors.As(err, &conflict) || conflict.Error() != "r1c1 and r9c9 of diagonal 1 both hold 5" {
		t.Errorf("%v", err)
	}
	if _, err := board.New(g, values[:80]); err == nil {
		t.Error("80 values accepted")
	}
	values[0] = 10
	if _, err := board.New(g, values); err == nil {
		t.Error("10 accepted")
	}
	l, err := grid.NewLayout(6, 6, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := board.NewGeometry(l); err == nil {
		t.Error("a board of size 36 accepted")
	}
	p, err := board.New(g, make([]int, 81))
	if err != nil {
		t.Fatal(err)
	}
	p.Strike(0, 1)
	before := p.String()
	if p.Apply(deduce.Step{Place: []deduce.Mark{{Cell: 3, Value: 4}, {Cell: 0, Value: 1}}}) == nil || p.String() != before {
		t.Error("a step that does not fit was applied")
	}
}

func TestHouseNames(t *testing.T) {
	g := geometry(t)
	for _, c := range []struct {
		houses []int
		want   string
	}{{[]int{0}, "row 1"}, {[]int{0, 3, 8}, "rows 1, 4 and 9"}, {[]int{18, 20}, "boxes 1 and 3"}, {[]int{2, 9}, "row 3 and column 1"}, {[]int{27, 28}, "diagonals 1 and 2"}} {
		if got := g.HouseNames(c.houses); got != c.want {
			t.Errorf("%v: %q, want %q", c.houses, got, c.want)
		}
	}
	cells := board.CellsOf(0, 10)
	var list []int
	common := g.Common(&cells)
	for h := common.Next(-1); h >= 0; h = common.Next(h) {
		list = append(list, h)
	}
	if !slices.Equal(list, []int{18, 27}) || !slices.Equal(common.Slice(), list) {
		t.Errorf("common houses %v", list)
	}
}
