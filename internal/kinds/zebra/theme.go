package zebra

import (
	"embed"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/shelf"
)

// theme is a set of word lists, a file of the folder themes. Items are drawn from its categories; the phrase of a category says how to
// speak of the one with an item. Numeric categories list numbers in ascending order.
type theme struct {
	Name, Lang string
	Story      string          // with {n} for the number of people
	Place      string          // a word for a place in the row
	InTime     bool            `yaml:"in time"` // the places come one after another in time
	Cats       []themeCategory `yaml:"categories"`
}

type themeCategory struct {
	Name, Phrase, Items string // items separated by |
}

func (c themeCategory) words() []string { return strings.Split(c.Items, "|") }

//go:embed themes
var themeFiles embed.FS

// themes lists the word lists in the order of their files, the default first.
var themes = sync.OnceValue(func() []theme {
	return shelf.Decode[theme](shelf.Shelf{Files: themeFiles, Folder: "themes", Ending: ".yaml"})
})
