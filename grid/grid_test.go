package grid

import (
	"errors"
	"slices"
	"testing"
)

func TestBoxShape(t *testing.T) {
	for n, want := range map[int][2]int{4: {2, 2}, 6: {2, 3}, 8: {2, 4}, 9: {3, 3}, 10: {2, 5}, 12: {3, 4}, 15: {3, 5},
		16: {4, 4}, 20: {4, 5}, 25: {5, 5}, 36: {6, 6}, 7: {1, 7}, 1: {1, 1}, 0: {0, 0}} {
		r, c := BoxShape(n)
		if r != want[0] || c != want[1] {
			t.Errorf("BoxShape(%d) = %d, %d, want %v", n, r, c, want)
		}
	}
}

func TestLayoutCounts(t *testing.T) {
	for _, tt := range []struct {
		rows, cols      int
		diagonal        bool
		houses, peersAt int // peers of the cell in the top left corner
	}{
		{3, 3, false, 27, 20},
		{3, 3, true, 29, 26},
		{2, 3, false, 18, 12},
		{5, 5, false, 75, 64},
		{6, 6, false, 108, 95},
	} {
		l, err := NewLayout(tt.rows, tt.cols, tt.diagonal)
		if err != nil {
			t.Fatal(err)
		}
		if len(l.Houses) != tt.houses || len(l.Peers[0]) != tt.peersAt {
			t.Errorf("%dx%d: %d houses, %d peers, want %d, %d", tt.rows, tt.cols, len(l.Houses), len(l.Peers[0]), tt.houses, tt.peersAt)
		}
		for _, h := range l.Houses {
			if len(h.Cells) != l.Size || !slices.IsSorted(h.Cells) {
				t.Errorf("%v: %v", h, h.Cells)
			}
		}
		for a := range l.Cells() {
			for b := range l.Cells() {
				if l.Sees(a, b) != slices.Contains(l.Peers[a], b) {
					t.Fatalf("Sees(%d, %d) disagrees with Peers", a, b)
				}
			}
		}
	}
}

func TestJigsaw(t *testing.T) {
	rect, _ := NewLayout(2, 2, false)
	same, err := NewJigsaw(4, rect.Region, false)
	if err != nil || same.Jigsaw() {
		t.Errorf("rectangular regions: jigsaw %v, error %v", same.Jigsaw(), err)
	}
	j, err := NewJigsaw(4, []int{0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3}, false)
	if err != nil || !j.Jigsaw() {
		t.Fatalf("jigsaw: %v", err)
	}
	if got := j.Houses[8].Cells; !slices.Equal(got, []int{0, 1, 2, 4}) {
		t.Errorf("box 1 is %v", got)
	}
	for name, region := range map[string][]int{
		"short":        {0, 1},
		"out of range": {0, 0, 0, 4, 0, 2, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3},
		"sizes":        {0, 0, 0, 0, 0, 2, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3},
		"pieces":       {0, 0, 0, 1, 2, 2, 1, 1, 2, 0, 3, 1, 2, 3, 3, 3},
	} {
		var le *LayoutError
		if _, err := NewJigsaw(4, region, false); !errors.As(err, &le) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestConflictsAndSolves(t *testing.T) {
	l, _ := NewLayout(2, 2, false)
	full := []int{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
	if !l.Solves(full) || len(l.Conflicts(full)) != 0 {
		t.Error("a right board is refused")
	}
	bad := slices.Clone(full)
	bad[0] = 2
	if l.Solves(bad) {
		t.Error("a wrong board is accepted")
	}
	got := l.Conflicts(bad)
	want := []Conflict{{0, 1, 2, 0}, {0, 8, 2, 4}}
	if !slices.Equal(got, want) {
		t.Errorf("conflicts %v, want %v", got, want)
	}
	x, _ := NewLayout(2, 2, true)
	if x.Solves(full) {
		t.Error("the diagonal 1 4 4 1 is accepted on an X board")
	}
}

func TestSymbols(t *testing.T) {
	for n := 1; n <= MaxSize; n++ {
		for _, s := range []Symbols{SymbolsFor(n), ZeroSymbols(n)} {
			if len(s) != n {
				t.Fatalf("%d symbols for %d", len(s), n)
			}
			for v := 1; v <= n; v++ {
				if s.Value(s.Symbol(v)) != v {
					t.Errorf("%q: value %d does not round-trip", s, v)
				}
			}
		}
	}
	if SymbolsFor(16).Value('g') != 16 || SymbolsFor(9).Value('A') != 0 || LetterSymbols(25).Value('Y') != 25 {
		t.Error("letters")
	}
}

func TestSymmetriesAreAGroupAction(t *testing.T) {
	for s := Symmetry(0); s < Symmetries; s++ {
		p := s.Permutation(3, 5)
		q := slices.Clone(p)
		slices.Sort(q)
		for i, v := range q {
			if i != v {
				t.Fatalf("%v is not a permutation: %v", s, p)
			}
		}
	}
	// A quarter turn carries the top left corner to the top right one, and four of them are the identity.
	if r, c := QuarterTurn.Map(3, 5, 0, 0); r != 0 || c != 2 {
		t.Errorf("quarter turn of the corner: %d, %d", r, c)
	}
	p := QuarterTurn.Permutation(4, 4)
	for cell := range p {
		if p[p[p[p[cell]]]] != cell || p[cell] == cell {
			t.Fatalf("quarter turn at %d", cell)
		}
	}
	if got := len(Orbits(9, 9, HalfTurn)); got != 41 {
		t.Errorf("%d orbits of the half turn, want 41", got)
	}
	if got := len(Orbits(9, 9, QuarterTurn)); got != 21 {
		t.Errorf("%d orbits of the quarter turn, want 21", got)
	}
}
