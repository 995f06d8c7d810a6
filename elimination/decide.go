package elimination

import (
	"context"
	"math/bits"
)

// Status tells how many solutions the calls have.
type Status int

const (
	// Undecided: the context ended first.
	Undecided Status = iota
	// None: no assignment satisfies the calls.
	None
	// Unique: exactly one does.
	Unique
	// Several: more than one does.
	Several
)

var statusNames = [...]string{"undecided", "none", "unique", "several"}

func (s Status) String() string { return statusNames[s] }

// Solution is one way to match everything: a group for each item of the first category, with the label of each category.
type Solution [][]any

// Outcome is the answer of Decide.
type Outcome struct {
	Status    Status
	Solutions []Solution // at most as many as asked for
	All       bool       // there are no other solutions
	Splits    int        // how many case splits the search needed
}

// Decide finds out whether the calls have no solution, one, or several, and gives up to limit of them (at least two are
// looked for, or uniqueness could not be told). It leaves the state as it is. With the end of ctx it returns what it has
// and the error of the context.
func (s *Solver) Decide(ctx context.Context, limit int) (Outcome, error) {
	var out Outcome
	want := max(limit, 2)
	if s.ix.n == 0 || s.ix.m == 0 {
		out.Status, out.All, out.Solutions = Unique, true, []Solution{{}}
		return out, nil
	}
	mark := s.g.Mark()
	defer s.g.Undo(mark)
	found := 0
	complete := split(s.g, func() bool {
		found++
		if len(out.Solutions) < limit {
			out.Solutions = append(out.Solutions, s.groups())
		}
		return found < want
	}, func() bool {
		out.Splits++
		return ctx.Err() == nil
	})
	out.All = complete
	switch {
	case found > 1:
		out.Status = Several
	case !complete:
		return out, ctx.Err()
	case found == 1:
		out.Status = Unique
	default:
		out.Status = None
	}
	return out, nil
}

// groups reads a solution off a solved graph.
func (s *Solver) groups() Solution {
	sol := make(Solution, s.ix.n)
	for i := range sol {
		for c := 0; c < s.ix.m; c++ {
			sol[i] = append(sol[i], s.ix.labels[c*s.ix.n+bits.TrailingZeros64(s.g.Row(i, c))])
		}
	}
	return sol
}

// split enumerates the solutions of a graph at its fixpoint, depth first: it branches on a row with the fewest links.
// visit is called at each solution and may stop the search; node is called before each branch and may stop it too. It
// reports whether the search ran to its end.
func split(g *Graph, visit, node func() bool) bool {
	bx, bc, fewest := -1, 0, 65
	for x := 0; x < g.m*g.n && fewest > 2; x++ {
		for c := x/g.n + 1; c < g.m; c++ {
			if k := bits.OnesCount64(g.Row(x, c)); k > 1 && k < fewest {
				bx, bc, fewest = x, c, k
			}
		}
	}
	if bx < 0 {
		return visit()
	}
	mark := g.Mark()
	for _, i := range indices(g.Row(bx, bc)) {
		if !node() {
			return false
		}
		g.Match(bx, bc*g.n+i)
		ok := !g.Propagate() || split(g, visit, node)
		g.Undo(mark)
		if !ok {
			return false
		}
	}
	return true
}
