package eval

import "slices"

// Chooser settles the choices (syntax.ChoiceExpr) of a program as it runs. Each time that a choice is reached, Open is asked for
// the expressions that may still be meant. Of those all are evaluated, and Settle is told what each gave; it gives the one
// whose outcome counts. Where the choice is Apart, Settle is called with no outcomes, and the one that it gives is evaluated.
type Chooser interface {
	// Open gives the expressions of a choice that may be meant, ascending and at least one; the slice is only read.
	Open(number int) []int
	// Settle gives an index into Open's list. Outcomes stand in the order of that list.
	Settle(number int, outcomes []Outcome) int
}

// Outcome is what an expression of a choice gave: a value, or the error that it ended with.
type Outcome struct {
	Value Value
	Err   *Error
}

// SetChooser says what settles choices on this thread. Without a chooser the first expression of each counts.
func (th *Thread) SetChooser(c Chooser) { th.chooser = c }

// choiceNode is one of several expressions.
type choiceNode struct {
	number int
	apart  bool
	xs     []node
	at     int32
}

func (n *choiceNode) eval(fr *frame) Value {
	th := fr.th
	if th.chooser == nil {
		return n.xs[0].eval(fr)
	}
	open := th.chooser.Open(n.number)
	if n.apart {
		if len(open) == 1 {
			return n.xs[open[0]].eval(fr)
		}
		return n.xs[open[th.chooser.Settle(n.number, nil)]].eval(fr)
	}
	if len(open) == 1 {
		return n.xs[open[0]].eval(fr)
	}
	var room [8]Outcome
	outcomes := slices.Grow(room[:0], len(open))
	for _, i := range open {
		v := n.xs[i].eval(fr)
		var o Outcome
		if v == nil {
			o.Err = th.takeErr()
			if o.Err.fatal != nil {
				th.err = o.Err
				return nil
			}
		}
		o.Value = v
		outcomes = append(outcomes, o)
	}
	o := outcomes[th.chooser.Settle(n.number, outcomes)]
	if o.Err != nil {
		th.err = o.Err
		fr.place(o.Err, n.at)
		return nil
	}
	return o.Value
}
