package puzzle

import (
	"context"

	"github.com/quandary-puzzles/quandary/internal/rng"
)

// About is what a family says of itself beside its name, and what it offers beyond the contract. A field that is nil or empty says
// that the family does not offer it; everybody who asks has a way to do without. Functions are safe for concurrent use.
type About struct {
	Unlisted bool            // ids and commands know the family, but no list shows it
	Aliases  func() []string // other names that the family answers to; names are looked up before them
	Titles   func() []string // what it is called in all languages: names that it answers to where no name and no alias is meant

	// Of a family in a long list: its name and what it is in a sentence or two, in a language or in English, and its group, which is
	// what one does in it: numbers, shade, lines, divide or objects. Group is nil for the others, and then so are Title and Text.
	Title, Text func(lang string) string
	// Languages lists those of the family's texts and questions, the usual one first; nil: English and Chinese.
	Languages func() []string
	Group     func() string

	// Suggested lists parameters that most people would choose among, the usual ones first; each makes a puzzle in a second or two.
	Suggested func() []string
	// DailyParams gives the parameters of the puzzle of a day, counted from 1 January 1970, where they change from day to day.
	DailyParams func(day int) string
	// TitleOf gives the title of parameters for people, or "" where they have none.
	TitleOf func(params string) string
	// TechniqueName gives the name of a technique in a language, or "" for a code that it does not know.
	TechniqueName func(code, lang string) string

	// Shelf lists the names of the puzzles that come with the family, none of which reads as parameters; an id names one as
	// family:name, and FromShelf gives it.
	Shelf     func() []string
	FromShelf func(name string) (Instance, error)

	// Decode is the family's Decode, where it has to work for that, and ends when a context does.
	Decode func(ctx context.Context, p Params, desc string) (Instance, error)
	// CheckSettings judges settings before anything is made: also those whose values are free text, which Settings.Validate lets
	// pass. Generate refuses what it refuses.
	CheckSettings func(p Params, s Settings) error
	// Levels gives the levels of a generator in order, each harder on average than the one before it by the family's rating. Where
	// parameters are given the levels are of puzzles of these; nil where the family has none for them. Of a generator without
	// levels, and for levels that are alike, the foundry makes several puzzles and takes the one of the rank. The error is ErrNoLevels where
	// there can be no levels at all.
	Levels func(p Params) (*[Levels]Level, error)

	// Lessons gives the stages in which the family is learnt, the easiest first. Of a generator without lessons, its classes are.
	Lessons func(lang string) []Lesson

	// Unmade reports whether a generator makes no puzzles after all: what it reads and solves it cannot find itself. Nil: it does.
	Unmade func() bool

	// Blank gives a puzzle that gives nothing yet, for setters to begin with.
	Blank func(p Params) (Instance, error)
	// Fill makes a puzzle that has all that the board of a setter gives, and more; the settings are those of Generate.
	Fill func(ctx context.Context, board Instance, s Settings, r *rng.Stream, report func(Progress)) (Generated, error)
}

// CheckSettings judges settings before the first puzzle, as far as the family can.
func CheckSettings(g Generator, p Params, s Settings) error {
	if check := g.About().CheckSettings; check != nil {
		return check(p, s)
	}
	return s.Validate(g.Options())
}

// Makes gives a family as the generator that it is. It is false of one that makes no puzzles.
func Makes(f Family) (Generator, bool) {
	g, ok := f.(Generator)
	if ok {
		if unmade := f.About().Unmade; unmade != nil && unmade() {
			return nil, false
		}
	}
	return g, ok
}
