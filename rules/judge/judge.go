package judge

import (
	"context"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// DefaultSteps bounds the parts of expressions that are evaluated for one board.
const DefaultSteps = 20_000_000

// guestSteps bounds them for a file that came with a puzzle.
const guestSteps = 3_000_000

// Broken is a turn of a rule that does not hold.
type Broken struct {
	// Rule is the rule's name; or, of what every layer keeps, LAYER.filled (a place has no value), LAYER.value (a value is not among those
	// that there are), LAYER.given (what is printed was changed) and LAYER.wall (a border within a part).
	Rule string
	// Part says what is wrong with a loop: none, branch, cross, end or many. Else it is empty.
	Part string
	// Bound is what the clauses of the rule bind, in order.
	Bound []Binding
	// Places are the places that the rule speaks of here.
	Places []board.Place
}

// Name is the rule's name, with the part of it that is broken: "loop.branch".
func (b Broken) Name() string {
	if b.Part == "" {
		return b.Rule
	}
	return b.Rule + "." + b.Part
}

// Binding is a name with what it stands for: a board.Place, an int64, a string, a []any of these, also of the places of a group (do not change
// it), or nil for anything else.
type Binding struct {
	Name  string
	Value any
}

// Verdict is what the judge finds.
type Verdict struct {
	Broken []Broken // in the order of the file; what concerns layers comes first
	// Open lists the rules that were not judged, because they speak of layers that follow and that the board does not hold.
	Open []string
}

// Judge judges an answer: a board with values for all layers. Layers to be found that the board does not hold count as empty.
// The printed values are those of the problem; nil leaves that question out. The error is a *rules.BoardError (a rule that has no
// meaning), a *LimitError, or the context's.
func Judge(ctx context.Context, problem, answer *rules.Board) (v Verdict, err error) {
	return judge(ctx, newStatic(answer), problem, answer)
}

func judge(ctx context.Context, fixed *static, problem, answer *rules.Board) (v Verdict, err error) {
	j := newInterpreter(ctx, fixed, answer)
	j.mem.Open(ctx, budget.From(ctx))
	defer j.close()
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			v, err = Verdict{}, r.err
		default:
			panic(r)
		}
	}()
	j.layers(problem)
	for _, r := range fixed.compiled() {
		if slices.ContainsFunc(r.follows, func(l *rules.Layer) bool { return answer.Marks(l) == nil }) {
			j.out.Open = append(j.out.Open, r.rule.Name)
			continue
		}
		j.expr = r.rule.Expr
		j.enter(0, r.frame.size)
		r.run(j)
	}
	return j.out, nil
}

func newInterpreter(ctx context.Context, fixed *static, answer *rules.Board) *interpreter {
	fixed.next()
	return &interpreter{ctx: ctx, b: answer, fixed: fixed, limit: limitOf(answer), slots: fixed.slots, scratch: fixed.scratch[:0]}
}

// close hands back what the next answer can use.
func (j *interpreter) close() {
	j.mem.Close()
	if j.fixed.slots = j.slots; cap(j.scratch) <= mostRemembered {
		j.fixed.scratch = j.scratch
	}
}

func limitOf(b *rules.Board) int {
	if b.File.Guest {
		return guestSteps
	}
	return DefaultSteps
}

// LimitError says that judging a board is too much work, and which expression was evaluated when that showed.
type LimitError struct {
	Expr *rules.Expr
	What string
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("%s: judging this board is too much work: %s", e.Expr.At(0), e.What)
}

type failure struct{ err error }

// interpreter runs compiled expressions on an answer.
type interpreter struct {
	ctx   context.Context
	b     *rules.Board
	fixed *static
	out   Verdict
	steps int
	asked int // at how many steps the context was asked
	limit int
	mem   budget.Meter
	kept  int64 // bytes of what outlives the turn that it was made in
	uses  int   // of functions, that are remembered by other arguments than a place
	depth int

	expr    *rules.Expr
	slots   []slot
	base    int   // where the frame begins that is used
	scratch []any // what loops gather, the innermost last

	faults []fault     // what the last loop that was looked at lacks
	apart  *components // the last groups that were made
}

// fault is one way in which lines are no loop, and where.
type fault struct {
	part   string
	places []board.Place
}

func (j *interpreter) fail(x syntax.Node, format string, args ...any) {
	panic(failure{&rules.BoardError{Expr: j.expr, Node: x, Msg: fmt.Sprintf(format, args...)}})
}

func (j *interpreter) tooMuch(format string, args ...any) {
	panic(failure{&LimitError{j.expr, fmt.Sprintf(format, args...)}})
}

// bytesStep is what an element of a list may take, in bytes, with the list of two that it may be.
const bytesStep = 64

// spend counts steps: one for each part of an expression that a turn evaluates.
func (j *interpreter) spend(n int) {
	if j.steps += n; j.steps > j.limit {
		j.tooMuch("more than %d steps", j.limit)
	}
	if j.steps-j.asked > 4096 {
		j.asked = j.steps
		if err := j.ctx.Err(); err != nil {
			panic(failure{err})
		}
	}
}

// skip counts steps that were taken when something that is remembered was worked out.
func (j *interpreter) skip(steps int) { j.spend(steps) }

// took counts elements of a list.
func (j *interpreter) took(n int) {
	if err := j.mem.Take(n * bytesStep); err != nil {
		panic(failure{err})
	}
}

// tick counts a step and the element that it makes.
func (j *interpreter) tick() {
	j.spend(1)
	j.took(1)
}

// held is how many bytes are counted of what the turn has made.
func (j *interpreter) held() int64 { return j.mem.Held() - j.kept }

// release gives back what was counted since: none of it is left.
func (j *interpreter) release(before int64) { j.mem.Give(int(j.held() - before)) }

// passed is release where a value can hold none of it: a list can, a number cannot.
func (j *interpreter) passed(v any, before int64) {
	switch v.(type) {
	case nil, bool, int64, string, board.Place:
		j.release(before)
	}
}

// layers checks what every layer keeps.
func (j *interpreter) layers(problem *rules.Board) {
	for _, l := range j.b.File.Layers {
		if l.Role != rules.Find {
			continue
		}
		m := j.b.Marks(l)
		if l.Parts {
			j.division(l, m)
			continue
		}
		places, err := j.fixed.b.Places(l)
		if err != nil {
			panic(failure{err})
		}
		var empty, wrong, changed []board.Place
		if !l.Some && l.Domain.Kind != rules.Bools {
			for values, at := j.values(j.fixed.layer(l)), 0; at < len(places); at++ {
				if v, ok := values.get(places[at]); !ok || v == nil {
					empty = append(empty, places[at])
				}
			}
		}
		if !j.allWithin(l, m) {
			for _, p := range places {
				if v := j.b.Value(l, p); v.Kind != rules.Nothing && !j.within(l, v) {
					wrong = append(wrong, p)
				}
			}
		}
		if pm := printed(l, problem); pm != nil && !agree(j.b, l, pm) {
			for _, p := range places {
				if w, ok := pm.Values[p]; ok && !w.Equal(j.b.Value(l, p)) {
					changed = append(changed, p)
				}
			}
		}
		for _, x := range []struct {
			what   string
			places []board.Place
		}{{"filled", empty}, {"value", wrong}, {"given", changed}} {
			if len(x.places) > 0 {
				j.out.Broken = append(j.out.Broken, Broken{Rule: l.Name + "." + x.what, Places: x.places})
			}
		}
	}
}

// allWithin reports whether all values of a layer are among those that there are.
func (j *interpreter) allWithin(l *rules.Layer, m *rules.Marks) bool {
	if m == nil {
		return true
	}
	if l.Domain.Kind == rules.Ints { // most layers: the bounds are found once
		lo, hi, err := j.fixed.b.Bounds(&l.Domain)
		if err != nil {
			panic(failure{err})
		}
		for _, v := range m.Values {
			if v.Kind != rules.Int || lo != nil && v.N < *lo || hi != nil && v.N > *hi {
				return false
			}
		}
		return true
	}
	for _, v := range m.Values {
		if !j.within(l, v) {
			return false
		}
	}
	return true
}

// printed gives what a problem prints of a layer that is asked for; nil where it prints nothing.
func printed(l *rules.Layer, problem *rules.Board) *rules.Marks {
	if !l.Printed || problem == nil {
		return nil
	}
	return problem.Marks(l)
}

// agree reports whether a board holds what is printed.
func agree(b *rules.Board, l *rules.Layer, printed *rules.Marks) bool {
	for p, v := range printed.Values {
		if !v.Equal(b.Value(l, p)) {
			return false
		}
	}
	return true
}

// within reports whether a value is among those of its layer.
func (j *interpreter) within(l *rules.Layer, v rules.Value) bool {
	switch l.Domain.Kind {
	case rules.Bools:
		return v.Kind == rules.Bool
	case rules.Ints:
		lo, hi, err := j.fixed.b.Bounds(&l.Domain)
		if err != nil {
			panic(failure{err})
		}
		return v.Kind == rules.Int && (lo == nil || v.N >= *lo) && (hi == nil || v.N <= *hi)
	case rules.Words:
		return v.Kind == rules.Word && slices.Contains(l.Domain.Words, v.Word)
	case rules.Lists:
		return v.Kind == rules.List
	case rules.Places:
		places, err := j.fixed.b.Class(l.Domain.At)
		if err != nil {
			panic(failure{err})
		}
		return v.Kind == rules.PlaceValue && slices.Contains(places, v.Place)
	}
	return false
}

// division checks that the parts of a layer are connected, share no place, and leave none out unless they may.
func (j *interpreter) division(l *rules.Layer, m *rules.Marks) {
	places, err := j.fixed.b.Places(l)
	if err != nil {
		panic(failure{err})
	}
	var wrong, empty []board.Place
	nodes := &numbering{}
	if m != nil {
		wrong = append(wrong, m.Walls...)
		var in, met []int // the last part, from 1, that holds a place, and that it was reached in; by the numbers of nodes
		for i, part := range m.Parts {
			for _, p := range part {
				if n := nodes.at(p); n >= 0 {
					wrong = append(wrong, p)
					in[n] = i + 1
					continue
				}
				nodes.add(p)
				in, met = append(in, i+1), append(met, 0)
			}
			if len(part) > 0 && j.reached(nodes, part, i+1, in, met) < len(part) {
				wrong = append(wrong, part...)
			}
		}
	}
	for _, p := range places {
		if nodes.at(p) < 0 && !l.Some {
			empty = append(empty, p)
		}
	}
	if len(empty) > 0 {
		j.out.Broken = append(j.out.Broken, Broken{Rule: l.Name + ".filled", Places: empty})
	}
	if len(wrong) > 0 {
		j.out.Broken = append(j.out.Broken, Broken{Rule: l.Name + ".wall", Places: wrong})
	}
}

// reached counts the places of a part that its first can be walked to from, side by side, within the part.
func (j *interpreter) reached(nodes *numbering, part []board.Place, number int, in, met []int) int {
	met[nodes.at(part[0])] = number
	queue := append(make([]board.Place, 0, len(part)), part[0])
	for at := 0; at < len(queue); at++ {
		next, _ := j.relation(nil, queue[at], "next").([]any)
		for _, v := range next {
			q, _ := v.(board.Place)
			if n := nodes.at(q); n >= 0 && in[n] == number && met[n] != number {
				met[n] = number
				queue = append(queue, q)
			}
		}
	}
	return len(queue)
}

// report notes a turn of a rule that does not hold.
func (j *interpreter) report(r *compiledRule) {
	b := Broken{Rule: r.rule.Name, Bound: make([]Binding, 0, len(r.bound))}
	for _, n := range r.bound {
		bind := Binding{Name: n.name}
		of := j.slots[n.slot].v
		if g, ok := of.(*component); ok { // a group stands as its places
			of = g.places
		}
		switch v := of.(type) {
		case board.Place:
			bind.Value = v
			b.Places = append(b.Places, v)
		case int64, string:
			bind.Value = v
		case []any:
			bind.Value = v
			for _, x := range v {
				if p, ok := x.(board.Place); ok {
					b.Places = append(b.Places, p)
				}
			}
		}
		b.Bound = append(b.Bound, bind)
	}
	for _, f := range j.faults {
		b.Part, b.Places = f.part, f.places
		j.out.Broken = append(j.out.Broken, b)
	}
	if len(j.faults) > 0 {
		return
	}
	if len(b.Places) == 0 {
		b.Places = j.apart.apart()
	}
	j.out.Broken = append(j.out.Broken, b)
}

// Value computes a part of an expression on a finished board, with names bound to places, numbers and words. The value is nil (absent), a
// bool, an int64, a string, a board.Place, a []any of these (also for what sorted gives), or something else that only rules can use.
// Errors are those of Judge.
func Value(ctx context.Context, b *rules.Board, e *rules.Expr, x syntax.Expr, bound []Binding) (v any, err error) {
	j := newInterpreter(ctx, newStatic(b), b)
	j.expr = e
	j.mem.Open(ctx, budget.From(ctx))
	defer j.close()
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			v, err = nil, r.err
		default:
			panic(r)
		}
	}()
	c := &compiler{s: j.fixed, expr: e, frame: &frame{}}
	for _, n := range bound {
		c.bind(n.Name)
	}
	of := c.value(x)
	j.enter(0, c.frame.size)
	for i, n := range bound {
		j.slots[i].v = n.Value
	}
	j.spend(c.parts)
	v = of(j)
	if m, ok := v.(multiset); ok {
		v = m.items
	}
	return v, nil
}

// Partless gives the places that are in no part of a division, where a rule says of which layers' marks that follows: nobody draws a border
// round each of them.
func Partless(b *rules.Board, l *rules.Layer) map[board.Place]bool {
	if !l.Some {
		return nil
	}
	of := b.File.MembersOf(l)
	if of == nil {
		return nil
	}
	said, err := Value(context.Background(), b, of.Rule.Expr, of.Pairs, nil)
	if err != nil { // the rule itself tells when the board is judged
		return nil
	}
	out := map[board.Place]bool{}
	pairs, _ := said.([]any)
	for _, x := range pairs {
		if pair, ok := x.([]any); ok && len(pair) == 2 {
			at, is := pair[0].(board.Place)
			if holds, ok := pair[1].(bool); is && ok && holds == of.Not {
				out[at] = true
			}
		}
	}
	return out
}
