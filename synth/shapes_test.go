package synth_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/synth"
)

// TestShapes generates puzzles from specifications in the style of the published ones, each with shapes of its own. Every record replays to
// itself, no two are equal, and next to no draw is lost to a budget.
func TestShapes(t *testing.T) {
	files, err := filepath.Glob("testdata/shapes/*.txtar")
	if err != nil || len(files) < 10 {
		t.Fatal("too few archives", files, err)
	}
	n := uint64(20)
	if puztest.Doing() < puztest.Whole {
		n = 3
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			root, text := fstest.MapFS{}, ""
			for _, f := range ar.Files {
				if f.Name == "spec.yaml" {
					text = string(f.Data)
				}
				root[f.Name] = &fstest.MapFile{Data: f.Data}
			}
			w := compileIn(t, root, text, synth.Options{Source: "shape"}).NewWorker()
			defer w.Close()
			seen := map[string]bool{}
			draws, spent := 0, 0
			for i := range n {
				rec, stats, err := w.Generate(context.Background(), 11, i)
				if err != nil {
					t.Fatalf("record %d: %v", i, err)
				}
				draws += stats.Tries
				for cause, k := range stats.Lost {
					if strings.HasPrefix(cause, string(synth.CauseBudget)) {
						spent += k
					}
				}
				if seen[rec.Problem] {
					t.Errorf("record %d is there already: %s", i, rec.Problem)
				}
				seen[rec.Problem] = true
				if rec.Answer == "" || strings.Contains(rec.Problem, "<") {
					t.Errorf("record %d: problem %q, answer %q", i, rec.Problem, rec.Answer)
				}
				again, notes, err := w.Replay(context.Background(), rec.Config, synth.ReplayOptions{Origin: rec.Origin})
				if err != nil {
					t.Fatalf("record %d does not replay: %v", i, err)
				}
				again.ID = rec.ID
				if line(t, again) != line(t, rec) || len(notes) > 0 {
					t.Errorf("record %d does not replay to itself: %v\n%s\n%s", i, notes, line(t, rec), line(t, again))
				}
				if i == 0 {
					t.Logf("%s\n%s\n%d draws", rec.Problem, rec.Answer, stats.Tries)
				}
			}
			if spent*50 > draws {
				t.Errorf("%d of %d draws were lost to budgets", spent, draws)
			}
		})
	}
}
