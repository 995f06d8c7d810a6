package syntax

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// startsExpr reports whether the token can begin an expression.
func (p *parser) startsExpr() bool {
	switch p.tok.kind {
	case tName, tNumber, tString, tFString:
		return true
	case tKeyword:
		switch p.tok.text {
		case "None", "True", "False", "not", "lambda", "yield", "await":
			return true
		}
	case tOp:
		switch p.tok.text {
		case "(", "[", "{", "+", "-", "~", "*", "...":
			return true
		}
	}
	return false
}

// exprList parses expressions separated by commas, starred ones allowed: a tuple when there is a comma.
func (p *parser) exprList() Expr {
	from := p.tok.start
	x := p.starOrNamed()
	if !p.isOp(",") {
		if s, ok := x.(*StarExpr); ok {
			p.lx.fail(from, "a starred expression cannot stand alone", "a comma after *"+exprWord(s.X))
		}
		return x
	}
	elts := []Expr{x}
	for p.gotOp(",") {
		if !p.startsExpr() {
			break
		}
		elts = append(elts, p.starOrNamed())
	}
	return &TupleExpr{exprNode: p.here(from), Elts: elts}
}

func exprWord(x Expr) string {
	if n, ok := x.(*Name); ok {
		return n.ID
	}
	return "…"
}

func (p *parser) starOrNamed() Expr {
	if p.isOp("*") {
		from := p.tok.start
		p.next()
		x := p.binary(precOr)
		return &StarExpr{p.here(from), x}
	}
	return p.named()
}

// named parses test [":=" test].
func (p *parser) named() Expr {
	from := p.tok.start
	x := p.test()
	if p.isOp(":=") {
		n, ok := x.(*Name)
		if !ok {
			p.lx.fail(from, "':=' assigns to a plain name only", "a name")
		}
		p.next()
		v := p.test()
		return &WalrusExpr{p.here(from), n, v}
	}
	return x
}

// test parses a lambda or a conditional expression.
func (p *parser) test() Expr {
	from := p.tok.start
	p.enter(from)
	defer p.leave()
	if p.isKw("lambda") {
		return p.lambda()
	}
	x := p.or()
	if !p.isKw("if") {
		return x
	}
	p.next()
	cond := p.or()
	p.wantKw("else", " in a conditional expression")
	els := p.test()
	return &IfExpr{p.here(from), cond, x, els}
}

func (p *parser) lambda() Expr {
	from := p.tok.start
	p.next()
	params := p.params(":", false)
	p.wantOp(":", " in a lambda")
	outer := p.inFunc
	p.inFunc = true
	body := p.test()
	p.inFunc = outer
	return &Lambda{p.here(from), params, body}
}

func (p *parser) or() Expr {
	from := p.tok.start
	x := p.and()
	if !p.isKw("or") {
		return x
	}
	xs := []Expr{x}
	for p.gotKw("or") {
		xs = append(xs, p.and())
	}
	return &BoolExpr{p.here(from), Or, xs}
}

func (p *parser) and() Expr {
	from := p.tok.start
	x := p.not()
	if !p.isKw("and") {
		return x
	}
	xs := []Expr{x}
	for p.gotKw("and") {
		xs = append(xs, p.not())
	}
	return &BoolExpr{p.here(from), And, xs}
}

func (p *parser) not() Expr {
	if !p.isKw("not") {
		return p.comparison()
	}
	from := p.tok.start
	p.enter(from)
	defer p.leave()
	p.next()
	x := p.not()
	return &UnaryExpr{p.here(from), Not, x}
}

var compareOps = map[string]Op{"==": Eq, "!=": Ne, "<": Lt, "<=": Le, ">": Gt, ">=": Ge}

func (p *parser) comparison() Expr {
	from := p.tok.start
	x := p.binary(precOr)
	var c *CompareExpr
	for {
		op := NoOp
		at := p.tok.start
		switch {
		case p.tok.kind == tOp:
			op = compareOps[p.tok.text]
		case p.isKw("in"):
			op = In
		case p.isKw("is"):
			op = Is
		case p.isKw("not"):
			op = NotIn
		}
		if op == NoOp {
			break
		}
		p.next()
		switch op {
		case Is:
			if p.gotKw("not") {
				op = IsNot
			}
		case NotIn:
			p.wantKw("in", " after not")
		}
		if c == nil {
			c = &CompareExpr{First: x}
		}
		c.Ops = append(c.Ops, op)
		c.OpPos = append(c.OpPos, p.lx.pos(at))
		c.Rest = append(c.Rest, p.binary(precOr))
	}
	if c == nil {
		return x
	}
	c.exprNode = p.here(from)
	return c
}

// Binding strength of binary operators, weakest first.
const (
	precOr = iota + 1
	precXor
	precAnd
	precShift
	precSum
	precTerm
)

var binaryOps = map[string]struct {
	op   Op
	prec int
}{
	"|": {BitOr, precOr}, "^": {BitXor, precXor}, "&": {BitAnd, precAnd}, "<<": {LShift, precShift}, ">>": {RShift, precShift},
	"+": {Add, precSum}, "-": {Sub, precSum}, "*": {Mul, precTerm}, "/": {Div, precTerm}, "//": {FloorDiv, precTerm},
	"%": {Mod, precTerm}, "@": {MatMul, precTerm},
}

func (p *parser) binary(min int) Expr {
	from := p.tok.start
	x := p.unary()
	for n := 0; p.tok.kind == tOp; n++ {
		b, ok := binaryOps[p.tok.text]
		if !ok || b.prec < min {
			break
		}
		p.chain(n)
		at := p.lx.pos(p.tok.start)
		p.next()
		y := p.binary(b.prec + 1)
		x = &BinaryExpr{p.here(from), b.op, at, x, y}
	}
	return x
}

func (p *parser) chain(n int) {
	if n > maxChain {
		p.fail(fmt.Sprintf("chain of operators is too long: at most %d are read", maxChain), "")
	}
}

func (p *parser) unary() Expr {
	op := NoOp
	if p.tok.kind == tOp {
		switch p.tok.text {
		case "-":
			op = Neg
		case "+":
			op = Plus
		case "~":
			op = Invert
		}
	}
	if op == NoOp {
		return p.power()
	}
	from := p.tok.start
	p.enter(from)
	defer p.leave()
	p.next()
	x := p.unary()
	return &UnaryExpr{p.here(from), op, x}
}

func (p *parser) power() Expr {
	from := p.tok.start
	x := p.primary()
	if !p.isOp("**") {
		return x
	}
	p.enter(from)
	defer p.leave()
	at := p.lx.pos(p.tok.start)
	p.next()
	y := p.unary()
	return &BinaryExpr{p.here(from), Pow, at, x, y}
}

func (p *parser) primary() Expr {
	from := p.tok.start
	x := p.atom()
	for n := 0; p.tok.kind == tOp; n++ {
		p.chain(n)
		switch p.tok.text {
		case ".":
			p.next()
			if p.tok.kind != tName {
				p.fail("unexpected "+p.describe(p.tok)+" after '.'", "an attribute's name")
			}
			name, at := p.tok.text, p.lx.pos(p.tok.start)
			p.next()
			x = &AttrExpr{p.here(from), x, name, at}
		case "(":
			args := p.args()
			x = &CallExpr{p.here(from), x, args}
		case "[":
			p.next()
			if p.isOp("]") {
				p.fail("empty index", "an expression")
			}
			idx := p.subscripts()
			p.wantOp("]", " in an index")
			x = &IndexExpr{p.here(from), x, idx}
		default:
			return x
		}
	}
	return x
}

func (p *parser) subscripts() Expr {
	from := p.tok.start
	x := p.subscript()
	if !p.isOp(",") {
		return x
	}
	elts := []Expr{x}
	for p.gotOp(",") {
		if p.isOp("]") {
			break
		}
		elts = append(elts, p.subscript())
	}
	return &TupleExpr{p.here(from), elts}
}

func (p *parser) subscript() Expr {
	from := p.tok.start
	if p.isOp("*") {
		return p.starOrNamed()
	}
	var s SliceExpr
	if !p.isOp(":") {
		x := p.named()
		if !p.isOp(":") {
			return x
		}
		s.Lo = x
	}
	p.next()
	if !p.isOp(":") && !p.isOp("]") && !p.isOp(",") {
		s.Hi = p.test()
	}
	if p.gotOp(":") && !p.isOp("]") && !p.isOp(",") {
		s.Step = p.test()
	}
	s.exprNode = p.here(from)
	return &s
}

// args parses the arguments of a call, from "(" to ")".
func (p *parser) args() []Arg {
	open := p.tok.start
	p.enter(open)
	defer p.leave()
	p.next()
	var args []Arg
	named := false
	for !p.isOp(")") {
		if p.tok.kind == tEOF || p.tok.kind == tNewline {
			p.lx.fail(open, "'(' is never closed", "')'")
		}
		at := p.lx.pos(p.tok.start)
		switch {
		case p.gotOp("*"):
			args = append(args, Arg{StarArg, "", at, p.test()})
		case p.gotOp("**"):
			args = append(args, Arg{DictArg, "", at, p.test()})
			named = true
		default:
			start := p.tok.start
			x := p.named()
			if n, ok := x.(*Name); ok && p.isOp("=") {
				for _, a := range args {
					if a.Kind == NamedArg && a.Name == n.ID {
						p.lx.fail(start, "keyword argument repeated: "+n.ID, "")
					}
				}
				p.next()
				args = append(args, Arg{NamedArg, n.ID, at, p.test()})
				named = true
				break
			}
			if p.isKw("for") {
				clauses := p.compClauses()
				if len(args) > 0 || !p.isOp(")") {
					p.lx.fail(start, "a generator expression among other arguments needs its own brackets", "'('")
				}
				x = &Comp{exprNode: p.here(start), Kind: GenExpr, Elt: x, Clauses: clauses}
			}
			if named {
				p.lx.fail(start, "positional argument follows keyword argument", "name=value")
			}
			args = append(args, Arg{PosArg, "", at, x})
		}
		if !p.isOp(")") {
			if !p.isOp(",") {
				p.fail("unexpected "+p.describe(p.tok)+" in a call", "',' or ')'")
			}
			p.next()
		}
	}
	p.next()
	return args
}

func (p *parser) atom() Expr {
	t := p.tok
	switch t.kind {
	case tName:
		p.next()
		return &Name{p.span(t.start, t.end), t.text}
	case tNumber:
		p.next()
		return p.numberLit(t)
	case tString, tFString:
		return p.stringLits()
	case tKeyword:
		switch t.text {
		case "None", "True", "False":
			p.next()
			return &ConstLit{p.span(t.start, t.end), t.text}
		case "lambda", "not":
			p.fail("'"+t.text+"' needs brackets here", "'('")
		case "yield":
			p.fail("'yield' needs brackets here", "'('")
		case "async", "await":
			p.fail("'"+t.text+"' is not part of the language", "an expression")
		}
	case tOp:
		switch t.text {
		case "(":
			return p.paren()
		case "[":
			return p.list()
		case "{":
			return p.braces()
		case "...":
			p.next()
			return &ConstLit{p.span(t.start, t.end), "..."}
		}
	}
	p.fail("unexpected "+p.describe(t), "an expression")
	return nil
}

func (p *parser) numberLit(t token) Expr {
	n := &NumLit{exprNode: p.span(t.start, t.end)}
	s := strings.ReplaceAll(t.text, "_", "")
	prefixed := len(s) > 1 && s[0] == '0' && strings.IndexByte("xXoObB", s[1]) >= 0
	if !prefixed && strings.ContainsAny(s, ".eE") {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil && f == 0 {
			p.lx.fail(t.start, "invalid number "+t.text, "")
		}
		n.Float = f // out of range gives infinity, as in Python
		return n
	}
	n.IsInt = true
	base := 10
	if prefixed {
		base = 0
	} else {
		if s[0] == '0' && strings.Trim(s, "0") != "" {
			p.lx.fail(t.start, "leading zeros in a decimal number", strings.TrimLeft(s, "0"))
		}
		if len(s) > maxDigits {
			p.lx.fail(t.start, fmt.Sprintf("number of %d digits: at most %d are read", len(s), maxDigits), "")
		}
	}
	if i, err := strconv.ParseInt(s, base, 64); err == nil {
		n.Int = i
		return n
	}
	b, ok := new(big.Int).SetString(s, base)
	if !ok {
		p.lx.fail(t.start, "invalid number "+t.text, "")
	}
	n.Big = b
	return n
}

// stringLits joins adjacent string literals.
func (p *parser) stringLits() Expr {
	from := p.tok.start
	var parts []Expr
	formatted := false
	for n := 0; ; n++ {
		p.chain(n)
		t := p.tok
		if t.kind == tString {
			p.next()
			parts = append(parts, &StrLit{p.span(t.start, t.end), t.text})
			continue
		}
		if t.kind != tFString {
			break
		}
		formatted = true
		parts = append(parts, p.fstring(t.start, t.quote, t.raw)...)
		p.tok.end = p.lx.off
		p.next()
	}
	if formatted {
		return &JoinedStr{p.here(from), parts}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	var b strings.Builder
	for _, s := range parts {
		b.WriteString(s.(*StrLit).Value)
	}
	return &StrLit{p.here(from), b.String()}
}
