package eval

import (
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// compiler turns a tree into nodes. One serves one source.
type compiler struct {
	layout *Layout
	src    *Source
	scopes map[syntax.Node]*scope
	grow   bool
	cost   int64 // nodes compiled so far, which is what evaluating them once costs
}

func (c *compiler) fail(n syntax.Node, msg string) {
	at := n.Start()
	panic(&syntax.Error{File: c.src.File, Pos: at, Msg: msg, Line: syntax.LineAt(c.src.Text, int(at.Offset))})
}

func (c *compiler) newFunc(name string, n syntax.Node, s *scope) *funcCode {
	return &funcCode{name: name, src: c.src, layout: c.layout, node: n, frame: s, star: -1, dstar: -1}
}

// finish fills in what is known once the whole body is compiled.
func (c *compiler) finish(fc *funcCode, s *scope) {
	fc.nlocals = s.nslots
	for _, d := range s.debug {
		if v := d.v; v.captured && !c.compVar(s, v) {
			fc.cells = append(fc.cells, v.slot)
		}
	}
	for _, v := range s.free {
		if v.owner == s.outer.frame {
			fc.capture = append(fc.capture, captureRef{true, v.slot})
		} else {
			fc.capture = append(fc.capture, captureRef{false, s.outer.frame.capture(v)})
		}
	}
}

// compVar reports whether a variable belongs to a comprehension inside the frame, which makes cells for it itself.
func (c *compiler) compVar(s *scope, v *variable) bool { return s.vars[v.name] != v }

// costed compiles an expression and counts its nodes.
func (c *compiler) costed(x syntax.Expr, s *scope) (node, int64) {
	before := c.cost
	n := c.expr(x, s)
	cost := c.cost - before
	c.cost = before
	return n, max(cost, 1)
}

func (c *compiler) expr(x syntax.Expr, s *scope) node {
	c.cost++
	at := x.Start().Offset
	switch x := x.(type) {
	case *syntax.Name:
		return c.name(x.ID, at, s)
	case *syntax.NumLit:
		switch {
		case x.Big != nil:
			return &constNode{v: MakeBig(x.Big)}
		case x.IsInt:
			return &intNode{v: MakeInt(x.Int), i: x.Int}
		}
		return &constNode{v: Float(x.Float)}
	case *syntax.StrLit:
		return &constNode{v: Str(x.Value)}
	case *syntax.ConstLit:
		switch x.Word {
		case "None":
			return &constNode{v: None}
		case "True":
			return &constNode{v: True}
		case "False":
			return &constNode{v: False}
		}
		return &constNode{v: EllipsisType{}}
	case *syntax.JoinedStr:
		return c.joined(x, s)
	case *syntax.Formatted:
		return c.joined(&syntax.JoinedStr{Parts: []syntax.Expr{x}}, s)
	case *syntax.TupleExpr:
		return c.display(x.Elts, s, dispTuple, at)
	case *syntax.ListExpr:
		return c.display(x.Elts, s, dispList, at)
	case *syntax.SetExpr:
		return c.display(x.Elts, s, dispSet, at)
	case *syntax.DictExpr:
		n := &dictNode{at: at}
		for i, k := range x.Keys {
			var kn node
			if k != nil {
				kn = c.expr(k, s)
			}
			n.keys = append(n.keys, kn)
			n.vals = append(n.vals, c.expr(x.Values[i], s))
		}
		return n
	case *syntax.Comp:
		return c.comp(x, s)
	case *syntax.Lambda:
		return c.lambda(x, s)
	case *syntax.IfExpr:
		return &ifNode{cond: c.cond(x.Cond, s), then: c.expr(x.Then, s), els: c.expr(x.Else, s)}
	case *syntax.BoolExpr:
		n := &boolNode{and: x.Op == syntax.And, at: at}
		for _, y := range x.X {
			n.xs = append(n.xs, c.expr(y, s))
			n.conds = append(n.conds, nil)
		}
		for i, y := range n.xs {
			n.conds[i] = asCond(y, x.X[i].Start().Offset)
		}
		return n
	case *syntax.UnaryExpr:
		if x.Op == syntax.Not {
			return &notNode{x: c.cond(x.X, s)}
		}
		if n, ok := x.X.(*syntax.NumLit); ok && x.Op == syntax.Neg && n.IsInt && n.Big == nil {
			return &intNode{v: MakeInt(-n.Int), i: -n.Int}
		}
		if n, ok := x.X.(*syntax.NumLit); ok && x.Op == syntax.Neg && !n.IsInt {
			return &constNode{v: Float(-n.Float)}
		}
		return &unaryNode{op: x.Op, x: c.expr(x.X, s), at: at}
	case *syntax.BinaryExpr:
		return c.binary(x, s)
	case *syntax.CompareExpr:
		return c.compare(x, s)
	case *syntax.CallExpr:
		return c.call(x, s)
	case *syntax.AttrExpr:
		return &attrNode{x: c.expr(x.X, s), name: x.Name, at: x.NamePos.Offset}
	case *syntax.IndexExpr:
		if sl, ok := x.Index.(*syntax.SliceExpr); ok && sl.Step == nil {
			n := &sliceOfNode{x: c.expr(x.X, s), at: x.Index.Start().Offset}
			if sl.Lo != nil {
				n.lo = c.expr(sl.Lo, s)
			}
			if sl.Hi != nil {
				n.hi = c.expr(sl.Hi, s)
			}
			return n
		}
		return &indexNode{x: c.expr(x.X, s), key: c.expr(x.Index, s), at: x.Index.Start().Offset}
	case *syntax.SliceExpr:
		n := &sliceNode{}
		for i, y := range []syntax.Expr{x.Lo, x.Hi, x.Step} {
			if y != nil {
				n.parts[i] = c.expr(y, s)
			}
		}
		return n
	case *syntax.WalrusExpr:
		return &walrusNode{target: c.target(x.Target, s), x: c.expr(x.X, s)}
	case *syntax.YieldExpr:
		return c.yield(x, s)
	case *syntax.ChoiceExpr:
		n := &choiceNode{number: x.Number, apart: x.Apart, at: at}
		for _, y := range x.X {
			n.xs = append(n.xs, c.expr(y, s))
		}
		return n
	case *syntax.StarExpr:
		c.fail(x, "a starred expression cannot stand here")
	}
	c.fail(x, "this expression is not part of the language")
	return nil
}

func (c *compiler) cond(x syntax.Expr, s *scope) condNode {
	return asCond(c.expr(x, s), x.Start().Offset)
}

// name compiles the reading of a name.
func (c *compiler) name(id string, at int32, s *scope) node {
	v := s.resolve(id)
	if v == nil {
		return c.globalName(id, at)
	}
	if v.owner != s.frame {
		return &freeNode{idx: s.frame.capture(v), name: id, at: at}
	}
	if v.captured {
		return &cellNode{slot: v.slot, name: id, at: at}
	}
	return &localNode{slot: v.slot, name: id, at: at}
}

func (c *compiler) globalName(id string, at int32) node {
	n := &globalNode{name: id, at: at, slot: -1}
	n.builtin, _ = c.layout.uni.Lookup(id)
	if slot, ok := c.layout.Find(id); ok {
		n.slot = slot
	} else if c.grow {
		n.slot = c.layout.Slot(id)
	}
	return n
}

func (c *compiler) joined(x *syntax.JoinedStr, s *scope) node {
	n := &joinNode{}
	for _, p := range x.Parts {
		switch p := p.(type) {
		case *syntax.StrLit:
			n.parts = append(n.parts, joinPart{text: p.Value})
		case *syntax.Formatted:
			jp := joinPart{x: c.expr(p.X, s), conv: p.Conv, at: p.X.Start().Offset}
			if p.Spec != nil {
				if len(p.Spec.Parts) == 1 {
					if lit, ok := p.Spec.Parts[0].(*syntax.StrLit); ok {
						jp.spec = lit.Value
					}
				}
				if jp.spec == "" && len(p.Spec.Parts) > 0 {
					jp.specNode = c.joined(p.Spec, s)
				}
			}
			n.parts = append(n.parts, jp)
		}
	}
	if len(n.parts) == 0 {
		return &constNode{v: Str("")}
	}
	return n
}

func (c *compiler) display(elts []syntax.Expr, s *scope, kind displayKind, at int32) node {
	n := &displayNode{kind: kind, at: at}
	for _, e := range elts {
		star := false
		if st, ok := e.(*syntax.StarExpr); ok {
			e, star = st.X, true
			n.anyStar = true
		}
		n.elts = append(n.elts, c.expr(e, s))
		n.stars = append(n.stars, star)
	}
	n.consts = kind == dispSet && len(n.elts) >= 3 && !n.anyStar
	for _, e := range n.elts {
		switch e.(type) {
		case *constNode, *intNode:
		default:
			n.consts = false
		}
	}
	if kind == dispTuple && !n.anyStar {
		all := make([]Value, len(n.elts))
		for i, e := range n.elts {
			switch e := e.(type) {
			case *constNode:
				all[i] = e.v
			case *intNode:
				all[i] = e.v
			default:
				return n
			}
		}
		return &constNode{v: NewTuple(all...)}
	}
	return n
}

func (c *compiler) binary(x *syntax.BinaryExpr, s *scope) node {
	l, r := c.expr(x.X, s), c.expr(x.Y, s)
	at := x.OpPos.Offset
	switch x.Op {
	case OpAdd, OpSub, OpMul, OpFloorDiv, OpMod:
		n := &arithNode{op: x.Op, x: asNum(l), y: asNum(r), at: at, xslot: -1, yslot: -1}
		if ln, ok := l.(*localNode); ok {
			n.xslot = ln.slot
		}
		if ln, ok := r.(*localNode); ok {
			n.yslot = ln.slot
		}
		if k, ok := r.(*intNode); ok {
			return &arithConstNode{op: x.Op, x: n.x, k: k.i, kv: k.v, at: at, xslot: n.xslot}
		}
		return n
	}
	return &binaryNode{op: x.Op, x: l, y: r, at: at}
}

func (c *compiler) compare(x *syntax.CompareExpr, s *scope) node {
	first := c.expr(x.First, s)
	var rest []node
	for _, y := range x.Rest {
		rest = append(rest, c.expr(y, s))
	}
	if len(rest) > 1 {
		n := &chainNode{first: first, ops: x.Ops, rest: rest}
		for _, p := range x.OpPos {
			n.at = append(n.at, p.Offset)
		}
		return n
	}
	at := x.OpPos[0].Offset
	switch op := x.Ops[0]; op {
	case syntax.Is, syntax.IsNot:
		return &isNode{x: first, y: rest[0], not: op == syntax.IsNot}
	case syntax.In, syntax.NotIn:
		return &inNode{x: first, y: rest[0], not: op == syntax.NotIn, at: at}
	default:
		n := &compareNode{op: op, x: asNum(first), y: asNum(rest[0]), at: at, xslot: -1}
		if ln, ok := first.(*localNode); ok {
			n.xslot = ln.slot
		}
		if k, ok := rest[0].(*intNode); ok {
			n.yconst, n.k = true, k.i
		}
		return n
	}
}

func (c *compiler) call(x *syntax.CallExpr, s *scope) node {
	var args []node
	plain := true
	for _, a := range x.Args {
		if a.Kind != syntax.PosArg {
			plain = false
		}
		args = append(args, c.expr(a.Value, s))
	}
	at := x.From.Offset
	if attr, ok := x.Fun.(*syntax.AttrExpr); ok {
		at = attr.NamePos.Offset
		if plain {
			c.cost++
			name := attr.Name
			return &methodNode{x: c.expr(attr.X, s), name: name, args: args, at: at, str: strMethod(name), list: listMethod(name),
				dict: dictMethod(name), set: setMethod(name, false), tuple: tupleMethod(name)}
		}
	}
	if n, ok := x.Fun.(*syntax.Name); ok && n.ID == "super" && len(args) == 0 {
		return c.super(x, s)
	}
	fun := c.expr(x.Fun, s)
	if plain {
		return &callNode{fun: fun, args: args, at: at}
	}
	n := &callAnyNode{fun: fun, args: args, at: at}
	for _, a := range x.Args {
		n.kinds = append(n.kinds, a.Kind)
		n.names = append(n.names, a.Name)
	}
	return n
}

// super compiles super() without arguments: the class that the method is defined in, and its first parameter.
func (c *compiler) super(x *syntax.CallExpr, s *scope) node {
	f := s.frame
	if f.kind != scopeFunc || len(f.debug) == 0 {
		c.fail(x, "super() without arguments outside a method")
	}
	self := c.name(f.debug[0].name, x.From.Offset, s)
	return &superNode{self: self, at: x.From.Offset}
}

func (c *compiler) lambda(x *syntax.Lambda, s *scope) node {
	in := c.scopes[x]
	fc := c.newFunc("<lambda>", x, in)
	n := c.funcNode(fc, &x.Params, s)
	fc.expr, fc.cost = c.costed(x.Body, in)
	if g, ok := fc.expr.(*yieldNode); ok { // a lambda that yields
		_ = g
		fc.isGen = true
		fc.body = &block{stmts: []stmtNode{&returnNode{x: fc.expr}}, cost: fc.cost}
		fc.expr = nil
	}
	c.finish(fc, in)
	return n
}

// funcNode sets up a function's parameters and compiles its defaults, which belong to the scope around it.
func (c *compiler) funcNode(fc *funcCode, ps *syntax.Params, s *scope) *funcNode {
	n := &funcNode{fc: fc}
	for _, q := range ps.All() {
		fc.params = append(fc.params, q.Name)
	}
	fc.posOnly = len(ps.PosOnly)
	fc.npos = len(ps.PosOnly) + len(ps.Args)
	fc.nkwonly = len(ps.KwOnly)
	next := fc.npos + fc.nkwonly
	if ps.Star != nil {
		fc.star = next
		next++
	}
	if ps.DoubleStar != nil {
		fc.dstar = next
	}
	fc.simple = fc.nkwonly == 0 && ps.Star == nil && ps.DoubleStar == nil
	for _, q := range append(append([]syntax.Param{}, ps.PosOnly...), ps.Args...) {
		if q.Default != nil {
			n.defaults = append(n.defaults, c.expr(q.Default, s))
		} else {
			fc.required++
		}
	}
	for _, q := range ps.KwOnly {
		var d node
		if q.Default != nil {
			d = c.expr(q.Default, s)
		}
		n.kwdef = append(n.kwdef, d)
	}
	return n
}

func (c *compiler) yield(x *syntax.YieldExpr, s *scope) node {
	if s.frame.kind != scopeFunc || s.kind == scopeComp {
		c.fail(x, "'yield' inside a comprehension")
	}
	n := &yieldNode{from: x.From, at: x.Span.From.Offset}
	if x.X != nil {
		n.x = c.expr(x.X, s)
	}
	return n
}

func (c *compiler) comp(x *syntax.Comp, s *scope) node {
	in := c.scopes[x]
	if x.Kind == syntax.GenExpr {
		return c.genExpr(x, s, in)
	}
	n := &compNode{kind: x.Kind, at: x.From.Offset}
	n.compLoop = c.compLoop(x, s, in)
	n.elt, n.cost = c.costed(x.Elt, in)
	if x.Value != nil {
		var k int64
		n.val, k = c.costed(x.Value, in)
		n.cost += k
	}
	for _, v := range in.vars {
		if v.captured {
			n.cells = append(n.cells, v.slot)
		}
	}
	return n
}

func (c *compiler) compLoop(x *syntax.Comp, s, in *scope) compLoop {
	var l compLoop
	for i, cl := range x.Clauses {
		cc := compClause{at: cl.Iter.Start().Offset}
		if i == 0 {
			cc.iter = c.expr(cl.Iter, s)
		} else {
			cc.iter, cc.iterCost = c.costed(cl.Iter, in)
		}
		cc.target = c.target(cl.Target, in)
		cc.slot = -1
		if t, ok := cc.target.(*localTarget); ok {
			cc.slot = t.slot
		}
		before := c.cost
		for _, y := range cl.Ifs {
			cc.conds = append(cc.conds, c.cond(y, in))
		}
		cc.cost = c.cost - before + 1
		c.cost = before
		l.clauses = append(l.clauses, cc)
	}
	return l
}

func (c *compiler) genExpr(x *syntax.Comp, s, in *scope) node {
	fc := c.newFunc("<genexpr>", x, in)
	n := &genNode{fc: fc, at: x.From.Offset}
	n.compLoop = c.compLoop(x, s, in)
	n.elt, n.cost = c.costed(x.Elt, in)
	c.finish(fc, in)
	return n
}

// target compiles the left side of an assignment.
func (c *compiler) target(x syntax.Expr, s *scope) target {
	at := x.Start().Offset
	switch x := x.(type) {
	case *syntax.Name:
		v := s.resolve(x.ID)
		switch {
		case v == nil:
			slot, ok := c.layout.Find(x.ID)
			if !ok {
				slot = c.layout.Slot(x.ID)
			}
			return &globalTarget{slot: slot, name: x.ID, at: at}
		case v.owner != s.frame:
			return &freeTarget{idx: s.frame.capture(v), name: x.ID, at: at}
		case v.captured:
			return &cellTarget{slot: v.slot, name: x.ID, at: at}
		}
		return &localTarget{slot: v.slot, name: x.ID, at: at}
	case *syntax.AttrExpr:
		return &attrTarget{x: c.expr(x.X, s), name: x.Name, at: x.NamePos.Offset}
	case *syntax.IndexExpr:
		return &indexTarget{x: c.expr(x.X, s), key: c.expr(x.Index, s), at: at}
	case *syntax.TupleExpr:
		return c.unpack(x.Elts, s, at)
	case *syntax.ListExpr:
		return c.unpack(x.Elts, s, at)
	}
	c.fail(x, "cannot assign to "+syntax.Describe(x))
	return nil
}

func (c *compiler) unpack(elts []syntax.Expr, s *scope, at int32) target {
	t := &unpackTarget{at: at, star: -1}
	for i, e := range elts {
		if st, ok := e.(*syntax.StarExpr); ok {
			t.star = i
			e = st.X
		}
		t.elts = append(t.elts, c.target(e, s))
	}
	return t
}
