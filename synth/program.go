package synth

import (
	"context"
	"fmt"
	"path"
	"sort"
	"strings"

	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/eval/lib"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/spec"
)

// Options say how records are made.
type Options struct {
	// Engine solves the constraints.
	Engine solve.Engine
	// Fallback is asked where Engine answers solve.ErrUnsupported. It may be nil.
	Fallback solve.Engine
	// Certify, when not nil, is a second engine that confirms the set of solutions of each record.
	Certify solve.Engine
	// Prover, when not nil, proves instead that the set of solutions of each record is complete, or that none is better than
	// its optimum. Certify and Prover exclude each other.
	Prover solve.Prover
	// Budget bounds each call of an engine. Without a number of steps a replay is not bounded, and draws are allowed few steps
	// at first, more as long as that is what draws are thrown away for.
	Budget solve.Budget
	// Limits bound the expressions of one draw, all together. The zero value is eval.DefaultLimits.
	Limits eval.Limits
	// Timer, when not nil, gives each draw the context that it works in: here a program that watches the clock sets its end. A
	// draw that its own context ends is not thrown away, for the next would be kept or not as the machine is fast: it ends the
	// work, with the context's cause as the error.
	Timer func(context.Context) (context.Context, context.CancelFunc)
	// MaxTries is how many draws are made for one record at most (default DefaultMaxTries).
	MaxTries int
	// Source is the name that records carry; by default the file's name without folder and extension.
	Source string
}

// DefaultMaxTries is how many draws are made for one record where Options do not say.
const DefaultMaxTries = 20_000

// Program is a compiled specification. It is immutable, and may be used by any number of goroutines, each with a Worker.
type Program struct {
	doc    *spec.Document
	opt    Options
	layout *eval.Layout
	names  nameSlots
	ops    []opSlot // the built-in operators: name and slot, in a fixed order

	operators  []operator
	modules    []*module
	variables  []variable
	symbols    []symbol
	conditions []condition
	postVars   []formula
	postConds  []condition
	optType    *eval.Code
	optFormula *eval.Code
	queries    []query
	desc       *eval.Code
	shown      []int // slots of the names that desc mentions as texts
	perRun     []int // slots that a run fills, to be cleared before the next
}

// nameSlots are the slots of the reserved names.
type nameSlots struct {
	sym, ind, index, value, opt, ans, model, solutions, objective, sol int
	conditions, queries, postConditions                                int
}

type opSlot struct {
	name string
	slot int
}

// formula is a name with the code that gives its value.
type formula struct {
	name  string
	slot  int
	field string
	code  *eval.Code
}

type operator struct {
	formula
	module *module // nil where code defines the operator
}

// module is an operator file with the names that it defines.
type module struct {
	code   *eval.Code
	layout *eval.Layout
	ops    []opSlot // built-in operators by their slots in the module's own layout
	field  string
}

type variable struct {
	formula
	kind spec.VarType
}

// Compile compiles a document that has no errors.
func Compile(doc *spec.Document, opt Options) (*Program, error) {
	if opt.Engine == nil {
		return nil, fmt.Errorf("synth: no solver")
	}
	if opt.Certify != nil && opt.Prover != nil {
		return nil, fmt.Errorf("synth: both Certify and Prover are set")
	}
	if opt.Limits == (eval.Limits{}) {
		opt.Limits = eval.DefaultLimits()
	}
	if opt.MaxTries <= 0 {
		opt.MaxTries = DefaultMaxTries
	}
	if opt.Timer == nil {
		opt.Timer = func(ctx context.Context) (context.Context, context.CancelFunc) { return ctx, func() {} }
	}
	if opt.Source == "" {
		opt.Source = strings.TrimSuffix(path.Base(strings.ReplaceAll(doc.Name, "\\", "/")), path.Ext(doc.Name))
	}
	universe := lib.NewUniverse()
	universe.AddModule(z3Module())
	p := &Program{doc: doc, opt: opt, layout: eval.NewLayout(universe)}
	c := &compiler{p: p, modules: map[*spec.Module]*module{}}
	c.reserve()
	c.document()
	if c.err != nil {
		return nil, c.err
	}
	return p, nil
}

// Document gives the document that the program was compiled from.
func (p *Program) Document() *spec.Document { return p.doc }

// Source gives the name that the program's records carry.
func (p *Program) Source() string { return p.opt.Source }

// compiler compiles the parts of a document; the first error ends the work.
type compiler struct {
	p       *Program
	modules map[*spec.Module]*module
	err     error
}

// slot numbers a name that a run gives a value.
func (c *compiler) slot(name string) int {
	s := c.p.layout.Slot(name)
	c.p.perRun = append(c.p.perRun, s)
	return s
}

func (c *compiler) reserve() {
	for _, name := range operatorNames() {
		c.p.ops = append(c.p.ops, opSlot{name, c.p.layout.Slot(name)})
	}
	n := &c.p.names
	for _, r := range []struct {
		name string
		slot *int
	}{
		{"_sym", &n.sym}, {"_ind", &n.ind}, {"_index", &n.index}, {"_value", &n.objective}, {"_opt", &n.opt}, {"_ans", &n.ans},
		{"_model", &n.model}, {"_solutions", &n.solutions}, {"_sol", &n.sol}, {"conditions", &n.conditions},
		{"queries", &n.queries}, {"post_gen_conditions", &n.postConditions},
	} {
		*r.slot = c.slot(r.name)
	}
	n.value = n.objective // in texts of symbols _value is the value shown, in queries the objective's
}

// source says where a text of the document stands, for the errors of its code.
func source(doc string, t *spec.Text) eval.Source {
	return eval.Source{File: doc, Text: t.Value, Base: func(p syntax.Pos) syntax.Pos {
		at := t.At(int(p.Offset))
		return syntax.Pos{Line: int32(at.Line), Col: int32(at.Col)}
	}}
}

// expr compiles an expression; nil gives nil.
func (c *compiler) expr(x *spec.Expr, field string) *eval.Code {
	if x == nil || c.err != nil {
		return nil
	}
	if x.Tree == nil {
		c.err = fmt.Errorf("%s: %s is not an expression", x.Pos, field)
		return nil
	}
	code, err := eval.CompileExpr(c.p.layout, x.Tree, source(c.p.doc.Name, &x.Text))
	if err != nil {
		c.err = fmt.Errorf("%s: %w", field, err)
	}
	return code
}

// template compiles a text; nil gives nil.
func (c *compiler) template(t *spec.Template, field string) *eval.Code {
	if t == nil || c.err != nil {
		return nil
	}
	if t.Tree == nil {
		c.err = fmt.Errorf("%s: %s is not a text that can be filled in", t.Pos, field)
		return nil
	}
	code, err := eval.CompileTemplate(c.p.layout, t.Tree, source(c.p.doc.Name, &t.Text))
	if err != nil {
		c.err = fmt.Errorf("%s: %w", field, err)
	}
	return code
}

func (c *compiler) exprs(xs []*spec.Expr, field string) []*eval.Code {
	if xs == nil {
		return nil
	}
	out := make([]*eval.Code, len(xs))
	for i, x := range xs {
		out[i] = c.expr(x, fmt.Sprintf("%s[%d]", field, i))
	}
	return out
}

func (c *compiler) document() {
	d := c.p.doc
	for _, o := range d.Operators {
		c.operator(o)
	}
	for _, v := range d.Variables {
		x := v.Formula
		if x == nil {
			x = v.Domain
		}
		field := "variables." + v.Name.Text
		c.p.variables = append(c.p.variables, variable{
			formula{v.Name.Text, c.slot(v.Name.Text), field, c.expr(x, field)}, v.Type})
	}
	for _, s := range d.Symbols {
		c.symbol(s)
	}
	for _, k := range d.Conditions {
		c.condition(k)
	}
	if pg := d.PostGeneration; pg != nil {
		for _, v := range pg.Vars {
			field := "post_generation.post_gen_vars." + v.Name.Text
			c.p.postVars = append(c.p.postVars, formula{v.Name.Text, c.slot(v.Name.Text), field, c.expr(v.Formula, field)})
		}
		for _, k := range pg.Conditions {
			field := "post_generation.post_gen_conditions." + k.Name.Text
			c.p.postConds = append(c.p.postConds, condition{name: k.Name.Text, slot: c.slot(k.Name.Text), field: field,
				static: c.expr(k.Formula, field+".formula"), text: c.template(k.Desc, field+".desc")})
		}
	}
	if o := d.Optimize; o != nil {
		c.p.optType = c.template(o.Type, "optimize.type")
		c.p.optFormula = c.expr(o.Formula, "optimize.formula")
	}
	for _, q := range d.Queries {
		c.query(q)
	}
	if d.Desc == nil && c.err == nil {
		c.err = fmt.Errorf("%s: the specification has no desc: the puzzle has no text", d.Name)
	}
	if c.p.desc = c.template(d.Desc, "desc"); c.p.desc != nil {
		for _, ref := range c.p.desc.Free() {
			if slot, ok := c.p.layout.Find(ref.Name); ok && !asksData(d.Desc.Tree, ref.Name) {
				c.p.shown = append(c.p.shown, slot)
			}
		}
	}
}

// asksData reports whether an expression asks a name for the values drawn: name.data, or get_data(name).
func asksData(x syntax.Expr, name string) bool {
	is := func(x syntax.Expr) bool {
		n, ok := x.(*syntax.Name)
		return ok && n.ID == name
	}
	switch x := x.(type) {
	case nil:
		return false
	case *syntax.AttrExpr:
		if is(x.X) && (x.Name == "data" || x.Name == "desc") {
			return true
		}
	case *syntax.CallExpr:
		if f, ok := x.Fun.(*syntax.Name); ok && f.ID == "get_data" && len(x.Args) == 1 && is(x.Args[0].Value) {
			return true
		}
	}
	for _, c := range syntax.Children(x) {
		if asksData(c, name) {
			return true
		}
	}
	return false
}

func (c *compiler) operator(o *spec.Operator) {
	field := "custom_operator." + o.Name.Text
	op := operator{formula: formula{o.Name.Text, c.slot(o.Name.Text), field, c.expr(o.Expr, field)}}
	if o.Module != nil && c.err == nil {
		m := c.modules[o.Module]
		if m == nil {
			if o.Module.Tree == nil {
				c.err = fmt.Errorf("%s: %s could not be read", field, o.Module.Path)
				return
			}
			m = &module{layout: eval.NewLayout(c.p.layout.Universe()), field: field}
			var err error
			src := eval.Source{File: o.Module.Path, Text: o.Module.Source}
			if m.code, err = eval.CompileModule(m.layout, o.Module.Tree, src); err != nil {
				c.err = fmt.Errorf("%s: %w", field, err)
				return
			}
			for _, name := range operatorNames() {
				m.ops = append(m.ops, opSlot{name, m.layout.Slot(name)})
			}
			c.modules[o.Module] = m
			c.p.modules = append(c.p.modules, m)
		}
		m.layout.Slot(o.Name.Text)
		op.module = m
	}
	c.p.operators = append(c.p.operators, op)
}

func sortCounts(cs []Count) {
	sort.Slice(cs, func(i, j int) bool {
		if cs[i].N != cs[j].N {
			return cs[i].N > cs[j].N
		}
		return cs[i].Cause < cs[j].Cause
	})
}
