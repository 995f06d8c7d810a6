package deck

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/lexicon"
	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// This file finds the words for properties and values: a puzzle's own, those of its theme, else the names themselves.

// Language gives the language of the names and values.
func (p *Puzzle) Language() string { return lexicon.Language(p.Lang) }

// Themed gives what the puzzle's theme says about a property; nil where there is nothing.
func (p *Puzzle) Themed(q *Property) *lexicon.Property {
	t := lexicon.Find(p.Theme)
	if t == nil {
		return nil
	}
	for i := range t.Props {
		if t.Props[i].Name.In(p.Language()) == q.Name {
			return &t.Props[i]
		}
	}
	return nil
}

// Label is how sentences in a language call a property.
func (p *Puzzle) Label(q *Property, lang string) string {
	if l := q.Label[lang]; l != "" {
		return l
	}
	if t := p.Themed(q); t != nil {
		if l := t.Label[lang]; l != "" {
			return l
		}
		return t.Name.In(lang)
	}
	return q.Name
}

// Caption is what a property is called in lists, on cards and in answers: its name, or where the names are in another language
// than is wanted, its label.
func (p *Puzzle) Caption(q *Property, lang string) string {
	if lang == p.Language() {
		return q.Name
	}
	if l := q.Label[lang]; l != "" {
		return l
	}
	if t := p.Themed(q); t != nil {
		return t.Name.In(lang)
	}
	return q.Name
}

// Word is what a value is called in a language.
func (p *Puzzle) Word(q *Property, v int, lang string) string {
	if w := q.Words[lang]; v < len(w) {
		return w[v]
	}
	if lang == p.Language() || q.Type == Integer {
		return q.Values[v]
	}
	if t := p.Themed(q); t != nil {
		if i := slices.Index(t.List(p.Language()), q.Values[v]); i >= 0 {
			return t.List(lang)[i]
		}
	}
	return q.Values[v]
}

// WordList are the values of a property in a language, in their order.
func (p *Puzzle) WordList(q *Property, lang string) []string {
	out := make([]string, len(q.Values))
	for v := range q.Values {
		out[v] = p.Word(q, v, lang)
	}
	return out
}

// TitleIn gives the title in a language; where there is none, the one there is.
func (p *Puzzle) TitleIn(lang string) string {
	title := p.Title
	if title == "" {
		for _, l := range sortedKeys(p.Titles) {
			title = cmp.Or(title, p.Titles[l])
		}
	}
	return p.told(lang, p.Titles, title, (*Puzzle).TitleOf)
}

// StoryIn gives the story in a language; where there is none, the one there is.
func (p *Puzzle) StoryIn(lang string) string {
	return p.told(lang, p.Story, p.Story[p.Language()], (*Puzzle).StoryOf)
}

// told gives a text in a language: the puzzle's own, or the theme's in other words where the one that there is, which it is else, is the theme's.
func (p *Puzzle) told(lang string, own map[string]string, have string, of func(*Puzzle, *lexicon.Theme) lexicon.Texts) string {
	lang = lexicon.Language(lang)
	if t := own[lang]; t != "" {
		return t
	}
	if t := lexicon.Find(p.Theme); t != nil && have == of(p, t).In(p.Language()) {
		return of(p, t).In(lang)
	}
	return have
}

// checkWords refuses words for values that cannot be told apart, and labels that two properties share.
func (p *Puzzle) checkWords(props []Property) error {
	for _, lang := range lexicon.Languages() {
		labels := map[string]string{}
		for i := range props {
			q := &props[i]
			if l := q.Label[lang]; l != "" {
				if first, twice := labels[l]; twice {
					return fmt.Errorf("the properties %s and %s have the same label %s", nearest.Quote(first), nearest.Quote(q.Name), nearest.Quote(l))
				}
				labels[l] = q.Name
			}
		}
	}
	for i := range props {
		q := &props[i]
		for _, lang := range sortedKeys(q.Words) {
			list := q.Words[lang]
			if len(list) != len(q.Values) {
				return fmt.Errorf("property %s has %d values, and %d words for them in the language %s", nearest.Quote(q.Name), len(q.Values), len(list), lang)
			}
			seen := map[string]bool{}
			for _, w := range list {
				if err := checkLabel("word for a value of "+q.Name, w); err != nil {
					return err
				}
				if seen[w] {
					return fmt.Errorf("two values of property %s have the same word %s", nearest.Quote(q.Name), nearest.Quote(w))
				}
				seen[w] = true
			}
		}
	}
	return nil
}

// TitleOf and StoryOf are those that a theme has for puzzles of the sort.
func (p *Puzzle) TitleOf(t *lexicon.Theme) lexicon.Texts { return bySort(p, t.Title, t.Row, t.Ring) }

func (p *Puzzle) StoryOf(t *lexicon.Theme) lexicon.Texts {
	return bySort(p, t.Story, t.Rowing, t.Round)
}

func bySort[T any](p *Puzzle, cards, row, ring T) T {
	switch {
	case p.Lineup == nil:
		return cards
	case p.Lineup.Round:
		return ring
	}
	return row
}

// FoldIn finds a text in a list, whatever its case where that leaves no doubt; -1 where it is not found.
func FoldIn(list []string, text string) int {
	if i := slices.Index(list, text); i >= 0 {
		return i
	}
	found, hits := -1, 0
	for i, v := range list {
		if strings.EqualFold(v, text) {
			found = i
			hits++
		}
	}
	if hits == 1 {
		return found
	}
	return -1
}
