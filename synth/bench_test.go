package synth_test

import (
	"context"
	"io/fs"
	"os"
	"path"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/gallery"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/solve/smtlib"
	"github.com/quandary-puzzles/quandary/spec"
	"github.com/quandary-puzzles/quandary/synth"
)

// timed is an engine that measures the time spent in it.
type timed struct {
	solve.Engine
	spent *time.Duration
}

type timedSession struct {
	solve.Session
	spent *time.Duration
}

func (e timed) Open(ctx context.Context, p *model.Problem, b solve.Budget) (solve.Session, error) {
	start := time.Now()
	defer func() { *e.spent += time.Since(start) }()
	s, err := e.Engine.Open(ctx, p, b)
	return timedSession{s, e.spent}, err
}

func (s timedSession) Enumerate(ctx context.Context, limit int) (solve.Solutions, error) {
	start := time.Now()
	defer func() { *s.spent += time.Since(start) }()
	return s.Session.Enumerate(ctx, limit)
}

func (s timedSession) Sample(ctx context.Context, r solve.Rand) (solve.Result, error) {
	start := time.Now()
	defer func() { *s.spent += time.Since(start) }()
	return s.Session.Sample(ctx, r)
}

func (s timedSession) Optimise(ctx context.Context, limit int) (solve.Optimum, error) {
	start := time.Now()
	defer func() { *s.spent += time.Since(start) }()
	return s.Session.Optimise(ctx, limit)
}

// bench makes whole puzzles, and reports the draws for each, and for each draw the time in the solver (translation
// included) and outside of it: drawing, building constraints, answering, rendering.
func bench(b *testing.B, data []byte, root fs.FS) {
	var spent time.Duration
	z3 := smtlib.Z3()
	defer z3.Close()
	doc, problems := spec.Load("spec.yaml", data, spec.Options{Root: root})
	if err := problems.Err(); err != nil {
		b.Fatal(err)
	}
	prog, err := synth.Compile(doc, synth.Options{Engine: timed{native.New(), &spent}, Fallback: z3})
	if err != nil {
		b.Fatal(err)
	}
	w := prog.NewWorker()
	defer w.Close()
	tries, i := 0, uint64(0)
	for b.Loop() {
		_, stats, err := w.Generate(context.Background(), 1, i)
		if err != nil {
			b.Fatal(err)
		}
		tries += stats.Tries
		i++
	}
	b.ReportMetric(float64(tries)/float64(b.N), "draws/op")
	b.ReportMetric(float64(spent.Microseconds())/float64(tries), "µs-solving/draw")
	b.ReportMetric(float64((b.Elapsed()-spent).Microseconds())/float64(tries), "µs-else/draw")
}

// BenchmarkGallery makes puzzles of the specifications that ship with the program.
func BenchmarkGallery(b *testing.B) {
	for _, e := range gallery.List() {
		b.Run(e.Name, func(b *testing.B) {
			root, err := fs.Sub(gallery.FS(), path.Dir(e.Path))
			if err != nil {
				b.Fatal(err)
			}
			bench(b, e.Data, root)
		})
	}
}

// BenchmarkCorpus makes puzzles of some published specifications.
func BenchmarkCorpus(b *testing.B) {
	for _, name := range []string{"3-student", "11-wine", "5-knapsack", "12-heartdisease", "66-women", "36-gasoline"} {
		b.Run(name, func(b *testing.B) {
			data, err := os.ReadFile(puztest.Corpus(b, "puzzleclone", "specs", name+".yaml"))
			if err != nil {
				b.Fatal(err)
			}
			bench(b, data, nil)
		})
	}
}
