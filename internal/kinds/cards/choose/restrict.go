package choose

import (
	"context"
	"errors"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/model"
)

// Universe is what a generation chooses from: the things that may be the solution and the clues that may be chosen. Clues are
// named by their index, things by their number.
type Universe struct {
	Table *solving.Table
	Clues []*deck.Node
	Forms []deck.Form
	Bans  []bitset.Set // by clue, the things that it bans

	mem budget.Meter
}

// Invariant restricts what a generation may choose. Package invariant compiles it from OCL; Keeps is independent of Restrict and Prepare
// and judges the puzzle that came out.
type Invariant interface {
	// Name is the invariant's name, for messages.
	Name() string
	// Restrict says what the invariant demands of a choice from the universe, of a puzzle that lists its things.
	Restrict(ctx context.Context, u *Universe) (Restriction, error)
	// Prepare compiles the invariant for choices between clues of a factored puzzle. The error matches ErrOnlyJudged where that cannot be
	// done: then puzzles are made until one keeps the invariant.
	Prepare(ctx context.Context, p *deck.Puzzle, clues []*deck.Node) (Prepared, error)
	// Keeps reports whether a finished puzzle keeps the invariant: with the things that are its solutions or, of a factored puzzle, with
	// one of them. An error names the invariant.
	Keeps(ctx context.Context, p *deck.Puzzle, solutions ...deck.Thing) (bool, error)
}

// ErrOnlyJudged says of an invariant that it cannot be compiled for a choice between clues.
var ErrOnlyJudged = errors.New("not compiled")

// Prepared is an invariant compiled for the choice between clues of a factored puzzle.
type Prepared interface {
	// Solution gives what is demanded of each solution, whatever the clues are.
	Solution(e *solving.Encoding) []model.Term
	// At gives what is demanded of a choice of clues with known solutions, of which only the clues in can are true. Where they cannot be
	// the solutions, Solutions is an empty set; otherwise it is nil.
	At(solutions []deck.Thing, can bitset.Set) Restriction
	// Whole gives all that is demanded of a choice with its solutions.
	Whole(c *Choice) model.Term
}

// Restriction is what an invariant demands, all of it together. The parts that can be said as sets, and as cases of sets, keep generation as fast as
// without; Terms are for everything else and make it a search by the constraint solver.
type Restriction struct {
	// Solutions are the things that may be left by the clues; nil: any.
	Solutions bitset.Set
	// Clues are the clues that may be chosen; nil: any.
	Clues bitset.Set
	// Quotas bound how many of some clues are chosen.
	Quotas []Quota
	// Cases are groups of restrictions, of each of which one at least must be met. A case has neither groups nor Terms.
	Cases [][]Restriction
	// Terms gives constraints over a selection; nil: none.
	Terms func(s *Selection) ([]model.Term, error)
}

// Quota bounds how many clues of a set are chosen.
type Quota struct {
	Name     string     // for messages
	Clues    bitset.Set // of the universe
	Min, Max int        // Max < 0: no bound
}

// quotas gives the bounds on forms, of clues that have these forms.
func (d *Demand) quotas(forms []deck.Form) []Quota {
	var out []Quota
	for _, f := range d.Forms {
		if f.Min == 0 && f.Max < 0 {
			continue
		}
		q := Quota{Name: string(f.Form), Clues: bitset.New(len(forms)), Min: f.Min, Max: f.Max}
		for i, have := range forms {
			if have == f.Form {
				q.Clues.Set(i)
			}
		}
		out = append(out, q)
	}
	return out
}

// Selection is a choice of clues as a constraint problem.
type Selection struct {
	Problem *model.Problem
	Chosen  []model.Term // by clue of the universe: it is chosen
	Left    []model.Term // by thing: no chosen clue bans it
}
