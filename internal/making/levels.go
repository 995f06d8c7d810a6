package making

import (
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// sides are those of the boards of the levels. From level to level a board has more cells to decide, each as hard to find as
// those of the board before it.
var sides = [puzzle.Levels][2]int{{4, 4}, {4, 5}, {5, 5}, {5, 6}, {6, 6}, {6, 7}, {7, 7}, {7, 8}, {8, 8}, {9, 9}}

// shares are the per cent of what a full board prints that go at the levels of a family whose boards all have one size. Sudoku boards lose
// about seven in ten before they lose their one solution.
var shares = [puzzle.Levels]string{"20%", "26%", "32%", "38%", "44%", "50%", "55%", "60%", "65%", "max"}

// Levels gives larger and larger boards: those that the file lists, or else those of sides where the family has all of them. Else they are
// spread over the sizes that it has, up to the one that most people play; where that is one size, less and less is printed. They are nil where the
// family has no such sizes; that the file wants none is puzzle.ErrNoLevels.
func (m *Maker) Levels() (*[puzzle.Levels]puzzle.Level, error) {
	size := m.File.Size
	if size.NoLevels {
		return nil, puzzle.ErrNoLevels
	}
	names := size.Levels
	if len(names) != puzzle.Levels {
		names = nil
		for _, s := range sides {
			if m.has(s[0], s[1]) {
				names = append(names, fmt.Sprintf("%dx%d", s[0], s[1]))
			}
		}
		if len(names) < puzzle.Levels {
			names = m.spread()
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	var out [puzzle.Levels]puzzle.Level
	for i := range out {
		name, share, _ := strings.Cut(names[i*len(names)/len(out)], " ")
		if len(names) == 1 {
			share = shares[i]
		}
		if out[i].Params = name; share != "" {
			out[i].Settings = puzzle.Settings{"empties": share}
		}
	}
	return &out, nil
}

// has reports whether the family has boards of a size.
func (m *Maker) has(rows, cols int) bool {
	_, err := m.File.ParseSize(fmt.Sprintf("%dx%d", rows, cols))
	return err == nil
}

// spread lists sizes, the smallest first: square ones and those between two of them, from 4x4 on, or less where the usual one is small, up
// to that.
func (m *Maker) spread() []string {
	u, err := m.File.ParseSize("")
	if err != nil {
		return nil
	}
	var out []string
	add := func(rows, cols int) {
		if rows <= u.Rows && cols <= u.Cols && len(out) < puzzle.Levels && m.has(rows, cols) {
			out = append(out, fmt.Sprintf("%dx%d", rows, cols))
		}
	}
	for n := max(2, min(4, u.Rows-2)); n <= max(u.Rows, u.Cols); n++ {
		add(n, n)
		add(n, n+1)
	}
	if len(out) == 0 {
		out = []string{m.File.SizeText(u)}
	}
	return out
}
