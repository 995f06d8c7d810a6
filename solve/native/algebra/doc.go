// Package algebra solves systems of polynomial equations exactly, where they have finitely many solutions: the real ones are all
// found, each with its values as exact real algebraic numbers, and that there are no others is part of the method. Nothing is
// computed in floating point.
//
// # Method
//
// A Gröbner basis of the equations (Buchberger's algorithm with the criteria of Gebauer and Möller 1988, degree reverse
// lexicographic order) tells whether they have a complex solution at all, and finitely many. If so, the polynomials modulo the equations are
// a vector space of finite dimension. Adding the squarefree part of each unknown's minimal polynomial makes the ideal radical
// (Seidenberg's lemma; Becker and Weispfenning 1993, section 8.2), so that the dimension is the number of complex solutions. Then
// some linear form u of the unknowns takes a different value at each solution, each unknown is a polynomial in u (the shape lemma),
// and the real solutions are the real roots of the minimal polynomial of u. These are isolated by Descartes' rule of signs and
// bisection (Collins and Akritas 1976). The sign of a polynomial at such a root is decided by a greatest common divisor, where it
// is 0, and by bisection otherwise.
//
// # Work
//
// All work is counted by a Meter in steps (about one multiplication of machine words) and ends with its error when there are too
// many, when polynomials take too much memory, or when its context ends.
package algebra
