package fillomino

import (
	"fmt"
	"strconv"

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
	w, ok := wordings[lang]
	if !ok {
		lang, w = "en", wordings["en"]
	}
	v.Lang, v.Title, v.Rules = lang, w.title+" "+size, w.rules
	if p.params.Max > 0 {
		v.Rules += fmt.Sprintf(w.most, p.params.Max)
	}
	if p.params.Shown {
		v.Rules += w.shown
	} else {
		v.Rules += w.any
	}
	return v, nil
}

// wordings are title and rules in each language; %d is how many cells a region has at most.
var wordings = map[string]struct{ title, rules, most, shown, any string }{
	"en": {"Fillomino", "Divide the board into regions, so that every cell holds the number of cells in its region. Two regions of the same size never share a side.",
		" No region has more than %d cells.", " Every region shows at least one given.", " A region may show several givens, or none."},
	"zh": {"填数分区", "把盘面划分成区域，每个格子里的数等于它所在区域的格子数。大小相同的两个区域不能有公共边。",
		"每个区域最多%d格。", "每个区域至少有一个已知数。", "一个区域可以有几个已知数，也可以没有。"},
	"de": {"Fillomino", "Teile das Brett in Gebiete, sodass jede Zelle die Zahl der Zellen ihres Gebiets enthält. Zwei Gebiete gleicher Größe haben nie eine Seite gemeinsam.",
		" Kein Gebiet hat mehr als %d Zellen.", " Jedes Gebiet zeigt mindestens eine gegebene Zahl.", " Ein Gebiet zeigt mehrere gegebene Zahlen oder keine."},
	"es": {"Fillomino", "Divide el tablero en regiones, de modo que cada celda contenga el número de celdas de su región. Dos regiones del mismo tamaño nunca comparten un lado.",
		" Ninguna región tiene más de %d celdas.", " Cada región muestra al menos un número dado.", " Una región puede mostrar varios números dados, o ninguno."},
	"ja": {"フィルオミノ", "盤を領域に分け、どのマスにもその領域のマスの数を入れる。同じ大きさの領域は辺で接しない。",
		"領域は%dマスまで。", "どの領域にも与えられた数が少なくとも一つある。", "領域には与えられた数がいくつあってもよく、なくてもよい。"},
}

// Suggested lists the boards that most people would choose among.
func (Family) Suggested() []string {
	return []string{"9x9", "5x5", "6x6", "7x7", "10x10", "12x12", "16x16"}
}
