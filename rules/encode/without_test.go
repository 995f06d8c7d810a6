package encode_test

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestWithout: what an encoding left out for want of a layer says, on a board that has it, the same as in an encoding of that board.
func TestWithout(t *testing.T) {
	ctx := context.Background()
	for _, id := range []string{"norinori", "lits", "star-battle"} {
		f := load(t, id)
		room := f.Layer("room")
		own := map[string]int64{}
		for _, p := range f.Params {
			own[p.Name] = 1
		}
		bare, err := rules.NewBoard(f, 4, 4, own)
		if err != nil {
			t.Fatal(err)
		}
		cells := bare.Geo.All(board.Cell)
		opt := encode.Options{Ignored: f.Without([]*rules.Layer{room})}
		for _, cuts := range [][]int{{0, 8, 16}, {0, 4, 16}, {0, 5, 11, 16}, {0, 4, 8, 12, 16}} {
			b := bare.Clone()
			var parts [][]board.Place
			for i, from := range cuts[1:] {
				parts = append(parts, cells[cuts[i]:from])
			}
			b.Set(room, &rules.Marks{Parts: parts})
			enc, err := encode.New(ctx, bare, opt)
			if err != nil {
				t.Fatal(err)
			}
			terms, err := enc.Without(ctx, b, opt)
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range terms {
				enc.Problem.Assert("room", x)
			}
			whole, err := encode.New(ctx, b, encode.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got, want := solutions(t, enc), solutions(t, whole)
			if got != want {
				t.Errorf("%s with rooms cut at %v: %d solutions, want %d", id, cuts, got, want)
			}
		}
	}
}

func solutions(t *testing.T, enc *encode.Encoding) int {
	t.Helper()
	s, err := native.New().Open(context.Background(), enc.Problem, solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	n, exact, err := s.Count(context.Background(), 5000)
	if err != nil || !exact {
		t.Fatalf("%d solutions, and perhaps more: %v", n, err)
	}
	return n
}
