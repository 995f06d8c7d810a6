package board

import (
	"fmt"
	"slices"
)

// lineKind gives the index in Board.lines of the kinds that are counted there, else -1.
func lineKind(k Kind) int {
	switch k {
	case Row:
		return 0
	case Col:
		return 1
	case End:
		return 2
	}
	return -1
}

// line gives the grid of a row, column or end and its number in the grid, from 0.
func (b *Board) line(p Place) (grid, n int, ok bool) {
	k := lineKind(p.Kind)
	if k < 0 || p.N < 0 || p.N >= b.lines[k] {
		return 0, 0, false
	}
	for grid = len(b.grids) - 1; b.firstLine[grid][k] > p.N; grid-- {
	}
	return grid, int(p.N - b.firstLine[grid][k]), true
}

// end takes an end apart: its grid, the side from which it is seen, and the number of its column or row from 0.
func (b *Board) end(p Place) (grid int, side Dir, n int, ok bool) {
	grid, n, ok = b.line(p)
	if !ok || p.Kind != End {
		return 0, 0, 0, false
	}
	for side = N; n >= b.sideLength(grid, side); side++ {
		n -= b.sideLength(grid, side)
	}
	return grid, side, n, true
}

// sideLength gives how many ends a grid has on a side.
func (b *Board) sideLength(grid int, side Dir) int {
	if side == N || side == S {
		return b.grids[grid].Cols
	}
	return b.grids[grid].Rows
}

// endPlace is the inverse of end.
func (b *Board) endPlace(grid int, side Dir, n int) Place {
	for d := N; d < side; d++ {
		n += b.sideLength(grid, d)
	}
	return Place{End, b.firstLine[grid][2] + int32(n)}
}

// Lines gives all rows and then all columns.
func (b *Board) Lines() []Place { return append(b.All(Row), b.All(Col)...) }

// LinesFrom gives the ends on the given sides, side by side in the order in which they are named, each from the left or from
// the top. Directions that are no sides give nothing.
func (b *Board) LinesFrom(sides ...Dir) []Place {
	var list []Place
	for _, side := range sides {
		if !side.Straight() {
			continue
		}
		for g := range b.grids {
			for n := range b.sideLength(g, side) {
				list = append(list, b.endPlace(g, side, n))
			}
		}
	}
	return list
}

// Line gives the row or column that an end is the end of.
func (b *Board) Line(end Place) Place {
	g, side, n, ok := b.end(end)
	if !ok {
		return Place{}
	}
	if side == N || side == S {
		return Place{Col, b.firstLine[g][1] + int32(n)}
	}
	return Place{Row, b.firstLine[g][0] + int32(n)}
}

func (b *Board) lineCells(p Place) []Place {
	if p.Kind == End {
		_, side, _, ok := b.end(p)
		if !ok {
			return nil
		}
		list := b.lineCells(b.Line(p))
		if side == E || side == S {
			slices.Reverse(list)
		}
		return list
	}
	grid, n, ok := b.line(p)
	if !ok {
		return nil
	}
	g := b.grids[grid]
	var list []Place
	if p.Kind == Row {
		for i := range g.Cols {
			list = append(list, b.gridCell(g, n, i))
		}
		return list
	}
	for i := range g.Rows {
		list = append(list, b.gridCell(g, i, n))
	}
	return list
}

func (b *Board) gridCell(g Grid, r, c int) Place {
	return Place{Cell, int32((g.Row+r*g.Step)*b.Cols + g.Col + c*g.Step)}
}

// A block's number holds its height and width, seven bits each, above a number that counts all blocks of that size.
const (
	blockShift = 14
	sideShift  = 7
	sideMask   = 1<<sideShift - 1
)

// shape is a block taken apart.
type shape struct {
	grid       int
	rows, cols int // its size
	row, col   int // of its first cell, in the grid, from 0
}

// Blocks gives the blocks of height rows and width cols into which the grids are divided, grid by grid in reading order. A
// block that two grids share is listed once. It fails if they do not divide a grid.
func (b *Board) Blocks(rows, cols int) ([]Place, error) {
	if rows < 1 || cols < 1 || rows > MaxSide || cols > MaxSide {
		return nil, fmt.Errorf("blocks of %d rows and %d columns: each is 1 to %d", rows, cols, MaxSide)
	}
	total := 0
	for _, g := range b.grids {
		if g.Rows%rows != 0 || g.Cols%cols != 0 {
			return nil, fmt.Errorf("blocks of %d rows and %d columns do not fill a grid of %d rows and %d columns", rows, cols, g.Rows, g.Cols)
		}
		total += g.Rows / rows * (g.Cols / cols)
	}
	if total >= 1<<blockShift {
		return nil, fmt.Errorf("%d blocks: a board has at most %d", total, 1<<blockShift-1)
	}
	var list []Place
	for n := range total {
		if p := (Place{Block, int32(rows<<(blockShift+sideShift) | cols<<blockShift | n)}); b.Has(p) {
			list = append(list, p)
		}
	}
	return list, nil
}

// block takes a block apart. It is not of this board if an earlier grid has the same one.
func (b *Board) block(p Place) (s shape, ok bool) {
	if p.Kind != Block || p.N < 0 {
		return shape{}, false
	}
	s.rows, s.cols = int(p.N>>(blockShift+sideShift)), int(p.N>>blockShift&sideMask)
	n := int(p.N & (1<<blockShift - 1))
	if s.rows == 0 || s.cols == 0 {
		return shape{}, false
	}
	for i, g := range b.grids {
		if g.Rows%s.rows != 0 || g.Cols%s.cols != 0 {
			return shape{}, false
		}
		count := g.Rows / s.rows * (g.Cols / s.cols)
		if n >= count {
			n -= count
			continue
		}
		s.grid, s.row, s.col = i, n/(g.Cols/s.cols)*s.rows, n%(g.Cols/s.cols)*s.cols
		first, _ := b.firstWith(g.Row+s.row*g.Step, g.Col+s.col*g.Step, g.Step, s.rows, s.cols)
		return s, first == i
	}
	return shape{}, false
}

// firstWith gives the first grid that has a block of a size with its first cell in a row and column (from 0) of the board,
// and the block. It gives -1 where there is none.
func (b *Board) firstWith(row, col, step, rows, cols int) (int, Place) {
	before := 0
	for i, g := range b.grids {
		if g.Rows%rows != 0 || g.Cols%cols != 0 {
			return -1, Place{}
		}
		r, c := row-g.Row, col-g.Col
		if g.Step == step && r >= 0 && c >= 0 && r%(step*rows) == 0 && c%(step*cols) == 0 && r/step < g.Rows && c/step < g.Cols {
			n := before + r/(step*rows)*(g.Cols/cols) + c/(step*cols)
			return i, Place{Block, int32(rows<<(blockShift+sideShift) | cols<<blockShift | n)}
		}
		before += g.Rows / rows * (g.Cols / cols)
	}
	return -1, Place{}
}

func (b *Board) blockCells(p Place) []Place {
	s, ok := b.block(p)
	if !ok {
		return nil
	}
	list := make([]Place, 0, s.rows*s.cols)
	for r := range s.rows {
		for c := range s.cols {
			list = append(list, b.gridCell(b.grids[s.grid], s.row+r, s.col+c))
		}
	}
	return list
}
