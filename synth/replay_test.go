package synth_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/synth"
)

// rowSpec has everything that a configuration can hold: variables of all types, a drawn condition, a derived symbol, options.
const rowSpec = `
variables:
  n: {type: int, domain: "[3, 3]"}
  names: {formula: "['Ann', 'Bob', 'Cyd']"}
  pairs: {formula: "[(i, str(i)) for i in range(2)]"}
  counts: {formula: "{i: i * i for i in range(3)}"}
  some: {formula: "set(range(2))"}
  free: {type: int, domain: "[0, 1000000]"}
symbols:
  pos: {source: [names], type: int}
  claim:
    source: [pos, "range(3)"]
    domain: "2"
    formula: _sym[0] != _sym[1]
    desc: "{get_p(_sym[0], 'names')} is not number {_sym[1]}. "
conditions:
  row: {formula: "And(Distinct(list(pos)), And([And(p >= 0, p < 3) for p in pos]))"}
  claims: {formula: list(claim)}
  before:
    source: [names]
    amount: ['2']
    domain: "[1, 2]"
    formula: pos[_sym[0][0]] < pos[_sym[0][1]]
    desc: "{_sym[0][0]} is before {_sym[0][1]}. "
queries:
  q1:
    desc: Which may be?
    opt_num: 3
    source: [names, "range(3)"]
    amount: ['1', '1']
    opt_formula: get_value(_model, pos[_opt[0][0]]) == _opt[1][0]
    opt_text: "{_opt[0][0]} is number {_opt[1][0]}"
desc: "{''.join(get_desc(claim))}{before}{pairs} {counts} {sorted(some)} {free} {q1}"
`

const rowConfig = `{"n": 3, "names": ["Ann", "Bob", "Cyd"], "pairs": [[0, "0"], [1, "1"]], "counts": {"0": 0, "1": 1, "2": 4},
 "some": {"py/set": [0, 1]}, "free": 5, "claim": {"pool": [[["__0__"], ["__0__"]], [["__1__"], ["__2__"]]]},
 "before": {"domain": 1, "pool": [[["__1__", "__0__"]]]},
 "_queries": {"q1": {"pool": [[["__0__"], ["__1__"]], [["__0__"], ["__2__"]], [["__1__"], ["__1__"]]]}}}`

const rowProblem = `Ann is not number 0. Bob is not number 2. Bob is before Ann. [(0, '0'), (1, '1')] {0: 0, 1: 1, 2: 4} [0, 1] 5 Which may be?
A. Ann is number 1
B. Ann is number 2
C. Bob is number 1
`

func TestReplayConfig(t *testing.T) {
	w := compile(t, rowSpec, synth.Options{}).NewWorker()
	rec, notes, err := w.Replay(context.Background(), []byte(rowConfig), synth.ReplayOptions{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if rec.Problem != rowProblem {
		t.Errorf("problem\n%q\nwant\n%q", rec.Problem, rowProblem)
	}
	// Several options turn out right: all their letters are the answer.
	if rec.Answer != "ABC" || len(notes) > 0 || len(rec.Origin.Drawn) > 0 {
		t.Errorf("answer %q, notes %v, drawn %v", rec.Answer, notes, rec.Origin.Drawn)
	}
}

// TestReplayReads reads the same draws in the forms of older files.
func TestReplayReads(t *testing.T) {
	w := compile(t, rowSpec, synth.Options{}).NewWorker()
	for name, change := range map[string][]string{
		"_query":        {`"_queries"`, `"_query"`},
		"plain options": {`{"pool": [[["__0__"], ["__1__"]], [["__0__"], ["__2__"]], [["__1__"], ["__1__"]]]}`, `[[[0], [1]], [[0], [2]], [[1], [1]]]`},
		"values":        {`[["__0__"], ["__0__"]]`, `[["__0__"], [0]]`, `[["__1__", "__0__"]]`, `[["Bob", "Ann"]]`},
		"tuples":        {`[[0, "0"], [1, "1"]]`, `[{"py/tuple": [0, "0"]}, {"py/tuple": [1, "1"]}]`},
		"set as list":   {`{"py/set": [0, 1]}`, `[0, 1]`},
	} {
		config := strings.NewReplacer(change...).Replace(rowConfig)
		if config == rowConfig {
			t.Fatalf("%s changes nothing", name)
		}
		rec, _, err := w.Replay(context.Background(), []byte(config), synth.ReplayOptions{})
		if err != nil || rec.Problem != rowProblem {
			t.Errorf("%s: %v\n%v", name, err, rec)
		}
	}
}

// TestReplayFresh draws some things anew and leaves the others alone; what the configuration lacks is drawn and reported.
func TestReplayFresh(t *testing.T) {
	w := compile(t, rowSpec, synth.Options{}).NewWorker()
	lacking := strings.Replace(rowConfig, `"free": 5, `, "", 1)
	a, _, err := w.Replay(context.Background(), []byte(lacking), synth.ReplayOptions{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := w.Replay(context.Background(), []byte(rowConfig), synth.ReplayOptions{Seed: 3, Fresh: []string{"free"}})
	if err != nil {
		t.Fatal(err)
	}
	if line(t, a) != line(t, b) || !slices.Equal(a.Origin.Drawn, []string{"free"}) || strings.Contains(a.Problem, " 5 Which") {
		t.Errorf("drawn %v:\n%s\n%s", a.Origin.Drawn, line(t, a), line(t, b))
	}
	c, _, err := w.Replay(context.Background(), []byte(rowConfig), synth.ReplayOptions{Seed: 4, Fresh: []string{"before", "q1"}})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(c.Origin.Drawn, []string{"before", "q1"}) || !strings.Contains(c.Problem, " 5 Which") || len(c.Answer) != 1 {
		t.Errorf("drawn %v: %s", c.Origin.Drawn, line(t, c))
	}
	// A computed variable that is missing is computed, not drawn.
	d, _, err := w.Replay(context.Background(), []byte(strings.Replace(rowConfig, `"names": ["Ann", "Bob", "Cyd"], `, "", 1)), synth.ReplayOptions{})
	if err != nil || len(d.Origin.Drawn) > 0 || d.Problem != rowProblem {
		t.Errorf("without names: %v %v", d, err)
	}
	if _, _, err := w.Replay(context.Background(), []byte(rowConfig), synth.ReplayOptions{Fresh: []string{"nme"}}); err == nil {
		t.Error("an unknown name was accepted")
	}
}

func TestReplayErrors(t *testing.T) {
	w := compile(t, rowSpec, synth.Options{}).NewWorker()
	for _, c := range []struct{ from, to, want string }{
		{rowConfig, "", "config: "},
		{rowConfig, "[]", "config: it is not an object"},
		{rowConfig, `{"_queries": 3}`, "config._queries: it is not an object"},
		{`{"domain": 1, "pool": [[["__1__", "__0__"]]]}`, "7", "config.before: it is not an object with a pool"},
		{`[["__1__", "__0__"]]`, `[["__1__"]]`, "config.before.pool[0][0]: it is not a list of 2 values"},
		{`[["__1__", "__0__"]]`, `[["__1__", "__9__"]]`, "config.before.pool[0][0][1]: the index 9 is outside of the source"},
		{`[["__1__", "__0__"]]`, `[]`, "config.before.pool[0]: it is not a list with the values of 1 sources"},
		{`[["__1__"], ["__1__"]]]}`, `3]}`, "config._queries.q1.pool[2]: "},
		{`"free": 5`, `"free": {"py/object": "os.system"}`, "a Python object"},
	} {
		config := strings.Replace(rowConfig, c.from, c.to, 1)
		_, _, err := w.Replay(context.Background(), []byte(config), synth.ReplayOptions{})
		var ce *synth.ConfigError
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.As(err, &ce) {
			t.Errorf("%s: error %v, want %s", c.to, err, c.want)
		}
	}
}

// FuzzReplay feeds the reader of configurations.
func FuzzReplay(f *testing.F) {
	f.Add([]byte(rowConfig))
	f.Add([]byte(`{"before": {"pool": {"0": []}}, "_queries": {"q1": {"pool": [{"template_id": 0, "config": [["__0__"], [2]]}]}}}`))
	f.Add([]byte(`{"counts": {"json://[1]": {"py/tuple": [1, {"py/set": [null, true]}]}}, "free": 1e400}`))
	w := compile(f, rowSpec, synth.Options{}).NewWorker()
	f.Fuzz(func(t *testing.T, config []byte) {
		rec, _, err := w.Replay(context.Background(), config, synth.ReplayOptions{})
		if err == nil && rec.Problem == "" {
			t.Error("a record without a text")
		}
	})
}

// TestReplayCertifies has records confirmed that have more solutions than the specification allows: up to ten times as many
// are listed and compared; beyond, they are not all there to compare, which is no disagreement.
func TestReplayCertifies(t *testing.T) {
	spec := func(n string) string {
		return `
variables:
  n: {type: int, domain: "[` + n + `, ` + n + `]"}
symbols:
  pos: {source: ["range(n)"], type: int}
conditions:
  row: {formula: "And(Distinct(list(pos)), And([And(p >= 0, p < n) for p in pos]))"}
queries:
  q1: {desc: "How many?", ans_formula: "len(_solutions)", ans_text: "str(_ans)"}
max_solution: 1
desc: "{n} {q1}"
`
	}
	for _, c := range []struct {
		n, answer, err string
	}{{"3", "6", ""}, {"5", "", "not all"}} {
		w := compile(t, spec(c.n), synth.Options{Certify: native.New()}).NewWorker()
		rec, notes, err := w.Replay(context.Background(), []byte(`{"n": `+c.n+`}`), synth.ReplayOptions{Seed: 1})
		switch {
		case c.err != "":
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: %v, want an error with %q", c.n, err, c.err)
			}
		case err != nil:
			t.Errorf("%s: %v", c.n, err)
		case rec.Answer != c.answer || rec.Origin.Certified != native.Name || len(notes) == 0:
			t.Errorf("%s: answer %q, certified by %q, notes %v", c.n, rec.Answer, rec.Origin.Certified, notes)
		}
	}
}

// TestReplayOfPythonObjects: a variable that only Python's pickle could make again is computed from its formula, and reported
// where that draws.
func TestReplayOfPythonObjects(t *testing.T) {
	w := compile(t, `
variables:
  n: {type: int, domain: "[2, 4]"}
  day: {formula: "datetime.date(2024, n, 1)"}
queries:
  q1: {desc: "Which day?", ans_text: "day.isoformat()", ans_assertion: "True"}
calc_solution: false
desc: "Day 1 of month {n}. {q1}"
`, synth.Options{}).NewWorker()
	defer w.Close()
	config := json.RawMessage(`{"n": 3, "day": {"py/object": "datetime.date", "__reduce__": [{"py/type": "datetime.date"}, ["B+gDAQ=="]]}}`)
	rec, notes, err := w.Replay(context.Background(), config, synth.ReplayOptions{})
	if err != nil || rec.Answer != "2024-03-01" || len(rec.Origin.Drawn) > 0 {
		t.Errorf("answer %+v, notes %v, error %v", rec, notes, err)
	}
}

// TestReplayReadsNames: a list of names that a configuration lacks is read off the published text, where it can be for certain.
func TestReplayReadsNames(t *testing.T) {
	w := compile(t, `
variables:
  n: {type: int, domain: "[3, 4]"}
  names: {formula: "get_faker(n, 'name', 'en_US')"}
  tall: {formula: "randint(0, n - 1)"}
queries:
  q1: {desc: "Who is the tallest?", ans_text: "names[tall]", ans_assertion: "True"}
calc_solution: false
desc: "Of {', '.join(names)} one is the tallest: {names[tall][0]}… {names[(tall + 1) % n]} is not. {q1}"
`, synth.Options{}).NewWorker()
	defer w.Close()
	config := json.RawMessage(`{"n": 3, "tall": 1}`)
	const text = "Of Ann Lee, Bo, Cyd O'Hara one is the tallest: B… Cyd O'Hara is not. Who is the tallest?\n"
	for _, c := range []struct{ name, text, answer string }{
		{"the text as it is", text, "Bo"},
		{"other words behind the names", strings.Replace(text, "Who is the tallest?", "Which one, then?", 1), "Bo"},
		{"other words before", "Among" + text[2:], ""},
		{"a name that the text has more often", text + "Bo asks.", ""},
		{"two of one name", "Of Bo, Bo, Cyd O'Hara one is the tallest: B… Cyd O'Hara is not. Who is the tallest?\n", "Bo"},
		{"no text", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec, notes, err := w.Replay(context.Background(), config, synth.ReplayOptions{Text: c.text, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			if c.answer == "" {
				if !slices.Equal(rec.Origin.Drawn, []string{"names"}) || len(notes) > 0 {
					t.Errorf("%q, drawn %v, notes %v", rec.Answer, rec.Origin.Drawn, notes)
				}
				return
			}
			if rec.Answer != c.answer || len(rec.Origin.Drawn) > 0 || !slices.Contains(notes, "names was read off the text") {
				t.Errorf("%q, want %q; drawn %v, notes %v", rec.Answer, c.answer, rec.Origin.Drawn, notes)
			}
			if !strings.Contains(string(rec.Config), `"Cyd O'Hara"`) {
				t.Errorf("the configuration lacks the names: %s", rec.Config)
			}
		})
	}
}

// TestReplayKeepsOverspent replays a record that was found after draws that used up their budget: its origin says so again.
func TestReplayKeepsOverspent(t *testing.T) {
	const heavy = `
variables: {n: {type: int, domain: "[0, 9]"}, work: {formula: "sum(range(n * 1000))"}}
calc_solution: false
queries: {q: {desc: "How much is {n} times {n}?", ans_text: "str(n * n)", ans_assertion: "True"}}
desc: "{q}"
`
	limits := eval.DefaultLimits()
	limits.Steps = 5000
	w := compile(t, heavy, synth.Options{Limits: limits}).NewWorker()
	for i := range uint64(20) {
		rec, stats, err := w.Generate(context.Background(), 1, i)
		if err != nil {
			t.Fatal(err)
		}
		if stats.Overspent() == 0 {
			continue
		}
		again, _, err := w.Replay(context.Background(), rec.Config, synth.ReplayOptions{Origin: rec.Origin})
		if err != nil {
			t.Fatal(err)
		}
		if a, b := line(t, rec), line(t, again); a != b {
			t.Errorf("%s\n%s", a, b)
		}
		return
	}
	t.Error("no draw used up its budget")
}
