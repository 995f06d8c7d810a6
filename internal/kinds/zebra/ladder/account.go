package ladder

import (
	"context"
	"unsafe"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
)

// counted makes the prover count its memory on the account of a context. When the account is overdrawn, the context that counted returns
// ends, with the account's error as its cause. Call the function at the end: it gives back what the prover held.
func (pr *prover) counted(ctx context.Context) (context.Context, func()) {
	account := budget.From(ctx)
	ctx, end := context.WithCancelCause(ctx)
	pr.mem.Open(ctx, account)
	pr.ctx, pr.end = ctx, end
	return ctx, func() {
		pr.mem.Close()
		end(nil)
		pr.ctx, pr.end = nil, nil
	}
}

// take counts bytes that the prover holds.
func (pr *prover) take(bytes int) {
	if pr.end == nil {
		return
	}
	if err := pr.mem.Take(bytes); err != nil {
		pr.end(err)
	}
}

// give counts bytes as free again.
func (pr *prover) give(bytes int) { pr.mem.Give(bytes) }

// ended reports whether the work has to stop. A function that stops for this may leave its result half done, because nobody reads it.
func (pr *prover) ended() bool { return pr.ctx != nil && pr.ctx.Err() != nil }

// cause gives the reason why a context of counted ended, and err where it has not ended.
func cause(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

const (
	factBytes     = int(unsafe.Sizeof(matching.Fact{}))
	argumentBytes = int(unsafe.Sizeof(argument{}))
	suspectBytes  = int(unsafe.Sizeof(suspect{}))
)

// bytes is about what an argument holds, with its parts.
func (a *argument) bytes() int {
	n := argumentBytes + 8*len(a.clues) + factBytes*(len(a.because)+len(a.gives))
	for i := range a.sub {
		n += a.sub[i].bytes()
	}
	return n
}
