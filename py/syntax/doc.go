// Package syntax reads the Python subset in which puzzle specifications are written: expressions, f-string templates and
// the statements of operator files. It gives tokens, syntax trees and positions, and evaluates nothing.
//
// The grammar is in grammar.txt beside this file. It follows Python 3.12 where versions differ: the expressions inside an
// f-string may hold either kind of quote, backslashes and nested f-strings.
//
// Input is bounded: a source longer than maxSource bytes, nested deeper than maxDepth or with an operator chain longer than
// maxChain is refused, so that no later pass over the tree can overflow its stack.
package syntax

// Bounds on what the parser accepts.
const (
	maxSource = 1 << 20 // bytes of one source
	maxDepth  = 200     // nesting of brackets, lambdas, conditionals, f-strings; and of indented blocks
	maxChain  = 2000    // operators or postfixes in one chain, as in 1+1+1+… or a.b.c…
)
