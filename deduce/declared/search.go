package declared

import (
	"cmp"
	"context"
	"slices"

	"github.com/quandary-puzzles/quandary/rules/encode"
)

// Search holds what is known of a board and looks for the next step.
type Search struct {
	b         *Board         // its own: with what steps have stated
	began     int64          // how much work had been done before
	known     []int8         // by atom: 1 it is so, -1 it is not, 0 open
	because   map[Lit]*Step  // what led to what is known
	seen      map[Lit]bool   // what clues show: it is named by no step
	given     map[Lit]bool   // what the search began with
	dirty     []bool         // by instance: something of it has become known since it was looked at
	deep      []bool         // by instance: the same, since it was searched in full
	looks     [][]*Step      // by instance: the steps that it gives alone
	stated    map[int]*Step  // by instance: the step that stated it
	ready     []*Step        // what is to be told next, before what is left over
	bases     map[int]*based // by instance
	left      []*Step        // values that are left over, to be told next
	changed   []int          // by variable: the length of the trail when something of it became known
	nearAt    []int          // by instance: the length of the trail when it was searched with what is around it; -1: never
	nears     [][]*Step      // by instance: the steps that it gives with what is around it
	pairAt    map[string]int
	paired    map[string][]*Step
	plain     *probe // of all instances, with what is known fixed
	fixed     int    // how many of the trail plain has
	trail     []Lit  // what is known, in order
	run       *run
	followed  []*followed // by atom
	fresh     []int       // by instance: the length of the trail when something of it became known
	wide      map[Lit]bool
	program   *program // of all counts, with what is known
	summed    int      // how many of the trail program has
	points    [][]int8 // values that keep all its rows, by column
	pivots    int
	asked     [2]int // with two and with three things supposed at once
	wideAt    int
	steppings []stepping // of this state: what can be stated before something is concluded
	others    []*Step    // beside a step that is no direct one: others of the same stage
	beside    []*Step    // beside a direct step: others that were found in the same state
	most      int        // class of the hardest steps that are looked for, mostly; 0: all
	lying     []*stretch // numbers that are not known, between those that are
	joint     int        // how much was known, plus one, when all of them gave nothing together
	hasty     bool       // what is found beside the cheapest step is taken with it from the beginning
	coarse    bool       // only what one rule gives at once is looked for
	idle      [5]int     // of stages that cost much: how often in a row they have given no direct step
}

// NewSearch begins with some facts, which must be right.
func (b *Board) NewSearch(facts []Lit) *Search {
	b = b.own()
	n := len(b.insts)
	s := &Search{b: b, began: b.work.done, known: make([]int8, len(b.atoms)), because: map[Lit]*Step{}, stated: map[int]*Step{}, bases: map[int]*based{}, seen: map[Lit]bool{}, given: map[Lit]bool{},
		dirty: make([]bool, n), deep: make([]bool, n), looks: make([][]*Step, n), changed: make([]int, len(b.vars)),
		nearAt: make([]int, n), nears: make([][]*Step, n),
		pairAt: map[string]int{}, paired: map[string][]*Step{}, followed: make([]*followed, len(b.atoms)), fresh: make([]int, len(b.insts))}
	for i := range n {
		s.dirty[i], s.deep[i], s.nearAt[i] = true, true, -1
	}
	for _, l := range b.seen {
		s.learn(l, nil)
		s.seen[l] = true
	}
	for _, l := range facts {
		s.learn(l, nil)
		s.given[l] = true
	}
	s.left = nil
	return s
}

// Holds reports what is known of a literal: 1 that it holds, -1 that it does not, 0 nothing.
func (s *Search) Holds(l Lit) int {
	k := int(s.known[l.atom()])
	if !l.holds() {
		k = -k
	}
	return k
}

// Done reports whether all that is asked for is known.
func (s *Search) Done() bool {
	for v := range s.b.vars {
		if x := &s.b.vars[v]; x.asked && !s.settled(v) {
			return false
		}
	}
	return true
}

// settled reports whether the value of a variable is known.
func (s *Search) settled(v int) bool {
	x := &s.b.vars[v]
	if x.truth {
		return s.known[x.first] != 0
	}
	for a := x.first; a < x.first+x.n; a++ {
		if s.known[a] == 1 {
			return true
		}
	}
	return false
}

// learn makes a literal known. A value that a cell has excludes its others, and the last that is left is the value.
func (s *Search) learn(l Lit, why *Step) {
	if s.Holds(l) != 0 {
		return
	}
	a := l.atom()
	v := s.b.atoms[a].v
	x := &s.b.vars[v]
	s.set(l, why)
	if x.truth {
		return
	}
	if l.holds() {
		for other := x.first; other < x.first+x.n; other++ {
			if other != a && s.known[other] == 0 {
				s.set(lit(other, false), why)
			}
		}
		return
	}
	last := -1
	for other := x.first; other < x.first+x.n; other++ {
		if s.known[other] == 1 {
			return
		}
		if s.known[other] == 0 {
			if last >= 0 {
				return
			}
			last = other
		}
	}
	if last >= 0 {
		step := &Step{Concludes: []Lit{lit(last, true)}, Form: Left}
		for other := x.first; other < x.first+x.n; other++ {
			if other != last {
				step.Facts = append(step.Facts, lit(other, false))
			}
		}
		s.b.price(step)
		s.set(lit(last, true), step)
		s.left = append(s.left, step)
	}
}

func (s *Search) set(l Lit, why *Step) {
	s.known[l.atom()] = 1
	if !l.holds() {
		s.known[l.atom()] = -1
	}
	s.because[l] = why
	s.trail = append(s.trail, l)
	v := s.b.atoms[l.atom()].v
	s.changed[v] = len(s.trail)
	for _, list := range [][]int{s.b.watch[l.atom()], s.b.about[v]} {
		for _, i := range list {
			s.dirty[i], s.deep[i], s.fresh[i] = true, true, len(s.trail)
		}
	}
}

// facts gives what is known of variables, as few literals as say it: the value of a variable, or which it has not.
func (s *Search) facts(vars []int) []Lit {
	var out []Lit
	for _, v := range vars {
		out = s.factsOf(out, v)
	}
	return out
}

func (s *Search) factsOf(out []Lit, v int) []Lit {
	x := &s.b.vars[v]
	n := len(out)
	for a := x.first; a < x.first+x.n; a++ {
		switch s.known[a] {
		case 1:
			if s.seen[lit(a, true)] {
				return out[:n]
			}
			return append(out[:n], lit(a, true))
		case -1:
			if !s.seen[lit(a, false)] {
				out = append(out, lit(a, false))
			}
		}
	}
	return out
}

// factsAbout gives what is known that matters to an instance.
func (s *Search) factsAbout(in *instance) []Lit {
	var out []Lit
	for n, v := range in.vars {
		if a := in.only[n]; a >= 0 && (s.known[a] == 0 || s.known[a] == -1 && !s.settled(v)) {
			if s.known[a] == -1 && !s.seen[lit(a, false)] {
				out = append(out, lit(a, false))
			}
			continue
		}
		out = s.factsOf(out, v)
	}
	return out
}

// targetsOf lists the literals that may follow from an instance.
func (s *Search) targetsOf(in *instance) []Lit {
	return slices.DeleteFunc(s.targets(in.vars), func(l Lit) bool {
		n, _ := slices.BinarySearch(in.vars, s.b.atoms[l.atom()].v)
		return in.only[n] >= 0 && in.only[n] != l.atom()
	})
}

// targets lists the literals of variables that may follow: open ones, as the answer has them.
func (s *Search) targets(vars []int) []Lit {
	var out []Lit
	for _, v := range vars {
		if s.b.vars[v].Kind == encode.Unnamed {
			continue
		}
		x := &s.b.vars[v]
		for a := x.first; a < x.first+x.n; a++ {
			if s.known[a] == 0 {
				if l, ok := s.b.right(a); ok {
					out = append(out, l)
				}
			}
		}
	}
	return out
}

// manyValues is of how many open values of a number only the ends are tried, where something is supposed: what lies between says little, and
// less than that the number is smaller or greater.
const manyValues = 24

// tries lists the literals whose opposites are worth to be supposed.
func (s *Search) tries() []Lit {
	return slices.DeleteFunc(s.targets(s.unsettled()), func(l Lit) bool {
		x := &s.b.vars[s.b.atoms[l.atom()].v]
		if x.n <= manyValues {
			return false
		}
		below, above := 0, 0
		for a := x.first; a < x.first+x.n; a++ {
			switch {
			case s.known[a] != 0 || s.b.atoms[a].absent:
			case a < l.atom():
				below++
			case a > l.atom():
				above++
			}
		}
		return below > 0 && above > 0 && below+above >= manyValues
	})
}

// mostOthers is how many steps are tried to be taken apart, beside the cheapest, before another stage is asked.
const mostOthers = 4

// Next finds the next step and makes what it concludes known; nil when there is none.
func (s *Search) Next(ctx context.Context) (*Step, error) {
	for _, list := range []*[]*Step{&s.ready, &s.left} {
		if len(*list) > 0 {
			step := (*list)[0]
			*list = (*list)[1:]
			return step, nil
		}
	}
	if step, err := s.following(ctx); step != nil || err != nil {
		if err != nil {
			return nil, err
		}
		return s.taking(ctx, step)
	}
	s.steppings = nil
	var best *Step     // the easiest direct one; it is taken where none that is easier may come
	var beside []*Step // of it
	var hard []*Step   // that are no direct ones, and not yet taken apart
	var held *Step     // the easiest of these: it is taken where nothing else is left
	stages := s.stages()
	for n := 0; n <= len(stages); n++ {
		least := 8 // of what may come
		for _, g := range stages[n:] {
			least = min(least, g.least)
		}
		var err error
		if best != nil && rank(best.Class) <= rank(least) {
			if best, err = s.another(ctx, best); err != nil {
				return nil, err
			}
			return s.takingAll(ctx, best, beside)
		}
		if best == nil && least >= direct { // what is left of a step that is taken apart is of that class
			if step, found, err := s.eased(ctx, hard); found || err != nil {
				return step, err
			}
			hard = nil
		}
		if n == len(stages) || best != nil && rank(stages[n].least) >= rank(best.Class) {
			continue
		}
		s.others, s.beside = nil, nil
		known := len(s.trail)
		step, err := stages[n].find(ctx)
		if err != nil {
			return nil, err
		}
		stages[n].note(step != nil && step.Class <= direct || step == nil && len(s.trail) > known)
		if step == nil {
			if len(s.trail) > known { // by steps that are ready
				return s.Next(ctx)
			}
			continue
		}
		if no, err := s.doubtful(ctx, step); no || err != nil {
			if err != nil {
				return nil, err
			}
			return s.Next(ctx)
		}
		if step, err = s.renew(ctx, step); err != nil {
			return nil, err
		}
		if step.Class <= direct {
			if cheaper(step, best) {
				best, beside = step, slices.Clone(s.beside)
			}
			continue
		}
		for _, step := range append([]*Step{step}, s.others[:min(len(s.others), mostOthers)]...) {
			hard = append(hard, step)
			if cheaper(step, held) {
				held = step
			}
		}
	}
	if held == nil {
		return nil, nil
	}
	return s.taking(ctx, held)
}

// eased takes one of some steps apart, and gives what is to be told next; it is not found where none of them can be.
func (s *Search) eased(ctx context.Context, hard []*Step) (next *Step, found bool, err error) {
	for _, step := range hard {
		less, on, err := s.easier(ctx, step)
		switch {
		case err != nil:
			return nil, false, err
		case less != nil:
			next, err = s.taking(ctx, less)
			return next, true, err
		case on:
			next, err = s.Next(ctx)
			return next, true, err
		}
	}
	return nil, false, nil
}

// taking takes a step, and gives what is to be told next.
func (s *Search) taking(ctx context.Context, step *Step) (*Step, error) {
	s.take(step)
	s.ready = append(s.ready, step)
	return s.Next(ctx)
}

// patient is how much a search does for the cheapest step each time. One that has done more also takes what it found beside the cheapest,
// where that is about as cheap and of no higher class: most of it would be found again after much the same work.
const patient = 40_000_000

// hurried reports whether a search has done so much.
func (s *Search) hurried() bool { return s.hasty || s.b.work.done-s.began > patient }

// lax reports whether steps may name more facts than they need: by how many they are, class 1 is told from 2 alone.
func (s *Search) lax() bool { return s.hasty && s.most > 1 }

// noted notes a step that was found, for a search that is hurried.
func (s *Search) noted(steps ...*Step) {
	if s.hurried() {
		s.beside = append(s.beside, steps...)
	}
}

// takingAll takes a direct step, and what was found beside it.
func (s *Search) takingAll(ctx context.Context, step *Step, beside []*Step) (*Step, error) {
	s.take(step)
	s.ready = append(s.ready, step)
	slices.SortStableFunc(beside, func(a, b *Step) int {
		switch {
		case cheaper(a, b):
			return -1
		case cheaper(b, a):
			return 1
		}
		return 0
	})
	for _, t := range beside {
		if t.Class > step.Class || t.Cost > far(step.Cost) {
			continue
		}
		_, t = s.cheapest([]*Step{t}, nil)
		if t == nil || len(t.Concludes) == 0 {
			continue
		}
		if no, err := s.doubtful(ctx, t); err != nil {
			return nil, err
		} else if no {
			continue
		}
		s.take(t)
		s.ready = append(s.ready, t)
	}
	return s.Next(ctx)
}

// easier takes a step apart: less is the direct step that is left of it after some that state something; nil where there is none. on is true
// where something has become known on the way.
func (s *Search) easier(ctx context.Context, step *Step) (less *Step, on bool, err error) {
	known, insts := len(s.trail), len(s.b.insts)
	before, less, err := s.apart(ctx, step)
	if err != nil {
		return nil, false, err
	}
	if less == nil && len(s.trail) == known { // what was stated came to nothing
		s.unstate(insts)
		return nil, false, nil
	}
	s.ready = append(s.ready, before...)
	if less != nil {
		_, less = s.cheapest([]*Step{less}, nil) // nil: what was stated before says it all
	}
	return less, len(s.trail) > known, nil
}

// stage is a way to find a step, and the class from which on it is asked: that of the easiest steps that it gives, or above that where asking
// it takes long.
type stage struct {
	find  func(context.Context) (*Step, error)
	least int
	idle  *int // how often in a row it has given no direct step; nil: that is not counted
}

// mostIdle is how often in a row a stage that costs much is asked, without a direct step, before what propagation finds over the whole board is asked first.
const mostIdle = 16

// note counts what a stage that was asked has given.
func (g stage) note(direct bool) {
	switch {
	case g.idle == nil:
	case direct:
		*g.idle = 0
	default:
		*g.idle++
	}
}

// stages are the ways to find a step, in the order in which they are tried.
func (s *Search) stages() []stage {
	band := func(n, least int) stage {
		return stage{find: func(ctx context.Context) (*Step, error) { return s.chain(ctx, bands[n]) }, least: least}
	}
	by := func(find func(context.Context) (*Step, error), least int) stage {
		return stage{find: find, least: least}
	}
	look := by(s.look, 1)
	if s.coarse {
		return []stage{look}
	}
	search, passed, cuts, together := by(s.search, 1), by(s.passed, 1), by(s.cuts, 1), by(s.together, 3)
	two, one, sums, deepest := by(s.two, 3), by(s.one, 2), by(s.sums, 4), by(s.deepest, direct)
	linear, pairs := by(s.linear, direct), by(s.pairs, direct) // they may give easier ones, and take too long to be asked for these
	all := []stage{look, band(0, 2), search, passed, cuts, together, two, band(1, 2), one, sums, band(2, 4)}
	var idle []stage
	for n, g := range []stage{linear, pairs, band(3, direct), band(4, direct), band(5, direct)} {
		if g.idle = &s.idle[n]; *g.idle < mostIdle {
			all = append(all, g)
		} else {
			idle = append(idle, g)
		}
	}
	all = append(append(all, by(s.rough, direct)), idle...) // where that gives a direct step, nothing needs to be stated before it
	all = append(all, by(s.nested, direct), deepest, by(s.cases, 7), by(s.deeper, direct), by(s.longer, direct))
	switch s.most { // what seldom gives steps that easy, and costs much, is left out
	case 1:
		return []stage{look, search, passed, cuts, deepest}
	case 2:
		return []stage{look, band(0, 2), search, passed, cuts, together, band(1, 2), one, deepest}
	case 3:
		return []stage{look, band(0, 2), search, passed, cuts, together, two, band(1, 2), one, deepest}
	case 4:
		return []stage{look, band(0, 2), search, passed, cuts, together, two, band(1, 2), one, sums, band(2, 4), pairs, band(3, direct), deepest}
	case 5, 6:
		return slices.Delete(all, len(all)-3, len(all)-2) // cases are of class 7
	}
	return all
}

// renew proves a step again from what is known now, if it was found when less was: newer facts may do for some of its rules.
func (s *Search) renew(ctx context.Context, step *Step) (*Step, error) {
	if step.from == nil || step.when == len(s.trail) {
		return step, nil
	}
	now, err := s.prove(ctx, step.from, question{facts: s.facts(step.from.vars)}, step.Concludes[0], step.full)
	if now == nil || err != nil {
		return step, err
	}
	return now, nil
}

func (s *Search) take(step *Step) {
	// A value says that there is no other.
	var says []Lit
	for _, l := range step.Concludes {
		v := s.b.atoms[l.atom()].v
		if !l.holds() && slices.ContainsFunc(step.Concludes, func(m Lit) bool {
			return m.holds() && s.b.atoms[m.atom()].v == v && !s.b.vars[v].truth
		}) {
			continue
		}
		says = append(says, l)
	}
	step.Concludes = says
	for _, l := range step.Concludes {
		s.learn(l, step)
	}
}

// small is up to how many places an instance is searched in full within a supposition.
const small = 30

// look gives the cheapest step of one instance, by what it gives at once.
func (s *Search) look(ctx context.Context) (*Step, error) {
	best, err := s.local(ctx, false)
	return s.alike(best), err
}

// search gives the same, with each instance searched in full.
func (s *Search) search(ctx context.Context) (*Step, error) {
	best, err := s.local(ctx, true)
	return s.alike(best), err
}

// local gives the cheapest step of an instance that does not speak of the whole board.
func (s *Search) local(ctx context.Context, full bool) (best *Step, err error) {
	for i, in := range s.b.insts {
		if in.global {
			continue
		}
		if err := s.lookAt(ctx, i, full); err != nil {
			return nil, err
		}
		s.looks[i], best = s.cheapest(s.looks[i], best)
		s.noted(s.looks[i]...)
	}
	return best, nil
}

// cuts gives the cheapest step of an instance that speaks of the whole board, by what it gives at once.
func (s *Search) cuts(ctx context.Context) (*Step, error) { return s.wideLook(ctx, false) }

// deepest gives the same, searched in full.
func (s *Search) deepest(ctx context.Context) (*Step, error) { return s.wideLook(ctx, true) }

func (s *Search) wideLook(ctx context.Context, full bool) (best *Step, err error) {
	for i, in := range s.b.insts {
		if !in.global {
			continue
		}
		if err := s.lookAt(ctx, i, full); err != nil {
			return nil, err
		}
		s.looks[i], best = s.cheapest(s.looks[i], best)
	}
	return best, nil
}

// mostAlike bounds how many instances a step joins that say the same of different places.
const mostAlike = 8

// alike joins to a step of a light instance what others of its rule give from the same single fact: a star, and nothing beside it.
func (s *Search) alike(step *Step) *Step {
	if step == nil || step.Form != Look {
		return step
	}
	i := step.Insts[0]
	if s.b.insts[i].sort != light || len(step.Facts) != 1 {
		return step
	}
	out := *step
	out.Concludes, out.Insts = slices.Clone(step.Concludes), slices.Clone(step.Insts)
	rule := s.b.turnOf(i).Rule
	for _, j := range s.b.by[s.b.atoms[step.Facts[0].atom()].v] {
		if j == i || s.b.turnOf(j).Rule != rule || s.b.insts[j].sort != light || len(out.Insts) == mostAlike {
			continue
		}
		for _, t := range s.looks[j] {
			if t.Class != step.Class || !slices.Equal(t.Facts, step.Facts) {
				continue
			}
			fresh := slices.DeleteFunc(slices.Clone(t.Concludes), func(l Lit) bool { return s.Holds(l) != 0 || slices.Contains(out.Concludes, l) })
			if len(fresh) > 0 && s.same(fresh, step.Concludes) {
				out.Concludes, out.Insts = append(out.Concludes, fresh...), append(out.Insts, j)
				break
			}
		}
	}
	slices.Sort(out.Concludes)
	slices.Sort(out.Insts)
	return &out
}

// same reports whether literals say the same of variables of one layer.
func (s *Search) same(a, b []Lit) bool {
	v, w := &s.b.vars[s.b.atoms[a[0].atom()].v], &s.b.vars[s.b.atoms[b[0].atom()].v]
	return v.Layer == w.Layer && v.Kind == w.Kind && a[0].holds() == b[0].holds() && v.truth == w.truth
}

// cheapest gives those of some steps that still conclude something, and the cheapest of these and another. Steps that were taken stay as
// they are: they are told later.
func (s *Search) cheapest(steps []*Step, best *Step) ([]*Step, *Step) {
	var out []*Step
	for _, t := range steps {
		old := func(l Lit) bool { return s.Holds(l) != 0 }
		if slices.ContainsFunc(t.Concludes, old) {
			less := *t
			less.Concludes = slices.DeleteFunc(slices.Clone(t.Concludes), old)
			t = &less
		}
		if len(t.Concludes) == 0 {
			continue
		}
		out = append(out, t)
		if cheaper(t, best) {
			best = t
		}
	}
	return out, best
}

// lookAt finds the steps of one instance, if something of it has changed.
func (s *Search) lookAt(ctx context.Context, i int, full bool) error {
	in := s.b.insts[i]
	if in.lemma != nil && in.lemma.failed {
		return nil
	}
	if !s.dirty[i] && !(full && s.deep[i]) {
		return nil
	}
	targets := s.targetsOf(in)
	s.dirty[i] = false
	if full {
		s.deep[i] = false
	}
	if len(targets) == 0 || s.b.fulfilled(in, s.known) {
		s.looks[i] = nil
		return nil
	}
	f, err := s.b.force(ctx, i)
	if err != nil {
		return err
	}
	if f.kind != asked {
		s.deep[i], s.looks[i] = false, nil
		return s.drawn(ctx, i, f)
	}
	s.looks[i], _ = s.cheapest(s.looks[i], nil)
	q := question{facts: s.factsAbout(in)}
	implied, err := s.implied(ctx, in.own, q, targets, full)
	if err != nil {
		return err
	}
	for _, l := range implied {
		if slices.ContainsFunc(s.looks[i], func(t *Step) bool { return slices.Contains(t.Concludes, l) }) {
			continue
		}
		got, ok, err := s.shrink(ctx, in.own, q, l, full)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		step := &Step{Concludes: []Lit{l}, Facts: got.facts, Insts: []int{i}, Form: Look}
		// All else that follows from the same.
		for _, m := range implied {
			if m != l && s.refuted(ctx, in.own, got, m, full) {
				step.Concludes = append(step.Concludes, m)
			}
		}
		slices.Sort(step.Concludes)
		s.b.price(step)
		s.looks[i] = append(s.looks[i], step)
	}
	return nil
}

// drawn finds the steps of an instance that is worked out without a probe.
func (s *Search) drawn(ctx context.Context, i int, f *force) error {
	implied, no := s.b.draw(f, s.known, -1, nil)
	if no {
		return nil
	}
	implied = slices.DeleteFunc(implied, func(l Lit) bool { // helpers are no targets
		right, ok := s.b.right(l.atom())
		return !ok || right != l || s.b.vars[s.b.atoms[l.atom()].v].Kind == encode.Unnamed
	})
	slices.Sort(implied)
	implied = append(s.remaining(f.vars, implied), implied...)
	r := s.running()
	r.from(s.known)
	for _, l := range implied {
		if slices.ContainsFunc(s.looks[i], func(t *Step) bool { return slices.Contains(t.Concludes, l) }) {
			continue
		}
		facts, err := r.reason(ctx, i, &l)
		if err != nil {
			return err
		}
		facts = slices.DeleteFunc(slices.Clone(facts), func(m Lit) bool { return s.b.shown[m.atom()] != 0 })
		slices.Sort(facts)
		step := &Step{Concludes: []Lit{l}, Facts: facts, Insts: []int{i}, Form: Look}
		for _, m := range implied { // all else that follows from the same
			if m != l && s.b.gives(f, r.scratch, facts, &m) {
				step.Concludes = append(step.Concludes, m)
			}
		}
		slices.Sort(step.Concludes)
		s.b.price(step)
		s.looks[i] = append(s.looks[i], step)
	}
	return nil
}

// remaining gives the values of variables that have no other left when some literals hold too.
func (s *Search) remaining(vars []int, implied []Lit) []Lit {
	var out []Lit
	for _, v := range vars {
		x := &s.b.vars[v]
		if x.truth || x.answer < 0 || s.settled(v) {
			continue
		}
		others := 0
		for a := x.first; a < x.first+x.n; a++ {
			if s.known[a] == 0 && !slices.Contains(implied, lit(a, false)) {
				others++
			}
		}
		if others == 1 {
			out = append(out, lit(x.first+x.answer, true))
		}
	}
	return out
}

// running gives the run of the search.
func (s *Search) running() *run {
	if s.run == nil {
		s.run = s.b.newRun()
		s.run.base = s.base
	}
	return s.run
}

// based is a probe of an instance in which what is known holds.
type based struct {
	*probe
	n int // how many of the trail it has
}

// base gives the probe of an instance in which what is known holds.
func (s *Search) base(ctx context.Context, i int) (*probe, error) {
	insts := s.b.sharing[i]
	shared := insts != nil
	if !shared {
		insts = []int{i}
	}
	f := s.bases[insts[0]]
	if f == nil {
		p, err := s.b.open(ctx, insts, shared)
		if err != nil {
			return nil, err
		}
		f = &based{probe: p}
		s.bases[insts[0]] = f
	}
	for ; f.n < len(s.trail); f.n++ {
		if err := f.fix(ctx, s.trail[f.n]); err != nil {
			return nil, err
		}
	}
	if shared {
		return f.one(i), nil
	}
	return f.probe, nil
}

// effort bounds the conflicts of a question.
const effort = 300

// implied lists those of the targets that follow from what is known, by propagation or in full.
func (s *Search) implied(ctx context.Context, p *probe, q question, targets []Lit, full bool) ([]Lit, error) {
	if no, err := p.propagate(ctx, q); no || err != nil {
		return nil, err
	}
	var out, rest []Lit
	for _, l := range targets {
		x, ok := p.literal(l)
		switch {
		case !ok:
		case p.q.Value(x) == 1:
			out = append(out, l)
		case p.q.Value(x) == 0:
			rest = append(rest, l)
		}
	}
	if !full || len(rest) == 0 {
		return out, nil
	}
	// A solution that differs from the answer shows what does not follow. Each is asked to differ where it may.
	drop := func() int {
		before := len(rest)
		rest = slices.DeleteFunc(rest, func(l Lit) bool {
			x, _ := p.literal(l)
			return p.q.Value(x) == -1
		})
		return before - len(rest)
	}
	for len(rest) > 0 {
		r, err := p.refute(ctx, q, effort, opposites(rest)...)
		if err != nil {
			return nil, err
		}
		if r >= 0 || drop() == 0 {
			break
		}
	}
	for len(rest) > 0 {
		l := rest[0]
		rest = rest[1:]
		r, err := p.refute(ctx, question{q.insts, append(slices.Clone(q.facts), l.Not())}, effort, opposites(rest)...)
		switch {
		case err != nil:
			return nil, err
		case r == 1:
			out = append(out, l)
		case r == -1:
			drop()
		}
	}
	return out, nil
}

func opposites(lits []Lit) []Lit {
	out := make([]Lit, len(lits))
	for n, l := range lits {
		out[n] = l.Not()
	}
	return out
}

// refuted reports whether the opposite of a literal is refuted by a question.
func (s *Search) refuted(ctx context.Context, p *probe, q question, l Lit, full bool) bool {
	ask := question{q.insts, append(slices.Clone(q.facts), l.Not())}
	if !full {
		no, err := p.propagate(ctx, ask)
		return no && err == nil
	}
	r, err := p.refute(ctx, ask, effort)
	return r == 1 && err == nil
}

// shrink gives as few instances and facts of a question as still refute the opposite of a literal: leave one out and they do not (or the
// bound of a question is not enough to tell). What lies far goes first, instances that are heavy before others. ok is false where it
// is not refuted at all.
func (s *Search) shrink(ctx context.Context, p *probe, q question, l Lit, full bool) (_ question, ok bool, err error) {
	return s.shrinkBy(ctx, p, q, l, full, s.b.heaviest)
}

// heaviest and lightest are orders in which instances are left out: by weight.
func (b *Board) heaviest(i int) float64 { return -b.insts[i].weight }
func (b *Board) lightest(i int) float64 { return b.insts[i].weight }

func (s *Search) shrinkBy(ctx context.Context, p *probe, q question, l Lit, full bool, order func(i int) float64) (_ question, ok bool, err error) {
	if !s.refuted(ctx, p, q, l, full) {
		return q, false, ctx.Err()
	}
	ask := question{q.insts, append(slices.Clone(q.facts), l.Not())}
	core := p.core(ask)
	core.facts = slices.DeleteFunc(core.facts, func(m Lit) bool { return m == l.Not() })
	if p.guarded {
		slices.SortStableFunc(core.insts, func(i, j int) int { return cmp.Compare(order(i), order(j)) })
		// One after another: without a run of them at once a solver finds another, longer way, and the rest of that stays.
		for n := 0; n < len(core.insts); {
			// With all facts: what is known already needs no rule again.
			less := question{slices.Delete(slices.Clone(core.insts), n, n+1), q.facts}
			if s.refuted(ctx, p, less, l, full) {
				core = s.cored(p, less, l)
				continue
			}
			n++
		}
	}
	if s.lax() {
		slices.Sort(core.insts)
		slices.Sort(core.facts)
		return core, true, ctx.Err()
	}
	slices.SortStableFunc(core.facts, func(m, k Lit) int {
		d, e := s.b.far(m.atom(), l.atom()), s.b.far(k.atom(), l.atom())
		switch {
		case d > e:
			return -1
		case d < e:
			return 1
		}
		return 0
	})
	core.facts, err = s.narrowFacts(core.facts, func(rest []Lit) ([]Lit, bool, error) {
		less := question{core.insts, rest}
		if !s.refuted(ctx, p, less, l, full) {
			return nil, false, ctx.Err()
		}
		return s.cored(p, less, l).facts, true, nil
	})
	if err != nil {
		return q, false, err
	}
	slices.Sort(core.insts)
	slices.Sort(core.facts)
	return core, true, ctx.Err()
}

// cored keeps, of a question that was refuted just now, its core, with the instances in their order.
func (s *Search) cored(p *probe, q question, l Lit) question {
	core := p.core(question{q.insts, append(slices.Clone(q.facts), l.Not())})
	core.facts = slices.DeleteFunc(core.facts, func(m Lit) bool { return m == l.Not() })
	return question{slices.DeleteFunc(q.insts, func(i int) bool { return !slices.Contains(core.insts, i) }), core.facts}
}
