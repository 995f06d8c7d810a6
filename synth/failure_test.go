package synth_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/brute"
	"github.com/quandary-puzzles/quandary/synth"
)

// TestHopeless gives up, after a number of tries and with the reason, what no draw can make.
func TestHopeless(t *testing.T) {
	puztest.From(t, puztest.Usual)
	spec := func(condition, formula, assertion string) string {
		return fmt.Sprintf(`
variables:
  names: {formula: "['a', 'b', 'c']"}
symbols:
  s: {source: [names], type: int}
conditions:
  bounds: {formula: "[And(x >= 0, x < 3) for x in s]"}
  c: %s
max_solution: 10
queries:
  q1: {desc: "Q?", ans_formula: %q, ans_text: str(_ans), ans_assertion: %q}
desc: "T {q1}"
`, condition, formula, assertion)
	}
	drawn := func(text string) string {
		return strings.Replace(text, "variables:", "variables:\n  k: {type: int, domain: \"[1, 9]\"}", 1)
	}
	hard := `
symbols:
  s: {source: ["range(2)"], type: int}
conditions:
  bounds: {formula: "[And(x > 0, x < 10**6) for x in list(s)]"}
  c: {formula: "s[0]*s[0] - 3*s[1]*s[1] == 2"}
queries:
  q1: {desc: "Q?", ans_formula: "1", ans_text: str(_ans)}
desc: "T {q1}"
`
	one := "{formula: \"s['a'] + s['b'] + s['c'] == 0\"}"
	for _, c := range []struct {
		name, text, want string
		tries            int
	}{
		{"no solution", spec(`{formula: "s['a'] > 5"}`, "1", "True"), "no solution 1", 1}, // nothing is drawn: every draw is this one
		{"no solution, whatever is drawn", drawn(spec(`{formula: "s['a'] > 5 + k"}`, "1", "True")), "no solution 4000", 4000},
		{"too many solutions", spec(`{formula: "True"}`, "1", "True"), "too many solutions: more than 10", 1},
		{"assertion", spec(one, "1", "_ans == 2"), "queries.q1.ans_assertion: assertion failed", 1},
		{"undrawable", spec(`{source: [names], domain: "[9, 9]", formula: "s[_sym[0]] > 0"}`, "1", "True"), "conditions.c: nothing to draw", 400},
		{"source too small", spec(`{source: [names], amount: ['4'], formula: "True"}`, "1", "True"),
			"conditions.c.source[0]: nothing to draw: it has 3 values, 4 are to be drawn", 400},
		{"impossible custom_cond", spec(`{source: [names], custom_cond: [{scope: domain, fields: [0], constraint: "lambda l: False"}], formula: "True"}`, "1", "True"),
			"conditions.c: nothing to draw", 400},
		{"error", spec(one, "[n for n in names][0] + 1", "True"), "queries.q1.ans_formula: error: spec.yaml:11:56: TypeError", 1},
		{"not a constraint", spec(`{formula: "s['a'] + 1"}`, "1", "True"), "conditions.c.formula: error: s_a + 1 is a number, not a constraint", 1},
		{"too hard, whatever is drawn", hard, "used up its budget of 16000000 steps", 5},
		{"endless where it can be otherwise", drawn(spec(`{formula: "all([i >= 0 for i in range(10**(9 + k))])"}`, "1", "True")), "conditions.c.formula: budget used up", 8},
		{"endless", spec(`{formula: "all([i >= 0 for i in range(10**12)])"}`, "1", "True"), "conditions.c.formula: budget used up", 1},
	} {
		if puztest.Doing() < puztest.Whole && (c.tries > 1000 || c.text == hard) {
			continue
		}
		w := compile(t, c.text, synth.Options{}).NewWorker()
		_, stats, err := w.Generate(context.Background(), 1, 0)
		w.Close()
		var te *synth.TriesError
		if !errors.As(err, &te) || !strings.Contains(err.Error(), c.want) || stats.Tries != c.tries {
			t.Errorf("%s: %d tries: %v\n   want %d tries, %s", c.name, stats.Tries, err, c.tries, c.want)
		}
	}
}

// TestUnknownName ends at once: another draw would not know the name either.
func TestUnknownName(t *testing.T) {
	w := compile(t, "variables:\n  x: {formula: \"[1][0] + 1\"}\nqueries:\n  q1: {desc: q, ans_formula: eval('nme'), ans_text: _ans, ans_assertion: 'True'}\ndesc: \"{x}\"\n",
		synth.Options{}).NewWorker()
	_, stats, err := w.Generate(context.Background(), 1, 0)
	if err == nil || stats.Tries != 1 {
		t.Errorf("%d tries: %v", stats.Tries, err)
	}
}

// TestCertify has brute force confirm what native finds, and catches an engine that disagrees.
func TestCertify(t *testing.T) {
	text := `
symbols:
  s: {source: ["range(3)"], type: bool}
conditions:
  c: {source: ["range(3)"], domain: "[1, 2]", formula: "s[_sym[0]]"}
queries:
  q1: {desc: "How many ways?", ans_formula: len(_solutions), ans_text: str(_ans), ans_assertion: "True"}
desc: "{q1}"
`
	w := compile(t, text, synth.Options{Certify: brute.Engine{}}).NewWorker()
	for i := range uint64(5) {
		rec, _, err := w.Generate(context.Background(), 1, i)
		if err != nil {
			t.Fatal(err)
		}
		if rec.Origin.Certified != "brute" || rec.Origin.Solutions == 0 {
			t.Errorf("record %d: %+v", i, rec.Origin)
		}
	}
}

// opinion is a prover that answers the same to every question.
type opinion struct {
	res   solve.Result
	err   error
	asked int
}

func (o *opinion) Name() string { return "opinion" }

func (o *opinion) ProveComplete(_ context.Context, _ *model.Problem, _ solve.Budget, _ []model.Assignment) (solve.Result, error) {
	o.asked++
	return o.res, o.err
}

// TestProver keeps a record only when it is proven complete, gives up when good draws cannot be certified, and ends at once
// where a solution was missed.
func TestProver(t *testing.T) {
	text := `
symbols:
  s: {source: ["range(3)"], type: bool}
conditions:
  c: {source: ["range(3)"], domain: "[1, 2]", formula: "s[_sym[0]]"}
queries:
  q1: {desc: "How many ways?", ans_formula: len(_solutions), ans_text: str(_ans), ans_assertion: "True"}
desc: "{q1}"
`
	generate := func(o *opinion) (*record.Record, synth.Stats, error) {
		w := compile(t, text, synth.Options{Prover: o}).NewWorker()
		defer w.Close()
		return w.Generate(context.Background(), 1, 0)
	}
	rec, _, err := generate(&opinion{res: solve.Result{Status: solve.Unsat}})
	if err != nil || rec.Origin.Certified != "opinion" {
		t.Errorf("proven: %v", err)
	}
	no := &opinion{err: &solve.UnsupportedError{Engine: "opinion", What: "an unbounded integer", Term: "n"}}
	_, stats, err := generate(no)
	var tries *synth.TriesError
	if !errors.As(err, &tries) || !errors.Is(err, solve.ErrUnsupported) || !strings.Contains(err.Error(), "not certified (certify)") ||
		!strings.Contains(err.Error(), "an unbounded integer") || stats.Lost["not certified (certify)"] != no.asked || no.asked > 100 {
		t.Errorf("not certified: %d asked, lost %v: %v", no.asked, stats.Lost, err)
	}
	missed := &opinion{res: solve.Result{Status: solve.Sat}}
	if _, _, err := generate(missed); err == nil || missed.asked != 1 || !strings.Contains(err.Error(), "missed a solution") {
		t.Errorf("missed: %d asked: %v", missed.asked, err)
	}
}
