package native

import (
	"context"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// DefaultMemory is how many bytes a session may hold where its budget does not say.
const DefaultMemory = 256 << 20

// What things hold beside the engine, in bytes.
const (
	bytesTerm  = 128 // what is remembered of a term: its literal or integer, its bounds, its value when solutions are checked
	bytesEntry = 120 // an entry of a map
	bytesValue = 32  // a value of a solution
)

// open opens the account that a session counts on, below the one of the context.
func (s *session) open(ctx context.Context) {
	limit := s.budget.Memory
	if limit == 0 {
		limit = DefaultMemory
	}
	s.account = budget.From(ctx).Sub("the solver", limit)
	s.ctx = ctx
	s.mem.Open(ctx, s.account)
}

// begin begins a call that the session's budget bounds. Calls that are part of a call begin nothing.
func (s *session) begin(ctx context.Context) {
	if s.calls++; s.calls == 1 {
		s.ctx = ctx
		s.before = s.spent().Steps
	}
}

// end ends a call. Where the account was overdrawn in the middle of something, it drops the engine and gives the error.
func (s *session) end(err *error) {
	s.calls--
	switch r := recover().(type) {
	case nil:
	case engine.Overdraft:
		*err = s.overdraft(r)
	default:
		panic(r)
	}
}

func (s *session) overdraft(o engine.Overdraft) error {
	if s.b != nil {
		if s.built {
			s.work = addStats(s.work, s.b.e.Stats())
		}
		s.b.e.SetAccount(context.Background(), nil) // the engine is not used again
		s.b, s.built = nil, false
	}
	s.stale, s.counted, s.checker = true, false, nil
	s.mem.Close()
	if s.ctx != nil && s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	return &solve.BudgetError{Engine: Name, What: "memory", Err: o.Err}
}

// keep counts a solution that is kept.
func (s *session) keep(a model.Assignment) {
	if err := s.mem.Take(bytesValue * (len(a) + 1)); err != nil {
		panic(engine.Overdraft{Err: err})
	}
}
