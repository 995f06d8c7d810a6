package synth

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/spec"
)

// condition is a compiled condition: static (no templates) or dynamic.
type condition struct {
	name  string
	slot  int
	field string

	static *eval.Code
	text   *eval.Code // of a static condition

	total     *eval.Code
	templates []template
	multi     bool
}

func (c *compiler) condition(k *spec.Condition) {
	out := condition{name: k.Name.Text, slot: c.slot(k.Name.Text), field: "conditions." + k.Name.Text}
	if k.Static != nil {
		out.static = c.expr(k.Static.Formula, out.field+".formula")
		out.text = c.template(k.Static.Desc, out.field+".desc")
	} else if d := k.Dynamic; d != nil {
		out.total = c.expr(d.Total, out.field+".total")
		out.multi = d.Multi
		out.templates = c.templates(d.Templates, out.field, d.Multi)
	}
	c.p.conditions = append(c.p.conditions, out)
}

// condition makes a condition and asserts its constraints.
func (r *run) condition(k int, c *condition) *Failure {
	if len(c.templates) == 0 {
		return r.static(c, "condition", k, &r.conds)
	}
	parts, f := r.drawParts(k, "condition", c.name, c.field, c.templates, c.total, c.multi)
	if f != nil {
		return f
	}
	value := &conditionValue{name: c.name}
	var texts []func() (string, error)
	n := 0
	for ti, d := range parts {
		t := &c.templates[ti]
		for _, it := range d.items {
			for dim := range d.shape.Dim {
				sym, ind, idx := d.sym(it, dim), d.ind(it, dim), eval.MakeInt(int64(n))
				at := n
				texts = append(texts, func() (string, error) {
					if t.desc == nil {
						return "", nil
					}
					return r.text(t.desc, t.draw.field+".desc", spot{c.field, at, dim},
						[]int{r.p.names.sym, r.p.names.ind, r.p.names.index}, []eval.Value{sym, ind, idx})
				})
				r.setDrawn(sym, ind, idx)
				r.at.move("formula:"+c.field, n, dim)
				v, f := r.eval(t.formula, t.draw.field+".formula")
				if f != nil {
					return f
				}
				first := r.b.NumConstraints()
				if f := r.assert(c.name, t.draw.field+".formula", v); f != nil {
					return f
				}
				r.states(first, texts[len(texts)-1])
			}
			value.data = append(value.data, d.data(it))
			n++
		}
	}
	r.clearDrawn()
	value.text = once(func() (string, error) {
		var b strings.Builder
		for _, t := range texts {
			s, err := t()
			if err != nil {
				return "", err
			}
			b.WriteString(s)
		}
		return b.String(), nil
	})
	r.g.Set(c.slot, value)
	r.conds = append(r.conds, value)
	return nil
}

// static asserts a condition without drawing, and keeps its text in a list.
func (r *run) static(c *condition, kind string, k int, list *[]*conditionValue) *Failure {
	r.at.move("formula:"+kind, k, 0)
	v, f := r.eval(c.static, c.field+".formula")
	if f != nil {
		return f
	}
	first := r.b.NumConstraints()
	if f := r.assert(c.name, c.field+".formula", v); f != nil {
		return f
	}
	value := &conditionValue{name: c.name, text: once(func() (string, error) {
		if c.text == nil {
			return "", nil
		}
		return r.text(c.text, c.field+".desc", spot{c.field, k, 0}, nil, nil)
	})}
	if c.text != nil {
		r.states(first, value.text)
	} else {
		r.itemised(first)
	}
	r.g.Set(c.slot, value)
	*list = append(*list, value)
	return nil
}

// states notes the text of the constraints from one on.
func (r *run) states(first int, text func() (string, error)) {
	if r.texts == nil {
		r.texts = map[int]func() (string, error){}
	}
	for i := first; i < r.b.NumConstraints(); i++ {
		r.texts[i] = text
	}
}

// itemised notes the texts of a derived symbol's items for the constraints from one on, where they take the items one by one.
func (r *run) itemised(first int) {
	for _, items := range r.items {
		if len(items) != r.b.NumConstraints()-first {
			continue
		}
		each := true
		for i, it := range items {
			t := r.b.Constraint(first + i).Term
			each = each && it.from != nil && (t == it.t || slices.Contains(r.b.Args(t), it.t))
		}
		for i, it := range items {
			if each {
				r.states(first+i, it.from.text)
			}
		}
	}
}

// assert adds a constraint: a term, a truth value, or a list of those at any depth, which means all of them.
func (r *run) assert(name, field string, v eval.Value) *Failure {
	switch v := v.(type) {
	case *term:
		if r.b.Sort(v.t) != model.Bool {
			return fail(CauseError, field, fmt.Errorf("%s is a number, not a constraint", r.b.Format(v.t)))
		}
		r.b.Assert(name, v.t)
		r.asserted++
		return nil
	case *numeral:
		return r.assert(name, field, plain(v.v))
	case eval.Bool:
		r.b.Assert(name, r.b.Truth(bool(v)))
		r.asserted++
		return nil
	case eval.NoneType:
		return nil
	case eval.Str, eval.Int, eval.Float:
		return fail(CauseError, field, fmt.Errorf("%s is not a constraint", r.repr(v)))
	}
	elems, err := r.elements(v)
	if err != nil {
		return fail(CauseError, field, fmt.Errorf("a value of type '%s' is not a constraint", v.TypeName()))
	}
	for _, e := range elems {
		if f := r.assert(name, field, e); f != nil {
			return f
		}
	}
	return nil
}

// once makes a function that works out its result the first time only.
func once(fn func() (string, error)) func() (string, error) {
	var s string
	var err error
	done := false
	return func() (string, error) {
		if !done {
			done = true
			s, err = fn()
		}
		return s, err
	}
}
