package smtlib

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

func (s *session) Solve(ctx context.Context, assumptions ...model.Term) (solve.Result, error) {
	if err := s.begin(ctx); err != nil {
		return solve.Result{}, err
	}
	var res solve.Result
	err := s.scoped(func() error {
		for _, t := range assumptions {
			if t == model.NoTerm || s.p.Sort(t) != model.Bool {
				return errors.New("an assumption is not a Bool term")
			}
			if err := s.assert(t); err != nil {
				return err
			}
		}
		status, err := s.check(ctx)
		if err != nil || status == solve.Unsat {
			res.Status = status
			return err
		}
		a, err := s.solution(ctx, assumptions...)
		if err != nil {
			return err
		}
		res = solve.Result{Status: solve.Sat, Solution: a}
		return nil
	})
	if err != nil {
		return solve.Result{}, err
	}
	return res, nil
}

// list finds up to limit solutions of what is asserted.
func (s *session) list(ctx context.Context, limit int) (list []model.Assignment, all bool, err error) {
	vars := s.mentioned()
	err = s.scoped(func() error {
		for {
			status, err := s.check(ctx)
			if err != nil {
				return err
			}
			if status == solve.Unsat {
				all = true
				return nil
			}
			if limit >= 0 && len(list) >= limit {
				return nil
			}
			a, err := s.solution(ctx)
			if err != nil {
				return err
			}
			list = append(list, a)
			s.pending.WriteString("(assert " + s.differ(vars, a) + ")\n")
		}
	})
	if err != nil {
		return nil, false, err
	}
	slices.SortFunc(list, model.Assignment.Compare)
	return list, all, nil
}

func (s *session) Enumerate(ctx context.Context, limit int) (solve.Solutions, error) {
	if err := s.begin(ctx); err != nil {
		return solve.Solutions{}, err
	}
	list, all, err := s.list(ctx, limit)
	return solve.Solutions{List: list, All: all}, err
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
	var facts solve.Facts
	err := s.scoped(func() error {
		status, err := s.check(ctx)
		if err != nil || status == solve.Unsat {
			facts.Status = status
			return err
		}
		fixed, err := s.solution(ctx)
		if err != nil {
			return err
		}
		for {
			var left []model.Var
			for v := range fixed {
				if fixed[v].Valid() {
					left = append(left, model.Var(v))
				}
			}
			s.pending.WriteString("(assert " + s.differ(left, fixed) + ")\n")
			status, err := s.check(ctx)
			if err != nil {
				return err
			}
			if status == solve.Unsat {
				facts = solve.Facts{Status: solve.Sat, Fixed: fixed}
				return nil
			}
			a, err := s.solution(ctx)
			if err != nil {
				return err
			}
			for v := range fixed {
				if !fixed[v].Equal(a[v]) {
					fixed[v] = model.Value{}
				}
			}
		}
	})
	if err != nil {
		return solve.Facts{}, err
	}
	return facts, nil
}

// Core finds a minimal unsatisfiable set with a selector for each constraint: the solver's own core first, then leaving out one after the
// other.
func (s *session) Core(ctx context.Context) (solve.Core, error) {
	if err := s.begin(ctx); err != nil {
		return solve.Core{}, err
	}
	// What is asserted cannot be taken back, so a session of its own asks, with a selector before each constraint.
	q := &session{engine: s.engine, p: s.p, own: s.own, budget: s.budget, objective: s.objective,
		objectiveTotal: s.objectiveTotal, objectiveDefined: s.objectiveDefined, callChecks: s.callChecks}
	defer func() {
		s.checks += q.checks
		s.starts += q.starts
		q.Close()
	}()
	if err := q.begin(ctx); err != nil {
		return solve.Core{}, err
	}
	all := s.stack.All()
	for i, c := range all {
		// A constraint brings the domains of its variables with it: those of variables that no constraint of the core
		// mentions do not count.
		parts := []string{}
		for _, v := range s.p.VarsOf(c.Term) {
			parts = append(parts, q.declareBare(v)...)
		}
		text, err := q.text(s.p.Total(c.Term))
		if err != nil {
			return solve.Core{}, err
		}
		parts = append(parts, text)
		fmt.Fprintf(&q.pending, "(declare-const s!%d Bool)\n(assert (=> s!%d (and %s true)))\n", i, i, strings.Join(parts, " "))
	}
	core := make([]int, len(all))
	for i := range core {
		core[i] = i
	}
	status, core, err := q.assume(ctx, core)
	if err != nil {
		return solve.Core{}, err
	}
	if status == solve.Sat {
		return solve.Core{Status: solve.Sat}, nil
	}
	for i := 0; i < len(core); {
		without := append(slices.Clone(core[:i]), core[i+1:]...)
		status, smaller, err := q.assume(ctx, without)
		if err != nil {
			return solve.Core{}, err
		}
		if status == solve.Sat {
			i++ // needed
			continue
		}
		// Those before i are needed, and so are in the smaller core.
		core = smaller
	}
	return solve.Core{Status: solve.Unsat, Constraints: core}, nil
}

// assume checks some constraints by their selectors. When they have no solution together it gives those that the solver
// found to be enough, ascending.
func (s *session) assume(ctx context.Context, which []int) (solve.Status, []int, error) {
	names := make([]string, len(which))
	for i, n := range which {
		names[i] = fmt.Sprintf("s!%d", n)
	}
	command := "(check-sat-assuming (" + strings.Join(names, " ") + "))"
	if len(which) == 0 {
		command = "(check-sat)" // cvc5 does not read an empty list
	}
	status, err := s.checkSat(ctx, command)
	if err != nil || status == solve.Sat || len(which) == 0 {
		return status, which, err
	}
	answers, err := s.ask(ctx, "(get-unsat-assumptions)")
	if err != nil {
		return solve.Unknown, nil, err
	}
	if len(answers) != 1 || answers[0].leaf {
		return status, which, nil // it does not say: all of them are enough
	}
	named := map[string]bool{}
	for _, e := range answers[0].list {
		named[e.atom] = true
	}
	var enough []int
	for i, n := range which {
		if named[names[i]] {
			enough = append(enough, n)
		}
	}
	return status, enough, nil
}
