package packed

import (
	"fmt"
	"strconv"
	"strings"
)

// HexError says which character of a packed list is wrong, from 1; 0 where something is missing.
type HexError struct {
	Column int
	Reason string
}

func (e *HexError) Error() string {
	if e.Column == 0 {
		return e.Reason
	}
	return fmt.Sprintf("character %d: %s", e.Column, e.Reason)
}

// Hex writes numbers as addresses of puzz.link hold them (its number16): a hexadecimal digit below 16, - and two digits below 256, + and
// three below 4096, and a letter g..z for 1..20 numbers that are 0, which are blanks.
func Hex[N ~uint8 | ~int16](values []N) string {
	var b strings.Builder
	run := 0
	flush := func() {
		for ; run > 0; run -= min(run, 20) {
			b.WriteByte(byte('g' + min(run, 20) - 1))
		}
	}
	for _, v := range values {
		if v == 0 {
			run++
			continue
		}
		flush()
		switch {
		case v < 16:
			b.WriteString(strconv.FormatInt(int64(v), 16))
		case int64(v) < 256:
			fmt.Fprintf(&b, "-%02x", v)
		default:
			fmt.Fprintf(&b, "+%03x", v)
		}
	}
	flush()
	return b.String()
}

// ReadHex reads what Hex writes, and points for single blanks: at most so many cells, of which -1 is a blank. The error is a *HexError.
func ReadHex(text string, cells int) ([]int, error) {
	var values []int
	for i := 0; i < len(text); {
		c, blanks, mark, width := text[i], 0, 0, 0
		switch {
		case c >= 'g' && c <= 'z':
			blanks = int(c-'g') + 1
		case c == '.':
			blanks = 1
		case c == '-':
			mark, width = 1, 2
		case c == '+':
			mark, width = 1, 3
		case c >= '0' && c <= '9' || c >= 'a' && c <= 'f':
			width = 1
		default:
			return nil, &HexError{i + 1, fmt.Sprintf("found %q in a puzz.link board, expected a digit, a..z, -, + or .", c)}
		}
		if i+mark+width > len(text) {
			return nil, &HexError{i + 1, "the address ends inside a number"}
		}
		if width > 0 {
			digits := text[i+mark : i+mark+width]
			v, err := strconv.ParseUint(digits, 16, 16)
			if err != nil {
				return nil, &HexError{i + 1, fmt.Sprintf("%q is no hexadecimal number", digits)}
			}
			values = append(values, int(v))
		}
		for range blanks {
			values = append(values, -1)
		}
		if len(values) > cells {
			return nil, &HexError{i + 1, fmt.Sprintf("more than %d cells in a puzz.link board", cells)}
		}
		i += max(mark+width, 1)
	}
	return values, nil
}
