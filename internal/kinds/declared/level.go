package declared

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// sides are those of the boards of the levels. From level to level a board has more cells to decide, each as hard to find as
// those of the board before it.
var sides = [puzzle.Levels][2]int{{4, 4}, {4, 5}, {5, 5}, {5, 6}, {6, 6}, {6, 7}, {7, 7}, {7, 8}, {8, 8}, {9, 9}}

// Levels gives larger and larger boards: those that the file lists, or else those of sides, as far as the family has ten sizes of them; of
// a size that is given no levels are declared.
func (f *Family) Levels(p puzzle.Params) *[puzzle.Levels]puzzle.Level {
	if p != nil {
		return nil
	}
	var out [puzzle.Levels]puzzle.Level
	for i, s := range sides {
		size := f.file.Size
		switch {
		case len(size.Levels) == len(out):
			out[i].Params = size.Levels[i]
		case size.Square && s[0] != s[1] || s[0] < size.Rows.Lo || s[1] > size.Cols.Hi || s[1] < size.Cols.Lo || s[0] > size.Rows.Hi:
			return nil
		default:
			out[i].Params = fmt.Sprintf("%dx%d", s[0], s[1])
		}
		if _, err := f.ParseParams(out[i].Params); err != nil {
			return nil
		}
	}
	return &out
}

// Levels gives the levels.
func (b *Builtin) Levels(p puzzle.Params) *[puzzle.Levels]puzzle.Level { return b.load().Levels(p) }
