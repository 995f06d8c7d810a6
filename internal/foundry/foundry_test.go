package foundry_test

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/gallery"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// line makes one record and gives it as its line.
func line(t *testing.T, src foundry.Source, seed, index uint64) string {
	t.Helper()
	m, err := src.NewMaker(seed)(context.Background(), index)
	if err != nil {
		t.Fatal(err)
	}
	b, err := m.Record.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func open(t *testing.T, name string, opt foundry.Options) foundry.Source {
	t.Helper()
	src, err := foundry.Open(name, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := src.Close(); err != nil {
			t.Error(err)
		}
	})
	return src
}

// TestOpen: every kind of source gives the same record for the same seed and index, whoever asks, and knows it again.
func TestOpen(t *testing.T) {
	for _, name := range []string{"sudoku:4x4", "zebra:3x3", "fillomino:4x4", "null", "gallery:wine"} {
		src := open(t, name, foundry.Options{})
		a, b := line(t, src, 5, 3), line(t, open(t, name, foundry.Options{}), 5, 3)
		if a != b {
			t.Errorf("%s: two openings give two records\n%s\n%s", name, a, b)
		}
		m, err := src.NewMaker(5)(context.Background(), 3)
		if err != nil || src.Fits(m.Record.Origin) != nil || m.Record.Origin.Spec != src.Hash() {
			t.Errorf("%s: its own record does not fit: %v, %v", name, err, src.Fits(m.Record.Origin))
		}
		m.Record.Origin.Spec = "other"
		if src.Fits(m.Record.Origin) == nil {
			t.Errorf("%s: a record with another hash fits", name)
		}
	}
}

// TestRefused: what does not go together is refused, and the option is named.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		opt  foundry.Options
		want string
	}{
		{"gallery:wine", foundry.Options{Lang: "zh"}, "lang"},
		{"gallery:wine", foundry.Options{Class: "easy"}, "class"},
		{"gallery:wine", foundry.Options{Settings: puzzle.Settings{"empties": "3"}}, "set"},
		{"gallery:wine", foundry.Options{Files: &foundry.Files{Root: "."}}, "root"},
		{"sudoku:4x4", foundry.Options{Files: &foundry.Files{Root: "."}}, "root"},
		{"sudoku:4x4", foundry.Options{Solver: "native"}, "solver"},
		{"sudoku:4x4", foundry.Options{Certify: "proof"}, "certify"},
		{"sudoku:4x4", foundry.Options{MaxTries: 3}, "max-tries"},
		{"sudoku:4x4", foundry.Options{Class: "easy", Settings: puzzle.Settings{"class": "hard"}}, "class"},
	} {
		_, err := foundry.Open(c.name, c.opt)
		var o *foundry.OptionError
		if !errors.As(err, &o) || o.Option != c.want {
			t.Errorf("%s %+v: %v, want the option %s refused", c.name, c.opt, err, c.want)
		}
	}
	for _, c := range []struct {
		name string
		opt  foundry.Options
		want string
	}{
		{"sudoku:4x4#1", foundry.Options{}, "names one puzzle"},
		{"sudoku:4x4", foundry.Options{Lang: "fr"}, `unknown language "fr"`},
		{"zebra:3x3", foundry.Options{Lang: "fr"}, `unknown language "fr": known are en, zh, de, es, ja`},
		{"hitori:4x4", foundry.Options{Lang: "fr"}, `unknown language "fr": known are en, zh, de, es, ja`},
		{"sudoku:4x4", foundry.Options{Format: "gif"}, `unknown format "gif"`},
		{"hitori:4x4", foundry.Options{Format: "gif"}, `known are jsonl, text, p`}, // its own text is named once
		{"gallery:wine", foundry.Options{Format: "line"}, `unknown format "line"`},
		{"gallery:wime", foundry.Options{}, `did you mean "wine"?`},
		{"go.mod", foundry.Options{}, "files are not read here"},
		{"-", foundry.Options{}, "files are not read here"},
		{"-", foundry.Options{Files: &foundry.Files{}}, "standard input is not read here"},
		{"foundry.go", foundry.Options{Files: &foundry.Files{Only: true}}, "files are not read here"},
		{"sudok:4x4", foundry.Options{Files: &foundry.Files{}}, "did you mean sudoku?"},
	} {
		if _, err := foundry.Open(c.name, c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %+v: %v, want %q", c.name, c.opt, err, c.want)
		}
	}
}

// TestPack: a specification with an operator file that was sent as JSON gives the same bytes as the file.
func TestPack(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"ops.py": "def twice(n):\n    return 2 * n\n",
		"pair.yaml": `custom_operator: {twice: ops.py}
variables: {n: {type: int, domain: "[3, 9]"}}
symbols: {x: {source: ["['a']"], type: int}}
conditions: {c: {formula: "x['a'] == twice(n)", desc: "It is {twice(n)}. "}}
queries: {q1: {desc: "How much?", ans_formula: "get_value(_solutions[0], x['a'])", ans_text: "str(_ans)"}}
desc: "{conditions}{q1}"
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files := &foundry.Files{Base: dir}
	packed, err := files.Pack("pair.yaml")
	if err != nil {
		t.Fatal(err)
	}
	wire, err := json.Marshal(packed)
	if err != nil {
		t.Fatal(err)
	}
	var there foundry.Packed
	if err := json.Unmarshal(wire, &there); err != nil {
		t.Fatal(err)
	}
	if p := there.Problems(); p.Err() != nil {
		t.Fatal(p)
	}
	far := &foundry.Files{Only: true, Given: map[string]foundry.Spec{"pair.yaml": there.Spec()}}
	a := line(t, open(t, "pair.yaml", foundry.Options{Files: files}), 1, 2)
	b := line(t, open(t, "pair.yaml", foundry.Options{Files: far}), 1, 2)
	if a != b {
		t.Errorf("the packed specification gives another record\n%s\n%s", a, b)
	}
	if len(there.Files) != 1 {
		t.Errorf("packed with %d files, want 1", len(there.Files))
	}
	root := there.Spec().Root
	if _, err := root.Open("../ops.py"); !errors.Is(err, fs.ErrInvalid) {
		t.Errorf("a path out of the files: %v", err)
	}
	if _, err := root.Open("no.py"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// TestGalleryPacks: every entry of the gallery can be sent.
func TestGalleryPacks(t *testing.T) {
	var none *foundry.Files
	for _, e := range gallery.List() {
		p, err := none.Pack(foundry.GalleryPrefix + e.Name)
		if err != nil || string(p.Data) != string(e.Data) {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
}
