package spec

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/py/syntax"
)

func (d *decoder) condition(name Name, n *node, path string) *Condition {
	c := &Condition{Name: name}
	f := d.mapping(n, path, "a mapping with formula, and source where it is drawn")
	switch {
	case f.attrs.Has("templates"):
		dyn := &Dynamic{Multi: true, Total: f.value("total")}
		if domain := f.value("domain"); domain != nil {
			if dyn.Total != nil {
				d.problem(Error, f.attrs.KeyPos("domain"), "exclusive", path, "%s has both total and domain", name).Expected =
					"one of them: the number of conditions to make"
			}
			dyn.Total = domain
		}
		dyn.Templates = d.drawTemplates(f)
		c.Dynamic = dyn
	case f.attrs.Has("source"):
		c.Dynamic = &Dynamic{Templates: []*DrawTemplate{d.drawTemplate(f)}}
		if c.Dynamic.Templates[0].Formula == nil {
			d.noFormula(f, name)
		}
	default:
		c.Static = d.static(f, name)
	}
	c.Attrs = f.done()
	if c.Dynamic != nil {
		if !c.Dynamic.Multi {
			c.Dynamic.Templates[0].Attrs = c.Attrs
		}
		for _, t := range c.Dynamic.Templates {
			if t.Formula == nil && c.Dynamic.Multi {
				d.problem(Error, t.Attrs.Pos, "missing", join(t.Attrs.Path, "formula"), "the template has no formula")
			}
		}
	}
	return c
}

func (d *decoder) static(f *fields, name Name) *Static {
	s := &Static{Formula: f.expr("formula"), Desc: f.template("desc")}
	if s.Formula == nil {
		d.noFormula(f, name)
	}
	return s
}

func (d *decoder) noFormula(f *fields, name Name) {
	d.problem(Error, name.Pos, "missing", f.path("formula"), "%s has no formula", name).Expected = "formula: a constraint"
}

func (d *decoder) postGeneration(n *node, path string) *PostGeneration {
	f := d.mapping(n, path, "a mapping with post_gen_vars and post_gen_conditions")
	out := &PostGeneration{}
	f.named("post_gen_vars", func(name Name, n *node, path string) {
		if isNone(n) {
			d.wrong(n, path, "an expression over _sol")
			return
		}
		out.Vars = append(out.Vars, &PostVar{Name: name, Formula: d.expr(n, path)})
	})
	f.named("post_gen_conditions", func(name Name, n *node, path string) {
		c := &PostCondition{Name: name}
		if n.Kind == scalarNode && !isNone(n) { // the formula alone
			c.Formula = d.expr(n, path)
			c.Attrs = Attrs{Pos: n.Pos, Path: path}
		} else {
			cf := d.mapping(n, path, "a mapping with formula")
			c.Static = *d.static(cf, name)
			c.Attrs = cf.done()
		}
		out.Conditions = append(out.Conditions, c)
	})
	out.Attrs = f.done()
	return out
}

func (d *decoder) optimize(n *node, path string) *Optimize {
	f := d.mapping(n, path, "a mapping with type and formula")
	out := &Optimize{Type: f.template("type"), Formula: f.expr("formula"), Unique: f.truth("unique", false)}
	if n.Kind == mapNode && out.Type == nil {
		d.problem(Error, n.Pos, "missing", f.path("type"), "optimize has no type").Expected = "type: minimize, or type: maximize"
	}
	if n.Kind == mapNode && out.Formula == nil {
		d.problem(Error, n.Pos, "missing", f.path("formula"), "optimize has no formula").Expected = "formula: what to minimize or maximize"
	}
	out.Attrs = f.done()
	return out
}

func (d *decoder) query(name Name, n *node, path string) *Query {
	q := &Query{Name: name}
	f := d.mapping(n, path, "a mapping with desc and ans_text, or desc and options")
	q.Desc = f.template("desc")
	if t := f.text("eval_type"); t != nil {
		q.EvalType = strings.TrimSpace(t.Value)
		if strings.ContainsAny(q.EvalType, ",\n") {
			d.problem(Error, t.Pos, "value", f.path("eval_type"), "eval_type %q", q.EvalType).Expected =
				"one type, such as numeral, nominal, ordered array or oua_nominal: this is one question"
		}
	}
	choice := false
	for _, key := range []string{"source", "templates", "opt_formula", "opt_num", "opt_text", "query_type", "select_type"} {
		choice = choice || f.attrs.Has(key)
	}
	if choice {
		q.Choice = d.choice(f)
	} else {
		q.Open = d.open(f, name)
	}
	q.Attrs = f.done()
	if q.Choice != nil && !q.Choice.Multi {
		q.Choice.Templates[0].Attrs = q.Attrs
	}
	if n.Kind == mapNode && q.Desc == nil {
		d.problem(Warning, name.Pos, "missing", f.path("desc"), "%s has no desc: the question has no text", name)
	}
	return q
}

func (d *decoder) open(f *fields, name Name) *Open {
	o := &Open{AnsFormula: f.expr("ans_formula"), AnsAssertion: f.expr("ans_assertion")}
	if n := f.get("ans_text"); n != nil && sentence(n) {
		o.AnsSentence = d.template(n, f.path("ans_text"))
	} else if n != nil {
		o.AnsText = d.expr(n, f.path("ans_text"))
	} else {
		d.problem(Error, name.Pos, "missing", f.path("ans_text"), "%s has no ans_text", name).Expected =
			"ans_text: an expression or a text that gives the answer; or source and opt_formula, for a question with options"
	}
	if o.AnsAssertion == nil {
		o.AnsAssertion = d.defaultExpr("len(_solutions) == 1", f.path("ans_assertion"))
	}
	return o
}

// sentence reports whether an answer's text is written as a text with expressions in braces, as other texts are, rather than as
// an expression: it has braces and is no expression, or one only in that braces also make sets ("{_ans}", "{x}, {y}").
func sentence(n *node) bool {
	if n.Kind != scalarNode || !strings.Contains(n.Text.Value, "{") {
		return false
	}
	if _, err := syntax.ParseTemplate("", n.Text.Value); err != nil {
		return false
	}
	x, err := syntax.ParseExpr("", n.Text.Value)
	return err != nil || sets(x)
}

// sets reports whether an expression is a set of one element, or puts such sets together.
func sets(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.SetExpr:
		return len(x.Elts) == 1
	case *syntax.TupleExpr:
		if slices.ContainsFunc(x.Elts, sets) {
			return true
		}
	case *syntax.BinaryExpr:
		return sets(x.X) || sets(x.Y)
	case *syntax.CompareExpr:
		return sets(x.First) || len(x.Rest) > 0 && sets(x.Rest[0])
	}
	return false
}

func (d *decoder) choice(f *fields) *Choice {
	c := &Choice{
		Multiple:   f.choice("query_type", "single_choice", "single_choice", "multiple_choice") == "multiple_choice",
		SelectType: f.truth("select_type", true),
		OptNum:     f.int("opt_num", DefaultOptNum, 2),
	}
	if c.OptNum > 26 {
		d.problem(Error, f.attrs.ValuePos("opt_num"), "range", f.path("opt_num"), "%d options", c.OptNum).Expected =
			"at most 26, one for each letter"
		c.OptNum = 26
	}
	if !f.attrs.Has("templates") {
		c.Templates = []*OptionTemplate{d.optionTemplate(f)}
		return c
	}
	c.Multi = true
	n := f.get("templates")
	if n == nil || n.Kind != listNode || len(n.Items) == 0 {
		d.problem(Error, f.attrs.ValuePos("templates"), "missing", f.path("templates"), "there are no templates").Expected =
			"a list of templates, each with source and opt_formula"
		return c
	}
	for i, item := range n.Items {
		tf := d.mapping(item, fmt.Sprintf("%s[%d]", f.path("templates"), i), "a template: a mapping with source and opt_formula")
		t := d.optionTemplate(tf)
		t.Attrs = tf.done()
		c.Templates = append(c.Templates, t)
	}
	return c
}

func (d *decoder) optionTemplate(f *fields) *OptionTemplate {
	t := &OptionTemplate{Draw: d.draw(f, true)}
	t.All = f.choice("cond", "any", "any", "all") == "all"
	t.OptFormula = f.expr("opt_formula")
	t.OptText = f.template("opt_text")
	if t.OptFormula == nil {
		d.problem(Error, f.attrs.Pos, "missing", f.path("opt_formula"), "the options have no opt_formula").Expected =
			"opt_formula: an expression that says whether an option is true"
	}
	return t
}
