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

// Difference is a place at which two solutions differ.
type Difference struct {
	Place string  `json:"place"`
	X     float64 `json:"x"` // its point on the board
	Y     float64 `json:"y"`
	Cell  bool    `json:"cell"` // whether it is a cell
	A     string  `json:"a"`    // the mark of the one
	B     string  `json:"b"`    // and of the other
}

// Advice is the given that narrows a board with several solutions down the most.
type Advice struct {
	Move   Move
	Gone   int  // of the solutions looked at, how many it excludes
	Of     int  // how many were looked at
	Unique bool // whether one solution is left
}
