package judge

import (
	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
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
	var flat []any // moves may stand in lists of their own
	for _, v := range moves {
		if own, listed := v.([]any); listed {
			flat = append(flat, own...)
		} else {
			flat = append(flat, v)
		}
	}
	moves = flat
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
func (j *interpreter) object(x syntax.Node, v any, from *frame) bool {
	p, ok := v.(board.Place)
	l := j.b.LayerOf(p)
	if !ok || l == nil || !l.Objects() {
		j.fail(x, "keeps takes an object")
	}
	if j.depth++; j.depth > 60 {
		j.tooMuch("alternatives stand within each other more than 60 deep")
	}
	of := j.fixed.layer(l)
	if !of.compiled {
		of.compiled = true
		for _, r := range j.b.File.Rules {
			if len(r.Clauses) == 0 {
				continue
			}
			if over, ok := r.Clauses[0].Iter.(*syntax.Name); ok && over.ID == l.Name {
				of.keeps = append(of.keeps, j.fixed.keeper(r))
			}
		}
	}
	expr, base := j.expr, j.base
	good := true
	for _, k := range of.keeps {
		j.enter(base+from.size, k.frame.size)
		j.expr = k.expr
		if good = good && k.holds(j, p); !good {
			break
		}
	}
	j.expr, j.base = expr, base
	j.depth--
	return good
}

// keeper is a rule about the objects of a class, for one of them.
type keeper struct {
	expr  *rules.Expr
	frame frame
	holds func(j *interpreter, object board.Place) bool
}

func (s *static) keeper(r *rules.Rule) *keeper {
	k := &keeper{expr: r.Expr}
	c := &compiler{s: s, expr: r.Expr, frame: &k.frame}
	first := r.Clauses[0]
	assign := c.target(first.Target)
	run := c.filtered(first.Ifs, func() test { return c.turns(r.Clauses[1:], func() test { return c.cond(r.Must) }) })
	cost := c.parts
	k.holds = func(j *interpreter, object board.Place) bool {
		j.spend(cost)
		return !assign.to(j, object) || run(j)
	}
	return k
}
