// Package sudoku is the Sudoku family: boards of 4x4 to 36x36 with rectangular or irregular boxes, with or without
// diagonals; their solvers, generator, transformations and text formats.
//
// Package solver below has the solvers. What they find is judged by grid.Layout.Solves, which shares no code with them.
package sudoku

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Family is the Sudoku family.
type Family struct {
	// Variants reads variants of Sudoku. Without it these are not read.
	Variants VariantReader
	// Kept keeps what making puzzles needs, for the next ones. Without it all of that is made for each.
	Kept *Kept
}

// VariantReader reads variants of Sudoku: lists of constraints, a puzzle in each line.
type VariantReader interface {
	Looks(line string) bool
	// Open reads one.
	Open(text string) (puzzle.Instance, error)
	// Make makes a puzzle on a board of rows and columns with constraints of these names, of a class.
	Make(ctx context.Context, with []string, rows, cols int, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error)
	// Names lists what Make takes, CheckSettings judges settings as Make does.
	Names() []string
	CheckSettings(s puzzle.Settings) error
	Read(ctx context.Context, name string, r io.Reader) iter.Seq[puzzle.Entry]
	// FPuzzles reads the JSON of f-puzzles, with any of its constraints.
	FPuzzles(data []byte) (puzzle.Instance, error)
}

// Name is "sudoku".
func (Family) Name() string { return "sudoku" }

// Summary says what the family is.
func (Family) Summary() string {
	return "Sudoku from 4x4 to 36x36, with rectangular or jigsaw boxes and optional diagonals"
}

// About gives what the family offers beyond the contract.
func (f Family) About() puzzle.About {
	return puzzle.About{
		Suggested:     f.Suggested,
		CheckSettings: f.CheckSettings,
		Levels:        f.Levels,
		Languages:     phrases.Languages,
		Lessons:       f.Lessons,
		TechniqueName: techniqueName,
		Blank:         f.Blank,
	}
}

// Puzzle is one Sudoku. It is immutable and safe for concurrent use.
type Puzzle struct {
	params  layoutParams
	layout  *grid.Layout
	values  []uint8      // of each cell, 0 where it is empty
	symbols grid.Symbols // the alphabet that the puzzle was written in
	lang    string       // of explanations; empty means English
}

// newSudoku makes a puzzle of a board and the values of its cells, 0 for an empty one.
func newSudoku(l *grid.Layout, values []int) (*Puzzle, error) {
	if len(values) != l.Cells() {
		return nil, fmt.Errorf("%d values for a board of %d cells", len(values), l.Cells())
	}
	p := &Puzzle{params: paramsOf(l), layout: l, values: make([]uint8, len(values)), symbols: grid.SymbolsFor(l.Size)}
	if p.params.size < minSize {
		return nil, fmt.Errorf("a board of size %d: the size is %d..%d", l.Size, minSize, maxSize)
	}
	for cell, v := range values {
		if v < 0 || v > l.Size {
			return nil, fmt.Errorf("%s holds %d, values are 1..%d", l.CellName(cell), v, l.Size)
		}
		p.values[cell] = uint8(v)
	}
	return p, nil
}

// Params gives the kind of board.
func (p *Puzzle) Params() puzzle.Params { return p.params }

// Values gives the givens: the value of each cell, 0 where it is empty.
func (p *Puzzle) Values() []int { return ints(p.values) }

// Givens counts the cells that hold a value.
func (p *Puzzle) Givens() int {
	n := 0
	for _, v := range p.values {
		if v != 0 {
			n++
		}
	}
	return n
}

func ints(values []uint8) []int {
	out := make([]int, len(values))
	for i, v := range values {
		out[i] = int(v)
	}
	return out
}

// Desc gives the cells row by row, a point for an empty one, behind a comma the box of each cell where the boxes are not
// rectangles, and behind a semicolon what the alphabet begins with where it is not the usual one: 0 for 0..9A..Z, A for A..Z.
func (p *Puzzle) Desc() string { return p.described(p.values) }

// Extras gives what the puzzle offers beyond the contract.
func (p *Puzzle) Extras() puzzle.Extras {
	return puzzle.Extras{
		Tell:        p.Tell,
		Replay:      p.moves().Replay,
		Mistakes:    p.Mistakes,
		Refute:      p.Refute,
		Locate:      p.Locate,
		Claims:      p.Claims,
		FindAnswers: p.FindAnswers,
		In:          p.in,
		ToldIn:      phrases.Languages,
	}
}

func (p *Puzzle) described(values []uint8) string {
	text := p.describe(values, p.symbols)
	if p.symbols != grid.SymbolsFor(p.params.size) {
		text += ";" + string(p.symbols[:1])
	}
	return text
}

func (p *Puzzle) describe(values []uint8, s grid.Symbols) string {
	b := make([]byte, 0, 2*len(values)+1)
	for _, v := range values {
		b = append(b, s.Symbol(int(v)))
	}
	if p.params.jigsaw {
		b = append(b, ',')
		b = append(b, regionText(p.layout)...)
	}
	return string(b)
}

// regionText names the box of each cell by the usual symbols.
func regionText(l *grid.Layout) string {
	s := grid.SymbolsFor(l.Size)
	b := make([]byte, l.Cells())
	for cell, r := range l.Region {
		b[cell] = s.Symbol(r + 1)
	}
	return string(b)
}

// lower are the letters that no board in one line has, and every constraint's name.
const lower = "abcdefghijklmnopqrstuvwxyz"

// Decode reads the description part of an id: a board, or a variant's constraints.
func (f Family) Decode(p puzzle.Params, desc string) (puzzle.Instance, error) {
	sp, ok := p.(layoutParams)
	if !ok {
		return nil, fmt.Errorf("sudoku: parameters of another family: %v", p)
	}
	if f.Variants != nil && strings.HasPrefix(desc, ".") && f.Variants.Looks(desc) && strings.ContainsAny(desc, "~"+lower) {
		inst, err := f.Variants.Open(desc)
		if err == nil && inst.Params().String() != sp.String() {
			err = fmt.Errorf("the board is %s, not %s", inst.Params(), sp)
		}
		return inst, err
	}
	inst, err := decode(sp, desc)
	if err != nil {
		return nil, err
	}
	return inst, nil
}

func decode(p layoutParams, desc string) (*Puzzle, error) {
	desc, alphabet, other := strings.Cut(desc, ";")
	symbols := grid.SymbolsFor(p.size)
	if other {
		switch {
		case alphabet == "0" && p.size < grid.MaxSize:
			symbols = grid.ZeroSymbols(p.size)
		case alphabet == "A" && grid.LetterSymbols(p.size) != "":
			symbols = grid.LetterSymbols(p.size)
		default:
			return nil, fmt.Errorf("behind the semicolon expected what the alphabet begins with, 0 or A, found %q", alphabet)
		}
	}
	cells, regions, hasRegions := strings.Cut(desc, ",")
	var l *grid.Layout
	var err error
	switch {
	case p.jigsaw && !hasRegions:
		return nil, errors.New("a jigsaw puzzle names the box of each cell behind a comma; there is none")
	case p.jigsaw:
		l, err = decodeRegions(p, regions)
	case hasRegions:
		return nil, fmt.Errorf("the boxes behind the comma belong to a jigsaw puzzle: say %dx%d-jigsaw", p.size, p.size)
	default:
		l, err = p.layout()
	}
	if err != nil {
		return nil, err
	}
	if !other {
		q, err := fromCells(l, cells)
		if err == nil {
			q.symbols = symbols
		}
		return q, err
	}
	if len(cells) != l.Cells() {
		return nil, lengthError("the puzzle", len(cells), p.size)
	}
	q := &Puzzle{params: paramsOf(l), layout: l, symbols: symbols, values: make([]uint8, len(cells))}
	if bad := q.fill(cells, false); bad >= 0 {
		return nil, charError(cells[bad], bad, p.size, fmt.Sprintf("%c..%c, or . for an empty cell", symbols[0], symbols[len(symbols)-1]))
	}
	return q, nil
}

// fill reads the cells in the puzzle's symbols, and gives the first that holds none, or -1.
func (p *Puzzle) fill(text string, zeroBlank bool) int {
	for i := range len(text) {
		ch := text[i]
		if isBlank(ch) || ch == '0' && zeroBlank {
			continue
		}
		v := p.symbols.Value(ch)
		if v == 0 {
			return i
		}
		p.values[i] = uint8(v)
	}
	return -1
}

func decodeRegions(p layoutParams, text string) (*grid.Layout, error) {
	if len(text) != p.size*p.size {
		return nil, lengthError("the list of boxes", len(text), p.size)
	}
	s := grid.SymbolsFor(p.size)
	region := make([]int, len(text))
	for i := range len(text) {
		v := s.Value(text[i])
		if v == 0 {
			return nil, charError(text[i], i, p.size, "a box "+string(s[0])+".."+string(s[len(s)-1]))
		}
		region[i] = v - 1
	}
	return jigsaw(p.size, region, p.diagonal)
}

// jigsaw gives the board of boxes of any shape; rows or columns as boxes are refused, since they would say nothing.
func jigsaw(n int, region []int, diagonal bool) (*grid.Layout, error) {
	l, err := grid.NewJigsaw(n, region, diagonal)
	if err != nil {
		return nil, err
	}
	if l.BoxRows == 1 || l.BoxCols == 1 {
		return nil, noBox(n)
	}
	return l, nil
}

// textError is a text that is no board: where it goes wrong, and what was expected.
type textError struct {
	Column int // of the character, from 1; 0 where the whole is wrong
	Reason string
}

func (e *textError) Error() string {
	if e.Column == 0 {
		return e.Reason
	}
	return fmt.Sprintf("character %d: %s", e.Column, e.Reason)
}

func lengthError(what string, got, size int) error {
	return &textError{Reason: fmt.Sprintf("%s has %d cells, a %dx%d board has %d", what, got, size, size, size*size)}
}

func charError(ch byte, at, size int, expected string) error {
	return &textError{Column: at + 1, Reason: fmt.Sprintf("r%dc%d is %q, expected %s", at/size+1, at%size+1, ch, expected)}
}

// isBlank reports whether a character marks an empty cell; 0 does where the text has no other mark.
func isBlank(ch byte) bool {
	switch ch {
	case '.', '_', '*', '-', '?':
		return true
	}
	return false
}

// fromCells reads the cells of a board row by row. The alphabet is the first of 1..9A..Z, 0..9A..Z and A..Z in which every
// character has a value, where 0 is an empty cell unless the text marks empty cells otherwise.
func fromCells(l *grid.Layout, text string) (*Puzzle, error) {
	n := l.Size
	if len(text) != n*n {
		return nil, lengthError("the puzzle", len(text), n)
	}
	marked := false
	for i := range len(text) {
		marked = marked || isBlank(text[i])
	}
	zeroBlank := n < grid.MaxSize && !(marked && n > 9)
	var firstErr error
	for _, s := range []grid.Symbols{grid.SymbolsFor(n), grid.ZeroSymbols(n), grid.LetterSymbols(n)} {
		if s == "" || n <= 9 && s[0] == '0' {
			continue // on a small board 0 is an empty cell
		}
		p := &Puzzle{params: paramsOf(l), layout: l, symbols: s, values: make([]uint8, n*n)}
		bad := p.fill(text, zeroBlank)
		if bad < 0 {
			return p, nil
		}
		if firstErr == nil {
			firstErr = charError(text[bad], bad, n, fmt.Sprintf("%c..%c, or . or 0 for an empty cell", s[0], s[len(s)-1]))
		}
	}
	return nil, firstErr
}

// conflictError lists givens that exclude each other: the puzzle has no solution, and this is why.
type conflictError struct {
	Conflicts []grid.Conflict
	text      string
}

func (e *conflictError) Error() string { return e.text }

// Conflict gives a *conflictError where givens exclude each other, and nil where they do not.
func (p *Puzzle) Conflict() error {
	list := p.layout.Conflicts(ints(p.values))
	if len(list) == 0 {
		return nil
	}
	var b strings.Builder
	for i, c := range list {
		if i == 8 {
			fmt.Fprintf(&b, "; and %d more", len(list)-i)
			break
		}
		if i > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "%s and %s both hold %c in %v", p.layout.CellName(c.A), p.layout.CellName(c.B),
			p.symbols.Symbol(c.Value), p.layout.Houses[c.House])
	}
	return &conflictError{Conflicts: list, text: b.String()}
}

// filledBoard is a full board.
type filledBoard struct {
	of     *Puzzle
	values []uint8
}

// Desc gives the cells row by row.
func (s *filledBoard) Desc() string {
	return string(cellText(s.values, s.of.symbols))
}

// Values gives the value of each cell. Pages recognise the solution by them: the text of a jigsaw's solution has no boxes, and is no board.
func (s *filledBoard) Values() []int { return ints(s.values) }

// CheckSolution judges a full board by the rules and the givens.
func (p *Puzzle) CheckSolution(s puzzle.Solution) error {
	sol, ok := s.(*filledBoard)
	if !ok {
		return errors.New("sudoku: the solution of another family")
	}
	for cell, v := range p.values {
		if v != 0 && (cell >= len(sol.values) || sol.values[cell] != v) {
			return fmt.Errorf("%s is not the given %c", p.layout.CellName(cell), p.symbols.Symbol(int(v)))
		}
	}
	if !p.layout.Solves(ints(sol.values)) {
		for _, c := range p.layout.Conflicts(ints(sol.values)) {
			return fmt.Errorf("%s and %s hold the same value in %v", p.layout.CellName(c.A), p.layout.CellName(c.B), p.layout.Houses[c.House])
		}
		return errors.New("some cell holds no value")
	}
	return nil
}

// with gives the puzzle on the same board with other values.
func (p *Puzzle) with(values []uint8) *Puzzle {
	return &Puzzle{params: p.params, layout: p.layout, values: slices.Clone(values), symbols: p.symbols}
}
