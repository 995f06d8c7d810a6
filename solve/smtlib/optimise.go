package smtlib

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// goal is the objective, turned so that less is better, under the name o! in the process.
type goal struct {
	*session
	sort model.Sort
}

// below gives the expression that the goal is at most, or less than, a bound.
func (g *goal) below(strict bool, bound *big.Rat) string {
	sign := "<="
	if strict {
		sign = "<"
	}
	return fmt.Sprintf("(%s o! %s)", sign, g.number(bound))
}

func (g *goal) number(r *big.Rat) string {
	if g.sort == model.Int {
		return model.SMTValue(model.BigIntValue(r.Num()))
	}
	return model.SMTValue(model.RatValue(r))
}

// try asks whether a condition can hold as well; if so it gives the goal's value in a solution where it does.
func (g *goal) try(ctx context.Context, condition string) (value *big.Rat, err error) {
	err = g.scoped(func() error {
		if condition != "" {
			g.pending.WriteString("(assert " + condition + ")\n")
		}
		status, err := g.check(ctx)
		if err != nil || status == solve.Unsat {
			return err
		}
		values, err := g.values(ctx, []string{"o!"})
		if err != nil {
			return err
		}
		v, err := values[0].value(g.sort)
		if err != nil {
			return g.badValue("the objective", values[0], err)
		}
		value = v.Rat()
		return nil
	})
	return value, err
}

// Optimise finds the best value by asking for better ones, and then the solutions that have it.
func (s *session) Optimise(ctx context.Context, limit int) (solve.Optimum, error) {
	if s.objective.Sense == model.NoObjective {
		return solve.Optimum{}, solve.ErrNoObjective
	}
	if err := s.begin(ctx); err != nil {
		return solve.Optimum{}, err
	}
	var opt solve.Optimum
	err := s.scoped(func() error {
		text, err := s.text(s.objectiveTotal)
		if err != nil {
			return err
		}
		if s.objective.Sense == model.Maximise {
			text = "(- " + text + ")"
		}
		g := &goal{s, s.p.Sort(s.objectiveTotal)}
		fmt.Fprintf(&s.pending, "(define-fun o! () %s %s)\n", g.sort, text)
		first, err := g.try(ctx, "")
		if err != nil {
			return err
		}
		if first == nil {
			opt.Status = solve.Unsat
			return nil
		}
		opt.Status = solve.Sat
		least, err := g.least(ctx, first)
		if err != nil {
			return err
		}
		if least == nil {
			opt.Unbounded = true
			return nil
		}
		opt.Attained = least.attained
		value := new(big.Rat).Set(least.value)
		if s.objective.Sense == model.Maximise {
			value.Neg(value)
		}
		opt.Value = model.RatValue(value)
		if g.sort == model.Int {
			opt.Value = model.BigIntValue(value.Num())
		}
		if !opt.Attained {
			opt.All = true
			return nil
		}
		s.pending.WriteString("(assert (= o! " + g.number(least.value) + "))\n")
		opt.Solutions, opt.All, err = s.list(ctx, limit)
		return err
	})
	if err != nil {
		return solve.Optimum{}, err
	}
	return opt, nil
}

// bound is a least value.
type bound struct {
	value    *big.Rat
	attained bool
}

const (
	farStep   = 40   // after a step of 2^farStep it is time to ask whether there is a bound at all
	lastStep  = 4000 // after a step of 2^lastStep the search gives up
	maxRounds = 300  // of closing in on a Real bound
)

// least finds the least value of the goal, given the value of some solution; nil when there is none, because the goal is
// unbounded.
func (g *goal) least(ctx context.Context, best *big.Rat) (*bound, error) {
	lo := new(big.Rat) // no solution has this value or a smaller one
	step := big.NewRat(1, 1)
	for n := 0; ; n++ {
		lo.Sub(best, step)
		v, err := g.try(ctx, g.below(false, lo))
		if err != nil {
			return nil, err
		}
		if v == nil {
			break
		}
		best = v
		switch n {
		case farStep:
			unbounded, err := g.prove(ctx, "(declare-const m! "+g.sort.String()+")\n", "(< o! m!)")
			if err != nil {
				return nil, err
			}
			if unbounded {
				return nil, nil
			}
		case lastStep:
			return nil, &solve.GaveUpError{Engine: g.engine.name, Reason: "the objective gets better without visible end"}
		}
		step.Mul(step, big.NewRat(2, 1))
	}
	if g.sort == model.Int {
		return g.bisect(ctx, lo, best)
	}
	return g.closeIn(ctx, lo, best)
}

// bisect finds the least Int above lo, which none has, up to best, which one has.
func (g *goal) bisect(ctx context.Context, lo, best *big.Rat) (*bound, error) {
	l, h := new(big.Int).Set(lo.Num()), new(big.Int).Set(best.Num())
	one := big.NewInt(1)
	for {
		gap := new(big.Int).Sub(h, l)
		if gap.Cmp(one) <= 0 {
			return &bound{new(big.Rat).SetInt(h), true}, nil
		}
		mid := gap.Rsh(gap, 1)
		mid.Add(mid, l)
		v, err := g.try(ctx, g.below(false, new(big.Rat).SetInt(mid)))
		if err != nil {
			return nil, err
		}
		if v == nil {
			l = mid
		} else {
			h = v.Num()
		}
	}
}

// closeIn finds the least Real, or the Real that solutions approach, above lo, which none has, up to best, which one has.
// The bound of a linear problem is a fraction of modest size: it is the simplest fraction of the interval long before the
// interval is small.
func (g *goal) closeIn(ctx context.Context, lo, best *big.Rat) (*bound, error) {
	for round := range maxRounds {
		v, err := g.try(ctx, g.below(true, best))
		if err != nil {
			return nil, err
		}
		if v == nil {
			return &bound{best, true}, nil
		}
		best = v
		approached, err := g.approached(ctx, lo, best)
		if err != nil {
			return nil, err
		}
		if approached {
			return &bound{lo, false}, nil
		}
		q := simplest(lo, best)
		if round%4 == 3 {
			q.Add(lo, best)
			q.Mul(q, big.NewRat(1, 2))
		}
		if v, err = g.try(ctx, g.below(false, q)); err != nil {
			return nil, err
		}
		if v == nil {
			lo = q
		} else {
			best = v
		}
	}
	return nil, &solve.GaveUpError{Engine: g.engine.name, Reason: "the best value of the objective is not a small fraction"}
}

// approached reports whether lo, which no solution has or is below, is approached by solutions.
func (g *goal) approached(ctx context.Context, lo, best *big.Rat) (bool, error) {
	near := new(big.Rat).Sub(best, lo)
	near.Mul(near, big.NewRat(1, 1<<20))
	near.Add(near, lo)
	v, err := g.try(ctx, g.below(true, near))
	if err != nil || v == nil {
		return false, err
	}
	return g.prove(ctx, "(declare-const e! Real)\n(assert (< 0.0 e!))\n", fmt.Sprintf("(< o! (+ %s e!))", g.number(lo)))
}

// simplest is the fraction with the smallest denominator strictly between two numbers.
func simplest(lo, hi *big.Rat) *big.Rat {
	// Walk down the Stern-Brocot tree by whole runs: the integer part, then the reciprocal of the rest.
	n := new(big.Int).Div(lo.Num(), lo.Denom()) // floor
	whole := new(big.Rat).SetInt(n)
	next := new(big.Rat).Add(whole, big.NewRat(1, 1))
	if next.Cmp(hi) < 0 {
		if lo.Sign() < 0 && hi.Sign() > 0 {
			return new(big.Rat)
		}
		if hi.Sign() <= 0 { // the integer nearest to 0
			top := new(big.Int).Div(hi.Num(), hi.Denom())
			r := new(big.Rat).SetInt(top)
			if r.Cmp(hi) == 0 {
				r.Sub(r, big.NewRat(1, 1))
			}
			return r
		}
		return next
	}
	a, b := new(big.Rat).Sub(lo, whole), new(big.Rat).Sub(hi, whole) // 0 <= a < b <= 1
	if a.Sign() == 0 {
		// 1/k for the smallest k with 1/k < b
		k := new(big.Int).Div(b.Denom(), b.Num())
		r := new(big.Rat).SetFrac(big.NewInt(1), k.Add(k, big.NewInt(1)))
		return r.Add(r, whole)
	}
	r := simplest(new(big.Rat).Inv(b), new(big.Rat).Inv(a))
	r.Inv(r)
	return r.Add(r, whole)
}

// proofTime bounds a quantified query, which a solver may turn over for ever, where no other time is set.
const proofTime = 10 * time.Second

// prove shows that for all values of some constants there is a solution for which a condition holds, by refuting its
// opposite in a process of its own.
func (g *goal) prove(ctx context.Context, constants, condition string) (bool, error) {
	engine := &Engine{name: g.engine.name, argv: g.engine.argv, kind: g.engine.kind, Timeout: g.engine.Timeout}
	if engine.Timeout == 0 {
		engine.Timeout = proofTime
	}
	q := &session{engine: engine, p: g.p, budget: g.budget}
	defer func() {
		g.checks += q.checks
		g.starts += q.starts
		q.Close()
	}()
	if err := q.begin(ctx); err != nil {
		return false, err
	}
	q.pending.WriteString(constants)
	body, err := g.closed(condition)
	if err != nil {
		return false, err
	}
	q.pending.WriteString("(assert (not " + body + "))\n")
	status, err := q.check(ctx)
	return status == solve.Unsat, err
}

// closed is the formula that there is a solution for which a condition on o! holds, without a constant of the problem in it.
func (g *goal) closed(condition string) (string, error) {
	printer := model.NewSMTPrinter(g.p, false)
	var params, lets strings.Builder
	parts := []string{condition}
	vars := g.mentioned()
	for _, v := range vars {
		x := g.p.Variable(v)
		name := printer.Name(v)
		fmt.Fprintf(&params, "(%s %s)", name, x.Sort)
		parts = append(parts, bounds(x, name)...)
	}
	count := 0
	add := func(t model.Term) (string, error) {
		defs, text, err := printer.Term(t)
		for _, d := range defs {
			fmt.Fprintf(&lets, "(let ((%s %s)) ", d.Name, d.Text)
			count++
		}
		return text, err
	}
	for _, c := range g.stack.All() {
		text, err := add(g.p.Total(c.Term))
		if err != nil {
			return "", err
		}
		parts = append(parts, text)
	}
	text, err := add(g.objectiveDefined)
	if err != nil {
		return "", err
	}
	parts = append(parts, text)
	if text, err = add(g.objectiveTotal); err != nil {
		return "", err
	}
	if g.objective.Sense == model.Maximise {
		text = "(- " + text + ")"
	}
	fmt.Fprintf(&lets, "(let ((o! %s)) ", text)
	body := lets.String() + "(and " + strings.Join(parts, " ") + ")" + strings.Repeat(")", count+1)
	if len(vars) == 0 {
		return body, nil
	}
	return "(exists (" + params.String() + ") " + body + ")", nil
}

// literal prints a bound as a number of a variable's sort.
func literal(v model.Value, sort model.Sort) string {
	if sort == model.Int {
		return model.SMTValue(model.BigIntValue(v.BigInt()))
	}
	return model.SMTValue(model.RatValue(v.Rat()))
}
