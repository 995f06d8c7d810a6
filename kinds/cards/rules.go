package cards

import "fmt"

// unread are rules as texts that nobody has compiled yet. They allow nothing to be said of the puzzle.
type unread []string

var errUnread = fmt.Errorf("the invariants of the puzzle have not been compiled")

func (unread) Encode(*Encoding) error { return errUnread }

func (unread) Check(Thing) error { return errUnread }

func (u unread) Texts() []string { return u }

// Rules say what is known of the solution of a factored puzzle beside its clues, as OCL invariants do.
type Rules interface {
	// Encode adds the rules to the constraint problem, each a constraint of its name.
	Encode(e *Encoding) error
	// Check judges a thing, sharing no code with Encode. The error names the rule that the thing breaks.
	Check(t Thing) error
	// Texts gives the rules as they stand in files.
	Texts() []string
}
