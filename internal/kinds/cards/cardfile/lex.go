package cardfile

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// tokenKind is the kind of a token of property files and the DSL.
type tokenKind int

const (
	tokEOF tokenKind = iota
	tokWord
	tokInt
	tokString
	tokSign // one of the signs, or ->, .., <>
)

type token struct {
	kind       tokenKind
	text       string // value: of a string without its quotes
	start, end int    // bytes of the source
	pos        Pos
}

// found describes a token for a message.
func (t token) found() string {
	switch t.kind {
	case tokEOF:
		return "the end of the file"
	case tokString:
		return fmt.Sprintf("the text %q", nearest.Clip(t.text))
	default:
		return fmt.Sprintf("%q", nearest.Clip(t.text))
	}
}

// scanner cuts a source into tokens; line ends are white space. Comments run from #, -- or // to the end of the line, and
// from /* to */; a property file may also begin a line's comment with a semicolon.
type scanner struct {
	file      string
	src       string
	at        int
	line, col int
	semicolon bool // whether ; begins a comment
	peeked    *token
}

func newScanner(file, src string) *scanner {
	src = strings.TrimPrefix(src, "\ufeff")
	return &scanner{file: file, src: src, line: 1, col: 1}
}

func (s *scanner) pos() Pos { return Pos{File: s.file, Line: s.line, Col: s.col} }

// advance moves over n bytes.
func (s *scanner) advance(n int) {
	for _, r := range s.src[s.at : s.at+n] {
		if r == '\n' {
			s.line, s.col = s.line+1, 1
		} else {
			s.col++
		}
	}
	s.at += n
}

// space skips white space and comments.
func (s *scanner) space() error {
	for s.at < len(s.src) {
		rest := s.src[s.at:]
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case unicode.IsSpace(r):
			s.advance(size)
		case r == '#', r == ';' && s.semicolon, strings.HasPrefix(rest, "--"), strings.HasPrefix(rest, "//"):
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			s.advance(end)
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				return failAt(s.pos(), "the comment has no end: expected */")
			}
			s.advance(end + 4)
		default:
			return nil
		}
	}
	return nil
}

func isWordStart(r rune) bool { return r == '_' || unicode.IsLetter(r) }
func isWordPart(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}

// closingQuote gives the quotation mark that ends a text which another begins.
func closingQuote(r rune) rune {
	switch r {
	case '\'', '"':
		return r
	case '‘':
		return '’'
	case '“':
		return '”'
	}
	return 0
}

// next gives the next token.
func (s *scanner) next() (token, error) {
	if t := s.peeked; t != nil {
		s.peeked = nil
		return *t, nil
	}
	if err := s.space(); err != nil {
		return token{}, err
	}
	t := token{start: s.at, pos: s.pos()}
	if s.at == len(s.src) {
		t.end = s.at
		return t, nil
	}
	rest := s.src[s.at:]
	r, size := utf8.DecodeRuneInString(rest)
	if r == utf8.RuneError && size == 1 {
		return t, failAt(t.pos, "the file is not in UTF-8")
	}
	n := size
	switch end := closingQuote(r); {
	case end != 0:
		text, used, ok := quoted(rest[size:], end)
		if !ok {
			return t, failAt(t.pos, "the text has no end: expected %c before the line ends", end)
		}
		t.kind, t.text, n = tokString, text, size+used
	case isWordStart(r):
		for n < len(rest) {
			q, w := utf8.DecodeRuneInString(rest[n:])
			if !isWordPart(q) {
				break
			}
			n += w
		}
		t.kind, t.text = tokWord, rest[:n]
	case r >= '0' && r <= '9', r == '-' && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9':
		for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
		t.kind, t.text = tokInt, rest[:n]
	default:
		for _, two := range []string{"->", "=>", "..", "<>", "<=", ">="} {
			if strings.HasPrefix(rest, two) {
				n = 2
			}
		}
		t.kind, t.text = tokSign, rest[:n]
	}
	s.advance(n)
	t.end = s.at
	return t, nil
}

// quoted reads a text up to its closing quote; a doubled ASCII quote, or one behind a backslash, stands for itself.
func quoted(rest string, end rune) (text string, used int, ok bool) {
	var b strings.Builder
	for i := 0; i < len(rest); {
		r, w := utf8.DecodeRuneInString(rest[i:])
		after := rest[i+w:]
		switch {
		case r == '\n' || r == utf8.RuneError && w == 1:
			return "", 0, false
		case r == '\\' && after != "":
			q, qw := utf8.DecodeRuneInString(after)
			switch q {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			case '\n':
				return "", 0, false
			case '\\', '\'', '"', '‘', '’', '“', '”':
				b.WriteRune(q)
			default:
				b.WriteRune('\\')
				b.WriteRune(q)
			}
			i += w + qw
			continue
		case r == end && strings.HasPrefix(after, string(end)) && end < 0x80:
			b.WriteRune(r)
			i += 2 * w
			continue
		case r == end:
			return b.String(), i + w, true
		}
		b.WriteRune(r)
		i += w
	}
	return "", 0, false
}

// Quote writes a text in quotation marks as files have it.
func Quote(text string, mark byte) string {
	var b strings.Builder
	b.WriteByte(mark)
	for _, r := range text {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\\' || r == rune(mark):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte(mark)
	return b.String()
}

func (s *scanner) peek() (token, error) {
	if s.peeked == nil {
		t, err := s.next()
		if err != nil {
			return t, err
		}
		s.peeked = &t
	}
	return *s.peeked, nil
}

// expect reads a sign.
func (s *scanner) expect(sign, where string) (token, error) {
	t, err := s.next()
	if err == nil && (t.kind != tokSign || t.text != sign) {
		err = failAt(t.pos, "expected %s %s, found %s", sign, where, t.found())
	}
	return t, err
}

func (t token) is(sign string) bool     { return t.kind == tokSign && t.text == sign }
func (t token) isWord(word string) bool { return t.kind == tokWord && strings.EqualFold(t.text, word) }

// asText gives the token as a piece of the file.
func (t token) asText() Text {
	p := t.pos
	if t.kind == tokString {
		p.Col++
	}
	if t.kind == tokString && t.end-t.start != len(t.text)+2 {
		return Text{Value: t.text, Pos: p} // the source is spelled differently
	}
	return doctree.Plain(t.text, p)
}

// Word writes a name or value, in quotes where it is not a word or a whole number.
func Word(text string) string {
	s := newScanner("", text)
	if t, err := s.next(); err == nil && (t.kind == tokWord || t.kind == tokInt) && t.end == len(text) && t.start == 0 {
		return text
	}
	return Quote(text, '"')
}
