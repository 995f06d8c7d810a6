// Package native is the embedded solver: complete on problems whose integers have bounds, or get bounds from their
// constraints, and fast enough to be asked hundreds of times a puzzle.
//
// Open translates a problem to literals, bounded integers and propagators (builder), after intervals have been propagated
// through its terms to bound what was declared without bounds (boundsFinder). Package engine below does the search; this
// package answers the facets of package solve by it. Each solution is judged by model.Check before it is handed out.
//
// # What it does not do
//
// Products and quotients of real variables that equations leave open (others are left to package algebra), integers that nothing
// bounds where an answer needs all of them, and numbers whose sums and products pass 2^60. Such a problem, or question, gets a solve.UnsupportedError that names the term. An integer
// without bounds is no obstacle while a solution, or more solutions than were asked for, can be found near zero.
//
// # Proofs
//
// Prove writes why there are no solutions but those listed, for package proof to check.
//
// # Dictionary
//
//	session    one problem being asked about
//	builder    translates terms: lit gives a Bool term's literal, intOf an Int term's integer, realOf a Real term's column
//	pol        polarity: the directions in which a literal has been tied to its term
//	lin, rsum  a linear sum being gathered, of integers and literals, or with real columns too
//	g          the literal under which something is posted: engine.True for what always holds
//	span       an interval of integers; inf is no bound
//	guard      the literal under which the constraints of a level, or the blocking clauses of an enumeration, hold
//	exact      a question that package algebra answers; a world is one case of its constraints
//	focus      the variables that tell solutions apart
//	part       constraints that share no variable with the others, and the session on them
//
// # Order and determinism
//
// Solutions are listed sorted by their values in the order of declaration, so that a complete list does not depend on the
// search. When a limit cuts an enumeration short, which solutions are found depends on the search heuristics, and is the
// same on every machine for one version of this package.
//
// # Steps
//
// A step of the budget is a literal propagated, a propagator run, or eight multiplications of machine words in algebra. The default
// is DefaultSteps a call. What a session holds – variables, clauses, learned ones too, propagators, polynomials, solutions – is counted
// where it is taken, and bounded by DefaultMemory.
package native

import (
	"context"
	"sync"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// Name is the name of the engine in records and messages.
const Name = "native"

// DefaultSteps is the budget of a call that names none.
const DefaultSteps = 1 << 32

// Engine makes sessions. It keeps the memory of closed sessions for the next ones; it may be used by several goroutines.
type Engine struct {
	mu   sync.Mutex
	free []*builder
}

// maxFree and maxKept bound the memory kept for later sessions: how many engines, and how many bytes each may have held.
const (
	maxFree = 16
	maxKept = 16 << 20
)

// New makes an engine.
func New() *Engine { return &Engine{} }

// Name is "native".
func (e *Engine) Name() string { return Name }

// Open starts a session on a problem. What the engine does not do is refused here, or where a constraint with it is added.
func (e *Engine) Open(ctx context.Context, p *model.Problem, budget solve.Budget) (solve.Session, error) {
	return e.open(ctx, &session{home: e, p: p, budget: budget})
}

// OpenNarrowed starts a session whose integers have closer bounds than Open finds.
func (e *Engine) OpenNarrowed(ctx context.Context, p *model.Problem, budget solve.Budget) (solve.Session, error) {
	return e.open(ctx, &session{home: e, p: p, budget: budget, narrowed: true})
}

func (e *Engine) open(ctx context.Context, s *session) (_ solve.Session, err error) {
	p := s.p
	if err := s.formErr(); err != nil {
		return nil, err
	}
	s.open(ctx)
	s.begin(ctx)
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	defer s.end(&err)
	for i := 0; i < p.NumConstraints(); i++ {
		s.cons = append(s.cons, p.Constraint(i).Term)
	}
	s.fromProblem = len(s.cons)
	if err := s.openParts(); err != nil {
		return nil, err
	}
	if len(s.parts) == 0 {
		if err := s.build(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (e *Engine) take() *builder {
	e.mu.Lock()
	defer e.mu.Unlock()
	if n := len(e.free); n > 0 {
		b := e.free[n-1]
		e.free = e.free[:n-1]
		return b
	}
	return &builder{e: engine.New()}
}

func (e *Engine) give(b *builder) {
	held := b.e.Held()
	b.e.SetAccount(context.Background(), nil)
	if held > maxKept {
		return // one problem in thousands makes that many, and all later ones would pay for it
	}
	b.p, b.log = nil, nil
	b.bounds.p = nil
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.free) < maxFree {
		e.free = append(e.free, b)
	}
}

var _ solve.Narrower = (*Engine)(nil)
