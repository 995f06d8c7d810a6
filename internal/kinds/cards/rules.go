package cards

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/model"
)

// unread are rules as texts that nobody has compiled yet. They allow nothing to be said of the puzzle.
type unread []string

var errUnread = fmt.Errorf("the invariants of the puzzle have not been compiled")

func (unread) Terms(*Encoding) ([]Rule, error) { return nil, errUnread }

func (unread) Check(Thing) error { return errUnread }

func (u unread) Texts() []string { return u }

// Rules say what is known of the solution of a factored puzzle beside its clues, as OCL invariants do.
type Rules interface {
	// Terms gives the rules as terms of the constraint problem.
	Terms(e *Encoding) ([]Rule, error)
	// Check judges a thing, sharing no code with Terms. The error names the rule that the thing breaks.
	Check(t Thing) error
	// Texts gives the rules as they stand in files.
	Texts() []string
}

// Rule is a rule as a term.
type Rule struct {
	Name  string // for messages, such as invariant Thing::different
	Holds model.Term
}
