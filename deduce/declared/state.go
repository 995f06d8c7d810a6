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
	mostBefore       = 24  // for one step
	mostNestedBefore = 40  // where more is supposed than one thing
	fewGiven         = 12  // of which a few are enough to choose from
	mostStated       = 3   // of one conclusion on the way to it
	mostPlaces       = 5   // at which a way is tried to be parted
	mostUsed         = 6   // of what is concluded at one of these
	allStated        = 500 // by a search
)

// own gives a board for one search, which may add to its instances and remembers what it asked of them: what another search found out
// changes nothing in it.
func (b *Board) own() *Board {
	out := *b
	all := make([]instance, len(b.insts))
	out.insts = make([]*instance, len(b.insts))
	for i, in := range b.insts {
		all[i], out.insts[i] = *in, &all[i]
		if in.lemma != nil {
			all[i].lemma = &lemma{Instance: in.lemma.Instance}
		}
	}
	out.by = make([][]int, len(b.by))
	for v, list := range b.by {
		out.by[v] = slices.Clip(list)
	}
	out.watch = make([][]int, len(b.watch))
	for a, list := range b.watch {
		out.watch[a] = slices.Clip(list)
	}
	out.hosts = map[int]*probe{}
	out.bundles, out.pool = nil, &pool{most: b.pool.most, kept: b.pool.kept}
	out.together, out.kept, out.reasons, out.listed = map[string]*probe{}, &memories{}, &reasons{}, map[string]bool{}
	return &out
}

// close frees the probes of a search's board.
func (b *Board) close() {
	for _, in := range b.insts {
		in.own.close()
		in.around.close()
	}
	for _, p := range b.together {
		p.close()
	}
	for _, p := range b.hosts {
		p.close()
	}
	b.whole.close()
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
	in := &instance{turn: -1, part: fmt.Sprint(step.States), term: t, vars: b.variablesOf(t), sort: light, weight: 0.5 * float64(len(step.States)-1), says: step.States}
	i := len(b.insts)
	b.insts = append(b.insts, in)
	s.stated[i] = step
	s.dirty, s.deep, s.looks = append(s.dirty, true), append(s.deep, true), append(s.looks, nil)
	s.nearAt, s.nears, s.fresh = append(s.nearAt, -1), append(s.nears, nil), append(s.fresh, len(s.trail)+1)
	for _, v := range in.vars {
		for _, j := range b.by[v] { // ways that came by here may go further now
			s.fresh[j] = len(s.trail) + 1
		}
	}
	b.watched(i)
	return i
}

// unstate forgets what has been stated since there were n instances. No step that is kept may rest on it.
func (s *Search) unstate(n int) {
	b := s.b
	for i := len(b.insts) - 1; i >= n; i-- {
		b.unwatched(i)
		b.insts[i].own.close()
		if p := s.bases[i]; p != nil {
			p.close()
			delete(s.bases, i)
		}
		delete(s.stated, i)
	}
	b.insts = b.insts[:n]
	s.dirty, s.deep, s.looks = s.dirty[:n], s.deep[:n], s.looks[:n]
	s.nearAt, s.nears, s.fresh = s.nearAt[:n], s.nears[:n], s.fresh[:n]
	if s.run != nil {
		s.run.undo()
	}
}

// apart takes a step apart that is no direct one: the steps that state something before it, and what is left of it. less is nil where few
// statements do not make direct steps of it; what has been stated is true all the same.
func (s *Search) apart(ctx context.Context, step *Step) (before []*Step, less *Step, err error) {
	if len(step.Concludes) == 0 || step.Form == LookedUp || len(s.stated) >= allStated {
		return nil, nil, nil
	}
	s.running()
	less, err = s.reach(ctx, step.Insts, step.Concludes[:1], &before, 1)
	if less != nil && len(before) > 0 {
		less.Class = max(less.Class, direct) // a short chain is what it is by its statements
	}
	return before, less, err
}

// reach gives a direct step that concludes a literal, or states that one of some holds, from some instances and from what it states before, all by direct
// steps; nil where few statements do not do. Where more is supposed on the way – depth says how often that may be – what is stated for that is reached
// likewise.
func (s *Search) reach(ctx context.Context, insts []int, claim []Lit, before *[]*Step, depth int) (*Step, error) {
	rest := insts // what is left to do when all is used that has been stated
	for {
		w, err := s.within(ctx, rest, claim)
		if w == nil && err == nil {
			w, err = s.within(ctx, insts, claim)
		}
		if err != nil {
			return nil, err
		}
		rest = insts
		var next []*Step
		if w == nil {
			if depth == 0 || len(claim) > 1 {
				return nil, nil
			}
			next, err = s.either(ctx, insts, claim[0], before, depth-1)
		} else {
			less, err := s.least(ctx, claim, w)
			if err != nil || less.Class <= direct {
				return less, err
			}
			if next, rest, err = s.part(ctx, w, claim); err != nil {
				return nil, err
			}
		}
		if len(next) == 0 || err != nil || len(*before)+len(next) > mostBefore {
			return nil, err
		}
		for _, t := range next {
			*before = append(*before, t)
			if len(t.Concludes) > 0 { // it holds whether or not
				s.take(t)
				continue
			}
			i := s.state(t)
			insts, rest = append(slices.Clone(insts), i), append(slices.Clone(rest), i)
		}
		if len(claim) == 1 && s.Holds(claim[0]) != 0 {
			return nil, nil
		}
	}
}

// place is one where a way can be parted.
type place struct {
	used   []Lit
	rest   *Step // behind it
	single bool  // concluded by one rule alone: where nothing else is to be had
}

// compare puts those first that leave the least behind them.
func (p place) compare(q place) int {
	switch {
	case p.single != q.single && q.single:
		return -1
	case p.single != q.single:
		return 1
	}
	return cmp.Or(cmp.Compare(p.rest.Class, q.rest.Class), cmp.Compare(p.rest.Cost, q.rest.Cost))
}

// part states, of the way from the opposites of literals, that one of these holds or something else that is concluded on the way, by one
// instance: what leaves the least behind it, as far along as a direct step goes. left are the instances that then do for the rest of the way.
func (s *Search) part(ctx context.Context, w *way, claim []Lit) (steps []*Step, left []int, err error) {
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
		step := &Step{Concludes: claim, Form: Chain, Insts: slices.Sorted(maps.Keys(insts)), Links: len(s.b.grouped(part))}
		s.b.price(step)
		return step
	}
	var places []place
	for _, group := range s.b.grouped(w) {
		clear(in)
		clear(cut)
		for _, k := range group {
			up([]Lit{k.l})
		}
		first := made(-1)
		if first.Class > direct {
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
		if len(used) > 0 && len(used) <= mostUsed {
			places = append(places, place{used, rest, first.Links < 2 && len(first.Insts) < 2})
		}
	}
	slices.SortStableFunc(places, place.compare)
	for _, p := range places[:min(len(places), mostPlaces)] {
		if steps, err = s.stateAll(ctx, w.insts, p.used, claim); steps != nil || err != nil {
			return steps, p.rest.Insts, err
		}
	}
	return nil, nil, nil
}

// stateAll gives, for each of some literals, the step that states that it or one of a claim holds; nil where for one of them no direct step does.
func (s *Search) stateAll(ctx context.Context, insts []int, used, claim []Lit) (steps []*Step, err error) {
	for _, m := range used {
		claims := [][]Lit{{m}}
		for _, l := range claim {
			claims = append(claims, []Lit{l, m})
		}
		if len(claim) > 1 {
			claims = append(claims, append(slices.Clone(claim), m))
		}
		step, err := s.stating(ctx, insts, claims)
		if step == nil || err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	return steps, nil
}

// stating gives the step that states that one of some literals holds, or concludes a single one: the first of some claims that a direct step
// makes; nil where none does.
func (s *Search) stating(ctx context.Context, insts []int, claims [][]Lit) (*Step, error) {
	for _, claim := range claims {
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
func (s *Search) either(ctx context.Context, insts []int, l Lit, before *[]*Step, depth int) ([]*Step, error) {
	var vars []int
	for _, i := range insts {
		if !s.b.insts[i].global {
			vars = append(vars, s.b.insts[i].vars...)
		}
	}
	slices.Sort(vars)
	vars = slices.Compact(vars)
	step, err := s.eitherOf(ctx, insts, vars, l, before, depth)
	if step == nil && err == nil {
		all := slices.Clone(insts)
		for i, in := range s.b.insts {
			if !in.global && in.lemma == nil {
				all = append(all, i)
			}
		}
		slices.Sort(all)
		step, err = s.eitherOf(ctx, slices.Compact(all), vars, l, before, depth)
	}
	if step == nil || err != nil {
		return nil, err
	}
	return []*Step{step}, nil
}

// eitherOf looks among some variables, with some instances.
func (s *Search) eitherOf(ctx context.Context, insts, vars []int, l Lit, before *[]*Step, depth int) (*Step, error) {
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
		step, err := s.stating(ctx, insts, [][]Lit{{o.m}, {l, o.m}})
		if step != nil || err != nil {
			return step, err
		}
	}
	for _, o := range found[:min(len(found), mostStated)] {
		if step, err := s.reach(ctx, insts, []Lit{l, o.m}, before, depth); step != nil || err != nil {
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
	mostTried  = 100     // within one supposition
	mostInside = 30      // of which more is supposed
	dearNested = 5       // what a question counts where rules speak of the whole board
)

// telling lists the literals that may follow, and all that are open, by how much their opposites give at once: most first.
func (s *Search) telling(ctx context.Context) (targets, open []Lit, err error) {
	targets = s.tries()
	gives := map[Lit]int{}
	for _, l := range targets {
		for _, m := range []Lit{l, l.Not()} {
			if no, err := s.plain.propagate(ctx, question{facts: []Lit{m.Not()}}); err != nil {
				return nil, nil, err
			} else if no {
				continue
			}
			for a, known := range s.known {
				if known == 0 {
					if x, ok := s.plain.literal(lit(a, true)); ok && s.plain.q.Value(x) != 0 {
						gives[m]++
					}
				}
			}
			open = append(open, m)
		}
	}
	for _, list := range [][]Lit{targets, open} {
		slices.SortStableFunc(list, func(a, b Lit) int { return cmp.Compare(gives[b], gives[a]) })
	}
	return targets, open, nil
}

// nested gives a step that needs cases where it stands alone, after statements that one of two things holds: the literal for which the
// fewest of these do. All the steps are direct.
func (s *Search) nested(ctx context.Context) (*Step, error) { return s.stepwise(ctx, 0) }

// deeper gives the same where also these statements take others: that one of three things holds.
func (s *Search) deeper(ctx context.Context) (*Step, error) { return s.stepwise(ctx, 1) }

func (s *Search) stepwise(ctx context.Context, depth int) (*Step, error) {
	price, most, all := 1, mostNested, allNested
	if s.b.globals > 0 { // each question takes longer
		price = dearNested
	}
	if depth > 0 {
		most, all = 5*most, 5*all
	}
	if s.asked[depth] > all {
		return nil, nil
	}
	if err := s.openPlain(ctx); err != nil {
		return nil, err
	}
	targets, open, err := s.telling(ctx)
	if err != nil {
		return nil, err
	}
	q := &supposing{s: s, open: open, price: price, depth: depth, until: s.asked[depth] + most}
	for len(targets) > 0 && s.asked[depth] <= q.until {
		var list []stepping
		short := 0
		for len(targets) > 0 && s.asked[depth] <= q.until && short < mostStated && len(list) < 3*mostStated {
			l := targets[0]
			targets = targets[1:]
			given, ok, err := q.derive(ctx, []Lit{l}, []Lit{l.Not()}, depth)
			if err != nil {
				return nil, err
			}
			if ok && len(given) > 0 {
				list = append(list, stepping{l, given})
				if len(given) <= fewGiven {
					short++
				}
			}
		}
		slices.SortStableFunc(list, func(a, b stepping) int { return cmp.Compare(len(a.given), len(b.given)) })
		s.steppings = append(s.steppings, list...)
		if step, err := s.inTurns(ctx, list, false); step != nil || err != nil {
			return step, err
		}
	}
	return nil, nil
}

// stepping is a literal, and what can be stated before it is concluded.
type stepping struct {
	l     Lit
	given [][]Lit
}

// longer gives a step as nested and deeper do, where some of what is stated takes a long supposition.
func (s *Search) longer(ctx context.Context) (*Step, error) {
	return s.inTurns(ctx, s.steppings, true)
}

// inTurns gives the first step that is concluded after what is stated before it.
func (s *Search) inTurns(ctx context.Context, list []stepping, hard bool) (*Step, error) {
	var every []int
	for i, in := range s.b.insts {
		if in.lemma == nil {
			every = append(every, i)
		}
	}
	s.running()
	for _, f := range list {
		step, err := s.inTurn(ctx, every, f.l, f.given, hard)
		if step != nil || err != nil {
			return step, err
		}
	}
	return nil, nil
}

// supposing asks propagation over the whole board what follows when a few things are supposed at once.
type supposing struct {
	s            *Search
	open         []Lit // the most telling first
	price        int
	depth, until int
}

// derive lists what can be stated, one after another, until some literals are known not to be all false: of each list one holds. facts are the opposites of
// these, and what is known beside. Where one statement more does not do, it is itself derived, so often as depth says.
func (q *supposing) derive(ctx context.Context, claim, facts []Lit, depth int) (given [][]Lit, ok bool, err error) {
	s := q.s
	no, err := s.plain.propagate(ctx, question{facts: facts})
	if no || err != nil {
		return nil, no, err
	}
	var rest []Lit
	for _, m := range q.open {
		if x, ok := s.plain.literal(m); ok && s.plain.q.Value(x) == 0 {
			if rest = append(rest, m); len(rest) == mostTried {
				break
			}
		}
	}
	facts = slices.Clone(facts)
	for level := 0; level <= depth; level++ {
		for n, m := range rest {
			if s.asked[q.depth] > q.until || len(given) > mostNestedBefore || level > 0 && n == mostInside {
				break
			}
			s.asked[q.depth] += q.price
			both, without := append(slices.Clone(claim), m), append(slices.Clone(facts), m.Not())
			if level == 0 {
				if no, err = s.plain.propagate(ctx, question{facts: without}); err != nil {
					return nil, false, err
				} else if !no {
					continue
				}
			} else {
				inner, ok, err := q.derive(ctx, both, without, level-1)
				if err != nil {
					return nil, false, err
				}
				if !ok {
					continue
				}
				given = append(given, inner...)
			}
			given, facts = append(given, both), append(facts, m)
			if no, err = s.plain.propagate(ctx, question{facts: facts}); no || err != nil {
				return given, no, err
			}
		}
	}
	return nil, false, nil
}

// inTurn states, one after another, that one of some literals holds, and concludes the literal at last; nil where that takes more than
// direct steps, or (hard) more than suppositions that do not branch.
func (s *Search) inTurn(ctx context.Context, insts []int, l Lit, given [][]Lit, hard bool) (*Step, error) {
	var before []*Step
	for _, all := range given {
		if slices.ContainsFunc(all, func(m Lit) bool { return s.Holds(m) == 1 }) {
			continue
		}
		if w, err := s.within(ctx, insts, []Lit{l}); w != nil || err != nil {
			if err != nil {
				return nil, err
			}
			if step, err := s.least(ctx, []Lit{l}, w); err != nil || step.Class <= direct { // what has been stated does
				break
			}
		}
		var step *Step
		known := false
		for _, claim := range claimsOf(all) {
			w, err := s.within(ctx, insts, claim)
			if err != nil {
				return nil, err
			}
			if w == nil {
				continue
			}
			var own []*Step
			if hard {
				step, err = s.least(ctx, claim, w)
			} else {
				step, err = s.reach(ctx, insts, claim, &own, 0)
			}
			if err != nil {
				return nil, err
			}
			before = append(before, own...)
			known = slices.ContainsFunc(claim, func(m Lit) bool { return s.Holds(m) == 1 })
			if step != nil || known {
				break
			}
		}
		if known {
			continue
		}
		if step == nil || len(before) > mostNestedBefore {
			s.ready = append(s.ready, s.taken(before)...)
			return nil, nil
		}
		before = append(before, step)
		if len(step.Concludes) > 0 {
			s.take(step)
			continue
		}
		insts = append(slices.Clone(insts), s.state(step))
	}
	var step *Step
	w, err := s.within(ctx, insts, []Lit{l})
	switch {
	case err != nil:
		return nil, err
	case w != nil:
		if !hard {
			step, err = s.reach(ctx, insts, []Lit{l}, &before, 0)
		}
		if step == nil && err == nil && s.Holds(l) == 0 { // it may be taken apart by more
			step, err = s.least(ctx, []Lit{l}, w)
		}
	}
	s.ready = append(s.ready, before...)
	if step == nil || err != nil || s.Holds(l) == 1 {
		return nil, err
	}
	step.Class = max(step.Class, direct)
	return step, nil
}

// claimsOf lists what may be stated of literals of which one holds: that the last does, it or one other, or one of all.
func claimsOf(all []Lit) [][]Lit {
	last := len(all) - 1
	claims := [][]Lit{{all[last]}}
	for _, m := range all[:last] {
		claims = append(claims, []Lit{m, all[last]})
	}
	if last > 1 {
		claims = append(claims, all)
	}
	return claims
}

// taken gives those of some steps that conclude something: it is known from now on.
func (s *Search) taken(steps []*Step) []*Step {
	return slices.DeleteFunc(steps, func(t *Step) bool { return len(t.Concludes) == 0 })
}
