package cards

// Law is a rule of reasoning.
type Law string

// The laws, from the easiest to the hardest.
const (
	LawGiven         Law = "given"                 // a clue says it
	LawOneLeft       Law = "one-left"              // all other values, or places, are excluded
	LawOneEach       Law = "one-each"              // a place has one value of each category, and a value one place
	LawConjunction   Law = "conjunction"           // from a and b: a
	LawImplication   Law = "implication"           // not (a => b) is a and not b
	LawModusPonens   Law = "modus-ponens"          // from a => b and a: b
	LawEquivalence   Law = "equivalence"           // from a <=> b, or a xor b, and what one of them is: the other
	LawDisjunctive   Law = "disjunctive-syllogism" // from a or b and not a: b
	LawContraposed   Law = "contraposition"        // from a => b and not b: not a (modus tollens)
	LawDeMorgan      Law = "de-morgan"             // not (a or b) is not a and not b; from not (a and b) and a: not b
	LawCounting      Law = "counting"              // how many of some statements are true
	LawCalculation   Law = "calculation"           // equations, inequations and comparisons
	LawPlaces        Law = "places"                // places and neighbours
	LawThings        Law = "things"                // no thing that is left has it
	LawContradiction Law = "contradiction"         // the contrary leads to a contradiction (reductio ad absurdum)
	LawCases         Law = "case-distinction"      // it follows in every case
	LawExclusion     Law = "exclusion"             // the things that a clue bans, one by one
)

// lawCost is a law with its cost.
type lawCost struct {
	law  Law
	cost float64
}

// laws lists the laws with their costs.
func laws() []lawCost { return lawCosts[:] }

// lawCosts is never written to.
var lawCosts = [...]lawCost{
	{LawGiven, 1}, {LawOneLeft, 1}, {LawOneEach, 1.2}, {LawConjunction, 1.2}, {LawImplication, 2}, {LawModusPonens, 2},
	{LawEquivalence, 2.5}, {LawDisjunctive, 2.5}, {LawContraposed, 3}, {LawDeMorgan, 3}, {LawCounting, 3.5}, {LawCalculation, 4},
	{LawPlaces, 4}, {LawThings, 4}, {LawContradiction, 8}, {LawCases, 8}, {LawExclusion, 14},
}

// cost gives the cost of a law.
func (l Law) cost() float64 {
	for i := range lawCosts {
		if x := &lawCosts[i]; x.law == l {
			return x.cost
		}
	}
	return 0
}

// Inference is one step of a derivation: by a law, new facts follow from facts that are known.
type Inference struct {
	Law   Law
	Clues []int   // the clues that it uses itself
	From  []*Node // the facts that it uses, as they were stated or derived
	Gives []*Node // what follows
	// Banned are the things that a clue bans, of those left; only when the law is exclusion.
	Banned Bits
	// Cases are the arguments of a contradiction (one, that fails) or of a case distinction.
	Cases []Case
	Cost  float64
}

// Case is what follows from an assumption.
type Case struct {
	Assume *Node
	Steps  []Inference
	Fails  bool // it ends in a contradiction: the last step says which
}

// signed is a formula that is known to be true, or false when neg is set.
type signed struct {
	n    *Node
	neg  bool
	clue int // the clue that it is from
}

// node gives the formula as a statement that is true.
func (f signed) node() *Node {
	switch {
	case !f.neg:
		return f.n
	case f.n.Op <= IsNot:
		return negated(f.n)
	}
	return join(Not, f.n)
}

// normal takes negations away.
func (f signed) normal() signed {
	for f.n.Op == Not {
		f.n, f.neg = f.n.Args[0], !f.neg
	}
	if f.neg && f.n.Op <= IsNot {
		f.n, f.neg = negated(f.n), false
	}
	return f
}

// eval gives what is known of a formula.
func (k *know) evalSigned(f signed) truth {
	t := k.eval(f.n)
	if f.neg {
		t = -t
	}
	return t
}

// apply gives what follows from one formula and what is known, by one law: formulas that are not known yet. whys are the
// operands whose truth was used.
func (k *know) apply(f signed) (law Law, gives []signed, whys []*Node) {
	n := f.n
	give := func(a *Node, neg bool) {
		g := signed{a, neg, f.clue}.normal()
		if k.evalSigned(g) != isTrue {
			gives = append(gives, g)
		}
	}
	switch n.Op {
	case Is, IsNot:
		give(n, f.neg)
		return LawGiven, gives, nil
	case At: // it is an atom in other words
		item := n.Args[0]
		give(IsNode(item.Prop*k.p.Lineup.Places+int(n.Num)-1, item.Val), f.neg)
		return LawGiven, gives, nil
	case And:
		if !f.neg {
			for _, a := range n.Args {
				give(a, false)
			}
			return LawConjunction, gives, nil
		}
		if a, others := k.lastOpen(n.Args, isTrue); a != nil {
			give(a, true)
			return LawDeMorgan, gives, others
		}
	case Or:
		if f.neg {
			for _, a := range n.Args {
				give(a, true)
			}
			return LawDeMorgan, gives, nil
		}
		if a, others := k.lastOpen(n.Args, isFalse); a != nil {
			give(a, false)
			return LawDisjunctive, gives, others
		}
	case Implies:
		a, b := n.Args[0], n.Args[1]
		switch {
		case f.neg:
			give(a, false)
			give(b, true)
			return LawImplication, gives, nil
		case k.eval(a) == isTrue:
			give(b, false)
			return LawModusPonens, gives, []*Node{a}
		case k.eval(b) == isFalse:
			give(a, true)
			return LawContraposed, gives, []*Node{b}
		}
	case Iff, Xor:
		open, others := (*Node)(nil), []*Node(nil)
		odd := n.Op == Iff && f.neg || n.Op == Xor && !f.neg // so many of the operands are true: an odd number
		for _, a := range n.Args {
			switch k.eval(a) {
			case isTrue:
				odd = !odd
				others = append(others, a)
			case isFalse:
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
			return LawEquivalence, gives, others
		}
	case Exactly, AtLeast, AtMost:
		return k.count(f)
	default:
		return k.leaf(f)
	}
	return "", nil, nil
}

// lastOpen gives the only operand that is open, when all others have the given truth.
func (k *know) lastOpen(args []*Node, rest truth) (open *Node, others []*Node) {
	for _, a := range args {
		switch t := k.eval(a); {
		case t == rest:
			others = append(others, a)
		case t == isOpen && open == nil:
			open = a
		default:
			return nil, nil
		}
	}
	return open, others
}

// count decides the open operands of a counting statement when as many are true as may be, or as must be.
func (k *know) count(f signed) (law Law, gives []signed, whys []*Node) {
	n := f.n
	yes, open := k.tally(n)
	if open == 0 {
		return "", nil, nil
	}
	lo, hi := int64(0), int64(len(n.Args)) // so many operands are true
	switch {
	case n.Op == Exactly && !f.neg:
		lo, hi = n.Num, n.Num
	case n.Op == Exactly:
		if open == 1 && int64(yes) == n.Num {
			lo = n.Num + 1
		} else if open == 1 && int64(yes) == n.Num-1 {
			hi = n.Num - 1
		}
	case n.Op == AtLeast && !f.neg:
		lo = n.Num
	case n.Op == AtLeast:
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
		if k.eval(a) == isOpen {
			gives = append(gives, signed{a, neg, f.clue}.normal())
		} else {
			whys = append(whys, a)
		}
	}
	return LawCounting, gives, whys
}

// leaf excludes the values with which a leaf would not be as it must.
func (k *know) leaf(f signed) (law Law, gives []signed, whys []*Node) {
	law = LawCalculation
	if f.n.Op.places() > 0 || mentionsItems(f.n) {
		law = LawPlaces
	}
	if k.evalSigned(f) == isTrue {
		return "", nil, nil
	}
	for _, a := range k.touched(f.n) {
		prop, val := a[0], a[1]
		if k.spent() {
			return "", nil, nil
		}
		if !k.dom[prop].Has(val) || k.single(prop) >= 0 {
			continue
		}
		if k.refutes(f, prop, val) {
			gives = append(gives, signed{IsNotNode(prop, val), false, f.clue})
		}
	}
	return law, gives, nil
}

func mentionsItems(n *Node) bool {
	found := false
	n.Walk(func(n *Node) { found = found || n.Op == Item })
	return found
}

// refutes reports whether a formula would be broken if a property had a value.
func (k *know) refutes(f signed, prop, val int) bool {
	first, last := prop, prop+1
	if l := k.p.Lineup; l != nil {
		first = prop / l.Places * l.Places
		last = first + l.Places
	}
	saved := make([]Bits, 0, last-first)
	for i := first; i < last; i++ {
		saved = append(saved, k.dom[i].Clone())
	}
	k.narrow(prop, val)
	bad := k.evalSigned(f) == isFalse
	for i := first; i < last; i++ {
		copy(k.dom[i], saved[i-first])
	}
	return bad
}

// structural gives what follows from what is known without any clue: values and places that are the only ones left, and what
// one value at a place excludes.
func (k *know) structural(stated map[[2]int]bool) (law Law, gives []*Node, from []*Node) {
	for i := range k.dom {
		if v := k.single(i); v >= 0 && !stated[[2]int{i, v}] {
			for w := range k.p.Properties[i].Values {
				if w != v {
					from = append(from, IsNotNode(i, w))
				}
			}
			return LawOneLeft, []*Node{IsNode(i, v)}, from
		}
	}
	l := k.p.Lineup
	if l == nil {
		return "", nil, nil
	}
	for c := range l.Categories {
		for v := range l.Places {
			at := k.places(&Node{Op: Item, Prop: c, Val: v})
			if at.Count() != 1 {
				continue
			}
			prop := c*l.Places + at.First()
			if k.single(prop) < 0 {
				for i := range l.Places {
					if i != at.First() {
						from = append(from, IsNotNode(c*l.Places+i, v))
					}
				}
				return LawOneLeft, []*Node{IsNode(prop, v)}, from
			}
		}
		for i := range l.Places {
			v := k.single(c*l.Places + i)
			if v < 0 {
				continue
			}
			for j := range l.Places {
				if prop := c*l.Places + j; j != i && k.dom[prop].Has(v) {
					gives = append(gives, IsNotNode(prop, v))
				}
			}
			if gives != nil {
				return LawOneEach, gives, []*Node{IsNode(c*l.Places+i, v)}
			}
		}
	}
	return "", nil, nil
}

// atoms lists the atoms by which what is known differs from knowing nothing, for a part of a formula: the reasons of its
// truth.
func (k *know) atoms(n *Node) []*Node {
	var out []*Node
	seen := map[[2]int]bool{}
	for _, a := range k.touched(n) {
		prop := a[0]
		if v := k.single(prop); v >= 0 {
			if !seen[[2]int{prop, -1}] {
				seen[[2]int{prop, -1}] = true
				out = append(out, IsNode(prop, v))
			}
		} else if !k.dom[prop].Has(a[1]) {
			out = append(out, IsNotNode(prop, a[1]))
		}
	}
	return out
}

// sameAtom reports whether two nodes are the same atom.
func sameAtom(a, b *Node) bool { return a.Op == b.Op && a.Prop == b.Prop && a.Val == b.Val }
