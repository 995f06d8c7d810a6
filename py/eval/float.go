package eval

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// floatBinary does arithmetic on floats as CPython does.
func floatBinary(op Op, a, b float64) (Value, error) {
	switch op {
	case OpAdd:
		return Float(a + b), nil
	case OpSub:
		return Float(a - b), nil
	case OpMul:
		return Float(a * b), nil
	case OpDiv:
		if b == 0 {
			return nil, raise(zeroDivisionError, "float division by zero")
		}
		return Float(a / b), nil
	case OpFloorDiv:
		if b == 0 {
			return nil, raise(zeroDivisionError, "float floor division by zero")
		}
		q, _ := floatDivMod(a, b)
		return Float(q), nil
	case OpMod:
		if b == 0 {
			return nil, raise(zeroDivisionError, "float modulo")
		}
		_, m := floatDivMod(a, b)
		return Float(m), nil
	case OpPow:
		return floatPow(a, b)
	}
	return nil, nil
}

// floatMod is math.Mod, which is exact, in a fraction of its time where the quotient is small.
func floatMod(a, b float64) float64 {
	x, y := math.Abs(a), math.Abs(b)
	if x < y {
		return a
	}
	q := math.Trunc(x / y)
	if !(q < 1<<52) || y == 0 {
		return math.Mod(a, b)
	}
	// x and y are multiples of y's last place, and so is x - qy, which is at most y in size for any q next to the right one: it is a
	// float, and one rounding does not change it.
	m := math.FMA(-q, y, x)
	if m < 0 {
		m += y
	} else if m >= y {
		m -= y
	}
	return math.Copysign(m, a)
}

// floatDivMod follows float_divmod of CPython: the remainder has the sign of the divisor, and the quotient is a whole number.
func floatDivMod(a, b float64) (q, m float64) {
	m = floatMod(a, b)
	q = (a - m) / b
	if m != 0 {
		if (b < 0) != (m < 0) {
			m += b
			q--
		}
	} else {
		m = math.Copysign(0, b)
	}
	if q != 0 {
		f := math.Floor(q)
		if q-f > 0.5 {
			f++
		}
		return f, m
	}
	return math.Copysign(0, a/b), m
}

func floatPow(a, b float64) (Value, error) {
	switch {
	case b == 0 || a == 1:
		return Float(1), nil
	case math.IsNaN(a) || math.IsNaN(b):
		return Float(math.NaN()), nil
	case math.IsInf(a, 0) || math.IsInf(b, 0):
		return Float(math.Pow(a, b)), nil
	case a == 0 && b < 0:
		return nil, raise(zeroDivisionError, "0.0 cannot be raised to a negative power")
	case a < 0 && b != math.Floor(b):
		return nil, valueErr("a negative number to a fractional power is a complex number, which the language does not have")
	case a == 0:
		return Float(math.Pow(a, b)), nil
	}
	r := exactPow(a, b)
	if math.IsInf(r, 0) {
		return nil, &Error{Exc: &Exception{typ: overflowError, args: NewTuple(MakeInt(34), Str("Numerical result out of range"))}}
	}
	return Float(r), nil
}

// FloatRepr is repr(f): the shortest text that reads back as f, in Python's form.
func FloatRepr(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	var buf [32]byte
	if f == 0 || math.Abs(f) >= 1e-4 && math.Abs(f) < 1e16 {
		s := strconv.AppendFloat(buf[:0], f, 'f', -1, 64)
		if slices.Contains(s, '.') {
			return string(s)
		}
		return string(append(s, '.', '0'))
	}
	return string(strconv.AppendFloat(buf[:0], f, 'e', -1, 64))
}

// floatToInt is int(f).
func floatToInt(f float64) (Value, error) {
	switch {
	case math.IsNaN(f):
		return nil, valueErr("cannot convert float NaN to integer")
	case math.IsInf(f, 0):
		return nil, raise(overflowError, "cannot convert float infinity to integer")
	case math.Abs(f) < 1<<62:
		return MakeInt(int64(f)), nil
	}
	b, _ := new(big.Float).SetFloat64(f).Int(nil)
	return MakeBig(b), nil
}

// parseFloat is float(s).
func parseFloat(s string) (float64, bool) {
	t := strings.TrimFunc(s, isSpace)
	if t == "" {
		return 0, false
	}
	body := strings.ToLower(strings.TrimLeft(t, "+-"))
	if len(t)-len(body) > 1 {
		return 0, false
	}
	neg := t[0] == '-'
	switch body {
	case "inf", "infinity":
		if neg {
			return math.Inf(-1), true
		}
		return math.Inf(1), true
	case "nan":
		return math.NaN(), true
	}
	if strings.Contains(body, "_") {
		if !underscoresOK(body) {
			return 0, false
		}
		body = strings.ReplaceAll(body, "_", "")
	}
	for _, c := range body {
		if c >= 0x80 {
			body = asciiDigits(body)
			break
		}
	}
	for _, c := range body {
		if !(c >= '0' && c <= '9' || c == '.' || c == 'e' || c == '+' || c == '-') {
			return 0, false
		}
	}
	f, err := strconv.ParseFloat(body, 64)
	if err != nil && !math.IsInf(f, 0) {
		return 0, false
	}
	if neg {
		f = -f
	}
	return f, true
}

// underscoresOK reports whether every underscore stands between two digits.
func underscoresOK(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] == '_' && (i == 0 || i == len(s)-1 || !isAlnum(s[i-1]) || !isAlnum(s[i+1])) {
			return false
		}
	}
	return true
}

func isAlnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// roundHalfEven is round(f).
func roundHalfEven(f float64) (Value, error) {
	switch {
	case math.IsNaN(f):
		return nil, valueErr("cannot convert float NaN to integer")
	case math.IsInf(f, 0):
		return nil, raise(overflowError, "cannot convert float infinity to integer")
	}
	return floatToInt(math.RoundToEven(f))
}

// roundDigits is round(f, n): the decimal with n places that is nearest to f, ties to even, read back as a float.
func roundDigits(f float64, n int) (float64, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) || f == 0 || n > 323 {
		return f, nil
	}
	if n < -308 {
		return math.Copysign(0, f), nil
	}
	if n >= 0 {
		r, err := strconv.ParseFloat(strconv.FormatFloat(f, 'f', n, 64), 64)
		if err != nil {
			return 0, raise(overflowError, "rounded value too large to represent")
		}
		return r, nil
	}
	// f is rounded to a multiple of 10**-n exactly.
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(-n)), nil)
	x := new(big.Rat).SetFloat64(f)
	x.Quo(x, new(big.Rat).SetInt(unit))
	q := ratRoundHalfEven(x)
	r, _ := new(big.Float).SetInt(q.Mul(q, unit)).Float64()
	if math.IsInf(r, 0) {
		return 0, raise(overflowError, "rounded value too large to represent")
	}
	if r == 0 {
		r = math.Copysign(0, f)
	}
	return r, nil
}

// ratRoundHalfEven rounds to the nearest whole number, ties to even.
func ratRoundHalfEven(x *big.Rat) *big.Int {
	q, m := new(big.Int), new(big.Int)
	floorDivMod(q, m, x.Num(), x.Denom())
	switch c := m.Lsh(m, 1).Cmp(x.Denom()); {
	case c > 0, c == 0 && q.Bit(0) == 1:
		q.Add(q, big.NewInt(1))
	}
	return q
}

// compareIntFloat orders an int and a float exactly: -1, 0, 1, or 2 when f is not a number.
func compareIntFloat(i Value, f float64) int {
	if math.IsNaN(f) {
		return 2
	}
	if math.IsInf(f, 1) {
		return -1
	}
	if math.IsInf(f, -1) {
		return 1
	}
	if n, ok := i.(Int); ok && -(1<<53) <= n && n <= 1<<53 {
		switch g := float64(n); {
		case g < f:
			return -1
		case g > f:
			return 1
		}
		return 0
	}
	b, _ := AsBig(i)
	return new(big.Float).SetPrec(0).SetInt(b).Cmp(new(big.Float).SetFloat64(f))
}
