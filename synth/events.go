package synth

import (
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/eval"
)

// howMany is the number of events that hold.
func (w *Worker) howMany(th *eval.Thread, name string, events values) (model.Term, error) {
	ts, err := w.bools(th, name, events)
	if err != nil {
		return model.NoTerm, err
	}
	return w.run.b.Add(ts...), nil
}

func (w *Worker) opEventCount(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	const name = "gen_event_count_condition"
	var events eval.Value
	var kind string
	var num eval.Value = eval.Int(0)
	if err := eval.UnpackArgs(name, args, kw, "events", &events, "type", &kind, "num?", &num); err != nil {
		return nil, err
	}
	vs, err := w.flatten(th, values{events}, 0)
	if err != nil {
		return nil, err
	}
	if kind == "distinct" {
		v, err := w.distinct(th, vs)
		if err != nil {
			return nil, err
		}
		return eval.NewList(v), nil
	}
	b := w.run.b
	var limit model.Term
	if t, ok := num.(*term); ok {
		limit = t.t
	} else {
		n, err := integer(num)
		if err != nil {
			return nil, eval.Raise("TypeError", "%s(): num: %v", name, err)
		}
		limit = b.Num(min(max(n, 0), int64(len(vs))))
	}
	count, err := w.howMany(th, name, vs)
	if err != nil {
		return nil, err
	}
	var c model.Term
	switch kind {
	case "most":
		c = b.Le(count, limit)
	case "least":
		c = b.Ge(count, limit)
	case "equal":
		c = b.Eq(count, limit)
	default:
		return nil, eval.Raise("ValueError", "%s(): type is '%s', expected most, least, equal or distinct", name, kind)
	}
	v, err := b.result(c)
	if err != nil {
		return nil, err
	}
	return eval.NewList(v), nil
}

func (w *Worker) opMultiEventCount(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	const name = "gen_multi_event_count_condition"
	var groups, target eval.Value
	var kind string
	if err := eval.UnpackArgs(name, args, kw, "groups", &groups, "type", &kind, "target", &target); err != nil {
		return nil, err
	}
	if kind != "wc" {
		return nil, eval.Raise("ValueError", "%s(): type is '%s', expected wc", name, kind)
	}
	gs, err := w.run.elements(groups)
	if err != nil {
		return nil, err
	}
	b := w.run.b
	counts := make([]model.Term, len(gs))
	for i, g := range gs {
		events, err := w.flatten(th, values{g}, 0)
		if err != nil {
			return nil, err
		}
		if counts[i], err = w.howMany(th, name, events); err != nil {
			return nil, err
		}
	}
	targets, err := w.run.elements(target)
	if err != nil {
		return nil, err
	}
	var out values
	for k, tv := range targets {
		n, err := integer(tv)
		if err != nil {
			return nil, eval.Raise("TypeError", "%s(): target: %v", name, err)
		}
		if n <= 0 {
			continue
		}
		having := make([]model.Term, len(counts))
		for i, c := range counts {
			having[i] = b.Eq(c, b.Num(int64(k)))
		}
		v, err := b.result(b.Eq(b.Add(having...), b.Num(n)))
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return eval.NewList(out...), nil
}

func (w *Worker) opMakeExpr(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	const name = "make_expr"
	if err := noKeywords(name, kw); err != nil {
		return nil, err
	}
	if len(args) == 0 {
		return nil, eval.Raise("TypeError", "make_expr() takes an operator and its operands")
	}
	op, ok := args[0].(eval.Str)
	if !ok {
		return nil, eval.Raise("TypeError", "make_expr(): the operator is a text, not a value of type '%s'", args[0].TypeName())
	}
	operands := args[1:]
	if len(operands) == 1 {
		switch operands[0].(type) {
		case *eval.List, *eval.Tuple:
			elems, err := w.run.elements(operands[0])
			if err != nil {
				return nil, err
			}
			operands = elems
		}
	}
	two := func(apply func(a, b eval.Value) (eval.Value, error)) (eval.Value, error) {
		if len(operands) != 2 {
			return nil, eval.Raise("TypeError", "make_expr('%s') takes 2 operands (%d given)", string(op), len(operands))
		}
		return apply(operands[0], operands[1])
	}
	compare := func(o eval.Op) (eval.Value, error) {
		return two(func(a, b eval.Value) (eval.Value, error) { return eval.Compare(th, o, a, b) })
	}
	arith := func(o eval.Op) (eval.Value, error) {
		if (o == eval.OpAdd || o == eval.OpMul) && len(operands) > 2 {
			acc := operands[0]
			for _, x := range operands[1:] {
				var err error
				if acc, err = eval.BinaryOp(th, o, acc, x); err != nil {
					return nil, err
				}
			}
			return acc, nil
		}
		return two(func(a, b eval.Value) (eval.Value, error) { return eval.BinaryOp(th, o, a, b) })
	}
	switch op {
	case "eq", "==":
		return compare(eval.OpEq)
	case "neq", "ne", "!=":
		return compare(eval.OpNe)
	case "gt", ">":
		return compare(eval.OpGt)
	case "ge", "gte", ">=":
		return compare(eval.OpGe)
	case "lt", "<":
		return compare(eval.OpLt)
	case "le", "lte", "<=":
		return compare(eval.OpLe)
	case "and", "&&":
		return w.opAnd(th, operands, nil)
	case "or", "||":
		return w.opOr(th, operands, nil)
	case "not", "!":
		return w.opNot(th, operands, nil)
	case "implies", "=>":
		return w.opImplies(th, operands, nil)
	case "add", "+":
		return arith(eval.OpAdd)
	case "sub", "-":
		return arith(eval.OpSub)
	case "mul", "*":
		return arith(eval.OpMul)
	case "div", "/":
		return arith(eval.OpDiv)
	}
	return nil, eval.Raise("ValueError", "make_expr(): unknown operator '%s', expected one of eq neq gt ge lt le and or not implies add sub mul div",
		string(op))
}

// eachSolution gives the solutions of an argument: a list of them, or a single one.
func (w *Worker) eachSolution(v eval.Value) ([]*solution, error) {
	if s, ok := v.(*solution); ok {
		return []*solution{s}, nil
	}
	elems, err := w.run.elements(v)
	if err != nil {
		return nil, err
	}
	out := make([]*solution, len(elems))
	for i, e := range elems {
		s, ok := e.(*solution)
		if !ok {
			return nil, eval.Raise("TypeError", "a solution was expected, not a value of type '%s'", e.TypeName())
		}
		out[i] = s
	}
	return out, nil
}

// holds reports whether an event has the required value in a solution, or none at all.
func holds(th *eval.Thread, s *solution, event eval.Value, require bool) (bool, error) {
	v, err := s.value(th, event)
	if err != nil {
		return false, err
	}
	if _, none := v.(eval.NoneType); none {
		return true, nil
	}
	ok, err := eval.Truth(th, v)
	return ok == require, err
}

// eventArgs unpacks the arguments that the functions over events and solutions share.
func (w *Worker) eventArgs(th *eval.Thread, name string, args values, kw kwargs, num *int) (values, []*solution, bool, error) {
	var events, solutions eval.Value
	require := true
	pairs := []any{"events", &events, "solutions", &solutions, "require?", &require}
	if num != nil {
		pairs = append(pairs, "num?", num)
	}
	if err := eval.UnpackArgs(name, args, kw, pairs...); err != nil {
		return nil, nil, false, err
	}
	evs, err := w.flatten(th, values{events}, 0)
	if err != nil {
		return nil, nil, false, err
	}
	sols, err := w.eachSolution(solutions)
	return evs, sols, require, err
}

func (w *Worker) opTFEvents(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	events, sols, require, err := w.eventArgs(th, "get_TF_events_for_each_solution", args, kw, nil)
	if err != nil {
		return nil, err
	}
	out := make(values, len(sols))
	for i, s := range sols {
		if err := th.Step(len(events)); err != nil {
			return nil, err
		}
		var held values
		for _, e := range events {
			ok, err := holds(th, s, e, require)
			if err != nil {
				return nil, err
			}
			if ok {
				held = append(held, e)
			}
		}
		out[i] = eval.NewList(held...)
	}
	return eval.NewList(out...), nil
}

func (w *Worker) opAlwaysTF(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	events, sols, require, err := w.eventArgs(th, "find_always_TF_events", args, kw, nil)
	if err != nil {
		return nil, err
	}
	var always, not values
	for _, e := range events {
		ok, err := allHold(th, sols, values{e}, require)
		if err != nil {
			return nil, err
		}
		if ok {
			always = append(always, e)
		} else {
			not = append(not, e)
		}
	}
	return eval.NewTuple(eval.NewList(always...), eval.NewList(not...)), nil
}

func allHold(th *eval.Thread, sols []*solution, events values, require bool) (bool, error) {
	for _, s := range sols {
		if err := th.Step(len(events)); err != nil {
			return false, err
		}
		for _, e := range events {
			if ok, err := holds(th, s, e, require); err != nil || !ok {
				return false, err
			}
		}
	}
	return true, nil
}

func (w *Worker) opAlwaysCombined(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	const name = "find_always_TF_combined_events"
	num := 2
	events, sols, require, err := w.eventArgs(th, name, args, kw, &num)
	if err != nil {
		return nil, err
	}
	if num < 0 {
		return nil, eval.Raise("ValueError", "%s(): num is %d", name, num)
	}
	var always, not values
	pick := make([]int, num)
	var walk func(k, from int) error
	walk = func(k, from int) error {
		if k < num {
			for i := from; i < len(events); i++ {
				pick[k] = i
				if err := walk(k+1, i+1); err != nil {
					return err
				}
			}
			return nil
		}
		group := make(values, num)
		for i, p := range pick {
			group[i] = events[p]
		}
		ok, err := allHold(th, sols, group, require)
		if err != nil {
			return err
		}
		if err := th.Alloc(16 * (num + 2)); err != nil {
			return err
		}
		if ok {
			always = append(always, eval.NewTuple(group...))
		} else {
			not = append(not, eval.NewTuple(group...))
		}
		return nil
	}
	if err := walk(0, 0); err != nil {
		return nil, err
	}
	return eval.NewTuple(eval.NewList(always...), eval.NewList(not...)), nil
}

// opNonSolutions finds assignments that keep some conditions but are no solutions.
func (w *Worker) opNonSolutions(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	const name = "get_required_non_solutions"
	var solutions eval.Value
	var conditions eval.Value = eval.NewList()
	num := 5
	if err := eval.UnpackArgs(name, args, kw, "solutions", &solutions, "conditions?", &conditions, "num?", &num); err != nil {
		return nil, err
	}
	sols, err := w.eachSolution(solutions)
	if err != nil {
		return nil, err
	}
	found, err := w.run.nonSolutions(sols, conditions, num)
	if err != nil {
		return nil, err
	}
	out := make(values, len(found))
	for i, a := range found {
		out[i] = &solution{w.run.b, a}
	}
	return eval.NewList(out...), nil
}
