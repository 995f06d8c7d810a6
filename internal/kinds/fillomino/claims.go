package fillomino

import (
	"fmt"
	"strconv"

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
		claim := puzzle.Claim{Move: puzzle.Move(fmt.Sprintf("r%dc%d=%s", c.Row, c.Col, c.Value))}
		b := &p.board
		if c.Row > b.Rows || c.Col > b.Cols || c.Row < 1 || c.Col < 1 {
			claim.False = fmt.Sprintf("there is no cell r%dc%d", c.Row, c.Col)
		} else if given := b.Cells[(c.Row-1)*b.Cols+c.Col-1]; given != 0 {
			claim.Known = true
			if strconv.Itoa(int(given)) != c.Value {
				claim.False = fmt.Sprintf("r%dc%d is given as %d", c.Row, c.Col, given)
			}
		}
		out = append(out, claim)
	}
	return out
}
