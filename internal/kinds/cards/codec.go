package cards

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/quandary-puzzles/quandary/record"
)

// The JSON form of a puzzle, in which ids hold puzzles: all that a Puzzle has, clues in the text form.
type jsonPuzzle struct {
	Title      string                       `json:"title"`
	Titles     map[string]string            `json:"titles"`
	Story      map[string]string            `json:"story"`
	Lang       string                       `json:"lang"`
	Theme      string                       `json:"theme"`
	Properties []jsonProperty               `json:"properties"`
	Lineup     *jsonLineup                  `json:"lineup"`
	Factored   bool                         `json:"factored"`
	Things     [][]string                   `json:"things"`
	ThingIDs   []string                     `json:"thing_ids"`
	Clues      []jsonClue                   `json:"clues"`
	Solutions  int                          `json:"solutions"`
	Invariants []string                     `json:"invariants"`
	Templates  map[string]map[string]string `json:"templates"`
}

type jsonProperty struct {
	Name   string              `json:"name"`
	Type   string              `json:"type"`
	Values []string            `json:"values"`
	Label  map[string]string   `json:"label"`
	Words  map[string][]string `json:"words"`
}

type jsonLineup struct {
	Places     int            `json:"places"`
	Round      bool           `json:"round"`
	Categories []jsonProperty `json:"categories"`
}

type jsonClue struct {
	ID   string            `json:"id"`
	Clue string            `json:"clue"`
	Text map[string]string `json:"text"`
}

// Object gives the puzzle as a JSON object that fromJSON reads back as equal. Parts that say nothing are left out.
func (p *Puzzle) Object() record.Object {
	var o record.Object
	if p.Title != "" {
		o.Set("title", p.Title)
	}
	setTexts(&o, "titles", p.Titles)
	setTexts(&o, "story", p.Story)
	if p.Lang != "" {
		o.Set("lang", p.Lang)
	}
	if p.Theme != "" {
		o.Set("theme", p.Theme)
	}
	if p.Lineup == nil {
		o.Set("properties", propertyList(p.Properties))
	} else {
		var l record.Object
		l.Set("places", p.Lineup.Places)
		if p.Lineup.Round {
			l.Set("round", true)
		}
		l.Set("categories", propertyList(p.Lineup.Categories))
		o.Set("lineup", l)
	}
	if p.Factored && p.Lineup == nil {
		o.Set("factored", true)
	}
	if p.Things != nil {
		var things []any
		for _, t := range p.Things {
			things = append(things, texts(p.thingValues(t)))
		}
		o.Set("things", things)
	}
	if p.ThingIDs != nil {
		o.Set("thing_ids", texts(p.ThingIDs))
	}
	var clues []any
	for i := range p.Clues {
		var c record.Object
		c.Set("id", p.Clues[i].ID)
		c.Set("clue", p.Format(p.Clues[i].Expr))
		setTexts(&c, "text", p.Clues[i].Text)
		clues = append(clues, c)
	}
	o.Set("clues", append([]any{}, clues...))
	if p.Solutions != 0 {
		o.Set("solutions", p.Solutions)
	}
	if p.Rules != nil {
		o.Set("invariants", texts(p.Rules.Texts()))
	}
	if len(p.Templates) > 0 {
		var all record.Object
		for _, lang := range sortedKeys(p.Templates) {
			setTexts(&all, lang, p.Templates[lang])
		}
		o.Set("templates", all)
	}
	return o
}

func (p *Puzzle) thingValues(t Thing) []string {
	out := make([]string, len(t))
	for k, v := range t {
		out[k] = p.Properties[k].Values[v]
	}
	return out
}

func propertyList(props []Property) []any {
	var out []any
	for i := range props {
		var o record.Object
		o.Set("name", props[i].Name)
		if props[i].Type != String {
			o.Set("type", props[i].Type.String())
		}
		o.Set("values", texts(props[i].Values))
		setTexts(&o, "label", props[i].Label)
		if len(props[i].Words) > 0 {
			var words record.Object
			for _, lang := range sortedKeys(props[i].Words) {
				words.Set(lang, texts(props[i].Words[lang]))
			}
			o.Set("words", words)
		}
		out = append(out, o)
	}
	return out
}

func texts(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

// setTexts sets a map of texts in the order of its keys, unless it is empty.
func setTexts(o *record.Object, key string, m map[string]string) {
	if len(m) == 0 {
		return
	}
	var v record.Object
	for _, k := range sortedKeys(m) {
		v.Set(k, m[k])
	}
	o.Set(key, v)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// fromJSON reads the JSON form and validates the puzzle. Invariants are read as texts: Family.Decode compiles them.
func fromJSON(data []byte) (*Puzzle, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var j jsonPuzzle
	if err := dec.Decode(&j); err != nil {
		return nil, fmt.Errorf("reading the puzzle: %w", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("reading the puzzle: something follows it")
	}
	p := &Puzzle{Title: j.Title, Titles: j.Titles, Story: j.Story, Lang: j.Lang, Theme: j.Theme, Solutions: j.Solutions, Factored: j.Factored, ThingIDs: j.ThingIDs, Templates: j.Templates}
	var err error
	if p.Properties, err = readProperties(j.Properties); err != nil {
		return nil, err
	}
	if j.Lineup != nil {
		if len(p.Properties) > 0 {
			return nil, fmt.Errorf("the properties of a line-up follow from its categories and are not given")
		}
		p.Lineup = &Lineup{Places: j.Lineup.Places, Round: j.Lineup.Round}
		if p.Lineup.Categories, err = readProperties(j.Lineup.Categories); err != nil {
			return nil, err
		}
	}
	if len(j.Invariants) > 0 {
		if !p.Factored && p.Lineup == nil {
			return nil, fmt.Errorf("invariants stand with factored puzzles alone")
		}
		p.Rules = unread(j.Invariants)
	}
	if err := p.expand(); err != nil {
		return nil, err
	}
	for i, values := range j.Things {
		if len(values) != len(p.Properties) {
			return nil, fmt.Errorf("thing %d has %d values for %d properties", i+1, len(values), len(p.Properties))
		}
		t := make(Thing, len(values))
		for k, v := range values {
			if t[k], err = p.FindValue(k, v); err != nil {
				return nil, fmt.Errorf("thing %d: %w", i+1, err)
			}
		}
		p.Things = append(p.Things, t)
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if len(j.Clues) > MaxClues {
		return nil, fmt.Errorf("the puzzle has %d clues, at most %d are supported", len(j.Clues), MaxClues)
	}
	for i, c := range j.Clues {
		n, err := p.Parse(c.Clue)
		if err != nil {
			return nil, fmt.Errorf("clue %d: %w", i+1, err)
		}
		p.Clues = append(p.Clues, Clue{ID: c.ID, Expr: n, Text: c.Text})
	}
	return p, p.Validate()
}

func readProperties(list []jsonProperty) ([]Property, error) {
	var out []Property
	for _, j := range list {
		typ, err := ParseType(j.Type)
		if err != nil {
			return nil, fmt.Errorf("property %s: %w", quote(j.Name), err)
		}
		out = append(out, Property{Name: j.Name, Type: typ, Values: j.Values, Label: j.Label, Words: j.Words})
	}
	return out, nil
}

// maxDesc bounds the description of an id, in bytes.
const maxDesc = 4 << 20

// desc writes the puzzle in one line without spaces.
func (p *Puzzle) desc() string {
	raw, err := record.AppendJSON(nil, p.Object())
	if err != nil {
		panic(err) // the object holds texts, numbers and booleans only
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

func fromDesc(desc string) (*Puzzle, error) {
	if len(desc) > maxDesc {
		return nil, fmt.Errorf("the description is longer than %d bytes", maxDesc)
	}
	raw, err := base64.RawURLEncoding.DecodeString(desc)
	if err != nil {
		return nil, fmt.Errorf("the description is not in base64: %w", err)
	}
	return fromJSON(raw)
}
