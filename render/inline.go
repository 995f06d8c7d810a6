package render

import (
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// Inline writes shapes as SVG elements for a page that has styles of its own: an element's class is its role, what is open is also of
// the class open, and data-at names the part of the puzzle that it stands for. Texts stay on one line.
func Inline(shapes []puzzle.Shape) string {
	var b strings.Builder
	for _, sh := range shapes {
		attrs := fmt.Sprintf(` class="%s"`, sh.Role)
		if sh.Circle != nil && sh.Circle.Open || sh.Polygon != nil && sh.Polygon.Open {
			attrs = fmt.Sprintf(` class="%s open"`, sh.Role)
		}
		if sh.Ref != nil {
			attrs += fmt.Sprintf(` data-at="%s"`, escape(sh.Ref.ID))
		}
		switch {
		case sh.Rect != nil:
			fmt.Fprintf(&b, `<rect%s x="%s" y="%s" width="%s" height="%s"/>`, attrs, num(sh.Rect.X), num(sh.Rect.Y), num(sh.Rect.W), num(sh.Rect.H))
		case sh.Line != nil:
			fmt.Fprintf(&b, `<line%s x1="%s" y1="%s" x2="%s" y2="%s"/>`, attrs, num(sh.Line.X1), num(sh.Line.Y1), num(sh.Line.X2), num(sh.Line.Y2))
		case sh.Circle != nil:
			fmt.Fprintf(&b, `<circle%s cx="%s" cy="%s" r="%s"/>`, attrs, num(sh.Circle.X), num(sh.Circle.Y), num(sh.Circle.R))
		case sh.Polygon != nil:
			points := make([]string, len(sh.Polygon.Points))
			for i, p := range sh.Polygon.Points {
				points[i] = num(p.X) + "," + num(p.Y)
			}
			fmt.Fprintf(&b, `<polygon%s points="%s"/>`, attrs, strings.Join(points, " "))
		case sh.Label != nil:
			anchor := ` text-anchor="middle"`
			if sh.Label.Left {
				anchor = ""
			}
			fmt.Fprintf(&b, `<text%s x="%s" y="%s" font-size="%s"%s dominant-baseline="central">%s</text>`,
				attrs, num(sh.Label.X), num(sh.Label.Y), num(sh.Label.Size), anchor, escape(sh.Label.Text))
		}
	}
	return b.String()
}
