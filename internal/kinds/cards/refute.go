package cards

import (
	"context"
	"fmt"
	"strconv"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/laws"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/saying"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/lineup"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve"
)

// techniqueRefute is the code of arguments against marks.
const techniqueRefute = "refute"

// Refute says why a mark is wrong. The mark of {thing 4} is right when the clue that it names bans the thing, or when the
// thing is marked as the solution and no clue bans it. Of factored puzzles the reference is {mark 3=12}.
func (in *Instance) Refute(ctx context.Context, s puzzle.State, ref puzzle.Ref) (puzzle.Step, bool, error) {
	if in.table == nil {
		return in.refuteFact(ctx, s, ref)
	}
	if ref.Kind != "thing" {
		return puzzle.Step{}, false, puzzle.Unknownf("kind of reference", ref.Kind, []string{"thing"})
	}
	i, err := strconv.Atoi(ref.ID)
	if err != nil || i < 0 || i >= in.table.N {
		return puzzle.Step{}, false, fmt.Errorf("expected things 0 to %d, found %s", in.table.N-1, nearest.Quote(ref.ID))
	}
	m, err := in.readMarks(s)
	if err != nil {
		return puzzle.Step{}, false, err
	}
	say := in.speaker()
	step := puzzle.Step{Technique: techniqueRefute, Name: say.Say("refute"), Cost: 1, Effects: []puzzle.Ref{in.thingRef(i)},
		Moves: []puzzle.Move{puzzle.Move(ref.ID + "?")}}
	by, banned := in.banner(i)
	thing := in.P.ThingID(i) + " (" + in.P.ThingText(in.P.Thing(i)) + ")"
	switch {
	case m[i] == isSolution && banned:
		step.Because = []puzzle.Ref{in.clueRef(by)}
		step.Text = say.Say("banned", "thing", thing, "clue", say.Clue(by))
		step.Moves = []puzzle.Move{banMove(i, by)}
	case m[i] > 0 && !in.bans[m[i]-1].Has(i):
		c := m[i] - 1
		step.Because = []puzzle.Ref{in.clueRef(c)}
		step.Text = say.Say("allowed", "thing", thing, "clue", say.Clue(c))
		if banned {
			step.Because = append(step.Because, in.clueRef(by))
			step.Text += say.Say("instead", "clue", say.Clue(by))
			step.Moves = []puzzle.Move{banMove(i, by)}
		} else {
			step.Text += say.Say("nobody")
		}
	default:
		return puzzle.Step{}, false, nil
	}
	return step, true, nil
}

// refuteFact argues against a mark of a factored puzzle: from the mark and the clues alone a contradiction follows.
func (in *Instance) refuteFact(ctx context.Context, s puzzle.State, ref puzzle.Ref) (puzzle.Step, bool, error) {
	if ref.Kind != "mark" {
		return puzzle.Step{}, false, puzzle.Unknownf("kind of reference", ref.Kind, []string{"mark"})
	}
	if _, err := in.readFacts(s); err != nil {
		return puzzle.Step{}, false, err
	}
	m, erase, err := lineup.ReadMove(ref.ID)
	if err == nil && erase {
		err = fmt.Errorf("expected a mark such as 3=12 or 3!12, found %s", nearest.Quote(ref.ID))
	}
	if err != nil {
		return puzzle.Step{}, false, err
	}
	k, err := in.pairOf(m)
	if err != nil {
		return puzzle.Step{}, false, err
	}
	n := in.statement(k, m.Same)
	_, session, err := solving.Open(ctx, in.f.Engine, in.P, false, func(e *solving.Encoding) { e.Problem.Assert("mark", e.Statement(n)) })
	if err != nil {
		return puzzle.Step{}, false, err
	}
	defer session.Close()
	res, err := session.Solve(ctx)
	if err != nil || res.Status == solve.Sat {
		return puzzle.Step{}, false, err
	}
	say := in.speaker()
	step := puzzle.Step{Technique: techniqueRefute, Name: say.Say("refute"), Cost: 1, Moves: []puzzle.Move{puzzle.Move(fmt.Sprintf("%d?%d", k.x, k.y))},
		Effects: []puzzle.Ref{{Kind: "mark", ID: ref.ID, Text: saying.Phrase(in.P, n, in.lang())}}}
	var steps []laws.Inference
	if n.Op <= deck.IsNot {
		steps = in.Reasoning().Reasoner().Refute(ctx, n)
	}
	c := laws.Case{Assume: n, Steps: steps, Fails: true}
	for _, clue := range laws.CaseClues([]laws.Case{c}) {
		step.Because = append(step.Because, in.clueRef(clue))
	}
	step.Text = tellCase(say, c)
	if steps == nil {
		step.Text = say.Of("suppose", saying.Supposed(n)) + say.Say("none")
	}
	return step, true, nil
}
