package workbench

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/gallery"
	"github.com/quandary-puzzles/quandary/internal/kinds/sudoku"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/web"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestLint: marks stand where the mistakes are.
func TestLint(t *testing.T) {
	b := bench(t)
	if marks := b.Lint(puztest.Jars); len(marks) != 0 {
		t.Errorf("%+v", marks)
	}
	for text, want := range map[string]web.Mark{
		strings.Replace(puztest.Jars, "jar['left'] == n", "jar['left'] == m", 1): {Line: 7, Col: 32, Severity: "error"},
		strings.Replace(puztest.Jars, "conditions:", "conditons:", 1):            {Line: 6, Col: 1, Severity: "warning", Suggest: "conditions"},
		strings.Replace(puztest.Jars, "{n}", "{n", 1):                            {Line: 7, Severity: "error"},
		"a: [1":     {Line: 1, Severity: "error"},
		"\xff\xfe":  {Line: 1, Severity: "error"},
		"desc: {a}": {Line: 1, Severity: "error"},
	} {
		found := false
		marks := b.Lint(text)
		for _, m := range marks {
			found = found || m.Line == want.Line && (want.Col == 0 || m.Col == want.Col) && m.Severity == want.Severity &&
				(want.Suggest == "" || m.Suggest == want.Suggest)
		}
		if !found {
			t.Errorf("%.60q: want %+v among %+v", text, want, marks)
		}
	}
}

// TestSample: the sample is the record that quandary generate makes of the same seed, and its id opens.
func TestSample(t *testing.T) {
	b := bench(t)
	ans, err := b.Sample(context.Background(), web.SampleRequest{Spec: puztest.Jars, Seed: 7, Index: 2})
	if err != nil || ans.Failure != "" || ans.Solutions != 1 || ans.Tries < 1 || ans.Solver != "native" || len(ans.Questions) != 1 {
		t.Fatalf("%+v, %v", ans, err)
	}
	src, err := foundry.Open("s.yaml", foundry.Options{Files: &foundry.Files{Only: true, Given: map[string]foundry.Spec{"s.yaml": {Name: "s.yaml", Data: []byte(puztest.Jars)}}}})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	m, err := src.NewMaker(7)(context.Background(), 2)
	if err != nil || strings.TrimSpace(m.Record.Problem) != ans.Text || m.Record.Answer != ans.Answer {
		t.Errorf("sample %q, %q; record %+v, %v", ans.Text, ans.Answer, m.Record, err)
	}
	_, inst, err := foundry.Families().Open(context.Background(), ans.Puzzle)
	if err != nil || inst.(puzzle.Worded).Question("en") != ans.Text {
		t.Errorf("%s: %v", ans.Puzzle, err)
	}
	for _, e := range b.Examples() {
		ans, err := b.Sample(context.Background(), web.SampleRequest{Spec: e.Spec, Seed: 1})
		if err != nil || (ans.Failure != "") != e.Files {
			t.Errorf("%s: files %v, failure %q, %v", e.Name, e.Files, ans.Failure, err)
		}
	}
	if len(b.Examples()) != len(gallery.List()) {
		t.Error("an entry of the gallery is missing")
	}
}

// TestHostile: a specification without end or measure has an answer soon, that says why and where.
func TestHostile(t *testing.T) {
	puztest.From(t, puztest.Whole)
	b := bench(t)
	spec := func(formula string) string {
		return "variables:\n  n:\n    formula: \"" + formula + "\"\nqueries:\n  q: {desc: a, ans_text: \"'1'\"}\ncalc_solution: false\ndesc: \"{q}\"\n"
	}
	for name, c := range map[string]struct{ text, want string }{
		"loop":      {spec("sum(1 for i in range(10**15))"), "budget"},
		"recursion": {spec("(lambda f: f(f))(lambda f: f(f))"), "RecursionError"},
		"memory":    {spec("[0] * 10**10"), "memory"},
		"text":      {spec("'x' * 10**10"), "memory"},
		"power":     {spec("7 ** (10 ** 9)"), ""},
		"output":    {strings.Replace(spec("1"), "desc: \"{q}\"", "desc: \"{'x' * 10**8}\"", 1), ""},
		"pool": {`symbols:
  x:
    source: ["['a']"]
    type: int
conditions:
  c:
    source: ["range(10**9)", "range(10**9)"]
    amount: ["10**6", "10**6"]
    domain: "[10**6, 10**7]"
    formula: x['a'] > _sym[0][0]
queries:
  q: {desc: a, ans_text: "'1'"}
desc: "{q}"
`, ""},
		"search": {`symbols:
  x: {source: ["range(60)"], type: int}
conditions:
  a: {formula: "And([And(v >= 0, v < 59) for v in x])"}
  b: {formula: "Distinct([v for v in x])"}
  c: {formula: "Sum([v * v for v in x]) == 12345"}
queries:
  q: {desc: a, ans_text: "'1'", ans_assertion: "True"}
desc: "{q}"
`, ""},
		"division": {spec("1 / 0"), "ZeroDivisionError"},
		"aliases":  {"a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c]\ne: [*d, *d, *d, *d, *d, *d, *d]\n", ""},
		"depth":    {"a: " + strings.Repeat("[", 5000), ""},
		"nothing":  {"", ""},
	} {
		limit := 30 * time.Second // its budget ends the others long before
		if name == "search" {
			limit = 200 * time.Millisecond
		}
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		ans, err := b.Sample(ctx, web.SampleRequest{Spec: c.text, Seed: 1})
		cancel()
		if err != nil || ans.Failure == "" || !strings.Contains(ans.Failure, c.want) || ans.Puzzle != "" {
			t.Errorf("%s: %.300q, %v", name, ans.Failure, err)
		}
		if name == "division" && (len(ans.Marks) != 1 || ans.Marks[0].Line != 3 || ans.Marks[0].Col < 15) {
			t.Errorf("division: marks %+v", ans.Marks)
		}
		b.Lint(c.text)
	}
}

// TestBatch: records as quandary generate makes them, until the count or the context ends.
func TestBatch(t *testing.T) {
	b := bench(t)
	var lines []string
	err := b.Batch(context.Background(), web.BatchRequest{Spec: puztest.Jars, Name: "jars", Seed: 1, Start: 5, Count: 3}, func(line []byte) error {
		lines = append(lines, string(line))
		return nil
	})
	if err != nil || len(lines) != 3 {
		t.Fatal(lines, err)
	}
	var r struct{ ID, Source string }
	if err := json.Unmarshal([]byte(lines[0]), &r); err != nil || r.ID != "jars-1-5" || r.Source != "jars" {
		t.Errorf("%+v, %v", r, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	err = b.Batch(ctx, web.BatchRequest{Spec: puztest.Jars, Count: 1000}, func([]byte) error {
		if n++; n == 3 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || n != 3 {
		t.Errorf("%d records after cancelling, %v", n, err)
	}
	if err := b.Batch(context.Background(), web.BatchRequest{Spec: "a: 1", Count: 1}, nil); err == nil {
		t.Error("a broken specification gives records")
	}
}

func TestCarve(t *testing.T) {
	b := bench(t)
	f := sudoku.Family{}
	p, err := f.ParseParams("4x4")
	if err != nil {
		t.Fatal(err)
	}
	inst, err := f.Blank(p)
	if err != nil {
		t.Fatal(err)
	}
	g, err := b.Carve(context.Background(), f, inst, web.CarveRequest{Seed: 1, Class: "easy"}, nil)
	if err != nil || g.Class != "easy" {
		t.Errorf("%+v, %v", g, err)
	}
	for _, params := range []string{"9x9", "16x16"} {
		p, err := f.ParseParams(params)
		if err != nil {
			t.Fatal(err)
		}
		blank, err := f.Blank(p)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Carve(context.Background(), f, blank, web.CarveRequest{Seed: 1}, nil); err != nil {
			t.Errorf("a blank board of %s: %v", params, err)
		}
		g, err := b.Carve(context.Background(), f, blank, web.CarveRequest{Seed: 1, Givens: 3 * len(blank.Desc()) / 4}, nil)
		if err != nil || len(g.Instance.(puzzle.Editable).Removals()) != 3*len(blank.Desc())/4 {
			t.Errorf("%s with three quarters given: %v", params, err)
		}
	}
	if _, err := b.Carve(context.Background(), f, inst, web.CarveRequest{Class: "esay"}, nil); err == nil || !strings.Contains(err.Error(), "easy") {
		t.Errorf("an unknown class: %v", err)
	}
}

// A blanks file and a program are marked at their places, give puzzles by seed, and keys and names are proposed.
func TestBlanks(t *testing.T) {
	b := bench(t)
	ctx := context.Background()
	first, err := b.Blanks(ctx, "", 1, "en")
	if err != nil || first.Text == "" || len(first.Marks) != 0 || !strings.HasPrefix(first.Puzzle, "blanks:.") || first.Question == "" || first.Answer == "" {
		t.Fatalf("%v %+v", err, first)
	}
	again, err := b.Blanks(ctx, first.Text, 1, "zh")
	if err != nil || again.Puzzle != first.Puzzle || !strings.Contains(again.Question, "年龄") {
		t.Errorf("%v %+v", err, again)
	}
	bad, err := b.Blanks(ctx, strings.Replace(first.Text, "father == k * son", "father == k * sun", 1), 1, "en")
	if err != nil || len(bad.Marks) == 0 || bad.Marks[0].Line < 10 || bad.Puzzle != "" {
		t.Errorf("%v %+v", err, bad)
	}
	code, err := b.Blanks(ctx, "def twice(n):\n    total = n + n\n    return total\n\nassert twice(2) == 4\nassert twice(-3) == -6\nassert twice(0) == 0\n", 2, "en")
	if err != nil || code.Puzzle == "" || !strings.Contains(code.Question, "def twice") {
		t.Errorf("%v %+v", err, code)
	}
	broken, err := b.Blanks(ctx, "def twice(n):\n    return n +\n", 1, "en")
	if err != nil || len(broken.Marks) != 1 || broken.Marks[0].Line != 2 {
		t.Errorf("%v %+v", err, broken)
	}
	if c := b.CompleteBlanks("blanks: t\nsl", 2, 3); !slices.ContainsFunc(c.Items, func(i web.Completion) bool { return i.Label == "slots" }) {
		t.Errorf("no key is proposed: %+v", c)
	}
}
