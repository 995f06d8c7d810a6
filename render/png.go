package render

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// maxPixels bounds a picture: 64 million pixels take 256 MB.
const maxPixels = 64 << 20

// PNG draws a scene as a PNG image whose cells are unit pixels wide.
func PNG(w io.Writer, s puzzle.Scene, t Theme, unit float64) error {
	img, err := raster(s, t, unit)
	if err != nil {
		return err
	}
	return png.Encode(w, img)
}

// raster draws a scene into an image whose cells are unit pixels wide.
func raster(s puzzle.Scene, t Theme, unit float64) (*image.RGBA, error) {
	f, err := parseFonts(t)
	if err != nil {
		return nil, err
	}
	if err := check(s, f, t); err != nil {
		return nil, err
	}
	width, height := math.Ceil((s.Width+2*margin)*unit), math.Ceil((s.Height+2*margin)*unit)
	if !(width >= 1 && height >= 1 && width*height <= maxPixels) {
		return nil, fmt.Errorf("a picture of %.0f by %.0f pixels: expected 1 to %d in all", width, height, maxPixels)
	}
	c := &canvas{
		img:   image.NewRGBA(image.Rect(0, 0, int(width), int(height))),
		unit:  unit,
		fonts: f,
		faces: map[faceKey]font.Face{},
	}
	draw.Draw(c.img, c.img.Bounds(), image.NewUniform(t.Paper), image.Point{}, draw.Src)
	for _, sh := range s.Shapes {
		st := t.style(sh.Role)
		switch {
		case sh.Rect != nil:
			c.quad(sh.Rect.X, sh.Rect.Y, sh.Rect.X+sh.Rect.W, sh.Rect.Y+sh.Rect.H, st.Color)
		case sh.Line != nil:
			c.line(sh.Line, st)
		case sh.Circle != nil:
			if o := sh.Circle; o.Open {
				half := math.Max(st.Width, 1/c.unit) / 2
				c.disc(o.X, o.Y, o.R+half, st.Color)
				c.disc(o.X, o.Y, o.R-half, t.Paper)
			} else {
				c.disc(o.X, o.Y, o.R, st.Color)
			}
		case sh.Polygon != nil:
			c.points(sh.Polygon, st, t.Paper)
		case sh.Label != nil:
			if err := c.label(sh.Label, st); err != nil {
				return nil, err
			}
		}
	}
	return c.img, nil
}

type faceKey struct {
	size float64
	bold bool
}

// canvas draws in cells on an image.
type canvas struct {
	img   *image.RGBA
	unit  float64
	fonts *fonts
	faces map[faceKey]font.Face
}

func (c *canvas) px(v float64) float32 { return float32((v + margin) * c.unit) }

// quad fills an upright rectangle.
func (c *canvas) quad(x1, y1, x2, y2 float64, col color.RGBA) {
	c.polygon(col, [][2]float32{{c.px(x1), c.px(y1)}, {c.px(x2), c.px(y1)}, {c.px(x2), c.px(y2)}, {c.px(x1), c.px(y2)}})
}

func (c *canvas) polygon(col color.RGBA, pts [][2]float32) {
	b := c.img.Bounds()
	minX, minY, maxX, maxY := pts[0][0], pts[0][1], pts[0][0], pts[0][1]
	for _, p := range pts[1:] {
		minX, maxX = min(minX, p[0]), max(maxX, p[0])
		minY, maxY = min(minY, p[1]), max(maxY, p[1])
	}
	box := image.Rect(int(math.Floor(float64(minX))), int(math.Floor(float64(minY))), int(math.Ceil(float64(maxX)))+1, int(math.Ceil(float64(maxY)))+1).Intersect(b)
	if box.Empty() {
		return
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	for i, p := range pts {
		x, y := p[0]-float32(box.Min.X), p[1]-float32(box.Min.Y)
		if i == 0 {
			r.MoveTo(x, y)
		} else {
			r.LineTo(x, y)
		}
	}
	r.ClosePath()
	r.Draw(c.img, box, image.NewUniform(col), image.Point{})
}

// disc fills a circle, as a polygon whose sides are shorter than a pixel's eye sees.
func (c *canvas) disc(x, y, r float64, col color.RGBA) {
	if r <= 0 {
		return
	}
	const sides = 72
	pts := make([][2]float32, sides)
	for i := range pts {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / sides)
		pts[i] = [2]float32{c.px(x + r*cos), c.px(y + r*sin)}
	}
	c.polygon(col, pts)
}

// points draws a polygon, filled or, open, with paper inside and its sides as lines.
func (c *canvas) points(p *puzzle.Polygon, st Style, paper color.RGBA) {
	if len(p.Points) == 0 {
		return
	}
	pts := make([][2]float32, len(p.Points))
	for i, q := range p.Points {
		pts[i] = [2]float32{c.px(q.X), c.px(q.Y)}
	}
	if !p.Open {
		c.polygon(st.Color, pts)
		return
	}
	c.polygon(paper, pts)
	for i, q := range p.Points {
		r := p.Points[(i+1)%len(p.Points)]
		c.line(&puzzle.Line{X1: q.X, Y1: q.Y, X2: r.X, Y2: r.Y}, st)
	}
}

// line draws a line with square ends, at least one pixel wide.
func (c *canvas) line(l *puzzle.Line, st Style) {
	half := math.Max(st.Width, 1/c.unit) / 2
	dx, dy := l.X2-l.X1, l.Y2-l.Y1
	n := math.Hypot(dx, dy)
	if n == 0 {
		dx, n = 1, 1
	}
	dx, dy = dx/n*half, dy/n*half
	x1, y1, x2, y2 := l.X1-dx, l.Y1-dy, l.X2+dx, l.Y2+dy
	c.polygon(st.Color, [][2]float32{
		{c.px(x1 - dy), c.px(y1 + dx)}, {c.px(x2 - dy), c.px(y2 + dx)},
		{c.px(x2 + dy), c.px(y2 - dx)}, {c.px(x1 + dy), c.px(y1 - dx)},
	})
}

func (c *canvas) label(l *puzzle.Label, st Style) error {
	key := faceKey{l.Size, st.Bold}
	face := c.faces[key]
	if face == nil {
		var err error
		face, err = opentype.NewFace(c.fonts.font(st.Bold), &opentype.FaceOptions{Size: l.Size * c.unit, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			return fmt.Errorf("font: %w", err)
		}
		c.faces[key] = face
	}
	for _, line := range c.fonts.lines(l, st.Bold) {
		d := font.Drawer{
			Dst: c.img, Src: image.NewUniform(st.Color), Face: face,
			Dot: fixed.Point26_6{X: fix(c.px(line.x)), Y: fix(c.px(line.y))},
		}
		d.DrawString(line.text)
	}
	return nil
}

func fix(v float32) fixed.Int26_6 { return fixed.Int26_6(math.Round(float64(v) * 64)) }
