package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

func newCheckCmd() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check [ID | FILE]...",
		Short: "Check puzzles: that each has one solution, the one that its file states",
		Long: `Check puzzles: that each is well formed, has exactly one solution (or --solutions of them), and that the solution which
its file states is it. Of clue cards, what the clues do is told as well: which ban nothing, which could be left out, and
the order of clues that solves the puzzle fastest. With --answer, an answer is judged by the rules of the puzzle.

Of families that rules files state, a board with marks or a problem with a solution is judged as it stands: solved, unsolved
(something is left to do) or contradiction (no solution has these marks), with every rule that is broken and where. With
--format jsonl that is one line: "status", "rules" (each "rule", "places" and "sentence") and "codes", what pzpr calls them;
a line of input is an object with "board", or with "problem" and "solution".

With --trace, somebody's own reasoning about a puzzle is checked: the file is read for what its sentences say, in the forms that people
and models write ("r1c2 = 3", "row 1, column 2 must be 3", "the Norwegian does not live in house 2"), and the first step is named that is false
(no solution has it) or unproved (nothing before it leads to it, or with --leap only more deductions than that). English and Chinese are read, German, Spanish and Japanese
as our own explanations say it. Questions, and what is thought under a supposition, state nothing; sentences that are not understood are
passed over, and a text of which none is understood is no right one. With --format jsonl: "steps" (those
read, up to the fault: "line" and "move"; with --contraries also "said", the words that state it, and "contrary", words that make it false, where these are known), "solved", and "fault" (null, or "kind", "line", "sentence", "move", "why"). --step does the same
with one step, from the state that --state names ("after" of the step before, in explain --grids --format jsonl) or from the beginning.
Reasoning about one puzzle may take a minute, or what --time says; then the line is named from which on nothing is decided.

The exit code is 1 when something is wrong. With --format jsonl what is wrong is "error"; "unread" stands beside it where the puzzle
could not even be read.

` + inputHelp,
		Example: `  quandary check --kind cards puzzle.yaml
  quandary check cards:cars --answer 'top = red, body = red'
  quandary check sudoku:9x9#17 --trace reasoning.txt
  quandary check sudoku:6x6#3 --step 'r6c3 = 5'`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	f.register(cmd, "text or jsonl")
	cmd.Flags().StringVar(&f.answer, "answer", "", "judge this answer instead of the puzzle")
	cmd.Flags().StringVar(&f.trace.file, "trace", "", "check the reasoning in this file instead; - is standard input")
	cmd.Flags().StringVar(&f.trace.step, "step", "", "check this one step of reasoning instead, alone")
	cmd.Flags().StringVar(&f.state, "state", "", "with --step or --trace: the state of the puzzle before it, as explain and play write it")
	cmd.Flags().IntVar(&f.trace.leap, "leap", 0, "with --trace or --step: how many deductions a step may be away from what is known; 0: any number")
	cmd.Flags().BoolVar(&f.trace.contraries, "contraries", false, "with --trace and --format jsonl: the words of each step, and those that would claim the contrary, where they are known")
	cmd.Flags().IntVar(&f.solutions, "solutions", 0, "how many solutions the puzzle must have; default: as many as it says, else one")
	return cmd
}

// checkFlags are the flags of check.
type checkFlags struct {
	eachFlags
	answer, state string
	solutions     int
	trace         tracing
}

// run checks puzzles, or reasoning about them.
func (f *checkFlags) run(cmd *cobra.Command, args []string) error {
	if f.format != "text" && f.format != "jsonl" {
		return puzzle.Unknownf("format", f.format, []string{"text", "jsonl"})
	}
	given := cmd.Flags().Changed
	if given("solutions") && (f.solutions < 1 || f.solutions > maxChecked) {
		return fmt.Errorf("--solutions: expected a number from 1 to %d, found %d", maxChecked, f.solutions)
	}
	reasoning := given("trace") || given("step")
	if given("state") && !reasoning {
		return errors.New("--state is what is known before a --step or a --trace, and neither is given")
	}
	for _, flag := range []string{"leap", "contraries"} {
		if given(flag) && !reasoning {
			return fmt.Errorf("--%s is for the steps of a --step or a --trace, and neither is given", flag)
		}
	}
	if f.trace.contraries && f.format != "jsonl" {
		return errors.New("--contraries is told with --format jsonl alone")
	}
	if reasoning {
		f.trace.state = puzzle.State(f.state)
		if err := f.trace.read(cmd); err != nil {
			return err
		}
		err := f.each(cmd, args, func(ctx context.Context, in input) (string, error) { return f.trace.check(ctx, in, f.format) })
		if err == nil && f.trace.faulty.Load() > 0 {
			err = exitCode(1)
		}
		return err
	}
	return f.each(cmd, args, func(ctx context.Context, in input) (string, error) {
		ctx, stop := guardOf(ctx).within(ctx, 0)
		defer stop()
		c := checking{in: in, want: f.solutions}
		if c.want == 0 && in.Instance != nil {
			c.want = puzzle.Meant(in.Instance)
		}
		if in.Instance != nil && in.Instance.Extras().Broken != nil && in.Answer != nil && !given("answer") {
			return judged(ctx, in, f.format, f.input.lang)
		}
		if given("answer") {
			return c.answer(f.answer, f.format)
		}
		err := c.run(ctx)
		if late := context.Cause(ctx); err != nil && errors.Is(late, errLate) {
			return "", fmt.Errorf("whether it is right is not decided: %w", late)
		}
		if err != nil {
			return "", err
		}
		return c.report(f.format)
	})
}

// maxChecked bounds how many solutions a puzzle can be asked to have.
const maxChecked = 100_000

// checking is the check of one puzzle.
type checking struct {
	in      input
	want    int
	res     puzzle.Result
	remarks []puzzle.Remark
}

// run solves the puzzle and compares; what is wrong is an error.
func (c *checking) run(ctx context.Context) error {
	s, ok := c.in.Instance.(puzzle.Solver)
	if !ok {
		return fmt.Errorf("%s puzzles cannot be solved", c.in.family.Name())
	}
	checker, checks := c.in.Instance.(puzzle.Solver)
	if checks && c.in.Answer != nil {
		if err := checker.CheckSolution(c.in.Answer); err != nil {
			return fmt.Errorf("the solution that the file states is wrong: %w", err)
		}
	}
	var err error
	if c.res, err = s.Solve(ctx, c.want+1); err != nil {
		return err
	}
	for _, sol := range c.res.Solutions {
		if checks {
			if err := checker.CheckSolution(sol); err != nil {
				return fmt.Errorf("the solver's solution is wrong: %w", err)
			}
		}
	}
	if c.res.Count != c.want || !c.res.Complete {
		return c.miscount()
	}
	if a := c.in.Answer; a != nil && c.want == 1 && c.res.Solutions[0].Desc() != a.Desc() {
		return errors.New("the solution that the file states is another than the one that was found")
	}
	if remarks := c.in.Instance.Extras().Remarks; remarks != nil {
		if c.remarks, err = remarks(ctx); err != nil {
			return err
		}
	}
	return nil
}

// miscount says how many solutions there are instead of those wanted.
func (c *checking) miscount() error {
	switch {
	case c.res.Count == 0 && c.res.Complete:
		if why := whyNone(c.in.Instance, c.res); why != "" {
			return fmt.Errorf("no solution: %s", why)
		}
		return errors.New("no solution")
	case c.res.Complete && c.res.Count < c.want:
		return fmt.Errorf("%s, expected %d", plural(c.res.Count, "solution"), c.want)
	case c.res.Count < c.want:
		return fmt.Errorf("%s found, and it is not known whether there are more", plural(c.res.Count, "solution"))
	}
	var found []string
	for _, s := range c.res.Solutions[:min(2, len(c.res.Solutions))] {
		text, err := solutionText(c.in.Instance, s)
		if err != nil {
			return err
		}
		found = append(found, text)
	}
	more := "more than " + plural(c.want, "solution")
	if c.want == 1 {
		more = "several solutions"
	}
	return fmt.Errorf("%s; two of them:\n%s", more, strings.Join(found, "\n"))
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// report tells that all is right, and what there is to remark.
func (c *checking) report(format string) (string, error) {
	if format == "jsonl" {
		remarks := make([]any, len(c.remarks))
		for i, r := range c.remarks {
			remarks[i] = record.Object{{Key: "code", Value: r.Code}, {Key: "text", Value: r.Text}}
		}
		line, err := record.AppendJSON(nil, append(idMember(c.in), record.Member{Key: "right", Value: true},
			record.Member{Key: "solutions", Value: c.res.Count}, record.Member{Key: "stated", Value: c.in.Answer != nil},
			record.Member{Key: "remarks", Value: remarks}))
		return string(append(line, '\n')), err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: right: ", heading(c.in))
	switch {
	case c.want != 1:
		fmt.Fprintf(&b, "exactly %d solutions", c.want)
	case c.in.Answer != nil:
		b.WriteString("exactly one solution, the one that the file states")
	default:
		b.WriteString("exactly one solution")
	}
	b.WriteByte('\n')
	for _, r := range c.remarks {
		fmt.Fprintf(&b, "  %s\n", r.Text)
	}
	return b.String(), nil
}

// answer judges an answer by the rules; one that is wrong is an error.
func (c *checking) answer(text, format string) (string, error) {
	a, ok := c.in.Instance.(puzzle.AnswerChecker)
	if !ok {
		return "", fmt.Errorf("answers to %s puzzles are not judged by their rules", c.in.family.Name())
	}
	sol, err := a.ReadAnswer(text)
	if err != nil {
		return "", fmt.Errorf("the answer cannot be read: %w", err)
	}
	if checker, ok := c.in.Instance.(puzzle.Solver); ok {
		if err := checker.CheckSolution(sol); err != nil {
			return "", fmt.Errorf("the answer is wrong: %w", err)
		}
	}
	if format == "jsonl" {
		line, err := record.AppendJSON(nil, append(idMember(c.in), record.Member{Key: "right", Value: true}))
		return string(append(line, '\n')), err
	}
	return heading(c.in) + ": the answer is right\n", nil
}

// judged tells which rules an answer breaks.
func judged(ctx context.Context, in input, format, lang string) (string, error) {
	verdict, err := in.Instance.Extras().Broken(ctx, in.Answer)
	if err != nil {
		return "", err
	}
	if format == "jsonl" {
		rules, codes := []any{}, []any{}
		seen := map[string]bool{}
		for _, r := range verdict.Rules {
			rules = append(rules, record.Object{{Key: "rule", Value: r.Rule}, {Key: "places", Value: record.List(r.Places)}, {Key: "sentence", Value: r.Text}})
			for _, c := range r.Codes {
				if !seen[c] {
					seen[c] = true
					codes = append(codes, c)
				}
			}
		}
		line, err := record.AppendJSON(nil, append(idMember(in), record.Member{Key: "status", Value: verdict.Status},
			record.Member{Key: "rules", Value: rules}, record.Member{Key: "codes", Value: codes}))
		return string(append(line, '\n')), err
	}
	var b strings.Builder
	status := verdict.Status
	if lang == "zh" {
		status = map[string]string{puzzle.Solved: "已解出", puzzle.Unsolved: "未完成", puzzle.Contradiction: "有矛盾"}[status]
	}
	fmt.Fprintf(&b, "%s: %s\n", heading(in), status)
	for _, r := range verdict.Rules {
		fmt.Fprintf(&b, "  %s: %s", r.Rule, r.Text)
		if len(r.Places) > 0 {
			fmt.Fprintf(&b, " [%s]", strings.Join(r.Places, " "))
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}
