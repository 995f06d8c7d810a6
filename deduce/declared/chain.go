package declared

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"
)

// bands are the bounds of cost up to which a supposition is followed, one after another: a cheap way of any literal comes before a dear
// one.
var bands = []float64{7, 11, 16, 24, 40, math.Inf(1)}

// wideFrom is the bound from which rules about the whole board are asked too.
const wideFrom = 11

// patience bounds what is asked in a search. Beyond it, propagation over the whole board finds the steps: they are longer.
const patience = 40_000_000

// followed remembers how far the opposite of a literal was followed, what was asked on the way, and where it led. As long as nothing
// near it becomes known it leads there again.
type followed struct {
	bound   float64
	global  bool
	when    int // the length of the trail then
	visited []uint64
	hit     bool
	cost    float64 // of the way to the contradiction
	step    *Step   // that it gives; nil: not worked out
	ones    []*Step // short ones, by one heavy instance
	alone   bool    // they were looked for
}

// far is beyond which cost of a way another one is left that is as cheap as this.
func far(cost float64) float64 { return 1.5*cost + 1 }

// chain gives the cheapest step that supposes the opposite of something and follows it without branching, up to a bound of cost.
func (s *Search) chain(ctx context.Context, bound float64) (*Step, error) {
	r := s.running()
	if r.work > patience {
		return nil, nil
	}
	global := bound >= wideFrom && s.b.globals > 0
	var wide map[Lit]bool
	if global {
		var err error
		if wide, err = s.refutable(ctx); err != nil {
			return nil, err
		}
	}
	type hit struct {
		l Lit
		*followed
	}
	var hits []hit
	cheapest := math.Inf(1) // cost of a hit
	for _, l := range s.tries() {
		g := global && wide[l]
		bound := min(bound, far(cheapest)) // what is dearer is not worked out
		f, err := s.followUp(ctx, l, bound, g)
		if err != nil {
			return nil, err
		}
		if f.hit && f.cost <= bound {
			hits, cheapest = append(hits, hit{l, f}), min(cheapest, f.cost)
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(a.cost, b.cost) })
	var found []*Step
	for _, h := range hits[:min(len(hits), most)] {
		if h.cost > far(cheapest) {
			break
		}
		if h.step == nil {
			r.from(s.known)
			r.global = h.global
			c, err := r.suppose(ctx, h.l.Not(), h.cost)
			r.global = false
			if err != nil {
				return nil, err
			}
			if c == nil {
				continue
			}
			if h.step, err = s.refuting(ctx, h.l, c); err != nil {
				return nil, err
			}
		}
		if h.step != nil {
			found = append(found, h.step)
		}
	}
	if len(found) == 0 {
		return nil, nil
	}
	slices.SortStableFunc(found, func(a, b *Step) int {
		switch hard := a.Class > direct; {
		case hard != (b.Class > direct) && hard:
			return 1
		case hard != (b.Class > direct), cheaper(a, b):
			return -1
		case cheaper(b, a):
			return 1
		}
		return 0
	})
	if found[0].Class > direct {
		s.others = found[1:]
	} else {
		s.noted(found[1:]...)
	}
	return s.further(ctx, found[0])
}

// refuting gives the step that concludes a literal from the contradiction to which its opposite has led in the run.
func (s *Search) refuting(ctx context.Context, l Lit, c *conflict) (*Step, error) {
	w, err := s.run.back(ctx, c)
	if err != nil {
		return nil, err
	}
	return s.least(ctx, []Lit{l}, w)
}

// The bounds of what is looked for in another way.
const (
	fewReasons = 4 // facts, of which no fewer are looked for
	fewTurned  = 4 // instances, each of which is left out once
)

// another gives a step that concludes the same as one of many facts does, is no harder and names less, without one of its instances; or that
// one. A way is the first that led to a contradiction, not the one with the fewest facts.
func (s *Search) another(ctx context.Context, step *Step) (*Step, error) {
	if step.Form != Chain || len(step.Facts) <= fewReasons || len(step.Insts) > fewTurned || len(step.Concludes) != 1 {
		return step, nil
	}
	r, best := s.running(), step
	for _, i := range step.Insts {
		r.from(s.known)
		r.without = i
		c, err := r.suppose(ctx, step.Concludes[0].Not(), oneBound)
		r.without = none
		if err != nil {
			return nil, err
		}
		if c == nil {
			continue
		}
		t, err := s.refuting(ctx, step.Concludes[0], c)
		if err != nil {
			return nil, err
		}
		if rank(t.Class) <= rank(best.Class) && s.b.naming(t) < s.b.naming(best) {
			best = t
		}
	}
	return best, nil
}

// naming is the part of the cost that a step has for what it names.
func (b *Board) naming(s *Step) float64 {
	_, weight := b.heavyCount(s.Insts)
	return 2*weight + 0.1*float64(len(s.Facts))
}

// followUp follows the opposite of a literal up to a bound of cost, or gives how it was followed as long as that holds.
func (s *Search) followUp(ctx context.Context, l Lit, bound float64, global bool) (*followed, error) {
	f := s.followed[l.atom()]
	if f != nil && (f.hit || f.bound >= bound) && (f.global || !global) && !s.touched(f) {
		return f, nil
	}
	r := s.run
	r.from(s.known)
	r.global = global
	c, err := r.suppose(ctx, l.Not(), bound)
	r.global = false
	if err != nil {
		return nil, err
	}
	f = &followed{bound: bound, global: global, when: len(s.trail), visited: slices.Clone(r.visited)}
	if c != nil {
		f.hit, f.cost = true, c.cost
	}
	s.followed[l.atom()] = f
	return f, nil
}

// oneClass is the highest class of the steps of one heavy instance and light ones, but for long ways.
const oneClass = 3

// oneBound is the bound of cost up to which a supposition is followed to see whether one heavy instance does.
const oneBound = 11

// one gives the easiest step that supposes the opposite of something and follows it by the light instances and one heavy one. A band prefers
// the way that costs least, which may go by two.
func (s *Search) one(ctx context.Context) (best *Step, err error) {
	r := s.running()
	if r.work > patience {
		return nil, nil
	}
	var wide map[Lit]bool
	if s.b.globals > 0 {
		if wide, err = s.refutable(ctx); err != nil {
			return nil, err
		}
	}
	var found []*Step
	for _, l := range s.tries() {
		f, err := s.followUp(ctx, l, oneBound, wide[l])
		if err != nil {
			return nil, err
		}
		if !f.hit || f.cost > oneBound { // without a contradiction by all of them there is none by some
			continue
		}
		if !f.alone {
			if err = s.onesOf(ctx, l, f, wide[l]); err != nil {
				return nil, err
			}
		}
		for _, t := range f.ones {
			found = append(found, t)
			if cheaper(t, best) {
				best = t
			}
		}
	}
	if best == nil {
		return nil, nil
	}
	s.noted(found...)
	return s.further(ctx, best)
}

// onesOf finds the short steps that conclude a literal by the light instances and one heavy one, or by none, and keeps them with what its
// opposite led to.
func (s *Search) onesOf(ctx context.Context, l Lit, f *followed, global bool) error {
	f.alone = true
	r := s.run
	try := func(bundle []int) (bool, error) {
		r.from(s.known)
		r.global, r.lone, r.bundle = global, true, bundle
		c, err := r.suppose(ctx, l.Not(), oneBound)
		r.global, r.lone, r.bundle = false, false, nil
		for n, set := range r.visited {
			if n == len(f.visited) {
				f.visited = append(f.visited, 0)
			}
			f.visited[n] |= set
		}
		if c == nil || err != nil {
			return false, err
		}
		step, err := s.refuting(ctx, l, c)
		if step != nil && step.Class <= oneClass {
			f.ones = append(f.ones, step)
		}
		return true, err
	}
	r.passed = r.passed[:0]
	if ok, err := try(nil); ok || err != nil {
		return err
	}
	heavies := slices.Clone(r.passed)
	slices.Sort(heavies)
	var done []int
	for _, i := range slices.Compact(heavies) {
		if slices.Contains(done, i) {
			continue
		}
		bundle := append(slices.Clone(s.b.bundled(i)), i)
		done = append(done, bundle...)
		if _, err := try(bundle); err != nil {
			return err
		}
	}
	return nil
}

// touched reports whether something has become known near where a supposition was followed.
func (s *Search) touched(f *followed) bool {
	for n, word := range f.visited {
		for ; word != 0; word &= word - 1 {
			if s.fresh[64*n+bits.TrailingZeros64(word)] > f.when {
				return true
			}
		}
	}
	return false
}

// refutable lists the literals whose opposites propagation over the whole board contradicts: for others it is not worth to ask the rules
// about the whole board one by one.
func (s *Search) refutable(ctx context.Context) (map[Lit]bool, error) {
	if s.wideAt == len(s.trail) && s.wide != nil {
		return s.wide, nil
	}
	if err := s.openPlain(ctx); err != nil {
		return nil, err
	}
	s.wide, s.wideAt = map[Lit]bool{}, len(s.trail)
	for _, l := range s.tries() {
		if s.refuted(ctx, s.plain, question{}, l, false) {
			s.wide[l] = true
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return s.wide, nil
}

// least makes a way minimal: leave out an instance or a fact of it, and the opposites of the literals lead nowhere. One literal is
// concluded; of several it is stated that one of them holds. Heavy instances go
// first, then facts, what lies far before what is near.
func (s *Search) least(ctx context.Context, lits []Lit, w *way) (*Step, error) {
	r := s.run
	insts := slices.Clone(w.insts)
	dear := func(i int) float64 { // what has been stated is there to be used
		if s.b.insts[i].derived() {
			return -1
		}
		return s.b.insts[i].weight
	}
	slices.SortStableFunc(insts, func(i, j int) int { return cmp.Compare(dear(j), dear(i)) })
	insts, err := narrow(insts, 1, func(rest []int) ([]int, bool, error) {
		less, err := s.within(ctx, rest, lits)
		if less == nil || err != nil {
			return nil, false, err
		}
		w = less
		return less.insts, true, nil
	})
	if err != nil {
		return nil, err
	}
	facts := slices.Clone(w.facts)
	slices.SortStableFunc(facts, func(m, k Lit) int {
		return cmp.Compare(s.b.far(k.atom(), lits[0].atom()), s.b.far(m.atom(), lits[0].atom()))
	})
	if !s.lax() {
		facts, err = s.narrowFacts(facts, func(rest []Lit) ([]Lit, bool, error) {
			less, err := r.follow(ctx, insts, rest, lits, false)
			if less == nil || err != nil {
				return nil, false, err
			}
			w = less
			insts = slices.DeleteFunc(insts, func(i int) bool { return !slices.Contains(less.insts, i) })
			return less.facts, true, nil
		})
		if err != nil {
			return nil, err
		}
	}
	step := &Step{Facts: facts, Insts: insts, Form: Chain, Links: len(s.b.grouped(w))}
	if len(lits) == 1 {
		step.Concludes = lits
	} else {
		step.States = lits
	}
	slices.Sort(step.Facts)
	slices.Sort(step.Insts)
	if len(step.Insts) == 1 {
		step.Form = Look
	}
	s.b.price(step)
	return step, nil
}

// within follows the opposites of literals with some instances and all that is known.
func (s *Search) within(ctx context.Context, insts []int, lits []Lit) (*way, error) {
	r := s.run
	r.allowed = make([]bool, len(s.b.insts))
	for _, i := range insts {
		r.allowed[i] = true
	}
	r.global = true
	defer func() { r.allowed, r.global = nil, false }()
	r.from(s.known)
	return r.walk(ctx, insts, lits)
}

// further joins to a step what else follows from the same instances and facts by no longer a way.
func (s *Search) further(ctx context.Context, found *Step) (*Step, error) {
	step := new(Step)
	*step = *found
	step.Concludes = slices.Clone(found.Concludes)
	var vars []int
	for _, i := range step.Insts {
		if !s.b.insts[i].global && !s.b.insts[i].derived() {
			vars = append(vars, s.b.insts[i].vars...)
		}
	}
	slices.Sort(vars)
	for _, l := range s.targets(slices.Compact(vars)) {
		if slices.Contains(step.Concludes, l) {
			continue
		}
		w, err := s.run.follow(ctx, step.Insts, step.Facts, []Lit{l}, false)
		if err != nil {
			return nil, err
		}
		if w != nil && len(w.insts) == len(step.Insts) && len(s.b.grouped(w)) <= step.Links {
			step.Concludes = append(step.Concludes, l)
		}
	}
	return step, nil
}

// trace gives how the opposite of what a step concludes leads to a contradiction; nil where something has to be tried.
func (b *Board) trace(ctx context.Context, step *Step) (*way, error) {
	claim := step.States
	if len(claim) == 0 {
		if len(step.Concludes) == 0 {
			return &way{last: supposed}, nil
		}
		claim = step.Concludes[:1]
	}
	if len(step.Insts) == 1 {
		return &way{last: int32(step.Insts[0]), insts: step.Insts, facts: step.Facts}, nil
	}
	if b.tracer == nil {
		b.tracer = b.newRun()
	}
	return b.tracer.follow(ctx, step.Insts, step.Facts, claim, true)
}

// links counts the times that an instance is used on that way. direct is false where there is none.
func (b *Board) links(ctx context.Context, step *Step) (n int, direct bool, err error) {
	t, err := b.trace(ctx, step)
	if err != nil || t == nil {
		return max(0, len(step.Insts)-1), false, err
	}
	return len(b.grouped(t)), true, nil
}
