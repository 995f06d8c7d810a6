package encode

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// Options say how a board is encoded. The zero value means the usual.
type Options struct {
	// Open tells which given layers are unknown too; nil: none.
	Open func(*rules.Layer) bool
	// Printed tells of which open given layers it is only unknown whether they print, at a place, the value that the board has there; nil:
	// none.
	Printed func(*rules.Layer) bool
	// Framed tells of which open given layers it is known where they have values: where the board has. Which values is not; nil: none.
	Framed func(*rules.Layer) bool
	// Values are the values that some layers of numbers have at most, fewer than their own.
	Values []rules.Ranged
	// Ignored are layers that are left out, with the rules that need them; nil: none.
	Ignored *rules.Dependents
	// Loose leaves the rules open: each instance has its term, and none is asserted. What layers keep by themselves still is.
	Loose bool
	// Techniques are to be evaluated too: Encoding.Techniques.
	Techniques bool
	// Must are rules that hold beside those of the family.
	Must []*rules.Rule
	// Steps bounds the parts of expressions that are evaluated (0: DefaultSteps), Terms the terms that are built (0: DefaultTerms).
	Steps, Terms int
}

// The bounds of an encoding where Options name none.
const (
	DefaultSteps = 30_000_000
	DefaultTerms = 4_000_000
	// Of a file that is a guest.
	guestSteps = 3_000_000
	guestTerms = 300_000
)

// Instance is one turn of a rule: a constraint of the model.
type Instance struct {
	Rule  string
	Bound []Binding // what the clauses of the rule bind, in order
	Term  model.Term
}

// Binding is a name with what it stands for in an instance.
type Binding struct {
	Name string
	// Value is what the name stands for: a board.Place, an int64, a string, a []any of these, or nil for anything else. A group stands as its
	// places, one that is not known as one of them.
	Value any
}

// bound gives what a name in an instance stands for, as far as sentences can name it.
func bound(v value) any {
	switch x := v.(type) {
	case board.Place, int64, string:
		return x
	case *list:
		var out []any
		for _, e := range x.elems {
			one := bound(e.v)
			if one == nil {
				return nil
			}
			out = append(out, one)
		}
		return out
	case *group:
		return x.named()
	}
	return nil
}

// named lists the places of a group that is known, by which sentences name it; of one that is not, the place that it is the group of.
func (g *group) named() []any {
	var out []any
	for n, p := range g.set.places {
		if n == g.node || g.set.known != nil && g.set.known[n] == g.set.known[g.node] {
			out = append(out, p)
		}
	}
	return out
}

// Encoding is a board as a problem.
type Encoding struct {
	Board     *rules.Board
	Problem   *model.Problem
	Instances []Instance // instance i is constraint i of the problem, unless Loose
	// Techniques are the places at which a technique of the file applies: what it says there is not asserted.
	Techniques []Instance
	Asked      []model.Term // the variables of the layers to be found: solutions that agree on them are the same
	// Networks tell where the graphs lie that rules ask about; nil of one that lies at several places.
	Networks map[model.Graph]*Network

	layers  map[*rules.Layer]*layerVars
	account *budget.Account
}

// Network is where a graph lies on the board, by node and by edge. A place is nothing where an edge is no place of the board.
type Network struct{ Nodes, Edges []board.Place }

// layerVars are the variables of an open layer.
type layerVars struct {
	l      *rules.Layer
	places []board.Place
	vals   placeValues
	joins  map[board.Place]model.Term // of parts: whether a link joins its cells
	nodes  map[board.Place]model.Term // of parts: whether a place is in a part
	set    *groupSet
}

// New encodes the rules of a board. The layers to be found and those that follow are unknown, except for the values of a layer
// that is printed in part. An error is a *rules.BoardError, a *LimitError, or the context's.
func New(ctx context.Context, b *rules.Board, opt Options) (enc *Encoding, err error) {
	opt = bounded(b, opt)
	account := budget.From(ctx).Sub("the rules of a board", 0)
	defer func() {
		if err != nil {
			enc = nil
			account.Close()
		}
	}()
	defer caught(&err)
	ev := evaluate(ctx, account, b, opt, nil)
	if found := ev.again(); found != nil {
		ev.drop()
		ev = evaluate(ctx, account, b, opt, found)
		less := false
		for l := range found {
			less = ev.narrow(ev.enc.layers[l]) || less
		}
		if less {
			ev.drop()
			ev = evaluate(ctx, account, b, opt, found)
		}
	}
	ev.enc.mention()
	if err := ev.p.Err(); err != nil {
		return nil, fmt.Errorf("encoding %s: %w", b.File.ID, err)
	}
	held := ev.p.Held()
	ev.drop()
	if err := account.Take(held); err != nil { // it was held a moment ago
		return nil, err
	}
	ev.p.SetAccount(context.Background(), account) // terms that are made later are not bound to this call
	return ev.enc, nil
}

// Without gives the terms of the rules that the encoding left out (Options.Ignored), as they are on a board that has the layers they
// need. None is asserted. The board must be that of the encoding but for layers that are not unknown.
func (e *Encoding) Without(ctx context.Context, b *rules.Board, opt Options) (terms []model.Term, err error) {
	defer caught(&err)
	opt = bounded(b, opt)
	opt.Terms += e.Problem.NumTerms()
	ev := newEvaluator(ctx, e.account, b, e.Problem, opt)
	ev.mem.Open(ctx, e.account)
	defer ev.mem.Close()
	ev.enc, ev.declared = e, true
	for _, r := range b.File.Rules {
		if opt.Ignored.Rule(r) {
			ev.each(r, func(t model.Term, _ []Binding) { terms = append(terms, t) })
		}
	}
	return terms, e.Problem.Err()
}

// bounded fills in the bounds of the work.
func bounded(b *rules.Board, opt Options) Options {
	steps, terms := DefaultSteps, DefaultTerms
	if b.File.Guest {
		steps, terms = guestSteps, guestTerms
	}
	opt.Steps, opt.Terms = cmp.Or(opt.Steps, steps), cmp.Or(opt.Terms, terms)
	return opt
}

// caught makes an error of what an evaluation failed with.
func caught(err *error) {
	switch r := recover().(type) {
	case nil:
	case failure:
		*err = r.err
	default:
		panic(r)
	}
}

// drop gives back what the evaluation and its terms hold.
func (ev *evaluator) drop() {
	ev.mem.Close()
	ev.p.SetAccount(context.Background(), nil)
}

// Close gives back what the encoding holds on the account of the context that it was made in. Making terms after that counts nowhere.
func (e *Encoding) Close() {
	e.Problem.SetAccount(context.Background(), nil)
	e.account.Close()
}

func newEvaluator(ctx context.Context, account *budget.Account, b *rules.Board, p *model.Problem, opt Options) *evaluator {
	return &evaluator{ctx: ctx, b: b, p: p, opt: opt, account: account, lets: map[string]value{}, calls: map[callKey]value{},
		given: map[*rules.Layer]*placeValues{}, cells: map[board.Place]*list{}, held: map[*rules.Layer]*list{}, relations: map[related]*list{}}
}

// evaluate makes the constraints of a board. What is known of divisions is used; nil: nothing.
func evaluate(ctx context.Context, account *budget.Account, b *rules.Board, opt Options, found map[*rules.Layer]*pieces) *evaluator {
	ev := newEvaluator(ctx, account, b, model.NewProblem(), opt)
	ev.found = found
	ev.p.SetAccount(ctx, account)
	ev.mem.Open(ctx, account)
	ev.enc = &Encoding{Board: b, Problem: ev.p, layers: map[*rules.Layer]*layerVars{}, account: account}
	ev.declare()
	ev.declared = true
	for _, r := range b.File.Rules {
		if !opt.Ignored.Rule(r) {
			ev.rule(r)
		}
	}
	for _, r := range opt.Must {
		ev.rule(r)
	}
	if opt.Techniques {
		for _, t := range b.File.Techniques {
			ev.each(t.Rule, func(then model.Term, turn []Binding) {
				ev.enc.Techniques = append(ev.enc.Techniques, Instance{t.Name, turn, then})
			})
		}
	}
	return ev
}

// LimitError says that a board and its rules are too much, and which expression was evaluated when that showed.
type LimitError struct {
	Expr *rules.Expr
	What string
}

func (e *LimitError) Error() string { return fmt.Sprintf("%s: %s", e.Expr.At(0), e.Message()) }

// Message is the error without its place.
func (e *LimitError) Message() string { return "the rules of this board are too much work: " + e.What }

// failure carries an error out of the evaluation.
type failure struct{ err error }

// evaluator evaluates the expressions of one board.
type evaluator struct {
	ctx     context.Context
	b       *rules.Board
	p       *model.Problem
	enc     *Encoding
	opt     Options
	found   map[*rules.Layer]*pieces
	steps   int
	account *budget.Account
	mem     budget.Meter
	kept    int64 // bytes of what outlives the expression that it was made in
	depth   int
	expr    *rules.Expr // that is being evaluated, for the place of a mistake
	vars    []binding   // the loop variables and parameters in scope, innermost last
	base    int         // where those of the current let begin
	lets    map[string]value
	calls   map[callKey]value

	// What is asked for again and again: what is printed in a layer, the places of a line or a part, those that a layer has values at.
	given    map[*rules.Layer]*placeValues
	cells    map[board.Place]*list
	held     map[*rules.Layer]*list
	declared bool // all layers have their variables

	relations map[related]*list // those that are lists

	split   bool                 // a turn of a rule is evaluated, which can be done case by case
	assumed map[model.Term]value // the words of the case
	used    int                  // how often one of them was asked for: what depends on it is not remembered
}

// related is a relation of a place.
type related struct {
	place board.Place
	name  string
}

type binding struct {
	name string
	v    value
}

func (ev *evaluator) fail(x syntax.Node, format string, args ...any) {
	panic(failure{&rules.BoardError{Expr: ev.expr, Node: x, Msg: fmt.Sprintf(format, args...)}})
}

func (ev *evaluator) tooMuch(format string, args ...any) {
	panic(failure{&LimitError{ev.expr, fmt.Sprintf(format, args...)}})
}

// full says that the memory is used up, and by which expression. An end of the context is no matter of an expression.
func (ev *evaluator) full(err error) {
	if errors.Is(err, budget.ErrMemory) && ev.expr != nil {
		err = fmt.Errorf("%s: %w", ev.expr.At(0), err)
	}
	panic(failure{err})
}

// bytesStep is what a step of the evaluation may leave behind, in bytes: an element of a list.
const bytesStep = 64

// step counts work, and what it may leave behind; eval gives that back where nothing is left.
func (ev *evaluator) step() {
	ev.take(bytesStep)
	if ev.steps++; ev.steps&1023 != 0 {
		return
	}
	if err := ev.ctx.Err(); err != nil {
		panic(failure{err})
	}
	if ev.steps > ev.opt.Steps {
		ev.tooMuch("more than %d steps to evaluate them", ev.opt.Steps)
	}
	if err := ev.p.Err(); errors.Is(err, budget.ErrMemory) {
		ev.full(err)
	}
	if n := ev.p.NumTerms(); n > ev.opt.Terms {
		ev.tooMuch("more than %d terms", ev.opt.Terms)
	}
}

func (ev *evaluator) take(bytes int) {
	if err := ev.mem.Take(bytes); err != nil {
		ev.full(err)
	}
}

// spend counts the work, and with it the memory, of making a list.
func (ev *evaluator) spend(n int) {
	ev.take(n * bytesStep / 4)
	if ev.steps += n; ev.steps > ev.opt.Steps {
		ev.tooMuch("more than %d steps to evaluate them", ev.opt.Steps)
	}
}

// open reports whether the values of a layer are unknown.
func (ev *evaluator) open(l *rules.Layer) bool {
	return l.Role != rules.Given || ev.opt.Open != nil && ev.opt.Open(l)
}

// declare makes the variables of the open layers.
func (ev *evaluator) declare() {
	for _, l := range ev.b.File.Layers {
		if !ev.open(l) || ev.opt.Ignored.Layer(l) {
			continue
		}
		v := &layerVars{l: l}
		ev.enc.layers[l] = v
		if l.Parts {
			ev.declareParts(v)
			continue
		}
		var err error
		if v.places, err = ev.b.Places(l); err != nil {
			panic(failure{err})
		}
		printed := ev.b.Marks(l)
		for _, at := range v.places {
			switch {
			case l.Role != rules.Given:
			case ev.opt.Printed != nil && ev.opt.Printed(l):
				v.vals.set(at, ev.maybe(l, at))
				continue
			case ev.opt.Framed != nil && ev.opt.Framed(l) && !ev.b.Held(l, at):
				v.vals.set(at, nil)
				continue
			}
			if l.Printed && printed != nil {
				if x, ok := printed.Values[at]; ok {
					v.vals.set(at, known(x))
					continue
				}
			}
			ev.step()
			v.vals.set(at, ev.variable(l, at))
		}
	}
}

// maybe makes the value that a board has at a place unknown as far as whether it is printed.
func (ev *evaluator) maybe(l *rules.Layer, at board.Place) value {
	x := known(ev.b.Value(l, at))
	if x == nil || x == false {
		return x
	}
	has := ev.p.Bool(l.Name + " " + ev.placeName(at) + "?")
	switch x := x.(type) {
	case bool:
		return condition(has)
	case int64:
		return &unknown{kind: numbers, t: ev.p.Num(x), has: has, lo: x, hi: x}
	case string:
		return &unknown{kind: wordsSort, t: ev.p.Num(int64(slices.Index(l.Domain.Words, x))), has: has, words: l.Domain.Words}
	case board.Place:
		return &unknown{kind: placesSort, t: ev.p.Num(0), has: has, places: []board.Place{x}}
	}
	return &printed{has, x, ev.b.Value(l, at)}
}

// settled gives, of a value that is known where it is printed, that value, for places of an expression in which nothing unknown can stand:
// what holds there is asked under the condition that it is printed.
func (ev *evaluator) settled(v value) value {
	u, ok := v.(*unknown)
	if !ok || ev.opt.Printed == nil || u.kind == truths || !ev.p.IsConst(u.t) {
		return v
	}
	n, ok := ev.p.ConstValue(u.t).Int64()
	switch {
	case !ok:
		return v
	case u.kind == wordsSort:
		return u.words[n]
	case u.kind == placesSort:
		return u.places[n]
	}
	return n
}

func known(v rules.Value) value {
	switch v.Kind {
	case rules.Bool:
		return v.N != 0
	case rules.Int:
		return v.N
	case rules.Word:
		return v.Word
	case rules.PlaceValue:
		return v.Place
	case rules.List:
		out := &list{}
		for _, x := range v.List {
			out.elems = append(out.elems, element{cond: model.True, v: known(x)})
		}
		return out
	}
	return nil
}

func (ev *evaluator) asked(l *rules.Layer, t model.Term) {
	if l.Role == rules.Find {
		ev.enc.Asked = append(ev.enc.Asked, t)
	}
}

// variable makes the unknown value of a layer at a place.
func (ev *evaluator) variable(l *rules.Layer, at board.Place) value {
	name := l.Name + " " + ev.placeName(at)
	u := &unknown{has: model.True, lo: 1}
	if framed := l.Role == rules.Given && ev.opt.Framed != nil && ev.opt.Framed(l); l.Some && !framed {
		u.has = ev.p.Bool(name + "?")
		ev.asked(l, u.has)
	}
	switch l.Domain.Kind {
	case rules.Bools:
		u.kind, u.t = truths, ev.p.Bool(name)
	case rules.Ints:
		u.kind = numbers
		u.lo, u.hi = ev.limits(l)
		u.t = ev.p.IntIn(name, u.lo, u.hi)
	case rules.Words:
		u.kind, u.words, u.t = wordsSort, l.Domain.Words, ev.p.Enum(name, l.Domain.Words...)
	case rules.Places:
		places, err := ev.b.Class(l.Domain.At)
		if err != nil {
			panic(failure{err})
		}
		u.kind, u.places, u.t = placesSort, places, ev.p.IntIn(name, 0, int64(len(places)-1))
	default:
		panic(failure{fmt.Errorf("%s: the lists of %s cannot be unknown", l.Pos, l.Name)})
	}
	ev.asked(l, u.t)
	if u.has != model.True { // a value that is not there has no value: it is fixed, so that it makes no difference between solutions
		var fixed model.Term
		switch u.kind {
		case truths:
			fixed = ev.p.Not(u.t)
		case numbers:
			fixed = ev.p.Eq(u.t, ev.p.Num(u.lo))
		default:
			fixed = ev.p.Eq(u.t, ev.p.Num(0))
		}
		ev.assert(l.Name+".none", ev.or(u.has, fixed), Binding{"at", at})
	}
	return u
}

// limits gives the least and the greatest value that a layer of numbers can have.
func (ev *evaluator) limits(l *rules.Layer) (lo, hi int64) {
	for _, r := range ev.opt.Values {
		if r.Layer == l {
			lo, hi, err := ev.b.Ends(r)
			if err != nil {
				panic(failure{err})
			}
			return lo, hi
		}
	}
	least, most, err := ev.b.Bounds(&l.Domain)
	if err != nil {
		panic(failure{err})
	}
	hi = int64(len(ev.b.Geo.All(board.Cell)))
	if least != nil {
		lo = *least
	}
	if most != nil {
		hi = *most
	}
	return lo, hi
}

// placeName names a place in variables.
func (ev *evaluator) placeName(p board.Place) string {
	if s := ev.b.Geo.Name(p); s != "" {
		return s
	}
	if l := ev.b.LayerOf(p); l != nil {
		return fmt.Sprintf("%s%d", l.Name, p.N+1)
	}
	return fmt.Sprintf("%v%d", p.Kind, p.N+1)
}

// declareParts makes the variables of a division: for each two neighbours whether they are joined; borders stand exactly between
// different parts.
func (ev *evaluator) declareParts(v *layerVars) {
	if v.l.Role == rules.Given {
		panic(failure{fmt.Errorf("%s: the given parts of %s cannot be unknown", v.l.Pos, v.l.Name)})
	}
	var err error
	if v.places, err = ev.b.Places(v.l); err != nil {
		panic(failure{err})
	}
	v.joins, v.nodes = map[board.Place]model.Term{}, map[board.Place]model.Term{}
	set := &groupSet{places: v.places, at: map[board.Place]int{}, parts: v.l, memo: map[string][]model.Term{}}
	for i, c := range v.places {
		set.at[c] = i
		node := model.True
		if v.l.Some {
			node = ev.p.Bool(v.l.Name + " " + ev.placeName(c) + "?")
			ev.asked(v.l, node)
		}
		v.nodes[c] = node
		set.nodes = append(set.nodes, node)
	}
	for _, link := range ev.b.Geo.All(board.Link) {
		a, b := ev.b.Geo.Ends(link)
		i, ok := set.at[a]
		j, ok2 := set.at[b]
		if !ok || !ok2 {
			continue
		}
		join := ev.p.Bool(v.l.Name + " " + ev.placeName(link))
		ev.asked(v.l, join)
		v.joins[link] = join
		set.edges = append(set.edges, model.GraphEdge{A: i, B: j, On: join})
		set.between = append(set.between, link)
		if v.l.Some {
			ev.assert(v.l.Name+".none", ev.implies(join, ev.and(set.nodes[i], set.nodes[j])), Binding{"l", link})
		}
	}
	set.graph = ev.p.Graph(set.nodes, set.edges)
	ev.lies(set.graph, set.places, set.between)
	v.set = set
	if pc := ev.found[v.l]; pc != nil {
		ev.declarePieces(v, pc)
		return
	}
	ev.assert(v.l.Name+".wall", ev.p.Parted(set.graph))
}

// assert adds a constraint as an instance of a rule.
func (ev *evaluator) assert(rule string, t model.Term, bound ...Binding) {
	if t == model.True {
		return
	}
	ev.p.Assert(rule, t)
	ev.enc.Instances = append(ev.enc.Instances, Instance{Rule: rule, Bound: bound, Term: t})
}

// rule asserts each turn of a rule.
func (ev *evaluator) rule(r *rules.Rule) {
	ev.each(r, func(t model.Term, turn []Binding) {
		if ev.opt.Loose {
			ev.enc.Instances = append(ev.enc.Instances, Instance{Rule: r.Name, Bound: turn, Term: t})
			return
		}
		ev.assert(r.Name, t, turn...)
	})
}

// each gives every turn of a rule that says something.
func (ev *evaluator) each(r *rules.Rule, visit func(t model.Term, turn []Binding)) {
	ev.expr, ev.vars, ev.base = r.Expr, ev.vars[:0], 0
	through := func(emit func(turn)) func(model.Term, *group, int) {
		return func(cond model.Term, _ *group, _ int) {
			t := ev.implies(cond, ev.truth(r.Must, ev.eval(r.Must)))
			if t == model.True {
				return
			}
			var bind []Binding
			for _, v := range ev.vars {
				bind = append(bind, Binding{v.name, bound(v.v)})
			}
			emit(turn{bind, t})
		}
	}
	give := func(turns []turn) {
		for _, t := range turns {
			visit(t.term, t.bound)
		}
	}
	ev.split = true
	defer func() { ev.split = false }()
	if len(r.Clauses) == 0 {
		give(ev.cases(func(emit func(turn)) { through(emit)(model.True, nil, -1) }))
		return
	}
	items := ev.iterate(r.Clauses[0].Iter, ev.eval(r.Clauses[0].Iter))
	for _, e := range items.elems {
		give(ev.cases(func(emit func(turn)) { ev.pass(r.Clauses, 0, items.group, e, model.True, nil, -1, through(emit)) }))
		ev.vars = ev.vars[:0]
	}
}
