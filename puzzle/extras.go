package puzzle

import (
	"context"
	"iter"
)

// Extras are what an instance offers beyond the contract. A field that is nil says that it does not offer this; everybody who asks
// has a way to do without, or says so. Functions are safe for concurrent use.
type Extras struct {
	// Cost is that of the rating, by bounded work: of a puzzle whose steps take too long to find, an estimate.
	Cost func(ctx context.Context) (float64, error)

	// Playing.

	// Replay makes many moves faster than one after another, with the same result; where one does not fit, nothing is changed and
	// the error is a *MoveError. The function Replay of this package asks for it.
	Replay func(s State, moves []Move) (State, error)
	// Mistakes lists the marks of a state that a solution does not have, each as a reference that Refute takes. Only the solution
	// of a puzzle that has no other makes a mark wrong; to know that is the caller's part.
	Mistakes func(s State, solution Solution) ([]Ref, error)
	// Refute gives the argument against the part of the state that ref names; ok is false when that part is right.
	Refute func(ctx context.Context, s State, ref Ref) (step Step, ok bool, err error)
	// BrokenClues lists the clues that no completion of the state's marks meets, each judged by itself and the rules; the solution
	// is not looked at. A clue that could not be judged within the family's bounds is left out.
	BrokenClues func(ctx context.Context, s State) ([]Ref, error)
	// Claims reads the marks in a sentence of what people and language models write while they solve, in any language of explanations. The
	// sentence states something as it is. One that is not understood claims nothing.
	Claims func(sentence string) []Claim

	// Explaining.

	// Methods names the ways in which Explain can reason, the usual one first; nil where there is only one.
	Methods func() []string
	// Tell gives the steps from a state (the empty state is the start) to the solution in few sentences: what a person sees at a
	// glance is left out, and what has one cause is told at once. A state that contradicts the puzzle is an error. Where the
	// solution is not found in this way, or there are several, it ends early.
	Tell func(ctx context.Context, from State) iter.Seq2[Step, error]
	// Hint gives the next sentence from a state, in the words of Tell but without looking for the shortest way to the end; nil where there
	// is none. A state that contradicts the puzzle is an error.
	Hint func(ctx context.Context, from State) (*Step, error)

	// Printing.

	// In gives the same puzzle in a language in which it is drawn and explained.
	In func(lang string) Instance
	// ToldIn lists the languages that the sentences of steps have words for; in any other they are English. Who explains and has In has it.
	ToldIn func() []string
	// NamedIn lists the languages that have words for what the puzzle's author named, such as the items of a line-up; in any other these names stay as
	// they are. Without it there are no such names, or every language has words for them.
	NamedIn func() []string
	// Meant is how many solutions the puzzle is meant to have, at least one. SolutionsScene draws the puzzle with several; the two
	// come together.
	Meant          func() int
	SolutionsScene func(list []Solution) (Scene, error)
	// Locate gives for each reference of a step its spots in the pictures, also those that no shape stands for; none for what lies
	// nowhere.
	Locate func(refs []Ref) ([][]Spot, error)

	// Reading and judging answers.

	// FindAnswers lists the solutions that a text states in full, right or wrong, and those that it leaves unfinished, in the
	// order in which they stand: among prose, markup, step-by-step working. Which of them is the answer is not the family's to say.
	FindAnswers func(text string) []Stated
	// ReadOther reads an answer as ReadAnswer does from a text in which FindAnswers was asked and found no full solution; begun says whether it
	// found one that breaks off. What answers a puzzle that has it is a whole solution. Without it ReadAnswer is asked.
	ReadOther func(text string, begun bool) (Solution, error)
	// Credit gives the share, from 0 to 1, of what was to be found that an answer has right; what the puzzle itself gives does
	// not count.
	Credit func(answer, solution Solution) float64
	// ReadSolution reads a solution in one of the family's formats; the empty format means the family's own.
	ReadSolution func(format, text string) (Solution, error)
	// Broken says of an answer, finished or not, which rules it breaks and where.
	Broken func(ctx context.Context, answer Solution) (Judgement, error)
	// Solved writes the puzzle in a format of its family with a solution, where the format has a place for one: who reads it can tell when
	// it is solved.
	Solved func(format string, s Solution) (string, error)
	// Differences says where two solutions differ.
	Differences func(a, b Solution) ([]Difference, error)

	// Setting.

	// Advise says which given to add: where clues are read from a solution, only the family knows them.
	Advise func(ctx context.Context) (Advice, error)
	// Remarks says what the setter should know of how the puzzle is made.
	Remarks func(ctx context.Context) ([]Remark, error)
	// Brushes gives the board of a puzzle whose givens are set by marking what is printed, as a board of layers is played. Its
	// picture has nothing on it that can be marked. Givens lists the marks that are there, as moves on the empty board.
	Brushes func(lang string) (View, error)
	Givens  func() []Move
}
