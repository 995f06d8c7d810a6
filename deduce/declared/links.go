package declared

import (
	"context"
	"slices"
)

// links counts the times that an instance is used on the way from the opposite of what a step concludes to the contradiction, where one of
// its instances after another is asked what follows. direct is false where that leads to no contradiction: something has to be tried.
func (b *Board) links(ctx context.Context, step *Step) (n int, direct bool, err error) {
	t, err := b.trace(ctx, step)
	if err != nil || t == nil {
		return max(0, len(step.Insts)-1), false, err
	}
	return len(t.grouped()), true, nil
}

// trace is how the opposite of what a step concludes leads to a contradiction.
type trace struct {
	links []link
	last  int   // the instance that is contradicted
	from  []Lit // by what
}

// grouped gives the conclusions, those together that an instance gives at once. That a value is left over is part of what left it over.
func (t *trace) grouped() [][]link {
	var out [][]link
	for _, l := range t.links {
		if n := len(out); n > 0 && (l.inst < 0 || l.inst == out[n-1][0].inst) {
			out[n-1] = append(out[n-1], l)
			continue
		}
		out = append(out, []link{l})
	}
	return out
}

// link is a conclusion drawn on the way.
type link struct {
	l    Lit
	inst int
	from []Lit
}

// trace draws conclusions from the instances of a step, each alone, until one is contradicted; nil where none is.
func (b *Board) trace(ctx context.Context, step *Step) (*trace, error) {
	if len(step.Insts) == 1 || len(step.Concludes) == 0 {
		return &trace{last: first(step.Insts), from: step.Facts}, nil
	}
	s := b.NewSearch(step.Facts)
	defer s.Close()
	s.trail, s.left = nil, nil
	given := map[Lit]bool{}
	for _, l := range step.Facts {
		given[l] = true
	}
	s.learn(step.Concludes[0].Not(), nil)
	for {
		progress := false
		var err error
		for _, i := range step.Insts {
			in := b.insts[i]
			if in.own == nil {
				p, err := b.open(ctx, []int{i}, false)
				if err != nil {
					return nil, err
				}
				in.own = p
			}
			q := question{facts: s.facts(in.vars)}
			var no bool
			var err error
			if !in.global && len(in.vars) <= small {
				r, e := in.own.refute(ctx, q, effort)
				no, err = r == 1, e
			} else {
				no, err = in.own.propagate(ctx, q)
			}
			if err != nil {
				return nil, err
			}
			if no {
				core := in.own.core(q)
				return b.back(s, given, i, core.facts), nil
			}
			no, err = in.own.propagate(ctx, q)
			if err != nil {
				return nil, err
			}
			if no {
				return b.back(s, given, i, in.own.core(q).facts), nil
			}
			var fresh []Lit
			for _, v := range in.vars {
				x := &b.vars[v]
				for a := x.first; a < x.first+x.n; a++ {
					if s.known[a] != 0 {
						continue
					}
					y, _ := in.own.literal(lit(a, true))
					if val := in.own.q.Value(y); val != 0 {
						fresh = append(fresh, lit(a, val == 1))
					}
				}
			}
			for _, l := range fresh {
				if s.Holds(l) != 0 {
					continue
				}
				ask := question{facts: append(append([]Lit{}, q.facts...), l.Not())}
				if no, err := in.own.propagate(ctx, ask); err != nil || !no {
					if err != nil {
						return nil, err
					}
					continue
				}
				core := in.own.core(ask)
				step := &Step{Concludes: []Lit{l}, Insts: []int{i}}
				for _, m := range core.facts {
					if m != l.Not() {
						step.Facts = append(step.Facts, m)
					}
				}
				s.learn(l, step)
				progress = true
			}
		}
		if !progress {
			// What no instance gives at once one may give when all its ways are looked through.
			if progress, err = b.thorough(ctx, s, step.Insts); err != nil || !progress {
				return nil, err
			}
		}
	}
}

// thorough draws what one local instance gives when it is searched in full; it is true where there is something.
func (b *Board) thorough(ctx context.Context, s *Search, insts []int) (bool, error) {
	for _, i := range insts {
		in := b.insts[i]
		if in.global || in.own == nil || len(in.vars) > small {
			continue
		}
		facts := s.facts(in.vars)
		drawn := false
		for _, v := range in.vars {
			x := &b.vars[v]
			for a := x.first; a < x.first+x.n; a++ {
				for _, l := range []Lit{lit(a, true), lit(a, false)} {
					if s.Holds(l) != 0 {
						continue
					}
					ask := question{facts: append(slices.Clone(facts), l.Not())}
					r, err := in.own.refute(ctx, ask, effort)
					if err != nil {
						return false, err
					}
					if r != 1 {
						continue
					}
					step := &Step{Concludes: []Lit{l}, Insts: []int{i}}
					for _, m := range in.own.core(ask).facts {
						if m != l.Not() {
							step.Facts = append(step.Facts, m)
						}
					}
					s.learn(l, step)
					drawn = true
				}
			}
		}
		if drawn {
			return true, nil
		}
	}
	return false, nil
}

func first(list []int) int {
	if len(list) == 0 {
		return -1
	}
	return list[0]
}

// back walks from a contradiction to what it rests on, and gives the conclusions on the way in the order in which they were drawn.
func (b *Board) back(s *Search, given map[Lit]bool, last int, from []Lit) *trace {
	need := map[Lit]bool{}
	var visit func(l Lit)
	visit = func(l Lit) {
		if need[l] || given[l] {
			return
		}
		why := s.because[l]
		if why == nil { // the opposite itself, or what a value of a place says of its other values
			if v := b.atoms[l.atom()].v; !l.holds() && !b.vars[v].truth {
				for a := b.vars[v].first; a < b.vars[v].first+b.vars[v].n; a++ {
					if s.known[a] == 1 && !given[lit(a, true)] && s.because[lit(a, true)] != nil {
						visit(lit(a, true))
					}
				}
			}
			return
		}
		need[l] = true
		for _, m := range why.Facts {
			visit(m)
		}
	}
	for _, l := range from {
		visit(l)
	}
	t := &trace{last: last, from: from}
	for _, l := range s.trail {
		if need[l] {
			why := s.because[l]
			t.links = append(t.links, link{l, first(why.Insts), why.Facts})
		}
	}
	return t
}
