package synth

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/spec"
	"github.com/quandary-puzzles/quandary/synth/draw"
)

// symbol is a compiled symbol: defined (no templates) or derived.
type symbol struct {
	name  string
	slot  int
	field string

	// of a defined symbol
	source []*eval.Code
	texts  []string
	under  []int // slots of the names "_" + source, which its texts may use; -1 where the source is no name
	fields []string
	types  []spec.Type
	descs  []*eval.Code
	says   [][]saying // as descs; empty without says

	// of a derived symbol
	total     *eval.Code
	templates []template
	multi     bool
}

// template is a compiled spec.DrawTemplate.
type template struct {
	draw    drawPlan
	formula *eval.Code
	desc    *eval.Code
}

func (c *compiler) symbol(s *spec.Symbol) {
	out := symbol{name: s.Name.Text, slot: c.slot(s.Name.Text), field: "symbols." + s.Name.Text}
	if d := s.Defined; d != nil {
		out.source = c.exprs(d.Source, out.field+".source")
		for _, x := range d.Source {
			out.texts = append(out.texts, x.Value)
			under := -1
			if isIdentifier(x.Value) {
				under = c.slot("_" + x.Value)
			}
			out.under = append(out.under, under)
		}
		for _, f := range d.Fields {
			out.fields = append(out.fields, f.Text)
		}
		out.types = d.Types
		for i, t := range d.Descs {
			out.descs = append(out.descs, c.template(t, fmt.Sprintf("%s.desc[%d]", out.field, i)))
		}
		out.says = c.sayings(d.Says, out.field+".says")
		if want := max(len(out.fields), 1); len(out.types) != want && c.err == nil {
			c.err = fmt.Errorf("%s: there are %d types for %d", out.field, len(out.types), want)
		}
	} else if d := s.Derived; d != nil {
		out.total = c.expr(d.Total, out.field+".total")
		out.multi = d.Multi
		out.templates = c.templates(d.Templates, out.field, d.Multi)
	}
	c.p.symbols = append(c.p.symbols, out)
}

func (c *compiler) templates(ts []*spec.DrawTemplate, field string, multi bool) []template {
	out := make([]template, len(ts))
	for i, t := range ts {
		f := field
		if multi {
			f = fmt.Sprintf("%s.templates[%d]", field, i)
		}
		out[i] = template{c.draw(&t.Draw, f, false), c.expr(t.Formula, f+".formula"), c.template(t.Desc, f+".desc")}
	}
	return out
}

// define declares the unknowns of a defined symbol.
func (r *run) define(s *symbol) *Failure {
	sources := make([][]eval.Value, len(s.source))
	total := 1
	for i, code := range s.source {
		field := fmt.Sprintf("%s.source[%d]", s.field, i)
		v, f := r.eval(code, field)
		if f != nil {
			return f
		}
		vals, err := r.elements(v)
		if err != nil {
			return exprFailure(field, err)
		}
		sources[i] = vals
		if total *= len(vals); total > maxDomain*10 {
			return fail(CauseBudget, s.field, fmt.Errorf("more than %d unknowns", maxDomain*10))
		}
	}
	g := &group{name: s.name, fields: s.fields, index: eval.NewDict(total)}
	at := make([]int, len(sources))
	for n := 0; n < total; n++ {
		if err := r.th.Step(4); err != nil {
			return exprFailure(s.field, err)
		}
		keys := make([]eval.Value, len(sources))
		for i, k := range at {
			keys[i] = sources[i][k]
		}
		if f := r.unknown(s, g, keys, sources[len(sources)-1]); f != nil {
			return f
		}
		for i := len(at) - 1; i >= 0; i-- {
			if at[i]++; at[i] < len(sources[i]) {
				break
			}
			at[i] = 0
		}
	}
	r.g.Set(s.slot, g)
	r.noteSymbols(s, len(g.elems))
	return nil
}

// unknown declares one unknown of a symbol, or one for each attribute. A key that the symbol has already changes nothing.
func (r *run) unknown(s *symbol, g *group, keys, enum []eval.Value) *Failure {
	key := keys[0]
	if len(keys) > 1 {
		key = eval.NewTuple(keys...)
	}
	if old, err := g.index.Get(r.th, key); err != nil {
		return exprFailure(s.field, err)
	} else if old != nil {
		return nil
	}
	name := s.name
	for _, k := range keys {
		t, err := eval.ToStr(r.th, k)
		if err != nil {
			return exprFailure(s.field, err)
		}
		name += "_" + t
	}
	from := func(field int) *origin {
		o := &origin{sources: s.texts, keys: keys, data: make([][]eval.Value, len(keys))}
		for i, k := range keys {
			o.data[i] = []eval.Value{k}
		}
		o.text = func() (string, error) { return r.symbolText(s, keys, field) }
		return o
	}
	var elem eval.Value
	if len(s.fields) == 0 {
		t, f := r.declare(s, name, s.types[0], enum)
		if f != nil {
			return f
		}
		elem = &term{b: r.b, t: t, from: from(0)}
	} else {
		e := &element{group: s.name, fields: s.fields}
		e.key = r.repr(key)
		for i, field := range s.fields {
			t, f := r.declare(s, name+"_"+field, s.types[i], enum)
			if f != nil {
				return f
			}
			e.terms = append(e.terms, &term{b: r.b, t: t, from: from(i)})
		}
		elem = e
	}
	if err := g.index.Set(r.th, key, eval.Int(len(g.elems))); err != nil {
		return exprFailure(s.field, err)
	}
	g.keys = append(g.keys, key)
	g.elems = append(g.elems, elem)
	return nil
}

// declare declares a variable of the problem. A name that is taken gets a number.
func (r *run) declare(s *symbol, name string, t spec.Type, enum []eval.Value) (model.Term, *Failure) {
	b := r.b
	unique := name
	for i := 2; ; i++ {
		if _, taken := b.Lookup(unique); !taken {
			break
		}
		unique = fmt.Sprintf("%s_%d", name, i)
	}
	var x model.Term
	switch t.Kind {
	case spec.TypeBool:
		x = b.Bool(unique)
	case spec.TypeInt:
		x = b.Int(unique)
	case spec.TypeReal:
		x = b.Real(unique)
	case spec.TypeBitVec:
		x = b.BitVec(unique, t.Bits)
	case spec.TypeEnum:
		names := make([]string, len(enum))
		for i, v := range enum {
			text, err := eval.ToStr(r.th, v)
			if err != nil {
				return x, exprFailure(s.field, err)
			}
			names[i] = text
		}
		x = b.Enum(unique, names...)
		if v, ok := b.VarOf(x); ok {
			b.enums[v] = enum
		}
	}
	if x == model.NoTerm {
		return x, buildFailure(s.field, b.ClearErr())
	}
	return x, nil
}

// symbolText renders the text of an unknown.
func (r *run) symbolText(s *symbol, keys []eval.Value, field int) (string, error) {
	if field >= len(s.descs) || s.descs[field] == nil {
		return "", nil
	}
	slots, vals := r.ofKeys(s, keys)
	return r.text(s.descs[field], s.field+".desc", spot{s.field, 0, field}, slots, vals)
}

// ofKeys gives the names that a text of an unknown can use, and their values.
func (r *run) ofKeys(s *symbol, keys []eval.Value) (slots []int, vals []eval.Value) {
	slots, vals = []int{r.p.names.sym}, []eval.Value{eval.NewList(append([]eval.Value(nil), keys...)...)}
	for i, u := range s.under {
		if u >= 0 {
			slots, vals = append(slots, u), append(vals, keys[i])
		}
	}
	return slots, vals
}

// derive makes a derived symbol: draws its items, or reads them, and evaluates the formula for each.
func (r *run) derive(k int, s *symbol) *Failure {
	parts, f := r.drawParts(k, "symbol", s.name, s.field, s.templates, s.total, s.multi)
	if f != nil {
		return f
	}
	g := &group{name: s.name}
	var items []*term
	n := 0
	for ti, d := range parts {
		t := &s.templates[ti]
		for _, it := range d.items {
			elem, origins, f := r.deriveItem(s, t, d, it, n)
			if f != nil {
				return f
			}
			g.keys = append(g.keys, eval.MakeInt(int64(n)))
			g.elems = append(g.elems, elem)
			g.data = append(g.data, d.data(it))
			g.from = append(g.from, origins)
			if x, ok := elem.(*term); ok {
				items = append(items, x)
			}
			n++
		}
	}
	r.items = append(r.items, items)
	r.g.Set(s.slot, g)
	return nil
}

// deriveItem evaluates a template for one item: a value, or a list of them where there are dimensions.
func (r *run) deriveItem(s *symbol, t *template, d *drawn, it drawnItem, n int) (eval.Value, []*origin, *Failure) {
	dims := make([]eval.Value, d.shape.Dim)
	origins := make([]*origin, d.shape.Dim)
	for dim := range dims {
		sym, ind, idx := d.sym(it, dim), d.ind(it, dim), eval.MakeInt(int64(n))
		o := d.origin(it, dim)
		o.text = once(func() (string, error) {
			if t.desc == nil {
				return "", nil
			}
			return r.text(t.desc, t.draw.field+".desc", spot{s.field, n, dim},
				[]int{r.p.names.sym, r.p.names.ind, r.p.names.index}, []eval.Value{sym, ind, idx})
		})
		origins[dim] = o
		if t.formula == nil {
			dims[dim] = sym
			continue
		}
		r.setDrawn(sym, ind, idx)
		r.at.move("formula:"+s.field, n, dim)
		v, f := r.eval(t.formula, t.draw.field+".formula")
		if f != nil {
			return nil, nil, f
		}
		switch x := v.(type) {
		case *term:
			v = &term{b: x.b, t: x.t, from: o}
		case eval.Bool:
			v = &term{b: r.b, t: r.b.Truth(bool(x)), from: o}
		}
		dims[dim] = v
	}
	r.clearDrawn()
	if d.shape.Dim == 1 {
		return dims[0], origins, nil
	}
	return eval.NewList(dims...), origins, nil
}

// drawParts draws the items of a symbol's or a condition's templates, or reads them from the configuration; the outcome
// has one drawn for each template.
func (r *run) drawParts(k int, kind, name, field string, ts []template, total *eval.Code, multi bool) ([]*drawn, *Failure) {
	parts := make([]*drawn, len(ts))
	for i := range ts {
		r.at.move("sources:"+kind, k, i)
		d, f := r.prepare(&ts[i].draw)
		if f != nil {
			return nil, f
		}
		parts[i] = d
	}
	if r.replay != nil {
		done, f := r.readParts(kind, name, parts, multi)
		if done || f != nil {
			return parts, f
		}
		r.noteDrawn(name)
	}
	if !multi {
		r.at.move("count:"+kind, k, 0)
		n, f := r.count(ts[0].draw.domain, field+".domain")
		if f != nil {
			return nil, f
		}
		r.at.move("draw:"+kind, k, 0)
		if f := r.drawItems(parts[0], n); f != nil {
			return nil, f
		}
		r.writePart(kind, name, parts[0])
		return parts, nil
	}
	r.at.move("count:"+kind, k, 0)
	n, f := r.count(total, field+".total")
	if f != nil {
		return nil, f
	}
	lo, hi := make([]int, len(ts)), make([]int, len(ts))
	for i := range ts {
		if lo[i], hi[i], f = r.bounds(ts[i].draw.domain, ts[i].draw.field+".domain", 0, n); f != nil {
			return nil, f
		}
	}
	// A template may be unable to give as many items as fell to it; then the items are shared out once more.
	var last *Failure
	for try := range 20 {
		r.at.move("draw:"+kind, k, try)
		counts, ok := composition(r.at.stream(), n, lo, hi)
		if !ok {
			return nil, fail(CauseDraw, field+".templates", fmt.Errorf("the templates' domains do not allow %d in all", n))
		}
		last = nil
		for i, d := range parts {
			d.items = nil
			if last == nil && counts[i] > 0 {
				last = r.drawItems(d, counts[i])
			}
		}
		if last == nil || last.Cause != CauseDraw {
			break
		}
	}
	if last != nil {
		return nil, last
	}
	r.writeParts(kind, name, parts)
	return parts, nil
}

func (r *run) drawItems(d *drawn, n int) *Failure {
	if n == 0 {
		return nil
	}
	dr, f := r.drawer(d)
	if f != nil {
		return f
	}
	its, err := dr.Draw(n)
	if err != nil {
		return drawFailure(d.plan.field, err)
	}
	d.add(its)
	return nil
}

// composition shares n items out: each goes to one of the parts that can take more, all being equally likely, after each
// part has got its least number.
func composition(s draw.Stream, n int, lo, hi []int) ([]int, bool) {
	counts := make([]int, len(lo))
	rest := n
	for i := range counts {
		counts[i] = lo[i]
		rest -= lo[i]
	}
	if rest < 0 {
		return nil, false
	}
	for ; rest > 0; rest-- {
		open := 0
		for i := range counts {
			if counts[i] < hi[i] {
				open++
			}
		}
		if open == 0 {
			return nil, false
		}
		k := int(s.Uint64N(uint64(open)))
		for i := range counts {
			if counts[i] < hi[i] {
				if k == 0 {
					counts[i]++
					break
				}
				k--
			}
		}
	}
	return counts, true
}
