package ocl

import (
	"cmp"
	"math/big"
	"slices"
	"strings"
)

// Kind tells what a value is.
type Kind uint8

const (
	Undefined Kind = iota
	Boolean
	Number // Integer or Real
	String
	Object
	Set
	Bag
	Sequence
)

// Value is a value of OCL. It never changes; the zero Value is the undefined one.
type Value struct {
	kind  Kind
	n     int64 // a number's numerator; 1 for true; an object's number in its state; a collection's weight
	d     int64 // a number's denominator, 1 or more; an object's class
	s     string
	elems []Value // in order; sets and bags are sorted, sets have no element twice
}

// BooleanValue gives true or false.
func BooleanValue(b bool) Value {
	if b {
		return Value{kind: Boolean, n: 1}
	}
	return Value{kind: Boolean}
}

// integerValue gives an Integer.
func integerValue(n int64) Value { return Value{kind: Number, n: n, d: 1} }

// StringValue gives a String.
func StringValue(s string) Value { return Value{kind: String, s: s} }

// SetOf gives the set of some values.
func SetOf(elems ...Value) Value { return build(Set, slices.Clone(elems)) }

// weigh is the number of values in some elements, those inside of collections included, each as often as it occurs: shared
// parts make it grow far beyond the memory in use, and it bounds what comparing, flattening and printing cost.
func weigh(elems []Value) int64 {
	const most = 1 << 40
	var w int64
	for _, e := range elems {
		w++
		if e.isCollection() {
			w += e.n
		}
	}
	return min(w, most)
}

// build makes a collection and takes over the slice.
func build(k Kind, elems []Value) Value {
	v := Value{kind: k, n: weigh(elems), elems: elems}
	v.arrange()
	return v
}

// arrange puts the elements of a set or a bag in order.
func (v *Value) arrange() {
	if v.kind == Sequence {
		return
	}
	slices.SortFunc(v.elems, compare)
	if v.kind == Set {
		v.elems = slices.CompactFunc(v.elems, Value.Equal)
		v.n = weigh(v.elems)
	}
}

// Kind tells what the value is.
func (v Value) Kind() Kind { return v.kind }

// IsTrue tells whether the value is true.
func (v Value) IsTrue() bool { return v.kind == Boolean && v.n == 1 }

// IsFalse tells whether the value is false.
func (v Value) IsFalse() bool { return v.kind == Boolean && v.n == 0 }

// Int gives an Integer's value, and whether it is one. A Real that is whole counts.
func (v Value) Int() (int64, bool) { return v.n, v.kind == Number && v.d == 1 }

// Text gives a String's characters or an object's name.
func (v Value) Text() string { return v.s }

// Elements gives a collection's elements: in order for a Sequence, sorted for a Set or a Bag. The slice must not be changed.
func (v Value) Elements() []Value { return v.elems }

// isCollection tells whether the value is one.
func (v Value) isCollection() bool { return v.kind >= Set }

// Equal tells whether two values are the same, as = does: numbers by value, objects by identity.
func (v Value) Equal(w Value) bool {
	if v.kind != w.kind {
		return false
	}
	switch v.kind {
	case Boolean, Object:
		return v.n == w.n
	case String:
		return v.s == w.s
	}
	return compare(v, w) == 0
}

// compare orders all values: by kind, then numbers by size, strings by code point, objects as they were made, collections
// element by element, a shorter one first.
func compare(v, w Value) int {
	if v.kind != w.kind {
		return cmp.Compare(v.kind, w.kind)
	}
	switch v.kind {
	case Boolean, Object:
		return cmp.Compare(v.n, w.n)
	case Number:
		return compareNumbers(v, w)
	case String:
		return strings.Compare(v.s, w.s)
	case Set, Bag, Sequence:
		return slices.CompareFunc(v.elems, w.elems, compare)
	}
	return 0
}

func compareNumbers(v, w Value) int {
	if v.d == w.d {
		return cmp.Compare(v.n, w.n)
	}
	return new(big.Rat).SetFrac64(v.n, v.d).Cmp(new(big.Rat).SetFrac64(w.n, w.d))
}

// fraction gives a number as a value, which is undefined when it is out of range.
func fraction(r *big.Rat) Value {
	if !r.Num().IsInt64() || !r.Denom().IsInt64() {
		return Value{}
	}
	return Value{kind: Number, n: r.Num().Int64(), d: r.Denom().Int64()}
}

func (v Value) rat() *big.Rat { return new(big.Rat).SetFrac64(v.n, v.d) }

// String writes a value as USE does: Set{'a', 'b'}, objects by their names.
func (v Value) String() string {
	var b strings.Builder
	v.write(&b)
	return b.String()
}

func (v Value) write(b *strings.Builder) {
	switch v.kind {
	case Undefined:
		b.WriteString("Undefined")
	case Boolean:
		if v.n == 1 {
			b.WriteString("true")
		} else {
			b.WriteString("false")
		}
	case Number:
		b.WriteString(v.decimal())
	case String:
		b.WriteString(quote(v.s))
	case Object:
		b.WriteString(v.s)
	default:
		b.WriteString(collectionKinds[v.kind-Set])
		b.WriteByte('{')
		for i, e := range v.elems {
			if i > 0 {
				b.WriteString(", ")
			}
			e.write(b)
		}
		b.WriteByte('}')
	}
}

// decimal writes a number: as an integer, as a decimal fraction where it ends, and as a fraction otherwise.
func (v Value) decimal() string {
	if v.d == 1 {
		return itoa(v.n)
	}
	r := v.rat()
	if n, exact := r.FloatPrec(); exact {
		return r.FloatString(n)
	}
	return r.RatString()
}
