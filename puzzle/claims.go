package puzzle

// Claim is what a sentence of somebody's reasoning says about the solution of a puzzle.
type Claim struct {
	Move  Move   // the mark that says the same
	Known bool   // the puzzle prints it, so that there is nothing to mark
	False string // why no solution can have it, where the puzzle as it is printed tells; "" where that has to be found out

	// Said are the words of the sentence that claim it, and Contrary words in their place that claim something else; "" where that is not known.
	Said, Contrary string
}
