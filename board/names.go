package board

import (
	"fmt"
	"strconv"
	"strings"
)

func cellName(at point) string {
	name := make([]byte, 0, len("r100c100"))
	name = strconv.AppendInt(append(name, 'r'), int64(at.y/2+1), 10)
	return string(strconv.AppendInt(append(name, 'c'), int64(at.x/2+1), 10))
}

// beside gives the first cell in reading order that touches a point that is no cell's centre, and the direction from the
// cell to the point.
func (b *Board) beside(at point) (cell point, d Dir) {
	for dy := -reach(at.y); dy <= reach(at.y); dy += 2 {
		for dx := -reach(at.x); dx <= reach(at.x); dx += 2 {
			if b.holds(at.y+dy, at.x+dx) {
				for d = N; d <= NW; d++ {
					if sy, sx := d.Step(); sy == -dy && sx == -dx {
						return point{at.y + dy, at.x + dx, 0}, d
					}
				}
			}
		}
	}
	return point{}, 0
}

// Name gives the name of a place, as the package's documentation lists them; it is empty for what is no place of this
// board.
func (b *Board) Name(p Place) string {
	switch p.Kind {
	case Row, Col:
		return b.lineName(p)
	case End:
		_, side, _, ok := b.end(p)
		if !ok {
			return ""
		}
		return b.lineName(b.Line(p)) + "." + side.String()
	case Block:
		s, ok := b.block(p)
		if !ok {
			return ""
		}
		g := b.grids[s.grid]
		name := b.Name(b.gridCell(g, s.row, s.col)) + ":" + b.Name(b.gridCell(g, s.row+s.rows-1, s.col+s.cols-1))
		if g.Step > 1 {
			name += "/" + strconv.Itoa(g.Step)
		}
		return name
	}
	at, ok := b.point(p)
	if !ok {
		return ""
	}
	switch p.Kind {
	case Cell:
		return cellName(at)
	case Link, Diagonal:
		a, c := b.Ends(p)
		return b.Name(a) + "-" + b.Name(c)
	case Slash:
		return cellName(at) + [...]string{".fall", ".rise"}[at.variant]
	case Joint:
		return fmt.Sprintf("%s.%v.%v", cellName(at), jointDirs[at.variant][0], jointDirs[at.variant][1])
	case Square:
		return cellName(point{at.y - 1, at.x - 1, 0}) + ".square"
	case Edge, Corner:
		cell, d := b.beside(at)
		return cellName(cell) + "." + d.String()
	}
	// A spot.
	if at.y%2 == 1 && at.x%2 == 1 {
		return cellName(at) + ".spot"
	}
	cell, d := b.beside(at)
	return cellName(cell) + ".spot." + d.String()
}

func (b *Board) lineName(p Place) string {
	grid, n, ok := b.line(p)
	if !ok {
		return ""
	}
	name := fmt.Sprintf("row%d", n+1)
	if p.Kind == Col {
		name = fmt.Sprintf("col%d", n+1)
	}
	if len(b.grids) > 1 {
		name = fmt.Sprintf("grid%d.%s", grid+1, name)
	}
	return name
}

// Parse gives the place of a name; ok is false if there is none of that name on this board.
func (b *Board) Parse(name string) (p Place, ok bool) {
	p = b.parse(name)
	return p, p != Place{}
}

func (b *Board) parse(name string) Place {
	grid := 0
	if rest, found := strings.CutPrefix(name, "grid"); found {
		n, rest, ok := number(rest)
		if !ok || len(b.grids) == 1 || n > len(b.grids) || !strings.HasPrefix(rest, ".") {
			return Place{}
		}
		return b.parseLine(n-1, rest[1:])
	}
	if strings.HasPrefix(name, "row") || strings.HasPrefix(name, "col") {
		if len(b.grids) > 1 {
			return Place{}
		}
		return b.parseLine(grid, name)
	}
	at, rest, ok := parseCell(name)
	if !ok {
		return Place{}
	}
	return b.parseAt(at, rest)
}

// ParseAt finds the place whose name is that of a cell with more behind it, such as .s for its lower side.
func (b *Board) ParseAt(cell Place, rest string) (p Place, ok bool) {
	at, ok := b.point(cell)
	if !ok || cell.Kind != Cell {
		return Place{}, false
	}
	p = b.parseAt(at, rest)
	return p, p != Place{}
}

func (b *Board) parseAt(at point, rest string) Place {
	cell := b.place(Cell, at)
	if cell == (Place{}) {
		return Place{}
	}
	switch {
	case rest == "":
		return cell
	case rest[0] == '-':
		return b.parsePair(at, rest[1:])
	case rest[0] == ':':
		return b.parseBlock(at, rest[1:])
	case rest[0] != '.':
		return Place{}
	}
	rest = rest[1:]
	switch rest {
	case "fall":
		return b.Fall(cell)
	case "rise":
		return b.Rise(cell)
	case "square":
		return b.place(Square, point{at.y + 1, at.x + 1, 0})
	case "spot":
		return b.place(Spot, at)
	}
	first, second, two := strings.Cut(rest, ".")
	if first == "spot" {
		if d, ok := ParseDir(second); ok {
			dy, dx := d.Step()
			return b.place(Spot, point{at.y + dy, at.x + dx, 0})
		}
		return Place{}
	}
	d, ok := ParseDir(first)
	if !ok {
		return Place{}
	}
	if two {
		e, ok := ParseDir(second)
		if v := jointOf(d, e); ok && v >= 0 {
			return b.place(Joint, point{at.y, at.x, v})
		}
		return Place{}
	}
	dy, dx := d.Step()
	if d.Straight() {
		return b.place(Edge, point{at.y + dy, at.x + dx, 0})
	}
	return b.place(Corner, point{at.y + dy, at.x + dx, 0})
}

// parseLine reads row3, col2, col2.n and row3.w in a grid.
func (b *Board) parseLine(grid int, name string) Place {
	k, g := Row, b.grids[grid]
	rest, ok := strings.CutPrefix(name, "row")
	size, from, to := g.Rows, W, E
	if !ok {
		if rest, ok = strings.CutPrefix(name, "col"); !ok {
			return Place{}
		}
		k, size, from, to = Col, g.Cols, N, S
	}
	n, rest, ok := number(rest)
	if !ok || n > size {
		return Place{}
	}
	switch rest {
	case "":
		return Place{k, b.firstLine[grid][lineKind(k)] + int32(n-1)}
	case "." + from.String():
		return b.endPlace(grid, from, n-1)
	case "." + to.String():
		return b.endPlace(grid, to, n-1)
	}
	return Place{}
}

// parsePair reads the second cell of a link or diagonal, in either order.
func (b *Board) parsePair(at point, name string) Place {
	to, rest, ok := parseCell(name)
	if !ok || rest != "" {
		return Place{}
	}
	cell := b.place(Cell, at)
	for d := N; d <= NW; d++ {
		if dy, dx := d.Step(); to.y == at.y+2*dy && to.x == at.x+2*dx {
			return b.To(cell, d)
		}
	}
	return Place{}
}

func (b *Board) parseBlock(at point, name string) Place {
	to, rest, ok := parseCell(name)
	step := 1
	if stepped, found := strings.CutPrefix(rest, "/"); ok && found {
		step, rest, ok = number(stepped)
		ok = ok && step > 1
	}
	if !ok || rest != "" {
		return Place{}
	}
	rows, cols := (to.y-at.y)/2, (to.x-at.x)/2
	if rows < 0 || cols < 0 || rows%step != 0 || cols%step != 0 {
		return Place{}
	}
	_, p := b.firstWith(at.y/2, at.x/2, step, rows/step+1, cols/step+1)
	return p
}

// parseCell reads the name of a cell, on this board or not, at the start of a text.
func parseCell(name string) (at point, rest string, ok bool) {
	rest, ok = strings.CutPrefix(name, "r")
	if !ok {
		return point{}, "", false
	}
	r, rest, ok := number(rest)
	if !ok || !strings.HasPrefix(rest, "c") {
		return point{}, "", false
	}
	c, rest, ok := number(rest[1:])
	return point{2*r - 1, 2*c - 1, 0}, rest, ok
}

// number reads a number from 1 to 999, without leading zeros, at the start of a text.
func number(text string) (n int, rest string, ok bool) {
	i := 0
	for i < len(text) && i < 3 && text[i] >= '0' && text[i] <= '9' {
		n = 10*n + int(text[i]-'0')
		i++
	}
	if i == 0 || text[0] == '0' || i < len(text) && text[i] >= '0' && text[i] <= '9' {
		return 0, "", false
	}
	return n, text[i:], true
}
