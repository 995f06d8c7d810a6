package fillomino

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino/solver"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestReasonsHold reads the reasons back that exclude numbers from a cell: all but the one that it has, or all of them. Each must hold on the
// board as it stands there, and no number may be left without one.
func TestReasonsHold(t *testing.T) {
	ctx := context.Background()
	one, none := 0, 0
	for seed := range puztest.Seeds(t, 12, 300) {
		params, err := Family{}.ParseParams([]string{"7x7", "9x9", "8x8", "6x6"}[seed%4])
		if err != nil {
			t.Fatal(err)
		}
		g, err := Family{}.Generate(ctx, params, puzzle.Settings{"class": []string{"evil", "hard", "medium"}[seed%3]}, rng.New(seed), nil)
		if err != nil {
			t.Fatal(err)
		}
		p := g.Instance.(*board)
		var take func(r *reasonsReader, s puzzle.Step)
		take = func(r *reasonsReader, s puzzle.Step) {
			if m := regexp.MustCompile(`^(?:Then no number fits (r\d+c\d+)|(r\d+c\d+) is (\d+)): (.*)\.$`).FindStringSubmatch(s.Text); m != nil {
				has, _ := strconv.Atoi(m[3])
				if has == 0 {
					none++
				} else {
					one++
				}
				if err := r.excluded(m[1]+m[2], has, m[4]); err != nil {
					t.Errorf("%v: %s\n%s", err, s.Text, p.Desc())
				}
			}
			r.take(s.Moves)
			for _, sub := range s.Sub {
				if len(sub.Sub) > 0 { // a supposition of its own
					tried := *r
					tried.cells = slices.Clone(r.cells)
					take(&tried, sub)
					continue
				}
				take(r, sub)
			}
		}
		r := newReasonsReader(p)
		for s, err := range p.Explain(ctx, "", puzzle.ExplainOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
			subs := s.Sub
			for _, sub := range subs {
				tried := *r
				tried.cells = slices.Clone(r.cells)
				take(&tried, sub)
			}
			s.Sub = nil
			take(r, s)
		}
	}
	if none == 0 {
		t.Error("no cell was found that no number fits")
	}
	t.Log(one, "cells with one number left,", none, "with none")
}

// TestGrowthToldTogether reads back what is told of several cells that a group grows into, and proves each: the only way that there is after
// those before, or all that can be reached. The telling ends at the solution.
func TestGrowthToldTogether(t *testing.T) {
	ctx := context.Background()
	several := regexp.MustCompile(`^The (\d+)s? at (r\d+c\d+)[^:]* (can grow only one way, cell by cell|needs? every cell in reach): (.*) are (\d+)\.$`)
	together, alone := 0, 0
	for seed := range puztest.Seeds(t, 12, 300) {
		params, err := Family{}.ParseParams([]string{"7x7", "9x9", "8x8", "6x6"}[seed%4])
		if err != nil {
			t.Fatal(err)
		}
		g, err := Family{}.Generate(ctx, params, puzzle.Settings{"class": []string{"easy", "hard", "medium"}[seed%3]}, rng.New(seed), nil)
		if err != nil {
			t.Fatal(err)
		}
		p := g.Instance.(*board)
		r := newReasonsReader(p)
		for s, err := range p.Tell(ctx, "") {
			if err != nil {
				t.Fatal(err)
			}
			if len(s.Moves) == 1 {
				alone++
				r.take(s.Moves)
				continue
			}
			together += len(s.Moves)
			m := several.FindStringSubmatch(s.Text)
			if m == nil || m[1] != m[5] {
				t.Fatalf("%v does not read: %s", s.Moves, s.Text)
			}
			v, from, told := number(m[1]), r.cell(m[2]), regexp.MustCompile(`, | and `).Split(m[4], -1)
			if n := len(strings.Fields(s.Text)); n > 30 {
				t.Errorf("%d words: %s", n, s.Text)
			}
			if len(told) != len(s.Moves) || r.cells[from] != v {
				t.Errorf("the moves are %v, and the text names %v: %s", s.Moves, told, s.Text)
			}
			if !strings.HasPrefix(m[3], "can") {
				if reached := r.spread(from, func(d int) bool { return r.enters(d, v) }); len(reached) != v {
					t.Errorf("%d cells are in reach: %s", len(reached), s.Text)
				}
			}
			for n, name := range told {
				if ways := r.ways(from, v); strings.HasPrefix(m[3], "can") && !slices.Equal(ways, []int{r.cell(name)}) {
					t.Errorf("it can grow to %v when %s is told: %s", ways, name, s.Text)
				}
				if !slices.Contains(s.Moves, puzzle.Move(name+"="+m[1])) {
					t.Errorf("%s, the %d. of the text, is no move of %v", name, n+1, s.Moves)
				}
				r.take([]puzzle.Move{puzzle.Move(name + "=" + m[1])})
			}
		}
		for c, v := range g.Solution.(solution).board.Cells {
			if r.cells[c] != int(v) {
				t.Fatalf("the telling of %s ends before the puzzle does", p.Desc())
			}
		}
	}
	if together == 0 {
		t.Error("nothing was told together")
	}
	t.Log(together, "cells filled by steps of several,", alone, "by steps of one")
}

// reasonsReader judges reasons by the numbers that stand on a board.
type reasonsReader struct {
	board solver.Board
	cells []int
	most  int
}

func newReasonsReader(p *board) *reasonsReader {
	r := &reasonsReader{board: p.board, most: len(p.board.Cells)}
	for _, v := range p.board.Cells {
		r.cells = append(r.cells, int(v))
	}
	return r
}

func (r *reasonsReader) take(moves []puzzle.Move) {
	for _, m := range moves {
		name, v, _ := strings.Cut(string(m), "=")
		r.cells[r.cell(name)] = number(v)
	}
}

// enters reports whether a number can come to stand in a cell, as far as it joins no group to one that is too large.
func (r *reasonsReader) enters(d, v int) bool {
	return r.cells[d] == v || r.cells[d] == 0 && r.joined(d, v) <= v
}

// ways lists the blank cells that the group of a cell can grow into.
func (r *reasonsReader) ways(from, v int) (list []int) {
	for _, c := range r.spread(from, func(d int) bool { return r.cells[d] == v }) {
		for _, d := range r.beside(c) {
			if r.cells[d] == 0 && r.enters(d, v) && !slices.Contains(list, d) {
				list = append(list, d)
			}
		}
	}
	return list
}

func (r *reasonsReader) cell(name string) int {
	var row, col int
	fmt.Sscanf(name, "r%dc%d", &row, &col)
	return (row-1)*r.board.Cols + col - 1
}

// spread lists the cells that are connected to some by cells that may be entered.
func (r *reasonsReader) spread(from int, enter func(cell int) bool) []int {
	list := []int{from}
	for i := 0; i < len(list); i++ {
		for _, d := range r.beside(list[i]) {
			if !slices.Contains(list, d) && enter(d) {
				list = append(list, d)
			}
		}
	}
	return list
}

func (r *reasonsReader) beside(c int) (list []int) {
	row, col := c/r.board.Cols, c%r.board.Cols
	for _, at := range [4][2]int{{row - 1, col}, {row, col - 1}, {row, col + 1}, {row + 1, col}} {
		if at[0] >= 0 && at[0] < r.board.Rows && at[1] >= 0 && at[1] < r.board.Cols {
			list = append(list, at[0]*r.board.Cols+at[1])
		}
	}
	return list
}

// joined counts the cells of the group that a cell with a number is in.
func (r *reasonsReader) joined(c, v int) int {
	return len(r.spread(c, func(d int) bool { return r.cells[d] == v }))
}

// room counts the cells that a number in a cell could come to fill.
func (r *reasonsReader) room(c, v int) int {
	return len(r.spread(c, func(d int) bool { return r.enters(d, v) }))
}

var (
	reasonComplete = regexp.MustCompile(`^(the .*) beside it (?:is|are) complete$`)
	reasonJoins    = regexp.MustCompile(`^it would join too many (.*)$`)
	reasonOthers   = regexp.MustCompile(`^any other number has room for (at most )?(\d+) cells?(?: only)?$`)
	reasonRoom     = regexp.MustCompile(`^as (.*) it has room for (\d+) cells? only$`)
	numberRange    = regexp.MustCompile(`(\d+)(?: to (\d+))?`)
)

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

func (r *reasonsReader) excluded(name string, has int, reasons string) error {
	c, gone := r.cell(name), map[int]bool{has: true}
	numbers := func(text string, holds func(v int) bool) error {
		for _, m := range numberRange.FindAllStringSubmatch(text, -1) {
			from, _ := strconv.Atoi(m[1])
			to, err := strconv.Atoi(m[2])
			if err != nil {
				to = from
			}
			for v := from; v <= to; v++ {
				if gone[v] = true; !holds(v) {
					return fmt.Errorf("%q does not hold for %d", text, v)
				}
			}
		}
		return nil
	}
	for _, reason := range strings.Split(reasons, "; ") {
		var err error
		if m := reasonComplete.FindStringSubmatch(reason); m != nil {
			err = numbers(m[1], func(v int) bool {
				return slices.ContainsFunc(r.beside(c), func(d int) bool { return r.cells[d] == v && r.joined(d, v) >= v })
			})
		} else if m := reasonJoins.FindStringSubmatch(reason); m != nil {
			err = numbers(m[1], func(v int) bool { return r.joined(c, v) > v })
		} else if m := reasonRoom.FindStringSubmatch(reason); m != nil {
			err = numbers(m[1], func(v int) bool { return strconv.Itoa(r.room(c, v)) == m[2] && r.room(c, v) < v })
		} else if m := reasonOthers.FindStringSubmatch(reason); m != nil {
			for v := 1; v <= r.most; v++ {
				if room := r.room(c, v); !gone[v] && (room >= v || strconv.Itoa(room) != m[2] && (m[1] == "" || room > number(m[2]))) {
					return fmt.Errorf("as %d it has room for %d", v, r.room(c, v))
				}
			}
			return nil
		} else {
			return fmt.Errorf("%q is no reason", reason)
		}
		if err != nil {
			return err
		}
	}
	for v := 1; v <= r.most; v++ {
		if !gone[v] {
			return fmt.Errorf("nothing is said of %d", v)
		}
	}
	return nil
}
