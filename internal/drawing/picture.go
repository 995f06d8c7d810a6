package drawing

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/judge"
)

// The order in which shapes are drawn, from the paper up.
const (
	onPaper = iota
	onCells
	asGrid
	asOutline
	asBorder
	asStroke
	asSign
	asText
	depths
)

// painter draws a board. Its coordinates are those of the board until the end, when what stands outside is known.
type painter struct {
	lang   string
	looks  *Looks
	b      *rules.Board
	shapes [depths][]puzzle.Shape
	sketch *sketch
	dark   map[board.Place]bool // cells on which texts are white
	ringed map[board.Place]bool // cells with a sign round the text
	texts  []*caption
	arrows map[board.Place]*mark
	heads  [4]map[int]int // how many texts stand outside already, by side and line
}

// mark is a value to be drawn.
type mark struct {
	Look
	x, y  float64
	scale float64 // 1 in a cell, less on a side
	place board.Place
	layer *rules.Layer // whose value it is; nil where no layer says it
	value rules.Value
	found bool // by the solver, not given
	bool  bool // the value says no more than that it is there
}

// ink is the role of signs and lines.
func (m *mark) ink() puzzle.Role {
	if m.found {
		return puzzle.RoleEntry
	}
	return puzzle.RoleGiven
}

// solid is the role of what is filled.
func (m *mark) solid() puzzle.Role {
	if m.found {
		return puzzle.RoleEntry
	}
	return puzzle.RoleWall
}

// Picture is a drawn board. Its unit is the side of a cell.
type Picture struct {
	puzzle.Scene
	Left, Top float64 // how far the board lies from the left and the upper side, where clues outside need room
	Ground    int     // how many of the shapes, from the first, fill cells
	Lines     int     // how many of them are below signs and texts
}

// Locate gives where places of a board lie in its picture, by their names: cells whole, rows, columns and blocks as their cells, and what lies
// between cells as a small square. What is no place of the board lies nowhere.
func (p Picture) Locate(geo *board.Board, refs []puzzle.Ref) [][]puzzle.Spot {
	spot := func(at board.Place, side float64) []puzzle.Spot {
		x, y, ok := geo.Centre(at)
		if !ok {
			return nil
		}
		return []puzzle.Spot{{X: p.Left + x - side/2, Y: p.Top + y - side/2, W: side, H: side}}
	}
	out := make([][]puzzle.Spot, len(refs))
	for n, ref := range refs {
		at, ok := geo.Parse(ref.ID)
		if !ok {
			continue
		}
		switch at.Kind {
		case board.Cell:
			out[n] = spot(at, 1)
		case board.Row, board.Col, board.Block, board.End:
			for _, c := range geo.Cells(at) {
				out[n] = append(out[n], spot(c, 1)...)
			}
		default:
			out[n] = spot(at, 0.5)
		}
	}
	return out
}

// Draw draws a board, and an answer where there is one: what it has found beyond what is printed. An answer may lack values. The title and
// the words of notes are in a language. An error is that of an expression by which places of the board, or areas, are told.
func (k *Looks) Draw(b, answer *rules.Board, lang string) (Picture, error) {
	p := k.painter(b)
	p.lang = lang
	p.grid()
	for _, a := range k.areas {
		switch {
		case !a.found:
			if err := p.area(a, b); err != nil {
				return Picture{}, err
			}
		case answer != nil:
			_ = p.area(a, answer) // of an answer that is not whole there may be nothing to draw yet
		}
	}
	for n, l := range k.File.Layers {
		if err := p.layer(l, k.layers[n], b, nil); err != nil {
			return Picture{}, err
		}
		if answer != nil && l.Role == rules.Find {
			if err := p.layer(l, k.layers[n], answer, b); err != nil {
				return Picture{}, err
			}
		}
	}
	p.write()
	for depth, list := range p.shapes {
		p.shapes[depth] = joined(list)
	}
	return p.picture(), nil
}

// painter gives a painter with an empty board.
func (k *Looks) painter(b *rules.Board) *painter {
	p := &painter{looks: k, b: b, sketch: newSketch(b.Geo.Rows, b.Geo.Cols), dark: map[board.Place]bool{}, ringed: map[board.Place]bool{},
		arrows: map[board.Place]*mark{}}
	for side := range p.heads {
		p.heads[side] = map[int]int{}
	}
	return p
}

// picture gathers the shapes, from the paper up, and moves them so that what stands outside the board has room.
func (p *painter) picture() Picture {
	room := p.room()
	rows, cols := float64(p.b.Geo.Rows), float64(p.b.Geo.Cols)
	out := Picture{Left: room[board.W], Top: room[board.N]}
	out.Title, out.Text = p.b.File.Name(p.lang), p.sketch.String()
	out.Width, out.Height = out.Left+cols+room[board.E], out.Top+rows+room[board.S]
	for depth, list := range p.shapes {
		out.Shapes = append(out.Shapes, list...)
		if depth == onCells {
			out.Ground = len(out.Shapes)
		}
		if depth == asStroke {
			out.Lines = len(out.Shapes)
		}
	}
	for i, n := range p.sketch.notes {
		out.Label(puzzle.RoleNote, nil, puzzle.Label{X: 0, Y: rows + room[board.S] + 0.2 + 0.5*float64(i), Size: 0.35, Text: n, Left: true})
	}
	if n := len(p.sketch.notes); n > 0 {
		out.Height += 0.3 + 0.5*float64(n)
	}
	for i, s := range out.Shapes {
		out.Shapes[i] = s.Moved(out.Left, out.Top)
	}
	return out
}

func (p *painter) put(depth int, s puzzle.Shape) { p.shapes[depth] = append(p.shapes[depth], s) }

func (p *painter) line(depth int, role puzzle.Role, x1, y1, x2, y2 float64) {
	p.put(depth, puzzle.Shape{Role: role, Line: &puzzle.Line{X1: x1, Y1: y1, X2: x2, Y2: y2}})
}

func (p *painter) rect(depth int, role puzzle.Role, x, y, w, h float64) {
	p.put(depth, puzzle.Shape{Role: role, Rect: &puzzle.Rect{X: x, Y: y, W: w, H: h}})
}

func (p *painter) circle(depth int, role puzzle.Role, x, y, r float64, open bool) {
	p.put(depth, puzzle.Shape{Role: role, Circle: &puzzle.Circle{X: x, Y: y, R: r, Open: open}})
}

// polygon takes the corners as x, y, x, y, ... from a centre, in units of size.
func (p *painter) polygon(depth int, role puzzle.Role, x, y, size float64, open bool, at ...float64) {
	points := make([]puzzle.Point, len(at)/2)
	for i := range points {
		points[i] = puzzle.Point{X: x + size*at[2*i], Y: y + size*at[2*i+1]}
	}
	p.put(depth, puzzle.Shape{Role: role, Polygon: &puzzle.Polygon{Points: points, Open: open}})
}

func (p *painter) label(role puzzle.Role, x, y, size float64, text string) {
	p.put(asText, puzzle.Shape{Role: role, Label: &puzzle.Label{X: x, Y: y, Size: size, Text: text}})
}

// refer says of the texts or signs from a number on which place they belong to.
func (p *painter) refer(depth, from int, place board.Place) {
	for n := from; n < len(p.shapes[depth]); n++ {
		p.shapes[depth][n].Ref = &puzzle.Ref{Kind: "clue", ID: p.b.Geo.Name(place)}
	}
}

// grid draws the sides of the cells thin, and those at the rim thick; or only the corners.
func (p *painter) grid() {
	geo := p.b.Geo
	for _, c := range geo.All(board.Cell) {
		p.sketch.there[p.node(c)] = true
	}
	if p.looks.plain {
		p.sketch.dotted = true
		for _, c := range geo.All(board.Corner) {
			x, y, _ := geo.Centre(c)
			p.circle(asGrid, puzzle.RoleGiven, x, y, 0.06, false)
		}
		return
	}
	for _, e := range geo.All(board.Edge) {
		x1, y1, x2, y2 := p.side(e)
		if geo.Border(e) {
			p.line(asBorder, puzzle.RoleBorder, x1, y1, x2, y2)
		} else {
			p.line(asGrid, puzzle.RoleGrid, x1, y1, x2, y2)
		}
	}
}

// side gives the two corners of a side.
func (p *painter) side(e board.Place) (x1, y1, x2, y2 float64) {
	a, b := p.b.Geo.Ends(e)
	x1, y1, _ = p.b.Geo.Centre(a)
	x2, y2, _ = p.b.Geo.Centre(b)
	return
}

// border draws a side thick.
func (p *painter) border(e board.Place, found bool) {
	role := puzzle.RoleBorder
	if found {
		role = puzzle.RoleEntry
	}
	x1, y1, x2, y2 := p.side(e)
	p.line(asBorder, role, x1, y1, x2, y2)
	p.sketch.borders[p.node(e)] = true
}

// node gives the point of a place that has a centre, for letters.
func (p *painter) node(at board.Place) node {
	x, y, _ := p.b.Geo.Centre(at)
	return nodeAt(x, y)
}

// rim draws the sides that lie between cells of different areas, and those at the rim.
func (p *painter) rim(of func(board.Place) any, found bool) {
	geo := p.b.Geo
	for _, e := range geo.All(board.Edge) {
		cells := geo.Cells(e)
		if len(cells) == 2 && of(cells[0]) != of(cells[1]) {
			p.border(e, found)
		} else if len(cells) == 1 {
			p.sketch.borders[p.node(e)] = true
		}
	}
}

// area draws a class of places, such as the boxes of Sudoku; one that is worked out of an answer by that.
func (p *painter) area(a area, b *rules.Board) error {
	areas, err := areasOf(b, a.class)
	if err != nil {
		return err
	}
	// Where boards overlap a cell lies in several: a side is drawn where it leaves any.
	in := map[board.Place]map[int]bool{}
	for i, cells := range areas {
		if a.Style == "cage" {
			p.outline(cells)
		}
		for _, c := range cells {
			if in[c] == nil {
				in[c] = map[int]bool{}
			}
			in[c][i] = true
			switch x, y, _ := p.b.Geo.Centre(c); a.Style {
			case "tint":
				p.rect(onPaper, puzzle.RoleShade, x-0.5, y-0.5, 1, 1)
			case "fill":
				p.mark(&mark{Look: a.Look, place: c, found: a.found, bool: true})
			}
		}
	}
	if a.Style == "border" {
		p.rim(func(c board.Place) any { return fmt.Sprint(in[c]) }, a.found)
	}
	return nil
}

// areasOf gives the cells of each place of a class that the language knows or the file names, or of each element of a list of the file's,
// which may be worked out from the board.
func areasOf(b *rules.Board, class string) (areas [][]board.Place, err error) {
	let := b.File.Let(class)
	places, _, err := b.Named(class)
	if let != nil {
		places, err = b.Class(let.Expr)
	}
	if err == nil {
		for _, q := range places {
			areas = append(areas, b.Cells(q))
		}
		return areas, nil
	}
	if let == nil {
		return nil, err
	}
	v, err := judge.Value(context.Background(), b, let.Expr, let.Expr.Tree, nil) // it counts its steps
	if err != nil {
		return nil, err
	}
	list, ok := v.([]any)
	for _, x := range list {
		var cells []board.Place
		part, is := x.([]any)
		for _, c := range part {
			c, cell := c.(board.Place)
			is = is && cell && c.Kind == board.Cell
			cells = append(cells, c)
		}
		ok = ok && is
		areas = append(areas, cells)
	}
	if !ok {
		return nil, &rules.BoardError{Expr: let.Expr, Node: let.Expr.Tree, Msg: "what is drawn is a class of places, or a list of lists of cells"}
	}
	return areas, nil
}

// layer draws the values of a layer. With given, only what is found beyond the values given.
func (p *painter) layer(l *rules.Layer, k Look, b, given *rules.Board) error {
	found := given != nil
	marks := b.Marks(l)
	if marks == nil && p.looks.abreast[l] == nil || k.Style == "none" || !found && l.Role == rules.Follow {
		return nil
	}
	if l.Parts {
		return p.parts(l, k, b, found)
	}
	if l.Objects() {
		p.objects(l, k, marks)
		return nil
	}
	places, err := b.Places(l)
	if err != nil {
		return err
	}
	for _, q := range places {
		v := b.Value(l, q)
		there := v.Kind != rules.Nothing && (v.Kind != rules.Bool || v.N != 0)
		if found && given.Value(l, q).Equal(v) && there {
			continue
		}
		if k.Style == "floor" {
			if !there && (l.Role == rules.Given || found) {
				p.mark(&mark{Look: Look{Style: "wall"}, place: q, found: found, bool: true})
			}
			continue
		}
		if there {
			p.mark(&mark{Look: k.Of(v), place: q, layer: l, value: v, found: found, bool: v.Kind == rules.Bool || k.By != nil})
		} else if slices.ContainsFunc(p.looks.abreast[l], func(m *rules.Layer) bool { return b.Value(m, q).Kind != rules.Nothing }) {
			p.mark(&mark{Look: k, place: q, layer: l, value: rules.WordOf(noHead)})
		}
	}
	return nil
}

func (p *painter) parts(l *rules.Layer, k Look, b *rules.Board, found bool) error {
	if k.Style == "border" {
		p.rim(func(c board.Place) any { return b.PartOf(l, c) }, found)
		for _, link := range b.Marks(l).Walls {
			p.border(b.Geo.EdgeOf(link), found)
		}
		return nil
	}
	for _, part := range b.Own(l) {
		p.outline(b.Cells(part))
	}
	return nil
}

// objects draws objects with places, and lists the others below the board.
func (p *painter) objects(l *rules.Layer, k Look, m *rules.Marks) {
	var listed []string
	for _, o := range m.Objects {
		var note []string
		drawn := false
		for _, f := range l.Fields {
			v := o[f.Name]
			if f.Alternatives {
				continue
			}
			if !f.Places {
				text := k.Text(v)
				if v.Kind == rules.List && p.spelled(f, k) { // a word, or a number by its digits
					text = strings.ReplaceAll(text, " ", "")
				}
				if len(l.Fields) > 1 {
					text = cmp.Or(f.Called.In(p.lang), f.Name) + " " + text
				}
				note = append(note, text)
				continue
			}
			var cells []board.Place
			for _, x := range v.List {
				cells = append(cells, x.Place)
			}
			if drawn || len(cells) == 0 {
				continue
			}
			drawn = true
			numbers := told(l, o)
			if !p.object(cells, k, numbers) && len(numbers) > 0 {
				p.texts = append(p.texts, &caption{cells[0], strings.Join(numbers, " "), "nw", puzzle.RoleGiven, false})
			}
		}
		if !drawn && len(note) > 0 {
			listed = append(listed, strings.Join(note, " "))
		}
	}
	p.note(cmp.Or(l.Called.In(p.lang), l.Name)+":", listed)
}

// note lists things below the board, in as many lines as they need beside each other.
func (p *painter) note(head string, things []string) {
	if len(things) == 0 {
		return
	}
	most := max(24, int(float64(p.b.Geo.Cols)/noteLetter))
	line := head
	for i, thing := range things {
		if i < len(things)-1 {
			thing += ","
		}
		if utf8.RuneCountInString(line)+utf8.RuneCountInString(thing) >= most {
			p.sketch.notes = append(p.sketch.notes, line)
			line = " "
		}
		line += " " + thing
	}
	p.sketch.notes = append(p.sketch.notes, line)
}

// noteLetter is about how wide a letter of a note is, in cells.
const noteLetter = 0.19

// outline draws cells as a cage.
func (p *painter) outline(cells []board.Place) {
	geo := p.b.Geo
	in := map[board.Place]bool{}
	for _, c := range cells {
		in[c] = true
	}
	const d = 0.42
	for _, c := range cells {
		x, y, ok := geo.Centre(c)
		if !ok {
			continue
		}
		for _, dir := range []board.Dir{board.N, board.E, board.S, board.W} {
			if in[geo.Step(c, dir)] {
				continue
			}
			// The line runs on to the next cell's where that is in the cage too, and stops short at a corner.
			left, right := (dir+3)%4, (dir+1)%4
			from, to := d, d
			if in[geo.Step(c, left)] {
				from = 0.5
				if in[geo.Step(c, dir, left)] {
					from = 1 - d
				}
			}
			if in[geo.Step(c, right)] {
				to = 0.5
				if in[geo.Step(c, dir, right)] {
					to = 1 - d
				}
			}
			ux, uy := toward(dir)
			rx, ry := toward(right)
			p.line(asOutline, puzzle.RoleOutline, x+d*ux-from*rx, y+d*uy-from*ry, x+d*ux+to*rx, y+d*uy+to*ry)
			p.sketch.borders[nodeAt(x+ux/2, y+uy/2)] = true
		}
	}
}

// toward gives a step in a direction, to the right and down.
func toward(d board.Dir) (dx, dy float64) {
	y, x := d.Step()
	return float64(x), float64(y)
}

// stroke draws in letters the line between two points, cells or corners, n lines side by side. A line askew has no letters.
func (p *painter) stroke(x1, y1, x2, y2 float64, n int) {
	a, b := nodeAt(x1, y1), nodeAt(x2, y2)
	for d := board.N; d <= board.W; d++ {
		dy, dx := d.Step()
		if dy != cmp.Compare(b.y, a.y) || dx != cmp.Compare(b.x, a.x) {
			continue
		}
		for at := a; at != b; {
			p.sketch.strokes[at] |= 1 << d
			p.sketch.passes[node{at.y + dy, at.x + dx}] = n
			at = node{at.y + 2*dy, at.x + 2*dx}
			p.sketch.strokes[at] |= 1 << d.Back()
		}
	}
}

// locate finds where a mark is drawn: its own centre, the first cell of a part, or outside the board.
func (p *painter) locate(m *mark) bool {
	geo := p.b.Geo
	m.scale = 1
	switch k := m.place.Kind; k {
	case board.Link, board.Edge, board.Corner, board.Diagonal, board.Joint, board.Square:
		m.scale = 0.5
	case board.Spot:
		if len(geo.Cells(m.place)) > 1 {
			m.scale = 0.5
		}
	case board.Row, board.Col, board.End:
		p.head(m)
		return false
	}
	var ok bool
	if m.x, m.y, ok = geo.Centre(m.place); ok {
		return true
	}
	cells := p.b.Cells(m.place)
	if l := p.b.LayerOf(m.place); l != nil && l.Objects() {
		for _, f := range l.Fields {
			if v, _ := p.b.Field(m.place, f.Name); f.Places && len(v.List) > 0 {
				cells = []board.Place{v.List[0].Place}
			}
		}
	}
	if len(cells) == 0 {
		return false
	}
	if m.Style == "bridge" {
		x1, y1, _ := geo.Centre(cells[0])
		x2, y2, _ := geo.Centre(cells[len(cells)-1])
		m.x, m.y = (x1+x2)/2, (y1+y2)/2
		return true
	}
	m.place = cells[0]
	if m.At == "" && !m.found {
		m.At = "nw"
	}
	m.x, m.y, ok = geo.Centre(m.place)
	return ok
}
