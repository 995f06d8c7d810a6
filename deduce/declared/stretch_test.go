package declared

import (
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// following is a file of numbers that follow each other, of which the values of another rule all differ.
func following(t *testing.T, rows, cols int, differ string, printed ...int64) *Board {
	t.Helper()
	f, probs := rules.Load("test.yaml", []byte(`version: 1
family: test
title: {en: Test}
about: {en: Number the cells.}
size: {rows: 1..9, cols: 2..9, usual: [2x2]}
find: {digit: {values: 1..len(cells), given: true}}
rules:
  once: distinct(`+differ+` for c in cells)
  next: any(digit[x] == i + 1 for x in c.next) for c in cells for i in range(1, len(cells)) if digit[c] == i
  before: any(digit[x] == i - 1 for x in c.next) for c in cells for i in range(2, len(cells) + 1) if digit[c] == i
`), families.Use)
	if f == nil {
		t.Fatal(probs.Err())
	}
	bd, err := rules.NewBoard(f, rows, cols, nil)
	if err != nil {
		t.Fatal(err)
	}
	l := f.Layers[0]
	places, err := bd.Places(l)
	if err != nil {
		t.Fatal(err)
	}
	values := map[board.Place]rules.Value{}
	for n, v := range printed {
		if v != 0 {
			values[places[n]] = rules.IntOf(v)
		}
	}
	bd.Set(l, &rules.Marks{Values: values})
	return compiled(t, bd)
}

// placed gives the literal that a number is at a place.
func (b *Board) placed(t *testing.T, place int, number int64) Lit {
	t.Helper()
	x := &b.vars[place]
	for a := x.first; a < x.first+x.n; a++ {
		if b.atoms[a].value == number {
			return lit(a, true)
		}
	}
	t.Fatalf("%d cannot be at the place %d", number, place)
	return 0
}

// TestWalks: only numbers of which each is at one place are a walk. Where other values differ, a number may come twice.
func TestWalks(t *testing.T) {
	for differ, want := range map[string]int{"digit[c]": 1, "10 * digit[c] + c.col": 0} {
		if b := following(t, 2, 2, differ); len(b.walks) != want {
			t.Errorf("where %s differs there are %d walks, want %d", differ, len(b.walks), want)
		}
	}
}

// TestStretchEnds: a stretch that ran on to the last number there can be is another one once that number has its place.
func TestStretchEnds(t *testing.T) {
	b := following(t, 3, 3, "digit[c]")
	at := map[int64]int{} // by number: where the answer has it
	for v := range b.vars {
		x := &b.vars[v]
		at[b.atoms[x.first+x.answer].value] = v
	}
	s := b.NewSearch([]Lit{b.placed(t, at[5], 5)})
	defer s.Close()
	ends := func() int {
		for _, o := range s.stretches() {
			if o.at < 0 && o.lo == 5 && o.hi == 9 {
				return len(o.ends)
			}
		}
		return 0
	}
	if n := ends(); n != 1 {
		t.Errorf("from 5 on %d ends are known, want 1", n)
	}
	s.learn(b.placed(t, at[9], 9), nil)
	if n := ends(); n != 2 {
		t.Errorf("from 5 to 9 %d ends are known, want 2", n)
	}
}

// TestAlong proves the steps along ways from what they name; without any one fact they do not follow.
func TestAlong(t *testing.T) {
	ctx := t.Context()
	for _, c := range []struct {
		rows, cols int
		printed    []int64
	}{
		{3, 3, []int64{1, 0, 3, 0, 0, 0, 0, 0, 9}},
		{4, 4, []int64{1, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 13}},
		{4, 4, []int64{0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 7, 0, 16, 0, 0, 0}},
	} {
		s := following(t, c.rows, c.cols, "digit[c]", c.printed...).NewSearch(nil)
		b, along := s.Board(), 0
		for n, step := range proved(t, s, 100) {
			if step.Form != Along {
				continue
			}
			along++
			for _, l := range step.Concludes {
				if right, ok := b.right(l.atom()); ok && right != l && !b.free(ctx, t, l) {
					t.Errorf("step %d concludes %s, which no solution has", n, b.Name(l))
				}
			}
			for i := range step.Facts {
				less := *step
				less.Facts = slices.Delete(slices.Clone(step.Facts), i, i+1)
				less.Concludes = step.Concludes[:1]
				if len(step.Concludes) == 1 && b.verify(ctx, native.New(), &less, b.parts(step)) == nil {
					t.Errorf("step %d concludes %s also without %s", n, b.names(step.Concludes), b.Name(step.Facts[i]))
				}
			}
		}
		if along == 0 {
			t.Errorf("%v: no step is along a way", c.printed)
		}
		s.Close()
	}
}
