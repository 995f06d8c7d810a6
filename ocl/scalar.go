package ocl

import (
	"math/big"
	"strings"
	"unicode/utf8"
)

// apply gives a function of defined single values. What has no result, or none in range, is undefined.
func apply(f fn, a []Value) Value {
	switch f {
	case fnAdd, fnSub, fnMul, fnQuotient:
		return arithmetic(f, a[0], a[1])
	case fnDiv, fnMod:
		return divide(f, a[0], a[1])
	case fnNeg:
		return fraction(new(big.Rat).Neg(a[0].rat()))
	case fnLess:
		return BooleanValue(compare(a[0], a[1]) < 0)
	case fnLessEqual:
		return BooleanValue(compare(a[0], a[1]) <= 0)
	case fnAbs:
		return fraction(new(big.Rat).Abs(a[0].rat()))
	case fnFloor:
		return floor(a[0].rat())
	case fnRound:
		// The nearest integer, the greater one of two that are equally near.
		return floor(new(big.Rat).Add(a[0].rat(), big.NewRat(1, 2)))
	case fnMin:
		if compare(a[1], a[0]) < 0 {
			return a[1]
		}
		return a[0]
	case fnMax:
		if compare(a[1], a[0]) > 0 {
			return a[1]
		}
		return a[0]
	case fnToString:
		return StringValue(a[0].String())
	case fnConcat:
		return StringValue(a[0].s + a[1].s)
	case fnLength:
		return integerValue(int64(utf8.RuneCountInString(a[0].s)))
	case fnUpper:
		return StringValue(strings.ToUpper(a[0].s))
	case fnLower:
		return StringValue(strings.ToLower(a[0].s))
	case fnSubstring:
		return substring(a[0].s, a[1].n, a[2].n)
	case fnCharAt:
		return substring(a[0].s, a[1].n, a[1].n)
	case fnIndexOf:
		i := strings.Index(a[0].s, a[1].s)
		if i < 0 {
			return integerValue(0)
		}
		return integerValue(int64(utf8.RuneCountInString(a[0].s[:i]) + 1))
	case fnToInteger:
		if v := number(a[0].s); v.d == 1 && !strings.Contains(a[0].s, ".") {
			return v
		}
	case fnToReal:
		return number(a[0].s)
	case fnToBoolean:
		if a[0].s == "true" || a[0].s == "false" {
			return BooleanValue(a[0].s == "true")
		}
	}
	return Value{}
}

func arithmetic(f fn, x, y Value) Value {
	// Small integers are what puzzles have.
	const small = 1 << 31
	if x.d == 1 && y.d == 1 && -small < x.n && x.n < small && -small < y.n && y.n < small {
		switch f {
		case fnAdd:
			return integerValue(x.n + y.n)
		case fnSub:
			return integerValue(x.n - y.n)
		case fnMul:
			return integerValue(x.n * y.n)
		}
	}
	r := new(big.Rat)
	switch f {
	case fnAdd:
		r.Add(x.rat(), y.rat())
	case fnSub:
		r.Sub(x.rat(), y.rat())
	case fnMul:
		r.Mul(x.rat(), y.rat())
	case fnQuotient:
		if y.n == 0 {
			return Value{}
		}
		r.Quo(x.rat(), y.rat())
	}
	return fraction(r)
}

// divide gives the quotient that is rounded to zero, or the remainder that goes with it, as OCL's div and mod.
func divide(f fn, x, y Value) Value {
	switch {
	case y.n == 0:
		return Value{}
	case y.n == -1: // the quotient of the least integer is out of range
		if f == fnMod {
			return integerValue(0)
		}
		return fraction(new(big.Rat).Neg(x.rat()))
	case f == fnDiv:
		return integerValue(x.n / y.n)
	}
	return integerValue(x.n % y.n)
}

func floor(r *big.Rat) Value {
	q := new(big.Int).Div(r.Num(), r.Denom()) // Euclidean, and the denominator is positive: rounds down
	if !q.IsInt64() {
		return Value{}
	}
	return integerValue(q.Int64())
}

// substring gives the characters from first to last, counted from 1.
func substring(s string, first, last int64) Value {
	r := []rune(s)
	if first < 1 || last > int64(len(r)) || first > last {
		return Value{}
	}
	return StringValue(string(r[first-1 : last]))
}

// number reads a decimal number with an optional sign.
func number(s string) Value {
	digits := strings.TrimPrefix(strings.TrimPrefix(s, "-"), "+")
	if len(digits) == 0 || len(digits) > 40 || len(s)-len(digits) > 1 || !digit(rune(digits[0])) || !digit(rune(digits[len(digits)-1])) ||
		strings.Trim(digits, "0123456789.") != "" || strings.Count(digits, ".") > 1 {
		return Value{}
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return Value{}
	}
	return fraction(r)
}
