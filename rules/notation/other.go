package notation

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// Older notations of the same puzzles, of 9x9 boards unless said otherwise.

// ReadAny reads constraints; or Killer Sudoku as 81 characters, in which cells point to the cell of their cage that has its sum; or as "3x3::k:" and
// a number for each cell; or a list of the digits that each cell may hold, as many characters as there are digits for each cell. Constraints may
// also stand in an address of Interactive Sudoku Solver.
func ReadAny(text string) ([]Item, error) {
	text = strings.TrimSpace(text)
	switch {
	case isScript(text):
		return nil, &Error{Msg: fmt.Sprintf("%q is the name of a script that makes a puzzle, and not the puzzle", clip(text)), Expected: "run the script, and give the constraints that it makes"}
	case isAddress(text):
		return readAddress(text)
	case isPointing(text):
		return readPointing(text)
	case isNumbered(text):
		return readNumbered(text)
	case marked(text) > 0:
		return readMarks(text)
	}
	return Parse(text)
}

// Recognised reports whether ReadAny reads a text.
func Recognised(text string) bool {
	text = strings.TrimSpace(text)
	return looks(text) || isScript(text) || isAddress(text) || isPointing(text) || isNumbered(text) || marked(text) > 0
}

// isScript reports whether a text is the path of a script, which some collections name in the place of a puzzle.
func isScript(text string) bool {
	return strings.HasSuffix(text, ".js") && strings.Contains(text, "/") && !strings.ContainsAny(text, " \t\n~")
}

// isAddress reports whether a text is an address of Interactive Sudoku Solver.
func isAddress(text string) bool {
	return strings.HasPrefix(text, "http") && strings.Contains(text, "/Interactive-Sudoku-Solver")
}

// readAddress reads the constraints in an address: its argument q.
func readAddress(text string) ([]Item, error) {
	u, err := url.Parse(text)
	if err != nil {
		return nil, &Error{Msg: "the address is damaged"}
	}
	q := u.Query().Get("q")
	if q == "" {
		return nil, &Error{Msg: "the address holds no constraints", Expected: "expected ?q= and constraints, such as ?q=.Cage~10~R1C1~R1C2"}
	}
	return Parse(q)
}

const pointers = "v^<>`',."

// isPointing reports whether a text is of 81 characters, with at least one that points and is none of a plain board.
func isPointing(text string) bool {
	return len(text) == 81 && strings.ContainsAny(text, "v^<>`',") &&
		strings.Trim(text, pointers+"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij") == ""
}

// readPointing reads cages: a cell that points belongs to the cage of the cell that it points to; any other has the sum of its cage, from 0
// by the digits and letters.
func readPointing(text string) ([]Item, error) {
	step := map[byte]int{'v': 9, '^': -9, '<': -1, '>': 1, '`': -10, '\'': -8, ',': 8, '.': 10}
	sums := map[int]int{}
	cells := map[int][]string{}
	var order []int
	for i := range 81 {
		at := i
		for n := 0; ; n++ {
			d, points := step[text[at]]
			if !points {
				break
			}
			if at += d; at < 0 || at >= 81 || n > 81 {
				return nil, &Error{Col: i + 1, Msg: "the cell points off the board, or round in a circle"}
			}
		}
		if cells[at] == nil {
			order = append(order, at)
			sums[at] = strings.IndexByte("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij", text[at])
		}
		cells[at] = append(cells[at], cellName(i/9, i%9))
	}
	var out []Item
	for _, at := range order {
		out = append(out, Item{Name: "Cage", Args: append([]string{strconv.Itoa(sums[at])}, cells[at]...), Col: at + 1})
	}
	return out, nil
}

func isNumbered(text string) bool {
	return strings.HasPrefix(text, "3x3:") && strings.Contains(text, ":k:") && strings.Count(text, ":") == 84
}

// readNumbered reads cages: for each cell a number, 256 times the sum and the number of the cage; 3x3:d: has diagonals.
func readNumbered(text string) ([]Item, error) {
	parts := strings.Split(text, ":")
	var out []Item
	if parts[1] == "d" {
		out = append(out, Item{Name: "Diagonal", Args: []string{"1"}}, Item{Name: "Diagonal", Args: []string{"-1"}})
	}
	at := map[int]int{}
	for i := range 81 {
		n, err := strconv.Atoi(parts[i+3])
		if err != nil {
			return nil, &Error{Msg: fmt.Sprintf("cell %d: %q is no number", i+1, clip(parts[i+3]))}
		}
		if n < 256 {
			continue
		}
		j, ok := at[n%256]
		if !ok {
			j = len(out)
			at[n%256] = j
			out = append(out, Item{Name: "Cage", Args: []string{strconv.Itoa(n / 256)}})
		}
		out[j].Args = append(out[j].Args, cellName(i/9, i%9))
	}
	return out, nil
}

// marked gives the side of a board whose cells are written by the digits that they may hold, or 0.
func marked(text string) int {
	for side := 4; side <= 9; side++ {
		if len(text) == side*side*side && strings.Trim(text, "0123456789.") == "" {
			return side
		}
	}
	return 0
}

func readMarks(text string) ([]Item, error) {
	side := marked(text)
	out := []Item{{Name: "Shape", Args: []string{fmt.Sprintf("%dx%d", side, side)}}, {}}
	for i := range side * side {
		arg := cellName(i/side, i%side)
		for _, c := range text[i*side : (i+1)*side] {
			if c != '.' {
				arg += "_" + string(c)
			}
		}
		out[1].Args = append(out[1].Args, arg)
	}
	return out, nil
}
