package rules

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

func (r *reader) layer(f *File, role Role, e doctree.Entry) {
	l := &Layer{Name: e.Key.Text.Value, Pos: e.Key.Pos, Role: role}
	v := e.Val
	if v.Kind == doctree.Scalar && !isNull(v) { // number: 0..4 is short for number: {values: 0..4}
		l.Domain = r.domain(v.Text.Value, &v.Text, v.Pos)
	} else if v.Kind == doctree.Map {
		r.known(v, []string{"at", "values", "some", "given", "default", "parts", "each", "made", "called", "said"})
		for _, e := range v.Entries {
			v := e.Val
			switch e.Key.Text.Value {
			case "at":
				l.At = r.expr(v.Text, v.Pos)
			case "values":
				l.Domain = r.domain(v.Text.Value, &v.Text, v.Pos)
			case "some":
				l.Some = r.truth(v)
			case "given":
				l.Printed = r.truth(v)
			case "default":
				d := r.value(v)
				l.Default = &d
			case "parts":
				l.Parts = true
				if v.Text.Value != "cells" {
					l.At = r.expr(v.Text, v.Pos)
				}
			case "each":
				l.Fields = r.fields(v)
			case "made":
				l.Made = r.drawing(v)
			case "called":
				l.Called = r.texts(v)
			}
		}
		if said := entry(v, "said"); said != nil { // after the values
			l.Said = r.sayings(l, said)
		}
	} else if isNull(v) {
		r.fail(e.Key.Pos, "layer", "the layer %s is empty, and no file that is used has it", l.Name).Expected = l.Name + ": {} for truth values in cells, or {at: ..., values: ...}"
	} else {
		r.fail(v.Pos, "type", "the layer %s is %s", l.Name, v.What()).Expected = "{at: ..., values: ...}"
	}
	if l.Printed && role != Find {
		r.fail(l.Pos, "layer", "given: true in a layer that is not to be found").Expected = "a layer under find"
	}
	if l.Objects() && role != Given {
		r.fail(l.Pos, "layer", "objects (each) are not found, only given").Expected = "given: {NAME: {each: ...}}"
	}
	if l.Made != "" && !l.Objects() {
		r.fail(l.Pos, "layer", "made: %s in a layer that holds no objects", l.Made).Expected = "a layer with each: {...}"
	}
	if names := DrawnLayers(l.Made); names != nil && !slices.Contains(names, l.Name) {
		p := r.fail(l.Pos, "layer", "made: %s draws the layers %s, and not %s", l.Made, strings.Join(names, " and "), l.Name)
		if p.Suggest = nearestOf(l.Name, names); p.Suggest == "" {
			p.Expected = "a layer with one of these names"
		}
	}
	f.Layers = append(f.Layers, l)
	if len(f.Layers) == maxLayers+1 {
		r.fail(l.Pos, "limit", "more than %d layers", maxLayers)
	}
}

// Drawings lists the constraints of Sudoku variants whose objects can be drawn on a full board. What makes puzzles has a drawing for each.
func Drawings() []string {
	return strings.Fields(`arrow between cage clone column-indexer counting-circles difference double-arrow dutch entropic even extra-region greater
		hidden-skyscraper killer kropki little lockout max min modular nabner numbered-room odd palindrome parity pill quad ratio rellik renban
		row-indexer sandwich skyscraper slow strict-kropki strict-xv thermo whisper xsum xv zipper`)
}

// DrawnLayers lists the layers of a drawing that draws objects of several; nil: it draws those of one, whatever its name is.
func DrawnLayers(drawing string) []string {
	switch strings.TrimPrefix(drawing, "strict-") {
	case "kropki":
		return []string{"white_dot", "black_dot"}
	case "xv":
		return []string{"five", "ten"}
	}
	return nil
}

// drawing reads the name of one.
func (r *reader) drawing(n *doctree.Node) string {
	name, known := n.Text.Value, Drawings()
	if !slices.Contains(known, name) {
		p := r.fail(n.Pos, "unknown-drawing", "objects made as %q", name)
		if p.Suggest = nearestOf(name, known); p.Suggest == "" {
			p.Expected = "one of " + strings.Join(known, ", ")
		}
	}
	return name
}

// sayings reads how sentences call the words that a layer has for values, or numbers that are drawn as something else.
func (r *reader) sayings(l *Layer, n *doctree.Node) map[string]Texts {
	words, numbers := l.Domain.Kind == Words, l.Domain.Kind == Ints
	if n.Kind != doctree.Map || !words && !numbers {
		r.fail(n.Pos, "layer", "the values of %s are no words or numbers that could be said otherwise", l.Name).Expected = "said: {WORD: {en: ...}} of a layer with values: WORD WORD, or numbers"
		return nil
	}
	if words {
		r.known(n, l.Domain.Words)
	}
	out := map[string]Texts{}
	for _, e := range n.Entries {
		key := e.Key.Text.Value
		if _, err := strconv.ParseInt(key, 10, 64); numbers && err != nil {
			r.fail(e.Key.Pos, "layer", "%q is no number", key).Expected = "said: {1: {en: ...}}"
			continue
		}
		out[key] = r.texts(e.Val)
	}
	return out
}

func (r *reader) fields(n *doctree.Node) []Field {
	out := []Field{}
	for _, e := range r.named(n, "a field") {
		fd := Field{Name: e.Key.Text.Value, Pos: e.Key.Pos}
		text := strings.TrimSpace(e.Val.Text.Value)
		switch {
		case text == "places":
			fd.Places = true
		case text == "alternatives":
			fd.Alternatives = true
		case strings.HasPrefix(text, "places of "):
			fd.Places = true
			fd.At = r.expr(doctree.Text{Value: strings.TrimPrefix(text, "places of "), Pos: e.Val.Pos}, e.Val.Pos)
		case text == "int":
			fd.Domain = Domain{Kind: Ints, Pos: e.Val.Pos}
		default:
			fd.Domain = r.domain(text, nil, e.Val.Pos)
		}
		out = append(out, fd)
	}
	if len(out) == 0 {
		r.fail(n.Pos, "layer", "objects without fields").Expected = "each: {cells: places, total: int}"
	}
	return out
}

// domain reads a domain: bool, 1..9, 0.., words, list of 1.., list of 1.. ? *, or a class of places. The text may be nil where places within it are
// not known.
func (r *reader) domain(s string, t *doctree.Text, pos doctree.Pos) Domain {
	d := Domain{Pos: pos}
	part := func(from, to int) *Expr {
		text := doctree.Text{Value: s[from:to], Pos: pos}
		if t != nil {
			text.Pos = t.At(from)
		}
		return r.expr(text, text.Pos)
	}
	trimmed := strings.TrimSpace(s)
	switch {
	case trimmed == "" || trimmed == "bool":
		return d
	case trimmed == "int":
		d.Kind = Ints
		return d
	case strings.HasPrefix(trimmed, "list of "):
		of, signs := signsBehind(strings.TrimPrefix(trimmed, "list of "))
		elem := r.domain(of, nil, pos)
		d.Kind, d.Elem = Lists, &elem
		if elem.Kind == Lists {
			r.fail(pos, "domain", "lists of lists are no values")
		}
		if len(signs) > 0 && elem.Kind != Ints {
			r.fail(pos, "domain", "%s beside what are no numbers", strings.Join(signs, " ")).Expected = "list of 1.. ? *: numbers, and signs among them"
		}
		elem.Words = append(elem.Words, signs...)
		return d
	}
	if i := strings.Index(s, ".."); i >= 0 {
		d.Kind = Ints
		if strings.TrimSpace(s[:i]) != "" {
			d.Lo = part(0, i)
		}
		if strings.TrimSpace(s[i+2:]) != "" {
			d.Hi = part(i+2, len(s))
		}
		if lo, hi := strings.TrimSpace(s[:i]), strings.TrimSpace(s[i+2:]); len(lo) < 10 && len(hi) < 10 {
			from, err := strconv.Atoi(lo)
			to, err2 := strconv.Atoi(hi)
			if err == nil && err2 == nil && from > to {
				r.fail(pos, "domain", "no number is in %s", trimmed).Expected = hi + ".." + lo
			}
		}
		return d
	}
	if lo, hi, ok := strings.Cut(trimmed, "-"); ok && digits(lo) && digits(hi) {
		r.fail(pos, "domain", "%s is a difference", trimmed).Expected = strings.TrimSpace(lo) + ".." + strings.TrimSpace(hi)
		return d
	}
	words := strings.Fields(trimmed)
	plain := true
	for _, w := range words {
		plain = plain && strings.Trim(w, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
	}
	if plain && len(words) > 1 {
		d.Kind, d.Words = Words, words
		return d
	}
	d.Kind = Places
	d.At = part(0, len(s))
	return d
}

// signsBehind takes the signs off that stand behind the numbers of a list: ? and *, with which no number ends.
func signsBehind(s string) (numbers string, signs []string) {
	words := strings.Fields(s)
	n := len(words)
	for n > 1 && (words[n-1] == "?" || words[n-1] == "*") {
		n--
	}
	return strings.Join(words[:n], " "), words[n:]
}

func digits(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// value reads a value as a default gives it.
func (r *reader) value(n *doctree.Node) Value {
	s := n.Text.Value
	switch {
	case isNull(n):
		return Value{}
	case n.Kind != doctree.Scalar:
		r.fail(n.Pos, "type", "%s as a value", n.What()).Expected = "a number, a word, true or false"
		return Value{}
	case n.Tag == "!!bool":
		return BoolOf(s == "true" || s == "True")
	}
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return IntOf(i)
	}
	return WordOf(s)
}

// check finds names that nothing defines, names defined twice, and definitions that lead back to themselves.
func (r *reader) check(f *File) {
	defined := map[string]doctree.Pos{}
	define := func(name string, pos doctree.Pos) {
		if first, ok := defined[name]; ok {
			r.fail(pos, "twice", "the name %s is defined twice, first on line %d", name, first.Line)
			return
		}
		if what, ok := vocabulary[name]; ok && what != aDirection {
			r.fail(pos, "taken", "%s is a word of the language", name).Expected = "another name"
		}
		defined[name] = pos
	}
	for _, p := range f.Params {
		define(p.Name, p.Pos)
	}
	for _, l := range f.Layers {
		define(l.Name, l.Pos)
	}
	for _, l := range f.Lets {
		define(l.Name, l.Pos)
	}
	names := &scope{r: r, f: f, defined: defined}
	for _, l := range f.Layers {
		names.own = l
		names.expr(l.At, nil)
		names.domain(&l.Domain)
		for i := range l.Fields {
			names.expr(l.Fields[i].At, nil)
			names.domain(&l.Fields[i].Domain)
		}
	}
	names.own = nil
	for _, p := range f.Params {
		names.expr(p.Default, nil)
	}
	for _, l := range f.Lets {
		names.expr(l.Expr, l.Params)
	}
	for _, rule := range f.Rules {
		names.expr(rule.Expr, nil)
		r.sentence(f, rule, false)
		r.sentence(f, rule, true)
	}
	for _, rule := range f.Making.Must {
		names.expr(rule.Expr, nil)
	}
	for _, w := range f.Making.Want {
		names.expr(w.Expr, nil)
	}
	for _, l := range f.Help.Left {
		names.expr(l.Expr, nil)
	}
	r.recursion(f)
}

// sentence checks that the names in braces of a rule's sentences – how it is broken, or what holds – are known where the rule stands.
func (r *reader) sentence(f *File, rule *Rule, holds bool) {
	texts := rule.Text
	if holds {
		texts = rule.Holds
	}
	for _, lang := range slices.Sorted(maps.Keys(texts)) {
		at := &doctree.Text{Pos: rule.Pos, Value: texts[lang]}
		if own := r.said[saying{rule, holds, lang}]; own != nil {
			at = own
		}
		tree, err := syntax.ParseTemplate(r.path, at.Value)
		if err != nil {
			pos, msg, expected := at.Pos, err.Error(), ""
			if wrong := (*syntax.Error)(nil); errors.As(err, &wrong) {
				pos, msg, expected = at.At(int(wrong.Pos.Offset)), wrong.Msg, wrong.Expected
			}
			r.fail(pos, "sentence", "the sentence of %s (%s): %s", rule.Name, lang, msg).Expected = expected
			continue
		}
		bound := boundNames(rule.Clauses)
		for _, part := range tree.Parts {
			if x, ok := part.(*syntax.Formatted); ok {
				if !sayable(x.X) {
					r.fail(at.At(int(x.X.Start().Offset)), "sentence", "a sentence (of %s, %s) cannot fill in %s", rule.Name, lang, syntax.Describe(x.X)).Expected =
						"{c}, {number[c]}, {list[0]} or {object.field}"
					continue
				}
				(&scope{r: r, f: f, defined: nil, sentence: rule}).walk(&Expr{Text: *at}, x.X, bound)
			}
		}
	}
}

// sayable reports whether a sentence can fill in an expression.
func sayable(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Name:
		return true
	case *syntax.AttrExpr:
		return sayable(x.X)
	case *syntax.IndexExpr:
		n, number := x.Index.(*syntax.NumLit)
		return sayable(x.X) && (number && n.IsInt || !number && sayable(x.Index))
	}
	return false
}

// recursion reports lets that use themselves.
func (r *reader) recursion(f *File) {
	state := map[string]int{}
	var visit func(l *Let, depth int)
	visit = func(l *Let, depth int) {
		if state[l.Name] == 2 {
			return
		}
		if state[l.Name] == 1 || depth > 60 {
			r.fail(l.Pos, "recursion", "%s uses itself, directly or by other names", l.Name)
			state[l.Name] = 2
			return
		}
		state[l.Name] = 1
		if l.Expr != nil {
			eachName(l.Expr.Tree, func(n *syntax.Name) {
				if m := f.Let(n.ID); m != nil {
					visit(m, depth+1)
				}
			})
		}
		state[l.Name] = 2
	}
	for _, l := range f.Lets {
		visit(l, 0)
	}
}

func eachName(x syntax.Expr, visit func(*syntax.Name)) {
	if n, ok := x.(*syntax.Name); ok {
		visit(n)
	}
	for _, c := range syntax.Children(x) {
		eachName(c, visit)
	}
}

// boundNames lists the names that the clauses of a rule bind.
func boundNames(clauses []syntax.CompFor) []string {
	var out []string
	for _, c := range clauses {
		out = append(out, targets(c.Target)...)
	}
	return out
}

// targets lists the names that a loop's target binds.
func targets(x syntax.Expr) []string {
	switch x := x.(type) {
	case *syntax.Name:
		return []string{x.ID}
	case *syntax.TupleExpr:
		var out []string
		for _, y := range x.Elts {
			out = append(out, targets(y)...)
		}
		return out
	case *syntax.ListExpr:
		return targets(&syntax.TupleExpr{Elts: x.Elts})
	}
	return nil
}

// scope checks the names of expressions.
type scope struct {
	r        *reader
	f        *File
	defined  map[string]doctree.Pos
	sentence *Rule
	own      *Layer // the layer whose places and values are read: it cannot stand at itself
}

func (s *scope) domain(d *Domain) {
	s.expr(d.Lo, nil)
	s.expr(d.Hi, nil)
	s.expr(d.At, nil)
	if d.Elem != nil {
		s.domain(d.Elem)
	}
}

func (s *scope) expr(e *Expr, bound []string) {
	if e != nil {
		s.walk(e, e.Tree, bound)
	}
}

func (s *scope) walk(e *Expr, x syntax.Expr, bound []string) {
	switch x := x.(type) {
	case *syntax.Name:
		s.name(e, x, bound)
		return
	case *syntax.Comp:
		for i, c := range x.Clauses {
			s.walk(e, c.Iter, bound)
			bound = append(bound[:len(bound):len(bound)], targets(c.Target)...)
			for _, cond := range x.Clauses[i].Ifs {
				s.walk(e, cond, bound)
			}
		}
		if x.Kind == syntax.DictComp || x.Kind == syntax.SetComp {
			s.fail(e, x, "a dict or a set in a rule", "a list: [... for ...], or a generator as an argument")
			return
		}
		s.walk(e, x.Elt, bound)
		return
	case *syntax.Lambda, *syntax.DictExpr, *syntax.SetExpr, *syntax.WalrusExpr, *syntax.YieldExpr, *syntax.JoinedStr, *syntax.StarExpr:
		s.fail(e, x, fmt.Sprintf("%s in a rule", syntax.Describe(x)), "an expression of numbers, places, lists and layers")
		return
	case *syntax.CallExpr:
		switch fun := x.Fun.(type) {
		case *syntax.Name:
			s.name(e, fun, bound)
			if l := s.f.Let(fun.ID); l != nil && !slices.Contains(bound, fun.ID) {
				if !l.Func {
					s.fail(e, fun, fun.ID+" is a name and no function", "")
				} else if len(l.Params) != len(x.Args) {
					s.fail(e, x, fmt.Sprintf("%s takes %d arguments, here are %d", fun.ID, len(l.Params), len(x.Args)), "")
				}
			}
		case *syntax.AttrExpr:
			s.walk(e, fun, bound)
		default:
			s.fail(e, x, "a call of something without a name", "")
			return
		}
		for _, a := range x.Args {
			s.walk(e, a.Value, bound)
		}
		return
	case *syntax.AttrExpr:
		s.walk(e, x.X, bound)
		if !s.attribute(x.Name) {
			p := s.fail(e, x, "no place has a relation "+x.Name, "")
			p.Pos = e.Text.At(int(x.NamePos.Offset) - e.shift)
			if p.Expected = instead[x.Name]; p.Expected == "" {
				p.Suggest = nearestOf(x.Name, append(s.fields(), Relations()...))
			}
		}
		return
	case *syntax.CompareExpr:
		s.whole(e, x, bound)
	}
	for _, c := range syntax.Children(x) {
		s.walk(e, c, bound)
	}
}

func (s *scope) fields() []string {
	var out []string
	for _, l := range s.f.Layers {
		for _, f := range l.Fields {
			out = append(out, f.Name)
		}
	}
	return out
}

func (s *scope) attribute(name string) bool {
	return slices.Contains(Relations(), name) || slices.Contains(s.fields(), name)
}

func (s *scope) fail(e *Expr, n syntax.Node, msg, expected string) *doctree.Problem {
	p := s.r.fail(e.Place(n), "expression", "%s", msg)
	p.Expected = expected
	return p
}

func (s *scope) name(e *Expr, n *syntax.Name, bound []string) {
	if slices.Contains(bound, n.ID) || s.defined != nil && s.defined[n.ID].IsValid() {
		return
	}
	if _, ok := vocabulary[n.ID]; ok {
		return
	}
	if s.f.Layer(n.ID) != nil || s.f.Let(n.ID) != nil {
		return
	}
	var known []string
	for k := range vocabulary {
		known = append(known, k)
	}
	for _, l := range s.f.Layers {
		if l != s.own {
			known = append(known, l.Name)
		}
	}
	for _, l := range s.f.Lets {
		known = append(known, l.Name)
	}
	for _, p := range s.f.Params {
		if known = append(known, p.Name); p.Name == n.ID {
			return
		}
	}
	msg := "unknown name " + n.ID
	if s.sentence != nil {
		msg = fmt.Sprintf("the sentence of %s names %s, which the rule's clauses do not bind", s.sentence.Name, n.ID)
	}
	p := s.fail(e, n, msg, "")
	p.Code = "unknown-name"
	if l := s.wordOf(n.ID); l != nil {
		p.Expected = fmt.Sprintf("'%s' in quotes, which is a word of %s", n.ID, l.Name)
	} else if p.Suggest = nearestOf(n.ID, append(known, bound...)); p.Suggest == "" || instead[n.ID] != "" {
		p.Suggest, p.Expected = "", instead[n.ID]
	}
}

// wordOf gives a layer that has a word among its values, or nil.
func (s *scope) wordOf(word string) *Layer {
	for _, l := range s.f.Layers {
		if l.Domain.Kind == Words && slices.Contains(l.Domain.Words, word) {
			return l
		}
	}
	return nil
}

// whole refuses == and != between a layer as a whole and something else: one of its values is meant, or a word of that name.
func (s *scope) whole(e *Expr, x *syntax.CompareExpr, bound []string) {
	sides := append([]syntax.Expr{x.First}, x.Rest...)
	for i, op := range x.Ops {
		if op != syntax.Eq && op != syntax.Ne {
			continue
		}
		for _, side := range sides[i : i+2] {
			n, ok := side.(*syntax.Name)
			if !ok || slices.Contains(bound, n.ID) {
				continue
			}
			if l := s.f.Layer(n.ID); l != nil {
				expected := fmt.Sprintf("%s[...], its value at a place", l.Name)
				if s.wordOf(n.ID) != nil {
					expected += fmt.Sprintf(", or the word '%s' in quotes", n.ID)
				}
				s.fail(e, n, fmt.Sprintf("the layer %s as a whole is compared", l.Name), expected)
			}
		}
	}
}
