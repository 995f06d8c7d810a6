package ladder

import (
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/lineup"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Technique is a way to take a step. The ladder is ordered by cost: what one notices at once first.
type Technique struct {
	Code   string
	Cost   float64 // of a step, before its clues and facts are added
	clues  float64 // what the weight of each clue adds, times
	perRef float64 // what each fact cited adds
}

// The techniques, by index in ladder.
const (
	Exclusive = iota
	LastLeft
	transfer
	ByClue
	noCommon
	subset
	Contradiction
	Split
	numTechniques
)

// Techniques lists the techniques, cheapest first.
func Techniques() [numTechniques]Technique {
	return [numTechniques]Technique{
		{"exclusive", 1, 0, 0.01},
		{"last-left", 1.5, 0, 0.01},
		{"transfer", 2, 0, 0.01},
		{"clue", 3, 1, 0.2},
		{"no-common", 5, 0, 0.2},
		{"subset", 9, 0, 0.2},
		{"contradiction", 14, 3, 0.2},
		{"split", 60, 3, 0.2},
	}
}

// Classes are the difficulty classes, easiest first.
var Classes = [...]string{"easy", "medium", "hard", "expert", "fiendish"}

// Weight says how hard a clue is to read: nothing for a plain statement, more for each thing to keep in mind.
func Weight(c *matching.Clue) int {
	w := 0
	switch c.Kind {
	case matching.IsNot, matching.OneOf:
		w = 1
	case matching.Pair:
		w = 3
	case matching.Sum:
		w = 2 + len(c.Terms)
	case matching.And:
		w = 1
	case matching.Or, matching.If:
		w = 2
	case matching.Xor, matching.Iff, matching.Not:
		w = 3
	}
	if f := c.Kind.Form(); f != nil {
		w = f.Weight
		if c.Kind != matching.NotNear && c.Lo == c.Hi && c.Lo == lineup.Unit {
			w = 1 // the neighbouring place
		}
	}
	c.Everybody(func(who *matching.Who) {
		if who.Shift != 0 {
			w += 2
		}
	})
	for _, s := range c.Sub {
		w += Weight(s)
	}
	return w
}

// techniqueNamed finds a technique by its code.
func techniqueNamed(code string) (int, error) {
	var known []string
	for i, t := range Techniques() {
		if t.Code == code {
			return i, nil
		}
		known = append(known, t.Code)
	}
	return 0, puzzle.Unknownf("technique", code, known)
}

// TechniqueName gives the name of a technique, in English where the language has none.
func TechniqueName(code, lang string) string {
	if _, err := techniqueNamed(code); err != nil {
		return ""
	}
	return language.Say(lang, code)
}
