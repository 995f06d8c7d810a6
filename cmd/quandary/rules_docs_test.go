package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	rulesfiles "github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/codec"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/rules/judge"
	ruleslint "github.com/quandary-puzzles/quandary/rules/lint"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// docsBlock is a block of docs/rules.md: what stands behind its language, and its text.
type docsBlock struct {
	line       int
	lang, kind string
	body       string
}

func rulesDocs(t *testing.T) []docsBlock {
	t.Helper()
	data, err := os.ReadFile("../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	var out []docsBlock
	for _, m := range regexp.MustCompile("(?ms)^```(\\w+)(?: (\\S+))?\n(.*?)^```$").FindAllStringSubmatchIndex(text, -1) {
		b := docsBlock{line: 1 + strings.Count(text[:m[0]], "\n"), lang: text[m[2]:m[3]], body: text[m[6]:m[7]]}
		if m[4] >= 0 {
			b.kind = text[m[4]:m[5]]
		}
		out = append(out, b)
	}
	return out
}

// TestRulesTutorial runs the commands of docs/rules.md in order, on the files that it has one write, and compares what they print
// with what the document shows.
func TestRulesTutorial(t *testing.T) {
	bash := puztest.Need(t, "bash")
	dir := t.TempDir()
	printed, n := "", 0
	for _, b := range rulesDocs(t) {
		name, isFile := strings.CutPrefix(b.kind, "file=")
		switch {
		case isFile:
			if err := os.WriteFile(filepath.Join(dir, name), []byte(b.body), 0o666); err != nil {
				t.Fatal(err)
			}
		case b.lang == "sh":
			printed = ""
			for line := range strings.Lines(b.body) {
				n++
				if _, err := exec.LookPath("z3"); err != nil && !puztest.RequireAll() { // the program's own solver prints the same
					line = strings.Replace(line, " --solver z3", "", 1)
				}
				cmd := exec.Command(bash, "-c", strings.TrimSpace(line))
				cmd.Dir = dir
				var errOut strings.Builder
				cmd.Stderr = &errOut
				out, err := cmd.Output()
				if err != nil {
					t.Errorf("line %d: %s: %v\n%s%s", b.line, line, err, out, errOut.String())
				}
				printed += string(out)
			}
		case b.kind == "output":
			if strings.TrimSpace(printed) != strings.TrimSpace(b.body) {
				t.Errorf("line %d: the commands print\n%s", b.line, printed)
			}
		}
	}
	if n < 6 {
		t.Errorf("%d commands: are the blocks still marked sh?", n)
	}
}

// loadRules reads a rules file that has no mistakes.
func loadRules(t *testing.T, name, text string) (*rules.File, *codec.Forms) {
	t.Helper()
	file, probs := rules.Load(name, []byte(text), rulesfiles.Use)
	if file == nil || len(probs) > 0 {
		t.Fatalf("%v\n%s", probs, text)
	}
	forms, probs := codec.Compile(file)
	if forms == nil || len(probs) > 0 {
		t.Fatalf("%v\n%s", probs, text)
	}
	return file, forms
}

// trueLines gives the lines of the blocks in which everything is true, as rules that are named by their lines.
func trueLines(blocks []docsBlock) string {
	var out strings.Builder
	for _, b := range blocks {
		if b.kind != "true" {
			continue
		}
		n := b.line
		for line := range strings.Lines(b.body) {
			n++
			expr, _, _ := strings.Cut(line, "  #")
			if expr = strings.TrimSpace(expr); expr != "" {
				fmt.Fprintf(&out, "  line%d: %q\n", n, expr)
			}
		}
	}
	return out.String()
}

// TestRulesReference holds that every line of the reference is true on the board that it is about, for the judge and for the solver.
func TestRulesReference(t *testing.T) {
	blocks := rulesDocs(t)
	text := map[string]string{}
	for _, b := range blocks {
		if name, ok := strings.CutPrefix(b.kind, "file="); ok {
			text[name] = b.body
		}
	}
	lines := trueLines(blocks)
	source := strings.Replace(text["tour.yaml"], "rules:\n", "rules:\n"+lines, 1)
	_, forms := loadRules(t, "tour.yaml", source)
	problem, err := forms.Text.ReadProblem(text["tour.txt"])
	if err != nil {
		t.Fatal(err)
	}
	answer, err := forms.Text.ReadSolution(problem, text["tour-answer.txt"])
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	v, err := judge.Judge(ctx, problem, answer)
	if err != nil {
		t.Error("the judge:", err)
	}
	for _, b := range v.Broken {
		t.Errorf("docs/rules.md, %s: the judge says that this is not true", b.Rule)
	}
	enc, err := encode.New(ctx, problem, encode.Options{})
	if err != nil {
		t.Fatal("the encoder:", err)
	}
	s, err := native.New().Open(ctx, enc.Problem, solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	fixed, err := enc.Fix(answer)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Add("answer", fixed); err != nil {
		t.Fatal(err)
	}
	r, err := s.Solve(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != solve.Sat {
		core, err := s.Core(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range core.Constraints {
			if c < len(enc.Instances) {
				t.Errorf("docs/rules.md, %s: the encoder says that this is not true", enc.Instances[c].Rule)
			}
		}
	}
}

// TestRulesWords holds that every word of the language is in an example that is run, and every key in the tables.
func TestRulesWords(t *testing.T) {
	var run strings.Builder
	for _, b := range rulesDocs(t) {
		if b.lang == "python" || b.lang == "yaml" {
			run.WriteString(b.body)
		}
	}
	word := func(w string) *regexp.Regexp { return regexp.MustCompile(`\b` + regexp.QuoteMeta(w) + `\b`) }
	for _, w := range append(rules.Names(), rules.Relations()...) {
		if !word(w).MatchString(run.String()) {
			t.Errorf("no example has the word %s", w)
		}
	}
	data, err := os.ReadFile("../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range rules.Keys() {
		if !strings.Contains(string(data), "`"+k+"`") {
			t.Errorf("no table has the key %s", k)
		}
	}
}

// TestRulesFormats reads and writes the boards of docs/rules.md.
func TestRulesFormats(t *testing.T) {
	n := 0
	for _, b := range rulesDocs(t) {
		if b.kind != "board" {
			continue
		}
		n++
		head, text, _ := strings.Cut(b.body, "---\n")
		_, forms := loadRules(t, fmt.Sprintf("line %d", b.line), "version: 1\nfamily: example\n"+head)
		problem, err := forms.Text.ReadProblem(text)
		if err != nil {
			t.Errorf("line %d: %v", b.line, err)
			continue
		}
		if got, err := forms.Text.WriteProblem(problem); err != nil || strings.TrimSpace(got) != strings.TrimSpace(text) {
			t.Errorf("line %d: written as %v\n%s", b.line, err, got)
		}
	}
	if n < 5 {
		t.Errorf("%d boards: are the blocks still marked board?", n)
	}
}

// TestRulesSayings holds that every rule of "How do I say ...?" can be kept and broken: by itself, on a small board.
func TestRulesSayings(t *testing.T) {
	puztest.From(t, puztest.Usual)
	layers, n := "", 0
	for _, b := range rulesDocs(t) {
		switch b.kind {
		case "layers":
			layers = b.body
		case "rules":
			line := b.line
			for text := range strings.Lines(b.body) {
				line++
				name, _, ok := strings.Cut(text, ":")
				if strings.HasPrefix(text, "#") || !ok {
					continue
				}
				n++
				t.Run(fmt.Sprintf("line%d-%s", line, name), func(t *testing.T) {
					sayable(t, "version: 1\nfamily: example\n"+layers+"rules:\n  "+text)
				})
			}
		case "rulesfile":
			t.Run(fmt.Sprintf("line%d", b.line), func(t *testing.T) { sayable(t, b.body) })
		}
	}
	if n < 60 {
		t.Errorf("%d rules: are the blocks still marked rules?", n)
	}
}

// sayable holds that small boards keep a rule and break it.
func sayable(t *testing.T, text string) {
	file, _ := loadRules(t, "rules", text)
	for _, p := range ruleslint.Check(context.Background(), file, native.New()) {
		switch p.Code {
		case "never-kept", "never-broken", "meaning", "work", "not-tried", "unmarked":
			t.Errorf("%v\n%s", p, text)
		}
	}
}
