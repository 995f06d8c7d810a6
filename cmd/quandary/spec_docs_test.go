package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/gallery"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/spec"
)

// program runs the command line in-process and gives what it writes.
func program(args ...string) (stdout, stderr string, err error) {
	var out, errOut bytes.Buffer
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(&out)
	root.SetErr(&errOut)
	err = root.ExecuteContext(context.Background())
	return out.String(), errOut.String(), err
}

// records generates records of a specification.
func records(t *testing.T, n int, source string) []record.Record {
	t.Helper()
	out, errOut, err := program("generate", source, "-n", strconv.Itoa(n), "--seed", "1", "--format", "jsonl", "-j", "1", "-q")
	if err != nil {
		t.Errorf("%s: %v\n%s", source, err, errOut)
		return nil
	}
	var recs []record.Record
	for line := range strings.Lines(out) {
		var r record.Record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%s: %v\n%s", source, err, line)
		}
		recs = append(recs, r)
	}
	if len(recs) != n {
		t.Errorf("%s: %d records, want %d", source, len(recs), n)
	}
	return recs
}

var docBlock = regexp.MustCompile("(?ms)^```(yaml|python) example\n(.*?)^```$")

// TestSpecificationDocs runs every example of docs/specification.md: the specifications make puzzles, and the
// expressions have the values that stand beside them.
func TestSpecificationDocs(t *testing.T) {
	data, err := os.ReadFile("../../docs/specification.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	dir := t.TempDir()
	for i, m := range docBlock.FindAllStringSubmatchIndex(text, -1) {
		line := 1 + strings.Count(text[:m[4]], "\n")
		kind, body := text[m[2]:m[3]], text[m[4]:m[5]]
		t.Run(fmt.Sprintf("line%d", line), func(t *testing.T) {
			if kind == "yaml" {
				runExample(t, filepath.Join(dir, fmt.Sprintf("example%d.yaml", i)), body)
				return
			}
			for row := range strings.Lines(body) {
				expr, want, ok := strings.Cut(strings.TrimSpace(row), " # ")
				if !ok {
					t.Errorf("no value: %s", row)
					continue
				}
				doc := map[string]any{
					"calc_solution": false,
					"queries": map[string]any{"q": map[string]any{
						"desc": "?", "ans_text": "repr(" + strings.TrimSpace(expr) + ")", "ans_assertion": "True"}},
					"desc": "{q}",
				}
				b, err := json.Marshal(doc)
				if err != nil {
					t.Fatal(err)
				}
				name := filepath.Join(dir, "expr.json")
				if err := os.WriteFile(name, b, 0o666); err != nil {
					t.Fatal(err)
				}
				for _, r := range records(t, 1, name) {
					if got := strings.TrimSpace(r.Answer); got != want {
						t.Errorf("%s is %s, not %s", expr, got, want)
					}
				}
			}
		})
	}
}

func runExample(t *testing.T, name, body string) {
	if err := os.WriteFile(name, []byte(body), 0o666); err != nil {
		t.Fatal(err)
	}
	_, problems := spec.Check(name, []byte(body), spec.Options{}, spec.StandardUniverse())
	for _, p := range problems {
		if p.Severity != spec.Hint {
			t.Error(p)
		}
	}
	for _, r := range records(t, 3, name) {
		checkText(t, r)
	}
}

// untidy matches placeholders that were not filled in, values that are none, and stray blanks.
var untidy = regexp.MustCompile(`[{}]|\bNone\b|  |,,|\n\n\n\n|[ \n][.,;?!]([ \n]|$)|_sym`)

// checkText looks for what no finished puzzle should show.
func checkText(t *testing.T, r record.Record) {
	t.Helper()
	if bad := untidy.FindString(r.Problem); bad != "" {
		t.Errorf("%q in a puzzle:\n%s", bad, r.Problem)
	}
	if strings.TrimSpace(r.Problem) == "" || strings.TrimSpace(r.Answer) == "" {
		t.Errorf("an empty puzzle or answer:\n%s\n%s", r.Problem, r.Answer)
	}
}

// TestGalleryGenerates makes puzzles from every specification of the gallery.
func TestGalleryGenerates(t *testing.T) {
	for _, e := range puztest.Some(gallery.List(), 7) {
		t.Run(e.Name, func(t *testing.T) {
			problems := map[string]bool{}
			for _, r := range records(t, 4, foundry.GalleryPrefix+e.Name) {
				checkText(t, r)
				problems[r.Problem] = true
			}
			if len(problems) < 3 {
				t.Errorf("only %d different puzzles", len(problems))
			}
		})
	}
}

// TestUniverse holds that every name which lint takes for granted is there when a specification runs.
func TestUniverse(t *testing.T) {
	file := filepath.Join(t.TempDir(), "names.json")
	all := strings.Join(spec.StandardUniverse().Names(), ", ") // the error names what is not there
	b, err := json.Marshal(map[string]any{
		"calc_solution": false,
		"queries":       map[string]any{"q": map[string]any{"desc": "?", "ans_text": "str([" + all + "] != [])", "ans_assertion": "True"}},
		"desc":          "{q}",
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b, 0o666); err != nil {
		t.Fatal(err)
	}
	records(t, 1, file)
}
