package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// str scans a string literal whose opening quote is at lx.off. An f-string gives a token that stands behind its opening
// quote; any other gives its value.
func (lx *lexer) str(start int, prefix string) token {
	q := lx.src[lx.off : lx.off+1]
	if strings.HasPrefix(lx.src[lx.off:], q+q+q) {
		q = lx.src[lx.off : lx.off+3]
	}
	lx.off += len(q)
	raw := strings.Contains(prefix, "r")
	if strings.Contains(prefix, "f") {
		return token{kind: tFString, start: start, end: lx.off, quote: q, raw: raw}
	}
	from := lx.off
	for i := from; ; {
		if i >= len(lx.src) || len(q) == 1 && lx.src[i] == '\n' {
			msg := "string is not closed"
			if len(lx.fparens) > 0 {
				msg = "string inside the braces of an f-string is not closed"
			}
			lx.fail(start, msg, q)
		}
		switch {
		case lx.src[i] == '\\' && i+1 < len(lx.src):
			i += 2
		case strings.HasPrefix(lx.src[i:], q):
			lx.off = i + len(q)
			text := lx.src[from:i]
			if raw {
				text = strings.ReplaceAll(text, "\r\n", "\n")
			} else {
				text = lx.unescape(from, i)
			}
			return token{kind: tString, text: text, start: start, end: lx.off}
		default:
			i++
		}
	}
}

// unescape resolves the escapes of src[from:to].
func (lx *lexer) unescape(from, to int) string {
	s := lx.src[from:to]
	if strings.IndexByte(s, '\\') < 0 && strings.IndexByte(s, '\r') < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		c := s[i]
		if c == '\r' && i+1 < len(s) && s[i+1] == '\n' {
			i++
			continue
		}
		if c != '\\' || i+1 >= len(s) {
			b.WriteByte(c)
			i++
			continue
		}
		n := lx.escape(&b, from+i, to)
		i += n
	}
	return b.String()
}

// escape resolves the escape at off, which ends before to, and gives its length.
func (lx *lexer) escape(b *strings.Builder, off, to int) int {
	s := lx.src[off:to]
	switch c := s[1]; c {
	case '\n':
		return 2
	case '\r':
		if strings.HasPrefix(s, "\\\r\n") {
			return 3
		}
	case '\\', '\'', '"':
		b.WriteByte(c)
		return 2
	case 'a':
		b.WriteByte(7)
		return 2
	case 'b':
		b.WriteByte(8)
		return 2
	case 'f':
		b.WriteByte(12)
		return 2
	case 'n':
		b.WriteByte(10)
		return 2
	case 'r':
		b.WriteByte(13)
		return 2
	case 't':
		b.WriteByte(9)
		return 2
	case 'v':
		b.WriteByte(11)
		return 2
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n, i := rune(0), 1
		for ; i < 4 && i < len(s) && '0' <= s[i] && s[i] <= '7'; i++ {
			n = n*8 + rune(s[i]-'0')
		}
		b.WriteRune(n)
		return i
	case 'x', 'u', 'U':
		digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
		var n int64
		for i := 2; i < 2+digits; i++ {
			v := -1
			if i < len(s) {
				v = hexValue(s[i])
			}
			if v < 0 {
				lx.fail(off, fmt.Sprintf("escape \\%c without its digits", c), fmt.Sprintf("%d hexadecimal digits", digits))
			}
			n = n<<4 | int64(v)
		}
		if n > utf8.MaxRune || n >= 0xD800 && n < 0xE000 {
			lx.fail(off, fmt.Sprintf("escape %s is not a Unicode character", s[:2+digits]), "")
		}
		b.WriteRune(rune(n))
		return 2 + digits
	case 'N':
		lx.fail(off, "escapes by character name (\\N{…}) are not part of the language", "\\u and four hexadecimal digits")
	}
	b.WriteByte('\\') // an unknown escape stands for itself
	r, n := utf8.DecodeRuneInString(s[1:])
	b.WriteRune(r)
	return 1 + n
}

func hexValue(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// fstring parses the body of an f-string from lx.off to its closing quote; an empty quote means that the source's end closes it. It
// leaves the lexer behind the quote.
func (p *parser) fstring(start int, quote string, raw bool) []Expr {
	p.enter(start)
	defer p.leave()
	parts := p.fparts(start, quote, raw, false)
	p.lx.off += len(quote)
	return parts
}

// fparts parses literal text and replacement fields up to the closing quote or, in a format specification, the closing brace.
func (p *parser) fparts(start int, quote string, raw, spec bool) []Expr {
	lx := p.lx
	var parts []Expr
	var b strings.Builder
	from := lx.off
	flush := func() {
		if b.Len() > 0 {
			parts = append(parts, &StrLit{exprNode: p.span(from, lx.off), Value: b.String()})
			b.Reset()
		}
	}
	for {
		if lx.off >= len(lx.src) {
			if quote == "" && !spec {
				flush()
				return parts
			}
			if spec {
				lx.fail(lx.off, "format specification is not closed", "'}'")
			}
			lx.fail(start, "f-string is not closed", quote)
		}
		c := lx.src[lx.off]
		switch {
		case quote != "" && strings.HasPrefix(lx.src[lx.off:], quote):
			if spec {
				lx.fail(lx.off, "f-string ends inside a replacement field", "'}'")
			}
			flush()
			return parts
		case c == '\n' && len(quote) == 1:
			lx.fail(start, "f-string is not closed", quote)
		case c == '{' && !spec && strings.HasPrefix(lx.src[lx.off:], "{{"):
			b.WriteByte('{')
			lx.off += 2
		case c == '{':
			flush()
			parts = append(parts, p.field(quote, raw)...)
			from = lx.off
		case c == '}' && spec:
			flush()
			return parts
		case c == '}':
			if !strings.HasPrefix(lx.src[lx.off:], "}}") {
				lx.fail(lx.off, "single '}' in an f-string", "'}}' for a brace that is text")
			}
			b.WriteByte('}')
			lx.off += 2
		case c == '\\' && !raw && lx.off+1 < len(lx.src):
			if n := lx.src[lx.off+1]; n == '{' || n == '}' { // a brace cannot be escaped: the backslash is text
				b.WriteByte('\\')
				lx.off++
				continue
			}
			lx.off += lx.escape(&b, lx.off, len(lx.src))
		case c == '\\' && raw && lx.off+1 < len(lx.src) && lx.src[lx.off+1] != '{' && lx.src[lx.off+1] != '}':
			_, n := utf8.DecodeRuneInString(lx.src[lx.off+1:])
			b.WriteString(lx.src[lx.off : lx.off+1+n])
			lx.off += 1 + n
		case c == '\r' && quote != "" && strings.HasPrefix(lx.src[lx.off:], "\r\n"):
			lx.off++
		default:
			b.WriteByte(c)
			lx.off++
		}
	}
}

// field parses one replacement field, the lexer standing on its opening brace; it leaves it behind the closing one. With "="
// it gives the text and then the value.
func (p *parser) field(quote string, raw bool) []Expr {
	lx := p.lx
	open := lx.off
	p.enter(open)
	defer p.leave()
	lx.off++
	lx.paren++
	lx.fparens = append(lx.fparens, lx.paren)
	exprFrom := lx.off
	p.next()
	if p.isOp("}") || p.isOp("!") || p.isOp(":") || p.isOp("=") {
		lx.fail(open, "empty expression in an f-string", "an expression between '{' and "+p.describe(p.tok))
	}
	if p.tok.kind == tKeyword && p.tok.text == "lambda" {
		p.fail("a lambda in an f-string needs brackets around it", "'('")
	}
	x := p.fieldExpr()
	f := &Formatted{X: x}
	var out []Expr
	if p.isOp("=") {
		for lx.off < len(lx.src) && strings.IndexByte(" \t\n\r", lx.src[lx.off]) >= 0 {
			lx.off++
		}
		out = append(out, &StrLit{exprNode: p.span(exprFrom, lx.off), Value: lx.src[exprFrom:lx.off]})
		p.next()
		f.Conv = 'r'
	}
	explicit := false
	if p.isOp("!") {
		c := byte(0)
		if lx.off < len(lx.src) {
			c = lx.src[lx.off]
		}
		if c != 'r' && c != 's' && c != 'a' {
			lx.fail(lx.off, "unknown conversion in an f-string", "!r, !s or !a")
		}
		f.Conv = c
		explicit = true
		lx.off++
		p.next()
	}
	if p.isOp(":") {
		if !explicit {
			f.Conv = 0
		}
		specFrom := p.tok.end
		lx.off = specFrom
		depth := lx.fparens
		lx.fparens = nil // inside the specification, fields set their own
		parts := p.fparts(open, quote, raw, true)
		lx.fparens = depth
		f.Spec = &JoinedStr{exprNode: p.span(specFrom, lx.off), Parts: parts}
		lx.off++ // the brace, which fparts left
		lx.paren--
	} else if p.isOp("}") {
		lx.off = p.tok.end // and the lexer has counted the brace
	} else {
		p.fail("unexpected "+p.describe(p.tok)+" in an f-string", "'}'")
	}
	lx.fparens = lx.fparens[:len(lx.fparens)-1]
	f.exprNode = p.span(open, lx.off)
	return append(out, f)
}

// fieldExpr parses what may stand inside the braces: any expression list, a starred one, or yield.
func (p *parser) fieldExpr() Expr {
	if p.isKw("yield") {
		return p.yield()
	}
	return p.exprList()
}
