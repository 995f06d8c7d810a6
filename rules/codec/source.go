package codec

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// MaxText is how long a board's text may be, in bytes.
const MaxText = 1 << 20

// Error is a board's text that is not as the layout says.
type Error struct {
	Line, Col int // from 1; 0 where the whole text is meant
	Msg       string
	Expected  string // what would be right, where that can be said
}

func (e *Error) Error() string {
	s := e.Msg
	if e.Line > 0 {
		s = fmt.Sprintf("line %d, column %d: %s", e.Line, e.Col, e.Msg)
	}
	if e.Expected != "" {
		s += "; expected " + e.Expected
	}
	return s
}

// token is a part of a text without blanks, and where it stands.
type token struct {
	text      string
	line, col int
}

func (t token) fail(expected, format string, args ...any) error {
	return &Error{Line: t.line, Col: t.col, Msg: fmt.Sprintf(format, args...), Expected: expected}
}

// quote shortens a text for a message.
func quote(s string) string {
	if utf8.RuneCountInString(s) > 20 {
		s = string([]rune(s)[:20]) + "..."
	}
	return fmt.Sprintf("%q", s)
}

// textLine is a line of a text.
type textLine struct {
	raw       string
	line, col int // of its first character
	tokens    []token
}

func (l *textLine) at() token { return token{l.raw, l.line, l.col} }

// end is the place behind a line.
func (l *textLine) end() token {
	return token{"", l.line, l.col + utf8.RuneCountInString(strings.TrimRight(l.raw, " \t\r"))}
}

// source hands out the lines of a text.
type source struct {
	lines []textLine
	next  int
}

// newSource takes a text apart. Where lines end in slashes, columns count from the start of the text's own line all the same.
func newSource(text string, slash bool) (*source, error) {
	if len(text) > MaxText {
		return nil, &Error{Msg: fmt.Sprintf("a board of %d bytes", len(text)), Expected: fmt.Sprintf("at most %d", MaxText)}
	}
	if !utf8.ValidString(text) {
		return nil, &Error{Msg: "the board is not UTF-8 text"}
	}
	s := &source{}
	for n, whole := range strings.Split(strings.TrimRight(text, " \t\r\n"), "\n") {
		col := 1
		parts := []string{whole}
		if slash {
			parts = strings.Split(whole, "/")
		}
		for _, raw := range parts {
			l := textLine{raw: raw, line: n + 1, col: col}
			at, here := 0, col // the byte and the column up to which the line was read
			for field := range strings.FieldsSeq(raw) {
				i := at + strings.Index(raw[at:], field)
				here += utf8.RuneCountInString(raw[at:i])
				l.tokens = append(l.tokens, token{field, n + 1, here})
				here += utf8.RuneCountInString(field)
				at = i + len(field)
			}
			s.lines = append(s.lines, l)
			col += utf8.RuneCountInString(raw) + 1
		}
	}
	return s, nil
}

// line gives the next line. Lines without tokens are passed over unless they mean something.
func (s *source) line(blank bool) (*textLine, bool) {
	for s.next < len(s.lines) {
		l := &s.lines[s.next]
		s.next++
		if blank || len(l.tokens) > 0 {
			return l, true
		}
	}
	return nil, false
}

// last is the place behind the text.
func (s *source) last() token {
	if len(s.lines) == 0 {
		return token{"", 1, 1}
	}
	return s.lines[len(s.lines)-1].end()
}

// characters gives the characters of a line as tokens.
func (l *textLine) characters() []token {
	var list []token
	col := l.col
	for _, r := range strings.TrimRight(l.raw, " \t\r") {
		list = append(list, token{string(r), l.line, col})
		col++
	}
	return list
}
