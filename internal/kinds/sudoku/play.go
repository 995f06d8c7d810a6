package sudoku

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// A state is the moves that stand, in order of cell and then of value, with commas between them:
//
//	r1c1=5   the cell holds 5 (its symbol)
//	r1c1-5   5 is struck from the cell's candidates
//
// and moves are the same, and beside them r1c1=. (empty the cell) and r1c1+5 (a struck candidate comes back).

// marks is a state in working form.
type marks struct {
	values []uint8
	struck []uint64 // bit v is set where value v is struck
	shown  bool     // whether any candidate is struck
}

func (p *Puzzle) marks(s puzzle.State) (*marks, error) {
	m := &marks{values: slices.Clone(p.values), struck: make([]uint64, len(p.values))}
	if s == "" {
		return m, nil
	}
	if len(s) > 64*len(p.values)*p.params.size {
		return nil, fmt.Errorf("a state of %d bytes", len(s))
	}
	for _, text := range strings.Split(string(s), ",") {
		if err := p.apply(m, puzzle.Move(text)); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// candidates gives the values that a cell can hold by its peers, without those struck.
func (m *marks) candidates(p *Puzzle, cell int) uint64 {
	set := (uint64(1)<<p.params.size - 1) << 1
	for _, other := range p.layout.Peers[cell] {
		if v := m.values[other]; v != 0 {
			set &^= 1 << v
		}
	}
	return set &^ m.struck[cell]
}

func (p *Puzzle) apply(m *marks, move puzzle.Move) error {
	text := string(move)
	bad := func(why string) error { return fmt.Errorf("move %.20q: %s", text, why) }
	at := strings.IndexAny(text, "=-+")
	if at < 0 || len(text) != at+2 || len(text) > 16 {
		return bad("expected such as r1c1=5, r1c1-5, r1c1+5 or r1c1=.")
	}
	cell, ok := p.cellNamed(text[:at])
	if !ok {
		return bad(fmt.Sprintf("there is no cell %q", text[:at]))
	}
	if p.values[cell] != 0 {
		return bad("the cell is given")
	}
	v := p.symbols.Value(text[at+1])
	if v == 0 && !(text[at] == '=' && text[at+1] == '.') {
		return bad(fmt.Sprintf("there is no value %q", text[at+1:]))
	}
	switch text[at] {
	case '=':
		m.values[cell] = uint8(v)
	case '-':
		m.struck[cell] |= 1 << v
		m.shown = true
	case '+':
		m.struck[cell] &^= 1 << v
	}
	return nil
}

// cellNamed reads a name such as r1c9.
func (p *Puzzle) cellNamed(name string) (int, bool) {
	return grid.CellNamed(p.params.size, p.params.size, name)
}

func (p *Puzzle) state(m *marks) puzzle.State {
	var parts []string
	for cell, v := range m.values {
		if v != 0 && p.values[cell] == 0 {
			parts = append(parts, fmt.Sprintf("%s=%c", p.layout.CellName(cell), p.symbols.Symbol(int(v))))
		}
		for w := 1; w <= p.params.size; w++ {
			if m.struck[cell]>>w&1 != 0 {
				parts = append(parts, fmt.Sprintf("%s-%c", p.layout.CellName(cell), p.symbols.Symbol(w)))
			}
		}
	}
	return puzzle.State(strings.Join(parts, ","))
}

// Start is the state of the givens alone.
func (p *Puzzle) Start() puzzle.State { return "" }

// moves makes moves.
func (p *Puzzle) moves() puzzle.Positions[*marks] {
	return puzzle.Positions[*marks]{Read: p.marks, Make: p.apply, Write: p.state}
}

// Apply makes a move.
func (p *Puzzle) Apply(s puzzle.State, m puzzle.Move) (puzzle.State, error) {
	return p.moves().Apply(s, m)
}

// Judge judges a state by the rules.
func (p *Puzzle) Judge(s puzzle.State) (puzzle.Verdict, error) {
	m, err := p.marks(s)
	if err != nil {
		return puzzle.Verdict{}, err
	}
	v := puzzle.Verdict{Complete: !slices.Contains(m.values, 0)}
	seen := make([]bool, len(m.values))
	for _, c := range p.layout.Conflicts(ints(m.values)) {
		for _, cell := range []int{c.A, c.B} {
			if !seen[cell] {
				seen[cell] = true
				v.Conflicts = append(v.Conflicts, puzzle.Ref{Kind: "cell", ID: p.layout.CellName(cell), Rule: p.layout.Houses[c.House].String()})
			}
		}
	}
	v.Solved = v.Complete && p.layout.Solves(ints(m.values))
	return v, nil
}
