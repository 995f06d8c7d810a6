package board

// Row gives the row of a cell, from 1; 0 for other places.
func (b *Board) Row(cell Place) int {
	row, _ := b.rowCol(cell)
	return row
}

// Col gives the column of a cell, from 1; 0 for other places.
func (b *Board) Col(cell Place) int {
	_, col := b.rowCol(cell)
	return col
}

func (b *Board) rowCol(cell Place) (row, col int) {
	n := int(cell.N)
	if cell.Kind != Cell || n < 0 || n >= b.Rows*b.Cols || b.there != nil && !b.there[n] {
		return 0, 0
	}
	return n/b.Cols + 1, n%b.Cols + 1
}

// shift gives the place of the same kind that lies a number of whole steps away, or nothing.
func (b *Board) shift(p Place, dy, dx int) Place {
	at, ok := b.point(p)
	if !ok {
		return Place{}
	}
	return b.place(p.Kind, point{at.y + 2*dy, at.x + 2*dx, at.variant})
}

// existing drops what is nothing.
func existing(list ...Place) []Place {
	kept := list[:0]
	for _, p := range list {
		if p != (Place{}) {
			kept = append(kept, p)
		}
	}
	return kept
}

// Next gives the neighbours of a cell, a corner or a square in the directions n, e, s, w, as far as they are there: the
// cells with a common side, the corners with a common edge, the squares one step away.
func (b *Board) Next(p Place) []Place {
	switch p.Kind {
	case Cell, Square:
		return existing(b.Step(p, N), b.Step(p, E), b.Step(p, S), b.Step(p, W))
	case Corner:
		var list []Place
		for d := N; d <= W; d++ {
			if b.To(p, d) != (Place{}) {
				list = append(list, b.Step(p, d))
			}
		}
		return list
	}
	return nil
}

// Ring gives the eight cells around a cell, clockwise from the north, nothing in place of those that are not there.
func (b *Board) Ring(cell Place) []Place {
	if cell.Kind != Cell || !b.Has(cell) {
		return nil
	}
	list := make([]Place, len(dirClock))
	for i, d := range dirClock {
		list[i] = b.Step(cell, d)
	}
	return list
}

// Around gives those of the eight cells around a cell that are there, clockwise from the north.
func (b *Board) Around(cell Place) []Place { return existing(b.Ring(cell)...) }

// Step gives the place of the same kind that so many steps lead to, or nothing. Only where they end matters: they may pass
// over what is not there.
func (b *Board) Step(p Place, dirs ...Dir) Place {
	y, x := 0, 0
	for _, d := range dirs {
		dy, dx := d.Step()
		y, x = y+dy, x+dx
	}
	return b.shift(p, y, x)
}

// Look gives the cells ahead of a cell in a direction, nearest first, up to the end of the board or the first that is not
// there; of a corner or any other place that lies at a point, those of its own kind.
func (b *Board) Look(p Place, d Dir) []Place {
	var list []Place
	for q := b.Step(p, d); q != (Place{}); q = b.Step(q, d) {
		list = append(list, q)
	}
	return list
}

// To gives what joins a place to its neighbour in a direction: of a cell the link, or the diagonal for the directions
// between; of a corner the edge, or the slash for the directions between. Nothing where there is no neighbour.
func (b *Board) To(p Place, d Dir) Place {
	at, ok := b.point(p)
	if !ok || d > NW {
		return Place{}
	}
	dy, dx := d.Step()
	at.y, at.x, at.variant = at.y+dy, at.x+dx, 0
	if d == NE || d == SW {
		at.variant = rising
	}
	switch {
	case p.Kind == Cell && d.Straight():
		return b.place(Link, at)
	case p.Kind == Cell:
		return b.place(Diagonal, at)
	case p.Kind == Corner && d.Straight():
		return b.place(Edge, at)
	case p.Kind == Corner:
		return b.place(Slash, at)
	}
	return Place{}
}

// Along gives what To gives for the place and then for each place ahead: of a cell the links in a line, nearest first.
func (b *Board) Along(p Place, d Dir) []Place {
	var list []Place
	for q := p; ; q = b.Step(q, d) {
		l := b.To(q, d)
		if l == (Place{}) {
			return list
		}
		list = append(list, l)
	}
}

// Links gives the links of a cell in the directions n, e, s, w; of a joint its two; of an edge the one that crosses it.
func (b *Board) Links(p Place) []Place {
	switch p.Kind {
	case Cell:
		return existing(b.To(p, N), b.To(p, E), b.To(p, S), b.To(p, W))
	case Joint:
		a, c := b.Ends(p)
		return existing(a, c)
	case Edge:
		return existing(b.LinkOf(p))
	}
	return nil
}

// Edges gives the edges of a cell in the directions n, e, s, w: its sides; of a corner or square the edges that meet
// there, in these directions; of a link the one that it crosses.
func (b *Board) Edges(p Place) []Place {
	at, ok := b.point(p)
	if !ok {
		return nil
	}
	switch p.Kind {
	case Cell, Corner, Square:
		var list [4]Place
		for d := N; d <= W; d++ {
			dy, dx := d.Step()
			list[d] = b.place(Edge, point{at.y + dy, at.x + dx, 0})
		}
		return existing(list[:]...)
	case Link:
		return existing(b.EdgeOf(p))
	}
	return nil
}

// Side gives the edge of a cell in a direction, which is also there where the board ends.
func (b *Board) Side(cell Place, d Dir) Place {
	at, ok := b.point(cell)
	if !ok || cell.Kind != Cell || !d.Straight() {
		return Place{}
	}
	dy, dx := d.Step()
	return b.place(Edge, point{at.y + dy, at.x + dx, 0})
}

// Corners gives the corners of a cell, clockwise from the upper right: ne, se, sw, nw; of an edge and of a slash its two ends;
// of a square the one in its middle.
func (b *Board) Corners(p Place) []Place {
	at, ok := b.point(p)
	if !ok {
		return nil
	}
	switch p.Kind {
	case Cell:
		list := make([]Place, 4)
		for d := NE; d <= NW; d++ {
			dy, dx := d.Step()
			list[d-NE] = b.place(Corner, point{at.y + dy, at.x + dx, 0})
		}
		return list
	case Edge, Slash:
		c, d := b.Ends(p)
		return []Place{c, d}
	case Square:
		return []Place{b.place(Corner, at)}
	}
	return nil
}

// Fall gives the slash of a cell that joins its upper left corner to its lower right.
func (b *Board) Fall(cell Place) Place { return b.slash(cell, falling) }

// Rise gives the slash of a cell that joins its lower left corner to its upper right.
func (b *Board) Rise(cell Place) Place { return b.slash(cell, rising) }

func (b *Board) slash(cell Place, variant int) Place {
	at, ok := b.point(cell)
	if !ok || cell.Kind != Cell {
		return Place{}
	}
	return b.place(Slash, point{at.y, at.x, variant})
}

// Border reports whether a place lies where the board ends: a cell with a side that no other cell has, an edge of one cell,
// a corner of fewer than four.
func (b *Board) Border(p Place) bool {
	if !b.Has(p) {
		return false
	}
	switch p.Kind {
	case Cell:
		return len(b.Next(p)) < 4
	case Edge:
		return len(b.Cells(p)) < 2
	case Corner:
		return len(b.Cells(p)) < 4
	}
	return false
}

// Ends gives the two places that a place joins, in reading order (of a rising diagonal or slash the upper, right one
// first): the cells of a link or diagonal, the corners of an edge or slash, the links of a joint.
func (b *Board) Ends(p Place) (Place, Place) {
	at, ok := b.point(p)
	if !ok {
		return Place{}, Place{}
	}
	end := func(k Kind, dy, dx int) Place { return b.place(k, point{at.y + dy, at.x + dx, 0}) }
	slant := 1 - 2*at.variant
	switch p.Kind {
	case Link:
		if at.y%2 == 1 {
			return end(Cell, 0, -1), end(Cell, 0, 1)
		}
		return end(Cell, -1, 0), end(Cell, 1, 0)
	case Edge:
		if at.y%2 == 0 {
			return end(Corner, 0, -1), end(Corner, 0, 1)
		}
		return end(Corner, -1, 0), end(Corner, 1, 0)
	case Diagonal:
		return end(Cell, -1, -slant), end(Cell, 1, slant)
	case Slash:
		return end(Corner, -1, -slant), end(Corner, 1, slant)
	case Joint:
		cell := end(Cell, 0, 0)
		return b.To(cell, jointDirs[at.variant][0]), b.To(cell, jointDirs[at.variant][1])
	}
	return Place{}, Place{}
}

// Dir gives the direction from the first to the second of the Ends of a link, diagonal, edge or slash. For ends of lines it
// is the direction in which they are read: south from the north.
func (b *Board) Dir(p Place) (Dir, bool) {
	if p.Kind == End {
		_, side, _, ok := b.end(p)
		return side.Back(), ok
	}
	at, ok := b.point(p)
	if !ok {
		return 0, false
	}
	switch p.Kind {
	case Link, Edge:
		if (at.y%2 == 1) == (p.Kind == Link) {
			return E, true
		}
		return S, true
	case Diagonal, Slash:
		if at.variant == falling {
			return SE, true
		}
		return SW, true
	}
	return 0, false
}

// EdgeOf gives the edge that a link crosses.
func (b *Board) EdgeOf(link Place) Place {
	at, ok := b.point(link)
	if !ok || link.Kind != Link {
		return Place{}
	}
	return b.place(Edge, at)
}

// LinkOf gives the link that crosses an edge, or nothing at the border.
func (b *Board) LinkOf(edge Place) Place {
	at, ok := b.point(edge)
	if !ok || edge.Kind != Edge {
		return Place{}
	}
	return b.place(Link, at)
}

// Joints gives the joints of a cell: each two of its links.
func (b *Board) Joints(cell Place) []Place {
	at, ok := b.point(cell)
	if !ok || cell.Kind != Cell {
		return nil
	}
	var list []Place
	for v := range jointDirs {
		if p := b.place(Joint, point{at.y, at.x, v}); p != (Place{}) {
			list = append(list, p)
		}
	}
	return list
}

// JointAt gives the cell in which the two links of a joint meet.
func (b *Board) JointAt(joint Place) Place {
	at, ok := b.point(joint)
	if !ok || joint.Kind != Joint {
		return Place{}
	}
	return b.place(Cell, point{at.y, at.x, 0})
}

// Straight reports whether the two links of a joint lie in one line.
func (b *Board) Straight(joint Place) bool {
	at, ok := b.point(joint)
	return ok && joint.Kind == Joint && jointDirs[at.variant][0].Back() == jointDirs[at.variant][1]
}

// Cell gives the cell that lies in a direction from an edge (n and s, or e and w), a corner, a square or a spot (these also
// ne, se, sw, nw), touching it; nothing where there is none.
func (b *Board) Cell(p Place, d Dir) Place {
	at, ok := b.point(p)
	if !ok || d > NW {
		return Place{}
	}
	switch p.Kind {
	case Edge, Corner, Square, Spot, Link:
		dy, dx := d.Step()
		return b.place(Cell, point{at.y + dy, at.x + dx, 0})
	}
	return Place{}
}

// Cells gives the cells that make a place up, in reading order: itself of a cell, both of a link or diagonal, those that
// touch an edge, corner, square or spot, the cell of a slash or joint; of rows, columns and blocks their cells in order, of
// ends the nearest first.
func (b *Board) Cells(p Place) []Place {
	switch p.Kind {
	case Row, Col, End:
		return b.lineCells(p)
	case Block:
		return b.blockCells(p)
	}
	at, ok := b.point(p)
	if !ok {
		return nil
	}
	if p.Kind == Diagonal {
		a, c := b.Ends(p)
		return []Place{a, c}
	}
	var list []Place
	for dy := -reach(at.y); dy <= reach(at.y); dy += 2 {
		for dx := -reach(at.x); dx <= reach(at.x); dx += 2 {
			if q := b.place(Cell, point{at.y + dy, at.x + dx, 0}); q != (Place{}) {
				list = append(list, q)
			}
		}
	}
	return list
}

// Mirror gives where a half turn about a spot carries a place, or nothing. Lines, blocks and ends have no such image.
func (b *Board) Mirror(spot, p Place) Place {
	centre, ok := b.point(spot)
	at, ok2 := b.point(p)
	if !ok || !ok2 || spot.Kind != Spot {
		return Place{}
	}
	at.y, at.x = 2*centre.y-at.y, 2*centre.x-at.x
	if p.Kind == Joint {
		at.variant = halfTurnedJoint(at.variant)
	}
	return b.place(p.Kind, at)
}

// Shift gives where the move that carries a to b carries a place, or nothing: off the board, and where one of them has no point of its own.
func (b *Board) Shift(p, from, to Place) Place {
	at, ok := b.point(p)
	q, ok2 := b.point(from)
	r, ok3 := b.point(to)
	if !ok || !ok2 || !ok3 || from.Kind != to.Kind {
		return Place{}
	}
	at.y, at.x = at.y+r.y-q.y, at.x+r.x-q.x
	return b.place(p.Kind, at)
}

func halfTurnedJoint(v int) int { return jointOf(jointDirs[v][0].Back(), jointDirs[v][1].Back()) }

// jointOf gives the variant of the joint with links in two directions, or -1.
func jointOf(d, e Dir) int {
	for v, both := range jointDirs {
		if both == [2]Dir{d, e} || both == [2]Dir{e, d} {
			return v
		}
	}
	return -1
}

// SpotOf gives the spot at the centre of a cell, a link, an inner edge or a square, or at a corner that four cells share.
func (b *Board) SpotOf(p Place) Place {
	at, ok := b.point(p)
	if !ok {
		return Place{}
	}
	switch p.Kind {
	case Cell, Link, Edge, Square, Corner:
		return b.place(Spot, point{at.y, at.x, 0})
	}
	return Place{}
}

// Lattice gives the places of a kind as they lie, line by line from the top, nothing for those that are not there: of cells,
// corners, squares and spots the rows; of links and edges first the rows of those that run across (links to the right, the
// left and right sides of cells), then the rows of the others. It is empty for the other kinds.
func (b *Board) Lattice(k Kind) [][]Place {
	var ys, xs []int // where the lines begin: y and x, in half steps
	switch k {
	case Cell:
		ys, xs = []int{1}, []int{1}
	case Corner:
		ys, xs = []int{0}, []int{0}
	case Square:
		ys, xs = []int{2}, []int{2}
	case Link:
		ys, xs = []int{1, 2}, []int{2, 1}
	case Edge:
		ys, xs = []int{1, 0}, []int{0, 1}
	case Spot:
		var rows [][]Place
		for y := 1; y < 2*b.Rows; y++ {
			var row []Place
			for x := 1; x < 2*b.Cols; x++ {
				row = append(row, b.place(k, point{y, x, 0}))
			}
			rows = append(rows, row)
		}
		return rows
	}
	var rows [][]Place
	for i := range ys {
		// What begins beyond the first point of a coordinate ends as far before the last.
		for y := ys[i]; y <= 2*b.Rows-ys[i]; y += 2 {
			row := []Place{}
			for x := xs[i]; x <= 2*b.Cols-xs[i]; x += 2 {
				row = append(row, b.place(k, point{y, x, 0}))
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// Beside gives the corner, square or spot that lies in a direction from a cell, touching it: of corners and squares ne, se, sw
// or nw, of spots any.
func (b *Board) Beside(k Kind, cell Place, d Dir) Place {
	at, ok := b.point(cell)
	if !ok || cell.Kind != Cell || d > NW || k != Corner && k != Square && k != Spot {
		return Place{}
	}
	dy, dx := d.Step()
	return b.place(k, point{at.y + dy, at.x + dx, 0})
}

// Centre gives where a place is drawn, in cells from the upper left corner of the board: the centre of a cell is (0.5, 0.5) off its
// corner. Rows, columns and ends lie half a cell before their first cell; ok is false for kinds that lie at no point.
func (b *Board) Centre(p Place) (x, y float64, ok bool) {
	switch p.Kind {
	case Row, Col, End:
		cells := b.lineCells(p)
		if len(cells) == 0 {
			return 0, 0, false
		}
		side := N
		if p.Kind == Row {
			side = W
		} else if p.Kind == End {
			_, side, _, _ = b.end(p)
		}
		x, y, ok = b.Centre(cells[0])
		dy, dx := side.Step()
		return x + float64(dx), y + float64(dy), ok
	}
	at, ok := b.point(p)
	return float64(at.x) / 2, float64(at.y) / 2, ok
}
