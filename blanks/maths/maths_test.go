package maths

import (
	"context"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/blanks"
	"github.com/quandary-puzzles/quandary/blanks/shelf"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// Every file of the shelf makes puzzles; what the solver says to be the only filling is, of puzzles with few fillings, the only
// one that the judge accepts near it.
func TestShelf(t *testing.T) {
	puztest.From(t, puztest.Usual)
	ctx := context.Background()
	proved := 0
	for _, name := range shelf.Maths().Names() {
		data, _ := shelf.Maths().Read(name)
		f, problems := Read(name+".yaml", data)
		if len(problems) > 0 {
			t.Errorf("%s: %v", name, problems[0])
			continue
		}
		for seed := range uint64(2) {
			p, err := f.Make(ctx, native.New(), Demand{}, rng.New(seed))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				break
			}
			if err := p.Open(f); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			answers := p.Answers()
			if m, err := p.Mark(ctx, answers); err != nil || !m.Right {
				t.Errorf("%s: its own answers are wrong: %+v %v", name, m, err)
			}
			s, err := p.Sheet("zh")
			if err != nil || s.Title == "" || strings.Contains(s.Text(blanks.Gap), "{") {
				t.Errorf("%s: sheet %+v %v", name, s, err)
			}
			if seed == 0 && p.Unique() && len(f.Steps) == 0 {
				proved++
			}
			for i, a := range answers {
				for _, wrong := range []string{a + "+1", "(" + a + ")*2-7", "0", "1"} {
					if v, err := whole(a); err == nil {
						if w, err := whole(wrong); err == nil && w == v {
							continue
						}
					}
					other := append([]string{}, answers...)
					other[i] = wrong
					if m, err := p.Mark(ctx, other); err != nil || m.Right && len(f.Steps) == 0 {
						t.Errorf("%s: blank %d: %s for %s: %+v %v", name, i+1, wrong, a, m, err)
					}
				}
			}
		}
	}
	t.Logf("%d kinds with one filling, proved", proved)
	if proved < 20 {
		t.Errorf("%d kinds: expected 20", proved)
	}
}

// Puzzles come from ids, which anyone may write.
func TestOpen(t *testing.T) {
	data, _ := shelf.Maths().Read("square-root")
	f, problems := Read("square-root", data)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, p := range []*Puzzle{
		{},
		{Blanks: []string{"first"}},
		{Blanks: []string{"first"}, Pieces: [][]string{nil}},
		{Blanks: []string{"first"}, Pieces: [][]string{nil}, Values: map[string][]string{"first": {"2"}, "sum": {"1"}}, Letters: "AA"},
		{Blanks: []string{"first"}, Pieces: [][]string{nil}, Values: map[string][]string{"first": {"2"}, "sum": {"1"}}, Turned: []int{7}},
		{Blanks: []string{"first"}, Pieces: [][]string{nil}, Left: []int{1, 2}},
		{Blanks: []string{"nothing"}, Pieces: [][]string{nil}},
		{Blanks: []string{"first"}, Pieces: [][]string{nil}, Values: map[string][]string{"first": {}, "sum": {"1"}}},
		{Blanks: []string{"first"}, Pieces: [][]string{nil}, Values: map[string][]string{"first": {"2"}, "sum": {"1"}}},
	} {
		if err := p.Open(f); err != nil {
			continue
		}
		if _, err := p.Prove(context.Background(), native.New()); err == nil {
			t.Errorf("%+v is opened and proved", p)
		}
	}
}
