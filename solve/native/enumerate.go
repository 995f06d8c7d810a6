package native

import (
	"context"
	"slices"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
	"github.com/quandary-puzzles/quandary/solve/native/simplex"
)

// focus makes the engine tell solutions apart by the variables of the problem.
func (s *session) focus() {
	ls := make([]engine.Lit, len(s.bools))
	for i, v := range s.bools {
		ls[i] = v.l
	}
	xs := make([]engine.Int, len(s.ints))
	for i, v := range s.ints {
		xs[i] = v.x
	}
	s.b.e.SetFocus(ls, xs)
}

// each visits up to limit solutions (all when it is negative) and reports whether those were all.
func (s *session) each(ctx context.Context, assume []engine.Lit, limit int, visit func() error) (all bool, err error) {
	if len(s.reals) > 0 {
		return s.eachReal(ctx, assume, limit, visit)
	}
	s.focus()
	defer s.b.e.ClearFocus()
	n := 0
	over := false
	st := s.b.e.Enumerate(ctx, assume, s.engineBudget(), func() bool {
		if limit >= 0 && n == limit {
			over = true
			return false
		}
		n++
		err = visit()
		return err == nil
	})
	switch {
	case err != nil:
		return false, err
	case over:
		return false, nil
	case st == engine.Unsat:
		return true, s.exhausted()
	}
	return false, s.why(ctx)
}

// eachReal is each for problems with real variables, whose solutions cannot be told apart by decisions: each solution is
// excluded by its values. A solution about which a real variable can move is one of infinitely many.
func (s *session) eachReal(ctx context.Context, assume []engine.Lit, limit int, visit func() error) (all bool, err error) {
	e := s.b.e
	e.Backtrack()
	guard := e.NewBool()
	under := append(assume[:len(assume):len(assume)], guard)
	defer func() {
		e.Backtrack()
		e.AddClause(guard ^ 1)
	}()
	for n := 0; ; n++ {
		switch e.Solve(ctx, under, s.engineBudget()) {
		case engine.Unknown:
			return false, s.why(ctx)
		case engine.Unsat:
			return true, s.exhausted()
		}
		if n == limit {
			return false, nil
		}
		a := s.solution()
		if err := visit(); err != nil {
			return false, err
		}
		if limit < 0 {
			if err := s.isolated(ctx, a); err != nil {
				return false, err
			}
		}
		e.Backtrack()
		e.AddClause(s.differ(a, []engine.Lit{guard ^ 1}, nil)...)
	}
}

// isolated is an error when the real variables of the present solution can move while all decisions stay.
func (s *session) isolated(ctx context.Context, a model.Assignment) error {
	for _, v := range s.reals {
		hi, r := s.b.e.RealMaximise(ctx, v.c)
		if r == simplex.Stopped {
			return s.why(ctx)
		}
		if r == simplex.Unbounded || hi.Cmp(simplex.Exactly(rat(a[v.v]))) != 0 {
			return &solve.UnsupportedError{Engine: Name, What: "listing infinitely many solutions",
				Term: s.p.Variable(v.v).Name, Hint: "give a limit"}
		}
	}
	return nil
}

// list collects up to limit solutions, sorted.
func (s *session) list(ctx context.Context, assume []engine.Lit, limit int) (solve.Solutions, error) {
	return s.collect(ctx, assume, limit, false)
}

// collect is list. With allOrNone it gives no solutions where there are more than the limit, and judges none of them.
func (s *session) collect(ctx context.Context, assume []engine.Lit, limit int, allOrNone bool) (solve.Solutions, error) {
	var out solve.Solutions
	all, err := s.each(ctx, assume, limit, func() error {
		a := s.solution()
		s.keep(a)
		out.List = append(out.List, a)
		if allOrNone {
			return nil
		}
		return s.check(a)
	})
	if err != nil || allOrNone && !all {
		return solve.Solutions{}, err
	}
	if allOrNone {
		for _, a := range out.List {
			if err := s.check(a); err != nil {
				return solve.Solutions{}, err
			}
		}
	}
	out.All = all
	if all {
		if err := s.repeat(&out, limit); err != nil {
			return solve.Solutions{}, err
		}
	}
	slices.SortFunc(out.List, model.Assignment.Compare)
	return out, nil
}

// repeat completes a list of all solutions within one period beyond the edge: a solution that lies beyond it stands for
// infinitely many.
func (s *session) repeat(out *solve.Solutions, limit int) error {
	for _, d := range s.periods {
		for _, a := range out.List {
			n, _ := a[d.v].Int64()
			if n >= -d.edge && n <= d.edge {
				continue
			}
			if limit < 0 {
				return &solve.UnsupportedError{Engine: Name, What: "listing infinitely many solutions",
					Term: s.p.Variable(d.v).Name, Hint: "give a limit"}
			}
			out.All = false
			step := d.period
			if n < 0 {
				step = -step
			}
			for len(out.List) < limit {
				n += step
				s.keep(a)
				b := slices.Clone(a)
				b[d.v] = model.IntValue(n)
				if err := s.check(b); err != nil {
					return err
				}
				out.List = append(out.List, b)
			}
			return nil
		}
	}
	return nil
}

// Enumerate finds up to limit solutions.
func (s *session) Enumerate(ctx context.Context, limit int) (_ solve.Solutions, err error) {
	s.begin(ctx)
	defer s.end(&err)
	if s.apart() {
		return s.enumerateParts(ctx, limit)
	}
	assume, err := s.ready(nil)
	if err != nil {
		return solve.Solutions{}, err
	}
	if s.exact {
		return s.exactly(ctx, limit)
	}
	if list, ok := s.boxedExactly(ctx, limit); ok {
		return list, nil
	}
	return s.list(ctx, assume, limit)
}

// Count counts solutions up to a limit.
func (s *session) Count(ctx context.Context, limit int) (n int, exact bool, err error) {
	s.begin(ctx)
	defer s.end(&err)
	if s.apart() {
		return s.countParts(ctx, limit)
	}
	assume, err := s.ready(nil)
	if err != nil {
		return 0, false, err
	}
	if s.exact {
		list, err := s.exactly(ctx, limit)
		return len(list.List), list.All, err
	}
	if list, ok := s.boxedExactly(ctx, limit); ok {
		return len(list.List), list.All, nil
	}
	if len(s.periods) > 0 {
		list, err := s.list(ctx, assume, limit)
		return len(list.List), list.All, err
	}
	exact, err = s.each(ctx, assume, limit, func() error {
		n++
		return nil
	})
	if err != nil {
		return 0, false, err
	}
	return n, exact, nil
}
