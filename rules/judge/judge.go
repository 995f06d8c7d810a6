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

// Binding is a name with what it stands for: a board.Place, an int64, a string, a []any of these (do not change
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
	defer j.mem.Close()
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
	for _, r := range answer.File.Rules {
		if j.follows(r) {
			j.out.Open = append(j.out.Open, r.Name)
			continue
		}
		j.rule(r)
	}
	return j.out, nil
}

func newInterpreter(ctx context.Context, fixed *static, answer *rules.Board) *interpreter {
	return &interpreter{ctx: ctx, b: answer, fixed: fixed, lets: map[string]any{}, uses: map[use]any{}, limit: limitOf(answer),
		own: map[*rules.Layer]*table{}, walked: map[*rules.Layer][]any{}}
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

// interpreter evaluates expressions.
type interpreter struct {
	ctx   context.Context
	b     *rules.Board
	fixed *static
	out   Verdict
	steps int
	limit int
	mem   budget.Meter
	kept  int64 // bytes of what outlives the expression that it was made in
	expr  *rules.Expr
	scope []named // innermost last
	from  int     // where the scope of the current let begins
	lets  map[string]any
	uses  map[use]any // what lets gave for arguments
	depth int

	own    map[*rules.Layer]*table // the values of layers that are not given
	walked map[*rules.Layer][]any

	faults []fault       // what the last loop that was looked at lacks
	apart  []board.Place // the places of all groups but the largest, of the last groups that were made
}

// fault is one way in which lines are no loop, and where.
type fault struct {
	part   string
	places []board.Place
}

type named struct {
	name string
	v    any
}

func (j *interpreter) fail(x syntax.Node, format string, args ...any) {
	panic(failure{&rules.BoardError{Expr: j.expr, Node: x, Msg: fmt.Sprintf(format, args...)}})
}

func (j *interpreter) tooMuch(format string, args ...any) {
	panic(failure{&LimitError{j.expr, fmt.Sprintf(format, args...)}})
}

// bytesStep is what a step of the evaluation may leave behind, in bytes: an element of a list, with the list of two that it may be.
const bytesStep = 64

// tick counts a step, and what it may leave behind; eval gives that back where nothing is left.
func (j *interpreter) tick() {
	if err := j.mem.Take(bytesStep); err != nil {
		panic(failure{err})
	}
	j.steps++
	if j.steps > j.limit {
		j.tooMuch("more than %d steps", j.limit)
	}
	if j.steps%4096 == 0 {
		if err := j.ctx.Err(); err != nil {
			panic(failure{err})
		}
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
		for _, p := range places {
			v := j.b.Value(l, p)
			if v.Kind == rules.Nothing && !l.Some {
				empty = append(empty, p)
			}
			if v.Kind != rules.Nothing && !j.within(l, v) {
				wrong = append(wrong, p)
			}
			if l.Printed && problem != nil {
				if pm := problem.Marks(l); pm != nil {
					if w, ok := pm.Values[p]; ok && !w.Equal(v) {
						changed = append(changed, p)
					}
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
	seen := map[board.Place]int{}
	var wrong, empty []board.Place
	if m != nil {
		wrong = append(wrong, m.Walls...)
		for _, part := range m.Parts {
			for _, p := range part {
				if seen[p]++; seen[p] > 1 {
					wrong = append(wrong, p)
				}
			}
			if len(part) > 0 && len(j.reach(part)) < len(part) {
				wrong = append(wrong, part...)
			}
		}
	}
	for _, p := range places {
		if seen[p] == 0 && !l.Some {
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

// reach gives the places of a list that its first can be walked to from, side by side, within the list.
func (j *interpreter) reach(part []board.Place) map[board.Place]bool {
	in := map[board.Place]bool{}
	for _, p := range part {
		in[p] = true
	}
	got := map[board.Place]bool{part[0]: true}
	for queue := []board.Place{part[0]}; len(queue) > 0; queue = queue[1:] {
		for _, q := range j.b.Geo.Next(queue[0]) {
			if in[q] && !got[q] {
				got[q] = true
				queue = append(queue, q)
			}
		}
	}
	return got
}

// follows reports whether a rule speaks of a layer that follows and that the board does not hold.
func (j *interpreter) follows(r *rules.Rule) bool {
	seen := map[string]bool{}
	var uses func(x syntax.Expr) bool
	uses = func(x syntax.Expr) bool {
		if n, ok := x.(*syntax.Name); ok && !seen[n.ID] {
			if l := j.b.File.Layer(n.ID); l != nil {
				return l.Role == rules.Follow && j.b.Marks(l) == nil
			}
			if l := j.b.File.Let(n.ID); l != nil {
				seen[n.ID] = true
				return uses(l.Expr.Tree)
			}
		}
		return slices.ContainsFunc(syntax.Children(x), uses)
	}
	return uses(r.Expr.Tree)
}

// rule evaluates each turn of a rule.
func (j *interpreter) rule(r *rules.Rule) {
	j.expr, j.scope, j.from = r.Expr, j.scope[:0], 0
	j.turns(r.Clauses, func() {
		j.faults, j.apart = nil, nil
		if j.holds(r.Must, j.eval(r.Must)) {
			return
		}
		b := Broken{Rule: r.Name}
		for _, n := range j.scope {
			bind := Binding{Name: n.name}
			switch v := n.v.(type) {
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
			b.Places = j.apart
		}
		j.out.Broken = append(j.out.Broken, b)
	})
}

// Value computes a part of an expression on a finished board, with names bound to places, numbers and words. The value is nil (absent), a
// bool, an int64, a string, a board.Place, a []any of these (also for what sorted gives), or something else that only rules can use.
// Errors are those of Judge.
func Value(ctx context.Context, b *rules.Board, e *rules.Expr, x syntax.Expr, bound []Binding) (v any, err error) {
	j := newInterpreter(ctx, newStatic(b), b)
	j.expr = e
	j.mem.Open(ctx, budget.From(ctx))
	defer j.mem.Close()
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			v, err = nil, r.err
		default:
			panic(r)
		}
	}()
	for _, n := range bound {
		j.scope = append(j.scope, named{n.Name, n.Value})
	}
	v = j.eval(x)
	if m, ok := v.(multiset); ok {
		v = m.items
	}
	return v, nil
}
