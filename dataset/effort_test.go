package dataset

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

func TestScore(t *testing.T) {
	for _, c := range []struct {
		e    effort
		want float64
	}{
		{effort{Work: 0, Steps: -1}, 0},
		{effort{Work: 999, Steps: -1}, 0.5},
		{effort{Work: 1e12, Steps: -1}, 1},
		{effort{Work: -1, Steps: 3, Cost: 99}, 0.5},
		{effort{Work: 999, Steps: 3, Cost: 9}, 0.375},
		{effort{Work: 0, Steps: 0, Cost: -5}, 0},
		{effort{Work: -1, Steps: -1}, 0},
	} {
		if got := c.e.Score(); got != c.want {
			t.Errorf("%+v scores %v, want %v", c.e, got, c.want)
		}
	}
}

// TestMeasure: what can be measured has the field effort, what cannot stays as it is and is counted; the order of the lines
// does not depend on the workers.
func TestMeasure(t *testing.T) {
	lines := make([]string, 300)
	for i := range lines {
		lines[i] = fmt.Sprintf(`{"problem": "p", "answer": "1", "id": "%d", "source": "s", "effort": "stale"}`, i)
	}
	lines[7] = "broken"
	words := func(_ context.Context, r *record.Record) (record.Object, bool, error) {
		if strings.HasSuffix(r.ID, "3") {
			return nil, false, errors.New("no such luck")
		}
		return record.Object{{Key: "decisions", Value: 9}, {Key: "conflicts", Value: int64(90)}, {Key: "solutions", Value: 5}}, r.ID != "4", nil
	}
	var want string
	for _, workers := range []int{1, 4} {
		in := input(t, lines...)
		in.Workers = workers
		m := &Measure{Words: words}
		var h Histogram
		var out bytes.Buffer
		rejects := &Rejects{}
		if err := Rate(context.Background(), in, &out, RateOptions{Measure: m, Effort: &h}, rejects); err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = out.String()
		}
		if out.String() != want {
			t.Error("the output depends on the number of workers")
		}
		if got := m.Measured(); got.Done != 269 || got.Not != 30 || got.GaveUp != 1 || rejects.Count != 1 {
			t.Errorf("%+v, %d set aside", got, rejects.Count)
		}
		recs := parse(t, out.Bytes())
		if e, ok := effortScore(&recs[0]); !ok || e != math.Round(math.Log10(100)/6*1000)/1000 {
			t.Errorf("effort %v, %v", e, ok)
		}
		if _, ok := effortScore(&recs[3]); ok {
			t.Error("a record that could not be measured has a score")
		}
		if h[6] != 269 {
			t.Errorf("histogram %v", h)
		}
	}
}

// TestWorkedStops: an error of the visit ends the work, with several workers too.
func TestWorkedStops(t *testing.T) {
	stop := errors.New("enough")
	for _, workers := range []int{1, 4} {
		in := input(t, strings.Split(strings.Repeat("{}\n", 5000), "\n")...)
		in.Workers = workers
		n := 0
		err := worked(context.Background(), in, func(l *Line) int { return l.Number }, func(l *Line, v int) error {
			if n++; v != n {
				t.Fatalf("line %d comes as number %d", v, n)
			}
			if n == 100 {
				return stop
			}
			return nil
		})
		if !errors.Is(err, stop) || n != 100 {
			t.Errorf("%d workers: %v after %d lines", workers, err, n)
		}
		ctx, cancel := context.WithCancel(context.Background())
		err = worked(ctx, in, func(l *Line) int { return 0 }, func(l *Line, _ int) error { cancel(); return nil })
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%d workers: %v when cancelled", workers, err)
		}
	}
}

// TestCanonicalFallback: a record without a form is compared by its configuration, and told.
func TestCanonicalFallback(t *testing.T) {
	c := &Canonical{Form: func(_ context.Context, r *record.Record) (puzzle.Form, error) {
		if r.Source == "formless" {
			return puzzle.Form{}, errors.New("it has none")
		}
		return puzzle.Form{Key: []byte("form"), Exact: r.Source != "partly"}, nil
	}}
	in := input(t,
		`{"problem": "1", "config": {"a": 1}, "source": "x"}`,
		`{"problem": "2", "config": {"a": 2}, "source": "y"}`,
		`{"problem": "3", "config": {"a": 1}, "source": "formless"}`,
		`{"problem": "4", "config": {"a": 2}, "source": "formless"}`,
		`{"problem": "5", "config": {"a": 1}, "source": "formless"}`,
		`{"problem": "6", "source": "partly"}`,
	)
	dups, err := Duplicates(context.Background(), in, c.Key(context.Background()), &Rejects{})
	if want := "[{2 1} {5 3} {6 1}]"; err != nil || fmt.Sprint(dups) != want {
		t.Errorf("%v, %v; want %s", dups, err, want)
	}
	if got := c.Compared().String(); got != "2 by exact form, 1 by a form whose search met its budget (some equals may be missed), 3 by configuration (the first: it has none)" {
		t.Error(got)
	}
}

func TestLengths(t *testing.T) {
	var l Lengths
	for i := range 1000 {
		l.Add(i)
	}
	l.Add(-3)
	c := l.Chart("lengths")
	if len(c.Bars) != 16 || c.Bars[0] != (Count{"0", 65}) || c.Bars[15] != (Count{"960", 40}) {
		t.Errorf("%v", c.Bars)
	}
	if bars := new(Lengths).Chart("none").Bars; bars != nil {
		t.Errorf("bars of nothing: %v", bars)
	}
}

func TestCharts(t *testing.T) {
	var many []Count
	for i := range 100 {
		many = append(many, Count{fmt.Sprint("<", i, ">"), 1})
	}
	c := counted("<many>", many)
	if len(c.Bars) != mostBars || c.Bars[mostBars-1] != (Count{"61 others", 61}) {
		t.Errorf("%d bars, the last %v", len(c.Bars), c.Bars[len(c.Bars)-1])
	}
	svg := Stack("all", []Chart{c, new(Histogram).Chart("h")})
	if strings.Contains(svg, "<many>") || strings.Contains(svg, "<3>") || strings.Count(svg, "<g ") != 2 {
		t.Error("names get into the picture as markup, or a chart is missing")
	}
}
