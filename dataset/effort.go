package dataset

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// effort is what a puzzle takes to solve: our difficulty, beside the published one. It is a figure of the puzzle alone, not of
// the set that it is in, so it compares puzzles of different sources.
type effort struct {
	// Work is the work of a solver that searches, in elementary steps: decisions, conflicts, propagations and nodes, until
	// it knows all solutions that count. Negative: not known.
	Work int64
	// Steps and Cost are those of the explanation by the family's techniques. Steps is negative where there is none.
	Steps int
	Cost  float64
	// Hardest is the hardest technique of the explanation.
	Hardest string
}

// The ends of the scale: a search of a million steps, and an explanation that costs ten thousand, score 1.
const (
	workDecades = 6
	costDecades = 4
)

// Score is the effort from 0 to 1, rounded to three decimals: the mean of log10(1 + Work)/6 and log10(1 + Cost)/4, each at most
// 1, as far as they are known. So a sixth more is ten times the search, a quarter more ten times the explanation.
func (e effort) Score() float64 {
	sum, n := 0.0, 0
	if e.Work >= 0 {
		sum, n = sum+min(1, math.Log10(1+float64(e.Work))/workDecades), n+1
	}
	if e.Steps >= 0 {
		sum, n = sum+min(1, math.Log10(1+max(0, e.Cost))/costDecades), n+1
	}
	if n == 0 {
		return 0
	}
	return math.Round(sum/float64(n)*1000) / 1000
}

// effortField is the field of a record that holds its effort.
const effortField = "effort"

// object is the form in records.
func (e effort) object() record.Object {
	o := record.Object{{Key: "score", Value: e.Score()}}
	if e.Work >= 0 {
		o.Set("work", e.Work)
	}
	if e.Steps >= 0 {
		o.Set("steps", e.Steps)
		o.Set("cost", math.Round(e.Cost*100)/100)
		if e.Hardest != "" {
			o.Set("hardest", e.Hardest)
		}
	}
	return o
}

// effortScore gives the score of a record that Rate has measured.
func effortScore(r *record.Record) (float64, bool) {
	v, ok := r.Extra.Get(effortField)
	if !ok {
		return 0, false
	}
	parsed, err := record.ParseJSON(raw(v))
	o, ok := parsed.(record.Object)
	if err != nil || !ok {
		return 0, false
	}
	score, _ := o.Get("score")
	return number(score)
}

// Measure measures the effort of records. It is safe for concurrent use.
type Measure struct {
	// Families open the puzzles of families, which are solved, and explained where they can be rated.
	Families *puzzle.Registry
	// Words gives the solver's counters for any other record; an error says that there are none. Nil: no other record is
	// measured.
	Words func(ctx context.Context, r *record.Record) (counts record.Object, complete bool, err error)

	mu     sync.Mutex
	counts Measured
}

// Measured counts how many records were measured.
type Measured struct {
	Done   int
	Not    int   // could not be measured
	Why    error // why the first of these could not
	GaveUp int   // of those done: the solver gave the puzzle up, and the work is that up to there
}

func (m Measured) String() string {
	s := fmt.Sprintf("%d measured", m.Done)
	if m.GaveUp > 0 {
		s += fmt.Sprintf(", %d of them not to the end", m.GaveUp)
	}
	if m.Not > 0 {
		s += fmt.Sprintf(", %d not (the first: %v)", m.Not, m.Why)
	}
	return s
}

// Measured gives the counts so far.
func (m *Measure) Measured() Measured {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.counts
}

// Add measures a record and writes its effort into it; one that cannot be measured stays as it is, and is counted.
func (m *Measure) Add(ctx context.Context, r *record.Record) error {
	e, complete, err := m.effort(ctx, r)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil {
		if m.counts.Not++; m.counts.Why == nil {
			m.counts.Why = err
		}
		return nil
	}
	m.counts.Done++
	if !complete {
		m.counts.GaveUp++
	}
	r.Extra.Set(effortField, e.object())
	return nil
}

var errNotMeasured = errors.New("no specification is at hand")

func (m *Measure) effort(ctx context.Context, r *record.Record) (e effort, complete bool, err error) {
	e = effort{Work: -1, Steps: -1}
	if r.Origin == nil || r.Origin.Puzzle == "" {
		if m.Words == nil {
			return e, false, errNotMeasured
		}
		counts, complete, err := m.Words(ctx, r)
		e.Work = total(counts)
		return e, complete, err
	}
	_, inst, err := m.Families.Open(ctx, r.Origin.Puzzle)
	if err != nil {
		return e, false, err
	}
	if s, ok := inst.(puzzle.Solver); ok {
		res, err := s.Solve(ctx, 2)
		if err != nil {
			return e, false, err
		}
		e.Work = total(res.Work)
	}
	if rater, ok := inst.(puzzle.Rater); ok {
		rating, err := rater.Rate(ctx)
		if err != nil {
			return e, false, err
		}
		e.Steps, e.Cost, e.Hardest = rating.Steps, rating.Cost, rating.Hardest
	}
	if e.Work < 0 && e.Steps < 0 {
		return e, false, fmt.Errorf("%s can be neither solved nor explained", r.Origin.Puzzle)
	}
	return e, true, nil
}

// total adds up the counters that are steps of a search.
func total(counts record.Object) int64 {
	sum := int64(0)
	for _, c := range counts {
		switch c.Key {
		case "decisions", "conflicts", "propagations", "nodes", "guesses", "fails", "questions":
		default:
			continue
		}
		switch n := c.Value.(type) {
		case int:
			sum += int64(n)
		case int64:
			sum += n
		case uint64:
			sum += int64(n)
		}
	}
	return sum
}

// raw gives the JSON of a value of Extra.
func raw(v any) []byte {
	if r, ok := v.(json.RawMessage); ok {
		return r
	}
	b, err := record.AppendJSON(nil, v)
	if err != nil {
		return nil
	}
	return b
}
