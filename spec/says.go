package spec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// Saying is how explanations say what an unknown is, in one language (says). Ours.
type Saying struct {
	// Lang is the language; "" where the sentences are for every language.
	Lang string
	// Is and Not are sentences in which _value stands for the names of one or several values: "{_boats} finished {_value}". Of an
	// unknown that is true or false Is says the one and Not the other. Both are set, or none.
	Is, Not *Template
	// Values gives names to numbers: an expression whose value is a dict. Nil where numbers are said as they are.
	Values *Expr
}

// languages are those that explanations are told in.
func languages() []string { return []string{"en", "zh", "de", "es", "ja"} }

// sayings reads says: for each attribute, or for the one unknown of each key, how it is said in each language.
func (d *decoder) sayings(f *fields, types []Type) [][]Saying {
	n := f.get("says")
	if n == nil {
		return nil
	}
	path := f.path("says")
	list := []*node{n}
	if f.attrs.Has("attr") {
		list = listOf(n)
		if len(list) != len(types) {
			d.problem(Error, f.attrs.KeyPos("says"), "length", path, "says has %s for %s", count(len(list), "entry"),
				count(len(types), "attribute")).Expected = "one for each attribute, null for none"
		}
		path += "[%d]"
	}
	out := make([][]Saying, len(list))
	for i, item := range list {
		if isNone(item) || i >= len(types) {
			continue
		}
		at := path
		if f.attrs.Has("attr") {
			at = fmt.Sprintf(path, i)
		}
		out[i] = d.inLanguages(item, at, types[i].Kind)
	}
	return out
}

// inLanguages reads is, not and values, or a mapping that has them by language.
func (d *decoder) inLanguages(n *node, path string, kind TypeKind) []Saying {
	byLanguage := func(e entry) bool { return slices.Contains(languages(), e.Key.Text.Value) }
	if n.Kind != mapNode || !slices.ContainsFunc(n.Entries, byLanguage) {
		s := d.saying(n, path, kind, languages())
		return []Saying{s}
	}
	var out []Saying
	for _, e := range n.Entries {
		lang := e.Key.Text.Value
		if !byLanguage(e) {
			p := d.problem(Error, e.Key.Pos, "language", join(path, lang), "%q is no language of explanations", lang)
			p.Expected, p.Suggest = strings.Join(languages(), ", "), nearest.One(lang, languages())
			continue
		}
		s := d.saying(e.Val, join(path, lang), kind, nil)
		s.Lang = lang
		out = append(out, s)
	}
	return out
}

// saying reads how an unknown is said. What else could stand in the mapping's place is named with keys that are unknown.
func (d *decoder) saying(n *node, path string, kind TypeKind, others []string) Saying {
	f := d.mapping(n, path, "a mapping with is, not and values")
	s := Saying{Is: f.template("is"), Not: f.template("not")}
	if v := f.get("values"); v != nil {
		if kind != TypeInt {
			d.problem(Error, f.attrs.KeyPos("values"), "type", f.path("values"), "only values of int have names").Expected = "is and not"
		}
		s.Values = d.names(v, f.path("values"))
	}
	if (s.Is == nil) != (s.Not == nil) && n.Kind == mapNode {
		has, lacks := "is", "not"
		if s.Is == nil {
			has, lacks = lacks, has
		}
		d.problem(Error, f.attrs.KeyPos(has), "missing", f.path(lacks), "says has %s and no %s", has, lacks).Expected =
			"both: one says that the unknown has a value, the other that it has not"
	}
	if s.Is == nil && s.Not == nil && s.Values == nil && n.Kind == mapNode && len(f.attrs.Keys) == 0 {
		d.problem(Error, n.Pos, "missing", path, "says is empty").Expected = "is and not, values, or both"
	}
	for _, key := range []string{"is", "not"} {
		t := s.Is
		if key == "not" {
			t = s.Not
		}
		if t == nil || t.Tree == nil || kind == TypeBool {
			continue
		}
		if !slices.ContainsFunc(syntax.FreeNames(t.Tree), func(r syntax.Ref) bool { return r.Name == "_value" }) {
			d.problem(Error, t.Pos, "missing", f.path(key), "%s does not say the value", key).Expected = "{_value} in the sentence"
		}
	}
	f.taken = append(f.taken, others...)
	f.done()
	return s
}

// names reads names of numbers: a mapping, or an expression that gives a dict.
func (d *decoder) names(n *node, path string) *Expr {
	if n.Kind != mapNode {
		return d.expr(n, path)
	}
	var parts []string
	numbers, called := map[int]bool{}, map[string]int{}
	for _, e := range n.Entries {
		key := strings.TrimSpace(e.Key.Text.Value)
		number, err := strconv.Atoi(key)
		if err != nil || number < -maxInt || number > maxInt {
			d.problem(Error, e.Key.Pos, "type", join(path, key), "%s is no value of an int", quoteShort(key)).Expected = "a whole number"
			continue
		}
		if numbers[number] {
			d.problem(Error, e.Key.Pos, "duplicate-key", join(path, key), "%d has two names", number).Expected = "one name"
			continue
		}
		numbers[number] = true
		name := e.Val.Text.Value
		if e.Val.Kind != scalarNode || isNone(e.Val) || strings.TrimSpace(name) == "" {
			d.wrong(e.Val, join(path, key), "a name")
			continue
		}
		if other, ok := called[name]; ok {
			d.problem(Error, e.Val.Pos, "duplicate-name", join(path, key), "%d and %d are both called %s", other, number, quoteShort(name)).Expected =
				"another name"
			continue
		}
		called[name] = number
		parts = append(parts, fmt.Sprintf("%d: %s", number, strconv.Quote(name)))
	}
	return d.parseExpr(Text{Value: "{" + strings.Join(parts, ", ") + "}", Pos: n.Pos}, path)
}
