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
	start   int32  // where it stands, in bytes
	end     int32
	space   bool // white space stands before it
	capital bool // its first letter is a capital
	upper   bool // all its letters are
}

// tokenize cuts plain text into tokens. Quotes, dollars and other markup are left out.
func tokenize(s string) []token {
	out := make([]token, 0, 4+len(s)/4)
	space := false
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		t := token{space: space}
		end := i + size
		switch {
		case r == '\n':
			t.kind, t.text = lineToken, "\n"
		case unicode.IsSpace(r):
			space = true
			i += size
			continue
		case r < utf8.RuneSelf && isDigit(byte(r)) || r == '.' && i+1 < len(s) && isDigit(s[i+1]) && (i == 0 || space || !isDigit(s[i-1]) && !isASCIILetter(s[i-1])):
			t.kind, end = digitsToken, endOfDigits(s, i)
			t.text = s[i:end]
		case unicode.Is(unicode.Han, r):
			t.kind, t.text = hanToken, s[i:end]
		case unicode.IsLetter(r) || unicode.IsMark(r):
			t.kind, t.capital = wordToken, unicode.IsUpper(r)
			for end < len(s) {
				r, n := utf8.DecodeRuneInString(s[end:])
				if r == '\'' && end+1 < len(s) && isASCIILetter(s[end+1]) {
					end += 2
					continue
				}
				if unicode.Is(unicode.Han, r) || !unicode.IsLetter(r) && !unicode.IsMark(r) {
					break
				}
				end += n
			}
			t.text = strings.ToLower(s[i:end])
			t.upper = t.capital && strings.ToUpper(t.text) == s[i:end]
		case r == '_':
			i += size // an index belongs to what stands before it
			continue
		case strings.ContainsRune("\"'$`#", r), r == '*' && !between(s, i), r == 0xfe0f:
			i += size // markup
			space = true
			continue
		default:
			t.kind = signToken
			for _, two := range longSigns {
				if strings.HasPrefix(s[i:], two) {
					end = i + len(two)
				}
			}
			t.text = s[i:end]
		}
		t.start, t.end = int32(i), int32(end)
		out = append(out, t)
		i, space = end, false
	}
	return out
}

// longSigns are signs of several characters.
var longSigns = [...]string{"<=", ">=", "!=", "->", "=>", "~=", "=/=", "==", "<>"}

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
