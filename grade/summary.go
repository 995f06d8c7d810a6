package grade

import (
	"fmt"
	"io"
	"math"
	"sort"
	"text/tabwriter"

	"github.com/quandary-puzzles/quandary/record"
)

// Tally counts marks.
type Tally struct {
	Answers  int
	Correct  int
	Unparsed int // no answer was found: Unparsed, Empty, TooLong
	Score    float64
}

// Add counts a mark.
func (t *Tally) Add(m Mark) {
	t.Answers++
	t.Score += m.Score
	if m.Correct {
		t.Correct++
	}
	switch m.Reason {
	case Unparsed, Empty, TooLong:
		t.Unparsed++
	}
}

// Accuracy gives the share of right answers with its 95 % confidence interval (Wilson's score interval).
func (t Tally) Accuracy() (share, low, high float64) {
	if t.Answers == 0 {
		return 0, 0, 1
	}
	const z = 1.959963984540054
	n := float64(t.Answers)
	p := float64(t.Correct) / n
	mid := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return p, max(0, mid-half), min(1, mid+half)
}

// Summary counts marks in all, by source and by difficulty.
type Summary struct {
	All          Tally
	bySource     map[string]*Tally
	byDifficulty [4]Tally
	rated        bool
}

// Add counts a mark of a puzzle; a difficulty below 0 means that it is not rated.
func (s *Summary) Add(source string, difficulty float64, m Mark) {
	s.All.Add(m)
	if s.bySource == nil {
		s.bySource = map[string]*Tally{}
	}
	t := s.bySource[source]
	if t == nil {
		t = &Tally{}
		s.bySource[source] = t
	}
	t.Add(m)
	if difficulty >= 0 {
		s.rated = true
		s.byDifficulty[min(3, int(difficulty*4))].Add(m)
	}
}

// row is a line of the summary.
type row struct {
	name string
	Tally
}

func (s *Summary) rows() []row {
	var rows []row
	names := make([]string, 0, len(s.bySource))
	for name := range s.bySource {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		label := name
		if label == "" {
			label = "(no source)"
		}
		rows = append(rows, row{label, *s.bySource[name]})
	}
	if s.rated {
		for i, t := range s.byDifficulty {
			rows = append(rows, row{fmt.Sprintf("difficulty %.2f to %.2f", float64(i)/4, float64(i+1)/4), t})
		}
	}
	return append(rows, row{"all", s.All})
}

// WriteText writes the summary as a table.
func (s *Summary) WriteText(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "\tanswers\tright\t95 % interval\tsoft mark\tunparsed\t")
	for _, r := range s.rows() {
		p, low, high := r.Accuracy()
		fmt.Fprintf(tw, "%s\t%d\t%.1f %%\t%.1f to %.1f %%\t%.3f\t%d\t\n", r.name, r.Answers, 100*p, 100*low, 100*high,
			r.Score/float64(max(1, r.Answers)), r.Unparsed)
	}
	return tw.Flush()
}

// Object gives the summary as a JSON object.
func (s *Summary) Object() record.Object {
	var list []any
	for _, r := range s.rows() {
		p, low, high := r.Accuracy()
		list = append(list, record.Object{
			{Key: "group", Value: r.name}, {Key: "answers", Value: r.Answers}, {Key: "correct", Value: r.Correct},
			{Key: "accuracy", Value: p}, {Key: "low", Value: low}, {Key: "high", Value: high},
			{Key: "score", Value: r.Score / float64(max(1, r.Answers))}, {Key: "unparsed", Value: r.Unparsed},
		})
	}
	return record.Object{{Key: "groups", Value: list}}
}
