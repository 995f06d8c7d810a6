package declared

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestTechniques takes the example of every technique that a rules file names: from the marks before it, a step of that name makes all the marks
// after it, and no others of its own; all the steps are proved again from the rules.
func TestTechniques(t *testing.T) {
	puztest.From(t, puztest.Usual)
	ctx := context.Background()
	with := 0
	for _, id := range families.Names() {
		path, data, _ := families.Use(id)
		f, probs := rules.Load(path, data, families.Use)
		if f == nil {
			t.Fatal(probs.Err())
		}
		families.Translate(f)
		if len(f.Techniques) > 0 {
			with++
		}
		for _, tech := range f.Techniques {
			t.Run(id+"/"+tech.Name, func(t *testing.T) {
				if tech.Sample == nil {
					t.Fatal("the technique has no example")
				}
				for _, lang := range phrases.Languages() {
					if tech.Text[lang] == "" {
						t.Errorf("no sentence in %s", lang)
					}
				}
				b := builtin(t, id)
				var i *Instance
				for e := range b.Read(ctx, "example", strings.NewReader(tech.Sample.Board+"\n"), "") {
					if e.Err != nil {
						t.Fatal(e.Err)
					}
					i = e.Instance.(*Instance)
				}
				state := i.Start()
				var err error
				for _, m := range tech.Sample.Before {
					if state, err = i.Apply(state, puzzle.Move(full(i, m))); err != nil {
						t.Fatal(m, err)
					}
				}
				name := strings.ReplaceAll(tech.Name, "-", " ")
				want := map[puzzle.Move]bool{}
				for _, m := range tech.Sample.After {
					want[puzzle.Move(full(i, m))] = true
				}
				found := false
				var others []string
				for step, err := range i.Explain(ctx, state, puzzle.ExplainOptions{}) {
					if err != nil {
						t.Fatal(err)
					}
					if step.Name != name {
						others = append(others, step.Text)
						continue
					}
					found = true
					t.Log(step.Text)
					for _, m := range step.Moves {
						if !want[m] {
							t.Errorf("%s is marked too", m)
						}
						delete(want, m)
					}
					break
				}
				if !found {
					t.Fatalf("no step has this name: %v", others[:min(len(others), 5)])
				}
				for m := range want {
					t.Errorf("%s is not marked", m)
				}
				if _, err := i.Prove(ctx, native.New()); err != nil {
					t.Error(err)
				}
			})
		}
	}
	if with < 15 {
		t.Errorf("only %d families name techniques", with)
	}
}

// full gives a mark with its layer: the first that is asked for where it names none.
func full(i *Instance, m string) string {
	if strings.Contains(m, "@") {
		return m
	}
	layers, err := i.table()
	if err != nil || len(layers) == 0 {
		return m
	}
	return layers[0].Name + "@" + m
}

// TestUnsoundTechnique refuses a technique that does not follow: no step rests on it.
func TestUnsoundTechnique(t *testing.T) {
	ctx := context.Background()
	data := []byte(`family: x
size: {rows: 2..9, cols: 2..9}
given: {number: {values: 0..9, some: true}}
find: {shade: {}}
rules: {count: "count(shade[x] for x in c.around) == number[c] for c in number"}
techniques:
  wrong: {then: "shade[c] for c in number", by: count, text: {en: "the number {c} is there"}}
  right: {then: "all(shade[x] for x in c.around) for c in number if number[c] == len(c.around)", by: count, text: {en: "all around {c} are shaded"}}
`)
	f, probs := rules.Load("x.yaml", data, nil)
	if f == nil {
		t.Fatal(probs.Err())
	}
	family, _ := New(f, native.New())
	var names []string
	for e := range family.Read(ctx, "b", strings.NewReader("3 3\n3 - -\n- - -\n- - 2\n"), "") {
		if e.Err != nil {
			t.Fatal(e.Err)
		}
		for step, err := range e.Instance.(*Instance).Explain(ctx, "", puzzle.ExplainOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, step.Name)
		}
	}
	if slices.Contains(names, "wrong") || !slices.Contains(names, "right") {
		t.Errorf("steps are %q", names)
	}
}
