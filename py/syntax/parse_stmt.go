package syntax

// ParseModule reads the statements of an operator file. The error, if any, is an *Error.
func ParseModule(file, src string) (m *Module, err error) {
	if len(src) >= 3 && src[:3] == "\xef\xbb\xbf" {
		src = src[3:]
	}
	err = guard(func() {
		p := &parser{lx: newLexer(file, src)}
		p.next()
		m = &Module{File: file, Source: src}
		if p.tok.kind == tIndent {
			p.fail("unexpected indent", "a statement at the margin")
		}
		for p.tok.kind != tEOF {
			m.Body = p.statement(m.Body)
		}
		m.Doc = docstring(m.Body)
	})
	if err != nil {
		return nil, err
	}
	return m, nil
}

func docstring(body []Stmt) string {
	if len(body) > 0 {
		if e, ok := body[0].(*ExprStmt); ok {
			if s, ok := e.X.(*StrLit); ok {
				return s.Value
			}
		}
	}
	return ""
}

func (p *parser) stmtHere(from int) stmtNode { return stmtNode{p.here(from).Span} }

// statement parses one statement, or a line of simple ones, onto out.
func (p *parser) statement(out []Stmt) []Stmt {
	p.enter(p.tok.start)
	defer p.leave()
	if p.tok.kind == tIndent {
		p.fail("unexpected indent", "")
	}
	if p.tok.kind == tNewline { // an empty line that holds only a continuation
		p.next()
		return out
	}
	if p.isOp("@") {
		return append(out, p.decorated())
	}
	if p.tok.kind == tKeyword {
		switch p.tok.text {
		case "if":
			return append(out, p.ifStmt())
		case "for":
			return append(out, p.forStmt())
		case "while":
			return append(out, p.whileStmt())
		case "def":
			return append(out, p.funcDef(nil, p.tok.start))
		case "class":
			return append(out, p.classDef(nil, p.tok.start))
		case "try":
			return append(out, p.tryStmt())
		case "with", "async", "await":
			p.fail("'"+p.tok.text+"' is not part of the language", "")
		case "elif", "else", "except", "finally":
			p.fail("'"+p.tok.text+"' without the statement that it belongs to", "")
		}
	}
	if p.atMatch() {
		return append(out, p.matchStmt())
	}
	for {
		out = append(out, p.simple())
		if !p.gotOp(";") {
			break
		}
		if p.tok.kind == tNewline {
			break
		}
	}
	if p.tok.kind != tNewline && p.tok.kind != tEOF {
		p.fail("unexpected "+p.describe(p.tok)+" after a statement", "end of line")
	}
	if p.tok.kind == tNewline {
		p.next()
	}
	return out
}

// block parses ":" and what belongs to it.
func (p *parser) block(of string) []Stmt {
	if p.isOp("=") {
		p.fail("unexpected '=' in the condition of "+of, "'=='")
	}
	p.wantOp(":", " after "+of)
	var body []Stmt
	if p.tok.kind != tNewline {
		for {
			body = append(body, p.simple())
			if !p.gotOp(";") || p.tok.kind == tNewline {
				break
			}
		}
		if p.tok.kind != tNewline && p.tok.kind != tEOF {
			p.fail("unexpected "+p.describe(p.tok)+" after a statement", "end of line")
		}
		if p.tok.kind == tNewline {
			p.next()
		}
		return body
	}
	p.next()
	if p.tok.kind != tIndent {
		p.fail("the body of "+of+" is missing", "an indented block")
	}
	p.next()
	for p.tok.kind != tDedent && p.tok.kind != tEOF {
		body = p.statement(body)
	}
	if p.tok.kind == tDedent {
		p.next()
	}
	return body
}

// loop parses the block of a loop, in which break and continue are allowed.
func (p *parser) loop(of string) []Stmt {
	outer := p.inLoop
	p.inLoop = true
	body := p.block(of)
	p.inLoop = outer
	return body
}

func (p *parser) elseBlock() []Stmt {
	if !p.gotKw("else") {
		return nil
	}
	return p.block("else")
}

func (p *parser) ifStmt() Stmt {
	from := p.tok.start
	p.enter(from)
	defer p.leave()
	p.next()
	s := &IfStmt{Cond: p.named()}
	s.Body = p.block("if")
	if p.isKw("elif") {
		s.Else = []Stmt{p.ifStmt()}
	} else {
		s.Else = p.elseBlock()
	}
	s.stmtNode = p.stmtHere(from)
	return s
}

func (p *parser) forStmt() Stmt {
	from := p.tok.start
	p.next()
	s := &ForStmt{Target: p.targets("in")}
	p.wantKw("in", " in a for statement")
	s.Iter = p.exprList()
	s.Body = p.loop("for")
	s.Else = p.elseBlock()
	s.stmtNode = p.stmtHere(from)
	return s
}

func (p *parser) whileStmt() Stmt {
	from := p.tok.start
	p.next()
	s := &WhileStmt{Cond: p.named()}
	s.Body = p.loop("while")
	s.Else = p.elseBlock()
	s.stmtNode = p.stmtHere(from)
	return s
}

func (p *parser) tryStmt() Stmt {
	from := p.tok.start
	p.next()
	s := &TryStmt{Body: p.block("try")}
	for p.isKw("except") {
		h := Handler{Pos: p.lx.pos(p.tok.start)}
		p.next()
		if p.isOp("*") {
			p.fail("'except*' is not part of the language", "'except'")
		}
		if !p.isOp(":") {
			if len(s.Handlers) > 0 && s.Handlers[len(s.Handlers)-1].Type == nil {
				p.fail("a bare 'except:' must be the last", "")
			}
			h.Type = p.test()
			if p.gotKw("as") {
				if p.tok.kind != tName {
					p.fail("unexpected "+p.describe(p.tok)+" after 'as'", "a name")
				}
				h.Name = &Name{p.span(p.tok.start, p.tok.end), p.tok.text}
				p.next()
			}
		}
		h.Body = p.block("except")
		s.Handlers = append(s.Handlers, h)
	}
	if len(s.Handlers) > 0 {
		s.Else = p.elseBlock()
	}
	if p.gotKw("finally") {
		s.Finally = p.block("finally")
	} else if len(s.Handlers) == 0 {
		p.fail("'try' without except or finally", "'except' or 'finally'")
	}
	s.stmtNode = p.stmtHere(from)
	return s
}

func (p *parser) decorated() Stmt {
	from := p.tok.start
	var ds []Expr
	for p.gotOp("@") {
		ds = append(ds, p.named())
		if p.tok.kind != tNewline {
			p.fail("unexpected "+p.describe(p.tok)+" after a decorator", "end of line")
		}
		p.next()
	}
	switch {
	case p.isKw("def"):
		return p.funcDef(ds, from)
	case p.isKw("class"):
		return p.classDef(ds, from)
	}
	p.fail("unexpected "+p.describe(p.tok)+" after a decorator", "'def' or 'class'")
	return nil
}

func (p *parser) defName(what string) (string, Pos) {
	if p.tok.kind != tName {
		p.fail("unexpected "+p.describe(p.tok)+" after '"+what+"'", "a name")
	}
	name, at := p.tok.text, p.lx.pos(p.tok.start)
	p.next()
	return name, at
}

func (p *parser) funcDef(ds []Expr, from int) Stmt {
	p.next()
	f := &FuncDef{Decorators: ds}
	f.Name, f.NamePos = p.defName("def")
	p.wantOp("(", " after the function's name")
	f.Params = p.params(")", true)
	p.wantOp(")", " after parameters")
	if p.gotOp("->") {
		f.Returns = p.exprList()
	}
	loop, fun, cls := p.inLoop, p.inFunc, p.inCls
	p.inLoop, p.inFunc, p.inCls = false, true, false
	f.Body = p.block("def")
	p.inLoop, p.inFunc, p.inCls = loop, fun, cls
	f.Doc = docstring(f.Body)
	f.stmtNode = p.stmtHere(from)
	return f
}

func (p *parser) classDef(ds []Expr, from int) Stmt {
	p.next()
	c := &ClassDef{Decorators: ds}
	c.Name, c.NamePos = p.defName("class")
	if p.isOp("(") {
		for _, a := range p.args() {
			if a.Kind != PosArg {
				p.lx.fail(int(a.Pos.Offset), "a class takes base classes only", "a class")
			}
			c.Bases = append(c.Bases, a.Value)
		}
	}
	loop, fun, cls := p.inLoop, p.inFunc, p.inCls
	p.inLoop, p.inFunc, p.inCls = false, false, true
	c.Body = p.block("class")
	p.inLoop, p.inFunc, p.inCls = loop, fun, cls
	c.stmtNode = p.stmtHere(from)
	return c
}

// simple parses a statement that fits one line.
func (p *parser) simple() Stmt {
	from := p.tok.start
	if p.tok.kind == tKeyword {
		switch p.tok.text {
		case "pass":
			p.next()
			return &PassStmt{p.stmtHere(from)}
		case "break", "continue":
			word := p.tok.text
			if !p.inLoop {
				p.fail("'"+word+"' outside a loop", "")
			}
			p.next()
			if word == "break" {
				return &BreakStmt{p.stmtHere(from)}
			}
			return &ContinueStmt{p.stmtHere(from)}
		case "return":
			return p.returnStmt()
		case "raise":
			p.next()
			s := &RaiseStmt{}
			if p.startsExpr() {
				s.X = p.test()
				if p.gotKw("from") {
					s.Cause = p.test()
				}
			}
			s.stmtNode = p.stmtHere(from)
			return s
		case "assert":
			p.next()
			s := &AssertStmt{Cond: p.test()}
			if p.gotOp(",") {
				s.Msg = p.test()
			}
			s.stmtNode = p.stmtHere(from)
			return s
		case "global", "nonlocal":
			return p.globalStmt()
		case "import":
			return p.importStmt()
		case "from":
			return p.fromStmt()
		case "del":
			p.next()
			s := &DelStmt{}
			for {
				x := p.primary()
				p.checkTarget(x, "delete")
				s.Targets = append(s.Targets, x)
				if !p.gotOp(",") || p.tok.kind == tNewline {
					break
				}
			}
			s.stmtNode = p.stmtHere(from)
			return s
		case "def", "class", "if", "for", "while", "try":
			p.fail("'"+p.tok.text+"' must begin a line", "a simple statement")
		}
	}
	return p.exprStmt()
}

func (p *parser) returnStmt() Stmt {
	from := p.tok.start
	if !p.inFunc {
		p.fail("'return' outside a function", "")
	}
	p.next()
	s := &ReturnStmt{}
	if p.startsExpr() {
		s.X = p.exprList()
	}
	s.stmtNode = p.stmtHere(from)
	return s
}

func (p *parser) globalStmt() Stmt {
	from := p.tok.start
	s := &GlobalStmt{Nonlocal: p.tok.text == "nonlocal"}
	if s.Nonlocal && !p.inFunc {
		p.fail("'nonlocal' outside a function", "")
	}
	p.next()
	for {
		if p.tok.kind != tName {
			p.fail("unexpected "+p.describe(p.tok), "a name")
		}
		s.Names = append(s.Names, &Name{p.span(p.tok.start, p.tok.end), p.tok.text})
		p.next()
		if !p.gotOp(",") {
			break
		}
	}
	s.stmtNode = p.stmtHere(from)
	return s
}

func (p *parser) dottedName() string {
	name, _ := p.defName("import")
	for n := 0; p.gotOp("."); n++ {
		p.chain(n)
		part, _ := p.defName(".")
		name += "." + part
	}
	return name
}

func (p *parser) alias(name string, at Pos) Alias {
	a := Alias{Name: name, Pos: at}
	if p.gotKw("as") {
		a.As, _ = p.defName("as")
	}
	return a
}

func (p *parser) importStmt() Stmt {
	from := p.tok.start
	p.next()
	s := &ImportStmt{}
	for {
		at := p.lx.pos(p.tok.start)
		s.Names = append(s.Names, p.alias(p.dottedName(), at))
		if !p.gotOp(",") {
			break
		}
	}
	s.stmtNode = p.stmtHere(from)
	return s
}

func (p *parser) fromStmt() Stmt {
	from := p.tok.start
	p.next()
	s := &FromStmt{ModulePos: p.lx.pos(p.tok.start)}
	if p.isOp(".") || p.isOp("...") {
		p.fail("relative imports are not part of the language: an operator file stands alone", "a module's name")
	}
	s.Module = p.dottedName()
	p.wantKw("import", " in a from statement")
	if p.isOp("*") {
		s.Names = []Alias{{Name: "*", Pos: p.lx.pos(p.tok.start)}}
		p.next()
		s.stmtNode = p.stmtHere(from)
		return s
	}
	bracket := p.gotOp("(")
	for {
		name, at := p.defName("import")
		s.Names = append(s.Names, p.alias(name, at))
		if !p.gotOp(",") || bracket && p.isOp(")") {
			break
		}
	}
	if bracket {
		p.wantOp(")", " in an import")
	}
	s.stmtNode = p.stmtHere(from)
	return s
}

var augOps = map[string]Op{"+=": Add, "-=": Sub, "*=": Mul, "/=": Div, "//=": FloorDiv, "%=": Mod, "**=": Pow, "<<=": LShift,
	">>=": RShift, "&=": BitAnd, "|=": BitOr, "^=": BitXor, "@=": MatMul}

// exprStmt parses an expression, an assignment of any kind, or an annotation.
func (p *parser) exprStmt() Stmt {
	from := p.tok.start
	x := p.exprOrYield()
	if p.tok.kind != tOp {
		return &ExprStmt{p.stmtHere(from), x}
	}
	if op, ok := augOps[p.tok.text]; ok {
		switch x.(type) {
		case *Name, *AttrExpr, *IndexExpr:
		default:
			p.lx.fail(from, "cannot assign to "+Describe(x)+" with "+p.tok.text, "a name, attribute or index")
		}
		at := p.lx.pos(p.tok.start)
		p.next()
		v := p.exprOrYield()
		return &AugStmt{p.stmtHere(from), x, op, at, v}
	}
	switch {
	case p.isOp(":"):
		switch x.(type) {
		case *Name, *AttrExpr, *IndexExpr:
		default:
			p.lx.fail(from, "cannot annotate "+Describe(x), "a name, attribute or index")
		}
		p.next()
		s := &AnnStmt{Target: x, Annotation: p.test()}
		if p.gotOp("=") {
			s.X = p.exprOrYield()
		}
		s.stmtNode = p.stmtHere(from)
		return s
	case p.isOp("="):
		s := &AssignStmt{}
		for n := 0; p.gotOp("="); n++ {
			p.chain(n)
			if st, ok := x.(*StarExpr); ok {
				p.lx.fail(int(st.From.Offset), "a starred target needs a list or tuple around it", "','")
			}
			p.checkTarget(x, "assign to")
			s.Targets = append(s.Targets, x)
			x = p.exprOrYield()
		}
		s.X = x
		s.stmtNode = p.stmtHere(from)
		return s
	}
	return &ExprStmt{p.stmtHere(from), x}
}

func (p *parser) exprOrYield() Expr {
	if p.isKw("yield") {
		return p.yield()
	}
	from := p.tok.start
	x := p.starOrNamed()
	if !p.isOp(",") {
		if _, ok := x.(*StarExpr); ok && !p.isOp("=") {
			p.lx.fail(from, "a starred expression cannot stand alone", "','")
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
	return &TupleExpr{p.here(from), elts}
}
