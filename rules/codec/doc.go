// Package codec reads and writes the boards of a family as its rules file declares their layout, under "formats".
//
// A layout is a head, which says how large the board is, and blocks, each of some lines. Without a declaration it is what most
// boards look like: rows and columns, the clues at the border, a grid of the values in the cells, and a grid with the number of
// each cell's part; and the solution as a grid of what is to be found. A block is the name of a layer, or one of these:
//
//	grid: cells               a token for each cell; also corners, squares, spots, links and edges: as they lie, line by line, of
//	                          links and edges first those that run across and then those that run down
//	line: total               a line of tokens for each side on which the layer has places: at lines the columns, then the rows
//	lines: clue               a line for each place, with a list of tokens
//	ids: room                 the same label is the same part
//	dirs: line                at each cell, the directions in which the layer has links: "se"
//	bits: bar                 the same as a sum of powers of two; order: [e, s, w, n] gives 1, 2, 4, 8
//	inside: line              the cells inside of the lines, which are edges
//	walls: area               the borders between parts, as a grid of links
//	along: bridge             in the cells between, what the layer holds of the span that passes: {1: e=1, a: s=1}
//	ports: thermo             objects that are cells in order: the object's number, a point, the place in it
//	blank: cells              a grid of nothing
//
// tokens says how values are written: a pattern, such as "{number}{dir}" with [optional parts], widths {a:1} and letters {a:a}; or
// a mapping from patterns to what else is meant by them: {x: wall, o: "wall, number=0", "{n}": circle, 3: star@se}. A layer that
// stands at parts has its value in one cell of the part. none is the token for nothing, "-"; the first of several is written.
//
// The formats are "text", which has a problem and a solution; "pzprv3", the board files of pzpr, in which the answer follows the
// problem; and "url", the addresses of puzz.link.
package codec
