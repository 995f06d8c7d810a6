package cards

import (
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/model"
)

// Encoding is a puzzle as a constraint problem: an assignment of values to properties. The clues become named constraints.
type Encoding struct {
	Problem *model.Problem
	p       *Puzzle
	prefix  string         // of the names of variables
	vars    []model.Term   // by property
	dense   []bool         // the variable of the property is its number; otherwise the index of its value
	places  [][]model.Term // by category and value: the place at which it stands
}

// Encode builds the constraint problem of a valid puzzle, without its clues when bare is true. Puzzles that list their things
// are encoded as well; those with a given list of things say it as a disjunction.
func (p *Puzzle) Encode(bare bool) (*Encoding, error) { return p.encode(model.NewProblem(), "", bare) }

// encode adds the puzzle to a problem, with a prefix for the names of the variables.
func (p *Puzzle) encode(m *model.Problem, prefix string, bare bool) (*Encoding, error) {
	e := &Encoding{Problem: m, p: p, prefix: prefix}
	for i := range p.Properties {
		q := &p.Properties[i]
		first, n := q.Number(0), len(q.Values)
		dense := true
		for v := range q.Values {
			dense = dense && q.Number(v) == first+int64(v)
		}
		e.dense = append(e.dense, dense)
		switch {
		case q.Type == String:
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
		rules, err := p.Rules.Terms(e)
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

// lineup says that each value of a category stands at one place, and links places with properties.
func (e *Encoding) lineup() {
	l := e.p.Lineup
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
		x = e.p.Properties[prop].Number(val)
	}
	return e.Problem.Eq(e.vars[prop], e.Problem.Num(x))
}

// IsThing says that all properties have the values of a thing.
func (e *Encoding) IsThing(t Thing) model.Term {
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
	return e.pick(&e.p.Properties[prop], func(v int) model.Term { return e.Is(prop, v) })
}

// pick gives the number of the value for which a statement is true; it is true for exactly one.
func (e *Encoding) pick(q *Property, is func(v int) model.Term) model.Term {
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
func (e *Encoding) Thing(a model.Assignment) (Thing, error) {
	t := make(Thing, len(e.p.Properties))
	for k := range t {
		v, ok := e.Problem.Lookup(e.prefix + e.p.Properties[k].Name)
		if !ok || int(v) >= len(a) || !a[v].Valid() {
			return nil, fmt.Errorf("the assignment has no value of %s", quote(e.p.Properties[k].Name))
		}
		n, _ := a[v].Int64()
		if e.dense[k] {
			n -= e.p.Properties[k].Number(0)
		}
		t[k] = int(n)
	}
	return t, nil
}

// Statement gives a clue as a term.
func (e *Encoding) Statement(n *Node) model.Term {
	m := e.Problem
	args := func() []model.Term {
		out := make([]model.Term, len(n.Args))
		for i, a := range n.Args {
			out[i] = e.Statement(a)
		}
		return out
	}
	switch n.Op {
	case Is:
		return e.Is(n.Prop, n.Val)
	case IsNot:
		return m.Not(e.Is(n.Prop, n.Val))
	case Not:
		return m.Not(e.Statement(n.Args[0]))
	case And:
		return m.And(args()...)
	case Or:
		return m.Or(args()...)
	case Implies:
		return m.Implies(e.Statement(n.Args[0]), e.Statement(n.Args[1]))
	case Iff:
		return m.Iff(e.Statement(n.Args[0]), e.Statement(n.Args[1]))
	case Xor:
		a := args()
		out := a[0]
		for _, b := range a[1:] {
			out = m.Xor(out, b)
		}
		return out
	case Exactly:
		a := args()
		return m.And(m.AtLeast(int(n.Num), a...), m.AtMost(int(n.Num), a...))
	case AtLeast:
		return m.AtLeast(int(n.Num), args()...)
	case AtMost:
		return m.AtMost(int(n.Num), args()...)
	case Distinct:
		return e.distinct(n)
	case Eq, Ne, Lt, Le, Gt, Ge:
		return e.relation(n)
	}
	return e.placed(n)
}

// distinct uses the engines' own constraint where all values are comparable as numbers.
func (e *Encoding) distinct(n *Node) model.Term {
	m := e.Problem
	first := &e.p.Properties[n.Args[0].Prop]
	direct := true
	for _, a := range n.Args {
		q := &e.p.Properties[a.Prop]
		direct = direct && (q.Type == Integer && first.Type == Integer || slices.Equal(q.Values, first.Values) && q.Type == first.Type)
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
	if e.p.Properties[prop].Type == Integer {
		return e.Number(prop)
	}
	return e.vars[prop]
}

// cases lists the values that a term with a text can have, and when it has each.
func (e *Encoding) cases(n *Node) (q *Property, is func(v int) model.Term) {
	switch n.Op {
	case Value:
		return &e.p.Properties[n.Prop], func(v int) model.Term { return e.Is(n.Prop, v) }
	case Lit:
		return &e.p.Properties[n.Prop], func(v int) model.Term { return e.Problem.Truth(v == n.Val) }
	case Of:
		item := n.Args[0]
		return &e.p.Lineup.Categories[n.Prop], func(v int) model.Term {
			return e.Problem.Eq(e.Place(n.Prop, v), e.Place(item.Prop, item.Val))
		}
	}
	return nil, nil
}

// equal says that two terms with texts have the same text.
func (e *Encoding) equal(a, b *Node) model.Term {
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

func (e *Encoding) relation(n *Node) model.Term {
	m := e.Problem
	a, b := n.Args[0], n.Args[1]
	if q, _ := e.cases(a); q != nil && q.Type != Integer && (n.Op == Eq || n.Op == Ne) {
		t := e.equal(a, b)
		if n.Op == Ne {
			t = m.Not(t)
		}
		return t
	}
	x, y := e.number(a), e.number(b)
	switch n.Op {
	case Eq:
		return m.Eq(x, y)
	case Ne:
		return m.Ne(x, y)
	case Lt:
		return m.Lt(x, y)
	case Le:
		return m.Le(x, y)
	case Gt:
		return m.Gt(x, y)
	default:
		return m.Ge(x, y)
	}
}

// number gives a term as a number.
func (e *Encoding) number(n *Node) model.Term {
	m := e.Problem
	switch n.Op {
	case Num:
		return m.Num(n.Num)
	case Value:
		return e.Number(n.Prop)
	case Lit:
		return m.Num(e.p.Properties[n.Prop].Number(n.Val))
	case Pos:
		return e.Place(n.Args[0].Prop, n.Args[0].Val)
	case Of:
		q, is := e.cases(n)
		return e.pick(q, is)
	case Neg:
		return m.Neg(e.number(n.Args[0]))
	case Sub:
		return m.Sub(e.number(n.Args[0]), e.number(n.Args[1]))
	}
	args := make([]model.Term, len(n.Args))
	for i, a := range n.Args {
		args[i] = e.number(a)
	}
	if n.Op == Mul {
		return m.Product(args...)
	}
	return m.Sum(args...)
}

// placed gives a statement about a line-up.
func (e *Encoding) placed(n *Node) model.Term {
	m, l := e.Problem, e.p.Lineup
	at := make([]model.Term, len(n.Args))
	for i, a := range n.Args {
		at[i] = e.Place(a.Prop, a.Val)
	}
	switch n.Op {
	case Same:
		return m.Eq(at[0], at[1])
	case Other:
		return m.Ne(at[0], at[1])
	}
	s := l.placement(n)
	return s.form.Term(m, l.Places, l.Round, s.said, at...)
}
