package stored

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardfile"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/phrases"
)

// This file writes puzzles as property files and in the small language.

// writeProperties writes a puzzle as a property file with its invariants. Clues, sentences and types have no place, and all properties
// have the same values.
func writeProperties(p *deck.Puzzle) (string, error) {
	lossy := func(what string) (string, error) { return "", lossy("properties", what) }
	values := p.Asked()[0].Values
	switch {
	case len(p.Clues) > 0:
		return lossy("clues")
	case len(p.Story)+len(p.Titles)+len(p.Templates) > 0 || p.Title+p.Lang+p.Theme != "":
		return lossy("texts")
	case p.Solutions != 0:
		return lossy("how many solutions there are (an invariant can say it)")
	case p.Lineup != nil:
		return lossy("line-ups")
	case p.Things != nil || p.ThingIDs != nil:
		return lossy("a given set of things")
	}
	var names []string
	for i := range p.Properties {
		q := &p.Properties[i]
		switch {
		case typeOf(q) != "" || len(q.Label)+len(q.Words) > 0:
			return lossy("types, labels and words")
		case !slices.Equal(q.Values, values):
			return lossy("values of one property alone, or in another order (an invariant can say them)")
		}
		names = append(names, q.Name)
	}
	var b strings.Builder
	writeSet(&b, "Property_name", names)
	writeSet(&b, "Property_value", values)
	one, err := oneThing(p, "properties")
	if one {
		b.WriteString("Thing_min = 1\nThing_max = 1\n")
	}
	if p.Rules != nil {
		b.WriteString("\n[invariants]\n")
		for i, t := range p.Rules.Texts() {
			if i > 0 {
				b.WriteString("\n")
			}
			b.WriteString(strings.Trim(t, "\n") + "\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n"), err
}

func writeSet(b *strings.Builder, key string, set []string) {
	fmt.Fprintf(b, "%s = Set{", key)
	width := len(key) + 7
	for i, t := range set {
		q := cardfile.Quote(t, '\'')
		if i > 0 {
			b.WriteByte(',')
			if width += utf8.RuneCountInString(q) + 2; width > 100 {
				b.WriteString("\n    ")
				width = 4 + utf8.RuneCountInString(q)
			} else {
				b.WriteByte(' ')
			}
		}
		b.WriteString(q)
	}
	b.WriteString("}\n")
}

// writeDSL writes a puzzle in the small language.
func writeDSL(p *deck.Puzzle) (string, error) {
	if p.Things != nil || p.ThingIDs != nil {
		return "", lossy("dsl", "a given set of things")
	}
	var b strings.Builder
	item := func(words ...string) { b.WriteString(strings.Join(words, " ") + "\n") }
	quote := func(text string) string { return cardfile.Quote(text, '"') }
	prose := func(key string, texts map[string]string) {
		for _, lang := range keys(texts) {
			item(strings.TrimRight(key+" "+lang, " "), quote(texts[lang]))
		}
	}
	list := func(values []string) string {
		words := make([]string, len(values))
		for i, v := range values {
			words[i] = cardfile.Word(v)
		}
		return strings.Join(words, ", ")
	}
	item("domain", quote(""))
	if p.Lang != "" {
		item("language", p.Lang)
	}
	if p.Title != "" && len(p.Titles) == 0 {
		item("title", quote(p.Title))
	}
	prose("title", p.Titles)
	prose("story", p.Story)
	if p.Theme != "" {
		item("theme", cardfile.Word(p.Theme))
	}
	for _, q := range p.Asked() {
		name := cardfile.Word(q.Name)
		typ := name
		if t := typeOf(&q); t != "" {
			typ += " : " + t
		}
		item("concept", typ, "=", list(q.Values))
		prose("label "+name, q.Label)
		for _, lang := range keys(q.Words) {
			item("words", name, lang, "=", list(q.Words[lang]))
		}
	}
	if l := p.Lineup; l != nil {
		item(strings.TrimRight("lineup "+map[bool]string{true: "round"}[l.Round], " "))
	}
	if p.Solutions != 0 {
		item("solutions", fmt.Sprint(p.Solutions))
	}
	one, err := oneThing(p, "dsl")
	if one {
		item("things 1")
	}
	for _, lang := range keys(p.Templates) {
		for _, form := range keys(p.Templates[lang]) {
			item("template", lang, cardfile.Word(form), quote(p.Templates[lang][form]))
		}
	}
	for i := range p.Clues {
		c := &p.Clues[i]
		words := []string{"clue"}
		if c.ID != deck.ClueID(i) {
			if cardfile.Word(c.ID) != c.ID {
				return "", lossy("dsl", "a clue id of several words")
			}
			if slices.Contains(phrases.Languages(), strings.ToLower(c.ID)) {
				return "", lossy("dsl", "a clue whose id is a language")
			}
			words = append(words, c.ID)
		}
		for _, lang := range keys(c.Text) {
			words = append(words, lang, quote(c.Text[lang]))
		}
		formula := p.Format(c.Expr)
		if cardfile.CommentAt(formula) != len(formula) {
			return "", lossy("dsl", "a formula with the sign of a comment")
		}
		item(strings.Join(words, " ")+":", formula)
	}
	if p.Rules != nil {
		for _, t := range p.Rules.Texts() {
			if end := cardfile.ClosingBrace(t + "\n}"); end != len(t)+1 {
				return "", lossy("dsl", "invariants with a brace that is not closed")
			}
			item("invariant {\n" + strings.Trim(t, "\n") + "\n}")
		}
	}
	return strings.TrimSuffix(b.String(), "\n"), err
}
