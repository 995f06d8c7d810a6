package judge

import (
	"context"
	"sync"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// Prepared judges answers to one problem. What the board and the problem say is worked out once and remembered: classes and relations of
// places, and the values that are given. It is safe for concurrent use.
type Prepared struct {
	problem *rules.Board
	free    sync.Pool // of *static, each for one answer at a time
}

// Prepare makes the judge of a problem, which must not change from then on.
func Prepare(problem *rules.Board) *Prepared {
	k := &Prepared{problem: problem}
	k.free.New = func() any { return newStatic(problem.Clone()) }
	return k
}

// Judge judges an answer to the problem; the answer's given layers are those of the problem. It is as the function Judge else.
func (k *Prepared) Judge(ctx context.Context, answer *rules.Board) (Verdict, error) {
	s := k.free.Get().(*static)
	defer k.free.Put(s)
	return judge(ctx, s, k.problem, answer)
}

// static is what does not depend on an answer. Its values are shared by all who ask and are not changed.
type static struct {
	b         *rules.Board // the problem's own copy, whose classes are asked for
	names     map[string]any
	relations map[string]*table // by the name of the relation, without arguments
	related   map[relation]any  // those with arguments
	given     map[*rules.Layer]*table
	over      map[*rules.Layer][]any // what a loop over a given layer walks through
	drawn     map[drawing]form
	kinds     map[*rules.Let]kind
	same      map[*syntax.CallExpr]string          // calls that mean the same wherever they stand, by their texts; "" for others
	plans     map[*syntax.CompFor]*plan            // by the first clause
	bare      map[*syntax.CompFor][]syntax.CompFor // clauses without the conditions of the last, by that
	walks     map[walk]*turned
	lets      map[string]any // those that speak of no answer
	uses      map[use]any    // the same, for arguments
	steps     map[any]int    // that these took, by their keys
	room      int            // how many more names and values fit
}

// mostRemembered bounds the values that are remembered from answer to answer, those of loops and of functions.
const mostRemembered = 1 << 15

// drawing is the text of a shape, and how it may be laid.
type drawing struct {
	text         string
	turn, mirror bool
}

// relation is a relation with arguments, of a place.
type relation struct {
	name string
	p    board.Place
	a, b board.Dir
	n    int
}

func newStatic(b *rules.Board) *static {
	return &static{b, map[string]any{}, map[string]*table{}, map[relation]any{}, map[*rules.Layer]*table{}, map[*rules.Layer][]any{},
		map[drawing]form{}, map[*rules.Let]kind{}, map[*syntax.CallExpr]string{}, map[*syntax.CompFor]*plan{}, map[*syntax.CompFor][]syntax.CompFor{}, map[walk]*turned{},
		map[string]any{}, map[use]any{}, map[any]int{}, mostRemembered}
}

// unknown stands in a table where nothing was entered; nil is a value.
type unknown struct{}

// dense is how far the numbers of a kind's places may go for a list to hold what belongs to them; those of blocks go far and are few.
const dense = 1 << 13

// inLists reports whether lists by number hold what belongs to a place.
func inLists(p board.Place) bool { return p.Kind < board.Block && p.N >= 0 && p.N < dense }

// table holds a value for places.
type table struct {
	kinds [board.Block][]any
	rest  map[board.Place]any
}

func (t *table) get(p board.Place) (v any, ok bool) {
	if inLists(p) {
		if list := t.kinds[p.Kind]; int(p.N) < len(list) {
			v = list[p.N]
			_, none := v.(unknown)
			return v, !none
		}
		return nil, false
	}
	v, ok = t.rest[p]
	return v, ok
}

func (t *table) set(p board.Place, v any) {
	if !inLists(p) {
		if t.rest == nil {
			t.rest = map[board.Place]any{}
		}
		t.rest[p] = v
		return
	}
	list := t.kinds[p.Kind]
	if int(p.N) >= len(list) {
		longer := make([]any, max(int(p.N)+1, 2*len(list), 64))
		for i := copy(longer, list); i < len(longer); i++ {
			longer[i] = unknown{}
		}
		list, t.kinds[p.Kind] = longer, longer
	}
	list[p.N] = v
}

// tableOf gives the values of a layer's marks.
func tableOf(m *rules.Marks) *table {
	t := &table{}
	if m != nil {
		for p, v := range m.Values {
			t.set(p, plain(v))
		}
	}
	return t
}

// values gives what a layer holds, place by place. Of a given layer that is the same for all answers.
func (j *interpreter) values(l *rules.Layer) *table {
	of := j.own
	if l.Role == rules.Given {
		of = j.fixed.given
	}
	t, ok := of[l]
	if !ok {
		t = tableOf(j.b.Marks(l))
		of[l] = t
	}
	return t
}

// holding gives what a layer holds at a place, as rules.Board.Value does.
func (j *interpreter) holding(l *rules.Layer, p board.Place) any {
	if v, ok := j.values(l).get(p); ok {
		return v
	}
	if l.Domain.Kind == rules.Bools && !l.Some {
		return false
	}
	return nil
}

// held reports whether a layer holds something at a place.
func (j *interpreter) held(l *rules.Layer, p board.Place) bool {
	v := j.holding(l, p)
	return v != nil && v != false
}

// walk gives what a loop over a layer of values walks through: the places at which it holds something.
func (j *interpreter) walk(l *rules.Layer) []any {
	of := j.walked
	if l.Role == rules.Given {
		of = j.fixed.over
	}
	if list, ok := of[l]; ok {
		return list
	}
	at, err := j.fixed.b.Places(l)
	if err != nil {
		panic(failure{err})
	}
	out := []any{}
	for _, p := range at {
		if j.held(l, p) {
			out = append(out, p)
		}
	}
	of[l] = out
	return out
}

// meaning is what a name that no loop binds stands for: a *rules.Let, or a value.
func (j *interpreter) meaning(name string) (v any, ok bool) {
	v, ok = j.fixed.names[name]
	if ok {
		_, none := v.(unknown)
		return v, !none
	}
	if v, ok = j.resolve(name); !ok {
		v = unknown{} // such as a function of the language, which is asked about at each call
	}
	j.fixed.names[name] = v
	return v, ok
}

func (j *interpreter) resolve(name string) (any, bool) {
	b := j.fixed.b
	if n, ok := b.Params[name]; ok {
		return n, true
	}
	if l := b.File.Layer(name); l != nil {
		return layer{l}, true
	}
	if l := b.File.Let(name); l != nil {
		return l, true
	}
	if list, ok, err := b.Named(name); ok {
		if err != nil {
			return err, true
		}
		return places(list), true
	}
	switch name {
	case "dirs":
		return []any{"n", "e", "s", "w"}, true
	case "back":
		return opposite{}, true
	}
	if _, ok := board.ParseDir(name); ok {
		return name, true
	}
	return nil, false
}
