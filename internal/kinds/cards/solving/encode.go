package solving

import (
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/model"
)

// Encoding is a puzzle as a constraint problem: an assignment of values to properties. The clues become named constraints.
type Encoding struct {
	Problem *model.Problem
	P       *deck.Puzzle
	prefix  string         // of the names of variables
	vars    []model.Term   // by property
	dense   []bool         // the variable of the property is its number; otherwise the index of its value
	places  [][]model.Term // by category and value: the place at which it stands
}

// Encode builds the constraint problem of a valid puzzle, without its clues when bare is true. Puzzles that list their things
// are encoded as well; those with a given list of things say it as a disjunction.
func Encode(p *deck.Puzzle, bare bool) (*Encoding, error) {
	return EncodeIn(p, model.NewProblem(), "", bare)
}

// EncodeIn adds the puzzle to a problem, with a prefix for the names of the variables.
func EncodeIn(p *deck.Puzzle, m *model.Problem, prefix string, bare bool) (*Encoding, error) {
	e := &Encoding{Problem: m, P: p, prefix: prefix}
	for i := range p.Properties {
		q := &p.Properties[i]
		first, n := q.Number(0), len(q.Values)
		dense := true
		for v := range q.Values {
			dense = dense && q.Number(v) == first+int64(v)
		}
		e.dense = append(e.dense, dense)
		switch {
		case q.Type == deck.String:
			e.vars = append(e.vars, m.Enum(prefix+q.Name, q.Values...))
			e.dense[i] = false
		case dense:
			e.vars = append(e.vars, m.IntIn(prefix+q.Name, first, first+int64(n)-1))
		default:
			e.vars = append(e.vars, m.IntIn(prefix+q.Name, 0, int64(n)-1))
		}
		// A property that nothing mentions would have no value in a solution.
		m.Assert("domain of "+q.Name, m.Or(m.Ge(e.vars[i], m.Num(0)), m.Lt(e.vars[i], m.Num(0))))
	}
	e.lineup()
	if p.Things != nil {
		var some []model.Term
		for _, t := range p.Things {
			some = append(some, e.IsThing(t))
		}
		m.Assert("things", m.Or(some...))
	}
	if !bare {
		for i := range p.Clues {
			m.Assert(p.Clues[i].ID, e.Statement(p.Clues[i].Expr))
		}
	}
	if p.Rules != nil {
		rules, err := RuleTerms(p.Rules, e)
		if err != nil {
			return nil, err
		}
		for _, r := range rules {
			m.Assert(r.Name, r.Holds)
		}
	}
	if err := m.Err(); err != nil {
		return nil, fmt.Errorf("encoding the puzzle: %w", err)
	}
	return e, nil
}

// Rules are those of a puzzle that can be said as terms too. Check, which judges, shares no code with Terms.
type Rules interface {
	deck.Rules
	Terms(e *Encoding) ([]Rule, error)
}

// Rule is a rule as a term.
type Rule struct {
	Name  string // for messages, such as invariant Thing::different
	Holds model.Term
}

// RuleTerms gives the rules of a puzzle as terms about an encoding of it.
func RuleTerms(rules deck.Rules, e *Encoding) ([]Rule, error) {
	r, ok := rules.(Rules)
	if !ok {
		return nil, deck.ErrUnread
	}
	return r.Terms(e)
}

// lineup says that each value of a category stands at one place, and links places with properties.
func (e *Encoding) lineup() {
	l := e.P.Lineup
	if l == nil {
		return
	}
	m, n := e.Problem, l.Places
	for c := range l.Categories {
		q := &l.Categories[c]
		m.Assert("each "+q.Name+" once", m.Distinct(e.vars[c*n:(c+1)*n]...))
		var row []model.Term
		for v := range q.Values {
			at := m.IntIn(e.prefix+"place of "+q.Name+" "+q.Values[v], 1, int64(n))
			row = append(row, at)
			for i := range n {
				m.Assert("place", m.Iff(m.Eq(at, m.Num(int64(i+1))), e.Is(c*n+i, v)))
			}
		}
		if n > 1 {
			m.Assert("one place each", m.Distinct(row...))
		}
		e.places = append(e.places, row)
	}
}

// Is says that a property has a value.
func (e *Encoding) Is(prop, val int) model.Term {
	x := int64(val)
	if e.dense[prop] {
		x = e.P.Properties[prop].Number(val)
	}
	return e.Problem.Eq(e.vars[prop], e.Problem.Num(x))
}

// IsThing says that all properties have the values of a thing.
func (e *Encoding) IsThing(t deck.Thing) model.Term {
	all := make([]model.Term, len(t))
	for k, v := range t {
		all[k] = e.Is(k, v)
	}
	return e.Problem.And(all...)
}

// Number gives the number by which the value of a property compares.
func (e *Encoding) Number(prop int) model.Term {
	if e.dense[prop] {
		return e.vars[prop]
	}
	return e.pick(&e.P.Properties[prop], func(v int) model.Term { return e.Is(prop, v) })
}

// pick gives the number of the value for which a statement is true; it is true for exactly one.
func (e *Encoding) pick(q *deck.Property, is func(v int) model.Term) model.Term {
	m := e.Problem
	terms := make([]model.Term, len(q.Values))
	for v := range q.Values {
		terms[v] = m.If(is(v), m.Num(q.Number(v)), m.Num(0))
	}
	return m.Sum(terms...)
}

// Place gives the place of a value of a category, from 1.
func (e *Encoding) Place(cat, val int) model.Term { return e.places[cat][val] }

// Thing reads the thing off an assignment.
func (e *Encoding) Thing(a model.Assignment) (deck.Thing, error) {
	t := make(deck.Thing, len(e.P.Properties))
	for k := range t {
		v, ok := e.Problem.Lookup(e.prefix + e.P.Properties[k].Name)
		if !ok || int(v) >= len(a) || !a[v].Valid() {
			return nil, fmt.Errorf("the assignment has no value of %s", nearest.Quote(e.P.Properties[k].Name))
		}
		n, _ := a[v].Int64()
		if e.dense[k] {
			n -= e.P.Properties[k].Number(0)
		}
		t[k] = int(n)
	}
	return t, nil
}

// Statement gives a clue as a term.
func (e *Encoding) Statement(n *deck.Node) model.Term {
	m := e.Problem
	args := func() []model.Term {
		out := make([]model.Term, len(n.Args))
		for i, a := range n.Args {
			out[i] = e.Statement(a)
		}
		return out
	}
	switch n.Op {
	case deck.Is:
		return e.Is(n.Prop, n.Val)
	case deck.IsNot:
		return m.Not(e.Is(n.Prop, n.Val))
	case deck.Not:
		return m.Not(e.Statement(n.Args[0]))
	case deck.And:
		return m.And(args()...)
	case deck.Or:
		return m.Or(args()...)
	case deck.Implies:
		return m.Implies(e.Statement(n.Args[0]), e.Statement(n.Args[1]))
	case deck.Iff:
		return m.Iff(e.Statement(n.Args[0]), e.Statement(n.Args[1]))
	case deck.Xor:
		a := args()
		out := a[0]
		for _, b := range a[1:] {
			out = m.Xor(out, b)
		}
		return out
	case deck.Exactly:
		a := args()
		return m.And(m.AtLeast(int(n.Num), a...), m.AtMost(int(n.Num), a...))
	case deck.AtLeast:
		return m.AtLeast(int(n.Num), args()...)
	case deck.AtMost:
		return m.AtMost(int(n.Num), args()...)
	case deck.Distinct:
		return e.distinct(n)
	case deck.Eq, deck.Ne, deck.Lt, deck.Le, deck.Gt, deck.Ge:
		return e.relation(n)
	}
	return e.placed(n)
}

// distinct uses the engines' own constraint where all values are comparable as numbers.
func (e *Encoding) distinct(n *deck.Node) model.Term {
	m := e.Problem
	first := &e.P.Properties[n.Args[0].Prop]
	direct := true
	for _, a := range n.Args {
		q := &e.P.Properties[a.Prop]
		direct = direct && (q.Type == deck.Integer && first.Type == deck.Integer || slices.Equal(q.Values, first.Values) && q.Type == first.Type)
	}
	if direct {
		terms := make([]model.Term, len(n.Args))
		for i, a := range n.Args {
			terms[i] = e.code(a.Prop)
		}
		return m.Distinct(terms...)
	}
	var all []model.Term
	for i, a := range n.Args {
		for _, b := range n.Args[:i] {
			all = append(all, m.Not(e.equal(a, b)))
		}
	}
	return m.And(all...)
}

// code gives a number that tells the values of a property apart: the number of an integer, otherwise the variable as it is.
func (e *Encoding) code(prop int) model.Term {
	if e.P.Properties[prop].Type == deck.Integer {
		return e.Number(prop)
	}
	return e.vars[prop]
}

// cases lists the values that a term with a text can have, and when it has each.
func (e *Encoding) cases(n *deck.Node) (q *deck.Property, is func(v int) model.Term) {
	switch n.Op {
	case deck.Value:
		return &e.P.Properties[n.Prop], func(v int) model.Term { return e.Is(n.Prop, v) }
	case deck.Lit:
		return &e.P.Properties[n.Prop], func(v int) model.Term { return e.Problem.Truth(v == n.Val) }
	case deck.Of:
		item := n.Args[0]
		return &e.P.Lineup.Categories[n.Prop], func(v int) model.Term {
			return e.Problem.Eq(e.Place(n.Prop, v), e.Place(item.Prop, item.Val))
		}
	}
	return nil, nil
}

// equal says that two terms with texts have the same text.
func (e *Encoding) equal(a, b *deck.Node) model.Term {
	m := e.Problem
	q, isA := e.cases(a)
	r, isB := e.cases(b)
	var any []model.Term
	for v, text := range q.Values {
		if w := r.Index(text); w >= 0 {
			any = append(any, m.And(isA(v), isB(w)))
		}
	}
	return m.Or(any...)
}

func (e *Encoding) relation(n *deck.Node) model.Term {
	m := e.Problem
	a, b := n.Args[0], n.Args[1]
	if q, _ := e.cases(a); q != nil && q.Type != deck.Integer && (n.Op == deck.Eq || n.Op == deck.Ne) {
		t := e.equal(a, b)
		if n.Op == deck.Ne {
			t = m.Not(t)
		}
		return t
	}
	x, y := e.number(a), e.number(b)
	switch n.Op {
	case deck.Eq:
		return m.Eq(x, y)
	case deck.Ne:
		return m.Ne(x, y)
	case deck.Lt:
		return m.Lt(x, y)
	case deck.Le:
		return m.Le(x, y)
	case deck.Gt:
		return m.Gt(x, y)
	default:
		return m.Ge(x, y)
	}
}

// number gives a term as a number.
func (e *Encoding) number(n *deck.Node) model.Term {
	m := e.Problem
	switch n.Op {
	case deck.Num:
		return m.Num(n.Num)
	case deck.Value:
		return e.Number(n.Prop)
	case deck.Lit:
		return m.Num(e.P.Properties[n.Prop].Number(n.Val))
	case deck.Pos:
		return e.Place(n.Args[0].Prop, n.Args[0].Val)
	case deck.Of:
		q, is := e.cases(n)
		return e.pick(q, is)
	case deck.Neg:
		return m.Neg(e.number(n.Args[0]))
	case deck.Sub:
		return m.Sub(e.number(n.Args[0]), e.number(n.Args[1]))
	}
	args := make([]model.Term, len(n.Args))
	for i, a := range n.Args {
		args[i] = e.number(a)
	}
	if n.Op == deck.Mul {
		return m.Product(args...)
	}
	return m.Sum(args...)
}

// placed gives a statement about a line-up.
func (e *Encoding) placed(n *deck.Node) model.Term {
	m, l := e.Problem, e.P.Lineup
	at := make([]model.Term, len(n.Args))
	for i, a := range n.Args {
		at[i] = e.Place(a.Prop, a.Val)
	}
	switch n.Op {
	case deck.Same:
		return m.Eq(at[0], at[1])
	case deck.Other:
		return m.Ne(at[0], at[1])
	}
	s := l.Placement(n)
	return s.Form.Term(m, l.Places, l.Round, s.Said, at...)
}

// Differs says that two encodings of a puzzle have different values of some property.
func (e *Encoding) Differs(f *Encoding) model.Term {
	var some []model.Term
	for k := range e.P.Properties {
		for v := range e.P.Properties[k].Values {
			some = append(some, e.Problem.And(e.Is(k, v), e.Problem.Not(f.Is(k, v))))
		}
	}
	return e.Problem.Or(some...)
}
