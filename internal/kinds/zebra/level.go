package zebra

import "github.com/quandary-puzzles/quandary/puzzle"

// Levels gives larger and larger tables; the first has clues to spare. Of a size that is given no levels are declared.
func (Family) Levels(p puzzle.Params) (*[puzzle.Levels]puzzle.Level, error) {
	if p != nil {
		return nil, nil
	}
	return &[puzzle.Levels]puzzle.Level{
		{Params: "2x3", Settings: puzzle.Settings{"redundant": "3"}}, {Params: "3x3"}, {Params: "2x4"}, {Params: "3x4"}, {Params: "4x4"},
		{Params: "3x5"}, {Params: "4x5"}, {Params: "5x5"}, {Params: "4x6"}, {Params: "5x6"},
	}, nil
}
