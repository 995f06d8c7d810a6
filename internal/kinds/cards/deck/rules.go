package deck

import "errors"

// Rules say what is known of the solution of a factored puzzle beside its clues, as OCL invariants do.
type Rules interface {
	// Check judges a thing. The error names the rule that the thing breaks.
	Check(t Thing) error
	// Texts gives the rules as they stand in files.
	Texts() []string
}

// unread are rules as texts that nobody has compiled yet. They allow nothing to be said of the puzzle.
type unread []string

// ErrUnread is the error of rules that are texts alone.
var ErrUnread = errors.New("the invariants of the puzzle have not been compiled")

func (unread) Check(Thing) error { return ErrUnread }

func (u unread) Texts() []string { return u }
