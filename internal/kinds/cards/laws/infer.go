// Package laws solves clue cards as a person does: by laws of reasoning, each of which gives new facts from a clue and what is known. A
// [Reasoner] takes the cheapest law that gives something, and where none does it supposes something and contradicts it, or takes
// cases. [Subject.Retell] puts a whole solution together in few steps, and [Subject.CheckDerivation] finds the first wrong step of a
// derivation that somebody wrote.
//
// What is known ([Knowledge]) is the values that each property can still have; statements are evaluated on it in three-valued logic.
package laws

import (
	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Law is a rule of reasoning.
type Law string

// The laws, from the easiest to the hardest.
const (
	Given         Law = "given"                 // a clue says it
	OneLeft       Law = "one-left"              // all other values, or places, are excluded
	OneEach       Law = "one-each"              // a place has one value of each category, and a value one place
	Conjunction   Law = "conjunction"           // from a and b: a
	Implication   Law = "implication"           // not (a => b) is a and not b
	ModusPonens   Law = "modus-ponens"          // from a => b and a: b
	Equivalence   Law = "equivalence"           // from a <=> b, or a xor b, and what one of them is: the other
	Disjunctive   Law = "disjunctive-syllogism" // from a or b and not a: b
	Contraposed   Law = "contraposition"        // from a => b and not b: not a (modus tollens)
	DeMorgan      Law = "de-morgan"             // not (a or b) is not a and not b; from not (a and b) and a: not b
	Counting      Law = "counting"              // how many of some statements are true
	Calculation   Law = "calculation"           // equations, inequations and comparisons
	Places        Law = "places"                // places and neighbours
	Things        Law = "things"                // no thing that is left has it
	Contradiction Law = "contradiction"         // the contrary leads to a contradiction (reductio ad absurdum)
	Cases         Law = "case-distinction"      // it follows in every case
	Exclusion     Law = "exclusion"             // the things that a clue bans, one by one
)

// costs are the laws with what they cost, from the easiest to the hardest. It is never written to.
var costs = [...]struct {
	law  Law
	cost float64
}{
	{Given, 1}, {OneLeft, 1}, {OneEach, 1.2}, {Conjunction, 1.2}, {Implication, 2}, {ModusPonens, 2},
	{Equivalence, 2.5}, {Disjunctive, 2.5}, {Contraposed, 3}, {DeMorgan, 3}, {Counting, 3.5}, {Calculation, 4},
	{Places, 4}, {Things, 4}, {Contradiction, 8}, {Cases, 8}, {Exclusion, 14},
}

// all lists the laws.
func all() []Law {
	var out []Law
	for _, x := range costs {
		out = append(out, x.law)
	}
	return out
}

// cost gives the cost of a law.
func (l Law) cost() float64 {
	for i := range costs {
		if costs[i].law == l {
			return costs[i].cost
		}
	}
	return 0
}

// CostNamed finds the cost up to which laws may be used.
func CostNamed(name string) (float64, error) {
	var known []string
	for _, l := range all() {
		if string(l) == name {
			return l.cost(), nil
		}
		known = append(known, string(l))
	}
	return 0, puzzle.Unknownf("law", name, known)
}

// Inference is one step of a derivation: by a law, new facts follow from facts that are known.
type Inference struct {
	Law   Law
	Clues []int        // the clues that it uses itself
	From  []*deck.Node // the facts that it uses, as they were stated or derived
	Gives []*deck.Node // what follows
	// Banned are the things that a clue bans, of those left; only when the law is exclusion.
	Banned bitset.Set
	// Cases are the arguments of a contradiction (one, that fails) or of a case distinction.
	Cases []Case
	Cost  float64
}

// Case is what follows from an assumption.
type Case struct {
	Assume *deck.Node
	Steps  []Inference
	Fails  bool // it ends in a contradiction: the last step says which
}

// signed is a formula that is known to be true, or false when neg is set.
type signed struct {
	n    *deck.Node
	neg  bool
	clue int // the clue that it is from
}

// node gives the formula as a statement that is true.
func (f signed) node() *deck.Node {
	switch {
	case !f.neg:
		return f.n
	case f.n.Op <= deck.IsNot:
		return deck.Negated(f.n)
	}
	return deck.Join(deck.Not, f.n)
}

// normal takes negations away.
func (f signed) normal() signed {
	for f.n.Op == deck.Not {
		f.n, f.neg = f.n.Args[0], !f.neg
	}
	if f.neg && f.n.Op <= deck.IsNot {
		f.n, f.neg = deck.Negated(f.n), false
	}
	return f
}

// evalSigned gives what is known of a formula.
func (k *Knowledge) evalSigned(f signed) Truth {
	t := k.Eval(f.n)
	if f.neg {
		t = -t
	}
	return t
}

// apply gives what follows from one formula and what is known, by one law: formulas that are not known yet. whys are the
// operands whose truth was used.
func (k *Knowledge) apply(f signed) (law Law, gives []signed, whys []*deck.Node) {
	n := f.n
	give := func(a *deck.Node, neg bool) {
		g := signed{a, neg, f.clue}.normal()
		if k.evalSigned(g) != True {
			gives = append(gives, g)
		}
	}
	switch n.Op {
	case deck.Is, deck.IsNot:
		give(n, f.neg)
		return Given, gives, nil
	case deck.At: // it is an atom in other words
		item := n.Args[0]
		give(deck.IsNode(item.Prop*k.p.Lineup.Places+int(n.Num)-1, item.Val), f.neg)
		return Given, gives, nil
	case deck.And:
		if !f.neg {
			for _, a := range n.Args {
				give(a, false)
			}
			return Conjunction, gives, nil
		}
		if a, others := k.lastOpen(n.Args, True); a != nil {
			give(a, true)
			return DeMorgan, gives, others
		}
	case deck.Or:
		if f.neg {
			for _, a := range n.Args {
				give(a, true)
			}
			return DeMorgan, gives, nil
		}
		if a, others := k.lastOpen(n.Args, False); a != nil {
			give(a, false)
			return Disjunctive, gives, others
		}
	case deck.Implies:
		a, b := n.Args[0], n.Args[1]
		switch {
		case f.neg:
			give(a, false)
			give(b, true)
			return Implication, gives, nil
		case k.Eval(a) == True:
			give(b, false)
			return ModusPonens, gives, []*deck.Node{a}
		case k.Eval(b) == False:
			give(a, true)
			return Contraposed, gives, []*deck.Node{b}
		}
	case deck.Iff, deck.Xor:
		open, others := (*deck.Node)(nil), []*deck.Node(nil)
		odd := n.Op == deck.Iff && f.neg || n.Op == deck.Xor && !f.neg // so many of the operands are true: an odd number
		for _, a := range n.Args {
			switch k.Eval(a) {
			case True:
				odd = !odd
				others = append(others, a)
			case False:
				others = append(others, a)
			default:
				if open != nil {
					return "", nil, nil
				}
				open = a
			}
		}
		if open != nil {
			give(open, !odd)
			return Equivalence, gives, others
		}
	case deck.Exactly, deck.AtLeast, deck.AtMost:
		return k.count(f)
	default:
		return k.leaf(f)
	}
	return "", nil, nil
}

// lastOpen gives the only operand that is open, when all others have the given truth.
func (k *Knowledge) lastOpen(args []*deck.Node, rest Truth) (open *deck.Node, others []*deck.Node) {
	for _, a := range args {
		switch t := k.Eval(a); {
		case t == rest:
			others = append(others, a)
		case t == Open && open == nil:
			open = a
		default:
			return nil, nil
		}
	}
	return open, others
}

// count decides the open operands of a counting statement when as many are true as may be, or as must be.
func (k *Knowledge) count(f signed) (law Law, gives []signed, whys []*deck.Node) {
	n := f.n
	yes, open := k.tally(n)
	if open == 0 {
		return "", nil, nil
	}
	lo, hi := int64(0), int64(len(n.Args)) // so many operands are true
	switch {
	case n.Op == deck.Exactly && !f.neg:
		lo, hi = n.Num, n.Num
	case n.Op == deck.Exactly:
		if open == 1 && int64(yes) == n.Num {
			lo = n.Num + 1
		} else if open == 1 && int64(yes) == n.Num-1 {
			hi = n.Num - 1
		}
	case n.Op == deck.AtLeast && !f.neg:
		lo = n.Num
	case n.Op == deck.AtLeast:
		hi = n.Num - 1
	case !f.neg:
		hi = n.Num
	default:
		lo = n.Num + 1
	}
	var neg bool
	switch {
	case int64(yes) == hi:
		neg = true
	case int64(yes+open) == lo:
		neg = false
	default:
		return "", nil, nil
	}
	for _, a := range n.Args {
		if k.Eval(a) == Open {
			gives = append(gives, signed{a, neg, f.clue}.normal())
		} else {
			whys = append(whys, a)
		}
	}
	return Counting, gives, whys
}

// leaf excludes the values with which a leaf would not be as it must.
func (k *Knowledge) leaf(f signed) (law Law, gives []signed, whys []*deck.Node) {
	law = Calculation
	if f.n.Op.Places() > 0 || mentionsItems(f.n) {
		law = Places
	}
	if k.evalSigned(f) == True {
		return "", nil, nil
	}
	for _, a := range k.touched(f.n) {
		prop, val := a[0], a[1]
		if k.spent() {
			return "", nil, nil
		}
		if !k.Dom[prop].Has(val) || k.Single(prop) >= 0 {
			continue
		}
		if k.refutes(f, prop, val) {
			gives = append(gives, signed{deck.IsNotNode(prop, val), false, f.clue})
		}
	}
	return law, gives, nil
}

func mentionsItems(n *deck.Node) bool {
	found := false
	n.Walk(func(n *deck.Node) { found = found || n.Op == deck.Item })
	return found
}

// refutes reports whether a formula would be broken if a property had a value.
func (k *Knowledge) refutes(f signed, prop, val int) bool {
	first, last := prop, prop+1
	if l := k.p.Lineup; l != nil {
		first = prop / l.Places * l.Places
		last = first + l.Places
	}
	saved := make([]bitset.Set, 0, last-first)
	for i := first; i < last; i++ {
		saved = append(saved, k.Dom[i].Clone())
	}
	k.Narrow(prop, val)
	bad := k.evalSigned(f) == False
	for i := first; i < last; i++ {
		copy(k.Dom[i], saved[i-first])
	}
	return bad
}

// structural gives what follows from what is known without any clue: values and places that are the only ones left, and what
// one value at a place excludes.
func (k *Knowledge) structural(stated map[[2]int]bool) (law Law, gives []*deck.Node, from []*deck.Node) {
	for i := range k.Dom {
		if v := k.Single(i); v >= 0 && !stated[[2]int{i, v}] {
			for w := range k.p.Properties[i].Values {
				if w != v {
					from = append(from, deck.IsNotNode(i, w))
				}
			}
			return OneLeft, []*deck.Node{deck.IsNode(i, v)}, from
		}
	}
	l := k.p.Lineup
	if l == nil {
		return "", nil, nil
	}
	for c := range l.Categories {
		for v := range l.Places {
			at := k.places(&deck.Node{Op: deck.Item, Prop: c, Val: v})
			if at.Count() != 1 {
				continue
			}
			prop := c*l.Places + at.First()
			if k.Single(prop) < 0 {
				for i := range l.Places {
					if i != at.First() {
						from = append(from, deck.IsNotNode(c*l.Places+i, v))
					}
				}
				return OneLeft, []*deck.Node{deck.IsNode(prop, v)}, from
			}
		}
		for i := range l.Places {
			v := k.Single(c*l.Places + i)
			if v < 0 {
				continue
			}
			for j := range l.Places {
				if prop := c*l.Places + j; j != i && k.Dom[prop].Has(v) {
					gives = append(gives, deck.IsNotNode(prop, v))
				}
			}
			if gives != nil {
				return OneEach, gives, []*deck.Node{deck.IsNode(c*l.Places+i, v)}
			}
		}
	}
	return "", nil, nil
}

// atoms lists the atoms by which what is known differs from knowing nothing, for a part of a formula: the reasons of its
// truth.
func (k *Knowledge) atoms(n *deck.Node) []*deck.Node {
	var out []*deck.Node
	seen := map[[2]int]bool{}
	for _, a := range k.touched(n) {
		prop := a[0]
		if v := k.Single(prop); v >= 0 {
			if !seen[[2]int{prop, -1}] {
				seen[[2]int{prop, -1}] = true
				out = append(out, deck.IsNode(prop, v))
			}
		} else if !k.Dom[prop].Has(a[1]) {
			out = append(out, deck.IsNotNode(prop, a[1]))
		}
	}
	return out
}

// sameAtom reports whether two nodes are the same atom.
func sameAtom(a, b *deck.Node) bool { return a.Op == b.Op && a.Prop == b.Prop && a.Val == b.Val }
