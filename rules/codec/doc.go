// Package codec reads and writes the boards of a family as its rules file declares their layout, under "formats".
//
// The formats are "text", which has a problem and a solution; "pzprv3", the board files of pzpr, in which the answer follows the
// problem; and "url", the addresses of puzz.link. A layout is a head, which says how large the board is, and blocks, each of some
// lines:
//
//	formats:
//	  text: {head: [rows, cols, k], problem: [clue, {grid: cells, tokens: {x: wall}}], solution: [shade]}
//	  pzprv3: {names: [heyawake], problem: [room, number], codes: {bkShadeNe: number}}
//	  url: [rooms, number16]
//
// Without a declaration a layout is what most boards look like. In text: rows, columns and the parameters; a line of tokens for
// each side of the board on which clues stand; one grid with all that is given or printed in cells; and a grid with the number of
// each cell's part; objects, a line for each, and those that are numbers as a bank. The solution is a grid of all that is to be found in cells. Links are
// written by directions, after what else stands in the cell (4,es), lines to be found on edges by the cells inside of them. In pzprv3 the
// parts come first, and what is found on links and edges is a grid of 0 and 1.
//
// # Blocks
//
// A block is the name of a layer, or one of these:
//
//	grid: cells               a token for each cell; also corners, squares, spots, links and edges: as they lie, line by line, of
//	                          links and edges first those that run across and then those that run down; or a layer
//	line: total               a line of tokens for each side on which the layer has places: at lines the columns, then the rows
//	lines: clue               a line for each place, with a list of tokens
//	frame: clue               the cells, whose tokens are declared, with the layer's places around them
//	                          several layers, [plus, minus]: the first is outermost
//	ids: room                 the same label is the same part; count: true after a line with their number; base: 0 the first label
//	dirs: line                at each cell, the directions in which the layer has links: "se"; order: [e, n, s, w]
//	bits: bar                 the same as a sum of powers of two, also for corners; order: [e, s, w, n] gives 1, 2, 4, 8; with
//	                          partly: true a problem prints some of a cell's sides, and says nothing of the others
//	inside: line              the cells inside of the lines, which are edges
//	walls: area               the borders between parts, as a grid of links; with tokens: {0: mirror}, borders that the board prints too
//	along: bridge             in the cells between, what the layer holds of the span that passes: {1: e=1, a: s=1}; a grid of links
//	                          can hold a layer at spans too
//	ports: thermo             objects that are cells in order: the object's number, a point, the place in it
//	paths: arrow              objects that are cells in order, each beside the next, as a grid of links: 1 goes on north or west, 2 south or east
//	blank: cells              a grid of nothing
//	flag: [circle, disc]      a line with one of these words, or none; the first is written
//	objects: cage             how many objects there are, then a line for each with its fields
//	bank: size                how many objects of the layer there are, then the number of each on a line of its own
//	points: [start, goal]     where layers hold that hold at one place each: cells by column and row in half steps, sides at the
//	                          border by their number
//
// Any block may have:
//
//	tokens   how values are written: a pattern such as "{number}{dir}", a list of patterns, or a mapping from patterns to what else they
//	         mean: {x: wall, o: "wall, number=0", "{n}": circle, 3: star@se}. [..] is optional, {a:1} one character wide, {a:a} and {a:A}
//	         letters for 1, 2, ..., {dir:#} the number of a word among the layer's, {dir:nswe} in an order of its own. A layer that stands at parts has its value in one
//	         cell of the part. The first alternative that says neither more nor less than the board is written, literal ones first.
//	also     tokens that are read and never written
//	none     the token for nothing, or several of which the first is written: "-" in text, "." and "+" in pzprv3
//	first    cols: the first cell of a part is first column by column
//	compact  true: one character a token, and no blanks
//	optional true: the block may be missing
//
// # Heads
//
// A head lists rows, cols, size (of a square), parameters ("k:a" as a letter), "*" for what nobody reads, and in pzprv3 words:
// diagonal=D sets the parameter diagonal to 1 where the word D stands there. At its end, fleet... makes an object of the layer fleet of
// each number that is left: its first field is where it stands, from 1, its second the number. With less: 1 the head counts a line
// too many. Where the heads of problem and solution differ: {problem: [...], solution: [...]}.
//
// # Addresses
//
// An address packs the tokens of the blocks of the problem in pzprv3, in order, each as its entry in url says; an entry may also have a
// block of its own, {bits: cells, tokens: {1: ice}}. The packs: rooms (borders of parts), border (the same for links), bits, zeros,
// circle (0 to 2), number4, number10, number16, arrow16 (a direction, a comma, a number), stars, gaps, tapa, number3, number5 and four (small
// numbers), letters, pairs (of spots), dots (at inner corners), and those of one genre or two: pipes, bends, signs, sides, coloured, dotted, sums, twosums,
// points (two digits for a cell, a slash and a number for a side at the border), bank;
// rest is what nobody reads. Lists around the board are packed as their numbers, the innermost first.
// What stands at parts has one token a part.
//
// Layers that are printed in part hold, in a problem, what is printed; of links that are printed, the other links of the cell are
// known to be absent (false, not missing).
package codec
