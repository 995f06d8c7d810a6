package drawing

import (
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/puztest/scatter"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/render"
	"github.com/quandary-puzzles/quandary/rules"
)

// TestEveryFamilyIsDrawn draws a random board of every family, and random marks as its solution, in every format. Every number that
// is written in the board must stand in the pictures.
func TestEveryFamilyIsDrawn(t *testing.T) {
	for _, id := range puztest.Some(families.Names(), 10) {
		t.Run(id, func(t *testing.T) {
			file, err := families.Load(id)
			if err != nil {
				t.Fatal(err)
			}
			looks, probs := Read(file)
			if err := probs.Err(); err != nil {
				t.Fatal(err)
			}
			r := rng.New(1).Derive("picture/"+id, 0)
			b := scatter.Board(t, file, r)
			want := numbers(looks, b)
			for n, answer := range []*rules.Board{nil, scatter.Board(t, file, r)} {
				drawn, err := looks.Draw(b, answer, "en")
				if err != nil {
					t.Fatal(err)
				}
				scene := drawn.Scene
				if strings.TrimSpace(scene.Text) == "" {
					t.Error("the text is empty")
				}
				var svg bytes.Buffer
				if err := render.SVG(&svg, scene, render.Light(), 20); err != nil {
					t.Error(err)
				}
				if err := render.PNG(io.Discard, scene, render.Light(), 12); err != nil {
					t.Error(err)
				}
				if err := render.PDF(io.Discard, render.Worksheet{Sheets: []render.Sheet{{Puzzle: scene}}}, render.Light()); err != nil {
					t.Error(err)
				}
				if n > 0 {
					continue
				}
				at := map[puzzle.Point]string{}
				for _, shape := range scene.Shapes {
					if l := shape.Label; l != nil {
						if other, ok := at[puzzle.Point{X: l.X, Y: l.Y}]; ok {
							t.Errorf("%q and %q stand in one place", other, l.Text)
						}
						at[puzzle.Point{X: l.X, Y: l.Y}] = l.Text
					}
				}
				for _, text := range want {
					// A sign of another layer may stand beside it, as in 12×.
					if !regexp.MustCompile(`>` + text + `\D*<`).MatchString(svg.String()) {
						t.Errorf("%q is not in the SVG", text)
					}
					if !strings.Contains(scene.Text, text) {
						t.Errorf("%q is not in the text:\n%s", text, scene.Text)
					}
				}
			}
		})
	}
}

// numbers lists the numbers of a board of which each must be seen: those that are drawn as digits.
func numbers(looks *Looks, b *rules.Board) []string {
	var want []string
	seen := []board.Kind{board.Cell, board.Corner, board.Square, board.Link, board.Edge} // what stands outside has tests of its own
	for _, l := range b.File.Layers {
		m := b.Marks(l)
		if m == nil || looks.Of(l).Style != "digit" || l.Role != rules.Given && !l.Printed {
			continue
		}
		for p, v := range m.Values {
			if v.Kind == rules.Int && slices.Contains(seen, p.Kind) {
				want = append(want, v.String())
			}
		}
	}
	return want
}
