package flatzinc

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// session writes the problem afresh for each question.
type session struct {
	solve.Stack
	engine *Engine
	p      *model.Problem
	own    int // constraints of the problem itself
	budget solve.Budget
	closed bool

	objective                        model.Objective
	objectiveTotal, objectiveDefined model.Term

	runs, found int64
	callRuns    int64 // of the call so far
}

func (s *session) Work() []solve.Work {
	return []solve.Work{{Name: "runs", N: s.runs}, {Name: "solutions", N: s.found}}
}

// Close ends the session; no process outlives its question.
func (s *session) Close() error {
	s.closed = true
	return nil
}

func (s *session) Add(name string, t model.Term) error {
	if s.closed {
		return solve.ErrClosed
	}
	return s.Stack.Add(name, t)
}

func (s *session) Push() error {
	if s.closed {
		return solve.ErrClosed
	}
	s.Stack.Push()
	return nil
}

func (s *session) Pop() error {
	if s.closed {
		return solve.ErrClosed
	}
	return s.Stack.Pop()
}

func (s *session) begin(ctx context.Context) error {
	if s.closed {
		return solve.ErrClosed
	}
	s.callRuns = 0
	return ctx.Err()
}

// question is what one run is asked.
type question struct {
	cons   []model.Term
	part   bool         // these are only some of the constraints in force
	extra  []model.Term // beyond the constraints in force
	limit  int          // of solutions; negative: all
	best   model.Sense  // the last solution is the best by the objective, and the only one given
	random solve.Rand   // draws the order of the search and its seed
}

// every lists the constraints in force.
func (s *session) every() []model.Term {
	all := s.All()
	ts := make([]model.Term, len(all), len(all)+1)
	for i, c := range all {
		ts[i] = c.Term
	}
	if s.objective.Sense != model.NoObjective && s.objectiveDefined != model.True {
		ts = append(ts, s.objectiveDefined)
	}
	return ts
}

// ask runs the solver. Solutions are in the order in which it gave them; all says that there are no more.
func (s *session) ask(ctx context.Context, q question) (found []model.Assignment, all bool, err error) {
	if s.budget.Steps > 0 && s.callRuns >= s.budget.Steps {
		return nil, false, &solve.BudgetError{Engine: s.engine.name, What: "steps", Limit: s.budget.Steps}
	}
	s.callRuns++
	s.runs++
	w := newWriter(s.engine.name, s.p)
	vars := s.p.Mentioned(append(s.Added(s.own), q.extra...)...)
	if q.part {
		vars = s.p.VarsOf(q.cons...)
	}
	for _, v := range vars {
		if _, err := w.variable(v); err != nil {
			return nil, false, err
		}
	}
	for _, t := range append(slices.Clone(q.cons), q.extra...) {
		if err := w.assert(t); err != nil {
			return nil, false, err
		}
	}
	values, search := "indomain_min", slices.Clone(vars)
	goal, err := s.goal(w, q.best)
	if err != nil {
		return nil, false, err
	}
	run := run{engine: s.engine, memory: s.budget.Memory, limit: q.limit}
	if q.random != nil {
		values = "indomain_random"
		for i := len(search) - 1; i > 0; i-- {
			j := int(q.random.Uint64N(uint64(i + 1)))
			search[i], search[j] = search[j], search[i]
		}
		run.args = []string{"-r", fmt.Sprint(q.random.Uint64N(1 << 30))}
	}
	if q.limit < 0 || q.limit > 1 || q.best != model.NoObjective {
		run.args = append(run.args, "-a")
	}
	if q.best != model.NoObjective {
		run.limit = -1
	}
	check := model.NewChecker(s.p, append(s.Added(s.own), q.extra...)...)
	run.solution = func(values map[string]string) error {
		a := make(model.Assignment, s.p.NumVars())
		for _, v := range vars {
			value, err := parse(s.p.Variable(v).Sort, values[fmt.Sprintf("v%d", v)])
			if err != nil {
				return fmt.Errorf("%s: the value of %s: %w", s.engine.name, s.p.Variable(v).Name, err)
			}
			a[v] = value
		}
		if !q.part {
			if err := check.Check(a); err != nil {
				return &solve.WrongError{Engine: s.engine.name, Err: err}
			}
		}
		if q.best != model.NoObjective {
			found = found[:0]
		}
		s.found++
		found = append(found, a)
		return nil
	}
	all, err = run.do(ctx, w.document(search, values, goal))
	if err != nil {
		return nil, false, err
	}
	return found, all, nil
}

// goal writes what is asked for: any solution, or the best.
func (s *session) goal(w *writer, best model.Sense) (string, error) {
	if best == model.NoObjective {
		return "satisfy", nil
	}
	t, err := w.plain(s.objectiveTotal)
	if err != nil {
		return "", err
	}
	o, err := w.term(t)
	if err != nil {
		return "", err
	}
	if o.lo == o.hi { // FlatZinc optimises a variable
		fixed := w.int(o.lo, o.hi)
		w.constraint("int_eq", fixed, o)
		o = fixed
	}
	return map[model.Sense]string{model.Minimise: "minimize ", model.Maximise: "maximize "}[best] + o.text, nil
}

// part says whether some constraints have a solution, with the domains of the variables that they mention.
func (s *session) part(ctx context.Context, cons []model.Term) (solve.Status, error) {
	r, err := s.one(ctx, question{cons: cons, limit: 1, part: true})
	return r.Status, err
}

// constant is the term of a value, which is a Bool or a small Int.
func (s *session) constant(v model.Value) model.Term {
	if v.Sort() == model.Bool {
		return s.p.Truth(v.Bool())
	}
	n, _ := v.Int64()
	return s.p.Num(n)
}

func (s *session) Solve(ctx context.Context, assumptions ...model.Term) (solve.Result, error) {
	if err := s.begin(ctx); err != nil {
		return solve.Result{}, err
	}
	for _, t := range assumptions {
		if t == model.NoTerm || s.p.Sort(t) != model.Bool {
			return solve.Result{}, errors.New("an assumption is not a Bool term")
		}
	}
	return s.one(ctx, question{cons: s.every(), extra: assumptions, limit: 1})
}

// one finds one solution.
func (s *session) one(ctx context.Context, q question) (solve.Result, error) {
	found, _, err := s.ask(ctx, q)
	if err != nil {
		return solve.Result{}, err
	}
	if len(found) == 0 {
		return solve.Result{Status: solve.Unsat}, nil
	}
	return solve.Result{Status: solve.Sat, Solution: found[0]}, nil
}

func (s *session) Enumerate(ctx context.Context, limit int) (solve.Solutions, error) {
	if err := s.begin(ctx); err != nil {
		return solve.Solutions{}, err
	}
	return s.list(ctx, limit)
}

// list finds up to limit solutions, and one more, which tells whether these are all.
func (s *session) list(ctx context.Context, limit int, extra ...model.Term) (solve.Solutions, error) {
	q := question{cons: s.every(), extra: extra, limit: limit}
	if limit >= 0 {
		q.limit = limit + 1
	}
	found, all, err := s.ask(ctx, q)
	if err != nil {
		return solve.Solutions{}, err
	}
	if limit >= 0 && len(found) > limit {
		found, all = found[:limit], false
	}
	slices.SortFunc(found, model.Assignment.Compare)
	return solve.Solutions{List: found, All: all}, nil
}

func (s *session) Count(ctx context.Context, limit int) (n int, exact bool, err error) {
	sols, err := s.Enumerate(ctx, limit)
	return len(sols.List), sols.All, err
}

// Facts asks for solutions that differ from the first in something not yet seen to differ, until there is none.
func (s *session) Facts(ctx context.Context) (solve.Facts, error) {
	if err := s.begin(ctx); err != nil {
		return solve.Facts{}, err
	}
	q := question{cons: s.every(), limit: 1}
	first, err := s.one(ctx, q)
	if err != nil || first.Status == solve.Unsat {
		return solve.Facts{Status: first.Status}, err
	}
	fixed := first.Solution
	for {
		var differ []model.Term
		for v, value := range fixed {
			if x := s.p.VarTerm(model.Var(v)); value.Valid() {
				differ = append(differ, s.p.Ne(x, s.constant(value)))
			}
		}
		q.extra = []model.Term{s.p.Or(differ...)}
		next, err := s.one(ctx, q)
		if err != nil {
			return solve.Facts{}, err
		}
		if next.Status == solve.Unsat {
			return solve.Facts{Status: solve.Sat, Fixed: fixed}, nil
		}
		for v := range fixed {
			if !fixed[v].Equal(next.Solution.Value(model.Var(v))) {
				fixed[v] = model.Value{}
			}
		}
	}
}

// Sample draws from the list where it is short. Beyond, the solver branches on the variables in a random order with random values.
func (s *session) Sample(ctx context.Context, r solve.Rand) (solve.Result, error) {
	if err := s.begin(ctx); err != nil {
		return solve.Result{}, err
	}
	few, err := s.list(ctx, solve.SampleExact)
	if err != nil {
		return solve.Result{}, err
	}
	if !few.All {
		return s.one(ctx, question{cons: s.every(), limit: 1, random: r})
	}
	if len(few.List) == 0 {
		return solve.Result{Status: solve.Unsat}, nil
	}
	return solve.Result{Status: solve.Sat, Solution: few.List[r.Uint64N(uint64(len(few.List)))]}, nil
}

// Optimise has the solver find the best value, and then all solutions that have it.
func (s *session) Optimise(ctx context.Context, limit int) (solve.Optimum, error) {
	if s.objective.Sense == model.NoObjective {
		return solve.Optimum{}, solve.ErrNoObjective
	}
	if err := s.begin(ctx); err != nil {
		return solve.Optimum{}, err
	}
	best, _, err := s.ask(ctx, question{cons: s.every(), best: s.objective.Sense})
	if err != nil {
		return solve.Optimum{}, err
	}
	if len(best) == 0 {
		return solve.Optimum{Status: solve.Unsat}, nil
	}
	value, err := s.p.Eval(s.objective.Term, best[0])
	if err != nil {
		return solve.Optimum{}, &solve.WrongError{Engine: s.engine.name, Err: err}
	}
	list, err := s.list(ctx, limit, s.p.Eq(s.objective.Term, s.constant(value)))
	if err != nil {
		return solve.Optimum{}, err
	}
	return solve.Optimum{Status: solve.Sat, Value: value, Attained: true, Solutions: list.List, All: list.All}, nil
}

// Core leaves out one constraint after the other.
func (s *session) Core(ctx context.Context) (solve.Core, error) {
	if err := s.begin(ctx); err != nil {
		return solve.Core{}, err
	}
	status, err := s.part(ctx, s.every())
	if err != nil || status == solve.Sat {
		return solve.Core{Status: status}, err
	}
	all := s.All()
	rest := s.every()[len(all):] // that the objective has a value
	kept := make([]int, len(all))
	for i := range kept {
		kept[i] = i
	}
	for i := 0; i < len(kept); {
		cons := slices.Clone(rest)
		for j, n := range kept {
			if j != i {
				cons = append(cons, all[n].Term)
			}
		}
		status, err := s.part(ctx, cons)
		if err != nil {
			return solve.Core{}, err
		}
		if status == solve.Sat {
			i++
		} else {
			kept = slices.Delete(kept, i, i+1)
		}
	}
	return solve.Core{Status: solve.Unsat, Constraints: kept}, nil
}
