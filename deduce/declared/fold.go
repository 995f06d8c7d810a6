package declared

import (
	"maps"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
)

// Direct reports whether a step can be told together with others: it argues without a supposition from rules alone, and states no alternatives.
func (b *Board) Direct(s *Step) bool {
	if s.Class > 5 || s.Form == LookedUp || s.Form == Along || len(s.States) > 0 || len(s.Insts)+len(s.Clues) == 0 && s.Form != Left {
		return false
	}
	return !slices.ContainsFunc(s.Insts, func(i int) bool { return b.insts[i].lemma != nil || b.insts[i].says != nil })
}

// Pattern is the name of the technique that a step rests on alone, without any fact; empty of other steps.
func (b *Board) Pattern(s *Step) string {
	if s.Class > 5 || len(s.Insts) != 1 || len(s.Facts)+len(s.Clues)+len(s.States)+len(b.Stated(s)) > 0 {
		return ""
	}
	if l := b.insts[s.Insts[0]].lemma; l != nil {
		return l.Instance.Rule
	}
	return ""
}

// Fold makes one step of two direct ones that have one cause: rules of the same names, and the same facts; or, where both are easy (of class 1 or
// 2), the second goes on from what the first concludes; or both say the same of places of one part, or of the same places with other values; or the second says which value is left when the first
// has taken others. It is nil where they have not. What the first concludes is no fact of the whole, so the whole is proved from the facts and rules that it names like any other step.
func (b *Board) Fold(first, then *Step) *Step {
	if !b.Direct(first) || !b.Direct(then) {
		return nil
	}
	own := b.causes(then)
	left := then.Form == Left && len(own) == 0 && Uses(then, first)
	if !left && !slices.Equal(b.causes(first), own) {
		return nil
	}
	var facts []Lit
	for _, l := range then.Facts {
		if !slices.Contains(first.Concludes, l) && !slices.Contains(first.Facts, l) {
			facts = append(facts, l)
		}
	}
	goesOn := max(first.Class, then.Class) <= 2 && Uses(then, first)
	if !left && !goesOn && (len(facts) > 0 || len(then.Facts) != len(first.Facts)) && !b.ofOnePart(first, then) && !b.otherValues(first, then) {
		return nil
	}
	both := &Step{
		Facts: slices.Concat(first.Facts, facts), Concludes: slices.Concat(first.Concludes, then.Concludes), Insts: slices.Concat(first.Insts, then.Insts),
		Clues: slices.Concat(first.Clues, then.Clues), clued: first.clued && then.clued,
		Form: max(first.Form, then.Form, Together), Class: max(first.Class, then.Class), Cost: first.Cost + then.Cost,
	}
	slices.Sort(both.Facts)
	slices.Sort(both.Insts)
	both.Insts = slices.Compact(both.Insts)
	slices.Sort(both.Clues)
	both.Clues = slices.Compact(both.Clues)
	return both
}

// ofOnePart reports whether two easy steps conclude the same of different places from what part these are in, or are not.
func (b *Board) ofOnePart(s, t *Step) bool {
	type what struct {
		kind  encode.UnknownKind
		seed  board.Place
		holds bool
	}
	all := func(list []Lit) (out map[what]bool) {
		out = map[what]bool{}
		for _, l := range list {
			x := &b.vars[b.atoms[l.atom()].v]
			out[what{x.Kind, x.Seed, l.holds()}] = true
		}
		return out
	}
	belongs := func(list []Lit) bool {
		return len(list) > 0 && !slices.ContainsFunc(list, func(l Lit) bool { return b.vars[b.atoms[l.atom()].v].Kind != encode.Belongs })
	}
	return max(s.Class, t.Class) <= 1 && belongs(s.Facts) && belongs(t.Facts) && maps.Equal(all(s.Facts), all(t.Facts)) && maps.Equal(all(s.Concludes), all(t.Concludes))
}

// Uses reports whether a step rests on a conclusion of another.
func Uses(s, of *Step) bool {
	return slices.ContainsFunc(s.Facts, func(l Lit) bool { return slices.Contains(of.Concludes, l) })
}

// otherValues reports whether two easy steps say of the same places by the same rules what these are not, with other values: that a number is not 6 since the
// one beside it is not 5, and so on.
func (b *Board) otherValues(s, t *Step) bool {
	not := func(l Lit) bool {
		x := &b.vars[b.atoms[l.atom()].v]
		return !l.holds() && !x.truth && x.Kind == encode.Holds
	}
	facts := func(s *Step) (nots, others []Lit) {
		for _, l := range s.Facts {
			if not(l) {
				nots = append(nots, l)
			} else {
				others = append(others, l)
			}
		}
		slices.Sort(others)
		return nots, others
	}
	by := func(s *Step) map[model.Term]bool {
		out := map[model.Term]bool{}
		for _, r := range b.named(s) {
			out[r.Term] = true
		}
		return out
	}
	excludes := func(s *Step) bool { return !slices.ContainsFunc(s.Concludes, func(l Lit) bool { return !not(l) }) }
	if max(s.Class, t.Class) > 2 || !excludes(s) || !excludes(t) || !maps.Equal(b.spots(s.Concludes), b.spots(t.Concludes)) {
		return false
	}
	first, same := facts(s)
	then, others := facts(t)
	return slices.Equal(same, others) && maps.Equal(b.spots(first), b.spots(then)) && maps.Equal(by(s), by(t))
}

// spot is a place of a layer.
type spot struct {
	layer *rules.Layer
	at    board.Place
}

func (b *Board) spots(list []Lit) map[spot]bool {
	out := map[spot]bool{}
	for _, l := range list {
		v := &b.vars[b.atoms[l.atom()].v]
		out[spot{v.Layer, v.Place}] = true
	}
	return out
}

// Spots counts the places of which literals say something, in each layer.
func (b *Board) Spots(list []Lit) int { return len(b.spots(list)) }

// Touches reports whether two steps conclude something of one place.
func (b *Board) Touches(s, t *Step) bool {
	of := b.spots(t.Concludes)
	for at := range b.spots(s.Concludes) {
		if of[at] {
			return true
		}
	}
	return false
}

// causes names the rules of a step, in order and each once. What a rule about one loop says of the line at a place counts for itself.
func (b *Board) causes(s *Step) []string {
	var names []string
	for _, r := range b.named(s) {
		name := r.Rule
		if r.On {
			name += " at a place"
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
