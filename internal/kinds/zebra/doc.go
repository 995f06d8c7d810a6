// Package zebra is the family of zebra puzzles: logic puzzles in which the items of several categories are matched one to
// one by clues. They are also known as elimination puzzles, Einstein puzzles and logic grids.
//
// # Model
//
// A [Puzzle] has categories of N items each and clues. One category may be the line: places in a row, or seats round a
// table. The line, or without one the first category, is the anchor, to which the items of the other categories are
// matched; a [Grid] says how. Items are numbered category by category.
//
// A [Clue] is a tree. Its leaves are statements of the forms listed at [Kind] about those who have certain items, or stand
// some places from them; and, or, exactly one, not, if and iff join them. Everything about a clue's meaning is in
// [Puzzle.Holds], which judges complete grids and shares no code with the solver.
//
// # Reading
//
// [ReadYAML] reads the clue language (docs/zebra.md), in which a clue is a mapping or an English sentence;
// [Puzzle.ParseClue] reads one sentence. [readLineup] reads the text form in which line-up puzzles are published.
// [Puzzle.Sentence] puts a clue in words of a language.
//
// # Solving
//
// [Puzzle.SolveUpTo] is complete: it compiles each clue to a node over the graph of package elimination, follows links up
// to a fixpoint and branches on the item with the fewest places. One, two and three values are related by tables of bits,
// longer sums by bounds, and the parts of a disjunction are tried one by one for what they have in common.
//
// # Explaining
//
// [Instance.Explain] solves as a person does. A ladder of techniques, from "each has one partner" to case splits, gives at
// every state the cheapest step: the fewest and simplest clues, then the fewest known facts. Steps by contradiction rest
// on a set of clues of least weight and facts none of which can be spared, found with implicit hitting sets ([elimination.SmallestCore]; compare Bogaerts, Gamba and
// Guns, "A framework for step-wise explaining how to solve constraint satisfaction problems", AIJ 2021), and carry a proof
// in simpler steps. Each step is checked by a third program, which fills in half-empty grids and judges clues with three
// truth values. [Instance.Refute] says why a mark of a player is wrong, [Instance.Rate] how hard a puzzle is.
//
// # Generating
//
// [Family.Generate] draws a grid and true clues about it until they single it out, and leaves out what is not needed: a
// clue stays only when the others together with its contrary have a solution.
package zebra
