// Package brute solves problems over finite domains by trying every assignment. It is the oracle that other engines are
// compared with: slow, and so plain that it can be seen to be right. The only thing it does about time is to look at a
// constraint as soon as its last variable has a value.
//
// It does variables of finite domains: Bools, bounded Ints, and Reals whose bounds are equal. A step is one value tried for
// one variable; DefaultSteps bounds a call unless the budget says otherwise. Memory is not watched.
package brute

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// DefaultSteps is the number of values that a call tries when the budget names no other.
const DefaultSteps = 20_000_000

// Engine is the brute-force engine.
type Engine struct{}

// Name is "brute".
func (Engine) Name() string { return "brute" }

// Open starts a session.
func (Engine) Open(_ context.Context, p *model.Problem, b solve.Budget) (solve.Session, error) {
	if err := p.Err(); err != nil {
		return nil, fmt.Errorf("the problem has a mistake: %w", err)
	}
	if b.Steps == 0 {
		b.Steps = DefaultSteps
	}
	return &session{p: p, own: p.NumConstraints(), steps: b.Steps, Stack: solve.NewStack(p), objective: p.Objective()}, nil
}

type session struct {
	p         *model.Problem
	own       int // constraints of the problem itself
	steps     int64
	objective model.Objective
	solve.Stack
	tried  int64 // values, over all calls
	found  int64 // solutions
	closed bool
}

func (s *session) Push() error {
	s.Stack.Push()
	return nil
}

func (s *session) Close() error {
	s.closed = true
	return nil
}

func (s *session) Work() []solve.Work {
	return []solve.Work{{Name: "values", N: s.tried}, {Name: "solutions", N: s.found}}
}

// errStop ends a search that has enough.
var errStop = errors.New("enough")

// each calls visit with every solution of some constraints, in order; the assignment is visit's to read, not to keep. A
// search that visit ends with errStop is no error.
func (s *session) each(ctx context.Context, mentioned []model.Var, cons []model.Term, visit func(model.Assignment) error) error {
	if s.closed {
		return solve.ErrClosed
	}
	search := &search{s: s, ctx: ctx, visit: visit, a: make(model.Assignment, s.p.NumVars())}
	if s.steps > 0 {
		search.limit = s.tried + s.steps
	}
	place := make(map[model.Var]int)
	for i, v := range mentioned {
		lo, size, err := s.domain(v)
		if err != nil {
			return err
		}
		place[v] = i
		search.vars = append(search.vars, variable{v, lo, size})
	}
	search.checks = make([][]*model.Evaluator, len(mentioned)+1)
	for _, t := range cons {
		last := 0
		for _, v := range s.p.VarsOf(t) {
			last = max(last, place[v]+1)
		}
		search.checks[last] = append(search.checks[last], model.NewEvaluator(s.p, t))
	}
	if s.objective.Sense != model.NoObjective {
		search.objective = model.NewEvaluator(s.p, s.objective.Term)
	}
	if !search.holds(0) {
		return nil
	}
	if err := search.run(0); err != errStop {
		return err
	}
	return nil
}

// domain gives the values of a variable as a start and a number of whole steps from there.
func (s *session) domain(v model.Var) (lo model.Value, size *big.Int, err error) {
	x := s.p.Variable(v)
	switch {
	case x.Sort == model.Bool:
		return model.BoolValue(false), big.NewInt(2), nil
	case !x.Domain.Bounded():
		return lo, nil, &solve.UnsupportedError{Engine: "brute", What: "an unbounded variable", Term: x.Name,
			Hint: "use another engine"}
	case x.Domain.Lo.Compare(x.Domain.Hi) > 0:
		return x.Domain.Lo, big.NewInt(0), nil
	case x.Sort == model.Real:
		if x.Domain.Lo.Compare(x.Domain.Hi) < 0 {
			return lo, nil, &solve.UnsupportedError{Engine: "brute", What: "real variables", Term: x.Name, Hint: "use another engine"}
		}
		return model.RatValue(x.Domain.Lo.Rat()), big.NewInt(1), nil
	}
	n := new(big.Int).Sub(x.Domain.Hi.BigInt(), x.Domain.Lo.BigInt())
	return model.BigIntValue(x.Domain.Lo.BigInt()), n.Add(n, big.NewInt(1)), nil
}

type variable struct {
	v    model.Var
	lo   model.Value
	size *big.Int
}

type search struct {
	s         *session
	ctx       context.Context
	limit     int64 // of s.tried, or 0
	vars      []variable
	checks    [][]*model.Evaluator // by the number of variables that have a value
	objective *model.Evaluator
	a         model.Assignment
	visit     func(model.Assignment) error
}

// holds evaluates the constraints that can be judged now that n variables have values.
func (r *search) holds(n int) bool {
	for _, e := range r.checks[n] {
		e.Run(r.a)
		if v := e.Value(0); !v.Valid() || !v.Bool() {
			return false
		}
	}
	return true
}

func (r *search) run(n int) error {
	if n == len(r.vars) {
		if r.objective != nil {
			if r.objective.Run(r.a); !r.objective.Value(0).Valid() {
				return nil
			}
		}
		r.s.found++
		return r.visit(r.a)
	}
	x := r.vars[n]
	value := x.lo
	for i := new(big.Int); i.Cmp(x.size) < 0; i.Add(i, big.NewInt(1)) {
		if r.limit > 0 && r.s.tried >= r.limit {
			return &solve.BudgetError{Engine: "brute", What: "steps", Limit: r.s.steps}
		}
		if r.s.tried++; r.s.tried%1024 == 0 {
			if err := r.ctx.Err(); err != nil {
				return err
			}
		}
		r.a[x.v] = value
		if r.holds(n + 1) {
			if err := r.run(n + 1); err != nil {
				return err
			}
		}
		value = next(value)
	}
	r.a[x.v] = model.Value{}
	return nil
}

func next(v model.Value) model.Value {
	switch v.Sort() {
	case model.Bool:
		return model.BoolValue(true)
	case model.Int:
		n := v.BigInt()
		return model.BigIntValue(n.Add(n, big.NewInt(1)))
	}
	return v
}

// list gives up to limit solutions (all when it is negative), and whether these are all.
func (s *session) list(ctx context.Context, limit int, extra ...model.Term) (list []model.Assignment, all bool, err error) {
	cons, mentioned := s.terms(extra)
	check := model.NewChecker(s.p, append(s.Added(s.own), extra...)...)
	all = true
	err = s.each(ctx, mentioned, cons, func(a model.Assignment) error {
		if limit >= 0 && len(list) >= limit {
			all = false
			return errStop
		}
		a = append(model.Assignment(nil), a...)
		if err := check.Check(a); err != nil {
			return &solve.WrongError{Engine: "brute", Err: err}
		}
		list = append(list, a)
		return nil
	})
	if err != nil {
		return nil, false, err
	}
	return list, all, nil
}

func (s *session) terms(extra []model.Term) (cons []model.Term, mentioned []model.Var) {
	for _, c := range s.All() {
		cons = append(cons, c.Term)
	}
	cons = append(cons, extra...)
	return cons, s.p.Mentioned(append(s.Added(s.own), extra...)...)
}

func (s *session) Solve(ctx context.Context, assumptions ...model.Term) (solve.Result, error) {
	list, _, err := s.list(ctx, 1, assumptions...)
	switch {
	case err != nil:
		return solve.Result{}, err
	case len(list) == 0:
		return solve.Result{Status: solve.Unsat}, nil
	}
	return solve.Result{Status: solve.Sat, Solution: list[0]}, nil
}

func (s *session) Enumerate(ctx context.Context, limit int) (solve.Solutions, error) {
	list, all, err := s.list(ctx, limit)
	return solve.Solutions{List: list, All: all}, err
}

func (s *session) Count(ctx context.Context, limit int) (n int, exact bool, err error) {
	cons, mentioned := s.terms(nil)
	exact = true
	err = s.each(ctx, mentioned, cons, func(model.Assignment) error {
		if n == limit {
			exact = false
			return errStop
		}
		n++
		return nil
	})
	if err != nil {
		return 0, false, err
	}
	return n, exact, nil
}

func (s *session) Facts(ctx context.Context) (solve.Facts, error) {
	cons, mentioned := s.terms(nil)
	var fixed model.Assignment
	found := false
	err := s.each(ctx, mentioned, cons, func(a model.Assignment) error {
		if !found {
			found = true
			fixed = append(fixed, a...)
			return nil
		}
		for i := range fixed {
			if !fixed[i].Equal(a[i]) {
				fixed[i] = model.Value{}
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return solve.Facts{}, err
	case !found:
		return solve.Facts{Status: solve.Unsat}, nil
	}
	return solve.Facts{Status: solve.Sat, Fixed: fixed}, nil
}

// Sample draws uniformly, however many solutions there are: it counts them, and then goes to the one drawn.
func (s *session) Sample(ctx context.Context, r solve.Rand) (solve.Result, error) {
	n, _, err := s.Count(ctx, -1)
	switch {
	case err != nil:
		return solve.Result{}, err
	case n == 0:
		return solve.Result{Status: solve.Unsat}, nil
	}
	k := r.Uint64N(uint64(n))
	cons, mentioned := s.terms(nil)
	res := solve.Result{Status: solve.Sat}
	err = s.each(ctx, mentioned, cons, func(a model.Assignment) error {
		if k > 0 {
			k--
			return nil
		}
		res.Solution = append(model.Assignment(nil), a...)
		return errStop
	})
	if err != nil {
		return solve.Result{}, err
	}
	return res, nil
}

func (s *session) Optimise(ctx context.Context, limit int) (solve.Optimum, error) {
	if s.objective.Sense == model.NoObjective {
		return solve.Optimum{}, solve.ErrNoObjective
	}
	cons, mentioned := s.terms(nil)
	e := model.NewEvaluator(s.p, s.objective.Term)
	best := solve.Optimum{Status: solve.Unsat}
	err := s.each(ctx, mentioned, cons, func(a model.Assignment) error {
		e.Run(a)
		v := e.Value(0)
		c := v.Compare(best.Value)
		if s.objective.Sense == model.Maximise {
			c = -c
		}
		switch {
		case best.Status == solve.Unsat || c < 0:
			best = solve.Optimum{Status: solve.Sat, Value: v, Attained: true, All: true}
		case c > 0:
			return nil
		}
		if limit >= 0 && len(best.Solutions) >= limit {
			best.All = false
			return nil
		}
		best.Solutions = append(best.Solutions, append(model.Assignment(nil), a...))
		return nil
	})
	if err != nil {
		return solve.Optimum{}, err
	}
	return best, nil
}

// Core leaves out one constraint after the other, and puts back those without which there is a solution.
func (s *session) Core(ctx context.Context) (solve.Core, error) {
	all := s.All()
	has := func(in []bool) (bool, error) {
		var cons []model.Term
		for i, c := range all {
			if in[i] {
				cons = append(cons, c.Term)
			}
		}
		mentioned := cons
		if s.objective.Sense != model.NoObjective {
			mentioned = append(slices.Clone(cons), s.objective.Term)
		}
		found := false
		err := s.each(ctx, s.p.VarsOf(mentioned...), cons, func(model.Assignment) error {
			found = true
			return errStop
		})
		return found, err
	}
	in := make([]bool, len(all))
	for i := range in {
		in[i] = true
	}
	sat, err := has(in)
	switch {
	case err != nil:
		return solve.Core{}, err
	case sat:
		return solve.Core{Status: solve.Sat}, nil
	}
	for i := range in {
		in[i] = false
		if in[i], err = has(in); err != nil {
			return solve.Core{}, err
		}
	}
	core := solve.Core{Status: solve.Unsat}
	for i, kept := range in {
		if kept {
			core.Constraints = append(core.Constraints, i)
		}
	}
	return core, nil
}
