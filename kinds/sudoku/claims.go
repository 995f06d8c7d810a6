package sudoku

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/internal/claimtext"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Claims reads what a sentence says of cells: the value that one has, or has not.
func (p *Puzzle) Claims(sentence string) []puzzle.Claim {
	var out []puzzle.Claim
	for _, c := range claimtext.Cells(sentence, func(v string) bool { return len(v) == 1 && p.symbols.Value(v[0]) > 0 }) {
		name, sign := fmt.Sprintf("r%dc%d", c.Row, c.Col), "="
		if c.Out {
			sign = "-"
		}
		claim := puzzle.Claim{Move: puzzle.Move(name + sign + c.Value)}
		if cell, ok := p.cellNamed(name); !ok {
			claim.False = "there is no cell " + name
		} else if given := p.values[cell]; given != 0 {
			claim.Known = true
			if (p.symbols.Value(c.Value[0]) == int(given)) == c.Out {
				claim.False = fmt.Sprintf("%s is given as %c", name, p.symbols.Symbol(int(given)))
			}
		}
		out = append(out, claim)
	}
	return out
}
