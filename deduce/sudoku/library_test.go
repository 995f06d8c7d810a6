package sudoku_test

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
)

// libraryLine is one line of a HoDoKu library: a 9 by 9 position and, where the line says so, the step to be found in it.
//
//	:technique:candidates:givens:deleted candidates:eliminations:placements:extra
type libraryLine struct {
	Code       string // "0610"; with the variant, "0610-x"
	Variant    string // "", "1", "2", "x": an x says that the technique must find nothing
	Candidates []int  // values the technique is about
	Values     []int  // values of the 81 cells, 0 where open
	Placed     []bool // cells whose value is not a given
	Deleted    []deduce.Mark
	Remove     []deduce.Mark // expected, sorted
	Place      []deduce.Mark // expected, sorted
	Extra      string
}

// parseLibraryLine reads one line of a HoDoKu library. Errors say which field is wrong and why.
func parseLibraryLine(line string) (libraryLine, error) {
	var l libraryLine
	fields := strings.Split(strings.TrimRight(line, "\r\n"), ":")
	if len(fields) < 7 || fields[0] != "" {
		return l, fmt.Errorf("library line: %d fields between colons, expected 6 or 7 after a leading colon", len(fields)-1)
	}
	if len(fields) > 16 {
		return l, fmt.Errorf("library line: too many fields")
	}
	l.Code, l.Variant, _ = strings.Cut(fields[1], "-")
	for _, ch := range fields[2] {
		if ch < '1' || ch > '9' {
			return l, fmt.Errorf("library line: candidate %q in field 2, expected 1..9", ch)
		}
		l.Candidates = append(l.Candidates, int(ch-'0'))
	}
	plus := false
	for i, ch := range fields[3] {
		switch {
		case ch == '+' && !plus:
			plus = true
		case ch == '.' || ch == '0' || '1' <= ch && ch <= '9':
			v := 0
			if ch != '.' {
				v = int(ch - '0')
			}
			l.Values = append(l.Values, v)
			l.Placed = append(l.Placed, plus && v != 0)
			plus = false
		default:
			return l, fmt.Errorf("library line: %q at %d of the givens, expected a digit, '.' or '+'", ch, i+1)
		}
	}
	if len(l.Values) != 81 {
		return l, fmt.Errorf("library line: %d cells in the givens, expected 81", len(l.Values))
	}
	var err error
	for i, to := range []*[]deduce.Mark{&l.Deleted, &l.Remove, &l.Place} {
		if *to, err = parseMarks(fields[4+i]); err != nil {
			return l, fmt.Errorf("library line: field %d: %w", 4+i, err)
		}
	}
	if len(fields) > 7 {
		l.Extra = fields[7]
	}
	return l, nil
}

func parseMarks(s string) ([]deduce.Mark, error) {
	var list []deduce.Mark
	for _, word := range strings.Fields(s) {
		n, err := strconv.Atoi(word)
		if err != nil || len(word) != 3 || strings.ContainsAny(word, "0+-") {
			return nil, fmt.Errorf("%q is not value, row and column, as in 436", word)
		}
		list = append(list, deduce.Mark{Cell: (n/10%10-1)*9 + n%10 - 1, Value: n / 100})
	}
	return deduce.SortMarks(list), nil
}

// Position makes the position of the line on g, the geometry of 9 by 9 boards.
func (l *libraryLine) Position(g *board.Geometry) (*board.Position, error) {
	p, err := board.New(g, l.Values)
	if err != nil {
		return nil, err
	}
	for c, placed := range l.Placed {
		if placed {
			p.Given.Remove(c)
		}
	}
	for _, m := range l.Deleted {
		p.Strike(m.Cell, m.Value)
	}
	return p, nil
}
