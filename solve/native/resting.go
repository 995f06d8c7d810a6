package native

import "github.com/quandary-puzzles/quandary/model"

// rest is an integer that has one value wherever a condition does not hold: a number that need not be there.
type rest struct {
	x    model.Var
	at   int64
	held []model.Term // what holds where the condition does
}

// wideRest is from how many values on closer bounds of such an integer are looked for: each value is a literal of the search, or two.
const wideRest = 5

// resting narrows integers that rest at one value unless a condition holds, by what follows from that: neither of the two bounds them
// alone. A number that may stand in a cell or not, and counts eight neighbours if it does, is never above eight.
func (f *boundsFinder) resting(cons []model.Term) {
	rests, order := f.rests(cons)
	if len(rests) == 0 || f.empty {
		return
	}
	for _, c := range cons {
		if f.p.Op(c) != model.OpImplies {
			continue
		}
		if r := rests[f.p.Arg(c, 0)]; r != nil {
			r.held = append(r.held, f.p.Arg(c, 1))
		}
	}
	changed := f.changed
	for _, when := range order {
		r := rests[when]
		hull := span{r.at, r.at}
		if s := f.supposing(r.x, r.held); !s.empty() {
			hull = hull.join(s)
		}
		f.set(r.x, hull)
		if f.empty || f.tired() {
			break
		}
	}
	f.changed = changed
}

// supposing gives the span that a variable has where terms hold; an empty one where they cannot.
func (f *boundsFinder) supposing(x model.Var, held []model.Term) span {
	f.undo = f.undo[:0]
	f.supposed = true
	for _, t := range held {
		f.assert(t, true, false)
	}
	f.supposed = false
	s := f.b[x]
	if f.empty {
		s = span{1, 0}
	}
	f.empty = false
	for i := len(f.undo) - 1; i >= 0; i-- {
		f.b[f.undo[i].v] = f.undo[i].was
	}
	f.version++
	return s
}

// wasBound is a variable and what its bounds were.
type wasBound struct {
	v   model.Var
	was span
}

// rests finds, by condition, the integers that rest at one value unless it holds, and gives the conditions in the order of the constraints.
func (f *boundsFinder) rests(cons []model.Term) (by map[model.Term]*rest, order []model.Term) {
	p := f.p
	by = map[model.Term]*rest{}
	for _, c := range cons {
		if p.Op(c) != model.OpOr || len(p.Args(c)) != 2 {
			continue
		}
		when, eq := p.Arg(c, 0), p.Arg(c, 1)
		if p.Op(eq) != model.OpEq || p.Op(when) != model.OpVar || by[when] != nil {
			continue
		}
		x, k := p.Arg(eq, 0), p.Arg(eq, 1)
		v, ok := p.VarOf(x)
		if !ok || !p.IsConst(k) || p.Sort(x) != model.Int || !f.b[v].bounded() || f.b[v].hi-f.b[v].lo < wideRest {
			continue
		}
		by[when] = &rest{x: v, at: constInt(p, k)}
		order = append(order, when)
	}
	return by, order
}
