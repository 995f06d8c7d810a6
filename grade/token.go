package grade

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenKind says what a token is.
type tokenKind uint8

const (
	wordToken   tokenKind = iota // letters, with apostrophes between them
	hanToken                     // one Chinese character
	digitsToken                  // digits with thousands commas and a point
	signToken                    // any other character, and <=, >=, !=, ->, => and the like in one
	lineToken                    // the end of a line
)

// token is a word, a character or a sign of a text.
type token struct {
	kind    tokenKind
	text    string // in lower case
	start   int    // where it stands, in bytes
	end     int
	space   bool // white space stands before it
	capital bool // its first letter is a capital
	upper   bool // all its letters are
}

// tokenize cuts plain text into tokens. Quotes, dollars and other markup are left out.
func tokenize(s string) []token {
	out := make([]token, 0, 16)
	space := false
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		t := token{start: i, end: i + size, space: space}
		switch {
		case r == '\n':
			t.kind, t.text = lineToken, "\n"
		case unicode.IsSpace(r):
			space = true
			i += size
			continue
		case r < utf8.RuneSelf && isDigit(byte(r)) || r == '.' && i+1 < len(s) && isDigit(s[i+1]) && (i == 0 || space || !isDigit(s[i-1]) && !isASCIILetter(s[i-1])):
			t.kind, t.end = digitsToken, endOfDigits(s, i)
			t.text = s[i:t.end]
		case unicode.Is(unicode.Han, r):
			t.kind, t.text = hanToken, s[i:t.end]
		case unicode.IsLetter(r) || unicode.IsMark(r):
			t.kind, t.capital = wordToken, unicode.IsUpper(r)
			for t.end < len(s) {
				r, n := utf8.DecodeRuneInString(s[t.end:])
				if r == '\'' && t.end+1 < len(s) && isASCIILetter(s[t.end+1]) {
					t.end += 2
					continue
				}
				if unicode.Is(unicode.Han, r) || !unicode.IsLetter(r) && !unicode.IsMark(r) {
					break
				}
				t.end += n
			}
			t.text = strings.ToLower(s[i:t.end])
			t.upper = t.capital && strings.ToUpper(t.text) == s[i:t.end]
		case r == '_':
			i += size // an index belongs to what stands before it
			continue
		case strings.ContainsRune("\"'$`#", r), r == '*' && !between(s, i), r == 0xfe0f:
			i += size // markup
			space = true
			continue
		default:
			t.kind = signToken
			for _, two := range [...]string{"<=", ">=", "!=", "->", "=>", "~=", "=/=", "==", "<>"} {
				if strings.HasPrefix(s[i:], two) {
					t.end = i + len(two)
				}
			}
			t.text = s[i:t.end]
		}
		out = append(out, t)
		i, space = t.end, false
	}
	return out
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isASCIILetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

// between reports whether a sign stands between two numbers, and so is an operator and no markup.
func between(s string, at int) bool {
	before, after := strings.TrimRight(s[max(0, at-3):at], " "), strings.TrimLeft(s[at+1:min(len(s), at+4)], " ")
	return before != "" && after != "" && isDigit(before[len(before)-1]) && isDigit(after[0])
}

// endOfDigits gives the end of digits that begin at a place: thousands between commas in threes, and decimals.
func endOfDigits(s string, i int) int {
	start := i
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	if i-start <= 3 {
		for i+3 < len(s) && s[i] == ',' && isDigit(s[i+1]) && isDigit(s[i+2]) && isDigit(s[i+3]) && (i+4 >= len(s) || !isDigit(s[i+4])) {
			i += 4
		}
	}
	if i+1 < len(s) && s[i] == '.' && isDigit(s[i+1]) {
		for i++; i < len(s) && isDigit(s[i]); i++ {
		}
	}
	return i
}
