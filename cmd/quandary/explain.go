package main

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

func newExplainCmd() *cobra.Command {
	var f eachFlags
	var opt puzzle.ExplainOptions
	var state, mark string
	var grids bool
	detail := detailNormal
	cmd := &cobra.Command{
		Use:   "explain [ID | FILE]...",
		Short: "Solve puzzles step by step as a person does, and say why",
		Long: `Explain how to solve puzzles: at each point the easiest step, with its reason.

` + inputHelp,
		Example: `  quandary explain --kind sudoku puzzle.txt
  quandary explain 'sudoku:9x9#17' --max x-wing
  quandary explain --kind zebra puzzle.yaml --why-not 'Englishman = blue'`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.format != "text" && f.format != "jsonl" {
				return puzzle.Unknownf("format", f.format, []string{"text", "jsonl"})
			}
			if !slices.Contains(details, detail) {
				return puzzle.Unknownf("detail", detail, details)
			}
			return f.each(cmd, args, func(ctx context.Context, in input) (string, error) {
				if mark != "" {
					return whyNot(ctx, in, puzzle.State(state), mark, f.format)
				}
				ex := explanation{in: in, opt: opt, from: puzzle.State(state), grids: grids, detail: detail}
				if state == "" {
					ex.from = in.State
				}
				return ex.run(ctx, f.format)
			})
		},
	}
	f.register(cmd, "text or jsonl")
	cmd.Flags().StringVar(&opt.Max, "max", "", "the hardest technique that may be used")
	cmd.Flags().StringVar(&detail, "detail", detail, "brief (what follows, without reasons), normal (in few sentences, where the family can) or full (each step)")
	cmd.Flags().StringVar(&opt.Method, "method", "", "how to reason, where a family has several ways: exclusion or forward, for cards")
	cmd.Flags().StringVar(&state, "state", "", "start from this state instead of the beginning")
	cmd.Flags().BoolVar(&grids, "grids", false, "show the puzzle after each step")
	cmd.Flags().StringVar(&mark, "why-not", "", "say why this mark of a player is wrong, such as 'Ann = red' or 'r1c1 = 5'")
	return cmd
}

type explanation struct {
	in    input
	opt   puzzle.ExplainOptions
	from  puzzle.State
	grids bool

	detail string
}

// How much is told.
const (
	detailBrief  = "brief"
	detailNormal = "normal"
	detailFull   = "full"
)

var details = []string{detailBrief, detailNormal, detailFull}

// steps gives the steps to tell: those of the shortest telling, unless each step or a kind of step is asked for.
func (x explanation) steps(ctx context.Context, ex puzzle.Explainer) iter.Seq2[puzzle.Step, error] {
	if t, ok := ex.(puzzle.Teller); ok && x.detail != detailFull && x.opt == (puzzle.ExplainOptions{}) {
		return t.Tell(ctx, x.from)
	}
	return ex.Explain(ctx, x.from, x.opt)
}

// tell writes a step as text.
func (x explanation) tell(b *strings.Builder, n int, step puzzle.Step) {
	if x.detail != detailBrief || len(step.Effects) == 0 {
		fmt.Fprintf(b, "%3d. %s\n", n, step.Text)
		subSteps(b, step.Sub, "     ")
		return
	}
	var effects []string
	for _, e := range step.Effects {
		effects = append(effects, cmp.Or(e.Text, e.ID))
	}
	fmt.Fprintf(b, "%3d. %s: %s\n", n, step.Name, strings.Join(effects, ", "))
}

func (x explanation) run(ctx context.Context, format string) (string, error) {
	ex, ok := x.in.Instance.(puzzle.Explainer)
	if !ok {
		return "", fmt.Errorf("%s puzzles cannot be explained", x.in.family.Name())
	}
	if _, ok := ex.(puzzle.Methodical); !ok && x.opt.Method != "" {
		return "", fmt.Errorf("%s puzzles are explained in one way: leave out --method", x.in.family.Name())
	}
	state := x.from
	player, plays := x.in.Instance.(puzzle.Player)
	if plays && state == "" {
		state = player.Start()
	}
	var text strings.Builder
	list := []any{}
	n := 0
	for step, err := range x.steps(ctx, ex) {
		if err != nil {
			return "", err
		}
		n++
		obj := stepObject(step)
		x.tell(&text, n, step)
		if plays {
			for _, m := range step.Moves {
				if state, err = player.Apply(state, m); err != nil {
					return "", fmt.Errorf("step %d, move %s: %w", n, m, err)
				}
			}
		}
		if x.grids {
			grid, err := x.grid(state)
			if err != nil {
				return "", err
			}
			text.WriteString(grid + "\n")
			obj.Set("after", string(state))
			obj.Set("grid", grid)
		}
		list = append(list, obj)
	}
	end := "the techniques allowed do not go further"
	solved := false
	if plays {
		v, err := player.Judge(state)
		if err != nil {
			return "", err
		}
		if solved = v.Solved; solved {
			end = "solved"
		}
	}
	if s, ok := x.in.Instance.(puzzle.Solver); ok && !solved {
		res, err := s.Solve(ctx, 2)
		if err != nil {
			return "", err
		}
		if res.Status == puzzle.Several {
			end = "the puzzle has several solutions: what all of them have in common is found as far as the steps go"
		}
	}
	if format == "jsonl" {
		line, err := record.AppendJSON(nil, append(idMember(x.in),
			record.Member{Key: "solved", Value: solved}, record.Member{Key: "steps", Value: list},
			record.Member{Key: "state", Value: string(state)}))
		return string(append(line, '\n')), err
	}
	grid, err := x.grid(state)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s: %d steps, %s\n%s%s\n", heading(x.in), n, end, text.String(), grid), nil
}

// grid shows the puzzle at a state; nothing where the family draws no pictures.
func (x explanation) grid(s puzzle.State) (string, error) {
	p, ok := x.in.Instance.(puzzle.Pictured)
	if !ok {
		return "", nil
	}
	scene, err := p.Scene(s)
	return strings.TrimRight(scene.Text, "\n") + "\n", err
}

func subSteps(b *strings.Builder, steps []puzzle.Step, indent string) {
	for i, s := range steps {
		fmt.Fprintf(b, "%s%s) %s\n", indent, letters(i), s.Text)
		subSteps(b, s.Sub, indent+"   ")
	}
}

// letters numbers from 0 as columns of a spreadsheet: a, b, … z, aa, ab, …
func letters(i int) string {
	text := string('a' + rune(i%26))
	if i >= 26 {
		text = letters(i/26-1) + text
	}
	return text
}

func stepObject(s puzzle.Step) record.Object {
	moves := make([]any, len(s.Moves))
	for i, m := range s.Moves {
		moves[i] = string(m)
	}
	obj := record.Object{
		{Key: "technique", Value: s.Technique}, {Key: "name", Value: s.Name}, {Key: "cost", Value: s.Cost},
		{Key: "text", Value: s.Text}, {Key: "moves", Value: moves},
		{Key: "because", Value: refList(s.Because)}, {Key: "effects", Value: refList(s.Effects)},
	}
	if len(s.Sub) > 0 {
		sub := make([]any, len(s.Sub))
		for i := range s.Sub {
			sub[i] = stepObject(s.Sub[i])
		}
		obj.Set("sub", sub)
	}
	return obj
}

func refList(refs []puzzle.Ref) []any {
	list := make([]any, len(refs))
	for i, r := range refs {
		o := record.Object{{Key: "kind", Value: r.Kind}, {Key: "id", Value: r.ID}}
		if r.Text != "" {
			o.Set("text", r.Text)
		}
		list[i] = o
	}
	return list
}
