package code

import (
	"slices"

	"github.com/quandary-puzzles/quandary/py/syntax"
)

// This file is what can be ruled out at a blank without tracing anything: pieces with which a name is read before anything is bound to it,
// operators meet types that they do not take, or a function gives a type of result that no example shows. What is left is how many
// candidates a reader has to trace. Types are sets of possible ones, for a name wherever it stands, so nothing is ruled out in error.

// types is a set of types.
type types uint16

const (
	intType types = 1 << iota
	floatType
	boolType
	textType
	noneType
	listType
	tupleType
	dictType
	setType
	otherType

	numbers = intType | floatType | boolType
	anyType = otherType<<1 - 1
)

// typeOf gives the type of a value.
func typeOf(v val) types {
	switch v.k {
	case 'n':
		return noneType
	case 'b':
		return boolType
	case 'i':
		return intType
	case 'f':
		return floatType
	case 's':
		return textType
	case 'l':
		return listType
	case 't':
		return tupleType
	case 'S':
		return setType
	case 'd':
		return dictType
	}
	return anyType
}

// local is what is known of a program's values from its examples.
type local struct {
	params  map[string][]types // of functions that examples call, by number; of others nothing is known
	results map[string]types
	open    bool // there are examples that call nothing alone: anything may be passed
}

func newLocal(inputs []checked) *local {
	l := &local{params: map[string][]types{}, results: map[string]types{}}
	for _, in := range inputs {
		if in.function == "" || slices.ContainsFunc(in.names, func(n string) bool { return n != "" }) {
			l.open = true
			continue
		}
		for i, a := range in.args {
			if i == len(l.params[in.function]) {
				l.params[in.function] = append(l.params[in.function], 0)
			}
			l.params[in.function][i] |= typeOf(a)
		}
		result := anyType
		if x, err := syntax.ParseExpr("result", in.Result.Text); err == nil && in.Result.Kind == "value" {
			result = typeOf(literal(in.Result.Text, x))
		}
		l.results[in.function] |= result
	}
	return l
}

// clashes reports whether a program cannot be right by what can be seen on the spot.
func (l *local) clashes(text string) bool {
	m, err := syntax.ParseModule("program", text)
	if err != nil {
		return false
	}
	t := &typing{local: l, funcs: map[string]*syntax.FuncDef{}, names: map[string]types{}}
	for _, s := range m.Body {
		if f, ok := s.(*syntax.FuncDef); ok {
			t.funcs[f.Name] = f
		}
	}
	for _, name := range syntax.BodyBindings(m.Body).Names {
		t.bind(name, anyType)
	}
	for round := 0; ; round++ {
		t.changed, t.clash = false, false
		t.body(m.Body, "", true)
		if !t.changed {
			break
		}
		if round > 20 { // more than there are types
			return false
		}
	}
	return t.clash || slices.ContainsFunc(m.Body, func(s syntax.Stmt) bool {
		f, ok := s.(*syntax.FuncDef)
		return ok && unbound(f)
	})
}

// typing finds the types of names: those of everything that is bound to a name anywhere.
type typing struct {
	*local
	funcs   map[string]*syntax.FuncDef
	names   map[string]types
	changed bool
	clash   bool
}

func (t *typing) bind(name string, k types) {
	if t.names[name]|k != t.names[name] {
		t.names[name] |= k
		t.changed = true
	}
}

// body goes through statements. top is true of the module itself, whose functions examples call.
func (t *typing) body(list []syntax.Stmt, function string, top bool) {
	for _, s := range list {
		switch s := s.(type) {
		case *syntax.FuncDef:
			inner := ""
			known := t.params[s.Name]
			if top {
				inner = s.Name
			}
			for i, p := range s.Params.All() {
				switch {
				case !top || t.open || known == nil || s.Params.Star != nil || s.Params.DoubleStar != nil || len(s.Decorators) > 0:
					t.bind(p.Name, anyType)
				case i < len(known):
					t.bind(p.Name, known[i])
				}
				if p.Default != nil {
					t.bind(p.Name, t.of(p.Default))
				}
			}
			t.body(s.Body, inner, false)
			continue
		case *syntax.ClassDef:
			t.body(s.Body, "", false)
			continue
		case *syntax.AssignStmt:
			k := t.of(s.X)
			for _, target := range s.Targets {
				t.assign(target, s.X, k)
			}
		case *syntax.AugStmt:
			if n, ok := s.Target.(*syntax.Name); ok {
				t.bind(n.ID, t.binary(s.Op, t.names[n.ID], t.of(s.X)))
			} else {
				t.of(s.Target)
				t.of(s.X)
			}
		case *syntax.ForStmt:
			t.of(s.Iter)
			t.loop(s.Target, s.Iter)
		case *syntax.ReturnStmt:
			k := noneType
			if s.X != nil {
				k = t.of(s.X)
			}
			if want := t.results[function]; function != "" && want != 0 && k != 0 && k&want == 0 && !t.recursive(function) {
				t.clash = true
			}
		default:
			for _, x := range syntax.StmtExprs(s) {
				t.of(x)
			}
			switch s.(type) {
			case *syntax.IfStmt, *syntax.WhileStmt:
			default: // with, try, match and what else binds names
				for _, n := range syntax.BodyBindings([]syntax.Stmt{s}).Names {
					t.bind(n, anyType)
				}
			}
		}
		for _, b := range syntax.StmtBlocks(s) {
			t.body(b, function, false)
		}
	}
}

// recursive reports whether a function calls itself: what it gives itself need not be what it gives the examples.
func (t *typing) recursive(function string) bool {
	return slices.ContainsFunc(syntax.FreeNames(&syntax.Module{Body: t.funcs[function].Body}), func(r syntax.Ref) bool { return r.Name == function })
}

func (t *typing) assign(target, x syntax.Expr, k types) {
	switch n := target.(type) {
	case *syntax.Name:
		t.bind(n.ID, k)
	case *syntax.TupleExpr:
		from, ok := x.(*syntax.TupleExpr)
		for i, y := range n.Elts {
			if ok && len(from.Elts) == len(n.Elts) {
				t.assign(y, from.Elts[i], t.of(from.Elts[i]))
			} else {
				t.assign(y, y, anyType)
			}
		}
	case *syntax.ListExpr:
		for _, y := range n.Elts {
			t.assign(y, y, anyType)
		}
	case *syntax.StarExpr:
		t.assign(n.X, n.X, anyType)
	default:
		t.of(target)
	}
}

// loop binds the target of a loop.
func (t *typing) loop(target, iter syntax.Expr) {
	k := anyType
	if c, ok := iter.(*syntax.CallExpr); ok && t.called(c) == "range" {
		k = intType
	}
	t.assign(target, target, k)
}

// called is the built-in function that is called, where nothing else has its name.
func (t *typing) called(c *syntax.CallExpr) string {
	n, ok := c.Fun.(*syntax.Name)
	if !ok || t.names[n.ID] != 0 || t.funcs[n.ID] != nil {
		return ""
	}
	return n.ID
}

// made are the types that built-in functions give.
var made = map[string]types{"len": intType, "int": intType, "ord": intType, "str": textType, "chr": textType, "float": floatType, "bool": boolType,
	"sorted": listType, "list": listType, "set": setType, "dict": dictType, "tuple": tupleType, "range": otherType}

// of gives the types that an expression can have; 0 where that is not known yet.
func (t *typing) of(x syntax.Expr) types {
	switch n := x.(type) {
	case nil:
		return noneType
	case *syntax.Name:
		if k, ok := t.names[n.ID]; ok {
			return k
		}
		return anyType
	case *syntax.NumLit, *syntax.StrLit, *syntax.ConstLit:
		return typeOf(literal("", n))
	case *syntax.JoinedStr:
		t.parts(n)
		return textType
	case *syntax.ListExpr:
		t.parts(n)
		return listType
	case *syntax.TupleExpr:
		t.parts(n)
		return tupleType
	case *syntax.SetExpr:
		t.parts(n)
		return setType
	case *syntax.DictExpr:
		t.parts(n)
		return dictType
	case *syntax.Comp:
		for _, c := range n.Clauses {
			t.loop(c.Target, c.Iter)
		}
		t.parts(n)
		return map[syntax.CompKind]types{syntax.ListComp: listType, syntax.SetComp: setType, syntax.DictComp: dictType, syntax.GenExpr: otherType}[n.Kind]
	case *syntax.Lambda:
		for _, p := range n.Params.All() {
			t.bind(p.Name, anyType)
		}
		t.parts(n)
		return otherType
	case *syntax.WalrusExpr:
		t.bind(n.Target.ID, anyType)
		t.of(n.X)
		return anyType
	case *syntax.IfExpr:
		t.of(n.Cond)
		return t.of(n.Then) | t.of(n.Else)
	case *syntax.BoolExpr:
		var out types
		for _, y := range n.X {
			out |= t.of(y)
		}
		return out
	case *syntax.UnaryExpr:
		k := t.of(n.X)
		if n.Op == syntax.Not {
			return boolType
		}
		t.needs(k, numbers|setType|otherType)
		if k&^numbers == 0 {
			return k | intType
		}
		return anyType
	case *syntax.BinaryExpr:
		return t.binary(n.Op, t.of(n.X), t.of(n.Y))
	case *syntax.CompareExpr:
		left := t.of(n.First)
		for i, op := range n.Ops {
			right := t.of(n.Rest[i])
			switch op {
			case syntax.Lt, syntax.Le, syntax.Gt, syntax.Ge:
				t.pairs(left, right, func(a, b types) types {
					if a&numbers != 0 && b&numbers != 0 || a == b && a&(textType|listType|tupleType|setType) != 0 || (a|b)&otherType != 0 {
						return boolType
					}
					return 0
				})
			case syntax.In, syntax.NotIn:
				t.needs(right, anyType&^(numbers|noneType))
			}
			left = right
		}
		return boolType
	case *syntax.IndexExpr:
		k, at := t.of(n.X), t.of(n.Index)
		t.needs(k, textType|listType|tupleType|dictType|otherType)
		if k&^(textType|listType|tupleType) == 0 {
			t.needs(at, intType|boolType|otherType)
			if k == textType {
				return textType
			}
		}
		return anyType
	case *syntax.SliceExpr:
		for _, y := range []syntax.Expr{n.Lo, n.Hi, n.Step} {
			if y != nil {
				t.needs(t.of(y), intType|boolType|noneType|otherType)
			}
		}
		return otherType
	case *syntax.CallExpr:
		return t.call(n)
	default:
		t.parts(x)
		return anyType
	}
}

func (t *typing) parts(x syntax.Expr) {
	for _, y := range syntax.Children(x) {
		t.of(y)
	}
}

func (t *typing) call(n *syntax.CallExpr) types {
	if f, ok := n.Fun.(*syntax.Name); ok && t.funcs[f.ID] != nil {
		params := t.funcs[f.ID].Params.All()
		for i, a := range n.Args {
			k := t.of(a.Value)
			switch {
			case a.Kind == syntax.PosArg && i < len(params):
				t.bind(params[i].Name, k)
			case a.Kind == syntax.NamedArg:
				t.bind(a.Name, k)
			default:
				for _, p := range params {
					t.bind(p.Name, anyType)
				}
			}
		}
		return anyType
	}
	name := t.called(n)
	t.of(n.Fun)
	for i, a := range n.Args {
		k := t.of(a.Value)
		if f, ok := a.Value.(*syntax.Name); ok && t.funcs[f.ID] != nil { // who calls it, passes what is not seen here
			for _, p := range t.funcs[f.ID].Params.All() {
				t.bind(p.Name, anyType)
			}
		}
		if a.Kind != syntax.PosArg {
			continue
		}
		switch {
		case name == "range":
			t.needs(k, intType|boolType|otherType)
		case name == "len" || i == 0 && (name == "sorted" || name == "sum" || name == "list" || name == "set"):
			t.needs(k, anyType&^(numbers|noneType))
		}
	}
	if k, ok := made[name]; ok {
		return k
	}
	return anyType
}

// needs notes a clash where a value has none of the types that are taken here.
func (t *typing) needs(k, some types) {
	if k != 0 && k&some == 0 {
		t.clash = true
	}
}

// pairs joins the results of an operator over the types that its operands can have; a clash where it takes none of them.
func (t *typing) pairs(left, right types, result func(a, b types) types) types {
	var out types
	for a := intType; a <= otherType; a <<= 1 {
		for b := intType; b <= otherType; b <<= 1 {
			if left&a != 0 && right&b != 0 {
				out |= result(a, b)
			}
		}
	}
	if left != 0 && right != 0 && out == 0 {
		t.clash = true
	}
	return out
}

func (t *typing) binary(op syntax.Op, left, right types) types {
	return t.pairs(left, right, func(a, b types) types {
		whole := intType | boolType
		switch {
		case (a|b)&otherType != 0:
			return anyType
		case a&numbers != 0 && b&numbers != 0:
			switch op {
			case syntax.Div:
				return floatType
			case syntax.Pow:
				return intType | floatType | otherType
			case syntax.BitAnd, syntax.BitOr, syntax.BitXor, syntax.LShift, syntax.RShift:
				if (a|b)&floatType != 0 {
					return 0
				}
				return whole
			}
			if (a|b)&floatType != 0 {
				return floatType
			}
			return intType
		case op == syntax.Mod && a == textType:
			return textType
		case op == syntax.Add && a == b && a&(textType|listType|tupleType) != 0:
			return a
		case op == syntax.Mul && a&(textType|listType|tupleType) != 0 && b&whole != 0:
			return a
		case op == syntax.Mul && b&(textType|listType|tupleType) != 0 && a&whole != 0:
			return b
		case a == b && a == setType && (op == syntax.Sub || op == syntax.BitAnd || op == syntax.BitOr || op == syntax.BitXor):
			return setType
		case a == b && a == dictType && op == syntax.BitOr:
			return dictType
		}
		return 0
	})
}

// unbound reports whether a function reads a variable of its own above all that binds it, and in no loop with any of that.
func unbound(f *syntax.FuncDef) bool {
	own := map[string]bool{}
	for _, n := range syntax.BodyBindings(f.Body).Names {
		own[n] = true
	}
	for _, p := range f.Params.All() {
		delete(own, p.Name)
	}
	bound := map[string]bool{}
	var walk func(list []syntax.Stmt) bool
	reads := func(n syntax.Node) bool {
		return slices.ContainsFunc(syntax.FreeNames(n), func(r syntax.Ref) bool { return own[r.Name] && !bound[r.Name] })
	}
	binds := func(s syntax.Stmt) {
		for _, n := range syntax.BodyBindings([]syntax.Stmt{s}).Names {
			bound[n] = true
		}
	}
	walk = func(list []syntax.Stmt) bool {
		for _, s := range list {
			switch s := s.(type) {
			case *syntax.IfStmt:
				if reads(s.Cond) || walk(s.Body) || walk(s.Else) {
					return true
				}
			case *syntax.ForStmt:
				if reads(s.Iter) {
					return true
				}
			case *syntax.AssignStmt:
				if reads(s.X) {
					return true
				}
			case *syntax.AugStmt:
				if reads(s.X) || reads(s.Target) {
					return true
				}
			case *syntax.ReturnStmt:
				if s.X != nil && reads(s.X) {
					return true
				}
			}
			binds(s) // a loop may have gone round: what it binds is taken as bound in it
			if l, ok := s.(*syntax.ForStmt); ok && walk(l.Body) {
				return true
			}
			if l, ok := s.(*syntax.WhileStmt); ok && walk(l.Body) {
				return true
			}
		}
		return false
	}
	return walk(f.Body)
}

// seenThrough lists the pieces of a place that can be ruled out on the spot.
func (l *local) seenThrough(text string, pl *Place) []bool {
	out := make([]bool, len(pl.Pieces))
	if l.clashes(text) {
		return out // the program itself does what is not understood here
	}
	for k := 1; k < len(pl.Pieces); k++ {
		out[k] = l.clashes(assemble(text, []*Place{pl}, []string{pl.Pieces[k]}))
	}
	return out
}
