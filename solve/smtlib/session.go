package smtlib

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// session is a conversation with one process. The process is started by the first question; when it has died (because a
// context ended, say) the next question starts another, which is told everything again.
type session struct {
	engine *Engine
	p      *model.Problem
	own    int // constraints of the problem itself
	budget solve.Budget
	stack  solve.Stack
	bases  []int // the length of the stack at each level
	closed bool

	objective                        model.Objective
	objectiveTotal, objectiveDefined model.Term

	proc     *process
	printer  *model.SMTPrinter
	pending  strings.Builder // commands not sent yet
	declared []model.Var     // in order of declaration, by level
	known    map[model.Var]bool
	scopes   []scope
	checker  *model.Checker // for the constraints in force, or nil
	few      *solutions     // for the constraints in force: what sampling listed, or nil

	checks, starts, models int64
	callChecks             int64 // check-sats of the call so far
}

// scope is what a pop undoes.
type scope struct{ printer, declared int }

func (s *session) Work() []solve.Work {
	return []solve.Work{{Name: "checks", N: s.checks}, {Name: "models", N: s.models}, {Name: "processes", N: s.starts}}
}

// Close gives the process back to the engine.
func (s *session) Close() error {
	if s.proc != nil {
		s.engine.put(s.proc)
		s.proc = nil
	}
	s.closed = true
	return nil
}

func (s *session) Add(name string, t model.Term) error {
	if s.closed {
		return solve.ErrClosed
	}
	if err := s.stack.Add(name, t); err != nil {
		return err
	}
	s.checker, s.few = nil, nil
	if s.proc == nil {
		return nil
	}
	if err := s.assert(t); err != nil {
		s.drop() // the next question, which would send it again, fails the same way
		return err
	}
	return nil
}

func (s *session) Push() error {
	if s.closed {
		return solve.ErrClosed
	}
	s.stack.Push()
	s.bases = append(s.bases, len(s.stack.All()))
	s.push()
	return nil
}

func (s *session) Pop() error {
	if s.closed {
		return solve.ErrClosed
	}
	if err := s.stack.Pop(); err != nil {
		return err
	}
	s.bases = s.bases[:len(s.bases)-1]
	s.checker, s.few = nil, nil
	s.pop()
	return nil
}

// push and pop make a scope in the process, if there is one.
func (s *session) push() {
	if s.proc == nil {
		return
	}
	s.pending.WriteString("(push 1)\n")
	s.scopes = append(s.scopes, scope{s.printer.Mark(), len(s.declared)})
}

func (s *session) pop() {
	if s.proc == nil {
		return
	}
	s.pending.WriteString("(pop 1)\n")
	n := len(s.scopes) - 1
	sc := s.scopes[n]
	s.scopes = s.scopes[:n]
	s.printer.Release(sc.printer)
	for _, v := range s.declared[sc.declared:] {
		delete(s.known, v)
	}
	s.declared = s.declared[:sc.declared]
}

// drop forgets the process, which is dead or out of step.
func (s *session) drop() {
	if s.proc != nil {
		s.proc.kill()
	}
	s.proc = nil
}

// begin readies the session for a call: a process that knows everything asserted so far.
func (s *session) begin(ctx context.Context) error {
	if s.closed {
		return solve.ErrClosed
	}
	s.callChecks = 0
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.proc != nil && s.proc.dead {
		s.drop()
	}
	if s.proc != nil {
		return nil
	}
	proc, err := s.engine.process(s.budget.Memory)
	if err != nil {
		return err
	}
	s.starts++
	s.proc = proc
	s.printer = model.NewSMTPrinter(s.p, false)
	s.known = map[model.Var]bool{}
	s.declared, s.scopes = nil, nil
	s.pending.Reset()
	s.pending.WriteString(s.engine.preamble(proc.asked == 0))
	err = s.tell()
	if err != nil {
		s.drop()
	}
	return err
}

// Start has the process started and everything asserted so far read, so that what the next question takes is its own. Nobody
// needs it who does not measure: every question does the same first.
func (s *session) Start(ctx context.Context) error {
	if err := s.begin(ctx); err != nil {
		return err
	}
	answers, err := s.ask(ctx, `(echo "ready")`)
	if err == nil && len(answers) != 1 {
		s.drop()
		err = fmt.Errorf("%s: echo was answered by %q", s.engine.name, answers)
	}
	return err
}

// tell asserts everything in force, level by level.
func (s *session) tell() error {
	if s.objective.Sense != model.NoObjective {
		s.declare(s.p.VarsOf(s.objective.Term))
		if s.objectiveDefined != model.True {
			if err := s.assertTotal(s.objectiveDefined); err != nil {
				return err
			}
		}
	}
	level := 0
	for i, c := range s.stack.All() {
		for level < len(s.bases) && s.bases[level] <= i {
			s.push()
			level++
		}
		if err := s.assert(c.Term); err != nil {
			return err
		}
	}
	for ; level < len(s.bases); level++ {
		s.push()
	}
	return nil
}

// declare tells the solver of variables that it has not heard of, with their domains.
func (s *session) declare(vars []model.Var) {
	for _, v := range vars {
		if s.known[v] {
			continue
		}
		s.known[v] = true
		s.declared = append(s.declared, v)
		s.pending.WriteString(s.printer.Declare(v))
		s.pending.WriteString(s.printer.Domain(v))
	}
}

// declareBare tells the solver of a variable without its domain, and gives the domain as conditions.
func (s *session) declareBare(v model.Var) []string {
	if !s.known[v] {
		s.known[v] = true
		s.declared = append(s.declared, v)
		s.pending.WriteString(s.printer.Declare(v))
	}
	return bounds(s.p.Variable(v), s.printer.Name(v))
}

// bounds gives the conditions that a variable's domain sets.
func bounds(x model.Variable, name string) []string {
	var parts []string
	if x.Domain.Lo.Valid() {
		parts = append(parts, fmt.Sprintf("(<= %s %s)", literal(x.Domain.Lo, x.Sort), name))
	}
	if x.Domain.Hi.Valid() {
		parts = append(parts, fmt.Sprintf("(<= %s %s)", name, literal(x.Domain.Hi, x.Sort)))
	}
	return parts
}

// assert asserts a constraint as written.
func (s *session) assert(t model.Term) error {
	s.declare(s.p.VarsOf(t))
	return s.assertTotal(s.p.Total(t))
}

func (s *session) assertTotal(t model.Term) error {
	text, err := s.text(t)
	if err != nil {
		return err
	}
	s.pending.WriteString("(assert " + text + ")\n")
	return nil
}

// text gives the expression of a total term, after telling the definitions that it needs.
func (s *session) text(t model.Term) (string, error) {
	s.declare(s.p.VarsOf(t))
	defs, text, err := s.printer.Term(t)
	if err != nil {
		if unprintable, ok := errors.AsType[*model.UnprintableError](err); ok {
			if unprintable.Hint == "" {
				unprintable.Hint = "use another engine"
			}
			err = &solve.UnsupportedError{Engine: s.engine.name, What: unprintable.What, Term: unprintable.Term,
				Hint: unprintable.Hint}
		}
		if large, ok := errors.AsType[*model.LargeError](err); ok {
			err = &solve.UnsupportedError{Engine: s.engine.name, What: large.What, Term: large.Term, Hint: "use the embedded solver"}
		}
		return "", err
	}
	for _, d := range defs {
		s.pending.WriteString(d.String())
	}
	return text, nil
}

// ask sends what is pending and a command, and gives the answers to the command. A complaint is an error.
func (s *session) ask(ctx context.Context, command string) ([]sexpr, error) {
	if s.proc == nil {
		return nil, errDied
	}
	script := s.pending.String() + command + "\n"
	s.pending.Reset()
	answers, err := s.proc.ask(ctx, script)
	if err == nil {
		for _, a := range answers {
			if text, bad := a.isError(); bad {
				err = errors.New(text)
				break
			}
		}
	}
	if err == nil {
		return answers, nil
	}
	s.drop() // it is dead, or has understood something else than we meant
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if memoryError(err.Error()) {
		return nil, &solve.BudgetError{Engine: s.engine.name, What: "bytes of memory", Limit: s.budget.Memory}
	}
	return nil, fmt.Errorf("%s: %w", s.engine.name, err)
}

// check asks whether what is asserted has a solution. It is Sat or Unsat, or there is an error.
func (s *session) check(ctx context.Context) (solve.Status, error) {
	return s.checkSat(ctx, "(check-sat)")
}

func (s *session) checkSat(ctx context.Context, command string) (solve.Status, error) {
	if s.budget.Steps > 0 && s.callChecks >= s.budget.Steps {
		return solve.Unknown, &solve.BudgetError{Engine: s.engine.name, What: "steps", Limit: s.budget.Steps}
	}
	s.callChecks++
	s.checks++
	answers, err := s.ask(ctx, command)
	if err != nil {
		return solve.Unknown, err
	}
	if len(answers) != 1 || !answers[0].leaf {
		s.drop()
		return solve.Unknown, fmt.Errorf("%s: check-sat was answered by %q", s.engine.name, answers)
	}
	switch answers[0].atom {
	case "sat":
		return solve.Sat, nil
	case "unsat":
		return solve.Unsat, nil
	case "unknown":
		return solve.Unknown, s.whyUnknown(ctx)
	}
	s.drop()
	return solve.Unknown, fmt.Errorf("%s: check-sat was answered by %q", s.engine.name, answers[0].atom)
}

func (s *session) whyUnknown(ctx context.Context) error {
	answers, err := s.ask(ctx, "(get-info :reason-unknown)")
	if err != nil {
		return err
	}
	reason := ""
	if len(answers) == 1 && len(answers[0].list) == 2 {
		reason = answers[0].list[1].atom
	}
	switch {
	case strings.Contains(reason, "timeout"), strings.Contains(reason, "canceled"), strings.Contains(reason, "resource"):
		return &solve.BudgetError{Engine: s.engine.name, What: "milliseconds for a query", Limit: s.engine.Timeout.Milliseconds()}
	case memoryError(reason):
		return &solve.BudgetError{Engine: s.engine.name, What: "bytes of memory", Limit: s.budget.Memory}
	}
	return &solve.GaveUpError{Engine: s.engine.name, Reason: reason}
}

// scoped runs a query in a scope of its own.
func (s *session) scoped(query func() error) error {
	s.push()
	err := query()
	s.pop()
	return err
}

// mentioned lists the variables that a solution gives values to.
func (s *session) mentioned(extra ...model.Term) []model.Var {
	return s.p.Mentioned(append(s.stack.Added(s.own), extra...)...)
}

// solution reads the solution that the last check-sat found, and has it checked.
func (s *session) solution(ctx context.Context, extra ...model.Term) (model.Assignment, error) {
	vars := s.mentioned(extra...)
	a := make(model.Assignment, s.p.NumVars())
	if len(vars) > 0 {
		var names []string
		for _, v := range vars {
			names = append(names, s.printer.Name(v))
		}
		values, err := s.values(ctx, names)
		if err != nil {
			return nil, err
		}
		for i, v := range vars {
			x := s.p.Variable(v)
			if a[v], err = values[i].value(x.Sort); err != nil {
				return nil, s.badValue(x.Name, values[i], err)
			}
		}
	}
	s.models++
	check := s.checker
	if len(extra) > 0 {
		check = model.NewChecker(s.p, append(s.stack.Added(s.own), extra...)...)
	} else if check == nil {
		check = model.NewChecker(s.p, s.stack.Added(s.own)...)
		s.checker = check
	}
	if err := check.Check(a); err != nil {
		return nil, &solve.WrongError{Engine: s.engine.name, Err: err}
	}
	return a, nil
}

func (s *session) badValue(name string, e sexpr, err error) error {
	if errors.Is(err, errIrrational) {
		return &solve.UnsupportedError{Engine: s.engine.name, What: "solutions that are not rational numbers",
			Term: name + " = " + brief(e), Hint: "add constraints that leave rational values only"}
	}
	if errors.Is(err, errManyDigits) {
		return &solve.GaveUpError{Engine: s.engine.name, Reason: name + " has a value of more digits than are read"}
	}
	return fmt.Errorf("%s: the value of %s: %w", s.engine.name, name, err)
}

// values asks for the values of expressions in the last model.
func (s *session) values(ctx context.Context, texts []string) ([]sexpr, error) {
	answers, err := s.ask(ctx, "(get-value ("+strings.Join(texts, " ")+"))")
	if err != nil {
		return nil, err
	}
	if len(answers) != 1 || len(answers[0].list) != len(texts) {
		s.drop()
		return nil, fmt.Errorf("%s: get-value of %d expressions was answered by %d", s.engine.name, len(texts), len(answers))
	}
	out := make([]sexpr, len(texts))
	for i, pair := range answers[0].list {
		if len(pair.list) != 2 {
			s.drop()
			return nil, fmt.Errorf("%s: get-value was answered by %s", s.engine.name, brief(pair))
		}
		out[i] = pair.list[1]
	}
	return out, nil
}

// differ is the expression of "a mentioned variable has another value than in a".
func (s *session) differ(vars []model.Var, a model.Assignment) string {
	var parts []string
	for _, v := range vars {
		name, value := s.printer.Name(v), a.Value(v)
		switch {
		case value.Sort() != model.Bool:
			parts = append(parts, fmt.Sprintf("(distinct %s %s)", name, model.SMTValue(value)))
		case value.Bool():
			parts = append(parts, "(not "+name+")")
		default:
			parts = append(parts, name)
		}
	}
	switch len(parts) {
	case 0:
		return "false"
	case 1:
		return parts[0]
	}
	return "(or " + strings.Join(parts, " ") + ")"
}
