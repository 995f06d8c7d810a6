package code

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// How much is drawn and run for one program.
const (
	drawnInputs  = 240
	placeRuns    = 6_000
	boardRuns    = 3_000
	totalSteps   = 6_000_000_000 // of a whole study; a bound for hostile programs
	slowestInput = 30_000        // steps of the reference on a drawn input
)

// Study is what is known of a program before any blank is chosen: allowed inputs with their results, and the places whose
// pieces are told apart by them.
type Study struct {
	Program *Program
	Inputs  []checked // the tests first, then drawn ones, those that are easy to trace first
	Tests   int       // how many of them are tests
	Places  []*Studied
	Where   []Condition // confirmed by the author, or learnt

	tree    *syntax.Module
	machine *machine
}

// Studied is a place with what is known of its pieces.
type Studied struct {
	*Place
	Wrong  []Wrong // pieces with a witness each
	Right  []Equal // pieces beside the right one that nothing told apart
	Effort float64 // steps of the easiest inputs that rule out every wrong piece
	Seen   []bool  // by piece: it can be ruled out on the spot, by types and by names that nothing is bound to
}

// Wrong is a piece that does something else than the reference.
type Wrong struct {
	Piece   int // index into the place's Pieces
	Passed  int // tests that it passes
	Raises  bool
	Witness int // an input on which it differs
}

// Equal is a piece that does the same on all inputs tried.
type Equal struct {
	Piece int
	Proof string // why it is the same on all inputs; empty: it agreed on all that were tried
}

// NewStudy studies a program. Close it when done. The error of a program of which no puzzle can be made is a *RefusedError.
func NewStudy(ctx context.Context, p *Program) (*Study, error) {
	s := &Study{Program: p, machine: newMachine(p)}
	var err error
	if s.tree, err = syntax.ParseModule(p.Name, p.Text); err != nil {
		return nil, fmt.Errorf("%s: the program without its tests is no program: %w", p.Name, err)
	}
	if err = s.collect(ctx); err == nil {
		err = s.screen(ctx)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Close ends the study's runs.
func (s *Study) Close() { s.machine.Close() }

// check runs the reference on an input; ok is false when it is not allowed.
func (s *Study) check(ctx context.Context, v *variant, in Input, steps int64) (checked, bool, error) {
	r, err := s.machine.run(ctx, v, &in, steps)
	if err != nil {
		return checked{}, false, err
	}
	ok := r.Ends() || r.Kind == "raises" && r.Explicit
	return checked{in, r, stepLimit(r.Steps)}, ok, nil
}

// collect runs the tests, and finds more allowed inputs.
func (s *Study) collect(ctx context.Context) error {
	p := s.Program
	v, err := s.machine.compileTree(s.tree, p.Text)
	if err != nil {
		return err
	}
	var given []Input
	values := map[string]bool{}
	for _, t := range p.Tests {
		c, ok, err := s.check(ctx, v, t.Input, referenceSteps)
		if err != nil {
			if ctx.Err() != nil {
				return err
			}
			return &RefusedError{p.Name, t.Line, causeTests, fmt.Sprintf("%s cannot be run: %v", t.Expr, err)}
		}
		switch {
		case !ok && c.Result.Kind == "raises":
			return &RefusedError{p.Name, t.Line, causeFails, fmt.Sprintf("%s raises %s: %s", t.Expr, c.Result.Text, c.Result.Message)}
		case !ok:
			return &RefusedError{p.Name, t.Line, causeFails, fmt.Sprintf("%s takes more than %d steps, or too much memory", t.Expr, referenceSteps)}
		case strings.Contains(c.Result.Text, "object at 0x"):
			continue
		}
		if t.Want != "" && t.Want != c.Result.Text && !sameLiteral(t.Want, c.Result.Text) {
			return &RefusedError{p.Name, t.Line, causeFails, fmt.Sprintf("%s gives %s, and the test says %s", t.Expr, c.Result.Text, t.Want)}
		}
		values[c.Result.Text] = true
		given = append(given, t.Input)
		s.Inputs = append(s.Inputs, c)
	}
	s.Tests = len(s.Inputs)
	if s.Tests == 0 {
		return &RefusedError{p.Name, 0, causeTests, "no test computes anything that can be compared"}
	}
	if err := s.assertions(ctx, v); err != nil {
		return err
	}
	more, err := s.drawn(ctx, v, given, drawnInputs, rng.New(1).Derive("inputs"))
	if err != nil {
		return err
	}
	for _, c := range more {
		values[c.Result.Text] = true
	}
	if len(values) < 2 {
		return &RefusedError{p.Name, 0, causeConstant,
			fmt.Sprintf("every input tried gives %s: what does not vary cannot tell right from wrong", s.Inputs[0].Result.Text)}
	}
	slices.SortStableFunc(more, func(a, b checked) int {
		return a.size() + int(a.Result.Steps/40) - b.size() - int(b.Result.Steps/40)
	})
	s.Inputs = append(s.Inputs, more...)
	return nil
}

func sameLiteral(a, b string) bool {
	x, err := syntax.ParseExpr("doctest", a)
	if err != nil {
		return false
	}
	y, err := syntax.ParseExpr("doctest", b)
	return err == nil && literal(a, x).String() == literal(b, y).String()
}

// assertions runs the asserts themselves: a test that the program fails is the author's mistake.
func (s *Study) assertions(ctx context.Context, v *variant) error {
	for _, t := range s.Program.Tests {
		if t.cond == "" {
			continue
		}
		r, err := s.machine.run(ctx, v, &Input{Setup: t.Setup, Expr: "bool(" + t.cond + ")"}, referenceSteps)
		if err != nil {
			if ctx.Err() != nil {
				return err
			}
			continue
		}
		if r.Kind != "value" || r.Text != "True" {
			got, err := s.machine.run(ctx, v, &t.Input, referenceSteps)
			if err != nil {
				return err
			}
			return &RefusedError{s.Program.Name, t.Line, causeFails,
				fmt.Sprintf("the program fails its own test: assert %s, and %s gives %s", t.cond, t.Expr, got.Text)}
		}
	}
	return nil
}

// drawn gives allowed inputs beside the given ones.
func (s *Study) drawn(ctx context.Context, v *variant, given []Input, n int, r *rng.Stream) ([]checked, error) {
	confirmed := func(function string) bool {
		return slices.ContainsFunc(s.Program.Where, func(c Condition) bool { return c.Function == function })
	}
	if s.Where == nil {
		s.Where = slices.Clone(s.Program.Where)
		s.assume(given, confirmed)
	}
	var out []checked
	for _, in := range drawInputs(given, n, r, confirmed) {
		if in.function != "" && confirmed(in.function) {
			ok, err := s.allowed(ctx, &in)
			if err != nil {
				return nil, err
			}
			if !ok {
				continue
			}
		}
		c, ok, err := s.check(ctx, v, in, slowestInput)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, c)
		}
	}
	return out, nil
}

// assume lists the conditions that are learnt from the tests.
func (s *Study) assume(given []Input, confirmed func(string) bool) {
	for _, name := range s.Program.functions() {
		if confirmed(name) {
			continue
		}
		var ins []Input
		for _, in := range given {
			if in.function == name && (len(ins) == 0 || len(ins[0].args) == len(in.args)) {
				ins = append(ins, in)
			}
		}
		if len(ins) == 0 {
			continue
		}
		l := learn(ins)
		for _, text := range l.sentences(paramNames(s.Program.defined[name])) {
			s.Where = append(s.Where, Condition{name, text, true})
		}
	}
}

// allowed asks the author's conditions.
func (s *Study) allowed(ctx context.Context, in *Input) (bool, error) {
	params := paramNames(s.Program.defined[in.function])
	for _, c := range s.Program.Where {
		if c.Function != in.function {
			continue
		}
		test := Input{Expr: "(lambda " + strings.Join(params[:min(len(params), len(in.args))], ", ") + ": " + c.Text + ")" +
			strings.TrimPrefix(in.Expr, in.function)}
		v, err := s.machine.compileTree(s.tree, s.Program.Text)
		if err != nil {
			return false, err
		}
		r, err := s.machine.run(ctx, v, &test, leastSteps)
		if err != nil {
			if ctx.Err() != nil {
				return false, err
			}
			return false, nil
		}
		if r.Kind != "value" || r.Text != "True" {
			return false, nil
		}
	}
	return true, nil
}

// screen finds the pieces of every place that some input tells apart from the right one.
func (s *Study) screen(ctx context.Context) error {
	used := 0
	l := newLocal(s.Inputs)
	for _, pl := range findPlaces(s.Program, s.tree, s.Program.Text) {
		c := chosen{Place: pl}
		for k := range pl.Pieces {
			c.bank = append(c.bank, k)
		}
		one := []chosen{c}
		v, err := s.machine.variantOf(s.tree, s.Program.Text, one)
		if err != nil {
			continue // a piece that is no program here, such as break outside a loop
		}
		used++
		st, err := s.screenPlace(ctx, v, one)
		if err == errTooMany {
			continue
		}
		if err != nil {
			return err
		}
		if len(st.Wrong) > 0 {
			st.Seen = l.seenThrough(s.Program.Text, pl)
			s.Places = append(s.Places, st)
		}
	}
	if used == 0 {
		return &RefusedError{s.Program.Name, 0, causeBlanks, "nothing in it can be blank"}
	}
	return nil
}

func (s *Study) screenPlace(ctx context.Context, v *variant, one []chosen) (*Studied, error) {
	pl := one[0].Place
	n := len(pl.Pieces)
	st := &Studied{Place: pl}
	wrong := make([]*Wrong, n)
	alive := box{nil}
	for k := range n {
		alive[0] = append(alive[0], k)
	}
	runs := placeRuns
	kills := make([][]bool, 0, s.Tests)
	passed := make([]int, n)
	for i := range s.Inputs {
		in := &s.Inputs[i]
		test := i < s.Tests
		b := box{nil}
		for _, k := range alive[0] {
			if test || wrong[k] == nil {
				b[0] = append(b[0], k)
			}
		}
		if len(b[0]) <= 1 {
			break
		}
		row := make([]bool, n)
		err := s.machine.each(ctx, v, &in.Input, b, in.limit, &runs, func(b box, r Result) {
			for _, k := range b[0] {
				if r.Same(in.Result) {
					if test {
						passed[k]++
					}
					continue
				}
				row[k] = true
				if wrong[k] == nil {
					wrong[k] = &Wrong{Piece: k, Witness: i}
				}
				wrong[k].Raises = wrong[k].Raises || r.Kind == "raises"
			}
		})
		if err != nil {
			return nil, err
		}
		if row[0] {
			return nil, errTooMany // the program's results depend on something else than its input
		}
		if test {
			kills = append(kills, row)
		}
	}
	for k := 1; k < n; k++ {
		if wrong[k] == nil {
			st.Right = append(st.Right, Equal{k, proof(s, pl, k)})
			continue
		}
		wrong[k].Passed = passed[k]
		st.Wrong = append(st.Wrong, *wrong[k])
	}
	st.Effort = s.effort(kills, wrong)
	return st, nil
}

// effort is the steps of inputs that together rule out every wrong piece, chosen greedily by what they rule out for a step.
func (s *Study) effort(kills [][]bool, wrong []*Wrong) float64 {
	left := map[int]bool{}
	for k, w := range wrong {
		if w != nil {
			left[k] = true
		}
	}
	total := 0.0
	for len(left) > 0 {
		best, gain := -1, 0.0
		for i, row := range kills {
			n := 0
			for k := range left {
				if row[k] {
					n++
				}
			}
			if g := float64(n) / float64(s.Inputs[i].Result.Steps+1); n > 0 && g > gain {
				best, gain = i, g
			}
		}
		if best < 0 { // only drawn inputs rule out the rest
			far := 0
			for k := range left {
				far = max(far, int(s.Inputs[wrong[k].Witness].Result.Steps))
			}
			return total + float64(far)
		}
		total += float64(s.Inputs[best].Result.Steps)
		for k, bad := range kills[best] {
			if bad {
				delete(left, k)
			}
		}
	}
	return total
}
