package codec_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/codec"
)

// documents gives the rules files of a file of many, by the first of their other names.
func documents(t testing.TB, path string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	docs := map[string]string{}
	for _, doc := range strings.Split(string(data), "---\n")[1:] {
		docs[strings.Trim(strings.Fields(doc)[3], "[],")] = doc
	}
	return docs
}

// compile reads a rules file and its formats.
func compile(t testing.TB, doc string) *codec.Forms {
	t.Helper()
	f, probs := rules.Load("layout.yaml", []byte(doc), nil)
	if f == nil {
		t.Fatalf("%v\n%s", probs, doc)
	}
	forms, probs := codec.Compile(f)
	if forms == nil {
		t.Fatalf("%v\n%s", probs, doc)
	}
	return forms
}

// blanks makes lines comparable: one blank between tokens.
func blanks(text string) string {
	var lines []string
	for line := range strings.Lines(strings.TrimRight(text, " \n")) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	return strings.Join(lines, "\n")
}

// TestCorpusBoards reads published boards and solutions by the layouts of the families, and writes them back. What is written must mean the same;
// it is also to be the same text, but for boards that differ from their own family in what says nothing: how parts are
// numbered, in which order directions stand, which of two tokens means nothing. A few boards are no boards at all (a line too short).
func TestCorpusBoards(t *testing.T) {
	dir := puztest.Corpus(t, "families", "boards")
	builtIn := map[string]*codec.Form{}
	for _, id := range families.Names() {
		f, err := families.Load(id)
		if err != nil {
			t.Error(err)
			continue
		}
		forms, probs := codec.Compile(f)
		if forms == nil {
			t.Errorf("%s: %v", id, probs)
			continue
		}
		for _, name := range append(families.Aliases(id), strings.ReplaceAll(id, "-", "")) {
			builtIn[name] = forms.Text
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	boards, read, problems, solutions := 0, 0, 0, 0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		t.Run(name, func(t *testing.T) {
			form := builtIn[strings.ToLower(name)]
			if form == nil {
				t.Skip("no family of this name is built in")
			}
			f, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			lines := bufio.NewScanner(f)
			lines.Buffer(nil, 1<<24)
			for lines.Scan() {
				var c struct{ ID, Problem, Solution string }
				if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
					t.Fatal(err)
				}
				boards++
				problem, err := form.ReadProblem(c.Problem)
				if err != nil {
					t.Logf("%s: the problem: %v", c.ID, err)
					continue
				}
				solution, err := form.ReadSolution(problem, c.Solution)
				if err != nil {
					t.Logf("%s: the solution: %v", c.ID, err)
					continue
				}
				read++
				text, again := backAndForth(t, form, problem, solution)
				if text == blanks(c.Problem) {
					problems++
				} else {
					t.Logf("%s: the problem is written as\n%s\nnot\n%s", c.ID, text, blanks(c.Problem))
				}
				if again == blanks(c.Solution) {
					solutions++
				} else {
					t.Logf("%s: the solution is written as\n%s\nnot\n%s", c.ID, again, blanks(c.Solution))
				}
			}
		})
	}
	t.Logf("%d boards: %d read, %d problems and %d solutions written as they were", boards, read, problems, solutions)
	if float64(read) < 0.995*float64(boards) || float64(solutions) < 0.97*float64(boards) || float64(problems) < 0.95*float64(boards) {
		t.Error("too few")
	}
}

// backAndForth writes a problem and its solution, and reads them again: they must be the same.
func backAndForth(t testing.TB, form *codec.Form, problem, solution *rules.Board) (string, string) {
	t.Helper()
	text, err := form.WriteProblem(problem)
	if err != nil {
		t.Errorf("the problem is not written: %v", err)
		return "", ""
	}
	second, err := form.ReadProblem(text)
	if err != nil {
		t.Errorf("what was written is not read: %v\n%s", err, text)
		return "", ""
	}
	same(t, problem, second)
	answer, err := form.WriteSolution(solution)
	if err != nil {
		t.Errorf("the solution is not written: %v", err)
		return text, ""
	}
	third, err := form.ReadSolution(second, answer)
	if err != nil {
		t.Errorf("what was written is not read: %v\n%s", err, answer)
		return text, answer
	}
	same(t, solution, third)
	return text, answer
}

// same compares the values of all layers, parts by the places that they hold.
func same(t testing.TB, a, b *rules.Board) {
	t.Helper()
	for _, l := range a.File.Layers {
		m, n := a.Marks(l), b.Marks(l)
		if (m == nil) != (n == nil) {
			t.Errorf("the layer %s is known or not", l.Name)
			continue
		}
		if m == nil {
			continue
		}
		for p, v := range m.Values {
			// A printed value that others imply may be written too; a link that is known not to be there may be left out.
			if !n.Values[p].Equal(v) && !(v.Kind == rules.Bool && v.N == 0) {
				t.Errorf("%s of %s was %v and is %v", l.Name, a.Geo.Name(p), v, n.Values[p])
			}
		}
		for p, v := range n.Values {
			if !m.Values[p].Equal(v) && !(v.Kind == rules.Bool && v.N == 0) {
				t.Errorf("%s of %s was %v and is %v", l.Name, a.Geo.Name(p), m.Values[p], v)
			}
		}
		for _, p := range a.Geo.All(1) {
			for _, q := range a.Geo.Next(p) {
				if l.Parts && (a.PartOf(l, p) == a.PartOf(l, q)) != (b.PartOf(l, p) == b.PartOf(l, q)) {
					t.Errorf("%s: %s and %s", l.Name, a.Geo.Name(p), a.Geo.Name(q))
				}
			}
		}
		if len(m.Parts) != len(n.Parts) || len(m.Objects) != len(n.Objects) {
			t.Errorf("%s: %d parts and %d objects became %d and %d", l.Name, len(m.Parts), len(m.Objects), len(n.Parts), len(n.Objects))
		}
	}
}
