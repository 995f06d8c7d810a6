package worded

import (
	"context"
	"math/bits"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/model"
)

// This file argues from the conditions that a text prints to its solution. A step is the work of one condition: it leaves an unknown
// fewer values, because no way to fill in the condition's other unknowns has the others. Where no condition does, a value is
// supposed that some conditions contradict. What is not needed is taken away before it is told. Puzzles with several solutions, with
// an optimum, or with unknowns that can have more than a few values, are not argued.

// The techniques of an argument.
const (
	byCondition = "condition"
	bySupposing = "supposition"
)

// Bounds of an argument: the values of an unknown, the widest number tried for one, and conditions judged altogether and at a time.
const (
	maxValues   = 64
	widest      = 1000
	maxJudged   = 2_000_000
	maxJudgedAt = 200_000
)

// condition is a constraint as it is cited: by the text that states it, or by its name where the story does.
type condition struct {
	cite string
	vars []model.Var
	n    int // its parts, all of which must hold
	eval *model.Evaluator
}

// arguer reasons about one problem. A domain is a set of values, as bits of the unknown's list of values.
type arguer struct {
	p      *model.Problem
	values [][]model.Value
	all    []uint64 // what the story leaves of each unknown
	conds  []condition
	judged int
}

// line is one step: what a condition leaves of some unknowns, or a supposition that its lines contradict.
type line struct {
	cond    int
	vars    []model.Var // empty: the condition cannot hold
	suppose bool
	v       model.Var // what is supposed: this unknown has the value of this bit
	bit     uint64
	sub     []line
}

// newArguer prepares to argue about a puzzle, or gives nil where that is not possible.
func newArguer(in *Instance) *arguer {
	p := in.out.Problem
	if len(in.out.Solutions) != 1 || p.Objective().Sense != model.NoObjective || p.NumVars() == 0 {
		return nil
	}
	a := &arguer{p: p}
	story := make([][]model.Term, p.NumVars()) // by unknown: what is said of it alone
	for i := range p.NumConstraints() {
		c := p.Constraint(i)
		var rest []model.Term
		for _, t := range conjuncts(p, c.Term, nil) {
			vars := p.VarsOf(t)
			if len(vars) == 1 && in.out.Stated[i] == "" {
				story[vars[0]] = append(story[vars[0]], t)
			} else if len(vars) > 0 {
				rest = append(rest, t)
			}
		}
		if len(rest) > 0 {
			a.conds = append(a.conds, condition{cite(in, i), p.VarsOf(rest...), len(rest), model.NewEvaluator(p, rest...)})
		}
	}
	for v := range p.NumVars() {
		vs := a.possible(model.Var(v), story[v])
		if len(vs) == 0 || len(vs) > maxValues {
			return nil
		}
		a.values = append(a.values, vs)
		a.all = append(a.all, 1<<(len(vs)-1)<<1-1)
	}
	return a
}

// cite quotes what states a constraint. Of a text with a line for each of several constraints it is the line.
func cite(in *Instance, i int) string {
	all := in.out.Stated
	text := all[i]
	if text == "" {
		return in.say("story", "name", strings.ReplaceAll(in.out.Problem.Constraint(i).Name, "_", " "))
	}
	first, end := i, i
	for first > 0 && all[first-1] == text {
		first--
	}
	for end < len(all) && all[end] == text {
		end++
	}
	if lines := strings.Split(text, "\n"); len(lines) == end-first {
		text = lines[i-first]
	}
	return in.say("quote", "text", strings.Join(strings.Fields(strings.TrimLeft(text, "-–•* \n")), " "))
}

// conjuncts splits a term into those that must all hold.
func conjuncts(p *model.Problem, t model.Term, out []model.Term) []model.Term {
	if p.Op(t) != model.OpAnd {
		return append(out, t)
	}
	for _, arg := range p.Args(t) {
		out = conjuncts(p, arg, out)
	}
	return out
}

// bounds narrows the bounds of an unknown's domain by what the story says of it alone: comparisons with numbers, and alternatives of them.
func (a *arguer) bounds(v model.Var, d model.Domain, story []model.Term) (lo, hi model.Value) {
	lo, hi = d.Lo, d.Hi
	above := func(x model.Value) {
		if !lo.Valid() || lo.Compare(x) < 0 {
			lo = x
		}
	}
	below := func(x model.Value) {
		if !hi.Valid() || x.Compare(hi) < 0 {
			hi = x
		}
	}
	p := a.p
	for _, t := range story {
		op, args := p.Op(t), p.Args(t)
		switch op {
		case model.OpOr:
			least, most := a.bounds(v, d, conjuncts(p, args[0], nil))
			for _, other := range args[1:] {
				l, m := a.bounds(v, d, conjuncts(p, other, nil))
				if !l.Valid() || least.Valid() && l.Compare(least) < 0 {
					least = l
				}
				if !m.Valid() || most.Valid() && most.Compare(m) < 0 {
					most = m
				}
			}
			if least.Valid() {
				above(least)
			}
			if most.Valid() {
				below(most)
			}
		case model.OpEq, model.OpLe, model.OpLt, model.OpGe, model.OpGt:
			x, number := args[0], args[1]
			if number == p.VarTerm(v) {
				x, number = number, x
				op = map[model.Op]model.Op{model.OpEq: model.OpEq, model.OpLe: model.OpGe, model.OpLt: model.OpGt, model.OpGe: model.OpLe, model.OpGt: model.OpLt}[op]
			}
			if x != p.VarTerm(v) || !p.IsConst(number) {
				continue
			}
			if k := p.ConstValue(number); op == model.OpEq {
				above(k)
				below(k)
			} else if op == model.OpGe || op == model.OpGt {
				above(k)
			} else {
				below(k)
			}
		}
	}
	return lo, hi
}

// possible lists the values that an unknown can have by its domain and what the story says of it alone; nil when they are too many, or have
// no bounds.
func (a *arguer) possible(v model.Var, story []model.Term) []model.Value {
	x := a.p.Variable(v)
	var tried []model.Value
	switch {
	case x.Sort == model.Bool:
		tried = []model.Value{model.BoolValue(true), model.BoolValue(false)}
	case x.Sort == model.Int:
		least, most := a.bounds(v, x.Domain, story)
		lo, above := least.Int64()
		hi, below := most.Int64()
		if !above || !below || lo < -widest || hi > widest {
			return nil // what is not tried could be a solution
		}
		for n := lo; n <= hi; n++ {
			tried = append(tried, model.IntValue(n))
		}
	}
	eval := model.NewEvaluator(a.p, story...)
	asg := make(model.Assignment, a.p.NumVars())
	var out []model.Value
	for _, val := range tried {
		asg[v] = val
		if eval.Run(asg); !broken(eval, len(story)) {
			if out = append(out, val); len(out) > maxValues {
				return nil
			}
		}
	}
	return out
}

// broken reports whether one of some conditions is false.
func broken(e *model.Evaluator, n int) bool {
	for i := range n {
		if t := e.Value(i); t.Valid() && !t.Bool() {
			return true
		}
	}
	return false
}

// holds reports whether all of some conditions are true.
func holds(e *model.Evaluator, n int) bool {
	for i := range n {
		if t := e.Value(i); !t.Valid() || !t.Bool() {
			return false
		}
	}
	return true
}

// leave gives what a condition leaves of its unknowns; done is false where that takes too long to say.
func (a *arguer) leave(c *condition, dom []uint64) (left []uint64, done bool) {
	left = make([]uint64, len(c.vars))
	asg := make(model.Assignment, a.p.NumVars())
	budget := maxJudgedAt
	var fill func(from int) bool
	fill = func(from int) bool {
		budget--
		a.judged++
		if c.eval.Run(asg); broken(c.eval, c.n) {
			return false
		}
		for i := from; i < len(c.vars); i++ {
			v := c.vars[i]
			if asg[v].Valid() {
				continue
			}
			found := false
			for set := dom[v]; set != 0 && !found && budget > 0; set &= set - 1 {
				asg[v] = a.values[v][bits.TrailingZeros64(set)]
				found = fill(i + 1)
			}
			if !found {
				asg[v] = model.Value{}
			}
			return found
		}
		return holds(c.eval, c.n)
	}
	for i, v := range c.vars {
		for set := dom[v]; set != 0; set &= set - 1 {
			bit := set & -set
			if left[i]&bit != 0 {
				continue
			}
			clear(asg)
			asg[v] = a.values[v][bits.TrailingZeros64(bit)]
			found := fill(0)
			if budget <= 0 {
				return nil, false
			}
			if found { // every value of the filling is possible
				for j, u := range c.vars {
					left[j] |= 1 << slices.IndexFunc(a.values[u], asg[u].Equal)
				}
			}
		}
	}
	return left, true
}

// apply takes what a line says off the domains. It reports whether they still hold together.
func (a *arguer) apply(l *line, dom []uint64) (follows, holds bool) {
	if l.suppose {
		under := slices.Clone(dom)
		if under[l.v] &= l.bit; under[l.v] != 0 {
			if follows, holds := a.replay(l.sub, under); !follows || holds {
				return false, true
			}
		}
		dom[l.v] &^= l.bit
		return true, dom[l.v] != 0
	}
	c := &a.conds[l.cond]
	left, done := a.leave(c, dom)
	if !done {
		return false, true
	}
	if slices.Contains(left, 0) {
		l.vars = nil
		return true, false
	}
	for i, v := range c.vars {
		if slices.Contains(l.vars, v) {
			dom[v] = left[i]
		}
	}
	return true, true
}

func (a *arguer) replay(ls []line, dom []uint64) (follows, holds bool) {
	for i := range ls {
		if follows, holds := a.apply(&ls[i], dom); !follows || !holds {
			return follows, holds
		}
	}
	return true, true
}

// follow applies conditions until none leaves less, each time the one with the fewest open unknowns.
func (a *arguer) follow(ctx context.Context, dom []uint64) (ls []line, holds bool) {
	for ctx.Err() == nil && a.judged < maxJudged {
		best, fewest := line{}, -1
		var after []uint64
		for i := range a.conds {
			c, open := &a.conds[i], 0
			for _, v := range c.vars {
				open += min(1, bits.OnesCount64(dom[v])-1)
			}
			if fewest >= 0 && open >= fewest {
				continue
			}
			left, done := a.leave(c, dom)
			if !done {
				continue
			}
			if slices.Contains(left, 0) {
				return append(ls, line{cond: i}), false
			}
			l := line{cond: i}
			for j, v := range c.vars {
				if left[j] != dom[v] {
					l.vars = append(l.vars, v)
				}
			}
			if len(l.vars) > 0 {
				best, fewest, after = l, open, left
			}
		}
		if fewest < 0 {
			break
		}
		for j, v := range a.conds[best.cond].vars {
			dom[v] = after[j]
		}
		ls = append(ls, best)
	}
	return ls, true
}

func solved(dom []uint64) bool {
	return !slices.ContainsFunc(dom, func(d uint64) bool { return d&(d-1) != 0 })
}

// argue finds lines that lead to the solution, those that are needed; nil when it finds none.
func (a *arguer) argue(ctx context.Context) []line {
	dom := slices.Clone(a.all)
	var ls []line
	for {
		more, holds := a.follow(ctx, dom)
		if ls = append(ls, more...); !holds || ctx.Err() != nil || a.judged >= maxJudged {
			return nil
		}
		if solved(dom) {
			break
		}
		l, found := a.supposition(ctx, dom)
		if !found {
			return nil
		}
		dom[l.v] &^= l.bit
		ls = append(ls, l)
	}
	return a.shorten(ctx, ls, func(ls []line) bool {
		dom := slices.Clone(a.all)
		follows, holds := a.replay(ls, dom)
		return follows && holds && solved(dom)
	})
}

// supposition finds the value that is contradicted soonest.
func (a *arguer) supposition(ctx context.Context, dom []uint64) (best line, found bool) {
	for v, d := range dom {
		if d&(d-1) == 0 {
			continue
		}
		for set := d; set != 0; set &= set - 1 {
			l := line{suppose: true, v: model.Var(v), bit: set & -set}
			under := slices.Clone(dom)
			under[v] = l.bit
			sub, holds := a.follow(ctx, under)
			if !holds && (!found || len(sub) < len(best.sub)) {
				l.sub = sub
				best, found = l, true
			}
		}
	}
	if found {
		best.sub = a.shorten(ctx, best.sub, func(ls []line) bool {
			under := slices.Clone(dom)
			under[best.v] = best.bit
			follows, holds := a.replay(ls, under)
			return follows && !holds
		})
	}
	return best, found
}

// shorten takes away lines, and unknowns of lines, as long as enough is left.
func (a *arguer) shorten(ctx context.Context, ls []line, enough func([]line) bool) []line {
	for i := len(ls) - 1; i >= 0; i-- {
		if shorter := slices.Concat(copied(ls[:i]), copied(ls[i+1:])); ctx.Err() == nil && enough(copied(shorter)) {
			ls = shorter
			continue
		}
		for j := 0; j < len(ls[i].vars) && len(ls[i].vars) > 1; j++ {
			shorter := copied(ls)
			shorter[i].vars = slices.Delete(shorter[i].vars, j, j+1)
			if ctx.Err() == nil && enough(copied(shorter)) {
				ls = shorter
				j--
			}
		}
	}
	return ls
}

func copied(ls []line) []line {
	out := slices.Clone(ls)
	for i := range out {
		out[i].vars = slices.Clone(out[i].vars)
	}
	return out
}
