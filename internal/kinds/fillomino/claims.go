package fillomino

import (
	"fmt"
	"strconv"

	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/internal/claimtext"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Claims reads what a sentence says of cells: the number that one has. That it has not some number is no mark of this family.
func (p *board) Claims(sentence string) []puzzle.Claim {
	var out []puzzle.Claim
	for _, c := range claimtext.Cells(sentence, func(v string) bool { n, err := strconv.Atoi(v); return err == nil && n > 0 }) {
		if c.Out {
			continue
		}
		name := fmt.Sprintf("r%dc%d", c.Row, c.Col)
		claim := puzzle.Claim{Move: puzzle.Move(name + "=" + c.Value)}
		if cell, ok := grid.CellNamed(p.board.Rows, p.board.Cols, name); !ok {
			claim.False = "there is no cell " + name
		} else if given := p.board.Cells[cell]; given != 0 {
			claim.Known = true
			if strconv.Itoa(int(given)) != c.Value {
				claim.False = fmt.Sprintf("%s is given as %d", name, given)
			}
		}
		out = append(out, claim)
	}
	return out
}
