// Package cardfile reads the files of clue-card puzzles: the property files of the paper (M. Gogolla and
// J. Sánchez Cuadrado, "Developing configurations and solutions for logical puzzles with UML and OCL", Software and Systems
// Modeling, 2025), files of OCL invariants, a small language for domains, YAML as in the paper's listing 4 and in a tidied
// shape, and JSON in the tidied shape (schema.json).
//
// A file becomes a [Document]: what it says, in its order, with the place of every piece, and nothing concluded from it.
// [Read] reads every format. Package stored makes puzzles of documents, and writes puzzles.
//
// The readers take text from anywhere: its length, nesting and numbers of parts are bounded, and every mistake is a [*doctree.Mistake]
// with file, line and column (in characters, from 1).
package cardfile
