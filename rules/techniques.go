package rules

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// Technique is a lemma with a name: what follows from some rules wherever a pattern is printed. It is stated as a rule is, and proved from
// the rules before it is used.
type Technique struct {
	*Rule           // its name, what follows, and the sentence that says why, as an observation: "the 3s {a} and {b} meet at a corner"
	Called Texts    // what people call it; nil: by its name
	By     []*Rule  // from which it follows; nil: from all
	Weight float64  // what it costs to see
	Sample *Example // nil: none is given
}

// Example is a board with what a technique gives on it.
type Example struct {
	Pos           doctree.Pos
	Board         string   // as the family's text format has it
	Before, After []string // marks, as moves: LAYER@PLACE=MARK
}

// usualWeight is what a technique costs that says nothing of it: less than the rules from which it follows.
const usualWeight = 2

var techniqueKeys = []string{"then", "by", "weight", "called", "text", "example"}

// techniques reads the section techniques. The rules have been read.
//
// A technique goes with a rule that it follows from when a file that uses another takes the rule away.
func (r *reader) techniques(f *File, root, n *doctree.Node) {
	away := map[string]bool{}
	if all := entry(root, "rules"); all != nil {
		for _, e := range all.Entries {
			away[e.Key.Text.Value] = isNull(e.Val)
		}
	}
	if n == nil || isNull(n) {
		return
	}
	if n.Kind != doctree.Map {
		r.fail(n.Pos, "techniques", "the section techniques is %s", n.What()).Expected = "techniques: {name: {then: EXPRESSION, text: {...}}, ...}"
		return
	}
	for _, e := range n.Entries {
		name := e.Key.Text.Value
		if !isID(name) {
			r.fail(e.Key.Pos, "techniques", "the technique %q", name).Expected = "small letters, digits and hyphens, such as diagonal-threes"
			continue
		}
		if e.Val.Kind != doctree.Map && !isNull(e.Val) {
			r.fail(e.Val.Pos, "techniques", "the technique %s is %s", name, e.Val.What()).Expected = "{then: EXPRESSION, text: {en: ...}}"
			continue
		}
		if by := entry(e.Val, "by"); isNull(e.Val) || by != nil && slices.ContainsFunc(items(by), func(x *doctree.Node) bool { return away[x.Text.Value] }) {
			continue
		}
		if t := r.technique(f, name, e); t != nil {
			if f.Techniques = append(f.Techniques, t); len(f.Techniques) == maxRules+1 {
				r.fail(e.Key.Pos, "limit", "more than %d techniques", maxRules)
			}
		}
	}
}

func (r *reader) technique(f *File, name string, e doctree.Entry) *Technique {
	r.known(e.Val, techniqueKeys)
	t := &Technique{Rule: &Rule{Name: name, Pos: e.Key.Pos, Text: Texts{}}, Weight: usualWeight}
	for _, k := range e.Val.Entries {
		switch v := k.Val; k.Key.Text.Value {
		case "then":
			if v.Kind != doctree.Scalar {
				r.fail(v.Pos, "type", "what follows by %s is %s", name, v.What()).Expected = "an expression; one that begins with [ or { stands in quotes"
				continue
			}
			x := r.expr(v.Text, v.Pos)
			if x == nil {
				continue
			}
			t.Expr, t.Must = x, x.Tree
			if c, ok := x.Tree.(*syntax.Comp); ok && c.Kind == syntax.GenExpr {
				t.Must, t.Clauses = c.Elt, c.Clauses
			}
		case "by":
			for _, x := range items(v) {
				if rule := r.ruleOf(f, x); rule != nil {
					t.By = append(t.By, rule)
				}
			}
		case "weight":
			w, err := strconv.ParseFloat(v.Text.Value, 64)
			if err != nil || w < 0 || w > 20 {
				r.fail(v.Pos, "techniques", "%q is no weight", v.Text.Value).Expected = "a number from 0 to 20: two rules side by side weigh 6"
				continue
			}
			t.Weight = w
		case "called":
			t.Called = r.texts(v)
		case "text":
			t.Text = r.texts(v)
		case "example":
			t.Sample = r.example(v)
		}
	}
	if t.Expr == nil {
		r.fail(e.Key.Pos, "missing", "the technique %s does not say what follows", name).Expected = "then: EXPRESSION"
		return nil
	}
	return t
}

func (r *reader) example(n *doctree.Node) *Example {
	if n.Kind != doctree.Map {
		r.fail(n.Pos, "techniques", "the example is %s", n.What()).Expected = "{board: ..., before: [...], after: [...]}"
		return nil
	}
	r.known(n, []string{"board", "before", "after"})
	out := &Example{Pos: n.Pos}
	for _, e := range n.Entries {
		switch e.Key.Text.Value {
		case "board":
			out.Board = e.Val.Text.Value
		case "before", "after":
			list := &out.Before
			if e.Key.Text.Value == "after" {
				list = &out.After
			}
			for _, x := range items(e.Val) {
				*list = append(*list, strings.Fields(x.Text.Value)...)
			}
		}
	}
	if out.Board == "" || len(out.After) == 0 {
		r.fail(n.Pos, "techniques", "an example without a board, or without what follows on it").Expected = "{board: ..., before: [...], after: [...]}"
		return nil
	}
	return out
}

// In says what people call the technique, in a language: its name with blanks where nothing else is said.
func (t *Technique) In(lang string) string { return cmp.Or(t.Called.In(lang), t.Plain()) }

// Plain is the name of the technique with blanks: "three in corner".
func (t *Technique) Plain() string { return strings.ReplaceAll(t.Name, "-", " ") }

// Technique finds a technique by its name, or nil.
func (f *File) Technique(name string) *Technique {
	if i := slices.IndexFunc(f.Techniques, func(t *Technique) bool { return t.Name == name }); i >= 0 {
		return f.Techniques[i]
	}
	return nil
}
