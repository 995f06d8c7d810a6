package judge

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// Prepared judges answers to one problem. The rules are compiled for it, and what the board and the problem say is worked out once and remembered:
// classes and relations of places, and the values that are given. It is safe for concurrent use.
type Prepared struct {
	problem *rules.Board
	free    sync.Pool // of *static, each for one answer at a time
}

// Prepare makes the judge of a problem, which must not change from then on.
func Prepare(problem *rules.Board) *Prepared {
	return PrepareSome(problem, nil)
}

// PrepareSome makes a judge that judges those rules alone of which judged holds; nil: all of them.
func PrepareSome(problem *rules.Board, judged func(*rules.Rule) bool) *Prepared {
	k := &Prepared{problem: problem}
	k.free.New = func() any {
		s := newStatic(problem.Clone())
		s.judged = judged
		return s
	}
	return k
}

// Judge judges an answer to the problem; the answer's given layers are those of the problem. It is as the function Judge else.
func (k *Prepared) Judge(ctx context.Context, answer *rules.Board) (Verdict, error) {
	s := k.free.Get().(*static)
	defer k.free.Put(s)
	return judge(ctx, s, k.problem, answer)
}

// static is what is compiled and remembered for a board. Its values are shared by all answers and are not changed.
type static struct {
	b         *rules.Board           // the problem's own copy, whose classes are asked for
	judged    func(*rules.Rule) bool // nil: all rules are
	answer    uint32                 // the number of the answer that is judged
	names     map[string]any
	layers    map[*rules.Layer]*layer
	relations map[string]*table    // by the name of the relation, without arguments
	dirs      map[string]*[8]table // those with a direction, by that
	ends      table                // the two ends of joins, as lists
	drawn     map[drawing]form
	functions map[*rules.Let]*function
	groups    map[string]*grouping // those that mean the same wherever they stand, by their texts
	rules     []*compiledRule
	forget    []*function // that remember for one answer
	slots     []slot
	scratch   []any
	room      int // how many more names and values fit
}

// mostRemembered bounds the values that are remembered from answer to answer, those of loops and of functions.
const mostRemembered = 1 << 15

// drawing is the text of a shape, and how it may be laid.
type drawing struct {
	text         string
	turn, mirror bool
}

func newStatic(b *rules.Board) *static {
	return &static{b: b, names: map[string]any{}, layers: map[*rules.Layer]*layer{}, relations: map[string]*table{}, dirs: map[string]*[8]table{},
		drawn: map[drawing]form{}, functions: map[*rules.Let]*function{}, groups: map[string]*grouping{}, room: mostRemembered}
}

// next begins with another answer.
func (s *static) next() {
	s.answer++
	for _, f := range s.forget {
		maps.DeleteFunc(f.rest, func(_ [mostArgs]any, r *remembered) bool { return !r.lasts })
	}
}

func (s *static) relation(name string) *table {
	t := s.relations[name]
	if t == nil {
		t = &table{}
		s.relations[name] = t
	}
	return t
}

func (s *static) toward(name string) *[8]table {
	t := s.dirs[name]
	if t == nil {
		t = &[8]table{}
		s.dirs[name] = t
	}
	return t
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
			if v = list[p.N]; v != (unknown{}) {
				return v, true
			}
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

func (t *table) clear() {
	for _, list := range t.kinds {
		for i := range list {
			list[i] = unknown{}
		}
	}
	clear(t.rest)
}

// layer is a layer with what it holds: for all answers where it is given, else for the one that is judged.
type layer struct {
	*rules.Layer
	table    table
	tableOf  uint32 // the number of the answer; where it is given, whether there is a table
	walked   []any
	walkedOf uint32
	parts    *components
	partsOf  uint32
	keeps    []*keeper // of a class of objects: the rules about it
	compiled bool      // these
}

func (s *static) layer(l *rules.Layer) *layer {
	v := s.layers[l]
	if v == nil {
		v = &layer{Layer: l}
		s.layers[l] = v
	}
	return v
}

// fresh reports whether what a layer holds is that of an answer.
func (j *interpreter) fresh(l *layer, of uint32) bool {
	return of == j.fixed.answer || of != 0 && l.Role == rules.Given
}

// values gives what a layer holds, place by place; of a given division the part of each place.
func (j *interpreter) values(l *layer) *table {
	if j.fresh(l, l.tableOf) {
		return &l.table
	}
	l.tableOf = j.fixed.answer
	l.table.clear()
	m := j.b.Marks(l.Layer)
	switch {
	case m == nil:
	case l.Parts:
		own := places(j.b.Own(l.Layer))
		for i, part := range m.Parts {
			for _, p := range part {
				l.table.set(p, own[i])
			}
		}
	default:
		for p, v := range m.Values {
			l.table.set(p, plain(v))
		}
	}
	return &l.table
}

// holding gives what a layer holds at a place, as rules.Board.Value does.
func (j *interpreter) holding(l *layer, p board.Place) any {
	if v, ok := j.values(l).get(p); ok {
		return v
	}
	if l.Domain.Kind == rules.Bools && !l.Some {
		return false
	}
	return nil
}

// holdsAt reports whether a layer holds something at a place.
func (j *interpreter) holdsAt(l *layer, p board.Place) bool {
	v := j.holding(l, p)
	return v != nil && v != false
}

// walk gives what a loop over a layer of values walks through: the places at which it holds something.
func (j *interpreter) walk(l *layer) []any {
	if j.fresh(l, l.walkedOf) {
		return l.walked
	}
	at, err := j.fixed.b.Places(l.Layer)
	if err != nil {
		panic(failure{err})
	}
	out := []any{}
	for _, p := range at {
		if j.holdsAt(l, p) {
			out = append(out, p)
		}
	}
	l.walked, l.walkedOf = out, j.fixed.answer
	return out
}

// meaning is what a name that no loop binds stands for: a *rules.Let, or a value.
func (s *static) meaning(name string) (v any, ok bool) {
	v, known := s.names[name]
	if !known {
		if v, ok = s.resolve(name); !ok {
			v = unknown{} // such as a function of the language, which is asked about at each call
		}
		s.names[name] = v
	}
	if _, none := v.(unknown); none {
		return nil, false
	}
	return v, true
}

func (s *static) resolve(name string) (any, bool) {
	b := s.b
	if n, ok := b.Params[name]; ok {
		return n, true
	}
	if l := b.File.Layer(name); l != nil {
		return s.layer(l), true
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

// compiledRule is a rule, ready to be judged.
type compiledRule struct {
	rule    *rules.Rule
	follows []*rules.Layer // layers that follow, of which it speaks
	frame   frame
	bound   []local
	run     test // calls report for each turn that does not hold
}

// compiled gives the rules of the file, compiled.
func (s *static) compiled() []*compiledRule {
	if s.rules == nil {
		for _, r := range s.b.File.Rules {
			if s.judged != nil && !s.judged(r) {
				continue
			}
			k := &compiledRule{rule: r, follows: s.following(r)}
			c := &compiler{s: s, expr: r.Expr, frame: &k.frame}
			k.run = c.turns(r.Clauses, func() test {
				k.bound = slices.Clone(c.scope)
				must := c.cond(r.Must)
				return func(j *interpreter) bool {
					j.faults, j.apart = nil, nil
					before := j.held()
					if !must(j) {
						j.report(k)
					}
					j.release(before)
					return true
				}
			})
			s.rules = append(s.rules, k)
		}
	}
	return s.rules
}

// following lists the layers that follow and of which a rule speaks.
func (s *static) following(r *rules.Rule) []*rules.Layer {
	var out []*rules.Layer
	seen := map[string]bool{}
	var look func(x syntax.Expr)
	look = func(x syntax.Expr) {
		if n, ok := x.(*syntax.Name); ok && !seen[n.ID] {
			if l := s.b.File.Layer(n.ID); l != nil {
				if l.Role == rules.Follow {
					out = append(out, l)
				}
			} else if l := s.b.File.Let(n.ID); l != nil {
				seen[n.ID] = true
				look(l.Expr.Tree)
			}
		}
		for _, y := range syntax.Children(x) {
			look(y)
		}
	}
	look(r.Expr.Tree)
	return out
}
