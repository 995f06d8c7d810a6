package encode

import (
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// maxMachine bounds the states of an automaton that was made deterministic.
const maxMachine = 20_000

// subsets lists the sublists of a list that are not empty.
func (ev *evaluator) subsets(x syntax.Node, elems []element) value {
	if len(elems) > rules.MaxSubset {
		ev.tooMuch("the subsets of more than %d elements", rules.MaxSubset)
	}
	if !surely(elems) {
		ev.fail(x, "subsets of a list whose elements are not known")
	}
	out := &list{}
	for set := 1; set < 1<<len(elems); set++ {
		ev.step()
		some := &list{}
		for i, e := range elems {
			if set>>i&1 != 0 {
				some.elems = append(some.elems, e)
			}
		}
		ev.spend(len(some.elems))
		out.elems = append(out.elems, element{cond: model.True, v: some})
	}
	return out
}

// accepts says that an automaton accepts the values of a list, read in order. Its moves, three numbers each, and its states are known; it
// may have several moves for a value and is made deterministic here.
func (ev *evaluator) accepts(x *syntax.CallExpr, values, moves, starts, ends value) value {
	known := func(i int, v value) []int64 {
		var out []int64
		var flat []element // moves may stand in lists of their own
		for _, e := range ev.plain(ev.iterate(x, v)) {
			if _, listed := e.v.(*list); listed && i == 1 && e.cond == model.True {
				flat = append(flat, ev.plain(ev.iterate(x, e.v))...)
			} else {
				flat = append(flat, e)
			}
		}
		for _, e := range flat {
			n, ok := e.v.(int64)
			if !ok || e.cond != model.True {
				ev.fail(x.Args[i].Value, "the moves and states of accepts must be known")
			}
			out = append(out, n)
		}
		return out
	}
	table, from, to := known(1, moves), known(2, starts), known(3, ends)
	if len(table)%3 != 0 {
		ev.fail(x.Args[1].Value, "the moves of accepts are three numbers each: from, value, to")
	}
	elems := ev.plain(ev.iterate(x, values))
	if !surely(elems) {
		ev.fail(x.Args[0].Value, "accepts of a list whose elements are not known")
	}
	terms, there := make([]model.Term, len(elems)), make([]model.Term, len(elems))
	for i, e := range elems {
		n, ok := ev.asNumber(x.Args[0].Value, e.v)
		if !ok {
			return false
		}
		terms[i], there[i] = n.t, n.has
	}
	return condition(ev.and(append(there, ev.p.Regular(ev.determine(table, from, to), terms))...))
}

// determine makes an automaton deterministic: its states are the sets of states in which the other may be.
func (ev *evaluator) determine(moves, starts, ends []int64) *model.DFA {
	type step struct{ value, to int64 }
	next := map[int64][]step{}
	for i := 0; i+2 < len(moves); i += 3 {
		next[moves[i]] = append(next[moves[i]], step{moves[i+1], moves[i+2]})
	}
	for _, list := range next {
		slices.SortFunc(list, func(a, b step) int { return int(a.value - b.value) })
	}
	d := &model.DFA{}
	number := map[string]int{}
	var sets [][]int64
	state := func(set []int64) int {
		slices.Sort(set)
		set = slices.Compact(set)
		key := fmt.Sprint(set)
		n, ok := number[key]
		if !ok {
			n = len(sets)
			number[key] = n
			if sets = append(sets, set); len(sets) > maxMachine {
				ev.tooMuch("an automaton of more than %d states", maxMachine)
			}
			if slices.ContainsFunc(set, func(s int64) bool { return slices.Contains(ends, s) }) {
				d.Accept = append(d.Accept, n)
			}
		}
		return n
	}
	state(slices.Clone(starts))
	for i := 0; i < len(sets); i++ {
		to := map[int64][]int64{}
		for _, s := range sets[i] {
			for _, m := range next[s] {
				ev.step()
				to[m.value] = append(to[m.value], m.to)
			}
		}
		var values []int64
		for v := range to {
			values = append(values, v)
		}
		slices.Sort(values)
		for _, v := range values {
			d.Steps = append(d.Steps, model.DFAStep{From: i, Value: v, To: state(to[v])})
		}
	}
	d.States = len(sets)
	return d
}

// object says that an object keeps the rules of its class: those whose first clause walks through the class.
func (ev *evaluator) object(x syntax.Node, v value) value {
	p, ok := v.(board.Place)
	l := ev.b.LayerOf(p)
	if !ok || l == nil || !l.Objects() {
		ev.fail(x, "keeps takes an object")
	}
	if ev.depth++; ev.depth > maxNesting {
		ev.tooMuch("alternatives stand within each other more than 60 deep")
	}
	expr, base, n := ev.expr, ev.base, len(ev.vars)
	var all []model.Term
	for _, r := range ev.b.File.Rules {
		if len(r.Clauses) == 0 {
			continue
		}
		if over, ok := r.Clauses[0].Iter.(*syntax.Name); !ok || over.ID != l.Name {
			continue
		}
		ev.expr, ev.base = r.Expr, n
		cond := model.True
		if !ev.bind(r.Clauses[0].Target, p) {
			continue
		}
		for _, f := range r.Clauses[0].Ifs {
			cond = ev.and(cond, ev.truth(f, ev.eval(f)))
		}
		if cond != model.False {
			ev.loop(r.Clauses, 1, cond, nil, -1, func(cond model.Term, _ *group, _ int) {
				all = append(all, ev.implies(cond, ev.truth(r.Must, ev.eval(r.Must))))
			})
		}
		ev.vars = ev.vars[:n]
	}
	ev.expr, ev.base = expr, base
	ev.depth--
	return condition(ev.and(all...))
}
