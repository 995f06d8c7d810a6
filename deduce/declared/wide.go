package declared

import (
	"context"
	"slices"

	"github.com/quandary-puzzles/quandary/rules/encode"
)

// maxAround bounds how many light instances are taken together with a heavy one.
const maxAround = 400

// lightsOf lists the light and silent instances that share a variable with an instance.
func (b *Board) lightsOf(i int) []int {
	var out []int
	for _, v := range b.insts[i].vars {
		for _, j := range b.by[v] {
			if in := b.insts[j]; j != i && in.sort != heavy && !in.global {
				out = append(out, j)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// together gives the cheapest step of a heavy instance and the light ones around it.
func (s *Search) together(ctx context.Context) (*Step, error) {
	var best *Step
	for i, in := range s.b.insts {
		if in.sort != heavy || in.global {
			continue
		}
		if err := s.aroundOf(ctx, i); err != nil {
			return nil, err
		}
		s.nears[i], best = s.cheapest(s.nears[i], best)
	}
	return best, nil
}

// aroundOf finds the steps of a heavy instance and what is around it, if something of them has changed.
func (s *Search) aroundOf(ctx context.Context, i int) error {
	in := s.b.insts[i]
	if !slices.ContainsFunc(in.vars, func(v int) bool { return !s.settled(v) }) {
		return nil
	}
	if in.around == nil {
		lights := s.b.lightsOf(i)
		if len(lights) == 0 || len(lights) > maxAround {
			return nil
		}
		insts := append(lights, i)
		slices.Sort(insts)
		p, err := s.b.open(ctx, insts, true)
		if err != nil {
			return err
		}
		in.around = p
	}
	p := in.around
	if s.nearAt[i] >= 0 && !slices.ContainsFunc(p.vars, func(v int) bool { return s.changed[v] > s.nearAt[i] }) {
		return nil
	}
	s.nearAt[i] = len(s.trail)
	s.nears[i] = nil
	q := question{facts: s.facts(p.vars)}
	implied, err := s.implied(ctx, p, q, s.targets(p.vars), true)
	if err != nil {
		return err
	}
	for _, l := range implied {
		step, err := s.prove(ctx, p, q, l, true)
		if err != nil {
			return err
		}
		if step != nil {
			s.nears[i] = append(s.nears[i], step)
		}
	}
	return nil
}

// prove gives the step that concludes a literal from as little of a question as will do; nil where it does not follow.
func (s *Search) prove(ctx context.Context, p *probe, q question, l Lit, full bool) (*Step, error) {
	got, ok, err := s.shrink(ctx, p, q, l, full)
	if !ok || err != nil {
		return nil, err
	}
	step := &Step{Concludes: []Lit{l}, Facts: got.facts, Insts: got.insts}
	if err := s.shape(ctx, step); err != nil {
		return nil, err
	}
	s.b.price(step)
	return step, nil
}

// shape finds the form of a step and its links.
func (s *Search) shape(ctx context.Context, step *Step) error {
	heavies, _ := s.b.heavyCount(step.Insts)
	links, direct, err := s.b.links(ctx, step)
	if err != nil {
		return err
	}
	step.Links = links
	switch {
	case len(step.Insts) == 1:
		step.Form = Look
	case direct:
		step.Form = Chain
	case heavies <= 1:
		step.Form = Together
	case heavies == 2:
		step.Form = Pair
	default:
		step.Form = Cases
	}
	return nil
}

// most is how many candidates of a state are worked out.
const most = 12

// chain gives the cheapest step that propagation over the whole board finds.
func (s *Search) chain(ctx context.Context) (*Step, error) { return s.over(ctx, false) }

// cases gives a step that needs to try things.
func (s *Search) cases(ctx context.Context) (*Step, error) { return s.over(ctx, true) }

func (s *Search) over(ctx context.Context, full bool) (*Step, error) {
	if err := s.openPlain(ctx); err != nil {
		return nil, err
	}
	var all []int
	for v := range s.b.vars {
		if x := &s.b.vars[v]; x.Kind != encode.Unnamed && !s.settled(v) {
			all = append(all, v)
		}
	}
	type candidate struct {
		l    Lit
		q    question
		size float64
	}
	var found []candidate
	whole := s.b.whole
	known := question{facts: s.facts(whole.vars)}
	for _, l := range s.targets(all) {
		no := s.refuted(ctx, s.plain, question{}, l, full)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !no {
			continue
		}
		if !s.refuted(ctx, whole, known, l, full) {
			continue
		}
		core := whole.core(question{nil, append(slices.Clone(known.facts), l.Not())})
		core.facts = slices.DeleteFunc(core.facts, func(m Lit) bool { return m == l.Not() })
		_, weight := s.b.heavyCount(core.insts)
		found = append(found, candidate{l, core, 2*weight + 0.1*float64(len(core.facts))})
		if full && len(found) >= 3 {
			break
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int {
		switch {
		case a.size < b.size:
			return -1
		case a.size > b.size:
			return 1
		}
		return 0
	})
	var best *Step
	for n, c := range found {
		if n == most {
			break
		}
		step, err := s.prove(ctx, whole, c.q, c.l, full)
		if err != nil {
			return nil, err
		}
		if step != nil && cheaper(step, best) {
			best = step
		}
	}
	return best, nil
}

// openPlain makes the probes of the whole board, and tells the one without guards what has become known.
func (s *Search) openPlain(ctx context.Context) error {
	every := make([]int, len(s.b.insts))
	for i := range every {
		every[i] = i
	}
	var err error
	if s.b.whole == nil {
		if s.b.whole, err = s.b.open(ctx, every, true); err != nil {
			return err
		}
	}
	if s.plain == nil {
		if s.plain, err = s.b.open(ctx, every, false); err != nil {
			return err
		}
	}
	for ; s.fixed < len(s.trail); s.fixed++ {
		if x, ok := s.plain.literal(s.trail[s.fixed]); ok {
			if err := s.plain.q.Clause(x); err != nil {
				return err
			}
		}
	}
	return nil
}

// Close frees what the search holds beside the board.
func (s *Search) Close() { s.plain.close() }

// LookUp gives what the answer says of the first place that is not known, as a step that is no deduction; nil where all is known.
func (s *Search) LookUp() *Step {
	for v := range s.b.vars {
		x := &s.b.vars[v]
		if !x.asked || s.settled(v) || x.answer < 0 {
			continue
		}
		l := lit(x.first+x.answer, true)
		if x.truth {
			l = lit(x.first, x.answer == 1)
		}
		step := &Step{Concludes: []Lit{l}, Form: LookedUp}
		s.b.price(step)
		s.take(step)
		return step
	}
	return nil
}
