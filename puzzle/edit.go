package puzzle

import (
	"context"

	"github.com/quandary-puzzles/quandary/internal/rng"
)

// Editable is an instance whose givens a setter can change.
type Editable interface {
	// Edit gives the puzzle with its givens changed by moves, one after another. Of a grid r1c1=5 gives a cell a value,
	// whatever it had, and r1c1= with the view's Blank takes it away; of clues -3 takes clue 3 away, as it is numbered before
	// the edit. The error is a *MoveError, or says which rule the givens break.
	Edit(moves []Move) (Instance, error)
	// Removals lists the givens, each as the move that takes it away alone.
	Removals() []Move
	// Reveals lists what is not given, each as the move that gives it the value of a solution; nil where that cannot be said
	// in moves.
	Reveals(s Solution) []Move
}

// Blanker is a family with puzzles that give nothing yet, for setters to begin with.
type Blanker interface {
	Blank(p Params) (Instance, error)
}

// Brushed is an instance whose givens are set as a board of layers is played: by marking what is printed.
type Brushed interface {
	Editable
	// Brushes gives the board to mark. Its picture has nothing on it that can be marked.
	Brushes(lang string) (View, error)
	// Givens lists the marks that are there, as moves on the empty board.
	Givens() []Move
}

// Difference is a place at which two solutions differ.
type Difference struct {
	Place string  `json:"place"`
	X     float64 `json:"x"` // its point on the board
	Y     float64 `json:"y"`
	Cell  bool    `json:"cell"` // whether it is a cell
	A     string  `json:"a"`    // the mark of the one
	B     string  `json:"b"`    // and of the other
}

// Comparer is an instance that can tell its solutions apart.
type Comparer interface {
	Differences(a, b Solution) ([]Difference, error)
}

// Filler is a family that can make puzzles from the board of a setter, who may have placed some clues.
type Filler interface {
	Generator
	// Fill makes a puzzle that has all that the board gives, and more; the settings are those of Generate.
	Fill(ctx context.Context, board Instance, s Settings, r *rng.Stream, report func(Progress)) (Generated, error)
}

// Advice is the given that narrows a board with several solutions down the most.
type Advice struct {
	Move   Move
	Gone   int  // of the solutions looked at, how many it excludes
	Of     int  // how many were looked at
	Unique bool // whether one solution is left
}

// Adviser is an instance that can say which given to add: where clues are read from a solution, only the family knows them.
type Adviser interface {
	Advise(ctx context.Context) (Advice, error)
}
