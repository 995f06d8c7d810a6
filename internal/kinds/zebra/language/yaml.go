package language

import (
	"errors"
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/lineup"
)

// This file reads the clue language in YAML (and so in JSON); docs/zebra.md describes it.

// maxDocument bounds a YAML document, in bytes.
const maxDocument = 1 << 20

// tooLong is the error of a document with too many bytes.
func tooLong(name string, line int) error {
	return &doctree.Mistake{Pos: doctree.Pos{File: name, Line: line}, Msg: fmt.Sprintf("the document is longer than %d bytes", maxDocument)}
}

// ReadYAML reads one puzzle. Errors are *doctree.Mistake with line and column.
func ReadYAML(name string, text []byte) (*matching.Puzzle, error) {
	root, err := doctree.ReadOne(name, text, doctree.Limits{Bytes: int64(len(text)), Nodes: maxDocument / 4, Depth: 4 * matching.MaxDepth})
	d := &yamlReader{p: &matching.Puzzle{Line: -1, Lang: "en", Numbered: true}}
	if err == nil {
		err = d.document(root)
	}
	if err != nil {
		return nil, err
	}
	if err := d.p.Validate(); err != nil {
		m := &doctree.Mistake{Msg: err.Error()}
		errors.As(err, &m)
		m.Pos.File = name
		return nil, m
	}
	return d.p, nil
}

type yamlReader struct {
	p     *matching.Puzzle
	sent  *sentence
	depth int
	parts int
}

func (d *yamlReader) document(n *doctree.Node) error {
	var line, clues, ask, cats *doctree.Node
	p := d.p
	lang := func(n *doctree.Node) (err error) {
		p.Lang, err = n.OneOf("language", phrases.Languages()...)
		return err
	}
	err := n.Take("a puzzle", doctree.Member{Key: "title", To: &p.Title}, doctree.Member{Key: "story", To: &p.Story}, doctree.Member{Key: "lang", To: lang},
		doctree.Member{Key: "level", To: &p.Level}, doctree.Member{Key: "line", To: &line}, doctree.Member{Key: "categories", To: &cats},
		doctree.Member{Key: "clues", To: &clues}, doctree.Member{Key: "ask", To: &ask})
	if err != nil {
		return err
	}
	if cats == nil {
		return n.Errorf("the puzzle has no categories")
	}
	if err := d.categories(cats); err != nil {
		return err
	}
	if line != nil {
		if err := d.line(line); err != nil {
			return err
		}
	}
	if err := p.ValidateCategories(); err != nil {
		return cats.Errorf("%v", err)
	}
	d.sent = newSentence(p)
	if clues != nil {
		nodes, err := clues.Elements("the clues", matching.MaxClues)
		if err != nil {
			return err
		}
		for _, c := range nodes {
			d.parts, d.depth = 0, 0
			clue, err := d.clue(c)
			if err != nil {
				return err
			}
			clue.Line = c.Pos.Line
			d.p.Clues = append(d.p.Clues, clue)
		}
	}
	if ask != nil {
		return d.questions(ask)
	}
	return nil
}

func (d *yamlReader) categories(n *doctree.Node) error {
	err := n.Each("the categories", nil, func(key, val *doctree.Node) error {
		if len(d.p.Cats) == matching.MaxCategories-1 {
			return key.Errorf("at most %d categories are supported", matching.MaxCategories-1)
		}
		c, err := d.category(key.Text.Value, val)
		d.p.Cats = append(d.p.Cats, c)
		return err
	})
	if err == nil && len(d.p.Cats) > 0 {
		d.p.N = len(d.p.Cats[0].Items)
	}
	return err
}

// category reads a category: its items, or a mapping that says more.
func (d *yamlReader) category(name string, n *doctree.Node) (matching.Category, error) {
	c := matching.Category{Name: name}
	items, order := n, ""
	var values *doctree.Node
	if n.Kind == doctree.Map {
		items = nil
		ordered := func(n *doctree.Node) (err error) { order, err = n.OneOf("order", "rank", "number", "none"); return }
		phrase := func(n *doctree.Node) (err error) { c.Phrase, err = d.phrase(n); return }
		err := n.Take("a category", doctree.Member{Key: "items", To: &items}, doctree.Member{Key: "order", To: ordered},
			doctree.Member{Key: "values", To: &values}, doctree.Member{Key: "phrase", To: phrase})
		if err != nil {
			return c, err
		}
		if items == nil {
			return c, n.Errorf("category %s has no items", nearest.Clip(name))
		}
	}
	nodes, err := items.Elements("the items of "+nearest.Clip(name), matching.MaxItems)
	if err != nil {
		return c, err
	}
	numbers := true
	for _, item := range nodes {
		label, err := item.Words("an item")
		if err != nil {
			return c, err
		}
		v, err := lineup.ParseValue(label)
		numbers = numbers && err == nil
		c.Items = append(c.Items, label)
		c.Values = append(c.Values, v)
	}
	if values != nil {
		vs, err := values.Elements("the values", matching.MaxItems)
		if err != nil {
			return c, err
		}
		c.Values, numbers, order = nil, true, "number"
		for _, n := range vs {
			v, err := value(n)
			if err != nil {
				return c, err
			}
			c.Values = append(c.Values, v)
		}
	}
	switch {
	case order == "number" && !numbers:
		return c, items.Errorf("the items of %s are not all numbers: give values, or order: rank", nearest.Clip(name))
	case order == "number", order == "" && numbers:
		c.Order = matching.Numeric
	case order == "rank":
		c.Order, c.Values = matching.Ranked, nil
	default:
		c.Values = nil
	}
	return c, nil
}

// phrase reads how to speak of the one with an item: a text, or texts by language.
func (d *yamlReader) phrase(n *doctree.Node) (map[string]string, error) {
	if n.Kind == doctree.Scalar {
		t, err := n.Words("a phrase")
		return map[string]string{d.p.Lang: t}, err
	}
	out := map[string]string{}
	return out, n.Each("a phrase", phrases.Languages(), func(key, val *doctree.Node) (err error) {
		out[key.Text.Value], err = val.Words("a phrase")
		return err
	})
}

// line reads what the line is: the name of a category, or a mapping.
func (d *yamlReader) line(n *doctree.Node) (err error) {
	p := d.p
	name := ""
	if n.Kind == doctree.Scalar {
		name, err = n.Words("the line")
	} else {
		order := func(n *doctree.Node) error {
			o, err := n.OneOf("order of a line", "left", "before")
			p.InTime = o == "before"
			return err
		}
		err = n.Take("the line", doctree.Member{Key: "category", To: &name}, doctree.Member{Key: "round", To: &p.Round},
			doctree.Member{Key: "numbered", To: &p.Numbered}, doctree.Member{Key: "order", To: order})
		if name == "" {
			name = matching.LineWord
			if p.Round {
				name = "seat"
			}
		}
	}
	if err != nil {
		return err
	}
	for c := range p.Cats {
		if strings.EqualFold(p.Cats[c].Name, name) {
			p.Line = c
			if p.Cats[c].Order == matching.Unordered {
				p.Cats[c].Order = matching.Ranked
			}
			return nil
		}
	}
	if strings.TrimSpace(name) == "" {
		return n.Errorf("the line needs a name")
	}
	p.AddLine(name)
	return nil
}

// questions reads what the puzzle asks for: mappings of an item to the category asked, or of and text.
func (d *yamlReader) questions(n *doctree.Node) error {
	nodes, err := n.Elements("the questions", maxDocument)
	if err != nil {
		return err
	}
	for _, q := range nodes {
		out := matching.Question{Item: -1, Cat: -1}
		of := func(n *doctree.Node) (err error) { out.Item, err = d.item(n); return err }
		category := func(n *doctree.Node) (err error) { out.Cat, err = d.cat(n); return err }
		err := q.Take("a question", doctree.Member{Key: "of", To: of}, doctree.Member{Key: "category", To: category}, doctree.Member{Key: "text", To: &out.Text})
		if err != nil {
			return err
		}
		if out.Item < 0 || out.Cat < 0 {
			return q.Errorf("a question needs of: an item, and category: what is asked about it")
		}
		d.p.Ask = append(d.p.Ask, out)
	}
	return nil
}

func (d *yamlReader) item(n *doctree.Node) (int, error) { return found(n, "an item", d.p.Find) }

func (d *yamlReader) cat(n *doctree.Node) (int, error) { return found(n, "a category", d.p.FindCat) }

// found reads a name of what the puzzle has.
func found(n *doctree.Node, what string, find func(name string) (int, error)) (int, error) {
	name, err := n.Words(what)
	if err != nil {
		return 0, err
	}
	x, err := find(name)
	if err != nil {
		return 0, n.Errorf("%v", err)
	}
	return x, nil
}

// who reads an item, or a mapping such as {before: Ann, by: 2}.
func (d *yamlReader) who(n *doctree.Node) (matching.Who, error) {
	if n.Kind == doctree.Scalar {
		if strings.HasPrefix(n.Text.Value, "the one ") {
			d.sent.begin(n.Text.Value)
			w, err := d.sent.who()
			if err == nil {
				err = d.sent.ends("nothing more")
			}
			return w, within(n, err)
		}
		x, err := d.item(n)
		return matching.Who{Item: x}, err
	}
	w, sign, by := matching.Who{}, 0, 1
	err := n.Each("someone", []string{"before", "after", "left of", "right of", "by"}, func(key, val *doctree.Node) (err error) {
		k := key.Text.Value
		if k == "by" {
			by, err = val.Whole("by", 1, matching.MaxItems)
			return err
		}
		if sign != 0 {
			return key.Errorf("someone has one of before, after, left of and right of")
		}
		sign = 1
		if k == "before" || k == "left of" != d.p.Round && k != "after" {
			sign = -1
		}
		w.Item, err = d.item(val)
		return err
	})
	if err == nil && sign == 0 {
		err = n.Errorf("someone needs before, after, left of or right of an item")
	}
	w.Shift = sign * by
	return w, err
}

func value(n *doctree.Node) (matching.Value, error) {
	v, err := lineup.ParseValue(n.Text.Value)
	if n.Kind != doctree.Scalar || err != nil {
		return 0, n.Errorf("expected a number, found %s", n.Found())
	}
	return v, nil
}

// within gives an error of a sentence its place in the file.
func within(n *doctree.Node, err error) error {
	var syn *doctree.Mistake
	if !errors.As(err, &syn) {
		return err
	}
	at, runes := 0, max(syn.Pos.Col, 1)
	for i := range n.Text.Value + " " {
		if at = i; runes == 1 {
			break
		}
		runes--
	}
	return &doctree.Mistake{Pos: n.Text.At(at), Msg: syn.Msg}
}
