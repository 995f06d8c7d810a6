package deck

import (
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/lineup"
)

// Holds judges a thing by a clue: the definition of what clues mean. Puzzle and clue must be valid. It shares no code with
// the tables and models that solve puzzles.
func (p *Puzzle) Holds(n *Node, t Thing) bool {
	j := judge{p, t}
	return j.holds(n)
}

// Banned reports whether any of the clues bans a thing, and which is the first.
func (p *Puzzle) Banned(t Thing) (clue int, banned bool) {
	for i := range p.Clues {
		if !p.Holds(p.Clues[i].Expr, t) {
			return i, true
		}
	}
	return -1, false
}

// CheckThing says what rule a thing breaks as a solution: it must be one of the puzzle's things, a line-up must have each value
// at one place, and every clue and rule must hold.
func (p *Puzzle) CheckThing(t Thing) error {
	if len(t) != len(p.Properties) {
		return fmt.Errorf("%d values for %d properties", len(t), len(p.Properties))
	}
	for k, v := range t {
		if v < 0 || v >= len(p.Properties[k].Values) {
			return fmt.Errorf("property %s has no value number %d", nearest.Quote(p.Properties[k].Name), v)
		}
	}
	if l := p.Lineup; l != nil {
		for c := range l.Categories {
			seen := map[int]int{}
			for i := 0; i < l.Places; i++ {
				v := t[c*l.Places+i]
				if first, ok := seen[v]; ok {
					return fmt.Errorf("%s stands at the places %d and %d", nearest.Quote(l.Categories[c].Values[v]), first, i+1)
				}
				seen[v] = i + 1
			}
		}
	}
	if p.Things != nil && p.ThingIndex(t) < 0 {
		return fmt.Errorf("%s is none of the things", p.ThingText(t))
	}
	if i, banned := p.Banned(t); banned {
		return fmt.Errorf("%s bans it: %s", p.Clues[i].ID, p.Format(p.Clues[i].Expr))
	}
	if p.Rules != nil {
		return p.Rules.Check(t)
	}
	return nil
}

// judge evaluates nodes of one thing.
type judge struct {
	p *Puzzle
	t Thing
}

func (j judge) holds(n *Node) bool {
	switch n.Op {
	case Is:
		return j.t[n.Prop] == n.Val
	case IsNot:
		return j.t[n.Prop] != n.Val
	case Not:
		return !j.holds(n.Args[0])
	case Implies:
		return !j.holds(n.Args[0]) || j.holds(n.Args[1])
	case Iff:
		return j.holds(n.Args[0]) == j.holds(n.Args[1])
	case And, Or, Xor, Exactly, AtLeast, AtMost:
		count := 0
		for _, a := range n.Args {
			if j.holds(a) {
				count++
			}
		}
		switch n.Op {
		case And:
			return count == len(n.Args)
		case Or:
			return count > 0
		case Xor:
			return count%2 == 1
		case Exactly:
			return int64(count) == n.Num
		case AtLeast:
			return int64(count) >= n.Num
		default:
			return int64(count) <= n.Num
		}
	case Distinct:
		seen := map[string]bool{}
		for _, a := range n.Args {
			_, text := j.term(a)
			if seen[text] {
				return false
			}
			seen[text] = true
		}
		return true
	case Eq, Ne, Lt, Le, Gt, Ge:
		return j.relation(n)
	}
	return j.placed(n)
}

// relation compares numbers and ranks by size, other values by their texts.
func (j judge) relation(n *Node) bool {
	a, ta := j.term(n.Args[0])
	b, tb := j.term(n.Args[1])
	switch n.Op {
	case Eq:
		return ta == tb
	case Ne:
		return ta != tb
	}
	return Related(n.Op, a, b)
}

// term gives the number by which a term compares and the text that tells it from others.
func (j judge) term(n *Node) (int64, string) {
	q := (*Property)(nil)
	v := n.Val
	switch n.Op {
	case Num:
		return n.Num, fmt.Sprint(n.Num)
	case Value:
		q, v = &j.p.Properties[n.Prop], j.t[n.Prop]
	case Lit:
		q = &j.p.Properties[n.Prop]
	case Of:
		q = &j.p.Lineup.Categories[n.Prop]
		v = j.t[n.Prop*j.p.Lineup.Places+j.place(n.Args[0])-1]
	case Pos:
		at := int64(j.place(n.Args[0]))
		return at, fmt.Sprint(at)
	default:
		var out int64
		for i, arg := range n.Args {
			a, _ := j.term(arg)
			switch {
			case n.Op == Neg:
				out = -a
			case i == 0:
				out = a
			case n.Op == Add:
				out += a
			case n.Op == Sub:
				out -= a
			case n.Op == Mul:
				out *= a
			}
		}
		return out, fmt.Sprint(out)
	}
	return q.Number(v), q.Values[v]
}

// place gives the place, from 1, at which an item stands; 0 if the thing has it nowhere.
func (j judge) place(item *Node) int {
	n := j.p.Lineup.Places
	for i := 0; i < n; i++ {
		if j.t[item.Prop*n+i] == item.Val {
			return i + 1
		}
	}
	return 0
}

// placed judges the statements about a line-up.
func (j judge) placed(n *Node) bool {
	l := j.p.Lineup
	a, b := j.place(n.Args[0]), 0
	if len(n.Args) > 1 {
		b = j.place(n.Args[1])
	}
	switch n.Op {
	case Same:
		return a == b
	case Other:
		return a != b
	}
	places := []int{a - 1, b - 1, 0}
	if len(n.Args) > 2 {
		places[2] = j.place(n.Args[2]) - 1
	}
	places = places[:len(n.Args)]
	if slices.Contains(places, -1) {
		return false // it stands nowhere
	}
	m := l.Placement(n)
	return m.Form.Holds(lineup.Row(l.Places, l.Round), m.Said, places...)
}
