package declared

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules/encode"
)

// maxAround bounds how many light instances are taken together with a heavy one.
const maxAround = 400

// lightsOf lists the light and silent instances that share a variable with an instance.
func (b *Board) lightsOf(i int) []int {
	var out []int
	for _, v := range b.insts[i].vars {
		for _, j := range b.by[v] {
			if in := b.insts[j]; j != i && in.sort != heavy && !in.global && !in.derived() {
				out = append(out, j)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// bundled lists what is one thing to the eye with a heavy instance: what its rule says of the same places, of one value and of another, or of some of them.
func (b *Board) bundled(i int) []int {
	if b.bundles == nil {
		b.bundles = map[int][]int{}
	}
	if list, ok := b.bundles[i]; ok {
		return list
	}
	list := []int{}
	seen := map[int]bool{}
	for _, v := range b.insts[i].vars {
		for _, j := range b.by[v] {
			if !seen[j] {
				seen[j] = true
				if b.within(j, i) && b.insts[j].sort == heavy {
					list = append(list, j)
				}
			}
		}
	}
	slices.Sort(list)
	b.bundles[i] = list
	return list
}

// leads reports whether an instance stands for its bundle: none before it speaks of the same places.
func (b *Board) leads(i int) bool {
	for _, j := range b.bundled(i) {
		if j < i && len(b.insts[j].vars) == len(b.insts[i].vars) {
			return false
		}
	}
	return true
}

// together gives the cheapest step of a heavy instance and the light ones around it.
func (s *Search) together(ctx context.Context) (*Step, error) {
	var best *Step
	for i, in := range s.b.insts {
		if in.sort != heavy || in.global || in.derived() || !s.b.leads(i) {
			continue
		}
		if err := s.aroundOf(ctx, i); err != nil {
			return nil, err
		}
		s.nears[i], best = s.cheapest(s.nears[i], best)
		s.noted(s.nears[i]...)
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
		bundle := s.b.bundled(i)
		insts := append(s.b.lightsOf(i), bundle...)
		if len(insts) == 1 || len(insts) > maxAround {
			return nil
		}
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
	return s.proveBy(ctx, p, q, l, full, s.b.heaviest)
}

func (s *Search) proveBy(ctx context.Context, p *probe, q question, l Lit, full bool, order func(i int) float64) (*Step, error) {
	got, ok, err := s.shrinkBy(ctx, p, q, l, full, order)
	if !ok || err != nil {
		return nil, err
	}
	step := &Step{Concludes: []Lit{l}, Facts: got.facts, Insts: got.insts, from: p, full: full, when: len(s.trail)}
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
	few := s.b.shownOf(step) <= mostWays
	switch {
	case len(step.Insts) == 1:
		step.Form = Look
	case direct:
		step.Form = Chain
	case heavies <= 1 && few:
		step.Form = Together
	case heavies == 2 && few:
		step.Form = Pair
	case heavies == len(step.Insts) && !slices.ContainsFunc(step.Insts, func(i int) bool { return !s.b.counted(s.b.insts[i].term) }):
		step.Form = Count
	default:
		step.Form = Cases
	}
	return nil
}

// mostWays is how many rules, light ones among them, one looks through in all their ways: more of them are cases.
const mostWays = 16

// mostLines is how many lines a sum adds up.
const mostLines = 3

// sums gives the cheapest step of counts added up: neighbouring instances of one rule, and those of others that lie within them or cover
// them.
func (s *Search) sums(ctx context.Context) (best *Step, err error) {
	got := earlier{}
	groups := map[string][]int{} // by rule: its counts that are not yet settled
	var rules []string
	for i, in := range s.b.insts {
		if in.sort != heavy || in.global || in.derived() || s.openIn(in.vars) == 0 || !s.b.counted(in.term) {
			continue
		}
		rule := s.b.turnOf(i).Rule
		if groups[rule] == nil {
			rules = append(rules, rule)
		}
		groups[rule] = append(groups[rule], i)
	}
	for _, rule := range rules {
		list := groups[rule]
		for n := 1; n <= mostLines; n++ {
			for from := 0; from+n <= len(list); from++ {
				lines := list[from : from+n]
				in := s.union(lines)
				if in == nil {
					continue
				}
				for _, other := range rules {
					var within, across []int
					for _, j := range groups[other] {
						if slices.Contains(lines, j) {
							continue
						}
						shared := 0
						for _, v := range s.b.insts[j].vars {
							if in[v] && !s.settled(v) {
								shared++
							}
						}
						switch {
						case shared == 0:
						case shared == s.openIn(s.b.insts[j].vars):
							within, across = append(within, j), append(across, j)
						default:
							across = append(across, j)
						}
					}
					if len(within) > 1 && len(within) <= n+1 {
						if best, err = s.pair(ctx, slices.Concat(lines, within), got, best); err != nil {
							return nil, err
						}
					}
					if len(across) > len(within) && len(across) <= n && s.union(across) != nil {
						if best, err = s.pair(ctx, slices.Concat(lines, across), got, best); err != nil {
							return nil, err
						}
					}
				}
			}
		}
	}
	return best, nil
}

// union gives the variables of instances that share no open one; nil where they do.
func (s *Search) union(insts []int) map[int]bool {
	out := map[int]bool{}
	for _, i := range insts {
		for _, v := range s.b.insts[i].vars {
			if out[v] && !s.settled(v) {
				return nil
			}
			out[v] = true
		}
	}
	return out
}

// counted reports whether a term compares how many of some things are so with a number.
func (b *Board) counted(t model.Term) bool {
	p := b.p
	switch p.Op(t) {
	case model.OpAtLeast, model.OpAtMost:
		return true
	case model.OpEq, model.OpLe, model.OpGe, model.OpLt, model.OpGt:
		x, y := p.Arg(t, 0), p.Arg(t, 1)
		return p.IsConst(y) && b.counts(x) || p.IsConst(x) && b.counts(y)
	}
	return false
}

// unsettled lists the variables whose value is not known.
func (s *Search) unsettled() []int {
	var out []int
	for v := range s.b.vars {
		if x := &s.b.vars[v]; x.Kind != encode.Unnamed && !s.settled(v) {
			out = append(out, v)
		}
	}
	return out
}

// core is a literal whose opposite is refuted, by what.
type core struct {
	l    Lit
	q    question
	size float64
}

// cores asks the whole board which instances and facts refute the opposites of literals; the fewest first, at most so many.
func (s *Search) cores(ctx context.Context, lits []Lit, full bool, limit int) ([]core, error) {
	var found []core
	facts := s.facts(s.b.whole.vars)
	near := []int{} // what does not speak of the whole board is easier to see
	for i, in := range s.b.insts {
		if !in.global && !in.derived() {
			near = append(near, i)
		}
	}
	for _, l := range lits {
		var best *core
		for _, insts := range [][]int{near, nil} {
			if insts != nil && s.b.globals == 0 || !s.refuted(ctx, s.b.whole, question{insts, facts}, l, full) {
				continue
			}
			got := s.b.whole.core(question{insts, append(slices.Clone(facts), l.Not())})
			got.facts = slices.DeleteFunc(got.facts, func(m Lit) bool { return m == l.Not() })
			_, weight := s.b.heavyCount(got.insts)
			if c := (core{l, got, 2*weight + 0.1*float64(len(got.facts))}); best == nil || c.size < best.size {
				best = &c
			}
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if best == nil {
			continue
		}
		found = append(found, *best)
		if len(found) == limit {
			break
		}
	}
	slices.SortStableFunc(found, func(a, b core) int { return cmp.Compare(a.size, b.size) })
	return found, nil
}

// maxShared bounds the global instances that are taken together with a local one: more of them are islands, which have little to do
// with each other.
const maxShared = 4

// pairs gives the cheapest step of two heavy instances that share at least two open places, or of one and the rules about the whole
// board, with the light ones around them.
func (s *Search) pairs(ctx context.Context) (best *Step, err error) {
	var global []int
	for i, in := range s.b.insts {
		if in.global && in.sort == heavy {
			global = append(global, i)
		}
	}
	if len(global) > maxShared {
		global = nil
	}
	seen, got := map[[2]int]bool{}, earlier{}
	for i, in := range s.b.insts {
		if in.sort != heavy || in.global || in.derived() || !s.b.leads(i) || s.openIn(in.vars) == 0 || s.openIn(in.vars) > small {
			continue
		}
		if len(global) > 0 {
			if best, err = s.pair(ctx, append([]int{i}, global...), got, best); err != nil {
				return nil, err
			}
		}
		shared := map[int]int{}
		for _, v := range in.vars {
			if s.settled(v) {
				continue
			}
			for _, j := range s.b.by[v] {
				if o := s.b.insts[j]; j > i && o.sort == heavy && !o.global {
					shared[j]++
				}
			}
		}
		for _, j := range slices.Sorted(maps.Keys(shared)) {
			if shared[j] < 2 || !s.b.leads(j) || s.b.within(j, i) || s.b.within(i, j) || seen[[2]int{i, j}] || s.openIn(s.b.insts[j].vars) > small {
				continue
			}
			seen[[2]int{i, j}] = true
			if best, err = s.pair(ctx, []int{i, j}, got, best); err != nil {
				return nil, err
			}
		}
	}
	return best, nil
}

// openIn counts the variables that are not known.
func (s *Search) openIn(vars []int) int {
	n := 0
	for _, v := range vars {
		if !s.settled(v) {
			n++
		}
	}
	return n
}

// earlier is steps by what they conclude, of one state. Instances that lie beside each other are asked in many groups, and what some of them give, each group
// that has them gives again.
type earlier map[Lit][]*Step

// by reports whether one of the steps concludes a literal by some instances.
func (p earlier) by(l Lit, insts []int) bool {
	return slices.ContainsFunc(p[l], func(t *Step) bool {
		return !slices.ContainsFunc(t.Insts, func(i int) bool { _, ok := slices.BinarySearch(insts, i); return !ok })
	})
}

// pair gives the cheapest of a step and those of some instances with the light ones around the local of them, without what they give of themselves that
// has been proved already.
func (s *Search) pair(ctx context.Context, insts []int, got earlier, best *Step) (*Step, error) {
	key := fmt.Sprint(insts)
	p := s.b.together[key]
	if p == nil {
		all := slices.Clone(insts)
		for _, i := range insts {
			if !s.b.insts[i].global {
				all = append(append(all, s.b.lightsOf(i)...), s.b.bundled(i)...)
			}
		}
		slices.Sort(all)
		if all = slices.Compact(all); len(all) > maxAround {
			return best, nil
		}
		var err error
		if p, err = s.b.open(ctx, all, true); err != nil {
			return nil, err
		}
		s.b.together[key] = p
	}
	at, before := s.pairAt[key]
	if !before || slices.ContainsFunc(p.vars, func(v int) bool { return s.changed[v] > at }) {
		s.pairAt[key] = len(s.trail)
		s.paired[key] = nil
		var near []int
		for _, i := range p.insts {
			if !s.b.insts[i].global {
				near = append(near, s.b.insts[i].vars...)
			}
		}
		slices.Sort(near)
		q := question{facts: s.facts(p.vars)}
		implied, err := s.implied(ctx, p, q, s.targets(slices.Compact(near)), true)
		if err != nil {
			return nil, err
		}
		for _, l := range implied {
			if got.by(l, p.insts) {
				continue
			}
			step, err := s.prove(ctx, p, q, l, true)
			if err != nil {
				return nil, err
			}
			if step != nil {
				s.paired[key] = append(s.paired[key], step)
				got[l] = append(got[l], step)
			}
		}
	}
	s.paired[key], best = s.cheapest(s.paired[key], best)
	s.noted(s.paired[key]...)
	return best, nil
}

// most is how many candidates of a state are worked out.
const most = 12

// rough gives a step that propagation over the whole board finds.
func (s *Search) rough(ctx context.Context) (*Step, error) { return s.over(ctx, false) }

// cases gives a step that needs to try things.
func (s *Search) cases(ctx context.Context) (*Step, error) { return s.over(ctx, true) }

func (s *Search) over(ctx context.Context, full bool) (*Step, error) {
	if err := s.openPlain(ctx); err != nil {
		return nil, err
	}
	p := s.plain
	if full {
		var err error
		p, err = s.searching(ctx)
		defer p.close()
		if err != nil {
			return nil, err
		}
	}
	var no []Lit
	for _, l := range s.tries() {
		if s.refuted(ctx, p, question{}, l, full) {
			no = append(no, l)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(no) == most {
			break
		}
	}
	found, err := s.cores(ctx, no, full, len(no))
	if err != nil {
		return nil, err
	}
	var best *Step
	for n, c := range found {
		if n == 2 {
			break
		}
		for _, order := range []func(i int) float64{s.b.heaviest, s.b.lightest} { // one rule about the whole board, or many small ones
			step, err := s.proveBy(ctx, s.b.whole, c.q, c.l, full, order)
			if err != nil {
				return nil, err
			}
			if step != nil && cheaper(step, best) {
				best = step
			}
			if step == nil || len(step.Insts) <= mostSummed {
				break
			}
		}
	}
	return best, nil
}

// searching opens a probe of the whole board in which a search is to look, as far as is known. It leaves there what it has learned, and propagation that knew
// that would conclude what no chain of rules does.
func (s *Search) searching(ctx context.Context) (*probe, error) {
	p, err := s.b.open(ctx, s.plain.insts, false)
	if err != nil {
		return nil, err
	}
	for _, l := range s.trail {
		if err := p.fix(ctx, l); err != nil {
			return p, err
		}
	}
	return p, nil
}

// openPlain makes the probes of the whole board, and tells the one without guards what has become known.
func (s *Search) openPlain(ctx context.Context) error {
	var every []int // what has been stated follows from the others
	for i, in := range s.b.insts {
		if !in.derived() {
			every = append(every, i)
		}
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
		if err := s.plain.fix(ctx, s.trail[s.fixed]); err != nil {
			return err
		}
	}
	return nil
}

// Close frees what the search holds.
func (s *Search) Close() {
	s.plain.close()
	s.b.close()
	for _, p := range s.bases {
		p.close()
	}
	for _, t := range s.lying {
		t.p.close()
	}
}

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
