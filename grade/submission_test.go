package grade

import (
	"reflect"
	"testing"
)

var submissions = []string{
	`{"id": "a", "answer": "x"}`, ` {"answer":"x\n\"y\" \u00e9","puzzle":"sudoku:4x4:1"} `, `{"answer": "A", "reference": "B", "eval_type": "option", "problem": "A. one"}`,
	`{"answer": "A", "reference": ""}`, `{"answer": "A", "eval_type": "option"}`, `{"answer": "", "id": ""}`, `{"id": "a"}`, `{}`, `[]`, `"x"`, ``, `{"id": "a", "answer": "x"} 1`,
	`{"ID": "a", "Answer": "x"}`, `{"id": "a", "answer": "x", "answer": "y"}`, `{"id": "a", "answer": "x", "ANSWER": "y"}`, `{"id": 7, "answer": "x"}`, `{"id": "a", "answer": null}`,
	`{"id": null, "answer": "x"}`, `{"id": "a", "answer": [1, 2]}`, `{"id": "a", "answer": "x", "puzzle": 3}`, `{"id": "a", "answer": "x", "reference": null}`,
	`{"id": "a", "answer": "x", "model": "m", "n": 4}`, `{"id": "a", "answer": "x", "model": "m"}`, `{"id": "a", "answer": "\ud83d"}`, "{\"id\": \"a\", \"answer\": \"\xff\"}",
	`{"id": "a", "answer": "x",}`, `{"id": "a" "answer": "x"}`, "{\"id\": \"a\", \"answer\": \"\x01\"}", `{"\u0069d": "a", "answer": "x"}`, `{"id": "a", "an` + "\u017f" + `wer": "x"}`,
}

// agreeOn: what the short way reads is what encoding/json reads.
func agreeOn(t *testing.T, line string) {
	got, ok := textSubmission([]byte(line))
	if !ok {
		return
	}
	want, err := jsonSubmission([]byte(line))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%q reads as %+v, encoding/json says %+v, %v", line, got, want, err)
	}
}

func TestSubmissions(t *testing.T) {
	short := 0
	for _, line := range submissions {
		agreeOn(t, line)
		if _, ok := textSubmission([]byte(line)); ok {
			short++
		}
	}
	if short < 8 {
		t.Errorf("%d submissions are read the short way", short)
	}
}

// FuzzSubmission: the short way gives nothing that encoding/json does not.
func FuzzSubmission(f *testing.F) {
	for _, line := range submissions {
		f.Add(line)
	}
	f.Fuzz(agreeOn)
}

// BenchmarkSubmission reads a submission with an id of 1,000 bytes and a sentence, both ways.
func BenchmarkSubmission(b *testing.B) {
	id := make([]byte, 1000)
	for i := range id {
		id[i] = "0123456789abcdef"[i%16]
	}
	line := []byte(`{"id": "zebra-1-1", "answer": "The red house is first.\nAnswer: \\boxed{Ann: 1, Bob: 2}", "puzzle": "zebra:4x4:` + string(id) + `"}`)
	for name, read := range map[string]func([]byte){
		"strings": func(l []byte) { textSubmission(l) },
		"json":    func(l []byte) { _, _ = jsonSubmission(l) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				read(line)
			}
		})
	}
}
