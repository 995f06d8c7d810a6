package render

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/go-pdf/fpdf"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// Sheet is one puzzle of a worksheet.
type Sheet struct {
	Section  string // of a booklet: the title above the pages of puzzles that follow each other with it, and of their answers
	Rules    string // of a section: printed below its title
	Caption  string // above the puzzle; its number comes before it
	Puzzle   puzzle.Scene
	Solution *puzzle.Scene // nil: no answer is printed
}

// Worksheet is a document of puzzles, several a page, with the answers small on the last pages. Where sheets have sections it is a
// booklet: each section begins on a page of its own, with its rules.
type Worksheet struct {
	Title   string
	Sheets  []Sheet
	PerPage int    // puzzles a page, from 1 to 12; 0 means as many as stay readable, at most 6
	Paper   string // A4 (default), A5, A3, Letter or Legal
	Plain   bool   // captions stand as they are, without numbers
}

const (
	pageMargin  = 15.0 // mm
	titleSize   = 16.0 // points
	sectionSize = 13.0
	rulesSize   = 10.0
	capSize     = 10.0 // points
	ptToMM      = 25.4 / 72
	gap         = 8.0 // mm between two puzzles
)

// PDF writes a worksheet. The same worksheet gives the same bytes.
func PDF(w io.Writer, ws Worksheet, t Theme) error {
	if ws.PerPage < 0 || ws.PerPage > 12 {
		return fmt.Errorf("puzzles a page: expected 1 to 12, found %d", ws.PerPage)
	}
	f, err := parseFonts(t)
	if err != nil {
		return err
	}
	paper := ws.Paper
	if paper == "" {
		paper = "A4"
	}
	switch paper {
	case "A3", "A4", "A5", "Letter", "Legal":
	default:
		return fmt.Errorf("unknown paper %q: known are A3, A4, A5, Letter, Legal", paper)
	}
	for _, ttf := range [][]byte{t.Regular, t.Bold} {
		if bytes.HasPrefix(ttf, []byte("OTTO")) {
			return errors.New("a PDF needs a TrueType font, and this is an OpenType font with PostScript outlines: convert it, or take another")
		}
	}
	doc := fpdf.New("P", "mm", paper, "")
	// The day is fixed, so that the document depends on its puzzles alone.
	epoch := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	doc.SetCreationDate(epoch)
	doc.SetModificationDate(epoch)
	doc.SetCatalogSort(true)
	doc.SetAutoPageBreak(false, 0)
	doc.SetTitle(ws.Title, true)
	doc.AddUTF8FontFromBytes("text", "", t.Regular)
	doc.AddUTF8FontFromBytes("text", "B", t.Bold)

	p := &pages{doc: doc, fonts: f, theme: t}
	p.width, p.height = doc.GetPageSize()
	if err := p.puzzles(ws); err != nil {
		return err
	}
	if err := p.answers(ws); err != nil {
		return err
	}
	if err := doc.Error(); err != nil {
		return fmt.Errorf("PDF: %w", err)
	}
	return doc.Output(w)
}

// pages lays out a document.
type pages struct {
	doc           *fpdf.Fpdf
	fonts         *fonts
	theme         Theme
	width, height float64 // of the paper, mm
}

func (p *pages) puzzles(ws Worksheet) error {
	for from := 0; from < len(ws.Sheets); {
		to := from + 1
		for to < len(ws.Sheets) && ws.Sheets[to].Section == ws.Sheets[from].Section {
			to++
		}
		if err := p.section(ws, from, to); err != nil {
			return err
		}
		from = to
	}
	return nil
}

// section lays out the sheets of one section.
func (p *pages) section(ws Worksheet, from, to int) error {
	per := ws.PerPage
	if per == 0 {
		per = min(readable(ws.Sheets[from:to]), to-from)
	}
	for i := from; i < to; i += per {
		sheets := ws.Sheets[i:min(i+per, to)]
		scenes := make([]puzzle.Scene, len(sheets))
		captions := make([]string, len(sheets))
		for k, s := range sheets {
			scenes[k] = s.Puzzle
			if captions[k] = fmt.Sprint(i + k + 1); ws.Plain {
				captions[k] = s.Caption
			} else if own := strings.TrimSpace(strings.TrimPrefix(s.Caption, s.Section)); own != "" && !shows(s.Puzzle, s.Caption) {
				captions[k] += "  " + own
			}
		}
		head := heading{title: ws.Title, section: sheets[0].Section}
		if i == from {
			head.rules = sheets[0].Rules
		}
		if err := p.page(head, captions, scenes, per); err != nil {
			return err
		}
	}
	return nil
}

// shows reports whether a scene has a text in it, so that it need not stand above it once more.
func shows(s puzzle.Scene, text string) bool {
	return slices.ContainsFunc(s.Shapes, func(sh puzzle.Shape) bool { return sh.Label != nil && sh.Label.Text == text })
}

func (p *pages) answers(ws Worksheet) error {
	var scenes []puzzle.Scene
	var captions []string
	for i, s := range ws.Sheets {
		if s.Solution != nil {
			scenes = append(scenes, *s.Solution)
			caption := fmt.Sprint(i + 1)
			if s.Section != "" {
				caption += "  " + s.Section
			}
			captions = append(captions, caption)
		}
	}
	const most = 12
	for i := 0; i < len(scenes); i += most {
		end := min(i+most, len(scenes))
		if err := p.page(heading{title: "Answers"}, captions[i:end], scenes[i:end], min(most, len(scenes))); err != nil {
			return err
		}
	}
	return nil
}

// readable chooses how many puzzles fit a page so that a cell stays about 6 mm wide.
func readable(sheets []Sheet) int {
	size := 1.0
	for _, s := range sheets {
		size = max(size, s.Puzzle.Width, s.Puzzle.Height)
	}
	switch {
	case size <= 10:
		return 6
	case size <= 13:
		return 4
	case size <= 18:
		return 2
	default:
		return 1
	}
}

// heading is what stands above the puzzles of a page.
type heading struct{ title, section, rules string }

// head writes a heading and gives where the page goes on.
func (p *pages) head(h heading) (top float64, err error) {
	top = pageMargin
	for _, part := range []struct {
		text string
		size float64
		bold bool
	}{{h.title, titleSize, true}, {h.section, sectionSize, true}, {h.rules, rulesSize, false}} {
		if part.text == "" {
			continue
		}
		if r, missing := p.fonts.missing(part.text, part.bold); missing {
			return 0, &MissingGlyphError{r, part.text}
		}
		size := part.size * ptToMM
		for _, line := range p.fonts.wrap(part.text, (p.width-2*pageMargin)/size, part.bold) {
			p.text(pageMargin, top+size, part.size, part.bold, line)
			top += size * 1.35
		}
		top += gap / 4
	}
	if top > p.height/2 {
		return 0, fmt.Errorf("the title and the rules of %q take more than half a page", h.section)
	}
	return top, nil
}

// number writes the number of the page at its foot.
func (p *pages) number() {
	text := fmt.Sprint(p.doc.PageNo())
	width := p.fonts.width(text, false) * capSize * ptToMM
	p.text((p.width-width)/2, p.height-pageMargin/2, capSize, false, text)
}

// page lays out up to n scenes in the grid of columns and rows that makes them largest.
func (p *pages) page(head heading, captions []string, scenes []puzzle.Scene, n int) error {
	p.doc.AddPage()
	p.number()
	top, err := p.head(head)
	if err != nil {
		return err
	}
	areaW, areaH := p.width-2*pageMargin, p.height-pageMargin-top
	capH := capSize*ptToMM + 2
	cols, best := 1, 0.0
	for c := 1; c <= n; c++ {
		rows := (n + c - 1) / c
		w := (areaW - gap*float64(c-1)) / float64(c)
		h := (areaH-gap*float64(rows-1))/float64(rows) - capH
		scale := math.Inf(1)
		for _, s := range scenes {
			scale = min(scale, w/(s.Width+2*margin), h/(s.Height+2*margin))
		}
		if scale > best {
			cols, best = c, scale
		}
	}
	rows := (n + cols - 1) / cols
	w := (areaW - gap*float64(cols-1)) / float64(cols)
	h := (areaH - gap*float64(rows-1)) / float64(rows)
	// A small puzzle alone on a page is not blown up beyond 16 mm a cell.
	best = min(best, 16)
	for i, s := range scenes {
		x := pageMargin + float64(i%cols)*(w+gap)
		y := top + float64(i/cols)*(h+gap)
		p.text(x, y+capSize*ptToMM, capSize, false, captions[i])
		x += max(0, (w-(s.Width+2*margin)*best)/2)
		if err := p.scene(s, x+margin*best, y+capH+margin*best, best); err != nil {
			return err
		}
	}
	return nil
}

func (p *pages) text(x, y, size float64, bold bool, text string) {
	style := ""
	if bold {
		style = "B"
	}
	p.doc.SetTextColor(0x1a, 0x1a, 0x1a)
	p.doc.SetFont("text", style, size)
	p.doc.Text(x, y, text)
}

// scene draws a scene with its corner at x, y and cells of scale millimetres.
func (p *pages) scene(s puzzle.Scene, x, y, scale float64) error {
	if err := check(s, p.fonts, p.theme); err != nil {
		return err
	}
	for _, sh := range s.Shapes {
		st := p.theme.style(sh.Role)
		switch {
		case sh.Rect != nil:
			p.doc.SetFillColor(int(st.Color.R), int(st.Color.G), int(st.Color.B))
			p.doc.Rect(x+sh.Rect.X*scale, y+sh.Rect.Y*scale, sh.Rect.W*scale, sh.Rect.H*scale, "F")
		case sh.Line != nil:
			p.doc.SetDrawColor(int(st.Color.R), int(st.Color.G), int(st.Color.B))
			p.doc.SetLineWidth(st.Width * scale)
			p.doc.SetLineCapStyle("square")
			p.doc.Line(x+sh.Line.X1*scale, y+sh.Line.Y1*scale, x+sh.Line.X2*scale, y+sh.Line.Y2*scale)
		case sh.Circle != nil:
			p.doc.Circle(x+sh.Circle.X*scale, y+sh.Circle.Y*scale, sh.Circle.R*scale, p.paint(st, sh.Circle.Open, scale))
		case sh.Polygon != nil:
			points := make([]fpdf.PointType, len(sh.Polygon.Points))
			for i, q := range sh.Polygon.Points {
				points[i] = fpdf.PointType{X: x + q.X*scale, Y: y + q.Y*scale}
			}
			p.doc.Polygon(points, p.paint(st, sh.Polygon.Open, scale))
		case sh.Label != nil:
			style := ""
			if st.Bold {
				style = "B"
			}
			p.doc.SetTextColor(int(st.Color.R), int(st.Color.G), int(st.Color.B))
			p.doc.SetFont("text", style, sh.Label.Size*scale/ptToMM)
			for _, line := range p.fonts.lines(sh.Label, st.Bold) {
				p.doc.Text(x+line.x*scale, y+line.y*scale, line.text)
			}
		}
	}
	return nil
}

// paint sets the colours of a filled shape, or of the outline of an open one with paper inside, and gives how it is drawn.
func (p *pages) paint(st Style, open bool, scale float64) string {
	fill := st.Color
	if open {
		fill = p.theme.Paper
	}
	p.doc.SetFillColor(int(fill.R), int(fill.G), int(fill.B))
	if !open {
		return "F"
	}
	p.doc.SetDrawColor(int(st.Color.R), int(st.Color.G), int(st.Color.B))
	p.doc.SetLineWidth(st.Width * scale)
	return "FD"
}
