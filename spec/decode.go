package spec

import (
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// decoder turns nodes into the document's types. It reports and goes on, so that one run finds everything.
type decoder struct {
	file    string
	root    fs.FS
	limits  Limits
	modules map[string]*Module // by path; nil for those that failed
	probs   Problems
	hash    hash.Hash
}

func (d *decoder) problem(sev Severity, pos Pos, code, field, format string, args ...any) *Problem {
	p := &Problem{Severity: sev, Pos: pos, Code: code, Field: field, Message: fmt.Sprintf(format, args...)}
	return d.probs.Add(p)
}

// wrong reports a value of the wrong type.
func (d *decoder) wrong(n *node, field, expected string) {
	msg := n.What()
	if n.Kind == scalarNode && n.Text.Value != "" {
		msg += " " + quoteShort(n.Text.Value)
	}
	d.problem(Error, n.Pos, "type", field, "%s is %s", lastKey(field), msg).Expected = expected
}

func quoteShort(s string) string {
	const most = 40
	r := []rune(s)
	if len(r) > most {
		s = string(r[:most]) + "…"
	}
	return strconv.Quote(s)
}

// lastKey is the attribute's own name, without its path.
func lastKey(path string) string {
	i := strings.LastIndexByte(path, '.')
	return path[i+1:]
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// fields is a mapping of which each known key is taken once; what is left over is unknown.
type fields struct {
	d     *decoder
	attrs Attrs
	vals  map[string]*node
	taken []string // every key that the format knows here
}

// mapping reads n as a mapping of attributes. Anything else is reported and read as an empty one.
func (d *decoder) mapping(n *node, path, expected string) *fields {
	f := &fields{d: d, attrs: Attrs{Pos: n.Pos, Path: path}, vals: map[string]*node{}}
	if n.Kind != mapNode {
		d.wrong(n, path, expected)
		return f
	}
	for _, e := range n.Entries {
		key := e.Key.Text.Value
		f.attrs.Keys = append(f.attrs.Keys, Attr{Key: key, KeyPos: e.Key.Pos, ValuePos: e.Val.Pos})
		f.vals[key] = e.Val
	}
	return f
}

func (f *fields) path(key string) string { return join(f.attrs.Path, key) }

// get takes a key's value: nil where the mapping does not have it or it is null or None.
func (f *fields) get(key string) *node {
	f.taken = append(f.taken, key)
	if at := f.attrs.find(key); at != nil {
		at.Known = true
	}
	n := f.vals[key]
	if n == nil || isNone(n) {
		return nil
	}
	return n
}

// done reports the keys that nothing took.
func (f *fields) done() Attrs {
	for _, a := range f.attrs.Keys {
		if a.Known {
			continue
		}
		p := f.d.problem(Warning, a.KeyPos, "unknown-key", f.path(a.Key), "unknown key %q is ignored", a.Key)
		p.Suggest = nearest.One(a.Key, f.taken)
		if p.Suggest == "" {
			p.Expected = "one of " + strings.Join(f.taken, ", ")
		}
	}
	return f.attrs
}

// isNone reports whether a value stands for no value: nothing, null, or Python's None.
func isNone(n *node) bool {
	if n.Kind != scalarNode {
		return false
	}
	return n.Tag == "!!null" || n.Text.Value == "None"
}

// truth reads a truth value: YAML's, or the words in any case, quoted or not.
func (f *fields) truth(key string, def bool) bool {
	n := f.get(key)
	if n == nil {
		return def
	}
	return f.d.truth(n, f.path(key), def)
}

func (d *decoder) truth(n *node, field string, def bool) bool {
	if n.Kind == scalarNode {
		switch strings.ToLower(strings.TrimSpace(n.Text.Value)) {
		case "true", "yes", "on", "1":
			return true
		case "false", "no", "off", "0":
			return false
		}
	}
	d.wrong(n, field, "true or false")
	return def
}

// truths reads a list of truth values, or one for a list of one.
func (f *fields) truths(key string) []bool {
	n := f.get(key)
	if n == nil {
		return nil
	}
	var out []bool
	for i, item := range listOf(n) {
		out = append(out, f.d.truth(item, fmt.Sprintf("%s[%d]", f.path(key), i), false))
	}
	return out
}

// listOf is the items of a list; anything else counts as a list of itself.
func listOf(n *node) []*node {
	if n.Kind == listNode {
		return n.Items
	}
	return []*node{n}
}

func (f *fields) int(key string, def, least int) int {
	n := f.get(key)
	if n == nil {
		return def
	}
	if v, ok := f.d.int(n, f.path(key), least); ok {
		return v
	}
	return def
}

const maxInt = 1_000_000_000

func (d *decoder) int(n *node, field string, least int) (int, bool) {
	if n.Kind == scalarNode {
		v, err := strconv.Atoi(strings.ReplaceAll(strings.TrimSpace(n.Text.Value), "_", ""))
		if err == nil && v >= least && v <= maxInt {
			return v, true
		}
	}
	d.wrong(n, field, fmt.Sprintf("a whole number of at least %d", least))
	return 0, false
}

func (f *fields) float(key string, def float64) float64 {
	n := f.get(key)
	if n == nil {
		return def
	}
	if n.Kind == scalarNode {
		if v, err := strconv.ParseFloat(strings.TrimSpace(n.Text.Value), 64); err == nil {
			return v
		}
	}
	f.d.wrong(n, f.path(key), "a number")
	return def
}

// text reads a scalar as it stands.
func (f *fields) text(key string) *Text {
	n := f.get(key)
	if n == nil {
		return nil
	}
	if n.Kind != scalarNode {
		f.d.wrong(n, f.path(key), "a text")
		return nil
	}
	return &n.Text
}

// choice reads one of a few words, in any case.
func (f *fields) choice(key, def string, words ...string) string {
	n := f.get(key)
	if n == nil {
		return def
	}
	if n.Kind == scalarNode {
		got := strings.ToLower(strings.TrimSpace(n.Text.Value))
		for _, w := range words {
			if got == w {
				return w
			}
		}
		p := f.d.problem(Error, n.Pos, "choice", f.path(key), "%s is %s", key, quoteShort(n.Text.Value))
		p.Expected, p.Suggest = strings.Join(words, " or "), nearest.One(got, words)
		return def
	}
	f.d.wrong(n, f.path(key), strings.Join(words, " or "))
	return def
}

// expr reads an expression.
func (f *fields) expr(key string) *Expr {
	n := f.get(key)
	if n == nil {
		return nil
	}
	return f.d.expr(n, f.path(key))
}

// value reads an expression that may also be written as a list of literals: domain: [1, 10].
func (f *fields) value(key string) *Expr {
	n := f.get(key)
	if n == nil {
		return nil
	}
	return f.d.value(n, f.path(key))
}

func (f *fields) values(key string) []*Expr {
	n := f.get(key)
	if n == nil {
		return nil
	}
	out := []*Expr{}
	for i, item := range listOf(n) {
		out = append(out, f.d.value(item, fmt.Sprintf("%s[%d]", f.path(key), i)))
	}
	return out
}

func (d *decoder) value(n *node, field string) *Expr {
	if n.Kind != listNode {
		return d.expr(n, field)
	}
	text, ok := d.literal(n, field)
	if !ok {
		return &Expr{Text: Text{Pos: n.Pos}}
	}
	return d.parseExpr(Text{Value: text, Pos: n.Pos}, field)
}

// literal writes a YAML list of scalars and lists as Python does.
func (d *decoder) literal(n *node, field string) (string, bool) {
	switch n.Kind {
	case listNode:
		parts := make([]string, len(n.Items))
		for i, item := range n.Items {
			s, ok := d.literal(item, field)
			if !ok {
				return "", false
			}
			parts[i] = s
		}
		return "[" + strings.Join(parts, ", ") + "]", true
	case scalarNode:
		switch n.Tag {
		case "!!null":
			return "None", true
		case "!!bool":
			return pyBool(n.Text.Value), true
		case "!!int", "!!float":
			return n.Text.Value, true
		}
		return strconv.Quote(n.Text.Value), true
	}
	d.wrong(n, field, "an expression, or a list of values")
	return "", false
}

func pyBool(s string) string {
	switch strings.ToLower(s) {
	case "true":
		return "True"
	case "false":
		return "False"
	}
	return s
}

// expr reads a scalar as an expression. A YAML truth value is Python's.
func (d *decoder) expr(n *node, field string) *Expr {
	if n.Kind != scalarNode {
		d.wrong(n, field, "an expression: put it in quotes if it begins with [ or {")
		return &Expr{Text: Text{Pos: n.Pos}}
	}
	t := n.Text
	if n.Tag == "!!bool" {
		t.Value = pyBool(t.Value)
	}
	return d.parseExpr(t, field)
}

func (d *decoder) parseExpr(t Text, field string) *Expr {
	e := &Expr{Text: t}
	if strings.TrimSpace(t.Value) == "" {
		d.problem(Error, t.Pos, "syntax", field, "%s is empty", lastKey(field)).Expected = "an expression"
		return e
	}
	tree, err := syntax.ParseExpr(d.file, t.Value)
	if err != nil {
		d.syntaxProblem(&t, field, err)
		return e
	}
	e.Tree = tree
	return e
}

// defaultExpr is an expression that the format gives where the file has none.
func (d *decoder) defaultExpr(text, field string) *Expr { return d.parseExpr(Text{Value: text}, field) }

func (f *fields) template(key string) *Template {
	n := f.get(key)
	if n == nil {
		return nil
	}
	return f.d.template(n, f.path(key))
}

func (d *decoder) template(n *node, field string) *Template {
	if n.Kind != scalarNode {
		d.wrong(n, field, "a text: put it in quotes if it begins with [ or {")
		return &Template{Text: Text{Pos: n.Pos}}
	}
	t := &Template{Text: n.Text}
	tree, err := syntax.ParseTemplate(d.file, n.Text.Value)
	if err != nil {
		d.syntaxProblem(&n.Text, field, err)
		return t
	}
	t.Tree = tree
	return t
}

// syntaxProblem reports a parser's error at its place in the file.
func (d *decoder) syntaxProblem(t *Text, field string, err error) {
	var se *syntax.Error
	if !errors.As(err, &se) {
		d.problem(Error, t.Pos, "syntax", field, "%s: %v", lastKey(field), err)
		return
	}
	d.problem(Error, t.At(int(se.Pos.Offset)), "syntax", field, "%s: %s", lastKey(field), se.Msg).Expected = se.Expected
}

func (d *decoder) parseModule(path, text, field string) *syntax.Module {
	tree, err := syntax.ParseModule(path, text)
	if err == nil {
		return tree
	}
	if se, ok := errors.AsType[*syntax.Error](err); ok {
		pos := Pos{File: path, Line: int(se.Pos.Line), Col: int(se.Pos.Col)}
		d.problem(Error, pos, "syntax", field, "%s", se.Msg).Expected = se.Expected
	} else {
		d.problem(Error, Pos{File: path, Line: 1, Col: 1}, "syntax", field, "%v", err)
	}
	return nil
}
