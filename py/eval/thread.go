package eval

import (
	"context"
	"errors"
)

// Random is where a program's random functions draw from. internal/rng's Stream is one.
type Random interface {
	Uint64() uint64          // 64 random bits
	Uint64N(n uint64) uint64 // uniform over 0..n-1, n > 0
}

// Limits bound what programs on a thread may use, all evaluations of the thread together.
type Limits struct {
	Steps   int64 // work: about one step for each operation evaluated
	Memory  int64 // bytes allocated for containers, strings and big numbers, whether or not they are still in use
	Depth   int   // nested calls; more raise RecursionError, which programs can catch
	StrLen  int   // bytes of one string
	IntBits int   // bits of one int
	Items   int   // elements of one container
}

// DefaultLimits are enough for any published specification and stop a runaway program in well under a second and 256 MB.
func DefaultLimits() Limits {
	return Limits{Steps: 20_000_000, Memory: 128 << 20, Depth: 900, StrLen: 16 << 20, IntBits: 1 << 20, Items: 4 << 20}
}

// Causes of errors that end a program and that it cannot catch. Test for them with errors.Is.
var (
	ErrSteps     = errors.New("step budget used up")
	ErrMemory    = errors.New("memory budget used up")
	ErrCancelled = errors.New("cancelled")
)

// Thread runs code, one evaluation at a time. It holds the budgets, the random stream and the call stack.
type Thread struct {
	ctx    context.Context
	rand   Random
	limits Limits
	threadState
}

// NewThread makes a thread. rand may be nil when the code draws nothing; drawing then is an error.
func NewThread(ctx context.Context, rand Random, limits Limits) *Thread {
	th := &Thread{ctx: ctx, rand: rand, limits: limits}
	th.Reset(ctx, rand, limits)
	return th
}
