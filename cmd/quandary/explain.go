package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

type explainFlags struct {
	eachFlags
	paper, font string
}

func newExplainCmd() *cobra.Command {
	var f explainFlags
	var opt puzzle.ExplainOptions
	var state, mark string
	var grids bool
	detail := detailNormal
	cmd := &cobra.Command{
		Use:   "explain [ID | FILE]...",
		Short: "Solve puzzles step by step as a person does, and say why",
		Long: `Explain how to solve puzzles: at each point the easiest step, with its reason.

Beside text and JSON lines there are sheets with a picture for each step, on which the places that its sentence names are marked: HTML and
SVG, one file a puzzle (for several, -o names a folder), and PDF, which holds all puzzles.

` + inputHelp,
		Example: `  quandary explain --kind sudoku puzzle.txt
  quandary explain 'sudoku:9x9#17' --max x-wing
  quandary explain 'slitherlink:7x7#3' -o solved.html
  quandary explain --kind zebra puzzle.yaml --why-not 'Englishman = blue'`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if ext := strings.TrimPrefix(strings.ToLower(filepath.Ext(f.out)), "."); !cmd.Flags().Changed("format") && slices.Contains(pictureFormats, ext) {
				f.format = ext
			}
			if known := append([]string{"text", "jsonl"}, pictureFormats...); !slices.Contains(known, f.format) {
				return puzzle.Unknownf("format", f.format, known)
			}
			if !slices.Contains(details, detail) {
				return puzzle.Unknownf("detail", detail, details)
			}
			explanationOf := func(in input) explanation {
				ex := explanation{in: in, opt: opt, from: puzzle.State(state), grids: grids, detail: detail, lang: cmp.Or(f.input.lang, "en")}
				if state == "" {
					ex.from = in.State
				}
				return ex
			}
			if slices.Contains(pictureFormats, f.format) {
				if mark != "" {
					return fmt.Errorf("--why-not gives text or jsonl, not %s", f.format)
				}
				return f.pictures(cmd, args, explanationOf)
			}
			return f.each(cmd, args, func(ctx context.Context, in input) (string, error) {
				if mark != "" {
					return whyNot(ctx, in, puzzle.State(state), mark, f.format)
				}
				return explanationOf(in).run(ctx, f.format)
			})
		},
	}
	f.register(cmd, "text, jsonl, html, svg or pdf; default: by the ending of -o, else text")
	f.input.told = true
	cmd.Flags().StringVar(&opt.Max, "max", "", "the hardest technique that may be used")
	cmd.Flags().StringVar(&detail, "detail", detail, "brief (what follows, without reasons), normal (in few sentences, where the family can) or full (each step)")
	cmd.Flags().StringVar(&opt.Method, "method", "", "how to reason, where a family has several ways: exclusion or forward, for cards")
	cmd.Flags().StringVar(&state, "state", "", "start from this state instead of the beginning")
	cmd.Flags().BoolVar(&grids, "grids", false, "show the puzzle after each step")
	cmd.Flags().StringVar(&mark, "why-not", "", "say why this mark of a player is wrong, such as 'Ann = red' or 'r1c1 = 5'")
	cmd.Flags().StringVar(&f.paper, "paper", "A4", "PDF: A3, A4, A5, Letter or Legal")
	cmd.Flags().StringVar(&f.font, "font", "", "PDF, SVG: TrueType font file, for letters that the built-in font lacks")
	return cmd
}

type explanation struct {
	in    input
	opt   puzzle.ExplainOptions
	from  puzzle.State
	grids bool

	detail string
	lang   string // of what stands around the steps
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
	if x.detail != detailFull {
		return puzzle.Way(ctx, ex, x.from, x.opt)
	}
	return ex.Explain(ctx, x.from, x.opt)
}

// told gives what is said of a step: its sentence, and the argument inside it.
func (x explanation) told(step puzzle.Step) (text string, sub []puzzle.Step) {
	if x.detail != detailBrief || len(step.Effects) == 0 {
		return step.Text, step.Sub
	}
	if step.Brief != "" {
		return fmt.Sprintf("%s: %s", step.Name, step.Brief), nil
	}
	var effects []string
	for _, e := range step.Effects {
		effects = append(effects, cmp.Or(e.Text, e.ID))
	}
	return fmt.Sprintf("%s: %s", step.Name, strings.Join(effects, ", ")), nil
}

// walked is where steps led.
type walked struct {
	steps  int
	end    string // in words
	ended  error  // why the run ended before the steps did; nil: it did not
	solved bool
	state  puzzle.State
}

// cut gives how far steps led that ended with an error: that is no error where it is the end of the run, or of the puzzle's time.
func (w walked) cut(ctx context.Context, err error) (walked, error) {
	if ctx.Err() == nil {
		return w, err
	}
	w.ended = context.Cause(ctx)
	w.end = "then the run ended: " + shortCause(w.ended)
	if errors.Is(w.ended, errLate) {
		w.end = fmt.Sprintf("then %v; what is still open is not explained", w.ended)
	}
	return w, nil
}

// late is the error of what is told as far as it goes, since the puzzle's time was up; nil where it was not.
func (w walked) late() error {
	if errors.Is(w.ended, errLate) {
		return w.ended
	}
	return nil
}

// walk takes the steps, and calls visit with each and the states around it.
func (x explanation) walk(ctx context.Context, visit func(n int, step puzzle.Step, before, after puzzle.State) error) (walked, error) {
	w := walked{end: "the techniques allowed do not go further", state: x.from}
	ex, ok := x.in.Instance.(puzzle.Explainer)
	if !ok {
		return w, fmt.Errorf("%s puzzles cannot be explained", x.in.family.Name())
	}
	if x.in.Instance.Extras().Methods == nil && x.opt.Method != "" {
		return w, fmt.Errorf("%s puzzles are explained in one way: leave out --method", x.in.family.Name())
	}
	player, plays := x.in.Instance.(puzzle.Player)
	if plays && w.state == "" {
		w.state = player.Start()
	}
	ctx, stop := guardOf(ctx).within(ctx, stepsTime)
	defer stop()
	for step, err := range x.steps(ctx, ex) {
		if err != nil {
			return w.cut(ctx, err)
		}
		w.steps++
		before := w.state
		if plays {
			for _, m := range step.Moves {
				if w.state, err = player.Apply(w.state, m); err != nil {
					return w, fmt.Errorf("step %d, move %s: %w", w.steps, m, err)
				}
			}
		}
		if err := visit(w.steps, step, before, w.state); err != nil {
			return w, err
		}
	}
	if plays {
		v, err := player.Judge(w.state)
		if err != nil {
			return w, err
		}
		if w.solved = v.Solved; w.solved {
			w.end = "solved"
		}
	}
	if s, ok := x.in.Instance.(puzzle.Solver); ok && !w.solved {
		res, err := s.Solve(ctx, 2)
		if err != nil {
			return w.cut(ctx, err)
		}
		if res.Status == puzzle.Several {
			w.end = "the puzzle has several solutions: what all of them have in common is found as far as the steps go"
		}
	}
	return w, nil
}

func (x explanation) run(ctx context.Context, format string) (string, error) {
	var text strings.Builder
	list := []any{}
	w, err := x.walk(ctx, func(n int, step puzzle.Step, before, after puzzle.State) error {
		obj := stepObject(step)
		sentence, sub := x.told(step)
		fmt.Fprintf(&text, "%3d. %s\n", n, sentence)
		writeSub(&text, sub)
		if x.grids {
			grid, err := x.grid(after)
			if err != nil {
				return err
			}
			text.WriteString(grid + "\n")
			obj.Set("after", string(after))
			obj.Set("grid", grid)
		}
		list = append(list, obj)
		return nil
	})
	if err != nil {
		return "", err
	}
	if format == "jsonl" {
		obj := append(idMember(x.in),
			record.Member{Key: "solved", Value: w.solved}, record.Member{Key: "steps", Value: list},
			record.Member{Key: "state", Value: string(w.state)})
		if w.ended != nil {
			obj.Set("ended", shortCause(w.ended))
		}
		line, err := record.AppendJSON(nil, obj)
		return string(append(line, '\n')), cmp.Or(err, w.late())
	}
	grid, err := x.grid(w.state)
	if err != nil {
		return "", err
	}
	count := fmt.Sprintf("%d steps", w.steps)
	if w.steps == 1 {
		count = "1 step"
	}
	return fmt.Sprintf("%s: %s, %s\n%s%s\n", heading(x.in), count, w.end, text.String(), grid), w.late()
}

// grid shows the puzzle at a state; nothing where the family draws no pictures.
func (x explanation) grid(s puzzle.State) (string, error) {
	p, ok := x.in.Instance.(puzzle.Shown)
	if !ok {
		return "", nil
	}
	scene, err := p.Scene(s)
	return strings.TrimRight(scene.Text, "\n") + "\n", err
}

// nested lists the sentences of an argument with their letters, each with how deep it lies.
func nested(steps []puzzle.Step) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for i, s := range steps {
			if !yield(1, letters(i)+") "+s.Text) {
				return
			}
			for depth, text := range nested(s.Sub) {
				if !yield(depth+1, text) {
					return
				}
			}
		}
	}
}

// writeSub writes an argument below the sentence of its step.
func writeSub(b *strings.Builder, steps []puzzle.Step) {
	for depth, text := range nested(steps) {
		fmt.Fprintf(b, "  %s%s\n", strings.Repeat("   ", depth), text)
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
		if r.Not {
			o.Set("not", true)
		}
		if r.Rule != "" {
			o.Set("rule", r.Rule)
		}
		list[i] = o
	}
	return list
}
