// Package fillomino is the Fillomino family: a rectangle is divided into regions so that each cell holds the number of cells
// of its region, and no two regions of equal size touch along a side. Regions without a given, and several givens in one
// region, are allowed; a stricter rule, under which every region shows a given, is an option.
//
// Package solver below is complete and proves uniqueness. Full boards are judged by checkFull, which shares no code with it.
package fillomino

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino/solver"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Family is the Fillomino family.
type Family struct{}

// Name is "fillomino".
func (Family) Name() string { return "fillomino" }

// Summary says what the family is.
func (Family) Summary() string {
	return "Fillomino from 1x1 to 64x64: divide the board into regions of the sizes written in them"
}

// About gives what the family offers beyond the contract.
func (f Family) About() puzzle.About {
	return puzzle.About{
		Suggested:     f.Suggested,
		CheckSettings: f.CheckSettings,
		Levels:        f.Levels,
		Languages:     phrases.Languages,
		Blank:         f.Blank,
	}
}

// Params are the sides of a board and the rules beside the usual ones.
type Params struct {
	Rows, Cols int
	Max        int  // no region has more cells; 0: no bound
	Shown      bool // every region has a given in it
}

// String gives the parameters in canonical form: 9x9, 9x9-max9, 9x9-shown, 9x9-max9-shown.
func (p Params) String() string {
	s := fmt.Sprintf("%dx%d", p.Rows, p.Cols)
	if p.Max > 0 {
		s += fmt.Sprintf("-max%d", p.Max)
	}
	if p.Shown {
		s += "-shown"
	}
	return s
}

func (p Params) rules() solver.Rules { return solver.Rules{MaxRegion: p.Max, Shown: p.Shown} }

// ParseParams reads rows and columns, such as 9x9 (the default) or 5x8, and the options -maxN and -shown.
func (Family) ParseParams(text string) (puzzle.Params, error) {
	if text == "" {
		text = "9x9"
	}
	words := strings.Split(text, "-")
	rows, cols, ok := strings.Cut(words[0], "x")
	p := Params{}
	var err1, err2 error
	p.Rows, err1 = strconv.Atoi(rows)
	p.Cols, err2 = strconv.Atoi(cols)
	if !ok || err1 != nil || err2 != nil {
		return nil, fmt.Errorf("fillomino: expected rows x columns such as 9x9, found %.40q", text)
	}
	if err := checkSides(p.Rows, p.Cols); err != nil {
		return nil, err
	}
	for _, w := range words[1:] {
		n, isMax := strings.CutPrefix(w, "max")
		switch {
		case w == "shown":
			p.Shown = true
		case isMax:
			var err error
			if p.Max, err = strconv.Atoi(n); err != nil || p.Max < 1 || p.Max > solver.MaxValue {
				return nil, fmt.Errorf("fillomino: max: expected a number from 1 to %d, found %.40q", solver.MaxValue, n)
			}
		default:
			return nil, fmt.Errorf("fillomino: %w", puzzle.Unknownf("option", w, []string{"shown", "max9"}))
		}
	}
	return p, nil
}

func checkSides(rows, cols int) error {
	if rows < 1 || rows > solver.MaxSide || cols < 1 || cols > solver.MaxSide {
		return fmt.Errorf("fillomino: a board has 1 to %d rows and columns, found %dx%d", solver.MaxSide, rows, cols)
	}
	return nil
}

// board is one Fillomino. It is immutable and safe for concurrent use.
type board struct {
	params Params
	board  solver.Board
	lang   string // of explanations; empty means English
}

// newPuzzle makes a puzzle of a board's givens. A given that cannot be is a *solver.RuleError.
func newPuzzle(p Params, b solver.Board) (*board, error) {
	if p.Rows != b.Rows || p.Cols != b.Cols || len(b.Cells) != b.Rows*b.Cols {
		return nil, fmt.Errorf("fillomino: a board of %dx%d for parameters %s", b.Rows, b.Cols, p)
	}
	if bad := solver.GivenConflict(b, p.rules()); bad != nil {
		return nil, bad
	}
	return &board{params: p, board: b}, nil
}

// Params gives the puzzle's parameters.
func (p *board) Params() puzzle.Params { return p.params }

// Givens counts the cells that hold a number.
func (p *board) Givens() int {
	n := 0
	for _, v := range p.board.Cells {
		if v != 0 {
			n++
		}
	}
	return n
}

// Desc gives the cells row by row: numbers, with letters for runs of blank cells (a is one, z is 26) and an underscore
// between two numbers that stand side by side.
func (p *board) Desc() string { return describe(p.board.Cells) }

// Extras gives what the puzzle offers beyond the contract.
func (p *board) Extras() puzzle.Extras {
	return puzzle.Extras{
		Tell:        p.Tell,
		Replay:      p.moves().Replay,
		Mistakes:    p.Mistakes,
		Refute:      p.Refute,
		Locate:      p.Locate,
		Claims:      p.Claims,
		FindAnswers: p.FindAnswers,
		Credit:      p.Credit,
		In:          p.in,
		ToldIn:      phrases.Languages,
	}
}

func describe(cells []int16) string {
	var b strings.Builder
	run, number := 0, false
	flush := func() {
		for ; run > 0; run -= min(run, 26) {
			b.WriteByte(byte('a' + min(run, 26) - 1))
			number = false
		}
	}
	for _, v := range cells {
		if v == 0 {
			run++
			continue
		}
		flush()
		if number {
			b.WriteByte('_')
		}
		b.WriteString(strconv.Itoa(int(v)))
		number = true
	}
	flush()
	return b.String()
}

// parseDesc reads what describe writes.
func parseDesc(rows, cols int, text string) (solver.Board, error) {
	b := solver.NewBoard(rows, cols)
	at := 0
	put := func(v int16, n, pos int) error {
		if at+n > len(b.Cells) {
			return fmt.Errorf("fillomino: character %d: more than %d cells", pos+1, len(b.Cells))
		}
		for range n {
			b.Cells[at] = v
			at++
		}
		return nil
	}
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c >= 'a' && c <= 'z':
			if err := put(0, int(c-'a')+1, i); err != nil {
				return b, err
			}
			i++
		case c >= '0' && c <= '9':
			end := i
			for end < len(text) && text[end] >= '0' && text[end] <= '9' {
				end++
			}
			v, err := strconv.Atoi(text[i:end])
			if err != nil || v < 1 || v > solver.MaxValue {
				return b, fmt.Errorf("fillomino: character %d: expected a number from 1 to %d, found %.20s", i+1, solver.MaxValue, text[i:end])
			}
			if err := put(int16(v), 1, i); err != nil {
				return b, err
			}
			i = end
		case c == '_' && i > 0 && text[i-1] >= '0' && text[i-1] <= '9' && i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9':
			i++
		default:
			return b, fmt.Errorf("fillomino: character %d: expected a number, a letter from a to z or _ between numbers, found %q", i+1, c)
		}
	}
	if at != len(b.Cells) {
		return b, fmt.Errorf("fillomino: %d cells for a board of %dx%d, which has %d", at, rows, cols, len(b.Cells))
	}
	return b, nil
}

// Decode reads the description part of an id.
func (Family) Decode(p puzzle.Params, desc string) (puzzle.Instance, error) {
	fp, ok := p.(Params)
	if !ok {
		return nil, fmt.Errorf("fillomino: parameters of another family: %v", p)
	}
	b, err := parseDesc(fp.Rows, fp.Cols, desc)
	if err != nil {
		return nil, err
	}
	inst, err := newPuzzle(fp, b)
	if err != nil {
		return nil, err
	}
	return inst, nil
}

// solution is a full board.
type solution struct{ board solver.Board }

// Desc gives the numbers row by row.
func (s solution) Desc() string { return describe(s.board.Cells) }

// Encode gives the solution in a format of the family.
func (s solution) Encode(format string) (any, error) {
	return encode(Params{Rows: s.board.Rows, Cols: s.board.Cols}, s.board, format)
}

// errOtherFamily is the error of a solution that is none of this family's, or of another size.
var errOtherFamily = errors.New("fillomino: the solution belongs to another puzzle")

func (p *board) boardOf(s puzzle.Solution) (solver.Board, error) {
	sol, ok := s.(solution)
	if !ok || sol.board.Rows != p.board.Rows || sol.board.Cols != p.board.Cols {
		return solver.Board{}, errOtherFamily
	}
	return sol.board, nil
}

// CheckSolution judges a solution by the rules alone.
func (p *board) CheckSolution(s puzzle.Solution) error {
	b, err := p.boardOf(s)
	if err != nil {
		return err
	}
	for c, v := range p.board.Cells {
		if v != 0 && b.Cells[c] != v {
			return &solver.RuleError{Cells: []int{c}, Reason: fmt.Sprintf("%s holds %d, and the puzzle gives %d there", b.Name(c), b.Cells[c], v)}
		}
	}
	if err := checkFull(b); err != nil {
		return err
	}
	for c, v := range b.Cells {
		if p.params.Max > 0 && int(v) > p.params.Max {
			return &solver.RuleError{Cells: []int{c}, Reason: fmt.Sprintf("the region of %s has %d cells, at most %d are allowed", b.Name(c), v, p.params.Max)}
		}
	}
	if p.params.Shown {
		return p.checkShown(b)
	}
	return nil
}

// checkShown checks that every region has a given in it.
func (p *board) checkShown(b solver.Board) error {
	for group := range b.Groups() {
		if !slices.ContainsFunc(group, func(c int) bool { return p.board.Cells[c] != 0 }) {
			return &solver.RuleError{Cells: group[:1], Reason: fmt.Sprintf("the region of %s shows no given", b.Name(group[0]))}
		}
	}
	return nil
}
