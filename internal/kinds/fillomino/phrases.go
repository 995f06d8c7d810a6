package fillomino

import (
	_ "embed"

	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
)

//go:embed phrases.txt
var phraseFile string

// table has the words of explanations.
var table = phrases.Once("internal/kinds/fillomino/phrases.txt", phraseFile)

// in gives the same puzzle, explained in a language.
func (p *board) in(lang string) puzzle.Instance {
	q := *p
	q.lang = lang
	return &q
}

// say says a step in the language of the puzzle.
func (p *board) say(s puzzle.Step) puzzle.Step { return table().Step(s, p.lang) }
