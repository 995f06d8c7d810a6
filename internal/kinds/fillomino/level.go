package fillomino

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// Levels gives larger and larger boards, carved to the end from level 4 on; of a size that is given no levels are declared.
func (Family) Levels(p puzzle.Params) (*[puzzle.Levels]puzzle.Level, error) {
	if p != nil {
		return nil, nil
	}
	var out [puzzle.Levels]puzzle.Level
	for i, side := range []int{3, 4, 5, 5, 6, 7, 8, 9, 10, 11} {
		out[i] = puzzle.Level{Params: fmt.Sprintf("%dx%d", side, side)}
		if i < 3 {
			out[i].Settings = puzzle.Settings{"empties": fmt.Sprint(side * side / 2)}
		}
	}
	return &out, nil
}
