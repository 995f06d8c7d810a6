package render_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/golden"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/render"
)

// sample is a picture with every kind of shape in it.
func sample() puzzle.Scene {
	s := puzzle.Scene{Title: `2×2 <"test">`, Width: 2, Height: 3}
	s.Shapes = append(s.Shapes,
		puzzle.Shape{Role: puzzle.RoleShade, Rect: &puzzle.Rect{X: 1, W: 1, H: 1}},
		puzzle.Shape{Role: puzzle.RoleGrid, Line: &puzzle.Line{X1: 1, X2: 1, Y2: 2}},
		puzzle.Shape{Role: puzzle.RoleBorder, Line: &puzzle.Line{X2: 2}},
		puzzle.Shape{Role: puzzle.RoleBorder, Line: &puzzle.Line{Y1: 2, X2: 2, Y2: 2}},
		puzzle.Shape{Role: puzzle.RoleCross, Line: &puzzle.Line{X1: 0.2, Y1: 1.2, X2: 0.8, Y2: 1.8}},
		puzzle.Shape{Role: puzzle.RoleGiven, Label: &puzzle.Label{X: 0.5, Y: 0.5, Size: 0.7, Text: "4"}},
		puzzle.Shape{Role: puzzle.RoleEntry, Label: &puzzle.Label{X: 1.5, Y: 1.5, Size: 0.7, Text: "&"}},
		puzzle.Shape{Role: puzzle.RoleNote, Label: &puzzle.Label{X: 0, Y: 2.2, Size: 0.2, Left: true, Width: 2,
			Text: "A note that is longer than the picture is wide, and aVeryLongWordThatDoesNotFitOnOneLineEither."}},
		puzzle.Shape{Role: puzzle.RoleWall, Circle: &puzzle.Circle{X: 1.3, Y: 0.5, R: 0.2}},
		puzzle.Shape{Role: puzzle.RoleGiven, Circle: &puzzle.Circle{X: 1.7, Y: 0.5, R: 0.1, Open: true}},
		puzzle.Shape{Role: puzzle.RoleFill, Polygon: &puzzle.Polygon{Points: []puzzle.Point{{X: 1, Y: 2}, {X: 2, Y: 2}, {X: 1, Y: 1}}}},
		puzzle.Shape{Role: puzzle.RoleOutline, Polygon: &puzzle.Polygon{Open: true, Points: []puzzle.Point{{X: 0.1, Y: 1.1}, {X: 0.4, Y: 1.1}, {X: 0.1, Y: 1.4}}}},
	)
	return s
}

func TestSVG(t *testing.T) {
	var out bytes.Buffer
	if err := render.SVG(&out, sample(), render.Light(), 40); err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, filepath.Join("testdata", "sample.svg"), out.Bytes())
	if err := wellFormed(out.Bytes()); err != nil {
		t.Error(err)
	}
}

func wellFormed(b []byte) error {
	dec := xml.NewDecoder(bytes.NewReader(b))
	for {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func TestPNG(t *testing.T) {
	var out bytes.Buffer
	if err := render.PNG(&out, sample(), render.Light(), 40); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	if b := img.Bounds(); b.Dx() != 100 || b.Dy() != 140 {
		t.Errorf("size %v", b)
	}
	for _, c := range []struct {
		name string
		x, y int
		dark bool
	}{{"paper", 3, 3, false}, {"border", 50, 10, true}, {"cell", 14, 14, false}} {
		r, _, _, _ := img.At(c.x, c.y).RGBA()
		if (r < 0x8000) != c.dark {
			t.Errorf("%s at %d,%d is %04x", c.name, c.x, c.y, r)
		}
	}
}

func TestPDF(t *testing.T) {
	sol := sample()
	ws := render.Worksheet{Title: "Ten puzzles", PerPage: 4}
	for range 10 {
		ws.Sheets = append(ws.Sheets, render.Sheet{Caption: "Sample, easy", Puzzle: sample(), Solution: &sol})
	}
	var a, b bytes.Buffer
	if err := render.PDF(&a, ws, render.Light()); err != nil {
		t.Fatal(err)
	}
	if err := render.PDF(&b, ws, render.Light()); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("the same worksheet gives other bytes")
	}
	if n := bytes.Count(a.Bytes(), []byte("/Type /Page\n")); n != 4 {
		t.Errorf("%d pages, want 3 of puzzles and 1 of answers", n)
	}
	ws.PerPage = 13
	if err := render.PDF(io.Discard, ws, render.Light()); err == nil {
		t.Error("13 puzzles a page are accepted")
	}
}

// TestBooklet: each section begins on a page of its own, and a letter of the rules that the font lacks is an error.
func TestBooklet(t *testing.T) {
	sol := sample()
	ws := render.Worksheet{Title: "Three families", PerPage: 2}
	for _, section := range []string{"First", "First", "First", "Second", "Third"} {
		ws.Sheets = append(ws.Sheets, render.Sheet{Section: section, Rules: strings.Repeat("Shade some cells of each row. ", 12), Caption: section, Puzzle: sample(), Solution: &sol})
	}
	var b bytes.Buffer
	if err := render.PDF(&b, ws, render.Light()); err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(b.Bytes(), []byte("/Type /Page\n")); n != 5 {
		t.Errorf("%d pages, want 2 of the first section, 1 of each other and 1 of answers", n)
	}
	ws.Sheets[3].Rules = "涂黑"
	var missing *render.MissingGlyphError
	if err := render.PDF(io.Discard, ws, render.Light()); !errors.As(err, &missing) {
		t.Errorf("rules without glyphs: %v", err)
	}
	ws.Sheets[3].Rules = strings.Repeat("Shade some cells of each row. ", 1000)
	if err := render.PDF(io.Discard, ws, render.Light()); err == nil {
		t.Error("rules that fill the page are accepted")
	}
}

func TestBadScenes(t *testing.T) {
	var missing *render.MissingGlyphError
	s := puzzle.Scene{Width: 3, Height: 3, Shapes: []puzzle.Shape{{Role: puzzle.RoleNote, Label: &puzzle.Label{Size: 1, Text: "谜"}}}}
	if err := render.PNG(io.Discard, s, render.Light(), 10); !errors.As(err, &missing) || missing.Rune != '谜' {
		t.Errorf("a letter without a glyph: %v", err)
	}
	if err := render.PNG(io.Discard, puzzle.Scene{Width: 1e6, Height: 1}, render.Light(), 10); err == nil {
		t.Error("a huge picture is drawn")
	}
	if err := render.PNG(io.Discard, puzzle.Scene{Width: 1e4, Height: 1e4}, render.Light(), 100); err == nil {
		t.Error("too many pixels are drawn")
	}
	hostile := puzzle.Scene{Title: "</title><script>\x00\xff", Width: 1, Height: 1, Shapes: []puzzle.Shape{
		{Role: "no such role", Label: &puzzle.Label{Size: 1, Text: "<script>alert('1')</script>"}},
	}}
	var out strings.Builder
	if err := render.SVG(&out, hostile, render.Light(), 10); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "<script>") || wellFormed([]byte(out.String())) != nil {
		t.Errorf("markup gets through: %s", out.String())
	}
}

func BenchmarkPNG(b *testing.B) {
	s := sample()
	for b.Loop() {
		if err := render.PNG(io.Discard, s, render.Light(), 40); err != nil {
			b.Fatal(err)
		}
	}
}
