package cards

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/internal/shelf"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// texts are a text by language.
type texts map[string]string

// in gives the text in a language, in English where it has none.
func (t texts) in(lang string) string {
	if text, ok := t[lang]; ok {
		return text
	}
	return t[phrases.Languages()[0]]
}

// forms are templates of sentences by language and key: "en is", "zh self-if-is".
type forms map[string]string

// theme is a set of word lists, with the words that make good sentences of them: a file of the folder words.
type theme struct {
	Name        string
	Langs       string // the languages in which it is drawn when any theme may be
	Title       texts
	Story       texts
	Row, Rowing texts // title and story of line-ups
	Ring, Round texts // title and story of those round a table
	Forms       forms
	Props       []themeProperty `yaml:"properties"`
}

type themeProperty struct {
	Name, Label texts // no label: sentences call the property by its name
	Values      texts // eight in each language, separated by |
	More        forms // forms of the values that sentences need, in the same order, by language and name: with "de in", {v in} is one
	Type        string
	Forms       forms
}

//go:embed words
var wordFiles embed.FS

// themes lists the themes in the order of their files, the default first. Each speaks of what has been where it has no form of its own.
var themes = sync.OnceValue(func() []theme {
	list := shelf.Decode[theme](shelf.Shelf{Files: wordFiles, Folder: "words/themes", Ending: ".yaml"})
	for i := range list {
		own := list[i].Forms
		list[i].Forms = maps.Clone(allWords()["past"])
		maps.Copy(list[i].Forms, own)
	}
	return list
})

// allWords are the templates of the languages, and those of the past.
var allWords = sync.OnceValue(func() map[string]forms {
	return shelf.Decode[map[string]forms](shelf.Shelf{Files: wordFiles, Folder: "words", Ending: ".yaml"})[0]
})

// templates are the words of sentences by language and key. They are never written to.
var templates = sync.OnceValue(func() map[string]map[string]string {
	out := map[string]map[string]string{}
	for _, lang := range phrases.Languages() {
		out[lang] = allWords()[lang]
	}
	return out
})

// findTheme gives a theme by name; nil where there is none.
func findTheme(name string) *theme {
	if name == "" {
		return nil
	}
	for i := range themes() {
		if themes()[i].Name == name {
			return &themes()[i]
		}
	}
	return nil
}

// CheckTheme refuses a name that no theme has; the error tells the nearest.
func CheckTheme(name string) error {
	if findTheme(name) == nil {
		return puzzle.Unknownf("theme", name, themeNames())
	}
	return nil
}

// themeNames lists the themes.
func themeNames() []string {
	var names []string
	for i := range themes() {
		names = append(names, themes()[i].Name)
	}
	return names
}

// list gives the values of a property in a language.
func (t *themeProperty) list(lang string) []string { return strings.Split(t.Values.in(lang), "|") }

// titleFor and storyFor are those of line-ups where a puzzle is one.
func (t *theme) titleFor(p *Puzzle) texts {
	switch {
	case p.Lineup != nil && p.Lineup.Round:
		return t.Ring
	case p.Lineup != nil:
		return t.Row
	}
	return t.Title
}

func (t *theme) storyFor(p *Puzzle) texts {
	switch {
	case p.Lineup != nil && p.Lineup.Round:
		return t.Round
	case p.Lineup != nil:
		return t.Rowing
	}
	return t.Story
}

// build makes the domains of a puzzle from the word lists; which properties and values are used is drawn. Of line-ups the
// sizes are categories and places.
func build(size cardSize, name, lang string, r *rng.Stream) (*Puzzle, error) {
	props, values := len(size.Domains), 0
	for _, n := range size.Domains {
		values = max(values, n)
	}
	if size.Lineup {
		props, values = size.Domains[0], size.Domains[1]
	}
	var fit []*theme
	for i := range themes() {
		t := &themes()[i]
		if (name == t.Name || name == "any" && strings.Contains(t.Langs, lang)) && props <= len(t.Props) && values <= 8 {
			fit = append(fit, t)
		}
	}
	p := &Puzzle{}
	switch {
	case len(fit) > 0:
		t := fit[r.IntN(len(fit))]
		p.Theme, p.Lang = t.Name, lang
		// The first property makes the story, and always takes part.
		picks := []int{0}
		for _, k := range r.Perm(len(t.Props) - 1)[:props-1] {
			picks = append(picks, k+1)
		}
		slices.Sort(picks)
		for i, k := range picks {
			n := values
			if !size.Lineup {
				n = size.Domains[i]
			}
			p.Properties = append(p.Properties, t.Props[k].draw(n, lang, r))
		}
	case name == "any" || name == "plain":
		for i := range props {
			n := values
			if !size.Lineup {
				n = size.Domains[i]
			}
			p.Properties = append(p.Properties, plainProperty(i, n))
		}
	default:
		return nil, &puzzle.UnreachableError{Target: "size " + size.String(),
			Best: "6 properties of 8 values, which theme " + name + " has (theme plain has any size)"}
	}
	p.Factored = size.Factored
	if size.Lineup {
		p.Lineup = &Lineup{Places: size.Domains[1], Round: size.Round, Categories: p.Properties}
		p.Properties = nil
	}
	if t := findTheme(p.Theme); t != nil {
		p.Title = t.titleFor(p).in(lang)
		p.Story = map[string]string{lang: t.storyFor(p).in(lang)}
	}
	return p, p.Validate()
}

// draw takes n of the values, in the order of the list.
func (t *themeProperty) draw(n int, lang string, r *rng.Stream) Property {
	words := t.list(lang)
	typ, err := ParseType(t.Type)
	if err != nil {
		panic(err) // the file is part of the program
	}
	q := Property{Name: t.Name.in(lang), Type: typ}
	keep := make([]bool, len(words))
	for _, i := range r.Perm(len(words))[:n] {
		keep[i] = true
	}
	for i, w := range words {
		if keep[i] {
			q.Values = append(q.Values, w)
		}
	}
	return q
}

// plainProperty has a letter for a name, and values such as a1.
func plainProperty(i, n int) Property {
	name := string(rune('A' + i%26))
	if i >= 26 {
		name += strconv.Itoa(i / 26)
	}
	q := Property{Name: name}
	for v := 1; v <= n; v++ {
		q.Values = append(q.Values, fmt.Sprintf("%s_%d", strings.ToLower(name), v))
	}
	return q
}
