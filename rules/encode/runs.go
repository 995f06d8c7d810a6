package encode

import (
	"slices"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// markedCall is before, after, between, first, last and runs.
func (ev *evaluator) markedCall(x *syntax.CallExpr, name string) value {
	if len(x.Args) == 0 {
		ev.fail(x, "%s takes the inside of a generator", name)
	}
	elems, marks := ev.marked(x.Args[0].Value)
	n, p := len(elems), ev.p
	switch name {
	case "runs":
		ring := false
		for _, a := range x.Args[1:] {
			b, ok := ev.eval(a.Value).(bool)
			if a.Kind != syntax.NamedArg || a.Name != "ring" || !ok {
				ev.fail(a.Value, "runs takes ring=True beside its elements")
			}
			ring = b
		}
		return &runList{elems: elems, marks: marks, ring: ring}
	case "first", "last":
		if name == "last" {
			slices.Reverse(elems)
			slices.Reverse(marks)
		}
		var alts []guarded
		none := model.True
		for i, m := range marks {
			if c := ev.and(none, m); c != model.False {
				alts = append(alts, guarded{c, elems[i]})
			}
			if none = ev.and(none, p.Not(m)); none == model.False {
				break
			}
		}
		return ev.merge(x, alts)
	}
	// unmarked[i]: no element up to and with i (for after: from i on) is marked.
	out := &list{}
	prefix, suffix := make([]model.Term, n+1), make([]model.Term, n+1)
	prefix[0], suffix[n] = model.True, model.True
	for i := range n {
		prefix[i+1] = ev.and(prefix[i], p.Not(marks[i]))
	}
	for i := n - 1; i >= 0; i-- {
		suffix[i] = ev.and(suffix[i+1], p.Not(marks[i]))
	}
	for i, v := range elems {
		var c model.Term
		switch name {
		case "before":
			c = prefix[i+1]
		case "after":
			c = suffix[i]
		default:
			c = ev.and(p.Not(marks[i]), p.Not(prefix[i]), p.Not(suffix[i+1]))
		}
		if c != model.False {
			out.elems = append(out.elems, element{cond: c, v: v})
		}
	}
	return out
}

// eachRun lists the runs that there may be, each a list of elements, under the condition that it is a run.
func (ev *evaluator) eachRun(r *runList) *list {
	out := &list{}
	n := len(r.elems)
	if n == 0 {
		return out
	}
	at := func(i int) int { return ((i % n) + n) % n }
	for start := range n {
		if !r.ring && start > 0 && r.marks[start-1] == model.True || r.ring && r.marks[at(start-1)] == model.True {
			continue
		}
		all := model.True
		run := []element{}
		for length := 1; length <= n; length++ {
			ev.step()
			end := start + length - 1
			if !r.ring && end >= n || r.ring && length == n {
				break
			}
			if all = ev.and(all, r.marks[at(end)]); all == model.False {
				break
			}
			run = append(run, element{cond: model.True, v: r.elems[at(end)]})
			c := all
			if r.ring || start > 0 {
				c = ev.and(c, ev.p.Not(r.marks[at(start-1)]))
			}
			if r.ring || end < n-1 {
				c = ev.and(c, ev.p.Not(r.marks[at(end+1)]))
			}
			if c != model.False {
				ev.spend(len(run))
				out.elems = append(out.elems, element{cond: c, v: &list{elems: slices.Clone(run)}})
			}
		}
	}
	if r.ring { // a full ring is one run
		if c := ev.and(r.marks...); c != model.False {
			out.elems = append(out.elems, element{cond: c, v: ev.listOf(r.elems)})
		}
	}
	return out
}

func (ev *evaluator) listOf(vs []value) *list {
	out := &list{}
	for _, v := range vs {
		out.elems = append(out.elems, element{cond: model.True, v: v})
	}
	return out
}

// runCount is how many runs there are: how many marked elements have no marked one before them; a full ring is one.
func (ev *evaluator) runCount(r *runList) value {
	p := ev.p
	var terms []model.Term
	for i, m := range r.marks {
		start := m
		if i > 0 {
			start = ev.and(m, p.Not(r.marks[i-1]))
		} else if r.ring {
			start = ev.and(m, p.Not(r.marks[len(r.marks)-1]))
		}
		terms = append(terms, ev.bit(start))
	}
	if r.ring && len(r.marks) > 0 {
		terms = append(terms, ev.bit(ev.and(r.marks...)))
	}
	return ev.number(p.Add(terms...), model.True, 0, int64(len(r.marks)))
}

// lengthsOfRuns recognises [len(r) for r in runs(...)], which automata read.
func (ev *evaluator) lengthsOfRuns(x *syntax.Comp) *runLengths {
	if len(x.Clauses) != 1 || len(x.Clauses[0].Ifs) > 0 {
		return nil
	}
	call, ok := x.Elt.(*syntax.CallExpr)
	target, ok2 := x.Clauses[0].Target.(*syntax.Name)
	over, ok3 := x.Clauses[0].Iter.(*syntax.CallExpr)
	if !ok || !ok2 || !ok3 || len(call.Args) != 1 {
		return nil
	}
	f, ok := call.Fun.(*syntax.Name)
	a, ok2 := call.Args[0].Value.(*syntax.Name)
	g, ok3 := over.Fun.(*syntax.Name)
	if !ok || !ok2 || !ok3 || f.ID != "len" || g.ID != "runs" || a.ID != target.ID {
		return nil
	}
	return &runLengths{ev.call(over).(*runList)}
}

// equalRuns compares lengths of runs, or sorted lists, with lists.
func (ev *evaluator) equalRuns(x syntax.Node, a, b value) (model.Term, bool) {
	if r, ok := a.(*runLengths); ok {
		return ev.runsAre(x, r.runs, b, false), true
	}
	if r, ok := b.(*runLengths); ok {
		return ev.runsAre(x, r.runs, a, false), true
	}
	s, ok := a.(*sortedList)
	t, ok2 := b.(*sortedList)
	switch {
	case !ok && !ok2:
		return 0, false
	case !ok: // a list that is sorted already
		s, t = t, &sortedList{a}
	case !ok2:
		t = &sortedList{b}
	}
	if r, ok := s.of.(*runLengths); ok {
		return ev.runsAre(x, r.runs, t.of, true), true
	}
	if r, ok := t.of.(*runLengths); ok {
		return ev.runsAre(x, r.runs, s.of, true), true
	}
	return ev.sameElements(x, ev.plain(ev.iterate(x, s.of)), ev.plain(ev.iterate(x, t.of))), true
}

// sameElements says that two lists have the same elements, each as often.
func (ev *evaluator) sameElements(x syntax.Node, a, b []element) model.Term {
	seen := map[value]bool{}
	var values []value
	note := func(elems []element) {
		for _, e := range elems {
			switch v := e.v.(type) {
			case nil:
			case *unknown:
				switch {
				case v.kind == wordsSort:
					for _, w := range v.words {
						if !seen[w] {
							seen[w] = true
							values = append(values, w)
						}
					}
				case v.kind == numbers && v.lo <= v.hi && v.hi-v.lo < 4096:
					for n := v.lo; n <= v.hi; n++ {
						if !seen[n] {
							seen[n] = true
							values = append(values, n)
						}
					}
				default:
					ev.fail(x, "sorted of %s without bounds", describe(v))
				}
			case int64, string:
				if !seen[v] {
					seen[v] = true
					values = append(values, v)
				}
			default:
				ev.fail(x, "sorted of %s", describe(v))
			}
		}
	}
	note(a)
	note(b)
	times := func(elems []element, v value) model.Term {
		var terms []model.Term
		for _, e := range elems {
			ev.step()
			terms = append(terms, ev.bit(ev.and(e.cond, ev.equal(x, e.v, v))))
		}
		return ev.p.Add(terms...)
	}
	var all []model.Term
	for _, v := range values {
		all = append(all, ev.p.Eq(times(a, v), times(b, v)))
	}
	return ev.and(all...)
}

// runsAre says that the lengths of the runs are those of a known list, in order or in any.
func (ev *evaluator) runsAre(x syntax.Node, r *runList, want value, anyOrder bool) model.Term {
	if want == nil {
		return model.False
	}
	var lengths []int64
	elems := ev.plain(ev.iterate(x, want))
	if !surely(elems) {
		ev.fail(x, "the lengths of runs are compared with a list that is known")
	}
	for _, e := range elems {
		n, ok := e.v.(int64)
		if !ok {
			ev.fail(x, "the lengths of runs are compared with known numbers")
		}
		lengths = append(lengths, n)
	}
	if r.ring {
		return ev.ringIs(r, lengths, anyOrder)
	}
	if anyOrder {
		slices.Sort(lengths)
	}
	return ev.p.Regular(ev.runsAutomaton(lengths, anyOrder), r.marks)
}

// maxStates is the greatest number of states of an automaton that reads a line.
const maxStates = 50_000

// runsAutomaton reads a line of marks whose runs have the given lengths. In any order, its states hold which lengths are left.
func (ev *evaluator) runsAutomaton(lengths []int64, anyOrder bool) *model.DFA {
	type state struct {
		left string // the lengths that are left, a byte each
		run  int64  // how long the run under way is; 0 outside of runs
	}
	d := &model.DFA{}
	number := map[state]int{}
	var todo []state
	visit := func(s state) int {
		if i, ok := number[s]; ok {
			return i
		}
		i := d.States
		if d.States++; d.States > maxStates {
			ev.tooMuch("runs of given lengths with more than %d states", maxStates)
		}
		number[s] = i
		todo = append(todo, s)
		return i
	}
	start := make([]byte, len(lengths))
	for i, n := range lengths {
		if n < 1 || n > 200 {
			return &model.DFA{States: 1} // no run has such a length: nothing is accepted
		}
		start[i] = byte(n)
	}
	d.First = visit(state{left: string(start)})
	// done gives what is left after a run of a length has ended.
	done := func(left string, run int64) (string, bool) {
		for i := range len(left) {
			if int64(left[i]) == run {
				return left[:i] + left[i+1:], true
			}
			if !anyOrder {
				break
			}
		}
		return "", false
	}
	for len(todo) > 0 {
		s := todo[0]
		todo = todo[1:]
		from := number[s]
		rest, ended := s.left, true
		if s.run > 0 {
			rest, ended = done(s.left, s.run)
		}
		if ended {
			d.Steps = append(d.Steps, model.DFAStep{From: from, Value: 0, To: visit(state{left: rest})})
			if rest == "" {
				d.Accept = append(d.Accept, from)
			}
		}
		longest := int64(0)
		for i := range len(s.left) {
			if n := int64(s.left[i]); anyOrder || i == 0 {
				longest = max(longest, n)
			}
		}
		if s.run < longest {
			d.Steps = append(d.Steps, model.DFAStep{From: from, Value: 1, To: visit(state{left: s.left, run: s.run + 1})})
		}
	}
	return d
}

// maxRing is the longest ring of marks whose runs are compared as wholes.
const maxRing = 12

// ringIs says that the runs of a ring have the given lengths: the ways of marking the ring are listed, as an automaton that reads
// any of them.
func (ev *evaluator) ringIs(r *runList, lengths []int64, anyOrder bool) model.Term {
	n := len(r.marks)
	if n > maxRing {
		ev.tooMuch("the runs of a ring of more than 12 places")
	}
	want := slices.Clone(lengths)
	if anyOrder {
		slices.Sort(want)
	}
	d := &model.DFA{States: 1}
	trie := map[[2]int]int{} // state and bit -> state
	var last int = -1        // all accepted words end in one state
	for w := range 1 << n {
		ev.step()
		got := ringLengths(w, n)
		if anyOrder {
			slices.Sort(got)
		}
		if !slices.Equal(got, want) {
			continue
		}
		s := 0
		for i := range n {
			bit := w >> i & 1
			next, ok := trie[[2]int{s, bit}]
			if !ok {
				if i == n-1 {
					if last < 0 {
						last = d.States
						d.States++
						d.Accept = []int{last}
					}
					next = last
				} else {
					next = d.States
					d.States++
				}
				trie[[2]int{s, bit}] = next
				d.Steps = append(d.Steps, model.DFAStep{From: s, Value: int64(bit), To: next})
			}
			s = next
		}
	}
	if n == 0 {
		return ev.p.Truth(len(want) == 0)
	}
	return ev.p.Regular(d, r.marks)
}

// ringLengths gives the lengths of the runs of a ring, from the first run that begins on; a full ring is one run.
func ringLengths(w, n int) []int64 {
	if w == 1<<n-1 && n > 0 {
		return []int64{int64(n)}
	}
	var out []int64
	for i := range n {
		if w>>i&1 == 1 && w>>((i+n-1)%n)&1 == 0 {
			length := int64(0)
			for j := i; w>>(j%n)&1 == 1; j++ {
				length++
			}
			out = append(out, length)
		}
	}
	return out
}
