package synth

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/quandary-puzzles/quandary/internal/canon"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/record"
)

// ErrNoForm is the error of Canonical for a record that has no canonical form of its own.
var ErrNoForm = errors.New("no canonical form")

// Canonical gives the canonical form of a record's puzzle: equal for records whose constraint problems are equal up to the
// names and the order of everything, and that ask the same about them. Nothing is solved. A budget of 0 is the default of
// package canon.
//
// What is asked counts as follows. Questions are told apart by their formulas; by the values that formulas take from
// variables; by the options, as a set, where an option is what was drawn for it; and by the answer, where it is no letter. A
// text among these that is a key of a symbol (a person's name, say) counts as what it names in the problem, and not by its
// letters; any other text by its letters. So "how old is Ann?" and "how old is Bo?" differ unless renaming maps one on the
// other, and two records that ask different things are never taken for one.
//
// The error wraps ErrNoForm where the puzzle has no constraints, or the configuration does not say all that was drawn.
func (w *Worker) Canonical(ctx context.Context, rec *record.Record, budget int) (canon.Form, error) {
	if !w.p.doc.CalcSolution {
		return canon.Form{}, fmt.Errorf("%w: the specification solves nothing", ErrNoForm)
	}
	r := w.stated(ctx, rec)
	if r == nil {
		var err error
		if r, err = w.startReplay(ctx, rec.Config, ReplayOptions{Origin: rec.Origin}); err != nil {
			return canon.Form{}, err
		}
		if f := r.problemOnly(); f != nil {
			if err := ctx.Err(); err != nil {
				return canon.Form{}, err
			}
			return canon.Form{}, f
		}
	}
	if rec.Origin == nil && len(r.drawn) > 0 {
		return canon.Form{}, fmt.Errorf("%w: the configuration does not give %s", ErrNoForm, strings.Join(r.drawn, ", "))
	}
	if r.b.NumConstraints() == 0 {
		return canon.Form{}, fmt.Errorf("%w: the puzzle has no constraints", ErrNoForm)
	}
	q := &asked{run: r, g: canon.Problem(r.b.Problem), names: map[string]*named{}, nodes: map[string]int{}}
	q.collectNames()
	q.answers, q.types = strings.Split(rec.Answer, "===="), strings.Split(rec.EvalType, ",")
	for i := range r.p.queries {
		if f := q.query(i); f != nil {
			return canon.Form{}, fmt.Errorf("%w: %w", ErrNoForm, f)
		}
	}
	return q.g.Canonical(budget), nil
}

// stated gives the run that has just made a record, where a replay of the record would state the same problem again: where no
// variable is read off a solution, no question has options, and every value is the same after it was written and read. It gives nil
// where the record is another, or was changed.
func (w *Worker) stated(ctx context.Context, rec *record.Record) *run {
	r := w.run
	if r == nil || r.made == nil || r.made != rec || r.replay != nil || !bytes.Equal(r.madeConfig, rec.Config) || w.p.doc.PostGeneration != nil {
		return nil
	}
	for i := range w.p.queries {
		if w.p.queries[i].choice {
			return nil
		}
	}
	for i := range w.p.variables {
		if !readsBack(w.g.Get(w.p.variables[i].slot)) {
			return nil
		}
	}
	w.th.Reset(ctx, &r.at, w.p.opt.Limits) // the draw's own time is over
	w.th.SetHost(w)
	return r
}

// readsBack reports whether a value of a configuration is the same, and of the same type, when it is read again.
func readsBack(v eval.Value) bool {
	switch x := v.(type) {
	case eval.Int, eval.Bool, eval.Str, eval.NoneType:
		return true
	case *eval.List:
		return !slices.ContainsFunc(x.Elems(), func(e eval.Value) bool { return !readsBack(e) })
	}
	return false
}

// problemOnly builds the constraint problem of a replay, as make does, and does not solve it.
func (r *run) problemOnly() *Failure {
	if f := r.state(); f != nil {
		return f
	}
	if r.p.doc.PostGeneration != nil {
		if f := r.postGenerate(); f != nil {
			return f
		}
	}
	if r.p.doc.Optimize != nil {
		return r.setObjective()
	}
	return nil
}

// asked puts what is asked beside the graph of a problem.
type asked struct {
	*run
	g     *canon.ProblemGraph
	names map[string]*named
	nodes map[string]int // the nodes of the names that are mentioned

	answers, types []string // of the questions: the answer, and how it is compared
}

// named is what a text names in the problem.
type named struct {
	keyOf  []keyOf
	values []string // as a value of an enumeration: its number
}

// keyOf says that a text is the i-th part of the key of a symbol's unknown.
type keyOf struct {
	i    int
	elem eval.Value
}

// collectNames finds the texts that name something in the problem.
func (q *asked) collectNames() {
	at := func(s eval.Str) *named {
		n := q.names[string(s)]
		if n == nil {
			n = &named{}
			q.names[string(s)] = n
		}
		return n
	}
	for i := range q.p.symbols {
		g, ok := q.run.g.Get(q.p.symbols[i].slot).(*group)
		if !ok || g.index == nil {
			continue
		}
		for k, key := range g.keys {
			for part, v := range keyParts(key) {
				if s, ok := v.(eval.Str); ok {
					n := at(s)
					n.keyOf = append(n.keyOf, keyOf{part, g.elems[k]})
				}
			}
		}
	}
	for v := range q.b.NumVars() {
		for number, value := range q.b.enums[model.Var(v)] {
			if s, ok := value.(eval.Str); ok {
				n := at(s)
				n.values = append(n.values, strconv.Itoa(number))
			}
		}
	}
}

func keyParts(key eval.Value) []eval.Value {
	if t, ok := key.(*eval.Tuple); ok {
		return t.Elems()
	}
	return []eval.Value{key}
}

// text gives the node of a text: of a name, what it names; of any other, its letters.
func (q *asked) text(s string) int {
	n := q.names[s]
	if n == nil {
		return q.g.Shared("text " + s)
	}
	if at, ok := q.nodes[s]; ok {
		return at
	}
	slices.Sort(n.values)
	at := q.g.Node("name " + strings.Join(slices.Compact(n.values), " "))
	q.nodes[s] = at
	for _, k := range n.keyOf {
		for _, t := range terms(k.elem) {
			q.g.Edge(at, q.g.Term(t.t), "key "+strconv.Itoa(k.i))
		}
	}
	return at
}

// terms lists the terms of an element of a symbol.
func terms(elem eval.Value) []*term {
	switch e := elem.(type) {
	case *term:
		return []*term{e}
	case *element:
		var out []*term
		for _, v := range e.terms {
			out = append(out, terms(v)...)
		}
		return out
	}
	return nil
}

// maxAsked bounds the nesting of values that are asked about.
const maxAsked = 50

// value gives the node of a value.
func (q *asked) value(v eval.Value, depth int) (int, *Failure) {
	if depth > maxAsked {
		return 0, fail(CauseError, "", errors.New("a value is nested too deep"))
	}
	var list []eval.Value
	label := "list"
	switch x := v.(type) {
	case *term:
		return q.g.Term(x.t), nil
	case *element:
		list, label = x.terms, "fields"
	case eval.Str:
		return q.text(string(x)), nil
	case eval.Int, eval.Bool, eval.Float, *eval.BigInt, eval.NoneType:
		text, err := eval.ToRepr(q.th, v)
		if err != nil {
			return 0, exprFailure("", err)
		}
		return q.g.Shared("value " + text), nil
	case *eval.Dict:
		at := q.g.Node("dict")
		for _, kv := range x.Items() {
			entry := q.g.Node("entry")
			for i, role := range []string{"key", "value"} {
				n, f := q.value(kv[i], depth+1)
				if f != nil {
					return 0, f
				}
				q.g.Edge(entry, n, role)
			}
			q.g.Edge(at, entry, "")
		}
		return at, nil
	case *eval.List:
		list = x.Elems()
	case *eval.Tuple:
		list = x.Elems()
	case *group:
		list = x.elems
	case *eval.Set, *eval.Range:
		var err error
		if list, err = q.elements(v); err != nil {
			return 0, exprFailure("", err)
		}
		if _, ok := v.(*eval.Set); ok {
			label = "set"
		}
	default:
		return 0, fail(CauseError, "", fmt.Errorf("a value of type '%s' has no place in a canonical form", v.TypeName()))
	}
	// A list of names and nothing else is a set of them: their order is that in which the puzzle tells of them.
	if label == "list" && len(list) > 0 && !slices.ContainsFunc(list, func(e eval.Value) bool {
		s, ok := e.(eval.Str)
		return !ok || q.names[string(s)] == nil
	}) {
		label = "set"
	}
	at := q.g.Node(label)
	for i, e := range list {
		n, f := q.value(e, depth+1)
		if f != nil {
			return 0, f
		}
		role := ""
		if label != "set" {
			role = strconv.Itoa(i)
		}
		q.g.Edge(at, n, role)
	}
	return at, nil
}

// query puts the i-th question into the graph.
func (q *asked) query(i int) *Failure {
	query, doc := &q.p.queries[i], q.p.doc.Queries[i]
	at := q.g.Node("question")
	q.g.Edge(q.g.Root, at, "question "+strconv.Itoa(i))
	if o := doc.Open; o != nil {
		if o.AnsFormula != nil {
			if f := q.formula(at, "answer", o.AnsFormula.Value, o.AnsFormula.Tree); f != nil {
				return f
			}
		}
		if o.AnsText != nil {
			if f := q.formula(at, "answer's text", o.AnsText.Value, o.AnsText.Tree); f != nil {
				return f
			}
		}
		if o.AnsSentence != nil {
			if f := q.formula(at, "answer's text", o.AnsSentence.Value, o.AnsSentence.Tree); f != nil {
				return f
			}
		}
		q.answer(at, i)
		return nil
	}
	return q.options(at, i, query)
}

// answer puts the answer to the i-th question into the graph, word by word; where the order does not count, as a set.
func (q *asked) answer(at, i int) {
	if i >= len(q.answers) {
		return
	}
	kind := ""
	if i < len(q.types) {
		kind = strings.TrimSpace(q.types[i])
	}
	unordered := strings.HasPrefix(kind, "unordered") || strings.HasPrefix(kind, "uua")
	answer := strings.TrimSpace(q.answers[i])
	words := []string{answer}
	if q.names[answer] == nil {
		words = strings.FieldsFunc(answer, func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune(",;:()[]{}'\"，；：、", c) })
	}
	for k, word := range words {
		role := "word"
		if !unordered {
			role += " " + strconv.Itoa(k)
		}
		q.g.Edge(at, q.text(word), role)
	}
}

// options puts the options of a question into the graph, as a set.
func (q *asked) options(at, i int, query *query) *Failure {
	kinds := make([]int, len(query.templates))
	parts := make([]*drawn, len(query.templates))
	for k := range query.templates {
		t := &query.templates[k]
		q.at.move("sources:query", i, k)
		d, f := q.prepare(&t.draw)
		if f != nil {
			return f
		}
		parts[k] = d
		formula := q.p.doc.Queries[i].Choice.Templates[k].OptFormula
		kinds[k] = q.g.Node(fmt.Sprintf("options all=%v", t.all))
		if formula != nil {
			if f := q.formula(kinds[k], "true", formula.Value, formula.Tree); f != nil {
				return f
			}
		}
	}
	opts, ok, f := q.readOptions(query, parts)
	if f != nil {
		return f
	}
	if !ok {
		return configFailure("_queries."+query.name, "the options are not there")
	}
	for _, o := range opts {
		node := q.g.Node("option")
		q.g.Edge(node, kinds[o.template], "kind")
		d := parts[o.template]
		// The values stand dimension by dimension, source by source.
		n := 0
		for dim := range d.shape.Dim {
			for src := range d.source {
				for k := range d.shape.Sources[src].Amount {
					role := fmt.Sprintf("%d %d", dim, src)
					if d.plan.order[src] {
						role += " " + strconv.Itoa(k)
					}
					v, f := q.value(o.item.val[n], 0)
					if f != nil {
						return f
					}
					q.g.Edge(node, v, role)
					n++
				}
			}
		}
		q.g.Edge(at, node, "option")
	}
	return nil
}

// formula puts a formula into the graph: its text, and what it takes from variables, and from symbols by a key that is a number or a
// variable.
func (q *asked) formula(at int, role, text string, tree syntax.Expr) *Failure {
	q.g.Edge(at, q.g.Shared("formula "+strings.Join(strings.Fields(text), " ")), role)
	taken := map[string]bool{}
	var walk func(x syntax.Expr) *Failure
	walk = func(x syntax.Expr) *Failure {
		if x == nil {
			return nil
		}
		if ix, ok := x.(*syntax.IndexExpr); ok {
			if elem, key, ok := q.element(ix); ok {
				if !taken[key] {
					taken[key] = true
					n, f := q.value(elem, 0)
					if f != nil {
						return f
					}
					q.g.Edge(at, n, role+" "+key)
				}
				return nil
			}
		}
		if name, ok := x.(*syntax.Name); ok && !taken[name.ID] {
			if v := q.variableValue(name.ID); v != nil {
				taken[name.ID] = true
				n, f := q.value(v, 0)
				if f != nil {
					return f
				}
				q.g.Edge(at, n, role+" "+name.ID)
			}
		}
		for _, c := range syntax.Children(x) {
			if f := walk(c); f != nil {
				return f
			}
		}
		return nil
	}
	return walk(tree)
}

// element recognises symbol[key] and variable[key] where the key is a number or a variable, and finds the element.
func (q *asked) element(ix *syntax.IndexExpr) (elem eval.Value, key string, ok bool) {
	name, ok := ix.X.(*syntax.Name)
	if !ok {
		return nil, "", false
	}
	var of, at eval.Value
	if of = q.variableValue(name.ID); of == nil {
		if slot, ok := q.p.layout.Find(name.ID); ok {
			if g, ok := q.run.g.Get(slot).(*group); ok {
				of = g
			}
		}
	}
	switch k := ix.Index.(type) {
	case *syntax.NumLit:
		if k.IsInt && k.Big == nil {
			at, key = eval.Int(k.Int), strconv.FormatInt(k.Int, 10)
		}
	case *syntax.Name:
		at, key = q.variableValue(k.ID), k.ID
	}
	if of == nil || at == nil {
		return nil, "", false
	}
	elem, err := eval.GetIndex(q.th, of, at)
	return elem, name.ID + "[" + key + "]", err == nil
}

// variableValue gives the value of a variable of the specification; nil for any other name.
func (q *asked) variableValue(name string) eval.Value {
	for i := range q.p.variables {
		if v := &q.p.variables[i]; v.name == name {
			return q.run.g.Get(v.slot)
		}
	}
	for i := range q.p.postVars {
		if v := &q.p.postVars[i]; v.name == name {
			return q.run.g.Get(v.slot)
		}
	}
	return nil
}
