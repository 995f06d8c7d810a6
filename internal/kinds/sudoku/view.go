package sudoku

import (
	"fmt"
	"strconv"

	"github.com/quandary-puzzles/quandary/grid"
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

// wording gives the title and the rules in a language, English where it is not known.
func (p *Puzzle) wording(lang string) (used, title, rules string) {
	n := p.params.size
	usual := true
	if r, c := grid.BoxShape(n); !p.params.jigsaw {
		usual = p.params.boxRows == r && p.params.boxCols == c
	}
	if lang == "zh" {
		title, rules = fmt.Sprintf("数独 %d×%d", n, n), fmt.Sprintf("在每一行、每一列和每一宫中填入%s，每个各一次。", p.span())
		if p.params.jigsaw {
			title = fmt.Sprintf("锯齿数独 %d×%d", n, n)
			rules += "宫的形状不规则，由粗线围成。"
		}
		if p.params.diagonal {
			title += "（对角线）"
			rules += "两条对角线上也各出现一次。"
		}
		return "zh", title, rules
	}
	if w, ok := plainRules[lang]; ok && !p.params.jigsaw && !p.params.diagonal && usual {
		return lang, fmt.Sprintf(w[0], n, n), fmt.Sprintf(w[1], p.span())
	}
	title, rules = fmt.Sprintf("Sudoku %d×%d", n, n), fmt.Sprintf("Fill every row, every column and every box with %s, each once.", p.span())
	if p.params.jigsaw {
		title = fmt.Sprintf("Jigsaw Sudoku %d×%d", n, n)
		rules += " The boxes have any shape; thick lines surround them."
	} else if !usual {
		title += fmt.Sprintf(", boxes of %d×%d", p.params.boxRows, p.params.boxCols)
	}
	if p.params.diagonal {
		title += " with diagonals"
		rules += " Each of the two diagonals holds every symbol once too."
	}
	return "en", title, rules
}

// plainRules are title and rules of the usual boards in other languages.
var plainRules = map[string][2]string{
	"de": {"Sudoku %d×%d", "Fülle jede Zeile, jede Spalte und jeden Block mit %s, jedes einmal."},
	"es": {"Sudoku %d×%d", "Rellena cada fila, cada columna y cada caja con %s, cada uno una vez."},
	"ja": {"数独 %d×%d", "各行、各列、各ブロックに%sを一度ずつ入れる。"},
}

// span names the symbols from the first to the last.
func (p *Puzzle) span() string {
	n := p.params.size
	switch {
	case n <= 9 && p.symbols.Symbol(1) == '1':
		return fmt.Sprintf("1–%d", n)
	case p.symbols.Symbol(1) == '1':
		return fmt.Sprintf("1–9, %c–%c", p.symbols.Symbol(10), p.symbols.Symbol(n))
	}
	return fmt.Sprintf("%c–%c", p.symbols.Symbol(1), p.symbols.Symbol(n))
}

// Suggested lists the boards that most people would choose among.
func (Family) Suggested() []string {
	return []string{"9x9", "4x4", "6x6", "9x9-x", "9x9-jigsaw", "12x12", "16x16", "25x25"}
}
