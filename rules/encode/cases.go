package encode

import (
	"fmt"
	"maps"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// A place beside an unknown arrow is not one place: c.step(arrow[c]) has no term. Where an expression asks for a word that is unknown, the
// turn of the rule that it belongs to is evaluated once for each word, and holds under the condition that it is that one. So a rule
// that is written for given arrows works when puzzles are made too, where they are unknown.

// maxCases bounds how many unknown words a turn of a rule is taken apart by, one within the other.
const maxCases = 3

// undecided is what an evaluation breaks off with: it needs to know a word.
type undecided struct {
	word *unknown
	fail failure // where it is known no better
}

// direction gives the direction that a value stands for: false for what is none. An unknown one is asked for.
func (ev *evaluator) direction(x syntax.Node, v value, hint string) (d board.Dir, absent bool) {
	v = ev.settled(v)
	u, open := v.(*unknown)
	open = open && u.kind == wordsSort && !u.some
	if open {
		if known, ok := ev.assumed[u.t]; ok {
			ev.used++
			v, open = known, false
		}
	}
	if v == nil {
		return 0, true
	}
	word, ok := v.(string)
	d, ok2 := board.ParseDir(word)
	if ok && ok2 {
		return d, false
	}
	wrong := failure{&rules.BoardError{Expr: ev.expr, Node: x, Msg: fmt.Sprintf("%s where a direction is needed%s", describe(v), hint)}}
	if open && ev.split && len(ev.assumed) < maxCases {
		panic(undecided{u, wrong})
	}
	panic(wrong)
}

// turn is one turn of a rule.
type turn struct {
	bound []Binding
	term  model.Term
}

// cases evaluates turns of a rule, case by case where a word must be known.
func (ev *evaluator) cases(eval func(emit func(turn))) []turn {
	turns, need := ev.attempt(eval)
	if need == nil {
		return turns
	}
	u := need.word
	var out []turn
	at := map[string]int{}
	add := func(cond model.Term, v value) {
		before := ev.assumed
		ev.assumed = maps.Clone(before)
		if ev.assumed == nil {
			ev.assumed = map[model.Term]value{}
		}
		ev.assumed[u.t] = v
		for _, t := range ev.cases(eval) {
			t.term = ev.implies(cond, t.term)
			key := fmt.Sprint(t.bound)
			if i, ok := at[key]; ok {
				out[i].term = ev.and(out[i].term, t.term)
				continue
			}
			at[key] = len(out)
			out = append(out, t)
		}
		ev.assumed = before
	}
	if u.has != model.True {
		add(ev.p.Not(u.has), nil)
	}
	for i, w := range u.words {
		if _, ok := board.ParseDir(w); !ok {
			panic(need.fail)
		}
		add(ev.and(u.has, ev.p.Eq(u.t, ev.p.Num(int64(i)))), w)
	}
	return out
}

// attempt evaluates turns of a rule until one needs to know a word, and puts the evaluation back to where it began.
func (ev *evaluator) attempt(eval func(emit func(turn))) (turns []turn, need *undecided) {
	expr, base, vars, depth := ev.expr, ev.base, len(ev.vars), ev.depth
	held := ev.mem.Held() - ev.kept
	defer func() {
		switch r := recover().(type) {
		case nil:
		case undecided:
			turns, need = nil, &r
			ev.expr, ev.base, ev.vars, ev.depth = expr, base, ev.vars[:vars], depth
			ev.mem.Give(int(ev.mem.Held() - ev.kept - held))
		default:
			panic(r)
		}
	}()
	eval(func(t turn) { turns = append(turns, t) })
	return turns, nil
}
