package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/internal/batch"
	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/solve"
)

// eachFlags are the flags of the commands that do something with each puzzle they read.
type eachFlags struct {
	input   inputFlags
	format  string
	out     string
	force   bool
	workers int
	wrapped func(in input) puzzle.Format // the format that is written, whose head and foot go round all of the output; nil: none
}

func (f *eachFlags) register(cmd *cobra.Command, formats string) {
	fl := cmd.Flags()
	f.input.register(fl)
	fl.StringVar(&f.format, "format", "text", "output: "+formats)
	fl.StringVarP(&f.out, "output", "o", "-", "file to write; - is standard output")
	fl.BoolVar(&f.force, "force", false, "replace the output file if it exists")
	fl.IntVarP(&f.workers, "workers", "j", runtime.NumCPU(), "how many puzzles to work on at once")
}

// each runs a function on each puzzle of the arguments, in parallel, and writes what it returns in the order of the input.
// A puzzle that fails is reported on standard error, and as a line with "error" among JSON lines ("unread" too where there is no puzzle
// to speak of, so that a program can tell it from one that is wrong); the others go on. When the run is ended,
// what the function returns then is written where it is no error: what was found so far.
func (f *eachFlags) each(cmd *cobra.Command, args []string, do func(context.Context, input) (string, error)) error {
	if f.workers < 1 {
		return fmt.Errorf("-j: expected at least 1 worker, found %d", f.workers)
	}
	inputs, err := readInputs(cmd, f.input, args)
	if err != nil {
		return err
	}
	out, file, err := output(cmd, f.out, f.force)
	if err != nil {
		return err
	}
	bad, seen := 0, 0
	err = batch.Map(cmd.Context(), out, inputs, batch.Options{
		Workers: f.workers,
		Seen: func(_ uint64, item batch.Item) {
			seen++
			if why, failed := item.Note.(string); failed {
				bad++
				fmt.Fprintln(cmd.ErrOrStderr(), "quandary:", why)
			}
		},
	}, func() func(context.Context, input) batch.Item {
		return func(ctx context.Context, in input) batch.Item {
			text, err := "", in.Err
			if err == nil {
				text, err = do(ctx, in)
			}
			if err != nil && ctx.Err() != nil {
				return batch.Item{Err: ctx.Err()}
			}
			if err == nil || text != "" {
				item := batch.Item{Line: []byte(text)}
				if err != nil { // it is a part of what was asked for
					item.Note = in.fault(err)
				}
				if f.wrapped != nil {
					format := f.wrapped(in)
					item.Line, item.Around = []byte(format.Part(strings.TrimSuffix(text, "\n"))), around(format)
				}
				return item
			}
			why := in.fault(err)
			item := batch.Item{Note: why}
			if f.format == "jsonl" {
				obj := append(idMember(in), record.Member{Key: "error", Value: why})
				if in.Err != nil {
					obj = append(obj, record.Member{Key: "unread", Value: true})
				}
				var line []byte
				if line, err = record.AppendJSON(nil, obj); err != nil {
					return batch.Item{Err: err}
				}
				item.Line = append(line, '\n')
			}
			return item
		}
	})
	if file != nil {
		if closeErr := file.Close(); err == nil {
			err = closeErr
		}
	}
	if err == nil && seen == 0 {
		err = errors.New("there are no puzzles in the input")
	}
	if err == nil && bad > 0 {
		err = exitCode(1)
	}
	return err
}

func idMember(in input) record.Object {
	if in.ID == "" {
		return nil
	}
	return record.Object{{Key: "id", Value: in.ID}}
}

// heading names an input in text output.
func heading(in input) string {
	if in.ID != "" {
		return in.ID
	}
	return in.where
}

func newSolveCmd() *cobra.Command {
	var f eachFlags
	var by solverFlags
	var limit int
	cmd := &cobra.Command{
		Use:   "solve [ID | FILE]...",
		Short: "Solve puzzles, and prove how many solutions they have",
		Long: `Solve puzzles. The status is unique, several or none, each proven; a solution is printed for the first two.

` + inputHelp + `

A puzzle that takes longer than --time, 20 seconds where that is not given, is unknown, and the reason says so; the others go on.

With --format jsonl there is one line a puzzle, in order: "id" (when the puzzle has one), "status", "solutions" (how many
were found, at most --limit), and "solution", in the form in which the puzzle came in.

Boards of families that rules files state are solved by the program that --solver names, and --certify has confirmed that there are no
other solutions than those found: by a second solver, or by a proof that is written down and checked step by step, with code that
shares nothing with the solver's. In JSON lines "certified" then says by what. (Of several solutions two are shown, which is proof enough.)`,
		Example: `  quandary solve --kind sudoku puzzles.txt
  quandary solve --kind zebra --format jsonl puzzles.txt -o solved.jsonl
  quandary solve --kind slitherlink --certify proof boards.txt
  quandary solve 'sudoku:9x9#17'`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.format != "text" && f.format != "jsonl" {
				return puzzle.Unknownf("format", f.format, []string{"text", "jsonl"})
			}
			if limit < 1 || limit > mostSolutions {
				return fmt.Errorf("--limit: expected 1 to %d, found %d", mostSolutions, limit)
			}
			return by.open(func(with *foundry.Solvers) error {
				f.input.stated = with != nil
				return f.each(cmd, args, func(ctx context.Context, in input) (string, error) {
					return solveOne(ctx, in, with, limit, f.format)
				})
			})
		},
	}
	f.register(cmd, "text or jsonl")
	by.register(cmd.Flags(), "the solutions found")
	cmd.Flags().IntVar(&limit, "limit", 2, "how many solutions to look for, up to 100000; uniqueness is always decided")
	return cmd
}

// mostSolutions bounds --limit: all the solutions are held in memory.
const mostSolutions = 100_000

// solveOne solves a puzzle, with solvers of the caller's choice where with is not nil.
func solveOne(ctx context.Context, in input, with *foundry.Solvers, limit int, format string) (string, error) {
	s, ok := in.Instance.(puzzle.Solver)
	if !ok {
		return "", fmt.Errorf("%s puzzles cannot be solved", in.family.Name())
	}
	within, stop := guardOf(ctx).puzzle(ctx)
	defer stop()
	var res puzzle.Result
	var certified string
	var err error
	if with == nil {
		res, err = s.Solve(within, max(2, limit))
	} else {
		res, certified, err = solveWith(within, in, with, max(2, limit))
	}
	if err != nil {
		if late := within.Err(); late != nil && ctx.Err() == nil {
			err = context.Cause(within)
		}
		if res.Status, ok = undecided(ctx, res, err); !ok {
			return "", err
		}
		certified = ""
	}
	for _, sol := range res.Solutions {
		if c, ok := in.Instance.(puzzle.Solver); ok {
			if err := c.CheckSolution(sol); err != nil {
				return "", fmt.Errorf("the solver's solution is wrong: %w", err)
			}
		}
		if within.Err() != nil {
			return "", context.Cause(within)
		}
	}
	if format == "jsonl" {
		return solvedLine(in, res, certified, err)
	}
	if err != nil {
		return fmt.Sprintf("%s: %s: %v\n", heading(in), res.Status, err), nil
	}
	return solvedText(within, in, res, certified, limit)
}

// whyNone says why a puzzle without solution has none, where its family can tell from the givens alone.
func whyNone(inst puzzle.Instance, res puzzle.Result) string {
	c, ok := inst.(interface{ Conflict() error })
	if !ok || res.Status != puzzle.None {
		return ""
	}
	if err := c.Conflict(); err != nil {
		return err.Error()
	}
	return ""
}

// undecided gives the status of a puzzle whose solving ended on a bound of work, and whether it did.
func undecided(ctx context.Context, res puzzle.Result, err error) (puzzle.Status, bool) {
	if ctx.Err() != nil || !errors.Is(err, solve.ErrBudget) && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, errLate) {
		return res.Status, false
	}
	if res.Count > 1 {
		return puzzle.Several, true
	}
	return puzzle.Unknown, true
}

func solvedLine(in input, res puzzle.Result, certified string, ended error) (string, error) {
	obj := append(idMember(in),
		record.Member{Key: "status", Value: res.Status.String()},
		record.Member{Key: "solutions", Value: res.Count})
	if certified != "" {
		obj.Set("certified", certified)
	}
	if why := whyNone(in.Instance, res); why != "" {
		obj.Set("reason", why)
	}
	if ended != nil {
		obj.Set("reason", ended.Error())
	}
	if len(res.Solutions) > 0 {
		v, err := res.Solutions[0].Encode(in.Format)
		if err != nil {
			return "", err
		}
		obj.Set("solution", v)
	}
	line, err := record.AppendJSON(nil, obj)
	return string(append(line, '\n')), err
}

func solvedText(ctx context.Context, in input, res puzzle.Result, certified string, limit int) (string, error) {
	held := budget.New("the solutions of a puzzle", guardOf(ctx).share())
	var b strings.Builder
	fmt.Fprintf(&b, "%s: ", heading(in))
	switch {
	case res.Status == puzzle.Unique:
		b.WriteString("exactly one solution" + confirmed(certified) + "\n")
	case res.Status == puzzle.None:
		b.WriteString("no solution" + confirmed(certified))
		if why := whyNone(in.Instance, res); why != "" {
			b.WriteString(": " + why)
		}
		b.WriteString("\n")
	case res.Complete:
		fmt.Fprintf(&b, "%d solutions%s\n", res.Count, confirmed(certified))
	default:
		fmt.Fprintf(&b, "at least %d solutions\n", res.Count)
	}
	for _, sol := range res.Solutions[:min(limit, len(res.Solutions))] {
		text, err := solutionText(in.Instance, sol)
		if err == nil {
			err = held.Take(3 * int64(len(text))) // here, as it grows, and in what is written
		}
		if err == nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return "", fmt.Errorf("%w; a smaller --limit asks for fewer solutions", err)
		}
		fmt.Fprintf(&b, "%s\n\n", text)
	}
	return b.String(), nil
}

// solutionText shows a solution to a person.
func solutionText(inst puzzle.Instance, sol puzzle.Solution) (string, error) {
	if p, ok := inst.(puzzle.Shown); ok {
		scene, err := p.SolutionScene(sol)
		if err != nil {
			return "", err
		}
		if scene.Text != "" {
			return strings.TrimRight(scene.Text, "\n"), nil
		}
	}
	return sol.Desc(), nil
}
