package language

import (
	"cmp"
	"embed"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/shelf"
)

// Theme is a set of word lists, a file of the folder themes. Items are drawn from its categories. In other languages it has the same
// categories and items one by one, so that a puzzle drawn in one is shown in any of them.
type Theme struct {
	Name, Lang string
	InTime     bool                  `yaml:"in time"` // the places come one after another in time
	Words      ThemeWords            `yaml:",inline"`
	In         map[string]ThemeWords // by language, all that it has
}

// ThemeWords are those of a language.
type ThemeWords struct {
	Story string          // with {n} for the number of people
	Place string          // a word for a place in the row
	Cats  []ThemeCategory `yaml:"categories"`
}

// ThemeCategory is a category: its phrase says how to speak of the one with an item. Numeric categories list numbers in ascending order.
type ThemeCategory struct {
	Name, Phrase, Items string   // items separated by |; none: as in the first language
	split               []string // Items apart
}

// Words gives the items, which are not to be changed.
func (c ThemeCategory) Words() []string { return c.split }

// StoryOf gives the story of so many people.
func (w ThemeWords) StoryOf(n int) string { return strings.ReplaceAll(w.Story, "{n}", strconv.Itoa(n)) }

//go:embed themes
var themeFiles embed.FS

// Themes lists the word lists in the order of their files, the default first.
var Themes = sync.OnceValue(func() []Theme {
	list := shelf.Decode[Theme](shelf.Shelf{Files: themeFiles, Folder: "themes", Ending: ".yaml"})
	for k := range list {
		t := &list[k]
		if t.In == nil {
			t.In = map[string]ThemeWords{}
		}
		t.In[t.Lang] = t.Words
		for _, w := range t.In {
			for i := range w.Cats {
				if w.Cats[i].Items == "" {
					w.Cats[i].Items = t.Words.Cats[i].Items
				}
				w.Cats[i].split = strings.Split(w.Cats[i].Items, "|")
			}
		}
	}
	return list
})

// theme finds the word lists that a puzzle is drawn from, and which of their categories it has; nil where it is somebody's own.
func theme(p *matching.Puzzle) (*Theme, []int) {
	for i := range Themes() {
		t := &Themes()[i]
		if t.Lang != p.Lang {
			continue
		}
		var cats []int
		for c := range p.Cats {
			if p.Implicit && c == p.Line {
				continue
			}
			cat := &p.Cats[c]
			k := slices.IndexFunc(t.Words.Cats, func(tc ThemeCategory) bool { return tc.Name == cat.Name && tc.Phrase == cat.Phrase[p.Lang] })
			if k < 0 || slices.ContainsFunc(cat.Items, func(item string) bool { return !slices.Contains(t.Words.Cats[k].Words(), item) }) {
				cats = nil
				break
			}
			cats = append(cats, k)
		}
		if cats != nil {
			return t, cats
		}
	}
	return nil, nil
}

// In gives the puzzle told in a language, and in its words where it is drawn from word lists.
func In(p *matching.Puzzle, lang string) *matching.Puzzle {
	p = Own(p)
	if lang = phrases.Spoken(cmp.Or(lang, p.Lang)); lang == p.Lang {
		return p
	}
	q := *p
	q.ToldIn, q.Source = lang, p
	t, cats := theme(p)
	if t == nil {
		return &q
	}
	words := t.In[lang]
	q.Lang, q.Cats = lang, slices.Clone(p.Cats)
	if p.Story == t.Words.StoryOf(p.N) {
		q.Story = words.StoryOf(p.N)
	}
	for c := range q.Cats {
		cat := &q.Cats[c]
		if p.Implicit && c == p.Line {
			switch cat.Name {
			case t.Words.Place:
				*cat = matching.Places(words.Place, p.N)
			case Say(p.Lang, "seat"):
				*cat = matching.Places(Say(lang, "seat"), p.N)
			}
			continue
		}
		from, to := t.Words.Cats[cats[0]], words.Cats[cats[0]]
		cats = cats[1:]
		cat.Name, cat.Phrase, cat.Items = to.Name, map[string]string{lang: to.Phrase}, make([]string, p.N)
		for i, item := range p.Cats[c].Items {
			cat.Items[i] = to.Words()[slices.Index(from.Words(), item)]
		}
	}
	return &q
}

// Own gives the puzzle as it was made, whatever the language that it is told in.
func Own(p *matching.Puzzle) *matching.Puzzle {
	if p.Source != nil {
		return p.Source
	}
	return p
}

// InAll gives the puzzle in every language that has words of its own for it, the one it was made in first. Each is made when it is asked for: an answer
// is mostly in that one.
func InAll(p *matching.Puzzle) iter.Seq[*matching.Puzzle] {
	return func(yield func(*matching.Puzzle) bool) {
		own := Own(p)
		if !yield(own) {
			return
		}
		for _, lang := range phrases.Languages() {
			if q := In(p, lang); q.Lang != own.Lang && !yield(q) {
				return
			}
		}
	}
}
