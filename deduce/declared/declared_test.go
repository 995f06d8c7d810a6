package declared

import (
	"context"
	"errors"
	"iter"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// drawn gives a board of a family whose clues are those of a random solution, all of them; nil where there is none of that size.
func drawn(t *testing.T, name string, rows, cols int, seed uint64) *rules.Board {
	t.Helper()
	path, data, ok := families.Use(name)
	if !ok {
		t.Fatalf("there is no family %s", name)
	}
	f, probs := rules.Load(path, data, families.Use)
	if f == nil {
		t.Fatal(probs.Err())
	}
	params := map[string]int64{}
	for _, p := range f.Params {
		if p.Default == nil {
			params[p.Name] = int64(rows)
		}
	}
	b, err := rules.NewBoard(f, rows, cols, params)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	enc, err := encode.New(ctx, b, encode.Options{Open: func(l *rules.Layer) bool { return !l.Parts && !l.Objects() }})
	if err != nil {
		t.Fatal(err)
	}
	s, err := native.New().Open(ctx, enc.Problem, solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r, err := s.Sample(ctx, rng.New(seed))
	if err != nil || r.Status != solve.Sat {
		t.Fatalf("%s: %v %v", name, r.Status, err)
	}
	out := enc.Decode(r.Solution)
	for _, l := range f.Layers {
		if l.Role != rules.Given {
			out.Set(l, nil)
		}
	}
	return out
}

// compiled makes a board ready.
func compiled(t *testing.T, bd *rules.Board) *Board {
	t.Helper()
	ctx := context.Background()
	enc, err := encode.New(ctx, bd, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := native.New().Open(ctx, enc.Problem, solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r, err := s.Solve(ctx)
	if err != nil || r.Status != solve.Sat {
		t.Fatal(r.Status, err)
	}
	b, err := Compile(ctx, enc, native.New(), r.Solution)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// sampled are families whose rules differ in kind, with the size of a small board.
var sampled = map[string][2]int{
	"slitherlink": {4, 4}, "akari": {5, 5}, "hitori": {4, 4}, "nurikabe": {4, 4}, "masyu": {4, 4}, "tents": {5, 5},
	"kakurasu": {5, 5}, "kuromasu": {4, 4}, "binairo": {4, 4}, "shikaku": {4, 4}, "skyscraper": {4, 4},
	"sukoro": {4, 4}, "doppel-block": {5, 5}, "foseruzu": {5, 4},
}

// proved gives the steps of a search, at most so many, each proved again from what it names, by their numbers.
func proved(t *testing.T, s *Search, most int) iter.Seq2[int, *Step] {
	return func(yield func(int, *Step) bool) {
		for n := 0; !s.Done() && n < most; n++ {
			step, err := s.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if step == nil {
				return
			}
			if err := s.Board().Verify(t.Context(), native.New(), step); err != nil {
				t.Fatalf("step %d, %v: %v", n, step.Form, err)
			}
			if !yield(n, step) {
				return
			}
		}
	}
}

// TestSteps explains boards of several families and proves every step again from what it names; without any one fact it names, it does
// not follow.
func TestSteps(t *testing.T) {
	for name, size := range sampled {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			b := compiled(t, drawn(t, name, size[0], size[1], 7))
			s := b.NewSearch(nil)
			defer s.Close()
			b = s.Board()
			known := map[Lit]bool{}
			var stated [][]Lit
			for n, step := range proved(t, s, 200) {
				for _, claim := range b.Stated(step) {
					if !slices.ContainsFunc(stated, func(s []Lit) bool { return slices.Equal(s, claim) }) {
						t.Errorf("step %d rests on %s, which no step has stated", n, b.names(claim))
					}
				}
				if len(step.States) > 0 {
					stated = append(stated, step.States)
				}
				for _, l := range step.Facts {
					if s.Holds(l) != 1 {
						t.Errorf("step %d rests on %s, which is not known", n, b.Name(l))
					}
				}
				for _, l := range step.Concludes {
					if known[l] {
						t.Errorf("step %d concludes %s again", n, b.Name(l))
					}
					known[l] = true
					if right, ok := b.right(l.atom()); ok && right != l && !b.free(ctx, t, l) {
						t.Errorf("step %d concludes %s, which no solution has", n, b.Name(l))
					}
				}
				for i := range step.Facts {
					less := *step
					less.Facts = slices.Delete(slices.Clone(step.Facts), i, i+1)
					if step.Form != Left && len(step.Concludes)+len(step.States)/2 == 1 && len(step.Facts) > 0 && b.verify(ctx, native.New(), &less, b.parts(step)) == nil {
						t.Errorf("step %d (%v) concludes %s also without %s", n, step.Form, b.names(slices.Concat(step.Concludes, step.States)), b.Name(step.Facts[i]))
					}
				}
			}
		})
	}
}

// parts states the instances of a step as the search took them.
func (b *Board) parts(step *Step) func(*copier) {
	return func(c *copier) {
		for _, i := range step.Insts {
			c.to.Assert("", c.copy(b.insts[i].term))
		}
	}
}

// free reports whether some solution has a literal.
func (b *Board) free(ctx context.Context, t *testing.T, l Lit) bool {
	t.Helper()
	s, err := native.New().Open(ctx, b.p, solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	term := b.termOf(nil, l.atom())
	if !l.holds() {
		term = b.p.Not(term)
	}
	r, err := s.Solve(ctx, term)
	return err == nil && r.Status == solve.Sat
}

// TestTold tells boards: each step that is told follows from what it names, and what it names was told before, or is seen.
func TestTold(t *testing.T) {
	for name, size := range map[string][2]int{"skyscraper": {4, 4}, "hitori": {4, 4}, "tents": {5, 5}, "masyu": {4, 4}} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			b := compiled(t, drawn(t, name, size[0], size[1], 3))
			s := b.NewSearch(nil)
			defer s.Close()
			b = s.Board()
			tell := NewTeller(s)
			var told []Lit
			var stated [][]Lit
			for n := 0; n < 200; n++ {
				step, err := tell.Next(ctx, false)
				if err != nil {
					t.Fatal(err)
				}
				if step == nil {
					break
				}
				if err := b.Verify(ctx, native.New(), step); err != nil {
					t.Fatalf("step %d, %v: %v", n, step.Form, err)
				}
				before := b.NewSearch(told)
				for _, l := range step.Facts {
					if before.Holds(l) != 1 {
						t.Errorf("step %d rests on %s, which has not been told", n, b.Name(l))
					}
				}
				for _, claim := range b.Stated(step) {
					if !slices.ContainsFunc(stated, func(s []Lit) bool { return slices.Equal(s, claim) }) {
						t.Errorf("step %d rests on %s, which has not been told", n, b.names(claim))
					}
				}
				told = append(told, step.Concludes...)
				if len(step.States) > 0 {
					stated = append(stated, step.States)
				}
			}
			if len(told) == 0 {
				t.Error("nothing is told")
			}
		})
	}
}

// TestCliques finds what pairs say together: at most one tent in a square of four cells. No pair is left that such a row has.
func TestCliques(t *testing.T) {
	b := compiled(t, drawn(t, "tents", 5, 5, 7))
	squares := 0
	rows := b.linearRows()
	for _, r := range rows {
		if n := len(r.atoms); n == 4 && len(r.insts) == 6 && r.hi == 1 {
			squares++
		}
		if !r.notBoth() {
			continue
		}
		for _, o := range rows {
			if len(o.insts) > 1 && slices.Contains(o.atoms, r.atoms[0]) && slices.Contains(o.atoms, r.atoms[1]) {
				t.Errorf("the pair %v is also in %v", r.atoms, o.atoms)
			}
		}
	}
	if squares == 0 {
		t.Error("no square of four cells was found")
	}
}

// TestEveryRule reads a file whose rule has the name of what once marked instances that say nothing.
func TestEveryRule(t *testing.T) {
	const file = `version: 1
family: test
title: {en: Test}
about: {en: Shade nothing.}
size: {rows: 2..9, cols: 2..9, usual: [2x2]}
find: {shade: {}}
rules:
  free: not shade[c] for c in cells
`
	f, probs := rules.Load("test.yaml", []byte(file), families.Use)
	if f == nil {
		t.Fatal(probs.Err())
	}
	bd, err := rules.NewBoard(f, 2, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := compiled(t, bd).NewSearch(nil)
	defer s.Close()
	if !s.Done() {
		t.Error("a rule named free says nothing")
	}
}

// TestEstimate measures boards by less and less work: a bound that is not met changes nothing, and one that is met ends with all places
// known, for about as dear a board, or a dearer one.
func TestEstimate(t *testing.T) {
	bd := drawn(t, "slitherlink", 6, 6, 3)
	b := compiled(t, bd)
	ctx := t.Context()
	whole, err := b.Measure(ctx, true)
	if err != nil {
		t.Fatal(err)
	}
	same, err := b.Estimate(ctx, true, 1<<40)
	if err != nil || !reflect.DeepEqual(same, whole) {
		t.Errorf("unbounded %+v, %v, want %+v", same, err, whole)
	}
	for _, work := range []int64{20_000, 2_000, 1} {
		cut, err := b.Estimate(ctx, true, work)
		if err != nil || !cut.Cut || cut.Cost < whole.Cost {
			t.Errorf("with %d: %+v, %v; whole: %+v", work, cut, err, whole)
		}
	}
}

// TestMeasureAgain measures one board several times, also after it was measured otherwise: what is measured does not depend on that.
func TestMeasureAgain(t *testing.T) {
	ctx := t.Context()
	for _, name := range puztest.Some(slices.Sorted(maps.Keys(sampled)), 6) {
		bd := drawn(t, name, sampled[name][0], sampled[name][1], 5)
		want, err := compiled(t, bd).Measure(ctx, true)
		if err != nil {
			t.Fatal(err)
		}
		b := compiled(t, bd)
		cut, err := b.Estimate(ctx, true, 5_000)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Within(ctx, 3); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if got, err := b.Measure(ctx, true); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s is measured as %+v, %v, and at first as %+v", name, got, err, want)
			}
			if got, err := b.Estimate(ctx, true, 5_000); err != nil || !reflect.DeepEqual(got, cut) {
				t.Errorf("%s is estimated as %+v, %v, and at first as %+v", name, got, err, cut)
			}
		}
	}
}

// fading is a context that ends after it has been asked so often whether it has.
type fading struct {
	context.Context
	left int
}

func (c *fading) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestMeasureEnds ends the measuring of a board by a class early, and somewhere under way: that is an error, wherever it was.
func TestMeasureEnds(t *testing.T) {
	bd := drawn(t, "slitherlink", 6, 6, 3)
	b := compiled(t, bd)
	for _, left := range []int{0, 1, 10, 100} {
		if _, ok, err := b.MeasureWithin(&fading{t.Context(), left}, true, 3); ok || !errors.Is(err, context.Canceled) {
			t.Errorf("after %d: %v, %v", left, ok, err)
		}
		if r, err := b.Within(&fading{t.Context(), left}, 3); r != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("after %d: %v, %v", left, r, err)
		}
	}
}

// TestManyValues: of somebody's rules with more values than can be followed one by one that is said, before they take all memory.
func TestManyValues(t *testing.T) {
	for values, fits := range map[string]bool{"1..1000": true, "1..100000000": false, "1..900000000": false} {
		f, probs := rules.Load("own.yaml", []byte("version: 1\nfamily: own\nsize: {rows: 2..9, cols: 2..9}\nfind: {x: {values: \""+values+"\"}}\nrules:\n  up: x[a] < x[b] for a, b in links\n"), families.Use)
		if f == nil {
			t.Fatal(probs)
		}
		bd, err := rules.NewBoard(f, 2, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		enc, err := encode.New(t.Context(), bd, encode.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Compile(t.Context(), enc, native.New(), make(model.Assignment, enc.Problem.NumVars())); fits != (err == nil) {
			t.Errorf("%s: %v", values, err)
		}
		enc.Close()
	}
}
