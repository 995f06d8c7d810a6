package fillomino

import (
	"fmt"
	"strconv"

	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// View gives what a page must know to draw the board.
func (p *board) View(lang string) (puzzle.View, error) {
	cells := len(p.board.Cells)
	most := cells
	if p.params.Max > 0 {
		most = min(most, p.params.Max)
	}
	g := &puzzle.GridView{Rows: p.board.Rows, Cols: p.board.Cols, Blank: "0", Number: most, Rule: puzzle.RuleRegions,
		Givens: make([]string, cells)}
	usual := min(most, 9)
	for c, v := range p.board.Cells {
		if v != 0 {
			g.Givens[c] = strconv.Itoa(int(v))
			usual = max(usual, int(v))
		}
	}
	for v := 1; v <= min(usual, 16); v++ {
		g.Symbols = append(g.Symbols, strconv.Itoa(v))
	}
	v := puzzle.View{Family: "fillomino", ID: puzzle.ID(Family{}, p), Kind: puzzle.GridKind, Grid: g}
	size := fmt.Sprintf("%d×%d", p.board.Rows, p.board.Cols)
	lang = phrases.Spoken(lang)
	v.Lang, v.Title, v.Rules = lang, p.worded(lang, "title")+" "+size, p.worded(lang, "rules")
	if p.params.Max > 0 {
		v.Rules += p.worded(lang, "most")
	}
	givens := "any"
	if p.params.Shown {
		givens = "shown"
	}
	v.Rules += p.worded(lang, givens)
	return v, nil
}

// Suggested lists the boards that most people would choose among.
func (Family) Suggested() []string {
	return []string{"9x9", "5x5", "6x6", "7x7", "10x10", "12x12", "16x16"}
}
