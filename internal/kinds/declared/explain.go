package declared

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
)

// errNoSolution is the error of explaining a puzzle that has no solution.
var errNoSolution = errors.New("the puzzle has no solution: there is nothing to explain")

// errContradiction is the error of explaining from a state that no solution has.
var errContradiction = errors.New("the state contradicts the puzzle: no solution has all its marks")

// reasoner makes the puzzle ready for explaining: its rules as instances, and an answer to look towards, which has the marks of a
// position (nil: none), or the right ones among them. unique tells that there is no other.
func (i *Instance) reasoner(ctx context.Context, p *position, right bool) (b *deduce.Board, facts []deduce.Lit, unique bool, err error) {
	enc, err := encode.New(ctx, i.b, encode.Options{Techniques: true})
	if err != nil {
		return nil, nil, false, err
	}
	defer enc.Close()
	s, err := i.f.engine.Open(ctx, enc.Problem, solve.Budget{})
	if err != nil {
		return nil, nil, false, err
	}
	defer s.Close()
	var marks []model.Term
	if p != nil && !right {
		if marks, err = p.terms(enc); err != nil {
			return nil, nil, false, err
		}
	}
	r, err := s.Solve(ctx, marks...)
	if err != nil {
		return nil, nil, false, err
	}
	if r.Status != solve.Sat {
		if len(marks) > 0 {
			return nil, nil, false, errContradiction
		}
		return nil, nil, false, errNoSolution
	}
	answer := r.Solution
	if err := s.Add("another", enc.Differs(answer)); err != nil {
		return nil, nil, false, err
	}
	other, err := s.Solve(ctx)
	if err != nil {
		return nil, nil, false, err
	}
	if b, err = deduce.Compile(ctx, enc, i.f.engine, answer); err != nil {
		return nil, nil, false, err
	}
	if p != nil {
		facts = p.facts(b)
		if right {
			facts = slices.DeleteFunc(facts, b.Wrong)
		}
	}
	return b, facts, other.Status == solve.Unsat, nil
}

// each calls visit for every mark of the position: what it says, as encode tells of unknowns. A mark that a place has no value says
// that it is not present.
func (p *position) each(visit func(l *rules.Layer, at board.Place, v rules.Value)) {
	for n, l := range p.layers {
		for at, mark := range p.marks[n] {
			if mark == "" || l.fixed != nil && l.fixed[at] {
				continue
			}
			v, _ := l.value(mark)
			if l.Parts { // a border is played, a join is meant
				v = rules.BoolOf(!v.True())
			}
			visit(l.Layer, l.places[at], v)
		}
	}
}

// facts gives the marks as literals.
func (p *position) facts(b *deduce.Board) []deduce.Lit {
	var out []deduce.Lit
	p.each(func(l *rules.Layer, at board.Place, v rules.Value) {
		kind := encode.Holds
		if l.Parts {
			kind = encode.Joined
		}
		if present, ok := b.Fact(encode.Present, l, at, rules.BoolOf(true)); ok {
			if v.Kind == rules.Nothing {
				out = append(out, present.Not())
				return
			}
			out = append(out, present)
		}
		if x, ok := b.Fact(kind, l, at, v); ok {
			out = append(out, x)
		} else if x, ok := b.Only(l, at); ok { // the clues leave another value
			out = append(out, x.Not())
		}
	})
	return out
}

// explaining is an explanation under way.
type explaining struct {
	i      *Instance
	b      *deduce.Board // the search's own
	t      *deduce.Teller
	w      wording
	index  map[*rules.Layer]*playLayer
	marked map[puzzle.Move]bool
	search *deduce.Search
}

func (i *Instance) explaining(ctx context.Context, from puzzle.State, right bool) (*explaining, bool, error) {
	var p *position
	if from != "" {
		var err error
		if p, err = i.position(from); err != nil {
			return nil, false, err
		}
	}
	b, facts, unique, err := i.reasoner(ctx, p, right)
	if err != nil {
		return nil, false, err
	}
	layers, err := i.played()
	if err != nil {
		return nil, false, err
	}
	s := b.NewSearch(facts)
	x := &explaining{i: i, b: s.Board(), t: deduce.NewTeller(s), w: wording{speaker: i.speaker(i.b)}, index: map[*rules.Layer]*playLayer{}, marked: map[puzzle.Move]bool{}, search: s}
	x.t.Marks = true
	for _, l := range layers {
		x.index[l.Layer] = l
	}
	return x, unique, nil
}

func (x *explaining) close() {
	x.search.Close()
}

// Explain gives the steps from a state.
func (i *Instance) Explain(ctx context.Context, from puzzle.State, opt puzzle.ExplainOptions) iter.Seq2[puzzle.Step, error] {
	return func(yield func(puzzle.Step, error) bool) {
		most, err := hardest(opt.Max)
		if err != nil {
			yield(puzzle.Step{}, err)
			return
		}
		x, unique, err := i.explaining(ctx, from, false)
		if err != nil {
			yield(puzzle.Step{}, err)
			return
		}
		defer x.close()
		for {
			step, err := x.t.Next(ctx, unique && most == len(techniques))
			if err != nil {
				yield(puzzle.Step{}, err)
				return
			}
			if step == nil || step.Class > most {
				return
			}
			out, err := x.say(ctx, marking{step: step, moves: x.moves(step)})
			if err != nil {
				yield(puzzle.Step{}, err)
				return
			}
			if !yield(out, nil) {
				return
			}
		}
	}
}

// techniques are the codes of the classes of steps, from 1.
var techniques = deduce.ClassCodes

// nameOf is the key of what steps of a class and a form are called. What numbers that follow each other leave no room for needs no supposition, however
// many of them a step speaks of.
func nameOf(class int, form deduce.Form) string {
	if form == deduce.Along {
		return "steps-along"
	}
	return "class-" + techniques[class-1]
}

// hardest gives the class that the option Max names: its number, or its code. Empty means all.
func hardest(name string) (int, error) {
	if name == "" {
		return len(techniques), nil
	}
	for n, code := range techniques {
		if name == code || name == strconv.Itoa(n+1) {
			return n + 1, nil
		}
	}
	return 0, puzzle.Unknownf("technique", name, techniques)
}

// moves gives the marks that a step makes, each once in an explanation.
func (x *explaining) moves(s *deduce.Step) []puzzle.Move {
	var out []puzzle.Move
	for _, l := range s.Concludes {
		if m, ok := x.move(x.b.Says(l)); ok && !x.marked[m] {
			x.marked[m] = true
			out = append(out, m)
		}
	}
	return out
}

// say says a step.
func (x *explaining) say(ctx context.Context, t marking) (puzzle.Step, error) {
	s := t.step
	a, err := x.argue(ctx, s)
	if err != nil {
		return puzzle.Step{}, err
	}
	code := techniques[s.Class-1]
	out := puzzle.Step{Technique: code, Name: x.w.words(nameOf(s.Class, s.Form)), Cost: math.Round(s.Cost*100) / 100, Text: x.w.text(a), Moves: t.moves}
	if i := slices.IndexFunc(a.rules, func(r deduce.Rule) bool { return r.Technique }); i >= 0 && s.Class < 6 {
		out.Name = strings.ReplaceAll(a.rules[i].Rule, "-", " ")
	}
	for _, c := range a.cases {
		sub := puzzle.Step{Technique: code, Name: out.Name, Text: x.w.caseText(c)}
		for _, s := range c.when {
			sub.Effects = append(sub.Effects, x.ref(s))
		}
		out.Sub = append(out.Sub, sub)
	}
	for _, text := range x.w.about(a).listed(a) {
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
					out.Because = append(out.Because, puzzle.Ref{Kind: placeKind(p), ID: x.w.placeName(p), Text: x.w.gap(g)})
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
func (x *explaining) argue(ctx context.Context, s *deduce.Step) (argument, error) {
	a := x.gathered(s)
	unseen := func(r deduce.Rule) bool { return r.Whole && len(r.Gaps) == 0 }
	if s.Form == deduce.LookedUp || s.Form == deduce.Along || s.Class < supposes && len(s.Insts) < inTurn && (len(s.Insts) == 1 || !slices.ContainsFunc(a.rules, unseen)) {
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
					a.rules[n].Gaps = o.Gaps
				}
			}
		}
	}
	all := x.furthers(way, slices.Concat(a.facts, a.opposite), a.stated)
	seen := func(r deduce.Rule) bool { return r.Whole && len(r.Gaps) > 0 }
	place := slices.ContainsFunc(a.rules, unseen) && // in turn it is told where the whole board breaks
		(slices.ContainsFunc(broken, seen) || slices.ContainsFunc(all, func(t further) bool { return slices.ContainsFunc(t.by, seen) }))
	if all = x.w.shortened(all, broken); s.Class >= supposes || place || x.w.inTurn(all) >= inTurn-1 {
		a.way, a.broken = x.w.atOnce(all), broken
	}
	return a, nil
}

// furthers says what follows on a way of which some is known, and of lists of which one is so. That of which all but one is known not to be so was said as
// "if this, then that", and is not said again.
func (x *explaining) furthers(way []deduce.Then, known []deduce.Said, stated [][]deduce.Said) (all []further) {
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
func (x *explaining) cases(ctx context.Context, a *argument) error {
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

const (
	supposes = 6 // the class from which on a step is told as a supposition
	inTurn   = 3 // of so many rules that a step uses one after the other, it is told in which order
)

// gathered gives what a step says of itself.
func (x *explaining) gathered(s *deduce.Step) argument {
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
func (x *explaining) ref(s deduce.Said) puzzle.Ref {
	yes := s.Holds
	if s.Value.Kind == rules.Bool {
		yes = s.Holds == (s.Value.N != 0)
	}
	return puzzle.Ref{Kind: placeKind(s.Place), ID: x.w.placeName(s.Place), Text: x.w.claims([]deduce.Said{s}), Not: !yes && s.Kind != encode.Joined}
}

func placeKind(p board.Place) string {
	if p.Kind == board.Cell {
		return "cell"
	}
	return "place"
}

// move gives the mark that a conclusion makes; ok is false where no mark says it, or not yet.
func (x *explaining) move(s deduce.Said) (puzzle.Move, bool) {
	l := x.index[s.Layer]
	if l == nil || !s.Asked {
		return "", false
	}
	at, ok := l.index[x.w.placeName(s.Place)]
	if !ok {
		return "", false
	}
	var v rules.Value
	switch s.Kind {
	case encode.Joined:
		v = rules.BoolOf(!s.Holds)
	case encode.Present, encode.Holds:
		if s.Kind == encode.Holds && s.Bare == nil {
			if v = s.Value; v.Kind == rules.Bool {
				v = rules.BoolOf(s.Holds)
			} else if !s.Holds {
				return "", false
			}
			break
		}
		// Of a value that may be absent both must be known. Where the board alone says that there is one, no fact does.
		present, ok := x.b.Fact(encode.Present, s.Layer, s.Place, rules.BoolOf(true))
		known := 1
		if ok {
			known = x.search.Holds(present)
		}
		switch known {
		case -1:
			return l.move(at, none), true
		case 0:
			return "", false
		}
		found := false
		for f := range x.b.Values(s.Layer, s.Place) {
			if x.search.Holds(f) == 1 {
				v, found = x.b.Says(f).Value, true
			}
		}
		if !found {
			return "", false
		}
	default:
		return "", false
	}
	return l.move(at, l.mark(v)), true
}

// Rate rates the puzzle by the steps that solve it. Puzzles that the family's symmetries carry into each other are rated alike: where
// several steps are equally cheap, which of them is told first depends on how the board lies, and with it what is left to find; so it is
// always the canonical image that is measured.
func (i *Instance) Rate(ctx context.Context) (puzzle.Rating, error) {
	r, _, err := i.rate(ctx, len(techniques))
	return r, err
}

// Cost is the cost of the rating, by bounded work: of a puzzle whose explanation takes more it is an estimate, which is seldom lower.
func (i *Instance) Cost(ctx context.Context) (float64, error) {
	m, err := i.estimate(ctx)
	return math.Round(m.Cost*100) / 100, err
}

// estimate measures the puzzle by bounded work.
func (i *Instance) estimate(ctx context.Context) (deduce.Measured, error) {
	b, unique, err := i.rated(ctx)
	if err != nil {
		return deduce.Measured{}, err
	}
	return b.Estimate(ctx, unique, costWork)
}

// costWork is how much work telling a cost takes before it is estimated: about a second's, or less.
const costWork = 2_000_000

// rated makes the image of the puzzle that is measured ready for explaining.
func (i *Instance) rated(ctx context.Context) (b *deduce.Board, unique bool, err error) {
	form, err := i.Canonical(ctx, 0)
	if err != nil {
		return nil, false, err
	}
	least, err := form.Instance()
	if err != nil {
		return nil, false, err
	}
	b, _, unique, err = least.(*Instance).reasoner(ctx, nil, false)
	return b, unique, err
}

// rate rates the puzzle if no step is of a class beyond most; the rating of one that is harder has no class, and open is how much such steps
// leave undecided.
func (i *Instance) rate(ctx context.Context, most int) (out puzzle.Rating, open float64, err error) {
	b, unique, err := i.rated(ctx)
	if err != nil {
		return puzzle.Rating{}, 0, err
	}
	m, ok, err := b.MeasureWithin(ctx, unique, most)
	if err != nil || !ok {
		return puzzle.Rating{}, m.Left, err
	}
	hardest := lexicon().Say("en", nameOf(m.Class, m.Hardest))
	out = puzzle.Rating{Scale: "the class of the hardest step, 1 to 7, and behind the point how much there is to do", Steps: m.Steps, Cost: math.Round(m.Cost*100) / 100,
		Solved: m.Solved, Class: strconv.Itoa(m.Class), Hardest: hardest, Score: m.Score}
	for c, n := range m.Classes {
		out.Features.Set(fmt.Sprintf("class%d", c+1), n)
	}
	out.Features.Set("worst", m.Worst)
	out.Features.Set("places", m.Places)
	if i.f.model != nil {
		at, err := i.f.model.ByRating(out)
		if err != nil {
			return puzzle.Rating{}, 0, err
		}
		out.Class = i.f.model.Names()[at]
	}
	return out, 0, nil
}

// Prove explains the puzzle from the beginning and has another engine prove each step again, from nothing but the rules and facts that it
// names. It gives how many steps there are; the error is about the first that does not follow.
func (i *Instance) Prove(ctx context.Context, engine solve.Engine) (steps int, err error) {
	x, unique, err := i.explaining(ctx, "", false)
	if err != nil {
		return 0, err
	}
	defer x.close()
	for {
		step, err := x.t.Next(ctx, unique)
		if err != nil || step == nil {
			return steps, err
		}
		steps++
		if err := x.b.Verify(ctx, engine, step); err != nil {
			return steps, fmt.Errorf("step %d: %w", steps, err)
		}
	}
}

// Refute says why a mark is wrong: a move (LAYER@PLACE=MARK; the layer may be left out where it is the first), or a mark of the state
// (LAYER@PLACE). It goes on from those marks of the state that are right.
func (i *Instance) Refute(ctx context.Context, from puzzle.State, ref puzzle.Ref) (puzzle.Step, bool, error) {
	mark, err := i.markOf(from, ref.ID)
	if err != nil {
		return puzzle.Step{}, false, err
	}
	probe, err := i.position("")
	if err != nil {
		return puzzle.Step{}, false, err
	}
	if err := probe.apply(mark); err != nil {
		return puzzle.Step{}, false, err
	}
	x, _, err := i.explaining(ctx, from, true)
	if err != nil {
		return puzzle.Step{}, false, err
	}
	defer x.close()
	wrong := probe.facts(x.b)
	at := slices.IndexFunc(wrong, func(l deduce.Lit) bool { return x.b.Excluded(ctx, l) })
	if at < 0 {
		return puzzle.Step{}, false, nil
	}
	return x.against(ctx, wrong[at])
}

// markOf reads a mark, as a move.
func (i *Instance) markOf(s puzzle.State, text string) (puzzle.Move, error) {
	p, err := i.position(s)
	if err != nil {
		return "", err
	}
	text = strings.ReplaceAll(text, " ", "")
	if !strings.Contains(text, "@") && len(p.layers) > 0 {
		text = p.layers[0].Name + "@" + text
	}
	if strings.Contains(text, "=") {
		return puzzle.Move(text), nil
	}
	for n, l := range p.layers {
		for at, mark := range p.marks[n] {
			if mark != "" && l.Name+"@"+l.names[at] == text {
				return l.move(at, mark), nil
			}
		}
	}
	return "", fmt.Errorf("expected a mark of the state, or one such as r1c1=1, found %q", clip(text))
}

// against gives the steps that lead to the opposite of a literal, as one: the last, with the others below it.
func (x *explaining) against(ctx context.Context, wrong deduce.Lit) (puzzle.Step, bool, error) {
	step, before, err := x.t.Until(ctx, wrong.Not())
	if err != nil || step == nil {
		return puzzle.Step{}, false, err
	}
	var sub []puzzle.Step
	for _, s := range before {
		one, err := x.say(ctx, marking{step: s, moves: x.moves(s)})
		if err != nil {
			return puzzle.Step{}, false, err
		}
		sub = append(sub, one)
	}
	out, err := x.say(ctx, marking{step: step, moves: x.moves(step)})
	out.Sub = sub
	return out, err == nil, err
}
