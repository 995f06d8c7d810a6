package lib

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// outcome is the repr of an expression's value, or "!" and the kind of its error.
func outcome(u *eval.Universe, src string) string {
	s, err := evalText(u, src, eval.DefaultLimits())
	if err != nil {
		var e *eval.Error
		var se *syntax.Error
		switch {
		case errors.As(err, &e):
			return "!" + e.Kind()
		case errors.As(err, &se):
			return "!SyntaxError"
		}
		return "!" + err.Error()
	}
	return s
}

func evalText(u *eval.Universe, src string, limits eval.Limits) (string, error) {
	x, err := syntax.ParseExpr("test", src)
	if err != nil {
		return "", err
	}
	l := eval.NewLayout(u)
	c, err := eval.CompileExpr(l, x, eval.Source{File: "test", Text: src})
	if err != nil {
		return "", err
	}
	th := eval.NewThread(context.Background(), rng.New(1), limits)
	defer th.Close()
	v, err := c.Eval(th, l.NewGlobals())
	if err != nil {
		return "", err
	}
	return eval.ToRepr(th, v)
}

// cpython evaluates expressions in one process: what it does with each is what outcome should give.
const cpython = `
import sys, json, math, itertools, functools, collections, re, string, operator, heapq, copy, statistics, datetime, fractions, random, warnings
warnings.simplefilter("ignore")
env = dict(math=math, itertools=itertools, functools=functools, collections=collections, re=re, string=string, operator=operator,
    heapq=heapq, copy=copy, statistics=statistics, datetime=datetime, fractions=fractions, json=json, random=random, reduce=functools.reduce, print=lambda *a: None)
out = []
for line in json.load(sys.stdin):
    try:
        out.append(repr(eval(line, dict(env))))
    except SyntaxError:
        out.append("!SyntaxError")
    except BaseException as e:
        out.append("!" + type(e).__name__)
print(json.dumps(out))
`

func runCPython(t *testing.T, lines []string) []string {
	t.Helper()
	python := puztest.Need(t, "python3")
	in, err := json.Marshal(lines)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "-c", cpython)
	cmd.Stdin = bytes.NewReader(in)
	cmd.Stderr = os.Stderr
	outText, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	if err := json.Unmarshal(outText, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func readLines(t testing.TB, file string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for sc := bufio.NewScanner(bytes.NewReader(data)); sc.Scan(); {
		if s := sc.Text(); s != "" && !strings.HasPrefix(s, "#") {
			lines = append(lines, s)
		}
	}
	// A backslash at a line's end joins it with the next.
	var out []string
	for _, l := range lines {
		if n := len(out); n > 0 && strings.HasSuffix(out[n-1], "\\") {
			out[n-1] += "\n" + l
			continue
		}
		out = append(out, l)
	}
	return out
}

// TestAgainstCPython holds the table of expressions to what CPython says of them.
func TestAgainstCPython(t *testing.T) {
	lines := readLines(t, "testdata/expressions.txt")
	want := runCPython(t, lines)
	u := NewUniverse()
	for i, src := range lines {
		if got := outcome(u, src); got != want[i] {
			t.Errorf("%s\n  gives  %s\n  CPython %s", src, got, want[i])
		}
	}
	t.Logf("%d expressions", len(lines))
}
