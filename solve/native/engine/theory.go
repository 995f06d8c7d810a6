package engine

// Theory is a constraint that is kept outside this package, over literals and integers of the engine. It needs no memory of what
// it concluded before a backtrack: it reads the values when it runs. A theory may answer many queries (package graphs does);
// each conclusion tells which one it comes from.
type Theory interface {
	// Wake tells that what is watched under data has happened. It may be taken back before Run.
	Wake(data int32)
	// Cancel says that what Wake told since the last Run has been taken back.
	Cancel()
	// Run states what follows from the present values. It stops and returns false as soon as a conclusion does: there is a
	// conflict.
	Run(c *Conclusions) bool
	// Explain appends to dst literals which, with p, make a clause that the query implies; all of them were false before the
	// position at of the trail, when p was concluded with this Why.
	Explain(dst []Lit, p Lit, why Why, at int32) []Lit
}

// Lengthy is a theory that says more where a search has become long, such as with literals of its own for what it concludes from.
type Lengthy interface {
	// Lengthen is called once, with no level open. No proof is written.
	Lengthen()
}

// Why is what a theory wants to be told when it must explain a conclusion: the query that it comes from, and numbers of its own.
type Why struct{ Query, Kind, A, B int32 }

// Conclusions is where a theory states what follows.
type Conclusions struct {
	e     *Engine
	id    int32
	whys  []concluded
	names []int32 // by query: the number of its constraint in the proof
}

// concluded is a conclusion that can be asked about for as long as its literal stands at its place of the trail.
type concluded struct {
	p   Lit
	pos int32
	why Why
	// The reason, once it was asked for: conflicts ask again and again.
	told bool
	lits []Lit
}

// Because concludes a literal, to be explained when asked. It is false on a conflict.
func (c *Conclusions) Because(p Lit, why Why) bool {
	if c.e.val[p] > 0 {
		return true
	}
	n := len(c.whys)
	if n < cap(c.whys) {
		c.whys = c.whys[:n+1]
	} else {
		c.whys = append(c.whys, concluded{})
	}
	w := &c.whys[n] // with the memory of an earlier reason
	w.p, w.pos, w.why, w.told, w.lits = p, int32(len(c.e.trail)), why, false, w.lits[:0]
	return c.e.enqueue(p, becauseProp(c.id, int64(len(c.whys)-1)))
}

// Clause concludes from a clause that a query implies and that is false, or has one open literal and else false ones. The clause
// is kept among the learned ones, so it acts by itself for as long as it is useful. It is false on a conflict.
func (c *Conclusions) Clause(query int32, clause []Lit) bool { return c.e.imply(clause, c.name(query)) }

func (c *Conclusions) name(query int32) int32 {
	if int(query) < len(c.names) {
		return c.names[query]
	}
	return 0
}

// forget drops what was concluded and taken back since.
func (c *Conclusions) forget() {
	e := c.e
	for n := len(c.whys); n > 0; n-- {
		w := &c.whys[n-1]
		if int(w.pos) < len(e.trail) && e.trail[w.pos] == w.p && e.why[w.p.Var()] == becauseProp(c.id, int64(n-1)) {
			break
		}
		c.whys = c.whys[:n-1]
	}
}

// Watch is where a theory says what it wants to be woken by.
type Watch struct {
	e *Engine
	c *Conclusions
}

// Lit wakes the theory when a literal becomes true.
func (w Watch) Lit(l Lit, data int32) {
	if l != True && l != False {
		w.e.hooks[l] = append(w.e.hooks[l], hook{w.c.id, data})
	}
}

// Bounds wakes the theory when a bound of an integer moves.
func (w Watch) Bounds(x Int, data int32) {
	w.e.onLo[x] = append(w.e.onLo[x], hook{w.c.id, data})
	w.e.onHi[x] = append(w.e.onHi[x], hook{w.c.id, data})
}

// Again has the theory run at the next propagation, as it must after a query was added.
func (w Watch) Again() {
	e := w.e
	if !e.queued[w.c.id] {
		e.queued[w.c.id] = true
		e.queue[e.props[w.c.id].priority()].push(w.c.id)
	}
}

// Name gives the next query of the theory its number in the proof, or 0 when none is written. Queries are named in their order.
func (w Watch) Name() int32 {
	n := int32(0)
	if w.e.proof != nil {
		n = w.e.name()
	}
	w.c.names = append(w.c.names, n)
	return n
}

// PostTheory adds a theory, which runs first at the next propagation.
func (e *Engine) PostTheory(t Theory) Watch {
	p := &theoryProp{theory: t}
	p.c.e = e
	p.c.id = e.post(p)
	return Watch{e, &p.c}
}

// lengthen tells the theories that ask for it that the search has become long.
//
// Pre: no level is open.
func (e *Engine) lengthen() {
	if e.proof != nil {
		return
	}
	for _, p := range e.props {
		if t, ok := p.(*theoryProp); ok {
			if l, ok := t.theory.(Lengthy); ok {
				l.Lengthen()
			}
		}
	}
}

// theoryProp makes a propagator of a theory.
type theoryProp struct {
	theory Theory
	c      Conclusions
}

func (p *theoryProp) wake(data int32) { p.theory.Wake(data) }
func (p *theoryProp) cancel()         { p.theory.Cancel() }
func (p *theoryProp) priority() int   { return 2 }

func (p *theoryProp) run(*Engine, int32) bool {
	p.c.forget()
	return p.theory.Run(&p.c)
}

func (p *theoryProp) explain(e *Engine, dst []Lit, q Lit, data int64, at int32) []Lit {
	w := &p.c.whys[data]
	if !w.told {
		w.told = true
		w.lits = p.theory.Explain(w.lits, q, w.why, at)
		// What is false for good is no part of a reason.
		out := w.lits[:0]
		for _, l := range w.lits {
			if l != False {
				out = append(out, l)
			}
		}
		w.lits = out
	}
	return append(dst, w.lits...)
}

// imply acts on a clause that a theory implies, named as in the proof. It is false on a conflict, which is then in confl. The
// clause is kept among the learned ones.
func (e *Engine) imply(clause []Lit, name int32) bool {
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
	if e.proof != nil {
		e.proof.Lemma(name, lits)
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

// ValueBefore gives the value that a literal had before a position of the trail: 1 true, -1 false, 0 open.
func (e *Engine) ValueBefore(l Lit, at int32) int {
	if e.pos[l.Var()] < at {
		return int(e.val[l])
	}
	return 0
}

// LoBefore gives the lower bound that an integer had before a position of the trail, and the literal that says so.
func (e *Engine) LoBefore(x Int, at int32) (int64, Lit) { return e.loAt(x, at) }

// HiBefore gives the upper bound that an integer had before a position of the trail, and the literal that says so.
func (e *Engine) HiBefore(x Int, at int32) (int64, Lit) { return e.hiAt(x, at) }

// Earlier reports whether the variable of l got its value before that of m.
func (e *Engine) Earlier(l, m Lit) bool { return e.pos[l.Var()] < e.pos[m.Var()] }

// Pass counts what a theory looked at, towards the budget of steps.
func (e *Engine) Pass(n int) { e.passed += int64(n) }

// AtRoot reports whether no level is open: what is known is known for good.
func (e *Engine) AtRoot() bool { return len(e.lim) == 0 }

// Undone counts how often something was taken back: while it is the same, what was known is still known.
func (e *Engine) Undone() int64 { return e.undone }

// Position is the end of the trail: everything known now came before it.
func (e *Engine) Position() int32 { return int32(len(e.trail)) }
