package graphs

import (
	"math/bits"

	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// Choice is a value that an input of an automaton may have: the literal that it has it, and the symbol that the automaton reads.
type Choice struct {
	Lit    engine.Lit
	Symbol int32
}

// Automaton is a complete deterministic automaton: Next tells by symbol and state the next state.
type Automaton struct {
	First  int32
	Accept []bool // by state
	Next   [][]int32
}

// set is a set of states.
type set []uint64

func (s set) has(i int32) bool { return s[i>>6]&(1<<uint(i&63)) != 0 }
func (s set) add(i int32)      { s[i>>6] |= 1 << uint(i&63) }

// regular propagates that an automaton accepts what it reads: forwards from the first state it finds the states that may be met
// before each input, backwards from the end those from which the wanted end can be reached (Pesant, "A regular language
// membership constraint for finite sequences of variables", 2004).
type regular struct {
	e      *engine.Engine
	lit    engine.Lit
	a      *Automaton
	inputs [][]Choice
	words  int
	good   set   // the states that accept
	bad    set   // the others
	back   []set // by input, and after the last: the states from which the wanted end can be reached
	front  set
	then   set
	watch  engine.Watch
	names  [][]engine.Lit // by input and state: the literal that it is met before the input; nil while there are none
}

// Regular posts that l is true where the automaton accepts; each input has exactly one of its choices. It gives the number of
// the constraint in the proof.
func Regular(e *engine.Engine, l engine.Lit, a *Automaton, inputs [][]Choice) int32 {
	words := (len(a.Accept) + 63) / 64
	r := &regular{e: e, lit: l, a: a, inputs: inputs, words: words}
	r.good, r.bad, r.front, r.then = make(set, words), make(set, words), make(set, words), make(set, words)
	for s, yes := range a.Accept {
		if yes {
			r.good.add(int32(s))
		} else {
			r.bad.add(int32(s))
		}
	}
	e.Charge((len(inputs) + 4) * (8*words + 64))
	r.back = make([]set, len(inputs)+1)
	room := make(set, words*len(r.back))
	for i := range r.back {
		r.back[i] = room[i*words : (i+1)*words]
	}
	w := e.PostTheory(r)
	w.Lit(l, 0)
	w.Lit(l.Not(), 0)
	for _, choices := range inputs {
		for _, c := range choices {
			w.Lit(c.Lit.Not(), 0)
		}
	}
	r.watch = w
	return w.Name()
}

// Wake, with Cancel, is of the engine: a run looks at everything.
func (r *regular) Wake(int32) {}

// Cancel has nothing to forget.
func (r *regular) Cancel() {}

// only is an input that is taken to have one choice, or none.
type only struct{ input, choice int }

// reach finds, by input, the states from which an end can be reached, with the choices that were open before a position of the
// trail, and reports whether the first state is among them.
func (r *regular) reach(end set, at int32, o only) bool {
	r.e.Pass(len(r.inputs) * len(r.a.Accept))
	copy(r.back[len(r.inputs)], end)
	for i := len(r.inputs) - 1; i >= 0; i-- {
		to, from := r.back[i+1], r.back[i]
		clear(from)
		for k, c := range r.inputs[i] {
			if o.input == i && o.choice != k || o.input != i && r.e.ValueBefore(c.Lit, at) < 0 {
				continue
			}
			for s, next := range r.a.Next[c.Symbol] {
				if to.has(next) {
					from.add(int32(s))
				}
			}
		}
	}
	return r.back[0].has(r.a.First)
}

// step adds to front the states that follow from those of another by a symbol.
func (r *regular) step(from, to set, symbol int32) {
	next := r.a.Next[symbol]
	for i, w := range from {
		for ; w != 0; w &= w - 1 {
			to.add(next[int32(i)<<6+int32(bits.TrailingZeros64(w))])
		}
	}
}

// leads reports whether a symbol leads from one of some states to one of others.
func (r *regular) leads(from, to set, symbol int32) bool {
	next := r.a.Next[symbol]
	for i, w := range from {
		for ; w != 0; w &= w - 1 {
			if to.has(next[int32(i)<<6+int32(bits.TrailingZeros64(w))]) {
				return true
			}
		}
	}
	return false
}

// Run draws the conclusions.
func (r *regular) Run(c *engine.Conclusions) bool {
	if r.names != nil {
		return r.runNamed(c)
	}
	now := r.e.Position()
	for _, wanted := range []bool{true, false} {
		end, l := r.good, r.lit
		if !wanted {
			end, l = r.bad, l.Not()
		}
		if r.e.Value(l) < 0 {
			continue
		}
		if !r.reach(end, now, only{-1, 0}) {
			if !c.Because(l.Not(), why(-1, 0, wanted)) {
				return false
			}
			continue
		}
		if r.e.Value(l) > 0 && !r.prune(c, now, wanted) {
			return false
		}
	}
	return true
}

func why(input, choice int, wanted bool) engine.Why {
	w := engine.Why{A: int32(input), B: int32(choice)}
	if wanted {
		w.Kind = 1
	}
	return w
}

// prune excludes the choices that no way to the wanted end uses.
func (r *regular) prune(c *engine.Conclusions, now int32, wanted bool) bool {
	clear(r.front)
	r.front.add(r.a.First)
	for i, choices := range r.inputs {
		clear(r.then)
		for k, ch := range choices {
			if r.e.ValueBefore(ch.Lit, now) < 0 {
				continue
			}
			if !r.leads(r.front, r.back[i+1], ch.Symbol) {
				if !c.Because(ch.Lit.Not(), why(i, k, wanted)) {
					return false
				}
				continue
			}
			r.step(r.front, r.then, ch.Symbol)
		}
		for w := range r.then {
			r.then[w] &= r.back[i+1][w]
		}
		r.front, r.then = r.then, r.front
	}
	return true
}

// Explain names the choices that had to be excluded: from the first input on, one is named only where, with those before that
// are not named, it would lead to the wanted end.
func (r *regular) Explain(dst []engine.Lit, _ engine.Lit, w engine.Why, at int32) []engine.Lit {
	if w.Kind >= namedBefore {
		return r.explainNamed(dst, w, at)
	}
	wanted := w.Kind == 1
	end := r.good
	if !wanted {
		end = r.bad
	}
	o := only{int(w.A), int(w.B)}
	if o.input >= 0 {
		if wanted {
			dst = append(dst, r.lit.Not())
		} else {
			dst = append(dst, r.lit)
		}
	}
	// A run may be on, which needs its own sets.
	q := *r
	q.back = make([]set, len(r.back))
	room := make(set, r.words*(len(r.back)+2))
	for i := range q.back {
		q.back[i] = room[i*r.words : (i+1)*r.words]
	}
	front, then := room[len(q.back)*r.words:][:r.words], room[(len(q.back)+1)*r.words:]
	q.reach(end, at, o)
	front.add(r.a.First)
	for i, choices := range r.inputs {
		clear(then)
		for k, c := range choices {
			switch {
			case o.input == i:
				if o.choice != k {
					continue
				}
			case r.e.ValueBefore(c.Lit, at) < 0 && r.leads(front, q.back[i+1], c.Symbol):
				dst = append(dst, c.Lit)
				continue
			}
			r.step(front, then, c.Symbol)
		}
		front, then = then, front
	}
	return dst
}

// maxNames bounds the literals for the states of one automaton.
const maxNames = 4096

// Kinds of conclusions where states have literals; 0 and 1 tell which end was wanted where they have none.
const (
	namedBefore = iota + 2 // the state B before input A is not reached from those before
	namedBehind            // nor the end from it
	namedOther             // another state is met there
	namedChoice            // no state before input A goes on with its choice B
)

// Lengthen gives the states that may be met before each input literals of their own, once the search has become long: what is learned can
// then speak of the state between two inputs, where it would repeat all inputs before. That is the difference between a sum over a line
// and the sums of its two parts (Abio and Stuckey, "Conflict directed lazy decomposition", CP 2012).
func (r *regular) Lengthen() {
	n := len(r.inputs)
	if r.names != nil || n < 3 || r.e.Value(r.lit) <= 0 || !r.reach(r.good, r.e.Position(), only{-1, 0}) {
		return
	}
	met := make([]set, n) // from both ends
	count := 0
	front := make(set, r.words)
	front.add(r.a.First)
	for i, choices := range r.inputs {
		met[i] = front
		then := make(set, r.words)
		for _, c := range choices {
			if r.e.Value(c.Lit) >= 0 {
				r.step(front, then, c.Symbol)
			}
		}
		for w := range then {
			then[w] &= r.back[i+1][w]
			count += bits.OnesCount64(then[w])
		}
		front = then
	}
	if count > maxNames {
		return
	}
	names := make([][]engine.Lit, n+1)
	for i := range names {
		names[i] = make([]engine.Lit, len(r.a.Accept))
		for s := range names[i] {
			switch {
			case i == 0 && int32(s) == r.a.First, i == n && r.a.Accept[s]:
				names[i][s] = engine.True
			case i == 0 || i == n || !met[i].has(int32(s)):
				names[i][s] = engine.False
			}
		}
	}
	r.e.Charge((n + 1) * 4 * len(r.a.Accept))
	for i := 1; i < n; i++ {
		var one []engine.Lit
		for s := range names[i] {
			if !met[i].has(int32(s)) {
				continue
			}
			l := r.e.NewLate()
			names[i][s] = l
			one = append(one, l)
			r.watch.Lit(l, 0)
			r.watch.Lit(l.Not(), 0)
		}
		r.e.AddClause(one...)
	}
	r.names = names
	r.watch.Again()
}

// runNamed draws the conclusions where states have literals. Each has a reason in what is beside it: those from the first input on
// rest on the states before, those from the end on the states behind.
func (r *regular) runNamed(c *engine.Conclusions) bool {
	r.e.Pass(2 * len(r.inputs) * len(r.a.Accept))
	n := len(r.inputs)
	front, then := r.front, r.then
	clear(front)
	front.add(r.a.First)
	for i, choices := range r.inputs[:n-1] {
		clear(then)
		for _, ch := range choices {
			if r.e.Value(ch.Lit) >= 0 {
				r.step(front, then, ch.Symbol)
			}
		}
		one := int32(-1)
		for s, l := range r.names[i+1] {
			switch v := r.e.Value(l); {
			case v < 0:
				then[s>>6] &^= 1 << uint(s&63)
				continue
			case !then.has(int32(s)):
				if !c.Because(l.Not(), engine.Why{Kind: namedBefore, A: int32(i + 1), B: int32(s)}) {
					return false
				}
				continue
			case v > 0:
				one = int32(s)
			}
		}
		if one >= 0 {
			for s, l := range r.names[i+1] {
				if int32(s) != one && r.e.Value(l) == 0 {
					if !c.Because(l.Not(), engine.Why{Kind: namedOther, A: int32(i + 1), B: one}) {
						return false
					}
					then[s>>6] &^= 1 << uint(s&63)
				}
			}
		}
		front, then = then, front
	}
	for i := n - 1; i >= 0; i-- {
		from, to := r.names[i], r.names[i+1]
		for s, l := range from {
			if v := r.e.Value(l); v < 0 || i == 0 || r.goesOn(i, s, to) {
				continue
			}
			if !c.Because(l.Not(), engine.Why{Kind: namedBehind, A: int32(i), B: int32(s)}) {
				return false
			}
		}
		for k, ch := range r.inputs[i] {
			if r.e.Value(ch.Lit) < 0 {
				continue
			}
			next, used := r.a.Next[ch.Symbol], false
			for s, l := range from {
				if used = r.e.Value(l) >= 0 && r.e.Value(to[next[s]]) >= 0; used {
					break
				}
			}
			if !used && !c.Because(ch.Lit.Not(), engine.Why{Kind: namedChoice, A: int32(i), B: int32(k)}) {
				return false
			}
		}
	}
	return true
}

// goesOn reports whether an input leads from a state to one that may be met behind it.
func (r *regular) goesOn(i, s int, to []engine.Lit) bool {
	for _, ch := range r.inputs[i] {
		if r.e.Value(ch.Lit) >= 0 && r.e.Value(to[r.a.Next[ch.Symbol][s]]) >= 0 {
			return true
		}
	}
	return false
}

// explainNamed gives the reason of a conclusion where states have literals.
func (r *regular) explainNamed(dst []engine.Lit, w engine.Why, at int32) []engine.Lit {
	i, b := int(w.A), w.B
	was := func(l engine.Lit) bool { return r.e.ValueBefore(l, at) < 0 }
	switch w.Kind {
	case namedOther:
		return append(dst, r.names[i][b].Not())
	case namedBefore:
		for s, l := range r.names[i-1] {
			named := false
			for _, ch := range r.inputs[i-1] {
				switch {
				case r.a.Next[ch.Symbol][s] != b || named:
				case was(l):
					dst, named = append(dst, l), true
				default:
					dst = append(dst, ch.Lit)
				}
			}
		}
	case namedBehind:
		for _, ch := range r.inputs[i] {
			if l := r.names[i+1][r.a.Next[ch.Symbol][b]]; was(l) {
				dst = append(dst, l)
			} else {
				dst = append(dst, ch.Lit)
			}
		}
	case namedChoice:
		next := r.a.Next[r.inputs[i][b].Symbol]
		for s, l := range r.names[i] {
			if was(l) {
				dst = append(dst, l)
			} else {
				dst = append(dst, r.names[i+1][next[s]])
			}
		}
	}
	return dst
}
