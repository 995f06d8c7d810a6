package code

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// Kinds of places.
const (
	comparison      = "comparison"
	arithmeticPlace = "arithmetic"
	logic           = "logic"
	constant        = "constant"
	variable        = "variable"
	name            = "name"      // of a function or method that is called
	index           = "index"     // and the bounds of slices
	bounds          = "bounds"    // of a range
	cond            = "condition" // of if, while, comprehensions
	returned        = "return"
	initial         = "initial" // the value that a variable starts with
	expression      = "expression"
	line            = "line"
	order           = "order" // of lines
)

// Kinds lists the kinds of places.
func Kinds() []string {
	return []string{comparison, arithmeticPlace, logic, constant, variable, name, index, bounds, cond, returned, initial, expression, line, order}
}

// Place is a part of the program that may be blank.
type Place struct {
	Kind     string
	From, To int      // in the text
	Pieces   []string // the right one first
	Depth    int      // how many blocks it stands in

	expr  *syntax.Expr // what is replaced: an expression, or
	block *[]syntax.Stmt
	first int // statements of a block, so many from this one on
	count int
	ops   []syntax.Op // of an operator: what the pieces stand for
	opAt  int         // which of a chain of comparisons
	pure  bool        // the pieces can be evaluated without effects
}

// edit replaces a part of the text: a typical slip.
type edit struct {
	from, to int
	text     string
}

// finder goes through a program and collects its places.
type finder struct {
	p      *Program
	src    string
	places []*Place
	names  []string // the variables of the function
	depth  int
	sets   bool // the program has sets, whose order is not the same from run to run
	impure bool // the program has iterators that pieces could use up, or objects with methods of their own
	texts  []string
}

// maxPieces bounds the pieces of one place.
const (
	maxSmall = 9
	maxLarge = 28
)

// findPlaces collects the places of a tree that was parsed from the text. Places hold pointers into the tree.
func findPlaces(p *Program, tree *syntax.Module, src string) []*Place {
	f := &finder{p: p, src: src}
	f.sets = usesSets.MatchString(src)
	for _, w := range []string{"yield", "next(", "iter(", "__", "global ", "nonlocal ", ".pop(", "input("} {
		f.impure = f.impure || strings.Contains(src, w)
	}
	for i := range tree.Body {
		f.top(&tree.Body, i)
	}
	slices.SortStableFunc(f.places, func(a, b *Place) int {
		if a.From != b.From {
			return a.From - b.From
		}
		return b.To - a.To
	})
	return f.places
}

func (f *finder) top(body *[]syntax.Stmt, i int) {
	switch s := (*body)[i].(type) {
	case *syntax.FuncDef:
		f.function(s)
	case *syntax.ClassDef:
		for j := range s.Body {
			f.top(&s.Body, j)
		}
	}
}

func (f *finder) function(s *syntax.FuncDef) {
	outer := f.names
	f.names = nil
	for _, n := range paramNames(s) {
		if n != "self" && n != "cls" {
			f.names = append(f.names, n)
		}
	}
	for _, n := range syntax.BodyBindings(s.Body).Names {
		if !slices.Contains(f.names, n) && !definesFunction(s.Body, n) {
			f.names = append(f.names, n)
		}
	}
	for _, n := range outer {
		if !slices.Contains(f.names, n) && len(f.names) < 8 {
			f.names = append(f.names, n)
		}
	}
	f.block(&s.Body)
	f.names = outer
}

func definesFunction(body []syntax.Stmt, name string) bool {
	for _, s := range body {
		if d, ok := s.(*syntax.FuncDef); ok && d.Name == name {
			return true
		}
	}
	return false
}

func (f *finder) block(body *[]syntax.Stmt) {
	f.depth++
	for i := range *body {
		f.stmt(body, i)
	}
	f.order(body)
	f.depth--
}

// slot says what may stand at a place.
type slot struct {
	kind string // of the whole expression; empty: none
	free bool   // any expression may stand here without brackets
}

func (f *finder) stmt(body *[]syntax.Stmt, i int) {
	switch s := (*body)[i].(type) {
	case *syntax.FuncDef:
		f.function(s)
	case *syntax.ExprStmt:
		if _, ok := s.X.(*syntax.StrLit); !ok {
			f.expr(&s.X, slot{free: true})
			f.line(body, i)
		}
	case *syntax.AssignStmt:
		kind := expression
		if isStart(s.X) {
			kind = initial
		}
		f.expr(&s.X, slot{kind, true})
		for j := range s.Targets {
			f.target(s.Targets[j])
		}
		f.line(body, i)
	case *syntax.AugStmt:
		f.expr(&s.X, slot{expression, true})
		f.target(s.Target)
		f.aug(body, i, s)
		f.line(body, i)
	case *syntax.AnnStmt:
		if s.X != nil {
			kind := expression
			if isStart(s.X) {
				kind = initial
			}
			f.expr(&s.X, slot{kind, true})
		}
	case *syntax.ReturnStmt:
		if s.X != nil {
			f.expr(&s.X, slot{returned, true})
		}
	case *syntax.IfStmt:
		f.expr(&s.Cond, slot{cond, true})
		f.block(&s.Body)
		if len(s.Else) > 0 {
			f.block(&s.Else)
		}
	case *syntax.WhileStmt:
		f.expr(&s.Cond, slot{cond, true})
		f.block(&s.Body)
		if len(s.Else) > 0 {
			f.block(&s.Else)
		}
	case *syntax.ForStmt:
		f.expr(&s.Iter, slot{expression, true})
		f.block(&s.Body)
		if len(s.Else) > 0 {
			f.block(&s.Else)
		}
	case *syntax.MatchStmt:
		f.expr(&s.Subject, slot{free: true})
		for i := range s.Cases {
			c := &s.Cases[i]
			if c.Guard != nil {
				f.expr(&c.Guard, slot{cond, true})
			}
			f.block(&c.Body)
		}
	case *syntax.TryStmt:
		f.block(&s.Body)
		for j := range s.Handlers {
			f.block(&s.Handlers[j].Body)
		}
		f.block(&s.Else)
		f.block(&s.Finally)
	case *syntax.BreakStmt:
		f.addStmt(line, body, i, 1, []string{"break", "continue", "pass"})
	case *syntax.ContinueStmt:
		f.addStmt(line, body, i, 1, []string{"continue", "break", "pass"})
	}
}

// isStart reports whether a value is one that variables start with.
func isStart(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.NumLit, *syntax.StrLit, *syntax.ConstLit:
		return true
	case *syntax.ListExpr:
		return len(x.Elts) <= 1
	case *syntax.DictExpr:
		return len(x.Keys) == 0
	case *syntax.UnaryExpr:
		return isStart(x.X)
	case *syntax.CallExpr:
		n, ok := x.Fun.(*syntax.Name)
		return ok && len(x.Args) == 0 && (n.ID == "set" || n.ID == "list" || n.ID == "dict")
	}
	return false
}

func (f *finder) target(x syntax.Expr) {
	switch t := x.(type) {
	case *syntax.IndexExpr:
		f.expr(&t.X, slot{})
		f.expr(&t.Index, slot{index, true})
	case *syntax.AttrExpr:
		f.expr(&t.X, slot{})
	}
}

// expr collects the places in an expression, and the expression itself.
func (f *finder) expr(at *syntax.Expr, c slot) {
	x := *at
	if x == nil {
		return
	}
	if c.kind != "" {
		f.whole(at, c)
	}
	switch n := x.(type) {
	case *syntax.Name:
		if slices.Contains(f.names, n.ID) {
			f.add(variable, at, f.otherNames(n.ID), 0)
		}
	case *syntax.NumLit, *syntax.ConstLit, *syntax.StrLit:
		f.add(constant, at, f.constants(x, c.free), 0)
	case *syntax.CompareExpr:
		f.expr(&n.First, slot{})
		for i := range n.Rest {
			f.expr(&n.Rest[i], slot{})
		}
		for i := range n.Ops {
			f.operator(comparison, at, i, int(n.OpPos[i].Offset), n.Ops[i], comparisons(n.Ops[i]))
		}
	case *syntax.BinaryExpr:
		f.expr(&n.X, slot{})
		f.expr(&n.Y, slot{})
		f.operator(arithmeticPlace, at, 0, int(n.OpPos.Offset), n.Op, arithmetic(n.Op, c.free && plain(n.X) && plain(n.Y)))
	case *syntax.BoolExpr:
		var operand slot
		if c.free && len(n.X) == 2 {
			operand.kind = cond
		}
		for i := range n.X {
			f.expr(&n.X[i], operand)
		}
		if len(n.X) == 2 && c.free && !isBool(n.X[0]) && !isBool(n.X[1]) {
			if pos := f.find(int(n.X[0].End().Offset), int(n.X[1].Start().Offset), n.Op.String()); pos >= 0 {
				other := syntax.And
				if n.Op == syntax.And {
					other = syntax.Or
				}
				f.operator(logic, at, 0, pos, n.Op, []syntax.Op{other})
			}
		}
	case *syntax.UnaryExpr:
		if lit, ok := n.X.(*syntax.NumLit); ok && n.Op == syntax.Neg && lit.IsInt && lit.Big == nil {
			f.add(constant, at, []string{num10(lit.Int), "0", "-" + num10(lit.Int+1), "1"}, 0)
			return
		}
		f.expr(&n.X, slot{})
	case *syntax.CallExpr:
		f.callee(n)
		isRange := false
		if name, ok := n.Fun.(*syntax.Name); ok {
			isRange = name.ID == "range"
		}
		for i := range n.Args {
			if n.Args[i].Kind == syntax.PosArg || n.Args[i].Kind == syntax.NamedArg {
				kind := expression
				if isRange {
					kind = bounds
				}
				f.expr(&n.Args[i].Value, slot{kind, true})
			}
		}
	case *syntax.AttrExpr:
		f.expr(&n.X, slot{})
	case *syntax.IndexExpr:
		f.expr(&n.X, slot{})
		if s, ok := n.Index.(*syntax.SliceExpr); ok {
			f.expr(&s.Lo, slot{index, true})
			f.expr(&s.Hi, slot{index, true})
			f.expr(&s.Step, slot{"", true})
		} else {
			f.expr(&n.Index, slot{index, true})
		}
	case *syntax.TupleExpr:
		for i := range n.Elts {
			f.expr(&n.Elts[i], slot{free: true})
		}
	case *syntax.ListExpr:
		for i := range n.Elts {
			f.expr(&n.Elts[i], slot{free: true})
		}
	case *syntax.DictExpr:
		for i := range n.Values {
			f.expr(&n.Values[i], slot{free: true})
		}
	case *syntax.IfExpr:
		f.expr(&n.Then, slot{})
		f.expr(&n.Cond, slot{})
		f.expr(&n.Else, slot{})
	case *syntax.Comp:
		outer := f.names
		f.names = slices.Clone(f.names)
		for _, cl := range n.Clauses {
			for _, r := range syntax.FreeNames(cl.Target) {
				if !slices.Contains(f.names, r.Name) {
					f.names = append(f.names, r.Name)
				}
			}
		}
		f.expr(&n.Elt, slot{expression, n.Kind != syntax.DictComp})
		if n.Value != nil {
			f.expr(&n.Value, slot{expression, true})
		}
		for i := range n.Clauses {
			f.expr(&n.Clauses[i].Iter, slot{})
			for j := range n.Clauses[i].Ifs {
				f.expr(&n.Clauses[i].Ifs[j], slot{cond, false})
			}
		}
		f.names = outer
	case *syntax.Lambda:
		outer := f.names
		f.names = nil
		for _, q := range n.Params.All() {
			f.names = append(f.names, q.Name)
		}
		f.names = append(f.names, outer...)
		f.expr(&n.Body, slot{expression, false})
		f.names = outer
	case *syntax.StarExpr:
		f.expr(&n.X, slot{})
	}
}

// isBool and plain tell whether an expression binds less or as tightly as operators.
func isBool(x syntax.Expr) bool { _, ok := x.(*syntax.BoolExpr); return ok }

func plain(x syntax.Expr) bool {
	switch x.(type) {
	case *syntax.Name, *syntax.NumLit, *syntax.StrLit, *syntax.CallExpr, *syntax.IndexExpr, *syntax.AttrExpr, *syntax.ListExpr, *syntax.ConstLit:
		return true
	}
	return false
}

func comparisons(op syntax.Op) []syntax.Op {
	switch op {
	case syntax.In, syntax.NotIn:
		return []syntax.Op{syntax.NotIn + syntax.In - op}
	case syntax.Is, syntax.IsNot:
		return []syntax.Op{syntax.Is + syntax.IsNot - op}
	}
	var out []syntax.Op
	for _, o := range []syntax.Op{syntax.Lt, syntax.Le, syntax.Gt, syntax.Ge, syntax.Eq, syntax.Ne} {
		if o != op {
			out = append(out, o)
		}
	}
	return out
}

// arithmetic lists the operators that one may be mistaken for. Those that bind otherwise are among them where brackets stand, or
// nothing round the place binds.
func arithmetic(op syntax.Op, any bool) []syntax.Op {
	sum := []syntax.Op{syntax.Add, syntax.Sub}
	product := []syntax.Op{syntax.Mul, syntax.FloorDiv, syntax.Mod, syntax.Div}
	var from []syntax.Op
	switch {
	case any && (slices.Contains(sum, op) || slices.Contains(product, op) || op == syntax.Pow):
		from = append(append(from, sum...), product...)
		if op == syntax.Pow || op == syntax.Mul {
			from = append(from, syntax.Pow)
		}
	case slices.Contains(sum, op):
		from = sum
	case slices.Contains(product, op):
		from = product
	case any && (op == syntax.BitAnd || op == syntax.BitOr || op == syntax.BitXor):
		from = []syntax.Op{syntax.BitAnd, syntax.BitOr, syntax.BitXor}
	case op == syntax.LShift || op == syntax.RShift:
		from = []syntax.Op{syntax.LShift, syntax.RShift}
	}
	var out []syntax.Op
	for _, o := range from {
		if o != op {
			out = append(out, o)
		}
	}
	return out
}

// find gives where a word stands between two offsets, -1 where it does not.
func (f *finder) find(from, to int, word string) int {
	if from < 0 || to > len(f.src) || from > to {
		return -1
	}
	i := strings.Index(f.src[from:to], word)
	if i < 0 {
		return -1
	}
	return from + i
}

func (f *finder) operator(kind string, at *syntax.Expr, opAt, pos int, op syntax.Op, others []syntax.Op) {
	if len(others) == 0 || !strings.HasPrefix(f.src[pos:], op.String()) {
		return
	}
	pl := &Place{Kind: kind, From: pos, To: pos + len(op.String()), Depth: f.depth, expr: at, opAt: opAt, pure: kind != logic && f.pure(*at)}
	for _, o := range append([]syntax.Op{op}, others...) {
		pl.ops = append(pl.ops, o)
		pl.Pieces = append(pl.Pieces, o.String())
	}
	f.places = append(f.places, pl)
}

// add notes a place for an expression.
func (f *finder) add(kind string, at *syntax.Expr, others []string, most int) {
	if most == 0 {
		most = maxSmall
	}
	x := *at
	right := textOf(f.src, x)
	pl := &Place{Kind: kind, From: int(x.Start().Offset), To: int(x.End().Offset), Depth: f.depth, expr: at, Pieces: []string{right}}
	if strings.Contains(right, "\n") {
		return
	}
	pl.pure = f.pure(x)
	for _, o := range others {
		if len(pl.Pieces) > most || slices.Contains(pl.Pieces, o) {
			continue
		}
		y, err := syntax.ParseExpr("piece", o)
		if err != nil {
			continue
		}
		pl.pure = pl.pure && f.pure(y)
		pl.Pieces = append(pl.Pieces, o)
	}
	if len(pl.Pieces) > 1 {
		f.places = append(f.places, pl)
	}
}

// pure reports whether an expression can be evaluated, beside others, without an effect.
func (f *finder) pure(x syntax.Expr) bool {
	switch n := x.(type) {
	case *syntax.CallExpr:
		name := ""
		switch fn := n.Fun.(type) {
		case *syntax.Name:
			name = fn.ID
		case *syntax.AttrExpr:
			name = "." + fn.Name
		}
		if f.impure || !isPureCall(name) {
			return false
		}
	case *syntax.WalrusExpr, *syntax.YieldExpr, *syntax.Lambda:
		return false
	case *syntax.Comp:
		if n.Kind == syntax.GenExpr {
			return false
		}
	case *syntax.CompareExpr, *syntax.BinaryExpr, *syntax.AttrExpr, *syntax.IndexExpr:
		if f.impure && len(f.p.classes) > 0 {
			return false
		}
	}
	for _, c := range syntax.Children(x) {
		if !f.pure(c) {
			return false
		}
	}
	return true
}

func isPureCall(name string) bool {
	switch name {
	case "len", "min", "max", "abs", "sum", "range", "sorted", "int", "str", "ord", "chr", "float", "bool", "round", "set", "list", "tuple",
		"dict", "any", "all", "divmod", "pow", "isinstance", "repr",
		".lower", ".upper", ".strip", ".lstrip", ".rstrip", ".split", ".join", ".get", ".items", ".keys", ".values", ".count", ".index", ".find",
		".rfind", ".startswith", ".endswith", ".isdigit", ".isalpha", ".isalnum", ".isupper", ".islower", ".isspace", ".copy", ".replace",
		".title", ".capitalize", ".swapcase", ".zfill", ".union", ".intersection", ".difference", ".bit_length", ".sqrt", ".floor", ".ceil", ".gcd":
		return true
	}
	return false
}

func (f *finder) otherNames(name string) []string {
	var out []string
	for _, n := range f.names {
		if n != name && n != "_" {
			out = append(out, n)
		}
	}
	return out
}

func (f *finder) constants(x syntax.Expr, free bool) []string {
	switch n := x.(type) {
	case *syntax.NumLit:
		if n.Big != nil {
			return nil
		}
		if !n.IsInt {
			return []string{num(n.Float + 1), num(n.Float / 2), "0.0", "1.0"}
		}
		var out []string
		for _, k := range []int64{n.Int + 1, n.Int - 1, 0, 1, 2, n.Int + 2, n.Int * 2, -n.Int, n.Int * 10} {
			if k != n.Int && (free || k >= 0) {
				out = append(out, strconv.FormatInt(k, 10))
			}
		}
		return out
	case *syntax.ConstLit:
		switch n.Word {
		case "True":
			return []string{"False", "None"}
		case "False":
			return []string{"True", "None"}
		case "None":
			return []string{"0", "False", "[]", "''"}
		}
	case *syntax.StrLit:
		if !strings.HasPrefix(textOf(f.src, x), "'") && !strings.HasPrefix(textOf(f.src, x), `"`) || len(n.Value) > 30 {
			return nil
		}
		var out []string
		add := func(s string) {
			if s != n.Value {
				q := eval.QuoteStr(s)
				if f.src[x.Start().Offset] == '"' && !strings.ContainsAny(s, `"\'`) && !strings.Contains(q, `\`) {
					q = `"` + s + `"`
				}
				out = append(out, q)
			}
		}
		switch n.Value {
		case "":
			add(" ")
			add(",")
		case " ":
			add("")
			add("  ")
			add("_")
		default:
			add(strings.ToUpper(n.Value))
			add(strings.ToLower(n.Value))
			add("")
			add(" ")
			if r := []rune(n.Value); len(r) > 1 {
				add(string(r[1:]))
				add(string(r[:len(r)-1]))
				slices.Reverse(r)
				add(string(r))
			}
		}
		for _, s := range f.strings() {
			add(s)
		}
		return out
	}
	return nil
}

// strings lists the short strings of the program.
func (f *finder) strings() []string {
	if f.texts != nil {
		return f.texts
	}
	f.texts = []string{}
	var look func(x syntax.Expr)
	look = func(x syntax.Expr) {
		if s, ok := x.(*syntax.StrLit); ok && len(s.Value) <= 12 && !slices.Contains(f.texts, s.Value) && len(f.texts) < 6 {
			f.texts = append(f.texts, s.Value)
		}
		for _, c := range syntax.Children(x) {
			look(c)
		}
	}
	var stmts func(body []syntax.Stmt)
	stmts = func(body []syntax.Stmt) {
		for _, s := range body {
			if d, ok := s.(*syntax.FuncDef); ok {
				stmts(d.Body)
			}
			if e, ok := s.(*syntax.ExprStmt); ok {
				if _, doc := e.X.(*syntax.StrLit); doc {
					continue
				}
			}
			for _, x := range syntax.StmtExprs(s) {
				look(x)
			}
			for _, b := range syntax.StmtBlocks(s) {
				stmts(b)
			}
		}
	}
	for _, name := range f.p.functions() {
		stmts(f.p.defined[name].Body)
	}
	return f.texts
}

func num10(n int64) string { return strconv.FormatInt(n, 10) }

func num(x float64) string { return val{k: 'f', f: x}.String() }

// confusions are names of functions and methods that are mistaken for each other. None of them puts a set where there was none: the
// order of its elements is not the same from run to run.
var confusions = [][]string{
	{"min", "max", "sum", "len"}, {"any", "all", "sum"}, {"sorted", "reversed", "list", "tuple"}, {"int", "float", "str", "round"},
	{"ord", "chr"}, {"abs", "int"}, {"range", "len"}, {"list", "sorted", "tuple"}, {"set", "list", "sorted"}, {"str", "repr", "int", "list"},
	{"tuple", "list", "sorted"}, {"sum", "max", "len", "min"}, {"len", "max", "sum", "min"}, {"map", "filter"}, {"filter", "map"},
	{"enumerate", "zip", "list"}, {"zip", "enumerate"},
}

// usesSets finds programs with sets.
var usesSets = regexp.MustCompile(`set\(|\{[^:{}]* for |[^&]&[^&]`)

var methodConfusions = [][]string{
	{"append", "extend", "remove"}, {"extend", "append"}, {"appendleft", "append"}, {"append", "appendleft"}, {"popleft", "pop"}, {"pop", "popleft"},
	{"lower", "upper", "title", "swapcase"}, {"upper", "lower", "title", "swapcase"}, {"strip", "lstrip", "rstrip"}, {"lstrip", "rstrip", "strip"},
	{"rstrip", "lstrip", "strip"}, {"startswith", "endswith"}, {"endswith", "startswith"}, {"keys", "values", "items"}, {"values", "keys", "items"},
	{"items", "keys", "values"}, {"find", "index", "rfind", "count"}, {"index", "find", "count"}, {"count", "index", "find"},
	{"isdigit", "isalpha", "isalnum"}, {"isalpha", "isdigit", "isalnum", "isupper"}, {"isalnum", "isalpha", "isdigit"}, {"isupper", "islower", "isalpha"},
	{"add", "remove", "discard"}, {"union", "intersection", "difference"}, {"intersection", "union", "difference"}, {"difference", "union", "intersection"},
	{"floor", "ceil"}, {"ceil", "floor"}, {"split", "strip", "splitlines"}, {"ljust", "rjust", "center"}, {"rjust", "ljust", "center"},
	{"setdefault", "get", "pop"}, {"get", "setdefault", "pop"}, {"update", "add"}, {"insert", "append"}, {"title", "upper", "capitalize"}, {"capitalize", "title", "upper"},
	{"heappush", "heappop"}, {"heappop", "heappush"}, {"permutations", "combinations"}, {"combinations", "permutations"},
	{"most_common", "items", "elements"}, {"bisect_left", "bisect_right"}, {"findall", "split", "match"},
}

func (f *finder) callee(n *syntax.CallExpr) {
	switch fn := n.Fun.(type) {
	case *syntax.Name:
		for _, c := range confusions {
			if c[0] == fn.ID && f.sets && fn.ID == "sorted" {
				f.add(name, &n.Fun, []string{"reversed"}, 0)
				return
			}
			if c[0] == fn.ID {
				f.add(name, &n.Fun, c[1:], 0)
				return
			}
		}
	case *syntax.AttrExpr:
		f.expr(&fn.X, slot{})
		for _, c := range methodConfusions {
			if c[0] != fn.Name {
				continue
			}
			from := int(fn.NamePos.Offset)
			if !strings.HasPrefix(f.src[from:], fn.Name) {
				return
			}
			pl := &Place{Kind: name, From: from, To: from + len(fn.Name), Depth: f.depth, expr: &n.Fun, Pieces: slices.Clone(c), opAt: -1}
			f.places = append(f.places, pl)
			return
		}
	}
}

// whole notes an expression as a place of its own, whose other pieces are the expression with one slip.
func (f *finder) whole(at *syntax.Expr, c slot) {
	x := *at
	right := textOf(f.src, x)
	if len(right) > 60 || strings.Contains(right, "\n") {
		return
	}
	switch x.(type) {
	case *syntax.Lambda, *syntax.YieldExpr:
		return
	case *syntax.Name, *syntax.NumLit, *syntax.StrLit, *syntax.ConstLit:
		if c.kind != initial && c.kind != returned && c.kind != index && c.kind != bounds {
			return
		}
	}
	var others []string
	from := int(x.Start().Offset)
	for _, e := range f.slips(x, c.free) {
		others = append(others, right[:e.from-from]+e.text+right[e.to-from:])
	}
	others = append(others, f.other(x, right, c)...)
	if !c.free {
		others = slices.DeleteFunc(others, func(s string) bool {
			y, err := syntax.ParseExpr("piece", s)
			return err != nil || !sameShape(x, y)
		})
	}
	f.add(c.kind, at, others, maxLarge)
}

// sameShape reports whether an expression may stand for another without brackets: it binds no less.
func sameShape(x, y syntax.Expr) bool { return binding(y) >= binding(x) }

func binding(x syntax.Expr) int {
	switch n := x.(type) {
	case *syntax.TupleExpr, *syntax.WalrusExpr, *syntax.YieldExpr:
		return 0
	case *syntax.Lambda, *syntax.IfExpr:
		return 1
	case *syntax.BoolExpr:
		if n.Op == syntax.Or {
			return 2
		}
		return 3
	case *syntax.UnaryExpr:
		if n.Op == syntax.Not {
			return 4
		}
		return 9
	case *syntax.CompareExpr:
		return 5
	case *syntax.BinaryExpr:
		switch n.Op {
		case syntax.Add, syntax.Sub:
			return 7
		case syntax.Mul, syntax.Div, syntax.FloorDiv, syntax.Mod, syntax.MatMul:
			return 8
		case syntax.Pow:
			return 10
		}
		return 6
	}
	return 11
}

// other lists pieces for a whole expression that are no single slip in it.
func (f *finder) other(x syntax.Expr, right string, c slot) []string {
	var out []string
	switch c.kind {
	case initial:
		out = append(out, "0", "1", "-1", "[]", "None", "''")
		if _, ok := x.(*syntax.NumLit); !ok {
			out = append(out, "{}", "set()")
		}
		for _, n := range f.names {
			if n != right {
				out = append(out, n)
			}
		}
	case index, bounds, returned:
		switch x.(type) {
		case *syntax.NumLit, *syntax.StrLit, *syntax.ConstLit:
			out = append(out, f.constants(x, true)...)
		default:
			if plain(x) {
				out = append(out, right+" + 1", right+" - 1")
			}
		}
		if c.kind == returned {
			if _, ok := x.(*syntax.Name); ok {
				out = append(out, f.otherNames(right)...)
				out = append(out, "len("+right+")", right+"[0]", "None", "not "+right)
			}
		}
		if _, ok := x.(*syntax.Name); ok && c.kind == index {
			out = append(out, "0", "-1")
		}
		if c.kind == bounds {
			if n, ok := x.(*syntax.Name); ok {
				out = append(out, f.otherNames(n.ID)...)
			}
		}
	case cond:
		if n, ok := x.(*syntax.UnaryExpr); ok && n.Op == syntax.Not {
			out = append(out, textOf(f.src, n.X))
		} else if binding(x) >= 4 {
			out = append(out, "not "+right)
		}
	}
	return out
}

// slips lists the typical slips in an expression, each as an edit of the text.
func (f *finder) slips(x syntax.Expr, free bool) []edit {
	var out []edit
	replace := func(n syntax.Node, text string) {
		out = append(out, edit{from: int(n.Start().Offset), to: int(n.End().Offset), text: text})
	}
	op := func(at int, old syntax.Op, others []syntax.Op) {
		if !strings.HasPrefix(f.src[at:], old.String()) {
			return
		}
		for _, o := range others {
			out = append(out, edit{from: at, to: at + len(old.String()), text: o.String()})
		}
	}
	switch n := x.(type) {
	case *syntax.Name:
		if slices.Contains(f.names, n.ID) {
			for i, o := range f.otherNames(n.ID) {
				if i < 3 {
					replace(x, o)
				}
			}
		}
	case *syntax.NumLit, *syntax.StrLit, *syntax.ConstLit:
		for i, o := range f.constants(x, free) {
			if i < 3 {
				replace(x, o)
			}
		}
	case *syntax.CompareExpr:
		for i := range n.Ops {
			op(int(n.OpPos[i].Offset), n.Ops[i], comparisons(n.Ops[i]))
		}
	case *syntax.BinaryExpr:
		op(int(n.OpPos.Offset), n.Op, arithmetic(n.Op, true))
		if n.Op == syntax.Sub || n.Op == syntax.FloorDiv || n.Op == syntax.Mod || n.Op == syntax.Add || n.Op == syntax.Div {
			if binding(n.X) > 8 && binding(n.Y) > 8 {
				replace(x, textOf(f.src, n.Y)+" "+n.Op.String()+" "+textOf(f.src, n.X))
			}
		}
		if free {
			replace(x, textOf(f.src, n.X))
			replace(x, textOf(f.src, n.Y))
		}
	case *syntax.BoolExpr:
		if len(n.X) == 2 {
			other := "or"
			if n.Op == syntax.Or {
				other = "and"
			}
			replace(x, textOf(f.src, n.X[0])+" "+other+" "+textOf(f.src, n.X[1]))
		}
		for _, y := range n.X {
			replace(x, textOf(f.src, y))
		}
	case *syntax.TupleExpr:
		if len(n.Elts) == 2 {
			a, b := textOf(f.src, n.Elts[0]), textOf(f.src, n.Elts[1])
			text := b + ", " + a
			if strings.HasPrefix(textOf(f.src, x), "(") {
				text = "(" + text + ")"
			}
			replace(x, text)
		}
	case *syntax.CallExpr:
		if len(n.Args) == 2 && n.Args[0].Kind == syntax.PosArg && n.Args[1].Kind == syntax.PosArg {
			a, b := n.Args[0].Value, n.Args[1].Value
			out = append(out, edit{from: int(a.Start().Offset), to: int(b.End().Offset), text: textOf(f.src, b) + ", " + textOf(f.src, a)})
		}
		if fn, ok := n.Fun.(*syntax.Name); ok {
			for _, c := range confusions {
				if c[0] == fn.ID && !(f.sets && fn.ID == "sorted") {
					for _, o := range c[1:] {
						replace(fn, o)
					}
				}
			}
		}
	case *syntax.IfExpr:
		replace(x, textOf(f.src, n.Else)+" if "+textOf(f.src, n.Cond)+" else "+textOf(f.src, n.Then))
	case *syntax.IndexExpr:
		if binding(n.Index) >= 7 && !number(n.Index) {
			i := textOf(f.src, n.Index)
			replace(n.Index, i+" + 1")
			replace(n.Index, i+" - 1")
		}
	case *syntax.UnaryExpr:
		if n.Op == syntax.Not || n.Op == syntax.Neg {
			replace(x, textOf(f.src, n.X))
		}
	case *syntax.SliceExpr:
		for _, y := range []syntax.Expr{n.Lo, n.Hi} {
			if y != nil && binding(y) >= 7 && !number(y) {
				replace(y, textOf(f.src, y)+" + 1")
				replace(y, textOf(f.src, y)+" - 1")
			}
		}
	case *syntax.JoinedStr, *syntax.Formatted, *syntax.Lambda:
		return nil
	}
	for _, c := range syntax.Children(x) {
		_, paren := x.(*syntax.CallExpr)
		out = append(out, f.slips(c, paren)...)
	}
	return out
}

// number reports whether an expression is a number as it stands, or one with a sign, or a slice.
func number(x syntax.Expr) bool {
	switch n := x.(type) {
	case *syntax.NumLit, *syntax.SliceExpr:
		return true
	case *syntax.UnaryExpr:
		return number(n.X)
	}
	return false
}

// aug notes the operator of an assignment such as x += 1.
func (f *finder) aug(body *[]syntax.Stmt, i int, s *syntax.AugStmt) {
	others := arithmetic(s.Op, true)
	if len(others) == 0 {
		return
	}
	pos := int(s.OpPos.Offset)
	if !strings.HasPrefix(f.src[pos:], s.Op.String()+"=") {
		return
	}
	pl := &Place{Kind: arithmeticPlace, From: pos, To: pos + len(s.Op.String()) + 1, Depth: f.depth, block: body, first: i, count: 1}
	for _, o := range append([]syntax.Op{s.Op}, others...) {
		pl.ops = append(pl.ops, o)
		pl.Pieces = append(pl.Pieces, o.String()+"=")
	}
	f.places = append(f.places, pl)
}

// line notes a whole simple statement, whose other pieces have one slip each.
func (f *finder) line(body *[]syntax.Stmt, i int) {
	s := (*body)[i]
	right := textOf(f.src, s)
	if len(right) > 50 || strings.Contains(right, "\n") {
		return
	}
	from := int(s.Start().Offset)
	pieces := []string{right}
	for _, x := range syntax.StmtExprs(s) {
		for _, e := range f.slips(x, true) {
			pieces = append(pieces, right[:e.from-from]+e.text+right[e.to-from:])
		}
	}
	if a, ok := s.(*syntax.AugStmt); ok {
		at := int(a.OpPos.Offset) - from
		for _, o := range arithmetic(a.Op, true) {
			pieces = append(pieces, right[:at]+o.String()+right[at+len(a.Op.String()):])
		}
		pieces = append(pieces, textOf(f.src, a.Target)+" = "+textOf(f.src, a.X))
	}
	if a, ok := s.(*syntax.AssignStmt); ok && len(a.Targets) == 1 {
		if t, ok := a.Targets[0].(*syntax.Name); ok {
			if v, ok := a.X.(*syntax.Name); ok {
				pieces = append(pieces, v.ID+" = "+t.ID)
			} else if binding(a.X) > 2 {
				pieces = append(pieces, t.ID+" += "+textOf(f.src, a.X))
			}
		}
	}
	f.addStmt(line, body, i, 1, pieces)
}

// order notes runs of two to four simple statements whose order may be asked.
func (f *finder) order(body *[]syntax.Stmt) {
	simple := func(s syntax.Stmt) bool {
		switch s := s.(type) {
		case *syntax.AssignStmt, *syntax.AugStmt:
		case *syntax.ExprStmt:
			if _, doc := s.X.(*syntax.StrLit); doc {
				return false
			}
		default:
			return false
		}
		text := textOf(f.src, s)
		return !strings.ContainsAny(text, "\n;") && len(text) <= 40
	}
	for i := 0; i < len(*body); {
		n := 0
		for i+n < len(*body) && n < 4 && simple((*body)[i+n]) {
			n++
		}
		if n >= 2 {
			var lines []string
			for _, s := range (*body)[i : i+n] {
				lines = append(lines, textOf(f.src, s))
			}
			var pieces []string
			permute(lines, func(p []string) { pieces = append(pieces, strings.Join(p, "; ")) })
			f.addStmt(order, body, i, n, pieces)
		}
		i += max(n, 1)
	}
}

// permute visits the orders of lines, the given one first.
func permute(lines []string, visit func([]string)) {
	var rec func(rest, done []string)
	rec = func(rest, done []string) {
		if len(rest) == 0 {
			visit(done)
			return
		}
		for i := range rest {
			more := slices.Clone(rest)
			rec(slices.Delete(more, i, i+1), append(slices.Clone(done), rest[i]))
		}
	}
	rec(lines, nil)
}

func (f *finder) addStmt(kind string, body *[]syntax.Stmt, i, count int, pieces []string) {
	from, to := int((*body)[i].Start().Offset), int((*body)[i+count-1].End().Offset)
	pl := &Place{Kind: kind, From: from, To: to, Depth: f.depth, block: body, first: i, count: count}
	for _, t := range pieces {
		if len(pl.Pieces) <= maxLarge && !slices.Contains(pl.Pieces, t) {
			if _, err := parseLines(t); err == nil {
				pl.Pieces = append(pl.Pieces, t)
			}
		}
	}
	if len(pl.Pieces) > 1 {
		f.places = append(f.places, pl)
	}
}

// parseLines reads simple statements, as they may stand in a loop of a function.
func parseLines(text string) ([]syntax.Stmt, error) {
	m, err := syntax.ParseModule("piece", "def f():\n while True:\n  "+text+"\n")
	if err != nil {
		return nil, err
	}
	return m.Body[0].(*syntax.FuncDef).Body[0].(*syntax.WhileStmt).Body, nil
}
