package fillomino

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino/solver"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// bruteForce lists every solution of a small board by trying every number in every cell.
func bruteForce(b solver.Board, ru solver.Rules) []string {
	var out []string
	cells := append([]int16(nil), b.Cells...)
	full := solver.Board{Rows: b.Rows, Cols: b.Cols, Cells: cells}
	side := solver.Sides(b.Rows, b.Cols)
	// closed reports whether the region of a cell, all of whose neighbours are filled, has the wrong size, or any has too
	// many cells.
	fits := func(upTo int) bool {
		for start := 0; start <= upTo; start++ {
			v := cells[start]
			seen := map[int32]bool{int32(start): true}
			group := []int32{int32(start)}
			open := false
			for i := 0; i < len(group); i++ {
				for _, d := range side[group[i]] {
					if int(d) > upTo {
						open = true
					} else if !seen[d] && cells[d] == v {
						seen[d] = true
						group = append(group, d)
					}
				}
			}
			if len(group) > int(v) || !open && len(group) < int(v) {
				return false
			}
		}
		return true
	}
	var fill func(c int)
	fill = func(c int) {
		if c == len(cells) {
			if checkFull(full) == nil && (!ru.Shown || allShown(b, full)) {
				out = append(out, fmt.Sprint(cells))
			}
			return
		}
		lo, hi := int16(1), int16(len(cells))
		if ru.MaxRegion > 0 {
			hi = int16(min(int(hi), ru.MaxRegion))
		}
		if b.Cells[c] != 0 {
			lo, hi = b.Cells[c], min(hi, b.Cells[c])
		}
		for v := lo; v <= hi; v++ {
			cells[c] = v
			if fits(c) {
				fill(c + 1)
			}
		}
		cells[c] = b.Cells[c]
	}
	fill(0)
	sort.Strings(out)
	return out
}

func allShown(givens, full solver.Board) bool {
	side := solver.Sides(full.Rows, full.Cols)
	seen := make([]bool, len(full.Cells))
	for start := range full.Cells {
		if seen[start] {
			continue
		}
		seen[start] = true
		group := []int{start}
		shown := false
		for i := 0; i < len(group); i++ {
			shown = shown || givens.Cells[group[i]] != 0
			for _, d := range side[group[i]] {
				if !seen[d] && full.Cells[d] == full.Cells[start] {
					seen[d] = true
					group = append(group, int(d))
				}
			}
		}
		if !shown {
			return false
		}
	}
	return true
}

func solutions(t *testing.T, b solver.Board, ru solver.Rules) []string {
	t.Helper()
	var out []string
	complete, _, err := solver.Solve(context.Background(), b, ru, func(s solver.Board) bool {
		if err := checkFull(s); err != nil {
			t.Errorf("a wrong solution of %v: %v: %v", b.Cells, s.Cells, err)
		}
		out = append(out, fmt.Sprint(s.Cells))
		return true
	})
	if err != nil || !complete {
		t.Fatal(complete, err)
	}
	sort.Strings(out)
	return out
}

// TestAgainstBruteForce compares all solutions of small boards, with givens of full boards and with random ones.
func TestAgainstBruteForce(t *testing.T) {
	r := rng.New(1)
	shapes := [][2]int{{1, 1}, {1, 4}, {2, 2}, {2, 3}, {3, 3}, {2, 4}, {1, 7}}
	n := 300
	if puztest.Doing() < puztest.Whole {
		n = 60
	}
	for i := range n {
		shape := shapes[r.IntN(len(shapes))]
		b := solver.NewBoard(shape[0], shape[1])
		for c := range b.Cells {
			if r.IntN(3) == 0 {
				b.Cells[c] = int16(1 + r.IntN(min(6, len(b.Cells)+1)))
			}
		}
		ru := solver.Rules{}
		switch r.IntN(4) {
		case 0:
			ru.MaxRegion = 1 + r.IntN(5)
		case 1:
			ru.Shown = true
		}
		want := bruteForce(b, ru)
		got := solutions(t, b, ru)
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("board %d: %dx%d %v, rules %+v: %d solutions, want %d", i, b.Rows, b.Cols, b.Cells, ru, len(got), len(want))
		}
	}
}

// parseGrid reads the corpus's text form.
func parseGrid(t testing.TB, text string) solver.Board {
	t.Helper()
	f := strings.Fields(text)
	rows, _ := strconv.Atoi(f[0])
	cols, _ := strconv.Atoi(f[1])
	b := solver.NewBoard(rows, cols)
	for i, w := range f[2 : 2+rows*cols] {
		if w != "-" {
			v, err := strconv.Atoi(w)
			if err != nil {
				t.Fatal(err)
			}
			b.Cells[i] = int16(v)
		}
	}
	return b
}

// publishedBoard is a board of the corpus.
type publishedBoard struct {
	name              string
	problem, solution solver.Board
}

// publishedBoards reads the corpus's boards in the order of their names.
func publishedBoards(t testing.TB) []publishedBoard {
	t.Helper()
	raw, err := os.ReadFile(puztest.Corpus(t, "fillomino", "fillomino.json"))
	if err != nil {
		t.Fatal(err)
	}
	var boards map[string]struct{ Problem, Solution string }
	if err := json.Unmarshal(raw, &boards); err != nil {
		t.Fatal(err)
	}
	var out []publishedBoard
	for name, b := range boards {
		out = append(out, publishedBoard{name, parseGrid(t, b.Problem), parseGrid(t, b.Solution)})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].name < out[j].name })
	return out
}

// TestCorpus solves every published board and proves it unique; with -short one in ten.
func TestCorpus(t *testing.T) {
	for i, p := range publishedBoards(t) {
		if puztest.Doing() < puztest.Whole && i%10 != 0 {
			continue
		}
		n := 0
		complete, work, err := solver.Solve(context.Background(), p.problem, solver.Rules{}, func(s solver.Board) bool {
			n++
			if n == 1 && fmt.Sprint(s.Cells) != fmt.Sprint(p.solution.Cells) {
				t.Errorf("%s: another solution than the published one", p.name)
			}
			return n < 2
		})
		if err != nil || !complete || n != 1 {
			t.Errorf("%s: %d solutions, complete %v, %v", p.name, n, complete, err)
		}
		if testing.Verbose() && work.Conflicts > 1000 {
			t.Logf("%s: %+v", p.name, work)
		}
	}
}
