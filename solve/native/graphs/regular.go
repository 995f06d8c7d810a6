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
