package declared

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/quandary-puzzles/quandary/model"
)

// A long supposition is taken apart: a step first states that one of two things holds – if this, then that – and what is stated is used from
// then on as a light instance of a rule is. So is what needs cases: that one of two things holds follows from the opposites of both.

// direct is the highest class of steps that suppose nothing at length.
const direct = 5

// The bounds of what is stated.
const (
	mostStated = 3   // for one step
	allStated  = 500 // by a search
)

// own gives a board whose instances a search may add to. It shares all else.
func (b *Board) own() *Board {
	out := *b
	out.insts = slices.Clip(b.insts)
	out.by = make([][]int, len(b.by))
	for v, list := range b.by {
		out.by[v] = slices.Clip(list)
	}
	out.tracer, out.whole = nil, nil
	return &out
}

// Board gives the board of a search: its steps name instances of this one, some of which the search has stated itself.
func (s *Search) Board() *Board { return s.b }

// state makes what a step states an instance, of which there is one for the same literals.
func (s *Search) state(step *Step) int {
	b := s.b
	slices.Sort(step.States)
	for i := len(b.insts) - 1; i >= 0 && b.insts[i].says != nil; i-- {
		if slices.Equal(b.insts[i].says, step.States) {
			return i
		}
	}
	var terms []model.Term
	for _, l := range step.States {
		t := b.termOf(nil, l.atom())
		if !l.holds() {
			t = b.p.Not(t)
		}
		terms = append(terms, t)
	}
	t := b.p.Or(terms...)
	in := &instance{turn: -1, part: fmt.Sprint(step.States), term: t, vars: b.variablesOf(t), sort: light, weight: 0.5, says: step.States}
	i := len(b.insts)
	b.insts = append(b.insts, in)
	s.stated[i] = step
	s.dirty, s.deep, s.looks = append(s.dirty, true), append(s.deep, true), append(s.looks, nil)
	s.nearAt, s.nears, s.fresh = append(s.nearAt, -1), append(s.nears, nil), append(s.fresh, len(s.trail)+1)
	for _, v := range in.vars {
		for _, j := range b.by[v] { // ways that came by here may go further now
			s.fresh[j] = len(s.trail) + 1
		}
		b.by[v] = append(b.by[v], i)
	}
	return i
}

// apart takes a step apart that is no direct one: the steps that state something before it, and what is left of it. less is nil where few
// statements do not make direct steps of it; what has been stated is true all the same.
func (s *Search) apart(ctx context.Context, step *Step) (before []*Step, less *Step, err error) {
	if len(step.Concludes) == 0 || step.Form == LookedUp || len(s.stated) >= allStated {
		return nil, nil, nil
	}
	s.running()
	claim := step.Concludes[:1]
	insts, rest := step.Insts, step.Insts // rest is what is left to do when all is used that has been stated
	for {
		w, err := s.within(ctx, rest, claim)
		if w == nil && err == nil {
			w, err = s.within(ctx, insts, claim)
		}
		if err != nil {
			return nil, nil, err
		}
		rest = insts
		var next []*Step
		if w == nil {
			next, err = s.either(ctx, insts, claim[0])
		} else {
			if less, err = s.least(ctx, claim, w); err != nil {
				return nil, nil, err
			}
			if less.Class <= direct && len(before) > 0 {
				less.Class = max(less.Class, direct) // a short chain is what it is by its statements
				return before, less, nil
			}
			next, rest, err = s.part(ctx, w, claim[0])
		}
		if len(next) == 0 || err != nil || len(before)+len(next) > mostStated {
			return before, nil, err
		}
		for _, t := range next {
			before = append(before, t)
			if len(t.Concludes) > 0 { // it holds whether or not
				s.take(t)
				continue
			}
			i := s.state(t)
			insts, rest = append(slices.Clone(insts), i), append(slices.Clone(rest), i)
		}
	}
}

// part states, of the way from the opposite of a literal, that the literal holds or something else that is concluded on the way, by one
// instance: what leaves the least behind it, as far along as a direct step goes. left are the instances that then do for the rest of the way.
func (s *Search) part(ctx context.Context, w *way, l Lit) (steps []*Step, left []int, err error) {
	at := map[Lit]int{}
	for n, k := range w.links {
		at[k.l] = n
	}
	in, cut := make([]bool, len(w.links)), make([]bool, len(w.links))
	// up marks what some literals rest on, but not what a cut rests on.
	var up func(from []Lit)
	up = func(from []Lit) {
		for _, m := range from {
			if n, ok := at[m]; ok && !in[n] {
				in[n] = true
				if !cut[n] {
					up(w.links[n].from)
				}
			}
		}
	}
	// made prices a step of the links that are marked.
	made := func(last int32) *Step {
		part := &way{}
		insts := map[int]bool{}
		if last >= 0 {
			insts[int(last)] = true
		}
		for n, k := range w.links {
			if in[n] && !cut[n] {
				part.links = append(part.links, k)
				if k.inst >= 0 {
					insts[int(k.inst)] = true
				}
			}
		}
		step := &Step{Concludes: []Lit{l}, Form: Chain, Insts: slices.Sorted(maps.Keys(insts)), Links: len(s.b.grouped(part))}
		s.b.price(step)
		return step
	}
	var best []Lit
	var least *Step
	for _, group := range s.b.grouped(w) {
		clear(in)
		clear(cut)
		for _, k := range group {
			up([]Lit{k.l})
		}
		if first := made(-1); first.Class > direct || first.Links < 2 && len(first.Insts) < 2 {
			continue
		}
		clear(in)
		for _, k := range group {
			cut[at[k.l]] = true
		}
		up(w.from)
		var used []Lit
		for _, k := range group {
			if in[at[k.l]] {
				used = append(used, k.l)
			}
		}
		rest := made(w.last)
		if len(used) > 0 && len(used) <= mostStated && (best == nil || rest.Class < least.Class || rest.Class == least.Class && rest.Cost < least.Cost) {
			best, least = used, rest
		}
	}
	for _, m := range best {
		step, err := s.stating(ctx, w.insts, l, m)
		if step == nil || err != nil {
			return nil, nil, err
		}
		steps = append(steps, step)
	}
	if least != nil {
		left = least.Insts
	}
	return steps, left, nil
}

// stating gives the step that states that one of two literals holds, or concludes the second where it holds by itself; nil where that is no
// direct step.
func (s *Search) stating(ctx context.Context, insts []int, l, m Lit) (*Step, error) {
	for _, claim := range [][]Lit{{m}, {l, m}} {
		w, err := s.within(ctx, insts, claim)
		if err != nil {
			return nil, err
		}
		if w == nil {
			continue
		}
		step, err := s.least(ctx, claim, w)
		if err != nil || step.Class <= direct {
			return step, err
		}
	}
	return nil, nil
}

// either looks for something that follows from the opposite of a literal when its own opposite is supposed too, and states that one of the
// two holds: the cheapest. Where the instances alone do not give that, others that do not speak of the whole board help.
func (s *Search) either(ctx context.Context, insts []int, l Lit) ([]*Step, error) {
	var vars []int
	for _, i := range insts {
		if !s.b.insts[i].global {
			vars = append(vars, s.b.insts[i].vars...)
		}
	}
	slices.Sort(vars)
	vars = slices.Compact(vars)
	step, err := s.eitherOf(ctx, insts, vars, l)
	if step == nil && err == nil {
		all := slices.Clone(insts)
		for i, in := range s.b.insts {
			if !in.global && in.lemma == nil {
				all = append(all, i)
			}
		}
		slices.Sort(all)
		step, err = s.eitherOf(ctx, slices.Compact(all), vars, l)
	}
	if step == nil || err != nil {
		return nil, err
	}
	return []*Step{step}, nil
}

// eitherOf looks among some variables, with some instances.
func (s *Search) eitherOf(ctx context.Context, insts, vars []int, l Lit) (*Step, error) {
	r := s.run
	type other struct {
		m    Lit
		cost float64
	}
	var found []other
	for _, v := range vars {
		x := &s.b.vars[v]
		for a := x.first; a < x.first+x.n && !s.settled(v); a++ {
			for _, m := range []Lit{lit(a, true), lit(a, false)} {
				if s.known[a] != 0 || a == l.atom() {
					continue
				}
				r.allowed, r.global = make([]bool, len(s.b.insts)), true
				for _, i := range insts {
					r.allowed[i] = true
				}
				r.from(s.known)
				c, err := r.both(ctx, l, m)
				r.allowed, r.global = nil, false
				if err != nil {
					return nil, err
				}
				if c != nil {
					found = append(found, other{m, c.cost})
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b other) int { return cmp.Compare(a.cost, b.cost) })
	for _, o := range found[:min(len(found), mostStated)] {
		step, err := s.stating(ctx, insts, l, o.m)
		if step != nil || err != nil {
			return step, err
		}
	}
	return nil, nil
}

// both supposes the opposites of two literals; nil where nothing is contradicted, or already one of them is by the other.
func (r *run) both(ctx context.Context, l, m Lit) (*conflict, error) {
	if c, err := r.suppose(ctx, l.Not(), 1e9); c != nil || err != nil || r.val[m.atom()] != 0 {
		return nil, err
	}
	return r.suppose(ctx, m.Not(), 1e9)
}

// The bounds of what is asked when two things are supposed at once.
const (
	mostNested = 20_000  // in one state
	allNested  = 100_000 // by a search
)

// nested gives a step that needs cases where it stands alone, after statements that one of two things holds: the literal for which the
// fewest of these do. All the steps are direct.
func (s *Search) nested(ctx context.Context) (*Step, error) {
	if s.asked > allNested {
		return nil, nil
	}
	if err := s.openPlain(ctx); err != nil {
		return nil, err
	}
	until := s.asked + mostNested
	type found struct {
		l     Lit
		given []Lit
	}
	var all []found
	targets := s.targets(s.unsettled())
	var open []Lit
	for _, l := range targets {
		open = append(open, l, l.Not())
	}
	for _, l := range targets {
		if s.asked > until || len(all) == mostStated {
			break
		}
		q := question{facts: []Lit{l.Not()}}
		if no, err := s.plain.propagate(ctx, q); no || err != nil {
			if err != nil {
				return nil, err
			}
			continue
		}
		var rest []Lit
		for _, m := range open {
			if x, ok := s.plain.literal(m); ok && s.plain.q.Value(x) == 0 {
				rest = append(rest, m)
			}
		}
		var given []Lit
		for _, m := range rest {
			s.asked++
			no, err := s.plain.propagate(ctx, question{facts: append(slices.Clone(q.facts), m.Not())})
			if err != nil {
				return nil, err
			}
			if !no {
				continue
			}
			given, q.facts = append(given, m), append(q.facts, m)
			if len(given) > mostStated {
				break
			}
			if no, err = s.plain.propagate(ctx, q); err != nil {
				return nil, err
			} else if no {
				all = append(all, found{l, given})
				break
			}
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(len(a.given), len(b.given)) })
	var every []int
	for i, in := range s.b.insts {
		if in.lemma == nil {
			every = append(every, i)
		}
	}
	s.running()
	for _, f := range all {
		step, err := s.inTurn(ctx, every, f.l, f.given)
		if step != nil || err != nil {
			return step, err
		}
	}
	return nil, nil
}

// inTurn states, one after another, that a literal or each of some others holds, and concludes the literal; nil where that takes more than
// direct steps.
func (s *Search) inTurn(ctx context.Context, insts []int, l Lit, given []Lit) (*Step, error) {
	var before []*Step
	for _, m := range given {
		step, err := s.stating(ctx, insts, l, m)
		if step == nil || err != nil {
			return nil, err
		}
		before = append(before, step)
		if len(step.Concludes) > 0 {
			s.take(step)
			continue
		}
		insts = append(insts, s.state(step))
	}
	w, err := s.within(ctx, insts, []Lit{l})
	if w == nil || err != nil {
		return nil, err
	}
	step, err := s.least(ctx, []Lit{l}, w)
	if err != nil {
		return nil, err
	}
	step.Class = max(step.Class, direct)
	s.ready = append(s.ready, before...)
	return step, nil
}
