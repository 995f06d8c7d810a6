package cards

import (
	_ "embed"
	"fmt"
	"slices"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/phrases"
)

// This file finds the words for properties and values: a puzzle's own, those of its theme, else the names themselves.

//go:embed words.yaml
var lexiconFile []byte

// lexicon has the words that are the program's own, in every language.
var lexicon = sync.OnceValue(func() phrases.Words { return phrases.MustRead(lexiconFile) })

// say says words of the program in the language of the puzzle.
func (in *Instance) say(key string, fill ...string) string {
	return lexicon().Say(in.lang(), key, fill...)
}

// language gives the language of the names and values.
func (p *Puzzle) language() string { return language(p.Lang) }

// themed gives what the puzzle's theme says about a property; nil where there is nothing.
func (p *Puzzle) themed(q *Property) *themeProperty {
	t := findTheme(p.Theme)
	if t == nil {
		return nil
	}
	for i := range t.Props {
		if t.Props[i].Name.in(p.language()) == q.Name {
			return &t.Props[i]
		}
	}
	return nil
}

// label is how sentences in a language call a property.
func (p *Puzzle) label(q *Property, lang string) string {
	if l := q.Label[lang]; l != "" {
		return l
	}
	if t := p.themed(q); t != nil {
		if l := t.Label[lang]; l != "" {
			return l
		}
		return t.Name.in(lang)
	}
	return q.Name
}

// caption is what a property is called in lists, on cards and in answers: its name, or where the names are in another language
// than is wanted, its label.
func (p *Puzzle) caption(q *Property, lang string) string {
	if lang == p.language() {
		return q.Name
	}
	if l := q.Label[lang]; l != "" {
		return l
	}
	if t := p.themed(q); t != nil {
		return t.Name.in(lang)
	}
	return q.Name
}

// word is what a value is called in a language.
func (p *Puzzle) word(q *Property, v int, lang string) string {
	if w := q.Words[lang]; v < len(w) {
		return w[v]
	}
	if lang == p.language() || q.Type == Integer {
		return q.Values[v]
	}
	if t := p.themed(q); t != nil {
		if i := slices.Index(t.list(p.language()), q.Values[v]); i >= 0 {
			return t.list(lang)[i]
		}
	}
	return q.Values[v]
}

// wordList are the values of a property in a language, in their order.
func (p *Puzzle) wordList(q *Property, lang string) []string {
	out := make([]string, len(q.Values))
	for v := range q.Values {
		out[v] = p.word(q, v, lang)
	}
	return out
}

// TitleIn gives the title in a language; where there is none, the one there is.
func (p *Puzzle) TitleIn(lang string) string {
	lang = language(lang)
	if t := p.Titles[lang]; t != "" {
		return t
	}
	if p.Title == "" {
		for _, l := range sortedKeys(p.Titles) {
			return p.Titles[l]
		}
	}
	if t := findTheme(p.Theme); t != nil && p.Title == t.titleFor(p).in(p.language()) {
		return t.titleFor(p).in(lang)
	}
	return p.Title
}

// StoryIn gives the story in a language; where there is none, the one there is.
func (p *Puzzle) StoryIn(lang string) string {
	lang = language(lang)
	if s := p.Story[lang]; s != "" {
		return s
	}
	if t := findTheme(p.Theme); t != nil && p.Story[p.language()] == t.storyFor(p).in(p.language()) {
		return t.storyFor(p).in(lang)
	}
	return p.Story[p.language()]
}

// checkWords refuses words for values that cannot be told apart, and labels that two properties share.
func (p *Puzzle) checkWords(props []Property) error {
	for _, lang := range sortedKeys(templates()) {
		labels := map[string]string{}
		for i := range props {
			q := &props[i]
			if l := q.Label[lang]; l != "" {
				if first, twice := labels[l]; twice {
					return fmt.Errorf("the properties %s and %s have the same label %s", quote(first), quote(q.Name), quote(l))
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
				return fmt.Errorf("property %s has %d values, and %d words for them in the language %s", quote(q.Name), len(q.Values), len(list), lang)
			}
			seen := map[string]bool{}
			for _, w := range list {
				if err := checkLabel("word for a value of "+q.Name, w); err != nil {
					return err
				}
				if seen[w] {
					return fmt.Errorf("two values of property %s have the same word %s", quote(q.Name), quote(w))
				}
				seen[w] = true
			}
		}
	}
	return nil
}
