package puzzle

import (
	"errors"
	"fmt"
	"maps"
)

// Levels is how many levels of difficulty there are: from 1, which a child solves, to 10.
const Levels = 10

// ErrNoLevels is the error of a family that has a generator which finds too few puzzles for levels.
var ErrNoLevels = errors.New("has no levels, because too few of its puzzles are found in bounded time")

// Level is one level of a family: what its puzzles are made with.
type Level struct {
	Params   string   // of the size that goes with the level, where the size is not given
	Settings Settings // of the generator
}

// CheckLevel checks the number of a level.
func CheckLevel(n int) error {
	if n < 1 || n > Levels {
		return fmt.Errorf("level: expected a number from 1 to %d, found %d", Levels, n)
	}
	return nil
}

// With gives settings with those of a level; a setting that is given otherwise is an error.
func (s Settings) With(level Settings) (Settings, error) {
	out := maps.Clone(s)
	if out == nil {
		out = Settings{}
	}
	for name, value := range level {
		if old, given := s[name]; given && old != value {
			return nil, fmt.Errorf("the level sets option %s to %q, and it is given as %q: leave one out", name, value, old)
		}
		out[name] = value
	}
	return out, nil
}
