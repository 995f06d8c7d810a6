package laws

import (
	"context"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/lexicon"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve"
)

// GivenStep is one step of a derivation that someone wrote: the paper's student exercise (section 5.5).
type GivenStep struct {
	Claim *deck.Node // what is said to follow; nil when Impossible is set
	// From names what it is said to follow from: clues by their ids, and earlier steps by their labels. Nil: whatever is
	// known at that point.
	From  []string
	Label string // the step's own name; empty: its number from 1
	Law   Law    // the law said to be used; empty: any
	// Assume opens a case: Claim is assumed, not claimed.
	Assume bool
	// Impossible claims a contradiction, which ends the innermost case. Its contrary is known from then on.
	Impossible bool
	// Close ends the innermost case in another way: outside of it is known only that its last claim follows from what was
	// assumed. A step with Close has no claim of its own.
	Close bool
}

// StepFault is what is wrong with a step.
type StepFault string

// The faults of steps.
const (
	FaultNone        StepFault = ""
	FaultNotImplied  StepFault = "does not follow"      // some thing fits all that it rests on, and not the claim
	FaultFrom        StepFault = "rests on more"        // it follows from all that is known, but not from what it names
	FaultLaw         StepFault = "is not by that law"   // it follows, but not by the law that it names
	FaultName        StepFault = "names something else" // what it names is no clue and no step that is in force
	FaultNoCase      StepFault = "ends no case"         // there is no open case
	FaultNotPossible StepFault = "is no contradiction"  // it claims a contradiction where there is none
)

// DerivationVerdict judges a derivation.
type DerivationVerdict struct {
	// Wrong is the index of the first wrong step, or -1.
	Wrong int
	Fault StepFault
	Text  string // what is wrong, in a sentence
	// Counter is a thing that fits all that the wrong step rests on, but not its claim; nil when there is none to show.
	Counter deck.Thing
	// Solved tells, when no step is wrong, whether the claims that are in force at the end leave exactly the solutions of the
	// puzzle.
	Solved bool
	Open   int // cases that are still open at the end
}

// scope is a case, or the outside of all cases.
type scope struct {
	assume *deck.Node
	claims []claim
}

type claim struct {
	label string
	n     *deck.Node
}

// CheckDerivation finds the first wrong step of a derivation. A step is right when its claim holds for all things for which
// everything holds that it rests on, and when the law that it names, if any, is how it follows.
func (s Subject) CheckDerivation(ctx context.Context, steps []GivenStep) (DerivationVerdict, error) {
	d := &derivation{about: s, scopes: []scope{{}}}
	for i, step := range steps {
		if err := ctx.Err(); err != nil {
			return DerivationVerdict{}, err
		}
		if step.Claim != nil {
			if err := d.about.P.ValidateExpr(step.Claim); err != nil {
				return DerivationVerdict{}, fmt.Errorf("step %d: %w", i+1, err)
			}
		} else if !step.Impossible && !step.Close {
			return DerivationVerdict{}, fmt.Errorf("step %d claims nothing", i+1)
		}
		if step.Law != "" {
			if _, err := CostNamed(string(step.Law)); err != nil {
				return DerivationVerdict{}, fmt.Errorf("step %d: %w", i+1, err)
			}
		}
		if step.Label == "" {
			step.Label = fmt.Sprint(i + 1)
		}
		fault, text, counter, err := d.step(ctx, step)
		if err != nil {
			return DerivationVerdict{}, fmt.Errorf("step %d: %w", i+1, err)
		}
		if fault != FaultNone {
			return DerivationVerdict{Wrong: i, Fault: fault, Text: text, Counter: counter}, nil
		}
	}
	v := DerivationVerdict{Wrong: -1, Open: len(d.scopes) - 1}
	var err error
	v.Solved, err = d.solved(ctx)
	return v, err
}

type derivation struct {
	about  Subject
	scopes []scope
}

// step judges one step and takes it; counter is a thing that shows what is wrong.
func (d *derivation) step(ctx context.Context, s GivenStep) (fault StepFault, text string, counter deck.Thing, err error) {
	p := d.about.P
	if s.Assume {
		d.scopes = append(d.scopes, scope{assume: s.Claim, claims: []claim{{s.Label, s.Claim}}})
		return FaultNone, "", nil, nil
	}
	if (s.Close || s.Impossible) && len(d.scopes) == 1 {
		return FaultNoCase, "No case is open that could end here.", nil, nil
	}
	if s.Close {
		d.close(s.Label)
		return FaultNone, "", nil, nil
	}
	all := d.known()
	named := all
	if s.From != nil {
		named = nil
		for _, name := range s.From {
			n := d.find(name)
			if n == nil {
				return FaultName, d.unknown(name).Error(), nil, nil
			}
			named = append(named, n)
		}
	}
	goal := s.Claim
	if s.Impossible {
		goal = never()
	}
	ok, counter, err := d.about.Entails(ctx, named, goal)
	if err != nil {
		return "", "", nil, err
	}
	claimed := ""
	if s.Claim != nil {
		claimed = p.Format(s.Claim)
	}
	if !ok {
		if s.From != nil {
			ok, other, err := d.about.Entails(ctx, all, goal)
			if err != nil {
				return "", "", nil, err
			}
			if ok {
				return FaultFrom, fmt.Sprintf("%s follows from all that is known, but not from what the step names.", claimed), counter, nil
			}
			counter = other
		}
		if s.Impossible {
			return FaultNotPossible, fmt.Sprintf("There is no contradiction: %s fits everything.", p.ThingText(counter)), counter, nil
		}
		return FaultNotImplied, fmt.Sprintf("%s does not follow: %s fits everything it rests on, but not the claim.", claimed, p.ThingText(counter)), counter, nil
	}
	if s.Law != "" {
		ok, err := d.byLaw(ctx, s, named)
		if err != nil {
			return "", "", nil, err
		}
		if !ok {
			return FaultLaw, fmt.Sprintf("%s follows, but not by %s.", claimed, lexicon.Words().Say("en", string(s.Law))), nil, nil
		}
	}
	if s.Impossible {
		c := d.scopes[len(d.scopes)-1]
		d.scopes = d.scopes[:len(d.scopes)-1]
		d.add(claim{s.Label, signed{c.assume, true, -1}.normal().node()})
		return FaultNone, "", nil, nil
	}
	d.add(claim{s.Label, s.Claim})
	return FaultNone, "", nil, nil
}

func (d *derivation) add(c claim) {
	top := &d.scopes[len(d.scopes)-1]
	top.claims = append(top.claims, c)
}

// close ends a case: outside, its last claim follows from the assumption.
func (d *derivation) close(label string) {
	c := d.scopes[len(d.scopes)-1]
	d.scopes = d.scopes[:len(d.scopes)-1]
	last := c.claims[len(c.claims)-1].n
	d.add(claim{label, deck.ImpliesNode(c.assume, last)})
}

// never is a statement that is false of everything.
func never() *deck.Node { return deck.Join(deck.And, deck.IsNode(0, 0), deck.IsNotNode(0, 0)) }

// known lists the clues and all claims that are in force.
func (d *derivation) known() []*deck.Node {
	out := d.about.P.Exprs()
	for _, s := range d.scopes {
		for _, c := range s.claims {
			out = append(out, c.n)
		}
	}
	return out
}

// find gives the clue or the claim of a name; the latest claim of a label counts.
func (d *derivation) find(name string) *deck.Node {
	for _, s := range slices.Backward(d.scopes) {
		for _, c := range slices.Backward(s.claims) {
			if c.label == name {
				return c.n
			}
		}
	}
	for i := range d.about.P.Clues {
		if d.about.P.Clues[i].ID == name {
			return d.about.P.Clues[i].Expr
		}
	}
	return nil
}

// unknown is the error of a name that is no clue and no step in force.
func (d *derivation) unknown(name string) error {
	var known []string
	for i := range d.about.P.Clues {
		known = append(known, d.about.P.Clues[i].ID)
	}
	for _, s := range d.scopes {
		for _, c := range s.claims {
			known = append(known, c.label)
		}
	}
	return puzzle.Unknownf("clue or step", name, known)
}

// solved reports whether all that is in force outside of cases, without the clues, leaves exactly the puzzle's solutions.
func (d *derivation) solved(ctx context.Context) (bool, error) {
	var claims []*deck.Node
	for _, c := range d.scopes[0].claims {
		claims = append(claims, c.n)
	}
	if len(claims) == 0 {
		return false, nil
	}
	for i := range d.about.P.Clues {
		if ok, _, err := d.about.Entails(ctx, claims, d.about.P.Clues[i].Expr); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

// byLaw reports whether a claim follows by a law. The elementary laws are judged by their shape: from one of the premises, by
// what the others say of its parts, the claim follows in one step; a claim that joins several such facts is by the law too.
// Laws that sum up an argument (contradiction, case distinction, exclusion and the counting, calculating and placing ones)
// only need the claim to follow.
func (d *derivation) byLaw(ctx context.Context, s GivenStep, premises []*deck.Node) (bool, error) {
	switch s.Law {
	case Contradiction, Cases, Exclusion, Things, Counting, Calculation, Places:
		return true, nil
	}
	if s.Claim == nil {
		return false, nil
	}
	k := NewKnowledge(d.about.P)
	for _, n := range premises {
		if n.Op <= deck.IsNot && !k.Assert(n) {
			return true, nil // from a contradiction everything follows
		}
	}
	if s.Law == Given {
		return slices.ContainsFunc(premises, func(n *deck.Node) bool { return deck.EqualNode(n, s.Claim) }), nil
	}
	if s.Law == OneLeft || s.Law == OneEach {
		atoms := slices.DeleteFunc(slices.Clone(premises), func(n *deck.Node) bool { return n.Op > deck.IsNot })
		ok, _, err := d.about.Entails(ctx, atoms, s.Claim)
		return ok, err
	}
	for _, n := range premises {
		f := signed{n, false, -1}.normal()
		if lawOf(k, f, s.Claim, premises) == s.Law {
			return true, nil
		}
	}
	return false, nil
}

// lawOf gives the law by which a claim follows from a formula and premises; empty when it does not in one step. The premises
// that make parts of the formula true or false may be compound themselves.
func lawOf(k *Knowledge, f signed, claim *deck.Node, premises []*deck.Node) Law {
	holds := func(n *deck.Node, neg bool) bool { // the premises say so
		want := signed{n, neg, -1}.normal()
		t := k.evalSigned(want)
		return t == True || slices.ContainsFunc(premises, func(m *deck.Node) bool { return sameFormula(signed{m, false, -1}.normal(), want) })
	}
	is := func(n *deck.Node, neg bool) bool { // the claim is this
		return sameFormula(signed{claim, false, -1}.normal(), signed{n, neg, -1}.normal())
	}
	n := f.n
	switch n.Op {
	case deck.Implies:
		a, b := n.Args[0], n.Args[1]
		switch {
		case f.neg:
			if is(a, false) || is(b, true) || is(deck.Join(deck.And, a, signed{b, true, -1}.normal().node()), false) {
				return Implication
			}
		case holds(a, false) && is(b, false):
			return ModusPonens
		case holds(b, true) && is(a, true), sameFormula(signed{claim, false, -1}.normal(), contraposed(n)):
			return Contraposed
		case is(deck.Join(deck.Or, signed{a, true, -1}.normal().node(), b), false):
			return Implication
		}
	case deck.And:
		if !f.neg {
			if slices.ContainsFunc(n.Args, func(a *deck.Node) bool { return is(a, false) }) {
				return Conjunction
			}
			return ""
		}
		if allBut(n.Args, is, true, func(a *deck.Node) bool { return holds(a, false) }) || is(deMorgan(n), false) {
			return DeMorgan
		}
	case deck.Or:
		if f.neg {
			if slices.ContainsFunc(n.Args, func(a *deck.Node) bool { return is(a, true) }) || is(deMorgan(n), false) {
				return DeMorgan
			}
			return ""
		}
		if allBut(n.Args, is, false, func(a *deck.Node) bool { return holds(a, true) }) {
			return Disjunctive
		}
	case deck.Iff, deck.Xor:
		law, gives, _ := k.apply(f)
		for _, g := range gives {
			if is(g.n, g.neg) {
				return law
			}
		}
	}
	return ""
}

// allBut reports whether one operand is the claim, or its contrary, and the others are known to be as they must.
func allBut(args []*deck.Node, is func(*deck.Node, bool) bool, neg bool, known func(*deck.Node) bool) bool {
	for i, a := range args {
		if !is(a, neg) {
			continue
		}
		ok := true
		for j, b := range args {
			ok = ok && (j == i || known(b))
		}
		if ok {
			return true
		}
	}
	return false
}

// contraposed gives not b => not a for a => b.
func contraposed(n *deck.Node) signed {
	not := func(a *deck.Node) *deck.Node { return signed{a, true, -1}.normal().node() }
	return signed{deck.ImpliesNode(not(n.Args[1]), not(n.Args[0])), false, -1}
}

// deMorgan gives not a and not b for the operands of an or, not a or not b for those of an and.
func deMorgan(n *deck.Node) *deck.Node {
	out := &deck.Node{Op: deck.And + deck.Or - n.Op}
	for _, a := range n.Args {
		out.Args = append(out.Args, signed{a, true, -1}.normal().node())
	}
	return out
}

// sameFormula reports whether two formulas are written alike, once negations are taken away.
func sameFormula(a, b signed) bool { return a.neg == b.neg && deck.EqualNode(a.n, b.n) }

// Entails reports whether a statement holds for every thing for which all premises hold; otherwise it gives one for which it
// does not.
func (s Subject) Entails(ctx context.Context, premises []*deck.Node, goal *deck.Node) (bool, deck.Thing, error) {
	if s.Table != nil {
		left := s.Table.All.Clone()
		for _, n := range premises {
			left.And(s.Table.Valid(n))
		}
		left.AndNot(s.Table.Valid(goal))
		if i := left.First(); i >= 0 {
			return false, s.P.Thing(i), nil
		}
		return true, nil, nil
	}
	e, session, err := solving.Open(ctx, s.Engine, s.P, true, func(e *solving.Encoding) {
		var terms []model.Term
		for _, n := range premises {
			terms = append(terms, e.Statement(n))
		}
		e.Problem.Assert("premises", e.Problem.And(terms...))
		e.Problem.Assert("not the claim", e.Problem.Not(e.Statement(goal)))
	})
	if err != nil {
		return false, nil, err
	}
	defer session.Close()
	res, err := session.Solve(ctx)
	if err != nil || res.Status == solve.Unsat {
		return err == nil, nil, err
	}
	t, err := e.Thing(res.Solution)
	return false, t, err
}
