package cardfile

import (
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// This file reads the clues, the invariants and the options of the small language, whose values are not its own.

// setting reads an option of the generator.
func (r *dslReader) setting(at token) error {
	name, err := r.name("the name of an option")
	if err != nil {
		return err
	}
	if _, err := r.expect("=", "behind "+nearest.Clip(name.Value)); err != nil {
		return err
	}
	v, err := r.run("a value for " + nearest.Clip(name.Value))
	r.put(under(r.doc, key(at, "generate"), doctree.Map), name, v)
	r.hint = ": a value that has blanks in it stands in quotes, such as set solution = 'top = red'"
	return err
}

// run reads a quoted text, or what stands up to a blank, but blanks behind a comma: 4, 3-5, is:0-1, if-is.
func (r *dslReader) run(what string) (Text, error) {
	if err := r.space(); err != nil {
		return Text{}, err
	}
	if first, _ := utf8.DecodeRuneInString(r.src[r.at:]); closingQuote(first) != 0 {
		return r.text(what)
	}
	at := r.pos()
	rest := r.src[r.at:]
	end := 0
	for end < len(rest) && !strings.ContainsRune(" \t\r\n\v\f#\"'", rune(rest[end])) {
		end++
		if after := strings.TrimLeft(rest[end:], " \t"); rest[end-1] == ',' && after != "" && !strings.ContainsAny(after[:1], "\r\n#") {
			end = len(rest) - len(after)
		}
	}
	t := doctree.Plain(strings.TrimRight(rest[:end], " \t"), at)
	if t.Value == "" {
		next, err := r.next()
		if err == nil {
			err = failAt(next.pos, "expected %s, found %s", what, next.found())
		}
		return t, err
	}
	if !utf8.ValidString(t.Value) {
		return t, failAt(t.Pos, "the file is not in UTF-8")
	}
	r.advance(end)
	return t, nil
}

// clue reads a clue: what stands between the colon and the end of the line is its formula.
func (r *dslReader) clue(at token) error {
	c := &node{Kind: doctree.Map, Pos: at.pos}
	clues := under(r.doc, key(at, "clues"), doctree.List)
	clues.Items = append(clues.Items, c)
	t, err := r.peek()
	if err == nil && (t.kind == tokWord || t.kind == tokInt) {
		// It is the clue's id, or the language of a sentence that follows.
		id, err := r.next()
		if err != nil {
			return err
		}
		next, err := r.peek()
		if err != nil {
			return err
		}
		if next.kind == tokString && isLanguage(id) {
			if err := r.sentence(c, at, key(id, strings.ToLower(id.text))); err != nil {
				return err
			}
		} else {
			r.put(c, key(at, "id"), id.asText())
		}
	}
	for {
		if t, err = r.peek(); err != nil {
			return err
		}
		if t.is(":") {
			break
		}
		if t.kind != tokString && !isLanguage(t) {
			return failAt(t.pos, "expected : and the clue's formula, such as clue: top = red, or its sentence in quotes before them, found %s", t.found())
		}
		lang, err := r.optLang()
		if err == nil {
			err = r.sentence(c, at, lang)
		}
		if err != nil {
			return err
		}
	}
	if _, err := r.next(); err != nil { // the colon; nothing is peeked now
		return err
	}
	formula := r.line()
	if formula.Value != "" {
		r.put(c, key(at, "clue"), formula)
	} else if len(under(c, key(at, "text"), doctree.Map).Entries) == 0 {
		return failAt(t.pos, "expected a formula behind : in the same line, such as body = blue => top = blue")
	}
	return nil
}

// sentence reads the sentence of a clue in a language.
func (r *dslReader) sentence(clue *node, at token, lang Text) error {
	text, err := r.text("the clue's sentence")
	r.put(under(clue, key(at, "text"), doctree.Map), lang, text)
	return err
}

// line takes the rest of the line, without a comment that ends it.
func (r *dslReader) line() Text {
	rest := r.src[r.at:]
	if end := strings.IndexByte(rest, '\n'); end >= 0 {
		rest = rest[:end]
	}
	whole := len(rest)
	rest = rest[:CommentAt(rest)]
	lead := len(rest) - len(strings.TrimLeft(rest, " \t\r\v\f"))
	r.advance(lead)
	// A return within a line is written as a space.
	text := doctree.Plain(strings.TrimSpace(strings.Map(func(c rune) rune {
		if c == '\r' || c == '\v' || c == '\f' {
			return ' '
		}
		return c
	}, rest[lead:])), r.pos())
	r.advance(whole - lead)
	return text
}

// CommentAt gives where a comment begins in a line, or the line's length.
func CommentAt(line string) int {
	end := len(line)
	Unquoted(line, func(i int) bool {
		rest := line[i:]
		if rest[0] != '#' && !strings.HasPrefix(rest, "--") && !strings.HasPrefix(rest, "//") && !strings.HasPrefix(rest, "/*") {
			return false
		}
		end = i
		return true
	})
	return end
}

// Unquoted calls a function for each byte of a line that is not in quotes, until it returns true.
func Unquoted(line string, at func(i int) bool) {
	mark := byte(0)
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case mark != 0 && c == '\\':
			i++
		case mark != 0:
			if c == mark {
				mark = 0
			}
		case c == '\'' || c == '"':
			mark = c
		default:
			if at(i) {
				return
			}
		}
	}
}

// invariant reads OCL in braces.
func (r *dslReader) invariant(at token) error {
	open, err := r.expect("{", "behind invariant")
	if err != nil {
		return err
	}
	end := ClosingBrace(r.src[r.at:])
	if end < 0 {
		return failAt(open.pos, "the invariant has no end: expected }")
	}
	text := doctree.Plain(r.src[r.at:r.at+end], r.pos())
	list := under(r.doc, key(at, "invariants"), doctree.List)
	list.Items = append(list.Items, &node{Kind: doctree.Scalar, Tag: "!!str", Pos: text.Pos, Text: text})
	r.advance(end + 1)
	return nil
}

// ClosingBrace finds the brace that closes OCL text, past strings, comments and braces inside; -1 where there is none.
func ClosingBrace(src string) int {
	depth := 0
	for i := 0; i < len(src); i++ {
		switch rest := src[i:]; {
		case rest[0] == '{':
			depth++
		case rest[0] == '}':
			if depth--; depth < 0 {
				return i
			}
		case rest[0] == '\'' || rest[0] == '"':
			for i++; i < len(src) && src[i] != rest[0]; i++ {
				if src[i] == '\\' {
					i++
				}
			}
		case strings.HasPrefix(rest, "--") || strings.HasPrefix(rest, "//"):
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				return -1
			}
			i += end
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				return -1
			}
			i += end + 3
		}
	}
	return -1
}
