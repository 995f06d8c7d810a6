package native

import (
	"context"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
	"github.com/quandary-puzzles/quandary/solve/native/simplex"
)

// An integer to which the problem gives no bounds in plain words may be a column of the simplex in a proof, like a real number;
// terms that mention it are linear forms then. Where the search comes upon a fraction, a clause says that the integer is on one
// side of it or the other.

// grounds are where the bounds of a proof come from, in the order in which they are tried.
type grounds uint8

const (
	onStated    grounds = iota // each integer has bounds that the problem declares or states
	onColumns                  // those that have none are columns
	onIntervals                // from intervals, for the checker to find too
	onPresolve                 // from all of presolve, which the checker may not be able to follow
)

// maxSides bounds the clauses about fractions of one proof.
const maxSides = 10000

// loosen makes columns of the integers among the variables that have no bounds.
func (b *builder) loosen(vars []model.Var) {
	b.loose = make([]bool, b.p.NumVars())
	for _, v := range vars {
		b.loose[v] = b.p.Variable(v).Sort == model.Int && !b.bounds.b[v].bounded()
	}
}

// isLoose reports whether an Int term mentions an integer that is a column.
func (b *builder) isLoose(t model.Term) bool {
	if b.loose == nil || b.p.Sort(t) != model.Int {
		return false
	}
	is, ok := b.looseTerms[t]
	if !ok {
		for _, v := range b.p.VarsOf(t) {
			is = is || b.loose[v]
		}
		if b.looseTerms == nil {
			b.looseTerms = map[model.Term]bool{}
		}
		b.looseTerms[t] = is
	}
	return is
}

// inReals reports whether a comparison is one of columns.
func (b *builder) inReals(x, y model.Term) bool {
	return b.p.Sort(x) == model.Real || b.isLoose(x) || b.isLoose(y)
}

// solveWhole is the search of a proof, in which integers that are columns have whole values.
func (s *session) solveWhole(ctx context.Context) (engine.Status, error) {
	e := s.b.e
	for range maxSides {
		st := e.Solve(ctx, nil, s.engineBudget())
		if st != engine.Sat {
			return st, nil
		}
		whole, eps := true, e.RealConcrete()
		for _, v := range s.reals {
			x := e.RealValue(v.c, eps)
			if s.p.Variable(v.v).Sort != model.Int || x.IsInt() {
				continue
			}
			n, ok := x.Floor()
			if !ok {
				return engine.Unknown, s.unbounded(v.v)
			}
			whole = false
			e.Backtrack()
			e.AddClause(e.RealLe(v.c, simplex.Exactly(simplex.Int(n))), e.RealLt(v.c, simplex.Int(n+1))^1)
			break
		}
		if whole {
			return engine.Sat, nil
		}
	}
	return engine.Unknown, &solve.BudgetError{Engine: Name, What: "fractions", Limit: maxSides}
}
