// Package ocl reads, checks and evaluates a subset of the Object Constraint Language (OCL 2.4, OMG formal/2014-02-03, in
// the dialect of the tool USE), as clue-card puzzles use it. It also compiles expressions to formulas, so that
// invariants can restrict a search instead of judging its results.
//
// # From text to values
//
// [Parse] reads the declarations of a file (grammar.txt has the grammar), [Compile] checks them against a class model given
// as Go data ([Model]), and gives a [Spec]. Objects and links live in a [State]. An [Evaluator] gives the values of the
// spec's invariants and of queries ([Spec.Query]) in a state:
//
//	file, err := ocl.Parse("cars.ocl", text)
//	spec, err := ocl.Compile(model, file)
//	state := ocl.NewState(spec)
//	...
//	verdict, err := ocl.NewEvaluator(state, ocl.Limits{}).Invariant(ctx, spec.Invariants()[0])
//
// # Three-valued logic
//
// As in USE there is one undefined value, written null, invalid or Undefined. It is the value of an attribute that was never
// set, of any() where no element fits, of first() and at() outside of a sequence, of a division by zero, of toInt() on a
// string that is no integer, of a number beyond 64 bits, and of whatever is asked of the undefined value itself. With it:
//
//   - and, or, not, implies, xor follow Kleene: false and x is false, true or x is true, false implies x and x implies true
//     are true, whatever x is; where the undefined value decides, the result is undefined.
//   - = and <> are always true or false: the undefined value equals itself and nothing else. Undefined elements of
//     collections are compared alike.
//   - if with an undefined condition is undefined.
//   - Every other operation on an undefined source or argument is undefined, but for isDefined, isUndefined, oclIsUndefined,
//     oclIsInvalid, and for the elements put into or looked for in a collection.
//   - select keeps the elements for which the body is true, reject those for which it is not true; any, one count
//     the true ones; forAll and exists are the conjunction and disjunction of their bodies, so they may be undefined.
//   - An arrow on a value that is no collection makes a set of it: empty when it is undefined.
//
// An invariant holds when it is true for every choice of its context variables: neither false nor undefined.
//
// # Order and numbers
//
// Sets and bags are values: their elements are visited in a fixed order (undefined, false, true, numbers, strings by code
// point, objects as they were made, collections), so any, asSequence and iterate give the same on every machine. Integers have
// 64 bits; Reals are exact fractions of such integers. Positions in sequences and strings count from 1.
//
// # Limits
//
// Texts come from anywhere: source length, nesting, steps, elements and calls inside calls are all bounded ([Limits]), and
// what goes beyond is a [BudgetError] with its position.
package ocl
