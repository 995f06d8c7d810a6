package zebra

import (
	"slices"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// This file reads the clues of the clue language.

// form is a form of the clue language.
type form struct {
	key    string
	kind   Kind
	lo, hi Value
	bounds bool // whether by, at least and at most apply
}

// forms are the keys of clues with bounds, lists or items.
var forms = []form{
	{"is", Is, 0, 0, false}, {"is not", IsNot, 0, 0, false}, {"one of", OneOf, 0, 0, false}, {"pair", Pair, 0, 0, false},
	{"before", Before, 1, open, true}, {"after", After, 1, open, true},
	{"left of", Before, unit, unit, true}, {"right of", After, unit, unit, true},
	{"next to", Near, unit, unit, false}, {"not next to", NotNear, unit, unit, false},
	{"apart", Near, unit, unit, true}, {"not apart", NotNear, unit, unit, true}, {"opposite", Near, 0, 0, false},
	{"at", At, 0, 0, false},
}

// keys lists the keys of clues that are about one, two, three or four: those above and those of the room lineup.
var keys = sync.OnceValue(func() []form {
	list := slices.Clone(forms)
	for k, f := range table().forms {
		if f != nil && f.Sentences("en") != nil {
			list = append(list, form{key: f.Key, kind: Kind(k)})
		}
	}
	return list
})

// groups are the keys of clues that are made of clues.
var groups = []struct {
	key  string
	kind Kind
}{{"all", And}, {"any", Or}, {"exactly one", Xor}, {"iff", Iff}, {"not", Not}, {"if", If}}

// entries are the members of a clue by their keys.
type entries map[string]*doctree.Node

// clue reads a clue: a sentence, or a mapping.
func (d *yamlReader) clue(n *doctree.Node) (*Clue, error) {
	if d.parts++; d.parts > maxNodes {
		return nil, n.Errorf("the clue has more than %d parts", maxNodes)
	}
	if d.depth++; d.depth > maxDepth {
		return nil, n.Errorf("the clue is nested more than %d deep", maxDepth)
	}
	defer func() { d.depth-- }()
	if n.Kind == doctree.Scalar {
		c, err := d.sent.parse(n.Text.Value)
		if err != nil {
			return nil, within(n, err)
		}
		if d.depth > 1 || d.p.Lang != "en" {
			c.Text = ""
		}
		return c, nil
	}
	by := entries{}
	if err := n.Each("a clue", nil, func(key, val *doctree.Node) error {
		by[key.Text.Value] = val
		return nil
	}); err != nil {
		return nil, err
	}
	c, used, err := d.form(n, by)
	if err != nil {
		return nil, err
	}
	if text, ok := by["text"]; ok {
		if c.Text, err = text.Words("the text of a clue"); err != nil {
			return nil, err
		}
		used = append(used, "text")
	}
	return c, n.Each("a clue", nil, func(key, _ *doctree.Node) error {
		if slices.Contains(used, key.Text.Value) {
			return nil
		}
		return key.Errorf("%v", puzzle.Unknownf("member of a clue", key.Text.Value, append(used, allKeys()...)))
	})
}

// allKeys lists every key a clue may start with.
func allKeys() []string {
	var ks []string
	for _, f := range keys() {
		ks = append(ks, f.key)
	}
	for _, g := range groups {
		ks = append(ks, g.key)
	}
	return append(ks, "sum", "text")
}

// form reads the form of a clue, and gives the keys that it used.
func (d *yamlReader) form(n *doctree.Node, by entries) (*Clue, []string, error) {
	for _, g := range groups {
		if m, ok := by[g.key]; ok {
			return d.group(m, g.key, g.kind, by)
		}
	}
	if m, ok := by["sum"]; ok {
		t, err := m.Words("a sum")
		if err != nil {
			return nil, nil, err
		}
		d.sent.text, d.sent.pos, d.sent.nodes, d.sent.depth = t, 0, 0, 0
		c, err := d.sent.sum()
		if err == nil && strings.TrimSpace(t[d.sent.pos:]) != "" {
			err = d.sent.errorf(d.sent.pos, "expected the end of the sum, found %s", d.sent.found())
		}
		return c, []string{"sum"}, within(m, err)
	}
	for _, f := range keys() {
		m, ok := by[f.key]
		if !ok {
			continue
		}
		c := &Clue{Kind: f.kind, Lo: f.lo, Hi: f.hi}
		used := []string{f.key}
		if err := d.arguments(c, f, m); err != nil {
			return nil, nil, err
		}
		if f.kind.compares() {
			if err := d.comparison(c, f, n, by, &used); err != nil {
				return nil, nil, err
			}
		}
		return c, used, nil
	}
	if len(n.Entries) == 1 {
		key := n.Entries[0].Key
		return nil, nil, key.Errorf("%v", puzzle.Unknownf("form of clue", key.Text.Value, allKeys()))
	}
	return nil, nil, n.Errorf("the clue has no known form; known are %s", strings.Join(allKeys(), ", "))
}

func (d *yamlReader) group(n *doctree.Node, key string, kind Kind, by entries) (*Clue, []string, error) {
	c := &Clue{Kind: kind}
	nodes := []*doctree.Node{n}
	used := []string{key}
	var err error
	switch kind {
	case Not:
	case If:
		then, ok := by["then"]
		if !ok {
			return nil, nil, n.Errorf("if needs then")
		}
		nodes = append(nodes, then)
		used = append(used, "then")
	default:
		if nodes, err = n.Elements(key, maxNodes); err != nil {
			return nil, nil, err
		}
	}
	for _, sub := range nodes {
		s, err := d.clue(sub)
		if err != nil {
			return nil, nil, err
		}
		c.Sub = append(c.Sub, s)
	}
	return c, used, nil
}

// arguments reads those whom a clue is about.
func (d *yamlReader) arguments(c *Clue, f form, n *doctree.Node) error {
	if c.Kind.arity() == 1 && c.Kind != OneOf && c.Kind != At {
		w, err := d.who(n)
		c.Who = []Who{w}
		return err
	}
	args, err := n.Elements(f.key, maxNodes)
	if err != nil {
		return err
	}
	if c.Kind == Pair { // [[A, B], [C, D]]
		var flat []*doctree.Node
		for _, a := range args {
			two, err := a.Elements("two of a pair", maxNodes)
			if err != nil {
				return err
			}
			if len(two) != 2 {
				return a.Errorf("expected two, found %d", len(two))
			}
			flat = append(flat, two...)
		}
		args = flat
	}
	want := c.Kind.arity()
	if c.Kind == OneOf || c.Kind == At {
		want = 2
	}
	if len(args) != want && !(c.Kind == OneOf && len(args) > 2) {
		return n.Errorf("%s takes %d, found %d", f.key, want, len(args))
	}
	for i, a := range args {
		if i > 0 && c.Kind == OneOf {
			x, err := d.item(a)
			if err != nil {
				return err
			}
			c.Items = append(c.Items, x)
			continue
		}
		if i > 0 && c.Kind == At {
			k, err := a.Whole("a position", 1, d.p.N)
			if err != nil {
				return err
			}
			c.Index = k - 1
			continue
		}
		w, err := d.who(a)
		if err != nil {
			return err
		}
		c.Who = append(c.Who, w)
	}
	return nil
}

// comparison reads in which category a clue compares, and the bounds.
func (d *yamlReader) comparison(c *Clue, f form, n *doctree.Node, by entries, used *[]string) error {
	c.Cat = d.p.Line
	if m, ok := by["in"]; ok {
		*used = append(*used, "in")
		var err error
		if c.Cat, err = d.cat(m); err != nil {
			return err
		}
	}
	if c.Cat < 0 {
		return n.Errorf("%s needs in: the category to compare in, because the puzzle has no line", f.key)
	}
	if f.key == "opposite" {
		if d.p.N%2 != 0 || !d.p.Round {
			return n.Errorf("opposite needs a round table with an even number of seats")
		}
		c.Lo = Value(d.p.N/2) * unit
		c.Hi = c.Lo
	}
	if !f.bounds {
		return nil
	}
	set := func(key string, apply func(v Value)) error {
		m, ok := by[key]
		if !ok {
			return nil
		}
		*used = append(*used, key)
		v, err := value(m)
		if err != nil {
			return err
		}
		if v <= 0 {
			return m.Errorf("expected a positive number, found %s", v)
		}
		apply(v)
		return nil
	}
	hasBy := false
	if err := set("by", func(v Value) { c.Lo, c.Hi, hasBy = v, v, true }); err != nil {
		return err
	}
	limit := func(v Value) { c.Lo, c.Hi = v, max(c.Hi, open) }
	if err := set("at least", limit); err != nil {
		return err
	}
	_, least := by["at least"]
	if err := set("at most", func(v Value) {
		if !least {
			c.Lo = 1
		}
		c.Hi = v
	}); err != nil {
		return err
	}
	if _, most := by["at most"]; hasBy && (least || most) {
		return n.Errorf("give by, or at least and at most")
	}
	if c.Lo > c.Hi {
		return n.Errorf("the bounds %s to %s cannot be met", c.Lo, c.Hi)
	}
	return nil
}
