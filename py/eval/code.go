package eval

import (
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// Source says where a piece of code came from, for errors. Text is the exact text that was parsed: positions refer to it.
// Base, when not nil, maps a position in Text to one in File (an expression inside YAML); otherwise Text starts File.
type Source struct {
	File string
	Text string
	Base func(syntax.Pos) syntax.Pos
}

// Code is compiled source. It is immutable and may be run by several goroutines at once.
type Code struct {
	layout *Layout
	fc     *funcCode
	refs   []syntax.Ref
}

// funcCode is the compiled body of a function, a lambda, a class, an operator file or an outermost expression.
type funcCode struct {
	name   string
	doc    string
	src    *Source
	layout *Layout
	node   syntax.Node // what it was compiled from
	frame  *scope

	params   []string // positional-only, ordinary, keyword-only, *, **
	posOnly  int      // how many are positional-only
	npos     int      // how many may be given by position
	nkwonly  int
	star     int // slot of *args, -1 for none
	dstar    int // slot of **kwargs, -1 for none
	required int // positional parameters without a default
	simple   bool

	nlocals int
	cells   []int // slots that live in cells
	capture []captureRef
	isGen   bool
	isClass bool

	expr node   // the value, of a lambda or expression
	body *block // or the statements
	cost int64  // steps that one evaluation of expr costs
}

// captureRef says where a new function finds a captured variable: in a slot of the frame, or among its own captured ones.
type captureRef struct {
	local bool
	index int
}

// CompileExpr compiles an expression. Global names that the layout does not know get a slot. The error, if any, is a
// *syntax.Error.
func CompileExpr(l *Layout, x syntax.Expr, src Source) (*Code, error) {
	return compileExpr(l, x, src, nil, true)
}

// compileExpr compiles an expression with extra local names, which take the first slots. Without grow, the layout is left as it is.
func compileExpr(l *Layout, x syntax.Expr, src Source, locals []string, grow bool) (code *Code, err error) {
	defer catchCompile(&err)
	top := newScope(scopeFunc, nil)
	for _, n := range locals {
		top.declare(n, x)
	}
	for _, n := range syntax.ExprBindings(x).Names {
		top.declare(n, x)
	}
	a := &analyser{scopes: map[syntax.Node]*scope{}}
	a.expr(x, top)
	c := &compiler{layout: l, src: &src, scopes: a.scopes, grow: grow}
	fc := c.newFunc("<expression>", x, top)
	fc.expr, fc.cost = c.costed(x, top)
	c.finish(fc, top)
	return &Code{layout: l, fc: fc, refs: syntax.FreeNames(x)}, nil
}

// CompileTemplate compiles an f-string template; the code's value is a Str.
func CompileTemplate(l *Layout, x *syntax.JoinedStr, src Source) (*Code, error) {
	return CompileExpr(l, x, src)
}

// CompileModule compiles an operator file. Running the code assigns the file's names in the Globals that it is given and
// gives None. A layout of its own over the same universe keeps a file's names apart from the spec's.
func CompileModule(l *Layout, m *syntax.Module, src Source) (code *Code, err error) {
	defer catchCompile(&err)
	top := newScope(scopeModule, nil)
	for _, n := range syntax.BodyBindings(m.Body).Names {
		l.Slot(n)
	}
	l.Slot("__name__")
	a := &analyser{scopes: map[syntax.Node]*scope{}}
	a.body(m.Body, top)
	c := &compiler{layout: l, src: &src, scopes: a.scopes, grow: true}
	fc := c.newFunc("<module>", m, top)
	fc.body = c.block(m.Body, top)
	c.finish(fc, top)
	return &Code{layout: l, fc: fc, refs: syntax.FreeNames(m)}, nil
}

func catchCompile(err *error) {
	switch r := recover().(type) {
	case nil:
	case *syntax.Error:
		*err = r
	default:
		panic(r)
	}
}

// Free gives every use of a name that the code does not bind itself, in source order.
func (c *Code) Free() []syntax.Ref { return c.refs }

// Layout gives the layout that the code was compiled against.
func (c *Code) Layout() *Layout { return c.layout }

// Eval runs the code. The error, if any, is an *Error. Code that a running builtin evaluates on its own thread shares that thread's
// budgets and depth.
func (c *Code) Eval(th *Thread, g *Globals) (Value, error) { return c.evalWith(th, g, nil) }

func (c *Code) evalWith(th *Thread, g *Globals, locals []Value) (Value, error) {
	saved := th.free
	loc := th.reserve(c.fc.nlocals)
	copy(loc, locals)
	v := th.run(c.fc, g, nil, loc)
	clear(loc)
	th.free = saved
	if v == nil {
		e := th.takeErr()
		e.locate()
		return nil, e
	}
	return v, nil
}
