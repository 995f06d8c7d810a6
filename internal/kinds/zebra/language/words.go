// Package language reads zebra puzzles and puts them in words.
//
// [ReadYAML] reads the clue language (docs/zebra.md), in which a clue is a mapping or an English sentence, and [YAML] writes it. [ReaderOf]
// gives the readers of streams: YAML documents, and the text form in which line-up puzzles are published. [ParseClue] reads one sentence.
//
// [Sentence] puts a clue in words of a language, [FactText] a fact, and [Say] all else that the family says, from words.yaml. The files of
// the folder themes hold the word lists that puzzles are drawn from; [In] tells a puzzle of such words in another language.
package language

import (
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"

	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/lineup"
)

//go:embed words.yaml
var lexiconFile []byte

// Lexicon has the words of the family, in every language.
var Lexicon = sync.OnceValue(func() phrases.Words { return phrases.MustRead(lexiconFile) })

// Say gives the words of a key with its holes filled.
func Say(lang, key string, fill ...string) string { return Lexicon().Say(lang, key, fill...) }

// Phrase gives the words for the one with an item: the category's own phrase, or a plain one.
func Phrase(p *matching.Puzzle, x int, lang string) string { return Called(p, x, lang).Plain }

// Called gives the words for the one with an item.
func Called(p *matching.Puzzle, x int, lang string) phrases.Cases {
	c := &p.Cats[x/p.N]
	label := p.Label(x)
	if f, ok := c.Phrase[lang]; ok {
		return phrases.Decline(f, "", label)
	}
	plain := plainly(p, x, lang)
	return phrases.Cases{Plain: plain, Dative: plain}
}

// plainly calls the one with an item of a category that has no phrase.
func plainly(p *matching.Puzzle, x int, lang string) string {
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
		return placeName(p, x, lang)
	}
	return Say(lang, "one-with", "c", c.Name, "n", label)
}

// placeName calls a place by its number.
func placeName(p *matching.Puzzle, x int, lang string) string {
	return Say(lang, "place", "c", noun(p, x/p.N, lang), "n", p.Label(x))
}

// noun gives the name of a category as a part of a sentence.
func noun(p *matching.Puzzle, c int, lang string) string {
	name := CatName(p, c, lang)
	for _, noun := range strings.Split(Lexicon().Text(lang, "nouns"), "|") {
		if _, word, _ := strings.Cut(noun, " "); strings.EqualFold(word, name) {
			return noun
		}
	}
	return name
}

// Sentence puts a clue in words: those of its source where it has them and they are in the language, or else a sentence
// built from the phrases of the categories. In English, with category:label as the phrase of every category, ParseClue
// reads the sentence back.
func Sentence(p *matching.Puzzle, c *matching.Clue, lang string) string {
	if c.Text != "" && (lang == p.Lang || lang == "") {
		return c.Text
	}
	return Capital(p, Words(p, c, lang), lang) + Say(lang, "stop")
}

// Words renders a clue without the words of its source.
func Words(p *matching.Puzzle, c *matching.Clue, lang string) string {
	return clueSpeaker{p: p, lang: phrases.Spoken(lang)}.clue(c, false)
}

// InSteps tells whether neighbouring places of the line differ by 1, so that "directly before" and "2 places after" say what
// is meant. Where the places have other numbers of their own, clues speak of those.
func InSteps(p *matching.Puzzle) bool {
	for i := 1; i < p.N; i++ {
		if p.Value(p.Line, i)-p.Value(p.Line, i-1) != lineup.Unit {
			return p.Round
		}
	}
	return true
}

// ownNumbers tells whether the places of the line have numbers of their own, by which they are even or odd.
func ownNumbers(p *matching.Puzzle) bool {
	return !p.Implicit && p.Cats[p.Line].Order == matching.Numeric && p.Value(p.Line, 0) != lineup.Unit
}

// Capital makes the first letter upper case, unless it starts a label: labels are written as the puzzle writes them.
func Capital(p *matching.Puzzle, s, lang string) string {
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

// Opening begins a told sentence with a capital, also where an item is its first word; single letters and labels with digits stay as they are.
func Opening(s string) string {
	word, _, _ := strings.Cut(s, " ")
	first, size := utf8.DecodeRuneInString(word)
	if len(word) == size || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) || unicode.IsUpper(r) }) {
		return s
	}
	return string(unicode.ToUpper(first)) + s[size:]
}

func renderSum(c *matching.Clue, term func(matching.Term) string) string {
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
