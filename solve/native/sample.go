package native

import (
	"context"
	"math"

	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// Sample draws a solution.
//
// With at most solve.SampleExact solutions the draw is uniform. With more, candidates are built by deciding the variables in
// a random order, each for a value drawn uniformly from those that propagation leaves it; a candidate that runs into a
// contradiction is thrown away. The probability of a candidate is then known, and one of several candidates is drawn with a
// weight inverse to it (sampling importance resampling, Rubin 1987), which brings the draw nearer to uniform. Every solution
// can be drawn.
func (s *session) Sample(ctx context.Context, r solve.Rand) (_ solve.Result, err error) {
	s.begin(ctx)
	defer s.end(&err)
	if s.apart() {
		return s.sampleParts(ctx, r)
	}
	if err := s.countFew(ctx); err != nil {
		return solve.Result{}, err
	}
	if s.few.All {
		if len(s.few.List) == 0 {
			return solve.Result{Status: solve.Unsat}, nil
		}
		return solve.Result{Status: solve.Sat, Solution: s.few.List[r.Uint64N(uint64(len(s.few.List)))]}, nil
	}
	if s.exact {
		return solve.Result{}, &solve.UnsupportedError{Engine: Name, What: "drawing from so many solutions in products of real unknowns"}
	}
	assume, err := s.ready(nil)
	if err != nil {
		return solve.Result{}, err
	}
	return s.sampleMany(ctx, assume, r)
}

// countFew lists the solutions, if there are few.
func (s *session) countFew(ctx context.Context) error {
	if s.counted {
		return nil
	}
	assume, err := s.ready(nil)
	switch {
	case err != nil:
	case s.exact:
		if s.few, err = s.exactly(ctx, solve.SampleExact); !s.few.All {
			s.few = solve.Solutions{}
		}
	default:
		s.few, err = s.collect(ctx, assume, solve.SampleExact, true)
	}
	s.counted = err == nil
	return err
}

const (
	sampleCandidates = 8   // candidates of which one is drawn
	sampleDeadEnds   = 200 // dead ends before a candidate is completed by conflict-driven search instead
)

func (s *session) sampleMany(ctx context.Context, assume []engine.Lit, r solve.Rand) (solve.Result, error) {
	e := s.b.e
	d := &randomDecider{s: s, r: r}
	s.focus()
	e.SetDecider(d)
	defer func() {
		e.SetDecider(nil)
		e.Backtrack()
		e.ClearFocus()
	}()
	var kept solve.Result
	total, scale := 0.0, 0 // the weights so far, as total * 2^scale
	for i := 0; i < sampleCandidates; i++ {
		d.begin()
		switch e.Solve(ctx, assume, s.engineBudget()) {
		case engine.Unknown:
			return solve.Result{}, s.why(ctx)
		case engine.Unsat:
			return solve.Result{Status: solve.Unsat}, nil
		}
		a := s.solution()
		if err := s.check(a); err != nil {
			return solve.Result{}, err
		}
		if d.dead > sampleDeadEnds {
			if i == 0 {
				kept = solve.Result{Status: solve.Sat, Solution: a}
			}
			break // dead ends are the rule here: more candidates would cost too much
		}
		// Keep this one with the probability of its weight among all so far.
		w := d.weight
		switch {
		case d.scale > scale:
			total = math.Ldexp(total, scale-d.scale)
			scale = d.scale
		case d.scale < scale:
			w = math.Ldexp(w, d.scale-scale)
		}
		total += w
		const grain = 1 << 52
		if i == 0 || float64(r.Uint64N(grain))/grain*total < w {
			kept = solve.Result{Status: solve.Sat, Solution: a}
		}
	}
	return kept, nil
}

// randomDecider gives each variable in turn, in a random order, a value at random from those that are left to it.
type randomDecider struct {
	s      *session
	r      solve.Rand
	order  []int32 // of the variables: Bools, then integers
	weight float64 // 1 over the probability of the decisions so far, as weight * 2^scale
	scale  int
	dead   int
}

// begin prepares for the next candidate.
func (d *randomDecider) begin() {
	n := len(d.s.bools) + len(d.s.ints)
	d.order = d.order[:0]
	for i := 0; i < n; i++ {
		d.order = append(d.order, int32(i))
	}
	for i := n - 1; i > 0; i-- {
		j := int(d.r.Uint64N(uint64(i) + 1))
		d.order[i], d.order[j] = d.order[j], d.order[i]
	}
	d.weight, d.scale = 1, 0
	d.dead = 0
}

// Conflict has the candidate begun anew, until that has happened too often.
func (d *randomDecider) Conflict() bool {
	d.dead++
	d.weight, d.scale = 1, 0
	return d.dead <= sampleDeadEnds
}

func (d *randomDecider) chose(n uint64) {
	d.weight *= float64(n)
	if d.weight > 0x1p512 {
		d.weight *= 0x1p-512
		d.scale += 512
	}
}

// Next decides the first variable in the order that is open.
func (d *randomDecider) Next(e *engine.Engine) engine.Lit {
	s := d.s
	for _, i := range d.order {
		if int(i) < len(s.bools) {
			l := s.bools[i].l
			if e.Value(l) == 0 {
				d.chose(2)
				return l ^ engine.Lit(d.r.Uint64N(2))
			}
			continue
		}
		x := s.ints[int(i)-len(s.bools)].x
		lo, hi := e.Bounds(x)
		if lo == hi {
			continue
		}
		if hi-lo < 1024 {
			n := uint64(0)
			for v := lo; v <= hi; v++ {
				if e.InDomain(x, v) {
					n++
				}
			}
			d.chose(n)
			k := d.r.Uint64N(n)
			for v := lo; v <= hi; v++ {
				if e.InDomain(x, v) {
					if k == 0 {
						return e.EqNow(x, v)
					}
					k--
				}
			}
		}
		d.chose(uint64(hi-lo) + 1)
		v := lo + int64(d.r.Uint64N(uint64(hi-lo)+1))
		if !e.InDomain(x, v) {
			v = lo // an excluded value of a wide domain: the lower bound is not excluded
		}
		return e.EqNow(x, v)
	}
	return engine.True
}
