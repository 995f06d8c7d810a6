package synth_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/gallery"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/spec"
	"github.com/quandary-puzzles/quandary/synth"
)

// TestCanonical: a configuration with other names in another order is the same puzzle; one that says or asks anything else is
// not.
func TestCanonical(t *testing.T) {
	w := compile(t, rowSpec, synth.Options{}).NewWorker()
	form := func(config, answer string) []byte {
		t.Helper()
		f, err := w.Canonical(context.Background(), &record.Record{Config: []byte(config), Answer: answer}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if !f.Exact {
			t.Error("not exact")
		}
		return f.Bytes
	}
	want := form(rowConfig, "AB")
	const renamed = `{"n": 3, "names": ["Xia", "Yan", "Zoe"], "pairs": [[0, "0"], [1, "1"]], "counts": {"0": 0, "1": 1, "2": 4},
 "some": {"py/set": [0, 1]}, "free": 77, "claim": {"pool": [[["__1__"], ["__2__"]], [["__2__"], ["__0__"]]]},
 "before": {"domain": 1, "pool": [[["__1__", "__2__"]]]},
 "_queries": {"q1": {"pool": [[["__1__"], ["__1__"]], [["__2__"], ["__2__"]], [["__2__"], ["__1__"]]]}}}`
	if !bytes.Equal(form(renamed, "BC"), want) {
		t.Error("the puzzle with other names in another order has another form")
	}
	for name, change := range map[string][2]string{
		"another claim":     {`["__2__"], ["__0__"]`, `["__2__"], ["__1__"]`},
		"another order":     {`"__1__", "__2__"`, `"__2__", "__1__"`},
		"another option":    {`[["__1__"], ["__1__"]], `, `[["__0__"], ["__1__"]], `},
		"an option's value": {`[["__2__"], ["__2__"]], `, `[["__2__"], ["__0__"]], `},
	} {
		if !strings.Contains(renamed, change[0]) {
			t.Fatal(name)
		}
		if bytes.Equal(form(strings.Replace(renamed, change[0], change[1], 1), "BC"), want) {
			t.Errorf("%s: the form is the same", name)
		}
	}
}

const askSpec = `
variables:
  names: {formula: "sample(['Ann', 'Bob', 'Cyd', 'Dan'], 4)"}
  who: {formula: "choice(names)"}
  what: {formula: "choice(['youngest', 'oldest'])"}
  place: {type: int, domain: "[0, 3]"}
symbols:
  age: {source: [names], type: int}
conditions:
  known: {formula: "And([And(a >= 1, a <= 4) for a in age])"}
  different: {formula: "Distinct(list(age))"}
  order: {formula: "And([age[p] < age[q] for p, q in zip(names, names[1:])])"}
queries:
  q1: {desc: "How old is {who}?", ans_formula: "get_value(_solutions[0], age[who])", ans_text: _ans}
  q2: {desc: "Who is the {what}?", ans_formula: "(min if what == 'youngest' else max)(names, key=lambda p: get_value(_solutions[0], age[p]))", ans_text: _ans}
  q3: {desc: "How old is number {place}?", ans_formula: "get_value(_solutions[0], age[names[place]])", ans_text: _ans}
desc: "{q1}{q2}{q3}"
`

// TestCanonicalQuestions: what is asked counts, with names for what they stand for and other words as they are.
func TestCanonicalQuestions(t *testing.T) {
	w := compile(t, askSpec, synth.Options{}).NewWorker()
	form := func(names, who, what, place, answer string) string {
		t.Helper()
		config := `{"names": [` + names + `], "who": "` + who + `", "what": "` + what + `", "place": ` + place + `}`
		f, err := w.Canonical(context.Background(), &record.Record{Config: []byte(config), Answer: answer}, 0)
		if err != nil {
			t.Fatal(err)
		}
		return string(f.Bytes)
	}
	want := form(`"Ann", "Bob", "Cyd", "Dan"`, "Bob", "oldest", "0", "2====Dan====1")
	if form(`"Dan", "Cyd", "Ann", "Bob"`, "Cyd", "oldest", "0", "2====Bob====1") != want {
		t.Error("the question about the one that Bob has become has another form")
	}
	if form(`"Ann", "Bob", "Cyd", "Dan"`, "Bob", "oldest", "2", "2====Dan====1") == want {
		t.Error("the question about another place has the same form")
	}
	for _, other := range []string{
		form(`"Ann", "Bob", "Cyd", "Dan"`, "Cyd", "oldest", "0", "2====Dan====1"),
		form(`"Ann", "Bob", "Cyd", "Dan"`, "Bob", "youngest", "0", "2====Dan====1"),
		form(`"Ann", "Bob", "Cyd", "Dan"`, "Bob", "oldest", "1", "2====Dan====1"),
		form(`"Ann", "Bob", "Cyd", "Dan"`, "Bob", "oldest", "0", "2====Ann====1"),
		form(`"Ann", "Bob", "Cyd", "Dan"`, "Bob", "oldest", "0", "2====Dan====3"),
	} {
		if other == want {
			t.Error("another question has the same form")
		}
	}
}

// TestCanonicalNone: where there is no problem to compare, the error says so.
func TestCanonicalNone(t *testing.T) {
	ctx := context.Background()
	none := compile(t, "variables: {n: {type: int, domain: \"[1, 3]\"}}\ncalc_solution: false\nqueries: {q: {desc: \"{n} + 1?\", ans_formula: n + 1, ans_text: _ans}}\ndesc: \"{q}\"\n", synth.Options{})
	if _, err := none.NewWorker().Canonical(ctx, &record.Record{Config: []byte(`{"n": 2}`)}, 0); !errors.Is(err, synth.ErrNoForm) {
		t.Errorf("a specification without solving: %v", err)
	}
	w := compile(t, rowSpec, synth.Options{}).NewWorker()
	if _, err := w.Canonical(ctx, &record.Record{Config: []byte(`{"n": 3}`)}, 0); !errors.Is(err, synth.ErrNoForm) {
		t.Errorf("a configuration that lacks what was drawn: %v", err)
	}
	for _, broken := range []string{``, `[]`, `{"claim": 3}`, `{"_queries": 1}`} {
		if _, err := w.Canonical(ctx, &record.Record{Config: []byte(broken)}, 0); err == nil {
			t.Errorf("the configuration %q has a form", broken)
		}
	}
}

// FuzzCanonical: whatever a configuration says, there is a form or an error, and the same one again.
func FuzzCanonical(f *testing.F) {
	f.Add(rowConfig, "AB")
	f.Add(`{"n": 3, "names": [["x"], {"a": 1}], "claim": {"pool": [[["__9__"], [null]]]}}`, "====")
	f.Add(`{"names": [], "_queries": {"q1": {"pool": [[[[]]]]}}}`, "Ann, Bob 1e9")
	f.Add(`{"n": 1e400, "some": {"py/set": [[1], 2]}, "counts": {"0": "`+strings.Repeat("x", 300)+`"}}`, "")
	f.Fuzz(func(t *testing.T, config, answer string) {
		w := compile(t, rowSpec, synth.Options{}).NewWorker()
		rec := &record.Record{Config: []byte(config), Answer: answer}
		a, err := w.Canonical(context.Background(), rec, 10_000)
		b, again := w.Canonical(context.Background(), rec, 10_000)
		if (err == nil) != (again == nil) || !bytes.Equal(a.Bytes, b.Bytes) {
			t.Fatalf("%v, then %v", err, again)
		}
	})
}

// TestCanonicalOfWhatWasMade: the form that a worker names for the record that it has just made, without stating the problem again,
// is the one that another worker reads out of the record; so is
// that of an earlier record.
func TestCanonicalOfWhatWasMade(t *testing.T) {
	for _, e := range gallery.List() {
		t.Run(e.Name, func(t *testing.T) {
			root, err := fs.Sub(gallery.FS(), path.Dir(e.Path))
			if err != nil {
				t.Fatal(err)
			}
			doc, problems := spec.Load("spec.yaml", e.Data, spec.Options{Root: root})
			if err := problems.Err(); err != nil {
				t.Fatal(err)
			}
			prog, err := synth.Compile(doc, synth.Options{Engine: native.New()})
			if err != nil {
				t.Fatal(err)
			}
			maker, reader := prog.NewWorker(), prog.NewWorker()
			defer maker.Close()
			defer reader.Close()
			var before *record.Record
			for i := range uint64(3) {
				rec, _, err := maker.Generate(t.Context(), 5, i)
				if err != nil {
					t.Fatal(err)
				}
				got, gotErr := maker.Canonical(t.Context(), rec, 0)
				want, wantErr := reader.Canonical(t.Context(), rec, 0)
				if !bytes.Equal(got.Bytes, want.Bytes) || (gotErr == nil) != (wantErr == nil) {
					t.Fatalf("record %d: another form than that of the record when it is read (%v, %v)", i, gotErr, wantErr)
				}
				if before != nil && gotErr == nil {
					if _, _, err := maker.Generate(t.Context(), 5, i); err != nil {
						t.Fatal(err)
					}
					old, err := maker.Canonical(t.Context(), before, 0)
					if want, wantErr := reader.Canonical(t.Context(), before, 0); err != nil || wantErr != nil || !bytes.Equal(old.Bytes, want.Bytes) {
						t.Fatalf("record %d after the next was made: another form (%v, %v)", i-1, err, wantErr)
					}
				}
				before = rec
			}
		})
	}
}
