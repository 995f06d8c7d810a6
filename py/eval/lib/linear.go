package lib

import (
	"math/big"
	"strings"

	"github.com/quandary-puzzles/quandary/py/eval"
)

// linear is a linear expression: coefficients of symbols, and a constant. Without symbols it is a number of sympy's.
type linear struct {
	names []string // sorted
	coef  []*big.Rat
	c     *big.Rat
}

func (l *linear) TypeName() string {
	switch {
	case len(l.names) == 1 && l.isSymbol():
		return "Symbol"
	case len(l.names) > 0:
		return "Add"
	case l.c.IsInt():
		return "Integer"
	}
	return "Rational"
}

func (l *linear) isSymbol() bool {
	return len(l.names) == 1 && l.c.Sign() == 0 && l.coef[0].Cmp(big.NewRat(1, 1)) == 0
}

func linearOf(v eval.Value) (*linear, bool) {
	switch x := v.(type) {
	case *linear:
		return x, true
	case eval.Float:
		r := new(big.Rat)
		if r.SetFloat64(float64(x)) == nil {
			return nil, false
		}
		return &linear{c: r}, true
	}
	r, ok := ratOf(v)
	return &linear{c: r}, ok
}

// add is l + k·o.
func (l *linear) add(o *linear, k *big.Rat) *linear {
	out := &linear{c: new(big.Rat).Add(l.c, new(big.Rat).Mul(k, o.c))}
	i, j := 0, 0
	put := func(n string, r *big.Rat) {
		if r.Sign() != 0 {
			out.names = append(out.names, n)
			out.coef = append(out.coef, r)
		}
	}
	for i < len(l.names) || j < len(o.names) {
		switch {
		case j == len(o.names) || i < len(l.names) && l.names[i] < o.names[j]:
			put(l.names[i], l.coef[i])
			i++
		case i == len(l.names) || l.names[i] > o.names[j]:
			put(o.names[j], new(big.Rat).Mul(k, o.coef[j]))
			j++
		default:
			put(l.names[i], new(big.Rat).Add(l.coef[i], new(big.Rat).Mul(k, o.coef[j])))
			i++
			j++
		}
	}
	return out
}

var ratOne, ratMinus = big.NewRat(1, 1), big.NewRat(-1, 1)

func (l *linear) scale(k *big.Rat) *linear { return (&linear{c: new(big.Rat)}).add(l, k) }

func (l *linear) BinaryOp(th *eval.Thread, op eval.Op, other eval.Value, reflected bool) (eval.Value, error) {
	o, ok := linearOf(other)
	if !ok {
		return nil, nil
	}
	if err := th.Step(len(l.names) + len(o.names) + 4); err != nil {
		return nil, err
	}
	if err := th.Alloc(64 * (len(l.names) + len(o.names) + 1)); err != nil {
		return nil, err
	}
	a, b := l, o
	if reflected {
		a, b = b, a
	}
	tooHard := eval.Raise("NotImplementedError", "only linear expressions of symbols are part of the language")
	switch op {
	case eval.OpAdd:
		return a.add(b, ratOne), nil
	case eval.OpSub:
		return a.add(b, ratMinus), nil
	case eval.OpMul:
		switch {
		case len(a.names) == 0:
			return b.scale(a.c), nil
		case len(b.names) == 0:
			return a.scale(b.c), nil
		}
		return nil, tooHard
	case eval.OpDiv:
		if len(b.names) > 0 {
			return nil, tooHard
		}
		if b.c.Sign() == 0 {
			return nil, eval.Raise("ZeroDivisionError", "division by zero")
		}
		return a.scale(new(big.Rat).Inv(b.c)), nil
	}
	if len(a.names)+len(b.names) == 0 {
		v, err := eval.BinaryOp(th, op, a.plain(), b.plain())
		if err != nil {
			return nil, err
		}
		if r, ok := ratOf(v); ok {
			return &linear{c: r}, nil
		}
		return v, nil
	}
	return nil, tooHard
}

// plain is a number as Python's int or Fraction.
func (l *linear) plain() eval.Value {
	if l.c.IsInt() {
		return eval.MakeBig(new(big.Int).Set(l.c.Num()))
	}
	return &fraction{l.c}
}

func (l *linear) UnaryOp(_ *eval.Thread, op eval.Op) (eval.Value, error) {
	switch {
	case op == eval.OpNeg, op == eval.OpAbs && len(l.names) == 0 && l.c.Sign() < 0:
		return l.scale(ratMinus), nil
	case op == eval.OpPlus, op == eval.OpAbs && len(l.names) == 0:
		return l, nil
	}
	return nil, nil
}

// CompareOp compares numbers by value, and expressions by structure for == as sympy does.
func (l *linear) CompareOp(th *eval.Thread, op eval.Op, other eval.Value) (eval.Value, error) {
	o, ok := linearOf(other)
	if !ok {
		return nil, nil
	}
	d := l.add(o, ratMinus)
	if len(d.names) == 0 {
		return eval.Compare(th, op, eval.MakeInt(int64(d.c.Sign())), eval.MakeInt(0))
	}
	switch op {
	case eval.OpEq:
		return eval.False, nil
	case eval.OpNe:
		return eval.True, nil
	}
	return nil, eval.Raise("TypeError", "cannot determine truth value of Relational")
}

func (l *linear) Truth(*eval.Thread) (bool, error) { return len(l.names) > 0 || l.c.Sign() != 0, nil }

func (l *linear) Hash(th *eval.Thread) (uint64, error) {
	if len(l.names) == 0 {
		return (&fraction{l.c}).Hash(th)
	}
	return eval.Hash(th, eval.Str(l.text()))
}

func (l *linear) EqualKey(th *eval.Thread, other eval.Value) (bool, error) {
	v, err := l.CompareOp(th, eval.OpEq, other)
	return v == eval.Value(eval.True), err
}

func (l *linear) text() string {
	var b strings.Builder
	term := func(r *big.Rat, name string) {
		switch {
		case b.Len() == 0 && r.Sign() < 0:
			b.WriteString("-")
		case b.Len() > 0 && r.Sign() < 0:
			b.WriteString(" - ")
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		a := new(big.Rat).Abs(r)
		switch {
		case name == "":
			b.WriteString(a.RatString())
		case a.Num().Cmp(big.NewInt(1)) == 0 && a.IsInt():
			b.WriteString(name)
		case a.IsInt():
			b.WriteString(a.RatString() + "*" + name)
		case a.Num().Cmp(big.NewInt(1)) == 0:
			b.WriteString(name + "/" + a.Denom().String())
		default:
			b.WriteString(a.Num().String() + "*" + name + "/" + a.Denom().String())
		}
	}
	for i, n := range l.names {
		term(l.coef[i], n)
	}
	if l.c.Sign() != 0 || b.Len() == 0 {
		term(l.c, "")
	}
	return b.String()
}

func (l *linear) Repr(*eval.Thread) (string, error) { return l.text(), nil }

func (l *linear) Convert(_ *eval.Thread, to string) (eval.Value, error) {
	if len(l.names) > 0 {
		return nil, eval.Raise("TypeError", "Cannot convert symbols to %s", to)
	}
	if to == "index" && !l.c.IsInt() {
		return nil, nil
	}
	f := &fraction{l.c}
	if to == "float" {
		return eval.Float(f.float()), nil
	}
	return f.Convert(nil, "int")
}

func (l *linear) Round(th *eval.Thread, digits *int) (eval.Value, error) {
	if len(l.names) > 0 {
		return nil, nil
	}
	return (&fraction{l.c}).Round(th, digits)
}

func (l *linear) Format(th *eval.Thread, spec string) (string, error) {
	if len(l.names) > 0 || spec == "" {
		return l.text(), nil
	}
	if l.c.IsInt() {
		return eval.ToFormat(th, l.plain(), spec)
	}
	f, _ := l.c.Float64()
	return eval.ToFormat(th, eval.Float(f), spec)
}

func (l *linear) Attr(_ *eval.Thread, name string) (eval.Value, error) {
	number := len(l.names) == 0
	switch name {
	case "is_integer", "is_Integer":
		return eval.Bool(number && l.c.IsInt()), nil
	case "is_number", "is_Rational", "is_rational", "is_real":
		return eval.Bool(number), nil
	case "is_positive":
		return eval.Bool(number && l.c.Sign() > 0), nil
	case "is_negative":
		return eval.Bool(number && l.c.Sign() < 0), nil
	case "p", "numerator":
		return eval.MakeBig(new(big.Int).Set(l.c.Num())), nil
	case "q", "denominator":
		return eval.MakeBig(new(big.Int).Set(l.c.Denom())), nil
	case "name":
		if l.isSymbol() {
			return eval.Str(l.names[0]), nil
		}
	case "evalf":
		return method(name, func(*eval.Thread, []eval.Value, []eval.Kwarg) (eval.Value, error) {
			f, _ := l.c.Float64()
			return eval.Float(f), nil
		}), nil
	case "free_symbols":
		s := eval.NewSet()
		for _, n := range l.names {
			if err := s.Add(nil, symbol(n)); err != nil {
				return nil, err
			}
		}
		return s, nil
	case "subs":
		return method(name, func(th *eval.Thread, args []eval.Value, _ []eval.Kwarg) (eval.Value, error) { return l.subs(th, args) }), nil
	}
	return nil, nil
}

// subs puts values in for symbols.
func (l *linear) subs(th *eval.Thread, args []eval.Value) (eval.Value, error) {
	var pairs [][2]eval.Value
	switch {
	case len(args) == 2:
		pairs = [][2]eval.Value{{args[0], args[1]}}
	case len(args) == 1:
		if d, ok := args[0].(*eval.Dict); ok {
			pairs = d.Items()
			break
		}
		fallthrough
	default:
		return nil, eval.Raise("TypeError", "subs() takes a symbol and a value, or a dict")
	}
	out := &linear{c: l.c}
	for i, n := range l.names {
		var with *linear = symbol(n)
		for _, p := range pairs {
			if s, ok := p[0].(*linear); ok && s.isSymbol() && s.names[0] == n {
				v, ok := linearOf(p[1])
				if !ok {
					return nil, eval.Raise("TypeError", "cannot put '%s' in for a symbol", p[1].TypeName())
				}
				with = v
			}
		}
		out = out.add(with, l.coef[i])
	}
	return out, th.Step(len(l.names) * (len(pairs) + 1))
}

func symbol(name string) *linear {
	return &linear{names: []string{name}, coef: []*big.Rat{ratOne}, c: new(big.Rat)}
}
