// Package rules reads rules files: a family of grid puzzles, stated on a page. A file names what is given and what is asked for
// (layers: a value at each place of a class, such as a digit in each cell or a line on each edge), and the rules that hold
// between them, as expressions in the grammar of Python. docs/rules.md is the reference.
//
//	file, problems := rules.Load("slitherlink.yaml", data, nil)
//
// A Board is one puzzle of a family: its size, its parameters and the values of its layers. This package knows what files and
// boards are and where their parts stand; it gives expressions no meaning. That is done twice, by packages that share no code:
// rules/encode turns the rules of a board into constraints for a solver, and rules/judge evaluates them on a finished board.
package rules
