package eval

import (
	"slices"

	"github.com/quandary-puzzles/quandary/py/syntax"
)

// block compiles statements. Its cost is that of one pass over its simple statements; nested blocks charge for themselves.
func (c *compiler) block(body []syntax.Stmt, s *scope) *block {
	outer := c.cost
	c.cost = 0
	b := &block{}
	if len(body) > 0 {
		b.at = body[0].Start().Offset
	}
	for _, st := range body {
		c.cost++
		if n := c.stmt(st, s); n != nil {
			b.stmts = append(b.stmts, n)
			b.src = append(b.src, st)
		}
	}
	b.cost = max(c.cost, 1)
	c.cost = outer
	return b
}

func (c *compiler) elseBlock(body []syntax.Stmt, s *scope) *block {
	if len(body) == 0 {
		return nil
	}
	return c.block(body, s)
}

func (c *compiler) stmt(st syntax.Stmt, s *scope) stmtNode {
	at := st.Start().Offset
	switch st := st.(type) {
	case *syntax.ExprStmt:
		if _, ok := st.X.(*syntax.StrLit); ok {
			return nil // a docstring
		}
		return &exprStmtNode{x: c.expr(st.X, s)}
	case *syntax.AssignStmt:
		return c.assign(st, s)
	case *syntax.AugStmt:
		return c.aug(st, s)
	case *syntax.AnnStmt:
		if st.X == nil {
			return nil
		}
		return &assignNode{target: c.target(st.Target, s), x: c.expr(st.X, s)}
	case *syntax.ReturnStmt:
		n := &returnNode{x: &constNode{v: None}}
		if st.X != nil {
			n.x = c.expr(st.X, s)
		}
		return n
	case *syntax.PassStmt, *syntax.GlobalStmt:
		return nil
	case *syntax.BreakStmt:
		return ctlNode(ctlBreak)
	case *syntax.ContinueStmt:
		return ctlNode(ctlContinue)
	case *syntax.IfStmt:
		return &ifStmtNode{cond: c.cond(st.Cond, s), body: c.block(st.Body, s), els: c.elseBlock(st.Else, s)}
	case *syntax.WhileStmt:
		n := &whileNode{cond: c.cond(st.Cond, s), condSrc: st.Cond, body: c.block(st.Body, s), els: c.elseBlock(st.Else, s)}
		if s.kind == scopeFunc {
			n.quick = &quickLoop{}
		}
		return n
	case *syntax.ForStmt:
		n := &forNode{iter: c.expr(st.Iter, s), target: c.target(st.Target, s), slot: -1, at: st.Iter.Start().Offset}
		if t, ok := n.target.(*localTarget); ok {
			n.slot = t.slot
		}
		n.body, n.els = c.block(st.Body, s), c.elseBlock(st.Else, s)
		if s.kind == scopeFunc {
			n.quick = &quickLoop{}
		}
		return n
	case *syntax.FuncDef:
		return c.funcDef(st, s)
	case *syntax.ClassDef:
		return c.classDef(st, s)
	case *syntax.RaiseStmt:
		n := &raiseNode{at: at}
		if st.X != nil {
			n.x = c.expr(st.X, s)
		}
		if st.Cause != nil {
			n.cause = c.expr(st.Cause, s)
		}
		return n
	case *syntax.AssertStmt:
		n := &assertNode{cond: c.cond(st.Cond, s), at: st.Cond.Start().Offset}
		if st.Msg != nil {
			n.msg = c.expr(st.Msg, s)
		}
		return n
	case *syntax.TryStmt:
		return c.try(st, s)
	case *syntax.MatchStmt:
		return c.match(st, s)
	case *syntax.ImportStmt:
		n := &importNode{}
		for _, a := range st.Names {
			name := &syntax.Name{ID: syntax.ImportedName(a)}
			name.Span = syntax.Span{From: a.Pos, To: a.Pos}
			n.items = append(n.items, importItem{module: a.Name, whole: a.As != "", target: c.target(name, s), at: a.Pos.Offset})
		}
		return n
	case *syntax.FromStmt:
		return c.from(st, s)
	case *syntax.DelStmt:
		n := &delNode{}
		for _, t := range st.Targets {
			n.targets = append(n.targets, c.target(t, s))
		}
		return n
	}
	c.fail(st, "this statement is not part of the language")
	return nil
}

func (c *compiler) assign(st *syntax.AssignStmt, s *scope) stmtNode {
	x := c.expr(st.X, s)
	if len(st.Targets) > 1 {
		n := &multiAssignNode{x: x}
		for _, t := range st.Targets {
			n.targets = append(n.targets, c.target(t, s))
		}
		return n
	}
	t := c.target(st.Targets[0], s)
	if l, ok := t.(*localTarget); ok {
		return &assignLocalNode{slot: l.slot, x: x}
	}
	if u, ok := t.(*unpackTarget); ok && u.star < 0 {
		// a, b = x, y needs no tuple
		if d, ok := x.(*displayNode); ok && d.kind == dispTuple && !d.anyStar && len(d.elts) == len(u.elts) && len(d.elts) <= 4 {
			return &swapNode{targets: u.elts, elts: d.elts}
		}
	}
	return &assignNode{target: t, x: x}
}

func (c *compiler) aug(st *syntax.AugStmt, s *scope) stmtNode {
	at := st.OpPos.Offset
	switch t := st.Target.(type) {
	case *syntax.Name:
		x := c.expr(t, s)
		y := c.expr(st.X, s)
		n := &augNode{op: st.Op, x: x, y: asNum(y), target: c.target(t, s), at: at, slot: -1}
		if l, ok := n.target.(*localTarget); ok {
			n.slot = l.slot
		}
		return n
	case *syntax.AttrExpr:
		return &augAttrNode{op: st.Op, x: c.expr(t.X, s), name: t.Name, y: c.expr(st.X, s), at: at}
	case *syntax.IndexExpr:
		return &augIndexNode{op: st.Op, x: c.expr(t.X, s), key: c.expr(t.Index, s), y: c.expr(st.X, s), at: at}
	}
	c.fail(st, "cannot assign to "+syntax.Describe(st.Target))
	return nil
}

func (c *compiler) funcDef(st *syntax.FuncDef, s *scope) stmtNode {
	in := c.scopes[st]
	fc := c.newFunc(st.Name, st, in)
	fc.doc = st.Doc
	fn := c.funcNode(fc, &st.Params, s)
	fc.isGen = hasYield(st.Body)
	if x := onlyReturn(st.Body); x != nil && !fc.isGen {
		fc.expr, fc.cost = c.costed(x, in) // as quick as a lambda
	} else {
		fc.body = c.block(st.Body, in)
	}
	c.finish(fc, in)
	return c.decorated(fn, st.Name, st.NamePos, st.Decorators, s)
}

// onlyReturn gives the expression of a body that does nothing but return it, besides a docstring.
func onlyReturn(body []syntax.Stmt) syntax.Expr {
	if len(body) > 1 && docOf(body) != "" {
		body = body[1:]
	}
	if len(body) == 1 {
		if r, ok := body[0].(*syntax.ReturnStmt); ok {
			return r.X
		}
	}
	return nil
}

// decorated binds a name to what decorators make of a value.
func (c *compiler) decorated(x node, id string, at syntax.Pos, ds []syntax.Expr, s *scope) stmtNode {
	for i := len(ds) - 1; i >= 0; i-- {
		x = &callNode{fun: c.expr(ds[i], s), args: []node{x}, at: ds[i].Start().Offset}
	}
	name := &syntax.Name{ID: id}
	name.Span = syntax.Span{From: at, To: at}
	return &assignNode{target: c.target(name, s), x: x}
}

func (c *compiler) classDef(st *syntax.ClassDef, s *scope) stmtNode {
	in := c.scopes[st]
	fc := c.newFunc(st.Name, st, in)
	fc.isClass = true
	fc.doc = docOf(st.Body)
	n := &classNode{fc: fc, at: st.NamePos.Offset}
	for _, b := range st.Bases {
		n.bases = append(n.bases, c.expr(b, s))
	}
	for _, x := range st.Body { // fields of a dataclass, in order
		if a, ok := x.(*syntax.AnnStmt); ok {
			if name, ok := a.Target.(*syntax.Name); ok && !classVar(a.Annotation) {
				n.annotated = append(n.annotated, name.ID)
			}
		}
	}
	fc.body = c.block(st.Body, in)
	c.finish(fc, in)
	return c.decorated(n, st.Name, st.NamePos, st.Decorators, s)
}

// classVar reports whether an annotation says that a name is the class's own and no field.
func classVar(x syntax.Expr) bool {
	if i, ok := x.(*syntax.IndexExpr); ok {
		x = i.X
	}
	switch n := x.(type) {
	case *syntax.Name:
		return n.ID == "ClassVar"
	case *syntax.AttrExpr:
		return n.Name == "ClassVar"
	}
	return false
}

func docOf(body []syntax.Stmt) string {
	if len(body) > 0 {
		if e, ok := body[0].(*syntax.ExprStmt); ok {
			if s, ok := e.X.(*syntax.StrLit); ok {
				return s.Value
			}
		}
	}
	return ""
}

// hasYield reports whether a function's own statements yield.
func hasYield(body []syntax.Stmt) bool {
	for _, st := range body {
		switch st.(type) {
		case *syntax.FuncDef, *syntax.ClassDef:
			continue
		}
		if slices.ContainsFunc(syntax.StmtExprs(st), exprYields) {
			return true
		}
		if slices.ContainsFunc(syntax.StmtBlocks(st), hasYield) {
			return true
		}
	}
	return false
}

func exprYields(x syntax.Expr) bool {
	switch x.(type) {
	case *syntax.YieldExpr:
		return true
	case *syntax.Lambda:
		return false
	}
	return slices.ContainsFunc(syntax.Children(x), exprYields)
}

func (c *compiler) try(st *syntax.TryStmt, s *scope) stmtNode {
	n := &tryNode{body: c.block(st.Body, s), els: c.elseBlock(st.Else, s), finally: c.elseBlock(st.Finally, s)}
	for _, h := range st.Handlers {
		hn := handlerNode{at: h.Pos.Offset}
		if h.Type != nil {
			hn.typ = c.expr(h.Type, s)
		}
		if h.Name != nil {
			hn.target = c.target(h.Name, s)
		}
		hn.body = c.block(h.Body, s)
		n.handlers = append(n.handlers, hn)
	}
	return n
}

func (c *compiler) from(st *syntax.FromStmt, s *scope) stmtNode {
	n := &fromNode{module: st.Module, at: st.ModulePos.Offset}
	if st.Names[0].Name == "*" {
		if s.kind != scopeModule {
			c.fail(st, "'import *' inside a function")
		}
		m, ok := c.layout.uni.Module(st.Module)
		if !ok {
			return n // running it says that there is no such module
		}
		for _, name := range m.Names() {
			if name[0] != '_' {
				n.names = append(n.names, name)
				n.targets = append(n.targets, &globalTarget{slot: c.layout.Slot(name), name: name, at: n.at})
				n.ats = append(n.ats, n.at)
			}
		}
		return n
	}
	for _, a := range st.Names {
		as := a.As
		if as == "" {
			as = a.Name
		}
		name := &syntax.Name{ID: as}
		name.Span = syntax.Span{From: a.Pos, To: a.Pos}
		n.names = append(n.names, a.Name)
		n.targets = append(n.targets, c.target(name, s))
		n.ats = append(n.ats, a.Pos.Offset)
	}
	return n
}
