package blanks_test

import (
	"context"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/blanks/shelf"
	"github.com/quandary-puzzles/quandary/grade"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/kinds/blanks"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve/native"
)

func family() *blanks.Family {
	var entries []blanks.Entry
	for _, name := range shelf.Programs().Names() {
		data, _ := shelf.Programs().Read(name)
		entries = append(entries, blanks.Entry{Name: name, Data: data})
	}
	for _, name := range shelf.Maths().Names() {
		data, _ := shelf.Maths().Read(name)
		entries = append(entries, blanks.Entry{Name: name, Data: data})
	}
	return blanks.New(entries, native.New())
}

func TestFamily(t *testing.T) {
	puztest.Family(t, family(), "gcd", "gallery/collatz", "stack", "pyramid", "derivative", "root-two")
}

func generate(t *testing.T, params string, s puzzle.Settings) puzzle.Generated {
	t.Helper()
	f := family()
	p, err := f.ParseParams(params)
	if err != nil {
		t.Fatal(err)
	}
	g, err := f.Generate(context.Background(), p, s, puzzle.Stream(f, 1, 0), nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Answers are marked by what they do, whatever they look like.
func TestMarks(t *testing.T) {
	g := generate(t, "gcd", puzzle.Settings{"kinds": "comparison,arithmetic", "empties": "2", "answers": "type"})
	in := g.Instance.(*blanks.Instance)
	for answer, right := range map[string]bool{
		"1: !=\n2: %":                 true,
		"1: >\n2: %":                  true, // the same on all allowed inputs
		"Blank 1: `!=`\nBlank 2: `%`": true,
		"1: !=\n2: //":                false,
		"1: <\n2: %":                  false,
		"1: !=":                       false,
		"1: != 0 or True\n2: %":       false,
		"```python\ndef gcd(x, y):\n    return x if y == 0 else gcd(y, x % y)\n```":                                         true,
		"def gcd(a, b):\n    if (a, b) == (12, 18):\n        return 6\n    return {(9, 0): 9, (7, 5): 1}.get((a, b), 25)\n": false,
		"def gcd(a, b):\n    while True:\n        pass\n":                                                                   false,
		"import os\ndef gcd(a, b):\n    return os.getpid()\n":                                                               false,
	} {
		m := grade.ByRules(in, g.Solution, answer)
		if m.Correct != right {
			t.Errorf("%q: %+v", answer, m)
		}
	}
}

// The text of a puzzle does not show what stands in its blanks.
func TestQuestion(t *testing.T) {
	g := generate(t, "gcd", puzzle.Settings{"kinds": "arithmetic", "empties": "1"})
	q := g.Instance.(puzzle.Worded).Question("en")
	for _, want := range []string{"a ___1___ b", "gcd(12, 18) gives 6", "Blank 1: A. ", "1: x"} {
		if !strings.Contains(q, want) {
			t.Errorf("%q is not in\n%s", want, q)
		}
	}
	if strings.Contains(q, "assert") || strings.Contains(q, "where") || strings.Contains(q, "a % b") {
		t.Errorf("too much is shown:\n%s", q)
	}
}
