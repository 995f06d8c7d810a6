package laws

import (
	"context"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
)

// Link is one thing told: facts that follow from clues, or from none, and facts that stand before it.
type Link struct {
	Clues []int
	Facts []*deck.Node // from outside an open supposition
	Gives []*deck.Node // none: a contradiction

	Suppose []*deck.Node // what is supposed, values of one property, and contradicted by Sub
	Sub     []Link
}

// retold is what is known while a solution is put together: facts in the order in which they were found.
type retold struct {
	s     Subject
	known []*deck.Node
}

// Alive gives the things that facts leave.
func (s Subject) Alive(facts ...[]*deck.Node) bitset.Set {
	out := bitset.Full(s.Table.N)
	for _, list := range facts {
		for _, f := range list {
			if has := s.Table.Has[f.Prop][f.Val]; f.Op == deck.Is {
				out.And(has)
			} else {
				out.AndNot(has)
			}
		}
	}
	return out
}

// follows reports whether clues and facts prove conclusions; no conclusions stand for a contradiction.
func (r *retold) follows(clues []int, gives []*deck.Node, facts ...[]*deck.Node) bool {
	rest := r.s.Alive(facts...)
	for _, c := range clues {
		rest.AndNot(r.s.Bans[c])
	}
	if len(gives) == 0 {
		return rest.Empty()
	}
	return rest.Subset(r.s.Alive(gives))
}

// news gives what a clue adds to what is alive: of each property its value, or the values that it has not; broken says that the clue
// leaves nothing.
func (r *retold) news(clue int, alive bitset.Set) (gives []*deck.Node, broken bool) {
	rest := alive.Clone()
	if rest.AndNot(r.s.Bans[clue]); rest.Empty() {
		return nil, true
	}
	for i, has := range r.s.Table.Has {
		var out []*deck.Node
		left, n := 0, 0
		for v, things := range has {
			if rest.Meets(things) {
				left, n = v, n+1
			} else if alive.Meets(things) {
				out = append(out, deck.IsNotNode(i, v))
			}
		}
		if len(out) > 0 && n == 1 {
			out = []*deck.Node{deck.IsNode(i, left)}
		}
		gives = append(gives, out...)
	}
	return gives, false
}

// left gives the values that are the last of their properties, and not known yet.
func (r *retold) left(alive bitset.Set) (gives []*deck.Node) {
	for i, has := range r.s.Table.Has {
		left, n := 0, 0
		for v, things := range has {
			if alive.Meets(things) {
				left, n = v, n+1
			}
		}
		if is := deck.IsNode(i, left); n == 1 && len(has) > 1 && !r.knows(is) {
			gives = append(gives, is)
		}
	}
	return gives
}

// worthOf prefers what settles a property.
func worthOf(gives []*deck.Node) int {
	n := 0
	for _, g := range gives {
		if n++; g.Op == deck.Is {
			n += 10
		}
	}
	return n
}

// next gives the clue that says most about what is alive; broken where one leaves nothing, ok is false where none says anything.
func (r *retold) next(alive bitset.Set) (best Link, broken, ok bool) {
	most := 0
	for c := range r.s.Bans {
		gives, broken := r.news(c, alive)
		if broken {
			return Link{Clues: []int{c}}, true, true
		}
		if w := worthOf(gives); w > most {
			best, most = Link{Clues: []int{c}, Gives: gives}, w
		}
	}
	return best, false, most > 0
}

// refute supposes a fact and follows it up clue by clue; ok is false where nothing contradicts it.
func (r *retold) refute(f *deck.Node) (l Link, ok bool) {
	l = Link{Suppose: []*deck.Node{f}}
	have := []*deck.Node{f}
	for {
		step, broken, more := r.next(r.s.Alive(r.known, have))
		if !more {
			return l, false
		}
		if l.Sub = append(l.Sub, step); broken {
			break
		}
		have = append(have, step.Gives...)
	}
	// Backwards: only what the contradiction needs.
	need := map[[3]int]bool{}
	for i := len(l.Sub) - 1; i >= 0; i-- {
		s := &l.Sub[i]
		if s.Gives = slices.DeleteFunc(s.Gives, func(g *deck.Node) bool { return !need[keyOf(g)] }); len(s.Gives) == 0 && i < len(l.Sub)-1 {
			l.Sub = slices.Delete(l.Sub, i, i+1)
			continue
		}
		inside := []*deck.Node{f}
		for _, before := range l.Sub[:i] {
			inside = append(inside, before.Gives...)
		}
		s.Facts = r.least(s.Clues, s.Gives, r.known, inside)
		for _, g := range r.least(s.Clues, s.Gives, inside, s.Facts) {
			need[keyOf(g)] = true
		}
	}
	return l, true
}

// keyOf tells facts apart.
func keyOf(n *deck.Node) [3]int { return [3]int{int(n.Op), n.Prop, n.Val} }

// least gives the facts that a conclusion needs beside others: those that settle a property are kept rather than those that exclude
// a value, and old ones rather than new ones.
func (r *retold) least(clues []int, gives, facts, beside []*deck.Node) []*deck.Node {
	var out []*deck.Node
	for _, op := range []deck.Op{deck.IsNot, deck.Is} {
		for i := len(facts) - 1; i >= 0; i-- {
			if facts[i].Op == op {
				out = append(out, facts[i])
			}
		}
	}
	for i := 0; i < len(out); i++ {
		if shorter := slices.Delete(slices.Clone(out), i, i+1); r.follows(clues, gives, shorter, beside) {
			out = shorter
			i--
		}
	}
	slices.Reverse(out)
	return out
}

// knows tells whether a fact is known.
func (r *retold) knows(n *deck.Node) bool {
	return slices.ContainsFunc(r.known, func(k *deck.Node) bool { return sameAtom(k, n) })
}

// add takes facts up.
func (r *retold) add(gives []*deck.Node) {
	for _, g := range gives {
		if !r.knows(g) {
			r.known = append(r.known, g)
		}
	}
}

// Retell finds a way from facts that are known as far as clues and suppositions lead, takes out what the end does not need, and says
// together what has one cause. It is for puzzles that list their things.
func (s Subject) Retell(ctx context.Context, known []*deck.Node) ([]Link, error) {
	r := &retold{s: s, known: slices.Clone(known)}
	var ls []Link
	var ends []int // how much was known before each
	for ctx.Err() == nil {
		alive := r.s.Alive(r.known)
		l, broken, ok := r.next(alive)
		if broken {
			return nil, ErrContradiction
		}
		if gives := r.left(alive); len(gives) > 0 {
			l, ok = Link{Gives: gives}, true
		}
		if !ok {
			l, ok = r.supposed(alive)
		}
		if !ok {
			break
		}
		ls, ends = append(ls, l), append(ends, len(r.known))
		r.add(l.Gives)
	}
	return r.together(r.needed(ls, ends)), ctx.Err()
}

// supposed gives the supposition that is contradicted soonest.
func (r *retold) supposed(alive bitset.Set) (l Link, ok bool) {
	for i, has := range r.s.Table.Has {
		for v, things := range has {
			if !alive.Meets(things) || things.Equal(r.s.Alive()) || alive.Subset(things) {
				continue
			}
			if found, refuted := r.refute(deck.IsNode(i, v)); refuted && (!ok || len(found.Sub) < len(l.Sub)) {
				found.Gives = []*deck.Node{deck.IsNotNode(i, v)}
				l, ok = found, true
			}
		}
	}
	return l, ok
}

// needed takes out what the end does not need, and gives each link the facts that it needs. What is asked at the end is the value of each
// property, or what is excluded of it. ends says how much was known before each link.
func (r *retold) needed(ls []Link, ends []int) []Link {
	need := map[[3]int]bool{}
	for i := range r.s.Table.Has {
		value := slices.IndexFunc(r.known, func(k *deck.Node) bool { return k.Prop == i && k.Op == deck.Is })
		for n, k := range r.known {
			if k.Prop == i && (value < 0 || n == value) {
				need[keyOf(k)] = true
			}
		}
	}
	for i := len(ls) - 1; i >= 0; i-- {
		l := &ls[i]
		l.Gives = slices.DeleteFunc(l.Gives, func(g *deck.Node) bool { return !need[keyOf(g)] })
		if len(l.Gives) == 0 {
			ls = slices.Delete(ls, i, i+1)
			continue
		}
		if l.Suppose == nil {
			l.Facts = r.least(l.Clues, l.Gives, r.known[:ends[i]], nil)
		}
		for _, list := range append([]Link{*l}, l.Sub...) {
			for _, f := range list.Facts {
				need[keyOf(f)] = true
			}
		}
	}
	return ls
}

// together merges links that exclude values of one property for one reason: each by a clue and the same facts, or by the same argument
// from what is supposed. What is merged is told where the first of them is, for its facts are known there.
func (r *retold) together(ls []Link) []Link {
	var out []Link
next:
	for _, l := range ls {
		for i := range out {
			first := &out[i]
			gives := slices.Concat(first.Gives, l.Gives)
			if !excludes(gives) || !sameNodes(first.Facts, l.Facts) || (first.Suppose == nil) != (l.Suppose == nil) || (len(first.Clues) == 0) != (len(l.Clues) == 0) {
				continue
			}
			if !slices.EqualFunc(first.Sub, l.Sub, func(a, b Link) bool {
				return slices.Equal(a.Clues, b.Clues) && sameNodes(a.Facts, b.Facts) && sameNodes(a.Gives, b.Gives)
			}) {
				continue
			}
			clues := slices.Concat(first.Clues, l.Clues)
			if l.Suppose == nil && len(r.least(clues, gives, l.Facts, nil)) < len(l.Facts) {
				continue // both clues need fewer facts than each, and the sentence would name idle ones
			}
			slices.Sort(clues)
			first.Gives, first.Clues, first.Suppose = gives, slices.Compact(clues), slices.Concat(first.Suppose, l.Suppose)
			continue next
		}
		out = append(out, l)
	}
	return out
}

// excludes reports whether facts exclude values of one property.
func excludes(facts []*deck.Node) bool {
	return !slices.ContainsFunc(facts, func(f *deck.Node) bool { return f.Op != deck.IsNot || f.Prop != facts[0].Prop })
}

func sameNodes(a, b []*deck.Node) bool { return slices.EqualFunc(a, b, deck.EqualNode) }
