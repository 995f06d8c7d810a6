package model

import (
	"math"
	"math/big"
	"strconv"
)

var bigOne = big.NewInt(1)

// Val is the constant of a value. The zero Value is a mistake.
func (p *Problem) Val(v Value) Term {
	if !v.Valid() {
		return p.fail("Val", "no value")
	}
	return p.constant(v)
}

// Truth is the constant True or False.
func (p *Problem) Truth(b bool) Term {
	if b {
		return True
	}
	return False
}

// Num is an Int constant.
func (p *Problem) Num(n int64) Term { return p.constant(IntValue(n)) }

// BigNum is an Int constant of any size.
func (p *Problem) BigNum(n *big.Int) Term { return p.constant(BigIntValue(n)) }

// Rat is a Real constant.
func (p *Problem) Rat(r *big.Rat) Term { return p.constant(RatValue(r)) }

// Float is the Real constant that a float prints as: 0.1 is exactly one tenth, as it is where z3py reads a Python float. An
// infinity or a NaN is a mistake.
func (p *Problem) Float(f float64) Term {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return p.fail("Float", "%v is not a number that a term can have", f)
	}
	r, ok := new(big.Rat).SetString(strconv.FormatFloat(f, 'g', -1, 64))
	if !ok {
		return p.fail("Float", "%v cannot be read back", f)
	}
	return p.Rat(r)
}
