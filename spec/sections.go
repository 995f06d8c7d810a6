package spec

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// document reads the whole file.
func (d *decoder) document(root *node) *Document {
	if root.Kind != mapNode {
		d.problem(Error, root.Pos, "type", "", "the file holds %s", root.What()).Expected =
			"a mapping with the keys variables, symbols, conditions, queries, desc"
		return nil
	}
	f := d.mapping(root, "", "a mapping")
	doc := &Document{Name: d.file}
	doc.Title = f.text("title")
	doc.Topic = f.text("topic")
	f.named("custom_operator", func(name Name, n *node, path string) {
		doc.Operators = append(doc.Operators, d.operator(name, n, path))
	})
	key := "variables"
	if f.attrs.Has("vars") {
		if f.attrs.Has("variables") {
			d.problem(Error, f.attrs.KeyPos("vars"), "duplicate-key", "vars",
				"the file has both variables and vars, which mean the same").Expected = "one of them"
		} else {
			key = "vars"
		}
	}
	f.named(key, func(name Name, n *node, path string) {
		doc.Variables = append(doc.Variables, d.variable(name, n, path))
	})
	f.get("variables")
	f.get("vars")
	f.named("symbols", func(name Name, n *node, path string) {
		doc.Symbols = append(doc.Symbols, d.symbol(name, n, path))
	})
	f.named("conditions", func(name Name, n *node, path string) {
		doc.Conditions = append(doc.Conditions, d.condition(name, n, path))
	})
	doc.CalcSolution = f.truth("calc_solution", true)
	doc.MaxSolution = f.int("max_solution", DefaultMaxSolution, 1)
	if n := f.get("post_generation"); n != nil {
		doc.PostGeneration = d.postGeneration(n, "post_generation")
	}
	if n := f.get("optimize"); n != nil {
		doc.Optimize = d.optimize(n, "optimize")
	}
	f.named("queries", func(name Name, n *node, path string) {
		doc.Queries = append(doc.Queries, d.query(name, n, path))
	})
	doc.Desc = f.template("desc")
	if doc.Desc == nil {
		p := d.problem(Error, f.attrs.KeyPos("desc"), "missing", "desc", "the file has no desc")
		if p.Expected = "desc: the text of the puzzle"; f.get("family") != nil && f.get("rules") != nil {
			p.Expected = "a specification; a rules file, which this looks like, is named behind --rules"
		}
	}
	if len(doc.Queries) == 0 {
		d.problem(Warning, f.attrs.KeyPos("queries"), "missing", "queries", "the file has no queries: its puzzles have no answer")
	}
	doc.Attrs = f.done()
	return doc
}

// named reads a mapping from names to things, in order.
func (f *fields) named(key string, each func(name Name, n *node, path string)) {
	n := f.get(key)
	if n == nil {
		return
	}
	if n.Kind != mapNode {
		f.d.wrong(n, f.path(key), "a mapping from names to definitions")
		return
	}
	for _, e := range n.Entries {
		each(Name{Text: e.Key.Text.Value, Pos: e.Key.Pos}, e.Val, join(f.path(key), e.Key.Text.Value))
	}
}

func (d *decoder) operator(name Name, n *node, path string) *Operator {
	op := &Operator{Name: name}
	if n.Kind != scalarNode || isNone(n) {
		d.wrong(n, path, "a lambda, or the path of a Python file")
		return op
	}
	text := strings.TrimSpace(n.Text.Value)
	if strings.HasSuffix(text, ".py") && !strings.HasPrefix(text, "lambda ") {
		op.Module = d.module(text, n.Pos, path)
		return op
	}
	op.Expr = d.expr(n, path)
	return op
}

func (d *decoder) variable(name Name, n *node, path string) *Variable {
	v := &Variable{Name: name}
	f := d.mapping(n, path, "a mapping with type and domain, or formula")
	typ := f.text("type")
	v.Domain = f.value("domain")
	v.Formula = f.expr("formula")
	v.DiffFactor = f.float("diff_factor", 0)
	v.Attrs = f.done()
	if n.Kind != mapNode {
		return v
	}
	switch {
	case v.Formula != nil && v.Domain != nil:
		d.problem(Error, f.attrs.KeyPos("formula"), "exclusive", path, "%s has both a formula and a domain", name).Expected =
			"either formula, or type and domain"
	case v.Formula != nil && typ != nil:
		d.problem(Error, f.attrs.KeyPos("type"), "exclusive", path, "%s has both a formula and a type", name).Expected =
			"either formula, or type and domain"
	case v.Formula == nil && v.Domain == nil:
		d.problem(Error, name.Pos, "missing", path, "%s has no formula and no domain", name).Expected =
			"either formula, or type and domain"
	case v.Formula == nil && typ == nil:
		d.problem(Error, name.Pos, "missing", path, "%s has a domain but no type", name).Expected =
			"type: int, float, bool or choice"
	}
	if typ != nil {
		v.Type = d.varType(typ, path)
	}
	return v
}

// varTypes is the words for a variable's type. The published format names int and bool.
var varTypes = []struct {
	word string
	typ  VarType
}{
	{"int", VarInt}, {"float", VarFloat}, {"real", VarFloat}, {"bool", VarBool},
	{"choice", VarChoice}, {"str", VarChoice}, {"string", VarChoice}, {"enum", VarChoice},
}

func (d *decoder) varType(t *Text, path string) VarType {
	got := strings.ToLower(strings.TrimSpace(t.Value))
	words := make([]string, len(varTypes))
	for i, w := range varTypes {
		if w.word == got {
			return w.typ
		}
		words[i] = w.word
	}
	p := d.problem(Error, t.Pos, "type", join(path, "type"), "unknown type %q", t.Value)
	p.Expected, p.Suggest = strings.Join(words, ", "), nearest.One(got, words)
	return VarChoice
}

func (d *decoder) symbol(name Name, n *node, path string) *Symbol {
	s := &Symbol{Name: name}
	f := d.mapping(n, path, "a mapping with source and type, source and formula, or total and templates")
	derived := false
	for _, key := range []string{"templates", "total", "domain", "formula", "dim", "amount"} {
		derived = derived || f.attrs.Has(key)
	}
	switch {
	case f.attrs.Has("templates") || f.attrs.Has("total"):
		s.Derived = d.derivedMulti(f)
	case f.attrs.Has("type") || !derived:
		s.Defined = d.defined(f)
	default:
		s.Derived = &Derived{Templates: []*DrawTemplate{d.drawTemplate(f)}}
	}
	s.Attrs = f.done()
	if s.Defined != nil {
		s.Defined.Attrs = s.Attrs
	}
	if s.Derived != nil {
		s.Derived.Attrs = s.Attrs
		if !s.Derived.Multi {
			s.Derived.Templates[0].Attrs = s.Attrs
		}
	}
	return s
}

func (d *decoder) defined(f *fields) *Defined {
	out := &Defined{Source: f.values("source")}
	path := f.attrs.Path
	if n := f.get("attr"); n != nil {
		for i, item := range listOf(n) {
			if item.Kind != scalarNode {
				d.wrong(item, fmt.Sprintf("%s.attr[%d]", path, i), "a name")
				continue
			}
			out.Fields = append(out.Fields, Name{Text: item.Text.Value, Pos: item.Pos})
		}
	}
	if n := f.get("type"); n != nil {
		for i, item := range listOf(n) {
			out.Types = append(out.Types, d.symbolType(item, fmt.Sprintf("%s.type[%d]", path, i)))
		}
	} else {
		d.problem(Error, f.attrs.Pos, "missing", path, "the symbol has no type").Expected =
			"type: int, bool, real or enum; or a formula, for a derived symbol"
	}
	if n := f.get("desc"); n != nil {
		for i, item := range listOf(n) {
			if isNone(item) {
				out.Descs = append(out.Descs, &Template{Text: item.Text})
				continue
			}
			out.Descs = append(out.Descs, d.template(item, fmt.Sprintf("%s.desc[%d]", path, i)))
		}
	}
	out.Says = d.sayings(f, out.Types)
	if len(out.Source) == 0 {
		d.problem(Error, f.attrs.KeyPos("source"), "missing", join(path, "source"), "the symbol has no source").Expected =
			"a list of at least one data source"
	}
	want := max(len(out.Fields), 1)
	if n := len(out.Types); n > 0 && n != want {
		d.problem(Error, f.attrs.KeyPos("type"), "length", join(path, "type"), "%s for %s", count(n, "type"),
			fieldCount(out.Fields)).Expected = count(want, "type")
	}
	if n := len(out.Descs); n > 0 && n != want {
		d.problem(Error, f.attrs.KeyPos("desc"), "length", join(path, "desc"), "%s for %s", count(n, "text"),
			fieldCount(out.Fields)).Expected = count(want, "text")
	}
	return out
}

func fieldCount(fs []Name) string {
	if len(fs) == 0 {
		return "a symbol without attr"
	}
	return count(len(fs), "attribute")
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// symbolTypes is the words for the sort of an unknown.
var symbolTypes = []struct {
	word string
	kind TypeKind
}{{"int", TypeInt}, {"bool", TypeBool}, {"real", TypeReal}, {"float", TypeReal}, {"enum", TypeEnum}}

func (d *decoder) symbolType(n *node, field string) Type {
	if n.Kind != scalarNode || isNone(n) {
		d.wrong(n, field, "int, bool, real, float, enum or bv and a width")
		return Type{Kind: TypeInt}
	}
	t := Type{Text: &n.Text}
	got := strings.ToLower(strings.TrimSpace(n.Text.Value))
	words := []string{}
	for _, w := range symbolTypes {
		if w.word == got {
			t.Kind = w.kind
			return t
		}
		words = append(words, w.word)
	}
	if bits, ok := strings.CutPrefix(got, "bv"); ok {
		bits = strings.Trim(bits, "<>()[] _")
		if w, err := strconv.Atoi(bits); err == nil && w >= 1 && w <= 64 {
			t.Kind, t.Bits = TypeBitVec, w
			return t
		}
	}
	p := d.problem(Error, n.Pos, "type", field, "unknown type %q", n.Text.Value)
	p.Expected, p.Suggest = strings.Join(words, ", ")+", or bv and a width from 1 to 64", nearest.One(got, words)
	t.Kind = TypeInt
	return t
}

func (d *decoder) derivedMulti(f *fields) *Derived {
	out := &Derived{Multi: true, Total: f.value("total")}
	if out.Total == nil {
		d.problem(Error, f.attrs.Pos, "missing", f.path("total"), "the symbol has templates but no total").Expected =
			"total: the number of symbols to make"
	}
	out.Templates = d.drawTemplates(f)
	return out
}

func (d *decoder) drawTemplates(f *fields) []*DrawTemplate {
	var out []*DrawTemplate
	n := f.get("templates")
	if n == nil || n.Kind != listNode || len(n.Items) == 0 {
		p := d.problem(Error, f.attrs.ValuePos("templates"), "missing", f.path("templates"), "there are no templates")
		p.Expected = "a list of templates, each with source and formula"
		return nil
	}
	for i, item := range n.Items {
		tf := d.mapping(item, fmt.Sprintf("%s[%d]", f.path("templates"), i), "a template: a mapping with source and formula")
		t := d.drawTemplate(tf)
		t.Attrs = tf.done()
		out = append(out, t)
	}
	return out
}

func (d *decoder) drawTemplate(f *fields) *DrawTemplate {
	t := &DrawTemplate{Draw: d.draw(f, false)}
	t.Formula = f.expr("formula")
	t.Desc = f.template("desc")
	return t
}
