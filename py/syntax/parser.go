package syntax

import (
	"fmt"
)

// maxDigits is Python's own bound on decimal digits of an int in text.
const maxDigits = 4300

type parser struct {
	lx    *lexer
	tok   token
	prev  int // end of the token before tok
	depth int
	// What the statement being parsed stands in.
	inFunc bool
	inLoop bool
	inCls  bool
}

func (p *parser) next() {
	p.prev = p.tok.end
	p.tok = p.lx.next()
}

func (p *parser) span(from, to int) exprNode {
	a := p.lx.pos(from)
	return exprNode{Span{a, p.lx.pos(to)}}
}

func (p *parser) here(from int) exprNode { return p.span(from, p.prev) }

func (p *parser) isOp(s string) bool { return p.tok.kind == tOp && p.tok.text == s }
func (p *parser) isKw(s string) bool { return p.tok.kind == tKeyword && p.tok.text == s }

func (p *parser) gotOp(s string) bool {
	if p.isOp(s) {
		p.next()
		return true
	}
	return false
}

func (p *parser) gotKw(s string) bool {
	if p.isKw(s) {
		p.next()
		return true
	}
	return false
}

func (p *parser) wantOp(s, where string) {
	if !p.gotOp(s) {
		p.fail("unexpected "+p.describe(p.tok)+where, "'"+s+"'")
	}
}

func (p *parser) wantKw(s, where string) {
	if !p.gotKw(s) {
		p.fail("unexpected "+p.describe(p.tok)+where, "'"+s+"'")
	}
}

func (p *parser) fail(msg, expected string) { p.lx.fail(p.tok.start, msg, expected) }

func (p *parser) enter(off int) {
	p.depth++
	if p.depth > maxDepth {
		p.lx.fail(off, fmt.Sprintf("nested too deeply: at most %d levels are read", maxDepth), "")
	}
}

func (p *parser) leave() { p.depth-- }

func (p *parser) describe(t token) string {
	switch t.kind {
	case tEOF:
		return "end of text"
	case tNewline:
		return "end of line"
	case tIndent:
		return "indent"
	case tDedent:
		return "end of block"
	case tString, tFString:
		return "string"
	case tNumber:
		return "number " + t.text
	case tName:
		return "name " + t.text
	case tKeyword:
		return "keyword " + t.text
	}
	return "'" + t.text + "'"
}

// ParseExpr reads one expression, which may span several lines as if it stood in brackets. The error, if any, is an *Error.
func ParseExpr(file, src string) (x Expr, err error) {
	err = guard(func() {
		p := &parser{lx: newLexer(file, src)}
		p.lx.paren = 1
		p.next()
		if p.tok.kind == tEOF {
			p.lx.fail(len(src), "empty expression", "an expression")
		}
		x = p.exprList()
		if p.isOp("=") {
			p.fail("'=' is an assignment, which an expression cannot hold", "'=='")
		}
		if p.tok.kind != tEOF {
			p.fail("unexpected "+p.describe(p.tok)+" after the expression", "the end of the expression or an operator")
		}
	})
	return x, err
}

// ParseTemplate reads the text of an f-string without the f and the quotes around it: literal text with Python's escapes,
// {expression!conversion:format} and doubled braces. The error, if any, is an *Error.
func ParseTemplate(file, src string) (x *JoinedStr, err error) {
	err = guard(func() {
		p := &parser{lx: newLexer(file, src)}
		parts := p.fstring(0, "", false)
		x = &JoinedStr{exprNode: p.span(0, len(src)), Parts: parts}
	})
	return x, err
}

// guard runs f and gives the error that it failed with.
func guard(f func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case bailout:
			err = r.err
		default:
			panic(r)
		}
	}()
	f()
	return nil
}
