package render

import (
	"bufio"
	"fmt"
	"image/color"
	"io"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// SVG draws a scene as a stand-alone SVG image whose cells are unit points wide.
func SVG(w io.Writer, s puzzle.Scene, t Theme, unit float64) error {
	f, err := parseFonts(t)
	if err != nil {
		return err
	}
	// A viewer chooses its own font where it lacks ours, so a letter that ours lacks is no error here.
	if err := check(puzzle.Scene{Width: s.Width, Height: s.Height}, f, t); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	width, height := s.Width+2*margin, s.Height+2*margin
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="%s %s %s %s" role="img" font-family="%s" text-anchor="middle" stroke-linecap="square">`+"\n",
		num(width*unit), num(height*unit), num(-margin), num(-margin), num(width), num(height), escape(t.Family))
	if s.Title != "" {
		fmt.Fprintf(b, "<title>%s</title>\n", escape(s.Title))
	}
	fmt.Fprintf(b, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s"/>`+"\n",
		num(-margin), num(-margin), num(width), num(height), hex(t.Paper))
	for i, sh := range s.Shapes {
		st := t.style(sh.Role)
		if sh.Line != nil { // all that follow each other are one path: most of a board is lines
			if i == 0 || !alike(s.Shapes[i-1], sh) {
				b.WriteString(`<path d="`)
			}
			b.WriteString(stroke(sh.Line))
			if i == len(s.Shapes)-1 || !alike(sh, s.Shapes[i+1]) {
				fmt.Fprintf(b, `" stroke="%s" stroke-width="%s"/>`+"\n", hex(st.Color), num(st.Width))
			}
			continue
		}
		switch {
		case sh.Rect != nil:
			fmt.Fprintf(b, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s"/>`+"\n",
				num(sh.Rect.X), num(sh.Rect.Y), num(sh.Rect.W), num(sh.Rect.H), hex(st.Color))
		case sh.Circle != nil:
			fmt.Fprintf(b, `<circle cx="%s" cy="%s" r="%s" %s/>`+"\n", num(sh.Circle.X), num(sh.Circle.Y), num(sh.Circle.R), t.paint(st, sh.Circle.Open))
		case sh.Polygon != nil:
			points := make([]string, len(sh.Polygon.Points))
			for i, p := range sh.Polygon.Points {
				points[i] = num(p.X) + "," + num(p.Y)
			}
			fmt.Fprintf(b, `<polygon points="%s" %s/>`+"\n", strings.Join(points, " "), t.paint(st, sh.Polygon.Open))
		case sh.Label != nil:
			svgLabel(b, f, t, sh.Label, st)
		}
	}
	b.WriteString("</svg>\n")
	return b.Flush()
}

// stroke gives a line as a part of a path.
func stroke(l *puzzle.Line) string {
	from := "M" + num(l.X1) + " " + num(l.Y1)
	switch {
	case l.Y1 == l.Y2:
		return from + "H" + num(l.X2)
	case l.X1 == l.X2:
		return from + "V" + num(l.Y2)
	}
	return from + "L" + num(l.X2) + " " + num(l.Y2)
}

// alike reports whether two shapes are lines of one role.
func alike(a, b puzzle.Shape) bool { return a.Line != nil && b.Line != nil && a.Role == b.Role }

// paint gives the attributes of a filled shape, or of the outline of an open one.
func (t Theme) paint(st Style, open bool) string {
	if !open {
		return fmt.Sprintf(`fill="%s"`, hex(st.Color))
	}
	return fmt.Sprintf(`fill="%s" stroke="%s" stroke-width="%s"`, hex(t.Paper), hex(st.Color), num(st.Width))
}

func svgLabel(b *bufio.Writer, f *fonts, t Theme, l *puzzle.Label, st Style) {
	for _, line := range f.lines(l, st.Bold) {
		x, anchor := line.x, ` text-anchor="start"`
		if !l.Left {
			x, anchor = l.X, "" // the viewer centres by its own measure
		}
		weight := ""
		if st.Bold {
			weight = ` font-weight="bold"`
		}
		fmt.Fprintf(b, `<text x="%s" y="%s" font-size="%s"%s%s fill="%s">%s</text>`+"\n",
			num(x), num(line.y), num(l.Size), anchor, weight, hex(st.Color), escape(line.text))
	}
}

// num writes a coordinate with at most four digits behind the point.
func num(v float64) string {
	s := strconv.FormatFloat(v, 'f', 4, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" || s == "" {
		return "0"
	}
	return s
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// escape makes a text safe inside XML: markup characters are escaped, and what XML cannot hold becomes U+FFFD.
func escape(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
			return 0xfffd
		}
		return r
	}, escaper.Replace(strings.ToValidUTF8(s, "\uFFFD")))
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")
