package sudoku

import "github.com/quandary-puzzles/quandary/puzzle"

// taught are the techniques that are learnt one after another: those of which a puzzle is made within seconds that needs one of them
// and nothing harder.
var taught = []string{
	"hidden-single", "naked-single", "pointing", "claiming", "naked-pair", "hidden-pair", "naked-triple", "x-wing", "swordfish",
	"skyscraper", "two-string-kite", "xy-wing", "w-wing", "unique-rectangle-1", "xy-chain",
}

// Lessons gives the techniques in which Sudoku is learnt; their names and texts are English.
func (Family) Lessons(string) []puzzle.Lesson {
	ladder := sharedRater().Ladder()
	var out []puzzle.Lesson
	for _, id := range taught {
		if t, err := ladder.Lookup(id); err == nil {
			out = append(out, puzzle.Lesson{ID: id, Name: t.Name, Text: t.About, Params: "9x9", Settings: puzzle.Settings{"technique": id}})
		}
	}
	return out
}
