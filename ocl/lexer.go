package ocl

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

type kind uint8

const (
	tEOF kind = iota
	tName
	tKeyword
	tInt
	tReal
	tString
	tPunct
)

// token is a piece of text. text is what is compared: a name, a keyword, a punctuation mark in its plain spelling, the
// digits of a number, or the value of a string.
type token struct {
	kind kind
	text string
	pos  Pos
}

// describe names a token in a message.
func (t token) describe() string {
	switch t.kind {
	case tEOF:
		return "the end of the text"
	case tString:
		return "the string " + quote(short(t.text))
	case tName:
		return "the name " + short(t.text)
	case tKeyword:
		return "the keyword " + t.text
	}
	return "'" + short(t.text) + "'"
}

func short(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

// keywords cannot be names.
var keywords = []string{"and", "or", "xor", "not", "implies", "if", "then", "else", "endif", "let", "in", "true", "false", "null",
	"invalid", "context", "inv"}

// marks are the punctuation marks, longer ones first, each with its plain spelling. Typeset OCL has arrows and comparison
// signs of one character, and dashes or minus signs in their stead.
var marks = []struct{ text, plain string }{
	{"->", "->"}, {"−>", "->"}, {"–>", "->"}, {"→", "->"}, {"::", "::"}, {"..", ".."}, {"<>", "<>"}, {"<=", "<="}, {">=", ">="},
	{"≠", "<>"}, {"≤", "<="}, {"≥", ">="}, {"−", "-"}, {"–", "-"}, {"…", ".."},
	{"=", "="}, {"<", "<"}, {">", ">"}, {"+", "+"}, {"-", "-"}, {"*", "*"}, {"/", "/"}, {"(", "("}, {")", ")"}, {"{", "{"},
	{"}", "}"}, {"[", "["}, {"]", "]"}, {",", ","}, {";", ";"}, {":", ":"}, {".", "."}, {"|", "|"}, {"@", "@"},
}

// lexer cuts a text into tokens.
type lexer struct {
	file string
	src  string
	off  int
	pos  Pos
	// place turns a place in the text into the one that messages name.
	place func(Pos) Pos
}

func (l *lexer) fail(pos Pos, format string, args ...any) error {
	return &Error{File: l.file, Pos: l.place(pos), Msg: fmt.Sprintf(format, args...)}
}

func (l *lexer) peek() (rune, int) {
	if l.off >= len(l.src) {
		return -1, 0
	}
	return utf8.DecodeRuneInString(l.src[l.off:])
}

// skip moves over n bytes, which end at the end of a character.
func (l *lexer) skip(n int) {
	for _, r := range l.src[l.off : l.off+n] {
		if r == '\n' {
			l.pos.Line++
			l.pos.Col = 1
		} else {
			l.pos.Col++
		}
	}
	l.off += n
}

// space moves over white space and comments.
func (l *lexer) space() error {
	for {
		r, n := l.peek()
		rest := l.src[l.off:]
		switch {
		case r == '\ufeff' && l.off == 0:
			l.off += n // a byte order mark takes no column
		case r >= 0 && unicode.IsSpace(r):
			l.skip(n)
		case strings.HasPrefix(rest, "--"):
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			l.skip(end)
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				return l.fail(l.pos, "this comment has no end: expected */")
			}
			l.skip(2 + end + 2)
		default:
			return nil
		}
	}
}

// next gives the next token.
func (l *lexer) next() (token, error) {
	if err := l.space(); err != nil {
		return token{}, err
	}
	start, pos := l.off, l.pos
	r, n := l.peek()
	switch {
	case r < 0:
		return token{kind: tEOF, pos: pos}, nil
	case r == utf8.RuneError && n == 1:
		return token{}, l.fail(pos, "this is no UTF-8 text")
	case nameStart(r):
		for r, n = l.peek(); nameStart(r) || unicode.IsDigit(r); r, n = l.peek() {
			l.skip(n)
		}
		t := token{kind: tName, text: l.src[start:l.off], pos: pos}
		if slices.Contains(keywords, t.text) {
			t.kind = tKeyword
		}
		return t, nil
	case digit(r):
		return l.number(), nil
	case closes(r) != "":
		return l.str(closes(r))
	}
	for _, m := range marks {
		if strings.HasPrefix(l.src[l.off:], m.text) {
			l.skip(len(m.text))
			return token{kind: tPunct, text: m.plain, pos: pos}, nil
		}
	}
	return token{}, l.fail(pos, "the character %q has no place in OCL", r)
}

func nameStart(r rune) bool { return r == '_' || r >= 0 && unicode.IsLetter(r) }

func digit(r rune) bool { return '0' <= r && r <= '9' }

func (l *lexer) number() token {
	start, pos := l.off, l.pos
	digits := func() {
		for r, _ := l.peek(); digit(r); r, _ = l.peek() {
			l.skip(1)
		}
	}
	digits()
	t := token{kind: tInt, pos: pos}
	// A point makes a Real only before a digit: 1..4 is a range, and 1.max(2) a call.
	if rest := l.src[l.off:]; len(rest) > 1 && rest[0] == '.' && digit(rune(rest[1])) {
		t.kind = tReal
		l.skip(1)
		digits()
	}
	t.text = l.src[start:l.off]
	return t
}

// closes gives the characters that end a string begun by r. Straight quotes end as they begin, so that 'it’s' is one string;
// typeset ones are often set the same way round on both sides.
func closes(r rune) string {
	switch r {
	case '\'', '"':
		return string(r)
	case '‘', '’', '‚', '‛':
		return "’‘'"
	case '“', '”', '„':
		return "”“\""
	}
	return ""
}

func (l *lexer) str(end string) (token, error) {
	pos := l.pos
	_, n := l.peek()
	l.skip(n)
	var b strings.Builder
	for {
		at := l.pos
		r, n := l.peek()
		switch {
		case r < 0 || r == '\n':
			return token{}, l.fail(pos, "this string has no end on its line: expected %s", string([]rune(end)[0]))
		case r == utf8.RuneError && n == 1:
			return token{}, l.fail(at, "this is no UTF-8 text")
		case strings.ContainsRune(end, r):
			l.skip(n)
			return token{kind: tString, text: b.String(), pos: pos}, nil
		case r != '\\':
			b.WriteRune(r)
			l.skip(n)
			continue
		}
		l.skip(1)
		e, n := l.peek()
		i := strings.IndexRune(`bfnrt\'"`, e)
		if e < 0 || i < 0 {
			return token{}, l.fail(at, `unknown escape: expected one of \b \f \n \r \t \\ \' \"`)
		}
		b.WriteByte("\b\f\n\r\t\\'\""[i])
		l.skip(n)
	}
}

// quote writes a string as a literal.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('\'')
	for _, r := range s {
		if i := strings.IndexRune("\b\f\n\r\t\\'", r); i >= 0 {
			b.WriteByte('\\')
			b.WriteByte(`bfnrt\'`[i])
		} else {
			b.WriteRune(r)
		}
	}
	b.WriteByte('\'')
	return b.String()
}
