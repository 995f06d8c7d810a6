package sudoku

import (
	"strconv"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// View gives what a page must know to draw the board.
func (p *Puzzle) View(lang string) (puzzle.View, error) {
	n := p.params.size
	g := &puzzle.GridView{Rows: n, Cols: n, Blank: ".", Strikes: true, Rule: puzzle.RuleHouses,
		Givens: make([]string, n*n), Regions: make([][]string, n), Region: append([]int(nil), p.layout.Region...)}
	for v := 1; v <= n; v++ {
		g.Symbols = append(g.Symbols, string(p.symbols.Symbol(v)))
	}
	for cell, v := range p.values {
		name := p.layout.CellName(cell)
		g.Regions[g.Region[cell]] = append(g.Regions[g.Region[cell]], name)
		if v != 0 {
			g.Givens[cell] = g.Symbols[v-1]
		}
		if r, c := p.layout.RowCol(cell); p.params.diagonal && (r == c || r+c == n-1) {
			g.Shaded = append(g.Shaded, cell)
		}
	}
	for _, h := range p.layout.Houses {
		g.Houses = append(g.Houses, puzzle.HouseView{ID: h.Kind.String() + strconv.Itoa(h.Index+1), Cells: h.Cells})
	}
	v := puzzle.View{Family: "sudoku", ID: puzzle.ID(Family{}, p), Kind: puzzle.GridKind, Grid: g}
	v.Lang, v.Title, v.Rules = p.wording(lang)
	return v, nil
}

// Suggested lists the boards that most people would choose among.
func (Family) Suggested() []string {
	return []string{"9x9", "4x4", "6x6", "9x9-x", "9x9-jigsaw", "12x12", "16x16", "25x25"}
}
