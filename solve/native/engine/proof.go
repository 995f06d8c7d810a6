package engine

// Proof receives what the engine learns, in an order in which each step follows from the ones before it.
type Proof interface {
	// Define says that the SAT variable v is [x>=val], or [x==val].
	Define(v int32, x Int, val int64, eq bool)
	// Lemma is a clause that the propagator implies by itself.
	Lemma(prop int32, lits []Lit)
	// Learn is a clause that follows by unit propagation from those before it; the empty clause ends the proof.
	Learn(lits []Lit)
	// Delete says that a clause will not be used again.
	Delete(lits []Lit)
}

// proveLemma logs the clause of p and the false literals that forced it.
func (e *Engine) proveLemma(p Lit, others []Lit, prop int32) {
	lits := append([]Lit{p}, others...)
	e.proof.Lemma(prop, lits)
}

// proveRoot logs why a propagator made p true at level 0, where no conflict will ask for the reason.
func (e *Engine) proveRoot(p Lit, why reason) {
	e.appendReason(nil, p, why)
}
