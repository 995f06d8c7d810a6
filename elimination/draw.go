package elimination

import (
	"bufio"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// Format is a format of drawings.
type Format int

const (
	SVG Format = iota // scalable, as XML
	PNG               // pixels
)

// Draw draws the graph: a row of items for each category, a line for each link that is left, and a heavy line for each
// pair that is matched one to one. A solved problem has heavy lines only. In a PNG, characters that the built-in font
// lacks (it has Latin, Greek and Cyrillic) show as boxes; an SVG leaves fonts to the viewer.
func (s *Solver) Draw(w io.Writer, format Format, title string) error {
	d := s.layout(title)
	bw := bufio.NewWriter(w)
	var err error
	switch format {
	case SVG:
		d.svg(bw)
	case PNG:
		err = d.png(bw)
	default:
		err = &CallError{"draw", fmt.Sprintf("unknown format %d", format)}
	}
	if err != nil {
		return err
	}
	return bw.Flush()
}

// drawing is a graph with places on the page, in pixels.
type drawing struct {
	title         string
	width, height float64
	names         []textAt // category labels, right-aligned at x
	nodes         []textAt // item labels, centred
	links         []curve
}

type textAt struct {
	x, y float64
	text string
}

// curve is a quadratic Bézier curve.
type curve struct {
	x0, y0, cx, cy, x1, y1 float64
	matched                bool
}

const (
	nodeRadius = 5.0
	rowHeight  = 90.0
	fontSize   = 13.0
	margin     = 24.0
)

func textWidth(s string) float64 { return float64(len([]rune(s))) * fontSize * 0.6 }

func (s *Solver) layout(title string) *drawing {
	d := &drawing{title: title}
	head, column := 0.0, 60.0
	for _, c := range s.ix.cats {
		head = max(head, textWidth(fmt.Sprint(c)))
	}
	for _, l := range s.ix.labels {
		column = max(column, textWidth(fmt.Sprint(l))+16)
	}
	top := margin + fontSize
	if title != "" {
		top += 2 * fontSize
	}
	x := func(i int) float64 { return margin + head + column*(float64(i)+0.5) + 10 }
	y := func(c int) float64 { return top + float64(c)*rowHeight + 20 }
	d.width = x(s.ix.n-1) + column/2 + margin
	d.height = y(s.ix.m-1) + 2*margin
	for c, l := range s.ix.cats {
		d.names = append(d.names, textAt{margin + head, y(c) + fontSize/3, fmt.Sprint(l)})
	}
	for p, l := range s.ix.labels {
		d.nodes = append(d.nodes, textAt{x(p % s.ix.n), y(p / s.ix.n), fmt.Sprint(l)})
	}
	for _, matched := range []bool{false, true} { // heavy lines on top
		for p := range s.ix.labels {
			for q := (p/s.ix.n + 1) * s.ix.n; q < len(s.ix.labels); q++ {
				if !s.g.Linked(p, q) || s.g.Matched(p, q) != matched {
					continue
				}
				a, b := d.nodes[p], d.nodes[q]
				// Links between rows that are not neighbours bow out, so that they do not run through other items.
				bow := float64(q/s.ix.n-p/s.ix.n-1) * 14
				d.links = append(d.links, curve{a.x, a.y, (a.x+b.x)/2 + bow, (a.y + b.y) / 2, b.x, b.y, matched})
			}
		}
	}
	return d
}

var xmlText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// svg writes the drawing as SVG 1.1.
func (d *drawing) svg(w io.Writer) {
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" font-family="sans-serif" font-size="%.0f">`+"\n",
		d.width, d.height, d.width, d.height, fontSize)
	fmt.Fprintf(w, `<rect width="100%%" height="100%%" fill="white"/>`+"\n")
	if d.title != "" {
		fmt.Fprintf(w, `<title>%s</title><text x="%.1f" y="%.1f" font-size="%.0f">%s</text>`+"\n",
			xmlText.Replace(d.title), margin, margin+fontSize, fontSize*1.3, xmlText.Replace(d.title))
	}
	for _, l := range d.links {
		style := `stroke="#9aa5b1" stroke-width="0.7"`
		if l.matched {
			style = `stroke="#c0392b" stroke-width="2.4"`
		}
		fmt.Fprintf(w, `<path d="M%.1f %.1f Q%.1f %.1f %.1f %.1f" fill="none" %s/>`+"\n", l.x0, l.y0, l.cx, l.cy, l.x1, l.y1, style)
	}
	for _, t := range d.names {
		fmt.Fprintf(w, `<text x="%.1f" y="%.1f" text-anchor="end" font-weight="bold">%s</text>`+"\n", t.x, t.y, xmlText.Replace(t.text))
	}
	for _, t := range d.nodes {
		fmt.Fprintf(w, `<circle cx="%.1f" cy="%.1f" r="%.0f" fill="#2c3e50"/><text x="%.1f" y="%.1f" text-anchor="middle" stroke="white" stroke-width="3" paint-order="stroke">%s</text>`+"\n",
			t.x, t.y, nodeRadius, t.x, t.y-nodeRadius-4, xmlText.Replace(t.text))
	}
	fmt.Fprintln(w, `</svg>`)
}

// png paints the drawing.
func (d *drawing) png(w io.Writer) error {
	if d.width > 8192 || d.height > 8192 {
		return &CallError{"draw", fmt.Sprintf("a PNG of %.0f by %.0f pixels is too large (limit 8192); SVG has no limit", d.width, d.height)}
	}
	face, err := newFace(fontSize)
	if err != nil {
		return err
	}
	defer face.Close()
	img := image.NewRGBA(image.Rect(0, 0, int(math.Ceil(d.width)), int(math.Ceil(d.height))))
	draw.Draw(img, img.Bounds(), image.White, image.Point{}, draw.Src)
	for _, l := range d.links {
		if l.matched {
			stroke(img, l, 2.4, color.RGBA{0xc0, 0x39, 0x2b, 0xff})
		} else {
			stroke(img, l, 0.7, color.RGBA{0x9a, 0xa5, 0xb1, 0xff})
		}
	}
	if d.title != "" {
		write(img, face, d.title, margin, margin+fontSize, 0)
	}
	for _, t := range d.names {
		write(img, face, t.text, t.x, t.y, 1)
	}
	for _, t := range d.nodes {
		disc(img, t.x, t.y, nodeRadius, color.RGBA{0x2c, 0x3e, 0x50, 0xff})
		write(img, face, t.text, t.x, t.y-nodeRadius-4, 0.5)
	}
	return png.Encode(w, img)
}

func newFace(size float64) (font.Face, error) {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	return opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
}

// write puts text at (x, y), with the given part of its width left of x.
func write(img draw.Image, face font.Face, text string, x, y, part float64) {
	dr := font.Drawer{Dst: img, Src: image.Black, Face: face}
	left := x - part*float64(dr.MeasureString(text))/64
	dr.Dot = fixed.Point26_6{X: fixed.Int26_6(left * 64), Y: fixed.Int26_6(y * 64)}
	dr.DrawString(text)
}

// stroke paints a curve as a band of the given width.
func stroke(img *image.RGBA, c curve, width float64, col color.Color) {
	const pieces = 16
	dx, dy := c.x1-c.x0, c.y1-c.y0
	aside := width / 2 / math.Hypot(dx, dy)
	var there, back [][2]float64
	for i := range pieces + 1 {
		t := float64(i) / pieces
		u := 1 - t
		x, y := u*u*c.x0+2*u*t*c.cx+t*t*c.x1, u*u*c.y0+2*u*t*c.cy+t*t*c.y1
		there = append(there, [2]float64{x - dy*aside, y + dx*aside})
		back = append(back, [2]float64{x + dy*aside, y - dx*aside})
	}
	slices.Reverse(back)
	fill(img, col, append(there, back...))
}

func disc(img *image.RGBA, x, y, r float64, col color.Color) {
	var around [][2]float64
	for i := range 24 {
		sin, cos := math.Sincos(float64(i) / 24 * 2 * math.Pi)
		around = append(around, [2]float64{x + r*cos, y + r*sin})
	}
	fill(img, col, around)
}

// fill paints what an outline encloses.
func fill(img *image.RGBA, col color.Color, outline [][2]float64) {
	least, most := outline[0], outline[0]
	for _, p := range outline {
		for k := range p {
			least[k], most[k] = min(least[k], p[k]), max(most[k], p[k])
		}
	}
	box := image.Rect(int(least[0]), int(least[1]), int(most[0])+2, int(most[1])+2) // nothing is left of 0 or above it
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	for i, p := range outline {
		x, y := float32(p[0]-float64(box.Min.X)), float32(p[1]-float64(box.Min.Y))
		if i == 0 {
			r.MoveTo(x, y)
		} else {
			r.LineTo(x, y)
		}
	}
	r.ClosePath()
	r.Draw(img, box, image.NewUniform(col), image.Point{})
}
