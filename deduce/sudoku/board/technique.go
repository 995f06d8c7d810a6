package board

import "github.com/quandary-puzzles/quandary/deduce"

// Technique is a technique of Sudoku.
type Technique = deduce.Technique[*Position]

// Step is a step of any puzzle; in Sudoku cells are numbered row by row from 0, values are 1..n and houses are indices into
// the layout's houses.
type Step = deduce.Step

// Mark is a value in a cell.
type Mark = deduce.Mark

// Link is one inference of a chain.
type Link = deduce.Link
