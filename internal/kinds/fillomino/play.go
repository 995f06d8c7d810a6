package fillomino

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino/solver"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// Solve finds up to limit solutions and decides uniqueness.
func (p *board) Solve(ctx context.Context, limit int) (puzzle.Result, error) {
	var res puzzle.Result
	limit = max(1, limit)
	complete, work, err := solver.Solve(ctx, p.board, p.params.rules(), func(b solver.Board) bool {
		res.Count++
		res.Solutions = append(res.Solutions, solution{b.Clone()})
		return res.Count < limit
	})
	res.Complete = complete
	res.Work = record.Object{
		{Key: "decisions", Value: work.Decisions}, {Key: "conflicts", Value: work.Conflicts}, {Key: "propagations", Value: work.Propagations},
	}
	res.Status = puzzle.StatusOf(res.Count, complete)
	return res, err
}

// Start gives the givens.
func (p *board) Start() puzzle.State { return puzzle.State(p.Desc()) }

// state reads a state: a board in which the givens stand.
func (p *board) state(s puzzle.State) (solver.Board, error) {
	if s == "" {
		return p.board.Clone(), nil
	}
	b, err := parseDesc(p.board.Rows, p.board.Cols, string(s))
	if err != nil {
		return b, err
	}
	for c, v := range p.board.Cells {
		if v != 0 && b.Cells[c] != v {
			return b, fmt.Errorf("fillomino: the state lacks the given %d of %s", v, b.Name(c))
		}
	}
	return b, nil
}

var moveForm = regexp.MustCompile(`^r(\d{1,3})c(\d{1,3})=(\d{1,4})$`)

// moves makes moves.
func (p *board) moves() puzzle.Positions[solver.Board] {
	return puzzle.Positions[solver.Board]{Read: p.state, Make: p.apply, Write: func(b solver.Board) puzzle.State { return puzzle.State(describe(b.Cells)) }}
}

// Apply makes a move: r1c1=5 writes a number, r1c1=0 takes it back.
func (p *board) Apply(s puzzle.State, m puzzle.Move) (puzzle.State, error) {
	return p.moves().Apply(s, m)
}

func (p *board) apply(b solver.Board, m puzzle.Move) error {
	f := moveForm.FindStringSubmatch(string(m))
	if f == nil {
		return fmt.Errorf("fillomino: expected a move such as r1c1=5, found %.40q", m)
	}
	r, _ := strconv.Atoi(f[1])
	c, _ := strconv.Atoi(f[2])
	v, _ := strconv.Atoi(f[3])
	if r < 1 || r > b.Rows || c < 1 || c > b.Cols || v > len(b.Cells) {
		return fmt.Errorf("fillomino: the move %s leaves the board", m)
	}
	cell := (r-1)*b.Cols + c - 1
	if p.board.Cells[cell] != 0 {
		return fmt.Errorf("fillomino: %s is given", b.Name(cell))
	}
	b.Cells[cell] = int16(v)
	return nil
}

// Judge finds groups of equal numbers that have too many cells, or that are closed in by other numbers with too few.
func (p *board) Judge(s puzzle.State) (puzzle.Verdict, error) {
	b, err := p.state(s)
	if err != nil {
		return puzzle.Verdict{}, err
	}
	v := puzzle.Verdict{Complete: !slices.Contains(b.Cells, 0)}
	for group, open := range b.Groups() {
		if n := int(b.Cells[group[0]]); len(group) > n || len(group) < n && !open {
			for _, c := range group {
				r := cellRef(b, c)
				r.Rule = "size"
				v.Conflicts = append(v.Conflicts, r)
			}
		}
	}
	if v.Complete && len(v.Conflicts) == 0 {
		v.Solved = p.CheckSolution(solution{b}) == nil
	}
	return v, nil
}

func cellRef(b solver.Board, cell int) puzzle.Ref {
	return puzzle.Ref{Kind: "cell", ID: b.Name(cell), Text: b.Name(cell)}
}

// Scene draws the board at a state.
func (p *board) Scene(s puzzle.State) (puzzle.Scene, error) {
	b, err := p.state(s)
	if err != nil {
		return puzzle.Scene{}, err
	}
	return p.scene(b), nil
}

// SolutionScene draws the full board.
func (p *board) SolutionScene(s puzzle.Solution) (puzzle.Scene, error) {
	b, err := p.boardOf(s)
	if err != nil {
		return puzzle.Scene{}, err
	}
	return p.scene(b), nil
}

// scene draws numbers, thin lines, and thick lines where two different numbers meet.
func (p *board) scene(b solver.Board) puzzle.Scene {
	sc := puzzle.Scene{Title: fmt.Sprintf("Fillomino %s", p.params), Width: float64(b.Cols), Height: float64(b.Rows), Text: pictureText(b)}
	line := func(role puzzle.Role, x1, y1, x2, y2 int) {
		sc.Line(role, float64(x1), float64(y1), float64(x2), float64(y2))
	}
	for r := 1; r < b.Rows; r++ {
		line(puzzle.RoleGrid, 0, r, b.Cols, r)
	}
	for c := 1; c < b.Cols; c++ {
		line(puzzle.RoleGrid, c, 0, c, b.Rows)
	}
	for c, v := range b.Cells {
		row, col := c/b.Cols, c%b.Cols
		if col+1 < b.Cols && apart(v, b.Cells[c+1]) {
			line(puzzle.RoleBorder, col+1, row, col+1, row+1)
		}
		if row+1 < b.Rows && apart(v, b.Cells[c+b.Cols]) {
			line(puzzle.RoleBorder, col, row+1, col+1, row+1)
		}
	}
	sc.Frame(puzzle.RoleBorder, 0, 0, sc.Width, sc.Height)
	for c, v := range b.Cells {
		if v == 0 {
			continue
		}
		role, size := puzzle.RoleEntry, 0.6
		if p.board.Cells[c] != 0 {
			role = puzzle.RoleGiven
		}
		if v >= 100 {
			size = 0.4
		}
		ref := cellRef(b, c)
		sc.Label(role, &ref, puzzle.Label{X: float64(c%b.Cols) + 0.5, Y: float64(c/b.Cols) + 0.5, Size: size, Text: strconv.Itoa(int(v))})
	}
	return sc
}

// Locate gives where cells lie in a picture.
func (p *board) Locate(refs []puzzle.Ref) ([][]puzzle.Spot, error) {
	out := make([][]puzzle.Spot, len(refs))
	for i, ref := range refs {
		if c, ok := grid.CellNamed(p.board.Rows, p.board.Cols, ref.ID); ok && ref.Kind == "cell" {
			out[i] = []puzzle.Spot{{X: float64(c % p.board.Cols), Y: float64(c / p.board.Cols), W: 1, H: 1}}
		}
	}
	return out, nil
}

// apart reports whether a region's border runs between two neighbours: both known and different.
func apart(a, b int16) bool { return a != 0 && b != 0 && a != b }

// pictureText draws the board with borders between regions as far as they are known.
func pictureText(b solver.Board) string {
	width := 1
	for _, v := range b.Cells {
		width = max(width, len(strconv.Itoa(int(v))))
	}
	var t strings.Builder
	at := func(r, c int) int16 { return b.Cells[r*b.Cols+c] }
	for r := 0; r <= b.Rows; r++ {
		for c := range b.Cols {
			t.WriteByte('+')
			edge := " "
			if r == 0 || r == b.Rows || apart(at(r-1, c), at(r, c)) {
				edge = "-"
			}
			t.WriteString(strings.Repeat(edge, width+2))
		}
		t.WriteString("+\n")
		if r == b.Rows {
			break
		}
		for c := range b.Cols {
			if c == 0 || apart(at(r, c-1), at(r, c)) {
				t.WriteByte('|')
			} else {
				t.WriteByte(' ')
			}
			text := "."
			if v := at(r, c); v != 0 {
				text = strconv.Itoa(int(v))
			}
			fmt.Fprintf(&t, " %*s ", width, text)
		}
		t.WriteString("|\n")
	}
	return t.String()
}

// symmetries are those of a square besides doing nothing; a board that is not square turns with its sides.
var symmetries = map[string]grid.Symmetry{"rotate90": grid.QuarterTurn, "rotate180": grid.HalfTurn, "rotate270": grid.ThreeQuarters,
	"flip-horizontal": grid.FlipLeftRight, "flip-vertical": grid.FlipTopBottom, "transpose": grid.Transpose, "antitranspose": grid.AntiTranspose}

var transformations = []string{"rotate90", "rotate180", "rotate270", "flip-horizontal", "flip-vertical", "transpose", "antitranspose"}

// Symmetries gives those of the square.
func (p *board) Symmetries() puzzle.Symmetries {
	return puzzle.Symmetries{Names: slices.Clone(transformations), Image: func(name string, _ *rng.Stream) (puzzle.Instance, error) {
		return p.with(turn(p.board, name)), nil
	}}
}

// with gives a puzzle of the same parameters, but for its size, with another board.
func (p *board) with(b solver.Board) *board {
	q := &board{params: p.params, board: b}
	q.params.Rows, q.params.Cols = b.Rows, b.Cols
	return q
}

func turn(b solver.Board, name string) solver.Board {
	to := symmetries[name]
	out := solver.NewBoard(b.Rows, b.Cols)
	if to.Swaps() {
		out = solver.NewBoard(b.Cols, b.Rows)
	}
	for cell, at := range to.Permutation(b.Rows, b.Cols) {
		out.Cells[at] = b.Cells[cell]
	}
	return out
}

// Canonical gives the least of the puzzle's symmetric equivalents, comparing the number of rows, then the cells. There are so
// few that it is always exact.
func (p *board) Canonical(ctx context.Context, _ int) (puzzle.Form, error) {
	best := p.board
	for _, name := range transformations {
		if b := turn(p.board, name); less(b, best) {
			best = b
		}
	}
	q := p.with(best)
	return puzzle.Form{Key: []byte(q.params.String() + ":" + q.Desc()), Exact: true, Work: (1 + len(transformations)) * len(best.Cells),
		Instance: func() (puzzle.Instance, error) { return q, nil }}, ctx.Err()
}

func less(a, b solver.Board) bool {
	if a.Rows != b.Rows {
		return a.Rows < b.Rows
	}
	for i := range a.Cells {
		if a.Cells[i] != b.Cells[i] {
			return a.Cells[i] < b.Cells[i]
		}
	}
	return false
}
