package eval

import (
	"strings"
	"unicode"

	"github.com/quandary-puzzles/quandary/py/syntax"
)

type scopeKind uint8

const (
	scopeModule scopeKind = iota // names are globals
	scopeFunc                    // a function, a lambda, or the outermost expression
	scopeClass
	scopeGen  // a generator expression: a frame of its own
	scopeComp // any other comprehension: it shares the frame around it
)

// scope is where names are looked up while compiling. Scopes that own a frame number its slots.
type scope struct {
	kind   scopeKind
	outer  *scope
	frame  *scope // the scope whose frame holds the variables
	vars   map[string]*variable
	global map[string]bool // declared global

	// Of scopes that own a frame:
	nslots int
	free   []*variable // captured from frames around, in the order of Function.free
	debug  []debugVar
}

// variable is a local name.
type variable struct {
	name     string
	slot     int
	owner    *scope // the scope that owns the frame
	captured bool   // a function inside uses it: it lives in a cell
}

// debugVar tells where a name is visible and where its value is, for error messages and for EvalString.
type debugVar struct {
	name     string
	v        *variable
	from, to int32 // source offsets
}

func (s *scope) ownsFrame() bool { return s.kind != scopeComp }

func newScope(kind scopeKind, outer *scope) *scope {
	s := &scope{kind: kind, outer: outer, vars: map[string]*variable{}}
	if s.ownsFrame() {
		s.frame = s
	} else {
		s.frame = outer.frame
	}
	return s
}

// declare makes a local of the scope, visible in the given part of the source.
func (s *scope) declare(name string, span syntax.Node) {
	if s.vars[name] != nil {
		return
	}
	f := s.frame
	v := &variable{name: name, slot: f.nslots, owner: f}
	f.nslots++
	s.vars[name] = v
	f.debug = append(f.debug, debugVar{name, v, span.Start().Offset, span.End().Offset})
}

// resolve finds a name from scope s; nil means that it is global. A variable of another frame is noted as captured by every
// frame between.
func (s *scope) resolve(name string) *variable {
	for c := s; c != nil; c = c.outer {
		if c.kind == scopeClass && c != s && c.frame != s.frame {
			continue // methods do not see their class's names
		}
		if c.global[name] || c.kind == scopeModule && c.vars[name] == nil {
			return nil
		}
		if v := c.vars[name]; v != nil {
			if v.owner != s.frame {
				v.captured = true
				for f := s.frame; f != v.owner; f = f.outer.frame {
					f.capture(v)
				}
			}
			return v
		}
	}
	return nil
}

// capture gives the index of a captured variable among a frame's free ones.
func (s *scope) capture(v *variable) int {
	for i, f := range s.free {
		if f == v {
			return i
		}
	}
	s.free = append(s.free, v)
	return len(s.free) - 1
}

// analyser builds the scopes of a tree and finds which variables functions capture.
type analyser struct {
	scopes map[syntax.Node]*scope
}

func (a *analyser) expr(x syntax.Expr, s *scope) {
	switch x := x.(type) {
	case nil:
	case *syntax.Name:
		s.resolve(x.ID)
	case *syntax.StrLit:
		if strings.Contains(x.Value, "lambda") {
			a.quoted(x.Value, s)
		}
	case *syntax.Lambda:
		in := a.function(x, &x.Params, s)
		for _, n := range syntax.ExprBindings(x.Body).Names {
			in.declare(n, x)
		}
		a.expr(x.Body, in)
	case *syntax.Comp:
		a.expr(x.Clauses[0].Iter, s)
		kind := scopeComp
		if x.Kind == syntax.GenExpr {
			kind = scopeGen
		}
		in := newScope(kind, s)
		a.scopes[x] = in
		for _, c := range x.Clauses {
			a.targets(c.Target, in, x)
		}
		for i, c := range x.Clauses {
			a.expr(c.Target, in)
			if i > 0 {
				a.expr(c.Iter, in)
			}
			for _, y := range c.Ifs {
				a.expr(y, in)
			}
		}
		a.expr(x.Elt, in)
		a.expr(x.Value, in)
	default:
		for _, c := range syntax.Children(x) {
			a.expr(c, s)
		}
	}
}

// quoted captures the names that the text of a lambda uses: a builtin may evaluate it in this scope (see EvalString), which
// Python's own rules would leave without the variables of the functions around it.
func (a *analyser) quoted(text string, s *scope) {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !(r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)) }) {
		if syntax.IsIdentifier(w) {
			s.resolve(w)
		}
	}
}

func (a *analyser) targets(x syntax.Expr, s *scope, span syntax.Node) {
	switch x := x.(type) {
	case *syntax.Name:
		s.declare(x.ID, span)
	case *syntax.TupleExpr:
		for _, e := range x.Elts {
			a.targets(e, s, span)
		}
	case *syntax.ListExpr:
		for _, e := range x.Elts {
			a.targets(e, s, span)
		}
	case *syntax.StarExpr:
		a.targets(x.X, s, span)
	}
}

func (a *analyser) function(n syntax.Node, ps *syntax.Params, s *scope) *scope {
	in := newScope(scopeFunc, s)
	a.scopes[n] = in
	for _, q := range ps.All() {
		a.expr(q.Default, s)
		in.declare(q.Name, n)
	}
	return in
}

// body analyses statements that belong to scope s.
func (a *analyser) body(body []syntax.Stmt, s *scope) {
	for _, st := range body {
		a.stmt(st, s)
	}
}

func (a *analyser) bind(b *syntax.Bindings, s *scope, span syntax.Node) {
	s.global = b.Global
	for _, n := range b.Names {
		s.declare(n, span)
	}
}

func (a *analyser) stmt(st syntax.Stmt, s *scope) {
	exprs := func(xs ...syntax.Expr) {
		for _, x := range xs {
			a.expr(x, s)
		}
	}
	switch st := st.(type) {
	case *syntax.FuncDef:
		exprs(st.Decorators...)
		s.resolve(st.Name)
		in := a.function(st, &st.Params, s)
		a.bind(syntax.BodyBindings(st.Body), in, st)
		a.body(st.Body, in)
	case *syntax.ClassDef:
		exprs(st.Decorators...)
		exprs(st.Bases...)
		s.resolve(st.Name)
		in := newScope(scopeClass, s)
		a.scopes[st] = in
		a.bind(syntax.BodyBindings(st.Body), in, st)
		a.body(st.Body, in)
	case *syntax.TryStmt:
		a.body(st.Body, s)
		for _, h := range st.Handlers {
			exprs(h.Type)
			if h.Name != nil {
				s.resolve(h.Name.ID)
			}
			a.body(h.Body, s)
		}
		a.body(st.Else, s)
		a.body(st.Finally, s)
	case *syntax.MatchStmt:
		exprs(syntax.StmtExprs(st)...)
		for _, c := range st.Cases {
			for _, n := range c.Pattern.Captures() {
				s.resolve(n.ID)
			}
			a.body(c.Body, s)
		}
	default:
		exprs(syntax.StmtExprs(st)...)
		for _, block := range syntax.StmtBlocks(st) {
			a.body(block, s)
		}
	}
}
