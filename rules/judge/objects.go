package judge

import (
	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// accepts reads values by an automaton: moves are three numbers each, from, value, to; it begins in all of starts at once and
// accepts where one of the states in which it ends is among ends.
func (j *interpreter) accepts(x syntax.Node, values, moves, starts, ends []any) bool {
	numbers := func(list []any) map[int64]bool {
		out := map[int64]bool{}
		for _, v := range list {
			if n, ok := j.integer(x, v); ok {
				out[n] = true
			}
		}
		return out
	}
	if len(moves)%3 != 0 {
		j.fail(x, "the moves of accepts are three numbers each: from, value, to")
	}
	at := numbers(starts)
	for _, v := range values {
		n, ok := j.integer(x, v)
		next := map[int64]bool{}
		for i := 0; ok && i+2 < len(moves); i += 3 {
			j.tick()
			from, _ := j.integer(x, moves[i])
			reads, _ := j.integer(x, moves[i+1])
			if reads == n && at[from] {
				to, _ := j.integer(x, moves[i+2])
				next[to] = true
			}
		}
		at = next
	}
	for n := range numbers(ends) {
		if at[n] {
			return true
		}
	}
	return false
}

// object reports whether an object keeps the rules of its class: those whose first clause walks through the class.
func (j *interpreter) object(x syntax.Node, v any) bool {
	p, ok := v.(board.Place)
	l := j.b.LayerOf(p)
	if !ok || l == nil || !l.Objects() {
		j.fail(x, "keeps takes an object")
	}
	if j.depth++; j.depth > 60 {
		j.tooMuch("alternatives stand within each other more than 60 deep")
	}
	expr, from, size := j.expr, j.from, len(j.scope)
	good := true
	for _, r := range j.b.File.Rules {
		if len(r.Clauses) == 0 {
			continue
		}
		if over, ok := r.Clauses[0].Iter.(*syntax.Name); !ok || over.ID != l.Name {
			continue
		}
		j.expr, j.from = r.Expr, size
		j.turn(r.Clauses[0], p, func() {
			j.turns(r.Clauses[1:], func() { good = good && j.holds(r.Must, j.eval(r.Must)) })
		})
	}
	j.expr, j.from, j.scope = expr, from, j.scope[:size]
	j.depth--
	return good
}

// turn calls body in the turn of a clause for one value.
func (j *interpreter) turn(c syntax.CompFor, v any, body func()) {
	size := len(j.scope)
	if !j.assign(c.Target, v) {
		return
	}
	for _, cond := range c.Ifs {
		if !j.holds(cond, j.eval(cond)) {
			j.scope = j.scope[:size]
			return
		}
	}
	body()
	j.scope = j.scope[:size]
}
