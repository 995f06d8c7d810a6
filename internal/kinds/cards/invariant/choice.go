package invariant

import (
	"slices"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/choose"
	"github.com/quandary-puzzles/quandary/ocl"
)

// choice is what formulas about a choice of clues are about: clue i is the decision i, chosen or not. Decisions after those are
// about which things are left.
type choice struct {
	c      *ocl.Circuit
	l      *ocl.Lifter
	chosen int          // clues
	things int          // that may be left
	sole   ocl.Decision // which thing is left, where it is one
	single bool         // it is one
}

// open makes the clues of a world open: each is there or not.
func (c *choice) open(w *world) error {
	c.l = ocl.NewLifter(w.st, c.c, liftLimits)
	for _, o := range w.clues {
		if err := c.l.OpenObject(o, c.c.Is(c.c.Decide(2), 1)); err != nil {
			return err
		}
	}
	return nil
}

// openThing makes it open which values the one thing of a world has.
func (c *choice) openThing(w *world) error {
	for _, values := range w.props {
		d := c.c.Decide(len(values))
		for v, o := range values {
			if err := c.l.OpenLink("ThingProperty", w.things[0], o, c.c.Is(d, v)); err != nil {
				return err
			}
		}
	}
	return nil
}

// alternatives are what an operation gives, by its arguments.
type alternatives = func([]ocl.Value) []ocl.Alternative

// operations defines what depends on the choice.
func (c *choice) operations(valid, bannedBy, banning, bans, left alternatives) error {
	for _, d := range []struct {
		class, name string
		f           alternatives
	}{{"Thing", "valid", valid}, {"Thing", "bannedBy", bannedBy}, {"Thing", "banningClues", banning}, {"Clue", "bansThing", bans},
		{"Clue", "bannedThings", bans}, {"Thing", "cluesValid", left}} {
		if err := c.l.Define(d.class, d.name, d.f); err != nil {
			return err
		}
	}
	return nil
}

// clue is the formula that a clue is chosen.
func (c *choice) clue(i int) ocl.Formula { return c.c.Is(ocl.Decision(i), 1) }

// clues are the formulas of all clues.
func (c *choice) clues() []ocl.Formula {
	out := make([]ocl.Formula, c.chosen)
	for i := range out {
		out[i] = c.clue(i)
	}
	return out
}

// someChosen takes a formula apart into those that must all be true where some clue is chosen, which is what some says.
func (c *choice) someChosen(f, some ocl.Formula) []ocl.Formula {
	var out []ocl.Formula
	for _, part := range c.c.Conjuncts(f) {
		options := c.c.Disjuncts(part)
		if len(options) > 1 && slices.Contains(options, ocl.Not(some)) {
			part = c.c.Or(slices.DeleteFunc(options, func(g ocl.Formula) bool { return g == ocl.Not(some) })...)
		}
		out = append(out, c.c.Conjuncts(part)...)
	}
	return out
}

// sets adds formulas to a restriction that can be said by sets, quotas and cases, and gives the others.
func (c *choice) sets(r *choose.Restriction, inv *ocl.Invariant, parts []ocl.Formula) []ocl.Formula {
	var rest []ocl.Formula
	for i, s := range ocl.Translate(c.c, ocl.Builder[*shape](shaper{}), parts...) {
		if !c.simple(r, inv, s) && !c.cases(r, inv, s) {
			rest = append(rest, parts[i])
		}
	}
	return rest
}

// simple adds a part of a formula to a restriction, where it can be said by a set or a quota.
func (c *choice) simple(r *choose.Restriction, inv *ocl.Invariant, s *shape) bool {
	if s.op == sIn && c.single && s.d == c.sole {
		set := bitset.New(c.things)
		for _, v := range s.values {
			set.Set(v)
		}
		restrictSolutions(r, set)
		return true
	}
	if i, yes, ok := c.flag(s); ok && i >= c.chosen && !yes {
		set := bitset.Full(c.things)
		set.Clear(i - c.chosen)
		restrictSolutions(r, set)
		return true
	}
	if i, yes, ok := c.flag(s); ok && i < c.chosen && !yes {
		if r.Clues == nil {
			r.Clues = bitset.Full(c.chosen)
		}
		r.Clues.Clear(i)
		return true
	}
	q, ok := c.quota(s)
	if ok {
		q.Name = "invariant " + inv.String()
		r.Quotas = append(r.Quotas, q)
	}
	return ok
}

// maxCases bounds the cases of one part of a formula.
const maxCases = 64

// cases adds a part of a formula as a group of cases, where each of them can be said by sets and quotas.
func (c *choice) cases(r *choose.Restriction, inv *ocl.Invariant, s *shape) bool {
	lists, ok := s.cases()
	if !ok {
		return false
	}
	var group []choose.Restriction
	for _, list := range lists {
		var one choose.Restriction
		for _, s := range list {
			if !c.simple(&one, inv, s) {
				return false
			}
		}
		group = append(group, one)
	}
	r.Cases = append(r.Cases, group)
	return true
}

func restrictSolutions(r *choose.Restriction, set bitset.Set) {
	if r.Solutions == nil {
		r.Solutions = set
		return
	}
	r.Solutions.And(set)
}

// flag reads a shape as a decision between no and yes.
func (c *choice) flag(s *shape) (i int, yes, ok bool) {
	if s.op != sIn || c.single && s.d == c.sole {
		return 0, false, false
	}
	return int(s.d), s.values[0] == 1, true
}

// quota reads a shape as bounds on how many of some clues are chosen.
func (c *choice) quota(s *shape) (choose.Quota, bool) {
	args, least := s.args, int64(0)
	negated := false
	switch s.op {
	case sIn:
		args, least = []*shape{s}, 1
	case sOr:
		least = 1
	case sAtLeast:
		least = s.bound
		if slices.ContainsFunc(s.weights, func(w int64) bool { return w != 1 }) {
			return choose.Quota{}, false
		}
	case sNot: // fewer than
		return c.fewer(s.args[0])
	default:
		return choose.Quota{}, false
	}
	set := bitset.New(c.chosen)
	for k, a := range args {
		i, yes, ok := c.flag(a)
		if !ok || i >= c.chosen || k > 0 && negated == yes {
			return choose.Quota{}, false
		}
		negated = !yes
		set.Set(i)
	}
	if negated { // at least so many are not chosen
		return choose.Quota{Clues: set, Max: len(args) - int(least)}, true
	}
	return choose.Quota{Clues: set, Min: int(least), Max: -1}, true
}

// fewer reads the negation of a bound.
func (c *choice) fewer(s *shape) (choose.Quota, bool) {
	if s.op != sAtLeast {
		return choose.Quota{}, false
	}
	q, ok := c.quota(s)
	switch {
	case !ok:
		return q, false
	case q.Max < 0: // not at least so many
		return choose.Quota{Clues: q.Clues, Max: q.Min - 1}, true
	}
	return choose.Quota{Clues: q.Clues, Min: q.Max + 1, Max: -1}, true
}
