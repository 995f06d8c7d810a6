package syntax

import (
	"cmp"
	"sort"
	"strings"
)

// Bindings are the names that a body of statements binds in its own scope.
type Bindings struct {
	Names    []string        // in order of first binding, without those declared global or nonlocal
	Global   map[string]bool // declared global
	Nonlocal map[string]bool // declared nonlocal
	Star     bool            // every name of some module is imported, too
	bound    map[string]bool
}

func (b *Bindings) add(name string) {
	if !b.bound[name] && !b.Global[name] && !b.Nonlocal[name] {
		b.bound[name] = true
		b.Names = append(b.Names, name)
	}
}

// BodyBindings finds what statements bind in their own scope, not looking into nested functions and classes.
func BodyBindings(body []Stmt) *Bindings {
	b := newBindings()
	b.declared(body)
	b.stmts(body)
	return b
}

// ModuleBindings finds what the statements of a module bind: there a name that is declared global is one as any other.
func ModuleBindings(m *Module) *Bindings {
	b := newBindings()
	b.stmts(m.Body)
	return b
}

// declared notes the names that are declared global or nonlocal, anywhere in the scope.
func (b *Bindings) declared(body []Stmt) {
	for _, s := range body {
		if g, ok := s.(*GlobalStmt); ok {
			in := b.Global
			if g.Nonlocal {
				in = b.Nonlocal
			}
			for _, x := range g.Names {
				in[x.ID] = true
			}
		}
		for _, block := range StmtBlocks(s) {
			b.declared(block)
		}
	}
}

// ExprBindings finds the names that assignment expressions in x bind in the scope around x.
func ExprBindings(x Expr) *Bindings {
	b := newBindings()
	b.walrus(x)
	return b
}

func newBindings() *Bindings {
	return &Bindings{Global: map[string]bool{}, Nonlocal: map[string]bool{}, bound: map[string]bool{}}
}

func (b *Bindings) stmts(body []Stmt) {
	for _, s := range body {
		for _, x := range StmtExprs(s) {
			b.walrus(x)
		}
		switch s := s.(type) {
		case *AssignStmt:
			for _, t := range s.Targets {
				b.target(t)
			}
		case *AugStmt:
			b.target(s.Target)
		case *AnnStmt:
			b.target(s.Target)
		case *DelStmt:
			for _, t := range s.Targets {
				b.target(t)
			}
		case *FuncDef:
			b.add(s.Name)
		case *ClassDef:
			b.add(s.Name)
		case *ImportStmt:
			for _, a := range s.Names {
				b.add(ImportedName(a))
			}
		case *FromStmt:
			for _, a := range s.Names {
				if a.Name == "*" {
					b.Star = true
					continue
				}
				b.add(cmp.Or(a.As, a.Name))
			}
		case *ForStmt:
			b.target(s.Target)
		case *TryStmt: // names are in the order in which they stand
			b.stmts(s.Body)
			for _, h := range s.Handlers {
				if h.Name != nil {
					b.add(h.Name.ID)
				}
				b.stmts(h.Body)
			}
			b.stmts(s.Else)
			b.stmts(s.Finally)
			continue
		case *MatchStmt:
			for _, c := range s.Cases {
				for _, n := range c.Pattern.Captures() {
					b.add(n.ID)
				}
				b.stmts(c.Body)
			}
			continue
		}
		for _, block := range StmtBlocks(s) {
			b.stmts(block)
		}
	}
}

// ImportedName is the name that "import a.b.c" or "import a.b.c as d" binds.
func ImportedName(a Alias) string {
	first, _, _ := strings.Cut(a.Name, ".")
	return cmp.Or(a.As, first)
}

func (b *Bindings) target(x Expr) {
	switch x := x.(type) {
	case *Name:
		b.add(x.ID)
	case *TupleExpr:
		for _, e := range x.Elts {
			b.target(e)
		}
	case *ListExpr:
		for _, e := range x.Elts {
			b.target(e)
		}
	case *StarExpr:
		b.target(x.X)
	}
}

// walrus adds the targets of assignment expressions in x; those in comprehensions bind in the scope around them.
func (b *Bindings) walrus(x Expr) {
	if x == nil {
		return
	}
	if w, ok := x.(*WalrusExpr); ok {
		b.add(w.Target.ID)
	}
	if l, ok := x.(*Lambda); ok {
		for _, q := range l.Params.All() {
			if q.Default != nil {
				b.walrus(q.Default)
			}
		}
		return
	}
	for _, c := range Children(x) {
		b.walrus(c)
	}
}

// Children gives the expressions directly inside an expression, in source order.
func Children(x Expr) []Expr {
	switch x := x.(type) {
	case *JoinedStr:
		return x.Parts
	case *Formatted:
		if x.Spec != nil {
			return []Expr{x.X, x.Spec}
		}
		return []Expr{x.X}
	case *TupleExpr:
		return x.Elts
	case *ListExpr:
		return x.Elts
	case *SetExpr:
		return x.Elts
	case *DictExpr:
		var out []Expr
		for i, k := range x.Keys {
			if k != nil {
				out = append(out, k)
			}
			out = append(out, x.Values[i])
		}
		return out
	case *Comp:
		out := []Expr{x.Elt}
		if x.Value != nil {
			out = append(out, x.Value)
		}
		for _, c := range x.Clauses {
			out = append(out, c.Target, c.Iter)
			out = append(out, c.Ifs...)
		}
		return out
	case *Lambda:
		var out []Expr
		for _, q := range x.Params.All() {
			if q.Default != nil {
				out = append(out, q.Default)
			}
		}
		return append(out, x.Body)
	case *IfExpr:
		return []Expr{x.Then, x.Cond, x.Else}
	case *BoolExpr:
		return x.X
	case *UnaryExpr:
		return []Expr{x.X}
	case *BinaryExpr:
		return []Expr{x.X, x.Y}
	case *CompareExpr:
		return append([]Expr{x.First}, x.Rest...)
	case *CallExpr:
		out := []Expr{x.Fun}
		for _, a := range x.Args {
			out = append(out, a.Value)
		}
		return out
	case *AttrExpr:
		return []Expr{x.X}
	case *IndexExpr:
		return []Expr{x.X, x.Index}
	case *SliceExpr:
		var out []Expr
		for _, e := range []Expr{x.Lo, x.Hi, x.Step} {
			if e != nil {
				out = append(out, e)
			}
		}
		return out
	case *StarExpr:
		return []Expr{x.X}
	case *WalrusExpr:
		return []Expr{x.Target, x.X}
	case *YieldExpr:
		if x.X != nil {
			return []Expr{x.X}
		}
	case *ChoiceExpr:
		return x.X
	}
	return nil
}

// StmtExprs gives the expressions directly in a statement, without those in its blocks. Annotations are never evaluated
// and do not count.
func StmtExprs(s Stmt) []Expr {
	var out []Expr
	add := func(xs ...Expr) {
		for _, x := range xs {
			if x != nil {
				out = append(out, x)
			}
		}
	}
	switch s := s.(type) {
	case *ExprStmt:
		add(s.X)
	case *AssignStmt:
		add(s.X)
		add(s.Targets...)
	case *AugStmt:
		add(s.Target, s.X)
	case *AnnStmt:
		add(s.X)
		if _, ok := s.Target.(*Name); !ok || s.X != nil {
			add(s.Target)
		}
	case *ReturnStmt:
		add(s.X)
	case *IfStmt:
		add(s.Cond)
	case *ForStmt:
		add(s.Iter, s.Target)
	case *WhileStmt:
		add(s.Cond)
	case *FuncDef:
		add(s.Decorators...)
		for _, q := range s.Params.All() {
			add(q.Default)
		}
	case *ClassDef:
		add(s.Decorators...)
		add(s.Bases...)
	case *RaiseStmt:
		add(s.X, s.Cause)
	case *AssertStmt:
		add(s.Cond, s.Msg)
	case *DelStmt:
		add(s.Targets...)
	case *TryStmt:
		for _, h := range s.Handlers {
			add(h.Type)
		}
	case *MatchStmt:
		add(s.Subject)
		for _, c := range s.Cases {
			add(c.Pattern.Exprs()...)
			add(c.Guard)
		}
	}
	return out
}

// FreeNames gives every use of a name that n itself does not bind, in source order: what must be defined around it, or built
// in. It knows the scopes of functions, lambdas, comprehensions and classes. n is an Expr, a Stmt or a *Module.
func FreeNames(n Node) []Ref {
	f := &freeFinder{}
	switch n := n.(type) {
	case *Module:
		s := &nameScope{bound: ModuleBindings(n).bound}
		f.stmts(n.Body, s)
	case Stmt:
		s := &nameScope{bound: BodyBindings([]Stmt{n}).bound}
		f.stmts([]Stmt{n}, s)
	case Expr:
		f.expr(n, &nameScope{bound: ExprBindings(n).bound})
	}
	sort.SliceStable(f.refs, func(i, j int) bool { return f.refs[i].Pos.Offset < f.refs[j].Pos.Offset })
	return f.refs
}

type nameScope struct {
	bound map[string]bool
	class bool
	outer *nameScope
}

type freeFinder struct{ refs []Ref }

func (f *freeFinder) use(name string, at Pos, s *nameScope) {
	for first := true; s != nil; s, first = s.outer, false {
		if s.bound[name] && (first || !s.class) {
			return
		}
	}
	f.refs = append(f.refs, Ref{name, at})
}

func (f *freeFinder) expr(x Expr, s *nameScope) {
	switch x := x.(type) {
	case nil:
	case *Name:
		f.use(x.ID, x.From, s)
	case *Lambda:
		f.function(&x.Params, s, func(in *nameScope) {
			for n := range ExprBindings(x.Body).bound {
				in.bound[n] = true
			}
			f.expr(x.Body, in)
		})
	case *Comp:
		in := &nameScope{bound: map[string]bool{}, outer: s}
		b := newBindings()
		for i, c := range x.Clauses {
			b.target(c.Target)
			if i == 0 {
				f.expr(c.Iter, s)
			}
		}
		in.bound = b.bound
		for i, c := range x.Clauses {
			f.expr(c.Target, in)
			if i > 0 {
				f.expr(c.Iter, in)
			}
			for _, y := range c.Ifs {
				f.expr(y, in)
			}
		}
		f.expr(x.Elt, in)
		f.expr(x.Value, in)
	default:
		for _, c := range Children(x) {
			f.expr(c, s)
		}
	}
}

func (f *freeFinder) function(ps *Params, s *nameScope, body func(*nameScope)) {
	in := &nameScope{bound: map[string]bool{}, outer: s}
	for _, q := range ps.All() {
		if q.Default != nil {
			f.expr(q.Default, s)
		}
		in.bound[q.Name] = true
	}
	body(in)
}

func (f *freeFinder) stmts(body []Stmt, s *nameScope) {
	for _, st := range body {
		switch st := st.(type) {
		case *FuncDef:
			for _, d := range st.Decorators {
				f.expr(d, s)
			}
			f.function(&st.Params, s, func(in *nameScope) {
				for n := range BodyBindings(st.Body).bound {
					in.bound[n] = true
				}
				f.stmts(st.Body, in)
			})
			continue
		case *ClassDef:
			for _, x := range StmtExprs(st) {
				f.expr(x, s)
			}
			f.stmts(st.Body, &nameScope{bound: BodyBindings(st.Body).bound, class: true, outer: s})
			continue
		}
		for _, x := range StmtExprs(st) {
			f.expr(x, s)
		}
		for _, block := range StmtBlocks(st) {
			f.stmts(block, s)
		}
	}
}

// StmtBlocks gives the blocks of statements in a statement, without the bodies of functions and classes.
func StmtBlocks(s Stmt) [][]Stmt {
	switch s := s.(type) {
	case *IfStmt:
		return [][]Stmt{s.Body, s.Else}
	case *ForStmt:
		return [][]Stmt{s.Body, s.Else}
	case *WhileStmt:
		return [][]Stmt{s.Body, s.Else}
	case *TryStmt:
		out := [][]Stmt{s.Body}
		for _, h := range s.Handlers {
			out = append(out, h.Body)
		}
		return append(out, s.Else, s.Finally)
	case *MatchStmt:
		var out [][]Stmt
		for _, c := range s.Cases {
			out = append(out, c.Body)
		}
		return out
	}
	return nil
}
