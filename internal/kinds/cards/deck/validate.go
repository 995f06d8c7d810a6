package deck

import (
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// ValidateExpr checks a clue against the puzzle: that every name exists, every operator has as many operands of such a kind as
// it takes, and the clue keeps the limits.
func (p *Puzzle) ValidateExpr(n *Node) error {
	if n == nil {
		return fmt.Errorf("the clue is empty")
	}
	v := validator{p: p}
	return v.statement(n, 1)
}

type validator struct {
	p     *Puzzle
	nodes int
}

func (v *validator) enter(n *Node, depth int) error {
	if n == nil {
		return fmt.Errorf("a part of the clue is missing")
	}
	if v.nodes++; v.nodes > maxNodes {
		return fmt.Errorf("the clue has more than %d parts", maxNodes)
	}
	if depth > maxDepth {
		return fmt.Errorf("the clue is nested more than %d deep", maxDepth)
	}
	return nil
}

// arity gives how many operands an operator takes.
func (o Op) arity() (lo, hi int) {
	switch o {
	case Not, Neg, Pos, Of:
		return 1, 1
	case Implies, Iff, Eq, Ne, Lt, Le, Gt, Ge, Sub:
		return 2, 2
	case And, Or, Xor, Distinct, Add, Mul:
		return 2, maxNodes
	case Exactly, AtLeast, AtMost:
		return 1, maxNodes
	}
	return o.Places(), o.Places()
}

func (v *validator) operands(n *Node) error {
	lo, hi := n.Op.arity()
	if len(n.Args) < lo || len(n.Args) > hi {
		return fmt.Errorf("%s has %d operands", n.Op, len(n.Args))
	}
	return nil
}

func (v *validator) statement(n *Node, depth int) error {
	if err := v.enter(n, depth); err != nil {
		return err
	}
	if !n.Op.statement() {
		return fmt.Errorf("%s is no statement: expected one that is true or false", n.Op)
	}
	if err := v.operands(n); err != nil {
		return err
	}
	switch n.Op {
	case Is, IsNot:
		return v.value(n)
	case Eq, Ne, Lt, Le, Gt, Ge:
		return v.relation(n, depth)
	case Distinct:
		for _, a := range n.Args {
			if err := v.enter(a, depth+1); err != nil {
				return err
			}
			if a.Op != Value {
				return fmt.Errorf("distinct is about properties, not %s", a.Op)
			}
			if err := v.property(a); err != nil {
				return err
			}
		}
		return nil
	case Exactly, AtLeast, AtMost:
		if n.Num < 0 || n.Num > int64(len(n.Args)) {
			return fmt.Errorf("%s %d of %d statements", n.Op, n.Num, len(n.Args))
		}
	}
	if n.Op.Places() > 0 {
		if v.p.Lineup == nil {
			return fmt.Errorf("%s speaks of places, and the puzzle is no line-up", n.Op)
		}
		if n.Op == At && (n.Num < 1 || n.Num > int64(v.p.Lineup.Places)) {
			return fmt.Errorf("at speaks of place %d, and there are %d", n.Num, v.p.Lineup.Places)
		}
		if v.p.Lineup.Round && RowOnly(Form(n.Op.String())) {
			return fmt.Errorf("%s means nothing at a round table", n.Op)
		}
		for _, a := range n.Args {
			if err := v.item(a, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	for _, a := range n.Args {
		if err := v.statement(a, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (v *validator) property(n *Node) error {
	if n.Prop < 0 || n.Prop >= len(v.p.Properties) {
		return fmt.Errorf("there is no property number %d", n.Prop)
	}
	return nil
}

func (v *validator) value(n *Node) error {
	if err := v.property(n); err != nil {
		return err
	}
	if q := &v.p.Properties[n.Prop]; n.Val < 0 || n.Val >= len(q.Values) {
		return fmt.Errorf("property %s has no value number %d", nearest.Quote(q.Name), n.Val)
	}
	return nil
}

func (v *validator) item(n *Node, depth int) error {
	if err := v.enter(n, depth); err != nil {
		return err
	}
	if n.Op != Item || len(n.Args) != 0 {
		return fmt.Errorf("expected a value of a category, found %s", n.Op)
	}
	if v.p.Lineup == nil {
		return fmt.Errorf("the puzzle is no line-up")
	}
	if n.Prop < 0 || n.Prop >= len(v.p.Lineup.Categories) || n.Val < 0 || n.Val >= v.p.Lineup.Places {
		return fmt.Errorf("there is no such value of a category")
	}
	return nil
}

// termType is what a term's values are.
type termType struct {
	typ    Type
	values []string // of texts
	lo, hi int64    // of numbers
}

func (v *validator) relation(n *Node, depth int) error {
	a, err := v.term(n.Args[0], depth+1)
	if err != nil {
		return err
	}
	b, err := v.term(n.Args[1], depth+1)
	if err != nil {
		return err
	}
	if (a.typ == Integer) != (b.typ == Integer) {
		return fmt.Errorf("%s compares a number with a text", n.Op)
	}
	if a.typ == Integer || n.Op == Eq || n.Op == Ne {
		return nil
	}
	if a.typ != Ordered || b.typ != Ordered || !slices.Equal(a.values, b.values) {
		return fmt.Errorf("%s needs two numbers, or two values of the same order", n.Op)
	}
	return nil
}

// term checks a term and finds its type and, of numbers, its range.
func (v *validator) term(n *Node, depth int) (termType, error) {
	if err := v.enter(n, depth); err != nil {
		return termType{}, err
	}
	if n.Op < Num || n.Op > Neg {
		return termType{}, fmt.Errorf("%s is no term: expected a number or a value", n.Op)
	}
	if err := v.operands(n); err != nil {
		return termType{}, err
	}
	switch n.Op {
	case Num:
		if n.Num < -MaxNumber || n.Num > MaxNumber {
			return termType{}, fmt.Errorf("the number %d is beyond %d", n.Num, MaxNumber)
		}
		return termType{typ: Integer, lo: n.Num, hi: n.Num}, nil
	case Value:
		if err := v.property(n); err != nil {
			return termType{}, err
		}
		return typeOf(&v.p.Properties[n.Prop]), nil
	case Lit:
		if err := v.value(n); err != nil {
			return termType{}, err
		}
		return typeOf(&v.p.Properties[n.Prop]), nil
	case Pos:
		if err := v.item(n.Args[0], depth+1); err != nil {
			return termType{}, err
		}
		return termType{typ: Integer, lo: 1, hi: int64(v.p.Lineup.Places)}, nil
	case Of:
		if err := v.item(n.Args[0], depth+1); err != nil {
			return termType{}, err
		}
		if n.Prop < 0 || n.Prop >= len(v.p.Lineup.Categories) {
			return termType{}, fmt.Errorf("there is no category number %d", n.Prop)
		}
		return typeOf(&v.p.Lineup.Categories[n.Prop]), nil
	}
	out := termType{typ: Integer}
	for i, arg := range n.Args {
		a, err := v.term(arg, depth+1)
		if err != nil {
			return out, err
		}
		if a.typ != Integer {
			return out, fmt.Errorf("%s calculates with texts: give the property the type integer", n.Op)
		}
		switch {
		case n.Op == Neg:
			out.lo, out.hi = -a.hi, -a.lo
		case i == 0:
			out = a
		case n.Op == Add:
			out.lo, out.hi = out.lo+a.lo, out.hi+a.hi
		case n.Op == Sub:
			out.lo, out.hi = out.lo-a.hi, out.hi-a.lo
		case n.Op == Mul:
			// Both are within maxTerm; so that no product overflows, the product of the sizes is estimated first.
			if big := size(out) * size(a); big > maxTerm {
				return out, fmt.Errorf("a product can come to more than %d", int64(maxTerm))
			}
			c := []int64{out.lo * a.lo, out.lo * a.hi, out.hi * a.lo, out.hi * a.hi}
			out.lo, out.hi = slices.Min(c), slices.Max(c)
		}
		if size(out) > maxTerm {
			return out, fmt.Errorf("a term can come to more than %d", int64(maxTerm))
		}
	}
	return out, nil
}

func size(t termType) float64 { return max(-float64(t.lo), float64(t.hi), 0) }

func typeOf(q *Property) termType {
	t := termType{typ: q.Type, values: q.Values}
	if q.Type == Integer {
		t.lo, t.hi = q.Number(0), q.Number(0)
		for i := range q.Values {
			t.lo, t.hi = min(t.lo, q.Number(i)), max(t.hi, q.Number(i))
		}
	}
	return t
}
