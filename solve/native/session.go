package native

import (
	"context"
	"errors"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// session is one problem being asked about.
type session struct {
	home        *Engine
	account     *budget.Account
	mem         budget.Meter    // of what the session holds beside its engine
	ctx         context.Context // of the call under way
	calls       int             // under way, one within the other
	before      int64           // steps before the call
	p           *model.Problem
	budget      solve.Budget
	b           *builder
	cons        []model.Term // of the problem, then those added
	fromProblem int
	levels      []level
	vars        []model.Var // those that the constraints mention
	bools       []boolVar
	ints        []intVar
	reals       []realVar
	work        engine.Stats // of engines that were built before the present one
	checker     *model.Checker
	proof       *proofWriter // where the engine writes what it concludes, or nil
	grounds     grounds      // where the bounds of the proof come from
	checked     []model.Term // the assumptions that the checker knows
	closed      bool
	built       bool        // the engine has been used for this session
	periods     []periodic  // integers without bounds that repeat
	boxed       []model.Var // integers without bounds that were given some: no solution is no answer
	real        bool        // the problem has real variables, among the first scanned
	scanned     int
	exact       bool   // products of real unknowns: questions are answered by algebra, and the engine has nothing
	inexact     error  // what the engine did not do
	void        bool   // a variable that is mentioned has an empty domain
	stale       bool   // the engine must be built anew
	parts       []part // problems of their own that the constraints fall into, or none
	narrowed    bool   // integers are narrowed further than costs nothing
	within      bool   // this is such a part: the whole is checked, not what it finds
	aimless     bool   // a part that the objective does not speak of
	few         solve.Solutions
	counted     bool // few is what the present constraints give
}

// level is one Push.
type level struct {
	cons  int        // constraints before it
	guard engine.Lit // constraints of the level hold where it is true
}

type boolVar struct {
	v model.Var
	l engine.Lit
}

type intVar struct {
	v model.Var
	x engine.Int
}

type realVar struct {
	v model.Var
	c engine.Real
}

// build translates all constraints. What is not for the engine but has real unknowns is left to algebra.
func (s *session) build() error {
	err := s.translate()
	var not *solve.UnsupportedError
	s.exact = s.proof == nil && errors.As(err, &not) && (s.hasReals() || not.What == nonlinear)
	s.inexact = err
	if s.exact {
		s.stale = true
		return nil
	}
	return err
}

// translate translates all constraints, those on levels under the guards of their levels.
func (s *session) translate() error {
	if s.built { // otherwise what the engine counted was for another session
		s.work = addStats(s.work, s.b.e.Stats())
	}
	if s.b == nil {
		s.b = s.home.take()
	}
	s.built = true
	b := s.b
	b.reset(s)
	if b.log = s.proof; s.proof != nil {
		b.e.SetProof(s.proof)
	}
	normal := make([]model.Term, len(s.cons))
	for i, t := range s.cons {
		normal[i] = s.form(t)
	}
	_, defined := s.objective()
	if defined != model.NoTerm && defined != model.True {
		normal = append(normal, defined)
	}
	if err := s.formErr(); err != nil {
		return err
	}
	b.grow()
	s.checker = nil
	s.stale = false
	// Constraints on a level go when it is popped: they may not narrow bounds for good.
	ground := len(normal)
	if len(s.levels) > 0 {
		ground = s.levels[0].cons
	}
	more := 0 // constraints than those of the session
	if s.proof == nil {
		held := b.alternatives(normal[:ground])
		more = len(held) - ground
		normal = slices.Concat(held, normal[ground:])
		ground = len(held)
	}
	if s.proof == nil || s.grounds > onColumns {
		b.bounds.plain = s.grounds == onIntervals
		b.bounds.run(normal[:ground])
	} else {
		b.bounds.stated(normal[:ground])
	}
	if s.narrowed && s.proof == nil {
		b.bounds.resting(normal[:ground])
	}
	s.periods, s.boxed = nil, nil
	if s.proof != nil && s.grounds == onColumns {
		b.loosen(s.p.VarsOf(s.cons...))
	} else {
		s.periods, s.boxed = b.bounds.finish(normal, s.objectiveTerms())
	}
	if b.bounds.empty {
		b.e.AddClause()
		for v := range b.bounds.b { // there is no solution, whatever the bounds
			if s := &b.bounds.b[v]; s.empty() || !s.bounded() {
				*s = span{0, 0}
			}
		}
		b.bounds.version++
	} else {
		b.alias(normal[:ground])
	}
	if err := s.declare(); err != nil {
		return err
	}
	n := 0
	for i := range s.levels {
		for ; n < s.levels[i].cons+more; n++ {
			b.assertIf(s.guardAt(i), normal[n])
		}
		s.levels[i].guard = b.e.NewBool()
	}
	for ; n < len(normal); n++ {
		g := s.guardAt(len(s.levels))
		if n >= len(s.cons)+more {
			g = engine.True
		}
		b.assertIf(g, normal[n])
	}
	b.areas(normal[:ground])
	b.totals(normal[:ground])
	return b.err
}

// formErr is the error of the problem when the forms of its terms, which are terms too, take more memory than there is.
func (s *session) formErr() error {
	err := s.p.Err()
	if errors.Is(err, budget.ErrMemory) {
		err = &solve.BudgetError{Engine: Name, What: "memory", Err: err}
	}
	return err
}

// form gives the form of a constraint that is translated: read as total and, where there are real variables, in normal form,
// whose linear forms are worth their price there.
func (s *session) form(t model.Term) model.Term {
	if s.hasReals() {
		return s.p.Normal(t)
	}
	return s.p.Total(t)
}

// objective is the same for the objective, with the constraint that it has a value.
func (s *session) objective() (t, defined model.Term) {
	if s.aimless {
		return model.NoTerm, model.NoTerm
	}
	if s.hasReals() {
		return s.p.NormalObjective()
	}
	return s.p.TotalObjective()
}

func (s *session) hasReals() bool {
	for ; s.scanned < s.p.NumVars() && !s.real; s.scanned++ {
		s.real = s.p.Variable(model.Var(s.scanned)).Sort == model.Real
	}
	return s.real
}

// guardAt gives the literal under which the constraints of the first n levels hold.
func (s *session) guardAt(n int) engine.Lit {
	if n == 0 {
		return engine.True
	}
	return s.levels[n-1].guard
}

// declare makes a literal or an integer for each variable that is mentioned.
func (s *session) declare(extra ...model.Term) error {
	b := s.b
	s.vars = s.p.VarsOf(append(append(slices.Clone(s.cons), extra...), s.objectiveTerms()...)...)
	s.bools, s.ints, s.reals = s.bools[:0], s.ints[:0], s.reals[:0]
	s.void = false
	for _, v := range s.vars {
		if void(s.p.Variable(v)) {
			s.void = true
			continue
		}
		t := s.p.VarTerm(v)
		switch s.p.Sort(t) {
		case model.Bool:
			s.bools = append(s.bools, boolVar{v, b.lit(t, both)})
		case model.Int:
			if b.isLoose(t) {
				s.reals = append(s.reals, realVar{v, b.realOf(t)})
			} else {
				s.ints = append(s.ints, intVar{v, b.intOf(t)})
			}
		default:
			s.reals = append(s.reals, realVar{v, b.realOf(t)})
		}
		if b.err != nil {
			return b.err
		}
	}
	return nil
}

func (s *session) objectiveTerms() []model.Term {
	if o := s.p.Objective(); o.Sense != model.NoObjective && !s.aimless {
		return []model.Term{o.Term}
	}
	return nil
}

// ready makes the engine fit for questions under assumptions, and gives the literals to assume.
func (s *session) ready(assumptions []model.Term) ([]engine.Lit, error) {
	if s.closed {
		return nil, solve.ErrClosed
	}
	if s.stale {
		if err := s.build(); err != nil || s.exact {
			return nil, err
		}
	}
	b := s.b
	b.e.Backtrack()
	assume := make([]engine.Lit, 0, len(s.levels)+len(assumptions))
	for _, l := range s.levels {
		assume = append(assume, l.guard)
	}
	if len(assumptions) > 0 {
		for i, t := range assumptions {
			n := s.form(t)
			if err := s.formErr(); err != nil {
				return nil, err
			}
			b.grow()
			if i == 0 {
				if err := s.declare(assumptions...); err != nil {
					return nil, s.unsupported()
				}
			}
			assume = append(assume, b.lit(n, pos))
			if b.err != nil {
				return nil, s.unsupported()
			}
		}
	} else if len(s.checked) > 0 {
		if err := s.declare(); err != nil {
			return nil, err
		}
	}
	if len(s.periods) > 0 {
		// Under more constraints than those that the period was found from, nothing is known beyond the edge.
		for _, v := range s.p.VarsOf(assumptions...) {
			for _, d := range s.periods {
				if d.v == v {
					return nil, s.unbounded(v)
				}
			}
		}
	}
	if s.void {
		assume = append(assume, engine.False)
	}
	if !slices.Equal(s.checked, assumptions) {
		s.checked = append(s.checked[:0], assumptions...)
		s.checker = nil
	}
	return assume, nil
}

// unsupported gives the builder's error and has the engine built anew, because something was left half translated.
func (s *session) unsupported() error {
	err := s.b.err
	s.stale = true
	return err
}

// unbounded is the error about an integer without bounds.
func (s *session) unbounded(v model.Var) error {
	return &solve.UnsupportedError{
		Engine: Name, What: "an unbounded integer", Term: s.p.Variable(v).Name, Hint: hintBounds,
	}
}

// exhausted is an error when the search has been through everything, but not everything was there to search.
func (s *session) exhausted() error {
	if len(s.boxed) > 0 {
		return s.unbounded(s.boxed[0])
	}
	return nil
}

// engineBudget is what is left of the budget of the call under way.
func (s *session) engineBudget() engine.Budget {
	switch {
	case len(s.boxed) > 0:
		return engine.Budget{Steps: boxSteps}
	case s.steps() < 0:
		return engine.Budget{}
	}
	return engine.Budget{Steps: s.left()}
}

// left is how many steps of the call are left, at least 1.
func (s *session) left() int64 {
	return max(1, s.steps()-(s.spent().Steps-s.before))
}

// steps is the number of steps of a call; negative: as many as it takes.
func (s *session) steps() int64 {
	if s.budget.Steps == 0 {
		return DefaultSteps
	}
	return s.budget.Steps
}

// why says why a search ended without an answer.
func (s *session) why(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.exhausted(); err != nil {
		return err
	}
	limit := s.steps()
	if len(s.boxed) > 0 {
		limit = boxSteps
	}
	return &solve.BudgetError{Engine: Name, What: "steps", Limit: limit}
}

// solution reads the engine's values.
func (s *session) solution() model.Assignment {
	n := 0
	if len(s.vars) > 0 {
		n = int(s.vars[len(s.vars)-1]) + 1
	}
	a := make(model.Assignment, n)
	for _, v := range s.bools {
		a[v.v] = model.BoolValue(s.b.e.Bool(v.l))
	}
	for _, v := range s.ints {
		a[v.v] = model.IntValue(s.b.e.IntValue(v.x))
	}
	if len(s.reals) > 0 {
		eps := s.b.e.RealConcrete()
		for _, v := range s.reals {
			a[v.v] = value(s.p.Variable(v.v).Sort, s.b.e.RealValue(v.c, eps))
		}
	}
	return a
}

// check judges a solution by the problem's own semantics.
func (s *session) check(a model.Assignment) error {
	if s.within {
		return nil
	}
	if s.checker == nil { // made late: many problems have no solution
		s.checker = model.NewChecker(s.p, append(slices.Clone(s.cons[s.fromProblem:]), s.checked...)...)
	}
	if err := s.checker.Check(a); err != nil {
		return &solve.WrongError{Engine: Name, Err: err}
	}
	return nil
}

// Solve finds a solution under assumptions.
func (s *session) Solve(ctx context.Context, assumptions ...model.Term) (_ solve.Result, err error) {
	s.begin(ctx)
	defer s.end(&err)
	if len(assumptions) == 0 && s.apart() {
		return s.solveParts(ctx)
	}
	assume, err := s.ready(assumptions)
	if s.exact {
		return s.solveExact(ctx, assumptions, exactSteps)
	}
	if err != nil {
		return solve.Result{}, err
	}
	if len(s.boxed) > 0 {
		if r, err := s.solveExact(ctx, assumptions, boxedSteps); err == nil {
			return r, nil
		}
	}
	switch s.b.e.Solve(ctx, assume, s.engineBudget()) {
	case engine.Sat:
		a := s.solution()
		if err := s.check(a); err != nil {
			return solve.Result{}, err
		}
		return solve.Result{Status: solve.Sat, Solution: a}, nil
	case engine.Unsat:
		if err := s.exhausted(); err != nil {
			return solve.Result{}, err
		}
		return solve.Result{Status: solve.Unsat}, nil
	}
	return solve.Result{}, s.why(ctx)
}

// Add adds a constraint.
func (s *session) Add(name string, t model.Term) (err error) {
	s.begin(s.ctx)
	defer s.end(&err)
	if s.closed {
		return solve.ErrClosed
	}
	if t == model.NoTerm || s.p.Sort(t) != model.Bool {
		return &model.SortError{Op: "Add", What: "constraint " + name + " is not a Bool"}
	}
	s.cons = append(s.cons, t)
	s.checker, s.counted = nil, false
	if len(s.levels) == 0 {
		s.join()
	}
	if s.stale {
		return nil
	}
	b := s.b
	b.e.Backtrack()
	n := s.form(t)
	if err := s.formErr(); err != nil {
		s.cons = s.cons[:len(s.cons)-1]
		return err
	}
	b.grow()
	// A variable that nothing mentioned before may get its bounds from this very constraint.
	old := len(s.vars)
	fresh := s.p.VarsOf(append(slices.Clone(s.cons), s.objectiveTerms()...)...)
	if (len(fresh) != old || len(s.periods)+len(s.boxed) > 0) && len(s.levels) == 0 {
		s.stale = true
		return nil
	}
	for _, v := range s.p.VarsOf(t) {
		for _, d := range s.periods {
			if d.v == v {
				s.refuse()
				return s.unbounded(v)
			}
		}
	}
	if err := s.declare(); err != nil {
		return s.refuse()
	}
	b.assertIf(s.guardAt(len(s.levels)), n)
	if b.err != nil {
		return s.refuse()
	}
	return nil
}

// refuse takes back the constraint that could not be added.
func (s *session) refuse() error {
	s.cons = s.cons[:len(s.cons)-1]
	s.counted = false
	return s.unsupported()
}

// Push starts a level.
func (s *session) Push() (err error) {
	s.begin(s.ctx)
	defer s.end(&err)
	if s.closed {
		return solve.ErrClosed
	}
	l := level{cons: len(s.cons)}
	if !s.stale {
		s.b.e.Backtrack()
		l.guard = s.b.e.NewBool()
	}
	s.levels = append(s.levels, l)
	return nil
}

// Pop ends the last level.
func (s *session) Pop() (err error) {
	s.begin(s.ctx)
	defer s.end(&err)
	if s.closed {
		return solve.ErrClosed
	}
	if len(s.levels) == 0 {
		return solve.ErrNoLevel
	}
	l := s.levels[len(s.levels)-1]
	s.levels = s.levels[:len(s.levels)-1]
	s.cons = s.cons[:l.cons]
	s.checker, s.counted = nil, false
	if s.stale {
		return nil
	}
	s.b.e.Backtrack()
	s.b.e.AddClause(l.guard ^ 1)
	return s.declare()
}

// Work gives the counters.
func (s *session) Work() []solve.Work {
	w := s.spent()
	return []solve.Work{
		{Name: "decisions", N: w.Decisions}, {Name: "conflicts", N: w.Conflicts}, {Name: "propagations", N: w.Propagations},
		{Name: "runs", N: w.Runs}, {Name: "restarts", N: w.Restarts}, {Name: "pivots", N: w.Pivots}, {Name: "solutions", N: w.Solutions},
		{Name: "variables", N: int64(w.Vars)}, {Name: "integers", N: int64(w.Ints)}, {Name: "clauses", N: int64(w.Clauses)},
		{Name: "propagators", N: int64(w.Props)},
	}
}

// spent is the work so far.
func (s *session) spent() engine.Stats {
	w := s.work
	for i := range s.parts {
		w = addStats(w, s.parts[i].spent())
	}
	if s.b != nil && s.built {
		w = addStats(w, s.b.e.Stats())
	}
	return w
}

func addStats(a, b engine.Stats) engine.Stats {
	b.Decisions += a.Decisions
	b.Conflicts += a.Conflicts
	b.Propagations += a.Propagations
	b.Runs += a.Runs
	b.Pivots += a.Pivots
	b.Restarts += a.Restarts
	b.Learned += a.Learned
	b.Reductions += a.Reductions
	b.Solutions += a.Solutions
	b.Steps += a.Steps
	return b
}

// Close gives the session's memory back.
func (s *session) Close() error {
	if s.closed {
		return nil
	}
	s.closed = true
	s.join()
	if s.built {
		s.work = addStats(s.work, s.b.e.Stats())
	}
	if s.b != nil {
		s.home.give(s.b)
		s.b = nil
	}
	s.mem.Close()
	if !s.within {
		s.account.Close()
	}
	return nil
}
