package eval

import (
	"math/big"

	"github.com/quandary-puzzles/quandary/py/syntax"
)

// Value is a Python value. TypeName is the name that type(x).__name__ gives and error messages show.
//
// Concrete values of this package: NoneType, Bool, Int, *BigInt, Float, Str, *Tuple, *List, *Dict, *Set, *Range, *Slice,
// *Function, *Builtin, *BoundMethod, *Type, *Module, *Exception, *Instance and the iterators. Everything else that a value can do
// is told by the capability interfaces below.
type Value interface {
	TypeName() string
}

// Op names an operator, as the syntax does.
type Op = syntax.Op

// The operators that capability methods receive.
const (
	OpAdd      = syntax.Add
	OpSub      = syntax.Sub
	OpMul      = syntax.Mul
	OpDiv      = syntax.Div
	OpFloorDiv = syntax.FloorDiv
	OpMod      = syntax.Mod
	OpPow      = syntax.Pow
	OpLShift   = syntax.LShift
	OpRShift   = syntax.RShift
	OpAnd      = syntax.BitAnd
	OpOr       = syntax.BitOr
	OpXor      = syntax.BitXor
	OpMatMul   = syntax.MatMul
	OpEq       = syntax.Eq
	OpNe       = syntax.Ne
	OpLt       = syntax.Lt
	OpLe       = syntax.Le
	OpGt       = syntax.Gt
	OpGe       = syntax.Ge
	OpNeg      = syntax.Neg
	OpPlus     = syntax.Plus
	OpInvert   = syntax.Invert
	OpAbs      = syntax.Abs
)

// Truther says whether a value counts as true. A value without it is true unless it has a Len of 0. A symbolic term returns an error.
type Truther interface {
	Value
	Truth(th *Thread) (bool, error)
}

// Binary does arithmetic and bit operations. reflected tells that the receiver is the right operand and other the left one. A nil
// Value without an error means "not implemented": the other operand is asked, and then a TypeError raised.
type Binary interface {
	Value
	BinaryOp(th *Thread, op Op, other Value, reflected bool) (Value, error)
}

// Unary does -x, +x, ~x and abs(x). A nil Value without an error means "not implemented".
type Unary interface {
	Value
	UnaryOp(th *Thread, op Op) (Value, error)
}

// Comparer does == != < <= > >=, with the receiver on the left; a reflected comparison arrives as its mirror (a < x as
// x > a). The result is any value: a term for terms. A nil Value without an error means "not implemented": then == and != compare
// identities and the others raise a TypeError.
type Comparer interface {
	Value
	CompareOp(th *Thread, op Op, other Value) (Value, error)
}

// Attributer has attributes. A nil Value without an error means that there is none of that name.
type Attributer interface {
	Value
	Attr(th *Thread, name string) (Value, error)
}

// AttrLister names the attributes of a value, for dir() and for "did you mean".
type AttrLister interface {
	Value
	AttrNames() []string
}

// AttrSetter can have attributes set.
type AttrSetter interface {
	Value
	SetAttr(th *Thread, name string, v Value) error
}

// Indexer answers x[key]. The key may be a *Slice.
type Indexer interface {
	Value
	Index(th *Thread, key Value) (Value, error)
}

// IndexSetter takes x[key] = v.
type IndexSetter interface {
	Value
	SetIndex(th *Thread, key, v Value) error
}

// IndexDeleter takes del x[key].
type IndexDeleter interface {
	Value
	DelIndex(th *Thread, key Value) error
}

// Callable can be called. args and kwargs belong to the caller: a callee that keeps them copies them.
type Callable interface {
	Value
	Call(th *Thread, args []Value, kwargs []Kwarg) (Value, error)
}

// Kwarg is one keyword argument.
type Kwarg struct {
	Name  string
	Value Value
}

// Iterable can be iterated over.
type Iterable interface {
	Value
	Iter(th *Thread) (Iterator, error)
}

// Iterator is one iteration under way. Next gives nil without an error at the end.
type Iterator interface {
	Value
	Next(th *Thread) (Value, error)
}

// Lener has a length.
type Lener interface {
	Value
	Len() int
}

// Container answers "v in x". Without it, x is iterated over.
type Container interface {
	Value
	Contains(th *Thread, v Value) (bool, error)
}

// Hashable can be the key of a dict and the element of a set. EqualKey must agree with Hash; it is what dicts use in place
// of ==, which for terms would build a term.
type Hashable interface {
	Value
	Hash(th *Thread) (uint64, error)
	EqualKey(th *Thread, other Value) (bool, error)
}

// Reprer gives repr(x). Without it, repr is <type object>.
type Reprer interface {
	Value
	Repr(th *Thread) (string, error)
}

// Strer gives str(x). Without it, str is repr.
type Strer interface {
	Value
	Str(th *Thread) (string, error)
}

// Formatter gives format(x, spec). Without it, str(x) is formatted as a string.
type Formatter interface {
	Value
	Format(th *Thread, spec string) (string, error)
}

// Extremer finds the largest (or smallest) of several values of which the receiver is one, for max and min without a key. It is asked
// when any of the values implements it, as a symbolic term does. A nil Value without an error means "not implemented".
type Extremer interface {
	Value
	Extreme(th *Thread, max bool, all []Value) (Value, error)
}

// Rounder gives round(x, n); digits is nil when n is not given.
type Rounder interface {
	Value
	Round(th *Thread, digits *int) (Value, error)
}

// Converter gives int(x), float(x) or bool-like conversions of a foreign value; to is "int", "float" or "index". A nil
// Value without an error means "not implemented".
type Converter interface {
	Value
	Convert(th *Thread, to string) (Value, error)
}

// NoneType is the type of None.
type NoneType struct{}

// None is Python's None.
var None = NoneType{}

// EllipsisType is the type of the literal ….
type EllipsisType struct{}

// Bool is True or False. It is an int in arithmetic.
type Bool bool

// Python's truth values.
const (
	True  = Bool(true)
	False = Bool(false)
)

// Int is an int that fits 64 bits. Larger ones are *BigInt; both have the type name "int", and operations give whichever fits. MakeInt
// avoids an allocation for small numbers.
type Int int64

// BigInt is an int outside 64 bits. It is never changed after it is made.
type BigInt struct{ v *big.Int }

// Float is a float.
type Float float64

// Str is a string of Unicode characters; it always holds valid UTF-8.
type Str string

// TypeName gives "NoneType".
func (NoneType) TypeName() string { return "NoneType" }

// TypeName gives "ellipsis".
func (EllipsisType) TypeName() string { return "ellipsis" }

// TypeName gives "bool".
func (Bool) TypeName() string { return "bool" }

// TypeName gives "int".
func (Int) TypeName() string { return "int" }

// TypeName gives "int".
func (*BigInt) TypeName() string { return "int" }

// TypeName gives "float".
func (Float) TypeName() string { return "float" }

// TypeName gives "str".
func (Str) TypeName() string { return "str" }
