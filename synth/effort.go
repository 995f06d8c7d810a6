package synth

import (
	"context"
	"fmt"

	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/solve"
)

// Work solves a record's problem again, from its configuration, and gives the engine's counters: what it took to find all
// solutions that the specification allows and one more, or the optimum. The counters are the same on every machine. A
// problem that the engine gives up within steps (0: the engine's default) has the counters up to there, and complete is false.
// The error wraps ErrNoForm where there is nothing to solve.
func (w *Worker) Work(ctx context.Context, rec *record.Record, steps int64) (work []solve.Work, complete bool, err error) {
	if !w.p.doc.CalcSolution {
		return nil, false, fmt.Errorf("%w: the specification solves nothing", ErrNoForm)
	}
	r, err := w.startReplay(ctx, rec.Config, ReplayOptions{Origin: rec.Origin})
	if err != nil {
		return nil, false, err
	}
	if f := r.problemOnly(); f != nil {
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		return nil, false, f
	}
	if rec.Origin == nil && len(r.drawn) > 0 {
		return nil, false, fmt.Errorf("%w: the configuration does not give %v", ErrNoForm, r.drawn)
	}
	r.budget.Steps = steps
	err = r.session(r.p.opt.Engine, func(_ solve.Engine, s solve.Session) error {
		counts, ok := s.(solve.Worker)
		if !ok {
			return fmt.Errorf("%w: the engine %s counts no work", ErrNoForm, r.p.opt.Engine.Name())
		}
		var err error
		if r.p.doc.Optimize != nil {
			_, err = s.Optimise(ctx, 1)
		} else {
			_, err = s.Enumerate(ctx, r.p.doc.MaxSolution+1)
		}
		work = counts.Work()
		return err
	})
	if err != nil && ctx.Err() == nil && len(work) > 0 {
		return work, false, nil // given up: the work up to there counts
	}
	return work, err == nil, err
}
