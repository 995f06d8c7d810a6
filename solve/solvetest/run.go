package solvetest

import (
	"context"
	"fmt"
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
