package sudoku

import (
	"fmt"
	"strconv"

	"github.com/quandary-puzzles/quandary/internal/claimtext"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Claims reads what a sentence says of cells: the value that one has, or has not.
func (p *Puzzle) Claims(sentence string) []puzzle.Claim {
	var out []puzzle.Claim
	onBoard := func(v string) bool { return len(v) == 1 && p.symbols.Value(v[0]) > 0 }
	beyond := func(v string) bool { // a number that the board is too small for
		n, err := strconv.Atoi(v)
		return err == nil && n > len(p.symbols)
	}
	for _, c := range claimtext.Cells(sentence, func(v string) bool { return onBoard(v) || beyond(v) }) {
		name, sign := fmt.Sprintf("r%dc%d", c.Row, c.Col), "="
		if c.Out {
			sign = "-"
		}
		claim := puzzle.Claim{Move: puzzle.Move(name + sign + c.Value)}
		cell, ok := p.cellNamed(name)
		switch {
		case !ok:
			claim.False = "there is no cell " + name
		case !onBoard(c.Value):
			if c.Out {
				continue
			}
			claim.False = "no cell of the board holds " + c.Value
		}
		if !ok || claim.False != "" {
			out = append(out, claim)
			continue
		}
		if given := p.values[cell]; given != 0 {
			claim.Known = true
			if (p.symbols.Value(c.Value[0]) == int(given)) == c.Out {
				claim.False = fmt.Sprintf("%s is given as %c", name, p.symbols.Symbol(int(given)))
			}
		}
		out = append(out, claim)
	}
	return out
}
