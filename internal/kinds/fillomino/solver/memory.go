package solver

import (
	"context"
	"errors"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// counted has an engine count what it holds on the account of a context, until the function that it gives is called, which gives it
// back and turns an overdraft into an error. That function must be deferred.
func counted(ctx context.Context, e *engine.Engine) (done func(err *error)) {
	e.SetAccount(ctx, budget.From(ctx))
	return func(err *error) {
		switch r := recover().(type) {
		case nil:
		case engine.Overdraft:
			if *err = r.Err; errors.Is(r.Err, context.Canceled) || errors.Is(r.Err, context.DeadlineExceeded) {
				*err = unsolved(ctx)
			}
		default:
			panic(r)
		}
		e.SetAccount(context.Background(), nil)
	}
}
