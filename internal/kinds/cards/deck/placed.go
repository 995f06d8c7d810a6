package deck

import (
	"slices"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/lineup"
)

// This file joins the statements about places with the forms of the room lineup, which says what they mean. The operators from At to
// Between have names, bounds and sentences of their own; every other form with sentences is an operator behind numOps.

// placement is what a statement about places means.
type placement struct {
	Form *lineup.Form
	Said lineup.Said
}

// ownPlacements are the meanings of the operators from RightOf to Between, and of Ends.
var ownPlacements = map[Op]struct {
	form   string
	lo, hi lineup.Value
}{
	At: {"at", 0, 0}, Ends: {"ends", 0, 0}, Between: {"between", 0, 0},
	RightOf: {"after", 1, lineup.Open}, LeftOf: {"before", 1, lineup.Open},
	After: {"after", lineup.Unit, lineup.Unit}, Before: {"before", lineup.Unit, lineup.Unit},
	Next: {"near", lineup.Unit, lineup.Unit}, NotNext: {"not-near", lineup.Unit, lineup.Unit},
}

// firstForm is the operator of the first of moreForms.
const firstForm = numOps + 1

// moreForms are the forms that no operator from At to Between stands for.
var moreForms = sync.OnceValue(func() []*lineup.Form {
	return slices.DeleteFunc(slices.Clone(lineup.Forms()), func(f *lineup.Form) bool {
		for _, own := range ownPlacements {
			if own.form == f.Name {
				return true
			}
		}
		return f.Sentences("en") == nil
	})
})

// Further gives the form of an operator behind numOps, nil for others.
func (o Op) Further() *lineup.Form {
	if i := int(o - firstForm); i >= 0 && i < len(moreForms()) {
		return moreForms()[i]
	}
	return nil
}

// callName is the name of a form in the text of clues, where names have no hyphens.
func callName(f *lineup.Form) string { return strings.ReplaceAll(f.Name, "-", "") }

// OpNamed gives the operator of a name, -1 where there is none.
func OpNamed(name string) Op {
	if i := slices.Index(opNames[:], name); i >= 0 {
		return Op(i)
	}
	if i := slices.IndexFunc(moreForms(), func(f *lineup.Form) bool { return callName(f) == name }); i >= 0 {
		return firstForm + Op(i)
	}
	return -1
}

// OpOf gives the operator of a form of the room lineup that no operator from At to Between stands for.
func OpOf(form string) Op { return OpNamed(callName(lineup.Named(form))) }

// callNamed gives the operator of a statement that is written as a call, -1 where there is none.
func callNamed(name string) Op {
	if o := OpNamed(name); o >= Distinct && o.statement() {
		return o
	}
	return -1
}

// FurtherForms lists the forms of moreForms, which a generation draws where they are asked for by name.
func FurtherForms() []Form {
	var out []Form
	for _, f := range moreForms() {
		out = append(out, Form(callName(f)))
	}
	return out
}

// Placement gives what a statement about places means; Same and Other have none, since they compare no places but who stands there.
func (l *Lineup) Placement(n *Node) placement {
	if f := n.Op.Further(); f != nil {
		return placement{Form: f}
	}
	op := n.Op
	if l.Round { // there, before and after are said the other way round: clockwise is to the left
		switch n.Op {
		case After:
			op = Before
		case Before:
			op = After
		}
	}
	own := ownPlacements[op]
	return placement{lineup.Named(own.form), lineup.Said{Lo: own.lo, Hi: own.hi, At: int(n.Num) - 1}}
}

// Placed tells whether a form is about places.
func (f Form) Placed() bool { return OpNamed(string(f)).Places() > 0 }

// RowOnly tells whether a form is about rows alone, not about round tables.
func RowOnly(f Form) bool {
	if more := OpNamed(string(f)).Further(); more != nil {
		return more.Ring == lineup.Never
	}
	return slices.Contains([]Form{Form(Ends.String()), Form(RightOf.String()), Form(LeftOf.String()), Form(Between.String())}, f)
}

// Alike tells whether two operands of a form behind numOps can change places.
func (o Op) Alike(i, j int) bool {
	parts := o.Further().Parts
	return parts == nil || parts[i] == parts[j]
}
