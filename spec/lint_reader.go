package spec

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/py/syntax"
)

// This file asks what a reader of the puzzle can know. What a reader sees is the text: desc, and whatever its placeholders
// lead to. What is solved are the constraints. A condition whose text is nowhere in the puzzle, and a value that constrains
// the unknowns but is told nowhere, give a puzzle with one solution for the program and several for its reader.
//
// The check follows names and runs nothing, and where it cannot tell it is silent: a value counts as told when any text
// that is reached mentions it or something computed from it, and when it is computed from nothing but what is told.

// reader follows the names from the text of the puzzle to everything that it shows.
type reader struct {
	l       *linter
	doc     *Document
	vars    map[string]*Variable
	symbols map[string]*Symbol
	conds   map[string]*Condition
	posts   map[string]*PostVar
	postCs  map[string]*PostCondition
	queries map[string]*Query
	ops     map[string]*Operator

	told  map[string]bool       // the names that the text leads to
	drawn map[*DrawTemplate]set // the sources of a draw whose values the text shows
	known map[string]bool       // answers of knows, also while it works
}

// set is a set of sources by index; all means every one.
type set map[int]bool

const all = -1

func (s set) has(k int) bool { return s[k] || s[all] }

func newReader(l *linter) *reader {
	d := l.doc
	r := &reader{l: l, doc: d, vars: map[string]*Variable{}, symbols: map[string]*Symbol{}, conds: map[string]*Condition{},
		posts: map[string]*PostVar{}, postCs: map[string]*PostCondition{}, queries: map[string]*Query{}, ops: map[string]*Operator{},
		told: map[string]bool{}, drawn: map[*DrawTemplate]set{}, known: map[string]bool{}}
	for _, o := range d.Operators {
		r.ops[o.Name.Text] = o
	}
	for _, v := range d.Variables {
		r.vars[v.Name.Text] = v
	}
	for _, s := range d.Symbols {
		r.symbols[s.Name.Text] = s
	}
	for _, c := range d.Conditions {
		r.conds[c.Name.Text] = c
	}
	for _, q := range d.Queries {
		r.queries[q.Name.Text] = q
	}
	if p := d.PostGeneration; p != nil {
		for _, v := range p.Vars {
			r.posts[v.Name.Text] = v
		}
		for _, c := range p.Conditions {
			r.postCs[c.Name.Text] = c
		}
	}
	r.text(d.Desc)
	return r
}

// unread warns of conditions that no text reaches and of values in constraints that no text tells.
func (l *linter) unread() {
	if l.doc.Desc == nil || l.doc.Desc.Tree == nil {
		return // reported by Load
	}
	r := newReader(l)
	for _, c := range l.doc.Conditions {
		path := join("conditions", c.Name.Text)
		if s := c.Static; s != nil {
			r.static(c.Name, path, s)
			continue
		}
		r.dynamic(c, path)
	}
	if p := l.doc.PostGeneration; p != nil {
		for _, c := range p.Conditions {
			r.static(c.Name, join("post_generation.post_gen_conditions", c.Name.Text), &c.Static)
		}
	}
	if o := l.doc.Optimize; o != nil && o.Formula != nil {
		r.values(o.Formula, "optimize.formula", nil)
	}
}

func (r *reader) static(name Name, path string, s *Static) {
	if s.Desc != nil && !r.told[name.Text] {
		r.unshown(name, path)
		r.values(s.Formula, path+".formula", r.mentions(s.Desc))
		return
	}
	r.values(s.Formula, path+".formula", nil)
}

func (r *reader) dynamic(c *Condition, path string) {
	texts := slices.ContainsFunc(c.Dynamic.Templates, func(t *DrawTemplate) bool { return t.Desc != nil })
	if texts && !r.told[c.Name.Text] {
		r.unshown(c.Name, path)
		return
	}
	for i, t := range c.Dynamic.Templates {
		r.template(t, templatePath(path, c.Dynamic.Multi, i))
	}
}

func (r *reader) unshown(name Name, path string) {
	r.l.problem(Warning, name.Pos, "unshown", path, "the text of the condition %s is nowhere in the puzzle: its reader knows of it only if other words say the same", name).
		Expected = "{" + name.Text + "} or {" + r.listing(name.Text) + "} in desc"
}

func (r *reader) listing(name string) string {
	if r.postCs[name] != nil {
		return "post_gen_conditions"
	}
	return "conditions"
}

// template checks a draw that makes constraints: what is drawn for the formula, and the values in it.
func (r *reader) template(t *DrawTemplate, path string) {
	if t.Formula == nil {
		return
	}
	told := r.drawn[t]
	for _, k := range uses(&t.Formula.Text, syntax.FreeNames(t.Formula.Tree)).sorted(len(t.Source)) {
		if told.has(k) || r.constant(t.Source[k]) {
			continue
		}
		p := r.l.problem(Warning, t.Formula.Pos, "untold", path+".formula",
			"what is drawn from source %d constrains the unknowns, and no text tells it", k)
		p.Expected = fmt.Sprintf("_sym[%d] in the desc of what is drawn", k)
		if t.Desc == nil {
			p.Expected = "a desc that tells it"
		}
	}
	// How many values a list has is seen where the list is told.
	lengths := map[string]bool{}
	for k, e := range t.Amount {
		if told.has(k) && e.Tree != nil {
			for _, ref := range syntax.FreeNames(e.Tree) {
				lengths[ref.Name] = true
			}
		}
	}
	r.values(t.Formula, path+".formula", lengths)
}

// constant reports whether a source offers one value only, so that nothing is drawn.
func (r *reader) constant(e *Expr) bool {
	switch x := e.Tree.(type) {
	case *syntax.ListExpr:
		return len(x.Elts) == 1
	case *syntax.TupleExpr:
		return len(x.Elts) == 1
	}
	return false
}

// values reports the variables of a constraint that a reader cannot know; those in skip are told by a text that has been
// reported as not shown.
func (r *reader) values(e *Expr, path string, skip map[string]bool) {
	if e == nil || e.Tree == nil {
		return
	}
	seen := map[string]bool{}
	for _, ref := range syntax.FreeNames(e.Tree) {
		name := ref.Name
		if seen[name] || skip[name] {
			continue
		}
		seen[name] = true
		switch {
		case r.vars[name] != nil || r.posts[name] != nil:
			if !r.knows(name) {
				r.l.problem(Warning, e.Text.At(int(ref.Pos.Offset)), "untold", path,
					"the value of %s constrains the unknowns, and no text tells it", name).Expected = "{" + name + "} in a text of the puzzle"
			}
		case r.symbols[name] != nil && r.symbols[name].Derived != nil && !r.known[name]:
			r.known[name] = true // each symbol is looked at once
			d := r.symbols[name].Derived
			for i, t := range d.Templates {
				r.template(t, templatePath(join("symbols", name), d.Multi, i))
			}
		}
	}
}

// knows reports whether a reader can know the value of a variable.
func (r *reader) knows(name string) bool {
	if r.told[name] {
		return true
	}
	if k, ok := r.known[name]; ok {
		return k
	}
	r.known[name] = false
	var e *Expr
	if v := r.vars[name]; v != nil {
		e = v.Formula
		if e == nil && v.single() {
			e = v.Domain
		}
	} else {
		e = r.posts[name].Formula
	}
	r.known[name] = e != nil && e.Tree != nil && r.computed(syntax.FreeNames(e.Tree), 0)
	return r.known[name]
}

// single reports whether a domain has one value only: equal bounds, or a list of one.
func (v *Variable) single() bool {
	if v.Domain == nil {
		return false // a mistake of the file, which is reported elsewhere
	}
	if v.Type == VarInt || v.Type == VarFloat {
		return v.Domain.equalBounds()
	}
	list, ok := v.Domain.Tree.(*syntax.ListExpr)
	return ok && len(list.Elts) == 1
}

// equalBounds reports whether an expression is a list of two that are the same expression.
func (e *Expr) equalBounds() bool {
	list, ok := e.Tree.(*syntax.ListExpr)
	if !ok || len(list.Elts) != 2 {
		return false
	}
	of := func(x syntax.Expr) string { return e.Value[x.Start().Offset:x.End().Offset] }
	return of(list.Elts[0]) == of(list.Elts[1])
}

// maxOperatorDepth bounds the operators that call operators.
const maxOperatorDepth = 20

// computed reports whether an expression with these names gives a reader nothing that is not known: no value is drawn, and
// every variable in it is known.
func (r *reader) computed(refs []syntax.Ref, depth int) bool {
	for _, ref := range refs {
		switch name := ref.Name; {
		case r.vars[name] != nil || r.posts[name] != nil:
			if !r.knows(name) {
				return false
			}
		case r.ops[name] != nil:
			if o := r.ops[name]; o.Expr != nil && o.Expr.Tree != nil && depth < maxOperatorDepth &&
				!r.computed(syntax.FreeNames(o.Expr.Tree), depth+1) {
				return false
			}
		case drawing[name] || name == "_sol":
			return false
		}
	}
	return true
}

// drawing are the names of the universe that draw values. Those that only make names up (generate_letters, get_faker) are not
// among them: what unknowns are called constrains nothing.
var drawing = func() map[string]bool {
	out := map[string]bool{}
	for _, n := range strings.Fields(`random randint uniform sample choice choose generate_random_list
		generate_random_list_with_total get_required_non_solutions generate_formula generate_formulas build_system`) {
		out[n] = true
	}
	return out
}()

// mentions are the names in a text.
func (r *reader) mentions(t *Template) map[string]bool {
	out := map[string]bool{}
	if t != nil && t.Tree != nil {
		for _, ref := range syntax.FreeNames(t.Tree) {
			out[ref.Name] = true
		}
	}
	return out
}

// text follows every name of a text that the reader sees.
func (r *reader) text(t *Template) {
	if t != nil && t.Tree != nil {
		r.refs(&t.Text, syntax.FreeNames(t.Tree))
	}
}

func (r *reader) expr(e *Expr) {
	if e != nil && e.Tree != nil {
		r.refs(&e.Text, syntax.FreeNames(e.Tree))
	}
}

func (r *reader) refs(t *Text, refs []syntax.Ref) {
	for _, ref := range refs {
		after := t.Value[min(int(ref.Pos.Offset)+len(ref.Name), len(t.Value)):]
		if strings.HasPrefix(after, ".") && r.conds[ref.Name] != nil && r.conds[ref.Name].Dynamic != nil {
			r.data(r.conds[ref.Name].Dynamic.Templates)
		}
		r.see(ref.Name)
	}
}

// data marks all that is drawn as told: a text works with the drawn values themselves.
func (r *reader) data(list []*DrawTemplate) {
	for _, t := range list {
		r.drawn[t] = set{all: true}
		for _, e := range t.Source {
			r.expr(e)
		}
	}
}

// see follows one name.
func (r *reader) see(name string) {
	if r.told[name] {
		return
	}
	r.told[name] = true
	switch {
	case name == "conditions":
		for _, c := range r.doc.Conditions {
			r.see(c.Name.Text)
		}
	case name == "post_gen_conditions" && r.doc.PostGeneration != nil:
		for _, c := range r.doc.PostGeneration.Conditions {
			r.see(c.Name.Text)
		}
	case name == "queries":
		for _, q := range r.doc.Queries {
			r.see(q.Name.Text)
		}
	case r.conds[name] != nil:
		c := r.conds[name]
		if c.Static != nil {
			r.text(c.Static.Desc)
		} else {
			r.count(c.Dynamic.Total)
			r.draws(c.Dynamic.Templates)
		}
	case r.postCs[name] != nil:
		r.text(r.postCs[name].Desc)
	case r.vars[name] != nil:
		r.expr(r.vars[name].Formula)
	case r.posts[name] != nil:
		r.expr(r.posts[name].Formula)
	case r.symbols[name] != nil:
		s := r.symbols[name]
		if d := s.Defined; d != nil {
			for _, e := range d.Source {
				r.expr(e)
			}
			for _, t := range d.Descs {
				r.text(t)
			}
		}
		if d := s.Derived; d != nil {
			r.count(d.Total)
			r.draws(d.Templates)
		}
	case r.queries[name] != nil:
		q := r.queries[name]
		r.text(q.Desc)
		if q.Choice != nil {
			for _, t := range q.Choice.Templates {
				r.text(t.OptText)
				for _, e := range t.Source {
					r.expr(e)
				}
			}
		}
	case r.ops[name] != nil:
		r.expr(r.ops[name].Expr)
	}
}

// count follows how many items there are, which is seen where they are told, unless it is drawn too.
func (r *reader) count(e *Expr) {
	if e == nil || e.Tree == nil {
		return
	}
	if _, ok := e.Tree.(*syntax.ListExpr); !ok || e.equalBounds() {
		r.expr(e)
	}
}

// draws follows the texts of what is drawn. What has no text shows its values.
func (r *reader) draws(list []*DrawTemplate) {
	if len(list) == 1 {
		r.count(list[0].Domain)
	}
	texts := slices.ContainsFunc(list, func(t *DrawTemplate) bool { return t.Desc != nil })
	if !texts {
		r.data(list)
		return
	}
	for _, t := range list {
		if t.Desc == nil || t.Desc.Tree == nil {
			continue
		}
		refs := syntax.FreeNames(t.Desc.Tree)
		shown := uses(&t.Desc.Text, refs)
		if r.drawn[t] == nil {
			r.drawn[t] = set{}
		}
		for k, e := range t.Source {
			if shown.has(k) {
				r.drawn[t][k] = true
				r.expr(e)
			}
		}
		r.refs(&t.Desc.Text, refs)
	}
}

var constantIndex = regexp.MustCompile(`^\s*\[\s*(\d+)\s*\]`)

// uses are the sources whose drawn values an expression works with: _sym[1] and _ind[1] use source 1, a bare _sym uses all.
func uses(t *Text, refs []syntax.Ref) set {
	out := set{}
	for _, ref := range refs {
		if ref.Name != "_sym" && ref.Name != "_ind" {
			continue
		}
		after := t.Value[min(int(ref.Pos.Offset)+len(ref.Name), len(t.Value)):]
		k := all
		if m := constantIndex.FindStringSubmatch(after); m != nil {
			if n, err := strconv.Atoi(m[1]); err == nil {
				k = n
			}
		}
		out[k] = true
	}
	return out
}

// sorted gives the sources of a draw with n of them.
func (s set) sorted(n int) []int {
	var out []int
	for k := range n {
		if s.has(k) {
			out = append(out, k)
		}
	}
	return out
}
