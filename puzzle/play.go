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

// Ref names a part of a puzzle: a cell, a house, a clue, a card. Kind and ID are stable; Text is for people.
type Ref struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
	Text string `json:"text,omitempty"`
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
	Sub       []Step  `json:"sub,omitempty"` // a nested argument, where the step needs one
}

// ExplainOptions bound an explanation.
type ExplainOptions struct {
	Max    string // the hardest technique that may be used; empty: all
	Method string // how to reason, one of Methods where an instance has several; empty: the first
}

// Methodical is an Explainer that can explain in several ways.
type Methodical interface {
	Explainer
	// Methods names the ways, the usual one first.
	Methods() []string
}

// Explainer is an instance that can be solved as a person does.
type Explainer interface {
	// Explain gives the steps from a state (the empty state is the start), each the easiest that the state offers. It ends
	// when the puzzle is solved or no allowed technique applies. A state that contradicts the puzzle is an error.
	Explain(ctx context.Context, from State, opt ExplainOptions) iter.Seq2[Step, error]
}

// Teller is an Explainer that can tell its whole solution in few sentences: what a person sees at a glance is left out, and
// what has one cause is told at once.
type Teller interface {
	Explainer
	// Tell gives the steps from a state (the empty state is the start) to the solution. A state that contradicts the puzzle is
	// an error. Where the solution is not found in this way, or there are several, it ends early.
	Tell(ctx context.Context, from State) iter.Seq2[Step, error]
}

// Refuter is an instance that can say why a mark of a player is wrong.
type Refuter interface {
	// Refute gives the argument against the part of the state that ref names; ok is false when it is right.
	Refute(ctx context.Context, s State, ref Ref) (step Step, ok bool, err error)
}

// Corrector is an instance that can say which marks of a player are wrong.
type Corrector interface {
	// Mistakes lists the marks of a state that a solution does not have, each as a reference that Refuter takes. Only the
	// solution of a puzzle that has no other makes a mark wrong; to know that is the caller's part.
	Mistakes(s State, solution Solution) ([]Ref, error)
}

// Replayer is a player that makes many moves at once faster than one after another.
type Replayer interface {
	// Replay makes moves as Apply does one after another; where one does not fit, nothing is changed and the error is a
	// *MoveError.
	Replay(s State, moves []Move) (State, error)
}

// MoveError says which of several moves does not fit the puzzle.
type MoveError struct {
	Index int // from 0
	Err   error
}

func (e *MoveError) Error() string { return fmt.Sprintf("move %d: %v", e.Index+1, e.Err) }
func (e *MoveError) Unwrap() error { return e.Err }

// Replay makes moves one after another, all or none. The error of a move that does not fit is a *MoveError.
func Replay(p Player, s State, moves []Move) (State, error) {
	if len(moves) == 0 {
		return s, nil
	}
	if r, ok := p.(Replayer); ok {
		return r.Replay(s, moves)
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
