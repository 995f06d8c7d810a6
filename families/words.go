package families

import (
	"cmp"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/shelf"
	"github.com/quandary-puzzles/quandary/rules"
)

// catalogue has the texts of words/*.txt.
var catalogue = sync.OnceValue(func() (all struct{ words, holds map[string]rules.Texts }) {
	all.words, all.holds = map[string]rules.Texts{}, map[string]rules.Texts{}
	shelf := shelf.Shelf{Files: files, Folder: "words", Ending: ".txt"}
	for _, name := range shelf.Names() {
		data, _ := shelf.Read(name)
		for block := range strings.SplitSeq(string(data), "\n\n") {
			readTexts(all.words, all.holds, block)
		}
	}
	return all
})

// readTexts reads a block of lines that begin with a language. It is found by its English: a text that many families share stands there once, and
// one whose English changes is missed until its translations were looked at again. Before what a rule says stands how it is broken, by which that is found.
func readTexts(words, holds map[string]rules.Texts, block string) {
	var texts rules.Texts
	for line := range strings.Lines(block) {
		lang, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case lang == "broken":
			texts = rules.Texts{}
			holds[text] = texts
		case lang == "en" && texts == nil:
			texts = rules.Texts{}
			words[text] = texts
		case len(lang) == 2 && texts != nil: // Chinese too, where a name stands in no rules file
			texts[lang] = text
		}
	}
}

// Holds gives what a rule says, in every language, by the English sentence of how it is broken; nil where it is not there. The map is shared:
// read it only.
func Holds(broken string) rules.Texts {
	return catalogue().holds[strings.Join(strings.Fields(broken), " ")]
}

// Words gives a text in the languages of the catalogue, by its English; nil where it is not there. The map is shared: read it only.
func Words(english string) rules.Texts {
	return catalogue().words[strings.Join(strings.Fields(english), " ")]
}

// Translate gives the texts of a rules file the languages of the catalogue: its title, what it is, the sentences of its rules and
// techniques, what techniques are called, and what sentences call layers and values; and its rules what they say where they hold. What the file says itself stays.
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
		add(&t.Called, cmp.Or(t.Called["en"], t.Plain()))
	}
	for _, l := range f.Layers {
		add(&l.Called, cmp.Or(l.Called["en"], l.Name))
		for n := range l.Fields {
			if x := &l.Fields[n]; !x.Places {
				add(&x.Called, x.Name)
			}
		}
		for word, said := range l.Said {
			add(&said, said["en"])
			l.Said[word] = said
		}
	}
}
