package ocl

import (
	"fmt"
	"slices"
)

const (
	// maxSource is the length in bytes of the longest text that is read.
	maxSource = 1 << 18
	// maxNesting bounds expressions inside expressions as they are written, and maxChain the operators of a row such as
	// a + b + c or a.b.c, which nest as well once they are read.
	maxNesting = 200
	maxChain   = 5000
)

// Parse reads declarations. The name stands for the text in messages. The error is an *Error or a *BudgetError.
func Parse(name string, text []byte) (*File, error) { return ParseIn(name, text, nil) }

// ParseIn reads declarations that stand somewhere in a file of another format, by the name of that file: place turns a place in
// the text into one in the file, which is what the declarations have and what messages say. nil: the text is the file.
func ParseIn(name string, text []byte, place func(Pos) Pos) (*File, error) {
	p, err := newParser(name, string(text), place)
	if err != nil {
		return nil, err
	}
	f := &File{Name: name}
	err = p.catch(func() {
		for p.tok.kind != tEOF {
			f.Decls = append(f.Decls, p.declaration()...)
		}
	})
	if err != nil {
		return nil, err
	}
	return f, nil
}

// parseExpr reads one expression.
func parseExpr(name string, text []byte) (Expr, error) {
	p, err := newParser(name, string(text), nil)
	if err != nil {
		return nil, err
	}
	var e Expr
	err = p.catch(func() {
		e = p.expr()
		if p.tok.kind != tEOF {
			p.expected("an operator or the end of the expression")
		}
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

// parser reads a list of tokens by recursive descent. A mistake ends it by a panic with an error, which catch turns into a
// result.
type parser struct {
	file  string
	toks  []token
	i     int
	tok   token // toks[i]
	depth int
}

type bailout struct{ err error }

func newParser(name, text string, place func(Pos) Pos) (*parser, error) {
	if place == nil {
		place = func(p Pos) Pos { return p }
	}
	p := &parser{file: name}
	if len(text) > maxSource {
		return nil, &BudgetError{File: name, Pos: place(Pos{1, 1}), What: "bytes of text", Limit: maxSource}
	}
	l := &lexer{file: name, src: text, pos: Pos{1, 1}, place: place}
	for {
		t, err := l.next()
		if err != nil {
			return nil, err
		}
		t.pos = place(t.pos)
		p.toks = append(p.toks, t)
		if t.kind == tEOF {
			break
		}
	}
	p.tok = p.toks[0]
	return p, nil
}

func (p *parser) catch(f func()) (err error) {
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

func (p *parser) fail(pos Pos, format string, args ...any) {
	panic(bailout{&Error{File: p.file, Pos: pos, Msg: fmt.Sprintf(format, args...)}})
}

// expected fails at the current token.
func (p *parser) expected(what string) {
	p.fail(p.tok.pos, "expected %s, found %s", what, p.tok.describe())
}

// expectedWord fails at the current token where one of some words was expected.
func (p *parser) expectedWord(what string, words ...string) {
	if p.tok.kind == tName {
		e := unknown(p.file, p.tok.pos, "word", p.tok.text, words)
		e.Msg = fmt.Sprintf("expected %s, found %s", what, p.tok.describe())
		panic(bailout{e})
	}
	p.expected(what)
}

func (p *parser) advance() token {
	t := p.tok
	p.seek(min(p.i+1, len(p.toks)-1))
	return t
}

func (p *parser) seek(i int) { p.i, p.tok = i, p.toks[i] }

// ahead is the token n after the current one.
func (p *parser) ahead(n int) token { return p.toks[min(p.i+n, len(p.toks)-1)] }

func (t token) is(text string) bool {
	return (t.kind == tPunct || t.kind == tKeyword) && t.text == text
}

// word tells whether the token is a word that is a keyword in its place only.
func (t token) word(text string) bool { return t.kind == tName && t.text == text }

func (p *parser) accept(text string) bool {
	if p.tok.is(text) {
		p.advance()
		return true
	}
	return false
}

func (p *parser) want(text string) token {
	if !p.tok.is(text) {
		p.expected("'" + text + "'")
	}
	return p.advance()
}

func (p *parser) name(what string) token {
	if p.tok.kind != tName {
		p.expected(what)
	}
	return p.advance()
}

// enter guards against deep nesting; leave undoes it.
func (p *parser) enter() {
	if p.depth++; p.depth > maxNesting {
		panic(bailout{&BudgetError{File: p.file, Pos: p.tok.pos, What: "nested expressions", Limit: maxNesting}})
	}
}

func (p *parser) leave() { p.depth-- }

func (p *parser) declaration() []Decl {
	switch {
	case p.tok.is("context"):
		p.advance()
		return p.context()
	case p.tok.kind == tName && p.ahead(1).is("::"):
		return []Decl{p.operation()}
	}
	p.expectedWord("context or an operation such as Thing::valid(c:Clue):Boolean = ...", "context")
	return nil
}

// unsupported are words of OCL that begin what this subset leaves out.
var unsupported = []string{"pre", "post", "init", "package", "static"}

func (p *parser) context() []Decl {
	if p.tok.kind == tName && p.ahead(1).is("::") {
		if p.ahead(2).kind == tName && p.ahead(3).is("(") {
			return []Decl{p.operation()}
		}
		return []Decl{p.derived()}
	}
	class, vars := p.contextVars(p.name("a class or a variable"))
	var out []Decl
	for {
		switch {
		case p.tok.is("inv"):
			d := p.invariant()
			d.Vars, d.Class, d.classAt = vars, class.text, class.pos
			out = append(out, d)
		case p.tok.word("def"):
			p.advance()
			p.want(":")
			d := &opDecl{Class: class.text, classAt: class.pos}
			p.signature(d)
			p.want("=")
			d.Body = p.expr()
			out = append(out, d)
		case p.tok.word("derive"):
			p.advance()
			t := p.name("an attribute")
			d := &deriveDecl{At: t.pos, Class: class.text, classAt: class.pos, Name: t.text}
			p.want(":")
			if p.tok.kind == tName && p.typeEndsAt("=") {
				d.Type = p.typeExpr()
				p.want("=")
			}
			d.Body = p.expr()
			out = append(out, d)
		case p.tok.kind == tName && slices.Contains(unsupported, p.tok.text):
			p.fail(p.tok.pos, "%s is not supported: expected inv, def or derive", p.tok.text)
		case len(out) > 0 && (p.tok.kind == tEOF || p.tok.is("context") || p.tok.kind == tName && p.ahead(1).is("::")):
			return out
		default:
			p.expectedWord("inv, def or derive", "inv", "def", "derive")
		}
	}
}

// contextVars reads the rest of "a, b : Class" after the first name, and gives the class with the variables.
func (p *parser) contextVars(first token) (class token, vars []Param) {
	if !p.tok.is(",") && !p.tok.is(":") {
		return first, nil
	}
	vars = append(vars, Param{At: first.pos, Name: first.text})
	for p.accept(",") {
		t := p.name("a variable")
		vars = append(vars, Param{At: t.pos, Name: t.text})
	}
	p.want(":")
	return p.name("a class"), vars
}

func (p *parser) invariant() *InvDecl {
	d := &InvDecl{At: p.want("inv").pos}
	if p.tok.kind == tName && !p.ahead(1).is(":") && !startsBody(p.ahead(1)) {
		// Neither a name with a colon nor a name and an expression: the name begins an expression.
		p.fail(p.ahead(1).pos, "expected ':' after the name of the invariant, found %s", p.ahead(1).describe())
	}
	if p.tok.kind == tName {
		d.Name = p.advance().text
		p.accept(":")
	} else {
		p.want(":")
	}
	d.Body = p.expr()
	return d
}

// startsBody tells whether a token after a name can only begin the body of an invariant: then the colon was left out.
func startsBody(t token) bool {
	switch t.kind {
	case tName, tInt, tReal, tString:
		return true
	}
	return t.kind == tKeyword && slices.Contains([]string{"not", "if", "let", "true", "false", "null", "invalid"}, t.text)
}

func (p *parser) operation() *opDecl {
	class := p.name("a class")
	p.want("::")
	d := &opDecl{Class: class.text, classAt: class.pos}
	p.signature(d)
	switch {
	case p.accept("="):
	case p.tok.word("body") && p.ahead(1).is(":"):
		p.advance()
		p.advance()
	case p.tok.kind == tName && slices.Contains(unsupported, p.tok.text):
		p.fail(p.tok.pos, "%s is not supported: expected '=' or body", p.tok.text)
	default:
		p.expected("'=' or body: and the operation's expression")
	}
	d.Body = p.expr()
	return d
}

// signature reads NAME(params) : type.
func (p *parser) signature(d *opDecl) {
	t := p.name("the name of an operation")
	d.At, d.Name = t.pos, t.text
	p.want("(")
	for !p.tok.is(")") {
		if len(d.Params) > 0 {
			p.want(",")
		}
		t := p.name("a parameter")
		p.want(":")
		d.Params = append(d.Params, Param{At: t.pos, Name: t.text, Type: p.typeExpr()})
	}
	p.want(")")
	p.want(":")
	d.Result = p.typeExpr()
}

func (p *parser) derived() *deriveDecl {
	class := p.name("a class")
	p.want("::")
	t := p.name("an attribute or an operation")
	d := &deriveDecl{At: t.pos, Class: class.text, classAt: class.pos, Name: t.text}
	if p.accept(":") {
		d.Type = p.typeExpr()
	}
	if !p.tok.word("derive") {
		if p.tok.kind == tName && slices.Contains(unsupported, p.tok.text) {
			p.fail(p.tok.pos, "%s is not supported: expected derive", p.tok.text)
		}
		p.expectedWord("derive", "derive")
	}
	p.advance()
	p.want(":")
	d.Body = p.expr()
	return d
}

// typeEndsAt tells whether a type stands here with the mark after it.
func (p *parser) typeEndsAt(mark string) bool {
	n, open := 1, 0
	for ; p.ahead(n).is("(") && p.ahead(n+1).kind == tName; n += 2 {
		open++
	}
	for ; open > 0 && p.ahead(n).is(")"); n++ {
		open--
	}
	return open == 0 && p.ahead(n).is(mark)
}

func (p *parser) typeExpr() *TypeExpr {
	p.enter()
	defer p.leave()
	t := p.name("a type")
	e := &TypeExpr{At: t.pos, Name: t.text}
	if p.accept("(") {
		e.Elem = p.typeExpr()
		p.want(")")
	}
	return e
}
