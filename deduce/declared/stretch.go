package declared

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/rules"
)

// The bounds of what is looked at of a path at once.
const (
	mostHands  = 3000 // turns of rules
	mostBeside = 12   // numbers between two that are known
	mostOpen   = 3    // places beside one, that have no number yet
	mostParts  = 8    // stretches and places of which a step speaks
	fewParts   = 4    // of which one does that supposes nothing at length
	fewJoint   = 8    // conclusions of all of them of which the cheapest is taken
)

// stretch is a run of numbers that are not known, between two that are, or beyond one of these; or all numbers of one place.
type stretch struct {
	w      *walk
	lo, hi int64           // the known ones, or the last that there can be
	ends   []end           // those that are known
	at     int             // the place, of all numbers of one; -1: it is a run of numbers
	insts  []int           // how the numbers follow each other on the ways between the ends, or at the place
	of     map[int64][]int // by value: the atoms of the places here
	atoms  []int           // what is asked: the numbers between, at places on these ways
	vars   []int
	parts  []*stretch // what is looked at together
	p      *probe
	looked [2]int // how much was known of it, plus one, when it was looked at: of places that have a number, and of all
	steps  []*Step
}

// stretches lists the runs of numbers that are not known now, and the places with few others beside them; those that were there before are kept.
func (s *Search) stretches() []*stretch {
	var out []*stretch
	add := func(t *stretch, fill func(*stretch) bool) {
		old := slices.IndexFunc(s.lying, func(o *stretch) bool {
			return o.w == t.w && o.at == t.at && o.lo == t.lo && o.hi == t.hi && len(o.ends) == len(t.ends)
		})
		if old >= 0 {
			out = append(out, s.lying[old])
		} else if fill(t) {
			out = append(out, t)
		}
	}
	for _, w := range s.b.walks {
		at := s.placedNumbers(w)
		for k := w.lo; k <= w.hi; k++ {
			if _, ok := at[k]; ok {
				continue
			}
			first := k
			for _, ok := at[k]; !ok && k <= w.hi; _, ok = at[k] {
				k++
			}
			t := &stretch{w: w, lo: first, hi: k - 1, at: -1}
			if lo, ok := at[first-1]; ok {
				t.lo, t.ends = first-1, append(t.ends, lo)
			}
			if hi, ok := at[k]; ok {
				t.hi, t.ends = k, append(t.ends, hi)
			}
			if len(t.ends) > 0 && k-first <= mostBeside {
				add(t, s.ways)
			}
		}
		for _, v := range w.vars {
			if !s.settled(v) && s.openBeside(w, v) <= mostOpen {
				add(&stretch{w: w, at: v}, s.atPlace)
			}
		}
	}
	for _, t := range s.lying {
		if !slices.Contains(out, t) {
			t.p.close()
		}
	}
	s.lying = out
	return out
}

// placedNumbers gives the numbers of a walk whose place is known.
func (s *Search) placedNumbers(w *walk) map[int64]end {
	at := map[int64]end{}
	for k, p := range w.printed {
		at[k] = end{printed, k, p}
	}
	for k, atoms := range w.of {
		for _, a := range atoms {
			if s.known[a] == 1 {
				at[k] = s.b.endAt(a)
			}
		}
	}
	return at
}

// openBeside counts the places that have no number yet and to which one hands on its number.
func (s *Search) openBeside(w *walk, v int) int {
	n := 0
	for _, o := range w.beside[v] {
		if !s.settled(o) {
			n++
		}
	}
	return n
}

// atPlace has all that the numbers of one place hand on looked at.
func (s *Search) atPlace(t *stretch) bool {
	x := &s.b.vars[t.at]
	for a := x.first; a < x.first+x.n; a++ {
		if s.known[a] == 0 {
			t.atoms = append(t.atoms, a)
		}
		for _, h := range t.w.hands[a] {
			t.insts = append(t.insts, h.inst)
		}
	}
	s.places(t)
	return len(t.insts) > 0
}

// ways works out on which ways the numbers of a stretch can follow each other, as far as places are not taken by other numbers; false where
// there is nothing to ask.
func (s *Search) ways(t *stretch) bool {
	b := s.b
	on := map[int]int{} // by atom: from how many ends it can be come to
	for _, e := range t.ends {
		step, last := int64(1), t.hi
		if e.value == t.hi {
			step, last = -1, t.lo
		}
		now := []int{e.atom}
		for k := e.value + step; len(now) > 0; k += step {
			var next []int
			for _, a := range now {
				hands := t.w.hands[a]
				if a == printed {
					hands = t.w.from(e)
				}
				for _, h := range hands {
					if len(h.to) > 0 && b.atoms[h.to[0]].value != k {
						continue
					}
					t.insts = append(t.insts, h.inst)
					for _, c := range h.to {
						if s.known[c] == 1 || !s.settled(b.atoms[c].v) {
							next = append(next, c)
						}
					}
				}
			}
			slices.Sort(next)
			now = slices.Compact(next)
			if k == last && (len(t.ends) == 2 || k+step < t.w.lo || k+step > t.w.hi) || len(t.insts) > mostHands {
				if len(t.ends) == 1 {
					for _, a := range now {
						on[a]++
					}
				}
				break
			}
			for _, a := range now {
				on[a]++
			}
		}
	}
	if len(t.insts) > mostHands {
		return false
	}
	for a, n := range on {
		if n == len(t.ends) && s.known[a] == 0 {
			t.atoms = append(t.atoms, a)
		}
	}
	slices.Sort(t.atoms)
	s.places(t)
	return len(t.atoms) > 0
}

// places works out of which places a stretch speaks.
func (s *Search) places(t *stretch) {
	b := s.b
	slices.Sort(t.insts)
	t.insts = slices.Compact(t.insts)
	for _, i := range t.insts {
		t.vars = append(t.vars, b.insts[i].vars...)
	}
	slices.Sort(t.vars)
	t.vars = slices.Compact(t.vars)
	t.of = map[int64][]int{}
	for _, v := range t.vars {
		for a := b.vars[v].first; a < b.vars[v].first+b.vars[v].n; a++ {
			t.of[b.atoms[a].value] = append(t.of[b.atoms[a].value], a)
		}
	}
}

// from lists what a printed number hands on.
func (w *walk) from(e end) (out []hand) {
	for _, h := range w.starts {
		if h.end == e {
			out = append(out, h)
		}
	}
	return out
}

// following gives the cheapest step that places numbers by how they follow each other: of one stretch, or else of few. It is asked before others:
// what each place is not is much, and says little.
func (s *Search) following(ctx context.Context) (*Step, error) {
	if len(s.b.walks) == 0 {
		return nil, nil
	}
	step, err := s.along(ctx, false)
	if step != nil || err != nil || s.coarse {
		return step, err
	}
	known := 1
	for _, w := range s.b.walks {
		for _, v := range w.vars {
			if s.settled(v) {
				known++
			}
		}
	}
	if s.joint == known {
		return nil, nil
	}
	if step, err = s.jointly(ctx); step == nil && err == nil {
		s.joint = known
	}
	return step, err
}

// passed gives the cheapest step of a stretch also from which numbers places do not have.
func (s *Search) passed(ctx context.Context) (*Step, error) { return s.along(ctx, true) }

func (s *Search) along(ctx context.Context, all bool) (best *Step, err error) {
	for _, t := range s.stretches() {
		if err := s.lookAlong(ctx, t, all); err != nil {
			return nil, err
		}
		t.steps, best = s.cheapest(t.steps, best)
	}
	if best != nil && best.Class > direct {
		return nil, nil // several stretches together may say more
	}
	return best, nil
}

// factsOn lists what is known of a stretch: which numbers places have, and with all also which they do not have. n is how much that is.
func (s *Search) factsOn(t *stretch, all bool) (facts []Lit, n int) {
	about := t.vars
	if t.at >= 0 || t.parts != nil { // each number that is elsewhere matters
		about = t.w.vars
	}
	for _, v := range about {
		if s.settled(v) {
			facts = s.factsOf(facts, v)
			n++
		}
	}
	for _, a := range t.atoms {
		if s.known[a] != -1 || !all {
			continue
		}
		n++ // also of a place that has a number since, so that more is more
		if !s.settled(s.b.atoms[a].v) && !s.seen[lit(a, false)] {
			facts = append(facts, lit(a, false))
		}
	}
	return facts, n
}

// asking gives the question with some facts: of a number whose place is known also that it is at no other place.
func (s *Search) asking(t *stretch, facts []Lit) question {
	out := slices.Clone(facts)
	nowhere := func(k int64, but int) {
		for _, a := range t.of[k] {
			if a != but {
				out = append(out, lit(a, false))
			}
		}
	}
	for k := range t.of {
		if t.w.fixed[k] {
			nowhere(k, printed)
		}
	}
	for _, l := range facts {
		if l.holds() {
			nowhere(s.b.atoms[l.atom()].value, l.atom())
		}
	}
	for _, v := range t.w.vars { // what clues show is named by nothing
		if x := &s.b.vars[v]; x.n == 1 {
			nowhere(s.b.atoms[x.first].value, x.first)
		}
	}
	slices.Sort(out)
	return question{facts: slices.Compact(out)}
}

// lookAlong finds the steps of a stretch, if more is known of it than when it was looked at.
func (s *Search) lookAlong(ctx context.Context, t *stretch, all bool) error {
	facts, n := s.factsOn(t, all)
	was := &t.looked[0]
	if all {
		was = &t.looked[1]
	}
	if *was == n+1 {
		return nil
	}
	*was = n + 1
	targets := s.answersOf(t)
	if len(targets) == 0 {
		return nil
	}
	if t.p == nil {
		var err error
		if t.p, err = s.b.open(ctx, t.insts, false); err != nil {
			return err
		}
	}
	implied, err := s.implied(ctx, t.p, s.asking(t, facts), targets, true)
	if err != nil {
		return err
	}
	for _, l := range implied {
		if slices.ContainsFunc(t.steps, func(o *Step) bool { return slices.Contains(o.Concludes, l) }) {
			continue
		}
		s.farFirst(facts, l)
		needed, err := thin(facts, func(rest []Lit) (bool, error) { return s.refuted(ctx, t.p, s.asking(t, rest), l, true), ctx.Err() })
		if err != nil {
			return err
		}
		step := &Step{Concludes: []Lit{l}, Facts: needed, Insts: slices.Concat(t.insts, []int{t.w.once}), Form: Along, path: t, Links: max(1, int(t.hi-t.lo)+1-len(t.ends))}
		q := s.asking(t, needed)
		if step.tried, err = s.triesOf(ctx, question{t.insts, q.facts}, l); err != nil {
			return err
		}
		others := slices.DeleteFunc(slices.Clone(implied), func(m Lit) bool { return m == l })
		if others, err = s.implied(ctx, t.p, q, others, step.tried > 0); err != nil { // all else that follows from the same
			return err
		}
		step.Concludes = append(step.Concludes, others...)
		slices.Sort(step.Concludes)
		slices.Sort(step.Facts)
		slices.Sort(step.Insts)
		s.b.price(step)
		t.steps = append(t.steps, step)
	}
	return nil
}

// jointly gives the cheapest step of several stretches, and places, at once: what one leaves no room for another takes.
func (s *Search) jointly(ctx context.Context) (best *Step, err error) {
	lying := s.stretches()
	for _, w := range s.b.walks {
		all := &stretch{w: w, at: -1}
		for _, t := range lying {
			if t.w == w && t.at < 0 {
				all.parts = append(all.parts, t)
				all.atoms = append(all.atoms, t.atoms...)
			}
		}
		for _, v := range w.vars {
			if t := (&stretch{w: w, at: v}); !s.settled(v) && s.atPlace(t) {
				all.parts = append(all.parts, t)
			}
		}
		for _, t := range all.parts {
			all.insts = append(all.insts, t.insts...)
		}
		s.places(all)
		if len(all.parts) < 2 || len(all.insts) > 4*mostHands {
			continue
		}
		step, err := s.lookJointly(ctx, all)
		all.p.close()
		if err != nil {
			return nil, err
		}
		if step != nil && cheaper(step, best) {
			best = step
		}
	}
	return best, nil
}

// questionOf asks about some parts of what is looked at together, with some facts.
func (s *Search) questionOf(t *stretch, parts []*stretch, facts []Lit) question {
	q := s.asking(t, facts)
	q.insts = []int{} // nil would be all
	for _, o := range parts {
		q.insts = append(q.insts, o.insts...)
	}
	slices.Sort(q.insts)
	q.insts = slices.Compact(q.insts)
	return q
}

// lookJointly finds what follows from what is looked at together, and of that what needs the fewest parts.
func (s *Search) lookJointly(ctx context.Context, t *stretch) (best *Step, err error) {
	facts, _ := s.factsOn(t, false)
	targets := s.answersOf(t)
	if t.p, err = s.b.open(ctx, t.insts, true); err != nil || len(targets) == 0 {
		return nil, err
	}
	all := s.questionOf(t, t.parts, facts)
	implied, err := s.implied(ctx, t.p, all, targets, true)
	if err != nil {
		return nil, err
	}
	needs := map[Lit][]*stretch{}
	for _, l := range implied {
		if !s.refuted(ctx, t.p, all, l, true) {
			continue
		}
		core := t.p.core(all).insts
		needs[l] = slices.DeleteFunc(slices.Clone(t.parts), func(o *stretch) bool {
			return !slices.ContainsFunc(o.insts, func(i int) bool { _, ok := slices.BinarySearch(core, i); return ok })
		})
	}
	list := slices.DeleteFunc(slices.Clone(implied), func(l Lit) bool { return needs[l] == nil })
	slices.SortStableFunc(list, func(l, m Lit) int { return cmp.Compare(len(needs[l]), len(needs[m])) })
	for _, l := range list[:min(len(list), fewJoint)] {
		step, err := s.proveJointly(ctx, t, needs[l], facts, l, implied)
		if err != nil {
			return nil, err
		}
		if step != nil && cheaper(step, best) {
			best = step
		}
	}
	return best, nil
}

// proveJointly gives the step that concludes a literal from few of some parts.
func (s *Search) proveJointly(ctx context.Context, t *stretch, parts []*stretch, facts []Lit, l Lit, implied []Lit) (*Step, error) {
	far := func(o *stretch) (d float64) {
		d = math.Inf(1)
		for _, a := range o.atoms {
			d = min(d, s.b.far(a, l.atom()))
		}
		return d
	}
	parts = slices.Clone(parts)
	slices.SortStableFunc(parts, func(o, u *stretch) int {
		return cmp.Or(cmp.Compare(min(u.at, 0), min(o.at, 0)), cmp.Compare(far(u), far(o)))
	})
	parts, err := thin(parts, func(rest []*stretch) (bool, error) {
		return s.refuted(ctx, t.p, s.questionOf(t, rest, facts), l, true), ctx.Err()
	})
	if err != nil || len(parts) > mostParts {
		return nil, err
	}
	s.farFirst(facts, l)
	needed, err := thin(facts, func(rest []Lit) (bool, error) {
		return s.refuted(ctx, t.p, s.questionOf(t, parts, rest), l, true), ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	q := s.questionOf(t, parts, needed)
	own := &stretch{w: t.w, at: -1, parts: parts, insts: slices.Clone(q.insts)}
	step := &Step{Concludes: []Lit{l}, Facts: needed, Insts: slices.Concat(q.insts, []int{t.w.once}), Form: Along, path: own, Links: len(parts)}
	if step.tried, err = s.triesOf(ctx, q, l); err != nil {
		return nil, err
	}
	s.b.price(step)
	others := slices.DeleteFunc(slices.Clone(implied), func(m Lit) bool {
		return m == l || step.tried > fewTried && !slices.ContainsFunc(parts, func(o *stretch) bool { // much is tried: no more than one stretch
			return o.at < 0 && slices.Contains(o.atoms, l.atom()) && slices.Contains(o.atoms, m.atom())
		})
	})
	if others, err = s.implied(ctx, t.p, q, others, true); err != nil {
		return nil, err
	}
	step.Concludes = append(step.Concludes, others...)
	slices.Sort(step.Concludes)
	slices.Sort(step.Facts)
	slices.Sort(step.Insts)
	s.b.price(step)
	return step, nil
}

// answersOf lists the numbers of a stretch as the answer has them.
func (s *Search) answersOf(t *stretch) (out []Lit) {
	for _, a := range t.atoms {
		if l, ok := s.b.right(a); ok && l.holds() && s.known[a] == 0 {
			out = append(out, l)
		}
	}
	return out
}

// farFirst orders facts by how soon they are to be left out: what a place is not, and then what lies far.
func (s *Search) farFirst(facts []Lit, l Lit) {
	slices.SortStableFunc(facts, func(m, k Lit) int {
		return cmp.Or(cmp.Compare(k&1, m&1), cmp.Compare(s.b.far(k.atom(), l.atom()), s.b.far(m.atom(), l.atom())))
	})
}

// The bounds, in conflicts, of how much a person tries before a step along a path is plain.
const fewTried = 16

// triesOf tells how much has to be tried until a literal follows from a question, by a solver that remembers nothing: nothing at all, or so many conflicts as
// the bound above, or more.
func (s *Search) triesOf(ctx context.Context, q question, l Lit) (int, error) {
	p, err := s.b.open(ctx, q.insts, false)
	if err != nil {
		return 0, err
	}
	defer p.close()
	ask := question{facts: append(slices.Clone(q.facts), l.Not())}
	if no, err := p.propagate(ctx, ask); no || err != nil {
		return 0, err
	}
	if r, err := p.refute(ctx, ask, fewTried); r == 1 || err != nil {
		return fewTried, err
	}
	return 2 * fewTried, nil
}

// priceAlong sets the cost and the class of a step along a path: by how many stretches it speaks of, and by how much has to be tried.
func (b *Board) priceAlong(s *Step) {
	s.Cost = 8 + 0.1*float64(len(s.Facts)) + 0.7*b.spread(s) + 0.7*float64(s.Links) + 0.2*float64(s.tried)
	parts := max(1, len(s.path.parts))
	switch {
	case parts > fewParts:
		s.Class = direct + 1
	case s.tried > fewTried:
		s.Class = direct
	case parts > 1:
		s.Class = min(direct, 1+parts+min(s.tried, 1))
	case s.tried > 0:
		s.Class = 3
	case s.Links > 4 || len(s.Facts) > 4:
		s.Class = 2
	default:
		s.Class = 1
	}
}

// has reports whether an instance is one of those along a stretch.
func (t *stretch) has(i int) bool {
	if t == nil {
		return false
	}
	_, ok := slices.BinarySearch(t.insts, i)
	return ok || i == t.w.once
}

// alongOf gives the rules of a step along stretches: of each one that its numbers follow each other, all turns of that as one.
func (b *Board) alongOf(step *Step) (out []Rule) {
	t := step.path
	if t == nil {
		return nil
	}
	parts := t.parts
	if parts == nil {
		parts = []*stretch{t}
	}
	alone := len(parts) == 1 && !slices.ContainsFunc(step.Insts, func(i int) bool { return !t.has(i) })
	for _, o := range parts {
		g := Gap{Kind: Unjoined, Layer: o.w.layer, Direct: alone}
		if o.at >= 0 {
			g.These = []board.Place{b.vars[o.at].Place}
		} else {
			g.These, g.Values = make([]board.Place, 2), []rules.Value{rules.IntOf(o.lo), rules.IntOf(o.hi)}
		}
		for _, e := range o.ends {
			n := 0
			if e.value == o.hi {
				n = 1
			}
			if e.atom == printed || slices.Contains(step.Facts, lit(e.atom, true)) { // or it does not matter
				g.These[n] = e.at
			}
		}
		out = append(out, Rule{Instance: b.turnOf(o.insts[0]), Whole: true, Gaps: []Gap{g}})
	}
	return out
}
