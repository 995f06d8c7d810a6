package sudoku

import (
	"strconv"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// Levels gives small boards and full ones with few empty cells first, then the classes. Of a board that is given, the levels up
// to 6 are shares of empty cells, which every board of the size can have; boards other than 9x9 have no classes, so further
// levels of theirs are not declared.
func (Family) Levels(p puzzle.Params) (*[puzzle.Levels]puzzle.Level, error) {
	class := func(name string) puzzle.Settings { return puzzle.Settings{"class": name} }
	empties := func(n int) puzzle.Settings { return puzzle.Settings{"empties": strconv.Itoa(n)} }
	switch {
	case p == nil:
		return &[puzzle.Levels]puzzle.Level{
			{Params: "4x4", Settings: empties(6)}, {Params: "4x4", Settings: empties(10)}, {Params: "6x6", Settings: empties(20)}, {Params: "9x9", Settings: empties(34)}, {Params: "9x9", Settings: empties(42)}, {Params: "9x9", Settings: empties(48)},
			{Params: "9x9", Settings: class("easy")}, {Params: "9x9", Settings: class("medium")}, {Params: "9x9", Settings: class("hard")}, {Params: "9x9", Settings: class("evil")},
		}, nil
	case p.String() == "9x9":
		var out [puzzle.Levels]puzzle.Level
		for i := range 6 {
			out[i] = puzzle.Level{Params: "9x9", Settings: empties(20 + 6*i)}
		}
		for i, name := range []string{"easy", "medium", "hard", "evil"} {
			out[6+i] = puzzle.Level{Params: "9x9", Settings: class(name)}
		}
		return &out, nil
	default:
		return nil, nil
	}
}
