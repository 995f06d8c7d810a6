package record

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
)

// deepest bounds the nesting of JSON, as encoding/json does.
const deepest = 10_000

// A scan* function checks that a part of JSON stands at pos, and gives the place behind it, or -1.

// scanText checks a whole text.
func scanText(b []byte) bool {
	end := scanValue(b, scanSpace(b, 0), 0)
	return end >= 0 && scanSpace(b, end) == len(b)
}

func scanSpace(b []byte, pos int) int {
	for pos < len(b) && (b[pos] == ' ' || b[pos] == '\n' || b[pos] == '\t' || b[pos] == '\r') {
		pos++
	}
	return pos
}

func scanValue(b []byte, pos, depth int) int {
	if pos >= len(b) {
		return -1
	}
	if (b[pos] == '[' || b[pos] == '{') && depth >= deepest {
		return -1
	}
	switch c := b[pos]; c {
	case '"':
		return scanString(b, pos)
	case '{':
		return scanObject(b, pos, depth, nil)
	case '[':
		if pos = scanSpace(b, pos+1); pos < len(b) && b[pos] == ']' {
			return pos + 1
		}
		for {
			if pos = scanValue(b, pos, depth+1); pos < 0 {
				return -1
			}
			if pos = scanSpace(b, pos); pos >= len(b) {
				return -1
			}
			if b[pos] == ']' {
				return pos + 1
			}
			if b[pos] != ',' {
				return -1
			}
			pos = scanSpace(b, pos+1)
		}
	case 't':
		return scanWord(b, pos, "true")
	case 'f':
		return scanWord(b, pos, "false")
	case 'n':
		return scanWord(b, pos, "null")
	default:
		if c == '-' || c >= '0' && c <= '9' {
			return scanNumber(b, pos)
		}
		return -1
	}
}

// scanObject checks an object; member, when not nil, is called with the places of each key and value.
func scanObject(b []byte, pos, depth int, member func(key, keyEnd, value, end int)) int {
	if pos = scanSpace(b, pos+1); pos < len(b) && b[pos] == '}' {
		return pos + 1
	}
	for {
		if pos >= len(b) || b[pos] != '"' {
			return -1
		}
		key := pos
		keyEnd := scanString(b, pos)
		if keyEnd < 0 {
			return -1
		}
		if pos = scanSpace(b, keyEnd); pos >= len(b) || b[pos] != ':' {
			return -1
		}
		value := scanSpace(b, pos+1)
		end := scanValue(b, value, depth+1)
		if end < 0 {
			return -1
		}
		if member != nil {
			member(key, keyEnd, value, end)
		}
		if pos = scanSpace(b, end); pos >= len(b) {
			return -1
		}
		if b[pos] == '}' {
			return pos + 1
		}
		if b[pos] != ',' {
			return -1
		}
		pos = scanSpace(b, pos+1)
	}
}

func scanWord(b []byte, pos int, word string) int {
	if end := pos + len(word); end <= len(b) && string(b[pos:end]) == word {
		return end
	}
	return -1
}

func scanNumber(b []byte, pos int) int {
	digits := func() bool {
		start := pos
		for pos < len(b) && b[pos] >= '0' && b[pos] <= '9' {
			pos++
		}
		return pos > start
	}
	if b[pos] == '-' {
		pos++
	}
	if pos < len(b) && b[pos] == '0' {
		pos++
	} else if !digits() {
		return -1
	}
	if pos < len(b) && b[pos] == '.' {
		pos++
		if !digits() {
			return -1
		}
	}
	if pos < len(b) && (b[pos] == 'e' || b[pos] == 'E') {
		pos++
		if pos < len(b) && (b[pos] == '+' || b[pos] == '-') {
			pos++
		}
		if !digits() {
			return -1
		}
	}
	return pos
}

// scanString checks a string that starts at pos.
func scanString(b []byte, pos int) int {
	for pos++; ; pos++ {
		pos += plain(b[pos:])
		if pos >= len(b) {
			return -1
		}
		switch b[pos] {
		case '"':
			return pos + 1
		case '\\':
			if pos++; pos >= len(b) {
				return -1
			}
			switch b[pos] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			case 'u':
				if hex4(b, pos+1) < 0 {
					return -1
				}
				pos += 4
			default:
				return -1
			}
		default:
			return -1 // a control character
		}
	}
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// plain counts the bytes at the beginning of b that stand for themselves within a string: none of them a quote, a backslash
// or a control character. It looks at eight at once (Warren, "Hacker's Delight", section 6-1).
func plain(b []byte) int {
	n := 0
	for len(b)-n >= 8 {
		x := binary.LittleEndian.Uint64(b[n:])
		quote, slash := x^(ones*'"'), x^(ones*'\\')
		special := (quote-ones)&^quote | (slash-ones)&^slash | (x-ones*0x20)&^x
		if special &= highs; special != 0 {
			// The lowest mark is right; a borrow can make wrong ones above it.
			return n + bits.TrailingZeros64(special)/8
		}
		n += 8
	}
	for n < len(b) && b[n] >= 0x20 && b[n] != '"' && b[n] != '\\' {
		n++
	}
	return n
}

// hex4 reads four hexadecimal digits, or gives -1.
func hex4(b []byte, pos int) rune {
	if pos+4 > len(b) {
		return -1
	}
	r := rune(0)
	for _, c := range b[pos : pos+4] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}

// unquote gives the value of a string that has been checked. As in encoding/json, what is no UTF-8 becomes U+FFFD, and so does
// half of a surrogate pair.
func unquote(b []byte) string {
	b = b[1 : len(b)-1]
	n := plain(b)
	if n == len(b) && utf8.Valid(b) {
		return string(b)
	}
	out := make([]byte, 0, len(b))
	for len(b) > 0 {
		if n = plain(b); n > 0 {
			if utf8.Valid(b[:n]) {
				out = append(out, b[:n]...)
			} else {
				for _, r := range string(b[:n]) {
					out = utf8.AppendRune(out, r)
				}
			}
			b = b[n:]
			continue
		}
		c := b[1] // behind a backslash
		b = b[2:]
		switch c {
		case 'b':
			c = '\b'
		case 'f':
			c = '\f'
		case 'n':
			c = '\n'
		case 'r':
			c = '\r'
		case 't':
			c = '\t'
		case 'u':
			r := hex4(b, 0)
			b = b[4:]
			if utf16.IsSurrogate(r) {
				low := rune(-1)
				if len(b) >= 6 && b[0] == '\\' && b[1] == 'u' {
					low = hex4(b, 2)
				}
				if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
					b = b[6:]
				}
			}
			out = utf8.AppendRune(out, r)
			continue
		}
		out = append(out, c)
	}
	return string(out)
}
