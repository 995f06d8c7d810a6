package deck

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// SyntaxError is a mistake in the text of a clue.
type SyntaxError struct {
	Col int // where, in characters from 1
	Msg string
	Err error // what is wrong with a name, when it is that
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("column %d: %s", e.Col, e.Msg) }

// Unwrap gives the error of an unknown name.
func (e *SyntaxError) Unwrap() error { return e.Err }

type tokenKind int

const (
	tokEnd tokenKind = iota
	tokWord
	tokQuoted
	tokNumber
	tokSymbol
)

type token struct {
	kind tokenKind
	text string // of a word or quoted text its value; of a symbol its usual spelling
	num  int64
	at   int // byte offset
}

func (t token) String() string {
	switch t.kind {
	case tokEnd:
		return "the end"
	case tokNumber:
		return strconv.FormatInt(t.num, 10)
	}
	return nearest.Quote(t.text)
}

// symbols are the operators with all their spellings, longest first.
var symbols = []struct{ spelling, means string }{
	{"<=>", "<=>"}, {"<->", "<=>"}, {"⇔", "<=>"}, {"=>", "=>"}, {"->", "=>"}, {"⇒", "=>"}, {"→", "=>"},
	{"<>", "<>"}, {"!=", "<>"}, {"≠", "<>"}, {"<=", "<="}, {"≤", "<="}, {">=", ">="}, {"≥", ">="}, {"==", "="},
	{"=", "="}, {"<", "<"}, {">", ">"}, {"+", "+"}, {"-", "-"}, {"−", "-"}, {"*", "*"}, {"×", "*"}, {"·", "*"},
	{"(", "("}, {"（", "("}, {")", ")"}, {"）", ")"}, {",", ","}, {"，", ","},
	{"∧", "and"}, {"∨", "or"}, {"⊕", "xor"}, {"¬", "not"},
}

// column turns a byte offset into a column.
func column(text string, at int) int { return utf8.RuneCountInString(text[:at]) + 1 }

// lex splits the text of a clue.
func lex(text string) ([]token, error) {
	if len(text) > maxText {
		return nil, &SyntaxError{Col: 1, Msg: fmt.Sprintf("the clue is longer than %d bytes", maxText)}
	}
	if !utf8.ValidString(text) {
		return nil, &SyntaxError{Col: 1, Msg: "the clue is not valid UTF-8"}
	}
	var out []token
	for at := 0; at < len(text); {
		r, width := utf8.DecodeRuneInString(text[at:])
		switch {
		case unicode.IsSpace(r):
			at += width
			continue
		case r >= '0' && r <= '9':
			end := at
			for end < len(text) && text[end] >= '0' && text[end] <= '9' {
				end++
			}
			n, err := strconv.ParseInt(text[at:end], 10, 64)
			if err != nil || n > MaxNumber {
				return nil, &SyntaxError{Col: column(text, at), Msg: fmt.Sprintf("the number is larger than %d", MaxNumber)}
			}
			if next, _ := utf8.DecodeRuneInString(text[end:]); end < len(text) && (unicode.IsLetter(next) || next == '_') {
				return nil, &SyntaxError{Col: column(text, at), Msg: "a name that starts with a digit is written in quotes"}
			}
			out = append(out, token{kind: tokNumber, num: n, at: at})
			at = end
			continue
		case unicode.IsLetter(r) || r == '_':
			end := at
			for end < len(text) {
				r, w := utf8.DecodeRuneInString(text[end:])
				if !unicode.IsLetter(r) && r != '_' && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) {
					break
				}
				end += w
			}
			out = append(out, token{kind: tokWord, text: text[at:end], at: at})
			at = end
			continue
		case r == '\'' || r == '"' || r == '‘' || r == '“':
			value, end, ok := Quoted(text, at)
			if !ok {
				return nil, &SyntaxError{Col: column(text, at), Msg: "the quote is not closed"}
			}
			out = append(out, token{kind: tokQuoted, text: value, at: at})
			at = end
			continue
		}
		found := false
		for _, s := range symbols {
			if strings.HasPrefix(text[at:], s.spelling) {
				kind := tokSymbol
				if keywords[s.means] {
					kind = tokWord
				}
				out = append(out, token{kind: kind, text: s.means, at: at})
				at += len(s.spelling)
				found = true
				break
			}
		}
		if !found {
			return nil, &SyntaxError{Col: column(text, at), Msg: fmt.Sprintf("%q means nothing in a clue", r)}
		}
	}
	return append(out, token{kind: tokEnd, at: len(text)}), nil
}

// Quoted reads a quoted text; a backslash takes the next character as it is.
func Quoted(text string, at int) (value string, end int, ok bool) {
	open, width := utf8.DecodeRuneInString(text[at:])
	closing := open
	switch open {
	case '‘':
		closing = '’'
	case '“':
		closing = '”'
	}
	var b strings.Builder
	for i := at + width; i < len(text); {
		r, w := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == closing:
			return b.String(), i + w, true
		case r == '\\' && i+w < len(text):
			i += w
			r, w = utf8.DecodeRuneInString(text[i:])
		}
		b.WriteRune(r)
		i += w
	}
	return "", 0, false
}
