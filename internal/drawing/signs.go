package drawing

import (
	"cmp"
	"math"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// textSigns are the signs that boards of text have for what is drawn in some styles.
var textSigns = map[string]string{"stone": "●", "circle": "○", "disc": "◐", "dot": "•", "square": "□", "diamond": "◇", "triangle": "△", "star": "★", "lamp": "¤",
	"cross": "x", "tree": "♣", "tent": "▲"}

// textWall is that of a cell that is given and black.
const textWall = '█'

var textArrows = map[board.Dir]string{board.N: "↑", board.E: "→", board.S: "↓", board.W: "←", board.NE: "↗", board.SE: "↘", board.SW: "↙", board.NW: "↖"}

// Sign is the sign that a board of text has for a value of this look; "" where it has none of its own.
func (k Look) Sign(v rules.Value) string {
	switch k.Style {
	case "wall":
		return string(textWall)
	case "less": // between the first of two places and the second
		return "<"
	case "greater":
		return ">"
	case "slash":
		return map[string]string{"fall": `\`, "rise": "/"}[v.Word]
	case "arrow":
		if d, ok := board.ParseDir(v.Word); ok && v.Kind == rules.Word {
			return textArrows[d]
		}
	case "digit", "letter":
		return k.Text(v)
	}
	return textSigns[k.Style]
}

// mark draws a value.
func (p *painter) mark(m *mark) {
	if m.Style == "none" || !p.locate(m) {
		return
	}
	switch m.Style {
	case "digit", "letter":
		p.text(m)
	case "fill", "wall", "tint":
		p.cover(m)
	case "line", "through", "bridge", "slash", "bar", "pipe", "less", "greater", "border", "cage", "thermo":
		p.path(m)
	case "arrow":
		if d, ok := board.ParseDir(m.value.Word); ok && m.place.Kind == board.Cell {
			p.arrows[m.place] = m
			p.letter(m, textArrows[d])
		} else {
			p.text(m)
		}
	case "arrows":
		p.fan(m)
	case "half":
		if d, ok := board.ParseDir(m.value.Word); ok && !d.Straight() {
			dx, dy := toward(d)
			p.polygon(asSign, puzzle.RoleFill, m.x, m.y, 0.5, false, dx, dy, -dx, dy, dx, -dy)
			p.letter(m, map[board.Dir]string{board.NE: "◥", board.SE: "◢", board.SW: "◣", board.NW: "◤"}[d])
		} else {
			p.text(m)
		}
	case "moon":
		p.moon(m)
	default:
		p.sign(m)
	}
}

// letter writes in letters what stands for a mark.
func (p *painter) letter(m *mark, text string) { p.sketch.add(nodeAt(m.x, m.y), text) }

// fan draws small arrows to the sides that a number stands for: 1 up, 2 down, 4 to the left and 8 to the right, added up.
func (p *painter) fan(m *mark) {
	for _, side := range []struct {
		dir board.Dir
		bit int64
	}{{board.W, 4}, {board.N, 1}, {board.E, 8}, {board.S, 2}} {
		if m.value.N&side.bit == 0 {
			continue
		}
		dx, dy := toward(side.dir)
		p.pointer(m.solid(), side.dir, m.x+0.25*dx, m.y+0.25*dy, 0.18)
		p.letter(m, textArrows[side.dir])
	}
}

// moon draws a disc that is light towards the sides that its word names, and dark towards the others. Dark sides that follow each other are
// one wedge, for two would show a seam.
func (p *painter) moon(m *mark) {
	const r = 0.36
	var sides [4]bool
	if m.layer != nil {
		if named, ok := m.layer.Domain.Sides(m.value.Word); ok {
			sides = named
		}
	}
	p.circle(asSign, puzzle.RoleBorder, m.x, m.y, r, sides != [4]bool{})
	for first := range sides {
		if sides[first] || !sides[(first+3)%4] {
			continue // light, or within a wedge
		}
		wedge := []float64{0, 0}
		for side := first; !sides[side%4]; side++ {
			dx, dy := toward(board.Dir(side % 4))
			for i := -2; i <= 2; i++ {
				sin, cos := math.Sincos(float64(i) * math.Pi / 8)
				wedge = append(wedge, dx*cos-dy*sin, dx*sin+dy*cos)
			}
		}
		p.polygon(asSign, puzzle.RoleBorder, m.x, m.y, r, false, wedge...)
	}
	p.letter(m, m.value.Word)
}

// cover colours a cell.
func (p *painter) cover(m *mark) {
	role, letter := puzzle.RoleFill, '#'
	switch {
	case m.Style == "tint":
		role, letter = puzzle.RoleShade, 0
	case m.Style == "wall" && !m.found:
		role, letter = puzzle.RoleWall, textWall
	}
	if m.Tone != "" { // light enough for the text of its cell
		role = m.Tone
		if m.value.Kind == rules.Word {
			letter = []rune(m.value.Word)[0]
		}
	}
	switch m.place.Kind {
	case board.Link:
		p.border(p.b.Geo.EdgeOf(m.place), m.found)
		return
	case board.Edge:
		p.border(m.place, m.found)
		return
	}
	cells := []board.Place{m.place}
	if m.place.Kind != board.Cell {
		cells = p.b.Cells(m.place)
	}
	depth := onCells
	if m.Style == "tint" || m.Tone != "" {
		depth = onPaper
	} else {
		for _, c := range cells {
			p.dark[c] = true
		}
	}
	for _, c := range cells {
		x, y, _ := p.b.Geo.Centre(c)
		p.rect(depth, role, x-0.5, y-0.5, 1, 1)
		switch {
		case letter != 0:
			p.sketch.fills[nodeAt(x, y)] = letter
		case p.sketch.fills[nodeAt(x, y)] == 0:
			p.sketch.fills[nodeAt(x, y)] = '.'
		}
	}
	if !m.bool && m.value.Kind != rules.Nothing {
		p.text(m)
	}
}

// path draws strokes.
func (p *painter) path(m *mark) {
	role, kind := m.ink(), m.place.Kind
	if !m.found {
		role = puzzle.RoleBorder
	}
	switch {
	case m.Style == "line" && (kind == board.Link || kind == board.Diagonal):
		p.joined(m, role)
	case m.Style == "through" && kind == board.Edge:
		p.crossing(m, role)
	case (m.Style == "border" || m.Style == "bar" || m.Style == "line") && (kind == board.Link || kind == board.Edge):
		e := m.place
		if kind == board.Link {
			e = p.b.Geo.EdgeOf(e)
		}
		p.border(e, m.found)
	case m.Style == "bridge":
		p.bridge(m, role)
	case m.Style == "slash" || m.Style == "line" && kind == board.Slash:
		up, letter := 1.0, `\`
		if d, ok := p.b.Geo.Dir(m.place); m.value.Word == "rise" || ok && kind == board.Slash && d == board.SW {
			up, letter = -1, "/"
		}
		half := 0.45
		if kind == board.Slash { // it joins two corners, where others go on
			half = 0.5
		}
		p.line(asStroke, role, m.x-half, m.y-half*up, m.x+half, m.y+half*up)
		p.letter(m, letter)
	case m.Style == "bar" && m.value.Word == "v":
		p.line(asStroke, role, m.x, m.y-0.3, m.x, m.y+0.3)
		p.letter(m, "|")
	case m.Style == "bar":
		p.line(asStroke, role, m.x-0.3, m.y, m.x+0.3, m.y)
		p.letter(m, "-")
	case m.Style == "pipe":
		for _, c := range m.value.Word {
			if d, ok := board.ParseDir(string(c)); ok {
				dx, dy := toward(d)
				p.line(asStroke, puzzle.RoleBorder, m.x, m.y, m.x+dx/2, m.y+dy/2)
				p.sketch.strokes[nodeAt(m.x, m.y)] |= 1 << d
			}
		}
	case m.Style == "less" || m.Style == "greater":
		p.comparison(m)
	default:
		p.text(m)
	}
}

// joined draws a stroke between the centres of two cells.
func (p *painter) joined(m *mark, role puzzle.Role) {
	geo := p.b.Geo
	cells := geo.Cells(m.place)
	x1, y1, _ := geo.Centre(cells[0])
	x2, y2, _ := geo.Centre(cells[1])
	if m.Tone != "" {
		p.through(cells, 0.09, m.Tone)
		if m.value.Kind == rules.Word { // letters have no colours
			p.letter(m, m.value.Word)
		}
		return
	}
	p.line(asStroke, role, x1, y1, x2, y2)
	switch {
	case m.place.Kind == board.Link:
		p.stroke(x1, y1, x2, y2, 1)
	case (x1 < x2) == (y1 < y2):
		p.letter(m, `\`)
	default:
		p.letter(m, "/")
	}
}

// crossing draws a stroke from the centre of a cell through its side: to the centre of the next cell, or a little way off the board.
func (p *painter) crossing(m *mark, role puzzle.Role) {
	geo := p.b.Geo
	cell := geo.Cells(m.place)[0]
	x, y, _ := geo.Centre(cell)
	dx, dy := 2*(m.x-x), 2*(m.y-y)
	if geo.LinkOf(m.place) != (board.Place{}) {
		p.line(asStroke, role, x, y, x+dx, y+dy)
		p.stroke(x, y, x+dx, y+dy, 1)
		return
	}
	p.line(asStroke, role, x, y, x+0.8*dx, y+0.8*dy)
	for d := board.N; d <= board.W; d++ {
		if geo.Side(cell, d) == m.place {
			p.sketch.strokes[nodeAt(x, y)] |= 1 << d
		}
	}
}

// bridge draws as many strokes side by side as the value says, up to four; none for 0.
func (p *painter) bridge(m *mark, role puzzle.Role) {
	if m.value.Kind == rules.Int && m.value.N == 0 {
		return
	}
	cells := p.b.Cells(m.place)
	x1, y1, _ := p.b.Geo.Centre(cells[0])
	x2, y2, _ := p.b.Geo.Centre(cells[len(cells)-1])
	n := int(max(1, min(m.value.N, 4)))
	for k := range n {
		off := 0.2 * (float64(k) - float64(n-1)/2)
		dx, dy := off, 0.0
		if y1 == y2 {
			dx, dy = 0, off
		}
		p.line(asStroke, role, x1+dx, y1+dy, x2+dx, y2+dy)
	}
	p.stroke(x1, y1, x2, y2, n)
}

// comparison draws the sign of less or greater between two cells, beside or below each other.
func (p *painter) comparison(m *mark) {
	geo, s, letters := p.b.Geo, 0.12, [2]string{"<", "∧"}
	if m.Style == "greater" {
		s, letters = -s, [2]string{">", "∨"}
	}
	if a, b := geo.Ends(m.place); m.place.Kind == board.Link && geo.Col(a) == geo.Col(b) {
		p.line(asSign, puzzle.RoleGiven, m.x, m.y-s, m.x-0.16, m.y+s)
		p.line(asSign, puzzle.RoleGiven, m.x, m.y-s, m.x+0.16, m.y+s)
		p.letter(m, letters[1])
		return
	}
	p.line(asSign, puzzle.RoleGiven, m.x-s, m.y, m.x+s, m.y-0.16)
	p.line(asSign, puzzle.RoleGiven, m.x-s, m.y, m.x+s, m.y+0.16)
	p.letter(m, letters[0])
}

// sign draws one of the signs, and in it the number that it stands for.
func (p *painter) sign(m *mark) {
	letter := p.figure(m)
	if !m.bool && m.Style != "ship" && m.value.Kind != rules.Nothing && m.value.Kind != rules.Word {
		p.text(m)
	} else {
		p.letter(m, letter)
	}
}

// figure draws one of the signs alone, and gives the one that boards of text have for it.
func (p *painter) figure(m *mark) string {
	x, y, s := m.x, m.y, m.scale
	if m.At != "" {
		if d, ok := board.ParseDir(m.At); ok && m.place.Kind == board.Cell {
			dx, dy := toward(d)
			x, y, s = x+0.28*dx, y+0.28*dy, 0.45
		}
	}
	letter := textSigns[m.Style]
	switch m.Style {
	case "stone", "circle", "disc": // a disc is grey, and the others have the colour that is named
		tone := m.Tone
		if m.Style == "disc" {
			tone = cmp.Or(tone, puzzle.RoleGrey)
		}
		black := m.Style == "stone" && tone == ""
		if black {
			p.circle(asSign, m.solid(), x, y, 0.36*s, false)
		} else {
			p.circle(asSign, m.ink(), x, y, 0.36*s, true)
		}
		if tone != "" {
			p.circle(asSign, tone, x, y, 0.33*s, false)
		}
		switch {
		case m.place.Kind != board.Cell:
		case black:
			p.dark[m.place] = true
		default:
			p.ringed[m.place] = true
		}
	case "dot":
		p.circle(asSign, m.solid(), x, y, 0.16*s, false)
	case "square":
		p.polygon(asSign, m.ink(), x, y, 0.34*s, true, -1, -1, 1, -1, 1, 1, -1, 1)
	case "diamond":
		p.polygon(asSign, m.ink(), x, y, 0.42*s, true, 0, -1, 1, 0, 0, 1, -1, 0)
	case "triangle":
		p.polygon(asSign, m.ink(), x, y, 0.4*s, true, 0, -0.95, 1, 0.8, -1, 0.8)
	case "star":
		var points []float64
		for i := range 10 {
			r := 1.0
			if i%2 == 1 {
				r = 0.4
			}
			sin, cos := math.Sincos(math.Pi * float64(i) / 5)
			points = append(points, r*sin, -r*cos)
		}
		p.polygon(asSign, m.solid(), x, y, 0.4*s, false, points...)
	case "lamp":
		p.circle(asSign, m.solid(), x, y-0.08*s, 0.26*s, false)
		p.rect(asSign, m.solid(), x-0.11*s, y+0.2*s, 0.22*s, 0.18*s)
	case "cross":
		p.line(asSign, m.ink(), x-0.25*s, y-0.25*s, x+0.25*s, y+0.25*s)
		p.line(asSign, m.ink(), x-0.25*s, y+0.25*s, x+0.25*s, y-0.25*s)
	case "tree":
		p.rect(asSign, m.solid(), x-0.06*s, y+0.1*s, 0.12*s, 0.3*s)
		p.polygon(asSign, m.solid(), x, y-0.05*s, 0.34*s, false, 0, -1, 0.9, 0.75, -0.9, 0.75)
	case "tent":
		p.polygon(asSign, m.solid(), x, y, 0.38*s, false, 0, -0.9, 1, 0.8, 0.25, 0.8, 0, 0.1, -0.25, 0.8, -1, 0.8)
	case "ship":
		letter = p.ship(m)
	}
	return letter
}

// ship draws a part of a ship: n, e, s, w is an end that points there, m a middle, o a ship of one cell.
func (p *painter) ship(m *mark) string {
	const r = 0.38
	d, ok := board.ParseDir(m.value.Word)
	if ok && d.Straight() {
		dx, dy := toward(d)
		p.circle(asSign, m.solid(), m.x, m.y, r, false)
		ax, ay := math.Abs(dx), math.Abs(dy)
		p.rect(asSign, m.solid(), m.x-r+max(0, -dx)*r, m.y-r+max(0, -dy)*r, 2*r-ax*r, 2*r-ay*r)
		return map[board.Dir]string{board.N: "∩", board.E: "⊃", board.S: "∪", board.W: "⊂"}[d]
	}
	if m.value.Word == "m" {
		p.rect(asSign, m.solid(), m.x-r, m.y-r, 2*r, 2*r)
		return "■"
	}
	p.circle(asSign, m.solid(), m.x, m.y, r, false)
	return "●"
}

// pointer draws an arrow with its middle at a point.
func (p *painter) pointer(role puzzle.Role, d board.Dir, x, y, s float64) {
	dx, dy := toward(d)
	n := math.Hypot(dx, dy)
	dx, dy = dx/n, dy/n
	// Along the arrow and across it.
	at := func(a, b float64) (float64, float64) { return a*dx - b*dy, a*dy + b*dx }
	var points []float64
	for _, q := range [][2]float64{{1, 0}, {0.1, 0.75}, {0.1, 0.22}, {-1, 0.22}, {-1, -0.22}, {0.1, -0.22}, {0.1, -0.75}} {
		px, py := at(q[0], q[1])
		points = append(points, px, py)
	}
	p.polygon(asSign, role, x, y, s, false, points...)
}
