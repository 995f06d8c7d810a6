package synth

import (
	"context"
	"errors"
	"math/big"
	"strings"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/solve"
)

// z3Solver is a Solver or an Optimize of an operator file: constraints of its own over the puzzle's terms.
type z3Solver struct {
	r        *run
	optimise bool
	cons     values
	goals    []*z3Goal
	levels   [][2]int // how many constraints and goals there were at each push
	found    *z3Model // of the last check
	last     string   // sat, unsat or unknown
}

// z3Goal is something to be made as large, or as small, as can be.
type z3Goal struct {
	sense model.Sense
	t     model.Term
	b     *build
	best  model.Value
}

func z3NewSolver(optimise bool) opFunc {
	return func(w *Worker, th *eval.Thread, _ values, _ kwargs) (eval.Value, error) {
		return &z3Solver{r: w.run, optimise: optimise, last: "unknown"}, th.Alloc(256)
	}
}

// TypeName gives "Solver" or "Optimize".
func (s *z3Solver) TypeName() string {
	if s.optimise {
		return "Optimize"
	}
	return "Solver"
}

// Repr lists the constraints.
func (s *z3Solver) Repr(th *eval.Thread) (string, error) {
	return eval.ToRepr(th, eval.NewList(s.cons...))
}

// AttrNames lists the methods.
func (s *z3Solver) AttrNames() []string {
	names := []string{"add", "append", "assert_exprs", "assertions", "check", "insert", "model", "num_scopes", "pop", "push",
		"reason_unknown", "reset", "set"}
	if s.optimise {
		names = append(names, "lower", "maximize", "minimize", "upper")
	}
	return names
}

// Attr gives the methods.
func (s *z3Solver) Attr(_ *eval.Thread, name string) (eval.Value, error) {
	var fn eval.BuiltinFunc
	switch name {
	case "add", "append", "insert", "assert_exprs":
		fn = s.add
	case "check":
		fn = s.check
	case "model":
		fn = func(*eval.Thread, values, kwargs) (eval.Value, error) {
			if s.found == nil {
				return nil, eval.Raise("RuntimeError", "model() without a check() that gave sat")
			}
			return s.found, nil
		}
	case "assertions":
		fn = func(*eval.Thread, values, kwargs) (eval.Value, error) {
			return eval.NewList(append(values(nil), s.cons...)...), nil
		}
	case "push":
		fn = func(th *eval.Thread, _ values, _ kwargs) (eval.Value, error) {
			s.levels = append(s.levels, [2]int{len(s.cons), len(s.goals)})
			return eval.None, th.Alloc(16)
		}
	case "pop":
		fn = s.pop
	case "num_scopes":
		fn = func(*eval.Thread, values, kwargs) (eval.Value, error) { return eval.MakeInt(int64(len(s.levels))), nil }
	case "reset":
		fn = func(*eval.Thread, values, kwargs) (eval.Value, error) {
			s.cons, s.goals, s.levels, s.found = nil, nil, nil, nil
			return eval.None, nil
		}
	case "set":
		fn = func(*eval.Thread, values, kwargs) (eval.Value, error) { return eval.None, nil }
	case "reason_unknown":
		fn = func(*eval.Thread, values, kwargs) (eval.Value, error) { return eval.Str("incomplete"), nil }
	case "maximize", "minimize":
		if !s.optimise {
			return nil, nil
		}
		fn = func(th *eval.Thread, args values, kw kwargs) (eval.Value, error) { return s.goal(th, name, args, kw) }
	case "upper", "lower":
		if !s.optimise {
			return nil, nil
		}
		fn = func(_ *eval.Thread, args values, kw kwargs) (eval.Value, error) {
			var x eval.Value
			if err := eval.UnpackArgs(name, args, kw, "obj", &x); err != nil {
				return nil, err
			}
			g, ok := x.(*z3Goal)
			if !ok {
				return nil, eval.Raise("TypeError", "%s() takes what maximize() or minimize() gave", name)
			}
			return g.value()
		}
	default:
		return nil, nil
	}
	return eval.NewBuiltin(name, fn), nil
}

// BinaryOp is s += constraint.
func (s *z3Solver) BinaryOp(th *eval.Thread, op eval.Op, other eval.Value, reflected bool) (eval.Value, error) {
	if op != eval.OpAdd || reflected {
		return nil, nil
	}
	_, err := s.add(th, values{other}, nil)
	return s, err
}

func (s *z3Solver) add(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	if err := noKeywords("add", kw); err != nil {
		return nil, err
	}
	vs, err := s.r.flatten(th, args, 0)
	if err != nil {
		return nil, err
	}
	for _, v := range vs {
		switch x := v.(type) {
		case eval.Bool:
		case *term:
			if s.r.b.Sort(x.t) != model.Bool {
				return nil, eval.Raise("TypeError", "add() takes constraints, %s is a number", s.r.b.Format(x.t))
			}
		case *numeral:
			v = plain(x.v)
		default:
			return nil, eval.Raise("TypeError", "add() takes constraints, not a value of type '%s'", v.TypeName())
		}
		if err := th.Alloc(32); err != nil {
			return nil, err
		}
		s.cons = append(s.cons, v)
	}
	return eval.None, nil
}

func (s *z3Solver) pop(_ *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	n := 1
	if err := eval.UnpackArgs("pop", args, kw, "num?", &n); err != nil {
		return nil, err
	}
	if n < 0 || n > len(s.levels) {
		return nil, eval.Raise("ValueError", "pop(%d) after %d of push()", n, len(s.levels))
	}
	if n > 0 {
		at := len(s.levels) - n
		s.cons, s.goals = s.cons[:s.levels[at][0]], s.goals[:s.levels[at][1]]
		s.levels = s.levels[:at]
	}
	return eval.None, nil
}

func (s *z3Solver) goal(th *eval.Thread, name string, args values, kw kwargs) (eval.Value, error) {
	var x eval.Value
	if err := eval.UnpackArgs(name, args, kw, "arg", &x); err != nil {
		return nil, err
	}
	t, ok := s.r.b.lift(x)
	if !ok {
		return nil, eval.Raise("TypeError", "%s() takes a term, not a value of type '%s'", name, x.TypeName())
	}
	g := &z3Goal{sense: model.Maximise, t: t, b: s.r.b}
	if name == "minimize" {
		g.sense = model.Minimise
	}
	s.goals = append(s.goals, g)
	return g, th.Alloc(64)
}

// TypeName gives "OptimizeObjective".
func (*z3Goal) TypeName() string { return "OptimizeObjective" }

func (g *z3Goal) value() (eval.Value, error) {
	if !g.best.Valid() {
		return nil, eval.Raise("RuntimeError", "no check() has found a best value")
	}
	return &numeral{g.b, g.best}, nil
}

// Attr gives value, lower and upper.
func (g *z3Goal) Attr(_ *eval.Thread, name string) (eval.Value, error) {
	switch name {
	case "value", "lower", "upper":
		return eval.NewBuiltin(name, func(*eval.Thread, values, kwargs) (eval.Value, error) { return g.value() }), nil
	}
	return nil, nil
}

// What a check costs in steps of the expressions, besides the work of the engine.
const checkSteps = 500

// check looks for a solution of the constraints and of the assumptions given: with goals, for a best one, the first goal counting
// before the second.
func (s *z3Solver) check(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	if err := noKeywords("check", kw); err != nil {
		return nil, err
	}
	extra, err := s.r.flatten(th, args, 0)
	if err != nil {
		return nil, err
	}
	if err := th.Step(checkSteps + 10*len(s.cons)); err != nil {
		return nil, err
	}
	s.found, s.last = nil, "unknown"
	for _, g := range s.goals {
		g.best = model.Value{}
	}
	var res solve.Result
	err = s.r.aside(func() error {
		b := s.r.b
		for _, v := range append(append(values(nil), s.cons...), extra...) {
			if f := s.r.assert("", "check", v); f != nil {
				return eval.Raise("TypeError", "%v", f)
			}
		}
		if len(s.goals) == 0 {
			return s.ask(th, func(_ solve.Engine, x solve.Session) (err error) {
				res, err = x.Solve(s.r.ctx)
				return err
			})
		}
		for _, g := range s.goals {
			b.SetObjective(g.sense, g.t)
			var best solve.Optimum
			if err := s.ask(th, func(_ solve.Engine, x solve.Session) (err error) {
				best, err = x.Optimise(s.r.ctx, 1)
				return err
			}); err != nil {
				return err
			}
			if res.Status = best.Status; best.Status != solve.Sat {
				return nil
			}
			if best.Unbounded || !best.Attained || len(best.Solutions) == 0 {
				return eval.Raise("ValueError", "check(): %s has no best value", b.Format(g.t))
			}
			g.best, res.Solution = best.Value, best.Solutions[0]
			b.Assert("", b.Eq(g.t, b.Val(best.Value)))
		}
		return nil
	})
	switch {
	case errors.Is(err, solve.ErrBudget), errors.Is(err, solve.ErrUnsupported), errors.Is(err, solve.ErrGaveUp):
	case err != nil:
		return nil, err
	case res.Status == solve.Sat:
		s.found, s.last = &z3Model{solution{s.r.b, res.Solution}}, "sat"
	case res.Status == solve.Unsat:
		s.last = "unsat"
	}
	return verdict(s.last), nil
}

// ask has an engine answer, and charges its work as steps of the expressions.
func (s *z3Solver) ask(th *eval.Thread, fn func(solve.Engine, solve.Session) error) error {
	solver := s.r.solver
	defer func() { s.r.solver = solver }() // the record names the solver of the puzzle itself
	var work int64
	err := s.r.with(func(e solve.Engine, x solve.Session) error {
		err := fn(e, x)
		for _, w := range x.Work() {
			work += w.N
		}
		return err
	})
	if e := th.Step(int(min(work, 1<<40))); e != nil {
		return e
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return eval.Raise("RuntimeError", "check(): %v", err)
	}
	return err
}

// aside runs fn with a problem without constraints and puts them back behind it.
func (r *run) aside(fn func() error) error {
	kept := make([]model.Constraint, r.b.NumConstraints())
	for i := range kept {
		kept[i] = r.b.Constraint(i)
	}
	objective, asserted := r.b.Objective(), r.asserted
	r.b.Truncate(0)
	r.b.SetObjective(model.NoObjective, model.NoTerm)
	defer func() {
		r.b.Truncate(0)
		for _, c := range kept {
			r.b.Assert(c.Name, c.Term)
		}
		r.b.SetObjective(objective.Sense, objective.Term)
		r.asserted = asserted
	}()
	return fn()
}

// z3Model is a solution that a solver of an operator file found.
type z3Model struct{ solution }

// TypeName gives "ModelRef".
func (*z3Model) TypeName() string { return "ModelRef" }

// Repr lists the unknowns with their values.
func (m *z3Model) Repr(*eval.Thread) (string, error) {
	var parts []string
	for i, v := range m.a {
		if v.Valid() {
			parts = append(parts, m.b.Variable(model.Var(i)).Name+" = "+pythonValue(v))
		}
	}
	return "[" + strings.Join(parts, ", ") + "]", nil
}

// Len is the number of unknowns with a value.
func (m *z3Model) Len() int { return len(m.mentioned()) }

// Iter goes through the declarations of the unknowns with a value.
func (m *z3Model) Iter(th *eval.Thread) (eval.Iterator, error) {
	return eval.Iterate(th, eval.NewList(m.decls()...))
}

func (m *z3Model) decls() values {
	out := m.mentioned()
	for i, v := range out {
		out[i] = &z3Decl{v.(*term)}
	}
	return out
}

// Index answers model[unknown]: None where it has no value.
func (m *z3Model) Index(_ *eval.Thread, key eval.Value) (eval.Value, error) {
	t, ok := key.(*term)
	if d, isDecl := key.(*z3Decl); isDecl {
		t, ok = d.t, true
	}
	if !ok {
		return nil, eval.Raise("TypeError", "a model is asked for an unknown, not for a value of type '%s'", key.TypeName())
	}
	v, ok := m.b.VarOf(t.t)
	if !ok {
		return nil, eval.Raise("TypeError", "%s is no unknown: use evaluate()", m.b.Format(t.t))
	}
	if x := m.a.Value(v); x.Valid() {
		return &numeral{m.b, x}, nil
	}
	return eval.None, nil
}

// AttrNames lists the methods.
func (m *z3Model) AttrNames() []string { return []string{"decls", "eval", "evaluate", "get_interp"} }

// Attr gives the methods.
func (m *z3Model) Attr(_ *eval.Thread, name string) (eval.Value, error) {
	switch name {
	case "eval", "evaluate":
		return eval.NewBuiltin(name, m.evaluate), nil
	case "decls":
		return eval.NewBuiltin(name, func(*eval.Thread, values, kwargs) (eval.Value, error) { return eval.NewList(m.decls()...), nil }), nil
	case "get_interp":
		return eval.NewBuiltin(name, func(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
			var x eval.Value
			if err := eval.UnpackArgs(name, args, kw, "decl", &x); err != nil {
				return nil, err
			}
			return m.Index(th, x)
		}), nil
	}
	return nil, nil
}

func (m *z3Model) evaluate(_ *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var x eval.Value
	complete := false
	if err := eval.UnpackArgs("evaluate", args, kw, "t", &x, "model_completion?", &complete); err != nil {
		return nil, err
	}
	t, ok := m.b.lift(x)
	if !ok {
		return x, nil
	}
	a := m.a
	if complete {
		a = append(model.Assignment(nil), a...)
		for _, v := range m.b.VarsOf(t) {
			for int(v) >= len(a) {
				a = append(a, model.Value{})
			}
			if !a[v].Valid() {
				switch m.b.Variable(v).Sort {
				case model.Bool:
					a[v] = model.BoolValue(false)
				case model.Real:
					a[v] = model.RatValue(new(big.Rat))
				default:
					a[v] = model.IntValue(0)
				}
			}
		}
	}
	v, err := m.b.Eval(t, a)
	if err != nil {
		return x, nil // something in it has no value: it stays what it is
	}
	return &numeral{m.b, v}, nil
}

// z3Decl is the declaration of an unknown.
type z3Decl struct{ t *term }

// TypeName gives "FuncDeclRef".
func (*z3Decl) TypeName() string { return "FuncDeclRef" }

func (d *z3Decl) name() string { return d.t.b.Format(d.t.t) }

// Repr is the name.
func (d *z3Decl) Repr(*eval.Thread) (string, error) { return d.name(), nil }

// Call gives the unknown itself.
func (d *z3Decl) Call(*eval.Thread, []eval.Value, []eval.Kwarg) (eval.Value, error) { return d.t, nil }

// Hash and EqualKey make declarations keys.
func (d *z3Decl) Hash(th *eval.Thread) (uint64, error) { return d.t.Hash(th) }

// EqualKey tells whether both declare the same unknown.
func (d *z3Decl) EqualKey(_ *eval.Thread, other eval.Value) (bool, error) {
	o, ok := other.(*z3Decl)
	return ok && o.t.t == d.t.t, nil
}

// Attr gives name().
func (d *z3Decl) Attr(_ *eval.Thread, name string) (eval.Value, error) {
	if name == "name" {
		return eval.NewBuiltin(name, func(*eval.Thread, values, kwargs) (eval.Value, error) { return eval.Str(d.name()), nil }), nil
	}
	return nil, nil
}

// numeral is a value in a model: a number or a truth value that keeps its exact value, and answers as_long() and the like.
// In arithmetic and comparisons it is what it stands for.
type numeral struct {
	b *build
	v model.Value
}

// TypeName is that of z3's class.
func (n *numeral) TypeName() string {
	switch n.v.Sort() {
	case model.Bool:
		return "BoolRef"
	case model.Int:
		return "IntNumRef"
	}
	return "RatNumRef"
}

// Repr prints it as z3 does: fractions as such.
func (n *numeral) Repr(*eval.Thread) (string, error) { return n.text(), nil }

func (n *numeral) text() string {
	if n.v.Sort() == model.Bool {
		return pythonValue(n.v)
	}
	return n.v.Rat().RatString()
}

// Truth is that of a truth value.
func (n *numeral) Truth(*eval.Thread) (bool, error) { return n.v.Sign() != 0, nil }

// Hash is that of the plain value.
func (n *numeral) Hash(th *eval.Thread) (uint64, error) { return eval.Hash(th, plain(n.v)) }

// EqualKey tells whether the plain values are equal.
func (n *numeral) EqualKey(th *eval.Thread, other eval.Value) (bool, error) {
	if o, ok := other.(*numeral); ok {
		other = plain(o.v)
	}
	return eval.Equal(th, plain(n.v), other)
}

// CompareOp compares the plain value.
func (n *numeral) CompareOp(th *eval.Thread, op eval.Op, other eval.Value) (eval.Value, error) {
	switch o := other.(type) {
	case *numeral:
		return eval.Bool(compareHolds(op, n.v.Compare(o.v))), nil
	case *term:
		c := &term{b: n.b, t: n.b.Val(n.v)}
		return c.CompareOp(th, op, o)
	}
	return eval.Compare(th, op, plain(n.v), other)
}

func compareHolds(op eval.Op, c int) bool {
	switch op {
	case eval.OpEq:
		return c == 0
	case eval.OpNe:
		return c != 0
	case eval.OpLt:
		return c < 0
	case eval.OpLe:
		return c <= 0
	case eval.OpGt:
		return c > 0
	}
	return c >= 0
}

// BinaryOp computes with the plain value.
func (n *numeral) BinaryOp(th *eval.Thread, op eval.Op, other eval.Value, reflected bool) (eval.Value, error) {
	x := plain(n.v)
	if o, ok := other.(*numeral); ok {
		other = plain(o.v)
	}
	if reflected {
		return eval.BinaryOp(th, op, other, x)
	}
	return eval.BinaryOp(th, op, x, other)
}

// UnaryOp computes with the plain value.
func (n *numeral) UnaryOp(th *eval.Thread, op eval.Op) (eval.Value, error) {
	return eval.UnaryOp(th, op, plain(n.v))
}

// Format formats the plain value.
func (n *numeral) Format(th *eval.Thread, spec string) (string, error) {
	return eval.ToFormat(th, plain(n.v), spec)
}

// Convert gives int(n) and float(n).
func (n *numeral) Convert(th *eval.Thread, to string) (eval.Value, error) {
	if to == "float" {
		return eval.ToFloat(th, plain(n.v))
	}
	return eval.ToInt(th, plain(n.v))
}

// AttrNames lists the methods.
func (n *numeral) AttrNames() []string {
	return []string{"as_decimal", "as_fraction", "as_long", "as_string", "denominator_as_long", "numerator_as_long", "py_value", "sexpr"}
}

// Attr gives the methods.
func (n *numeral) Attr(_ *eval.Thread, name string) (eval.Value, error) {
	var fn eval.BuiltinFunc
	switch name {
	case "as_long":
		fn = func(*eval.Thread, values, kwargs) (eval.Value, error) {
			if !n.v.IsInt() {
				return nil, eval.Raise("ValueError", "as_long() of %v, which is not whole", n.v)
			}
			return eval.MakeBig(n.v.BigInt()), nil
		}
	case "numerator_as_long":
		fn = func(*eval.Thread, values, kwargs) (eval.Value, error) { return eval.MakeBig(n.v.Rat().Num()), nil }
	case "denominator_as_long":
		fn = func(*eval.Thread, values, kwargs) (eval.Value, error) { return eval.MakeBig(n.v.Rat().Denom()), nil }
	case "as_fraction":
		fn = func(th *eval.Thread, _ values, _ kwargs) (eval.Value, error) {
			m, err := th.Import("fractions")
			if err != nil {
				return nil, err
			}
			f, err := eval.GetAttr(th, m, "Fraction")
			if err != nil {
				return nil, err
			}
			r := n.v.Rat()
			return eval.Call(th, f, values{eval.MakeBig(r.Num()), eval.MakeBig(r.Denom())}, nil)
		}
	case "as_decimal":
		fn = func(_ *eval.Thread, args values, kw kwargs) (eval.Value, error) {
			var prec int
			if err := eval.UnpackArgs(name, args, kw, "prec", &prec); err != nil {
				return nil, err
			}
			prec = min(max(prec, 0), 1000)
			r := n.v.Rat()
			s := r.FloatString(prec)
			if strings.Contains(s, ".") {
				s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
			}
			if back, ok := new(big.Rat).SetString(s); !ok || back.Cmp(r) != 0 {
				s += "?"
			}
			return eval.Str(s), nil
		}
	case "as_string", "sexpr":
		fn = func(*eval.Thread, values, kwargs) (eval.Value, error) { return eval.Str(n.text()), nil }
	case "py_value":
		fn = func(*eval.Thread, values, kwargs) (eval.Value, error) { return plain(n.v), nil }
	default:
		return nil, nil
	}
	return eval.NewBuiltin(name, fn), nil
}
