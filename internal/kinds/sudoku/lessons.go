package sudoku

import (
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// taught are the techniques that are learnt one after another: those of which a puzzle is made within seconds that needs one of them
// and nothing harder.
var taught = []string{
	"hidden-single", "naked-single", "pointing", "claiming", "naked-pair", "hidden-pair", "naked-triple", "x-wing", "swordfish",
	"skyscraper", "two-string-kite", "xy-wing", "w-wing", "unique-rectangle-1", "xy-chain",
}

// techniqueName gives the name of a technique in a language, or "" for one that is not known.
func techniqueName(id, lang string) string {
	t, err := sharedRater().Ladder().Lookup(id)
	if err != nil {
		return ""
	}
	return table().Name(t.Name, phrases.Spoken(lang))
}

// Lessons gives the techniques in which Sudoku is learnt.
func (Family) Lessons(lang string) []puzzle.Lesson {
	lang = phrases.Spoken(lang)
	var out []puzzle.Lesson
	for _, id := range taught {
		out = append(out, puzzle.Lesson{ID: id, Name: techniqueName(id, lang), Text: lexicon().Text(lang, "learn-"+id), Params: "9x9", Settings: puzzle.Settings{"technique": id}})
	}
	return out
}
