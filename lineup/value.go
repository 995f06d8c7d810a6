package lineup

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// Value is a number of millionths: places and bounds may have six decimals.
type Value int64

const (
	Unit    = Value(1_000_000) // the number 1
	Open    = Value(1 << 62)   // the bound that no difference reaches
	largest = 1_000_000_000    // the largest absolute value of a number that is read
)

// ParseValue reads a decimal number with at most six decimals and an absolute value of at most 10^9.
func ParseValue(text string) (Value, error) {
	t := strings.TrimPrefix(text, "-")
	whole, frac, _ := strings.Cut(t, ".")
	ok := whole != "" && len(whole) <= 10 && len(frac) <= 6 && !strings.HasSuffix(t, ".")
	for _, r := range whole + frac {
		ok = ok && '0' <= r && r <= '9'
	}
	if ok {
		n, err := strconv.ParseInt(whole+frac+strings.Repeat("0", 6-len(frac)), 10, 64)
		if ok = err == nil && n <= largest*int64(Unit); ok && t != text {
			n = -n
		}
		if ok {
			return Value(n), nil
		}
	}
	return 0, fmt.Errorf("%q is not a number (at most six decimals, at most 1000000000)", nearest.Clip(text))
}

// String prints the number without superfluous zeros.
func (v Value) String() string {
	sign := ""
	if v < 0 {
		sign, v = "-", -v
	}
	s := strconv.FormatInt(int64(v/Unit), 10)
	if f := v % Unit; f != 0 {
		s += strings.TrimRight(fmt.Sprintf(".%06d", f), "0")
	}
	return sign + s
}
