package codec_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// TestCorpusVerdicts reads the boards of pzpr's own tests by the layouts of their genres, and writes them back.
func TestCorpusVerdicts(t *testing.T) {
	dir := puztest.Corpus(t, "families", "verdicts")
	docs := documents(t, "testdata/pzprv3.yaml")
	boards, read := 0, 0
	for genre, doc := range docs {
		t.Run(genre, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(dir, genre+".json"))
			if err != nil {
				t.Fatal(err)
			}
			var cases struct{ Cases []struct{ Board string } }
			if err := json.Unmarshal(data, &cases); err != nil {
				t.Fatal(err)
			}
			form := compile(t, doc).PZPR
			for _, c := range cases.Cases {
				boards++
				problem, answer, err := form.ReadBoard(c.Board)
				if err != nil {
					t.Logf("%v\n%s", err, c.Board)
					continue
				}
				read++
				text, err := form.WriteBoard(problem, answer)
				if err != nil {
					t.Errorf("not written: %v\n%s", err, c.Board)
					continue
				}
				again, solved, err := form.ReadBoard(text)
				if err != nil {
					t.Errorf("what was written is not read: %v\n%s\n%s", err, text, c.Board)
					continue
				}
				same(t, problem, again)
				same(t, answer, solved)
				if t.Failed() {
					t.Log(strings.TrimSpace(c.Board), text)
				}
			}
		})
	}
	t.Logf("%d boards of %d genres, %d read", boards, len(docs), read)
	if read < boards*99/100 {
		t.Error("too few")
	}
}

// TestCorpusAddresses reads the example of each genre that has addresses, and writes it back.
func TestCorpusAddresses(t *testing.T) {
	dir := puztest.Corpus(t, "families", "verdicts")
	for genre, doc := range documents(t, "testdata/pzprv3.yaml") {
		form := compile(t, doc).URL
		if form == nil {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, genre+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var example struct{ URL string }
		if err := json.Unmarshal(data, &example); err != nil {
			t.Fatal(err)
		}
		problem, err := form.ReadProblem(example.URL)
		if err != nil {
			t.Errorf("%s: %v", example.URL, err)
			continue
		}
		text, err := form.WriteProblem(problem)
		text = strings.TrimPrefix(text, "https://puzz.link/p?")
		if strings.Contains(doc, "rest]") { // colours, which are no part of the puzzle
			example.URL = example.URL[:min(len(text), len(example.URL))]
		}
		if err != nil || text != example.URL {
			t.Errorf("%s is written as %s, %v", example.URL, text, err)
		}
	}
}
