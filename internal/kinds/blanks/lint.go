package blanks

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/quandary-puzzles/quandary/blanks/code"
	"github.com/quandary-puzzles/quandary/blanks/maths"
	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

var sheetKey = regexp.MustCompile(`(?m)^blanks:`)

// IsFile reports whether a file is one of this family: a program by its name, or a blanks file by its first key.
func IsFile(name string, data []byte) bool {
	return strings.HasSuffix(name, ".py") || isSheet(data) && sheetKey.Match(data)
}

// Lint says what is wrong with a program or a blanks file of one's own, what it takes for granted, and whether puzzles come of it: it
// makes some.
func (f *Family) Lint(ctx context.Context, name string, data []byte) doctree.Problems {
	var problems doctree.Problems
	add := func(severity doctree.Severity, line, col int, code, message, expected string) {
		problems = append(problems, &doctree.Problem{Severity: severity, Pos: doctree.Pos{File: name, Line: line, Col: col}, Code: code, Message: message, Expected: expected})
	}
	if len(data) > maxFile {
		add(doctree.Error, 1, 1, "too-long", fmt.Sprintf("the file has %d bytes", len(data)), fmt.Sprintf("at most %d", maxFile))
		return problems
	}
	src := &source{name: name, data: data}
	if isSheet(data) {
		src.sheet, problems = maths.Read(name, data)
		if src.sheet == nil {
			return problems
		}
	} else if err := src.read(); err != nil {
		line, col, message, expected := place(err)
		add(doctree.Error, line, col, "program", message, expected)
		return problems
	}
	defer func() {
		if src.study != nil {
			src.study.Close()
		}
	}()
	for seed := range uint64(lintSeeds) {
		_, err := src.make(ctx, f.engine, demand{}, rng.New(seed+1))
		if ctx.Err() != nil {
			add(doctree.Warning, 1, 1, "time", "it was not found in time whether puzzles come of it", "")
			break
		}
		if err != nil {
			line, col, message, _ := place(err)
			add(doctree.Error, line, col, "no-puzzle", "no puzzle comes of it: "+message, "")
			break
		}
	}
	if src.study != nil {
		for _, c := range src.study.Where {
			if c.Assumed {
				add(doctree.Warning, 1, 1, "assumed", fmt.Sprintf("that %s holds of the inputs of %s is learnt from the tests and taken for granted", c.Text, c.Function),
					"the comment # where: "+c.Text+", or tests of other inputs")
			}
		}
	}
	return problems.Sort()
}

// lintSeeds is of how many puzzles lint tries the making.
const lintSeeds = 3

// place tells where an error is, from 1; what has no place is said of the beginning.
func place(err error) (line, col int, message, expected string) {
	var bad *syntax.Error
	var refused *code.RefusedError
	switch {
	case errors.As(err, &bad):
		return int(bad.Pos.Line), int(bad.Pos.Col), bad.Msg, bad.Expected
	case errors.As(err, &refused):
		return max(refused.Line, 1), 1, refused.Why, ""
	}
	return 1, 1, err.Error(), ""
}
