package language

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/lineup"
	"github.com/quandary-puzzles/quandary/record"
	"go.yaml.in/yaml/v3"
)

// Object gives the puzzle as the object that the YAML reader reads. JSON is YAML, so it serves for both.
func Object(p *matching.Puzzle) record.Object {
	var o record.Object
	text := func(key, s string) {
		if s != "" {
			o = append(o, record.Member{Key: key, Value: s})
		}
	}
	text("title", p.Title)
	text("story", p.Story)
	text("level", p.Level)
	if p.Lang != "en" {
		text("lang", p.Lang)
	}
	cats := record.Object{}
	for c := range p.Cats {
		if p.Implicit && c == p.Line {
			continue
		}
		cats = append(cats, record.Member{Key: p.Cats[c].Name, Value: categoryObject(p, c)})
	}
	if p.Line >= 0 {
		line := record.Object{{Key: "category", Value: p.Cats[p.Line].Name}}
		if p.Round {
			line = append(line, record.Member{Key: "round", Value: true})
		}
		if !p.Numbered {
			line = append(line, record.Member{Key: "numbered", Value: false})
		}
		if p.InTime {
			line = append(line, record.Member{Key: "order", Value: "before"})
		}
		o = append(o, record.Member{Key: "line", Value: line})
	}
	o = append(o, record.Member{Key: "categories", Value: cats})
	clues := make([]any, len(p.Clues))
	for i, c := range p.Clues {
		clues[i] = clueObject(p, c)
	}
	o = append(o, record.Member{Key: "clues", Value: clues})
	if len(p.Ask) > 0 {
		qs := make([]any, len(p.Ask))
		for i, q := range p.Ask {
			qo := record.Object{{Key: "of", Value: ref(p, q.Item)}, {Key: "category", Value: p.Cats[q.Cat].Name}}
			if q.Text != "" {
				qo = append(qo, record.Member{Key: "text", Value: q.Text})
			}
			qs[i] = qo
		}
		o = append(o, record.Member{Key: "ask", Value: qs})
	}
	return o
}

func categoryObject(p *matching.Puzzle, c int) any {
	cat := &p.Cats[c]
	o := record.Object{{Key: "items", Value: record.List(cat.Items)}}
	plain := true
	numbers := true
	for i, l := range cat.Items {
		v, err := lineup.ParseValue(l)
		numbers = numbers && err == nil
		plain = plain && (cat.Order != matching.Numeric || err == nil && v == cat.Values[i])
	}
	switch {
	case cat.Order == matching.Numeric && !plain:
		var vs []string
		for _, v := range cat.Values {
			vs = append(vs, v.String())
		}
		o = append(o, record.Member{Key: "values", Value: record.List(vs)})
	case cat.Order == matching.Ranked:
		o = append(o, record.Member{Key: "order", Value: "rank"})
	case cat.Order == matching.Unordered && numbers:
		o = append(o, record.Member{Key: "order", Value: "none"})
	}
	if len(cat.Phrase) > 0 {
		ph := record.Object{}
		for _, lang := range phrases.Languages() {
			if t, ok := cat.Phrase[lang]; ok {
				ph = append(ph, record.Member{Key: lang, Value: t})
			}
		}
		o = append(o, record.Member{Key: "phrase", Value: ph})
	}
	if len(o) == 1 {
		return o[0].Value
	}
	return o
}

// ref names an item so that Find finds it: by its label alone where that is clear.
func ref(p *matching.Puzzle, x int) string {
	if y, err := p.Find(p.Label(x)); err == nil && y == x && !strings.HasPrefix(p.Label(x), "the one ") {
		return p.Label(x)
	}
	return p.Cats[x/p.N].Name + ":" + p.Label(x)
}

func whoObject(p *matching.Puzzle, w matching.Who) any {
	if w.Shift == 0 {
		return ref(p, w.Item)
	}
	key, by := "after", w.Shift
	if by < 0 {
		key, by = "before", -by
	}
	o := record.Object{{Key: key, Value: ref(p, w.Item)}}
	if by > 1 {
		o = append(o, record.Member{Key: "by", Value: by})
	}
	return o
}

// clueObject gives a clue as the object that the YAML reader reads.
func clueObject(p *matching.Puzzle, c *matching.Clue) record.Object {
	o := formObject(p, c)
	if c.Kind.Compares() && c.Cat != p.Line {
		o = append(o, record.Member{Key: "in", Value: p.Cats[c.Cat].Name})
	}
	if c.Text != "" {
		o = append(o, record.Member{Key: "text", Value: c.Text})
	}
	return o
}

func formObject(p *matching.Puzzle, c *matching.Clue) record.Object {
	one := func(key string, v any) record.Object { return record.Object{{Key: key, Value: v}} }
	switch c.Kind {
	case matching.Not:
		return one("not", clueObject(p, c.Sub[0]))
	case matching.If:
		return record.Object{{Key: "if", Value: clueObject(p, c.Sub[0])}, {Key: "then", Value: clueObject(p, c.Sub[1])}}
	case matching.Sum:
		return one("sum", renderSum(c, func(t matching.Term) string {
			w := p.Cats[t.Who.Item/p.N].Name + ":" + p.Label(t.Who.Item)
			if t.Who.Shift > 0 {
				w = fmt.Sprintf("the one %d places after %s", t.Who.Shift, w)
			} else if t.Who.Shift < 0 {
				w = fmt.Sprintf("the one %d places before %s", -t.Who.Shift, w)
			}
			return fmt.Sprintf("%d * %s of %s", max(t.Coef, -t.Coef), p.Cats[t.Cat].Name, w)
		}))
	}
	if len(c.Sub) > 0 {
		subs := make([]any, len(c.Sub))
		for i, s := range c.Sub {
			subs[i] = clueObject(p, s)
		}
		return one(keyOf(c.Kind), subs)
	}
	args := make([]any, 0, 4)
	for _, w := range c.Who {
		args = append(args, whoObject(p, w))
	}
	switch c.Kind {
	case matching.OneOf:
		for _, x := range c.Items {
			args = append(args, ref(p, x))
		}
		return one("one of", args)
	case matching.Pair:
		return one("pair", []any{args[:2], args[2:]})
	case matching.At:
		return one("at", append(args, c.Index+1))
	}
	switch f := c.Kind.Form(); {
	case f != nil && f.Bounds:
		return boundsObject(c, f.Key, args)
	case len(args) == 1:
		return one(keyOf(c.Kind), args[0])
	}
	return one(keyOf(c.Kind), args)
}

// keyOf gives the first key of a form in the clue language.
func keyOf(k matching.Kind) string {
	for _, g := range groups {
		if g.kind == k {
			return g.key
		}
	}
	for _, f := range keys() {
		if f.kind == k {
			return f.key
		}
	}
	return ""
}

func boundsObject(c *matching.Clue, key string, args []any) record.Object {
	o := record.Object{{Key: key, Value: args}}
	member := func(key string, v matching.Value) { o = append(o, record.Member{Key: key, Value: v.String()}) }
	switch {
	case c.Lo == c.Hi:
		member("by", c.Lo)
	default:
		if c.Lo != 1 || c.Kind == matching.Near || c.Kind == matching.NotNear {
			member("at least", c.Lo)
		}
		if c.Hi != lineup.Open {
			member("at most", c.Hi)
		}
	}
	return o
}

// YAML writes the puzzle in the clue language.
func YAML(p *matching.Puzzle) string {
	var b strings.Builder
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(yamlNode(Object(p))); err != nil {
		panic(err) // the object holds texts, numbers and booleans only
	}
	return b.String()
}

// yamlNode gives a value as YAML: what is short stands on one line, and numbers stand as they are.
func yamlNode(v any) *yaml.Node {
	n := &yaml.Node{}
	switch v := v.(type) {
	case record.Object:
		n.Kind = yaml.MappingNode
		for _, m := range v {
			n.Content = append(n.Content, yamlNode(m.Key), yamlNode(m.Value))
		}
	case []any:
		n.Kind = yaml.SequenceNode
		for _, e := range v {
			n.Content = append(n.Content, yamlNode(e))
		}
	default:
		n.Kind, n.Value = yaml.ScalarNode, fmt.Sprint(v)
		if text, ok := v.(string); ok && !plainNumber(text) {
			n.Tag = "!!str"
		}
	}
	if short(v) {
		n.Style = yaml.FlowStyle
	}
	return n
}

// plainNumber tells whether a text is a number that YAML reads back as it is written.
func plainNumber(text string) bool {
	_, err := lineup.ParseValue(text)
	return err == nil && !strings.HasPrefix(strings.TrimPrefix(text, "-"), "0")
}

// maxInLine bounds, in bytes of JSON, what is written on one line.
const maxInLine = 90

// short tells whether a value is written on one line: a list of plain values always, an object where no list of objects is in it, which reads
// better in blocks.
func short(v any) bool {
	object := func(v any) bool { _, ok := v.(record.Object); return ok }
	switch v := v.(type) {
	case record.Object:
		if slices.ContainsFunc(v, func(m record.Member) bool { return slices.Contains([]string{"items", "if", "text"}, m.Key) }) {
			return false
		}
	case []any:
		if !slices.ContainsFunc(v, object) {
			return true
		}
	default:
		return false
	}
	raw, err := record.AppendJSON(nil, v)
	return err == nil && len(raw) <= maxInLine
}
