package dataset

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/record"
)

// input makes an input of lines.
func input(t testing.TB, lines ...string) *Input {
	t.Helper()
	in, err := OpenInput("-", strings.NewReader(strings.Join(lines, "\n")+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := in.Close(); err != nil {
			t.Error(err)
		}
	})
	return in
}

// wine is a record like those of the documents' wine merchant.
func wine(barrels int, text string) string {
	return fmt.Sprintf(`{"problem": %q, "answer": "3", "parameters": {"cond_num": %d, "sym_num": 4}, "config": {"wine_num": %d, "names": ["A", "B"], "easy": %d}}`,
		text, barrels, barrels, 10-barrels)
}

func parse(t testing.TB, out []byte) []record.Record {
	t.Helper()
	var recs []record.Record
	for _, line := range bytes.Split(bytes.TrimSpace(out), []byte("\n")) {
		var r record.Record
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		recs = append(recs, r)
	}
	return recs
}

func TestFormatAndRate(t *testing.T) {
	ctx := context.Background()
	in := input(t, wine(6, "abcd"), "not JSON", wine(9, "ab"), wine(8, "abcdef"))
	var out, aside bytes.Buffer
	rejects := &Rejects{W: &aside}
	opt := FormatOptions{Source: "wine", QType: "open", EvalType: "numeral",
		Factors: []Factor{{"wine_num", 1}, {"easy", -2}, {"names", 0}, {"absent", 0}}}
	if err := Format(ctx, in, &out, opt, rejects); err != nil {
		t.Fatal(err)
	}
	if rejects.Count != 1 || !strings.Contains(aside.String(), `"line": 2`) || !strings.Contains(rejects.First.Error(), "standard input:2") {
		t.Errorf("set aside: %d, %v, %s", rejects.Count, rejects.First, aside.String())
	}
	recs := parse(t, out.Bytes())
	for i, want := range []float64{0, 1, 2.0 / 3} {
		r := recs[i]
		if got := parameter(&r, "vars_scale"); math.Abs(got-want) > 1e-12 {
			t.Errorf("record %d: vars_scale %v, want %v", i, got, want)
		}
		if r.ID != fmt.Sprintf("wine-%04d", i) || r.Source != "wine" || r.QType != "open" || r.EvalType != "numeral" {
			t.Errorf("record %d: %q %q %q %q", i, r.ID, r.Source, r.QType, r.EvalType)
		}
	}

	var rated bytes.Buffer
	if err := Rate(ctx, input(t, strings.TrimSpace(out.String())), &rated, RateOptions{}, &Rejects{}); err != nil {
		t.Fatal(err)
	}
	// Lengths 4, 2, 6; conditions 6, 9, 8; one number of symbols.
	for i, want := range []float64{0.125, 0.5, 0.583} {
		if got := *parse(t, rated.Bytes())[i].Difficulty; got != want {
			t.Errorf("record %d: difficulty %v, want %v", i, got, want)
		}
	}
}

func TestNoFactors(t *testing.T) {
	var out bytes.Buffer
	if err := Format(context.Background(), input(t, wine(6, "a")), &out, FormatOptions{Source: "s", Factors: []Factor{}}, &Rejects{}); err != nil {
		t.Fatal(err)
	}
	if got := parameter(&parse(t, out.Bytes())[0], "vars_scale"); got != 0.5 {
		t.Errorf("vars_scale without variables is %v", got)
	}
}

func TestDuplicates(t *testing.T) {
	ctx := context.Background()
	in := input(t,
		`{"problem": "A  b", "config": {"x": 1, "y": 2}, "source": "s"}`,
		`{"problem": "a b", "config": {"y": 2, "x": 1}, "source": "s"}`,
		`{"problem": "c", "config": {"y": 2, "x": 1}, "source": "t"}`,
		`{"problem": "a B", "source": "s"}`,
		`{"problem": "d", "source": "s"}`,
	)
	for _, c := range []struct {
		name string
		key  Key
		want []Duplicate
	}{
		{"text", textKey, []Duplicate{{2, 1}, {4, 1}}},
		{"config", configKey, []Duplicate{{2, 1}}},
	} {
		got, err := Duplicates(ctx, in, c.key, &Rejects{})
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v; want %v", c.name, got, err, c.want)
		}
	}
	var out bytes.Buffer
	if _, err := Dedupe(ctx, in, &out, textKey, &Rejects{}); err != nil {
		t.Fatal(err)
	}
	if got := parse(t, out.Bytes()); len(got) != 3 || got[0].Problem != "A  b" || got[2].Problem != "d" {
		t.Errorf("left: %v", got)
	}
	b := input(t, `{"problem": "d"}`, `{"problem": "new"}`, `{"problem": "A B"}`)
	leaks, err := Leaks(ctx, in, b, textKey, &Rejects{})
	if err != nil || !slices.Equal(leaks, []Leak{{5, 1}, {1, 3}}) {
		t.Errorf("leaks %v, %v", leaks, err)
	}
}

// TestSorter compares runs on the disk with sorting in memory.
func TestSorter(t *testing.T) {
	s := newSorter(4)
	s.limit = 40
	r := rng.New(5)
	var want []string
	for range 333 {
		rec := []byte{byte(r.IntN(3)), byte(r.IntN(256)), byte(r.IntN(256)), 7}
		want = append(want, string(rec))
		if err := s.add(rec); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(want)
	for range 2 { // twice: a sorter can be walked again
		var got []string
		if err := s.each(func(rec []byte) error { got = append(got, string(rec)); return nil }); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Fatal("runs merge into another order")
		}
	}
	names := []string{}
	for _, f := range s.runs {
		names = append(names, f.Name())
	}
	if err := s.close(); err != nil || len(names) == 0 {
		t.Fatal(err, len(names))
	}
	for _, n := range names {
		if _, err := os.Stat(n); err == nil {
			t.Errorf("%s is left behind", n)
		}
	}
}

// mixed makes records of two sources and two classes, some of them twice.
func mixed(n int) []string {
	var lines []string
	for i := range n {
		source, d := "a", 0.2
		if i%4 == 0 {
			source = "b"
		}
		if i%5 == 0 {
			d = 0.8
		}
		key := i
		if i%10 == 9 {
			key = i - 2 // of the same source and class as its twin
		}
		lines = append(lines, fmt.Sprintf(`{"problem": "p%d", "answer": "1", "config": {"k": %d}, "source": %q, "id": "r%d", "difficulty": %g}`, i, key, source, i, d))
	}
	return lines
}

func split(t *testing.T, in *Input, opt SplitOptions) ([]int, map[string][]string) {
	t.Helper()
	outs := map[string]*bytes.Buffer{}
	sizes, err := Split(context.Background(), in, opt, func(part int, class string) (io.Writer, error) {
		name := opt.Parts[part].Name + "/" + class
		if outs[name] == nil {
			outs[name] = &bytes.Buffer{}
		}
		return outs[name], nil
	}, &Rejects{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for name, b := range outs {
		for _, r := range parse(t, b.Bytes()) {
			got[name] = append(got[name], r.ID)
		}
	}
	return sizes, got
}

func TestSplit(t *testing.T) {
	lines := mixed(400)
	opt := SplitOptions{Seed: 3, Threshold: 0.5, Parts: []Part{{Name: "train", Share: 0.8}, {Name: "test", Share: 0.2}}}
	sizes, got := split(t, input(t, lines...), opt)
	if sizes[0]+sizes[1] != 400 || sizes[0] < 315 || sizes[0] > 325 {
		t.Errorf("sizes %v", sizes)
	}
	if n := len(got["test/hard"]); n < 14 || n > 18 {
		t.Errorf("%d hard records in the test part, want about 16", n)
	}
	part := map[string]string{}
	for name, ids := range got {
		for _, id := range ids {
			part[id] = name[:4]
		}
	}
	for i := 9; i < 400; i += 10 {
		if a, b := part[fmt.Sprint("r", i)], part[fmt.Sprint("r", i-2)]; a != b {
			t.Errorf("records %d and %d are one puzzle, and stand in %s and %s", i, i-2, a, b)
		}
	}
	// The order of the input does not count.
	slices.Reverse(lines)
	_, again := split(t, input(t, lines...), opt)
	for name := range got {
		slices.Sort(got[name])
		slices.Sort(again[name])
		if !slices.Equal(got[name], again[name]) {
			t.Errorf("%s depends on the order of the input", name)
		}
	}
	opt.Seed = 4
	if _, other := split(t, input(t, lines...), opt); slices.Equal(other["test/normal"], again["test/normal"]) {
		t.Error("the seed changes nothing")
	}
}

func TestSampleSize(t *testing.T) {
	for _, n := range []int{1, 7, 100, 360} {
		// Without twins the size is exact.
		opt := SplitOptions{Seed: 1, Key: textKey, Parts: []Part{{Name: "sample", Count: n}}}
		if sizes, _ := split(t, input(t, mixed(360)...), opt); sizes[0] != n {
			t.Errorf("a sample of %d has %d", n, sizes[0])
		}
	}
}

// TestMixedParts: a part with a number of records takes nothing from the shares of the others.
func TestMixedParts(t *testing.T) {
	opt := SplitOptions{Seed: 1, Key: textKey, Parts: []Part{{Name: "train", Share: 0.8}, {Name: "sft", Count: 20}, {Name: "test", Share: 0.1}}}
	if sizes, _ := split(t, input(t, mixed(400)...), opt); !slices.Equal(sizes, []int{320, 20, 40}) {
		t.Errorf("sizes %v, want 320, 20 and 40", sizes)
	}
}

func TestBadParts(t *testing.T) {
	for _, parts := range [][]Part{nil, {{Name: "a"}}, {{Name: "a", Share: 0.7}, {Name: "b", Share: 0.7}}, {{Name: "a", Share: math.NaN()}}, {{Name: "a", Count: -1}}} {
		if err := CheckParts(parts); err == nil {
			t.Errorf("%v is accepted", parts)
		}
	}
}

func TestStats(t *testing.T) {
	in := input(t, `{"problem": "<script>", "answer": "A", "eval_type": "option", "source": "<b>", "difficulty": 1}`, `{"problem": "x", "answer": "B", "eval_type": "option"}`, `{`)
	st, err := Describe(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	if st.All.Records != 2 || st.Broken != 1 || len(st.Letters) != 2 || st.Histogram[19] != 1 {
		t.Errorf("%+v", st)
	}
	var text, html bytes.Buffer
	if err := st.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if err := st.WriteHTML(&html); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(html.String(), "<b>") || strings.Contains(html.String(), "<script>") {
		t.Error("names get into the page as markup")
	}
}

func TestShapes(t *testing.T) {
	line := `{"problem": "1+1?", "answer": "2\n", "eval_type": "numeral", "source": "sum", "id": "sum-1", "difficulty": 0.5, "quandary": {"seed": 1, "index": 0, "solutions": 1}}`
	wants := map[string]string{
		"puzzleclone":       `{"problem": "1+1?", "answer": "2\n", "eval_type": "numeral", "source": "sum", "id": "sum-1", "difficulty": 0.5}`,
		"reasoning-gym":     `{"question": "1+1?", "answer": "2", "metadata": {"source_dataset": "sum", "source_index": 0, "id": "sum-1", "eval_type": "numeral", "difficulty": 0.5}}`,
		"verl":              `{"data_source": "sum", "prompt": [{"role": "user", "content": "1+1?\n\nEnd with your final answer in \\boxed{}."}], "ability": "logic", "reward_model": {"style": "rule", "ground_truth": "2"}, "extra_info": {"source_dataset": "sum", "source_index": 0, "id": "sum-1", "eval_type": "numeral", "difficulty": 0.5}}`,
		"alpaca":            `{"instruction": "1+1?\n\nEnd with your final answer in \\boxed{}.", "input": "", "output": "\\boxed{2}"}`,
		"sharegpt":          `{"conversations": [{"from": "human", "value": "1+1?\n\nEnd with your final answer in \\boxed{}."}, {"from": "gpt", "value": "\\boxed{2}"}]}`,
		"chat":              `{"messages": [{"role": "user", "content": "1+1?\n\nEnd with your final answer in \\boxed{}."}, {"role": "assistant", "content": "\\boxed{2}"}]}`,
		"prompt-completion": `{"prompt": [{"role": "user", "content": "1+1?\n\nEnd with your final answer in \\boxed{}."}], "completion": [{"role": "assistant", "content": "\\boxed{2}"}]}`,
	}
	doc, err := os.ReadFile("../docs/datasets.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, shape := range Shapes() {
		want, ok := wants[shape]
		if shape == "zebralogic" { // needs a puzzle with a grid, see below
			continue
		}
		if !ok {
			t.Errorf("%s: no record that says what it looks like", shape)
		}
		if !strings.Contains(string(doc), "`"+shape+"`") {
			t.Errorf("%s is not in docs/datasets.md", shape)
		}
		var out bytes.Buffer
		if err := Export(context.Background(), input(t, line), &out, shape, nil, &Rejects{}); err != nil {
			t.Fatal(err)
		}
		if strings.TrimSpace(out.String()) != want {
			t.Errorf("%s:\n got %s\nwant %s", shape, out.String(), want)
		}
	}
	if err := Export(context.Background(), input(t, line), io.Discard, "char", nil, &Rejects{}); err == nil || !strings.Contains(err.Error(), "chat") {
		t.Errorf("unknown shape: %v", err)
	}
	var rejects Rejects
	if err := Export(context.Background(), input(t, line), io.Discard, "zebralogic", nil, &rejects); err != nil || rejects.Count != 1 {
		t.Errorf("a record without a grid: %v, %d set aside", err, rejects.Count)
	}
}

func TestParquet(t *testing.T) {
	name := filepath.Join(t.TempDir(), "d.parquet")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := ExportParquet(context.Background(), input(t, mixed(50)...), f, &Rejects{}); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	rows, err := parquet.ReadFile[row](name)
	if err != nil || len(rows) != 50 || rows[7].ID != "r7" || *rows[5].Difficulty != 0.8 || rows[9].Config != `{"k": 7}` {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// BenchmarkPipeline formats, rates, deduplicates and splits records of about 1 kB.
func BenchmarkPipeline(b *testing.B) {
	var text strings.Builder
	filler := strings.Repeat("A merchant has barrels of wine and beer. ", 20)
	const n = 10_000
	for i := range n {
		fmt.Fprintln(&text, wine(6+i%4, fmt.Sprint(filler, i)))
	}
	ctx := context.Background()
	b.ReportAllocs()
	for b.Loop() {
		in := input(b, strings.TrimSpace(text.String()))
		var formatted, rated, unique bytes.Buffer
		if err := Format(ctx, in, &formatted, FormatOptions{Source: "wine", Factors: []Factor{{"wine_num", 1}}}, &Rejects{}); err != nil {
			b.Fatal(err)
		}
		if err := Rate(ctx, input(b, formatted.String()), &rated, RateOptions{}, &Rejects{}); err != nil {
			b.Fatal(err)
		}
		if _, err := Dedupe(ctx, input(b, rated.String()), &unique, textKey, &Rejects{}); err != nil {
			b.Fatal(err)
		}
		if _, err := Split(ctx, input(b, unique.String()), SplitOptions{Key: textKey, Parts: []Part{{Name: "a", Share: 1}}}, func(int, string) (io.Writer, error) { return io.Discard, nil }, &Rejects{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "records/s")
}
