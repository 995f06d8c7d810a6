// Package judge evaluates the rules of a family on a board whose values are all known, and says which are broken, and where.
//
// It is the second opinion on everything that solvers and generators do with rules files: it shares no code with rules/encode, with
// package model or with any solver. It does what an interpreter would do: lists hold what is in them, groups are found by walking. The
// expressions are compiled to closures once for a board, since one puzzle is answered many times.
package judge
