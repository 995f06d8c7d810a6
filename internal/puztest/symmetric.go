package puztest

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Symmetric tests the canonical form of a puzzle: rounds times, each of its transformations is applied to what the last one
// gave, and the form must stay. So must the puzzle that is written in that form, and its id must open.
func Symmetric(t *testing.T, f puzzle.Family, p puzzle.Symmetric, r *rng.Stream, rounds int) {
	t.Helper()
	ctx := context.Background()
	inst, ok := p.(puzzle.Instance)
	if !ok {
		t.Fatalf("%T has symmetries and is no puzzle", p)
	}
	id := puzzle.ID(f, inst)
	want, err := p.Canonical(ctx, 0)
	if errors.Is(err, puzzle.ErrNoForm) {
		return
	}
	if err != nil || !want.Exact {
		t.Fatalf("%s: exact %v after %d steps, %v", id, want.Exact, want.Work, err)
	}
	check := func(how string, q puzzle.Instance) puzzle.Form {
		t.Helper()
		form, err := q.(puzzle.Symmetric).Canonical(ctx, 0)
		if err != nil || !form.Exact || !bytes.Equal(form.Key, want.Key) {
			t.Fatalf("%s, %s: another form than that of\n%s\nexact %v, %v", puzzle.ID(f, q), how, id, form.Exact, err)
		}
		return form
	}
	written := ""
	write := func(how string, form puzzle.Form) {
		t.Helper()
		if form.Instance == nil {
			return
		}
		q, err := form.Instance()
		if err != nil {
			t.Fatalf("%s, %s: %v", id, how, err)
		}
		text := puzzle.ID(f, q)
		if written == "" {
			written = text
			_, back, err := puzzle.NewRegistry(f).Open(ctx, text)
			if err != nil {
				t.Fatalf("%s: the puzzle in canonical form does not open: %v\n%s", id, err, text)
			}
			check("written in its form", back)
		}
		if text != written {
			t.Fatalf("%s, %s: written in another form:\n%s\n%s", id, how, text, written)
		}
	}
	write("as it is", want)
	at := inst
	for round := range rounds {
		for _, name := range p.Symmetries().Names {
			q, err := at.(puzzle.Symmetric).Symmetries().Transform(name, r.Derive(name, uint64(round)))
			if err != nil {
				t.Fatalf("%s, %s: %v", id, name, err)
			}
			at = q
			form := check(name, at)
			if round == 0 {
				write(name, form)
			}
		}
	}
	if _, err := p.Symmetries().Transform("\x00nonsense", r); err == nil {
		t.Errorf("%s: a transformation of no name is made", id)
	}
}
