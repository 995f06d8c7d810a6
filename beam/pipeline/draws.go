package pipeline

import (
	"context"
	"fmt"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"

	"github.com/quandary-puzzles/quandary/internal/foundry"
)

// The draws of each run are counted as metrics of the pipeline, under these names with the number of the run behind them.
const (
	drawsSpace     = "quandary"
	drawsName      = "draws of run "
	overspentNames = "overspent draws of run "
)

// countDraws counts the draws of a record.
func countDraws(ctx context.Context, run int64, m foundry.Made) {
	d := m.Draws()
	beam.NewCounter(drawsSpace, fmt.Sprint(drawsName, run)).Inc(ctx, int64(d.All))
	if d.Overspent > 0 {
		beam.NewCounter(drawsSpace, fmt.Sprint(overspentNames, run)).Inc(ctx, int64(d.Overspent))
	}
}

// Drawn are the draws of a source in a finished pipeline.
type Drawn struct {
	Source string
	foundry.Draws
}

// Drawn gives the draws of each run of the job, in the order of the plan, from the metrics of its pipeline. A runner that counts nothing
// leaves all of them 0.
func (j Job) Drawn(result beam.PipelineResult) ([]Drawn, error) {
	w, err := j.open()
	if err != nil {
		return nil, err
	}
	defer w.close()
	out := make([]Drawn, len(w.runs))
	for i, run := range w.runs {
		out[i].Source = run.Source
	}
	if result == nil {
		return out, nil
	}
	found := result.Metrics().Query(func(r beam.MetricResult) bool { return r.Namespace() == drawsSpace })
	for _, c := range found.Counters() {
		n := counted(c)
		for i := range out {
			switch c.Name() {
			case fmt.Sprint(drawsName, i):
				out[i].All += n
			case fmt.Sprint(overspentNames, i):
				out[i].Overspent += n
			}
		}
	}
	return out, nil
}

// counted is what was committed, or, of a runner that does not tell, what was attempted: that may be more, where work was done twice.
func counted(c metrics.CounterResult) int {
	if c.Committed > 0 {
		return int(c.Committed)
	}
	return int(c.Attempted)
}

// Report says what share of the draws used up a budget, a line for each source that lost any.
func Report(all []Drawn) string {
	var b strings.Builder
	for _, d := range all {
		if d.Overspent > 0 {
			fmt.Fprintf(&b, "%s: %.1f %% of %d draws used up a budget: hard ones, as a rule\n", d.Source, 100*d.Share(), d.All)
		}
	}
	return b.String()
}

// Bias is an error when a source lost too many draws to budgets.
func Bias(all []Drawn) error {
	for _, d := range all {
		if err := d.Draws.Bias(); err != nil {
			return fmt.Errorf("%s: %w", d.Source, err)
		}
	}
	return nil
}
