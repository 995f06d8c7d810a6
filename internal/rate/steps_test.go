package rate_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rate"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

func TestSpearman(t *testing.T) {
	for _, c := range []struct {
		a, b []float64
		want float64
	}{
		{[]float64{1, 2, 3}, []float64{10, 100, 1000}, 1},
		{[]float64{1, 2, 3}, []float64{3, 2, 1}, -1},
		{[]float64{1, 2, 3, 4}, []float64{1, 3, 2, 4}, 0.8},
		{[]float64{1, 1, 2}, []float64{1, 2, 3}, math.Sqrt(3) / 2},
	} {
		if got := rate.Spearman(c.a, c.b); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("Spearman(%v, %v) = %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// TestByRating: a model over what rating measures tells ratings apart after it was written and read.
func TestByRating(t *testing.T) {
	rating := func(i int) puzzle.Rating {
		return puzzle.Rating{Score: float64(i), Steps: 10 * i, Cost: float64(7 * i), Solved: true, Features: record.Object{{Key: "class1", Value: i}}}
	}
	var samples []rate.Sample
	names, _ := rate.Steps(rating(1))
	for i := 1; i <= 20; i++ {
		_, x := rate.Steps(rating(i))
		samples = append(samples, rate.Sample{X: x, Class: (i - 1) / 10})
	}
	m, err := rate.Train(samples, []string{"easy", "hard"}, names, rate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	if m, err = rate.Read(text); err != nil {
		t.Fatal(err)
	}
	for i := 1; i <= 20; i++ {
		if got, err := m.ByRating(rating(i)); err != nil || got != (i-1)/10 {
			t.Errorf("rating %d: class %d, %v", i, got, err)
		}
	}
	if _, err := m.ByRating(puzzle.Rating{}); err == nil {
		t.Error("a rating with other features was taken")
	}
	if _, err := rate.Read([]byte(`{"classes":["a"]}`)); err == nil {
		t.Error("a model without features was taken")
	}
}
