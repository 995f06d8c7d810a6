package pens

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/answers"
	"github.com/quandary-puzzles/quandary/internal/drawing"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/codec"
	"github.com/quandary-puzzles/quandary/rules/penpa"
)

// sketched draws a board, and its solution where there is one.
func sketched(k *drawing.Looks, b, solution *rules.Board) (*penpa.Drawing, error) {
	d := &penpa.Drawing{Rows: b.Geo.Rows, Cols: b.Geo.Cols, Title: k.File.Name("en"), Tags: []string{k.File.ID}, Marks: penpa.NewMarks(), Small: map[penpa.At]string{},
		Gone: map[penpa.At]bool{}}
	for _, p := range k.File.Params {
		d.Tags = append(d.Tags, fmt.Sprintf("%s=%d", p.Name, b.Params[p.Name]))
	}
	for r := range d.Rows {
		for c := range d.Cols {
			if !b.Geo.Has(b.Geo.At(r+1, c+1)) {
				d.Gone[penpa.At{Y: 2*r + 1, X: 2*c + 1}] = true
			}
		}
	}
	pens, err := pensOf(k, b, false)
	if err != nil {
		return nil, err
	}
	for _, p := range pens {
		if err := p.draw(b, nil, &d.Marks, d); err != nil {
			return nil, err
		}
	}
	if solution == nil {
		return d, nil
	}
	marks := penpa.NewMarks()
	d.Answer = &marks
	if pens, err = pensOf(k, solution, true); err != nil {
		return nil, err
	}
	for _, p := range pens {
		if err := p.draw(solution, b, &marks, nil); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// draw draws a layer, of an answer without what is printed. d is nil in answers, which have no margins.
func (p *pen) draw(b, printed *rules.Board, m *penpa.Marks, d *penpa.Drawing) error {
	marks := b.Marks(p.l)
	if marks == nil {
		return nil
	}
	switch p.how {
	case "parts":
		if len(marks.Walls) > 0 {
			return p.fail()
		}
		for _, link := range b.Geo.All(board.Link) {
			x, y := b.Geo.Ends(link)
			if k, ok := sidePoints(b, link); ok && b.PartOf(p.l, x) != b.PartOf(p.l, y) {
				m.Edges[k] = 1
			}
		}
		return nil
	case "cage":
		return p.drawCages(b, marks, d)
	}
	places, err := b.Places(p.l)
	if err != nil {
		return err
	}
	for _, place := range places {
		v := b.Value(p.l, place)
		if p.k.Style == "floor" && !v.True() {
			if at, ok := point(b, place); ok {
				m.Fills[at] = p.signs["true"].N
			}
		}
		if v.Kind == rules.Nothing || v.Kind == rules.Bool && v.N == 0 || p.k.Style == "floor" ||
			printed != nil && p.l.Printed && printed.Value(p.l, place).Equal(v) {
			continue
		}
		if !p.put(b, place, v, m, d) {
			return p.fail()
		}
	}
	return nil
}

// put draws one value.
func (p *pen) put(b *rules.Board, place board.Place, v rules.Value, m *penpa.Marks, d *penpa.Drawing) bool {
	at, ok := point(b, place)
	text := p.k.Text(v)
	switch p.how {
	case "text":
		if old, twice := m.Texts[at]; twice && p.pair {
			text = old + " " + text
		} else if twice {
			return false
		}
		m.Texts[at] = text
	case "way":
		dir, known := board.ParseDir(v.Word)
		m.Ways[at] = ways[dir]
		return known
	case "small":
		d.Small[at] = text
	case "sign":
		s, known := p.signs[v.String()]
		if !known {
			return false
		}
		if s.Name == "" {
			m.Fills[at] = s.N
		} else {
			m.Signs[at] = s
		}
	case "line":
		k, ok := linkPoints(b, place)
		m.Lines[k] = 1
		return ok
	case "edge":
		k, ok := sidePoints(b, place)
		m.Edges[k] = 1
		return ok
	case "slash":
		m.Edges[slashPoints(at, v.Word)] = 1
	case "bridge":
		cells := b.Cells(place)
		for i := 1; v.N > 0 && i < len(cells); i++ {
			from, _ := point(b, cells[i-1])
			to, _ := point(b, cells[i])
			m.Lines[penpa.Pair(from, to)] = int(v.N)
		}
		return true
	case "head":
		first, step, ok := headPoints(b, p, place)
		if !ok || d == nil {
			return false
		}
		words := strings.Fields(text)
		if len(words) == 0 {
			words = []string{noneOf(p.l.Domain)}
		}
		if step.Y < 0 || step.X < 0 {
			slices.Reverse(words)
		}
		for i, w := range words {
			n := i + p.slot
			to := penpa.At{Y: first.Y + n*step.Y, X: first.X + n*step.X}
			if _, twice := m.Texts[to]; twice || p.slot > 0 && i > 0 {
				return false
			}
			m.Texts[to] = w
			side := map[penpa.At]int{{Y: -2}: 0, {Y: 2}: 1, {X: -2}: 2, {X: 2}: 3}[step]
			d.Margin[side] = max(d.Margin[side], n+1)
		}
		return true
	}
	return ok
}

// noneOf is how an empty list is written: 0 where nothing in a list can be that.
func noneOf(d rules.Domain) string {
	if d.Kind == rules.Lists && d.Elem.Lo != nil && d.Elem.Lo.Value == "1" {
		return "0"
	}
	return "–"
}

func (p *pen) drawCages(b *rules.Board, marks *rules.Marks, d *penpa.Drawing) error {
	for i := range marks.Objects {
		place := b.Object(p.l, i)
		var cage []penpa.At
		for _, f := range p.l.Fields {
			v, _ := b.Field(place, f.Name)
			if !f.Places {
				continue
			}
			for _, c := range v.List {
				at, _ := point(b, c.Place)
				cage = append(cage, at)
			}
		}
		if len(cage) == 0 {
			continue
		}
		if p.k.Style == "thermo" {
			d.Tubes = append(d.Tubes, cage)
		} else {
			d.Cages = append(d.Cages, cage)
		}
		for _, f := range p.l.Fields {
			if v, _ := b.Field(place, f.Name); !f.Places && v.Kind != rules.Nothing {
				d.Small[cage[0]] = drawing.Look{}.Text(v)
			}
		}
	}
	return nil
}

// Write writes a board as an address of penpa-edit, with its solution where one is given (nil: none), so that the page tells when it is solved.
// The error wraps puzzle.ErrLossy, and says what a drawing cannot say of these boards.
func Write(k *drawing.Looks, b, solution *rules.Board) (string, error) {
	d, err := sketched(k, b, solution)
	if err == nil {
		var text string
		if text, err = d.Address(); err == nil {
			if err = sameDrawing(k, b, solution, text); err == nil {
				return text, nil
			}
		}
	}
	return "", fmt.Errorf("%w: %v", puzzle.ErrLossy, err)
}

// sameDrawing reads an address back, and says what it does not hold.
func sameDrawing(k *drawing.Looks, b, solution *rules.Board, address string) error {
	d, err := penpa.Read(address)
	if err != nil {
		return err
	}
	problem, answer, err := readDrawing(k, d)
	if err != nil {
		return err
	}
	for name, n := range b.Params {
		if problem.Params[name] != n {
			return fmt.Errorf("%w what %s is", errNoPen, name)
		}
	}
	if l := codec.Unsaid(b, problem); l != nil {
		return fmt.Errorf("%w what %s holds", errNoPen, l.Name)
	}
	for _, l := range k.File.Layers {
		if l.Objects() && !sameObjects(b.Marks(l), problem.Marks(l)) {
			return fmt.Errorf("%w what %s holds", errNoPen, l.Name)
		}
	}
	if solution != nil && (answer == nil || !answers.Same(solution, answer)) {
		return fmt.Errorf("%w all of the solution", errNoPen)
	}
	return nil
}

func sameObjects(a, b *rules.Marks) bool {
	if a == nil || b == nil {
		return (a == nil || len(a.Objects) == 0) && (b == nil || len(b.Objects) == 0)
	}
	return slices.EqualFunc(a.Objects, b.Objects, func(x, y map[string]rules.Value) bool { return maps.EqualFunc(x, y, rules.Value.Equal) })
}
