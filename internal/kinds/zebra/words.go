package zebra

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/phrases"
)

//go:embed words.yaml
var lexiconFile []byte

// lexicon has the words of the family, in every language.
var lexicon = sync.OnceValue(func() phrases.Words { return phrases.MustRead(lexiconFile) })

func say(lang, key string, fill ...string) string { return lexicon().Say(lang, key, fill...) }

// Phrase gives the words for the one with an item: the category's own phrase, or a plain one.
func (p *Puzzle) Phrase(x int, lang string) string { return p.called(x, lang).Plain }

// called gives the words for the one with an item.
func (p *Puzzle) called(x int, lang string) phrases.Cases {
	c := &p.Cats[x/p.N]
	label := p.Label(x)
	if f, ok := c.Phrase[lang]; ok {
		return phrases.Decline(f, "", label)
	}
	plain := p.plainly(x, lang)
	return phrases.Cases{Plain: plain, Dative: plain}
}

// plainly calls the one with an item of a category that has no phrase.
func (p *Puzzle) plainly(x int, lang string) string {
	c := &p.Cats[x/p.N]
	label := p.Label(x)
	first := 0
	if p.Line == 0 {
		first = 1
	}
	switch {
	case x/p.N == first, c.Phrase[p.Lang] == "{}":
		return label
	case x/p.N == p.Line:
		return p.placeName(x, lang)
	}
	return say(lang, "one-with", "c", c.Name, "n", label)
}

// placeName calls a place by its number.
func (p *Puzzle) placeName(x int, lang string) string {
	return say(lang, "place", "c", p.noun(x/p.N, lang), "n", p.Label(x))
}

// noun gives the name of a category as a part of a sentence.
func (p *Puzzle) noun(c int, lang string) string {
	name := p.catName(c, lang)
	for _, noun := range strings.Split(lexicon().Text(lang, "nouns"), "|") {
		if _, word, _ := strings.Cut(noun, " "); strings.EqualFold(word, name) {
			return noun
		}
	}
	return name
}

// Sentence puts a clue in words: those of its source where it has them and they are in the language, or else a sentence
// built from the phrases of the categories. In English, with category:label as the phrase of every category, ParseClue
// reads the sentence back.
func (p *Puzzle) Sentence(c *Clue, lang string) string {
	if c.Text != "" && (lang == p.Lang || lang == "") {
		return c.Text
	}
	return p.capital(p.Words(c, lang), lang) + say(lang, "stop")
}

// Words renders a clue without the words of its source.
func (p *Puzzle) Words(c *Clue, lang string) string {
	return clueSpeaker{p: p, lang: phrases.Spoken(lang)}.clue(c, false)
}

// inSteps tells whether neighbouring places of the line differ by 1, so that "directly before" and "2 places after" say what
// is meant. Where the places have other numbers of their own, clues speak of those.
func (p *Puzzle) inSteps() bool {
	for i := 1; i < p.N; i++ {
		if p.value(p.Line, i)-p.value(p.Line, i-1) != unit {
			return p.Round
		}
	}
	return true
}

// ownNumbers tells whether the places of the line have numbers of their own, by which they are even or odd.
func (p *Puzzle) ownNumbers() bool {
	return !p.Implicit && p.Cats[p.Line].Order == Numeric && p.value(p.Line, 0) != unit
}

// capital makes the first letter upper case, unless it starts a label: labels are written as the puzzle writes them.
func (p *Puzzle) capital(s, lang string) string {
	if lang == "en" || lang == "" {
		if strings.HasPrefix(s, "the ") || strings.HasPrefix(s, "if ") || strings.HasPrefix(s, "either ") || strings.HasPrefix(s, "of ") ||
			strings.HasPrefix(s, "it ") {
			return strings.ToUpper(s[:1]) + s[1:]
		}
		return s
	}
	for x := range p.M() * p.N {
		if rest, ok := strings.CutPrefix(s, p.Label(x)); ok {
			if next, _ := utf8.DecodeRuneInString(rest); !unicode.IsLower(next) {
				return s
			}
		}
	}
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

func renderSum(c *Clue, term func(Term) string) string {
	var left, right []string
	for _, t := range c.Terms {
		if t.Coef > 0 {
			left = append(left, term(t))
		} else {
			right = append(right, term(t))
		}
	}
	if c.Const > 0 || len(right) == 0 {
		right = append(right, c.Const.String())
	} else if c.Const < 0 {
		left = append(left, (-c.Const).String())
	}
	if len(left) == 0 {
		left = append(left, "0")
	}
	return strings.Join(left, " + ") + " " + string(c.Rel) + " " + strings.Join(right, " + ")
}
