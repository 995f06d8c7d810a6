package synth_test

import (
	"context"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/gallery"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/spec"
	"github.com/quandary-puzzles/quandary/synth"
)

// TestMemoryIsSteady makes thousands of puzzles of a few specifications with one worker each: what is live after the first
// few hundred is what is live in the end.
func TestMemoryIsSteady(t *testing.T) {
	engine := native.New()
	live := func() uint64 {
		runtime.GC()
		runtime.GC() // what pools held on to
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	few := puztest.Few(300)
	for _, e := range gallery.List() {
		if !slices.Contains(puztest.Some([]string{"graduation", "knaves", "coins", "dogshow"}, 3), e.Name) {
			continue
		}
		root, err := fs.Sub(gallery.FS(), path.Dir(e.Path))
		if err != nil {
			t.Fatal(err)
		}
		doc, problems := spec.Load("spec.yaml", e.Data, spec.Options{Root: root})
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		prog, err := synth.Compile(doc, synth.Options{Engine: engine})
		if err != nil {
			t.Fatal(err)
		}
		w := prog.NewWorker()
		run := func(from, to uint64) {
			for i := from; i < to; i++ {
				if _, _, err := w.Generate(context.Background(), 1, i); err != nil {
					t.Fatalf("%s %d: %v", e.Name, i, err)
				}
			}
		}
		run(0, few)
		before := live()
		run(few, 4*few)
		after := live()
		if after > before+before/4+1<<20 {
			t.Errorf("%s: live memory grew from %d to %d bytes", e.Name, before, after)
		}
		t.Logf("%s: %d KB live after %d puzzles, %d KB after %d", e.Name, before>>10, few, after>>10, 4*few)
		w.Close()
	}
}
