// Package deduce is the technique ladder: how a person would get from a position to the solution, one reasoned step at a
// time.
//
// The package knows no puzzle. A family of puzzles supplies a position type and techniques that find steps in it; this
// package puts the techniques in order and answers the questions that every family is asked: what is the next step, what
// is the whole path, how hard is the puzzle, and can it be solved with the techniques up to a given one. The same ladder
// therefore grades what it is given and decides what a generator may keep.
//
// Words used everywhere:
//
//   - a mark is a value in a cell: one that is placed, or a candidate that is removed;
//   - a step is one application of a technique: marks placed or removed, the pattern that justifies them, and the reason;
//   - a technique is a named way of finding steps, with a cost (in the scale of HoDoKu's scores) and a rating (in the
//     scale of Sudoku Explainer's difficulties);
//   - a ladder is techniques from the easiest to the hardest; the next step is the first that the lowest rung finds.
//
// Sudoku's position is deduce/sudoku/board.Position, its techniques are the folders of deduce/sudoku, and its ladders are
// made by deduce/sudoku.
package deduce
