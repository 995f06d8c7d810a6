package declared

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// What clues show of a place alone – no odd number stands beside a printed 1 in a brick – is neither a step nor a fact: the search has no atoms for
// values that are excluded so. A sentence that rests on it must name the rule all the same.

// mostClued bounds, in conflicts, how long one question about the clues of a step may take.
const mostClued = 20000

// clued finds the rules by which clues show something of single places that a step rests on: as few as its sentence follows from. ok is false where it was
// not found to follow from all of them.
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
	contraries := b.contraries(c, step)
	b.defined(c)
	var guards []model.Term
	var by []int // the turn of each
	b.see(c, b.copied(c), func(u unit) model.Term {
		g := c.to.Bool("clue " + strconv.Itoa(len(guards)))
		guards, by = append(guards, g), append(by, u.turn)
		return c.to.Implies(g, c.copy(u.term))
	})
	if err := c.to.Err(); err != nil || len(guards) == 0 {
		return nil, err == nil, err
	}
	s, err := b.session(ctx, c.to)
	if err != nil {
		return nil, false, err
	}
	defer s.Close()
	q, can := s.(solve.Prober)
	if !can {
		return nil, false, nil
	}
	lits, err := q.Literals(slices.Concat(guards, contraries)...)
	if err != nil {
		return nil, false, err
	}
	var needed []int // places in guards
	for n := range max(1, len(contraries)) {
		var claim []solve.Literal
		if len(contraries) > 0 {
			claim = lits[len(guards)+n : len(guards)+n+1]
		}
		more, ok, err := b.enough(ctx, q, lits[:len(guards)], claim, needed)
		if !ok || err != nil {
			return nil, false, err
		}
		needed = append(needed, more...)
	}
	for _, n := range needed {
		turns = append(turns, by[n])
	}
	slices.Sort(turns)
	return slices.Compact(turns), true, nil
}

// enough gives guards with which a claim follows, beside those that there are: claim is its opposite, which has no solution with all of them. None of
// them can be left out. ok is false where the claim was not found to follow from all guards.
func (b *Board) enough(ctx context.Context, q solve.Prober, guards, claim []solve.Literal, have []int) (more []int, ok bool, err error) {
	refuted := func(with []int) (used []int, ok bool, err error) {
		ask := solve.Question{Assume: slices.Clone(claim), Conflicts: mostClued}
		for _, n := range slices.Concat(have, with) {
			ask.Assume = append(ask.Assume, guards[n])
		}
		st, err := q.Probe(ctx, ask)
		if errors.Is(err, solve.ErrBudget) {
			return nil, false, nil
		}
		if st != solve.Unsat || err != nil {
			return nil, false, err
		}
		core := q.Needed()
		return slices.DeleteFunc(slices.Clone(with), func(n int) bool { return !slices.Contains(core, guards[n]) }), true, nil
	}
	if _, ok, err = refuted(nil); ok || err != nil {
		return nil, ok, err
	}
	var others []int
	for n := range guards {
		if !slices.Contains(have, n) {
			others = append(others, n)
		}
	}
	if others, ok, err = refuted(others); !ok || err != nil {
		return nil, false, err
	}
	more, err = narrow(others, 1, refuted)
	return more, err == nil, err
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

// contraries gives terms, each the opposite of something that the sentence of a step says: of a conclusion, or of all alternatives together. Where one of
// two values is out, the sentence says that it is the other one; where few values are left, that it is one of them.
func (b *Board) contraries(c *copier, step *Step) []model.Term {
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
