// Package lexicon has the words in which clue cards are said, in every language, as data: the templates of sentences
// (templates), the word lists of themes (themes), and what the program says of its own in questions, pictures and
// explanations (words.yaml). It knows nothing of puzzles.
package lexicon

import (
	"embed"
	"slices"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/shelf"
)

//go:embed templates themes
var files embed.FS

// allWords are the templates of the languages, and those of the past.
var allWords = sync.OnceValue(func() map[string]forms {
	return shelf.Decode[map[string]forms](shelf.Shelf{Files: files, Folder: "templates", Ending: ".yaml"})[0]
})

// Languages lists the languages of sentences, in the order of their names.
func Languages() []string { return slices.Sorted(slices.Values(phrases.Languages())) }

// Templates gives the templates of sentences in a language by key; nil where there are none. They are never written to.
func Templates(lang string) map[string]string {
	if !slices.Contains(phrases.Languages(), lang) {
		return nil
	}
	return allWords()[lang]
}

//go:embed words.yaml
var wordsFile []byte

// Words has the words that are the program's own, in every language.
var Words = sync.OnceValue(func() phrases.Words { return phrases.MustRead(wordsFile) })

// Language gives the language that sentences come in.
func Language(lang string) string {
	if Templates(lang) != nil {
		return lang
	}
	return "en"
}
