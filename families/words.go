package families

import (
	"cmp"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/shelf"
	"github.com/quandary-puzzles/quandary/rules"
)

// catalogue has the texts of words/*.txt by their English: a text that many families share stands there once, and one whose English
// changes is missed until its translations were looked at again.
var catalogue = sync.OnceValue(func() map[string]rules.Texts {
	out := map[string]rules.Texts{}
	shelf := shelf.Shelf{Files: files, Folder: "words", Ending: ".txt"}
	for _, name := range shelf.Names() {
		if name == "holds" {
			continue // by another sentence
		}
		data, _ := shelf.Read(name)
		var texts rules.Texts
		for line := range strings.Lines(string(data)) {
			lang, text, _ := strings.Cut(strings.TrimSpace(line), " ")
			switch {
			case lang == "en":
				texts = rules.Texts{}
				out[text] = texts
			case len(lang) == 2: // Chinese too, where a name stands in no rules file
				texts[lang] = text
			}
		}
	}
	return out
})

// held has what rules say, by the English sentence of how they are broken: words/holds.txt.
var held = sync.OnceValue(func() map[string]rules.Texts {
	out := map[string]rules.Texts{}
	data, _ := files.ReadFile("words/holds.txt")
	var texts rules.Texts
	for line := range strings.Lines(string(data)) {
		switch lang, text, _ := strings.Cut(strings.TrimSpace(line), " "); {
		case lang == "broken":
			texts = rules.Texts{}
			out[text] = texts
		case len(lang) == 2:
			texts[lang] = text
		}
	}
	return out
})

// Holds gives what a rule says, in every language, by the English sentence of how it is broken; nil where it is not there. The map is shared:
// read it only.
func Holds(broken string) rules.Texts {
	return held()[strings.Join(strings.Fields(broken), " ")]
}

// Words gives a text in the languages of the catalogue, by its English; nil where it is not there. The map is shared: read it only.
func Words(english string) rules.Texts {
	return catalogue()[strings.Join(strings.Fields(english), " ")]
}

// Translate gives the texts of a rules file the languages of the catalogue: its title, what it is, the sentences of its rules and
// techniques, and what these call layers and values; and its rules what they say where they hold. What the file says itself stays.
func Translate(f *rules.File) {
	fill := func(t *rules.Texts, words rules.Texts) {
		for lang, text := range words {
			if (*t)[lang] == "" {
				if *t == nil {
					*t = rules.Texts{}
				}
				(*t)[lang] = text
			}
		}
	}
	add := func(t *rules.Texts, english string) { fill(t, Words(english)) }
	add(&f.Title, f.Title["en"])
	add(&f.About, f.About["en"])
	for _, r := range f.Rules {
		add(&r.Text, r.Text["en"])
		if len(r.Holds) == 0 {
			fill(&r.Holds, Holds(r.Text["en"]))
		}
	}
	for _, t := range f.Techniques {
		add(&t.Text, t.Text["en"])
	}
	for _, l := range f.Layers {
		add(&l.Called, cmp.Or(l.Called["en"], l.Name))
		for word, said := range l.Said {
			add(&said, said["en"])
			l.Said[word] = said
		}
	}
}
