package web

import (
	"fmt"
	"html/template"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/render"
)

// drawing is how a board of layers looks: SVG whose classes the style sheet knows.
type drawing struct {
	Board string          `json:"board,omitempty"` // the printed picture; the page has it in its text
	Signs [][][][3]string `json:"signs"`           // by layer, look and mark: what fills cells, what lies on lines, and what on signs
}

// drawingMargin lies round the picture of a board, in cells.
const drawingMargin = 0.12

// drawingOf draws a board of layers. Marks of the player go into the groups of the classes ground, lines and signs; there, and in signs,
// points are those of the board.
func drawingOf(v *puzzle.LayersView) *drawing {
	shapes := v.Board.Shapes
	part := func(name string, shapes []puzzle.Shape) string {
		return fmt.Sprintf(`<g transform="translate(%.4g %.4g)">%s</g><g class="%s"></g>`, -v.Left, -v.Top, render.Inline(shapes), name)
	}
	d := &drawing{Board: fmt.Sprintf(`<svg class="picture-board" viewBox="%.4g %.4g %.4g %.4g" aria-hidden="true">%s%s%s</svg>`,
		-v.Left-drawingMargin, -v.Top-drawingMargin, v.Board.Width+2*drawingMargin, v.Board.Height+2*drawingMargin,
		part("ground", shapes[:v.Ground]), part("lines", shapes[v.Ground:v.Lines]), part("signs", shapes[v.Lines:]))}
	for _, l := range v.Layers {
		looks := make([][][3]string, len(l.Signs))
		for n, signs := range l.Signs {
			for _, s := range signs {
				looks[n] = append(looks[n], [3]string{render.Inline(s.Ground), render.Inline(s.Lines), render.Inline(s.Signs)})
			}
		}
		d.Signs = append(d.Signs, looks)
	}
	return d
}

// Picture is the board in the page's text, so that it stands before any script has run.
func (v *viewAnswer) Picture() template.HTML {
	if v.picture == "" {
		return ""
	}
	return template.HTML(v.picture) //nolint:gosec // written by our renderer, which escapes every text
}
