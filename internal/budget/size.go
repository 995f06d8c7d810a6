package budget

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

var units = []struct {
	name string
	n    int64
}{{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}}

// size writes a number of bytes for people: 256 MiB.
func size(n int64) string {
	for _, u := range units {
		if n >= u.n {
			return strconv.FormatFloat(math.Round(float64(n)/float64(u.n)*10)/10, 'f', -1, 64) + " " + u.name
		}
	}
	return fmt.Sprintf("%d bytes", n)
}

// ParseSize reads a number of bytes as people write it: 512MiB, 1.5 GiB, 2g. K, M, G and T stand for powers of 1024, with or
// without iB or B behind them.
func ParseSize(text string) (int64, error) {
	s := strings.ToLower(strings.TrimSpace(text))
	s = strings.TrimSuffix(strings.TrimSuffix(s, "b"), "i")
	unit := int64(1)
	if n := len(s); n > 0 {
		if i := strings.IndexByte("kmgt", s[n-1]); i >= 0 {
			unit, s = 1<<(10*(i+1)), strings.TrimSpace(s[:n-1])
		}
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || !(x >= 0) || x*float64(unit) > 1<<60 {
		return 0, fmt.Errorf("expected a size such as 512MiB or 2GiB, found %q", text)
	}
	return int64(x * float64(unit)), nil
}
