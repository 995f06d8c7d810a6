package cards

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/laws"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/saying"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// The ways to explain a puzzle.
const (
	methodExclusion = "exclusion" // clue by clue, the things that it bans; of puzzles that list their things
	methodForward   = "forward"   // new facts, each by a law of reasoning
)

// Methods lists the ways to explain the puzzle, the usual one first.
func (in *Instance) Methods() []string {
	if in.table == nil {
		return []string{methodForward}
	}
	return []string{methodExclusion, methodForward}
}

// Explain gives the steps from a state. The way is opt.Method: by exclusion, as in the paper's section 2.2, each step is the clue
// that bans most of what is left; by forward reasoning, each is the cheapest law that gives new facts. Factored puzzles are
// explained by forward reasoning. With opt.Max, the name of a law, no harder one is used.
func (in *Instance) Explain(ctx context.Context, from puzzle.State, opt puzzle.ExplainOptions) iter.Seq2[puzzle.Step, error] {
	return func(yield func(puzzle.Step, error) bool) {
		method := opt.Method
		if method == "" {
			method = in.Methods()[0]
		}
		var err error
		switch {
		case !slices.Contains(in.Methods(), method):
			err = puzzle.Unknownf("method", method, in.Methods())
		case method == methodExclusion:
			err = in.explainExclusion(ctx, from, opt, yield)
		case in.table == nil:
			err = in.explainFacts(ctx, from, opt, yield)
		default:
			err = in.explainForward(ctx, from, opt, yield)
		}
		if err != nil {
			yield(puzzle.Step{}, err)
		}
	}
}

// limit gives the cost of the hardest law allowed.
func limit(opt puzzle.ExplainOptions) (float64, error) {
	if opt.Max == "" {
		return 0, nil
	}
	return laws.CostNamed(opt.Max)
}

// start reads a state from which things can be explained: without conflicts.
func (in *Instance) start(from puzzle.State) (marks, error) {
	v, err := in.Judge(from)
	if err != nil {
		return nil, err
	}
	if len(v.Conflicts) > 0 {
		return nil, fmt.Errorf("what was marked contradicts the puzzle: %s", v.Conflicts[0].Text)
	}
	if in.left().Empty() {
		return nil, laws.ErrContradiction
	}
	return in.readMarks(from)
}

// split gives the things without a mark, and those that are marked as banned.
func (m marks) split() (open, banned bitset.Set) {
	open, banned = bitset.New(len(m)), bitset.New(len(m))
	for i, c := range m {
		switch {
		case c == 0:
			open.Set(i)
		case c > 0:
			banned.Set(i)
		}
	}
	return open, banned
}

// explainExclusion takes, again and again, the clue that bans most of the things that have no mark.
func (in *Instance) explainExclusion(ctx context.Context, from puzzle.State, opt puzzle.ExplainOptions, yield func(puzzle.Step, error) bool) error {
	m, err := in.start(from)
	if err != nil {
		return err
	}
	if _, err := limit(opt); err != nil {
		return err
	}
	open, _ := m.split()
	return in.exclude(ctx, in.speaker(), open, yield)
}

// exclude bans things clue by clue, until no clue bans any; then it says which are left.
func (in *Instance) exclude(ctx context.Context, say saying.Speaker, open bitset.Set, yield func(puzzle.Step, error) bool) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		clue, banned := laws.MostBanning(in.bans, open)
		if clue < 0 {
			return in.lastStep(say, open, yield)
		}
		open.AndNot(banned)
		if !yield(in.banStep(say, clue, banned), nil) {
			return nil
		}
	}
}

// banStep is the step by which a clue bans things.
func (in *Instance) banStep(say saying.Speaker, clue int, banned bitset.Set) puzzle.Step {
	s := puzzle.Step{Technique: string(laws.Exclusion), Name: say.Say(string(laws.Exclusion)), Cost: in.readCost(clue), Because: []puzzle.Ref{in.clueRef(clue)}}
	in.cross(&s, banned, []int{clue})
	s.Text = tellExclusion(say, clue, banned.List())
	return s
}

// readCost says how hard a clue is to apply to things: one for each atom or term in it.
func (in *Instance) readCost(clue int) float64 {
	n := 0
	in.P.Clues[clue].Expr.Walk(func(x *deck.Node) {
		if x.Op <= deck.IsNot || x.Op >= deck.Num {
			n++
		}
		if x.Op == deck.IsNot || x.Op == deck.Not {
			n++
		}
	})
	return float64(n)
}

// techniqueLast is the last step: what no clue bans is the solution.
const techniqueLast = "only-left"

func (in *Instance) lastStep(say saying.Speaker, open bitset.Set, yield func(puzzle.Step, error) bool) error {
	if open.Empty() {
		return nil
	}
	s := puzzle.Step{Technique: techniqueLast, Name: say.Say("only-left"), Cost: 1, Text: tellLast(say, open.List())}
	for _, i := range open.List() {
		s.Moves = append(s.Moves, puzzle.Move(fmt.Sprintf("%d=", i)))
		s.Effects = append(s.Effects, in.thingRef(i))
	}
	yield(s, nil)
	return nil
}

// nested gives steps away. One that makes no mark yet, because what it gives is no fact about one property, stands inside of the next that
// does.
type nested struct {
	yield   func(puzzle.Step, error) bool
	pending []puzzle.Step
	stopped bool
}

func (n *nested) give(s puzzle.Step) bool {
	if len(s.Moves) == 0 {
		n.pending = append(n.pending, s)
		return true
	}
	s.Sub = append(n.pending, s.Sub...)
	n.pending = nil
	n.stopped = !n.yield(s, nil)
	return !n.stopped
}

// explainForward explains a puzzle that lists its things by facts.
func (in *Instance) explainForward(ctx context.Context, from puzzle.State, opt puzzle.ExplainOptions, yield func(puzzle.Step, error) bool) error {
	m, err := in.start(from)
	if err != nil {
		return err
	}
	most, err := limit(opt)
	if err != nil {
		return err
	}
	open, marked := m.split()
	r := in.Reasoning().Reasoner()
	r.Exclude(marked)
	say := in.speaker()
	out := &nested{yield: yield}
	_, err = r.Derive(ctx, most, func(inf laws.Inference) bool {
		var s puzzle.Step
		if inf.Law == laws.Exclusion {
			s = in.banStep(say, inf.Clues[0], inf.Banned)
			s.Cost = inf.Cost
			open.AndNot(inf.Banned)
		} else {
			s = in.inferenceStep(say, inf)
			gone := open.Clone()
			gone.AndNot(r.Alive)
			in.cross(&s, gone, inf.Clues)
			open.AndNot(gone)
		}
		return out.give(s)
	})
	if err != nil || out.stopped {
		return err
	}
	if left := in.left(); open.Subset(left) {
		return in.lastStep(say, open, yield)
	}
	return nil
}

// cross adds the moves by which a step bans things, each by a clue that bans it, one of those cited if possible.
func (in *Instance) cross(s *puzzle.Step, things bitset.Set, cited []int) {
	for i := range things.All() {
		s.Moves = append(s.Moves, banMove(i, in.blame(i, cited)))
		s.Effects = append(s.Effects, in.thingRef(i))
	}
}

// blame gives a clue that bans a thing, one of those cited if possible.
func (in *Instance) blame(thing int, cited []int) int {
	for _, c := range cited {
		if in.bans[c].Has(thing) {
			return c
		}
	}
	c, _ := in.banner(thing)
	return max(c, 0)
}

// inferenceStep puts an inference in words; the arguments of cases are in its text.
func (in *Instance) inferenceStep(say saying.Speaker, inf laws.Inference) puzzle.Step {
	s := puzzle.Step{Technique: string(inf.Law), Name: say.Say(string(inf.Law)), Cost: inf.Cost, Text: tellInference(say, inf)}
	for _, c := range inf.Clues {
		s.Because = append(s.Because, in.clueRef(c))
	}
	return s
}

// explainFacts explains a factored puzzle: the moves are the facts.
func (in *Instance) explainFacts(ctx context.Context, from puzzle.State, opt puzzle.ExplainOptions, yield func(puzzle.Step, error) bool) error {
	v, err := in.Judge(from)
	if err != nil {
		return err
	}
	f, err := in.readFacts(from)
	if err != nil {
		return err
	}
	switch {
	case len(v.Conflicts) > 0 && len(f) > 0:
		return fmt.Errorf("what was marked contradicts the puzzle: %s", v.Conflicts[0].Text)
	case len(v.Conflicts) > 0: // clues that are false whatever the solution is
		return fmt.Errorf("nothing is left: no arrangement keeps this clue: %s", v.Conflicts[0].Text)
	}
	most, err := limit(opt)
	if err != nil {
		return err
	}
	r := in.Reasoning().Reasoner()
	for _, k := range f.list() {
		r.Learn([]*deck.Node{in.statement(k, f[k])}, -1)
	}
	say := in.speaker()
	out := &nested{yield: yield}
	solved, err := r.Derive(ctx, most, func(inf laws.Inference) bool {
		s := in.inferenceStep(say, inf)
		for _, g := range inf.Gives {
			if g.Op > deck.IsNot {
				continue
			}
			k, same := in.atomPair(g)
			if have, ok := f[k]; ok && have == same {
				continue
			}
			f[k] = same
			s.Moves = append(s.Moves, k.move(same))
			s.Effects = append(s.Effects, in.markRef(k, same))
		}
		return out.give(s)
	})
	if err != nil || solved || out.stopped || opt.Max != "" || in.f.Engine == nil {
		return err
	}
	// The laws do not see every contradiction, nor those with the puzzle's invariants.
	if res, err := in.Solve(ctx, 1); err != nil || res.Status == puzzle.None {
		return cmp.Or(err, laws.ErrContradiction)
	}
	return nil
}
