package native

import (
	"context"
	"errors"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

var _ solve.Prober = (*session)(nil)

// Literals gives the literals of Bool terms.
func (s *session) Literals(terms ...model.Term) ([]solve.Literal, error) {
	return s.literals(both, terms)
}

// Reasons gives literals that imply Bool terms.
func (s *session) Reasons(terms ...model.Term) ([]solve.Literal, error) {
	return s.literals(pos, terms)
}

func (s *session) literals(pol uint8, terms []model.Term) (_ []solve.Literal, err error) {
	s.begin(s.ctx)
	defer s.end(&err)
	if err := s.probed(); err != nil {
		return nil, err
	}
	b := s.b
	out := make([]solve.Literal, len(terms))
	for i, t := range terms {
		if t == model.NoTerm || s.p.Sort(t) != model.Bool {
			return nil, &model.SortError{Op: "Literals", What: "a term is not a Bool"}
		}
		n := s.form(t)
		if err := s.formErr(); err != nil {
			return nil, err
		}
		b.grow()
		out[i] = solve.Literal(b.lit(n, pol))
		if b.err != nil {
			return nil, s.unsupported()
		}
	}
	return out, nil
}

// probed makes the engine fit for probing: one engine for the whole problem, with nothing decided.
func (s *session) probed() error {
	switch {
	case s.closed:
		return solve.ErrClosed
	case len(s.levels) > 0:
		return errors.New("a session with open levels cannot be probed")
	}
	s.join()
	if s.stale {
		if err := s.build(); err != nil {
			return err
		}
	}
	if s.exact || len(s.periods)+len(s.boxed) > 0 {
		return &solve.UnsupportedError{Engine: Name, What: "probing what has no bounds"}
	}
	s.b.e.Backtrack()
	return nil
}

// Clause asserts that one of some literals holds.
func (s *session) Clause(lits ...solve.Literal) (err error) {
	s.begin(s.ctx)
	defer s.end(&err)
	if err := s.probed(); err != nil {
		return err
	}
	s.b.e.AddClause(engineLits(lits)...)
	s.counted = false
	return nil
}

func engineLits(lits []solve.Literal) []engine.Lit {
	out := make([]engine.Lit, len(lits))
	for i, l := range lits {
		out[i] = engine.Lit(l)
	}
	return out
}

// Probe looks for a solution.
func (s *session) Probe(ctx context.Context, q solve.Question) (_ solve.Status, err error) {
	s.begin(ctx)
	defer s.end(&err)
	if err := s.probed(); err != nil {
		return solve.Unknown, err
	}
	e := s.b.e
	limit := engine.Budget{Steps: q.Steps}
	if q.Steps == 0 {
		limit = s.engineBudget()
	}
	limit.Conflicts = q.Conflicts
	assume := engineLits(q.Assume)
	if s.void {
		assume = append(assume, engine.False)
	}
	for _, l := range engineLits(q.Lean) {
		e.Prefer(l)
	}
	if len(q.Prefer) > 0 {
		d := &preferring{lits: engineLits(q.Prefer), left: maxPreferring}
		for _, l := range d.lits {
			e.Prefer(l)
		}
		e.SetDecider(d)
		defer e.SetDecider(nil)
	}
	ask := e.Solve
	switch {
	case q.Immediate:
		ask = e.Probe
	case q.AtOnce:
		ask = e.SolveAtOnce
	}
	switch ask(ctx, assume, limit) {
	case engine.Sat:
		return solve.Sat, nil
	case engine.Unsat:
		return solve.Unsat, nil
	}
	if err := ctx.Err(); err != nil {
		return solve.Unknown, err
	}
	if q.Immediate && !e.Interrupted() {
		return solve.Unknown, nil
	}
	if q.Conflicts > 0 {
		return solve.Unknown, &solve.BudgetError{Engine: Name, What: "conflicts", Limit: q.Conflicts}
	}
	return solve.Unknown, &solve.BudgetError{Engine: Name, What: "steps", Limit: limit.Steps}
}

// Value gives what the last question made of a literal.
func (s *session) Value(l solve.Literal) int { return s.b.e.Value(engine.Lit(l)) }

// Holds reports whether a literal holds in the solution that was found.
func (s *session) Holds(l solve.Literal) bool { return s.b.e.Bool(engine.Lit(l)) }

// Solution gives the solution that was found.
func (s *session) Solution() model.Assignment { return s.solution() }

// Needed gives the assumptions that the last Unsat needed.
func (s *session) Needed() []solve.Literal {
	core := s.b.e.Core()
	out := make([]solve.Literal, 0, len(core))
	for _, l := range core {
		if l != engine.False {
			out = append(out, solve.Literal(l))
		}
	}
	return out
}

// maxPreferring is after how many conflicts the order of what is preferred is left to the search, which still begins with the values
// preferred.
const maxPreferring = 60

// preferring decides literals in their order.
type preferring struct {
	lits []engine.Lit
	left int
}

// Next decides the first that is open.
func (d *preferring) Next(e *engine.Engine) engine.Lit {
	if d.left > 0 {
		for _, l := range d.lits {
			if e.Value(l) == 0 {
				return l
			}
		}
	}
	return engine.True
}

// Conflict counts.
func (d *preferring) Conflict() bool {
	d.left--
	return false
}
