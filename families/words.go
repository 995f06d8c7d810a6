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

// Words gives a text in the languages of the catalogue, by its English; nil where it is not there. The map is shared: read it only.
func Words(english string) rules.Texts {
	return catalogue()[strings.Join(strings.Fields(english), " ")]
}

// Translate gives the texts of a rules file the languages of the catalogue: its title, what it is, the sentences of its rules and
// techniques, and what these call layers and values. What the file says itself stays.
func Translate(f *rules.File) {
	add := func(t *rules.Texts, english string) {
		for lang, text := range Words(english) {
			if (*t)[lang] == "" {
				if *t == nil {
					*t = rules.Texts{}
				}
				(*t)[lang] = text
			}
		}
	}
	add(&f.Title, f.Title["en"])
	add(&f.About, f.About["en"])
	for _, r := range f.Rules {
		add(&r.Text, r.Text["en"])
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
