package pipeline_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/quandary-puzzles/quandary/beam/pipeline"
	"github.com/quandary-puzzles/quandary/dataset"
)

func TestMain(m *testing.M) { ptest.MainWithDefault(m, "prism") }

const plan = `name: small
seed: 7
items:
  - {source: "gallery:wine", count: 12}
  - {source: "gallery:graduation", count: 120}
  - {source: "ages.yaml", count: 30}
  - {source: "zebra:3x3", count: 20, lang: zh}
  - {source: "sudoku:4x4", count: 40}
effort: true
threshold: 0.4
split: {train: 0.8, sft: 20, test: 0.1}
`

// ages has a weighted variable and makes the same puzzle again and again.
const ages = `variables:
  names: {formula: "sample(['Ann', 'Bob', 'Cyd', 'Dan'], 3)"}
  top: {type: int, domain: "[3, 5]", diff_factor: 1}
  who: {formula: choice(names)}
symbols:
  age: {source: [names], type: int}
conditions:
  range: {formula: "And([And(a >= 1, a <= top) for a in age])"}
  order: {source: [names], amount: ['2'], domain: "3", formula: "age[_sym[0][0]] < age[_sym[0][1]]", desc: "{_sym[0][0]} is younger than {_sym[0][1]}. "}
max_solution: 10
queries:
  q1: {desc: "How old is {who}?", ans_formula: "get_value(_solutions[0], age[who])", ans_text: _ans, ans_assertion: "True"}
desc: "{order}All are at most {top}. {q1}"
`

func quandary(t *testing.T, args ...string) {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "quandary")
	build := exec.Command("go", "build", "-o", bin, "./cmd/quandary")
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	if out, err := exec.Command(bin, args...).CombinedOutput(); err != nil {
		t.Fatalf("quandary %v: %v\n%s", args, err, out)
	}
}

func run(t *testing.T, name string, opt pipeline.Options) {
	t.Helper()
	job, err := pipeline.NewJob(name, []byte(plan), filepath.Dir(name))
	if err != nil {
		t.Fatal(err)
	}
	p, s := beam.NewPipelineWithRoot()
	if err := pipeline.Build(s, job, opt); err != nil {
		t.Fatal(err)
	}
	if err := beamx.Run(context.Background(), p); err != nil {
		t.Fatal(err)
	}
}

// lines gives the lines of the files that a pattern names, in order.
func lines(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if b = bytes.TrimSpace(b); len(b) > 0 {
			out = append(out, strings.Split(string(b), "\n")...)
		}
	}
	slices.Sort(out)
	return out
}

// TestEqualToLocal: however the work is cut, each part holds the records of the local build; and the manifest is right.
func TestEqualToLocal(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "plan.yaml")
	for file, text := range map[string]string{"plan.yaml": plan, "ages.yaml": ages} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	local := filepath.Join(dir, "local")
	quandary(t, "dataset", "build", name, "-o", local, "-q")
	for i, opt := range []pipeline.Options{{Shards: 3, Chunk: 7}, {Shards: 1, Chunk: 1000}} {
		opt.Output = filepath.Join(dir, "beam"+string(rune('0'+i)))
		run(t, name, opt)
		total := 0
		for _, part := range []string{"train", "sft", "test"} {
			want := lines(t, filepath.Join(local, part+".jsonl"))
			got := lines(t, filepath.Join(opt.Output, part+"-*.jsonl"))
			total += len(want)
			if len(want) == 0 || !slices.Equal(got, want) {
				t.Errorf("%+v: part %s has %d records, the local build's %d; equal: %v", opt, part, len(got), len(want), slices.Equal(got, want))
			}
		}
		if total >= 222 {
			t.Errorf("%d records: no duplicates were removed, so the test tests less than it should", total)
		}
		m, err := dataset.ReadManifest(opt.Output)
		if err != nil {
			t.Fatal(err)
		}
		files, err := dataset.ListFiles(opt.Output)
		if err != nil {
			t.Fatal(err)
		}
		if diffs := m.Compare(files); len(diffs) > 0 || len(m.Files) == 0 {
			t.Errorf("manifest: %v", diffs)
		}
	}
}

// lossy throws a draw of nine away because of its budget.
const lossy = `variables:
  k: {type: int, domain: "[1, 9]"}
  burn: {formula: "len([0] * 10**12) if k == 1 else k"}
symbols:
  x: {source: ["range(2)"], type: int}
conditions:
  c: {formula: "And([v > 0 for v in x] + [x[0] + x[1] == k + 1, x[0] == 1])"}
max_solution: 1
queries:
  q: {desc: "What is the other?", ans_formula: "get_value(_solutions[0], x[1])", ans_text: _ans}
desc: "Two numbers from 1 on add up to {k + 1}; one is 1. {q}"
`

// TestLostDraws: the share of draws lost to budgets is told of each source, and too many of them are an error when all is written.
func TestLostDraws(t *testing.T) {
	dir := t.TempDir()
	text := "name: lossy\nseed: 1\nitems:\n  - {source: \"lossy.yaml\", count: 60}\n  - {source: \"sudoku:4x4\", count: 60}\n"
	if err := os.WriteFile(filepath.Join(dir, "lossy.yaml"), []byte(lossy), 0o666); err != nil {
		t.Fatal(err)
	}
	job, err := pipeline.NewJob("plan.yaml", []byte(text), dir)
	if err != nil {
		t.Fatal(err)
	}
	p, s := beam.NewPipelineWithRoot()
	if err := pipeline.Build(s, job, pipeline.Options{Output: filepath.Join(dir, "out"), Shards: 1, Chunk: 20}); err != nil {
		t.Fatal(err)
	}
	result, err := beamx.RunWithMetrics(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := job.Drawn(result)
	if err != nil {
		t.Fatal(err)
	}
	if d := drawn[0]; d.All < 60 || d.Overspent == 0 || drawn[1].All != 60 || drawn[1].Overspent != 0 {
		t.Errorf("draws %+v", drawn)
	}
	if report := pipeline.Report(drawn); !strings.Contains(report, "lossy.yaml: ") || strings.Contains(report, "sudoku") {
		t.Errorf("report %q", report)
	}
	if err := pipeline.Bias(drawn); err == nil || !strings.Contains(err.Error(), "--allow-bias accepts that") {
		t.Errorf("error %v", err)
	}
	if got := lines(t, filepath.Join(dir, "out", "*.jsonl")); len(got) == 0 {
		t.Error("no records are written")
	}
}

func TestBadJobs(t *testing.T) {
	for _, c := range []struct{ plan, want string }{
		{"items: [{source: nowhere.yaml, count: 1}]", "nowhere.yaml"},
		{"items: [{source: \"sudoku:4x4\", cuont: 1}]", "plan.yaml:1:32"},
		{"items: [{source: \"sudoku:4x4\", count: 1}]\ndedupe: none\nsplit: {a: 0.5, b: 0.5}", "dedupe: none with a split"},
	} {
		_, err := pipeline.NewJob("plan.yaml", []byte(c.plan), t.TempDir())
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.plan, err, c.want)
		}
	}
}
