package eval

import (
	"math"
	"math/big"
	"math/bits"
	"reflect"
)

// Numbers, and tuples of numbers, hash as in CPython, which makes the order of sets of them CPython's as well. Strings hash
// by a function of our own; no order depends on it.

const hashMod = 1<<61 - 1

func hashInt(i int64) uint64 {
	neg := i < 0
	u := uint64(i)
	if neg {
		u = -u
	}
	u %= hashMod
	if neg {
		u = -u
	}
	if u == ^uint64(0) {
		return ^uint64(1)
	}
	return u
}

func hashBig(b *big.Int) uint64 {
	u := new(big.Int).Mod(new(big.Int).Abs(b), big.NewInt(hashMod)).Uint64()
	if b.Sign() < 0 {
		u = -u
	}
	if u == ^uint64(0) {
		return ^uint64(1)
	}
	return u
}

func hashFloat(f float64) uint64 {
	switch {
	case math.IsNaN(f):
		return 0
	case math.IsInf(f, 1):
		return 314159
	case math.IsInf(f, -1):
		neg := int64(-314159)
		return uint64(neg)
	}
	m, e := math.Frexp(f)
	neg := m < 0
	if neg {
		m = -m
	}
	var x uint64
	for m != 0 {
		x = (x<<28)&hashMod | x>>(61-28)
		m *= 1 << 28
		e -= 28
		y := uint64(m)
		m -= float64(y)
		x += y
		if x >= hashMod {
			x -= hashMod
		}
	}
	if e >= 0 {
		e %= 61
	} else {
		e = 60 - (-1-e)%61
	}
	x = (x<<uint(e))&hashMod | x>>uint(61-e)
	if neg {
		x = -x
	}
	if x == ^uint64(0) {
		return ^uint64(1)
	}
	return x
}

// word reads eight bytes.
func word(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func hashStr(s string) uint64 {
	h := uint64(len(s))*0x9E3779B97F4A7C15 + 0x1F83D9ABFB41BD6B
	for len(s) >= 8 {
		h = bits.RotateLeft64(h^word(s), 27) * 0x9FB21C651E98DF25
		s = s[8:]
	}
	var tail uint64
	for i := 0; i < len(s); i++ {
		tail |= uint64(s[i]) << (8 * i)
	}
	h = (h ^ tail) * 0xD6E8FEB86659FD93
	h ^= h >> 32
	return h * 0xD6E8FEB86659FD93
}

const (
	xxPrime1 = 11400714785074694791
	xxPrime2 = 14029467366897019727
	xxPrime5 = 2870177450012600261
)

func (th *Thread) hashTuple(elems []Value) (uint64, bool, error) {
	acc, known := uint64(xxPrime5), true
	for _, e := range elems {
		h, k, err := th.hash(e)
		if err != nil {
			return 0, false, err
		}
		known = known && k
		acc += h * xxPrime2
		acc = bits.RotateLeft64(acc, 31)
		acc *= xxPrime1
	}
	acc += uint64(len(elems)) ^ (xxPrime5 ^ 3527539)
	if acc == ^uint64(0) {
		acc = 1546275796
	}
	return acc, known, nil
}

// Hash is hash(v), under which dicts keep v.
func Hash(th *Thread, v Value) (uint64, error) {
	h, _, err := th.hash(v)
	return h, err
}

// hash is hash(v); known tells that CPython gives the same in every process.
func (th *Thread) hash(v Value) (h uint64, known bool, err error) {
	switch v := v.(type) {
	case Int:
		return hashInt(int64(v)), true, nil
	case Str:
		return hashStr(string(v)), false, nil
	case Bool:
		return uint64(b2i(v)), true, nil
	case *BigInt:
		return hashBig(v.v), true, nil
	case Float:
		return hashFloat(float64(v)), v == v, nil
	case NoneType:
		return 0xfca86420, false, nil
	case *Tuple:
		if th.depth++; th.depth > th.limits.Depth {
			th.depth--
			return 0, false, th.tooDeep()
		}
		h, known, err = th.hashTuple(v.elems)
		th.depth--
		return h, known, err
	case *Set:
		if !v.frozen {
			return 0, false, typeErr("unhashable type: 'set'")
		}
		return v.frozenHash(), v.pure, nil
	case *List:
		return 0, false, typeErr("unhashable type: 'list'")
	case *Dict:
		return 0, false, typeErr("unhashable type: '%s'", v.TypeName())
	case *Slice:
		return 0, false, typeErr("unhashable type: 'slice'")
	case *Range:
		if v.n == 0 {
			return th.hash(NewTuple(Int(0), None, None))
		}
		step := Value(None)
		if v.n > 1 {
			step = Int(v.step)
		}
		h, _, err := th.hash(NewTuple(Int(v.n), Int(v.start), step))
		return h, false, err
	case Hashable:
		h, err := v.Hash(th)
		return h, false, err
	}
	if _, ok := v.(Comparer); ok {
		return 0, false, typeErr("unhashable type: '%s'", v.TypeName())
	}
	if r := reflect.ValueOf(v); r.Kind() == reflect.Pointer {
		return uint64(r.Pointer()) >> 4, false, nil
	}
	return hashStr(v.TypeName()), false, nil
}

// identical is "a is b".
func identical(a, b Value) bool {
	switch a := a.(type) {
	case Int:
		b, ok := b.(Int)
		return ok && a == b
	case Str:
		b, ok := b.(Str)
		return ok && a == b
	case Float:
		b, ok := b.(Float)
		return ok && a == b
	case *List, *Tuple, *Dict, *Set, NoneType, Bool, *Function, *Type, *Instance:
		return a == b
	case nil:
		return b == nil
	}
	if reflect.TypeOf(a) != reflect.TypeOf(b) || !reflect.TypeOf(a).Comparable() {
		return false
	}
	return a == b
}

// keyEqual tells whether two values are the same key of a dict.
func (th *Thread) keyEqual(a, b Value) (bool, error) {
	switch x := a.(type) {
	case Int:
		if y, ok := b.(Int); ok {
			return x == y, nil
		}
	case Str:
		if y, ok := b.(Str); ok {
			return x == y, nil
		}
		if _, ok := b.(Hashable); !ok {
			return false, nil
		}
	case *Tuple:
		if y, ok := b.(*Tuple); ok {
			if x == y {
				return true, nil
			}
			if len(x.elems) != len(y.elems) {
				return false, nil
			}
			for i := range x.elems {
				if eq, err := th.keyEqual(x.elems[i], y.elems[i]); !eq || err != nil {
					return false, err
				}
			}
			return true, nil
		}
	case Hashable:
		if identical(a, b) {
			return true, nil
		}
		return x.EqualKey(th, b)
	}
	if y, ok := b.(Hashable); ok {
		return y.EqualKey(th, a)
	}
	if identical(a, b) {
		return true, nil
	}
	return Equal(th, a, b)
}
