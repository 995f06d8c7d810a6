package telling

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
)

// NameOf is what steps of a class and a form are called. What numbers that follow each other leave no room for needs no supposition, however
// many of them a step speaks of.
func NameOf(lang string, class int, form deduce.Form) string {
	key := "class-" + deduce.ClassCodes[class-1]
	if form == deduce.Along {
		key = "steps-along"
	}
	return lexicon().Say(lang, key)
}

// TechniqueName is what a technique is called: a class of steps by its code, or one that a rules file names. The file is nil where none is at hand.
func TechniqueName(f *rules.File, code, lang string) string {
	if n := slices.Index(deduce.ClassCodes, code); n >= 0 {
		return NameOf(lang, n+1, deduce.Look)
	}
	if f != nil {
		if t := f.Technique(code); t != nil {
			return t.In(lang)
		}
	}
	return strings.ReplaceAll(code, "-", " ")
}

// say says a step.
func (x *Explanation) say(ctx context.Context, t marking) (puzzle.Step, error) {
	s := t.step
	a, err := x.argue(ctx, s)
	if err != nil {
		return puzzle.Step{}, err
	}
	code := deduce.ClassCodes[s.Class-1]
	out := puzzle.Step{Technique: code, Name: NameOf(x.w.Lang, s.Class, s.Form), Cost: math.Round(s.Cost*100) / 100, Text: x.w.text(a), Moves: t.moves}
	if i := slices.IndexFunc(a.rules, func(r deduce.Rule) bool { return r.Technique }); i >= 0 && s.Class < 6 {
		out.Name = TechniqueName(x.w.Board.File, a.rules[i].Rule, x.w.Lang)
	}
	for _, c := range a.cases {
		sub := puzzle.Step{Technique: code, Name: out.Name, Text: x.w.caseText(c)}
		for _, s := range c.when {
			sub.Effects = append(sub.Effects, x.ref(s))
		}
		out.Sub = append(out.Sub, sub)
	}
	list, _ := x.w.about(a).listed(a)
	for _, text := range list {
		out.Sub = append(out.Sub, puzzle.Step{Technique: code, Name: out.Name, Text: text})
	}
	for _, f := range a.facts {
		out.Because = append(out.Because, x.ref(f))
	}
	for _, one := range a.stated {
		for _, l := range one {
			r := x.ref(l)
			r.Text = x.w.either(one)
			out.Because = append(out.Because, r)
		}
	}
	for _, r := range a.rules {
		out.Because = append(out.Because, puzzle.Ref{Kind: "rule", ID: r.Rule, Text: x.w.broken(r)})
		for _, g := range r.Gaps {
			for _, p := range append(slices.Clone(g.These), g.That) {
				if p != (board.Place{}) {
					out.Because = append(out.Because, puzzle.Ref{Kind: placeKind(p), ID: x.w.Name(p), Text: x.w.gap(g)})
				}
			}
		}
	}
	for _, l := range a.states {
		r := x.ref(l)
		r.Text = x.w.either(a.states)
		out.Effects = append(out.Effects, r)
	}
	for _, c := range a.concludes {
		out.Effects = append(out.Effects, x.ref(c))
	}
	if out.Brief = x.w.claims(a.concludes); len(a.states) > 0 {
		out.Brief = x.w.either(a.states)
	}
	x.tellLike(&out, a.concludes, t.like)
	return out, nil
}

// argue gathers what the sentence of a step needs, also how its opposite leads to a contradiction.
func (x *Explanation) argue(ctx context.Context, s *deduce.Step) (argument, error) {
	a := x.gathered(s)
	unseen := func(r deduce.Rule) bool { return r.Whole && len(r.Gaps) == 0 }
	if s.Form == deduce.LookedUp || s.Form == deduce.Along || s.Class < supposes && len(s.Insts) <= deduce.AtOnce && (len(s.Insts) == 1 || !slices.ContainsFunc(a.rules, unseen)) {
		return a, nil
	}
	way, broken, ok, err := x.b.Argue(ctx, s)
	if err == nil && !ok && s.Class >= supposes {
		err = x.cases(ctx, &a)
	}
	if err != nil || !ok {
		return a, err
	}
	for n, r := range a.rules { // what is seen only once another rule has said something, if that is one thing
		if !unseen(r) {
			continue
		}
		uses := []deduce.Then{{By: broken}}
		uses = slices.DeleteFunc(append(uses, way...), func(t deduce.Then) bool {
			return !slices.ContainsFunc(t.By, func(o deduce.Rule) bool { return o.Term == r.Term })
		})
		if len(uses) == 1 && len(uses[0].Lits) <= 1 {
			for _, o := range uses[0].By {
				if o.Term == r.Term {
					a.rules[n].Gaps = supposed(o.Gaps)
				}
			}
		}
	}
	all := x.furthers(way, slices.Concat(a.facts, a.opposite), a.stated)
	seen := func(r deduce.Rule) bool { return r.Whole && len(r.Gaps) > 0 }
	place := slices.ContainsFunc(a.rules, unseen) && // in turn it is told where the whole board breaks
		(slices.ContainsFunc(broken, seen) || slices.ContainsFunc(all, func(t further) bool { return slices.ContainsFunc(t.by, seen) }))
	if all = x.w.shortened(all, broken); s.Class >= supposes || place || inTurn(all) >= deduce.AtOnce {
		a.way, a.broken = x.w.atOnce(all), broken
	}
	return a, nil
}

// supposed gives gaps that were found where more is supposed than a sentence says: none of them is plain by what is known.
func supposed(gaps []deduce.Gap) []deduce.Gap {
	gaps = slices.Clone(gaps)
	for n := range gaps {
		gaps[n].Direct, gaps[n].Only = false, nil
	}
	return gaps
}

// furthers says what follows on a way of which some is known, and of lists of which one is so. That of which all but one is known not to be so was said as
// "if this, then that", and is not said again.
func (x *Explanation) furthers(way []deduce.Then, known []deduce.Said, stated [][]deduce.Said) (all []further) {
	is := func(s deduce.Said) bool { return slices.ContainsFunc(known, s.Same) }
	for _, one := range stated {
		open := slices.DeleteFunc(slices.Clone(one), func(s deduce.Said) bool { s.Holds = !s.Holds; return is(s) })
		if len(open) == 1 && len(one) > 1 {
			known = append(known, open[0])
		}
	}
	for _, t := range way {
		s := further{by: t.By}
		for _, l := range t.Lits {
			if say := x.b.Says(l); !slices.ContainsFunc(known, say.Same) { // of two values that the one is there, and the other is not
				s.what = append(s.what, say)
			}
		}
		if known = append(known, s.what...); len(s.what) > 0 {
			all = append(all, s)
		}
	}
	return all
}

// cases finds the cases of a supposition.
func (x *Explanation) cases(ctx context.Context, a *argument) error {
	all, named, err := x.t.Cases(ctx, a.step)
	if len(all) > 0 {
		*a = x.gathered(named)
	}
	for _, c := range all {
		one := tried{broken: c.Broken}
		for _, l := range c.When {
			one.when = append(one.when, x.b.Says(l))
		}
		one.way = x.w.atOnce(x.w.shortened(x.furthers(c.Way, slices.Concat(a.facts, a.opposite, one.when), a.stated), one.broken))
		a.cases = append(a.cases, one)
	}
	return err
}

// supposes is the class from which on a step is told as a supposition.
const supposes = 6

// gathered gives what a step says of itself.
func (x *Explanation) gathered(s *deduce.Step) argument {
	a := argument{step: s, rules: x.b.Rules(s)}
	for _, l := range s.Facts {
		a.facts = append(a.facts, x.b.Says(l))
	}
	for _, l := range s.Concludes {
		a.concludes = append(a.concludes, x.b.Says(l))
	}
	for _, l := range s.States {
		a.states = append(a.states, x.b.Says(l))
		a.opposite = append(a.opposite, x.b.Says(l.Not()))
	}
	if len(s.Concludes) > 0 {
		a.opposite = append(a.opposite, x.b.Says(s.Concludes[0].Not()))
	}
	for _, list := range x.b.Stated(s) {
		var one []deduce.Said
		for _, l := range list {
			one = append(one, x.b.Says(l))
		}
		a.stated = append(a.stated, one)
	}
	return a
}

// ref refers to the place that a literal speaks of.
func (x *Explanation) ref(s deduce.Said) puzzle.Ref {
	yes := s.Holds
	if s.Value.Kind == rules.Bool {
		yes = s.Holds == (s.Value.N != 0)
	}
	return puzzle.Ref{Kind: placeKind(s.Place), ID: x.w.Name(s.Place), Text: x.w.claims([]deduce.Said{s}), Not: !yes && s.Kind != encode.Joined}
}

func placeKind(p board.Place) string {
	if p.Kind == board.Cell {
		return "cell"
	}
	return "place"
}
