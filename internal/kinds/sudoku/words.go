package sudoku

import (
	_ "embed"
	"fmt"
	"strconv"
	"sync"

	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/internal/phrases"
)

//go:embed words.yaml
var wordsFile []byte

// lexicon has the titles, rules and questions in every language.
var lexicon = sync.OnceValue(func() phrases.Words { return phrases.MustRead(wordsFile) })

// worded gives the words of a key, with what they name of the puzzle.
func (p *Puzzle) worded(lang, key string, fill ...string) string {
	n := p.params.size
	return lexicon().Say(lang, key, append(fill, "n", strconv.Itoa(n), "cells", strconv.Itoa(n*n),
		"r", strconv.Itoa(p.params.boxRows), "c", strconv.Itoa(p.params.boxCols))...)
}

// wording gives the title and the rules in a language, English where it is not known.
func (p *Puzzle) wording(lang string) (used, title, rules string) {
	lang = phrases.Spoken(lang)
	title, rules = p.worded(lang, "title"), p.worded(lang, "rules", "s", p.span())
	if r, c := grid.BoxShape(p.params.size); p.params.jigsaw {
		title, rules = p.worded(lang, "title-jigsaw"), rules+p.worded(lang, "rules-jigsaw")
	} else if p.params.boxRows != r || p.params.boxCols != c {
		title += p.worded(lang, "title-boxes")
	}
	if p.params.diagonal {
		title, rules = title+p.worded(lang, "title-diagonal"), rules+p.worded(lang, "rules-diagonal")
	}
	return lang, title, rules
}

// span names the symbols from the first to the last.
func (p *Puzzle) span() string {
	n := p.params.size
	switch {
	case n <= 9 && p.symbols.Symbol(1) == '1':
		return fmt.Sprintf("1–%d", n)
	case p.symbols.Symbol(1) == '1':
		return fmt.Sprintf("1–9, %c–%c", p.symbols.Symbol(10), p.symbols.Symbol(n))
	}
	return fmt.Sprintf("%c–%c", p.symbols.Symbol(1), p.symbols.Symbol(n))
}
