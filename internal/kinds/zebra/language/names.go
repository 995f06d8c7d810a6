package language

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Lang gives the language of explanations.
func Lang(p *matching.Puzzle) string {
	return phrases.Spoken(cmp.Or(p.ToldIn, p.Lang))
}

// ClueRef names a clue by its number and its sentence.
func ClueRef(p *matching.Puzzle, i int) puzzle.Ref {
	return puzzle.Ref{Kind: "clue", ID: strconv.Itoa(i + 1), Text: Sentence(p, p.Clues[i], Lang(p))}
}

// FactRef names a fact by its mark and in words.
func FactRef(p *matching.Puzzle, k matching.Fact) puzzle.Ref {
	return puzzle.Ref{Kind: "mark", ID: k.Code(), Text: FactText(p, k, Lang(p), false, false)}
}

// FactText puts a fact in words.
func FactText(p *matching.Puzzle, k matching.Fact, lang string, turned, more bool) string {
	x, y, key := k.X, k.Y, "with"
	if x/p.N == p.Line {
		x, y = y, x
	}
	if y/p.N == p.Line {
		key = "at"
	}
	form := strings.Split(Lexicon().Text(lang, key), "|")[map[bool]int{true: 0, false: 2}[k.Same]]
	return phrases.Fill(phrases.Bend(form, turned, more), "a", Name(p, x, lang), "b", Name(p, y, lang))
}

// Name gives the short name of an item: its label, with the category where the label alone would not tell.
func Name(p *matching.Puzzle, x int, lang string) string {
	label := p.Label(x)
	cat := p.Cats[x/p.N]
	if x/p.N == p.Line && cat.Order == matching.Numeric {
		switch phrase := Phrase(p, x, lang); { // who is there is at the place, not at "the one at" it
		case strings.HasPrefix(phrase, "the one "), strings.HasSuffix(phrase, "的那位"):
			return placeName(p, x, lang)
		default:
			return phrase
		}
	}
	if y, err := p.Find(label); err == nil && y == x && cat.Order != matching.Numeric {
		return label
	}
	return Say(lang, "named", "c", cat.Name, "n", label)
}

// CatName gives the name of a category: the program's own words for places that the puzzle does not list.
func CatName(p *matching.Puzzle, c int, lang string) string {
	if name := p.Cats[c].Name; c != p.Line || !p.Implicit || name != matching.LineWord {
		return name
	}
	return Say(lang, "position")
}
