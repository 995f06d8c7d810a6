package ocl

import "slices"

// precedence of the infix operators; all group to the left.
func precedence(op string) int {
	switch op {
	case "implies":
		return 1
	case "xor":
		return 2
	case "or":
		return 3
	case "and":
		return 4
	case "=", "<>":
		return 5
	case "<", "<=", ">", ">=":
		return 6
	case "+", "-":
		return 7
	case "*", "/", "div", "mod":
		return 8
	}
	return 0
}

const (
	precUnary   = 9
	precPostfix = 10
)

// iterators are the operations whose body is evaluated for elements.
var iterators = []string{"select", "reject", "collect", "collectNested", "forAll", "exists", "one", "any", "isUnique", "sortedBy",
	"closure"}

// collectionKinds are the kinds of collections that literals and types name.
var collectionKinds = []string{"Set", "Bag", "Sequence"}

func (p *parser) expr() Expr { return p.binary(1) }

// infix gives the current token as an infix operator.
func (p *parser) infix() (op string, prec int) {
	switch p.tok.kind {
	case tPunct, tKeyword:
		op = p.tok.text
	case tName:
		// div and mod are names elsewhere.
		if p.tok.text == "div" || p.tok.text == "mod" {
			op = p.tok.text
		}
	}
	return op, precedence(op)
}

func (p *parser) binary(least int) Expr {
	p.enter()
	defer p.leave()
	x := p.unary()
	for n := 0; ; n++ {
		op, prec := p.infix()
		if prec == 0 || prec < least {
			return x
		}
		p.chain(n)
		at := p.advance().pos
		x = &Binary{At: at, Op: op, X: x, Y: p.binary(prec + 1)}
	}
}

func (p *parser) chain(n int) {
	if n >= maxChain {
		panic(bailout{&BudgetError{File: p.file, Pos: p.tok.pos, What: "operators in a row", Limit: maxChain}})
	}
}

func (p *parser) unary() Expr {
	if p.tok.is("not") || p.tok.is("-") {
		p.enter()
		defer p.leave()
		t := p.advance()
		return &Unary{At: t.pos, Op: t.text, X: p.unary()}
	}
	return p.postfix()
}

func (p *parser) postfix() Expr {
	x := p.primary()
	for n := 0; ; n++ {
		switch {
		case p.tok.is("."):
			p.chain(n)
			p.advance()
			t := p.name("a feature after the point")
			c := &Call{At: t.pos, Src: x, ID: t.text}
			c.Args, c.Parens = p.arguments()
			x = c
		case p.tok.is("->"):
			p.chain(n)
			p.advance()
			x = p.arrow(x)
		case p.tok.is("@"):
			p.fail(p.tok.pos, "@pre is not supported: there is only one state")
		case p.tok.is("["):
			p.fail(p.tok.pos, "qualifiers are not supported: expected an operator")
		case p.tok.is("::"):
			p.fail(p.tok.pos, "paths with :: are not supported in expressions: expected an operator")
		default:
			return x
		}
	}
}

// arguments reads (a, b) where there is one.
func (p *parser) arguments() (args []Expr, parens bool) {
	if !p.accept("(") {
		return nil, false
	}
	for !p.tok.is(")") {
		if len(args) > 0 && !p.accept(",") {
			p.expected("',' or ')'")
		}
		args = append(args, p.expr())
	}
	p.advance()
	return args, true
}

func (p *parser) arrow(src Expr) Expr {
	t := p.name("an operation after the arrow")
	if t.text == "iterate" || slices.Contains(iterators, t.text) {
		return p.iterate(src, t)
	}
	a := &Arrow{At: t.pos, Src: src, ID: t.text}
	if p.tok.is("(") {
		p.advance()
		if p.declaresIterators() {
			panic(bailout{unknown(p.file, t.pos, "operation with a body", t.text, append([]string{"iterate"}, iterators...))})
		}
		p.seek(p.i - 1)
	}
	a.Args, a.Parens = p.arguments()
	return a
}

func (p *parser) iterate(src Expr, t token) Expr {
	it := &iterate{At: t.pos, Src: src, ID: t.text}
	if !p.tok.is("(") {
		p.expected("'(' and the body of " + t.text)
	}
	p.advance()
	if p.declaresIterators() {
		for {
			v := p.name("a variable")
			param := Param{At: v.pos, Name: v.text}
			if p.accept(":") {
				param.Type = p.typeExpr()
			}
			it.Vars = append(it.Vars, param)
			if !p.accept(",") {
				break
			}
		}
		if t.text == "iterate" {
			p.want(";")
			acc := p.binding()
			it.Acc = &acc
		}
		p.want("|")
	} else if t.text == "iterate" {
		p.expected("iterate(element; accumulator = value | body)")
	}
	it.Body = p.expr()
	if !p.tok.is(")") {
		p.expected("an operator or ')'")
	}
	p.advance()
	return it
}

// declaresIterators looks ahead for "a, b : T |" or "a : T ;".
func (p *parser) declaresIterators() bool {
	at := p.i
	defer func() { p.seek(at) }()
	for {
		if p.tok.kind != tName {
			return false
		}
		p.advance()
		if p.tok.is(":") {
			p.advance()
			for p.tok.kind == tName || p.tok.is("(") || p.tok.is(")") {
				p.advance()
			}
		}
		if !p.tok.is(",") {
			return p.tok.is("|") || p.tok.is(";")
		}
		p.advance()
	}
}

func (p *parser) binding() Binding {
	t := p.name("a variable")
	b := Binding{At: t.pos, Name: t.text}
	if p.accept(":") {
		b.Type = p.typeExpr()
	}
	p.want("=")
	b.Init = p.expr()
	return b
}

func (p *parser) primary() Expr {
	t := p.tok
	switch t.kind {
	case tInt:
		p.advance()
		return &Literal{At: t.pos, Kind: LitInteger, Text: t.text}
	case tReal:
		p.advance()
		return &Literal{At: t.pos, Kind: LitReal, Text: t.text}
	case tString:
		p.advance()
		return &Literal{At: t.pos, Kind: LitString, Text: t.text}
	case tName:
		return p.named()
	case tKeyword:
		switch t.text {
		case "true", "false", "null", "invalid":
			p.advance()
			kinds := map[string]LiteralKind{"true": LitTrue, "false": LitFalse, "null": LitUndefined, "invalid": LitUndefined}
			return &Literal{At: t.pos, Kind: kinds[t.text], Text: t.text}
		case "if":
			return p.ifExpr()
		case "let":
			return p.let()
		}
	case tPunct:
		if t.text == "(" {
			p.advance()
			e := p.expr()
			if !p.tok.is(")") {
				p.fail(p.tok.pos, "expected an operator or the ')' for the '(' at %s, found %s", t.pos, p.tok.describe())
			}
			p.advance()
			return e
		}
	}
	p.expected("an expression")
	return nil
}

func (p *parser) named() Expr {
	t := p.advance()
	if p.tok.is("{") {
		switch {
		case slices.Contains(collectionKinds, t.text):
			return p.collection(t)
		case t.text == "OrderedSet" || t.text == "Tuple" || t.text == "Map":
			p.fail(t.pos, "%s{...} is not supported: expected Set, Bag or Sequence", t.text)
		}
		panic(bailout{unknown(p.file, t.pos, "kind of collection", t.text, collectionKinds)})
	}
	if t.text == "Undefined" && !p.tok.is("(") {
		return &Literal{At: t.pos, Kind: LitUndefined, Text: t.text}
	}
	if args, parens := p.arguments(); parens {
		return &Call{At: t.pos, ID: t.text, Parens: true, Args: args}
	}
	return &Name{At: t.pos, ID: t.text}
}

func (p *parser) collection(t token) Expr {
	c := &CollectionLit{At: t.pos, Kind: t.text}
	p.want("{")
	for !p.tok.is("}") {
		if len(c.Parts) > 0 && !p.accept(",") {
			p.expected("',' or '}'")
		}
		part := Part{First: p.expr()}
		if p.accept("..") {
			part.Last = p.expr()
		}
		c.Parts = append(c.Parts, part)
	}
	p.advance()
	return c
}

func (p *parser) ifExpr() Expr {
	t := p.want("if")
	e := &If{At: t.pos, Cond: p.expr()}
	part := func(word, after string) {
		if !p.tok.is(word) {
			p.fail(p.tok.pos, "expected an operator or %s for the if at %s, found %s", after, t.pos, p.tok.describe())
		}
		p.advance()
	}
	part("then", "then")
	e.Then = p.expr()
	part("else", "else")
	e.Else = p.expr()
	part("endif", "endif")
	return e
}

func (p *parser) let() Expr {
	t := p.want("let")
	e := &Let{At: t.pos, Vars: []Binding{p.binding()}}
	for p.accept(",") {
		e.Vars = append(e.Vars, p.binding())
	}
	if !p.tok.is("in") {
		p.expected("an operator, ',' or in")
	}
	p.advance()
	e.Body = p.expr()
	return e
}
