package choose

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// PlaceForms lists the forms of clues about line-ups.
func PlaceForms() []deck.Form {
	var out []deck.Form
	for o := deck.At; o <= deck.Between; o++ {
		out = append(out, deck.Form(o.String()))
	}
	return out
}

// AllForms lists the forms that a generation can choose from: those of the paper, then the others.
func AllForms() []deck.Form {
	return append(append(deck.PaperForms(), deck.FormNot, deck.FormAnd, deck.FormOr, deck.FormXor, deck.FormIff, deck.FormExactly, deck.FormAtLeast, deck.FormAtMost,
		deck.FormDistinct, deck.FormCompare, deck.FormEquation), PlaceForms()...)
}

// knownForms lists the forms that can be asked for by name.
func knownForms() []deck.Form { return append(AllForms(), deck.FurtherForms()...) }

// maxUniverse bounds the clues that a generation chooses from, and maxUniverseWords the memory for what they ban, in words of 64
// bits.
const (
	maxUniverse      = 60_000
	maxUniverseWords = 16 << 20
)

// ListClues lists the clues of some forms over the domains of a valid puzzle that a generation chooses from: every one that can be said with at most three atoms, in a fixed
// order, each meaning in one wording only where two wordings differ by nothing but the order of their parts. Conditionals
// are those of the paper: premise and conclusion are any two different atoms.
func ListClues(p *deck.Puzzle, forms []deck.Form) ([]*deck.Node, error) {
	u := &lister{p: p}
	for k := range p.Properties {
		for v := range p.Properties[k].Values {
			u.atoms = append(u.atoms, deck.IsNode(k, v))
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
	p     *deck.Puzzle
	atoms []*deck.Node
	out   []*deck.Node
	n     int // of the form that is being listed

	counts []formCounted
	total  int
}

// formCounted is how many clues there are of a form.
type formCounted struct {
	form deck.Form
	n    int
}

// maxCounted bounds the clues of one form that are counted.
const maxCounted = 1_000_000

func (u *lister) add(n *deck.Node) {
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
		case f.Placed() && u.p.Lineup == nil:
			need("forms about places need a line-up (lineup, or sizes such as lineup-4x4)")
		case f.Placed() && u.p.Lineup.Round && deck.RowOnly(f):
			need("round a table nothing is left, right, between or at an end")
		case f == deck.FormEquation:
			need("equations need properties of whole numbers")
		case f == deck.FormCompare, f == deck.FormDistinct:
			need("form " + string(f) + " needs properties with common values")
		default:
			need("form " + string(f) + " needs more properties or values")
		}
	}
	return strings.Join(needs, "; ")
}

func (u *lister) form(f deck.Form) {
	switch f {
	case deck.FormIs, deck.FormIsNot:
		for _, a := range u.atoms {
			u.add(signed(a, f == deck.FormIsNot))
		}
	case deck.FormIfIs, deck.FormIfIsNot, deck.FormIfNotIs, deck.FormIfNotIsNot:
		u.conditionals(f == deck.FormIfNotIs || f == deck.FormIfNotIsNot, f == deck.FormIfIsNot || f == deck.FormIfNotIsNot)
	case deck.FormCompare:
		u.comparisons()
	case deck.FormEquation:
		u.equations()
	case deck.FormDistinct:
		u.distinct()
	case deck.FormXor, deck.FormIff:
		u.sets(2, func(a []*deck.Node) { u.add(deck.Join(deck.OpNamed(string(f)), a...)) })
	case deck.FormNot:
		u.sets(2, func(a []*deck.Node) {
			u.add(deck.Join(deck.Not, deck.Join(deck.And, a...)))
			u.add(deck.Join(deck.Not, deck.Join(deck.Or, a...)))
		})
	case deck.FormAnd, deck.FormOr:
		op := deck.OpNamed(string(f))
		u.sets(2, func(a []*deck.Node) {
			for s := range 4 {
				u.add(deck.Join(op, signed(a[0], s&1 != 0), signed(a[1], s&2 != 0)))
			}
		})
		u.sets(3, func(a []*deck.Node) { u.add(deck.Join(op, a...)) })
	case deck.FormExactly, deck.FormAtLeast, deck.FormAtMost:
		numbers := map[deck.Form][]int64{deck.FormExactly: {1, 2}, deck.FormAtLeast: {2}, deck.FormAtMost: {1}}[f]
		u.sets(3, func(a []*deck.Node) {
			for _, n := range numbers {
				u.add(&deck.Node{Op: deck.OpNamed(string(f)), Num: n, Args: a})
			}
		})
	default:
		u.placed(f)
	}
}

// signed gives an atom, or its contrary.
func signed(a *deck.Node, not bool) *deck.Node {
	if not {
		return deck.Negated(a)
	}
	return a
}

func (u *lister) conditionals(negP, negC bool) {
	for i, a := range u.atoms {
		if u.full() {
			return
		}
		for j, b := range u.atoms {
			if i != j {
				u.add(deck.ImpliesNode(signed(a, negP), signed(b, negC)))
			}
		}
	}
}

// sets lists so many atoms of different properties, in every way.
func (u *lister) sets(n int, add func([]*deck.Node)) {
	var extend func(have []*deck.Node, rest []*deck.Node)
	extend = func(have []*deck.Node, rest []*deck.Node) {
		if len(have) == n {
			add(slices.Clone(have))
			return
		}
		for i, a := range rest {
			if u.full() {
				return
			}
			if len(have) == 0 || have[len(have)-1].Prop != a.Prop {
				extend(append(have, a), rest[i+1:])
			}
		}
	}
	extend(make([]*deck.Node, 0, n), u.atoms)
}

func (u *lister) value(k int) *deck.Node { return &deck.Node{Op: deck.Value, Prop: k} }

func (u *lister) distinct() {
	n := len(u.p.Properties)
	for i := range n {
		for j := i + 1; j < n && !u.full(); j++ {
			for k := j + 1; k < n; k++ {
				if u.common(i, j) && u.common(j, k) && u.common(i, k) {
					u.add(deck.Join(deck.Distinct, u.value(i), u.value(j), u.value(k)))
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
			numbers := props[i].Type == deck.Integer && props[j].Type == deck.Integer
			ranks := props[i].Type == deck.Ordered && props[j].Type == deck.Ordered && slices.Equal(props[i].Values, props[j].Values)
			texts := props[i].Type != deck.Integer && props[j].Type != deck.Integer && u.common(i, j)
			for op := deck.Eq; op <= deck.Ge; op++ {
				if numbers || ranks || texts && op <= deck.Ne {
					u.add(deck.Join(op, u.value(i), u.value(j)))
				}
			}
		}
	}
}

// equations lists relations of one number with a constant, and sums, differences and multiples of two or three.
func (u *lister) equations() {
	num := func(n int64) *deck.Node { return &deck.Node{Op: deck.Num, Num: n} }
	var ints []int
	for k := range u.p.Properties {
		if u.p.Properties[k].Type == deck.Integer {
			ints = append(ints, k)
		}
	}
	for _, i := range ints {
		q := &u.p.Properties[i]
		for v := range q.Values {
			u.add(deck.Join(deck.Lt, u.value(i), num(q.Number(v))))
			u.add(deck.Join(deck.Gt, u.value(i), num(q.Number(v))))
		}
	}
	for x, i := range ints {
		for _, j := range ints[x+1:] {
			if u.full() {
				return
			}
			for _, op := range []deck.Op{deck.Add, deck.Sub} {
				for _, n := range u.results(op, i, j) {
					for _, r := range []deck.Op{deck.Eq, deck.Lt, deck.Gt} {
						u.add(deck.Join(r, deck.Join(op, u.value(i), u.value(j)), num(n)))
					}
				}
			}
		}
		for _, j := range ints {
			if i == j {
				continue
			}
			for n := int64(2); n <= 4; n++ {
				u.add(deck.Join(deck.Eq, u.value(i), deck.Join(deck.Mul, num(n), u.value(j))))
			}
			for _, k := range ints {
				if k != i && k > j {
					u.add(deck.Join(deck.Eq, u.value(i), deck.Join(deck.Add, u.value(j), u.value(k))))
				}
			}
		}
	}
}

// results lists the values that a sum or a difference can have, ascending.
func (u *lister) results(op deck.Op, i, j int) []int64 {
	var out []int64
	q, r := &u.p.Properties[i], &u.p.Properties[j]
	for v := range q.Values {
		for w := range r.Values {
			n := q.Number(v) + r.Number(w)
			if op == deck.Sub {
				n = q.Number(v) - r.Number(w)
			}
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// placed lists the statements of one form about a line-up.
func (u *lister) placed(f deck.Form) {
	l := u.p.Lineup
	if l == nil {
		return
	}
	op := deck.OpNamed(string(f))
	if l.Round && deck.RowOnly(f) {
		return
	}
	var items []*deck.Node
	for c := range l.Categories {
		for v := range l.Places {
			items = append(items, &deck.Node{Op: deck.Item, Prop: c, Val: v})
		}
	}
	for i, a := range items {
		if u.full() {
			return
		}
		switch op.Places() {
		case 1:
			for n := int64(1); n <= int64(l.Places); n++ {
				if op == deck.At || n == 1 {
					u.add(&deck.Node{Op: op, Num: map[bool]int64{true: n}[op == deck.At], Args: []*deck.Node{a}})
				}
			}
		case 2:
			for j, b := range items {
				symmetric := op == deck.Same || op == deck.Other || op == deck.Next || op == deck.NotNext || op.Further() != nil && op.Alike(0, 1)
				if i == j || symmetric && j < i || (op == deck.Same || op == deck.Other) && a.Prop == b.Prop {
					continue
				}
				u.add(deck.Join(op, a, b))
			}
		case 3:
			for j, b := range items {
				for h, c := range items {
					if a != b && a != c && b != c && (h > j || op.Further() != nil && !op.Alike(1, 2)) {
						u.add(deck.Join(op, a, b, c))
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
func newUniverse(ctx context.Context, p *deck.Puzzle, forms []deck.Form) (*Universe, error) {
	t, err := solving.NewTable(p)
	if err != nil {
		return nil, err
	}
	clues, err := ListClues(p, forms)
	if err != nil {
		return nil, err
	}
	if words := len(clues) * len(t.All); words > maxUniverseWords {
		return nil, fmt.Errorf("what %d clues ban of %d things is too much to keep: allow fewer forms, or make the domains smaller", len(clues), t.N)
	}
	u := &Universe{Table: t, Clues: clues, Forms: make([]deck.Form, len(clues)), Bans: make([]bitset.Set, len(clues))}
	u.mem.Open(ctx, budget.From(ctx))
	if err := u.mem.Take(len(clues)*(bytesListed+8*len(t.All)) + t.N*(len(p.Properties)+3)*bytesThing); err != nil {
		u.mem.Close()
		return nil, err
	}
	for i, c := range clues {
		u.Forms[i] = c.Form()
		u.Bans[i] = t.Bans(c)
	}
	return u, nil
}
