// Package ladder explains zebra puzzles step by step, as a person would look for the next step.
//
// A ladder of techniques, from "each has one partner" to case splits, gives at every state the cheapest step: the fewest and simplest
// clues, then the fewest known facts. Steps by contradiction rest on a set of clues of least weight and facts none of which can be spared,
// found with implicit hitting sets ([elimination.SmallestCore]; compare Bogaerts, Gamba and Guns, "A framework for step-wise explaining how
// to solve constraint satisfaction problems", AIJ 2021), and carry a proof in simpler steps. Each step is checked by [matching.Puzzle.Implies].
//
// [Explain] gives the steps, [Rate] says by them how hard a puzzle is, and [Refute] says why a mark of a player is wrong. Package telling
// tells the same solution in as few sentences as it finds; it looks for them in another way, because a person tells only what leads on.
package ladder

import (
	"context"
	"fmt"
	"iter"
	"strconv"

	"github.com/quandary-puzzles/quandary/elimination"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// checkBudget bounds the check of one step, in places tried.
const checkBudget = 3_000_000

// Explain gives the steps from a state, each the cheapest that the state offers. Every step is checked: the clues and
// facts it cites imply what it says.
func Explain(ctx context.Context, p *matching.Puzzle, from puzzle.State, opt puzzle.ExplainOptions) iter.Seq2[puzzle.Step, error] {
	return func(yield func(puzzle.Step, error) bool) {
		_, err := explain(ctx, p, from, opt, func(a *argument, pr *prover) bool { return yield(pr.step(a), nil) })
		if err != nil {
			yield(puzzle.Step{}, err)
		}
	}
}

// explain walks the ladder, and gives what is known at its end.
func explain(ctx context.Context, p *matching.Puzzle, from puzzle.State, opt puzzle.ExplainOptions, visit func(*argument, *prover) bool) (*matching.Facts, error) {
	k, err := p.ReadState(from)
	if err != nil {
		return nil, err
	}
	pr := newProver(p)
	ctx, done := pr.counted(ctx)
	defer done()
	if opt.Max != "" {
		if pr.max, err = techniqueNamed(opt.Max); err != nil {
			return nil, err
		}
	}
	pr.take(k.Bytes())
	if err := pr.consistent(ctx, k); err != nil {
		return nil, cause(ctx, err)
	}
	if t := p.Turn(); t >= 0 {
		if f := matching.NewFact(t, p.Line*p.N, true); !k.Has(f) {
			a := &argument{technique: Exclusive, turn: true, gives: []matching.Fact{f}, cost: 1}
			k.Set(f)
			if err := pr.check(ctx, a, k); err != nil || !visit(a, pr) {
				return k, err
			}
		}
	}
	for {
		if err := cause(ctx, nil); err != nil {
			return nil, err
		}
		a, err := pr.cheapest(ctx, k)
		if err != nil || a == nil || ctx.Err() != nil {
			return k, cause(ctx, err)
		}
		if err := pr.check(ctx, a, k); err != nil {
			return nil, cause(ctx, err)
		}
		for _, f := range a.gives {
			k.Set(f)
		}
		if !visit(a, pr) {
			return k, nil
		}
	}
}

// cheapest gives the cheapest step from what is known, or nil when the techniques allowed give none.
func (pr *prover) cheapest(ctx context.Context, k *matching.Facts) (*argument, error) {
	if a := pr.next(k, pr.all, min(pr.max, subset)); a != nil {
		return a, nil
	}
	if pr.max < Contradiction || k.Complete() {
		return nil, nil
	}
	if a := pr.contradiction(ctx, k); a != nil || pr.max < Split {
		return a, ctx.Err()
	}
	return pr.split(ctx, k)
}

// Consistent reads marks, and refuses those that contradict the puzzle.
func Consistent(ctx context.Context, p *matching.Puzzle, s puzzle.State) (*matching.Facts, error) {
	k, err := p.ReadState(s)
	if err != nil {
		return nil, err
	}
	return k, newProver(p).consistent(ctx, k)
}

func (pr *prover) consistent(ctx context.Context, k *matching.Facts) error {
	pr.load(k.List())
	pr.e.PostAll()
	out, err := pr.e.Solve(ctx, 1)
	if err != nil {
		return err
	}
	if len(out.Grids) == 0 {
		if len(k.List()) == 0 {
			return fmt.Errorf("the puzzle has no solution: %w", contradiction(pr.contradictory(ctx, nil)))
		}
		return fmt.Errorf("the state contradicts the puzzle: it has no solution with these marks")
	}
	return nil
}

// contradictory finds a smallest set of clues that leaves no solution beside some facts.
func (pr *prover) contradictory(ctx context.Context, fs []matching.Fact) []int {
	pr.e.Most = 50_000 // a set whose search takes longer counts as one that holds together
	defer func() { pr.e.Most = 0 }()
	core, _ := elimination.SmallestCore(len(pr.p.Clues), elimination.CoreOptions{Budget: 2000}, func(set []int) bool {
		pr.load(fs)
		pr.e.Post(set)
		out, err := pr.e.Solve(ctx, 1)
		return err == nil && len(out.Grids) == 0
	})
	return core
}

// Conflict names a smallest set of clues that cannot hold together; nil when the puzzle has a solution.
func Conflict(ctx context.Context, p *matching.Puzzle) error {
	pr := newProver(p)
	pr.e.Reset()
	pr.e.PostAll()
	out, err := pr.e.Solve(ctx, 1)
	if err != nil || len(out.Grids) > 0 {
		return err
	}
	core := pr.contradictory(ctx, nil)
	if err := ctx.Err(); err != nil || core == nil {
		return err
	}
	return contradiction(core)
}

// contradiction puts clues that cannot hold together in words.
func contradiction(core []int) error {
	var clues []string
	for _, c := range core {
		clues = append(clues, strconv.Itoa(c+1))
	}
	if len(core) == 1 {
		return fmt.Errorf("clue %s cannot hold", clues[0])
	}
	return fmt.Errorf("clues %s cannot hold together", language.Lexicon().Join("en", clues, "sep", "and"))
}

// check makes sure that a step follows from what it cites.
func (pr *prover) check(ctx context.Context, a *argument, k *matching.Facts) error {
	p := pr.p
	wrong := func() error {
		return fmt.Errorf("a step does not follow from what it cites: %s", stepText(p, a, p.Lang))
	}
	var cs []*matching.Clue
	for _, i := range a.clues {
		cs = append(cs, p.Clues[i])
	}
	for _, f := range a.because {
		if !k.Has(f) {
			return fmt.Errorf("a step cites %s, which is not known", language.FactText(p, f, "en", false, false))
		}
	}
	holds, done := p.Implies(cs, a.because, a.gives, checkBudget)
	switch {
	case done && holds:
		return nil
	case done:
		return wrong()
	}
	// Too large for the slow check: the solver must agree.
	for _, f := range a.gives {
		pr.load(a.because)
		pr.e.Post(a.clues)
		pr.e.Assert(f.Contrary())
		out, err := pr.e.Solve(ctx, 1)
		if err != nil {
			return err
		}
		if len(out.Grids) > 0 {
			return wrong()
		}
	}
	return nil
}

// step turns an argument into a step of the contract.
func (pr *prover) step(a *argument) puzzle.Step {
	p := pr.p
	t := pr.tech[a.technique]
	s := puzzle.Step{Technique: t.Code, Name: language.Say(language.Lang(p), t.Code), Cost: float64(int(a.cost*100+0.5)) / 100, Text: stepText(p, a, language.Lang(p))}
	for _, c := range a.clues {
		s.Because = append(s.Because, language.ClueRef(p, c))
	}
	for _, f := range a.because {
		s.Because = append(s.Because, language.FactRef(p, f))
	}
	for _, f := range a.gives {
		s.Moves = append(s.Moves, puzzle.Move(f.Code()))
		s.Effects = append(s.Effects, language.FactRef(p, f))
	}
	for i := range a.sub {
		sub := &a.sub[i]
		sub.cost = pr.price(sub)
		s.Sub = append(s.Sub, pr.step(sub))
	}
	return s
}

// Refute gives the argument against a mark of a player: the fewest clues that together rule it out, with a proof. Ref is
// a mark such as {Kind: "mark", ID: "3=12"}; the ID may also name the items: "Dana = XL", "Dana != XL". A mark that is true in some solution is right: ok is false.
func Refute(ctx context.Context, p *matching.Puzzle, s puzzle.State, ref puzzle.Ref) (puzzle.Step, bool, error) {
	if _, err := p.ReadState(s); err != nil {
		return puzzle.Step{}, false, err
	}
	f, err := p.ReadMark(ref.ID)
	if err != nil {
		return puzzle.Step{}, false, err
	}
	pr := newProver(p)
	ctx, done := pr.counted(ctx)
	defer done()
	pr.load([]matching.Fact{f})
	pr.e.PostAll()
	out, err := pr.e.Solve(ctx, 1)
	if err != nil || len(out.Grids) > 0 {
		return puzzle.Step{}, false, err
	}
	core, simple := pr.followed(f), true
	if core == nil {
		core, simple = pr.contradictory(ctx, []matching.Fact{f}), false
	}
	if err := cause(ctx, nil); err != nil {
		return puzzle.Step{}, false, err
	}
	a := &argument{technique: Contradiction, assume: &f, clues: core, gives: []matching.Fact{f.Contrary()}}
	k := matching.NewFacts(p)
	if t := p.Turn(); t >= 0 {
		k.Set(matching.NewFact(t, p.Line*p.N, true))
	}
	k.Set(f)
	if a.sub = pr.prove(ctx, k, core, maxSplitDepth); countSteps(a.sub) > maxProof {
		a.sub = nil // nobody reads that; the clues are named all the same
	}
	if !simple {
		a.technique = Split
	}
	a.cost = pr.price(a)
	if err := pr.check(ctx, a, k); err != nil {
		return puzzle.Step{}, false, err
	}
	return pr.step(a), true, cause(ctx, nil)
}

// maxProof bounds the steps of a proof that a refutation spells out.
const maxProof = 80

// followed finds a smallest set of clues that refutes a mark by propagation; nil when none does.
func (pr *prover) followed(f matching.Fact) []int {
	refuted := func(set []int) bool {
		pr.load([]matching.Fact{f})
		pr.e.Post(set)
		return !pr.e.Graph.Propagate()
	}
	n := len(pr.p.Clues)
	if !refuted(matching.Numbers(n)) {
		return nil
	}
	core, _ := elimination.SmallestCore(n, elimination.CoreOptions{Budget: 4000}, refuted)
	return core
}
