package lexicon

import (
	"maps"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/shelf"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Texts are a text by language.
type Texts map[string]string

// In gives the text in a language, in English where it has none.
func (t Texts) In(lang string) string {
	if text, ok := t[lang]; ok {
		return text
	}
	return t[phrases.Languages()[0]]
}

// forms are templates of sentences by language and key: "en is", "zh self-if-is".
type forms map[string]string

// Theme is a set of word lists, with the words that make good sentences of them: a file of the folder themes.
type Theme struct {
	Name        string
	Langs       string // the languages in which it is drawn when any theme may be
	Title       Texts
	Story       Texts
	Row, Rowing Texts // title and story of line-ups
	Ring, Round Texts // title and story of those round a table
	Forms       forms
	Props       []Property `yaml:"properties"`
}

// Property is a word list with its values.
type Property struct {
	Name, Label Texts // no label: sentences call the property by its name
	Values      Texts // eight in each language, separated by |
	More        forms // forms of the values that sentences need, in the same order, by language and name: with "de in", {v in} is one
	Type        string
	Forms       forms
}

// Themes lists the themes in the order of their files, the default first. Each speaks of what has been where it has no form of its own.
var Themes = sync.OnceValue(func() []Theme {
	list := shelf.Decode[Theme](shelf.Shelf{Files: files, Folder: "themes", Ending: ".yaml"})
	for i := range list {
		own := list[i].Forms
		list[i].Forms = maps.Clone(allWords()["past"])
		maps.Copy(list[i].Forms, own)
	}
	return list
})

// Find gives a theme by name; nil where there is none.
func Find(name string) *Theme {
	if name == "" {
		return nil
	}
	for i := range Themes() {
		if Themes()[i].Name == name {
			return &Themes()[i]
		}
	}
	return nil
}

// Check refuses a name that no theme has; the error tells the nearest.
func Check(name string) error {
	if Find(name) == nil {
		return puzzle.Unknownf("theme", name, Names())
	}
	return nil
}

// Names lists the themes.
func Names() []string {
	var names []string
	for i := range Themes() {
		names = append(names, Themes()[i].Name)
	}
	return names
}

// List gives the values in a language.
func (t *Property) List(lang string) []string { return strings.Split(t.Values.In(lang), "|") }
