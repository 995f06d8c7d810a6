package rate

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/rng"
)

// Confusion counts samples by their class (row) and the class that a model gave them (column).
type Confusion [][]int

// Right counts the samples that were given their own class, among all.
func (c Confusion) Right() (right, all int) {
	for i, row := range c {
		for j, n := range row {
			all += n
			if i == j {
				right += n
			}
		}
	}
	return right, all
}

// Accuracy is the part of the samples that were given their own class.
func (c Confusion) Accuracy() float64 {
	right, all := c.Right()
	if all == 0 {
		return 0
	}
	return float64(right) / float64(all)
}

// Table writes the matrix as a Markdown table.
func (c Confusion) Table(classes []string) string {
	var b strings.Builder
	b.WriteString("| class \\ given |")
	for _, name := range classes {
		b.WriteString(" " + name + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---:|", len(classes)) + "\n")
	for i, row := range c {
		b.WriteString("| " + classes[i] + " |")
		for _, n := range row {
			fmt.Fprintf(&b, " %d |", n)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func newConfusion(n int) Confusion {
	c := make(Confusion, n)
	for i := range c {
		c[i] = make([]int, n)
	}
	return c
}

// CrossValidate trains on all folds but one and tests on that one, for each of k folds; each fold has the same part of each
// class, as far as that is possible.
func CrossValidate(ctx context.Context, samples []Sample, classes, features []string, k int, opt Options, r *rng.Stream) (Confusion, error) {
	if k < 2 || k > len(samples) {
		return nil, fmt.Errorf("rate: %d folds of %d samples", k, len(samples))
	}
	fold := make([]int, len(samples))
	next := 0
	for class := range classes {
		var in []int
		for i, s := range samples {
			if s.Class == class {
				in = append(in, i)
			}
		}
		r.Shuffle(len(in), func(i, j int) { in[i], in[j] = in[j], in[i] })
		for _, i := range in {
			fold[i] = next % k
			next++
		}
	}
	c := newConfusion(len(classes))
	for f := range k {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var train, test []Sample
		for i, s := range samples {
			if fold[i] == f {
				test = append(test, s)
			} else {
				train = append(train, s)
			}
		}
		if err := score(c, train, test, classes, features, opt); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func score(c Confusion, train, test []Sample, classes, features []string, opt Options) error {
	m, err := Train(train, classes, features, opt)
	if err != nil {
		return err
	}
	for _, s := range test {
		got, err := m.Predict(s.X)
		if err != nil {
			return err
		}
		c[s.Class][got]++
	}
	return nil
}

// Point is one point of a learning curve: the part of the samples that was trained on, and the mean accuracy on the others
// over the trials, with its standard deviation. Of the trials, 95 % lie from Low to High.
type Point struct {
	Part      float64
	Accuracy  float64
	Deviation float64
	Low, High float64
}

// Confidence gives the bounds within which an accuracy lies with 95 % confidence where so many of n were right: Wilson's interval.
func Confidence(right, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.959964
	p, m := float64(right)/float64(n), float64(n)
	middle, half := p+z*z/(2*m), z*math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return max(0, (middle-half)/(1+z*z/m)), min(1, (middle+half)/(1+z*z/m))
}

// LearningCurve splits the samples at random, trains on a part and tests on the rest, a number of trials for each part: the
// paper's experiment of section 4.1. A split that leaves a class without sample is drawn again.
func LearningCurve(ctx context.Context, samples []Sample, classes, features []string, parts []float64, trials int, opt Options, r *rng.Stream) ([]Point, error) {
	var curve []Point
	for pi, part := range parts {
		n := int(math.Round(part * float64(len(samples))))
		if n < 1 || n >= len(samples) || trials < 1 {
			return nil, fmt.Errorf("rate: a part of %v of %d samples in %d trials", part, len(samples), trials)
		}
		sum, squares, done := 0.0, 0.0, 0
		var all []float64
		for t := uint64(0); done < trials; t++ {
			if err := ctx.Err(); err != nil {
				return curve, err
			}
			if t > uint64(100*trials) {
				return nil, fmt.Errorf("rate: a part of %v leaves a class without samples", part)
			}
			perm := r.Derive("split", uint64(pi), t).Perm(len(samples))
			var train, test []Sample
			for i, at := range perm {
				if i < n {
					train = append(train, samples[at])
				} else {
					test = append(test, samples[at])
				}
			}
			if checkSamples(train, classes, features) != nil {
				continue
			}
			c := newConfusion(len(classes))
			if err := score(c, train, test, classes, features, opt); err != nil {
				return nil, err
			}
			a := c.Accuracy()
			all = append(all, a)
			sum += a
			squares += a * a
			done++
		}
		mean := sum / float64(done)
		slices.Sort(all)
		at := func(q float64) float64 { return all[int(math.Round(q*float64(len(all)-1)))] }
		curve = append(curve, Point{part, mean, math.Sqrt(max(0, squares/float64(done)-mean*mean)), at(0.025), at(0.975)})
	}
	return curve, nil
}

// Series is a named learning curve for a plot.
type Series struct {
	Name   string
	Points []Point
}

// PlotSVG draws learning curves: the part trained on to the right, the accuracy upwards, with bars that hold 95 % of the trials.
func PlotSVG(title string, series []Series) string {
	const width, height, left, bottom, top = 640.0, 420.0, 60.0, 360.0, 40.0
	px := func(part float64) float64 { return left + part*(width-left-20) }
	py := func(a float64) float64 { return bottom - a*(bottom-top) }
	colours := []string{"#1b6ca8", "#c8553d", "#588157", "#6d597a"}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" font-family="sans-serif" font-size="13">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%g" height="%g" fill="white"/><text x="%g" y="22" font-size="15">%s</text>`+"\n", width, height, left, escape(title))
	for i := range 11 {
		a := float64(i) / 10
		fmt.Fprintf(&b, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" stroke="#ddd"/><text x="%.1f" y="%.1f" text-anchor="end">%d %%</text>`+"\n",
			left, width-20, py(a), py(a), left-6, py(a)+4, i*10)
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle">%d</text>`+"\n", px(a), bottom+18, i*10)
	}
	fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle">part of the samples trained on, %%; upwards: right classes among the others</text>`+"\n", (left+width)/2, bottom+40)
	for i, s := range series {
		colour := colours[i%len(colours)]
		var line []string
		for _, p := range s.Points {
			line = append(line, fmt.Sprintf("%.1f,%.1f", px(p.Part), py(p.Accuracy)))
			fmt.Fprintf(&b, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" stroke="%s"/><circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`+"\n",
				px(p.Part), px(p.Part), py(p.Low), py(p.High), colour, px(p.Part), py(p.Accuracy), colour)
		}
		fmt.Fprintf(&b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>`+"\n", strings.Join(line, " "), colour)
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" fill="%s">%s</text>`+"\n", left+12, bottom-14-18*float64(i), colour, escape(s.Name))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}
