package eval

import (
	"math"
	"math/big"
	"math/bits"
)

const (
	smallLow  = -256
	smallHigh = 1024
)

// smallInts holds small ints already boxed; it is never written to after it is made.
var smallInts = func() (t [smallHigh - smallLow]Value) {
	for i := range t {
		t[i] = Int(i + smallLow)
	}
	return t
}()

// MakeInt boxes an int without an allocation when it is small.
func MakeInt(i int64) Value {
	if u := uint64(i - smallLow); u < smallHigh-smallLow {
		return smallInts[u]
	}
	return Int(i)
}

// MakeBig gives the int value of b, which the caller must not change afterwards.
func MakeBig(b *big.Int) Value {
	if b.IsInt64() {
		return MakeInt(b.Int64())
	}
	return &BigInt{b}
}

// Big gives the value; do not change it.
func (b *BigInt) Big() *big.Int { return b.v }

// AsBig gives an int or a bool as a big integer; do not change it.
func AsBig(v Value) (*big.Int, bool) {
	switch v := v.(type) {
	case Int:
		return big.NewInt(int64(v)), true
	case *BigInt:
		return v.v, true
	case Bool:
		return big.NewInt(int64(b2i(v))), true
	}
	return nil, false
}

// AsInt64 gives an int or a bool that fits 64 bits.
func AsInt64(v Value) (int64, bool) {
	switch v := v.(type) {
	case Int:
		return int64(v), true
	case Bool:
		return b2i(v), true
	}
	return 0, false
}

// AsFloat gives an int, a bool or a float as a float. An int too large for a float is an OverflowError.
func AsFloat(v Value) (float64, bool, error) {
	switch v := v.(type) {
	case Float:
		return float64(v), true, nil
	case Int:
		return float64(v), true, nil
	case Bool:
		return float64(b2i(v)), true, nil
	case *BigInt:
		f, err := bigToFloat(v.v)
		return f, true, err
	}
	return 0, false, nil
}

func bigToFloat(b *big.Int) (float64, error) {
	f, _ := new(big.Float).SetInt(b).Float64()
	if math.IsInf(f, 0) {
		return 0, raise(overflowError, "int too large to convert to float")
	}
	return f, nil
}

func b2i(b Bool) int64 {
	if b {
		return 1
	}
	return 0
}

// intBinary does arithmetic on ints of 64 bits.
func (th *Thread) intBinary(op Op, a, b int64) (Value, error) {
	switch op {
	case OpAdd:
		if c := a + b; (c > a) == (b > 0) {
			return MakeInt(c), nil
		}
	case OpSub:
		if c := a - b; (c < a) == (b > 0) {
			return MakeInt(c), nil
		}
	case OpMul:
		if c, ok := mulInt(a, b); ok {
			return MakeInt(c), nil
		}
	case OpFloorDiv:
		if b == 0 {
			return nil, raise(zeroDivisionError, "integer division or modulo by zero")
		}
		if !(a == math.MinInt64 && b == -1) {
			return MakeInt(floorDiv(a, b)), nil
		}
	case OpMod:
		if b == 0 {
			return nil, raise(zeroDivisionError, "integer modulo by zero")
		}
		return MakeInt(floorMod(a, b)), nil
	case OpDiv:
		if b == 0 {
			return nil, raise(zeroDivisionError, "division by zero")
		}
		const exact = 1 << 53
		if -exact <= a && a <= exact && -exact <= b && b <= exact {
			return Float(float64(a) / float64(b)), nil
		}
	case OpPow:
		if b >= 0 {
			if c, ok := powInt(a, b); ok {
				return MakeInt(c), nil
			}
		}
	case OpAnd:
		return MakeInt(a & b), nil
	case OpOr:
		return MakeInt(a | b), nil
	case OpXor:
		return MakeInt(a ^ b), nil
	case OpLShift:
		if b >= 0 && b < 63 {
			if c := a << b; c>>b == a {
				return MakeInt(c), nil
			}
		}
		if a == 0 && b >= 0 {
			return MakeInt(0), nil
		}
	case OpRShift:
		if b >= 0 {
			return MakeInt(a >> uint(min(b, 63))), nil
		}
	}
	return th.bigBinary(op, big.NewInt(a), big.NewInt(b))
}

// mulInt multiplies; ok is false when the product does not fit.
func mulInt(a, b int64) (int64, bool) {
	if int64(int32(a)) == a && int64(int32(b)) == b {
		return a * b, true
	}
	ua, ub := uint64(a), uint64(b)
	if a < 0 {
		ua = -ua
	}
	if b < 0 {
		ub = -ub
	}
	hi, lo := bits.Mul64(ua, ub)
	if hi != 0 || lo > 1<<63-1 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

func powInt(a, b int64) (int64, bool) {
	r := int64(1)
	for ok := true; ; {
		if b&1 == 1 {
			if r, ok = mulInt(r, a); !ok {
				return 0, false
			}
		}
		b >>= 1
		if b == 0 {
			return r, true
		}
		if a, ok = mulInt(a, a); !ok {
			return 0, false
		}
	}
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if (a%b != 0) && ((a < 0) != (b < 0)) {
		q--
	}
	return q
}

func floorMod(a, b int64) int64 {
	if b == -1 {
		return 0
	}
	r := a % b
	if r != 0 && (r < 0) != (b < 0) {
		r += b
	}
	return r
}

// bigBinary does arithmetic on ints of any size, and keeps the result within the budget.
func (th *Thread) bigBinary(op Op, a, b *big.Int) (Value, error) {
	la, lb := a.BitLen(), b.BitLen()
	cost := int64(la>>10 + lb>>10)
	r := new(big.Int)
	switch op {
	case OpAdd, OpSub, OpAnd, OpOr, OpXor:
		if err := th.allocBig(max(la, lb)); err != nil {
			return nil, err
		}
	case OpMul:
		if err := th.allocBig(la + lb - 1); err != nil {
			return nil, err
		}
		cost += int64(la>>6) * int64(lb>>6) >> 5
	case OpFloorDiv, OpMod, OpDiv:
		if b.Sign() == 0 {
			switch op {
			case OpDiv:
				return nil, raise(zeroDivisionError, "division by zero")
			case OpMod:
				return nil, raise(zeroDivisionError, "integer modulo by zero")
			}
			return nil, raise(zeroDivisionError, "integer division or modulo by zero")
		}
		if err := th.allocBig(max(la, lb)); err != nil {
			return nil, err
		}
		cost += int64(max(la-lb, 0)>>6) * int64(lb>>6) >> 5
	case OpPow:
		return th.bigPow(a, b)
	case OpLShift, OpRShift:
		return th.bigShift(op, a, b)
	}
	if !th.burn(cost) {
		return nil, th.takeErr()
	}
	switch op {
	case OpAdd:
		r.Add(a, b)
	case OpSub:
		r.Sub(a, b)
	case OpMul:
		r.Mul(a, b)
	case OpAnd:
		r.And(a, b)
	case OpOr:
		r.Or(a, b)
	case OpXor:
		r.Xor(a, b)
	case OpFloorDiv:
		floorDivMod(r, new(big.Int), a, b)
	case OpMod:
		floorDivMod(new(big.Int), r, a, b)
	case OpDiv:
		f, _ := new(big.Rat).SetFrac(a, b).Float64()
		if math.IsInf(f, 0) {
			return nil, raise(overflowError, "integer division result too large for a float")
		}
		if f == 0 && a.Sign() == 0 && b.Sign() < 0 {
			f = math.Copysign(0, -1)
		}
		return Float(f), nil
	default:
		return nil, nil
	}
	return MakeBig(r), nil
}

// floorDivMod sets q and m to the quotient rounded down and the remainder with the sign of b.
func floorDivMod(q, m, a, b *big.Int) {
	q.QuoRem(a, b, m)
	if m.Sign() != 0 && (m.Sign() < 0) != (b.Sign() < 0) {
		q.Sub(q, big.NewInt(1))
		m.Add(m, b)
	}
}

func (th *Thread) bigPow(a, b *big.Int) (Value, error) {
	if b.Sign() < 0 {
		fa, err := bigToFloat(a)
		if err != nil {
			return nil, err
		}
		fb, err := bigToFloat(b)
		if err != nil {
			return nil, err
		}
		return floatBinary(OpPow, fa, fb)
	}
	if a.IsInt64() {
		switch a.Int64() {
		case 0, 1:
			if b.Sign() == 0 {
				return MakeInt(1), nil
			}
			return MakeBig(a), nil
		case -1:
			return MakeInt(1 - 2*int64(b.Bit(0))), nil
		}
	}
	if !b.IsInt64() || b.Int64() > int64(th.limits.IntBits) {
		return nil, th.allocBig(math.MaxInt)
	}
	n := mulCells(a.BitLen()-1, int(b.Int64())) + 1 // the least number of bits that the power can have
	if err := th.allocBig(n); err != nil {
		return nil, err
	}
	words := int64(n >> 6)
	if !th.burn(words * words >> 5) {
		return nil, th.takeErr()
	}
	return MakeBig(new(big.Int).Exp(a, b, nil)), nil
}

func (th *Thread) bigShift(op Op, a, b *big.Int) (Value, error) {
	if b.Sign() < 0 {
		return nil, valueErr("negative shift count")
	}
	if op == OpRShift {
		if !b.IsInt64() || b.Int64() > int64(a.BitLen()) {
			if a.Sign() < 0 {
				return MakeInt(-1), nil
			}
			return MakeInt(0), nil
		}
		return MakeBig(new(big.Int).Rsh(a, uint(b.Int64()))), nil
	}
	if a.Sign() == 0 {
		return MakeInt(0), nil
	}
	n := math.MaxInt
	if b.IsInt64() && b.Int64() < 1<<40 {
		n = a.BitLen() + int(b.Int64())
	}
	if err := th.allocBig(n); err != nil {
		return nil, err
	}
	return MakeBig(new(big.Int).Lsh(a, uint(b.Int64()))), nil
}

// intText is the decimal text of a big int, within the budget. Python refuses more than 4300 digits.
func (th *Thread) intText(b *big.Int) (string, error) {
	if b.BitLen() > 14290 { // 4302 digits at least
		return "", valueErr("Exceeds the limit (4300 digits) for integer string conversion")
	}
	s := b.String()
	if len(s) > 4301 || len(s) == 4301 && s[0] != '-' {
		return "", valueErr("Exceeds the limit (4300 digits) for integer string conversion")
	}
	if err := th.allocStr(len(s)); err != nil {
		return "", err
	}
	return s, nil
}
