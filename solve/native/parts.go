package native

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// Constraints that share no variable, not even by way of others, are problems of their own: the solutions of the whole are all
// combinations of theirs, and their numbers multiply. A session on such a problem asks a session on each part and puts the
// answers together. Questions on a level or under assumptions, which may tie parts together, go to an engine with the whole.

// maxParts bounds the sessions that a session is made of; what is beyond counts as one part. It is the number of builders that
// an Engine keeps.
const maxParts = maxFree

// part is one of the sessions that a session is made of.
type part struct {
	*session
	index []int // of its constraints among those of the whole
}

// split divides the constraints, in order of their first variables. It gives nil when they hang together.
func split(p *model.Problem, cons, objective []model.Term) [][]int {
	roots := append(slices.Clone(cons), objective...)
	used := p.Cone(roots...)
	vars := p.NumVars()
	up := make([]int32, vars) // union-find: a smaller variable of the same part, or itself
	for v := range up {
		up[v] = int32(v)
	}
	find := func(v int32) int32 {
		for up[v] != v {
			up[v] = up[up[v]]
			v = up[v]
		}
		return v
	}
	some := make([]int32, len(used)) // by term: a variable in it, or -1
	joined, present := 0, 0
	for t := range used {
		some[t] = -1
		if !used[t] {
			continue
		}
		if v, ok := p.VarOf(model.Term(t)); ok {
			some[t] = int32(v)
			present++
			continue
		}
		for _, a := range p.Args(model.Term(t)) {
			v := some[a]
			switch {
			case v < 0:
			case some[t] < 0:
				some[t] = v
			default:
				if v, w := find(v), find(some[t]); v != w {
					up[max(v, w)] = min(v, w)
					joined++
				}
			}
		}
	}
	if present-joined < 2 {
		return nil
	}
	number := make([]int, vars) // by first variable: its part, from 1
	var parts [][]int
	for i, t := range cons {
		k := 0 // constants go with the first part
		if v := some[t]; v >= 0 {
			r := find(v)
			if number[r] == 0 {
				if len(parts) < maxParts {
					parts = append(parts, nil)
				}
				number[r] = len(parts)
			}
			k = number[r] - 1
		} else if len(parts) == 0 {
			parts = append(parts, nil)
		}
		parts[k] = append(parts[k], i)
	}
	for _, t := range objective {
		if v := some[t]; v >= 0 && number[find(v)] == 0 {
			parts = append(parts, nil) // an objective that no constraint speaks of
		}
	}
	if len(parts) < 2 {
		return nil
	}
	return parts
}

// openParts makes the session one of parts, if its constraints fall apart.
func (s *session) openParts() error {
	objective := s.objectiveTerms()
	for _, index := range split(s.p, s.cons, objective) {
		t := s.part()
		s.parts = append(s.parts, part{t, index})
		for _, i := range index {
			t.cons = append(t.cons, s.cons[i])
		}
	}
	if len(s.parts) == 0 {
		return nil
	}
	if len(objective) > 0 { // goes with the constraints on its variables
		vars := s.p.VarsOf(objective...)
		at := len(s.parts) - 1
		for i := range s.parts {
			s.parts[i].aimless = true
			mine := s.p.VarsOf(s.parts[i].cons...)
			if slices.ContainsFunc(vars, func(v model.Var) bool { return slices.Contains(mine, v) }) {
				at = i
			}
		}
		s.parts[at].aimless = false
	}
	for i := range s.parts {
		if err := s.parts[i].build(); err != nil {
			s.join()
			return err
		}
	}
	s.stale = true // the whole is built when it is asked for
	return nil
}

// part is a session for some of the constraints, which counts on the same account.
func (s *session) part() *session {
	t := &session{home: s.home, p: s.p, budget: s.budget, account: s.account, ctx: s.ctx, narrowed: s.narrowed, within: true}
	t.mem.Open(s.ctx, s.account)
	return t
}

// join ends the parts: from now on the whole answers.
func (s *session) join() {
	for i := range s.parts {
		s.work = addStats(s.work, s.parts[i].spent())
		s.parts[i].Close()
	}
	s.parts = nil
}

// apart reports whether a question without assumptions is for the parts.
func (s *session) apart() bool {
	if s.closed || len(s.parts) == 0 || len(s.levels) > 0 {
		return false
	}
	if len(s.checked) > 0 {
		s.checked, s.checker = s.checked[:0], nil
	}
	return true
}

// ask has each part answer; none tells that a part has no solution, so that the whole has none, whatever others cannot tell.
func (s *session) ask(ctx context.Context, answer func(i int, t *session) (none bool, err error)) (none bool, err error) {
	steps := s.budget.Steps
	for i, t := range s.parts {
		before := t.spent()
		t.budget.Steps = steps
		none, e := answer(i, t.session)
		if e == nil && none {
			return true, nil
		}
		if steps > 0 {
			after := t.spent()
			steps = max(1, steps-(after.Steps-before.Steps))
		}
		if err = errors.Join(err, e); ctx.Err() != nil {
			return false, ctx.Err()
		}
	}
	return false, err
}

// merge puts solutions of all parts together.
func merge(as []model.Assignment) model.Assignment {
	n := 0
	for _, a := range as {
		n = max(n, len(a))
	}
	out := make(model.Assignment, n)
	for _, a := range as {
		for v := range a {
			if a[v].Valid() {
				out[v] = a[v]
			}
		}
	}
	return out
}

func (s *session) solveParts(ctx context.Context) (solve.Result, error) {
	as := make([]model.Assignment, len(s.parts))
	none, err := s.ask(ctx, func(i int, t *session) (bool, error) {
		r, err := t.Solve(ctx)
		as[i] = r.Solution
		return r.Status == solve.Unsat, err
	})
	if none || err != nil {
		return outcome(none), err
	}
	a := merge(as)
	return solve.Result{Status: solve.Sat, Solution: a}, s.check(a)
}

// outcome is the answer where a part has no solution, and no answer otherwise.
func outcome(none bool) solve.Result {
	if none {
		return solve.Result{Status: solve.Unsat}
	}
	return solve.Result{}
}

func (s *session) countParts(ctx context.Context, limit int) (n int, exact bool, err error) {
	total, all := 1, true
	none, err := s.ask(ctx, func(i int, t *session) (bool, error) {
		n, exact, err := t.Count(ctx, limit)
		all = all && exact
		if n > 0 && total > math.MaxInt/n {
			total, all = math.MaxInt, false
		} else {
			total *= n
		}
		return exact && n == 0, err
	})
	switch {
	case none:
		return 0, true, nil
	case err != nil:
		return 0, false, err
	case limit >= 0 && (!all || total > limit):
		return limit, false, nil
	case !all:
		return 0, false, &solve.UnsupportedError{Engine: Name, What: "counting so many solutions", Hint: "give a limit"}
	}
	return total, true, nil
}

// combine lists up to limit combinations of the parts' solutions, sorted.
func (s *session) combine(ctx context.Context, lists []solve.Solutions, limit int) (solve.Solutions, error) {
	out := solve.Solutions{All: true}
	at := make([]int, len(lists))
	as := make([]model.Assignment, len(lists))
	for _, l := range lists {
		out.All = out.All && l.All
		if len(l.List) == 0 {
			return out, nil
		}
	}
	if s.budget.Steps > 0 {
		total := int64(1)
		for _, l := range lists {
			total = satMul(total, int64(len(l.List)))
		}
		if total > s.budget.Steps && (limit < 0 || int64(limit) > s.budget.Steps) {
			return solve.Solutions{}, &solve.BudgetError{Engine: Name, What: "steps", Limit: s.budget.Steps}
		}
	}
	for more := true; more; {
		if limit >= 0 && len(out.List) == limit {
			out.All = false
			break
		}
		if len(out.List)%1024 == 1023 && ctx.Err() != nil {
			return solve.Solutions{}, ctx.Err()
		}
		for i := range lists {
			as[i] = lists[i].List[at[i]]
		}
		a := merge(as)
		if err := s.check(a); err != nil {
			return solve.Solutions{}, err
		}
		s.keep(a)
		out.List = append(out.List, a)
		more = false
		for i := range at {
			if at[i]++; at[i] < len(lists[i].List) {
				more = true
				break
			}
			at[i] = 0
		}
	}
	slices.SortFunc(out.List, model.Assignment.Compare)
	return out, nil
}

func (s *session) enumerateParts(ctx context.Context, limit int) (solve.Solutions, error) {
	lists := make([]solve.Solutions, len(s.parts))
	none, err := s.ask(ctx, func(i int, t *session) (_ bool, err error) {
		lists[i], err = t.Enumerate(ctx, limit)
		return lists[i].All && len(lists[i].List) == 0, err
	})
	if none || err != nil {
		return solve.Solutions{All: none}, err
	}
	return s.combine(ctx, lists, limit)
}

func (s *session) factsOfParts(ctx context.Context) (solve.Facts, error) {
	as := make([]model.Assignment, len(s.parts))
	none, err := s.ask(ctx, func(i int, t *session) (bool, error) {
		f, err := t.Facts(ctx)
		as[i] = f.Fixed
		return f.Status == solve.Unsat, err
	})
	if none || err != nil {
		return solve.Facts{Status: outcome(none).Status}, err
	}
	return solve.Facts{Status: solve.Sat, Fixed: merge(as)}, nil
}

// sampleParts draws from each part by itself: the draws are independent, as the solutions are.
func (s *session) sampleParts(ctx context.Context, r solve.Rand) (solve.Result, error) {
	total, all := 1, true
	none, err := s.ask(ctx, func(i int, t *session) (bool, error) {
		err := t.countFew(ctx)
		all = all && t.few.All
		total = min(total*max(1, len(t.few.List)), solve.SampleExact+1)
		return err == nil && t.few.All && len(t.few.List) == 0, err
	})
	if none || err != nil {
		return outcome(none), err
	}
	if all && total <= solve.SampleExact {
		if !s.counted {
			lists := make([]solve.Solutions, len(s.parts))
			for i, t := range s.parts {
				lists[i] = t.few
			}
			if s.few, err = s.combine(ctx, lists, -1); err != nil {
				return solve.Result{}, err
			}
			s.counted = true
		}
		return solve.Result{Status: solve.Sat, Solution: s.few.List[r.Uint64N(uint64(len(s.few.List)))]}, nil
	}
	as := make([]model.Assignment, len(s.parts))
	none, err = s.ask(ctx, func(i int, t *session) (bool, error) {
		d, err := t.Sample(ctx, r)
		as[i] = d.Solution
		return d.Status == solve.Unsat, err
	})
	if none || err != nil {
		return outcome(none), err
	}
	a := merge(as)
	return solve.Result{Status: solve.Sat, Solution: a}, s.check(a)
}

// optimiseParts has the part with the objective find the best; the others have all their solutions.
func (s *session) optimiseParts(ctx context.Context, limit int) (solve.Optimum, error) {
	var best solve.Optimum
	lists := make([]solve.Solutions, len(s.parts))
	none, err := s.ask(ctx, func(i int, t *session) (_ bool, err error) {
		if t.aimless {
			lists[i], err = t.Enumerate(ctx, limit)
			return lists[i].All && len(lists[i].List) == 0, err
		}
		best, err = t.Optimise(ctx, limit)
		lists[i] = solve.Solutions{List: best.Solutions, All: best.All}
		return best.Status == solve.Unsat, err
	})
	if none || err != nil {
		return solve.Optimum{Status: outcome(none).Status}, err
	}
	if best.Unbounded || !best.Attained {
		return best, nil
	}
	list, err := s.combine(ctx, lists, limit)
	if err != nil {
		return solve.Optimum{}, err
	}
	o := s.p.Objective()
	for _, a := range list.List {
		if v, err := s.p.Eval(o.Term, a); err != nil || v.Compare(best.Value) != 0 {
			return solve.Optimum{}, &solve.WrongError{Engine: Name, Err: fmt.Errorf("the objective is %v, not %v", v, best.Value)}
		}
	}
	best.Solutions, best.All = list.List, list.All
	return best, nil
}

// coreOfParts is the core of the first part that has one; of that with the objective, if it needs no constraint at all.
func (s *session) coreOfParts(ctx context.Context) (solve.Core, error) {
	core := solve.Core{Status: solve.Sat}
	none, err := s.ask(ctx, func(i int, t *session) (bool, error) {
		if core.Status == solve.Unsat && t.aimless {
			return false, nil
		}
		c, err := t.Core(ctx)
		if err != nil || c.Status != solve.Unsat {
			return false, err
		}
		if core.Status == solve.Sat || len(c.Constraints) == 0 {
			core = c
			for k, n := range c.Constraints {
				core.Constraints[k] = s.parts[i].index[n]
			}
		}
		return !slices.ContainsFunc(s.parts[i+1:], func(t part) bool { return !t.aimless }), nil
	})
	if err != nil && !none && core.Status != solve.Unsat {
		return solve.Core{}, err
	}
	return core, nil
}
