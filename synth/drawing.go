package synth

import (
	"errors"
	"fmt"

	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/spec"
	"github.com/quandary-puzzles/quandary/synth/draw"
)

// drawPlan is a compiled spec.Draw.
type drawPlan struct {
	field      string
	texts      []string // the sources as they are written
	sourceAt   []string // the fields of the sources, for messages
	amountAt   []string // and of the amounts
	source     []*eval.Code
	amount     []*eval.Code // nil: one value from each source, not in a list
	order, dup []bool
	domain     *eval.Code
	different  bool
	dim        int
	groups     [][]int
	custom     []customPlan
	option     bool
}

type customPlan struct {
	field   string
	dim     bool // scope: dim
	fields  []int
	code    *eval.Code // nil: unique
	perItem bool       // the lambda says something about each item by itself
}

func (c *compiler) draw(d *spec.Draw, field string, option bool) drawPlan {
	p := drawPlan{
		field: field, order: d.Order, dup: d.Duplicate, different: d.DomainCond, dim: max(d.Dim, 1), groups: d.DimCond,
		source: c.exprs(d.Source, field+".source"), amount: c.exprs(d.Amount, field+".amount"),
		domain: c.expr(d.Domain, field+".domain"), option: option,
	}
	for i, s := range d.Source {
		p.texts = append(p.texts, s.Value)
		p.sourceAt = append(p.sourceAt, fmt.Sprintf("%s.source[%d]", field, i))
		p.amountAt = append(p.amountAt, fmt.Sprintf("%s.amount[%d]", field, i))
	}
	for i, cc := range d.CustomCond {
		f := fmt.Sprintf("%s.custom_cond[%d]", field, i)
		cp := customPlan{field: f, dim: cc.Scope == spec.ScopeDim, fields: cc.Fields, code: c.expr(cc.Constraint, f+".constraint")}
		if cc.Constraint != nil {
			cp.perItem = !cp.dim && perItem(cc.Constraint.Tree)
		}
		p.custom = append(p.custom, cp)
	}
	return p
}

// perItem recognises lambdas of the form `lambda l: all(… for item in l …)` whose parts do not mention l otherwise: they
// hold for a list of items just when they hold for each item alone, so that items can be drawn one by one.
func perItem(x syntax.Expr) bool {
	l, ok := x.(*syntax.Lambda)
	if !ok || len(l.Params.Args) != 1 || len(l.Params.PosOnly) > 0 || l.Params.Star != nil || l.Params.DoubleStar != nil {
		return false
	}
	call, ok := l.Body.(*syntax.CallExpr)
	if !ok || len(call.Args) != 1 || call.Args[0].Kind != syntax.PosArg {
		return false
	}
	if fn, ok := call.Fun.(*syntax.Name); !ok || fn.ID != "all" {
		return false
	}
	comp, ok := call.Args[0].Value.(*syntax.Comp)
	if !ok || comp.Kind != syntax.ListComp && comp.Kind != syntax.GenExpr {
		return false
	}
	over := 0
	rest := []syntax.Expr{comp.Elt}
	for _, f := range comp.Clauses {
		if n, ok := f.Iter.(*syntax.Name); ok && n.ID == l.Params.Args[0].Name {
			over++
		} else {
			rest = append(rest, f.Iter)
		}
		rest = append(rest, f.Ifs...)
	}
	if over != 1 {
		return false
	}
	for _, n := range rest {
		if mentions(n, l.Params.Args[0].Name) {
			return false
		}
	}
	return true
}

// drawnItem is one item: for each dimension and source the indices and the values.
type drawnItem struct {
	ind draw.Item    // -1 for a value that is in no source
	val []eval.Value // parallel to ind
}

// drawn is the outcome of a draw.
type drawn struct {
	plan   *drawPlan
	shape  *draw.Shape
	source [][]eval.Value
	items  []drawnItem
}

// prepare evaluates the sources and the amounts of a plan.
func (r *run) prepare(p *drawPlan) (*drawn, *Failure) {
	d := &drawn{plan: p, source: make([][]eval.Value, len(p.source))}
	shapes := make([]draw.Source, len(p.source))
	for i, code := range p.source {
		field := p.sourceAt[i]
		v, f := r.eval(code, field)
		if f != nil {
			return nil, f
		}
		vals, err := r.elements(v)
		if err != nil {
			return nil, exprFailure(field, err)
		}
		d.source[i] = vals
		s := draw.Source{N: len(vals), Amount: 1, Ordered: p.order[i], Repeat: p.dup[i], Ascending: p.option}
		if p.amount != nil {
			field := p.amountAt[i]
			v, f := r.eval(p.amount[i], field)
			if f != nil {
				return nil, f
			}
			n, err := integer(v)
			if err != nil || n < 0 || n > maxAmount {
				return nil, fail(CauseError, field, fmt.Errorf("%s is not a number of values from 0 to %d", r.repr(v), maxAmount))
			}
			s.Amount = int(n)
		}
		shapes[i] = s
	}
	d.shape = draw.NewShape(shapes, p.dim, p.groups)
	return d, nil
}

const (
	maxAmount = 1000
	maxDomain = 10_000
)

// count draws how many items are made: an int, or a number from a range [least, greatest].
func (r *run) count(code *eval.Code, field string) (int, *Failure) {
	lo, hi, f := r.bounds(code, field, 1, 1)
	if f != nil {
		return 0, f
	}
	if hi < lo {
		return 0, fail(CauseDraw, field, fmt.Errorf("no number from %d to %d", lo, hi))
	}
	if hi == lo {
		return lo, nil
	}
	return int(r.at.stream().Int64Between(int64(lo), int64(hi))), nil
}

// bounds evaluates a number of items; without code it gives the default.
func (r *run) bounds(code *eval.Code, field string, lo, hi int) (int, int, *Failure) {
	if code == nil {
		return lo, hi, nil
	}
	v, f := r.eval(code, field)
	if f != nil {
		return 0, 0, f
	}
	var ends []eval.Value
	switch v := v.(type) {
	case *eval.List:
		ends = v.Elems()
	case *eval.Tuple:
		ends = v.Elems()
	default:
		ends = []eval.Value{v, v}
	}
	if len(ends) == 1 {
		ends = append(ends, ends[0])
	}
	if len(ends) == 2 {
		a, errA := integer(ends[0])
		b, errB := integer(ends[1])
		if errA == nil && errB == nil && a >= 0 && b <= maxDomain {
			return int(a), int(b), nil
		}
	}
	return 0, 0, fail(CauseError, field,
		fmt.Errorf("%s is neither a number nor [least, greatest], from 0 to %d", r.repr(v), maxDomain))
}

// drawer makes the drawer of a prepared draw; its randomness is that of the present place.
func (r *run) drawer(d *drawn) (*draw.Drawer, *Failure) {
	p := d.plan
	cons := draw.Constraints{Different: p.different}
	var items, seqs []customPlan
	for _, c := range p.custom {
		switch {
		case c.code == nil && !c.dim:
			cons.Unique = append(cons.Unique, c.fields)
		case c.code == nil || c.dim || c.perItem:
			items = append(items, c)
		default:
			seqs = append(seqs, c)
		}
	}
	if len(items) > 0 {
		cons.Item = func(it draw.Item) (bool, error) {
			for _, c := range items {
				if ok, err := r.itemAllowed(d, &c, it); err != nil || !ok {
					return false, err
				}
			}
			return true, nil
		}
	}
	if len(seqs) > 0 {
		cons.Sequence = func(its []draw.Item) (bool, error) {
			for _, c := range seqs {
				elems := make([]eval.Value, len(its))
				for i, it := range its {
					elems[i] = d.indices(it, c.fields, true)
				}
				if ok, err := r.judge(&c, eval.NewTuple(elems...)); err != nil || !ok {
					return false, err
				}
			}
			return true, nil
		}
	}
	dr, err := draw.NewDrawer(r.at.stream(), d.shape, cons)
	if err != nil {
		if se, ok := errors.AsType[*draw.SourceError](err); ok {
			return nil, fail(CauseDraw, p.sourceAt[se.Source],
				fmt.Errorf("it has %d values, %d are to be drawn", se.N, se.Want))
		}
		return nil, fail(CauseDraw, p.field, err)
	}
	return dr, nil
}

func (r *run) itemAllowed(d *drawn, c *customPlan, it draw.Item) (bool, error) {
	switch {
	case c.code == nil: // the dimensions differ on the fields
		for a := range d.shape.Dim {
			for b := range a {
				same := true
				for _, s := range fieldsOf(c.fields, len(d.source)) {
					for k, x := range d.shape.Pick(it, a, s) {
						same = same && x == d.shape.Pick(it, b, s)[k]
					}
				}
				if same {
					return false, nil
				}
			}
		}
		return true, nil
	case c.dim:
		return r.judge(c, d.indices(it, c.fields, false))
	default:
		return r.judge(c, eval.NewTuple(d.indices(it, c.fields, true)))
	}
}

// judge asks a constraint: a function is called with the indices, anything else is true or false by itself.
func (r *run) judge(c *customPlan, l eval.Value) (bool, error) {
	v, err := c.code.Eval(r.th, r.g)
	if err != nil {
		return false, &fieldError{c.field, err}
	}
	if eval.IsCallable(v) {
		if v, err = eval.Call(r.th, v, []eval.Value{l}, nil); err != nil {
			return false, &fieldError{c.field, err}
		}
	}
	ok, err := eval.Truth(r.th, v)
	if err != nil {
		return false, &fieldError{c.field, err}
	}
	return ok, nil
}

// fieldError is an error with the attribute that it arose in.
type fieldError struct {
	field string
	err   error
}

func (e *fieldError) Error() string { return e.field + ": " + e.err.Error() }
func (e *fieldError) Unwrap() error { return e.err }

// drawFailure turns a drawer's error into a failure.
func drawFailure(field string, err error) *Failure {
	var fe *fieldError
	switch {
	case errors.As(err, &fe):
		return exprFailure(fe.field, fe.err)
	case errors.Is(err, draw.ErrNoDraw):
		return fail(CauseDraw, field, nil)
	}
	return exprFailure(field, err)
}

func fieldsOf(fields []int, n int) []int {
	if len(fields) > 0 {
		return fields
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// indices gives the indices of an item on some sources, nested as dimension, source, amount: in lists, or in tuples, which
// can be kept in sets.
func (d *drawn) indices(it draw.Item, fields []int, tuples bool) eval.Value {
	fields = fieldsOf(fields, len(d.source))
	seq := func(vs []eval.Value) eval.Value {
		if tuples {
			return eval.NewTuple(vs...)
		}
		return eval.NewList(vs...)
	}
	dims := make([]eval.Value, d.shape.Dim)
	for k := range dims {
		srcs := make([]eval.Value, len(fields))
		for i, f := range fields {
			pick := d.shape.Pick(it, k, f)
			vs := make([]eval.Value, len(pick))
			for j, x := range pick {
				vs[j] = eval.MakeInt(int64(x))
			}
			srcs[i] = seq(vs)
		}
		dims[k] = seq(srcs)
	}
	return seq(dims)
}

// add takes up drawn items.
func (d *drawn) add(its []draw.Item) {
	for _, it := range its {
		d.items = append(d.items, d.item(it))
	}
}

func (d *drawn) item(it draw.Item) drawnItem {
	out := drawnItem{ind: it, val: make([]eval.Value, len(it))}
	at := 0
	for range d.shape.Dim {
		for i, s := range d.shape.Sources {
			for range s.Amount {
				out.val[at] = d.source[i][it[at]]
				at++
			}
		}
	}
	return out
}

// sym and ind give what _sym and _ind are for one dimension of an item.
func (d *drawn) sym(it drawnItem, dim int) eval.Value {
	return d.shaped(dim, func(at int) eval.Value { return it.val[at] })
}

func (d *drawn) ind(it drawnItem, dim int) eval.Value {
	return d.shaped(dim, func(at int) eval.Value {
		if it.ind[at] < 0 {
			return eval.None
		}
		return eval.MakeInt(int64(it.ind[at]))
	})
}

func (d *drawn) shaped(dim int, value func(at int) eval.Value) eval.Value {
	at := dim * (d.shape.Len() / d.shape.Dim)
	out := make([]eval.Value, len(d.shape.Sources))
	for i, s := range d.shape.Sources {
		if d.plan.amount == nil {
			out[i] = value(at)
			at++
			continue
		}
		vs := make([]eval.Value, s.Amount)
		for j := range vs {
			vs[j] = value(at)
			at++
		}
		out[i] = eval.NewList(vs...)
	}
	return eval.NewList(out...)
}

// nested gives the values of one dimension by source.
func (d *drawn) nested(it drawnItem, dim int) [][]eval.Value {
	at := dim * (d.shape.Len() / d.shape.Dim)
	out := make([][]eval.Value, len(d.shape.Sources))
	for i, s := range d.shape.Sources {
		out[i] = it.val[at : at+s.Amount]
		at += s.Amount
	}
	return out
}

// data gives the values of an item, always in lists: source, amount, and before that dimension where there are several.
func (d *drawn) data(it drawnItem) eval.Value {
	if d.shape.Dim == 1 {
		return nestedList(d.nested(it, 0))
	}
	dims := make([]eval.Value, d.shape.Dim)
	for k := range dims {
		dims[k] = nestedList(d.nested(it, k))
	}
	return eval.NewList(dims...)
}

func nestedList(vs [][]eval.Value) eval.Value {
	out := make([]eval.Value, len(vs))
	for i, v := range vs {
		out[i] = eval.NewList(append([]eval.Value(nil), v...)...)
	}
	return eval.NewList(out...)
}

// origin is what a symbol made from one dimension of an item comes from.
func (d *drawn) origin(it drawnItem, dim int) *origin {
	o := &origin{sources: d.plan.texts, data: d.nested(it, dim)}
	for _, vs := range o.data {
		if d.plan.amount == nil {
			o.keys = append(o.keys, vs[0])
		} else {
			o.keys = append(o.keys, eval.NewList(append([]eval.Value(nil), vs...)...))
		}
	}
	return o
}
