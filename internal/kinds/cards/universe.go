package cards

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/lineup"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Forms of clues beyond those of the paper that a generation can choose from.
const (
	FormNot      Form = "not"      // not (a and b), not (a or b)
	FormAnd      Form = "and"      // two atoms or three
	FormOr       Form = "or"       // two atoms or three
	FormXor      Form = "xor"      // two atoms
	FormIff      Form = "iff"      // two atoms
	FormExactly  Form = "exactly"  // 1 or 2 of three atoms
	FormAtLeast  Form = "at-least" // 2 of three atoms
	FormAtMost   Form = "at-most"  // 1 of three atoms
	FormDistinct Form = "distinct" // three properties, any two of which share a value
)

// placeForms lists the forms of clues about line-ups.
func placeForms() []Form {
	var out []Form
	for o := At; o <= Between; o++ {
		out = append(out, Form(o.String()))
	}
	return out
}

// allForms lists the forms that a generation can choose from: those of the paper, then the others.
func allForms() []Form {
	return append(append(PaperForms(), FormNot, FormAnd, FormOr, FormXor, FormIff, FormExactly, FormAtLeast, FormAtMost,
		FormDistinct, FormCompare, FormEquation), placeForms()...)
}

// knownForms lists the forms that can be asked for by name.
func knownForms() []Form { return append(allForms(), furtherForms()...) }

// maxUniverse bounds the clues that a generation chooses from, and maxUniverseWords the memory for what they ban, in words of 64
// bits.
const (
	maxUniverse      = 60_000
	maxUniverseWords = 16 << 20
)

// ListClues lists the clues of some forms over the domains of a valid puzzle that a generation chooses from: every one that can be said with at most three atoms, in a fixed
// order, each meaning in one wording only where two wordings differ by nothing but the order of their parts. Conditionals
// are those of the paper: premise and conclusion are any two different atoms.
func ListClues(p *Puzzle, forms []Form) ([]*Node, error) {
	u := &lister{p: p}
	for k := range p.Properties {
		for v := range p.Properties[k].Values {
			u.atoms = append(u.atoms, IsNode(k, v))
		}
	}
	for _, f := range forms {
		if !slices.Contains(knownForms(), f) {
			names := make([]string, 0, len(knownForms()))
			for _, g := range knownForms() {
				names = append(names, string(g))
			}
			return nil, puzzle.Unknownf("form of clue", string(f), names)
		}
		u.form(f)
		u.counts = append(u.counts, formCounted{f, u.n})
		u.total += u.n
		u.n = 0
	}
	switch {
	case u.total > maxUniverse:
		return nil, u.tooLarge()
	case u.total == 0:
		return nil, u.none()
	}
	return u.out, nil
}

// lister lists clues, and counts them on when there are too many to be kept.
type lister struct {
	p     *Puzzle
	atoms []*Node
	out   []*Node
	n     int // of the form that is being listed

	counts []formCounted
	total  int
}

// formCounted is how many clues there are of a form.
type formCounted struct {
	form Form
	n    int
}

// maxCounted bounds the clues of one form that are counted.
const maxCounted = 1_000_000

func (u *lister) add(n *Node) {
	u.n++
	if len(u.out) < maxUniverse {
		u.out = append(u.out, n)
	}
}

// full tells whether there are so many clues of the form that they are not even counted.
func (u *lister) full() bool { return u.n >= maxCounted }

// tooLarge is the error of forms with too many clues: how many there are, and which to leave out so that the others are few
// enough.
func (u *lister) tooLarge() error {
	slices.SortStableFunc(u.counts, func(a, b formCounted) int { return b.n - a.n })
	number := func(n int, most bool) string {
		if most {
			return fmt.Sprintf("more than %d", n)
		}
		return strconv.Itoa(n)
	}
	rest, over := u.total, false
	var words, out []string
	for _, c := range u.counts {
		if c.n >= maxCounted {
			over = true
		}
		if rest > maxUniverse {
			rest -= c.n
			words = append(words, fmt.Sprintf("%s of form %s", number(c.n, c.n >= maxCounted), c.form))
			out = append(out, string(c.form))
		}
	}
	what := "leave out " + strings.Join(out, ", ") + " from the forms allowed, or make the domains smaller"
	if rest == 0 {
		what = "make the domains smaller, or allow other forms"
	}
	return fmt.Errorf("there are %s clues of the forms allowed over these domains (%s), and at most %d can be chosen from: %s",
		number(u.total, over), strings.Join(words, ", "), maxUniverse, what)
}

// none is the error of forms of which there is no clue.
func (u *lister) none() error {
	var words []string
	for _, c := range u.counts {
		words = append(words, string(c.form))
	}
	return fmt.Errorf("there is no clue of the forms allowed (%s) over these domains: %s", strings.Join(words, ", "), u.lacking())
}

// lacking says what the forms allowed are about that the puzzle does not have.
func (u *lister) lacking() string {
	var needs []string
	need := func(what string) {
		if !slices.Contains(needs, what) {
			needs = append(needs, what)
		}
	}
	for _, c := range u.counts {
		switch f := c.form; {
		case f.placed() && u.p.Lineup == nil:
			need("forms about places need a line-up (lineup, or sizes such as lineup-4x4)")
		case f.placed() && u.p.Lineup.Round && rowOnly(f):
			need("round a table nothing is left, right, between or at an end")
		case f == FormEquation:
			need("equations need properties of whole numbers")
		case f == FormCompare, f == FormDistinct:
			need("form " + string(f) + " needs properties with common values")
		default:
			need("form " + string(f) + " needs more properties or values")
		}
	}
	return strings.Join(needs, "; ")
}

// placed tells whether a form is about places.
func (f Form) placed() bool { return opNamed(string(f)).places() > 0 }

// rowOnly tells whether a form is about rows alone, not about round tables.
func rowOnly(f Form) bool {
	if more := opNamed(string(f)).further(); more != nil {
		return more.Ring == lineup.Never
	}
	return slices.Contains([]Form{Form(Ends.String()), Form(RightOf.String()), Form(LeftOf.String()), Form(Between.String())}, f)
}

// alike tells whether two operands of a form behind numOps can change places.
func (o Op) alike(i, j int) bool {
	parts := o.further().Parts
	return parts == nil || parts[i] == parts[j]
}

// negated gives p <> v for p = v.
func negated(a *Node) *Node { return &Node{Op: a.Op ^ 1, Prop: a.Prop, Val: a.Val} }

func (u *lister) form(f Form) {
	switch f {
	case FormIs:
		for _, a := range u.atoms {
			u.add(a)
		}
	case FormIsNot:
		for _, a := range u.atoms {
			u.add(negated(a))
		}
	case FormIfIs, FormIfIsNot, FormIfNotIs, FormIfNotIsNot:
		u.conditionals(f == FormIfNotIs || f == FormIfNotIsNot, f == FormIfIsNot || f == FormIfNotIsNot)
	case FormCompare:
		u.comparisons()
	case FormEquation:
		u.equations()
	case FormDistinct:
		u.distinct()
	case FormXor, FormIff, FormNot, FormAnd, FormOr:
		u.pairs(f)
		if f == FormAnd || f == FormOr {
			u.triples(f)
		}
	case FormExactly, FormAtLeast, FormAtMost:
		u.triples(f)
	default:
		u.placed(f)
	}
}

func (u *lister) conditionals(negP, negC bool) {
	for i, a := range u.atoms {
		if u.full() {
			return
		}
		for j, b := range u.atoms {
			if i == j {
				continue
			}
			prem, conc := a, b
			if negP {
				prem = negated(a)
			}
			if negC {
				conc = negated(b)
			}
			u.add(ImpliesNode(prem, conc))
		}
	}
}

// pairs lists joinings of two atoms of different properties.
func (u *lister) pairs(f Form) {
	for i, a := range u.atoms {
		if u.full() {
			return
		}
		for _, b := range u.atoms[i+1:] {
			if a.Prop == b.Prop {
				continue
			}
			switch f {
			case FormXor:
				u.add(join(Xor, a, b))
			case FormIff:
				u.add(join(Iff, a, b))
			case FormNot:
				u.add(join(Not, join(And, a, b)))
				u.add(join(Not, join(Or, a, b)))
			default:
				op := And
				if f == FormOr {
					op = Or
				}
				for s := range 4 {
					x, y := a, b
					if s&1 != 0 {
						x = negated(a)
					}
					if s&2 != 0 {
						y = negated(b)
					}
					u.add(join(op, x, y))
				}
			}
		}
	}
}

// triples lists joinings of three atoms of different properties.
func (u *lister) triples(f Form) {
	for i, a := range u.atoms {
		for j, b := range u.atoms[i+1:] {
			if a.Prop == b.Prop {
				continue
			}
			for _, c := range u.atoms[i+j+2:] {
				if c.Prop == b.Prop {
					continue
				}
				three := func(op Op, k int64) { u.add(&Node{Op: op, Num: k, Args: []*Node{a, b, c}}) }
				switch f {
				case FormAnd:
					three(And, 0)
				case FormOr:
					three(Or, 0)
				case FormExactly:
					three(Exactly, 1)
					three(Exactly, 2)
				case FormAtLeast:
					three(AtLeast, 2)
				case FormAtMost:
					three(AtMost, 1)
				}
				if u.full() {
					return
				}
			}
		}
	}
}

func (u *lister) value(k int) *Node { return &Node{Op: Value, Prop: k} }

func (u *lister) distinct() {
	n := len(u.p.Properties)
	for i := range n {
		for j := i + 1; j < n && !u.full(); j++ {
			for k := j + 1; k < n; k++ {
				if u.common(i, j) && u.common(j, k) && u.common(i, k) {
					u.add(join(Distinct, u.value(i), u.value(j), u.value(k)))
				}
			}
		}
	}
}

// common reports whether two properties share a value.
func (u *lister) common(i, j int) bool {
	for _, v := range u.p.Properties[i].Values {
		if u.p.Properties[j].Index(v) >= 0 {
			return true
		}
	}
	return false
}

func (u *lister) comparisons() {
	props := u.p.Properties
	for i := range props {
		for j := i + 1; j < len(props); j++ {
			numbers := props[i].Type == Integer && props[j].Type == Integer
			ranks := props[i].Type == Ordered && props[j].Type == Ordered && slices.Equal(props[i].Values, props[j].Values)
			texts := props[i].Type != Integer && props[j].Type != Integer && u.common(i, j)
			for op := Eq; op <= Ge; op++ {
				if numbers || ranks || texts && op <= Ne {
					u.add(join(op, u.value(i), u.value(j)))
				}
			}
		}
	}
}

// equations lists relations of one number with a constant, and sums, differences and multiples of two or three.
func (u *lister) equations() {
	num := func(n int64) *Node { return &Node{Op: Num, Num: n} }
	var ints []int
	for k := range u.p.Properties {
		if u.p.Properties[k].Type == Integer {
			ints = append(ints, k)
		}
	}
	for _, i := range ints {
		q := &u.p.Properties[i]
		for v := range q.Values {
			u.add(join(Lt, u.value(i), num(q.Number(v))))
			u.add(join(Gt, u.value(i), num(q.Number(v))))
		}
	}
	for x, i := range ints {
		for _, j := range ints[x+1:] {
			if u.full() {
				return
			}
			for _, op := range []Op{Add, Sub} {
				for _, n := range u.results(op, i, j) {
					for _, r := range []Op{Eq, Lt, Gt} {
						u.add(join(r, join(op, u.value(i), u.value(j)), num(n)))
					}
				}
			}
		}
		for _, j := range ints {
			if i == j {
				continue
			}
			for n := int64(2); n <= 4; n++ {
				u.add(join(Eq, u.value(i), join(Mul, num(n), u.value(j))))
			}
			for _, k := range ints {
				if k != i && k > j {
					u.add(join(Eq, u.value(i), join(Add, u.value(j), u.value(k))))
				}
			}
		}
	}
}

// results lists the values that a sum or a difference can have, ascending.
func (u *lister) results(op Op, i, j int) []int64 {
	var out []int64
	q, r := &u.p.Properties[i], &u.p.Properties[j]
	for v := range q.Values {
		for w := range r.Values {
			n := q.Number(v) + r.Number(w)
			if op == Sub {
				n = q.Number(v) - r.Number(w)
			}
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// placed lists the statements of one form about a line-up.
func (u *lister) placed(f Form) {
	l := u.p.Lineup
	if l == nil {
		return
	}
	op := opNamed(string(f))
	if l.Round && rowOnly(f) {
		return
	}
	var items []*Node
	for c := range l.Categories {
		for v := range l.Places {
			items = append(items, &Node{Op: Item, Prop: c, Val: v})
		}
	}
	for i, a := range items {
		if u.full() {
			return
		}
		switch op.places() {
		case 1:
			for n := int64(1); n <= int64(l.Places); n++ {
				if op == At || n == 1 {
					u.add(&Node{Op: op, Num: map[bool]int64{true: n}[op == At], Args: []*Node{a}})
				}
			}
		case 2:
			for j, b := range items {
				symmetric := op == Same || op == Other || op == Next || op == NotNext || op.further() != nil && op.alike(0, 1)
				if i == j || symmetric && j < i || (op == Same || op == Other) && a.Prop == b.Prop {
					continue
				}
				u.add(join(op, a, b))
			}
		case 3:
			for j, b := range items {
				for h, c := range items {
					if a != b && a != c && b != c && (h > j || op.further() != nil && !op.alike(1, 2)) {
						u.add(join(op, a, b, c))
					}
				}
			}
		}
	}
}

// What things hold, in bytes.
const (
	bytesListed = 320 // a clue of three atoms with its form
	bytesThing  = 8   // a property of a thing
)

// newUniverse lists the clues of some forms over the things of a puzzle, with what each bans. It counts on the account of the context
// until it is closed.
func newUniverse(ctx context.Context, p *Puzzle, forms []Form) (*Universe, error) {
	t, err := NewTable(p)
	if err != nil {
		return nil, err
	}
	clues, err := ListClues(p, forms)
	if err != nil {
		return nil, err
	}
	if words := len(clues) * len(t.all); words > maxUniverseWords {
		return nil, fmt.Errorf("what %d clues ban of %d things is too much to keep: allow fewer forms, or make the domains smaller", len(clues), t.N)
	}
	u := &Universe{Table: t, Clues: clues, Forms: make([]Form, len(clues)), Bans: make([]Bits, len(clues))}
	u.mem.Open(ctx, budget.From(ctx))
	if err := u.mem.Take(len(clues)*(bytesListed+8*len(t.all)) + t.N*(len(p.Properties)+3)*bytesThing); err != nil {
		u.mem.Close()
		return nil, err
	}
	for i, c := range clues {
		u.Forms[i] = c.Form()
		u.Bans[i] = t.Bans(c)
	}
	return u, nil
}
