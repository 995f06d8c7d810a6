package cards

import (
	"context"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// Tell gives the whole way in few sentences, of puzzles that list their things: facts about properties, each from one clue and the
// facts that it needs with it, and nothing that the solution does not need. Where no clue gives a fact by itself, something is
// supposed and contradicted. What no fact bans is banned by its clue, card by card. Factored puzzles are told step by step.
func (in *Instance) Tell(ctx context.Context, from puzzle.State) iter.Seq2[puzzle.Step, error] {
	if in.table == nil {
		return in.Explain(ctx, from, puzzle.ExplainOptions{})
	}
	return func(yield func(puzzle.Step, error) bool) {
		if err := in.tell(ctx, from, yield); err != nil {
			yield(puzzle.Step{}, err)
		}
	}
}

// link is one thing told: facts that follow from a clue, or from none, and facts that stand before it.
type link struct {
	clue  int     // -1: none
	facts []*Node // from outside an open supposition
	gives []*Node // none: a contradiction

	suppose *Node // what is supposed, and contradicted by sub
	sub     []link
}

// retold is what is known while a solution is put together: facts in the order in which they were found.
type retold struct {
	in    *Instance
	known []*Node
}

// alive gives the things that facts leave.
func (r *retold) alive(facts ...[]*Node) Bits {
	out := FullBits(r.in.table.N)
	for _, list := range facts {
		for _, f := range list {
			if has := r.in.table.has[f.Prop][f.Val]; f.Op == Is {
				out.And(has)
			} else {
				out.AndNot(has)
			}
		}
	}
	return out
}

// follows reports whether a clue and facts prove conclusions; no conclusions stand for a contradiction.
func (r *retold) follows(clue int, gives []*Node, facts ...[]*Node) bool {
	rest := r.alive(facts...)
	if clue >= 0 {
		rest.AndNot(r.in.bans[clue])
	}
	if len(gives) == 0 {
		return rest.Empty()
	}
	return rest.Subset(r.alive(gives))
}

// news gives what a clue adds to what is alive: of each property its value, or the values that it has not; broken says that the clue
// leaves nothing.
func (r *retold) news(clue int, alive Bits) (gives []*Node, broken bool) {
	rest := alive.Clone()
	if rest.AndNot(r.in.bans[clue]); rest.Empty() {
		return nil, true
	}
	for i, has := range r.in.table.has {
		var out []*Node
		left, n := 0, 0
		for v, things := range has {
			if rest.Meets(things) {
				left, n = v, n+1
			} else if alive.Meets(things) {
				out = append(out, IsNotNode(i, v))
			}
		}
		if len(out) > 0 && n == 1 {
			out = []*Node{IsNode(i, left)}
		}
		gives = append(gives, out...)
	}
	return gives, false
}

// left gives the values that are the last of their properties, and not known yet.
func (r *retold) left(alive Bits) (gives []*Node) {
	for i, has := range r.in.table.has {
		left, n := 0, 0
		for v, things := range has {
			if alive.Meets(things) {
				left, n = v, n+1
			}
		}
		if is := IsNode(i, left); n == 1 && len(has) > 1 && !r.knows(is) {
			gives = append(gives, is)
		}
	}
	return gives
}

// worthOf prefers what settles a property.
func worthOf(gives []*Node) int {
	n := 0
	for _, g := range gives {
		if n++; g.Op == Is {
			n += 10
		}
	}
	return n
}

// next gives the clue that says most about what is alive; broken where one leaves nothing, ok is false where none says anything.
func (r *retold) next(alive Bits) (best link, broken, ok bool) {
	most := 0
	for c := range r.in.bans {
		gives, broken := r.news(c, alive)
		if broken {
			return link{clue: c}, true, true
		}
		if w := worthOf(gives); w > most {
			best, most = link{clue: c, gives: gives}, w
		}
	}
	return best, false, most > 0
}

// refute supposes a fact and follows it up clue by clue; ok is false where nothing contradicts it.
func (r *retold) refute(f *Node) (l link, ok bool) {
	l = link{clue: -1, suppose: f}
	have := []*Node{f}
	for {
		step, broken, more := r.next(r.alive(r.known, have))
		if !more {
			return l, false
		}
		if l.sub = append(l.sub, step); broken {
			break
		}
		have = append(have, step.gives...)
	}
	// Backwards: only what the contradiction needs.
	need := map[[3]int]bool{}
	for i := len(l.sub) - 1; i >= 0; i-- {
		s := &l.sub[i]
		if s.gives = slices.DeleteFunc(s.gives, func(g *Node) bool { return !need[keyOf(g)] }); len(s.gives) == 0 && i < len(l.sub)-1 {
			l.sub = slices.Delete(l.sub, i, i+1)
			continue
		}
		inside := []*Node{f}
		for _, before := range l.sub[:i] {
			inside = append(inside, before.gives...)
		}
		s.facts = r.least(s.clue, s.gives, r.known, inside)
		for _, g := range r.least(s.clue, s.gives, inside, s.facts) {
			need[keyOf(g)] = true
		}
	}
	return l, true
}

// keyOf tells facts apart.
func keyOf(n *Node) [3]int { return [3]int{int(n.Op), n.Prop, n.Val} }

// least gives the facts that a conclusion needs beside others: those that settle a property are kept rather than those that exclude
// a value, and old ones rather than new ones.
func (r *retold) least(clue int, gives, facts, beside []*Node) []*Node {
	var out []*Node
	for _, op := range []Op{IsNot, Is} {
		for i := len(facts) - 1; i >= 0; i-- {
			if facts[i].Op == op {
				out = append(out, facts[i])
			}
		}
	}
	for i := 0; i < len(out); i++ {
		if shorter := slices.Delete(slices.Clone(out), i, i+1); r.follows(clue, gives, shorter, beside) {
			out = shorter
			i--
		}
	}
	slices.Reverse(out)
	return out
}

// knows tells whether a fact is known.
func (r *retold) knows(n *Node) bool {
	return slices.ContainsFunc(r.known, func(k *Node) bool { return sameAtom(k, n) })
}

// add takes facts up.
func (r *retold) add(gives []*Node) {
	for _, g := range gives {
		if !r.knows(g) {
			r.known = append(r.known, g)
		}
	}
}

// whole finds a way as far as clues and suppositions lead, and takes out what the end does not need.
func (r *retold) whole(ctx context.Context) ([]link, error) {
	var ls []link
	var ends []int // how much was known before each
	for ctx.Err() == nil {
		alive := r.alive(r.known)
		l, broken, ok := r.next(alive)
		if broken {
			return nil, errContradiction
		}
		if gives := r.left(alive); len(gives) > 0 {
			l, ok = link{clue: -1, gives: gives}, true
		}
		if !ok {
			fewest := 0
			for i, has := range r.in.table.has {
				for v, things := range has {
					if !alive.Meets(things) || things.Equal(r.alive()) || alive.Subset(things) {
						continue
					}
					if found, refuted := r.refute(IsNode(i, v)); refuted && (!ok || len(found.sub) < fewest) {
						found.gives = []*Node{IsNotNode(i, v)}
						l, ok, fewest = found, true, len(found.sub)
					}
				}
			}
		}
		if !ok {
			break
		}
		ls, ends = append(ls, l), append(ends, len(r.known))
		r.add(l.gives)
	}
	// Of each property its value at the end, or what is excluded: these are what is asked. Each link is told with what it needs.
	need := map[[3]int]bool{}
	for i := range r.in.table.has {
		value := slices.IndexFunc(r.known, func(k *Node) bool { return k.Prop == i && k.Op == Is })
		for n, k := range r.known {
			if k.Prop == i && (value < 0 || n == value) {
				need[keyOf(k)] = true
			}
		}
	}
	all := r.known
	defer func() { r.known = all }()
	for i := len(ls) - 1; i >= 0; i-- {
		l := &ls[i]
		l.gives = slices.DeleteFunc(l.gives, func(g *Node) bool { return !need[keyOf(g)] })
		if len(l.gives) == 0 {
			ls = slices.Delete(ls, i, i+1)
			continue
		}
		r.known = all[:ends[i]]
		if l.suppose == nil {
			l.facts = r.least(l.clue, l.gives, r.known, nil)
		}
		for _, list := range append([]link{*l}, l.sub...) {
			for _, f := range list.facts {
				need[keyOf(f)] = true
			}
		}
	}
	return ls, ctx.Err()
}

func (in *Instance) tell(ctx context.Context, from puzzle.State, yield func(puzzle.Step, error) bool) error {
	m, err := in.start(from)
	if err != nil {
		return err
	}
	open, marked := m.split()
	r := &retold{in: in}
	for i, has := range in.table.has {
		for v, things := range has {
			if !things.Empty() && things.Subset(marked) {
				r.known = append(r.known, IsNotNode(i, v))
			}
		}
	}
	known := slices.Clone(r.known)
	ls, err := r.whole(ctx)
	if err != nil {
		return err
	}
	say := in.speaker()
	r.known = known
	for _, l := range ls {
		s := puzzle.Step{Technique: "clue", Name: say.say("given"), Cost: 1, Text: say.link(l)}
		if l.suppose != nil {
			s.Technique, s.Name, s.Cost = string(LawContradiction), say.law(LawContradiction), float64(2+len(l.sub))
		}
		var clues []int
		for _, part := range append([]link{l}, l.sub...) {
			if part.clue >= 0 && !slices.Contains(clues, part.clue) {
				clues = append(clues, part.clue)
				s.Because = append(s.Because, in.clueRef(part.clue))
			}
		}
		r.add(l.gives)
		alive := r.alive(r.known)
		for _, i := range open.List() {
			if !alive.Has(i) {
				s.Moves = append(s.Moves, banMove(i, in.blame(i, clues)))
				s.Effects = append(s.Effects, in.thingRef(i))
			}
		}
		open.And(alive)
		if !yield(s, nil) {
			return nil
		}
	}
	return in.exclude(ctx, say, open, yield) // what no fact about one property bans
}

// link puts what is told in words. The reader of the tests has the same patterns.
func (s speaker) link(l link) string {
	if l.suppose == nil {
		return s.capital(s.pattern("told", l))
	}
	text := []string{s.capital(s.of("told-suppose", supposed(l.suppose)))}
	for _, part := range l.sub {
		key := "told-then"
		if len(part.gives) == 0 {
			key = "told-against"
		}
		text = append(text, s.capital(s.pattern(key, part)))
	}
	text = append(text, s.of("hence", map[string]saying{"facts": row(l.gives)}))
	return strings.Join(text, s.say("told-space"))
}

// pattern fills the pattern of a name for what a link rests on.
func (s speaker) pattern(key string, l link) string {
	if l.clue >= 0 {
		key += "-clue"
	}
	if len(l.facts) > 0 {
		key += "-from"
	}
	return s.of(key, map[string]saying{"k": row(l.gives), "f": row(l.facts)}, "n", strconv.Itoa(l.clue+1))
}

// row puts facts in words one after another.
func row(list []*Node) saying {
	return func(s speaker) string {
		words := make([]string, len(list))
		for i, n := range list {
			words[i] = s.statement(n, 0)
			s = s.next()
		}
		return strings.Join(words, s.say("and"))
	}
}
