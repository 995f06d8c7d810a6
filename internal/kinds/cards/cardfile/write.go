package cardfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// This file writes documents as YAML and JSON in the tidied shape.

// lossy is the error of a format that has no place for something in the document.
func lossy(format, what string) error {
	return fmt.Errorf("%s files have no place for %s: %w", format, what, puzzle.ErrLossy)
}

func str(text string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
	if strings.Contains(text, "\n") && literal(text) {
		n.Style = yaml.LiteralStyle
	}
	return n
}

// literal reports whether a text of several lines survives a literal block unchanged.
func literal(text string) bool {
	if strings.ContainsAny(text, "\t\r\u0085\u2028\u2029\ufeff") || strings.TrimSpace(text) == "" {
		return false
	}
	first, _, _ := strings.Cut(strings.TrimLeft(text, "\n"), "\n")
	if strings.HasPrefix(first, " ") || strings.HasPrefix(text, "\n") {
		return false
	}
	for _, r := range text {
		if r < ' ' && r != '\n' || r == 0x7f {
			return false
		}
	}
	return true
}

// value writes a value: a whole number as one, everything else as a text.
func value(text string) *yaml.Node {
	if n, err := strconv.Atoi(text); err == nil && strconv.Itoa(n) == text {
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!int", Value: text}
	}
	return str(text)
}

func truth(b bool) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: strconv.FormatBool(b)}
}

func mapping() *yaml.Node { return &yaml.Node{Kind: yaml.MappingNode} }

func flow(n *yaml.Node) *yaml.Node {
	n.Style = yaml.FlowStyle
	return n
}

func list(items []Text, write func(string) *yaml.Node) *yaml.Node {
	n := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	for _, t := range items {
		n.Content = append(n.Content, write(t.Value))
	}
	return n
}

func add(n *yaml.Node, key string, v *yaml.Node) {
	if v != nil {
		n.Content = append(n.Content, str(key), v)
	}
}

func pairsNode(pairs []Member) *yaml.Node {
	if len(pairs) == 0 {
		return nil
	}
	n := flow(mapping())
	for _, m := range pairs {
		add(n, m.Key.Value, value(m.Value.Value))
	}
	return n
}

// proseNode writes a text, or texts by language.
func proseNode(texts []Member) *yaml.Node {
	switch {
	case len(texts) == 0:
		return nil
	case len(texts) == 1 && texts[0].Key.Value == "":
		return str(texts[0].Value.Value)
	}
	n := mapping()
	for _, m := range texts {
		add(n, m.Key.Value, str(m.Value.Value))
	}
	return n
}

// tree gives the document in the tidied shape.
func (d *Document) tree() *yaml.Node {
	n := mapping()
	add(n, "cards", value("1"))
	if d.ID.Value != "" {
		add(n, "id", str(d.ID.Value))
	}
	if d.Title.Value != "" {
		add(n, "title", str(d.Title.Value))
	}
	add(n, "title", proseNode(d.Titles))
	add(n, "story", proseNode(d.Stories))
	if d.Lang.Value != "" {
		add(n, "language", str(d.Lang.Value))
	}
	if d.Theme.Value != "" {
		add(n, "theme", str(d.Theme.Value))
	}
	props := mapping()
	for _, p := range d.Properties {
		values := list(p.Values, value)
		if p.Type.Value == "" && len(p.Labels)+len(p.Words) == 0 {
			add(props, p.Name.Value, values)
			continue
		}
		full := mapping()
		if p.Type.Value != "" {
			add(full, "type", str(p.Type.Value))
		}
		add(full, "values", values)
		add(full, "label", proseNode(p.Labels))
		if len(p.Words) > 0 {
			words := mapping()
			for _, w := range p.Words {
				add(words, w.Lang.Value, list(w.Values, value))
			}
			add(full, "words", words)
		}
		add(props, p.Name.Value, full)
	}
	if len(props.Content) > 0 {
		add(n, "properties", props)
	}
	add(n, "lineup", d.lineupNode())
	add(n, "things", d.thingsNode())
	add(n, "solution", pairsNode(d.Solution))
	if d.Solutions.N != 0 {
		add(n, "solutions", value(strconv.Itoa(d.Solutions.N)))
	}
	add(n, "number", d.numberNode())
	if d.HasClues {
		clues := &yaml.Node{Kind: yaml.SequenceNode}
		for _, c := range d.Clues {
			clues.Content = append(clues.Content, c.node())
		}
		add(n, "clues", clues)
	}
	switch len(d.Invariants) {
	case 0:
	case 1:
		add(n, "invariants", str(d.Invariants[0].Value))
	default:
		many := list(d.Invariants, str)
		many.Style = 0
		add(n, "invariants", many)
	}
	add(n, "generate", pairsNode(d.Settings))
	add(n, "templates", d.templatesNode())
	return n
}

func (d *Document) lineupNode() *yaml.Node {
	switch {
	case d.LineUp == nil:
		return nil
	case d.LineUp.Round:
		return str("round")
	}
	return truth(true)
}

func (d *Document) thingsNode() *yaml.Node {
	if len(d.Things) == 0 {
		return nil
	}
	n := &yaml.Node{Kind: yaml.SequenceNode}
	for _, t := range d.Things {
		m := flow(mapping())
		add(m, "id", str(t.ID.Value))
		if reservedName(t.Values) {
			desc := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
			for _, v := range t.Values {
				desc.Content = append(desc.Content, pairsNode([]Member{v}))
			}
			add(m, "description", desc)
		} else {
			for _, v := range t.Values {
				add(m, v.Key.Value, value(v.Value.Value))
			}
		}
		if t.Banned != nil {
			add(m, "banned", truth(*t.Banned))
		}
		n.Content = append(n.Content, m)
	}
	return n
}

// reservedName reports whether a property has a name that means something else in a thing.
func reservedName(values []Member) bool {
	for _, v := range values {
		switch v.Key.Value {
		case "id", "banned", "description":
			return true
		}
	}
	return false
}

func (d *Document) numberNode() *yaml.Node {
	keys := map[string]string{ClassThing: "things", ClassProperty: "properties", thingProperty: "links", ClassClue: "clues"}
	n := flow(mapping())
	for _, b := range d.Bounds {
		if key := keys[b.Name]; key != "" && b.Min == b.Max {
			add(n, key, value(strconv.Itoa(b.Min)))
		}
	}
	if len(n.Content) == 0 {
		return nil
	}
	return n
}

func (c Clue) node() *yaml.Node {
	if c.ID.Value == "" && len(c.Descriptions) == 0 && !c.HasBans {
		return str(c.Expr.Value)
	}
	n := mapping()
	if c.ID.Value != "" {
		add(n, "id", value(c.ID.Value))
	}
	if c.Expr.Value != "" {
		add(n, "clue", str(c.Expr.Value))
	}
	add(n, "text", proseNode(c.Descriptions))
	if c.HasBans {
		add(n, "bans", list(c.Bans, value))
	}
	return n
}

func (d *Document) templatesNode() *yaml.Node {
	if len(d.Templates) == 0 {
		return nil
	}
	n := mapping()
	byLang := map[string]*yaml.Node{}
	for _, t := range d.Templates {
		m := byLang[t.Lang.Value]
		if m == nil {
			m = mapping()
			byLang[t.Lang.Value] = m
			add(n, t.Lang.Value, m)
		}
		add(m, t.Form.Value, str(t.Text.Value))
	}
	return n
}

// boundsFit reports whether each number of the document has one value, as these formats want it.
func (d *Document) boundsFit() bool {
	for _, b := range d.Bounds {
		if b.Min != b.Max {
			return false
		}
	}
	return true
}

// YAML writes the document in the tidied shape.
func (d *Document) YAML() (string, error) {
	if !d.boundsFit() {
		return "", lossy("yaml", "numbers with a minimum and a maximum")
	}
	return encodeYAML(d.tree())
}

func encodeYAML(root *yaml.Node) (string, error) {
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(root); err != nil {
		return "", err
	}
	if err := enc.Close(); err != nil {
		return "", err
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// JSON writes the document in the tidied shape; with indent, over several lines.
func (d *Document) JSON(indent bool) (string, error) {
	if !d.boundsFit() {
		return "", lossy("json", "numbers with a minimum and a maximum")
	}
	raw, err := record.AppendJSON(nil, plain(d.tree()))
	if err != nil || !indent {
		return string(raw), err
	}
	var b bytes.Buffer
	err = json.Indent(&b, raw, "", "  ")
	return b.String(), err
}

// plain turns a tree into values that record.AppendJSON writes.
func plain(n *yaml.Node) any {
	switch n.Kind {
	case yaml.MappingNode:
		o := record.Object{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			o = append(o, record.Member{Key: n.Content[i].Value, Value: plain(n.Content[i+1])})
		}
		return o
	case yaml.SequenceNode:
		l := make([]any, len(n.Content))
		for i, c := range n.Content {
			l[i] = plain(c)
		}
		return l
	}
	switch n.Tag {
	case "!!int":
		v, _ := strconv.Atoi(n.Value) // made from a whole number
		return v
	case "!!bool":
		return n.Value == "true"
	}
	return n.Value
}

// PaperYAML writes things and clues in the shape of the paper's listing 4.
func (d *Document) PaperYAML() (string, error) {
	things := &yaml.Node{Kind: yaml.SequenceNode}
	for _, t := range d.Things {
		elements := &yaml.Node{Kind: yaml.SequenceNode}
		for _, v := range t.Values {
			m := mapping()
			add(m, v.Key.Value, str(v.Value.Value))
			elements.Content = append(elements.Content, m)
		}
		description := mapping()
		add(description, "elements", elements)
		n := mapping()
		add(n, "id", str(t.ID.Value))
		add(n, "description", description)
		if t.Banned != nil {
			add(n, "banned", truth(*t.Banned))
		}
		things.Content = append(things.Content, n)
	}
	clues := &yaml.Node{Kind: yaml.SequenceNode}
	for _, c := range d.Clues {
		n := mapping()
		add(n, "id", str(c.ID.Value))
		for _, m := range c.Descriptions {
			add(n, "description", str(m.Value.Value))
		}
		bans := list(c.Bans, str)
		if len(c.Bans) > 0 {
			bans.Style = 0
		}
		add(n, bannedThings, bans)
		clues.Content = append(clues.Content, n)
	}
	root := mapping()
	add(root, "things", things)
	add(root, "clues", clues)
	return encodeYAML(root)
}
