package syntax

// paren parses (…): a bracketed expression, a tuple, a generator expression or a yield.
func (p *parser) paren() Expr {
	open := p.tok.start
	p.enter(open)
	defer p.leave()
	p.next()
	if p.gotOp(")") {
		return &TupleExpr{p.here(open), nil}
	}
	if p.isKw("yield") {
		y := p.yield()
		p.closeWith(")", open)
		return y
	}
	from := p.tok.start
	x := p.starOrNamed()
	if p.isKw("for") {
		clauses := p.compClauses()
		p.closeWith(")", open)
		return &Comp{exprNode: p.here(open), Kind: GenExpr, Elt: p.notStarred(x), Clauses: clauses}
	}
	if !p.isOp(",") {
		if _, ok := x.(*StarExpr); ok {
			p.lx.fail(from, "a starred expression cannot stand alone", "','")
		}
		p.closeWith(")", open)
		return x
	}
	elts := []Expr{x}
	for p.gotOp(",") {
		if p.isOp(")") {
			break
		}
		elts = append(elts, p.starOrNamed())
	}
	p.closeWith(")", open)
	return &TupleExpr{p.here(open), elts}
}

func (p *parser) closeWith(s string, open int) {
	if p.isOp(s) {
		p.next()
		return
	}
	b := p.lx.src[open : open+1]
	if p.tok.kind == tEOF || p.tok.kind == tNewline {
		p.lx.fail(open, "'"+b+"' is never closed", "'"+s+"'")
	}
	want := "',' or '" + s + "'"
	if p.startsExpr() {
		want = "an operator, " + want
	}
	if p.isOp("=") {
		want = "'=='"
	}
	p.fail("unexpected "+p.describe(p.tok), want)
}

func (p *parser) notStarred(x Expr) Expr {
	if s, ok := x.(*StarExpr); ok {
		p.lx.fail(int(s.From.Offset), "a comprehension cannot unpack", "an expression without '*'")
	}
	return x
}

func (p *parser) list() Expr {
	open := p.tok.start
	p.enter(open)
	defer p.leave()
	p.next()
	if p.gotOp("]") {
		return &ListExpr{p.here(open), nil}
	}
	x := p.starOrNamed()
	if p.isKw("for") {
		clauses := p.compClauses()
		p.closeWith("]", open)
		return &Comp{exprNode: p.here(open), Kind: ListComp, Elt: p.notStarred(x), Clauses: clauses}
	}
	elts := p.elements(x, "]", open)
	return &ListExpr{p.here(open), elts}
}

// elements parses the elements of a list or a set behind the first, up to its closing bracket.
func (p *parser) elements(first Expr, close string, open int) []Expr {
	elts := []Expr{first}
	for p.gotOp(",") {
		if p.isOp(close) {
			break
		}
		elts = append(elts, p.starOrNamed())
	}
	p.closeWith(close, open)
	return elts
}

// braces parses {…}: a dict, a set, or a comprehension of one.
func (p *parser) braces() Expr {
	open := p.tok.start
	p.enter(open)
	defer p.leave()
	p.next()
	if p.gotOp("}") {
		return &DictExpr{exprNode: p.here(open)}
	}
	var keys, values []Expr
	if p.gotOp("**") {
		keys, values = append(keys, nil), append(values, p.binary(precOr))
	} else {
		x := p.starOrNamed()
		if !p.isOp(":") {
			return p.set(open, x)
		}
		p.next()
		v := p.test()
		if p.isKw("for") {
			clauses := p.compClauses()
			p.closeWith("}", open)
			return &Comp{exprNode: p.here(open), Kind: DictComp, Elt: p.notStarred(x), Value: v, Clauses: clauses}
		}
		keys, values = append(keys, p.notStarred(x)), append(values, v)
	}
	for p.gotOp(",") {
		if p.isOp("}") {
			break
		}
		if p.gotOp("**") {
			keys, values = append(keys, nil), append(values, p.binary(precOr))
			continue
		}
		k := p.test()
		p.wantOp(":", " in a dict")
		keys, values = append(keys, k), append(values, p.test())
	}
	p.closeWith("}", open)
	return &DictExpr{p.here(open), keys, values}
}

func (p *parser) set(open int, x Expr) Expr {
	if p.isKw("for") {
		clauses := p.compClauses()
		p.closeWith("}", open)
		return &Comp{exprNode: p.here(open), Kind: SetComp, Elt: p.notStarred(x), Clauses: clauses}
	}
	elts := p.elements(x, "}", open)
	return &SetExpr{p.here(open), elts}
}

// compClauses parses the "for … in … if …" part of a comprehension.
func (p *parser) compClauses() []CompFor {
	var out []CompFor
	for p.isKw("for") {
		p.enter(p.tok.start)
		defer p.leave()
		p.next()
		c := CompFor{Target: p.targets("in")}
		p.wantKw("in", " in a comprehension")
		c.Iter = p.or()
		if p.isKw("if") {
			for p.gotKw("if") {
				c.Ifs = append(c.Ifs, p.condNoIf())
			}
		}
		out = append(out, c)
	}
	if p.isKw("async") {
		p.fail("'async' is not part of the language", "'for'")
	}
	return out
}

// condNoIf parses a condition of a comprehension, in which a conditional expression needs brackets.
func (p *parser) condNoIf() Expr {
	if p.isKw("lambda") {
		return p.lambda()
	}
	from := p.tok.start
	x := p.or()
	if n, ok := x.(*Name); ok && p.isOp(":=") {
		p.next()
		v := p.or()
		return &WalrusExpr{p.here(from), n, v}
	}
	return x
}

// targets parses the targets of a for: a name, attribute, index, or tuple or list of them.
func (p *parser) targets(until string) Expr {
	from := p.tok.start
	x := p.target()
	if !p.isOp(",") {
		if _, ok := x.(*StarExpr); ok {
			p.lx.fail(from, "a starred target needs a list or tuple around it", "','")
		}
		return x
	}
	elts := []Expr{x}
	for p.gotOp(",") {
		if p.isKw(until) || p.isOp("=") {
			break
		}
		elts = append(elts, p.target())
	}
	t := &TupleExpr{p.here(from), elts}
	p.checkTarget(t, "assign to")
	return t
}

func (p *parser) target() Expr {
	from := p.tok.start
	if p.gotOp("*") {
		x := p.primary()
		p.checkTarget(x, "assign to")
		return &StarExpr{p.here(from), x}
	}
	x := p.primary()
	p.checkTarget(x, "assign to")
	return x
}

// checkTarget refuses what cannot be assigned to.
func (p *parser) checkTarget(x Expr, verb string) {
	var elts []Expr
	switch x := x.(type) {
	case *Name, *AttrExpr, *IndexExpr:
		return
	case *TupleExpr:
		elts = x.Elts
	case *ListExpr:
		elts = x.Elts
	case *StarExpr:
		p.checkTarget(x.X, verb)
		return
	default:
		p.lx.fail(int(x.Start().Offset), "cannot "+verb+" "+Describe(x), "a name, attribute, index, or tuple of them")
	}
	stars := 0
	for _, e := range elts {
		if s, ok := e.(*StarExpr); ok {
			stars++
			if stars > 1 {
				p.lx.fail(int(s.From.Offset), "more than one starred target", "one")
			}
		}
		p.checkTarget(e, verb)
	}
}

// Describe names the kind of an expression in plain words.
func Describe(x Expr) string {
	switch x := x.(type) {
	case *Name:
		return "name " + x.ID
	case *NumLit, *StrLit, *JoinedStr:
		return "a literal"
	case *ConstLit:
		return x.Word
	case *CallExpr:
		return "a function call"
	case *CompareExpr:
		return "a comparison"
	case *Lambda:
		return "a lambda"
	case *IfExpr:
		return "a conditional expression"
	case *Comp:
		return "a comprehension"
	case *DictExpr, *SetExpr:
		return "a display in braces"
	case *WalrusExpr:
		return "an assignment expression"
	case *YieldExpr:
		return "a yield"
	}
	return "an expression"
}

func (p *parser) yield() Expr {
	from := p.tok.start
	if !p.inFunc {
		p.fail("'yield' outside a function", "")
	}
	p.next()
	y := &YieldExpr{}
	if p.gotKw("from") {
		y.From = true
		y.X = p.test()
	} else if p.startsExpr() {
		y.X = p.exprList()
	}
	y.exprNode = p.here(from)
	return y
}

// params parses a parameter list up to the operator end, which it leaves.
func (p *parser) params(end string, annotated bool) Params {
	var ps Params
	seen := map[string]bool{}
	one := func(defaults bool) Param {
		if p.tok.kind != tName {
			p.fail("unexpected "+p.describe(p.tok)+" among parameters", "a parameter's name")
		}
		q := Param{Name: p.tok.text, Pos: p.lx.pos(p.tok.start)}
		if seen[q.Name] {
			p.fail("parameter repeated: "+q.Name, "")
		}
		seen[q.Name] = true
		p.next()
		if annotated && p.gotOp(":") {
			if p.isOp("*") {
				p.next()
			}
			q.Annotation = p.test()
		}
		if defaults && p.gotOp("=") {
			q.Default = p.test()
		}
		return q
	}
	for !p.isOp(end) {
		switch {
		case ps.DoubleStar != nil:
			p.fail("parameters follow **"+ps.DoubleStar.Name, "'"+end+"'")
		case p.gotOp("**"):
			q := one(false)
			ps.DoubleStar = &q
		case p.isOp("*"):
			if ps.Star != nil || ps.KwOnly != nil {
				p.fail("'*' may be given once", "")
			}
			p.next()
			if p.isOp(",") {
				p.next()
				if p.tok.kind != tName {
					p.fail("named parameters must follow a bare '*'", "a parameter's name")
				}
				ps.KwOnly = append(ps.KwOnly, one(true))
				break
			}
			q := one(false)
			ps.Star = &q
			if ps.KwOnly == nil {
				ps.KwOnly = []Param{}
			}
		case p.isOp("/"):
			if len(ps.PosOnly) > 0 || ps.Star != nil || ps.KwOnly != nil || len(ps.Args) == 0 {
				p.fail("'/' must follow the positional-only parameters", "")
			}
			p.next()
			ps.PosOnly, ps.Args = ps.Args, nil
		default:
			q := one(true)
			if ps.KwOnly != nil {
				ps.KwOnly = append(ps.KwOnly, q)
				break
			}
			if q.Default == nil {
				prev := ps.Args
				if len(prev) == 0 {
					prev = ps.PosOnly
				}
				if len(prev) > 0 && prev[len(prev)-1].Default != nil {
					p.lx.fail(int(q.Pos.Offset), "parameter without a default follows one with a default", q.Name+"=value")
				}
			}
			ps.Args = append(ps.Args, q)
		}
		if !p.isOp(end) {
			p.wantOp(",", " among parameters")
		}
	}
	return ps
}
