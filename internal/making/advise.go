package making

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
)

// adviceSteps is how many steps of the solver are spent on one clue and one answer.
const adviceSteps = 20_000

// Clue is a value that could be printed.
type Clue struct {
	Layer    *rules.Layer
	Place    board.Place
	Value    rules.Value
	Excludes int // of the answers that were given, so many cannot have it
}

// Clues lists, of the clues that the first of some answers to a board allows where that prints nothing, those that exclude any of the others: at most
// mostClues values of a place, each decided in a bounded number of steps.
func (m *Maker) Clues(ctx context.Context, b *rules.Board, all []*rules.Board) ([]Clue, error) {
	s, err := m.parts(ctx)
	if err != nil {
		return nil, err
	}
	shapes := b.Clone()
	open := func(l *rules.Layer) bool { return s.parts[l] == clue }
	for _, l := range m.File.Layers {
		if open(l) {
			shapes.Set(l, nil)
		}
	}
	p, err := newSolver(ctx, m.Engine, shapes, encode.Options{Open: open})
	if err != nil {
		return nil, err
	}
	defer p.close()
	asked := make([][]solve.Literal, len(all)) // by answer: what it says of the layers to be found
	for n, answer := range all {
		for k, c := range p.cells {
			if c.l.Role != rules.Find {
				continue
			}
			lit, err := p.is(k, p.enc.Value(answer, c.l, c.p))
			if err != nil {
				return nil, err
			}
			asked[n] = append(asked[n], lit)
		}
	}
	var out []Clue
	for k, c := range p.cells {
		if !open(c.l) || b.Held(c.l, c.p) {
			continue
		}
		values, err := p.clues(ctx, k, asked[0])
		if err != nil {
			return nil, err
		}
		for _, v := range values {
			lit, err := p.is(k, v)
			if err != nil {
				return nil, err
			}
			excludes := 0
			for n := 1; n < len(all); n++ {
				st, err := p.probe.Probe(ctx, solve.Question{Assume: append(slices.Clip(asked[n]), lit), Steps: adviceSteps})
				if err != nil && !errors.Is(err, solve.ErrBudget) {
					return nil, err
				}
				if st == solve.Unsat {
					excludes++
				}
			}
			if excludes > 0 {
				out = append(out, Clue{c.l, c.p, v, excludes})
			}
		}
	}
	return out, nil
}

// mostClues is how many values of one clue are looked at.
const mostClues = 4

// clues lists values that a clue can have in a solution.
func (p *solver) clues(ctx context.Context, k int, asked []solve.Literal) ([]rules.Value, error) {
	c := p.cells[k]
	domain, few := p.enc.Domain(c.l, c.p, rules.MaxCells)
	if !few {
		return nil, fmt.Errorf("%s has too many values", c.l.Name)
	}
	none, err := p.empty(k)
	if err != nil {
		return nil, err
	}
	assume := append(slices.Clip(asked), none.Not())
	var out []rules.Value
	for len(out) < mostClues {
		st, err := p.probe.Probe(ctx, solve.Question{Assume: assume, Steps: adviceSteps})
		if err != nil && !errors.Is(err, solve.ErrBudget) {
			return nil, err
		}
		if st != solve.Sat {
			break
		}
		for _, v := range domain {
			lit, err := p.is(k, v)
			if err != nil {
				return nil, err
			}
			if p.probe.Holds(lit) {
				out, assume = append(out, v), append(assume, lit.Not())
				break
			}
		}
	}
	return out, nil
}
