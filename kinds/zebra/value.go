package zebra

import (
	"fmt"
	"strconv"
	"strings"
)

// parseValue reads a decimal number with at most six decimals and an absolute value of at most 10^9.
func parseValue(text string) (Value, error) {
	bad := fmt.Errorf("%q is not a number (at most six decimals, at most 1000000000)", clip(text))
	t := strings.TrimPrefix(text, "-")
	whole, frac, _ := strings.Cut(t, ".")
	if whole == "" || len(whole) > 10 || len(frac) > 6 || strings.HasSuffix(t, ".") {
		return 0, bad
	}
	for _, r := range whole + frac {
		if r < '0' || r > '9' {
			return 0, bad
		}
	}
	n, err := strconv.ParseInt(whole+frac+strings.Repeat("0", 6-len(frac)), 10, 64)
	if err != nil || n > maxNumber*unit {
		return 0, bad
	}
	if t != text {
		n = -n
	}
	return Value(n), nil
}

// String prints the number without superfluous zeros.
func (v Value) String() string {
	sign := ""
	if v < 0 {
		sign, v = "-", -v
	}
	s := strconv.FormatInt(int64(v/unit), 10)
	if f := v % unit; f != 0 {
		s += strings.TrimRight(fmt.Sprintf(".%06d", f), "0")
	}
	return sign + s
}
