// Package asking states the boards of rules files as questions in words, for somebody who has only the text, and reads what such a reader
// answers. The question states the rules as the file does, the board as a drawing in letters and by coordinates, and the form of the answer: for
// each layer to be found a grid, or a list of places for what does not stand in cells.
//
// A [Question] is what a board asks for. The files: asked finds the layers and the form of each; question writes the text, answer a solution in that
// form. reading finds answers in a text, as grids; places as lists of places; slashes puts signs in the place of lines across cells, which are
// markup too. What an answer is worth is judged above: here is counted alone what it has right.
package asking
