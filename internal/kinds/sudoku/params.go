package sudoku

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// minSize and maxSize bound the sizes of boards.
const (
	minSize = 4
	maxSize = grid.MaxSize
)

// layoutParams say what kind of board a puzzle has. In text: the size, and after hyphens what differs from the plain board of
// that size, in this order:
//
//	9x9            boxes of 3x3
//	12x12-box4x3   boxes of 4 rows and 3 columns rather than the usual 3x4
//	9x9-jigsaw     boxes of any shape; the shapes belong to the puzzle
//	9x9-x          each diagonal holds every value too
type layoutParams struct {
	size     int
	boxRows  int
	boxCols  int
	jigsaw   bool
	diagonal bool
}

// plain reports whether the parameters are those of the 9x9 board with 3x3 boxes.
func (p layoutParams) plain() bool { return p.size == 9 && p.boxRows == 3 && !p.diagonal }

// String gives the canonical form.
func (p layoutParams) String() string {
	text := fmt.Sprintf("%dx%d", p.size, p.size)
	if r, c := grid.BoxShape(p.size); !p.jigsaw && (p.boxRows != r || p.boxCols != c) {
		text += fmt.Sprintf("-box%dx%d", p.boxRows, p.boxCols)
	}
	if p.jigsaw {
		text += "-jigsaw"
	}
	if p.diagonal {
		text += "-x"
	}
	return text
}

// ParseParams reads parameters; the empty text is 9x9.
func (Family) ParseParams(text string) (puzzle.Params, error) {
	p, err := parseParams(text)
	if err != nil {
		return nil, err
	}
	return p, nil
}

func parseParams(text string) (layoutParams, error) {
	if text == "" {
		text = "9x9"
	}
	if len(text) > 40 {
		return layoutParams{}, fmt.Errorf("sudoku parameters of %d characters; expected such as 9x9, 16x16 or 9x9-jigsaw-x", len(text))
	}
	words := strings.Split(strings.ToLower(text), "-")
	rows, cols, err := parseShape(words[0])
	if err != nil || rows != cols {
		return layoutParams{}, fmt.Errorf("sudoku parameters %q: expected the size first, such as 9x9, found %q", text, words[0])
	}
	if rows < minSize || rows > maxSize {
		return layoutParams{}, fmt.Errorf("sudoku parameters %q: the size is %d..%d, found %d", text, minSize, maxSize, rows)
	}
	p := layoutParams{size: rows}
	p.boxRows, p.boxCols = grid.BoxShape(rows)
	for _, w := range words[1:] {
		switch {
		case w == "jigsaw":
			p.jigsaw, p.boxRows, p.boxCols = true, 0, 0
		case w == "x":
			p.diagonal = true
		case strings.HasPrefix(w, "box"):
			if p.boxRows, p.boxCols, err = parseShape(w[3:]); err != nil || p.boxRows*p.boxCols != p.size {
				return layoutParams{}, fmt.Errorf("sudoku parameters %q: expected a box of %d cells, such as box%dx%d, found %q", text, rows, 1, rows, w)
			}
		default:
			return layoutParams{}, fmt.Errorf("sudoku parameters %q: %w", text, puzzle.Unknownf("variant", w, []string{"jigsaw", "x", "box"}))
		}
	}
	if p.jigsaw {
		p.boxRows, p.boxCols = 0, 0
	}
	if !p.jigsaw && (p.boxRows < 2 || p.boxCols < 2) {
		return layoutParams{}, fmt.Errorf("sudoku parameters %q: %w", text, noBox(rows))
	}
	return p, nil
}

func noBox(n int) error {
	return &textError{Reason: fmt.Sprintf("%d cells make no rectangular box of two rows and columns or more; the board can be a jigsaw, %dx%d-jigsaw", n, n, n)}
}

func parseShape(text string) (rows, cols int, err error) {
	a, b, ok := strings.Cut(text, "x")
	if !ok {
		return 0, 0, fmt.Errorf("expected ROWSxCOLUMNS, found %q", text)
	}
	if rows, err = strconv.Atoi(a); err == nil {
		cols, err = strconv.Atoi(b)
	}
	if err != nil || rows < 1 || cols < 1 || rows > 1000 || cols > 1000 {
		return 0, 0, fmt.Errorf("expected ROWSxCOLUMNS, found %q", text)
	}
	return rows, cols, nil
}

// layout gives the board of parameters that do not leave the boxes open.
func (p layoutParams) layout() (*grid.Layout, error) {
	if p.plain() {
		return plainLayout(), nil
	}
	return grid.NewLayout(p.boxRows, p.boxCols, p.diagonal)
}

// paramsOf gives the parameters of a board.
func paramsOf(l *grid.Layout) layoutParams {
	return layoutParams{size: l.Size, boxRows: l.BoxRows, boxCols: l.BoxCols, jigsaw: l.Jigsaw(), diagonal: l.Diagonal}
}
