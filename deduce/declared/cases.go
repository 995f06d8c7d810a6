package declared

import (
	"context"
	"slices"
)

// What a supposition leads to only by cases is told case by case. A case is some things that are supposed beside; from there a way leads to a
// contradiction, one instance of a rule at a time, and one of the cases holds.

// The bounds of cases.
const (
	mostCases  = 8    // of one supposition: of more a person keeps no account
	mostSplit  = 4    // ways in which one place is tried
	mostFollow = 1500 // ways that are followed
)

// Case is a case of a supposition.
type Case struct {
	When   []Lit  // what is supposed beside
	Way    []Then // the conclusions on the way to a contradiction
	Broken []Rule // what is broken at last
}

// Cases tells apart cases in which the opposite of what a step concludes leads to a contradiction; nil where that takes none, or too many. Beside the rules
// and facts of the step it may use others around them that have been told, for a step names as few rules as do, and not those by which few cases do.
// The step that it gives names what the cases use.
func (t *Teller) Cases(ctx context.Context, step *Step) ([]Case, *Step, error) {
	b := t.b
	claim := step.States
	if len(claim) == 0 {
		claim = step.Concludes[:min(1, len(step.Concludes))]
	}
	if len(claim) == 0 || len(step.Insts) < 2 {
		return nil, nil, nil
	}
	if b.tracer == nil {
		b.tracer = b.newRun()
	}
	s := &splitting{b: b, claim: claim, facts: step.Facts, insts: step.Insts, left: mostFollow}
	for _, i := range step.Insts {
		s.vars = append(s.vars, b.insts[i].vars...)
	}
	slices.Sort(s.vars)
	s.vars = slices.Compact(s.vars)
	t.around(s)
	all, err := s.split(ctx, nil, mostCases)
	if err != nil || len(all) < 2 {
		return nil, nil, err
	}
	named := *step
	named.Facts, named.Insts = nil, nil
	for _, c := range all {
		named.Facts, named.Insts = append(named.Facts, c.way.facts...), append(named.Insts, c.way.insts...)
	}
	slices.Sort(named.Facts)
	slices.Sort(named.Insts)
	named.Facts = slices.DeleteFunc(slices.Compact(named.Facts), func(l Lit) bool { return slices.Contains(opposites(claim), l) })
	named.Insts = slices.Compact(named.Insts)
	if named.Clues, named.clued, err = b.clued(ctx, &named); err != nil {
		return nil, nil, err
	}
	var out []Case
	for _, c := range all {
		way, broken, err := b.told(ctx, c.way, slices.Concat(named.Facts, opposites(claim), c.when))
		if err != nil {
			return nil, nil, err
		}
		out = append(out, Case{c.when, way, broken})
	}
	return out, &named, nil
}

// around adds to a splitting the rules that speak of its places alone, and what has been told of these.
func (t *Teller) around(s *splitting) {
	b := t.b
	for i, in := range b.insts {
		if in.lemma != nil || in.says != nil || in.global || slices.Contains(s.insts, i) {
			continue
		}
		if !slices.ContainsFunc(in.vars, func(v int) bool { _, ok := slices.BinarySearch(s.vars, v); return !ok }) {
			s.insts = append(slices.Clip(s.insts), i)
		}
	}
	for _, l := range t.trail {
		if slices.Contains(s.claim, l) {
			break
		}
		if _, ok := slices.BinarySearch(s.vars, b.atoms[l.atom()].v); !ok || t.seen[l] || slices.Contains(s.facts, l) {
			continue
		}
		if why := t.because[l]; why == nil || t.told[why] {
			s.facts = append(slices.Clip(s.facts), l)
		}
	}
}

// splitting looks for cases.
type splitting struct {
	b     *Board
	claim []Lit
	facts []Lit
	insts []int
	vars  []int // of which the step speaks
	left  int   // ways that may still be followed
}

// closed is a case that has been found, with its way.
type closed struct {
	when []Lit
	way  *way
}

// follow gives the way to a contradiction where some things are supposed beside; nil where there is none.
func (s *splitting) follow(ctx context.Context, when []Lit) (*way, error) {
	s.left--
	return s.b.tracer.follow(ctx, s.insts, s.facts, append(opposites(when), s.claim...), true)
}

// least gives a case without what its way does not need.
func (s *splitting) least(ctx context.Context, when []Lit, w *way) (closed, error) {
	for k := len(when) - 1; k >= 0; k-- {
		rest := slices.Delete(slices.Clone(when), k, k+1)
		shorter, err := s.follow(ctx, rest)
		if err != nil {
			return closed{}, err
		}
		if shorter != nil {
			when, w = rest, shorter
		}
	}
	return closed{when, w}, nil
}

// ways lists in which ways a variable can still be, as far as a run knows; nil where these are too many, or it is known.
func (s *splitting) ways(v int, val []int8) []Lit {
	x := &s.b.vars[v]
	if x.truth {
		if val[x.first] != 0 {
			return nil
		}
		return []Lit{lit(x.first, true), lit(x.first, false)}
	}
	var out []Lit
	for a := x.first; a < x.first+x.n; a++ {
		if val[a] == 1 {
			return nil
		}
		if val[a] == 0 {
			out = append(out, lit(a, true))
		}
	}
	if len(out) > mostSplit {
		return nil
	}
	return out
}

// choice is a variable whose values are the cases.
type choice struct {
	closed []closed
	open   []Lit
	links  int // on the ways of those that are closed
	known  int // the least that is known in those that are open
}

// better prefers few open cases, then those in which most is known, then short ways.
func (a *choice) better(b *choice) bool {
	switch {
	case b == nil:
		return true
	case len(a.open) != len(b.open):
		return len(a.open) < len(b.open)
	case a.known != b.known:
		return a.known > b.known
	}
	return a.links < b.links
}

// choose gives the best variable to split by, with what comes of its values one by one; nil where none has few enough.
func (s *splitting) choose(ctx context.Context, when []Lit, most int) (*choice, error) {
	val := slices.Clone(s.b.tracer.val)
	var best *choice
	for _, v := range s.vars {
		ways := s.ways(v, val)
		if len(ways) < 2 || len(ways) > most {
			continue
		}
		c := &choice{}
		for _, l := range ways {
			if s.left <= 0 {
				return nil, nil
			}
			own := append(slices.Clone(when), l)
			w, err := s.follow(ctx, own)
			switch {
			case err != nil:
				return nil, err
			case w != nil:
				c.closed, c.links = append(c.closed, closed{own, w}), c.links+len(w.links)+1
				continue
			case len(c.open) == 0 || len(s.b.tracer.trail) < c.known:
				c.known = len(s.b.tracer.trail)
			}
			c.open = append(c.open, l)
		}
		if c.better(best) {
			best = c
		}
	}
	return best, nil
}

// split gives cases of which one holds where some things are supposed, each with a way to a contradiction; nil where few do not do.
func (s *splitting) split(ctx context.Context, when []Lit, most int) ([]closed, error) {
	w, err := s.follow(ctx, when)
	if err != nil {
		return nil, err
	}
	if w != nil {
		c, err := s.least(ctx, when, w)
		return []closed{c}, err
	}
	if most < 2 {
		return nil, nil
	}
	best, err := s.choose(ctx, when, most)
	if best == nil || err != nil {
		return nil, err
	}
	var out []closed
	add := func(list []closed, l Lit) (all bool) { // all: these do without what is supposed here
		if !slices.ContainsFunc(list, func(c closed) bool { return slices.Contains(c.when, l) }) {
			out = list
			return true
		}
		out = append(out, list...)
		return false
	}
	for _, c := range best.closed {
		l := c.when[len(c.when)-1]
		c, err := s.least(ctx, c.when, c.way)
		if err != nil {
			return nil, err
		}
		if add([]closed{c}, l) {
			return out, nil
		}
	}
	for _, l := range best.open {
		list, err := s.split(ctx, append(slices.Clone(when), l), most-len(out)-(len(best.open)-1))
		if list == nil || err != nil {
			return nil, err
		}
		if add(list, l) {
			return out, nil
		}
	}
	if len(out) > mostCases {
		return nil, nil
	}
	return out, nil
}
