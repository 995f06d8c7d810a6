package zebra

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/elimination"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// checkBudget bounds the check of one step, in places tried.
const checkBudget = 3_000_000

// Explain gives the steps from a state, each the cheapest that the state offers. Every step is checked: the clues and
// facts it cites imply what it says.
func (in *Instance) Explain(ctx context.Context, from puzzle.State, opt puzzle.ExplainOptions) iter.Seq2[puzzle.Step, error] {
	return func(yield func(puzzle.Step, error) bool) {
		err := in.explain(ctx, from, opt, func(a *argument, pr *prover) bool { return yield(in.step(a, pr), nil) })
		if err != nil {
			yield(puzzle.Step{}, err)
		}
	}
}

// explain runs the ladder.
func (in *Instance) explain(ctx context.Context, from puzzle.State, opt puzzle.ExplainOptions, visit func(*argument, *prover) bool) error {
	k, err := in.readState(from)
	if err != nil {
		return err
	}
	pr := newProver(in.P)
	ctx, done := pr.counted(ctx)
	defer done()
	if opt.Max != "" {
		if pr.max, err = techniqueNamed(opt.Max); err != nil {
			return err
		}
	}
	pr.take(k.bytes())
	if err := pr.consistent(ctx, k); err != nil {
		return cause(ctx, err)
	}
	if t := in.P.turn(); t >= 0 {
		if f := newFact(t, in.P.Line*in.P.N, true); !k.has(f) {
			a := &argument{technique: tExclusive, turn: true, gives: []fact{f}, cost: 1}
			k.set(f)
			if err := in.check(ctx, a, pr, k); err != nil || !visit(a, pr) {
				return err
			}
		}
	}
	clues := upTo(len(in.P.Clues))
	for {
		if err := cause(ctx, nil); err != nil {
			return err
		}
		a, err := pr.cheapest(ctx, k, clues)
		if err != nil || a == nil || ctx.Err() != nil {
			return cause(ctx, err)
		}
		if err := in.check(ctx, a, pr, k); err != nil {
			return cause(ctx, err)
		}
		for _, f := range a.gives {
			k.set(f)
		}
		if !visit(a, pr) {
			return nil
		}
	}
}

// cheapest gives the cheapest step from what is known, or nil when the techniques allowed give none.
func (pr *prover) cheapest(ctx context.Context, k *facts, clues []int) (*argument, error) {
	if a := pr.next(k, clues, min(pr.max, tSubset)); a != nil {
		return a, nil
	}
	if pr.max < tContradiction || k.complete() {
		return nil, nil
	}
	if a := pr.contradiction(ctx, k, clues); a != nil || pr.max < tSplit {
		return a, ctx.Err()
	}
	return pr.split(ctx, k, clues)
}

// consistent refuses marks that contradict the puzzle.
func (pr *prover) consistent(ctx context.Context, k *facts) error {
	pr.load(k.list())
	pr.e.postAll()
	out, err := pr.e.solve(ctx, 1)
	if err != nil {
		return err
	}
	if len(out.Grids) == 0 {
		if len(k.list()) == 0 {
			return fmt.Errorf("the puzzle has no solution: %w", contradiction(pr.contradictory(ctx, nil)))
		}
		return fmt.Errorf("the state contradicts the puzzle: it has no solution with these marks")
	}
	return nil
}

// contradictory finds a smallest set of clues that leaves no solution beside some facts.
func (pr *prover) contradictory(ctx context.Context, fs []fact) []int {
	pr.e.most = 50_000 // a set whose search takes longer counts as one that holds together
	defer func() { pr.e.most = 0 }()
	core, _ := elimination.SmallestCore(len(pr.p.Clues), elimination.CoreOptions{Budget: 2000}, func(set []int) bool {
		pr.load(fs)
		pr.e.post(set)
		out, err := pr.e.solve(ctx, 1)
		return err == nil && len(out.Grids) == 0
	})
	return core
}

// Contradiction names a smallest set of clues, by index, that cannot hold together; nil when the puzzle has a solution.
func (p *Puzzle) Contradiction(ctx context.Context) ([]int, error) {
	pr := newProver(p)
	pr.e.reset()
	pr.e.postAll()
	out, err := pr.e.solve(ctx, 1)
	if err != nil || len(out.Grids) > 0 {
		return nil, err
	}
	return pr.contradictory(ctx, nil), ctx.Err()
}

// Conflict names a smallest set of clues that cannot hold together; nil when the puzzle has a solution.
func (in *Instance) Conflict() error {
	ctx := context.Background()
	core, err := in.P.Contradiction(ctx)
	if err != nil || core == nil {
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
	return fmt.Errorf("clues %s cannot hold together", lexicon().Join("en", clues, "sep", "and"))
}

// check makes sure that a step follows from what it cites.
func (in *Instance) check(ctx context.Context, a *argument, pr *prover, k *facts) error {
	wrong := func() error {
		return fmt.Errorf("a step does not follow from what it cites: %s", in.stepText(a, in.P.Lang))
	}
	var cs []*Clue
	for _, i := range a.clues {
		cs = append(cs, in.P.Clues[i])
	}
	for _, f := range a.because {
		if !k.has(f) {
			return fmt.Errorf("a step cites %s, which is not known", in.P.factText(f, "en", false, false))
		}
	}
	holds, done := in.P.implies(cs, a.because, a.gives, checkBudget)
	switch {
	case done && holds:
		return nil
	case done:
		return wrong()
	}
	// Too large for the slow check: the solver must agree.
	for _, f := range a.gives {
		pr.load(a.because)
		pr.e.post(a.clues)
		pr.put(fact{f.x, f.y, !f.same})
		out, err := pr.e.solve(ctx, 1)
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
func (in *Instance) step(a *argument, pr *prover) puzzle.Step {
	p := in.P
	t := pr.tech[a.technique]
	s := puzzle.Step{Technique: t.code, Name: say(p.lang(), t.code), Cost: float64(int(a.cost*100+0.5)) / 100, Text: in.stepText(a, p.lang())}
	for _, c := range a.clues {
		s.Because = append(s.Because, clueRef(p, c))
	}
	for _, f := range a.because {
		s.Because = append(s.Because, p.factRef(f))
	}
	for _, f := range a.gives {
		s.Moves = append(s.Moves, puzzle.Move(f.code()))
		s.Effects = append(s.Effects, p.factRef(f))
	}
	for i := range a.sub {
		sub := &a.sub[i]
		sub.cost = pr.price(sub)
		s.Sub = append(s.Sub, in.step(sub, pr))
	}
	return s
}

// lang gives the language of explanations.
func (p *Puzzle) lang() string {
	return phrases.Spoken(cmp.Or(p.toldIn, p.Lang))
}

// Refute gives the argument against a mark of a player: the fewest clues that together rule it out, with a proof. Ref is
// a mark such as {Kind: "mark", ID: "3=12"}; the ID may also name the items: "Dana = XL", "Dana != XL". A mark that is true in some solution is right: ok is false.
func (in *Instance) Refute(ctx context.Context, s puzzle.State, ref puzzle.Ref) (puzzle.Step, bool, error) {
	if _, err := in.readState(s); err != nil {
		return puzzle.Step{}, false, err
	}
	f, err := in.readMark(ref.ID)
	if err != nil {
		return puzzle.Step{}, false, err
	}
	pr := newProver(in.P)
	ctx, done := pr.counted(ctx)
	defer done()
	pr.load([]fact{f})
	pr.e.postAll()
	out, err := pr.e.solve(ctx, 1)
	if err != nil || len(out.Grids) > 0 {
		return puzzle.Step{}, false, err
	}
	core, simple := pr.followed(f), true
	if core == nil {
		core, simple = pr.contradictory(ctx, []fact{f}), false
	}
	if err := cause(ctx, nil); err != nil {
		return puzzle.Step{}, false, err
	}
	a := &argument{technique: tContradiction, assume: &f, clues: core, gives: []fact{{f.x, f.y, !f.same}}}
	k := newFacts(in.P)
	if t := in.P.turn(); t >= 0 {
		k.set(newFact(t, in.P.Line*in.P.N, true))
	}
	k.set(f)
	if a.sub = pr.prove(ctx, k, core, maxSplitDepth); countSteps(a.sub) > maxProof {
		a.sub = nil // nobody reads that; the clues are named all the same
	}
	if !simple {
		a.technique = tSplit
	}
	a.cost = pr.price(a)
	if err := in.check(ctx, a, pr, k); err != nil {
		return puzzle.Step{}, false, err
	}
	return in.step(a, pr), true, cause(ctx, nil)
}

// maxProof bounds the steps of a proof that a refutation spells out.
const maxProof = 80

// followed finds a smallest set of clues that refutes a mark by propagation; nil when none does.
func (pr *prover) followed(f fact) []int {
	refuted := func(set []int) bool {
		pr.load([]fact{f})
		pr.e.post(set)
		return !pr.e.g.Propagate()
	}
	n := len(pr.p.Clues)
	if !refuted(upTo(n)) {
		return nil
	}
	core, _ := elimination.SmallestCore(n, elimination.CoreOptions{Budget: 4000}, refuted)
	return core
}

// readMark reads a mark, by the numbers of its items or by their names.
func (in *Instance) readMark(text string) (fact, error) {
	if f, erase, err := in.readMove(puzzle.Move(text)); err == nil && !erase {
		return f, nil
	}
	for _, sign := range []string{"!=", "≠", "==", "="} {
		a, b, ok := strings.Cut(text, sign)
		if !ok {
			continue
		}
		x, err := in.P.Find(strings.TrimSpace(a))
		if err != nil {
			return fact{}, err
		}
		y, err := in.P.Find(strings.TrimSpace(b))
		if err != nil {
			return fact{}, err
		}
		if x/in.P.N == y/in.P.N {
			return fact{}, fmt.Errorf("%s and %s are of the same category", in.P.Label(x), in.P.Label(y))
		}
		return newFact(x, y, sign == "==" || sign == "="), nil
	}
	return fact{}, fmt.Errorf("expected a mark such as 3=12, Dana = XL or Dana != XL, found %q", nearest.Clip(text))
}
