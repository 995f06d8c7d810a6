package zebra

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/golden"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/solver"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestGallery solves, explains and rates the puzzles that ship with the program. The golden files hold the solution, the
// grade and the whole explanation.
func TestGallery(t *testing.T) {
	ctx := context.Background()
	for _, name := range gallery.Names() {
		t.Run(name, func(t *testing.T) {
			p, err := FromGallery(name)
			if err != nil {
				t.Fatal(err)
			}
			in, err := NewInstance(p)
			if err != nil {
				t.Fatal(err)
			}
			res, err := in.Solve(ctx, 2)
			if err != nil || res.Status != puzzle.Unique {
				t.Fatalf("%v, %v", res.Status, err)
			}
			if err := in.CheckSolution(res.Solutions[0]); err != nil {
				t.Fatal(err)
			}
			r, err := in.Rate(ctx)
			if err != nil || !r.Solved {
				t.Fatalf("solved %v, %v", r.Solved, err)
			}
			sc, err := in.SolutionScene(res.Solutions[0])
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			b.WriteString(in.Question(p.Lang) + "\n\n" + sc.Text + "\n" + in.AnswerText(res.Solutions[0], p.Lang) + "\n\n")
			b.WriteString(r.Class + ", hardest step " + r.Hardest + "\n\n")
			for step, err := range in.Explain(ctx, "", puzzle.ExplainOptions{}) {
				if err != nil {
					t.Fatal(err)
				}
				writeStep(&b, step, "")
			}
			golden.Compare(t, filepath.Join("testdata", "gallery", name+".txt"), []byte(b.String()))

			// No clue is superfluous in our own puzzles; the published ones are as published.
			if name == "soup" {
				return
			}
			for i := range p.Clues {
				q := *p
				q.Clues = append(append([]*matching.Clue(nil), p.Clues[:i]...), p.Clues[i+1:]...)
				if out, err := solver.Solve(ctx, &q, 2); err != nil || len(out.Grids) < 2 {
					t.Errorf("clue %d could be left out: %s", i+1, language.Words(p, p.Clues[i], "en"))
				}
			}
		})
	}
}

func writeStep(b *strings.Builder, s puzzle.Step, indent string) {
	b.WriteString(indent + s.Technique + ": " + s.Text + "\n")
	for _, sub := range s.Sub {
		writeStep(b, sub, indent+"    ")
	}
}

// TestYAMLRoundTrip writes every puzzle of the gallery and reads it back.
func TestYAMLRoundTrip(t *testing.T) {
	for _, name := range gallery.Names() {
		p, err := FromGallery(name)
		if err != nil {
			t.Fatal(err)
		}
		text := language.YAML(p)
		q, err := language.ReadYAML("again", []byte(text))
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, text)
			continue
		}
		for _, list := range [][]*matching.Clue{p.Clues, q.Clues} {
			for _, c := range list {
				c.Walk(func(c *matching.Clue) { c.Line = 0 })
			}
		}
		if !reflect.DeepEqual(p, q) {
			t.Errorf("%s is read back as another puzzle:\n%s", name, text)
		}
		in := &Instance{p}
		back, err := (Family{}).Decode(in.Params(), in.Desc())
		if err != nil || back.Desc() != in.Desc() {
			t.Errorf("%s: the description is not read back: %v", name, err)
		}
	}
}

// TestTutorial: rule 5a of the document, stated as it stands, solves its tutorial; without it there are two solutions.
func TestTutorial(t *testing.T) {
	p, err := FromGallery("queue")
	if err != nil {
		t.Fatal(err)
	}
	var rest []*matching.Clue
	for _, c := range p.Clues {
		if !strings.Contains(c.Text, "older") {
			rest = append(rest, c)
		}
	}
	if len(rest) != len(p.Clues)-1 {
		t.Fatal("rule 5a not found")
	}
	p.Clues = rest
	out, err := solver.Solve(context.Background(), p, 100)
	if err != nil || len(out.Grids) < 2 {
		t.Errorf("%d solutions without rule 5a, %v", len(out.Grids), err)
	}
}

// TestCardsCases solves the zebra and the round table of the clue-card cases and compares with the solutions there.
func TestCardsCases(t *testing.T) {
	raw, err := os.ReadFile(puztest.Corpus(t, "cards", "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			ID       string          `json:"id"`
			Expected json.RawMessage `json:"expected"`
		} `json:"cases"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	solve := func(name string) solved {
		p, err := FromGallery(name)
		if err != nil {
			t.Fatal(err)
		}
		sol, err := (&Instance{p}).only(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return sol
	}
	found := 0
	for _, c := range file.Cases {
		switch c.ID {
		case "zebra_5_4":
			found++
			var want map[string][]string
			if err := json.Unmarshal(bytes.ReplaceAll(bytes.ReplaceAll(c.Expected, []byte("OTHER_SHIRT"), []byte("other shirt")),
				[]byte("OTHER_SOUP"), []byte("other soup")), &want); err != nil {
				t.Fatal(err)
			}
			sol := solve("soup")
			for cat, wanted := range want {
				i, err := sol.P.FindCat(cat)
				if err != nil || !reflect.DeepEqual(labels(sol.P, sol.G, i), wanted) {
					t.Errorf("%s: %v, want %v (%v)", cat, labels(sol.P, sol.G, i), wanted, err)
				}
			}
		case "round_table":
			found++
			var want struct {
				Left map[string]string `json:"left"`
			}
			if err := json.Unmarshal(c.Expected, &want); err != nil {
				t.Fatal(err)
			}
			sol := solve("round-table")
			people := labels(sol.P, sol.G, 0)
			for i, who := range people {
				if left := people[(i+1)%len(people)]; want.Left[who] != left {
					t.Errorf("%s sits left of %s, want %s", left, who, want.Left[who])
				}
			}
		}
	}
	if found != 2 {
		t.Errorf("%d of 2 cases found", found)
	}
}
