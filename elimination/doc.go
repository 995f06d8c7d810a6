// Package elimination solves process-of-elimination puzzles: M categories of N items each, to be matched one to one by
// rules that say what can and cannot go together. It is a library of its own, which knows no puzzle of this project.
//
// # The graph
//
// Every item starts linked to every item of every other category: M·N²·(M-1)/2 links. The rules of a puzzle remove
// links, and the consequences remove more, until N·M·(M-1)/2 are left: N groups of one item from each category.
//
// # The three rules
//
// Three rules propagate every removal. Support: two items of different categories stay linked only while, in each third
// category, some item is linked to both. Exclusivity: when an item has one link left into a category, no other item of
// its own category keeps a link to that partner. Consistency of assertions: an item keeps a link into the category of a
// comparison only while the other item has a link that makes the comparison true.
//
// All three are monotone, so their fixpoint is unique: the same calls give the same links in any order. What a call
// returns is the number of links that it and its consequences removed.
//
// # Calls
//
// [New] builds a [Solver] from a [Problem], an ordered list of labelled categories; [Lists] and [Labelled] make one of a
// list of lists. Explicit rules are [Solver.Match] (one to one, one to many) and [Solver.Unmatch]. Implicit rules compare
// two items through a category: [Solver.LessThan], [Solver.GreaterThan], [Solver.AdjacentTo]. They stay registered as
// assertions until both items have one link left into the category. [Solver.Assert] registers an assertion of one's own.
//
// An item is given as its label, or as an [Item] where the label stands in several categories. Labels may be of any
// comparable type; numbers are equal when their values are.
//
// # Contradictions
//
// A call that contradicts the calls before it changes nothing and returns a [ContradictionError], which names a smallest
// set of calls that cannot hold together.
//
// # Going further
//
// The three rules do not find everything. [Solver.Deepen] applies stronger rules, each with a name and a cost: naked and
// hidden subsets, chains of assertions, case splits. [Solver.Decide] is complete: it tells whether the calls have no
// solution, one, or several, and gives them.
//
// # Source
//
// The operations and their vocabulary follow the documentation of the Python package puzzle_solvers by Joseph Fox-Rabinovitz
// ("Elimination Puzzles"). Where that program depends on the order of the calls or fails on consistent ones, this
// package computes the fixpoint of the same rules instead.
package elimination
