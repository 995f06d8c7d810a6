package telling_test

import (
	"context"
	"slices"
	"testing"

	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/internal/drawing"
	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/internal/telling"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// builtin gives a family that comes with the program.
func builtin(t *testing.T, id string) *declared.Family {
	t.Helper()
	all := declared.Catalogue(native.New())
	n := slices.IndexFunc(all, func(f puzzle.Family) bool { return f.Name() == id })
	if n < 0 {
		t.Fatalf("no family %s", id)
	}
	return all[n].(*declared.Builtin).Open()
}

// generated makes a puzzle.
func generated(t *testing.T, f *declared.Family, size string, seed uint64) puzzle.Generated {
	t.Helper()
	p, err := f.ParseParams(size)
	if err != nil {
		t.Fatal(err)
	}
	g, err := f.Generate(context.Background(), p, nil, puzzle.Stream(f, seed, 0), nil)
	if err != nil {
		t.Fatalf("%s:%s#%d: %v", f.Name(), size, seed, err)
	}
	return g
}

// explained gives who tells the steps of a puzzle in its language, and who finds them.
func explained(ctx context.Context, t *testing.T, inst *declared.Instance, lang string) (*telling.Explanation, *deduce.Teller, error) {
	t.Helper()
	enc, err := encode.New(ctx, inst.Board(), encode.Options{Techniques: true})
	if err != nil {
		return nil, nil, err
	}
	defer enc.Close()
	s, err := native.New().Open(ctx, enc.Problem, solve.Budget{})
	if err != nil {
		return nil, nil, err
	}
	defer s.Close()
	r, err := s.Solve(ctx)
	if err != nil {
		return nil, nil, err
	}
	b, err := deduce.Compile(ctx, enc, native.New(), r.Solution)
	if err != nil {
		return nil, nil, err
	}
	looks, _ := drawing.Read(inst.Board().File)
	steps := deduce.NewTeller(b.NewSearch(nil))
	steps.Marks = true
	return telling.New(telling.Speaker{Board: inst.Board(), Lang: lang, Drawn: looks.Shown}, steps, func(deduce.Said) (puzzle.Move, bool) { return "", false }), steps, nil
}
