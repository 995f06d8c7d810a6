package synth_test

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/quandary-puzzles/quandary/internal/golden"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/spec"
	"github.com/quandary-puzzles/quandary/synth"
)

// compile compiles a specification that is a string.
func compile(t testing.TB, text string, opt synth.Options) *synth.Program {
	t.Helper()
	return compileIn(t, nil, text, opt)
}

// compileIn compiles a specification whose operator files are in a folder.
func compileIn(t testing.TB, root fs.FS, text string, opt synth.Options) *synth.Program {
	t.Helper()
	doc, problems := spec.Load("spec.yaml", []byte(text), spec.Options{Root: root})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	if opt.Engine == nil {
		opt.Engine = native.New()
	}
	p, err := synth.Compile(doc, opt)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// line is a record as generate writes it.
func line(t testing.TB, r *record.Record) string {
	t.Helper()
	b, err := r.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestGolden generates records from small specifications and compares them, with the draws they took, with what stands in
// the archive; and each record replays to itself, byte for byte.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no archives", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text := ""
			root := fstest.MapFS{}
			var keep []txtar.File // the archive without its records
			for _, f := range ar.Files {
				switch f.Name {
				case "records.jsonl":
					continue
				case "spec.yaml":
					text = string(f.Data)
				default:
					root[f.Name] = &fstest.MapFile{Data: f.Data}
				}
				keep = append(keep, f)
			}
			w := compileIn(t, root, text, synth.Options{Source: "golden"}).NewWorker()
			defer w.Close()
			var got strings.Builder
			for i := range uint64(3) {
				rec, stats, err := w.Generate(context.Background(), 7, i)
				if err != nil {
					t.Fatal(err)
				}
				made := line(t, rec)
				fmt.Fprintf(&got, "%s\n", made)
				for _, c := range synth.Counts(stats.Lost) {
					fmt.Fprintf(&got, "  thrown away: %d %s\n", c.N, c.Cause)
				}
				again, notes, err := w.Replay(context.Background(), rec.Config, synth.ReplayOptions{Origin: rec.Origin})
				if err != nil {
					t.Fatalf("record %d does not replay: %v", i, err)
				}
				again.ID = rec.ID
				if line(t, again) != made || len(notes) > 0 {
					t.Errorf("record %d does not replay to itself: %v\n%s\n%s", i, notes, made, line(t, again))
				}
			}
			golden.Compare(t, file, txtar.Format(&txtar.Archive{Comment: ar.Comment,
				Files: append(keep, txtar.File{Name: "records.jsonl", Data: []byte(got.String())})}))
		})
	}
}

// TestWorkersAgree makes the same records on several workers at once, in another order.
func TestWorkersAgree(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/golden/options.txtar")
	if err != nil {
		t.Fatal(err)
	}
	p := compile(t, string(ar.Files[0].Data), synth.Options{})
	const n = 12
	one := p.NewWorker()
	var want [n]string
	for i := range want {
		rec, _, err := one.Generate(context.Background(), 3, uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		want[i] = line(t, rec)
	}
	var wg sync.WaitGroup
	var got [n]string
	for k := range 3 {
		wg.Go(func() {
			w := p.NewWorker()
			for i := n - 1 - k; i >= 0; i -= 3 {
				rec, _, err := w.Generate(context.Background(), 3, uint64(i))
				if err == nil {
					b, _ := rec.AppendJSON(nil)
					got[i] = string(b)
				}
			}
		})
	}
	wg.Wait()
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("record %d depends on the worker:\n%s\n%s", i, want[i], got[i])
		}
	}
}
