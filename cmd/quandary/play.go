package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/internal/batch"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

func newPlayCmd() *cobra.Command {
	var out string
	var force bool
	var workers int
	cmd := &cobra.Command{
		Use:   "play [FILE]",
		Short: "Make moves in puzzles and say what each is worth, for players that are programs",
		Long: `Make moves, and say of each what the rules and the puzzle make of it. Each line of input is an object with "puzzle", an id, and
"moves", a list of moves as quandary explain writes them; it may have "state", to go on from, and "hint": true. The line of output has
"moves", an object a move:

  "move"      the move
  "verdict"   "ok", "breaks" (a rule, as the board stands), "wrong" (no solution has it, though no rule is broken yet) or "refused" (it
              does not fit the puzzle; it is not made)
  "after"     of an ok move, how many deductions the explanation of the state takes to reach it, the easiest first; left out when it is not
              reached at all, so that it was a guess
  "conflicts" the parts of the puzzle that break rules, when it breaks one, each with the "rule"
  "why"       the reason of the deduction, or why the move is refused

and "state", "solved", "complete", "view" (the board as text), and with "hint" the easiest deduction from there. A game is such a line with
all its moves: playing it again gives the same verdicts. Standard input is read where no file is named.`,
		Example: `  echo '{"puzzle": "sudoku:4x4#1", "moves": ["r1c2=3"], "hint": true}' | quandary play`,
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if workers < 1 {
				return fmt.Errorf("-j: expected at least 1 worker, found %d", workers)
			}
			in := cmd.InOrStdin()
			if len(args) == 1 && args[0] != "-" {
				file, err := os.Open(args[0])
				if err != nil {
					return err
				}
				defer file.Close()
				in = file
			}
			w, file, err := output(cmd, out, force)
			if err != nil {
				return err
			}
			bad := 0
			err = batch.Map(cmd.Context(), w, answerLines(in), batch.Options{Workers: workers, Seen: func(_ uint64, item batch.Item) {
				if item.Note != nil {
					bad++
				}
			}}, func() func(context.Context, answerLine) batch.Item { return playLine })
			if file != nil {
				err = errors.Join(err, file.Close())
			}
			if err == nil && bad > 0 {
				err = exitCode(1)
			}
			return err
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "-", "file to write; - is standard output")
	cmd.Flags().BoolVar(&force, "force", false, "replace the output file if it exists")
	cmd.Flags().IntVarP(&workers, "workers", "j", runtime.NumCPU(), "how many games to play at once")
	return cmd
}

// turn is a line of input: moves in a puzzle.
type turn struct {
	ID     string        `json:"id"`
	Puzzle string        `json:"puzzle"`
	State  puzzle.State  `json:"state"`
	Moves  []puzzle.Move `json:"moves"`
	Hint   bool          `json:"hint"`
}

// mostMoves bounds the moves of a line: each is explained from the state before it.
const mostMoves = 10_000

func playLine(ctx context.Context, l answerLine) batch.Item {
	var t turn
	err := l.err
	if err == nil {
		err = json.Unmarshal(l.text, &t)
	}
	var obj record.Object
	if err == nil {
		obj, err = t.play(ctx)
	}
	if ctx.Err() != nil {
		return batch.Item{Err: ctx.Err()}
	}
	var note any
	if err != nil {
		note = err
		obj = record.Object{{Key: "line", Value: l.number}, {Key: "error", Value: err.Error()}}
	}
	if t.ID != "" {
		obj = append(record.Object{{Key: "id", Value: t.ID}}, obj...)
	}
	line, err := record.AppendJSON(nil, obj)
	return batch.Item{Line: append(line, '\n'), Note: note, Err: err}
}

// game is a puzzle that is being played.
type game struct {
	inst    puzzle.Instance
	player  puzzle.Player
	state   puzzle.State
	found   puzzle.Solution // the only solution; nil where there are several
	ahead   []puzzle.Step   // the explanation from the state
	planned bool            // whether ahead is that of the state
}

// newGame begins a game at a state, the empty one for the start, and solves its puzzle.
func newGame(ctx context.Context, inst puzzle.Instance, p puzzle.Player, from puzzle.State) (*game, error) {
	g := &game{inst: inst, player: p, state: from}
	if g.state == "" {
		g.state = p.Start()
	}
	if s, ok := inst.(puzzle.Solver); ok {
		res, err := s.Solve(ctx, 2)
		if err != nil {
			return nil, err
		}
		if res.Status == puzzle.Unique {
			g.found = res.Solutions[0]
		}
	}
	return g, nil
}

func (t *turn) play(ctx context.Context) (record.Object, error) {
	switch {
	case t.Puzzle == "":
		return nil, errors.New(`expected an object with "puzzle"`)
	case len(t.Moves) > mostMoves:
		return nil, fmt.Errorf("expected at most %d moves, found %d", mostMoves, len(t.Moves))
	}
	f, inst, err := families().Open(ctx, t.Puzzle)
	if err != nil {
		return nil, err
	}
	p, ok := inst.(puzzle.Player)
	if !ok {
		return nil, fmt.Errorf("%s puzzles cannot be played", f.Name())
	}
	g, err := newGame(ctx, inst, p, t.State)
	if err != nil {
		return nil, err
	}
	before, err := p.Judge(g.state)
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	moves := []any{}
	for _, m := range t.Moves {
		obj, verdict, err := g.move(ctx, m, before)
		if err != nil {
			return nil, err
		}
		before = verdict
		moves = append(moves, obj)
	}
	obj := record.Object{{Key: "puzzle", Value: t.Puzzle}, {Key: "moves", Value: moves}, {Key: "state", Value: string(g.state)},
		{Key: "complete", Value: before.Complete}, {Key: "solved", Value: before.Solved}}
	if d, ok := inst.(puzzle.Shown); ok {
		scene, err := d.Scene(g.state)
		if err != nil {
			return nil, err
		}
		obj.Set("view", scene.Text)
	}
	if t.Hint {
		steps, err := g.plan(ctx)
		if err != nil {
			return nil, err
		}
		if len(steps) > 0 {
			obj.Set("hint", stepObject(steps[0]))
		}
	}
	return obj, ctx.Err()
}

// move makes a move, judges it, and tells how far from what was known it is.
func (g *game) move(ctx context.Context, m puzzle.Move, before puzzle.Verdict) (record.Object, puzzle.Verdict, error) {
	from := *g
	made, verdict, err := g.make(m, before)
	if err != nil {
		return nil, before, err
	}
	obj := record.Object{{Key: "move", Value: string(m)}, {Key: "verdict", Value: made.verdict}}
	switch made.verdict {
	case refused:
		obj.Set("why", made.why)
	case breaks:
		obj.Set("conflicts", refList(verdict.Conflicts))
	case allowed:
		steps, err := from.plan(ctx)
		if err != nil {
			return nil, before, err
		}
		if g.state == from.state {
			g.ahead, g.planned = from.ahead, from.planned
		}
		for i, step := range steps {
			if slices.Contains(step.Moves, m) {
				obj.Set("after", i+1)
				obj.Set("why", step.Text)
				break
			}
		}
	}
	return obj, verdict, ctx.Err()
}

// Verdicts of moves.
const (
	allowed = "ok"
	breaks  = "breaks"
	wrong   = "wrong"
	refused = "refused"
)

// made is what became of a move.
type made struct {
	verdict string
	why     string // of a refused move
}

// make makes a move and judges it.
func (g *game) make(m puzzle.Move, before puzzle.Verdict) (made, puzzle.Verdict, error) {
	next, err := g.player.Apply(g.state, m)
	if err != nil {
		return made{refused, err.Error()}, before, nil
	}
	verdict, err := g.player.Judge(next)
	if err != nil {
		return made{}, before, err
	}
	are, err := g.mistakes(next)
	if err != nil {
		return made{}, before, err
	}
	were, err := g.mistakes(g.state)
	if err != nil {
		return made{}, before, err
	}
	if next != g.state {
		g.state, g.planned = next, false
	}
	switch {
	case len(verdict.Conflicts) > len(before.Conflicts):
		return made{verdict: breaks}, verdict, nil
	case are > were:
		return made{verdict: wrong}, verdict, nil
	}
	return made{verdict: allowed}, verdict, nil
}

// mistakes counts the marks of a state that the solution does not have.
func (g *game) mistakes(s puzzle.State) (int, error) {
	mistakes := g.inst.Extras().Mistakes
	if mistakes == nil || g.found == nil {
		return 0, nil
	}
	refs, err := mistakes(s, g.found)
	return len(refs), err
}

// plan gives the explanation from the state; none where the family does not explain, or the state contradicts the puzzle. One that the
// end of the context cuts short is an error: what it would have reached is not known.
func (g *game) plan(ctx context.Context) ([]puzzle.Step, error) {
	e, ok := g.inst.(puzzle.Explainer)
	if !ok || g.planned {
		return g.ahead, nil
	}
	var ahead []puzzle.Step
	for step, err := range e.Explain(ctx, g.state, puzzle.ExplainOptions{}) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			break
		}
		ahead = append(ahead, step)
	}
	g.ahead, g.planned = ahead, true
	return g.ahead, ctx.Err()
}
