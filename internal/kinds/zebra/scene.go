package zebra

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/columns"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Scene draws the puzzle at a state: the triangle of grids in which players mark crosses and ticks, and the clues.
func (in *Instance) Scene(s puzzle.State) (puzzle.Scene, error) {
	st, err := in.P.ReadState(s)
	if err != nil {
		return puzzle.Scene{}, err
	}
	p := in.P
	sc := puzzle.Scene{Title: p.Title}
	text := in.stateText(st)
	if s == "" || s == in.Start() {
		text = clueText(p, language.Lang(p)) + "\n"
	}
	sc.Text = text
	in.drawGrids(&sc, st)
	return sc, nil
}

// shown lists the categories that a player sees, the anchor first.
func shown(p *matching.Puzzle) []int {
	cats := []int{p.Anchor()}
	for c := range p.Cats {
		if c != p.Anchor() {
			cats = append(cats, c)
		}
	}
	return cats
}

// drawGrids draws a grid for each pair of categories in a triangle, then the clues below.
func (in *Instance) drawGrids(sc *puzzle.Scene, st *matching.Facts) {
	p := in.P
	n := float64(p.N)
	cats := shown(p)
	longest := 0
	for _, c := range p.Cats {
		for _, l := range c.Items {
			longest = max(longest, columns.Width(l))
		}
	}
	left, top := 0.24*float64(longest)+0.6, 0.24*float64(longest)+0.6
	cell := 1.0
	cols := cats[1:]
	rows := append([]int{cats[0]}, cats[2:]...)
	slices.Reverse(rows[1:])
	for j, c := range cols {
		for i, l := range p.Cats[c].Items {
			// Column headings run downwards, one character below the other, because a scene has no turned text.
			x := left + (float64(j)*n+float64(i)+0.5)*cell
			runes := []rune(l)
			size := min(0.34, (top-0.3)/float64(len(runes)))
			for k, r := range runes {
				y := top - 0.15 - size*(float64(len(runes)-k)-0.5)
				sc.Label(puzzle.RoleLabel, nil, puzzle.Label{X: x, Y: y, Size: size, Text: string(r)})
			}
		}
	}
	for i, r := range rows {
		width := float64(len(cols)-i) * n
		if i == 0 {
			width = float64(len(cols)) * n
		}
		for k, l := range p.Cats[r].Items {
			y := top + (float64(i)*n+float64(k)+0.5)*cell
			sc.Label(puzzle.RoleLabel, nil, puzzle.Label{X: 0.2, Y: y, Size: 0.36, Text: l, Left: true})
		}
		for k := 0.0; k <= n; k++ {
			role := puzzle.RoleGrid
			if k == 0 || k == n {
				role = puzzle.RoleBorder
			}
			sc.Line(role, left, top+float64(i)*n+k, left+width, top+float64(i)*n+k)
		}
		for k := 0.0; k <= width; k++ {
			role := puzzle.RoleGrid
			if int(k)%p.N == 0 {
				role = puzzle.RoleBorder
			}
			sc.Line(role, left+k, top+float64(i)*n, left+k, top+float64(i+1)*n)
		}
		for j, c := range cols {
			if float64(j)*n >= width {
				break
			}
			in.drawMarks(sc, st, r, c, left+float64(j)*n, top+float64(i)*n)
		}
	}
	sc.Width = left + float64(len(cols))*n + 0.2
	y := top + float64(len(rows))*n + 0.6
	for i, c := range p.Clues {
		t := fmt.Sprintf("%d. %s", i+1, language.Sentence(p, c, language.Lang(p)))
		ref := language.ClueRef(p, i)
		sc.Label(puzzle.RoleNote, &ref, puzzle.Label{X: 0.2, Y: y, Size: 0.36, Text: t, Left: true, Width: sc.Width - 0.4})
		y += 0.5 * float64(1+int(0.2*float64(columns.Width(t))/max(sc.Width-0.4, 1)))
	}
	sc.Height = y + 0.2
}

func (in *Instance) drawMarks(sc *puzzle.Scene, st *matching.Facts, r, c int, x0, y0 float64) {
	n := in.P.N
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			x, y := r*n+i, c*n+j
			f := matching.Fact{X: min(x, y), Y: max(x, y), Same: true}
			switch {
			case st.Is(x, y):
				ref := language.FactRef(in.P, f)
				sc.Label(puzzle.RoleTick, &ref, puzzle.Label{X: x0 + float64(j) + 0.5, Y: y0 + float64(i) + 0.5, Size: 0.7, Text: "O"})
			case st.IsNot(x, y):
				f.Same = false
				ref := language.FactRef(in.P, f)
				sc.Label(puzzle.RoleCross, &ref, puzzle.Label{X: x0 + float64(j) + 0.5, Y: y0 + float64(i) + 0.5, Size: 0.6, Text: "x"})
			}
		}
	}
}

// stateText shows what is known: for each category and place the label, or the labels left when there are at most two,
// or how many.
func (in *Instance) stateText(st *matching.Facts) string {
	p := in.P
	return columns.Table(table(p, func(c, e int) string {
		var names []string
		for left := st.Row(p.Anchor()*p.N+e, c); left != 0; left &= left - 1 {
			names = append(names, p.Cats[c].Items[bits.TrailingZeros64(left)])
		}
		if len(names) > 2 {
			return fmt.Sprintf("(%d)", len(names))
		}
		return strings.Join(names, "/")
	}))
}

// table gives the places and, for each other category, its name and a text for each of them.
func table(p *matching.Puzzle, cell func(c, e int) string) [][]string {
	var rows [][]string
	for i, c := range shown(p) {
		row := []string{p.Cats[c].Name}
		for e, item := range p.Cats[c].Items {
			if i > 0 {
				item = cell(c, e)
			}
			row = append(row, item)
		}
		rows = append(rows, row)
	}
	return rows
}

// SolutionScene draws the solution as a table.
func (in *Instance) SolutionScene(s puzzle.Solution) (puzzle.Scene, error) {
	sol, ok := s.(solved)
	if !ok {
		return puzzle.Scene{}, fmt.Errorf("a %T is no solution of a zebra puzzle", s)
	}
	p := in.P
	sc := puzzle.Scene{Title: p.Title}
	rows := table(p, func(c, e int) string { return p.Cats[c].Items[sol.G[c][e]] })
	sc.Text = columns.Table(rows)
	longest := 0
	for _, r := range rows {
		for _, c := range r {
			longest = max(longest, columns.Width(c))
		}
	}
	w := max(1.5, 0.24*float64(longest)+0.4)
	for i, r := range rows {
		for j, c := range r {
			role := puzzle.RoleEntry
			if i == 0 || j == 0 {
				role = puzzle.RoleLabel
			}
			sc.Label(role, nil, puzzle.Label{X: (float64(j) + 0.5) * w, Y: float64(i) + 0.5, Size: 0.4, Text: c})
		}
	}
	sc.Width, sc.Height = w*float64(p.N+1), float64(len(rows))
	for i := 0.0; i <= sc.Height; i++ {
		sc.Line(puzzle.RoleGrid, 0, i, sc.Width, i)
	}
	for j := 0.0; j <= float64(p.N+1); j++ {
		sc.Line(puzzle.RoleGrid, j*w, 0, j*w, sc.Height)
	}
	return sc, nil
}
