package declared

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/drawing"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// Scene draws the puzzle with the marks of a state: what is so, not what is excluded.
func (i *Instance) Scene(s puzzle.State) (puzzle.Scene, error) {
	p, err := i.position(s)
	if err != nil {
		return puzzle.Scene{}, err
	}
	var answer *rules.Board
	if !p.empty() {
		answer = p.board(i.b)
	}
	drawn, err := i.f.looks.Draw(i.b, answer, phrases.Spoken(i.lang))
	return drawn.Scene, err
}

// SolutionScene draws the puzzle with a solution.
func (i *Instance) SolutionScene(s puzzle.Solution) (puzzle.Scene, error) {
	sol, ok := plain(s)
	if !ok {
		return puzzle.Scene{}, fmt.Errorf("%s: a solution of another family", i.f.file.ID)
	}
	drawn, err := i.f.looks.Draw(i.b, sol.b, phrases.Spoken(i.lang))
	return drawn.Scene, err
}

// Locate gives where places lie in a picture: cells whole, rows, columns and blocks as their cells, and what lies between cells as a
// small square.
func (i *Instance) Locate(refs []puzzle.Ref) ([][]puzzle.Spot, error) {
	drawn, err := i.f.looks.Draw(i.b, nil, phrases.Spoken(i.lang))
	if err != nil {
		return nil, err
	}
	return drawn.Locate(i.b.Geo, refs), nil
}

// View tells a page how the puzzle is drawn and played: the input of each layer follows from what it holds and where.
func (i *Instance) View(lang string) (puzzle.View, error) {
	lang = phrases.Spoken(lang)
	layers, err := i.played()
	if err != nil {
		return puzzle.View{}, err
	}
	file := i.f.file
	v := puzzle.View{Family: i.f.Name(), ID: i.f.Name() + ":" + i.Params().String() + ":" + i.Desc(), Title: i.f.file.Name(lang), Lang: lang,
		Rules: file.About.In(lang), Kind: puzzle.LayersKind}
	own := i.in(lang)
	drawn, err := i.f.looks.Draw(i.b, nil, lang)
	if err != nil {
		return v, err
	}
	lv := &puzzle.LayersView{Rows: i.b.Geo.Rows, Cols: i.b.Geo.Cols, Left: drawn.Left, Top: drawn.Top, Board: drawn.Scene, Ground: drawn.Ground, Lines: drawn.Lines, Clues: own.said(), Outside: own.outside(), Cells: []string{}}
	for _, c := range i.b.Geo.All(board.Cell) {
		lv.Cells = append(lv.Cells, i.b.Geo.Name(c))
	}
	for _, l := range layers {
		lv.Layers = append(lv.Layers, own.layerView(l))
	}
	v.Layers = lv
	return v, nil
}

func (i *Instance) layerView(l *playLayer) puzzle.LayerView {
	out := puzzle.LayerView{Name: l.Name, Input: i.input(l), Places: l.names, Marks: append([]string{}, l.marks...), Some: l.empty, Lo: l.lo, Hi: l.hi}
	if l.rest.True() {
		out.Marks = []string{"0", "1"}
	}
	at := map[string]int{}
	for n, place := range l.places {
		x, y := drawing.Centre(i.b, place)
		out.At = append(out.At, [2]float64{x, y})
		if out.Input == puzzle.SpanInput {
			s := i.b.Span(place)
			x1, y1, _ := i.b.Geo.Centre(s.A)
			x2, y2, _ := i.b.Geo.Centre(s.B)
			out.Ends = append(out.Ends, [4]float64{x1, y1, x2, y2})
		}
		if l.fixed != nil && l.fixed[n] {
			out.Fixed = append(out.Fixed, n)
		}
		key := fmt.Sprint(place)
		if place.Kind == board.Cell {
			key = "cell"
		} else if d, ok := i.b.Geo.Dir(place); ok {
			key = d.String()
		}
		look, ok := at[key]
		if !ok {
			look = len(out.Signs)
			at[key] = look
			var signs []puzzle.Sign
			for _, mark := range out.Marks {
				value, _ := l.value(mark)
				signs = append(signs, i.f.looks.Mark(i.b, l.Layer, place, value, !l.printed))
			}
			out.Signs = append(out.Signs, signs)
		}
		out.Look = append(out.Look, look)
	}
	return out
}

// spanned reports whether a layer stands between places that lie apart, such as bridges.
func (i *Instance) spanned(l *playLayer) bool {
	return len(l.places) > 0 && i.b.Span(l.places[0]).A != (board.Place{})
}

// input says how a layer is filled in.
func (i *Instance) input(l *playLayer) puzzle.Input {
	if len(l.places) == 0 {
		return puzzle.SpotInput
	}
	kind := l.places[0].Kind
	truths := l.Parts || l.Domain.Kind == rules.Bools
	switch {
	case l.Parts:
		return puzzle.BorderInput
	case i.spanned(l):
		return puzzle.SpanInput
	case kind == board.Link && truths:
		return puzzle.PathInput
	case kind == board.Edge && truths:
		return puzzle.EdgeInput
	case kind != board.Cell && kind < board.Others:
		return puzzle.SpotInput
	case truths:
		return puzzle.ShadeInput
	case l.Domain.Kind == rules.Words && len(l.marks) <= 2:
		return puzzle.ShadeInput
	}
	return puzzle.DigitInput
}

// said tells what is printed in each cell, for who cannot see it: by the cell's name.
func (i *Instance) said() map[string]string {
	out := map[string][]string{}
	speaker := i.speaker(i.b)
	for _, l := range i.f.file.Layers {
		if l.Role == rules.Follow || l.Role == rules.Find && !l.Printed || i.b.Marks(l) == nil {
			continue
		}
		add := func(c board.Place, text string) {
			name := i.b.Geo.Name(c)
			out[name] = append(out[name], text)
		}
		if l.Parts || l.Objects() {
			for n, part := range i.b.Own(l) {
				cells := i.b.Cells(part)
				note := ""
				for _, f := range l.Fields {
					v, _ := i.b.Field(part, f.Name)
					if !f.Places {
						note += " " + cmp.Or(f.Called.In(speaker.Lang), f.Name) + " " + v.String()
						continue
					}
					for _, x := range v.List {
						cells = append(cells, x.Place)
					}
				}
				for _, c := range cells {
					add(c, fmt.Sprintf("%s %d%s", speaker.Called(l), n+1, note))
				}
			}
			continue
		}
		places, err := i.b.Places(l)
		if err != nil {
			continue
		}
		for _, q := range places {
			if c := i.anchor(q); c.Kind == board.Cell && i.b.Held(l, q) {
				add(c, speaker.Called(l)+i.word(l, q))
			}
		}
	}
	text := map[string]string{}
	for c, list := range out {
		text[c] = strings.Join(list, ", ")
	}
	return text
}

// word gives the value of a layer at a place with a blank before it; of truth values nothing.
func (i *Instance) word(l *rules.Layer, q board.Place) string {
	if l.Domain.Kind == rules.Bools {
		return ""
	}
	return " " + i.f.looks.Of(l).Text(i.b.Value(l, q))
}

// outside tells what is printed elsewhere than in cells.
func (i *Instance) outside() []string {
	out := []string{}
	speaker := i.speaker(i.b)
	for _, l := range i.f.file.Layers {
		if l.Role != rules.Given || l.Parts || l.Objects() || i.b.Marks(l) == nil {
			continue
		}
		places, err := i.b.Places(l)
		if err != nil {
			continue
		}
		for _, q := range places {
			if i.anchor(q).Kind != board.Cell && i.b.Held(l, q) {
				out = append(out, speaker.Place(q)+": "+speaker.Called(l)+i.word(l, q))
			}
		}
	}
	return out
}

// The groups into which a list of families is divided, by what one does.
const (
	placeNumbers = "numbers"
	shadeCells   = "shade"
	drawLines    = "lines"
	divideBoard  = "divide"
	placeObjects = "objects"
)

// Suggested lists a small size, where a usual one is larger, and then the usual sizes.
func (b *Builtin) Suggested() []string {
	f := b.load()
	var out []string
	largest := 0
	for _, text := range f.file.Size.Usual {
		if p, err := f.ParseParams(text); err == nil && !slices.Contains(out, p.String()) {
			out = append(out, p.String())
			largest = max(largest, p.(params).Rows*p.(params).Cols)
		}
	}
	if p, err := f.ParseParams("6x6"); err == nil && largest > 6*6 {
		out = append([]string{p.String()}, slices.DeleteFunc(out, func(size string) bool { return size == p.String() })...)
	}
	return out
}

// Group names what one does in the family: numbers, shade, lines, divide or objects.
func (b *Builtin) Group() string {
	f := b.load()
	at := slices.IndexFunc(f.file.Layers, func(l *rules.Layer) bool { return l.Role == rules.Find })
	if at < 0 {
		return placeObjects
	}
	l, k := f.file.Layers[at], f.looks.Of(f.file.Layers[at])
	for _, other := range f.file.Layers { // a line is what is drawn, whatever else is marked
		if other.Role == rules.Find && f.looks.Of(other).Uses("line", "through", "bridge") {
			return drawLines
		}
	}
	switch {
	case l.Parts || k.Style == "border":
		return divideBoard
	case k.Style == "slash":
		return drawLines
	case k.Uses("digit", "letter"):
		return placeNumbers
	case k.Uses("fill", "wall", "floor", "half"):
		return shadeCells
	}
	return placeObjects
}
