package declared

import (
	"strconv"

	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/telling"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// lessons is how many classes of steps are learnt, from 1. The harder ones are no lessons: one supposes, and looks what happens.
const lessons = 5

// Lessons gives a lesson for each of the easier classes of steps.
func (b *Builtin) Lessons(lang string) []puzzle.Lesson {
	sizes := b.Suggested()
	if len(sizes) == 0 {
		return nil
	}
	var out []puzzle.Lesson
	say := telling.Speaker{Lang: phrases.Spoken(lang)}
	for n, code := range techniques[:lessons] {
		out = append(out, puzzle.Lesson{ID: code, Name: say.Finished(say.Words("class-" + code)), Text: say.Words("learn-" + code), Params: sizes[0],
			Settings: puzzle.Settings{"class": strconv.Itoa(n + 1)}})
	}
	return out
}
