package eval

import (
	"context"
	"sort"
)

type threadState struct{}

type funcCode struct{}

// Reset gives the thread fresh budgets and another stream, and drops what an earlier program left (open generators).
func (th *Thread) Reset(ctx context.Context, rand Random, limits Limits) {}

// Close ends generators that are still open. The thread can be Reset and used again.
func (th *Thread) Close() {}

// Random gives the thread's random stream.
func (th *Thread) Random() Random { return th.rand }

// Step charges n steps; the error is not nil when the budget is used up or the context is done.
func (th *Thread) Step(n int) error { return nil }

// Alloc charges n bytes.
func (th *Thread) Alloc(n int) error { return nil }

// EvalString compiles a string and evaluates it in the scope of the code that called the running builtin: it sees that
// code's locals, comprehension variables and globals. Compiled strings are cached by text.
func (th *Thread) EvalString(src string) (Value, error) { panic("unfinished") }

// Module is an importable module.
type Module struct {
	Name  string
	Attrs map[string]Value
}

// Builtin is a function written in Go.
type Builtin struct {
	Name string
	Fn   BuiltinFunc
}

// BuiltinFunc is the Go side of a Builtin. args and kwargs belong to the caller: copy what is kept.
type BuiltinFunc func(th *Thread, args []Value, kwargs []Kwarg) (Value, error)

// NewBuiltin makes a builtin.
func NewBuiltin(name string, fn BuiltinFunc) *Builtin { return &Builtin{name, fn} }

// TypeName gives "builtin_function_or_method".
func (*Builtin) TypeName() string { return "builtin_function_or_method" }

// UnpackArgs parses arguments for a builtin: pairs of a parameter name and a pointer (*Value, *int, *int64, *string, *bool, *float64, **List, …).
// A name that ends in ? is optional, as all after it; one that starts with * after that can be given by keyword only.
func UnpackArgs(fn string, args []Value, kwargs []Kwarg, pairs ...any) error { panic("unfinished") }

// MakeInt boxes an int without an allocation when it is small.
func MakeInt(i int64) Value { return Int(i) }

// Call calls a value.
func Call(th *Thread, f Value, args []Value, kwargs []Kwarg) (Value, error) { panic("unfinished") }

// Truth is bool(v).
func Truth(th *Thread, v Value) (bool, error) { panic("unfinished") }

// Equal is bool(a == b).
func Equal(th *Thread, a, b Value) (bool, error) { panic("unfinished") }

// Compare is a op b for the six comparison operators.
func Compare(th *Thread, op Op, a, b Value) (Value, error) { panic("unfinished") }

// BinaryOp is a op b.
func BinaryOp(th *Thread, op Op, a, b Value) (Value, error) { panic("unfinished") }

// UnaryOp is op a.
func UnaryOp(th *Thread, op Op, a Value) (Value, error) { panic("unfinished") }

// Hash is the hash under which dicts keep v.
func Hash(th *Thread, v Value) (uint64, error) { panic("unfinished") }

// ToStr is str(v).
func ToStr(th *Thread, v Value) (string, error) { panic("unfinished") }

// ToRepr is repr(v).
func ToRepr(th *Thread, v Value) (string, error) { panic("unfinished") }

// ToFormat is format(v, spec).
func ToFormat(th *Thread, v Value, spec string) (string, error) { panic("unfinished") }

// Iterate starts an iteration over v.
func Iterate(th *Thread, v Value) (Iterator, error) { panic("unfinished") }

// ToSlice gives the elements of an iterable as a new slice.
func ToSlice(th *Thread, v Value) ([]Value, error) { panic("unfinished") }

// GetAttr is v.name; GetIndex is v[key].
func GetAttr(th *Thread, v Value, name string) (Value, error) { panic("unfinished") }

// GetIndex is v[key].
func GetIndex(th *Thread, v, key Value) (Value, error) { panic("unfinished") }

// Raise makes a Python exception of a kind ("ValueError"), to be returned by builtins and capability methods.
func Raise(kind, format string, args ...any) error { panic("unfinished") }

// Error is a program's failure: the Python exception and where it arose.
type Error struct{}

func (e *Error) Error() string { panic("unfinished") }

// Kind is the exception's type name, "ValueError".
func (e *Error) Kind() string { panic("unfinished") }

// Dict is an insertion-ordered mapping.
type Dict struct{}

// NewDict makes an empty dict with room for n entries.
func NewDict(n int) *Dict { panic("unfinished") }

// TypeName gives "dict".
func (*Dict) TypeName() string { return "dict" }

// Get gives the value of a key, nil when there is none; Set sets it.
func (d *Dict) Get(th *Thread, key Value) (Value, error) { panic("unfinished") }

// Set sets the value of a key.
func (d *Dict) Set(th *Thread, key, v Value) error { panic("unfinished") }

// Len is the number of entries.
func (d *Dict) Len() int { panic("unfinished") }

// Items gives the entries in order, each as key and value.
func (d *Dict) Items() [][2]Value { panic("unfinished") }

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}
