package lib

import (
	"math/big"
	"slices"
	"sort"
	"strings"

	"github.com/quandary-puzzles/quandary/py/eval"
)

// sympyModule is the part of sympy that linear systems need: symbols, Symbol, Eq, solve, linsolve, Rational, Integer and simplify.
func sympyModule() *eval.Module {
	rational := func(name string) eval.Value {
		return method(name, func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			v, err := newFraction(th, args, kw)
			if err != nil {
				return nil, err
			}
			return &linear{c: v.(*fraction).r}, nil
		})
	}
	return eval.NewModule("sympy", map[string]eval.Value{
		"symbols": method("symbols", sySymbols), "Symbol": method("Symbol", sySymbols), "Eq": method("Eq", syEq), "solve": method("solve", sySolve),
		"linsolve": method("linsolve", sySolve), "Rational": rational("Rational"), "Integer": rational("Integer"),
		"simplify": method("simplify", func(_ *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			var x eval.Value
			err := eval.UnpackArgs("simplify", args, kw, "expr", &x)
			return x, err
		}),
	})
}

// equation is Eq(a, b), held as a - b.
type equation struct {
	diff     *linear
	lhs, rhs *linear
}

func (*equation) TypeName() string { return "Equality" }

// sySymbols is symbols("x y") or symbols("x0:3"); assumptions such as integer=True are accepted and change nothing.
func sySymbols(th *eval.Thread, args []eval.Value, _ []eval.Kwarg) (eval.Value, error) {
	var spec eval.Value
	if err := eval.UnpackArgs("symbols", args, nil, "names", &spec); err != nil {
		return nil, err
	}
	s, ok := spec.(eval.Str)
	if !ok {
		return nil, eval.Raise("TypeError", "symbols() needs names in a str")
	}
	var out []eval.Value
	for _, n := range strings.FieldsFunc(string(s), func(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '\n' }) {
		head, hi, ranged := strings.Cut(n, ":")
		if !ranged {
			out = append(out, symbol(n))
			continue
		}
		stem := strings.TrimRight(head, "0123456789")
		lo := int64(0)
		if head != stem {
			v, err := eval.ToInt(th, eval.Str(head[len(stem):]))
			if err != nil {
				return nil, err
			}
			lo, _ = eval.AsInt64(v)
		}
		v, err := eval.ToInt(th, eval.Str(hi))
		if err != nil {
			return nil, err
		}
		end, _ := eval.AsInt64(v)
		if err := room(th, int(min(max(end-lo, 0), 1<<40))); err != nil {
			return nil, err
		}
		for i := lo; i < end; i++ {
			text, _ := eval.ToStr(th, eval.MakeInt(i))
			out = append(out, symbol(stem+text))
		}
	}
	if len(out) == 0 {
		return nil, eval.Raise("ValueError", "no symbols given")
	}
	if len(out) == 1 && !strings.ContainsAny(string(s), ",:") {
		return out[0], nil
	}
	return eval.NewTuple(out...), nil
}

func syEq(_ *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var a, b eval.Value = nil, eval.MakeInt(0)
	if err := eval.UnpackArgs("Eq", args, kw, "lhs", &a, "rhs?", &b); err != nil {
		return nil, err
	}
	x, ok1 := linearOf(a)
	y, ok2 := linearOf(b)
	if !ok1 || !ok2 {
		return nil, eval.Raise("TypeError", "Eq() needs linear expressions")
	}
	d := x.add(y, ratMinus)
	if len(d.names) == 0 {
		return eval.Bool(d.c.Sign() == 0), nil
	}
	return &equation{d, x, y}, nil
}

func (e *equation) Repr(*eval.Thread) (string, error) {
	return "Eq(" + e.lhs.text() + ", " + e.rhs.text() + ")", nil
}

func (e *equation) Attr(_ *eval.Thread, name string) (eval.Value, error) {
	switch name {
	case "lhs":
		return e.lhs, nil
	case "rhs":
		return e.rhs, nil
	}
	return nil, nil
}

// sySolve solves linear equations by elimination. As in sympy: a list of equations gives a dict from symbol to value, or [] when there is no
// solution; one equation in one symbol gives a list of values; dict=True gives a list of dicts.
func sySolve(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	asDict := false
	var kws []eval.Kwarg
	for _, k := range kw {
		if k.Name == "dict" {
			asDict, _ = eval.Truth(th, k.Value)
			continue
		}
		if k.Name != "set" && k.Name != "manual" && k.Name != "check" {
			kws = append(kws, k)
		}
	}
	if len(args) == 0 {
		return nil, eval.Raise("TypeError", "solve() needs equations")
	}
	if err := eval.NoKwargs("solve", kws); err != nil {
		return nil, err
	}
	eqs, single, holds, err := equations(th, args[0])
	if err != nil {
		return nil, err
	}
	if !holds {
		return eval.NewList(), nil
	}
	names, one, err := unknowns(th, args[1:], eqs)
	if err != nil {
		return nil, err
	}
	single = single && one
	sol, ok, err := eliminate(th, eqs, names)
	if err != nil {
		return nil, err
	}
	if !ok {
		return eval.NewList(), nil
	}
	d := eval.NewDict(len(sol))
	for _, n := range names {
		if v := sol[n]; v != nil {
			if err := d.Set(th, symbol(n), v); err != nil {
				return nil, err
			}
		}
	}
	switch {
	case asDict && d.Len() == 0, d.Len() == 0:
		return eval.NewList(), nil
	case asDict:
		return eval.NewList(d), nil
	case single && len(names) == 1:
		return eval.NewList(sol[names[0]]), nil
	}
	return d, nil
}

// equations reads an equation, or a list of them; holds is false where one of them is plainly false.
func equations(th *eval.Thread, arg eval.Value) (eqs []*linear, single, holds bool, err error) {
	items := []eval.Value{arg}
	single = true
	switch arg.(type) {
	case *eval.List, *eval.Tuple, *eval.Set:
		single = false
		if items, err = eval.ToSlice(th, arg); err != nil {
			return nil, false, false, err
		}
	}
	for _, x := range items {
		switch e := x.(type) {
		case *equation:
			eqs = append(eqs, e.diff)
		case *linear:
			eqs = append(eqs, e)
		case eval.Bool:
			if !e {
				return nil, single, false, nil
			}
		default:
			return nil, single, false, eval.Raise("TypeError", "solve() needs linear equations, not '%s'", x.TypeName())
		}
	}
	return eqs, single, true, nil
}

// unknowns reads the symbols to solve for; where none are given they are those of the equations. single is false where they come in a list.
func unknowns(th *eval.Thread, args []eval.Value, eqs []*linear) (names []string, single bool, err error) {
	single = true
	for _, a := range args {
		vs := []eval.Value{a}
		if _, ok := a.(*linear); !ok {
			if vs, err = eval.ToSlice(th, a); err != nil {
				return nil, false, err
			}
			single = false
		}
		for _, v := range vs {
			s, ok := v.(*linear)
			if !ok || !s.isSymbol() {
				return nil, false, eval.Raise("TypeError", "solve() needs symbols to solve for")
			}
			names = append(names, s.names[0])
		}
	}
	if len(names) == 0 {
		for _, e := range eqs {
			names = append(names, e.names...)
		}
		sort.Strings(names)
		names = slices.Compact(names)
	}
	return names, single, nil
}

// eliminate solves by Gauss and Jordan's method, for the names in order; symbols left free stay in the values.
func eliminate(th *eval.Thread, eqs []*linear, names []string) (map[string]*linear, bool, error) {
	rows := append([]*linear(nil), eqs...)
	coef := func(l *linear, n string) *big.Rat {
		for i, m := range l.names {
			if m == n {
				return l.coef[i]
			}
		}
		return nil
	}
	pivots := map[string]*linear{}
	var used []bool = make([]bool, len(rows))
	for _, n := range names {
		pick := -1
		for i, r := range rows {
			if !used[i] && coef(r, n) != nil {
				pick = i
				break
			}
		}
		if pick < 0 {
			continue
		}
		used[pick] = true
		rows[pick] = rows[pick].scale(new(big.Rat).Inv(coef(rows[pick], n)))
		for i, r := range rows {
			if err := th.Step(len(r.names) + 1); err != nil {
				return nil, false, err
			}
			if k := coef(r, n); i != pick && k != nil {
				rows[i] = r.add(rows[pick], new(big.Rat).Neg(k))
			}
		}
		pivots[n] = nil
	}
	for i, r := range rows {
		if !used[i] && (len(r.names) > 0 || r.c.Sign() != 0) {
			return nil, false, nil
		}
	}
	sol := map[string]*linear{}
	for i, r := range rows {
		if !used[i] {
			continue
		}
		for _, n := range names {
			if _, isPivot := pivots[n]; isPivot && coef(r, n) != nil && sol[n] == nil {
				sol[n] = symbol(n).add(r, ratMinus)
				break
			}
		}
	}
	return sol, true, nil
}
