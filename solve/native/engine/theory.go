package engine

// Theory is a constraint that is kept outside this package, over literals of the engine. It states its conclusions as
// clauses, so it needs no memory of what it concluded before a backtrack: it reads the literals' values when it runs.
type Theory interface {
	// Wake tells that the literal watched under data has become true. The value may be taken back before Run.
	Wake(data int32)
	// Cancel says that what Wake told since the last Run has been taken back.
	Cancel()
	// Run states what follows from the values of the literals: clauses that the constraint implies and that are false, or
	// have one open literal and else false ones. It stops and returns false as soon as imply does: there is a conflict.
	Run(imply func(clause []Lit) bool) bool
}

// PostTheory adds a theory, which runs first at the next propagation. Watch tells it of a literal.
//
// Proofs do not know theories: an engine with one must not have SetProof.
func (e *Engine) PostTheory(t Theory) (watch func(l Lit, data int32)) {
	p := &theoryProp{theory: t}
	id := e.post(p)
	p.imply = func(clause []Lit) bool { return e.imply(clause) }
	return func(l Lit, data int32) { e.hooks[l] = append(e.hooks[l], hook{id, data}) }
}

// theoryProp makes a propagator of a theory.
type theoryProp struct {
	theory Theory
	imply  func([]Lit) bool
}

func (p *theoryProp) wake(data int32)         { p.theory.Wake(data) }
func (p *theoryProp) run(*Engine, int32) bool { return p.theory.Run(p.imply) }
func (p *theoryProp) cancel()                 { p.theory.Cancel() }
func (p *theoryProp) priority() int           { return 2 }

func (p *theoryProp) explain(*Engine, []Lit, Lit, int64, int32) []Lit {
	panic("engine: a theory's conclusions have clauses as their reasons")
}

// imply acts on a clause that a theory implies. It is false on a conflict, which is then in confl. The clause is kept among
// the learned ones, so it acts by itself for as long as it is useful.
func (e *Engine) imply(clause []Lit) bool {
	lits := append(e.buf[:0], clause...)
	e.buf = lits
	open := 0
	for i, l := range lits {
		switch e.val[l] {
		case 1:
			return true
		case 0:
			if open++; open > 1 {
				return true // nothing follows yet
			}
			lits[0], lits[i] = lits[i], lits[0]
		}
	}
	if open == 0 {
		e.confl = append(e.confl[:0], lits...)
		return false
	}
	switch len(lits) {
	case 1:
		e.assign(lits[0], becauseLit(True))
	case 2:
		e.watchBinary(lits[0], lits[1])
		e.assign(lits[0], becauseLit(lits[1]^1))
	default:
		// The second watch is the literal that a backtrack opens first.
		last := 1
		for i := 2; i < len(lits); i++ {
			if e.level[lits[i].Var()] > e.level[lits[last].Var()] {
				last = i
			}
		}
		lits[1], lits[last] = lits[last], lits[1]
		c := e.newClause(lits, flagLearnt, e.lbd(lits[1:])+1)
		e.setActivity(c, e.claInc)
		e.assign(lits[0], becauseClause(c))
	}
	return true
}
