package rate

import "math"

// Round rounds the numbers of a model to so many digits behind the point, to make its file small. What was measured of the
// model before holds for the rounded one but for vectors that lie on a border.
func (m *Model) Round(digits int) {
	f := math.Pow10(digits)
	round := func(list []float64) {
		for i, v := range list {
			list[i] = math.Round(v*f) / f
		}
	}
	for i, v := range m.Vectors {
		m.Vectors[i] = append([]float64(nil), v...)
		round(m.Vectors[i])
	}
	for i := range m.Pairs {
		round(m.Pairs[i].Alpha)
		m.Pairs[i].Bias = math.Round(m.Pairs[i].Bias*f) / f
	}
}
