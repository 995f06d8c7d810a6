package syntax

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokKind uint8

const (
	tEOF tokKind = iota
	tNewline
	tIndent
	tDedent
	tName
	tKeyword
	tNumber
	tString  // text holds the value
	tFString // the lexer stands behind the opening quote
	tOp
)

type token struct {
	kind  tokKind
	text  string // name, keyword, operator, number text or string value
	start int    // byte offsets
	end   int
	quote string // tFString: the closing quote
	raw   bool   // tFString: no escapes
}

// lexer gives tokens on demand: f-strings make what comes next depend on where the parser stands.
type lexer struct {
	file  string
	src   string
	off   int
	lines []int // offset of each line's start

	paren   int   // open brackets; newlines count only at 0
	fparens []int // for each open {…} of an f-string, the value of paren inside it
	indents []int
	pending int  // dedents still to give
	bol     bool // at the beginning of a line

	// cache for pos
	pLine, pOff, pCol int
}

// bailout carries an *Error up to the parser's entry.
type bailout struct{ err *Error }

func newLexer(file, src string) *lexer {
	lx := &lexer{file: file, src: src, lines: []int{0}, indents: []int{0}, bol: true, pCol: 1}
	if len(src) > maxSource {
		lx.src = ""
		lx.fail(0, fmt.Sprintf("source of %d bytes is too long: at most %d are read", len(src), maxSource), "")
	}
	for i := 0; i < len(src); i++ {
		if src[i] == '\n' {
			lx.lines = append(lx.lines, i+1)
		}
	}
	if !utf8.ValidString(src) {
		for i := 0; i < len(src); {
			r, n := utf8.DecodeRuneInString(src[i:])
			if r == utf8.RuneError && n == 1 {
				lx.fail(i, "source is not valid UTF-8", "")
			}
			i += n
		}
	}
	if i := strings.IndexByte(src, 0); i >= 0 {
		lx.fail(i, "source holds a null character", "")
	}
	lx.src = src
	return lx
}

// pos turns an offset into a position. Offsets mostly rise, or fall by little, so it counts on from the last answer.
func (lx *lexer) pos(off int) Pos {
	if off > len(lx.src) {
		off = len(lx.src)
	}
	line := lx.pLine
	if off >= lx.lines[line] && off < lx.pOff { // a step back on the line: the start of something just read
		lx.pCol -= utf8.RuneCountInString(lx.src[off:lx.pOff])
		lx.pOff = off
		return Pos{Line: int32(line + 1), Col: int32(lx.pCol), Offset: int32(off)}
	}
	if off < lx.lines[line] {
		line = 0
		lo, hi := 0, len(lx.lines)
		for hi-lo > 1 {
			if m := (lo + hi) / 2; lx.lines[m] <= off {
				lo = m
			} else {
				hi = m
			}
		}
		line = lo
		lx.pLine, lx.pOff, lx.pCol = line, lx.lines[line], 1
	}
	for line+1 < len(lx.lines) && lx.lines[line+1] <= off {
		line++
		lx.pLine, lx.pOff, lx.pCol = line, lx.lines[line], 1
	}
	lx.pCol += utf8.RuneCountInString(lx.src[lx.pOff:off])
	lx.pOff = off
	return Pos{Line: int32(line + 1), Col: int32(lx.pCol), Offset: int32(off)}
}

func (lx *lexer) fail(off int, msg, expected string) {
	panic(bailout{&Error{File: lx.file, Pos: lx.pos(off), Msg: msg, Expected: expected, Line: LineAt(lx.src, off)}})
}

var keywords = map[string]bool{
	"False": true, "None": true, "True": true, "and": true, "as": true, "assert": true, "async": true, "await": true,
	"break": true, "class": true, "continue": true, "def": true, "del": true, "elif": true, "else": true, "except": true,
	"finally": true, "for": true, "from": true, "global": true, "if": true, "import": true, "in": true, "is": true,
	"lambda": true, "nonlocal": true, "not": true, "or": true, "pass": true, "raise": true, "return": true, "try": true,
	"while": true, "with": true, "yield": true,
}

// IsKeyword reports whether a word is reserved in Python and cannot be a name.
func IsKeyword(s string) bool { return keywords[s] }

// IsIdentifier reports whether s has the form of a name; keywords have it too.
func IsIdentifier(s string) bool {
	for i, r := range s {
		if !isIdentRune(r, i == 0) {
			return false
		}
	}
	return s != ""
}

func isIdentRune(r rune, first bool) bool {
	switch {
	case r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
		return true
	case '0' <= r && r <= '9':
		return !first
	case r < utf8.RuneSelf:
		return false
	case unicode.IsLetter(r) || unicode.Is(unicode.Nl, r):
		return true
	}
	return !first && (unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc))
}

// next gives the next token.
func (lx *lexer) next() token {
	if lx.pending > 0 {
		lx.pending--
		return token{kind: tDedent, start: lx.off, end: lx.off}
	}
	if lx.bol && lx.paren == 0 {
		if t, ok := lx.indentation(); ok {
			return t
		}
	}
	lx.skipSpace()
	start := lx.off
	if start >= len(lx.src) {
		return lx.atEnd(start)
	}
	c := lx.src[start]
	switch {
	case c == '\n': // only reached outside brackets
		lx.off++
		lx.bol = true
		return token{kind: tNewline, start: start, end: lx.off}
	case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c >= utf8.RuneSelf:
		return lx.word(start)
	case '0' <= c && c <= '9' || c == '.' && start+1 < len(lx.src) && isDigit(lx.src[start+1]):
		return lx.number(start)
	case c == '"' || c == '\'':
		return lx.str(start, "")
	}
	return lx.operator(start)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func (lx *lexer) atEnd(start int) token {
	if lx.paren == 0 && !lx.bol {
		lx.bol = true
		return token{kind: tNewline, start: start, end: start}
	}
	if len(lx.indents) > 1 {
		lx.pending = len(lx.indents) - 2
		lx.indents = lx.indents[:1]
		return token{kind: tDedent, start: start, end: start}
	}
	return token{kind: tEOF, start: start, end: start}
}

// indentation measures the white space before a line's first token and gives the indent or dedent that it means.
func (lx *lexer) indentation() (token, bool) {
	for {
		col, i := 0, lx.off
	measure:
		for ; i < len(lx.src); i++ {
			switch lx.src[i] {
			case ' ':
				col++
			case '\t':
				col = col/8*8 + 8
			case '\f':
				col = 0
			default:
				break measure
			}
		}
		lx.off = i
		if i >= len(lx.src) {
			return token{}, false
		}
		switch c := lx.src[i]; {
		case c == '\n':
			lx.off++
			continue
		case c == '\r' && strings.HasPrefix(lx.src[i:], "\r\n"):
			lx.off += 2
			continue
		case c == '#':
			if nl := strings.IndexByte(lx.src[i:], '\n'); nl >= 0 {
				lx.off += nl + 1
				continue
			}
			lx.off = len(lx.src)
			return token{}, false
		}
		lx.bol = false
		top := lx.indents[len(lx.indents)-1]
		switch {
		case col > top:
			if len(lx.indents) > maxDepth {
				lx.fail(lx.off, "blocks are nested too deeply", "")
			}
			lx.indents = append(lx.indents, col)
			return token{kind: tIndent, start: lx.off, end: lx.off}, true
		case col < top:
			n := 0
			for lx.indents[len(lx.indents)-1] > col {
				lx.indents = lx.indents[:len(lx.indents)-1]
				n++
			}
			if lx.indents[len(lx.indents)-1] != col {
				lx.fail(lx.off, "unindent does not match any outer indentation level", "")
			}
			lx.pending = n - 1
			return token{kind: tDedent, start: lx.off, end: lx.off}, true
		}
		return token{}, false
	}
}

// skipSpace skips blanks, comments, joined lines and, inside brackets, line ends.
func (lx *lexer) skipSpace() {
	for lx.off < len(lx.src) {
		switch c := lx.src[lx.off]; {
		case c == ' ' || c == '\t' || c == '\f' || c == '\r':
			lx.off++
		case c == '\n' && lx.paren > 0:
			lx.off++
		case c == '#':
			if i := strings.IndexByte(lx.src[lx.off:], '\n'); i >= 0 {
				lx.off += i
			} else {
				lx.off = len(lx.src)
			}
		case c == '\\' && strings.HasPrefix(lx.src[lx.off:], "\\\n"):
			lx.off += 2
		case c == '\\' && strings.HasPrefix(lx.src[lx.off:], "\\\r\n"):
			lx.off += 3
		case c == 0xC2 && strings.HasPrefix(lx.src[lx.off:], "\u00a0") && lx.paren > 0:
			lx.fail(lx.off, "a no-break space (U+00A0) stands where an ordinary space is meant", "")
		default:
			return
		}
	}
}

func (lx *lexer) word(start int) token {
	i := start
	for i < len(lx.src) {
		c := lx.src[i]
		if c < utf8.RuneSelf {
			if c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c) && i > start {
				i++
				continue
			}
			break
		}
		r, n := utf8.DecodeRuneInString(lx.src[i:])
		if !isIdentRune(r, i == start) {
			if i == start {
				if want, ok := lookalike[r]; ok {
					lx.fail(i, fmt.Sprintf("invalid character %q (U+%04X)", r, r), fmt.Sprintf("%q", want))
				}
				lx.fail(i, fmt.Sprintf("invalid character %q (U+%04X)", r, r), "")
			}
			break
		}
		i += n
	}
	w := lx.src[start:i]
	if i < len(lx.src) && (lx.src[i] == '"' || lx.src[i] == '\'') && len(w) <= 2 {
		switch p := strings.ToLower(w); p {
		case "f", "r", "u", "fr", "rf":
			lx.off = i
			return lx.str(start, p)
		case "b", "br", "rb":
			lx.fail(start, "bytes are not part of the language", "a str")
		}
	}
	lx.off = i
	k := tName
	if keywords[w] {
		k = tKeyword
	}
	return token{kind: k, text: w, start: start, end: i}
}

// lookalike maps the full-width punctuation that East Asian keyboards give to what Python wants.
var lookalike = map[rune]string{
	'，': ",", '：': ":", '（': "(", '）': ")", '“': `"`, '”': `"`, '‘': "'", '’': "'", '；': ";", '！': "!", '＝': "=",
	'－': "-", '＋': "+", '×': "*", '÷': "/", '≤': "<=", '≥': ">=", '≠': "!=", '【': "[", '】': "]", '。': ".",
}

// number scans a number's text; its value is worked out by the parser.
func (lx *lexer) number(start int) token {
	s := lx.src
	i := start
	digits := func(ok func(byte) bool) {
		for i < len(s) && (ok(s[i]) || s[i] == '_' && i > start && i+1 < len(s) && ok(s[i+1]) && s[i-1] != '_') {
			i++
		}
	}
	if s[i] == '0' && i+1 < len(s) && strings.IndexByte("xXoObB", s[i+1]) >= 0 {
		ok := func(c byte) bool { return c == '0' || c == '1' }
		switch s[i+1] {
		case 'x', 'X':
			ok = func(c byte) bool {
				return isDigit(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
			}
		case 'o', 'O':
			ok = func(c byte) bool { return '0' <= c && c <= '7' }
		}
		i += 2
		from := i
		digits(ok)
		if i == from {
			lx.fail(start, "number without digits", "digits")
		}
	} else {
		digits(isDigit)
		if i < len(s) && s[i] == '.' {
			i++
			if i < len(s) && isDigit(s[i]) {
				digits(isDigit)
			}
		}
		if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
			j := i + 1
			if j < len(s) && (s[j] == '+' || s[j] == '-') {
				j++
			}
			if j < len(s) && isDigit(s[j]) {
				i = j
				digits(isDigit)
			}
		}
	}
	if i < len(s) {
		if s[i] == 'j' || s[i] == 'J' {
			lx.fail(start, "complex numbers are not part of the language", "an int or a float")
		}
		if r, _ := utf8.DecodeRuneInString(s[i:]); isIdentRune(r, false) {
			word := s[i:]
			for j, r := range word {
				if !isIdentRune(r, false) {
					word = word[:j]
					break
				}
			}
			switch word { // "1if x else 2" is Python
			case "and", "else", "for", "if", "in", "is", "or", "not":
			default:
				lx.fail(start, fmt.Sprintf("invalid number %q", s[start:i+len(word)]), "an operator between number and name")
			}
		}
	}
	lx.off = i
	return token{kind: tNumber, text: s[start:i], start: start, end: i}
}

// operators, longest first.
var operators = []string{"**=", "//=", ">>=", "<<=", "...", "!=", "->", "**", "//", "<<", ">>", "<=", ">=", "==", "+=", "-=", "*=",
	"/=", "%=", "&=", "|=", "^=", "@=", ":=", "(", ")", "[", "]", "{", "}", ",", ":", ".", ";", "=", "+", "-", "*", "/", "%", "&", "|",
	"^", "~", "<", ">", "@", "!"}

// operatorsBy holds the operators by their first byte.
var operatorsBy = func() (t [utf8.RuneSelf][]string) {
	for _, op := range operators {
		t[op[0]] = append(t[op[0]], op)
	}
	return t
}()

func (lx *lexer) operator(start int) token {
	rest := lx.src[start:]
	for _, op := range operatorsBy[rest[0]&(utf8.RuneSelf-1)] {
		if !strings.HasPrefix(rest, op) {
			continue
		}
		if op == "!" && len(lx.fparens) == 0 {
			lx.fail(start, "invalid character '!'", "not, or !=")
		}
		if n := len(lx.fparens); n > 0 && lx.fparens[n-1] == lx.paren {
			if op == ":=" { // f"{x:=5}" is x with the format "=5"
				op = ":"
			}
		}
		switch op {
		case "(", "[", "{":
			lx.paren++
		case ")", "]", "}":
			if lx.paren > 0 {
				lx.paren--
			}
		}
		lx.off = start + len(op)
		return token{kind: tOp, text: op, start: start, end: lx.off}
	}
	r, _ := utf8.DecodeRuneInString(rest)
	switch r {
	case '?', '$', '`':
		lx.fail(start, fmt.Sprintf("invalid character %q", r), "")
	case '\\':
		lx.fail(start, "unexpected character after line continuation character", "")
	}
	lx.fail(start, fmt.Sprintf("invalid character %q (U+%04X)", r, r), "")
	panic("unreachable")
}
