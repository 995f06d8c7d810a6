package declared_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestSettingOfAllFamilies: every family has an empty board, on which each layer that is printed can be marked, read back and taken away.
func TestSettingOfAllFamilies(t *testing.T) {
	for _, fam := range puztest.Some(declared.Catalogue(native.New()), 4) {
		b := fam.(*declared.Builtin)
		t.Run(b.Name(), func(t *testing.T) {
			t.Parallel()
			p, err := b.ParseParams("")
			if err != nil {
				t.Fatal(err)
			}
			blank, err := b.Blank(p)
			if err != nil {
				t.Fatal(err)
			}
			v, err := blank.(*declared.Instance).Brushes("en")
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range v.Layers.Layers {
				mark := "1"
				switch {
				case len(l.Marks) > 0:
					mark = l.Marks[0]
				case l.Lo > 1:
					mark = "2"
				}
				at := len(l.Places) / 2
				m := puzzle.Move(l.Name + "@" + l.Places[at] + "=" + mark)
				one, err := blank.(puzzle.Editable).Edit([]puzzle.Move{m})
				if err != nil {
					if !strings.Contains(err.Error(), "cannot say") {
						t.Errorf("%s: %v", m, err)
					}
					continue
				}
				given := one.(*declared.Instance).Givens()
				if l.Input != puzzle.BorderInput && !slices.Contains(given, m) {
					t.Errorf("%s: the board has %v", m, given)
				}
				again, err := one.(puzzle.Editable).Edit([]puzzle.Move{puzzle.Move(l.Name + "@" + l.Places[at] + "=.")})
				if err != nil && !strings.Contains(err.Error(), "cannot say") {
					t.Errorf("%s is not taken away: %v", m, err)
				} else if err == nil && again.Desc() != blank.Desc() && slices.Equal(again.(*declared.Instance).Givens(), blank.(*declared.Instance).Givens()) {
					t.Errorf("%s is taken away: %s, began as %s", m, again.Desc(), blank.Desc())
				}
			}
		})
	}
}

// setters is a Slitherlink as a setter has it, with several solutions.
const setters = "3 3\n- - -\n- 2 -\n- - 3"

// TestFill: a puzzle is made round the clues that there are.
func TestFill(t *testing.T) {
	for _, x := range []struct{ family, text, settings string }{
		{"slitherlink", "5 5\n- - - - -\n- 2 - - -\n- - 3 - -\n- - - - -\n3 - - - -", ""},
		{"star-battle", "6 6 1\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0", ""},
		{"masyu", "5 5\n- w - - -\n- - - - -\n- - b - -\n- - - - -\n- - - - -", ""},
	} {
		t.Run(x.family, func(t *testing.T) {
			f := open(t, x.family)
			board := one(t, f, x.text)
			made, err := f.Fill(t.Context(), board, nil, rng.New(5), nil)
			if err != nil {
				t.Fatal(err)
			}
			got := made.Instance.(*declared.Instance)
			for _, m := range board.Givens() {
				if !slices.Contains(got.Givens(), m) {
					t.Errorf("%s is gone: %v", m, got.Givens())
				}
			}
			if r, err := got.Solve(t.Context(), 2); err != nil || r.Status != puzzle.Unique {
				t.Errorf("%v, %v", r.Status, err)
			}
		})
	}
	f := open(t, "slitherlink")
	if _, err := f.Fill(t.Context(), one(t, f, "2 2\n3 3\n3 3"), nil, rng.New(1), nil); !errors.Is(err, carve.ErrNoSolution) {
		t.Errorf("a board without solution is filled: %v", err)
	}
}

// TestAdvise: the clue that is proposed excludes solutions, and following the advice comes to an end.
func TestAdvise(t *testing.T) {
	for _, x := range []struct{ family, text string }{
		{"slitherlink", setters},
		{"masyu", "4 4\n- - - -\n- - - -\n- - b -\n- - - -"},
		{"hakyuu", "2 3\n- - -\n- - -\n1 1 2\n1 2 2"},
	} {
		t.Run(x.family, func(t *testing.T) {
			inst := one(t, open(t, x.family), x.text)
			for n := 0; ; n++ {
				a, err := inst.Advise(t.Context())
				if err != nil {
					t.Fatalf("after %d clues, on %s: %v", n, inst.Desc(), err)
				}
				if a.Gone < 1 || a.Gone >= a.Of {
					t.Errorf("%+v", a)
				}
				next, err := inst.Edit([]puzzle.Move{a.Move})
				if err != nil {
					t.Fatal(err)
				}
				inst = next.(*declared.Instance)
				r, err := inst.Solve(t.Context(), 2)
				if err != nil || a.Unique != (r.Status == puzzle.Unique) {
					t.Fatalf("%+v leads to %v, %v", a, r.Status, err)
				}
				if a.Unique {
					t.Logf("%s after %d clues", inst.Desc(), n+1)
					break
				}
			}
		})
	}
}

func TestDifferences(t *testing.T) {
	inst := one(t, open(t, "slitherlink"), setters)
	r, err := inst.Solve(t.Context(), 2)
	if err != nil || r.Count != 2 {
		t.Fatal(r.Count, err)
	}
	list, err := inst.Differences(r.Solutions[0], r.Solutions[1])
	if err != nil || len(list) == 0 {
		t.Fatal(list, err)
	}
	for _, d := range list {
		if d.A == d.B || d.Cell || d.Place == "" {
			t.Errorf("%+v", d)
		}
	}
}

// FuzzEdit: moves of anyone change a board or are refused, and the board can be written, read and edited back.
func FuzzEdit(f *testing.F) {
	for _, moves := range []string{"number@r1c1=3", "room@r1c1-r1c2=1 number@r1c1=2", "number@r1c1=.", "clue@n1=1+2", "=", "@=", "number@r1c1=", "number@r1c1=99999999999999999999", "room@r1c1-r1c2=0"} {
		f.Add(moves)
	}
	var boards []puzzle.Editable
	for _, fam := range declared.Catalogue(native.New()) {
		if name := fam.Name(); name == "heyawake" || name == "nonogram" || name == "masyu" || name == "tapa" || name == "hitori" {
			p, err := fam.ParseParams("5x5")
			if err != nil {
				f.Fatal(err)
			}
			blank, err := fam.About().Blank(p)
			if err != nil {
				f.Fatal(err)
			}
			boards = append(boards, blank.(puzzle.Editable))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, b := range boards {
			out, err := b.Edit(movesOf(text))
			if err != nil {
				continue
			}
			inst := out.(*declared.Instance)
			if _, err := inst.Brushes("en"); err != nil {
				t.Errorf("%q: %v", text, err)
			}
			again, err := b.Edit(inst.Givens())
			if err != nil || again.Desc() != inst.Desc() {
				t.Errorf("%q makes %s, whose givens make %v, %v", text, inst.Desc(), again, err)
			}
		}
	})
}

// TestAdviseOfDivision: that a place is in some part would tell solutions apart, but cannot be marked by itself: that is no advice, and no failure.
func TestAdviseOfDivision(t *testing.T) {
	file, probs := rules.Load("own.yaml", []byte(`version: 1
family: own
size: {rows: 2..5, cols: 2..5}
find: {area: {parts: cells, some: true, given: true}}
rules:
  size: len(a) == 2 for a in area
  one: len(area) == 1
`), families.Use)
	if file == nil {
		t.Fatal(probs)
	}
	f, probs := declared.New(file, native.New())
	if f == nil {
		t.Fatal(probs)
	}
	p, err := f.ParseParams("2x2")
	if err != nil {
		t.Fatal(err)
	}
	blank, err := f.Blank(p)
	if err != nil {
		t.Fatal(err)
	}
	if a, err := blank.(*declared.Instance).Advise(t.Context()); err == nil || !strings.Contains(err.Error(), "no single clue") {
		t.Errorf("%+v, %v", a, err)
	}
}
