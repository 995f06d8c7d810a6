package deck

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

// jsonPuzzle is the JSON form of a puzzle, in which ids hold puzzles: all that a Puzzle has, clues in the text form. Parts that say
// nothing are left out.
type jsonPuzzle struct {
	Title      string                       `json:"title,omitempty"`
	Titles     map[string]string            `json:"titles,omitempty"`
	Story      map[string]string            `json:"story,omitempty"`
	Lang       string                       `json:"lang,omitempty"`
	Theme      string                       `json:"theme,omitempty"`
	Properties []Property                   `json:"properties,omitempty"`
	Lineup     *Lineup                      `json:"lineup,omitempty"`
	Factored   bool                         `json:"factored,omitempty"`
	Things     [][]string                   `json:"things,omitempty"`
	ThingIDs   []string                     `json:"thing_ids,omitempty"`
	Clues      []jsonClue                   `json:"clues"`
	Solutions  int                          `json:"solutions,omitempty"`
	Invariants []string                     `json:"invariants,omitempty"`
	Templates  map[string]map[string]string `json:"templates,omitempty"`
}

type jsonClue struct {
	ID   string            `json:"id"`
	Clue string            `json:"clue"`
	Text map[string]string `json:"text,omitempty"`
}

// JSON gives the puzzle as JSON that FromJSON reads back as equal.
func (p *Puzzle) JSON() []byte {
	j := jsonPuzzle{Title: p.Title, Titles: p.Titles, Story: p.Story, Lang: p.Lang, Theme: p.Theme, Lineup: p.Lineup, ThingIDs: p.ThingIDs,
		Clues: []jsonClue{}, Solutions: p.Solutions, Templates: p.Templates}
	if p.Lineup == nil {
		j.Properties, j.Factored = p.Properties, p.Factored
	}
	for _, t := range p.Things {
		values := make([]string, len(t))
		for k, v := range t {
			values[k] = p.Properties[k].Values[v]
		}
		j.Things = append(j.Things, values)
	}
	for i := range p.Clues {
		c := &p.Clues[i]
		j.Clues = append(j.Clues, jsonClue{c.ID, p.Format(c.Expr), c.Text})
	}
	if p.Rules != nil {
		j.Invariants = p.Rules.Texts()
	}
	raw, err := json.Marshal(j)
	var v any
	if err == nil {
		v, err = record.ParseJSON(raw)
	}
	if err == nil {
		raw, err = record.AppendJSON(raw[:0:0], v) // spaced as in records
	}
	if err != nil {
		panic(err) // it holds texts, numbers and booleans only
	}
	return raw
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// FromJSON reads the JSON form and validates the puzzle. Invariants are read as texts: Family.Decode compiles them.
func FromJSON(data []byte) (*Puzzle, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var j jsonPuzzle
	if err := dec.Decode(&j); err != nil {
		return nil, fmt.Errorf("reading the puzzle: %w", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("reading the puzzle: something follows it")
	}
	p := &Puzzle{Title: j.Title, Titles: j.Titles, Story: j.Story, Lang: j.Lang, Theme: j.Theme, Properties: j.Properties, Lineup: j.Lineup,
		Solutions: j.Solutions, Factored: j.Factored, ThingIDs: j.ThingIDs, Templates: j.Templates}
	if p.Lineup != nil && len(p.Properties) > 0 {
		return nil, fmt.Errorf("the properties of a line-up follow from its categories and are not given")
	}
	if len(j.Invariants) > 0 {
		if !p.Factored && p.Lineup == nil {
			return nil, fmt.Errorf("invariants stand with factored puzzles alone")
		}
		p.Rules = unread(j.Invariants)
	}
	if err := p.Expand(); err != nil {
		return nil, err
	}
	for i, values := range j.Things {
		if len(values) != len(p.Properties) {
			return nil, fmt.Errorf("thing %d has %d values for %d properties", i+1, len(values), len(p.Properties))
		}
		t := make(Thing, len(values))
		for k, v := range values {
			var err error
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

// maxDesc bounds the description of an id, in bytes.
const maxDesc = 4 << 20

// Desc writes the puzzle in one line.
func (p *Puzzle) Desc() string { return base64.RawURLEncoding.EncodeToString(p.JSON()) }

// FromDesc reads what Desc writes.
func FromDesc(desc string) (*Puzzle, error) {
	if len(desc) > maxDesc {
		return nil, fmt.Errorf("the description is longer than %d bytes", maxDesc)
	}
	raw, err := base64.RawURLEncoding.DecodeString(desc)
	if err != nil {
		return nil, fmt.Errorf("the description is not in base64: %w", err)
	}
	return FromJSON(raw)
}
