package engine

import "github.com/quandary-puzzles/quandary/solve/native/simplex"

// Proof receives the constraints and what the engine concludes from them, in an order in which each step follows from the
// ones before it. Constraints are numbered from 1.
type Proof interface {
	// Int is an integer variable with its bounds.
	Int(x Int, lo, hi int64)
	// Define says that the SAT variable v is [x>=val], or [x==val].
	Define(v int32, x Int, val int64, eq bool)
	// Axiom is a clause of the problem.
	Axiom(lits []Lit)
	// Linear is the constraint r -> sum <= bound.
	Linear(id int32, r Lit, terms []Term, bound int64)
	// NotEqual is the constraint r -> sum != k.
	NotEqual(id int32, r Lit, terms []Term, k int64)
	// AllDiff is the constraint r -> all different.
	AllDiff(id int32, r Lit, xs []Int)
	// Mul is the constraint z = x*y.
	Mul(id int32, x, y, z Int)
	// Pow is the constraint z = x^k.
	Pow(id int32, x Int, k int, z Int)
	// Rows is a conclusion from clauses: each row of literals has a true one, and of those of a column, told by cols, at most one
	// row has a true one.
	Rows(id int32, rows [][]Lit, cols [][]int8)
	// RealInt and RealLit are the columns of an integer and of a literal.
	RealInt(c Real, x Int)
	RealLit(c Real, l Lit)
	// RealSum is a column that equals a sum.
	RealSum(c Real, terms []RealTerm)
	// RealAtom says that the literal l is c <= val.
	RealAtom(l Lit, c Real, val simplex.Delta)
	// Lemma is a clause that one constraint implies, together with what is known at level 0.
	Lemma(id int32, lits []Lit)
	// Farkas is a clause of the real arithmetic: the bounds that the negations of its literals set, multiplied by the
	// factors and added up, contradict each other. Bounds[i] belongs to lits[i].
	Farkas(lits []Lit, bounds []simplex.Reason)
	// Learn is a clause that follows by unit propagation from those before it; the empty clause ends the proof.
	Learn(lits []Lit)
	// Delete says that a clause will not be used again.
	Delete(lits []Lit)
}

// SetProof has everything from now on written to p.
//
// Pre: the engine is new or was just Reset.
func (e *Engine) SetProof(p Proof) { e.proof = p }

// name gives the next constraint its number in the proof.
func (e *Engine) name() int32 {
	e.named++
	return e.named
}

// NextName is the number that the next constraint will have in the proof.
func (e *Engine) NextName() int32 { return e.named + 1 }

// proveLemma logs the clause of p and the false literals that forced it.
func (e *Engine) proveLemma(p Lit, others []Lit, prop int32, data int64) {
	lits := append([]Lit{p}, others...)
	name := e.propName[prop]
	if t, ok := e.props[prop].(*theoryProp); ok {
		name = t.c.name(t.c.whys[data].why.Query)
	}
	e.proof.Lemma(name, lits)
}

// proveRoot logs why a propagator made p true at level 0, where no conflict will ask for the reason.
func (e *Engine) proveRoot(p Lit, why reason) { e.appendReason(nil, p, why) }
