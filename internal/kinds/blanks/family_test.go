package blanks_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/blanks/shelf"
	"github.com/quandary-puzzles/quandary/grade"
	"github.com/quandary-puzzles/quandary/internal/kinds/blanks"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
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
		"1: !=\n2: %":                   true,
		"1: >\n2: %":                    true, // the same on all allowed inputs
		"Blank 1: `!=`\nBlank 2: `%`":   true,
		"1: !=\n2: //":                  false,
		"**Answer:** 1: !=\n2: %":       true,
		"- **1:** !=\n- **Blank 2:** %": true,
		"Final answer: 1. != \n2. `%`":  true,
		"<think>def gcd(a, b):\n    while b ___1___ 0:</think>1: !=\n2: %":         true,
		"Here it is:\ndef gcd(x, y):\n    return x if y == 0 else gcd(y, x % y)\n": true,
		"1: *\n2: %":            false,
		"1: <\n2: %":            false,
		"1: !=":                 false,
		"1: != 0 or True\n2: %": false,
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

// Puzzles have a form that no symmetry changes, 1,000 of each with QUANDARY_LONG, and programs can be varied as they are made.
func TestSymmetric(t *testing.T) {
	puztest.From(t, puztest.Usual)
	f := family()
	symmetries := 15
	if puztest.Doing() == puztest.Long {
		symmetries = 1000
	}
	for _, params := range []string{"gcd", "binary-search", "collatz", "pyramid", "root-two", "connectives", "magic-square", "send-more", "linear-equation"} {
		in := generate(t, params, nil).Instance.(*blanks.Instance)
		each := len(in.Symmetries().Names)
		puztest.Symmetric(t, f, in, rng.New(1), (symmetries+each-1)/each)
	}
	for params, slip := range map[string][2]string{"binary-search": {"name", "names"}, "send-more": {"names", "letters"}, "magic-square": {"place", "places"}} {
		plain, varied := generate(t, params, nil), generate(t, params, puzzle.Settings{"vary": "all"})
		if _, ok := varied.Work.Get("varied"); !ok || plain.Instance.Desc() == varied.Instance.Desc() {
			t.Errorf("%s: nothing was varied: %v", params, varied.Work)
		}
		a, err := plain.Instance.(*blanks.Instance).Canonical(context.Background(), 0)
		b, err2 := varied.Instance.(*blanks.Instance).Canonical(context.Background(), 0)
		if err != nil || err2 != nil || string(a.Key) != string(b.Key) {
			t.Errorf("%s: the varied puzzle has another form: %v %v\n%s\n%s", params, err, err2, a.Key, b.Key)
		}
		if err := f.CheckSettings(varied.Instance.Params(), puzzle.Settings{"vary": slip[0]}); err == nil || !strings.Contains(err.Error(), slip[1]) {
			t.Errorf("%s: a change of no name: %v", params, err)
		}
	}
}

// An explanation refutes each wrong piece on an example, step by step.
func TestExplain(t *testing.T) {
	in := generate(t, "gcd", puzzle.Settings{"kinds": "arithmetic,comparison"}).Instance.(*blanks.Instance)
	for _, lang := range []string{"en", "zh"} {
		for step, err := range in.In(lang).(*blanks.Instance).Explain(context.Background(), "", puzzle.ExplainOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
			if len(step.Because) == 0 || len(step.Sub) < 2 || step.Text == "" {
				t.Fatalf("a step without examples: %+v", step)
			}
			for _, sub := range step.Sub {
				if !strings.Contains(sub.Text, "gcd(") || len(sub.Sub) == 0 || sub.Sub[0].Technique != "trace" || sub.Sub[0].Text == "" {
					t.Errorf("%s is not followed step by step", sub.Text)
				}
			}
		}
	}
}

var (
	latin  = regexp.MustCompile(`[A-Za-z]{3,}`)
	ofMath = []string{"and", "implies", "iff", "xor", "mod", "sqrt"}
)

// An explanation of mathematics gives what the rules come to, fills every blank, and has no English words in Chinese.
func TestReckoned(t *testing.T) {
	for _, name := range puztest.Some(shelf.Maths().Names(), 6) {
		in := generate(t, name, nil).Instance.(*blanks.Instance)
		for _, lang := range phrases.Languages() {
			told := in.In(lang).(*blanks.Instance)
			state := told.Start()
			for step, err := range told.Explain(context.Background(), "", puzzle.ExplainOptions{}) {
				if err != nil {
					t.Fatal(err)
				}
				if step.Technique != "rule" || len(step.Text) < 12 || strings.Contains(step.Text, "{") {
					t.Errorf("%s, %s: %+v", name, lang, step)
				}
				for _, w := range latin.FindAllString(step.Text, -1) {
					if lang == "zh" && !slices.Contains(ofMath, w) {
						t.Errorf("%s: %q stands in %s", name, w, step.Text)
					}
				}
				for _, m := range step.Moves {
					if state, err = told.Apply(state, m); err != nil {
						t.Fatal(err)
					}
				}
			}
			if v, err := told.Judge(state); err != nil || !v.Solved {
				t.Errorf("%s, %s: %s, %v", name, lang, state, err)
			}
		}
	}
}
