package synth

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/solve"
)

// with asks the engine, and the fallback where the engine says that it cannot. Engines hand out no solution that
// model.Check has not approved.
func (r *run) with(ask func(e solve.Engine, s solve.Session) error) error {
	err := r.session(r.p.opt.Engine, ask)
	if err == nil {
		r.solver = r.p.opt.Engine.Name()
		return nil
	}
	e := r.p.opt.Fallback
	if e == nil || !errors.Is(err, solve.ErrUnsupported) {
		return err
	}
	if again := r.session(e, ask); again != nil {
		return fmt.Errorf("%w; %w", err, again)
	}
	r.solver = e.Name()
	return nil
}

func (r *run) session(e solve.Engine, ask func(e solve.Engine, s solve.Session) error) error {
	s, err := e.Open(r.ctx, r.b.Problem, r.budget)
	if err != nil {
		return err
	}
	defer s.Close()
	return ask(e, s)
}

// solveFailure classifies a solver's error.
func solveFailure(err error) *Failure {
	switch {
	case errors.Is(err, solve.ErrBudget), errors.Is(err, budget.ErrMemory):
		return fail(CauseBudget, "conditions", err)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return &Failure{Cause: CauseError, Err: err, fatal: true}
	}
	// What no engine can do, a wrong answer and a solver that died would come again with the next draw.
	return &Failure{Cause: CauseError, Field: "conditions", Err: err, fatal: true}
}

// solve finds what the questions need: all solutions, or the optimum, after the detour of post_generation.
func (r *run) solve() *Failure {
	if r.p.doc.PostGeneration != nil {
		if f := r.postGenerate(); f != nil {
			return f
		}
	}
	if !r.p.doc.CalcSolution {
		r.g.Set(r.p.names.solutions, eval.NewList())
		return nil
	}
	if r.p.doc.Optimize != nil {
		return r.optimise()
	}
	limit := r.p.doc.MaxSolution
	ask := limit + 1
	if r.replay != nil && limit < manySolutions {
		ask = min(10*limit, manySolutions) + 1
	}
	found, f := r.enumerate(ask)
	if f != nil {
		return f
	}
	if len(found.List) > limit {
		if r.replay == nil {
			return fail(CauseMany, "", fmt.Errorf("more than %d", limit))
		}
		// A published configuration may have more solutions than its specification allows now: it is answered all the same.
		r.replay.note(fmt.Sprintf("the specification allows %d solutions, the configuration has %s", limit, atLeast(found, ask)))
	}
	if len(found.List) == 0 && r.replay == nil {
		return fail(CauseUnsat, "", nil)
	}
	r.cut = !found.All
	vals := make([]eval.Value, len(found.List))
	for i, a := range found.List {
		s := &solution{r.b, a}
		r.solutions = append(r.solutions, s)
		vals[i] = s
	}
	r.g.Set(r.p.names.solutions, eval.NewList(vals...))
	return nil
}

// manySolutions is up to how many solutions a replay looks for where the specification allows fewer.
const manySolutions = 2000

func atLeast(found solve.Solutions, ask int) string {
	if found.All {
		return fmt.Sprint(len(found.List))
	}
	return fmt.Sprintf("at least %d", ask)
}

// enumerate finds the solutions, up to a number of them.
func (r *run) enumerate(ask int) (found solve.Solutions, f *Failure) {
	if err := r.with(func(_ solve.Engine, s solve.Session) (err error) {
		found, err = s.Enumerate(r.ctx, ask)
		return err
	}); err != nil {
		return found, r.unsolved(err)
	}
	return found, nil
}

// unsolved is what a solver's error means. In a replay the questions are answered all the same, as far as they can be
// without solutions.
func (r *run) unsolved(err error) *Failure {
	f := solveFailure(err)
	if r.replay == nil || r.ctx.Err() != nil {
		return f
	}
	r.replay.note("not solved: " + err.Error())
	r.replay.unsolved = f
	return nil
}

// setObjective puts what is to be optimised into the problem.
func (r *run) setObjective() *Failure {
	r.at.move("optimize", 0, 0)
	kind, err := r.text(r.p.optType, "optimize.type", spot{"optimize", 0, 0}, nil, nil)
	if err != nil {
		return textFailure(err)
	}
	sense := model.Minimise
	switch kind {
	case "maximize", "maximise", "max":
		sense = model.Maximise
	case "minimize", "minimise", "min":
	default:
		f := fail(CauseError, "optimize.type", fmt.Errorf("%q is neither minimize nor maximize", kind))
		f.fatal = true
		return f
	}
	v, f := r.eval(r.p.optFormula, "optimize.formula")
	if f != nil {
		return f
	}
	t, ok := r.b.lift(v)
	if !ok {
		return fail(CauseError, "optimize.formula", fmt.Errorf("%s is not a number to optimize", r.repr(v)))
	}
	r.b.SetObjective(sense, t)
	return nil
}

// optimise finds the best solution.
func (r *run) optimise() *Failure {
	if f := r.setObjective(); f != nil {
		return f
	}
	limit := 1
	if r.p.doc.Optimize.Unique {
		limit = 2
	}
	var best solve.Optimum
	if err := r.with(func(_ solve.Engine, s solve.Session) (err error) {
		best, err = s.Optimise(r.ctx, limit)
		return err
	}); err != nil {
		return solveFailure(err)
	}
	switch {
	case best.Status == solve.Unsat:
		return fail(CauseUnsat, "", nil)
	case best.Unbounded:
		return fail(CauseOptimum, "optimize", errors.New("the objective has no bound"))
	case !best.Attained || len(best.Solutions) == 0:
		return fail(CauseOptimum, "optimize", fmt.Errorf("solutions come near %v, but none attains it", best.Value))
	case limit == 2 && len(best.Solutions) > 1:
		return fail(CauseOptimum, "optimize", errors.New("several solutions are best"))
	}
	r.optimum = best.Value
	r.optSol = &solution{r.b, best.Solutions[0]}
	r.solutions = []*solution{r.optSol}
	r.g.Set(r.p.names.solutions, r.optSol)
	r.g.Set(r.p.names.objective, plain(best.Value))
	return nil
}

// postGenerate picks a solution, reads variables off it and adds conditions. A replay reads the variables instead.
func (r *run) postGenerate() *Failure {
	missing := r.replay == nil
	if r.replay != nil {
		for i := range r.p.postVars {
			missing = missing || !r.replay.has(r.p.postVars[i].name)
		}
	}
	if missing {
		var res solve.Result
		r.at.move("sample", 0, 0)
		if err := r.with(func(_ solve.Engine, s solve.Session) (err error) {
			res, err = s.Sample(r.ctx, &r.at)
			return err
		}); err != nil {
			return solveFailure(err)
		}
		if res.Status != solve.Sat {
			return fail(CauseUnsat, "post_generation", nil)
		}
		r.g.Set(r.p.names.sol, &solution{r.b, res.Solution})
	}
	r.config.Set("_sol_id", 0)
	for i := range r.p.postVars {
		v := &r.p.postVars[i]
		r.at.move("post", i, 0)
		if r.replay != nil {
			val, ok, f := r.readVariable(v.name, v, false)
			if f != nil {
				return f
			}
			if ok {
				r.g.Set(v.slot, val)
				r.keep(v.name, val)
				continue
			}
			r.noteDrawn(v.name)
		}
		val, f := r.eval(v.code, v.field)
		if f != nil {
			return f
		}
		r.g.Set(v.slot, val)
		r.keep(v.name, val)
	}
	for i := range r.p.postConds {
		if f := r.static(&r.p.postConds[i], "post", i, &r.posts); f != nil {
			return f
		}
	}
	return nil
}

// certify has a second engine confirm what the first one found.
func (r *run) certify(o *record.Origin) *Failure {
	e := r.p.opt.Certify
	if e == nil && r.p.opt.Prover == nil || !r.p.doc.CalcSolution {
		return nil
	}
	if r.replay != nil && r.replay.unsolved != nil {
		return r.replay.unsolved
	}
	if r.p.opt.Prover != nil {
		return r.prove(o, r.p.opt.Prover)
	}
	if r.cut {
		return fail(CauseCertify, "certify", fmt.Errorf("the record's %d solutions are not all", len(r.solutions)))
	}
	err := r.session(e, func(e solve.Engine, s solve.Session) error {
		if r.optSol != nil {
			best, err := s.Optimise(r.ctx, 1)
			if err != nil {
				return err
			}
			if best.Value.Compare(r.optimum) != 0 {
				return fmt.Errorf("%s finds the optimum %v, %s finds %v", r.solver, r.optimum, e.Name(), best.Value)
			}
			return nil
		}
		all, err := s.Enumerate(r.ctx, len(r.solutions)+1)
		if err != nil {
			return err
		}
		if len(all.List) != len(r.solutions) {
			return fmt.Errorf("%s finds %d solutions, %s finds %d", r.solver, len(r.solutions), e.Name(), len(all.List))
		}
		for i, a := range all.List {
			if !a.Equal(r.solutions[i].a) {
				return fmt.Errorf("%s and %s disagree on solution %d", r.solver, e.Name(), i)
			}
		}
		return nil
	})
	if err == nil {
		o.Certified = e.Name()
		return nil
	}
	return uncertified(err)
}

var errIrrational = errors.New("the solution is irrational, and there are no proofs about such numbers")

// prove has it proven that there are no solutions but those found, or none as good as the optimum.
func (r *run) prove(o *record.Origin, by solve.Prover) *Failure {
	var listed []model.Assignment
	if r.optSol == nil {
		for _, s := range r.solutions {
			if slices.ContainsFunc(s.a, func(v model.Value) bool { return !v.IsRational() }) {
				return fail(CauseCertify, "certify", errIrrational)
			}
			listed = append(listed, s.a)
		}
	} else {
		n := r.b.NumConstraints()
		defer r.b.Truncate(n)
		if !r.optimum.IsRational() {
			return fail(CauseCertify, "certify", errIrrational)
		}
		obj := r.b.Objective()
		x, best := obj.Term, r.b.Val(r.optimum)
		if obj.Sense == model.Maximise {
			x, best = best, x
		}
		if r.p.doc.Optimize.Unique {
			r.b.Assert("as good as the best", r.b.Le(x, best))
			listed = append(listed, r.optSol.a)
		} else {
			r.b.Assert("better than the best", r.b.Lt(x, best))
		}
	}
	res, err := by.ProveComplete(r.ctx, r.b.Problem, r.budget, listed)
	switch {
	case err != nil:
		return uncertified(err)
	case res.Status == solve.Unsat:
		o.Certified = by.Name()
		return nil
	case r.replay != nil && r.optSol == nil && len(listed) > r.p.doc.MaxSolution:
		return fail(CauseCertify, "certify", fmt.Errorf("the record's %d solutions are not all", len(listed)))
	}
	return &Failure{Cause: CauseError, Field: "certify", fatal: true,
		Err: fmt.Errorf("%s missed a solution: %s", r.solver, r.b.FormatAssignment(res.Solution))}
}

// uncertified classifies the error of a second opinion. What cannot be certified is thrown away: the next draw may be of
// another kind. A disagreement ends the work, for it is a bug.
func uncertified(err error) *Failure {
	switch {
	case errors.Is(err, solve.ErrBudget), errors.Is(err, budget.ErrMemory):
		return fail(CauseBudget, "certify", err)
	case errors.Is(err, solve.ErrUnsupported), errors.Is(err, solve.ErrGaveUp):
		return fail(CauseCertify, "certify", err)
	}
	return &Failure{Cause: CauseError, Field: "certify", Err: err, fatal: true}
}

// around is how far from the values in solutions nonSolutions looks for others.
const around = 3

// nonSolutions draws assignments that keep the conditions and are none of the solutions. The problem is put back as it was.
func (r *run) nonSolutions(sols []*solution, conditions eval.Value, num int) ([]model.Assignment, error) {
	vars := r.b.Mentioned()
	var out []model.Assignment
	err := r.aside(func() error {
		var err error
		out, err = r.otherAssignments(vars, sols, conditions, num)
		return err
	})
	return out, err
}

// otherAssignments draws assignments to variables that keep the conditions and are none of the solutions, in a problem of its own.
func (r *run) otherAssignments(vars []model.Var, sols []*solution, conditions eval.Value, num int) ([]model.Assignment, error) {
	if f := r.assert("conditions", "get_required_non_solutions", conditions); f != nil {
		return nil, eval.Raise("ValueError", "get_required_non_solutions(): %v", f)
	}
	block := func(a model.Assignment) {
		var differ []model.Term
		for _, v := range vars {
			if x := a.Value(v); x.Valid() {
				differ = append(differ, r.b.Ne(r.b.VarTerm(v), r.b.Val(x)))
			}
		}
		r.b.Assert("another one", r.b.Or(differ...))
	}
	for _, s := range sols {
		block(s.a)
	}
	// What has no bounds of its own is looked for around the values that it has in the solutions.
	for _, v := range vars {
		if d := r.b.Variable(v); d.Sort == model.Bool || d.Domain.Bounded() {
			continue
		}
		var lo, hi model.Value
		for _, s := range sols {
			x := s.a.Value(v)
			if !lo.Valid() || x.Valid() && x.Compare(lo) < 0 {
				lo = x
			}
			if !hi.Valid() || x.Compare(hi) > 0 {
				hi = x
			}
		}
		if lo.Valid() {
			x := r.b.VarTerm(v)
			r.b.Assert("around the solutions", r.b.And(r.b.Ge(x, r.b.Sub(r.b.Val(lo), r.b.Num(around))), r.b.Le(x, r.b.Add(r.b.Val(hi), r.b.Num(around)))))
		}
	}
	var out []model.Assignment
	for len(out) < num {
		var res solve.Result
		if err := r.with(func(_ solve.Engine, s solve.Session) (err error) {
			res, err = s.Sample(r.ctx, &r.at)
			return err
		}); err != nil {
			return nil, eval.Raise("ValueError", "get_required_non_solutions(): %v", err)
		}
		if res.Status != solve.Sat {
			break
		}
		out = append(out, res.Solution)
		block(res.Solution)
	}
	return out, nil
}
