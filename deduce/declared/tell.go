package declared

import (
	"context"
	"iter"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
)

// Teller gives the steps of a search that a person is told, in the order of telling. That a place does not have a value is told only
// where a later step needs it; and where it is plain – another place has the value – it becomes part of that step.
type Teller struct {
	*Search
	// Marks is set where every mark is told that a player makes: also borders that the eye sees and a last value that is left, and the other
	// of two values at once where one is out; and what clues show is told place by place, by the rule that says so. Ratings do not ask for that:
	// it is no reasoning.
	Marks bool
	begun bool
	ready []*Step
	told  map[*Step]bool
}

// NewTeller tells the steps of a search.
func NewTeller(s *Search) *Teller {
	return &Teller{Search: s, told: map[*Step]bool{}}
}

// begin makes ready what clues show of a place alone, as far as it is a mark: that is marked first. That two cells are of one part is no mark; where every mark
// is told it is said all the same if a rule shows it, as borders rest on it.
func (t *Teller) begin() {
	s := t.Search
	all := &Step{}
	for _, l := range s.b.seen {
		v := &s.b.vars[s.b.atoms[l.atom()].v]
		if s.b.atoms[l.atom()].absent {
			continue // the eye sees an empty place
		}
		shown := v.Kind == encode.Holds && l.holds() || v.Kind == encode.Joined && (!l.holds() || t.Marks && len(v.showing) > 0)
		if v.asked && shown && !s.given[l] {
			all.Concludes = append(all.Concludes, l)
		}
	}
	switch {
	case len(all.Concludes) == 0:
	case !t.Marks:
		s.b.price(all)
		t.ready = append(t.ready, all)
	default:
		for _, l := range all.Concludes {
			t.ready = append(t.ready, s.b.shownStep(l))
		}
	}
}

// Next gives the next step to tell; nil when there is none. With look, what no step finds is looked up.
func (t *Teller) Next(ctx context.Context, look bool) (*Step, error) {
	if !t.begun {
		t.begun = true
		t.begin()
	}
	for len(t.ready) == 0 {
		if t.Done() && !(t.Marks && len(t.Search.ready)+len(t.left) > 0) {
			return nil, nil
		}
		step, err := t.Search.Next(ctx)
		if err != nil {
			return nil, err
		}
		if step == nil && look {
			step = t.LookUp()
		}
		if step == nil {
			return nil, nil
		}
		if t.worth(step) {
			if err := t.tell(ctx, step); err != nil {
				return nil, err
			}
		}
	}
	step := t.ready[0]
	t.ready = t.ready[1:]
	return step, nil
}

// worth reports whether a step is told for its own sake: it marks something. What a layer keeps by itself marks no more than the eye sees,
// but for a border between two parts: without it a player would not be done.
func (t *Teller) worth(step *Step) bool {
	if step.Form == Look && t.b.insts[step.Insts[0]].sort == silent && len(step.Insts) == 1 && len(step.Facts) <= 1 {
		return t.Marks && slices.ContainsFunc(step.Concludes, t.b.borders)
	}
	if t.said(step) {
		return false
	}
	return slices.ContainsFunc(step.Concludes, func(l Lit) bool {
		v := &t.b.vars[t.b.atoms[l.atom()].v]
		if _, other := t.b.other(l); other && t.Marks {
			return v.asked
		}
		return v.asked && (v.truth || l.holds()) && !t.noPart(l)
	})
}

// said reports whether a step says no more than that of two values the other one is left: that is said where the one is out.
func (t *Teller) said(step *Step) bool {
	if !t.Marks || step.Form != Left || len(step.Insts) > 0 {
		return false
	}
	return slices.ContainsFunc(step.Facts, func(l Lit) bool { _, other := t.b.other(l); return other })
}

// borders reports whether a literal is that a border lies between two cells, as a player draws it.
func (b *Board) borders(l Lit) bool {
	v := &b.vars[b.atoms[l.atom()].v]
	return v.asked && v.Kind == encode.Joined && !l.holds()
}

// plain reports whether a step says no more than that a value is elsewhere already.
func (t *Teller) plain(step *Step) bool {
	if len(step.Insts) > 1 || len(step.Facts) > 1 || step.Form != Look && step.Form != Left {
		return false
	}
	if step.Form == Look && len(step.Facts) == 0 && t.b.insts[step.Insts[0]].sort == silent || t.said(step) {
		return true
	}
	for _, l := range step.Concludes {
		if v := &t.b.vars[t.b.atoms[l.atom()].v]; l.holds() || v.truth && !(t.noPart(l) && t.partKnown(step)) {
			return false
		}
	}
	return true
}

// elsewhere reports whether a plain step rests on a value, so that the eye sees what it says. What else it rests on is told before it.
func (t *Teller) elsewhere(step *Step) bool {
	return !slices.ContainsFunc(step.Facts, func(l Lit) bool { return !l.holds() }) && (len(step.Facts) > 0 || t.b.insts[step.Insts[0]].sort == silent)
}

// noPart reports whether a literal says of a rectangle that it is no part, which is no mark: a sentence would list all that a part leaves no room for.
func (t *Teller) noPart(l Lit) bool {
	return t.Marks && !l.holds() && t.b.vars[t.b.atoms[l.atom()].v].Kind == encode.Part
}

// partKnown reports whether a step rests on a rectangle that is a part.
func (t *Teller) partKnown(step *Step) bool {
	return len(step.Facts) == 1 && step.Facts[0].holds() && t.b.vars[t.b.atoms[step.Facts[0].atom()].v].Kind == encode.Part
}

// tell makes a step ready, behind those that it needs and that have not been told.
func (t *Teller) tell(ctx context.Context, step *Step) error {
	if t.told[step] {
		return nil
	}
	t.told[step] = true
	out := *step
	out.Facts, out.Insts = nil, slices.Clone(step.Insts)
	more := false
	for _, i := range step.Insts {
		if why := t.stated[i]; why != nil {
			if err := t.tell(ctx, why); err != nil {
				return err
			}
		}
	}
	met := map[Lit]bool{}
	facts := slices.Clone(step.Facts)
	for n := 0; n < len(facts); n++ {
		l := facts[n]
		if met[l] {
			continue
		}
		met[l] = true
		why := t.because[l]
		switch {
		case why == nil || t.told[why]:
			out.Facts = append(out.Facts, l)
		case t.plain(why) && (n < len(step.Facts) || t.said(why) || t.elsewhere(why)):
			rest := why.Facts
			if t.said(why) { // the clues show the others
				rest = slices.DeleteFunc(slices.Clone(rest), func(l Lit) bool { _, other := t.b.other(l); return !other })
			}
			facts, out.Insts = append(facts, rest...), append(out.Insts, why.Insts...)
			more = true
		default:
			if err := t.tell(ctx, why); err != nil {
				return err
			}
			out.Facts = append(out.Facts, l)
		}
	}
	if more {
		slices.Sort(out.Facts)
		slices.Sort(out.Insts)
		out.Facts, out.Insts = slices.Compact(out.Facts), slices.Compact(out.Insts)
		if err := t.again(ctx, &out); err != nil {
			return err
		}
	}
	if t.Marks {
		if err := t.lift(ctx, step, &out); err != nil {
			return err
		}
		var err error
		if out.Clues, out.clued, err = t.b.clued(ctx, &out); err != nil {
			return err
		}
	}
	t.ready = append(t.ready, &out)
	return nil
}

// AtOnce is of how many instances a step is said in one sentence. Of more, who says steps says in which order they are used, and what follows first.
const AtOnce = 2

// lift takes out of a supposition what follows without it, is known by then and is simple: that is told before, as a fact, and not again
// within each supposition that uses it. A minimal step does not name it, as the rule that gives it is named for what it says later.
func (t *Teller) lift(ctx context.Context, step, out *Step) error {
	if out.Form != Chain || len(out.Concludes) == 0 || len(out.States) > 0 || out.path != nil || len(out.Insts) <= AtOnce {
		return nil
	}
	w, err := t.b.trace(ctx, out)
	if err != nil || w == nil {
		return err
	}
	bound := map[Lit]bool{out.Concludes[0].Not(): true} // to the supposition
	before := t.trail[:max(0, slices.Index(t.trail, step.Concludes[0]))]
	var free []Lit
	for _, k := range w.links {
		if slices.ContainsFunc(k.from, func(l Lit) bool { return bound[l] }) {
			bound[k.l] = true
			continue
		}
		if why := t.because[k.l]; why != nil && why != step && t.simple(why, map[*Step]bool{}) && slices.Contains(before, k.l) {
			free = append(free, k.l)
		}
	}
	if len(free) == 0 {
		return nil
	}
	known := *out
	known.Facts = slices.Concat(out.Facts, free)
	short, err := t.b.trace(ctx, &known)
	if err != nil || short == nil || len(t.b.grouped(short)) >= len(t.b.grouped(w)) {
		return err
	}
	for _, l := range free {
		if slices.Contains(short.facts, l) {
			if err := t.tell(ctx, t.because[l]); err != nil {
				return err
			}
		}
	}
	out.Facts, out.Insts = short.facts, short.insts
	return nil
}

// mostLooks is how many steps are told at most for a fact to be there before a supposition.
const mostLooks = 8

// simple reports whether a step has been told, or takes no more to tell than a few looks at one rule each. These are collected in met.
func (t *Teller) simple(step *Step, met map[*Step]bool) bool {
	if t.told[step] || met[step] {
		return true
	}
	if step.Form != Look || len(met) == mostLooks {
		return false
	}
	met[step] = true
	return !slices.ContainsFunc(step.Facts, func(l Lit) bool {
		why := t.because[l]
		return why != nil && !t.simple(why, met)
	})
}

// again makes a step minimal that took in others.
func (t *Teller) again(ctx context.Context, step *Step) error {
	if len(step.Insts) == 0 || len(step.Concludes) != 1 || step.path != nil {
		return nil
	}
	p, err := t.b.open(ctx, step.Insts, true)
	if err != nil {
		return err
	}
	defer p.close()
	got, ok, err := t.shrink(ctx, p, question{facts: step.Facts}, step.Concludes[0], true)
	if err == nil && ok {
		step.Facts, step.Insts = got.facts, got.insts
	}
	return err
}

// Said is what a literal says: of an unknown, that it has a value, or has not.
type Said struct {
	*encode.Unknown
	Value rules.Value
	Holds bool
	Asked bool
	// Left are, of a number that is certainly there, the values that the clues by themselves leave it, ascending; nil of anything else.
	Left []int64
}

// Same reports whether the same is said.
func (s Said) Same(o Said) bool {
	return s.Unknown == o.Unknown && s.Holds == o.Holds && s.Value.Equal(o.Value)
}

// Says gives what a literal says.
func (b *Board) Says(l Lit) Said {
	a := b.atoms[l.atom()]
	v := &b.vars[a.v]
	out := Said{Unknown: v.Unknown, Value: rules.BoolOf(true), Holds: l.holds(), Asked: v.asked}
	if a.absent {
		out.Unknown, out.Holds = v.Bare, !l.holds()
		return out
	}
	if !v.truth {
		if n := int(a.value - v.Lo); n >= 0 && n < len(v.Values) {
			out.Value = v.Values[n]
		} else {
			out.Value = rules.IntOf(a.value)
		}
	}
	if other, ok := b.other(l); ok {
		return b.Says(other)
	}
	if !v.truth && (v.Kind == encode.Holds || v.Kind == encode.Count) && out.Value.Kind == rules.Int {
		for c := v.first; c < v.first+v.n; c++ {
			switch {
			case b.atoms[c].absent && (b.shown == nil || b.shown[c] != -1):
				out.Left = nil
				return out
			case !b.atoms[c].absent && (b.shown == nil || b.shown[c] != -1):
				out.Left = append(out.Left, b.atoms[c].value)
			}
		}
	}
	return out
}

// other gives, of a literal that a place does not have a value, that it has the other one, where the clues by themselves leave it two.
func (b *Board) other(l Lit) (Lit, bool) {
	a := b.atoms[l.atom()]
	v := &b.vars[a.v]
	if l.holds() || v.truth || v.Kind != encode.Holds || a.absent {
		return 0, false
	}
	var left []int
	for c := v.first; c < v.first+v.n; c++ {
		if b.shown != nil && b.shown[c] == -1 {
			continue
		}
		if left = append(left, c); b.atoms[c].absent || len(left) > 2 {
			return 0, false
		}
	}
	n := slices.Index(left, l.atom())
	if n < 0 || len(left) != 2 {
		return 0, false
	}
	return lit(left[1-n], true), true
}

// Rule is an instance of a rule, as a step names it.
type Rule struct {
	encode.Instance
	// On is set where only this is used of a rule about one loop: that the line which comes to At goes on.
	On bool
	At board.Place // may be nothing
	// Technique is set where the instance is a technique of the file, by its name, that has been proved.
	Technique bool
	// Either is set where the instance says only that two places are not both so, that one of two is, or that they differ: their order is nothing.
	Either bool
	// Sizes is set where the instance adds numbers up or compares them.
	Sizes bool
	// Whole is set where the instance speaks of the whole board. Gaps tell then where it would be broken, as far as that is seen; and of places that
	// would not be all different, why.
	Whole bool
	Gaps  []Gap
	// Loop is set where it says that lines are one loop.
	Loop bool
	// Shown is set where the instance says only what clues show of single places.
	Shown bool
}

// Rules gives the instances that a step names, each once, and where those would be broken that speak of the whole board.
func (b *Board) Rules(step *Step) []Rule {
	out := b.named(step)
	for n := range out {
		if r := &out[n]; r.Whole && r.Gaps == nil {
			r.Gaps = b.gaps(r.Term, step)
		}
	}
	b.crowds(out, step)
	return out
}

// named gives the instances that a step names, each once.
func (b *Board) named(step *Step) []Rule {
	out := b.alongOf(step)
	seen := map[int]bool{}
	for _, i := range step.Insts {
		in := b.insts[i]
		switch {
		case step.path.has(i):
			continue
		case in.lemma != nil:
			out = append(out, Rule{Instance: in.lemma.Instance, Technique: true})
			continue
		case in.turn < 0:
			continue
		}
		if in.part != "" {
			out = append(out, Rule{Instance: b.turnOf(i), On: true, At: in.at})
			continue
		}
		if !seen[in.turn] {
			seen[in.turn] = true
			out = append(out, Rule{Instance: b.turnOf(i), Either: b.either(in.term), Sizes: in.sizes, Whole: in.global, Loop: b.p.Op(in.term) == model.OpLoop})
		}
	}
	for _, turn := range slices.Concat(step.Clues, b.bounds(step)) {
		if !seen[turn] {
			seen[turn] = true
			out = append(out, Rule{Instance: b.enc.Instances[turn], Either: b.either(b.enc.Instances[turn].Term), Shown: true})
		}
	}
	return out
}

// Stated lists what earlier steps stated, as far as a step rests on it: of each list of literals one holds.
func (b *Board) Stated(step *Step) [][]Lit {
	var out [][]Lit
	for _, i := range step.Insts {
		if b.insts[i].says != nil {
			out = append(out, b.insts[i].says)
		}
	}
	return out
}

// either reports whether a term says no more than that two places are not both so, that one of two is, or that they differ.
func (b *Board) either(t model.Term) bool {
	differ := t
	if b.p.Op(t) == model.OpNot {
		differ = b.p.Args(t)[0]
	}
	if op := b.p.Op(differ); differ != t && op == model.OpEq || op == model.OpDistinct {
		args := b.p.Args(differ)
		return len(args) == 2 && b.p.Op(args[0]) == model.OpVar && b.p.Op(args[1]) == model.OpVar
	}
	lits, ok := b.clause(t, true, nil)
	return ok && len(lits) == 2 && b.p.Op(lits[0]) == b.p.Op(lits[1])
}

// Then is what one rule says next within a supposition.
type Then struct {
	Lits []Lit
	By   []Rule
}

// Argue gives how the opposite of what a step concludes leads, one instance of a rule at a time, to where one is broken: the conclusions
// on the way, and what is broken. ok is false where that takes cases.
func (b *Board) Argue(ctx context.Context, step *Step) (way []Then, broken []Rule, ok bool, err error) {
	t, err := b.trace(ctx, step)
	if err != nil || t == nil {
		return nil, nil, false, err
	}
	known := slices.Concat(step.Facts, opposites(step.States))
	if len(step.States) == 0 && len(step.Concludes) > 0 {
		known = append(known, step.Concludes[0].Not())
	}
	way, broken, err = b.told(ctx, t, known)
	return way, broken, err == nil, err
}

// told gives the conclusions on a way from what is known, and what is broken at its end.
func (b *Board) told(ctx context.Context, t *way, known []Lit) (way []Then, broken []Rule, err error) {
	by := func(lits []Lit, insts ...int32) ([]Rule, error) {
		named := &Step{Concludes: lits, Facts: known}
		for _, i := range insts {
			if i >= 0 {
				named.Insts = append(named.Insts, int(i))
			}
		}
		near := &Step{Concludes: lits, Insts: named.Insts}
		scope := b.scope(near)
		for _, l := range known {
			if slices.Contains(scope, b.atoms[l.atom()].v) {
				near.Facts = append(near.Facts, l)
			}
		}
		var err error
		named.Clues, _, err = b.clued(ctx, near)
		return b.Rules(named), err
	}
	for _, group := range b.grouped(t) {
		var then Then
		var insts []int32
		for _, l := range group {
			then.Lits, insts = append(then.Lits, l.l), append(insts, l.inst)
		}
		if then.By, err = by(then.Lits, insts...); err != nil {
			return nil, nil, err
		}
		for n := range then.By { // on the way it is plain which value is meant
			if !then.By[n].Whole {
				then.By[n].Gaps = nil
			}
		}
		known = append(known, then.Lits...)
		for _, l := range slices.Clone(then.Lits) { // a value says that there is no other
			if v := b.atoms[l.atom()].v; l.holds() && !b.vars[v].truth {
				then.Lits = slices.DeleteFunc(then.Lits, func(m Lit) bool { return !m.holds() && b.atoms[m.atom()].v == v })
			}
		}
		way = append(way, then)
	}
	broken, err = by(nil, t.last)
	return way, broken, err
}

// Fact gives the literal that an unknown has a value; ok is false where it cannot have it.
func (b *Board) Fact(kind encode.UnknownKind, l *rules.Layer, at board.Place, value rules.Value) (Lit, bool) {
	for v := range b.vars {
		x := &b.vars[v]
		if x.Layer != l || x.Place != at {
			continue
		}
		if kind == encode.Present && x.bare != model.NoTerm && x.n > 0 && b.atoms[x.first].absent {
			return lit(x.first, !value.True()), true
		}
		if x.Kind != kind {
			continue
		}
		if x.truth {
			return lit(x.first, value.True()), true
		}
		for a := x.first; a < x.first+x.n; a++ {
			if b.Says(lit(a, true)).Value.Equal(value) {
				return lit(a, true), true
			}
		}
		return 0, false
	}
	return 0, false
}

// Values gives the literals of the values that an unknown can have, each that it has it.
func (b *Board) Values(l *rules.Layer, at board.Place) iter.Seq[Lit] {
	return func(yield func(Lit) bool) {
		for v := range b.vars {
			x := &b.vars[v]
			if x.Layer != l || x.Place != at || x.Kind != encode.Holds || x.truth {
				continue
			}
			for a := x.first; a < x.first+x.n; a++ {
				if !b.atoms[a].absent && !yield(lit(a, true)) {
					return
				}
			}
			return
		}
	}
}

// Only gives the literal that an unknown has the one value which the clues by themselves leave it; ok is false where they leave it several.
func (b *Board) Only(l *rules.Layer, at board.Place) (Lit, bool) {
	for v := range b.vars {
		if x := &b.vars[v]; x.Layer == l && x.Place == at && x.Kind == encode.Holds && !x.truth && x.n == 1 {
			return lit(x.first, true), true
		}
	}
	return 0, false
}

// Until tells the step that concludes a literal, and before it those that it needs. The step is nil where no step concludes it.
func (t *Teller) Until(ctx context.Context, l Lit) (last *Step, before []*Step, err error) {
	for t.Holds(l) != 1 {
		step, err := t.Search.Next(ctx)
		if err != nil {
			return nil, nil, err
		}
		if step == nil {
			if step = t.LookUp(); step == nil {
				return nil, nil, nil
			}
		}
	}
	why := t.because[l]
	if why == nil {
		if t.b.shown[l.atom()] != sign(l) {
			return nil, nil, nil
		}
		return t.b.shownStep(l), nil, nil
	}
	var need func(s *Step) error
	need = func(s *Step) error {
		for _, f := range s.Facts {
			if w := t.because[f]; w != nil && !t.told[w] && !t.plain(w) {
				if err := need(w); err != nil {
					return err
				}
			}
		}
		return t.tell(ctx, s)
	}
	if err := need(why); err != nil {
		return nil, nil, err
	}
	n := len(t.ready) - 1
	return t.ready[n], t.ready[:n], nil
}

// Wrong reports whether the answer has the opposite of a literal.
func (b *Board) Wrong(l Lit) bool {
	right, ok := b.right(l.atom())
	return ok && right != l
}

// Excluded reports whether no solution has a literal.
func (b *Board) Excluded(ctx context.Context, l Lit) bool {
	if right, ok := b.right(l.atom()); ok && right == l {
		return false
	}
	s, err := b.engine.Open(ctx, b.p, solve.Budget{})
	if err != nil {
		return false
	}
	defer s.Close()
	t := b.termOf(nil, l.atom())
	if !l.holds() {
		t = b.p.Not(t)
	}
	r, err := s.Solve(ctx, t)
	return err == nil && r.Status == solve.Unsat
}
