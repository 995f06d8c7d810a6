package code

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word of a program's text. Comments and strings are tokens too; white space is none.
type token struct {
	kind     byte // 'n' name or keyword, 'd' number, 's' string, 'c' comment, 'o' anything else, one operator at a time
	from, to int
	attr     bool // a name behind a point
}

// tokens cuts a text into words. It takes any text, also a piece of a program.
func tokens(text string) []token {
	var out []token
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case unicode.IsSpace(r):
			i += n
			continue
		case r == '#':
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				end = len(text) - i
			}
			out = append(out, token{kind: 'c', from: i, to: i + end})
			i += end
			continue
		case r == '"' || r == '\'':
			end := stringEnd(text, i)
			out = append(out, token{kind: 's', from: i, to: end})
			i = end
			continue
		case r == '_' || unicode.IsLetter(r):
			end := i
			for end < len(text) {
				r, n := utf8.DecodeRuneInString(text[end:])
				if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
					break
				}
				end += n
			}
			if end < len(text) && (text[end] == '"' || text[end] == '\'') && end-i <= 2 && strings.Trim(strings.ToLower(text[i:end]), "rfbu") == "" {
				to := stringEnd(text, end)
				out = append(out, token{kind: 's', from: i, to: to})
				i = to
				continue
			}
			attr := len(out) > 0 && text[out[len(out)-1].from:out[len(out)-1].to] == "."
			out = append(out, token{'n', i, end, attr})
			i = end
			continue
		case unicode.IsDigit(r):
			end := i
			for end < len(text) && (text[end] == '.' || text[end] == '_' || text[end] >= '0' && text[end] <= '9' || text[end] >= 'a' && text[end] <= 'z' || text[end] >= 'A' && text[end] <= 'Z') {
				end++
			}
			out = append(out, token{kind: 'd', from: i, to: end})
			i = end
			continue
		}
		n = max(n, operator(text[i:]))
		out = append(out, token{kind: 'o', from: i, to: i + n})
		i += n
	}
	return out
}

// operator is the length of the operator of several signs that a text begins with, 0 for none.
func operator(text string) int {
	for _, o := range []string{"**=", "//=", "<<=", ">>=", "...", "==", "!=", "<=", ">=", "->", ":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "**", "//", "<<", ">>"} {
		if strings.HasPrefix(text, o) {
			return len(o)
		}
	}
	return 0
}

// stringEnd finds where a string ends that begins with the quote at i.
func stringEnd(text string, i int) int {
	quote := text[i : i+1]
	if strings.HasPrefix(text[i:], strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
	}
	for at := i + len(quote); at < len(text); at++ {
		switch {
		case text[at] == '\\':
			at++
		case strings.HasPrefix(text[at:], quote):
			return at + len(quote)
		}
	}
	return len(text)
}

// renamed writes a text with other names. Strings, comments and attributes stay.
func renamed(text string, names map[string]string) string {
	var b strings.Builder
	at := 0
	for _, t := range tokens(text) {
		if to, ok := names[text[t.from:t.to]]; ok && t.kind == 'n' && !t.attr {
			b.WriteString(text[at:t.from])
			b.WriteString(to)
			at = t.to
		}
	}
	b.WriteString(text[at:])
	return b.String()
}
