package render

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// Told is one step of a solution with its picture.
type Told struct {
	Text  string
	Lines []string // what the step argues with, below it
	Scene puzzle.Scene
}

// Solving is a sheet that shows how a puzzle is solved, step by step.
type Solving struct {
	Lang   string // of its texts, such as "en"
	Title  string
	Note   string // below the title: where the steps lead
	Legend []Mark
	Begin  string // caption of the puzzle as it is given
	Puzzle puzzle.Scene
	Steps  []Told
}

// Mark says what a mark on the pictures means.
type Mark struct {
	Role puzzle.Role
	Text string
}

// told is a picture with its caption and text, of a sheet.
type told struct {
	caption string
	lines   []string
	scene   puzzle.Scene
}

func (s Solving) pictures() []told {
	out := []told{{caption: s.Begin, scene: s.Puzzle}}
	for i, step := range s.Steps {
		out = append(out, told{fmt.Sprint(i + 1), append([]string{step.Text}, step.Lines...), step.Scene})
	}
	return out
}

// Sizes of the texts below pictures, in cells.
const (
	toldSize  = 0.36
	toldWidth = 8.0 // at least, so that texts under small boards have room
)

// under sets the lines of a text below a picture.
func (f *fonts) under(s puzzle.Scene, lines []string) puzzle.Scene {
	out := puzzle.Scene{Title: s.Title, Width: max(s.Width, toldWidth), Height: s.Height + 0.2}
	for _, sh := range s.Shapes {
		out.Shapes = append(out.Shapes, sh.Moved((out.Width-s.Width)/2, 0))
	}
	for _, line := range lines {
		l := &puzzle.Label{X: 0, Y: out.Height, Size: toldSize, Text: line, Left: true, Width: out.Width}
		out.Shapes = append(out.Shapes, puzzle.Shape{Role: puzzle.RoleNote, Label: l})
		out.Height += lineHeight * toldSize * float64(len(f.lines(l, false)))
	}
	out.Height += 0.1
	return out
}

// SolvingScene puts all pictures of a sheet with their texts side by side and below each other, as one picture.
func SolvingScene(s Solving, t Theme) (puzzle.Scene, error) {
	f, err := parseFonts(t)
	if err != nil {
		return puzzle.Scene{}, err
	}
	var cells []puzzle.Scene
	width := 0.0
	for _, p := range s.pictures() {
		cell := f.under(p.scene, p.lines)
		const above = 0.7
		for i := range cell.Shapes {
			cell.Shapes[i] = cell.Shapes[i].Moved(0, above)
		}
		cell.Shapes = append(cell.Shapes, puzzle.Shape{Role: puzzle.RoleLabel, Label: &puzzle.Label{Size: 0.5, Text: p.caption, Left: true}})
		cell.Height += above
		width = max(width, cell.Width)
		cells = append(cells, cell)
	}
	const between = 1.2
	cols := max(1, min(len(cells), int(math.Round(36/(width+between)))))
	out := puzzle.Scene{Title: s.Title, Width: float64(cols)*(width+between) - between}
	y := 0.0
	write := func(size float64, text string) {
		l := &puzzle.Label{Y: y, Size: size, Text: text, Left: true, Width: out.Width}
		out.Shapes = append(out.Shapes, puzzle.Shape{Role: puzzle.RoleNote, Label: l})
		y += lineHeight * size * float64(len(f.lines(l, false)))
	}
	write(0.7, s.Title)
	write(0.4, s.Note)
	x := 0.0
	for _, m := range s.Legend {
		w := 1.4 + f.width(m.Text, false)*toldSize
		if x > 0 && x+w > out.Width {
			x, y = 0, y+0.7
		}
		swatch := swatch(m.Role)
		for _, sh := range swatch.Shapes {
			out.Shapes = append(out.Shapes, sh.Moved(x, y))
		}
		out.Shapes = append(out.Shapes, puzzle.Shape{Role: puzzle.RoleNote, Label: &puzzle.Label{X: x + 0.7, Y: y, Size: toldSize, Text: m.Text, Left: true}})
		x += w
	}
	y += 1
	for i := 0; i < len(cells); i += cols {
		height := 0.0
		for k, cell := range cells[i:min(i+cols, len(cells))] {
			for _, sh := range cell.Shapes {
				out.Shapes = append(out.Shapes, sh.Moved(float64(k)*(width+between), y))
			}
			height = max(height, cell.Height)
		}
		y += height + 0.6
	}
	out.Height = y
	return out, nil
}

// swatch is a small picture of a mark.
func swatch(r puzzle.Role) puzzle.Scene {
	sc := puzzle.Scene{Width: 0.5, Height: 0.5}
	line := func(x1, y1, x2, y2 float64) { sc.Line(r, x1, y1, x2, y2) }
	const a, b, c = 0.05, 0.45, 0.15
	switch r {
	case puzzle.RoleHighlight:
		sc.Shapes = []puzzle.Shape{{Role: r, Rect: &puzzle.Rect{X: a, Y: a, W: b - a, H: b - a}}}
	case puzzle.RoleExcludes:
		line(a, a, b, b)
		line(a, b, b, a)
	case puzzle.RoleSupposed:
		line(a, a, c, a)
		line(a, a, a, c)
		line(b, b, b-c+a, b)
		line(b, b, b, b-c+a)
	default:
		line(a, a, b, a)
		line(b, a, b, b)
		line(b, b, a, b)
		line(a, b, a, a)
	}
	return sc
}

// Sheets gives the pictures of a sheet with their texts as a worksheet for PDF.
func (s Solving) Sheets(t Theme, paper string) (Worksheet, error) {
	f, err := parseFonts(t)
	if err != nil {
		return Worksheet{}, err
	}
	ws := Worksheet{Title: s.Title, Paper: paper, Plain: true}
	for _, p := range s.pictures() {
		ws.Sheets = append(ws.Sheets, Sheet{Caption: p.caption, Puzzle: f.under(p.scene, p.lines)})
	}
	return ws, nil
}

// SolvingHTML writes sheets as one page that needs no other file: to read on a screen, or to print.
func SolvingHTML(w io.Writer, s Solving, t Theme, unit float64) error {
	draw := func(sc puzzle.Scene) (template.HTML, error) {
		var b bytes.Buffer
		err := SVG(&b, sc, t, unit)
		// The shapes of an SVG are escaped where they are written.
		return template.HTML(strings.TrimSpace(b.String())), err
	}
	type mark struct {
		Picture template.HTML
		Text    string
	}
	type figure struct {
		Caption string
		Picture template.HTML
		Lines   []string
	}
	page := struct {
		Solving
		Marks   []mark
		Figures []figure
	}{Solving: s}
	for _, m := range s.Legend {
		p, err := draw(swatch(m.Role))
		if err != nil {
			return err
		}
		page.Marks = append(page.Marks, mark{p, m.Text})
	}
	for _, p := range s.pictures() {
		picture, err := draw(p.scene)
		if err != nil {
			return err
		}
		page.Figures = append(page.Figures, figure{p.caption, picture, p.lines})
	}
	return solvingPage.Execute(w, page)
}

var solvingPage = template.Must(template.New("solving").Parse(`<!DOCTYPE html>
<html lang="{{.Lang}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
<style>
body { font: 16px/1.45 system-ui, sans-serif; margin: 1rem auto; max-width: 72rem; padding: 0 1rem; color: #1a1a1a; background: #fff }
h1 { font-size: 1.4rem; margin: 0 }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding: 0; list-style: none }
.legend svg { width: 1.3em; height: 1.3em; vertical-align: -.3em; margin-inline-end: .3em }
.steps { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: 1.5rem }
figure { margin: 0; break-inside: avoid }
figure svg { width: 100%; height: auto; max-height: 30rem }
figcaption b { margin-inline-end: .4em }
figcaption p { margin: .2em 0 0 1.2em }
@media print { body { margin: 0; max-width: none; font-size: 11pt } .steps { grid-template-columns: 1fr 1fr } }
</style>
</head>
<body>
<h1>{{.Title}}</h1>
<p>{{.Note}}</p>
<ul class="legend">{{range .Marks}}<li>{{.Picture}}{{.Text}}</li>{{end}}</ul>
<div class="steps">
{{range .Figures}}<figure>{{.Picture}}<figcaption><b>{{.Caption}}</b>{{range $i, $line := .Lines}}{{if $i}}<p>{{$line}}</p>{{else}}{{$line}}{{end}}{{end}}</figcaption></figure>
{{end}}</div>
</body>
</html>
`))
