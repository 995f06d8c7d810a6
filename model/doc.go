// Package model says what a problem is: variables with sorts and domains, terms over them, named constraints, perhaps an
// objective; and it judges whether an assignment solves the problem. It solves nothing.
//
// # Building
//
// A [Problem] owns its variables and its terms. Terms are small numbers ([Term]) that name nodes of an arena inside the
// problem; equal terms get equal numbers, so comparing two terms is comparing two integers, and a term never changes.
//
//	p := model.NewProblem()
//	x, y := p.IntIn("x", 1, 9), p.IntIn("y", 1, 9)
//	p.Assert("sum", p.Eq(p.Add(x, y), p.Num(10)))
//	p.Assert("order", p.Lt(x, y))
//
// The constructors (And, Add, Eq, ...) coerce as a puzzle's author expects: a Bool in arithmetic counts 1 or 0, an Int that
// meets a Real becomes a Real. A mistake (And of numbers, a name declared twice) is remembered: the constructor returns
// [NoTerm], every term built on it is NoTerm too, and [Problem.Err] tells the first mistake. So a formula is written without
// an error check at each operator, and nothing wrong is lost.
//
// # What a term means
//
// There are three sorts: Bool, Int (the integers, unbounded) and Real (in values: the rationals).
//
//   - An enumeration is an Int with the domain 0..n-1 whose values have names.
//   - A bit vector of n bits is an Int with the domain 0..2^n-1. Arithmetic with it (+ - * ** and negation) is taken modulo
//     2^n, where n is that of the widest operand; comparisons are of the numbers 0..2^n-1 (unsigned), and a constant on the
//     other side of a comparison is not wrapped. The wrap-around is an explicit Mod by 2^n in the term, so no solver and no
//     printer needs to know of bit vectors.
//   - Int division and remainder are Euclidean as in SMT-LIB: a = b*Div(a,b) + Mod(a,b) and 0 <= Mod(a,b) < |b|. Real
//     division is exact. ToInt rounds down.
//   - Pow of an Int to an Int is an Int and needs an exponent of 0 or more; of a Real, any integer exponent. x^0 is 1, also
//     for x = 0. The exponent must be of sort Int.
//   - A float literal is the decimal that it prints as: 0.1 is one tenth ([Problem.Float]).
//
// # Division by zero
//
// Division, remainder by zero, zero to a negative power, and an Int to a negative power have no value. A term without value
// makes every arithmetic term and every comparison around it have no value; the logic operators go by Kleene's strong
// three-valued logic: And(false, ?) is false, Or(true, ?) is true, Not(?) is ?, otherwise ? in gives ? out; AtMost and
// AtLeast are true (false) when they are so whatever the ? turn out to be; an If whose condition is ? is ?, and otherwise
// only the chosen branch counts. A constraint holds when it is true: neither false nor without value.
//
// So "x / y == 2" is no constraint that y = 0 satisfies, nor is "not (x / y == 2)", while a guarded "y == 0 or x / y == 2"
// means what it says. (SMT-LIB lets a solver invent the quotient, and would let y = 0 solve all three.)
//
// # What solvers read
//
// Problem keeps constraints as they were written: a constructor folds constants, drops neutral elements and double
// negations, but never drops a variable, because a variable that no constraint mentions has no value in a solution. That is
// what [Check] and the printers read. Solvers read the normal form instead ([Problem.Normal]): fewer operators, every
// operator total (the rule on division by zero is made explicit by guards), flattened, folded and simplified. Check never
// looks at a normal form, so a mistake made there shows.
package model
