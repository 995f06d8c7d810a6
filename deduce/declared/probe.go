package declared

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// probe holds some instances in a solver. Where the probes of a board hold much, some give up their sessions, and open them again
// when they are asked.
type probe struct {
	b       *Board
	s       solve.Session // nil: given up
	q       solve.Prober
	asked   int             // when, by the pool's count
	host    *probe          // of one instance: what it shares with others; nil: nothing
	insts   []int           // ascending
	guarded bool            // instances hold where a question says so, and else always
	guards  []solve.Literal // by place in insts, of a guarded probe
	vars    []int           // of the instances, ascending
	lits    map[int]solve.Literal
	fixed   []Lit           // what holds for good, as has been told
	assume  []solve.Literal // scratch
}

// pool is the probes of a board.
type pool struct {
	most    int64           // what they may hold before some give up their sessions, in bytes
	kept    int             // how many of those asked last never do: a search works with a few at a time
	account *budget.Account // what they hold
	open    []*probe        // those that have a session
	asked   int             // how often one of them was asked
}

// newPool gives the pool of a board, which leaves room for other things in what a puzzle may hold.
func newPool() *pool { return &pool{most: 320 << 20, kept: 32} }

// spare has every second probe give up its session where all hold too much. A search asks its probes in turns, again and again: were
// those given up that have not been asked for longest, each would be gone just before its turn.
func (l *pool) spare() {
	if l.account.Used() <= l.most || len(l.open) <= l.kept {
		return
	}
	slices.SortFunc(l.open, func(p, q *probe) int { return cmp.Compare(p.asked, q.asked) })
	kept := l.open[:0]
	for n, p := range l.open {
		if n%2 == 0 && n < len(l.open)-l.kept {
			p.close()
		} else if p.s != nil {
			kept = append(kept, p)
		}
	}
	clear(l.open[len(kept):])
	l.open = kept
}

// add notes that a probe has a session. What was closed since is let go before the list grows: many probes are asked a few times, and never again.
func (l *pool) add(p *probe) {
	if len(l.open) == cap(l.open) {
		l.open = slices.DeleteFunc(l.open, func(o *probe) bool { return o.s == nil })
	}
	l.open = append(l.open, p)
}

// open makes a probe of instances: under guards, or for good.
func (b *Board) open(ctx context.Context, insts []int, guarded bool) (*probe, error) {
	p := &probe{b: b, insts: insts, guarded: guarded}
	return p, p.ready(ctx)
}

// ready opens the probe's session where there is none, or none any more, before the probe is asked something.
func (p *probe) ready(ctx context.Context) error {
	if p.host != nil {
		return p.hosted(ctx)
	}
	l := p.b.pool
	l.asked++
	p.asked = l.asked
	if p.s != nil {
		return nil
	}
	return p.start(ctx)
}

// start opens the session.
func (p *probe) start(ctx context.Context) error {
	b, insts := p.b, p.insts
	if err := b.work.spend(60 * len(insts)); err != nil {
		return err
	}
	b.pool.spare()
	p.lits, p.vars = map[int]solve.Literal{}, nil
	c := &copier{from: b.p, to: model.NewProblem(), terms: map[model.Term]model.Term{}}
	seen := map[int]bool{}
	for _, i := range insts {
		for _, v := range b.insts[i].vars {
			if !seen[v] {
				seen[v] = true
				p.vars = append(p.vars, v)
			}
		}
	}
	slices.Sort(p.vars)
	for _, v := range p.vars {
		c.copy(b.vars[v].Term) // in the order of the board
		c.copy(b.vars[v].bare)
	}
	b.see(c, p.vars, nil)
	for _, v := range p.vars { // a value is there, or it is not
		if x := &b.vars[v]; x.bare != model.NoTerm {
			var any []model.Term
			for a := x.first; a < x.first+x.n; a++ {
				any = append(any, b.termOf(c, a))
			}
			c.to.Assert("", c.to.Or(any...))
		}
	}
	var guards []model.Term
	for n, i := range insts {
		t := c.copy(b.insts[i].term)
		if p.guarded {
			g := c.to.Bool("guard " + strconv.Itoa(n))
			guards = append(guards, g)
			t = c.to.Implies(g, t)
		}
		c.to.Assert("", t)
	}
	if err := c.to.Err(); err != nil {
		return err
	}
	var err error
	if p.s, err = b.session(ctx, c.to); err != nil {
		return err
	}
	var ok bool
	if p.q, ok = p.s.(solve.Prober); !ok {
		p.close()
		return fmt.Errorf("the engine %s cannot be probed", b.engine.Name())
	}
	if err := p.connect(c, guards); err != nil {
		p.close()
		return err
	}
	b.pool.add(p)
	return nil
}

// connect finds the engine's literals of guards and atoms, and states what is known.
func (p *probe) connect(c *copier, guards []model.Term) error {
	b := p.b
	terms := guards
	var atoms []int
	for _, v := range p.vars {
		x := &b.vars[v]
		for a := x.first; a < x.first+x.n; a++ {
			atoms = append(atoms, a)
			terms = append(terms, b.termOf(c, a))
		}
	}
	lits, err := p.q.Literals(terms...)
	if err != nil {
		return err
	}
	if p.guarded {
		p.guards = lits[:len(guards)]
	}
	for n, a := range atoms {
		p.lits[a] = lits[len(guards)+n]
	}
	for _, l := range p.fixed {
		if err := p.clause(l); err != nil {
			return err
		}
	}
	return nil
}

// session opens a session of a problem, whose memory counts with that of the probes.
func (b *Board) session(ctx context.Context, p *model.Problem) (solve.Session, error) {
	if b.pool.account == nil {
		b.pool.account = budget.From(ctx).Sub("the probes of a board", 0)
	}
	return b.engine.Open(budget.With(ctx, b.pool.account), p, solve.Budget{})
}

// fix has a literal hold for good, where the probe speaks of it.
func (p *probe) fix(ctx context.Context, l Lit) error {
	if err := p.ready(ctx); err != nil {
		return err
	}
	if _, ok := p.literal(l); !ok {
		return nil
	}
	p.fixed = append(p.fixed, l)
	return p.clause(l)
}

func (p *probe) clause(l Lit) error {
	x, _ := p.literal(l)
	return p.q.Clause(x)
}

// see states what clues show of some variables alone. Where they leave a variable several values, part says what to state of each rule by which they do;
// nil: all of it. That there is a value at all is plain in any case.
func (b *Board) see(c *copier, vars []int, part func(unit) model.Term) {
	for _, v := range vars {
		x := &b.vars[v]
		for n, u := range x.units {
			t := model.NoTerm
			if part != nil && slices.Contains(x.partly, n) {
				t = part(u)
			} else {
				t = c.copy(u.term)
			}
			if t != model.NoTerm {
				c.to.Assert("", t)
			}
		}
		if part != nil && x.partly != nil && x.bare != model.NoTerm && !b.atoms[x.first].absent {
			c.to.Assert("", c.copy(x.bare))
		}
	}
}

// close frees what the probe's session holds; when the probe is asked again it opens another.
func (p *probe) close() {
	if p != nil && p.s != nil {
		p.s.Close()
		p.s, p.q, p.lits, p.guards = nil, nil, nil, nil
	}
}

// literal gives the solver's literal of one of ours; ok is false where the probe does not speak of it.
func (p *probe) literal(l Lit) (solve.Literal, bool) {
	x, ok := p.lits[l.atom()]
	if !l.holds() {
		x = x.Not()
	}
	return x, ok
}

// question is what a probe is asked: which instances hold (nil: all), and which literals.
type question struct {
	insts []int
	facts []Lit
}

func (p *probe) assumed(q question) []solve.Literal {
	out := p.assume[:0]
	if p.guarded || p.host != nil {
		if q.insts == nil {
			out = append(out, p.guards...)
		}
		for _, i := range q.insts {
			if n, ok := slices.BinarySearch(p.insts, i); ok {
				out = append(out, p.guards[n])
			}
		}
	}
	for _, l := range q.facts {
		if x, ok := p.literal(l); ok {
			out = append(out, x)
		}
	}
	p.assume = out
	return out
}

// propagate draws the immediate conclusions; it is true where there is a contradiction.
func (p *probe) propagate(ctx context.Context, q question) (bool, error) {
	if err := p.b.work.spend(10 * (2 + len(p.vars)/16 + len(q.facts))); err != nil {
		return false, err
	}
	if err := p.ready(ctx); err != nil {
		return false, err
	}
	s, err := p.q.Probe(ctx, solve.Question{Assume: p.assumed(q), Immediate: true})
	return s == solve.Unsat, err
}

// refute reports whether the solver finds, within a bound, that there is no solution: 1, that there is one: -1, or neither: 0. It
// tries some literals first.
func (p *probe) refute(ctx context.Context, q question, conflicts int64, first ...Lit) (int, error) {
	if err := p.b.work.spend(120 * (1 + len(p.vars)/16)); err != nil {
		return 0, err
	}
	if err := p.ready(ctx); err != nil {
		return 0, err
	}
	ask := solve.Question{Assume: p.assumed(q), Conflicts: conflicts}
	for _, l := range first {
		if x, ok := p.literal(l); ok {
			ask.Prefer = append(ask.Prefer, x)
		}
	}
	s, err := p.q.Probe(ctx, ask)
	switch {
	case s == solve.Unsat:
		return 1, nil
	case s == solve.Sat:
		return -1, nil
	case errors.Is(err, solve.ErrBudget):
		return 0, nil
	}
	return 0, err
}

// core gives what of the last question was refuted together.
func (p *probe) core(q question) question {
	core := map[solve.Literal]bool{}
	for _, l := range p.q.Needed() {
		core[l] = true
	}
	out := question{insts: []int{}}
	take := func(l solve.Literal) bool {
		ok := core[l]
		delete(core, l) // another assumption may have the same literal: one is enough
		return ok
	}
	for n, i := range p.insts {
		if !p.guarded || take(p.guards[n]) {
			out.insts = append(out.insts, i)
		}
	}
	for _, l := range q.facts {
		if x, ok := p.literal(l); ok && take(x) {
			out.facts = append(out.facts, l)
		}
	}
	return out
}
