package record

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestRoundTrip(t *testing.T) {
	for _, line := range []string{
		`{"problem": "一个\n<b>\"q\"</b>", "answer": "A\n", "parameters": {"cond_num": 7, "vars_scale": 0.5}, "config": {"z": 1, "a": ["__3__", 1.0, 1e+20]}, "eval_type": "nominal", "source": "wine", "id": "wine-1", "difficulty": 0.25, "quandary": {"seed": 7, "index": 3, "spec": "ab", "solutions": 1, "solver": "native", "tries": 2}, "note": [1, {"b": null, "a": true}]}`,
		`{"problem": "", "answer": ""}`,
	} {
		var r Record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		got, err := r.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != line {
			t.Errorf("read and written again:\n got %s\nwant %s", got, line)
		}
	}
}

func TestUnmarshalErrors(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`[]`, "expected a JSON object"},
		{`{"problem": 3}`, `field "problem"`},
		{`{"id": []}`, `field "id"`},
		{`{"problem": "a", "problem": "b"}`, "stands twice"},
		{`{"parameters": {"a": 1, "a": 2}}`, "stands twice"},
	} {
		var r Record
		if err := r.UnmarshalJSON([]byte(c.in)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.in, err, c.want)
		}
	}
}

func TestAppendFloat(t *testing.T) {
	for f, want := range map[float64]string{1: "1.0", 0.1: "0.1", 1e16: "1e+16", 123456789: "123456789.0", 1e-5: "1e-05", 0: "0.0", -2.5: "-2.5"} {
		got, err := AppendJSON(nil, f)
		if err != nil || string(got) != want {
			t.Errorf("%v: %s, %v; want %s", f, got, err, want)
		}
	}
}

func TestLineReader(t *testing.T) {
	r := NewLineReader(strings.NewReader("\xef\xbb\xbfone\r\n\n  \n"+strings.Repeat("x", 100)+"\nlast"), 10)
	want := []struct {
		text   string
		number int
	}{{"one", 1}, {"", 4}, {"last", 5}}
	for _, w := range want {
		text, number, err := r.Next()
		if number != w.number || string(text) != w.text || (w.text == "") != errors.Is(err, ErrLineTooLong) {
			t.Fatalf("line %d %q, error %v; want line %d %q", number, text, err, w.number, w.text)
		}
	}
	if _, _, err := r.Next(); err != io.EOF {
		t.Fatalf("at the end: %v", err)
	}
}

func FuzzRecord(f *testing.F) {
	f.Add([]byte(`{"problem": "a", "answer": "b", "config": {"x": [1, 2.5, "\u00e9"]}, "quandary": {"seed": 1, "index": 2, "solutions": 1}}`))
	f.Add([]byte(`{"parameters": {"a": {"b": [null, true]}}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		var r Record
		if r.UnmarshalJSON(b) != nil {
			return
		}
		first, err := r.AppendJSON(nil)
		if err != nil {
			return
		}
		var again Record
		if err := again.UnmarshalJSON(first); err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, first)
		}
		if second, err := again.AppendJSON(nil); err != nil || string(second) != string(first) {
			t.Fatalf("written twice: %v\n%s\n%s", err, first, second)
		}
	})
}

func BenchmarkUnmarshal(b *testing.B) {
	line := []byte(`{"problem": "` + strings.Repeat("一个谜 puzzle ", 60) + `", "answer": "A\n", "parameters": {"cond_num": 7, "sym_num": 4, "sym_type": ["int"]}, "config": {"names": [` + strings.Repeat(`"Ann", `, 100) + `"Bob"], "c": {"domain": 2, "pool": [[["__4__"], ["__2__"]]]}}, "eval_type": "nominal", "source": "wine", "id": "wine-1", "difficulty": 0.25}`)
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		var r Record
		if err := r.UnmarshalJSON(line); err != nil {
			b.Fatal(err)
		}
	}
}

func TestPuzzleID(t *testing.T) {
	for text, want := range map[string]string{
		`{"problem": "?", "quandary": {"puzzle": "sudoku:4x4:1"}, "puzzle": "x:y"}`: "sudoku:4x4:1",
		`{"problem": "?", "quandary": {"spec": "abc"}, "puzzle": "x:y"}`:            "",
		`{"problem": "?", "puzzle": "zebra:2x2:abc"}`:                               "zebra:2x2:abc",
		`{"problem": "?", "config": {"puzzle": "zebra:2x2:abc", "n": 1}}`:           "zebra:2x2:abc",
		`{"problem": "?", "config": {"puzzle": 3}}`:                                 "",
		`{"problem": "?", "config": ["puzzle"]}`:                                    "",
		`{"problem": "?", "puzzle": "a jigsaw"}`:                                    "",
		`{"problem": "?"}`:                                                          "",
	} {
		var r Record
		if err := r.UnmarshalJSON([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if got := r.PuzzleID(); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
