package cardfile

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// This file turns the tree of a file in YAML, in JSON or in the small language into a document. Two shapes are read: the tidied one, which YAML
// writes and docs/cards.md describes, and that of the paper's listing 4.

// keys of the tidied shape, in the order in which they are written.
var documentKeys = []string{"cards", "id", "title", "story", "language", "theme", "properties", "lineup", "things", "solution",
	"solutions", "number", "clues", "invariants", "generate", "templates"}

// types are the types of properties.
var types = []string{"string", "integer", "ordered"}

// typeName checks the name of a type; int is short for integer.
func typeName(t Text) (Text, error) {
	if t.Value == "int" {
		t = Text{Value: "integer", Pos: t.Pos}
	}
	if !slices.Contains(types, t.Value) {
		return t, failAt(t.Pos, "%v", puzzle.Unknownf("type", t.Value, types))
	}
	return t, nil
}

// languages are those of sentences.
var languages = phrases.Languages()

// each calls a function for each member of a mapping. A key that stands twice is an error unless it is in again.
func each(n *node, what string, known []string, again string, do func(key Text, val *node) error) error {
	seen := map[string]int{}
	return n.Each(what, known, func(k, v *node) error {
		key := k.Text
		if line, twice := seen[key.Value]; twice && key.Value != again {
			return failAt(key.Pos, "%q stands twice in %s: it is in line %d too", nearest.Clip(key.Value), what, line)
		}
		seen[key.Value] = key.Pos.Line
		return do(key, v)
	})
}

// scalar gives the text of a scalar that is not null.
func scalar(n *node, what string) (Text, error) {
	if _, err := n.Words(what); err != nil {
		return Text{}, err
	}
	if len(n.Text.Value) > maxText {
		return Text{}, n.Errorf("the text is longer than %d bytes", maxText)
	}
	return n.Text, nil
}

// scalars reads a list of scalars.
func scalars(n *node, what string, most int, one string) ([]Text, error) {
	items, err := n.Elements(what, most)
	if err != nil {
		return nil, err
	}
	var out []Text
	for _, it := range items {
		t, err := scalar(it, one)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// prose reads a text, or texts by language.
func prose(n *node, what string) ([]Member, error) {
	if n.Kind == doctree.Scalar {
		t, err := scalar(n, what)
		return []Member{{Value: t}}, err
	}
	known := languages
	if slices.ContainsFunc(n.Entries, func(e doctree.Entry) bool { return e.Key.Text.Value == "" }) {
		known = append(slices.Clone(known), "") // the language of the file
	}
	var out []Member
	err := each(n, what, known, "", func(key Text, val *node) error {
		t, err := scalar(val, what)
		out = append(out, Member{key, t})
		return err
	})
	return out, err
}

// pairs reads a mapping of names to scalars.
func pairs(n *node, what string, most int) ([]Member, error) {
	var out []Member
	err := each(n, what, nil, "", func(key Text, val *node) error {
		t, err := scalar(val, "a value of "+nearest.Clip(key.Value))
		if len(out) >= most {
			return failAt(key.Pos, "more than %d members in %s", most, what)
		}
		out = append(out, Member{key, t})
		return err
	})
	return out, err
}

// bannedThings is the paper's name of the list of things that a clue bans.
const bannedThings = "bannedThings"

func (d *Document) fromTree(n *node) error {
	known := append(slices.Clone(documentKeys), bannedThings)
	return each(n, "a puzzle", known, bannedThings, func(key Text, val *node) (err error) {
		switch key.Value {
		case "cards":
			_, err = val.Whole("the version of the format", 1, 1)
		case "id":
			d.ID, err = scalar(val, "the puzzle's id")
		case "title":
			if val.Kind == doctree.Map {
				d.Titles, err = prose(val, "the title")
			} else {
				d.Title, err = scalar(val, "the title")
			}
		case "story":
			d.Stories, err = prose(val, "the story")
		case "language":
			if d.Lang, err = scalar(val, "the language"); err == nil && !slices.Contains(languages, d.Lang.Value) {
				err = failAt(d.Lang.Pos, "%v", puzzle.Unknownf("language", d.Lang.Value, languages))
			}
		case "theme":
			d.Theme, err = scalar(val, "the theme")
		case "properties":
			err = d.properties(val)
		case "lineup":
			err = d.lineup(val)
		case "things":
			err = d.things(val)
		case "solution":
			d.Solution, err = pairs(val, "the solution", MaxProperties)
		case "solutions":
			d.Solutions.Pos = val.Place()
			d.Solutions.N, err = val.Whole("how many solutions there are", 1, maxSolutions)
		case "number":
			err = d.number(val)
		case "clues":
			err = d.clues(val)
		case bannedThings:
			err = d.strayBans(key, val)
		case "invariants":
			err = d.invariants(val)
		case "generate":
			var list []Member
			list, err = pairs(val, "the options of the generator", 1000)
			d.Settings = map[string]string{}
			for _, m := range list {
				d.Settings[m.Key.Value] = m.Value.Value
			}
		case "templates":
			err = d.templates(val)
		}
		return err
	})
}

func (d *Document) properties(n *node) error {
	return each(n, "the properties", nil, "", func(key Text, val *node) error {
		if strings.TrimSpace(key.Value) == "" {
			return failAt(key.Pos, "expected the name of a property, found %q", nearest.Clip(key.Value))
		}
		if len(d.Properties) >= MaxProperties {
			return failAt(key.Pos, "more than %d properties", MaxProperties)
		}
		p := Property{Name: key}
		values := val
		if val.Kind == doctree.Map {
			values = nil
			err := each(val, "a property", []string{"type", "values", "label", "words"}, "", func(k Text, v *node) (err error) {
				switch k.Value {
				case "type":
					if p.Type, err = scalar(v, "the type"); err == nil {
						p.Type, err = typeName(p.Type)
					}
				case "values":
					values = v
				case "label":
					p.Labels, err = prose(v, "the label")
				case "words":
					p.Words, err = wordLists(v)
				}
				return err
			})
			if err != nil {
				return err
			}
			if values == nil {
				return val.Errorf("property %s has no values", nearest.Clip(key.Value))
			}
		}
		var err error
		if p.Values, err = valueList(values, "the values of "+nearest.Clip(key.Value)); err != nil {
			return err
		}
		d.Properties = append(d.Properties, p)
		return nil
	})
}

// wordLists reads the words for values, by language.
func wordLists(n *node) ([]WordList, error) {
	var out []WordList
	err := each(n, "the words for values", languages, "", func(key Text, val *node) error {
		list, err := valueList(val, "the words in "+key.Value)
		out = append(out, WordList{key, list})
		return err
	})
	return out, err
}

// valueList reads a list of values, or a range such as 1..9.
func valueList(n *node, what string) ([]Text, error) {
	if n.Kind == doctree.Scalar {
		lo, hi, ok := strings.Cut(n.Text.Value, "..")
		from, err1 := strconv.Atoi(strings.TrimSpace(lo))
		to, err2 := strconv.Atoi(strings.TrimSpace(hi))
		if !ok || err1 != nil || err2 != nil || from > to {
			return nil, n.Errorf("expected %s, a list or a range such as 1..9, found %s", what, n.Found())
		}
		return numbers(from, to, n.Place())
	}
	return scalars(n, what, MaxValues, "a value")
}

// numbers lists the numbers of a range.
func numbers(from, to int, at Pos) ([]Text, error) {
	if uint(to)-uint(from) >= MaxValues {
		return nil, failAt(at, "the range %d..%d has more than %d values", from, to, MaxValues)
	}
	var out []Text
	for i := from; i <= to; i++ {
		out = append(out, Text{Value: strconv.Itoa(i), Pos: at})
	}
	return out, nil
}

func (d *Document) lineup(n *node) error {
	d.LineUp = &LineUp{Pos: n.Place()}
	if n.Kind == doctree.Scalar && n.Tag == "!!bool" {
		on, err := n.Truth("lineup")
		if !on {
			d.LineUp = nil
		}
		return err
	}
	if n.Text.Value == "round" && n.Kind == doctree.Scalar {
		d.LineUp.Round = true
		return nil
	}
	return n.Errorf("expected true, false or round behind lineup, found %s", n.Found())
}

// things reads the list of things, in either shape.
func (d *Document) things(n *node) error {
	items, err := n.Elements("the things", maxThings)
	if err != nil {
		return err
	}
	first := map[string]int{}
	for _, it := range items {
		t := Thing{Pos: it.Place()}
		err := each(it, "a thing", nil, "", func(key Text, val *node) (err error) {
			switch {
			case key.Value == "id":
				t.ID, err = scalar(val, "the thing's id")
			case key.Value == "banned":
				var b bool
				b, err = val.Truth("banned")
				t.Banned, t.Pos = &b, val.Place()
			case key.Value == "description" && val.Kind == doctree.Map:
				err = each(val, "a description", []string{"elements"}, "", func(_ Text, list *node) error {
					t.Values, err = elements(list)
					return err
				})
			case key.Value == "description" && val.Kind == doctree.List:
				t.Values, err = elements(val)
			default:
				var v Text
				v, err = scalar(val, "a value of "+nearest.Clip(key.Value))
				t.Values = append(t.Values, Member{key, v})
			}
			return err
		})
		if err != nil {
			return err
		}
		if strings.TrimSpace(t.ID.Value) == "" {
			return it.Errorf("the thing has no id: expected id: and a name, such as thing%d", len(d.Things)+1)
		}
		if line, twice := first[t.ID.Value]; twice {
			return failAt(t.ID.Pos, "thing %s stands twice: it is in line %d too", nearest.Clip(t.ID.Value), line)
		}
		first[t.ID.Value] = t.ID.Pos.Line
		d.Things = append(d.Things, t)
	}
	return nil
}

// elements reads the paper's list of mappings of one name to one value.
func elements(n *node) ([]Member, error) {
	items, err := n.Elements("the elements", MaxProperties)
	if err != nil {
		return nil, err
	}
	var out []Member
	for _, it := range items {
		pair, err := pairs(it, "an element", MaxProperties)
		if err != nil {
			return nil, err
		}
		out = append(out, pair...)
	}
	return out, nil
}

// number reads how many objects and links the file says there are.
func (d *Document) number(n *node) error {
	names := map[string]string{"things": ClassThing, "properties": ClassProperty, "links": thingProperty, "clues": ClassClue}
	return each(n, "the numbers", []string{"things", "properties", "links", "clues"}, "", func(key Text, val *node) error {
		v, err := val.Whole(key.Value, 0, 1_000_000_000)
		d.Bounds = append(d.Bounds, Bound{names[key.Value], v, v, val.Place()})
		return err
	})
}

var clueKeys = []string{"id", "clue", "text", "bans", "description", bannedThings}

func (d *Document) clues(n *node) error {
	d.HasClues = true
	items, err := n.Elements("the clues", maxClues)
	if err != nil {
		return err
	}
	for _, it := range items {
		if err := d.clue(it); err != nil {
			return err
		}
	}
	return nil
}

func (d *Document) clue(n *node) error {
	if len(d.Clues) >= maxClues {
		return n.Errorf("more than %d clues", maxClues)
	}
	c := Clue{Pos: n.Place()}
	if n.Kind == doctree.Scalar { // the formula alone
		t, err := scalar(n, "a clue")
		c.Expr = t
		d.Clues = append(d.Clues, c)
		return err
	}
	paper := false
	err := each(n, "a clue", clueKeys, "", func(key Text, val *node) (err error) {
		switch key.Value {
		case "id":
			c.ID, err = scalar(val, "the clue's id")
		case "clue":
			c.Expr, err = scalar(val, "the clue's formula")
		case "text":
			c.Descriptions, err = prose(val, "the clue's sentence")
		case "description":
			paper = true
			var t Text
			t, err = scalar(val, "the clue's sentence")
			c.Descriptions = []Member{{Value: t}}
		case "bans", bannedThings:
			c.HasBans = true
			c.Bans, err = ids(val)
		}
		return err
	})
	if err != nil {
		return err
	}
	if paper && strings.TrimSpace(c.ID.Value) == "" {
		return n.Errorf("the clue has no id: expected id: and a name, such as clue%d", len(d.Clues)+1)
	}
	if c.Expr.Value == "" && len(c.Descriptions) == 0 {
		return n.Errorf("the clue says nothing: expected clue: and a formula, such as body = blue => top = blue")
	}
	for _, o := range d.Clues {
		if o.ID.Value != "" && o.ID.Value == c.ID.Value {
			return failAt(c.ID.Pos, "clue %s stands twice: it is in line %d too", nearest.Clip(c.ID.Value), o.ID.Pos.Line)
		}
	}
	d.Clues = append(d.Clues, c)
	return nil
}

// ids reads a list of ids.
func ids(n *node) ([]Text, error) {
	if n.IsNull() {
		return nil, nil // a list without elements, as YAML writers leave it
	}
	return scalars(n, "the banned things", maxThings, "the id of a thing")
}

// strayBans reads bannedThings as listing 4 prints it: beside the list of clues rather than in a clue, and with the next
// clue in the list. It belongs to the last clue read.
func (d *Document) strayBans(key Text, n *node) error {
	if len(d.Clues) == 0 {
		return failAt(key.Pos, "%s belongs to a clue: expected clues before it", bannedThings)
	}
	items, err := n.Elements("the banned things", maxThings)
	if err != nil {
		return err
	}
	for _, it := range items {
		if it.Kind == doctree.Map {
			if err := d.clue(it); err != nil {
				return err
			}
			continue
		}
		t, err := scalar(it, "the id of a thing")
		if err != nil {
			return err
		}
		c := &d.Clues[len(d.Clues)-1]
		c.Bans, c.HasBans = append(c.Bans, t), true
	}
	d.Notes = append(d.Notes, Note{key.Pos, bannedThings + " stands beside the clues, not in one: taken for the clue before it"})
	return nil
}

// invariants reads OCL: one text, or a list of texts.
func (d *Document) invariants(n *node) error {
	nodes := []*node{n}
	if n.Kind == doctree.List {
		nodes = n.Items
	}
	for _, v := range nodes {
		t, err := scalar(v, "OCL invariants, a text")
		if err != nil {
			return err
		}
		d.Invariants = append(d.Invariants, t)
	}
	return nil
}

func (d *Document) templates(n *node) error {
	d.Templates = map[string]map[string]string{}
	return each(n, "the templates", languages, "", func(lang Text, val *node) error {
		of := map[string]string{}
		d.Templates[lang.Value] = of
		return each(val, "the templates of a language", nil, "", func(form Text, v *node) error {
			t, err := scalar(v, "a template")
			of[form.Value] = t.Value
			return err
		})
	})
}
