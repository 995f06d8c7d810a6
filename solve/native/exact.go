package native

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native/algebra"
)

// Products and powers of real unknowns are beyond clauses and linear programs. Where they are few, package algebra solves them
// exactly: the constraints are taken apart into cases, each a list of polynomial equations and inequalities; the equations of a
// case have no solution, or finitely many, all of which are found and tried in the inequalities, or infinitely many. Then values
// are tried in the place of unknowns that the equations leave free: more solutions than were asked for are an answer, fewer are
// none, and the problem is refused.

const (
	exactSteps   = 1 << 28 // steps of a question, each about one multiplication of machine words
	boxedSteps   = 1 << 22 // those before integers without bounds are looked for in a box
	exactStep    = 8       // how many of them make a step of a budget
	exactMost    = 4096    // solutions that are listed where no limit is given
	exactTries   = 48      // values tried in the place of a free unknown
	exactDepth   = 3       // free unknowns that are given values, one within the other
	exactRange   = 128     // values of a bounded integer that are gone through where equations do not decide it
	exactCases   = 1 << 16 // cases of a question
	exactCost    = 1 << 18 // of computing with an irrational number: the degree of its root times the words of coefficients, squared
	exactInverse = 4       // inequalities that are taken to the equations where these alone have infinitely many solutions
)

// exact answers questions by algebra.
type exact struct {
	s    *session
	p    *model.Problem
	ctx  context.Context
	cons []model.Term // in normal form
	vars []model.Var  // that are mentioned
	at   map[model.Var]int
	of   []model.Var // by unknown: its variable, or -1

	inverses map[model.Term]int // the unknown that stands for 1/t

	mt    *algebra.Meter
	limit int // the list ends when there are more solutions than that
	list  []model.Assignment
	cases int
	spare []int  // unknowns that stand for inverses of what is not 0
	open  string // why there may be more solutions than those listed, or ""
}

// errEnough ends the search.
var errEnough = errors.New("enough")

// refusal is the error about something that algebra does not do.
func (x *exact) refusal(what string, t model.Term) error {
	text := ""
	if t != model.NoTerm {
		text = x.p.Format(t)
	}
	return &solve.UnsupportedError{Engine: Name, What: what, Term: text, Hint: hintSMT}
}

// exactly lists up to limit solutions, sorted, by algebra. Where algebra does not do it either, the error is that of the engine,
// unless that was about products as well.
func (s *session) exactly(ctx context.Context, limit int) (solve.Solutions, error) {
	list, err := s.byAlgebra(ctx, limit, nil, exactSteps)
	var why *solve.UnsupportedError
	if errors.Is(err, solve.ErrUnsupported) && errors.As(s.inexact, &why) && why.What != nonlinear {
		err = s.inexact
	}
	return list, err
}

// boxedExactly is exactly for integers without bounds, which the engine would look for in a box: ok is false where algebra does not
// give the answer soon.
func (s *session) boxedExactly(ctx context.Context, limit int) (list solve.Solutions, ok bool) {
	if len(s.boxed) == 0 {
		return list, false
	}
	list, err := s.byAlgebra(ctx, limit, nil, boxedSteps)
	return list, err == nil
}

// byAlgebra lists up to limit solutions. With a refusal it gives those that it found all the same.
func (s *session) byAlgebra(ctx context.Context, limit int, assumptions []model.Term, steps int64) (solve.Solutions, error) {
	if s.closed {
		return solve.Solutions{}, solve.ErrClosed
	}
	x := &exact{s: s, p: s.p, ctx: ctx, at: map[model.Var]int{}, inverses: map[model.Term]int{}, limit: limit}
	if limit < 0 || limit > exactMost {
		x.limit = exactMost
	}
	if s.steps() >= 0 {
		steps = min(steps, satMul(exactStep, s.left()))
	}
	x.mt = algebra.NewMeter(ctx, steps, s.mem.Take)
	defer func() { s.mem.Give(x.mt.Kept) }()
	all := append(slices.Clone(s.cons), assumptions...)
	if _, defined := s.objective(); defined != model.NoTerm {
		all = append(all, defined)
	}
	for _, t := range all {
		x.cons = append(x.cons, s.p.Normal(t))
	}
	if err := s.p.Err(); err != nil {
		return solve.Solutions{}, err
	}
	x.vars = s.p.VarsOf(append(slices.Clone(all), s.objectiveTerms()...)...)
	if !slices.Equal(s.checked, assumptions) {
		s.checked, s.checker = append(s.checked[:0], assumptions...), nil
	}
	err := x.run()
	s.work.Steps += (steps - x.mt.Steps) / exactStep
	s.work.Solutions += int64(len(x.list))
	switch {
	case errors.Is(err, algebra.ErrLarge):
		return solve.Solutions{}, x.refusal("products of real unknowns of such degrees", model.NoTerm)
	case errors.Is(err, algebra.ErrTooMuch):
		return solve.Solutions{}, &solve.BudgetError{Engine: Name, What: "steps of algebra", Limit: steps}
	case errors.Is(err, budget.ErrMemory):
		return solve.Solutions{}, &solve.BudgetError{Engine: Name, What: "memory", Err: err}
	case err != nil && !errors.Is(err, errEnough):
		return solve.Solutions{}, err
	}
	more := len(x.list) > x.limit
	if more {
		x.list = x.list[:x.limit]
	}
	slices.SortFunc(x.list, model.Assignment.Compare)
	found := solve.Solutions{List: x.list, All: !more && x.open == ""}
	switch {
	case more && (limit < 0 || limit > exactMost):
		return found, x.refusal("so many solutions in products of real unknowns", model.NoTerm)
	case !more && x.open != "":
		return found, x.refusal(x.open, model.NoTerm)
	}
	return found, nil
}

func (x *exact) run() error {
	w := &world{x: x, bools: map[model.Var]bool{}, forms: map[model.Term]algebra.Form{}, inverses: map[model.Term]algebra.Form{}}
	for _, v := range x.vars {
		d := x.p.Variable(v)
		if void(d) {
			return nil
		}
		if d.Sort == model.Bool {
			continue
		}
		i, err := x.unknown(v)
		if err != nil {
			return err
		}
		if d.Domain.Lo.Valid() {
			w.bound(i, d.Domain.Lo.Rat(), 1)
		}
		if d.Domain.Hi.Valid() {
			w.bound(i, d.Domain.Hi.Rat(), -1)
		}
	}
	for _, t := range x.cons {
		w.goals = append(w.goals, goal{t, true})
	}
	slices.Reverse(w.goals) // they are taken from the end
	return w.run(0)
}

// unknown gives a number to a variable, or to something else that has none (-1).
func (x *exact) unknown(v model.Var) (int, error) {
	if len(x.of) == algebra.MaxUnknowns {
		return 0, x.refusal(fmt.Sprintf("products of so many real unknowns (more than %d)", algebra.MaxUnknowns), model.NoTerm)
	}
	if v >= 0 {
		x.at[v] = len(x.of)
	}
	x.of = append(x.of, v)
	return len(x.of) - 1, nil
}

// found takes a solution in: it is told apart from those that other cases gave.
func (x *exact) found(a model.Assignment) error {
	for _, b := range x.list {
		if err := x.mt.Spend(len(a)); err != nil {
			return err
		}
		if a.Equal(b) {
			return nil
		}
	}
	if err := x.s.check(a); err != nil {
		return err
	}
	if err := x.s.mem.Take(bytesValue * (len(a) + 1)); err != nil {
		return err
	}
	if x.list = append(x.list, a); len(x.list) > x.limit {
		return errEnough
	}
	return nil
}

// value makes the value of a variable at a point.
func (x *exact) value(p *algebra.Point, place int, root **model.Root, sort model.Sort) (model.Value, error) {
	r, f, err := p.Value(place)
	switch {
	case err != nil:
		return model.Value{}, err
	case r != nil && sort == model.Int:
		if !r.IsInt() {
			return model.Value{}, nil
		}
		return model.BigIntValue(r.Num()), nil
	case r != nil:
		return model.RatValue(r), nil
	case sort == model.Int:
		return model.Value{}, nil
	}
	c, lo, hi := p.Root()
	size := int64(0) // of the largest coefficient, in words
	for _, k := range c {
		size = max(size, int64(1+len(k.Bits())))
	}
	for _, k := range f {
		size = max(size, int64(2+len(k.Num().Bits())+len(k.Denom().Bits())))
	}
	cost := satMul(satMul(size, size), int64(len(c)*len(c)))
	if cost > exactCost {
		return model.Value{}, algebra.ErrLarge
	}
	if err := x.mt.Spend(int(64 * cost)); err != nil {
		return model.Value{}, err
	}
	if *root == nil {
		if *root, err = model.NewRoot(c, lo, hi); err != nil {
			return model.Value{}, &solve.WrongError{Engine: Name, Err: err}
		}
	}
	return (*root).Value(f), nil
}

// The questions of a session, where its constraints are for algebra.

func (s *session) solveExact(ctx context.Context, assumptions []model.Term, steps int64) (solve.Result, error) {
	found, err := s.byAlgebra(ctx, 1, assumptions, steps)
	switch {
	case len(found.List) > 0: // a solution is one, whether there are others or not
		return solve.Result{Status: solve.Sat, Solution: found.List[0]}, nil
	case err != nil:
		return solve.Result{}, err
	}
	return solve.Result{Status: solve.Unsat}, nil
}

func (s *session) factsExact(ctx context.Context) (solve.Facts, error) {
	all, err := s.exactly(ctx, -1)
	if err != nil || len(all.List) == 0 {
		return solve.Facts{Status: status(err, solve.Unsat)}, err
	}
	fixed := slices.Clone(all.List[0])
	for _, a := range all.List[1:] {
		for v := range fixed {
			if !fixed[v].Equal(a[v]) {
				fixed[v] = model.Value{}
			}
		}
	}
	return solve.Facts{Status: solve.Sat, Fixed: fixed}, nil
}

func (s *session) optimiseExact(ctx context.Context, limit int) (solve.Optimum, error) {
	o := s.p.Objective()
	all, err := s.exactly(ctx, -1)
	if err != nil || len(all.List) == 0 {
		return solve.Optimum{Status: status(err, solve.Unsat)}, err
	}
	best := solve.Optimum{Status: solve.Sat, Attained: true, All: true}
	for _, a := range all.List {
		v, err := s.p.Eval(o.Term, a)
		if err != nil {
			return solve.Optimum{}, &solve.WrongError{Engine: Name, Err: err}
		}
		c := 0
		if best.Value.Valid() {
			c = v.Compare(best.Value)
		}
		if o.Sense == model.Maximise {
			c = -c
		}
		if !best.Value.Valid() || c < 0 {
			best.Value, best.Solutions = v, nil
		}
		if c <= 0 {
			best.Solutions = append(best.Solutions, a)
		}
	}
	if limit >= 0 && len(best.Solutions) > limit {
		best.Solutions, best.All = best.Solutions[:limit], false
	}
	return best, nil
}

func status(err error, otherwise solve.Status) solve.Status {
	if err != nil {
		return solve.Unknown
	}
	return otherwise
}

// bound adds the fact that an unknown is at least (sign 1) or at most (sign -1) a number.
func (w *world) bound(i int, x *big.Rat, sign int64) {
	f := algebra.Form{algebra.Unknown(i): big.NewRat(sign, 1)}
	if x.Sign() != 0 {
		f[algebra.Mono{}] = new(big.Rat).Mul(x, big.NewRat(-sign, 1))
	}
	w.facts = append(w.facts, fact{f.Poly(), atLeastZero})
}
