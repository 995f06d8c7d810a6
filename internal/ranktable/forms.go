package main

import (
	"fmt"
	"strconv"
	"strings"
)

// source is a generator that makes boards of a level.
type source struct {
	family, program string
	levels          []string // by the letters of the program, the easiest first
	size            string   // with %s for the level
	rows, cols      int
	// board writes the program's description of a board as ours.
	board func(s source, desc string) (string, error)
	own   string // parameters behind the size
}

var sources = []source{
	{family: "slitherlink", program: "loopy", levels: []string{"e", "n", "t", "h"}, size: "7x7t0d%s", rows: 7, cols: 7, board: cells("0", "01234")},
	{family: "tents", program: "tents", levels: []string{"e", "t"}, size: "8x8d%s", rows: 8, cols: 8, board: tents},
	{family: "akari", program: "lightup", levels: []string{"0", "1", "2"}, size: "7x7b20s4d%s", rows: 7, cols: 7, board: cells("0", "B01234")},
	{family: "masyu", program: "pearl", levels: []string{"e", "t"}, size: "8x8d%s", rows: 8, cols: 8, board: cells("0", "BW")},
	{family: "hashi", program: "bridges", levels: []string{"0", "1", "2"}, size: "7x7i30e10m2d%s", rows: 7, cols: 7, board: cells("0", "123456789")},
	{family: "hitori", program: "singles", levels: []string{"e", "k"}, size: "7x7d%s", rows: 7, cols: 7, board: cells("0", "123456789")},
	{family: "skyscraper", program: "towers", levels: []string{"e", "h", "x", "u"}, size: "5d%s", rows: 5, cols: 5, board: towers, own: ",k=5,diagonal=0"},
	{family: "gokigen", program: "slant", levels: []string{"e", "h"}, size: "7x7d%s", rows: 8, cols: 8, board: cells("-1", "01234")},
	{family: "binairo", program: "unruly", levels: []string{"t", "e", "n"}, size: "8x8d%s", rows: 8, cols: 8, board: unruly},
	{family: "kenken", program: "keen", levels: []string{"e", "n", "h", "x", "u"}, size: "5d%s", rows: 5, cols: 5, board: keen},
	{family: "sudoku", program: "solo", levels: []string{"t", "b", "i", "a", "e", "u"}, size: "3x3d%s", rows: 9, cols: 9, board: solo},
}

func (s source) params(level string) string { return fmt.Sprintf(s.size, level) }

// id reads what a program prints: PARAMETERS:DESCRIPTION.
func (s source) id(out string) (string, error) {
	_, desc, ok := strings.Cut(out, ":")
	if !ok {
		return "", fmt.Errorf("%s prints %q", s.program, out)
	}
	board, err := s.board(s, desc)
	if err != nil {
		return "", fmt.Errorf("%s prints %q: %w", s.program, out, err)
	}
	if s.family == "sudoku" {
		return "sudoku:9x9:" + board, nil
	}
	rows, cols := s.rows, s.cols
	if s.family == "gokigen" { // numbers stand at corners
		rows, cols = rows-1, cols-1
	}
	return fmt.Sprintf("%s:%dx%d%s:%s", s.family, rows, cols, s.own, board), nil
}

// spread gives the cells of a description in which a letter stands for as many blanks as its place in the alphabet.
func spread(desc, values string, n int) ([]string, error) {
	var out []string
	for _, c := range desc {
		switch {
		case strings.ContainsRune(values, c):
			out = append(out, string(c))
		case c >= 'a' && c <= 'z':
			for range c - 'a' + 1 {
				out = append(out, "-")
			}
		default:
			return nil, fmt.Errorf("an unknown %q", c)
		}
	}
	if len(out) != n {
		return nil, fmt.Errorf("%d cells, expected %d", len(out), n)
	}
	return out, nil
}

// lines writes cells row by row.
func lines(cells []string, cols int) []string {
	var out []string
	for ; len(cells) > 0; cells = cells[cols:] {
		out = append(out, strings.Join(cells[:cols], "_"))
	}
	return out
}

// cells is for boards of cells alone. Our board begins with its size, which may be less than that of the grid that is written.
func cells(less, values string) func(source, string) (string, error) {
	by, _ := strconv.Atoi(less)
	return func(s source, desc string) (string, error) {
		list, err := spread(desc, values, s.rows*s.cols)
		if err != nil {
			return "", err
		}
		for i, c := range list {
			switch {
			case c == "B" && s.family == "akari":
				list[i] = "x"
			case c == "B" || c == "W":
				list[i] = strings.ToLower(c)
			}
		}
		head := fmt.Sprintf("%d_%d/", s.rows+by, s.cols+by)
		return head + strings.Join(lines(list, s.cols), "/"), nil
	}
}

// tents reads trees, each behind a run of blanks, and the totals of columns and rows.
func tents(s source, desc string) (string, error) {
	parts := strings.Split(desc, ",")
	if len(parts) != 1+s.rows+s.cols {
		return "", fmt.Errorf("%d totals, expected %d", len(parts)-1, s.rows+s.cols)
	}
	list, err := behind(parts[0], 'a'-1, s.rows*s.cols, func(rune) string { return "x" })
	if err != nil {
		return "", err
	}
	cols, rows := parts[1:1+s.cols], parts[1+s.cols:]
	return fmt.Sprintf("%d_%d/%s/%s/%s", s.rows, s.cols, strings.Join(cols, "_"), strings.Join(rows, "_"), strings.Join(lines(list, s.cols), "/")), nil
}

// behind reads values that stand behind runs of blanks: a letter for each, where none is that for a run of no blanks (before a comes _), and z is for
// blanks alone.
func behind(desc string, none rune, n int, value func(rune) string) ([]string, error) {
	var out []string
	for _, c := range desc {
		low := c | 0x20
		switch {
		case c == '_':
			low = 'a' - 1
		case low < 'a' || low > 'z':
			return nil, fmt.Errorf("an unknown %q", c)
		}
		run, last := int(low-none), true
		if low == 'z' {
			run, last = 25, false
		}
		for range run {
			out = append(out, "-")
		}
		if last {
			out = append(out, value(c))
		}
	}
	// The end of the board counts as one more value.
	if len(out) != n+1 {
		return nil, fmt.Errorf("%d cells, expected %d", len(out)-1, n)
	}
	return out[:n], nil
}

// unruly reads values of two colours behind runs of blanks, the colour by the size of the letter.
func unruly(s source, desc string) (string, error) {
	list, err := behind(desc, 'a', s.rows*s.cols, func(c rune) string {
		if c >= 'A' && c <= 'Z' {
			return "2"
		}
		return "1"
	})
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d_%d/%s", s.rows, s.cols, strings.Join(lines(list, s.cols), "/")), nil
}

// towers reads the clues at the top, the bottom, the left and the right, and perhaps some heights.
func towers(s source, desc string) (string, error) {
	clues, grid, _ := strings.Cut(desc, ",")
	list := strings.Split(clues, "/")
	if len(list) != 4*s.cols {
		return "", fmt.Errorf("%d clues, expected %d", len(list), 4*s.cols)
	}
	for i, c := range list {
		if c == "" {
			list[i] = "-"
		}
	}
	board := strings.Split(strings.Repeat("-", s.rows*s.cols), "")
	if grid != "" {
		var err error
		if board, err = spread(grid, "12345", s.rows*s.cols); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%d_%d_%d/%s/%s", s.rows, s.cols, s.cols, strings.Join(lines(list, s.cols), "/"), strings.Join(lines(board, s.cols), "/")), nil
}

// solo reads digits with _ between those that stand side by side.
func solo(s source, desc string) (string, error) {
	list, err := spread(strings.ReplaceAll(desc, "_", ""), "123456789", s.rows*s.cols)
	if err != nil {
		return "", err
	}
	return strings.ReplaceAll(strings.Join(list, ""), "-", "."), nil
}

// keen reads cages and their clues.
func keen(s source, desc string) (string, error) {
	text, clues, _ := strings.Cut(desc, ",")
	runs, err := repeated(text)
	if err != nil {
		return "", err
	}
	n := s.cols
	of := make([]int, n*n) // by cell: the first cell of its cage
	for i := range of {
		of[i] = i
	}
	// Neighbours in one cage are counted in runs, each with a border behind it: those side by side, row by row, and then those one below the
	// other, column by column.
	at, half := 0, n*(n-1)
	for _, run := range runs {
		for ; run > 0 && at < 2*half; run-- {
			a, b := at+at/(n-1), at+at/(n-1)+1
			if at >= half {
				a = (at-half)%(n-1)*n + (at-half)/(n-1)
				b = a + n
			}
			from, to := max(of[a], of[b]), min(of[a], of[b])
			for i := range of {
				if of[i] == from {
					of[i] = to
				}
			}
			at++
		}
		at++
	}
	if at != 2*half+1 {
		return "", fmt.Errorf("%d borders, expected %d", at-1, 2*half)
	}
	list := strings.FieldsFunc(clues, func(r rune) bool { return r >= 'a' && r <= 'z' })
	signs := strings.FieldsFunc(clues, func(r rune) bool { return r >= '0' && r <= '9' })
	number := map[int]int{}
	board, cages := make([]string, n*n), make([]string, n*n)
	for i, first := range of {
		board[i] = "."
		if first == i {
			k := len(number)
			if number[i] = k + 1; k >= min(len(list), len(signs)) {
				return "", fmt.Errorf("%d clues for more cages", len(list))
			}
			board[i] = list[k] + map[string]string{"a": "+", "s": "-", "m": "*", "d": "%2F"}[signs[k]]
		}
		cages[i] = strconv.Itoa(number[first])
	}
	for i, first := range of { // a cell alone shows its number
		if first == i && alone(of, i) {
			board[i] = strings.TrimSuffix(board[i], "+")
		}
	}
	return fmt.Sprintf("%d_%d/%s/%s", n, n, strings.Join(lines(board, n), "/"), strings.Join(lines(cages, n), "/")), nil
}

// alone reports whether a cage is a cell.
func alone(of []int, first int) bool {
	n := 0
	for _, k := range of {
		if k == first {
			n++
		}
	}
	return n == 1
}

// repeated reads runs: a letter for each, _ for none; a number behind one says how many alike follow each other.
func repeated(text string) ([]int, error) {
	var runs []int
	for len(text) > 0 {
		rest := strings.TrimLeft(text[1:], "0123456789")
		times := 1
		if digits := text[1 : len(text)-len(rest)]; digits != "" {
			times, _ = strconv.Atoi(digits)
		}
		run := int(text[0]-'a') + 1
		if text[0] == '_' {
			run = 0
		}
		if run < 0 || run > 24 || times > 1000 {
			return nil, fmt.Errorf("an unknown run %q", text[:1])
		}
		for range times {
			runs = append(runs, run)
		}
		text = rest
	}
	return runs, nil
}
