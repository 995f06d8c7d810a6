package language

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/lineup"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// This file reads the clues of the clue language.

// form is a form of the clue language.
type form struct {
	key    string
	kind   matching.Kind
	lo, hi matching.Value
	bounds bool // whether by, at least and at most apply
}

// forms are the keys of clues that are not about places, and of those about places with a distance that the key says.
var forms = []form{
	{"is", matching.Is, 0, 0, false}, {"is not", matching.IsNot, 0, 0, false}, {"one of", matching.OneOf, 0, 0, false}, {"pair", matching.Pair, 0, 0, false},
	{"left of", matching.Before, lineup.Unit, lineup.Unit, true}, {"right of", matching.After, lineup.Unit, lineup.Unit, true},
	{"next to", matching.Near, lineup.Unit, lineup.Unit, false}, {"not next to", matching.NotNear, lineup.Unit, lineup.Unit, false},
	{"opposite", matching.Near, 0, 0, false},
}

// keys lists the keys of clues that are about one, two, three or four: those above and those of the room lineup.
var keys = sync.OnceValue(func() []form {
	list := slices.Clone(forms)
	for k := matching.Kind(0); k.Known(); k++ {
		if f := k.Form(); f != nil {
			to := form{f.Key, k, 0, 0, f.Bounds}
			switch k {
			case matching.Before, matching.After:
				to.lo, to.hi = 1, lineup.Open
			case matching.Near, matching.NotNear:
				to.lo, to.hi = lineup.Unit, lineup.Unit
			}
			list = append(list, to)
		}
	}
	return list
})

// groups are the keys of clues that are made of clues.
var groups = []struct {
	key  string
	kind matching.Kind
}{{"all", matching.And}, {"any", matching.Or}, {"exactly one", matching.Xor}, {"iff", matching.Iff}, {"not", matching.Not}, {"if", matching.If}}

// entries are the members of a clue by their keys.
type entries map[string]*doctree.Node

// clue reads a clue: a sentence, or a mapping.
func (d *yamlReader) clue(n *doctree.Node) (*matching.Clue, error) {
	if d.parts++; d.parts > matching.MaxNodes {
		return nil, n.Errorf("the clue has more than %d parts", matching.MaxNodes)
	}
	if d.depth++; d.depth > matching.MaxDepth {
		return nil, n.Errorf("the clue is nested more than %d deep", matching.MaxDepth)
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
func (d *yamlReader) form(n *doctree.Node, by entries) (*matching.Clue, []string, error) {
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
		d.sent.begin(t)
		c, err := d.sent.sum()
		if err == nil {
			err = d.sent.ends("the end of the sum")
		}
		return c, []string{"sum"}, within(m, err)
	}
	for _, f := range keys() {
		m, ok := by[f.key]
		if !ok {
			continue
		}
		c := &matching.Clue{Kind: f.kind, Lo: f.lo, Hi: f.hi}
		used := []string{f.key}
		if err := d.arguments(c, f, m); err != nil {
			return nil, nil, err
		}
		if f.kind.Compares() {
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

func (d *yamlReader) group(n *doctree.Node, key string, kind matching.Kind, by entries) (*matching.Clue, []string, error) {
	c := &matching.Clue{Kind: kind}
	nodes := []*doctree.Node{n}
	used := []string{key}
	var err error
	switch kind {
	case matching.Not:
	case matching.If:
		then, ok := by["then"]
		if !ok {
			return nil, nil, n.Errorf("if needs then")
		}
		nodes = append(nodes, then)
		used = append(used, "then")
	default:
		if nodes, err = n.Elements(key, matching.MaxNodes); err != nil {
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
func (d *yamlReader) arguments(c *matching.Clue, f form, n *doctree.Node) error {
	if c.Kind.Arity() == 1 && c.Kind != matching.OneOf && c.Kind != matching.At {
		w, err := d.who(n)
		c.Who = []matching.Who{w}
		return err
	}
	args, err := n.Elements(f.key, matching.MaxNodes)
	if err != nil {
		return err
	}
	if c.Kind == matching.Pair { // [[A, B], [C, D]]
		var flat []*doctree.Node
		for _, a := range args {
			two, err := a.Elements("two of a pair", matching.MaxNodes)
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
	want := c.Kind.Arity()
	if c.Kind == matching.OneOf || c.Kind == matching.At {
		want = 2
	}
	if len(args) != want && !(c.Kind == matching.OneOf && len(args) > 2) {
		return n.Errorf("%s takes %d, found %d", f.key, want, len(args))
	}
	for i, a := range args {
		if i > 0 && c.Kind == matching.OneOf {
			x, err := d.item(a)
			if err != nil {
				return err
			}
			c.Items = append(c.Items, x)
			continue
		}
		if i > 0 && c.Kind == matching.At {
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
func (d *yamlReader) comparison(c *matching.Clue, f form, n *doctree.Node, by entries, used *[]string) error {
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
		c.Lo = matching.Value(d.p.N/2) * lineup.Unit
		c.Hi = c.Lo
	}
	if !f.bounds {
		return nil
	}
	given := map[string]matching.Value{}
	for _, key := range []string{"by", "at least", "at most"} {
		m, ok := by[key]
		if !ok {
			continue
		}
		*used = append(*used, key)
		v, err := value(m)
		if err == nil && v <= 0 {
			err = m.Errorf("expected a positive number, found %s", v)
		}
		if err != nil {
			return err
		}
		given[key] = v
	}
	switch v, least, most := given["by"], given["at least"], given["at most"]; {
	case v > 0 && least+most > 0:
		return n.Errorf("give by, or at least and at most")
	case v > 0:
		c.Lo, c.Hi = v, v
	case least+most > 0:
		c.Lo, c.Hi = cmp.Or(least, 1), cmp.Or(most, lineup.Open)
	}
	if c.Lo > c.Hi {
		return n.Errorf("the bounds %s to %s cannot be met", c.Lo, c.Hi)
	}
	return nil
}
