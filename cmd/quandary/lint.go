package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/kinds/blanks"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/spec"
)

// lintOptions are the flags of quandary lint.
type lintOptions struct {
	format string
	root   string
	hints  bool
	strict bool
}

func newLintCmd() *cobra.Command {
	var o lintOptions
	cmd := &cobra.Command{
		Use:   "lint FILE...",
		Short: "Report what is wrong with specifications, rules files, blanks files and programs",
		Long: `Report every problem of specification files, rules files and blanks files at once: keys and values that the format does not know,
expressions that are no Python, names that nothing defines or that are used before they are there, reserved words out of place, lists
whose lengths differ, operator files that cannot be read. Specifications are not run; the rules of rules files are tried on small boards;
of blanks files, and of programs (*.py) to put blanks into, puzzles are made, and what is taken for granted of their inputs is said.

Each problem has a place, what was expected, and the nearest name that exists. A file name "-" reads standard input.
The exit code is 1 if a file has an error (with --strict: or a warning), 0 otherwise.`,
		Example: `  quandary lint wine.yaml
  quandary lint --hints --format json specs/*.yaml
  quandary lint - < wine.yaml`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.format != "text" && o.format != "json" {
				return fmt.Errorf("unknown format %q: expected text or json", o.format)
			}
			return lint(cmd, args, o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.format, "format", "text", "how to print the problems: text or json")
	f.StringVar(&o.root, "root", "", "folder in which custom_operator files are looked up (default: the specification's own)")
	f.BoolVar(&o.hints, "hints", false, "print hints too, such as definitions that nothing uses")
	f.BoolVar(&o.strict, "strict", false, "let warnings fail too")
	return cmd
}

// lintReport is the output of quandary lint --format json.
type lintReport struct {
	Files    int           `json:"files"`
	Errors   int           `json:"errors"`
	Warnings int           `json:"warnings"`
	Hints    int           `json:"hints"`
	Problems []lintProblem `json:"problems"`
}

type lintProblem struct {
	File     string `json:"file"`
	Line     int    `json:"line,omitempty"`
	Col      int    `json:"col,omitempty"`
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Field    string `json:"field,omitempty"`
	Message  string `json:"message"`
	Expected string `json:"expected,omitempty"`
	Suggest  string `json:"suggest,omitempty"`
}

func lint(cmd *cobra.Command, files []string, o lintOptions) error {
	out := cmd.OutOrStdout()
	report := lintReport{Files: len(files), Problems: []lintProblem{}}
	for _, name := range files {
		shown, data, probs := lintFile(cmd, name, o.root)
		lines := strings.Split(string(data), "\n")
		for _, p := range probs {
			if p.Severity == spec.Hint && !o.hints {
				continue
			}
			report.add(p)
			if o.format == "text" {
				fmt.Fprintf(out, "%v [%s]\n", p, p.Code)
				if p.Pos.File == shown && p.Pos.Line >= 1 && p.Pos.Line <= len(lines) {
					fmt.Fprintln(out, syntax.Caret(strings.TrimPrefix(lines[p.Pos.Line-1], "\ufeff"), p.Pos.Col))
				}
			}
		}
	}
	if o.format == "json" {
		enc := json.NewEncoder(out)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		if err := enc.Encode(report); err != nil {
			return err
		}
	} else {
		fmt.Fprintln(cmd.ErrOrStderr(), report.summary())
	}
	if err := cmd.Context().Err(); err != nil {
		return err // not all was looked at
	}
	if report.Errors > 0 || o.strict && report.Warnings > 0 {
		return exitCode(1)
	}
	return nil
}

// lintFile reads one file and gives its name in messages, its bytes, to show lines of, and its problems. A file that cannot
// be read has one.
func lintFile(cmd *cobra.Command, name, root string) (string, []byte, spec.Problems) {
	src, err := commandFiles(cmd, root).Spec(name)
	if err = flagged(err); err != nil {
		return name, nil, spec.Problems{{Severity: spec.Error, Pos: spec.Pos{File: name}, Code: "read", Message: err.Error()}}
	}
	defer src.Close()
	if foundry.IsRules(src.Name, src.Data) {
		return src.Name, src.Data, checkRules(cmd.Context(), src.Name, src.Data)
	}
	if blanks.IsFile(src.Name, src.Data) {
		ctx, stop := context.WithTimeout(cmd.Context(), lintTime)
		defer stop()
		return src.Name, src.Data, blanks.New(nil, native.New()).Lint(ctx, src.Name, src.Data)
	}
	_, probs := spec.Check(src.Name, src.Data, spec.Options{Root: src.Root}, spec.StandardUniverse())
	return src.Name, src.Data, probs
}

func (r *lintReport) add(p *spec.Problem) {
	switch p.Severity {
	case spec.Error:
		r.Errors++
	case spec.Warning:
		r.Warnings++
	case spec.Hint:
		r.Hints++
	}
	r.Problems = append(r.Problems, lintProblem{File: p.Pos.File, Line: p.Pos.Line, Col: p.Pos.Col, Severity: p.Severity.String(),
		Code: p.Code, Field: p.Field, Message: p.Message, Expected: p.Expected, Suggest: p.Suggest})
}

func (r *lintReport) summary() string {
	plural := func(n int, what string) string {
		if n == 1 {
			return "1 " + what
		}
		return fmt.Sprintf("%d %ss", n, what)
	}
	if r.Errors+r.Warnings+r.Hints == 0 {
		return plural(r.Files, "file") + ": no problems"
	}
	s := fmt.Sprintf("%s: %s, %s", plural(r.Files, "file"), plural(r.Errors, "error"), plural(r.Warnings, "warning"))
	if r.Hints > 0 {
		s += ", " + plural(r.Hints, "hint")
	}
	return s
}
