package drawing

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// How objects with cells are drawn: lines through the cells, signs in them or between them, and clues beside the board, as solvers of
// Sudoku variants know them.

// object draws one object, given its first list of cells, and reports whether its numbers are shown too.
func (p *painter) object(cells []board.Place, k Look, numbers []string) (told bool) {
	cells = slices.DeleteFunc(slices.Clone(cells), func(c board.Place) bool { _, _, ok := p.b.Geo.Centre(c); return !ok })
	if len(cells) == 0 {
		return false
	}
	style := k.Style
	switch style {
	case "thermo":
		x, y, _ := p.b.Geo.Centre(cells[0])
		p.circle(asOutline, puzzle.RoleGrey, x, y, 0.36, false)
		p.sketch.add(nodeAt(x, y), "○")
		p.through(cells, 0.14, puzzle.RoleGrey)
	case "path":
		p.through(cells, 0.09, cmp.Or(k.Tone, puzzle.RoleGrey))
		return true
	case "ray":
		p.through(cells, 0.03, puzzle.RoleGrid)
		return true
	case "between":
		p.through(cells, 0.04, puzzle.RoleGrid)
		p.ring(cells[0])
		p.ring(cells[len(cells)-1])
		return true
	case "arrow":
		p.through(cells, 0.025, puzzle.RoleOutline)
		p.ring(cells[0])
		if len(cells) > 1 {
			p.tip(cells[len(cells)-2], cells[len(cells)-1])
		}
		return true
	case "clue":
		p.clue(cells, strings.Join(numbers, " "))
		return true
	case "quad":
		x, y := 0.0, 0.0
		for _, c := range cells {
			cx, cy, _ := p.b.Geo.Centre(c)
			x, y = x+cx/float64(len(cells)), y+cy/float64(len(cells))
		}
		text := strings.Join(numbers, " ")
		p.circle(asSign, puzzle.RoleGiven, x, y, 0.28, true)
		// Up to two numbers side by side, more in two rows.
		rows := [][]string{numbers}
		if len(numbers) > 2 {
			rows = [][]string{numbers[:(len(numbers)+1)/2], numbers[(len(numbers)+1)/2:]}
		}
		for n, row := range rows {
			up := 0.21 * (float64(n) - float64(len(rows)-1)/2)
			p.label(puzzle.RoleGiven, x, y+up, 0.24, strings.Join(row, " "))
		}
		p.sketch.add(nodeAt(x, y), strings.ReplaceAll(text, " ", ""))
		return true
	case "white", "black", "x", "v", "less":
		p.between(cells, style, strings.Join(numbers, " "))
		return true
	case "circle", "disc", "square", "stone", "tint", "lamp":
		for _, c := range cells {
			p.mark(&mark{Look: Look{Style: style}, place: c, bool: true})
		}
		return true
	case "none":
		return true
	case "border":
		p.fence(cells)
		return true
	default:
		p.outline(cells)
	}
	return false
}

// fence draws the sides that lie between some cells and others thick.
func (p *painter) fence(cells []board.Place) {
	for _, c := range cells {
		for _, e := range p.b.Geo.Edges(c) {
			for _, d := range p.b.Geo.Cells(e) {
				if d != c && !slices.Contains(cells, d) {
					p.border(e, false)
				}
			}
		}
	}
}

// through draws a line along the centres of cells, so thick to each side.
func (p *painter) through(cells []board.Place, half float64, role puzzle.Role) {
	for i, c := range cells {
		x, y, _ := p.b.Geo.Centre(c)
		if len(cells) > 1 { // round ends and corners
			p.circle(asOutline, role, x, y, half, false)
		}
		if i == 0 {
			continue
		}
		x0, y0, _ := p.b.Geo.Centre(cells[i-1])
		length := math.Hypot(x-x0, y-y0)
		if length == 0 {
			continue
		}
		dx, dy := (x-x0)/length*half, (y-y0)/length*half
		p.polygon(asOutline, role, 0, 0, 1, false, x0-dy, y0+dx, x-dy, y+dx, x+dy, y-dx, x0+dy, y0-dx)
		p.stroke(x0, y0, x, y, 1)
	}
}

// ring draws the circle at an end of a line.
func (p *painter) ring(c board.Place) {
	x, y, _ := p.b.Geo.Centre(c)
	p.circle(asOutline, puzzle.RoleOutline, x, y, 0.38, true)
	p.sketch.add(nodeAt(x, y), "○")
}

// tip draws the head of an arrow that comes from one cell to another.
func (p *painter) tip(from, to board.Place) {
	x0, y0, _ := p.b.Geo.Centre(from)
	x, y, _ := p.b.Geo.Centre(to)
	length := math.Hypot(x-x0, y-y0)
	if length == 0 {
		return
	}
	dx, dy := (x-x0)/length*0.22, (y-y0)/length*0.22
	p.line(asOutline, puzzle.RoleOutline, x, y, x-dx-dy, y-dy+dx)
	p.line(asOutline, puzzle.RoleOutline, x, y, x-dx+dy, y-dy-dx)
}

// between draws a sign on each side between two cells of a list.
func (p *painter) between(cells []board.Place, style, number string) {
	for i, a := range cells {
		for _, b := range cells[i+1:] {
			if !slices.Contains(p.b.Geo.Next(a), b) {
				continue
			}
			x0, y0, _ := p.b.Geo.Centre(a)
			x1, y1, _ := p.b.Geo.Centre(b)
			x, y := (x0+x1)/2, (y0+y1)/2
			text := number
			switch style {
			case "white":
				p.circle(asSign, puzzle.RoleGiven, x, y, 0.16, true)
				p.label(puzzle.RoleGiven, x, y, 0.2, number)
				text = "○" + number
			case "black":
				p.circle(asSign, puzzle.RoleWall, x, y, 0.16, false)
				p.label(puzzle.RoleInverse, x, y, 0.2, number)
				text = "●" + number
			case "x", "v":
				text = strings.ToUpper(style)
				p.circle(asSign, puzzle.RoleInverse, x, y, 0.15, false) // the letter stands clear of borders
				p.label(puzzle.RoleGiven, x, y, 0.34, text)
			case "less": // the first is the greater: the sign opens towards it
				dx, dy := (x1-x0)*0.1, (y1-y0)*0.1
				p.line(asSign, puzzle.RoleGiven, x+dx, y+dy, x-dx-dy, y-dy+dx)
				p.line(asSign, puzzle.RoleGiven, x+dx, y+dy, x-dx+dy, y-dy-dx)
				text = ">"
			}
			p.sketch.add(nodeAt(x, y), text)
		}
	}
}

// told lists the numbers of an object that are printed with it: those that are not 0, and lists of them.
func told(l *rules.Layer, o map[string]rules.Value) []string {
	var out []string
	for _, f := range l.Fields {
		switch v := o[f.Name]; {
		case v.Kind == rules.Int && v.N != 0:
			out = append(out, v.String())
		case v.Kind == rules.List && !f.Places && !f.Alternatives && len(v.List) <= 4:
			for _, x := range v.List {
				out = append(out, x.String())
			}
		}
	}
	return out
}
