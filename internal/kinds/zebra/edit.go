package zebra

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// Edit takes clues away: -3 is clue 3, as clues are numbered before the edit.
func (in *Instance) Edit(moves []puzzle.Move) (puzzle.Instance, error) {
	gone := make([]bool, len(in.P.Clues))
	for i, m := range moves {
		text, ok := strings.CutPrefix(string(m), "-")
		k, err := strconv.Atoi(text)
		if !ok || err != nil || k < 1 || k > len(gone) {
			return nil, &puzzle.MoveError{Index: i, Err: fmt.Errorf("expected -1 to -%d, found %.20q", len(gone), m)}
		}
		gone[k-1] = true
	}
	p := *in.P
	p.Clues = nil
	for i, c := range in.P.Clues {
		if !gone[i] {
			p.Clues = append(p.Clues, c)
		}
	}
	return &Instance{&p}, nil
}

// Removals lists the clues.
func (in *Instance) Removals() []puzzle.Move {
	out := make([]puzzle.Move, len(in.P.Clues))
	for i := range out {
		out[i] = puzzle.Move("-" + strconv.Itoa(i+1))
	}
	return out
}

// Reveals lists nothing: a clue can be put in many ways.
func (in *Instance) Reveals(puzzle.Solution) []puzzle.Move { return nil }
