// Package rate learns how hard puzzles are from examples: support vector machines over feature vectors, as the paper
// "Automatically Generating Puzzles of Different Complexity" (section 3.1.5) uses them, with what is needed to know how
// far to trust one: cross-validation, a confusion matrix, a learning curve (the paper's figure 3).
//
// The package knows no family: a family gives vectors and names of classes. Training is deterministic: the same samples and
// options give the same model, and folds and subsets come from a seeded stream.
package rate

import (
	"errors"
	"fmt"
	"math"
)

// Sample is one example: a feature vector and the index of its class.
type Sample struct {
	X     []float64
	Class int
}

// Options are a machine's parameters. The kernel is exp(-Gamma |x-y|^2) on features scaled to mean 0 and deviation 1.
type Options struct {
	C     float64 // price of an error; 0: 10
	Gamma float64 // 0: one over the number of features
}

func (o Options) filled(features int) Options {
	if o.C == 0 {
		o.C = 10
	}
	if o.Gamma == 0 {
		o.Gamma = 1 / float64(max(features, 1))
	}
	return o
}

// Model tells classes apart by one machine for each pair of classes, which vote; a tie goes to the lower class.
type Model struct {
	Classes  []string    `json:"classes"`
	Features []string    `json:"features"`
	Mean     []float64   `json:"mean"`
	Scale    []float64   `json:"scale"` // one over the deviation; 0 for a feature that never changes
	Gamma    float64     `json:"gamma"`
	Vectors  [][]float64 `json:"vectors"` // the support vectors, scaled
	Pairs    []Pair      `json:"pairs"`
	// About describes the training data and what was measured, for people.
	About About `json:"about"`
}

// Pair is the machine that tells class A (positive) from class B.
type Pair struct {
	A     int       `json:"a"`
	B     int       `json:"b"`
	Bias  float64   `json:"bias"`
	Index []int     `json:"index"` // into Vectors
	Alpha []float64 `json:"alpha"` // with the sign of the class
}

// About says what a model was trained on and how well it did on samples that it had not seen.
type About struct {
	Data      string    `json:"data"`
	Bounds    string    `json:"bounds"`
	Samples   []int     `json:"samples"` // of each class
	C         float64   `json:"c"`
	Folds     int       `json:"folds"`
	Accuracy  float64   `json:"accuracy"` // by cross-validation
	Confusion Confusion `json:"confusion"`
}

// Train fits a model. Every class needs a sample, and all vectors the length of features.
func Train(samples []Sample, classes, features []string, opt Options) (*Model, error) {
	if err := checkSamples(samples, classes, features); err != nil {
		return nil, err
	}
	opt = opt.filled(len(features))
	m := &Model{Classes: classes, Features: features, Gamma: opt.Gamma}
	m.fitScale(samples)
	xs := make([][]float64, len(samples))
	for i, s := range samples {
		xs[i] = m.scaled(s.X)
	}
	place := make([]int, len(samples)) // 1 + index into m.Vectors
	for a := range classes {
		for b := a + 1; b < len(classes); b++ {
			var in []int
			var px [][]float64
			var y []float64
			for i, s := range samples {
				if s.Class != a && s.Class != b {
					continue
				}
				in = append(in, i)
				px = append(px, xs[i])
				if s.Class == a {
					y = append(y, 1)
				} else {
					y = append(y, -1)
				}
			}
			alpha, bias := smo(px, y, opt)
			p := Pair{A: a, B: b, Bias: bias}
			for k, al := range alpha {
				if al == 0 {
					continue
				}
				i := in[k]
				if place[i] == 0 {
					m.Vectors = append(m.Vectors, xs[i])
					place[i] = len(m.Vectors)
				}
				p.Index = append(p.Index, place[i]-1)
				p.Alpha = append(p.Alpha, al*y[k])
			}
			m.Pairs = append(m.Pairs, p)
		}
	}
	return m, nil
}

func checkSamples(samples []Sample, classes, features []string) error {
	if len(classes) < 2 {
		return errors.New("rate: a classifier needs two classes or more")
	}
	count := make([]int, len(classes))
	for i, s := range samples {
		if len(s.X) != len(features) {
			return fmt.Errorf("rate: sample %d has %d features, not %d", i+1, len(s.X), len(features))
		}
		if s.Class < 0 || s.Class >= len(classes) {
			return fmt.Errorf("rate: sample %d is of class %d, there are %d", i+1, s.Class, len(classes))
		}
		for _, x := range s.X {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("rate: sample %d has a feature that is not a number", i+1)
			}
		}
		count[s.Class]++
	}
	for c, n := range count {
		if n == 0 {
			return fmt.Errorf("rate: no sample of class %s", classes[c])
		}
	}
	return nil
}

func (m *Model) fitScale(samples []Sample) {
	d := len(m.Features)
	m.Mean, m.Scale = make([]float64, d), make([]float64, d)
	n := float64(len(samples))
	for _, s := range samples {
		for j, x := range s.X {
			m.Mean[j] += x / n
		}
	}
	for _, s := range samples {
		for j, x := range s.X {
			m.Scale[j] += (x - m.Mean[j]) * (x - m.Mean[j]) / n
		}
	}
	for j, v := range m.Scale {
		if v > 1e-12 {
			m.Scale[j] = 1 / math.Sqrt(v)
		} else {
			m.Scale[j] = 0
		}
	}
}

func (m *Model) scaled(x []float64) []float64 {
	z := make([]float64, len(x))
	for j, v := range x {
		z[j] = (v - m.Mean[j]) * m.Scale[j]
	}
	return z
}

// Predict gives the index of the class of a vector; the vector must have the model's number of features.
func (m *Model) Predict(x []float64) (int, error) {
	if len(x) != len(m.Features) {
		return 0, fmt.Errorf("rate: %d features, the model has %d", len(x), len(m.Features))
	}
	z := m.scaled(x)
	k := make([]float64, len(m.Vectors))
	for i, v := range m.Vectors {
		k[i] = kernel(z, v, m.Gamma)
	}
	votes := make([]int, len(m.Classes))
	for _, p := range m.Pairs {
		if p.decide(k) >= 0 {
			votes[p.A]++
		} else {
			votes[p.B]++
		}
	}
	best := 0
	for c, v := range votes {
		if v > votes[best] {
			best = c
		}
	}
	return best, nil
}

func (p *Pair) decide(k []float64) float64 {
	f := p.Bias
	for i, at := range p.Index {
		f += p.Alpha[i] * k[at]
	}
	return f
}

// Check reports whether a model that was read is whole.
func (m *Model) Check() error {
	d := len(m.Features)
	if len(m.Classes) < 2 || d == 0 || len(m.Mean) != d || len(m.Scale) != d {
		return errors.New("rate: the model has no classes or features, or lacks their scale")
	}
	for _, v := range m.Vectors {
		if len(v) != d {
			return fmt.Errorf("rate: a support vector has %d features, not %d", len(v), d)
		}
	}
	for _, p := range m.Pairs {
		if len(p.Index) != len(p.Alpha) || p.A < 0 || p.B < 0 || p.A >= len(m.Classes) || p.B >= len(m.Classes) {
			return errors.New("rate: a pair of the model is damaged")
		}
		for _, i := range p.Index {
			if i < 0 || i >= len(m.Vectors) {
				return errors.New("rate: a pair of the model names a vector that is not there")
			}
		}
	}
	return nil
}

func kernel(x, y []float64, gamma float64) float64 {
	d := 0.0
	for i := range x {
		t := x[i] - y[i]
		d += t * t
	}
	return math.Exp(-gamma * d)
}

// smo solves the dual of the soft-margin machine by sequential minimal optimisation with the second-order choice of the
// working pair (Fan, Chen and Lin, "Working Set Selection Using Second Order Information for Training Support Vector
// Machines", 2005). It gives the multipliers and the bias of the decision function.
func smo(x [][]float64, y []float64, opt Options) (alpha []float64, bias float64) {
	const tolerance, tiny = 1e-3, 1e-12
	n := len(x)
	q := make([]float64, n*n) // kernel
	for i := range x {
		q[i*n+i] = 1
		for j := range i {
			k := kernel(x[i], x[j], opt.Gamma)
			q[i*n+j], q[j*n+i] = k, k
		}
	}
	alpha = make([]float64, n)
	grad := make([]float64, n) // of the dual's objective: sum_j y_i y_j K_ij alpha_j - 1
	for i := range grad {
		grad[i] = -1
	}
	up := func(i int) bool { return y[i] > 0 && alpha[i] < opt.C || y[i] < 0 && alpha[i] > 0 }
	low := func(i int) bool { return y[i] > 0 && alpha[i] > 0 || y[i] < 0 && alpha[i] < opt.C }
	high, lowest := 0.0, 0.0
	for range 200*n + 20_000 {
		i := -1
		high, lowest = math.Inf(-1), math.Inf(1)
		for t := range n {
			if up(t) && -y[t]*grad[t] > high {
				i, high = t, -y[t]*grad[t]
			}
		}
		j, best := -1, math.Inf(1)
		for t := range n {
			if !low(t) {
				continue
			}
			v := -y[t] * grad[t]
			lowest = min(lowest, v)
			if i < 0 || v >= high {
				continue
			}
			a := max(2-2*q[i*n+t], tiny)
			if gain := -(high - v) * (high - v) / a; gain < best {
				j, best = t, gain
			}
		}
		if i < 0 || j < 0 || high-lowest < tolerance {
			break
		}
		step := (high + y[j]*grad[j]) / max(2-2*q[i*n+j], tiny)
		// Moving alpha_i by y_i*step and alpha_j by -y_j*step keeps the sum of y*alpha; stay within 0..C.
		room := func(t int, direction float64) float64 {
			if direction > 0 {
				return opt.C - alpha[t]
			}
			return alpha[t]
		}
		step = min(step, room(i, y[i]), room(j, -y[j]))
		oldI, oldJ := alpha[i], alpha[j]
		alpha[i] = clamp(alpha[i]+y[i]*step, opt.C)
		alpha[j] = clamp(alpha[j]-y[j]*step, opt.C)
		di, dj := (alpha[i]-oldI)*y[i], (alpha[j]-oldJ)*y[j]
		ri, rj := q[i*n:i*n+n], q[j*n:j*n+n]
		for t := range grad {
			grad[t] += y[t] * (ri[t]*di + rj[t]*dj)
		}
	}
	return alpha, (high + lowest) / 2
}

// clamp keeps a multiplier within 0..c, and on the bounds when it is next to one.
func clamp(a, c float64) float64 {
	switch {
	case a < 1e-10*c:
		return 0
	case a > c*(1-1e-10):
		return c
	}
	return a
}
