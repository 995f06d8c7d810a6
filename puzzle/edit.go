package puzzle

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
