package eval

import "unsafe"

// Boxing an int or a float into a Value costs an allocation of eight bytes, which in arithmetic loops is most of the work. A thread
// boxes them in blocks instead: one allocation for boxBlock numbers, handed out one after the other and never written again.
// A block lives as long as any of its numbers, so a program holds at most what it would have allocated anyway.

const boxBlock = 64

// iface is how the runtime lays out an interface value with methods.
type iface struct {
	tab  unsafe.Pointer
	data unsafe.Pointer
}

// tabOf gives the method table of a value's dynamic type.
func tabOf(v Value) unsafe.Pointer { return (*iface)(unsafe.Pointer(&v)).tab }

// intTab, floatTab and strTab are the method tables of Int, Float and Str; never written again.
var intTab, floatTab, strTab = tabOf(Int(1 << 40)), tabOf(Float(0.5)), tabOf(Str("str"))

// boxStrs boxes strings where they stand in a slice that nobody changes any more.
func boxStrs(parts []string) []Value {
	out := make([]Value, len(parts))
	for i := range parts {
		v := iface{strTab, unsafe.Pointer(&parts[i])} // a Str is laid out as a string
		out[i] = *(*Value)(unsafe.Pointer(&v))
	}
	return out
}

type boxes struct {
	ints   *[boxBlock]Int
	nint   int
	floats *[boxBlock]Float
	nfloat int
}

// int boxes an int.
func (b *boxes) int(i int64) Value {
	if u := uint64(i - smallLow); u < smallHigh-smallLow {
		return smallInts[u]
	}
	n := b.nint
	if uint(n) >= boxBlock || b.ints == nil {
		b.ints = new([boxBlock]Int)
		n = 0
	}
	p := &b.ints[n]
	b.nint = n + 1
	*p = Int(i)
	v := iface{intTab, unsafe.Pointer(p)}
	return *(*Value)(unsafe.Pointer(&v))
}

// float boxes a float.
func (b *boxes) float(f float64) Value {
	n := b.nfloat
	if uint(n) >= boxBlock || b.floats == nil {
		b.floats = new([boxBlock]Float)
		n = 0
	}
	p := &b.floats[n]
	b.nfloat = n + 1
	*p = Float(f)
	v := iface{floatTab, unsafe.Pointer(p)}
	return *(*Value)(unsafe.Pointer(&v))
}
