// Package drawing draws the boards of rules files: what the section draw of a file says, as scenes and as text. It knows boards and values,
// and nothing of families that solve, make or are played.
//
// [Read] turns the section draw into [Looks]: for each layer of the file a [Look], by the words that docs/rules.md lists. A layer of which
// the section says nothing gets its usual look. [Looks.Draw] draws a board, and what an answer adds to it; [Looks.Mark] draws one
// value alone, as a page puts it on a board. What has a sign in letters, [Look.Sign] gives it, and [Look.Text] writes a value as the board
// shows it.
//
// A picture's unit is the side of a cell; x grows to the right and y downwards from the upper left corner of the board, outside of which clues
// may stand. The files: look reads the section; picture has the painter, who goes through the layers; signs draws values by their
// style, lines the objects with cells, texts what is written in cells, outside the clues beside the board; join makes one line of many; sketch is
// the same picture in letters; mark is what a page puts on it. Package pens below draws the same boards as drawings of penpa-edit.
package drawing
