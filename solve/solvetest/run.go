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
		r := c.Compare(context.Background(), func() *model.Problem { return Generate(stream(i), o) })
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
			t.Errorf("problem %d\n%s", i, c.ExplainSmall(Generate(stream(i), o)))
			if t.Failed() && i > 0 {
				break
			}
		}
	}
	t.Log("status:", fmt.Sprint(status), "answered:", fmt.Sprint(answered), "not answered:", fmt.Sprint(errs))
}

// ExplainSmall shrinks a problem that shows a disagreement, and prints the disagreement and the small problem.
func (c Comparison) ExplainSmall(p *model.Problem) string {
	first := c.Compare(context.Background(), func() *model.Problem { return copyOf(p, change{}) })
	small := Shrink(p, func(q *model.Problem) bool {
		return len(c.Compare(context.Background(), func() *model.Problem { return copyOf(q, change{}) }).Disagreements) > 0
	})
	r := c.Compare(context.Background(), func() *model.Problem { return copyOf(small, change{}) })
	if len(r.Disagreements) == 0 {
		return first.Explain(p)
	}
	return r.Explain(small) + small.Text()
}
