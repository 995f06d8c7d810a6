package synth

import (
	"math/big"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/eval"
)

// term is a term of the problem under construction, as a value of the expression language: its operators build terms.
type term struct {
	b *build
	t model.Term
	// from says what the term was made for; nil for a term that an expression put together.
	from *origin
}

// origin says what a symbol's term was made from: the values drawn, and how to describe it.
type origin struct {
	sources []string       // the sources as the specification writes them
	keys    []eval.Value   // the value from each source: the value itself, or a list of them
	data    [][]eval.Value // the values drawn from each source
	text    func() (string, error)
}

// build is the problem under construction, with what the values of enumerations stand for.
type build struct {
	*model.Problem
	enums map[model.Var][]eval.Value
}

func (b *build) wrap(t model.Term) *term { return &term{b: b, t: t} }

// result wraps a term that an expression built; a mistake in building it becomes a Python exception.
func (b *build) result(t model.Term) (eval.Value, error) {
	if t == model.NoTerm {
		err := b.ClearErr()
		if err == nil {
			return nil, eval.Raise("TypeError", "a term of no sort")
		}
		if b.Err() != nil { // of memory, which stays; mistakes have been cleared
			return nil, err
		}
		return nil, eval.Raise("TypeError", "%v", err)
	}
	return &term{b: b, t: t}, nil
}

func (x *term) TypeName() string {
	switch x.b.Sort(x.t) {
	case model.Bool:
		return "BoolRef"
	case model.Int, model.Real:
		return "ArithRef"
	}
	return "ExprRef"
}

// constant gives the term of a plain value; false where the value is not one that terms know.
func (b *build) constant(v eval.Value) (model.Term, bool) {
	switch v := v.(type) {
	case eval.Bool:
		return b.Truth(bool(v)), true
	case eval.Int:
		return b.Num(int64(v)), true
	case *eval.BigInt:
		n, ok := bigOf(v)
		if !ok {
			return model.NoTerm, false
		}
		return b.BigNum(n), true
	case eval.Float:
		return b.Float(float64(v)), true
	}
	return model.NoTerm, false
}

// lift gives the term of a value, be it a term or plain.
func (b *build) lift(v eval.Value) (model.Term, bool) {
	switch x := v.(type) {
	case *term:
		return x.t, true
	case *numeral:
		return b.Val(x.v), true
	}
	return b.constant(v)
}

// enumTerm gives the number of a plain value among the values of an enumeration.
func (x *term) enumTerm(th *eval.Thread, v eval.Value) (model.Term, bool, error) {
	vr, ok := x.b.VarOf(x.t)
	if !ok {
		return model.NoTerm, false, nil
	}
	vals, ok := x.b.enums[vr]
	if !ok {
		return model.NoTerm, false, nil
	}
	for i, e := range vals {
		same, err := eval.Equal(th, e, v)
		if err != nil {
			return model.NoTerm, false, err
		}
		if same {
			return x.b.Num(int64(i)), true, nil
		}
	}
	return model.NoTerm, false, nil
}

// CompareOp builds comparisons. With a value that no term can equal, == and != are plain.
func (x *term) CompareOp(th *eval.Thread, op eval.Op, other eval.Value) (eval.Value, error) {
	b := x.b
	y, ok := b.lift(other)
	if _, isTerm := other.(*term); !isTerm {
		n, enum, err := x.enumTerm(th, other)
		if err != nil {
			return nil, err
		}
		if enum {
			y, ok = n, true
		}
	}
	if !ok {
		switch op {
		case eval.OpEq:
			return eval.False, nil
		case eval.OpNe:
			return eval.True, nil
		}
		return nil, nil
	}
	switch op {
	case eval.OpEq:
		return b.result(b.Eq(x.t, y))
	case eval.OpNe:
		return b.result(b.Ne(x.t, y))
	case eval.OpLt:
		return b.result(b.Lt(x.t, y))
	case eval.OpLe:
		return b.result(b.Le(x.t, y))
	case eval.OpGt:
		return b.result(b.Gt(x.t, y))
	case eval.OpGe:
		return b.result(b.Ge(x.t, y))
	}
	return nil, nil
}

// BinaryOp builds arithmetic, and the logic of & | ^ between Bools.
func (x *term) BinaryOp(_ *eval.Thread, op eval.Op, other eval.Value, reflected bool) (eval.Value, error) {
	b := x.b
	u, ok := b.lift(other)
	if !ok {
		return nil, nil
	}
	l, r := x.t, u
	if reflected {
		l, r = u, x.t
	}
	ints := b.Sort(l) != model.Real && b.Sort(r) != model.Real
	switch op {
	case eval.OpAdd:
		return b.result(b.Add(l, r))
	case eval.OpSub:
		return b.result(b.Sub(l, r))
	case eval.OpMul:
		return b.result(b.Mul(l, r))
	case eval.OpDiv:
		if ints {
			return b.result(b.IntDiv(l, r))
		}
		return b.result(b.RealDiv(l, r))
	case eval.OpFloorDiv:
		if ints {
			return b.result(b.IntDiv(l, r))
		}
		return b.result(b.ToInt(b.RealDiv(l, r)))
	case eval.OpMod:
		return b.result(b.Mod(l, r))
	case eval.OpPow:
		return b.result(b.Pow(l, r))
	}
	if b.Sort(l) != model.Bool || b.Sort(r) != model.Bool {
		return nil, nil
	}
	switch op {
	case eval.OpAnd:
		return b.result(b.And(l, r))
	case eval.OpOr:
		return b.result(b.Or(l, r))
	case eval.OpXor:
		return b.result(b.Xor(l, r))
	}
	return nil, nil
}

// UnaryOp builds -x, +x, abs(x), and ~x of a Bool.
func (x *term) UnaryOp(_ *eval.Thread, op eval.Op) (eval.Value, error) {
	b := x.b
	switch op {
	case eval.OpNeg:
		return b.result(b.Neg(x.t))
	case eval.OpPlus:
		return x, nil
	case eval.OpAbs:
		return b.result(b.Abs(x.t))
	case eval.OpInvert:
		if b.Sort(x.t) == model.Bool {
			return b.result(b.Not(x.t))
		}
	}
	return nil, nil
}

// Truth of a term is known where it is a constant, and where it compares a term with itself: `x in [x, y]` asks for that.
func (x *term) Truth(*eval.Thread) (bool, error) {
	b := x.b
	if c := b.ConstValue(x.t); c.Valid() {
		return c.Sign() != 0, nil
	}
	switch b.Op(x.t) {
	case model.OpEq:
		return b.Arg(x.t, 0) == b.Arg(x.t, 1), nil
	case model.OpNe:
		return b.Arg(x.t, 0) != b.Arg(x.t, 1), nil
	}
	return false, eval.Raise("TypeError",
		"%s is not known before the puzzle is solved: use If, And, Or, Not or Implies in place of if, and, or, not", x.b.Format(x.t))
}

// Hash and EqualKey make terms keys of dicts: equal terms are one key.
func (x *term) Hash(*eval.Thread) (uint64, error) {
	return uint64(x.t)*0x9e3779b97f4a7c15 + 0x7465726d, nil
}

// EqualKey tells whether the other value is the same term.
func (x *term) EqualKey(_ *eval.Thread, other eval.Value) (bool, error) {
	y, ok := other.(*term)
	return ok && y.t == x.t, nil
}

// Str is the term as people write it.
func (x *term) Str(*eval.Thread) (string, error) { return x.b.Format(x.t), nil }

// Repr is Str.
func (x *term) Repr(th *eval.Thread) (string, error) { return x.Str(th) }

// Extreme builds the largest or smallest of several.
func (x *term) Extreme(_ *eval.Thread, greatest bool, all []eval.Value) (eval.Value, error) {
	ts := make([]model.Term, len(all))
	for i, v := range all {
		t, ok := x.b.lift(v)
		if !ok {
			return nil, eval.Raise("TypeError", "max and min of a term and a value of type '%s'", v.TypeName())
		}
		ts[i] = t
	}
	if greatest {
		return x.b.result(x.b.Max(ts...))
	}
	return x.b.result(x.b.Min(ts...))
}

// plain gives the value of the expression language that a solver's value stands for: reals become floats.
func plain(v model.Value) eval.Value {
	switch v.Sort() {
	case model.Bool:
		return eval.Bool(v.Bool())
	case model.Int:
		if n, ok := v.Int64(); ok {
			return eval.MakeInt(n)
		}
		return bigValue(v.BigInt())
	case model.Real:
		return eval.Float(v.Float64())
	}
	return eval.None
}

var _ = big.NewInt
