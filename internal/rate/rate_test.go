package rate

import (
	"context"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
)

// Two points: the machine is known by hand. With x = +1 and -1 and a kernel k = exp(-4 gamma), the multipliers are
// 1/(1-k), the bias is 0.
func TestTwoPoints(t *testing.T) {
	gamma := 0.25
	alpha, bias := smo([][]float64{{1}, {-1}}, []float64{1, -1}, Options{C: 100, Gamma: gamma})
	want := 1 / (1 - math.Exp(-4*gamma))
	for _, a := range alpha {
		if math.Abs(a-want) > 1e-3 {
			t.Errorf("alpha %v, want %v", alpha, want)
		}
	}
	if math.Abs(bias) > 1e-3 {
		t.Errorf("bias %v", bias)
	}
}

// The exclusive or of four points is the classic case that no line tells apart. By symmetry all multipliers are equal:
// 1/(1 - 2 exp(-4 gamma) + exp(-8 gamma)).
func TestExclusiveOr(t *testing.T) {
	gamma := 0.5
	x := [][]float64{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}
	y := []float64{1, 1, -1, -1}
	alpha, bias := smo(x, y, Options{C: 1000, Gamma: gamma})
	want := 1 / (1 - 2*math.Exp(-4*gamma) + math.Exp(-8*gamma))
	for _, a := range alpha {
		if math.Abs(a-want) > 2e-3 {
			t.Errorf("alpha %v, want %v", alpha, want)
		}
	}
	if math.Abs(bias) > 1e-3 {
		t.Errorf("bias %v", bias)
	}
}

// The multipliers meet the conditions of Karush, Kuhn and Tucker: right by a margin at 0, wrong or within it at C, on it
// between.
func TestKarushKuhnTucker(t *testing.T) {
	r := rng.New(3)
	var x [][]float64
	var y []float64
	for range 120 {
		p := []float64{2*r.Float64() - 1, 2*r.Float64() - 1}
		label := 1.0
		if p[0]*p[0]+p[1]*p[1] > 0.5 != (r.IntN(12) == 0) {
			label = -1
		}
		x, y = append(x, p), append(y, label)
	}
	opt := Options{C: 5, Gamma: 1}
	alpha, bias := smo(x, y, opt)
	sum := 0.0
	for i := range x {
		f := bias
		for j := range x {
			f += alpha[j] * y[j] * kernel(x[i], x[j], opt.Gamma)
		}
		margin := y[i] * f
		sum += alpha[i] * y[i]
		switch {
		case alpha[i] == 0 && margin < 1-5e-3, alpha[i] == opt.C && margin > 1+5e-3,
			alpha[i] > 0 && alpha[i] < opt.C && math.Abs(margin-1) > 5e-3:
			t.Errorf("sample %d: multiplier %v, margin %v", i, alpha[i], margin)
		}
	}
	if math.Abs(sum) > 1e-9 {
		t.Errorf("the sum of the signed multipliers is %v", sum)
	}
}

func rings(n int, seed uint64) []Sample {
	r := rng.New(seed)
	var list []Sample
	for range n {
		x, y := 4*r.Float64()-2, 4*r.Float64()-2
		d := math.Hypot(x, y)
		c := 0
		if d > 0.8 {
			c = 1
		}
		if d > 1.6 {
			c = 2
		}
		list = append(list, Sample{[]float64{x, y, 7}, c})
	}
	return list
}

var (
	classes  = []string{"in", "mid", "out"}
	features = []string{"x", "y", "constant"}
)

func TestCrossValidationAndCurve(t *testing.T) {
	ctx := context.Background()
	samples := rings(300, 1)
	c, err := CrossValidate(ctx, samples, classes, features, 5, Options{}, rng.New(1))
	if err != nil || c.Accuracy() < 0.9 {
		t.Fatalf("accuracy %v, %v\n%s", c.Accuracy(), err, c.Table(classes))
	}
	again, _ := CrossValidate(ctx, samples, classes, features, 5, Options{}, rng.New(1))
	if !reflect.DeepEqual(c, again) {
		t.Error("the same seed gives another result")
	}
	if low, high := Confidence(c.Right()); low >= c.Accuracy() || high <= c.Accuracy() || high-low > 0.1 {
		t.Errorf("accuracy %v from %v to %v", c.Accuracy(), low, high)
	}
	curve, err := LearningCurve(ctx, samples, classes, features, []float64{0.05, 0.6}, 5, Options{}, rng.New(1))
	if err != nil || curve[1].Accuracy <= curve[0].Accuracy {
		t.Errorf("%v, %v", curve, err)
	}
	for _, p := range curve {
		if p.Low > p.Accuracy || p.High < p.Accuracy {
			t.Errorf("%+v", p)
		}
	}
	if svg := PlotSVG("a < b", []Series{{"rings", curve}}); !strings.Contains(svg, "a &lt; b") || !strings.HasSuffix(svg, "</svg>\n") {
		t.Error(svg)
	}
}

func TestModelRoundTrips(t *testing.T) {
	m, err := Train(rings(200, 2), classes, features, Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var back Model
	if err := json.Unmarshal(text, &back); err != nil || back.Check() != nil {
		t.Fatal(err, back.Check())
	}
	for _, s := range rings(50, 3) {
		a, _ := m.Predict(s.X)
		b, _ := back.Predict(s.X)
		if a != b {
			t.Fatal("the model that was read decides otherwise")
		}
	}
	back.Pairs[0].Index[0] = 1 << 20
	if back.Check() == nil {
		t.Error("a damaged model passes")
	}
	if _, err := m.Predict([]float64{1}); err == nil {
		t.Error("a vector that is too short passes")
	}
}

func TestTrainRefuses(t *testing.T) {
	for name, samples := range map[string][]Sample{
		"a class without samples": {{[]float64{1, 2, 3}, 0}, {[]float64{1, 2, 4}, 1}},
		"a short vector":          {{[]float64{1}, 0}},
		"not a number":            {{[]float64{math.NaN(), 1, 1}, 0}},
		"an unknown class":        {{[]float64{1, 1, 1}, 9}},
	} {
		if _, err := Train(samples, classes, features, Options{}); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// TestConfidence: Wilson's interval, by published values.
func TestConfidence(t *testing.T) {
	for _, c := range []struct {
		right, n  int
		low, high float64
	}{{0, 10, 0, 0.2775}, {10, 10, 0.7225, 1}, {15, 20, 0.5313, 0.8881}, {0, 0, 0, 1}} {
		low, high := Confidence(c.right, c.n)
		if math.Abs(low-c.low) > 5e-4 || math.Abs(high-c.high) > 5e-4 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", c.right, c.n, low, high, c.low, c.high)
		}
	}
}
