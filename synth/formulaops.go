package synth

import (
	"github.com/quandary-puzzles/quandary/py/eval"
	algebra "github.com/quandary-puzzles/quandary/synth/formula"
)

func (w *Worker) opFormula(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	list, err := w.formulas(th, "generate_formula", append(values{eval.Int(1)}, args...), kw)
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

func (w *Worker) opFormulas(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	list, err := w.formulas(th, "generate_formulas", args, kw)
	if err != nil {
		return nil, err
	}
	return eval.NewList(list...), nil
}

func (w *Worker) formulas(th *eval.Thread, name string, args values, kw kwargs) (values, error) {
	var num, vars int
	cond, power, depth := false, true, 5
	if err := eval.UnpackArgs(name, args, kw, "formula_num", &num, "vars_num", &vars, "is_cond?", &cond, "allow_power?", &power,
		"max_depth?", &depth); err != nil {
		return nil, err
	}
	if num < 0 || num > 1000 || vars < 1 || vars > 1000 || depth < 1 || depth > 10 {
		return nil, eval.Raise("ValueError", "%s(): %d formulas with %d variables and depth %d, expected up to 1000, 1 to 1000, 1 to 10",
			name, num, vars, depth)
	}
	seen := map[string]bool{}
	var out values
	for tries := 0; len(out) < num; tries++ {
		if tries > 100*num+1000 {
			return nil, eval.Raise("ValueError", "%s(): no %d different formulas of depth %d", name, num, depth)
		}
		if err := th.Step(1 << depth); err != nil {
			return nil, err
		}
		text := algebra.Random(w.run.at.stream(), algebra.Options{Vars: vars, Cond: cond, Power: power, MaxDepth: depth}).String()
		if !seen[text] {
			seen[text] = true
			out = append(out, eval.Str(text))
		}
	}
	return out, nil
}

// parseFormula reads a formula, and checks that there are enough variables for it.
func parseFormula(name string, v eval.Value, vars int) (*algebra.Node, error) {
	s, ok := v.(eval.Str)
	if !ok {
		return nil, eval.Raise("TypeError", "%s(): a formula is a text, not a value of type '%s'", name, v.TypeName())
	}
	n, err := algebra.Parse(string(s))
	if err != nil {
		return nil, eval.Raise("ValueError", "%s(): %v", name, err)
	}
	if n.Vars() > vars {
		return nil, eval.Raise("ValueError", "%s(): the formula has %d variables, %d values were given", name, n.Vars(), vars)
	}
	return n, nil
}

func (w *Worker) opBuildSystem(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	const name = "build_system"
	var formulas, vars eval.Value
	var varNames eval.Value = eval.None
	if err := eval.UnpackArgs(name, args, kw, "formulas", &formulas, "vars", &vars, "var_names?", &varNames); err != nil {
		return nil, err
	}
	if s, ok := formulas.(eval.Str); ok {
		formulas = eval.NewList(s)
	}
	fs, err := w.run.elements(formulas)
	if err != nil {
		return nil, err
	}
	xs, err := w.run.elements(vars)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(xs))
	for i, x := range xs {
		if t, ok := x.(*term); ok {
			names[i] = t.b.Format(t.t)
		}
	}
	if _, none := varNames.(eval.NoneType); !none {
		given, err := w.run.elements(varNames)
		if err != nil {
			return nil, err
		}
		for i := range min(len(given), len(names)) {
			if names[i], err = eval.ToStr(th, given[i]); err != nil {
				return nil, err
			}
		}
	}
	var exprs, sides values
	nodes := make([]*algebra.Node, len(fs))
	for i, f := range fs {
		if nodes[i], err = parseFormula(name, f, len(xs)); err != nil {
			return nil, err
		}
		v, err := w.compute(th, nodes[i], xs, &sides)
		if err != nil {
			return nil, err
		}
		exprs = append(exprs, v)
	}
	d := eval.NewDict(3)
	for _, kv := range []struct {
		k string
		v eval.Value
	}{
		{"z3_expr", eval.NewList(exprs...)}, {"z3_constraint", eval.NewList(sides...)},
		{"latex_str", eval.Str(algebra.System(nodes, func(i int) string { return names[i] }))},
	} {
		if err := d.Set(th, eval.Str(kv.k), kv.v); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// compute gives the value of a formula, a term where the variables are terms; sides collects the conditions under which it
// has a value.
func (w *Worker) compute(th *eval.Thread, n *algebra.Node, xs values, sides *values) (eval.Value, error) {
	if err := th.Step(1); err != nil {
		return nil, err
	}
	switch n.Op {
	case algebra.Var:
		return xs[n.N], nil
	case algebra.Const:
		return eval.MakeInt(int64(n.N)), nil
	}
	l, err := w.compute(th, n.L, xs, sides)
	if err != nil {
		return nil, err
	}
	r, err := w.compute(th, n.R, xs, sides)
	if err != nil {
		return nil, err
	}
	switch n.Op {
	case algebra.Cmp:
		ops := map[string]eval.Op{"<=": eval.OpLe, ">=": eval.OpGe, "<": eval.OpLt, ">": eval.OpGt, "==": eval.OpEq, "!=": eval.OpNe}
		return eval.Compare(th, ops[n.Rel], l, r)
	case algebra.Add:
		return eval.BinaryOp(th, eval.OpAdd, l, r)
	case algebra.Sub:
		return eval.BinaryOp(th, eval.OpSub, l, r)
	case algebra.Mul:
		return eval.BinaryOp(th, eval.OpMul, l, r)
	case algebra.Power:
		return eval.BinaryOp(th, eval.OpPow, l, r)
	}
	if _, ok := r.(*term); ok {
		side, err := eval.Compare(th, eval.OpNe, r, eval.MakeInt(0))
		if err != nil {
			return nil, err
		}
		*sides = append(*sides, side)
	}
	return eval.BinaryOp(th, eval.OpDiv, l, r)
}

func (w *Worker) opFormulaValue(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	const name = "get_formula_value"
	var f, vals eval.Value
	if err := eval.UnpackArgs(name, args, kw, "formula", &f, "values", &vals); err != nil {
		return nil, err
	}
	xs, err := w.run.elements(vals)
	if err != nil {
		return nil, err
	}
	n, err := parseFormula(name, f, len(xs))
	if err != nil {
		return nil, err
	}
	for _, x := range xs {
		if _, none := x.(eval.NoneType); none {
			return nil, eval.Raise("ValueError", "%s(): a variable has no value", name)
		}
	}
	var sides values
	return w.compute(th, n, xs, &sides)
}
