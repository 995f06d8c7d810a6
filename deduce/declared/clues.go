package declared

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// What clues show of a place alone – no odd number stands beside a printed 1 in a brick – is neither a step nor a fact: the search has no atoms for
// values that are excluded so. A sentence that rests on it must name the rule all the same.

// mostClued bounds, in conflicts, how long one question about the clues of a step may take.
const mostClued = 20000

// clued finds the rules by which clues show of single places what a step rests on: few that do together, where the step
// concludes what its sentence says. ok is false where that was not found.
func (b *Board) clued(ctx context.Context, step *Step) (turns []int, ok bool, err error) {
	if step.Form == LookedUp || !slices.ContainsFunc(b.scope(step), func(v int) bool { return b.vars[v].partly != nil }) {
		return nil, true, nil
	}
	c := &copier{from: b.p, to: model.NewProblem(), terms: map[model.Term]model.Term{}}
	for _, i := range b.proving(step) {
		c.to.Assert("", c.copy(b.insts[i].term))
	}
	for _, l := range step.Facts {
		if other, two := b.other(l); two {
			l = other
		}
		c.to.Assert("", b.term(c, l))
	}
	opposite := b.opposite(c, step)
	b.defined(c)
	var guards []model.Term
	var by []int // the turn of each
	for _, v := range b.copied(c) {
		x := &b.vars[v]
		for n, u := range x.units {
			t := c.copy(u.term)
			if slices.Contains(x.partly, n) {
				g := c.to.Bool("clue " + strconv.Itoa(len(guards)))
				guards, by = append(guards, g), append(by, u.turn)
				t = c.to.Implies(g, t)
			}
			c.to.Assert("", t)
		}
		if x.partly != nil && x.bare != model.NoTerm && !b.atoms[x.first].absent { // that there is a number is plain
			c.to.Assert("", c.copy(x.bare))
		}
	}
	if err := c.to.Err(); err != nil || len(guards) == 0 {
		return nil, err == nil, err
	}
	if b.pool.account == nil {
		b.pool.account = budget.From(ctx).Sub("the probes of a board", 0)
	}
	s, err := b.engine.Open(budget.With(ctx, b.pool.account), c.to, solve.Budget{})
	if err != nil {
		return nil, false, err
	}
	defer s.Close()
	q, can := s.(solve.Prober)
	if !can {
		return nil, false, nil
	}
	lits, err := q.Literals(slices.Concat(guards, opposite)...)
	if err != nil {
		return nil, false, err
	}
	var needed []int // places in guards, ascending
	for n := range max(1, len(opposite)) {
		var claim []solve.Literal
		if len(opposite) > 0 {
			claim = lits[len(guards)+n : len(guards)+n+1]
		}
		needed, ok, err = b.showing(ctx, q, lits[:len(guards)], claim, needed)
		if !ok || err != nil {
			return nil, false, err
		}
	}
	for _, n := range needed {
		turns = append(turns, by[n])
	}
	slices.Sort(turns)
	return slices.Compact(turns), true, nil
}

// showing adds to some guards those without which a claim does not follow: the opposite of the claim and all of them have no solution. It is minimal by deletion.
func (b *Board) showing(ctx context.Context, q solve.Prober, guards, claim []solve.Literal, have []int) (needed []int, ok bool, err error) {
	refutes := func(these []int) (bool, error) {
		ask := solve.Question{Assume: slices.Clone(claim), Conflicts: mostClued}
		for _, n := range these {
			ask.Assume = append(ask.Assume, guards[n])
		}
		s, err := q.Probe(ctx, ask)
		if errors.Is(err, solve.ErrBudget) {
			err = nil
		}
		return s == solve.Unsat, err
	}
	if ok, err = refutes(have); ok || err != nil {
		return have, ok, err
	}
	all := make([]int, len(guards))
	for n := range all {
		all[n] = n
	}
	if ok, err = refutes(all); !ok || err != nil {
		return nil, false, err
	}
	core := q.Needed()
	all = slices.DeleteFunc(all, func(n int) bool { return !slices.Contains(have, n) && !slices.Contains(core, guards[n]) })
	for k := len(all) - 1; k >= 0; k-- {
		if slices.Contains(have, all[k]) {
			continue
		}
		rest := slices.Delete(slices.Clone(all), k, k+1)
		without, err := refutes(rest)
		if err != nil {
			return nil, false, err
		}
		if without {
			all = rest
		}
	}
	return all, true, nil
}

// proving lists the instances from which a step is proved: a technique is what proves it.
func (b *Board) proving(step *Step) []int {
	var out []int
	for _, i := range step.Insts {
		if l := b.insts[i].lemma; l != nil {
			out = append(out, l.by...)
		} else {
			out = append(out, i)
		}
	}
	return out
}

// scope lists the variables of which a step speaks, or its instances.
func (b *Board) scope(step *Step) []int {
	var out []int
	for _, i := range b.proving(step) {
		out = append(out, b.insts[i].vars...)
	}
	for _, list := range [][]Lit{step.Concludes, step.States, step.Facts} {
		for _, l := range list {
			out = append(out, b.atoms[l.atom()].v)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// opposite gives terms each of which is the opposite of something that the sentence of a step says: of each conclusion, and of all alternatives together.
// Where of two values one is out, it says the other; and where few are left, that it is one of these.
func (b *Board) opposite(c *copier, step *Step) []model.Term {
	var out []model.Term
	excluded := map[int]int{} // by variable
	for _, l := range step.Concludes {
		v := b.atoms[l.atom()].v
		if !l.holds() && !b.vars[v].truth {
			excluded[v]++
		}
		if other, two := b.other(l); two {
			l = other
		}
		out = append(out, b.term(c, l.Not()))
	}
	for _, l := range step.Concludes { // in their order
		v := b.atoms[l.atom()].v
		x := &b.vars[v]
		if n := excluded[v]; n < 2 || x.bare != model.NoTerm || x.partly == nil {
			continue
		}
		excluded[v] = 0
		d := b.p.Variable(model.Var(v)).Domain
		lo, _ := d.Lo.Int64()
		hi, _ := d.Hi.Int64()
		for k := lo; k <= hi; k++ {
			if !slices.ContainsFunc(b.atoms[x.first:x.first+x.n], func(a atom) bool { return a.value == k }) {
				out = append(out, c.to.Eq(c.copy(x.Term), c.to.Num(k)))
			}
		}
	}
	if len(step.States) > 0 {
		var none []model.Term
		for _, l := range step.States {
			none = append(none, b.term(c, l.Not()))
		}
		out = append(out, c.to.And(none...))
	}
	return out
}
