package eval

import (
	"context"
	"errors"
	"math/bits"

	"github.com/quandary-puzzles/quandary/internal/budget"
)

// Random is where a program's random functions draw from. internal/rng's Stream is one.
type Random interface {
	Uint64() uint64          // 64 random bits
	Uint64N(n uint64) uint64 // uniform over 0..n-1, n > 0
}

// Limits bound what programs on a thread may use, all evaluations of the thread since its last Reset together.
type Limits struct {
	Steps   int64 // work: about one step for each operation evaluated
	Memory  int64 // bytes allocated for containers, strings and big numbers, whether or not they are still in use
	Depth   int   // nested calls; more raise RecursionError, which programs can catch
	StrLen  int   // bytes of one string
	IntBits int   // bits of one int
	Items   int   // elements of one container
}

// DefaultLimits are enough for any published specification and stop a runaway program within seconds and 256 MB.
func DefaultLimits() Limits {
	return Limits{Steps: 100_000_000, Memory: 128 << 20, Depth: 900, StrLen: 16 << 20, IntBits: 1 << 18, Items: 4 << 20}
}

// Causes of errors that end a program and that it cannot catch. Test for them with errors.Is.
var (
	ErrSteps     = errors.New("step budget used up")
	ErrMemory    = budget.ErrMemory
	ErrCancelled = errors.New("cancelled")
)

// fuelChunk is how many steps run between two looks at the context.
const fuelChunk = 1 << 16

// Thread runs code, one evaluation at a time. It holds the budgets, the random stream and the call stack.
type Thread struct {
	ctx    context.Context
	rand   Random
	limits Limits

	fuel  int64 // steps left of the chunk being used
	steps int64 // steps left beyond it
	mem   int64 // bytes left
	memAt int64 // what mem may fall to before more is taken from the account
	taken int64 // bytes taken from the account

	account *budget.Account // of the work that the programs are part of, or nil
	depth   int             // calls under way
	shows   bool            // the thread shows values in a message: no code of the program runs on it

	err      *Error // the error of the evaluation under way, when a node has given nil
	handlers int    // try statements under way that may catch

	cur  *frame  // the frame being run
	root *frame  // what the outermost frames hang from
	free []Value // stack space not in use

	quick  []*quickFrame // registers not in use
	active []*quickFrame // of the quick runs under way
	slow   bool          // no quick runs, for tests that compare

	box  boxes
	text []byte // f-strings being put together, one behind the other

	host    any     // what runs the programs, see SetHost
	chooser Chooser // what settles choices, see SetChooser

	gens  []*generator // generators that are suspended
	cache *StringCache
}

// NewThread makes a thread. rand may be nil when the code draws nothing; drawing then is an error.
func NewThread(ctx context.Context, rand Random, limits Limits) *Thread {
	th := &Thread{free: make([]Value, 2048)}
	th.root = &frame{th: th}
	th.Reset(ctx, rand, limits)
	return th
}

// Reset gives the thread fresh budgets and another stream, and ends what an earlier program left (open generators).
func (th *Thread) Reset(ctx context.Context, rand Random, limits Limits) {
	th.Close()
	th.ctx, th.rand, th.limits = ctx, rand, limits
	th.fuel, th.steps, th.mem, th.memAt = 0, limits.Steps, limits.Memory, limits.Memory
	if th.account = nil; ctx != nil {
		th.account = budget.From(ctx)
	}
	th.depth, th.handlers, th.err = 0, 0, nil
	th.cur = th.root
}

// Close ends generators that are still open, and gives back what the programs took of the context's account. The thread can
// be Reset and used again.
func (th *Thread) Close() {
	th.account.Give(th.taken)
	th.taken = 0
	for len(th.gens) > 0 {
		th.gens[len(th.gens)-1].close()
	}
}

// UseCache gives the thread a cache for EvalString that outlives it. Without one the thread makes its own.
func (th *Thread) UseCache(c *StringCache) { th.cache = c }

// SetHost tells what runs the programs. Builtins that modules share among threads find in the host what they work with.
func (th *Thread) SetHost(host any) { th.host = host }

// Host gives what SetHost was told, nil without one.
func (th *Thread) Host() any { return th.host }

// Random gives the thread's random stream; nil when it has none.
func (th *Thread) Random() Random { return th.rand }

// Limits gives the thread's limits.
func (th *Thread) Limits() Limits { return th.limits }

// Context gives the thread's context.
func (th *Thread) Context() context.Context { return th.ctx }

// StepsUsed is how many steps have been charged since the last Reset.
func (th *Thread) StepsUsed() int64 { return th.limits.Steps - th.steps - th.fuel }

// MemoryUsed is how many bytes have been charged since the last Reset.
func (th *Thread) MemoryUsed() int64 { return th.limits.Memory - th.mem }

// Step charges n steps; the error is not nil when the budget is used up or the context is done.
func (th *Thread) Step(n int) error {
	if !th.burn(int64(n)) {
		return th.takeErr()
	}
	return nil
}

// burn charges steps. When it gives false, th.err is set.
func (th *Thread) burn(n int64) bool {
	th.fuel -= n
	return th.fuel >= 0 || th.refuel()
}

func (th *Thread) refuel() bool {
	if th.ctx != nil {
		if err := th.ctx.Err(); err != nil {
			th.fuel = 0
			th.err = fatal(ErrCancelled, "%v", context.Cause(th.ctx))
			return false
		}
	}
	need := min(-th.fuel+fuelChunk, th.steps)
	th.steps -= need
	th.fuel += need
	if th.fuel < 0 {
		th.fuel = 0
		th.err = fatal(ErrSteps, "more than %d steps", th.limits.Steps)
		return false
	}
	return true
}

// Alloc charges n bytes.
func (th *Thread) Alloc(n int) error {
	th.mem -= int64(n)
	if th.mem < th.memAt {
		return th.takeMemory()
	}
	return nil
}

// memoryLump is how many bytes are taken from the account at once.
const memoryLump = 1 << 18

func (th *Thread) takeMemory() error {
	if th.mem < 0 {
		th.mem = 0
		return fatal(ErrMemory, "more than %d bytes", th.limits.Memory)
	}
	n := th.memAt - th.mem + memoryLump
	if err := th.account.Take(n); err != nil {
		th.mem, th.memAt = 0, 0 // whatever comes next ends too
		return asError(err)
	}
	th.memAt -= n
	th.taken += n
	return nil
}

// allocItems charges a container of n elements of the given size.
func (th *Thread) allocItems(n, size int) error {
	if n > th.limits.Items {
		return fatal(ErrMemory, "a container of %d elements, at most %d are allowed", n, th.limits.Items)
	}
	return th.Alloc(n*size + 24)
}

// allocStr charges a string of n bytes.
func (th *Thread) allocStr(n int) error {
	if n > th.limits.StrLen {
		return fatal(ErrMemory, "a string of %d bytes, at most %d are allowed", n, th.limits.StrLen)
	}
	if !th.burn(int64(n >> 6)) {
		return th.takeErr()
	}
	return th.Alloc(n + 16)
}

// allocBig checks and charges an int of n bits.
func (th *Thread) allocBig(n int) error {
	if n > th.limits.IntBits {
		return fatal(ErrMemory, "an int of more than %d bits", th.limits.IntBits)
	}
	return th.Alloc(n/8 + 32)
}

// enter counts a call of Go code that may come back to itself through values of the program, such as an iterator over an
// iterator, or an object that is called and is its own __call__. Where it gives no error, leave must follow.
func (th *Thread) enter() error {
	if th.depth >= th.limits.Depth {
		return th.tooDeep()
	}
	th.depth++
	return nil
}

func (th *Thread) leave() { th.depth-- }

// mulCells multiplies sizes without overflow.
func mulCells(a, b int) int {
	hi, lo := bits.Mul64(uint64(max(a, 0)), uint64(max(b, 0)))
	if hi != 0 || lo > 1<<60 {
		return 1 << 60
	}
	return int(lo)
}

// takeErr takes the pending error.
func (th *Thread) takeErr() *Error {
	e := th.err
	th.err = nil
	return e
}

// result turns the outcome of a node into a builtin's: a nil value means that an error is pending.
func (th *Thread) result(v Value) (Value, error) {
	if v == nil {
		return nil, th.takeErr()
	}
	return v, nil
}

// wipe clears stack space.
func wipe(w []Value) {
	if len(w) > 16 {
		clear(w)
		return
	}
	for i := 0; i < len(w); i++ { // quicker than clear for a few
		w[i] = nil
	}
}

// setErr makes err the pending error and gives nil.
func (th *Thread) setErr(err error) Value {
	th.err = asError(err)
	return nil
}

// reserve takes n cleared values of stack space. The caller gives them back by restoring th.free and clearing the space.
func (th *Thread) reserve(n int) []Value {
	if len(th.free) < n {
		th.grow(n)
	}
	w := th.free[:n:n]
	th.free = th.free[n:]
	return w
}

func (th *Thread) grow(n int) { th.free = make([]Value, max(8192, 2*n)) }
