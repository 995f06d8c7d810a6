package rate

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// Steps gives the features that every family has: what rating measured. The names are those of the numbers in the order of X; two ratings
// of one family have the same names.
func Steps(r puzzle.Rating) (names []string, x []float64) {
	add := func(name string, v float64) { names, x = append(names, name), append(x, v) }
	add("score", r.Score)
	add("steps", math.Log1p(float64(r.Steps)))
	add("cost", math.Log1p(r.Cost))
	add("mean", r.Cost/float64(max(1, r.Steps)))
	solved := 0.0
	if r.Solved {
		solved = 1
	}
	add("solved", solved)
	for _, f := range r.Features {
		switch v := f.Value.(type) {
		case int:
			add(f.Key, float64(v))
		case int64:
			add(f.Key, float64(v))
		case float64:
			add(f.Key, v)
		}
	}
	return names, x
}

// ByRating gives the index of the class that the model finds for a rating. The model must be one over Steps of that family.
func (m *Model) ByRating(r puzzle.Rating) (int, error) {
	names, x := Steps(r)
	if !slices.Equal(names, m.Features) {
		return 0, fmt.Errorf("rate: the model was trained on %q, this family is rated by %q", m.Features, names)
	}
	return m.Predict(x)
}

// Names are the model's classes, the easiest first.
func (m *Model) Names() []string { return m.Classes }

// Read reads a model as encoding/json writes it.
func Read(data []byte) (*Model, error) {
	m := new(Model)
	if err := json.Unmarshal(data, m); err != nil {
		return nil, fmt.Errorf("rate: this is no model: %w", err)
	}
	return m, m.Check()
}

// Spearman gives the correlation of the ranks of two lists of the same length, from -1 to 1; equal numbers share their mean rank. It is
// NaN where one of the lists has equal numbers only.
func Spearman(a, b []float64) float64 {
	x, y := ranks(a), ranks(b)
	n := float64(len(x))
	var sx, sy float64
	for i := range x {
		sx, sy = sx+x[i]/n, sy+y[i]/n
	}
	var xy, xx, yy float64
	for i := range x {
		xy += (x[i] - sx) * (y[i] - sy)
		xx += (x[i] - sx) * (x[i] - sx)
		yy += (y[i] - sy) * (y[i] - sy)
	}
	return xy / math.Sqrt(xx*yy)
}

func ranks(v []float64) []float64 {
	order := make([]int, len(v))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(v[i], v[j]) })
	out := make([]float64, len(v))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && v[order[j]] == v[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			out[order[k]] = float64(i+j-1) / 2
		}
		i = j
	}
	return out
}
