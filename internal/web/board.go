package web

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// Boards stand in the page's text, so that they are seen before any script has run; the scripts then lay out the same board to be played.

// boardStyle gives the measures of a board as a style sheet: how many columns and rows it has, and of pictures how wide and high they are.
func (v *viewAnswer) boardStyle() template.CSS {
	var s string
	switch w := v.View; {
	case w.Grid != nil:
		s = fmt.Sprintf("--cols:%d;--rows:%d;--w:%d;--h:%d", w.Grid.Cols, w.Grid.Rows, w.Grid.Cols, w.Grid.Rows)
	case w.Layers != nil:
		s = fmt.Sprintf("--w:%.4g;--h:%.4g", w.Layers.Board.Width+2*drawingMargin, w.Layers.Board.Height+2*drawingMargin)
	case w.Lineup != nil:
		longest := 0
		for _, c := range w.Lineup.Categories {
			for _, item := range c.Items {
				longest = max(longest, textWidth(item))
			}
		}
		s = fmt.Sprintf("--n:%d;--blocks:%d;--label:%d", w.Lineup.N, len(w.Lineup.Categories)-1, min(longest, 16))
	default:
		return ""
	}
	return template.CSS("main{" + s + "}") //nolint:gosec // numbers
}

// Size tells how large a board is whose title does not.
func (v *viewAnswer) Size() string {
	if v.View.Layers == nil {
		return ""
	}
	return fmt.Sprintf("%d×%d", v.View.Layers.Rows, v.View.Layers.Cols)
}

// textWidth is the width of a text in halves of a Chinese character, as the page's scripts count it.
func textWidth(s string) int {
	w := 0
	for _, c := range s {
		if w++; c > 0x2e80 {
			w++
		}
	}
	return w
}

// withStyle lets a page have a style sheet in its text.
func withStyle(policy string, style template.CSS) string {
	if style == "" {
		return policy
	}
	sum := sha256.Sum256([]byte(style))
	return strings.Replace(policy, "style-src 'self'", "style-src 'self' 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'", 1)
}

// printedCell is a cell of a grid as it is printed.
type printedCell struct{ Value, Class string }

// GridRows gives the cells of a grid row by row.
func (v *viewAnswer) GridRows() [][]printedCell {
	g := v.View.Grid
	rows := make([][]printedCell, g.Rows)
	shaded := map[int]bool{}
	for _, c := range g.Shaded {
		shaded[c] = true
	}
	for i := range g.Rows * g.Cols {
		cell := printedCell{g.Givens[i], "cell"}
		if g.Region != nil && i >= g.Cols && g.Region[i] != g.Region[i-g.Cols] {
			cell.Class += " edge-top"
		}
		if g.Region != nil && i%g.Cols > 0 && g.Region[i] != g.Region[i-1] {
			cell.Class += " edge-left"
		}
		if cell.Value != "" {
			cell.Class += " given"
		}
		if shaded[i] {
			cell.Class += " shaded"
		}
		rows[i/g.Cols] = append(rows[i/g.Cols], cell)
	}
	return rows
}

// logicRow is a row of a logic grid: what it is of, and how many blocks of cells it has; the first of each category has a name.
type logicRow struct {
	Label, Category string
	First           bool
	Blocks          []logicBlock
}

type logicBlock struct {
	Foot  bool // whether it ends the block downwards
	Cells []int
}

// logicOrder lists the categories of the columns and of the rows of a logic grid: the anchor, and the others against each other.
func logicOrder(l *puzzle.LineupView) (cols, rows []int) {
	rows = []int{l.Anchor}
	for c := range l.Categories {
		if c != l.Anchor {
			cols = append(cols, c)
		}
	}
	for i := len(cols) - 1; i > 0; i-- {
		rows = append(rows, cols[i])
	}
	return cols, rows
}

// LogicHead gives the categories of the columns of a logic grid.
func (v *viewAnswer) LogicHead() []puzzle.CategoryView {
	cols, _ := logicOrder(v.View.Lineup)
	var out []puzzle.CategoryView
	for _, c := range cols {
		out = append(out, v.View.Lineup.Categories[c])
	}
	return out
}

// LogicRows gives the rows of an empty logic grid.
func (v *viewAnswer) LogicRows() []logicRow {
	l := v.View.Lineup
	cols, rows := logicOrder(l)
	cells := make([]int, l.N)
	var out []logicRow
	for b, c := range rows {
		reach, below := len(cols)-b, len(cols)-b-1
		for i, item := range l.Categories[c].Items {
			row := logicRow{Label: item, Category: l.Categories[c].Name, First: i == 0}
			for k := range reach {
				row.Blocks = append(row.Blocks, logicBlock{Foot: i == l.N-1 && k >= below, Cells: cells})
			}
			out = append(out, row)
		}
	}
	return out
}
