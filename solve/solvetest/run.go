package solvetest

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// Run compares engines on n problems in a test. stream gives the random numbers of problem i. What fails is shrunk and
// printed.
func Run(t *testing.T, c Comparison, n int, o Options, stream func(i uint64) solve.Rand) {
	t.Helper()
	status := map[solve.Status]int{}
	answered := map[string]int{}
	errs := map[string]int{}
	for i := range uint64(n) {
		r := c.Compare(context.Background(), Drawn(func() solve.Rand { return stream(i) }, o))
		status[r.Status]++
		for engine, k := range r.Answered {
			answered[engine] += k
		}
		for engine, kinds := range r.Errors {
			for _, kind := range kinds {
				errs[engine+": "+kind]++
			}
		}
		if len(r.Disagreements) > 0 {
			t.Errorf("problem %d\n%s", i, c.ExplainSmall(Drawn(func() solve.Rand { return stream(i) }, o)))
			break
		}
	}
	t.Log("status:", fmt.Sprint(status), "answered:", fmt.Sprint(answered), "not answered:", fmt.Sprint(errs))
}

// ExplainSmall shrinks a problem that shows a disagreement, and prints the disagreement and the small problem.
func (c Comparison) ExplainSmall(build Build) string {
	closed := false
	for _, e := range c.Engines {
		closed = closed || e.Closed
	}
	// What is left out of a problem may be what bounded a variable: then the oracle bounds what the others do not. So the
	// small problem is looked for among those with all domains declared, and only then, if there is none, among the others.
	for _, p := range []*model.Problem{build(true), build(false)} {
		again := func(p *model.Problem) *Report {
			return c.Compare(context.Background(), func(bool) *model.Problem { return copyOf(p, change{}) })
		}
		if len(again(p).Disagreements) == 0 {
			continue
		}
		small := Shrink(p, func(q *model.Problem) bool { return len(again(q).Disagreements) > 0 })
		return again(small).Explain(small) + small.Text()
	}
	p := build(closed)
	return c.Compare(context.Background(), build).Explain(p) + p.Text()
}

// SameSolutions compares all solutions of n problems that two engines list: the oracle's first. Problems with more than most
// solutions are left out, unless most is negative. The error is the first difference, with the problem. solutions counts what was compared.
func SameSolutions(ctx context.Context, oracle, other solve.Engine, n uint64, most int, problem func(i uint64) *model.Problem) (solutions int, err error) {
	for i := range n {
		p := problem(i)
		want, err := all(ctx, oracle, p, most)
		if err != nil {
			return solutions, fmt.Errorf("problem %d: %s: %w\n%v", i, oracle.Name(), err, p)
		}
		if !want.All {
			continue
		}
		got, err := all(ctx, other, p, -1)
		if err != nil {
			return solutions, fmt.Errorf("problem %d: %s: %w\n%v", i, other.Name(), err, p)
		}
		if !got.All || !slices.EqualFunc(got.List, want.List, model.Assignment.Equal) {
			return solutions, fmt.Errorf("problem %d: %s lists %d solutions, %s %d, or others\n%v", i, oracle.Name(), len(want.List),
				other.Name(), len(got.List), p)
		}
		solutions += len(got.List)
	}
	return solutions, nil
}

func all(ctx context.Context, e solve.Engine, p *model.Problem, most int) (solve.Solutions, error) {
	s, err := e.Open(ctx, p, solve.Budget{})
	if err != nil {
		return solve.Solutions{}, err
	}
	defer s.Close()
	return s.Enumerate(ctx, most)
}
