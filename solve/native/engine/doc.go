// Package engine is a conflict-driven constraint search over clauses and bounded integer variables, by lazy clause
// generation (Ohrimenko, Stuckey and Codish, "Propagation via lazy clause generation", Constraints 14, 2009): every fact
// about an integer is a literal, every propagator can say which literals made it act, and conflicts are learned as clauses
// over those literals as in a SAT solver (first unique implication point).
//
// The engine knows no terms and no problems: package native translates those. It is deterministic: the same calls give the
// same answers and the same counters on every machine. It is not safe for concurrent use. Reset empties an engine and keeps
// its memory, so that a generator that solves a hundred thousand small problems allocates for the largest of them only.
//
// # Dictionary
//
//	l, p, q    a literal; p mostly one that is true, q one that is being explained
//	v          a SAT variable (l>>1), or the value in [x>=v], [x==v]
//	x, y, z    an integer variable (type Int)
//	ge, eq     the literals [x>=v] and [x==v]; [x<=v] is the negation of [x>=v+1]
//	dense      an integer with a small domain: its ge literals are one block of SAT variables, made when the variable is
//	sparse     an integer with a large domain: its literals are made when something first speaks of them
//	lo, hi     current bounds of an integer; lo0, hi0 are those it was made with
//	val        val[l] is 1 when l is true, -1 when it is false, 0 when it is open
//	trail      the literals made true, in order; pos[v] is the place of v in it, level[v] the decisions before it
//	bounds     the trail of bound changes; each entry names the trail position of the literal that moved the bound
//	reason     why a literal is true: a clause, one or two literals, or a propagator that explains when asked
//	lbd        number of different levels in a clause (Audemard and Simon, "Predicting learnt clauses quality", 2009)
package engine
