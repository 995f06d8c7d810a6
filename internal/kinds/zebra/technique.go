package zebra

import (
	"github.com/quandary-puzzles/quandary/puzzle"
)

// technique is a way to take a step. The ladder is ordered by cost: what one notices at once first.
type technique struct {
	code   string
	cost   float64 // of a step, before its clues and facts are added
	clues  float64 // what the weight of each clue adds, times
	perRef float64 // what each fact cited adds
}

// The techniques, by index in ladder.
const (
	tExclusive = iota
	tLastLeft
	tTransfer
	tClue
	tNoCommon
	tSubset
	tContradiction
	tSplit
	numTechniques
)

// ladder lists the techniques, cheapest first.
func ladder() [numTechniques]technique {
	return [numTechniques]technique{
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

// classes are the difficulty classes, easiest first.
var classNames = [...]string{"easy", "medium", "hard", "expert", "fiendish"}

// weight says how hard a clue is to read: nothing for a plain statement, more for each thing to keep in mind.
func (c *Clue) weight() int {
	w := 0
	switch c.Kind {
	case IsNot, OneOf:
		w = 1
	case Pair:
		w = 3
	case Sum:
		w = 2 + len(c.Terms)
	case And:
		w = 1
	case Or, If:
		w = 2
	case Xor, Iff, Not:
		w = 3
	}
	if f := c.Kind.form(); f != nil {
		w = f.Weight
		if c.Kind != NotNear && c.Lo == c.Hi && c.Lo == unit {
			w = 1 // the neighbouring place
		}
	}
	for _, who := range c.Who {
		if who.Shift != 0 {
			w += 2
		}
	}
	for _, t := range c.Terms {
		if t.Who.Shift != 0 {
			w += 2
		}
	}
	for _, s := range c.Sub {
		w += s.weight()
	}
	return w
}

// techniqueNamed finds a technique by its code.
func techniqueNamed(code string) (int, error) {
	var known []string
	for i, t := range ladder() {
		if t.code == code {
			return i, nil
		}
		known = append(known, t.code)
	}
	return 0, puzzle.Unknownf("technique", code, known)
}

// TechniqueName gives the name of a technique, in English where the language has none.
func (Family) TechniqueName(code, lang string) string {
	if _, err := techniqueNamed(code); err != nil {
		return ""
	}
	return say(lang, code)
}
