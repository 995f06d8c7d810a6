// Package maths makes fill-in-the-blank puzzles of mathematics from blanks files: YAML files that state, on a page, numbers that are
// drawn, slots that may be blank, the sheet on which they stand, and the rules that they keep. That a puzzle has one filling is
// proved by a solver over the rules (package solve) where slots are numbers or signs, and by normal forms (package blanks/algebra)
// where they are expressions; steps to be put in order are right in any order in which each stands behind what it rests on.
//
// What leaves is judged by evaluating the rules as Python, which shares nothing with how they are put to the solver.
package maths

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// File is a blanks file.
type File struct {
	Name   string
	ID     string
	Title  map[string]string
	Task   map[string]string
	Params []named
	Let    []named
	Slots  []*slot
	Sheet  map[string]*syntax.JoinedStr
	Rules  []rule
	Steps  []step
	Carve  []string // names of slots that may be blank; nil: all
	Blanks [2]int   // how many blanks, from and to; 0: as many as can be
	Level  int      // what is added to the class

	Letters []string // slots that stand for the capital letters of their names, which may be renamed
	Sides   []int    // lines of the sheet, from 1, that are equations whose sides may change places

	sources map[string]string // of the sheets
}

type named struct {
	name string
	expr syntax.Expr
	text string
	lo   syntax.Expr // of a range lo..hi
	hi   syntax.Expr
}

// slot is a number, a sign or an expression that may be blank, or a row of them.
type slot struct {
	name   string
	at     syntax.Expr // the indexes of a row; nil: a single one
	lo, hi syntax.Expr // whole numbers
	signs  []string    // or one of some signs
	right  *syntax.JoinedStr
	wrong  []*syntax.JoinedStr
}

type rule struct {
	name, text string
	expr       syntax.Expr
	loop       *syntax.Comp // of "EXPR for x in LIST"
}

type step struct {
	name string
	says map[string]string
	from []string
}

var known = []string{"blanks", "title", "task", "params", "let", "slots", "sheet", "rules", "steps", "make", "vary", "level"}

// Read reads a blanks file. All that is wrong with it is in the problems.
func Read(name string, data []byte) (*File, doctree.Problems) {
	root, problems := doctree.Read(name, data, doctree.Limits{Bytes: 64 << 10})
	if root == nil || problems.HasErrors() {
		return nil, problems
	}
	r := &reader{problems: &problems, name: name}
	f := r.file(root)
	if !problems.HasErrors() {
		r.names(f, root)
	}
	if problems.HasErrors() {
		return nil, problems.Sort()
	}
	return f, problems.Sort()
}

type reader struct {
	problems *doctree.Problems
	name     string
}

func (r *reader) fail(n *doctree.Node, field, message, expected string) *doctree.Problem {
	return r.problems.Add(&doctree.Problem{Severity: doctree.Error, Pos: n.Pos, Code: "bad-value", Field: field, Message: message, Expected: expected})
}

func (r *reader) file(root *doctree.Node) *File {
	f := &File{Name: r.name, Sheet: map[string]*syntax.JoinedStr{}, sources: map[string]string{}}
	if root.Kind != doctree.Map {
		r.fail(root, "", "the file is "+root.What(), "a mapping that begins with blanks: NAME")
		return f
	}
	for _, e := range root.Entries {
		key := e.Key.Text.Value
		v := e.Val
		switch key {
		case "blanks":
			f.ID = v.Text.Value
		case "title":
			f.Title = r.texts(v, key)
		case "task":
			f.Task = r.texts(v, key)
		case "params", "let":
			list := r.named(v, key)
			if key == "params" {
				f.Params = list
			} else {
				f.Let = list
			}
		case "slots":
			r.each(v, key, func(name string, n *doctree.Node) { f.Slots = append(f.Slots, r.slot(name, n)) })
		case "sheet":
			for lang, text := range r.texts(v, key) {
				t, err := syntax.ParseTemplate(r.name, text)
				if err != nil {
					r.fail(v, key, err.Error(), "text with {slot}; a brace of TeX is written twice")
					continue
				}
				f.Sheet[lang], f.sources[lang] = t, text
			}
		case "rules":
			r.each(v, key, func(name string, n *doctree.Node) { f.Rules = append(f.Rules, r.rule(name, n)) })
		case "steps":
			r.each(v, key, func(name string, n *doctree.Node) { f.Steps = append(f.Steps, r.step(name, n)) })
		case "make":
			r.make(f, v)
		case "vary":
			r.vary(f, v)
		case "level":
			if _, err := fmt.Sscan(v.Text.Value, &f.Level); err != nil || f.Level < 0 || f.Level > 6 {
				r.fail(v, key, "the level is "+v.What(), "a number from 0 to 6")
			}
		default:
			p := r.problems.Add(&doctree.Problem{Severity: doctree.Error, Pos: e.Key.Pos, Code: "unknown-key", Field: key,
				Message: fmt.Sprintf("there is no %q in a blanks file", key), Expected: "one of " + strings.Join(known, ", ")})
			if p != nil {
				p.Suggest = nearest.One(key, known)
			}
		}
	}
	if len(f.Steps) == 0 && (len(f.Slots) == 0 || f.Sheet["en"] == nil) {
		r.fail(root, "", "the file asks nothing", "slots and a sheet, or steps")
	}
	for i, s := range f.Steps {
		for _, from := range s.from {
			if !slices.ContainsFunc(f.Steps[:i], func(o step) bool { return o.name == from }) {
				r.fail(root, "steps."+s.name, fmt.Sprintf("the step %s rests on %s, which does not stand before it", s.name, from), "a step above")
			}
		}
	}
	r.checkVary(f, root)
	for _, c := range f.Carve {
		if !slices.ContainsFunc(f.Slots, func(s *slot) bool { return s.name == c }) {
			var names []string
			for _, s := range f.Slots {
				names = append(names, s.name)
			}
			if p := r.fail(root, "make.carve", "there is no slot "+c, "one of "+strings.Join(names, ", ")); p != nil {
				p.Suggest = nearest.One(c, names)
			}
		}
	}
	return f
}

func (r *reader) each(n *doctree.Node, field string, visit func(string, *doctree.Node)) {
	if n.Kind != doctree.Map {
		r.fail(n, field, field+" is "+n.What(), "a mapping of names")
		return
	}
	for _, e := range n.Entries {
		if !syntax.IsIdentifier(strings.ReplaceAll(e.Key.Text.Value, "-", "_")) {
			r.fail(n, field, fmt.Sprintf("%q is no name", e.Key.Text.Value), "letters, digits and _")
			continue
		}
		visit(e.Key.Text.Value, e.Val)
	}
}

// texts reads a text, or one for each language.
func (r *reader) texts(n *doctree.Node, field string) map[string]string {
	if n.Kind == doctree.Scalar {
		return map[string]string{"en": n.Text.Value}
	}
	out := map[string]string{}
	r.each(n, field, func(lang string, v *doctree.Node) {
		if lang != "en" && lang != "zh" || v.Kind != doctree.Scalar {
			r.fail(v, field, "a text in "+lang, "texts in en and zh")
			return
		}
		out[lang] = v.Text.Value
	})
	if out["en"] == "" {
		r.fail(n, field, "there is no English text", "en: ...")
	}
	return out
}

func (r *reader) expr(n *doctree.Node, field, text string) syntax.Expr {
	x, err := syntax.ParseExpr(r.name, text)
	if err != nil {
		r.fail(n, field, fmt.Sprintf("%q is no expression: %v", text, err), "")
		return nil
	}
	return x
}

// between reads "LO..HI".
func (r *reader) between(n *doctree.Node, field string) (lo, hi syntax.Expr, ok bool) {
	a, b, ok := strings.Cut(n.Text.Value, "..")
	if !ok {
		return nil, nil, false
	}
	return r.expr(n, field, strings.TrimSpace(a)), r.expr(n, field, strings.TrimSpace(b)), true
}

func (r *reader) named(n *doctree.Node, field string) []named {
	var out []named
	r.each(n, field, func(name string, v *doctree.Node) {
		d := named{name: name, text: v.Text.Value}
		var ok bool
		if v.Kind == doctree.List {
			var items []string
			for _, i := range v.Items {
				items = append(items, i.Text.Value)
			}
			d.text = "[" + strings.Join(items, ", ") + "]"
			d.expr = r.expr(v, field+"."+name, d.text)
			out = append(out, d)
			return
		}
		if v.Kind != doctree.Scalar {
			r.fail(v, field+"."+name, name+" is "+v.What(), "a range such as 2..9, or an expression")
			return
		}
		if d.lo, d.hi, ok = r.between(v, field+"."+name); !ok {
			d.expr = r.expr(v, field+"."+name, v.Text.Value)
		}
		out = append(out, d)
	})
	return out
}

func (r *reader) slot(name string, n *doctree.Node) *slot {
	s := &slot{name: name}
	field := "slots." + name
	values := func(v *doctree.Node) {
		if v.Kind == doctree.List {
			for _, i := range v.Items {
				s.signs = append(s.signs, i.Text.Value)
			}
			return
		}
		var ok bool
		if s.lo, s.hi, ok = r.between(v, field); !ok {
			s.lo = r.expr(v, field, v.Text.Value)
			s.hi = s.lo
		}
	}
	if n.Kind != doctree.Map {
		values(n)
		return s
	}
	for _, e := range n.Entries {
		switch e.Key.Text.Value {
		case "at":
			s.at = r.expr(e.Val, field+".at", e.Val.Text.Value)
		case "values":
			values(e.Val)
		case "right":
			s.right = r.template(e.Val, field+".right")
		case "wrong":
			for _, i := range e.Val.Items {
				if t := r.template(i, field+".wrong"); t != nil {
					s.wrong = append(s.wrong, t)
				}
			}
		default:
			p := r.fail(n, field, fmt.Sprintf("a slot has no %q", e.Key.Text.Value), "at, values, right, wrong")
			if p != nil {
				p.Suggest = nearest.One(e.Key.Text.Value, []string{"at", "values", "right", "wrong"})
			}
		}
	}
	if s.lo == nil && s.signs == nil && s.right == nil {
		r.fail(n, field, "the slot has no values", "values: 1..9, or right: and wrong: expressions")
	}
	return s
}

func (r *reader) template(n *doctree.Node, field string) *syntax.JoinedStr {
	t, err := syntax.ParseTemplate(r.name, n.Text.Value)
	if err != nil {
		r.fail(n, field, err.Error(), "an expression with {name} for numbers")
		return nil
	}
	return t
}

func (r *reader) rule(name string, n *doctree.Node) rule {
	out := rule{name: name, text: n.Text.Value}
	if x, err := syntax.ParseExpr(r.name, "["+n.Text.Value+"]"); err == nil {
		if c, ok := x.(*syntax.Comp); ok {
			out.loop, out.expr = c, c.Elt
			return out
		}
	}
	out.expr = r.expr(n, "rules."+name, n.Text.Value)
	return out
}

func (r *reader) step(name string, n *doctree.Node) step {
	out := step{name: name}
	if n.Kind != doctree.Map {
		r.fail(n, "steps."+name, "a step is "+n.What(), "{says: TEXT, from: [STEPS]}")
		return out
	}
	for _, e := range n.Entries {
		switch e.Key.Text.Value {
		case "says":
			out.says = r.texts(e.Val, "steps."+name+".says")
		case "from":
			for _, i := range e.Val.Items {
				out.from = append(out.from, i.Text.Value)
			}
		default:
			r.fail(n, "steps."+name, fmt.Sprintf("a step has no %q", e.Key.Text.Value), "says, from")
		}
	}
	return out
}

func (r *reader) make(f *File, n *doctree.Node) {
	if n.Kind != doctree.Map {
		r.fail(n, "make", "make is "+n.What(), "{carve: [SLOTS], blanks: 2..4}")
		return
	}
	for _, e := range n.Entries {
		switch e.Key.Text.Value {
		case "carve":
			for _, i := range e.Val.Items {
				f.Carve = append(f.Carve, i.Text.Value)
			}
		case "blanks":
			a, b, ok := strings.Cut(e.Val.Text.Value, "..")
			if !ok {
				b = a
			}
			if _, err := fmt.Sscan(a+" "+b, &f.Blanks[0], &f.Blanks[1]); err != nil || f.Blanks[0] < 1 || f.Blanks[1] < f.Blanks[0] {
				r.fail(e.Val, "make.blanks", "the number of blanks is "+e.Val.What(), "a number or a range such as 2..4")
			}
		default:
			r.fail(n, "make", fmt.Sprintf("make has no %q", e.Key.Text.Value), "carve, blanks")
		}
	}
}
