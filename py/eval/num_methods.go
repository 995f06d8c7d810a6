package eval

import (
	"math"
	"math/big"
	"math/bits"
)

func intMethod(name string) methodFunc {
	switch name {
	case "bit_length", "bit_count":
		return on0(name, func(_ *Thread, v Value) (Value, error) {
			b, _ := AsBig(v)
			if name == "bit_length" {
				return MakeInt(int64(b.BitLen())), nil
			}
			n := 0
			for _, w := range b.Bits() {
				n += bits.OnesCount(uint(w))
			}
			return MakeInt(int64(n)), nil
		})
	case "conjugate":
		return on0(name, func(th *Thread, v Value) (Value, error) { return UnaryOp(th, OpPlus, v) })
	case "item": // numpy's numbers are plain ones here
		return on0(name, func(_ *Thread, v Value) (Value, error) { return v, nil })
	case "is_integer":
		return on0(name, func(*Thread, Value) (Value, error) { return True, nil })
	case "as_integer_ratio":
		return on0(name, func(th *Thread, v Value) (Value, error) {
			n, err := UnaryOp(th, OpPlus, v)
			return tuple2(n, MakeInt(1)), err
		})
	}
	return nil
}

func floatMethod(name string) methodFunc {
	switch name {
	case "is_integer":
		return on0(name, func(_ *Thread, v Value) (Value, error) {
			f := float64(v.(Float))
			return Bool(f == math.Trunc(f) && !math.IsInf(f, 0)), nil
		})
	case "conjugate", "item":
		return on0(name, func(_ *Thread, v Value) (Value, error) { return v, nil })
	case "as_integer_ratio":
		return on0(name, func(_ *Thread, v Value) (Value, error) {
			f := float64(v.(Float))
			if math.IsNaN(f) {
				return nil, valueErr("cannot convert NaN to integer ratio")
			}
			if math.IsInf(f, 0) {
				return nil, raise(overflowError, "cannot convert Infinity to integer ratio")
			}
			r := new(big.Rat).SetFloat64(f)
			return tuple2(MakeBig(new(big.Int).Set(r.Num())), MakeBig(new(big.Int).Set(r.Denom()))), nil
		})
	}
	return nil
}
