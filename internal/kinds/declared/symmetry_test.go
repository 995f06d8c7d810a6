package declared

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestSymmetriesKeepTheRules: the image of a puzzle has the image of its solution, judged by the rules; all images have one canonical
// form, whose instance is one of them; and the image under a symmetry and its inverse is the puzzle itself.
func TestSymmetriesKeepTheRules(t *testing.T) {
	ctx := context.Background()
	for _, c := range [][2]string{
		{"slitherlink", "5x6"}, {"masyu", "6x6"}, {"heyawake", "6x6"}, {"tents", "6x6"}, {"skyscraper", "4x4"}, {"creek", "4x5"}, {"kenken", "4x4"},
	} {
		f := builtin(t, c[0])
		g := generated(t, f, c[1], nil, 5)
		inst := g.Instance.(*Instance)
		form, err := inst.Canonical(ctx, 0)
		if err != nil || !form.Exact {
			t.Fatal(err)
		}
		if len(inst.Symmetries().Names) != 7 {
			t.Fatalf("%s: %d symmetries", c[0], len(inst.Symmetries().Names))
		}
		for s := board.FlipLeftRight; s < board.Symmetries; s++ {
			image, err := inst.Symmetries().Transform(s.String(), rng.New(1))
			if err != nil {
				t.Fatalf("%s: %v: %v", c[0], s, err)
			}
			turned := image.(*Instance)
			sol, err := g.Solution.(*Solution).b.Turn(s)
			if err != nil {
				t.Fatal(err)
			}
			if err := turned.CheckSolution(&Solution{f, sol}); err != nil {
				t.Errorf("%s: %v: the image of the solution: %v", c[0], s, err)
			}
			same, err := turned.Canonical(ctx, 0)
			if err != nil || string(same.Key) != string(form.Key) {
				t.Errorf("%s: %v: the image has another canonical form: %v", c[0], s, err)
			}
			back, err := turned.Symmetries().Transform(s.Inverse().String(), rng.New(1))
			if err != nil || puzzle.ID(f, back) != puzzle.ID(f, inst) {
				t.Errorf("%s: %v and back: %v", c[0], s, err)
			}
		}
	}
}
