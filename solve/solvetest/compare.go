package solvetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// Contender is an engine in a comparison.
type Contender struct {
	solve.Engine
	// Brief asks the questions that need few answers only: for solvers behind a pipe.
	Brief bool
	// Budget of its sessions.
	Budget solve.Budget
	// Time bounds all its answers to one problem, by the context; 0 is no bound. What is not answered in time is counted as
	// stopped.
	Time time.Duration
	// Closed gives it the problem with all domains declared (Options.Closed): for the oracle by brute force.
	Closed bool
}

// DefaultLimit is the number of solutions up to which they are compared one by one, when Comparison names no other.
const DefaultLimit = 60

// Comparison is a set of engines to compare.
type Comparison struct {
	Engines []Contender
	Limit   int // 0 is DefaultLimit
}

// Build makes a problem afresh: each engine gets one of its own, so that none sees what another built. With closed set, all
// domains are declared.
type Build func(closed bool) *model.Problem

// Drawn is the Build of a random problem. The stream is asked for afresh each time.
func Drawn(stream func() solve.Rand, o Options) Build {
	return func(closed bool) *model.Problem {
		o := o
		o.Closed = closed
		return Generate(stream(), o)
	}
}

// Disagreement is a contradiction between two engines, or between an engine and Check.
type Disagreement struct {
	Question string
	Engines  string // those concerned
	What     string
}

func (d Disagreement) String() string {
	return fmt.Sprintf("%s: %s: %s", d.Question, d.Engines, d.What)
}

// Report is the outcome of a comparison.
type Report struct {
	Status        solve.Status
	Solutions     int // found, up to the limit
	Disagreements []Disagreement
	Answered      map[string]int      // by engine: questions answered
	Errors        map[string][]string // by engine: the kinds of the errors met
}

// answers is what one engine says.
type answers struct {
	engine  string
	solve   *solve.Result
	assumed *solve.Result
	enum    *solve.Solutions
	again   *solve.Solutions // after push, add and pop
	added   *solve.Solutions // with the addition
	count   *counted
	facts   *solve.Facts
	sample  *solve.Result
	optimum *solve.Optimum
	core    *solve.Core
}

type counted struct {
	n     int
	exact bool
}

// middle draws the middle of every range: sampling needs a stream, and both engines the same one.
type middle struct{}

func (middle) Uint64N(n uint64) uint64 { return n / 2 }

// Compare asks each engine everything about a problem.
func (c Comparison) Compare(ctx context.Context, build Build) *Report {
	limit := c.Limit
	if limit == 0 {
		limit = DefaultLimit
	}
	r := &Report{Answered: map[string]int{}, Errors: map[string][]string{}}
	var all []*answers
	for _, e := range c.Engines {
		all = append(all, r.ask(ctx, build(e.Closed), e, limit))
	}
	for i, a := range all {
		for _, b := range all[:i] {
			r.contrast(b, a)
		}
	}
	for _, a := range all {
		if a.enum != nil && a.enum.All {
			r.Solutions = len(a.enum.List)
		}
		if a.solve != nil && a.solve.Status != solve.Unknown {
			r.Status = a.solve.Status
		}
	}
	for _, a := range all {
		if a.core != nil && a.core.Status == solve.Unsat {
			r.judgeCore(ctx, build, c.judge(a.engine), a)
		}
	}
	return r
}

// within bounds a context by the contender's time.
func (e Contender) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if e.Time == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, e.Time)
}

// judge picks who confirms an engine's core: another engine that reads the same problem, else the engine itself.
func (c Comparison) judge(engine string) Contender {
	var self Contender
	for _, e := range c.Engines {
		if e.Name() == engine {
			self = e
		}
	}
	for _, e := range c.Engines {
		if e.Name() != engine && e.Closed == self.Closed {
			return e
		}
	}
	return self
}

func (r *Report) complain(question, who, format string, args ...any) {
	r.Disagreements = append(r.Disagreements, Disagreement{question, who, fmt.Sprintf(format, args...)})
}

// kind names an error for counting; one that an engine should never give is a disagreement.
func (r *Report) kind(ctx context.Context, question, engine string, err error) {
	name := ""
	var unsupported *solve.UnsupportedError
	switch {
	case ctx.Err() != nil:
		name = "stopped"
	case errors.As(err, &unsupported):
		name = "unsupported: " + unsupported.What
	case errors.Is(err, solve.ErrUnsupported):
		name = "unsupported"
	case errors.Is(err, solve.ErrBudget):
		name = "budget"
	case errors.Is(err, solve.ErrGaveUp):
		name = "gave up"
	default:
		r.complain(question, engine, "error: %v", err)
		name = "failed"
	}
	r.Errors[engine] = append(r.Errors[engine], name)
}

// asking is one engine being asked about one problem.
type asking struct {
	*answers
	r     *Report
	ctx   context.Context
	p     *model.Problem
	s     solve.Session
	limit int
}

// failed notes whether a question was answered.
func (a *asking) failed(question string, err error) bool {
	if err == nil {
		a.r.Answered[a.engine]++
		return false
	}
	a.r.kind(a.ctx, question, a.engine, err)
	return true
}

// check judges a solution.
func (a *asking) check(question string, sol model.Assignment, extra ...model.Term) {
	if err := model.NewChecker(a.p, extra...).Check(sol); err != nil {
		a.r.complain(question, a.engine, "%v", err)
	}
}

// list judges solutions, and that they are sorted and different.
func (a *asking) list(question string, sols []model.Assignment, extra ...model.Term) {
	for i, sol := range sols {
		a.check(question, sol, extra...)
		if i > 0 && sols[i-1].Compare(sol) >= 0 {
			a.r.complain(question, a.engine, "solutions are not sorted and different: %s, then %s",
				a.p.FormatAssignment(sols[i-1]), a.p.FormatAssignment(sol))
		}
	}
}

func (r *Report) ask(ctx context.Context, p *model.Problem, e Contender, limit int) *answers {
	a := &asking{answers: &answers{engine: e.Name()}, r: r, p: p, limit: limit}
	ctx, cancel := e.within(ctx)
	defer cancel()
	a.ctx = ctx
	s, err := e.Open(ctx, p, e.Budget)
	if err != nil {
		r.kind(ctx, "open", a.engine, err)
		return a.answers
	}
	defer func() {
		if err := s.Close(); err != nil {
			r.complain("close", a.engine, "%v", err)
		}
	}()
	if a.s = s; !a.first() || e.Brief {
		return a.answers
	}
	a.levels()
	return a.answers
}

// first asks what every engine is asked; it is false when the engine cannot solve the problem.
func (a *asking) first() bool {
	s, ctx, r, p, limit, failed, check, list := a.s, a.ctx, a.r, a.p, a.limit, a.failed, a.check, a.list
	if res, err := s.Solve(ctx); !failed("solve", err) {
		a.solve = &res
		if res.Status == solve.Sat {
			check("solve", res.Solution)
		}
	}
	if a.solve == nil && len(r.Errors[a.engine]) > 0 {
		return false // what it cannot solve it need not enumerate
	}
	extra := assumption(p)
	if res, err := s.Solve(ctx, extra); !failed("assume", err) {
		a.assumed = &res
		if res.Status == solve.Sat {
			check("assume", res.Solution, extra)
		}
	}
	if res, err := s.Enumerate(ctx, limit); !failed("enumerate", err) {
		a.enum = &res
		list("enumerate", res.List)
	}
	if res, err := s.Facts(ctx); !failed("facts", err) {
		a.facts = &res
	}
	if p.Objective().Sense != model.NoObjective {
		if res, err := s.Optimise(ctx, limit); !failed("optimise", err) {
			a.optimum = &res
			list("optimise", res.Solutions)
			for _, sol := range res.Solutions {
				if v, err := p.Eval(p.Objective().Term, sol); err != nil || !v.Equal(res.Value) {
					r.complain("optimise", a.engine, "the objective of %s is %v, not %v", p.FormatAssignment(sol), v, res.Value)
				}
			}
		}
	}
	if res, err := s.Core(ctx); !failed("core", err) {
		a.core = &res
	}
	return true
}

// levels asks for counts and samples, and again after a constraint was added and taken back.
func (a *asking) levels() {
	s, ctx, r, limit, failed, list := a.s, a.ctx, a.r, a.limit, a.failed, a.list
	extra := assumption(a.p)
	if n, exact, err := s.Count(ctx, limit); !failed("count", err) {
		a.count = &counted{n, exact}
	}
	if a.enum != nil && a.enum.All {
		if res, err := s.Sample(ctx, middle{}); !failed("sample", err) {
			a.sample = &res
			if res.Status == solve.Sat {
				a.check("sample", res.Solution)
			}
		}
	}
	if err := s.Push(); !failed("push", err) {
		// A constraint that an engine refuses leaves the level, which is taken back all the same.
		if err := s.Add("extra", extra); !failed("add", err) {
			if res, err := s.Enumerate(ctx, limit); !failed("enumerate added", err) {
				a.added = &res
				list("enumerate added", res.List, extra)
			}
		}
		if err := s.Pop(); !failed("pop", err) {
			if res, err := s.Enumerate(ctx, limit); !failed("enumerate again", err) {
				a.again = &res
			}
		}
	}
	if err := s.Pop(); !errors.Is(err, solve.ErrNoLevel) {
		r.complain("pop", a.engine, "without a level: %v", err)
	}
}

// assumption is a term about the problem's variables that does not depend on anything else.
func assumption(p *model.Problem) model.Term {
	for v := range p.NumVars() {
		t := p.VarTerm(model.Var(v))
		switch p.Sort(t) {
		case model.Bool:
			return p.Not(t)
		case model.Int:
			return p.Ne(p.Mod(t, p.Num(3)), p.Num(1))
		}
	}
	return model.True
}

// contrast compares two engines' answers.
func (r *Report) contrast(a, b *answers) {
	who := a.engine + " and " + b.engine
	if a.solve != nil && b.solve != nil && a.solve.Status != b.solve.Status {
		r.complain("solve", who, "%v and %v", a.solve.Status, b.solve.Status)
	}
	if a.assumed != nil && b.assumed != nil && a.assumed.Status != b.assumed.Status {
		r.complain("assume", who, "%v and %v", a.assumed.Status, b.assumed.Status)
	}
	r.lists("enumerate", who, a.enum, b.enum)
	r.lists("enumerate added", who, a.added, b.added)
	r.lists("enumerate again", who, a.again, b.again)
	r.lists("enumerate, then again", who, a.enum, b.again)
	if a.count != nil && b.count != nil && *a.count != *b.count {
		r.complain("count", who, "%v and %v", *a.count, *b.count)
	}
	if a.facts != nil && b.facts != nil {
		if a.facts.Status != b.facts.Status || !a.facts.Fixed.Equal(b.facts.Fixed) {
			r.complain("facts", who, "%v %v and %v %v", a.facts.Status, a.facts.Fixed, b.facts.Status, b.facts.Fixed)
		}
	}
	if a.sample != nil && b.sample != nil {
		if a.sample.Status != b.sample.Status || !a.sample.Solution.Equal(b.sample.Solution) {
			r.complain("sample", who, "%v and %v from the same stream", a.sample.Solution, b.sample.Solution)
		}
	}
	if a.optimum != nil && b.optimum != nil {
		r.optima(who, a.optimum, b.optimum)
	}
	if a.core != nil && b.core != nil && a.core.Status != b.core.Status {
		r.complain("core", who, "%v and %v", a.core.Status, b.core.Status)
	}
}

func (r *Report) lists(question, who string, a, b *solve.Solutions) {
	switch {
	case a == nil || b == nil:
	case a.All != b.All || a.All && len(a.List) != len(b.List):
		r.complain(question, who, "%d solutions (all: %v) and %d (all: %v)", len(a.List), a.All, len(b.List), b.All)
	case a.All && !slices.EqualFunc(a.List, b.List, model.Assignment.Equal):
		r.complain(question, who, "other solutions: %v and %v", a.List, b.List)
	case len(a.List) != len(b.List):
		r.complain(question, who, "%d and %d of many solutions", len(a.List), len(b.List))
	}
}

func (r *Report) optima(who string, a, b *solve.Optimum) {
	if a.Status != b.Status || a.Unbounded != b.Unbounded || a.Attained != b.Attained || !a.Value.Equal(b.Value) {
		r.complain("optimise", who, "%s and %s", describe(a), describe(b))
		return
	}
	r.lists("optimise", who, &solve.Solutions{List: a.Solutions, All: a.All}, &solve.Solutions{List: b.Solutions, All: b.All})
}

func describe(o *solve.Optimum) string {
	switch {
	case o.Status != solve.Sat:
		return o.Status.String()
	case o.Unbounded:
		return "unbounded"
	case !o.Attained:
		return fmt.Sprintf("approaching %v", o.Value)
	}
	return fmt.Sprintf("%v", o.Value)
}

// judgeCore has an engine confirm that a core has no solution, and that it has one without any of its constraints.
func (r *Report) judgeCore(ctx context.Context, build Build, judge Contender, a *answers) {
	status := func(leave int) (solve.Status, error) {
		p := build(judge.Closed)
		var cons []model.Constraint
		for i := range p.NumConstraints() {
			cons = append(cons, p.Constraint(i))
		}
		p.Truncate(0)
		for _, i := range a.core.Constraints {
			if i != leave {
				p.Assert(cons[i].Name, cons[i].Term)
			}
		}
		ctx, cancel := judge.within(ctx)
		defer cancel()
		s, err := judge.Open(ctx, p, judge.Budget)
		if err != nil {
			return solve.Unknown, err
		}
		defer s.Close()
		res, err := s.Solve(ctx)
		return res.Status, err
	}
	if st, err := status(-1); err == nil && st != solve.Unsat {
		r.complain("core", a.engine, "the core %v has a solution", a.core.Constraints)
	}
	for _, i := range a.core.Constraints {
		if st, err := status(i); err == nil && st != solve.Sat {
			r.complain("core", a.engine, "the core %v is not minimal: %d is not needed", a.core.Constraints, i)
		}
	}
}

// Explain prints a problem with what went wrong.
func (r *Report) Explain(p *model.Problem) string {
	var b strings.Builder
	for _, d := range r.Disagreements {
		b.WriteString(d.String() + "\n")
	}
	b.WriteString(p.String())
	for i := range p.NumConstraints() {
		c := p.Constraint(i)
		fmt.Fprintf(&b, "normal [%s] %s\n", c.Name, p.Format(p.Normal(c.Term)))
	}
	return b.String()
}
