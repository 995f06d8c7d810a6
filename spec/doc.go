// Package spec reads specification files: the YAML or JSON documents from which word puzzles are made.
//
// [Load] turns a file into a [Document]: every attribute of the format as a typed field, in the order of the file, each
// with the place where it stands. Expressions and texts are parsed once, here; nothing is evaluated. [Lint] then reports
// what the file gets wrong without running it: unknown names, attributes used before they exist, lengths that differ.
// [Schema] is the format as a JSON Schema, for editors.
//
// # Terms
//
// A file has, in the order in which they are worked through: operators (custom_operator), variables, symbols,
// conditions, a solution step (calc_solution, max_solution, post_generation, optimize), queries, and the text of the
// puzzle (desc). A symbol is either defined (one unknown for each value of its sources) or derived: drawn at random from
// its sources, as dynamic conditions and the options of choice queries are. What such a draw needs is a [Draw].
//
// The format is that of PuzzleClone (its pages "Specification" and "Randomization"); docs/specification.md describes it
// with our extensions.
package spec
