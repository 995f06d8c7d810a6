package foundry

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/quandary-puzzles/quandary/internal/golden"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestStages: one puzzle of each kind of family goes all the way, and every stage of it stands in an archive of testdata/stages: what is read, the
// text and the picture, the solutions with the work of finding them, the rating, the steps in both languages, and the work for its canonical
// form. A search that got slower or a sentence that changed shows as a difference; -update rewrites all but what is read.
func TestStages(t *testing.T) {
	files, err := filepath.Glob("testdata/stages/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			a := txtar.Parse(data)
			if len(a.Files) == 0 {
				t.Fatal("the archive has no puzzle")
			}
			a.Files = a.Files[:1]
			s := &stages{t: t, a: a, ctx: context.Background()}
			s.run(s.read(a.Files[0]))
			golden.Compare(t, file, txtar.Format(a))
		})
	}
}

type stages struct {
	t   *testing.T
	a   *txtar.Archive
	ctx context.Context
}

// add adds the text of a stage.
func (s *stages) add(name, text string) {
	var b bytes.Buffer
	for line := range strings.Lines(strings.TrimRight(text, "\n ") + "\n") {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	s.a.Files = append(s.a.Files, txtar.File{Name: name, Data: b.Bytes()})
}

// need ends the test on an error.
func (s *stages) need(stage string, err error) {
	if err != nil {
		s.t.Helper()
		s.t.Fatalf("%s: %v", stage, err)
	}
}

// read reads the puzzle: the first file is its id, or named after the family whose format it has, such as zebra.yaml.
func (s *stages) read(first txtar.File) (puzzle.Family, puzzle.Instance) {
	families := Families()
	if first.Name == "id" {
		id := strings.TrimSpace(string(first.Data))
		f, inst, err := families.Open(s.ctx, id)
		s.need("opening", err)
		if got := puzzle.ID(f, inst); got != id {
			s.t.Errorf("the id reads back as %s", got)
		}
		return f, inst
	}
	name, _, _ := strings.Cut(first.Name, ".")
	f, err := families.Lookup(name)
	s.need("finding the family", err)
	for entry := range f.(puzzle.Reader).Read(s.ctx, first.Name, bytes.NewReader(first.Data), "") {
		s.need("reading", entry.Err)
		return f, entry.Instance
	}
	s.t.Fatal("the file holds no puzzle")
	return nil, nil
}

func (s *stages) run(f puzzle.Family, inst puzzle.Instance) {
	for _, lang := range []string{"en", "zh"} {
		if w, ok := inst.(puzzle.Worded); ok {
			s.add("question."+lang, w.Question(lang))
		}
	}
	if p, ok := inst.(puzzle.Shown); ok {
		scene, err := p.Scene("")
		s.need("picture", err)
		s.add("picture", scene.Text)
	}
	result, err := inst.(puzzle.Solver).Solve(s.ctx, 2)
	s.need("solving", err)
	s.add("work", fmt.Sprintf("%s, %d found, complete %v\n%s", result.Status, result.Count, result.Complete, counters(result)))
	for _, sol := range result.Solutions {
		s.need("judging", inst.(puzzle.Solver).CheckSolution(sol))
		s.add("solution", sol.Desc())
	}
	if r, ok := inst.(puzzle.Rater); ok {
		rating, err := r.Rate(s.ctx)
		s.need("rating", err)
		s.add("rating", fmt.Sprintf("class %s, score %g, hardest %s, %d steps of cost %g, solved %v",
			rating.Class, rating.Score, rating.Hardest, rating.Steps, rating.Cost, rating.Solved))
	}
	for _, lang := range []string{"en", "zh"} {
		e, ok := puzzle.In(inst, lang).(puzzle.Explainer)
		if !ok || lang != "en" && inst.Extras().In == nil { // it speaks the language of its names
			continue
		}
		var b strings.Builder
		for step, err := range e.Explain(s.ctx, "", puzzle.ExplainOptions{}) {
			s.need("explaining", err)
			fmt.Fprintf(&b, "%s (%.4g): %s\n", step.Technique, step.Cost, step.Text)
			if lang == "en" {
				fmt.Fprintf(&b, "    moves %v\n", step.Moves)
			}
		}
		s.add("steps."+lang, b.String())
	}
	if c, ok := inst.(puzzle.Symmetric); ok {
		form, err := c.Canonical(s.ctx, 0)
		s.need("canonical form", err)
		s.add("canonical", fmt.Sprintf("%s\nexact %v, %d steps, symmetries %s", form.ID(f.Name()), form.Exact, form.Work, strings.Join(c.Symmetries().Names, " ")))
	}
}

// counters lists the work counters of a result.
func counters(r puzzle.Result) string {
	var b strings.Builder
	for _, m := range r.Work {
		fmt.Fprintf(&b, "%s %v\n", m.Key, m.Value)
	}
	return b.String()
}
