package engine

import (
	"context"

	"github.com/quandary-puzzles/quandary/internal/budget"
)

// What things hold, in bytes: their fields in all lists, with room for lists that grow by doubling. They are estimates, but the
// same on every machine.
const (
	bytesVar      = 192 // a SAT variable
	bytesInt      = 240 // an integer, without its literals
	bytesWatches  = 40  // the watches of a clause
	bytesProp     = 120 // a propagator, without its terms
	bytesTerm     = 64  // a term of a propagator, with its hooks
	bytesMove     = 48  // a move of a bound
	bytesColumn   = 240 // a column of reals
	bytesRealTerm = 96  // a term of a row of reals
	bytesAtom     = 200 // a bound of a column, without its literal
)

// clauseBytes is what a clause of n literals holds.
func clauseBytes(n int) int { return 4*(clauseHeader+n) + 4 + bytesWatches }

// Overdraft is what the engine panics with when its account is overdrawn, or when the context ends while a problem is built:
// whoever gave it an account recovers it. The engine is then good for nothing but Reset.
type Overdraft struct{ Err error }

// SetAccount has the engine count what it holds on an account, until Reset. It counts from now on.
func (e *Engine) SetAccount(ctx context.Context, a *budget.Account) { e.mem.Open(ctx, a) }

// Held is how many bytes the engine holds, as far as it counts.
func (e *Engine) Held() int64 { return e.mem.Held() }

// Charge counts n bytes that are held beside the engine for what it works on, before they are taken.
func (e *Engine) Charge(n int) { e.charge(n) }

// charge counts n bytes before they are taken.
func (e *Engine) charge(n int) {
	if err := e.mem.Take(n); err != nil {
		panic(Overdraft{err})
	}
}
