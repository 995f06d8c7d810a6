package puzzle

import (
	"context"
	"fmt"
	"iter"
)

// State is how far a player has come, in one line of text; the family knows how to read it.
type State string

// Move is one change to a state, in one line of text without spaces.
type Move string

// Verdict is the judgement of a state.
type Verdict struct {
	Complete  bool  // nothing is left to fill in
	Solved    bool  // complete and right
	Conflicts []Ref // what breaks a rule as it stands, without looking at the solution
	Clues     int   // how many printed clues are counted off while they are met; 0: none
	Met       []Ref // those that hold as the state stands
	Left      []Left
}

// Left says how many of a mark are left to be found.
type Left struct {
	Name  string `json:"name"`            // what is marked, for people
	Value string `json:"value,omitempty"` // the mark, where marks are counted apart
	N     int    `json:"n"`               // below 0 where there are too many
}

// Player is an instance that can be played.
type Player interface {
	// Start gives the state before the first move.
	Start() State
	// Apply makes a move; a move that does not fit the puzzle is an error and changes nothing.
	Apply(s State, m Move) (State, error)
	// Judge judges a state by the rules.
	Judge(s State) (Verdict, error)
}

// Ref names a part of a puzzle: a cell, a house, a clue, a card. Kind and ID are stable; Text is for people. Not says, where a step
// speaks of the part, that it is not so; Rule, where the part is in a conflict, which rule that breaks.
type Ref struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
	Text string `json:"text,omitempty"`
	Not  bool   `json:"not,omitempty"`
	Rule string `json:"rule,omitempty"`
}

// Step is one deduction.
type Step struct {
	Technique string  `json:"technique"`     // stable code, such as "hidden-single"
	Name      string  `json:"name"`          // for people
	Cost      float64 `json:"cost"`          // how hard the step is, on the family's scale
	Text      string  `json:"text"`          // the whole reason in a sentence
	Moves     []Move  `json:"moves"`         // what follows, as moves on the state
	Because   []Ref   `json:"because"`       // what the step rests on
	Effects   []Ref   `json:"effects"`       // what it changes
	Brief     string  `json:"-"`             // what it changes, in words; empty: the texts of Effects one after the other
	Sub       []Step  `json:"sub,omitempty"` // a nested argument, where the step needs one
}

// ExplainOptions bound an explanation.
type ExplainOptions struct {
	Max    string // the hardest technique that may be used; empty: all
	Method string // how to reason, one of Methods where an instance has several; empty: the first
}

// Explainer is an instance that can be solved as a person does.
type Explainer interface {
	// Explain gives the steps from a state (the empty state is the start), each the easiest that the state offers. It ends
	// when the puzzle is solved or no allowed technique applies. A state that contradicts the puzzle is an error.
	Explain(ctx context.Context, from State, opt ExplainOptions) iter.Seq2[Step, error]
}

// Way gives the steps from a state: those of the shortest telling where there is one and nothing is asked of the techniques, or else those
// of Explain.
func Way(ctx context.Context, ex Explainer, from State, opt ExplainOptions) iter.Seq2[Step, error] {
	if inst, ok := ex.(Instance); ok && opt == (ExplainOptions{}) && inst.Extras().Tell != nil {
		return inst.Extras().Tell(ctx, from)
	}
	return ex.Explain(ctx, from, opt)
}

// Next gives the next step from a state: a sentence of a telling where there is one and nothing is asked of the techniques, or else the
// first step of Explain; nil where there is none.
func Next(ctx context.Context, ex Explainer, from State, opt ExplainOptions) (*Step, error) {
	if inst, ok := ex.(Instance); ok && opt == (ExplainOptions{}) && inst.Extras().Hint != nil {
		return inst.Extras().Hint(ctx, from)
	}
	return First(ex.Explain(ctx, from, opt))
}

// First gives the first of some steps; nil where there is none.
func First(steps iter.Seq2[Step, error]) (*Step, error) {
	for step, err := range steps {
		if err != nil {
			return nil, err
		}
		return &step, nil
	}
	return nil, nil
}

// MoveError says which of several moves does not fit the puzzle.
type MoveError struct {
	Index int // from 0
	Err   error
}

func (e *MoveError) Error() string { return fmt.Sprintf("move %d: %v", e.Index+1, e.Err) }
func (e *MoveError) Unwrap() error { return e.Err }

// Positions makes the moves of a family whose state is read into a position, changed there, and written again.
type Positions[P any] struct {
	Read  func(State) (P, error)
	Make  func(P, Move) error
	Write func(P) State
}

// Apply is that of a Player.
func (f Positions[P]) Apply(s State, m Move) (State, error) {
	next, err := f.Replay(s, []Move{m})
	if bad, ok := err.(*MoveError); ok {
		err = bad.Err
	}
	return next, err
}

// Replay is that of Extras.
func (f Positions[P]) Replay(s State, moves []Move) (State, error) {
	p, err := f.Read(s)
	if err != nil {
		return s, err
	}
	for i, m := range moves {
		if err := f.Make(p, m); err != nil {
			return s, &MoveError{i, err}
		}
	}
	return f.Write(p), nil
}

// Replay makes moves one after another, all or none. The error of a move that does not fit is a *MoveError.
func Replay(p Player, s State, moves []Move) (State, error) {
	if len(moves) == 0 {
		return s, nil
	}
	if inst, ok := p.(Instance); ok && inst.Extras().Replay != nil {
		return inst.Extras().Replay(s, moves)
	}
	at := s
	for i, m := range moves {
		next, err := p.Apply(at, m)
		if err != nil {
			return s, &MoveError{i, err}
		}
		at = next
	}
	return at, nil
}
