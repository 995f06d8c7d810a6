package foundry

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/dataset"
	"github.com/quandary-puzzles/quandary/internal/kinds/worded"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// TestWordsAndWorded: the record of a specification and that of the worded puzzle with the same text are one puzzle.
func TestWordsAndWorded(t *testing.T) {
	ctx := context.Background()
	families := Families()
	f, err := families.Lookup("worded")
	if err != nil {
		t.Fatal(err)
	}
	params, err := f.ParseParams("knaves")
	if err != nil {
		t.Fatal(err)
	}
	g, err := f.(puzzle.Generator).Generate(ctx, params, nil, rng.New(3), nil)
	if err != nil {
		t.Fatal(err)
	}
	words, err := NewWords(&Files{})
	if err != nil {
		t.Fatal(err)
	}
	defer words.Close()
	c := &dataset.Canonical{Families: families, Form: words.Form}
	key := c.Key(ctx)
	a, err1 := key(g.Instance.(*worded.Instance).Record())
	b, err2 := key(&record.Record{Origin: &record.Origin{Puzzle: puzzle.ID(f, g.Instance)}})
	if err1 != nil || err2 != nil || a == "" || a != b {
		t.Errorf("%v, %v: different keys\n%q\n%q", err1, err2, a, b)
	}
	if n := c.Compared(); n.Exact != 2 {
		t.Error(n)
	}
}

// TestShelvesHaveForms: the puzzles that come with the program keep their forms under all their symmetries, those with
// invariants too.
func TestShelvesHaveForms(t *testing.T) {
	for _, f := range Families().All() {
		shelf := f.About()
		if shelf.Shelf == nil {
			continue
		}
		for _, name := range shelf.Shelf() {
			inst, err := shelf.FromShelf(name)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(f.Name()+":"+name, func(t *testing.T) { puztest.Symmetric(t, f, inst.(puzzle.Symmetric), rng.New(1), 2) })
		}
	}
}
