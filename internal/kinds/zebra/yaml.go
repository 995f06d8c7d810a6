package zebra

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/quandary-puzzles/quandary/lineup"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// This file reads the clue language in YAML (and so in JSON); docs/zebra.md describes it.

// maxDocument bounds a YAML document, in bytes.
const maxDocument = 1 << 20

// ReadYAML reads one puzzle. Errors are *SyntaxError with line and column.
func ReadYAML(name string, r io.Reader) (*Puzzle, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxDocument+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxDocument {
		return nil, &SyntaxError{Name: name, Msg: fmt.Sprintf("the document is longer than %d bytes", maxDocument)}
	}
	return parseYAML(name, text)
}

func parseYAML(name string, text []byte) (p *Puzzle, err error) {
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil {
		line := 0
		if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
			line, _ = strconv.Atoi(m[1])
		}
		return nil, &SyntaxError{Name: name, Line: line, Msg: strings.TrimPrefix(err.Error(), "yaml: ")}
	}
	d := &yamlReader{name: name, p: &Puzzle{Line: -1, Lang: "en", Numbered: true}}
	if root.Kind != yaml.DocumentNode || len(root.Content) != 1 {
		return nil, &SyntaxError{Name: name, Line: 1, Msg: "expected a puzzle: a mapping with categories and clues"}
	}
	if err := d.document(root.Content[0]); err != nil {
		return nil, err
	}
	if err := d.p.Validate(); err != nil {
		var ce *ClueError
		if errors.As(err, &ce) && ce.Line > 0 {
			return nil, &SyntaxError{Name: name, Line: ce.Line, Msg: fmt.Sprintf("clue %d: %s", ce.Clue, ce.Msg)}
		}
		return nil, &SyntaxError{Name: name, Msg: err.Error()}
	}
	return d.p, nil
}

var yamlLine = regexp.MustCompile(`line (\d+):`)

type yamlReader struct {
	name  string
	p     *Puzzle
	sent  *sentence
	depth int
	parts int
}

func (d *yamlReader) fail(n *yaml.Node, format string, args ...any) error {
	return &SyntaxError{d.name, n.Line, n.Column, fmt.Sprintf(format, args...)}
}

// pair is a member of a mapping.
type pair struct {
	key  string
	node *yaml.Node // of the key
	val  *yaml.Node
}

// mapping gives the members of a mapping, in order. Known keys are checked where known is not nil.
func (d *yamlReader) mapping(n *yaml.Node, what string, known []string) ([]pair, error) {
	if n.Kind != yaml.MappingNode {
		return nil, d.fail(n, "expected %s, a mapping, found %s", what, kindOf(n))
	}
	var out []pair
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		if k.Kind != yaml.ScalarNode {
			return nil, d.fail(k, "expected a name, found %s", kindOf(k))
		}
		if seen[k.Value] {
			return nil, d.fail(k, "%q stands twice", clip(k.Value))
		}
		seen[k.Value] = true
		if known != nil {
			ok := false
			for _, w := range known {
				ok = ok || w == k.Value
			}
			if !ok {
				return nil, d.fail(k, "%v", puzzle.Unknownf("member of "+what, k.Value, known))
			}
		}
		out = append(out, pair{k.Value, k, n.Content[i+1]})
	}
	return out, nil
}

func kindOf(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "an alias (aliases are not supported)"
	}
	return fmt.Sprintf("%q", clip(n.Value))
}

func (d *yamlReader) text(n *yaml.Node, what string) (string, error) {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		return "", d.fail(n, "expected %s, a text, found %s", what, kindOf(n))
	}
	return n.Value, nil
}

func (d *yamlReader) boolean(n *yaml.Node, what string) (bool, error) {
	if n.Kind == yaml.ScalarNode && n.Tag == "!!bool" {
		return strings.EqualFold(n.Value, "true"), nil
	}
	return false, d.fail(n, "expected %s, true or false, found %s", what, kindOf(n))
}

func (d *yamlReader) list(n *yaml.Node, what string) ([]*yaml.Node, error) {
	if n.Kind != yaml.SequenceNode {
		return nil, d.fail(n, "expected %s, a list, found %s", what, kindOf(n))
	}
	return n.Content, nil
}

func (d *yamlReader) document(n *yaml.Node) error {
	members, err := d.mapping(n, "a puzzle", []string{"title", "story", "lang", "level", "line", "categories", "clues", "ask"})
	if err != nil {
		return err
	}
	var line, clues, ask, cats *pair
	for i, m := range members {
		switch m.key {
		case "title":
			d.p.Title, err = d.text(m.val, "the title")
		case "story":
			d.p.Story, err = d.text(m.val, "the story")
		case "level":
			d.p.Level, err = d.text(m.val, "the level")
		case "lang":
			if d.p.Lang, err = d.text(m.val, "the language"); err == nil && d.p.Lang != "en" && d.p.Lang != "zh" {
				err = d.fail(m.val, "%v", puzzle.Unknownf("language", d.p.Lang, []string{"en", "zh"}))
			}
		case "line":
			line = &members[i]
		case "categories":
			cats = &members[i]
		case "clues":
			clues = &members[i]
		case "ask":
			ask = &members[i]
		}
		if err != nil {
			return err
		}
	}
	if cats == nil {
		return d.fail(n, "the puzzle has no categories")
	}
	if err := d.categories(cats.val); err != nil {
		return err
	}
	if line != nil {
		if err := d.line(line.val); err != nil {
			return err
		}
	}
	if err := d.p.validateCategories(); err != nil {
		return d.fail(cats.val, "%v", err)
	}
	d.sent = newSentence(d.p)
	if clues != nil {
		nodes, err := d.list(clues.val, "the clues")
		if err != nil {
			return err
		}
		if len(nodes) > maxClues {
			return d.fail(clues.val, "%d clues: at most %d are supported", len(nodes), maxClues)
		}
		for _, c := range nodes {
			d.parts, d.depth = 0, 0
			clue, err := d.clue(c)
			if err != nil {
				return err
			}
			clue.Line = c.Line
			d.p.Clues = append(d.p.Clues, clue)
		}
	}
	if ask != nil {
		return d.questions(ask.val)
	}
	return nil
}

func (d *yamlReader) categories(n *yaml.Node) error {
	members, err := d.mapping(n, "the categories", nil)
	if err != nil {
		return err
	}
	if len(members) > maxCategories-1 {
		return d.fail(n, "%d categories: at most %d are supported", len(members), maxCategories-1)
	}
	for _, m := range members {
		c := Category{Name: m.key}
		items := m.val
		order := ""
		var valuesNode *yaml.Node
		if m.val.Kind == yaml.MappingNode {
			parts, err := d.mapping(m.val, "a category", []string{"items", "order", "values", "phrase"})
			if err != nil {
				return err
			}
			items = nil
			for _, part := range parts {
				switch part.key {
				case "items":
					items = part.val
				case "order":
					if order, err = d.text(part.val, "the order"); err == nil && order != "rank" && order != "number" && order != "none" {
						err = d.fail(part.val, "%v", puzzle.Unknownf("order", order, []string{"rank", "number", "none"}))
					}
				case "values":
					valuesNode = part.val
				case "phrase":
					c.Phrase, err = d.phrase(part.val)
				}
				if err != nil {
					return err
				}
			}
			if items == nil {
				return d.fail(m.val, "category %s has no items", clip(m.key))
			}
		}
		nodes, err := d.list(items, "the items of "+clip(m.key))
		if err != nil {
			return err
		}
		if len(nodes) > maxItems {
			return d.fail(items, "%d items: at most %d are supported", len(nodes), maxItems)
		}
		numbers := true
		for _, item := range nodes {
			label, err := d.text(item, "an item")
			if err != nil {
				return err
			}
			v, err := lineup.ParseValue(label)
			numbers = numbers && err == nil
			c.Items = append(c.Items, label)
			c.Values = append(c.Values, v)
		}
		if valuesNode != nil {
			vs, err := d.list(valuesNode, "the values")
			if err != nil {
				return err
			}
			c.Values, numbers, order = nil, true, "number"
			for _, vn := range vs {
				v, err := lineup.ParseValue(vn.Value)
				if err != nil || vn.Kind != yaml.ScalarNode {
					return d.fail(vn, "expected a number, found %s", kindOf(vn))
				}
				c.Values = append(c.Values, v)
			}
		}
		if order == "" && numbers || order == "number" {
			if !numbers {
				return d.fail(items, "the items of %s are not all numbers: give values, or order: rank", clip(m.key))
			}
			c.Order = Numeric
		} else {
			c.Values = nil
			if order == "rank" {
				c.Order = Ranked
			}
		}
		d.p.Cats = append(d.p.Cats, c)
	}
	if len(d.p.Cats) > 0 {
		d.p.N = len(d.p.Cats[0].Items)
	}
	return nil
}

// phrase reads how to speak of the one with an item: a text, or texts by language.
func (d *yamlReader) phrase(n *yaml.Node) (map[string]string, error) {
	if n.Kind == yaml.ScalarNode {
		t, err := d.text(n, "a phrase")
		return map[string]string{d.p.Lang: t}, err
	}
	parts, err := d.mapping(n, "a phrase", []string{"en", "zh"})
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, part := range parts {
		if out[part.key], err = d.text(part.val, "a phrase"); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// line reads what the line is: the name of a category, or a mapping.
func (d *yamlReader) line(n *yaml.Node) error {
	p := d.p
	name := ""
	if n.Kind == yaml.ScalarNode {
		var err error
		if name, err = d.text(n, "the line"); err != nil {
			return err
		}
	} else {
		members, err := d.mapping(n, "the line", []string{"category", "round", "numbered", "order"})
		if err != nil {
			return err
		}
		for _, m := range members {
			switch m.key {
			case "category":
				name, err = d.text(m.val, "the category of the line")
			case "round":
				p.Round, err = d.boolean(m.val, "round")
			case "numbered":
				p.Numbered, err = d.boolean(m.val, "numbered")
			case "order":
				var o string
				if o, err = d.text(m.val, "the order"); err == nil {
					if o != "left" && o != "before" {
						err = d.fail(m.val, "%v", puzzle.Unknownf("order of a line", o, []string{"left", "before"}))
					}
					p.InTime = o == "before"
				}
			}
			if err != nil {
				return err
			}
		}
		if name == "" {
			name = lineWord
			if p.Round {
				name = "seat"
			}
		}
	}
	for c := range p.Cats {
		if strings.EqualFold(p.Cats[c].Name, name) {
			p.Line = c
			if p.Cats[c].Order == Unordered {
				p.Cats[c].Order = Ranked
			}
			return nil
		}
	}
	if strings.TrimSpace(name) == "" {
		return d.fail(n, "the line needs a name")
	}
	p.addLine(name)
	return nil
}

// questions reads what the puzzle asks for: mappings of an item to the category asked, or of and text.
func (d *yamlReader) questions(n *yaml.Node) error {
	nodes, err := d.list(n, "the questions")
	if err != nil {
		return err
	}
	for _, q := range nodes {
		members, err := d.mapping(q, "a question", []string{"of", "category", "text"})
		if err != nil {
			return err
		}
		out := Question{Item: -1, Cat: -1}
		for _, m := range members {
			switch m.key {
			case "of":
				if out.Item, err = d.item(m.val); err != nil {
					return err
				}
			case "category":
				name, err := d.text(m.val, "a category")
				if err != nil {
					return err
				}
				if out.Cat, err = d.p.FindCat(name); err != nil {
					return d.fail(m.val, "%v", err)
				}
			case "text":
				if out.Text, err = d.text(m.val, "the text of a question"); err != nil {
					return err
				}
			}
		}
		if out.Item < 0 || out.Cat < 0 {
			return d.fail(q, "a question needs of: an item, and category: what is asked about it")
		}
		d.p.Ask = append(d.p.Ask, out)
	}
	return nil
}

func (d *yamlReader) item(n *yaml.Node) (int, error) {
	ref, err := d.text(n, "an item")
	if err != nil {
		return 0, err
	}
	x, err := d.p.Find(ref)
	if err != nil {
		return 0, d.fail(n, "%v", err)
	}
	return x, nil
}

// who reads an item, or a mapping such as {before: Ann, by: 2}.
func (d *yamlReader) who(n *yaml.Node) (Who, error) {
	if n.Kind == yaml.ScalarNode {
		if strings.HasPrefix(n.Value, "the one ") {
			d.sent.text, d.sent.pos, d.sent.nodes, d.sent.depth = n.Value, 0, 0, 0
			w, err := d.sent.who()
			if err == nil && strings.TrimSpace(d.sent.text[d.sent.pos:]) != "" {
				err = d.sent.errorf(d.sent.pos, "expected nothing more, found %s", d.sent.found())
			}
			if err != nil {
				return w, d.fail(n, "%s", stripPlace(err))
			}
			return w, nil
		}
		x, err := d.item(n)
		return Who{Item: x}, err
	}
	members, err := d.mapping(n, "someone", []string{"before", "after", "left of", "right of", "by"})
	if err != nil {
		return Who{}, err
	}
	w, sign, by := Who{}, 0, 1
	for _, m := range members {
		if m.key == "by" {
			if by, err = d.integer(m.val, 1, maxItems); err != nil {
				return w, err
			}
			continue
		}
		if sign != 0 {
			return w, d.fail(m.node, "someone has one of before, after, left of and right of")
		}
		if w.Item, err = d.item(m.val); err != nil {
			return w, err
		}
		sign = 1
		if m.key == "before" || m.key == "left of" != d.p.Round && m.key != "after" {
			sign = -1
		}
		if m.key == "after" {
			sign = 1
		}
	}
	if sign == 0 {
		return w, d.fail(n, "someone needs before, after, left of or right of an item")
	}
	w.Shift = sign * by
	return w, nil
}

func (d *yamlReader) integer(n *yaml.Node, lo, hi int) (int, error) {
	v, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil || v < lo || v > hi {
		return 0, d.fail(n, "expected a whole number from %d to %d, found %s", lo, hi, kindOf(n))
	}
	return v, nil
}

func (d *yamlReader) value(n *yaml.Node) (Value, error) {
	v, err := lineup.ParseValue(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil {
		return 0, d.fail(n, "expected a number, found %s", kindOf(n))
	}
	return v, nil
}
