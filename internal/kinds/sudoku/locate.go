package sudoku

import (
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// Locate gives where cells, candidates and houses lie in a picture.
func (p *Puzzle) Locate(refs []puzzle.Ref) ([][]puzzle.Spot, error) {
	square := func(c int) puzzle.Spot {
		row, col := p.layout.RowCol(c)
		return puzzle.Spot{X: float64(col), Y: float64(row), W: 1, H: 1}
	}
	out := make([][]puzzle.Spot, len(refs))
	for i, ref := range refs {
		switch ref.Kind {
		case "house":
			for _, h := range p.layout.Houses {
				if ref.ID == h.Kind.String()+strconv.Itoa(h.Index+1) {
					for _, c := range h.Cells {
						out[i] = append(out[i], square(c))
					}
				}
			}
		case "cell":
			if c, ok := p.cellNamed(ref.ID); ok {
				out[i] = []puzzle.Spot{square(c)}
			}
		case "candidate":
			name, value, _ := strings.Cut(ref.ID, ":")
			c, ok := p.cellNamed(name)
			v, err := strconv.Atoi(value)
			if !ok || err != nil || v < 1 || v > p.params.size {
				continue
			}
			at := square(c)
			x, y, step := p.candidatePlace(v)
			out[i] = []puzzle.Spot{{X: at.X + x - step/2, Y: at.Y + y - step/2, W: step, H: step, Text: string(p.symbols.Symbol(v))}}
		}
	}
	return out, nil
}

// candidatePlace gives the centre of a candidate in its cell, and how large the square is that it has there.
func (p *Puzzle) candidatePlace(v int) (x, y, step float64) {
	across := 1
	for across*across < p.params.size {
		across++
	}
	step = 1 / float64(across)
	return (float64((v-1)%across) + 0.5) * step, (float64((v-1)/across) + 0.5) * step, step
}
