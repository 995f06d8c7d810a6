// Package board is the geometry that rules files speak of: the places of a grid board and how they lie to each other. It
// knows no rule, no value and no format.
//
// A Place is a small comparable value; the zero Place is nothing, which is what every relation gives that leads off the
// board. The kinds of place, on a board of two rows and three columns:
//
//	0,0-----+-------+-------+     + - |   edges (the sides of cells), which end in corners (+)
//	 |      |       |       |     o       cells
//	 |  o===|===o   |   o   |     ===     links: two cells that share a side; a link crosses that edge
//	 |      |   ‖   |       |     ‖
//	 +------*---‖---*-------+     *       squares: the inner corners, each with the four cells around it
//	 |      |   ‖   |       |
//	 |  o   |   o   |   o   |     Not drawn: diagonals (two cells that share a corner alone), slashes (the two diagonals
//	 |      |       |       |     of one cell, which join corners), joints (two links that meet in a cell), spots (the
//	 +------+-------+-------+     centres of cells, inner edges and inner corners: what a figure can be turned about).
//
// Lines are rows and columns, each a list of cells. An end is a line as it is seen from outside, from one of its two sides,
// the nearest cell first: where clues stand that are written beside the board.
//
// A board is a rectangle, or a union of square grids (Samurai Sudoku): then cells that no grid holds are not there, lines
// and blocks are those of each grid, and everything else follows from which cells are there.
//
// Every place has a name, which Name writes and Parse reads:
//
//	r3c5            the cell in row 3, column 5, counted from 1
//	r1c1-r1c2       a link; r1c1-r2c2 and r1c2-r2c1 are diagonals
//	r1c1.n          an edge, as a side of a cell: n, e, s or w
//	r1c1.nw         a corner of a cell: ne, se, sw or nw
//	r1c1.square     the square whose upper left cell is r1c1
//	r1c1.fall       a slash: from the upper left of the cell to its lower right; r1c1.rise is the other one
//	r1c1.n.e        a joint: the links of the cell to the north and to the east
//	r1c1.spot       the centre of a cell; r1c1.spot.e, .s and .se are the centres of its right and lower side and corner
//	row3, col2      lines; grid2.row3 where there are several grids
//	col2.n, row3.w  ends: column 2 from above, row 3 from the left
//	r1c1:r3c3       a block, by its first and last cell; r2c2:r8c8/3 where the cells of the grid lie 3 apart
//
// An edge or a corner has several such names: Name gives that of the first cell that has it in reading order, Parse takes
// all. A Board is immutable and safe for concurrent use.
package board
