package deck

import (
	"slices"

	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// statement resolves a part that must be true or false.
func (ps *parser) statement(r *raw) (*Node, error) {
	switch {
	case r.leaf:
		return nil, ps.errorf(r.at, "expected a statement such as %s, found %s alone", ps.example(), r.tok)
	case r.op == call:
		return ps.call(r)
	case r.op >= Eq && r.op <= Ge:
		return ps.relation(r)
	case !r.op.statement():
		return nil, ps.errorf(r.at, "expected a statement, found a number")
	}
	n := &Node{Op: r.op, Num: r.num}
	for _, a := range r.args {
		arg, err := ps.statement(a)
		if err != nil {
			return nil, err
		}
		n.Args = append(n.Args, arg)
	}
	if n.Op >= Exactly && n.Op <= AtMost && n.Num > int64(len(n.Args)) {
		return nil, ps.errorf(r.at, "%d of %d statements cannot be true", n.Num, len(n.Args))
	}
	return n, nil
}

// example gives a statement about the puzzle, for messages.
func (ps *parser) example() string {
	if len(ps.p.Properties) == 0 {
		return "a = b"
	}
	return ps.p.Format(IsNode(0, 0))
}

// call resolves a statement written as a call.
func (ps *parser) call(r *raw) (*Node, error) {
	op := callNamed(r.tok.text)
	if r.tok.kind == tokQuoted || op < 0 {
		if _, err := ps.p.category(r.tok.text); err == nil || r.tok.text == "pos" || r.tok.text == "value" {
			return nil, ps.errorf(r.at, "expected a statement, found the value %s(…): compare it with something", r.tok.text)
		}
		var names []string
		for o := Distinct; o <= Between; o++ {
			names = append(names, o.String())
		}
		for _, f := range FurtherForms() {
			names = append(names, string(f))
		}
		return nil, ps.wrap(r.at, puzzle.Unknownf("statement", r.tok.text, names))
	}
	n := &Node{Op: op}
	args := r.args
	if op == Distinct {
		for _, a := range args {
			arg, err := ps.property(a)
			if err != nil {
				return nil, err
			}
			n.Args = append(n.Args, arg)
		}
		if len(n.Args) < 2 {
			return nil, ps.errorf(r.at, "distinct needs at least two properties")
		}
		return n, nil
	}
	if ps.p.Lineup == nil {
		return nil, ps.errorf(r.at, "%s speaks of places, and the puzzle is no line-up", op)
	}
	want := op.Places()
	if op == At {
		want++
	}
	if len(args) != want {
		return nil, ps.errorf(r.at, "%s takes %d parts, found %d", op, want, len(args))
	}
	if op == At {
		last := args[1]
		if !last.leaf || last.tok.kind != tokNumber || last.tok.num < 1 || last.tok.num > int64(ps.p.Lineup.Places) {
			return nil, ps.errorf(last.at, "expected a place from 1 to %d", ps.p.Lineup.Places)
		}
		n.Num, args = last.tok.num, args[:1]
	}
	for _, a := range args {
		arg, err := ps.item(a)
		if err != nil {
			return nil, err
		}
		n.Args = append(n.Args, arg)
	}
	return n, nil
}

// item resolves a reference such as Meat = beef.
func (ps *parser) item(r *raw) (*Node, error) {
	if r.op == Eq && !r.leaf && len(r.args) == 2 {
		cat, ok1 := r.args[0].nameOf()
		val, ok2 := r.args[1].valueOf()
		if ok1 && ok2 {
			c, err := ps.p.category(cat)
			if err != nil {
				return nil, ps.wrap(r.args[0].at, err)
			}
			q := &ps.p.Lineup.Categories[c]
			v := q.Index(val)
			if v < 0 {
				return nil, ps.wrap(r.args[1].at, puzzle.Unknownf("value of "+q.Name, val, q.Values))
			}
			return &Node{Op: Item, Prop: c, Val: v}, nil
		}
	}
	return nil, ps.errorf(r.at, "expected a value of a category, such as Meat = beef")
}

// property resolves a part that must name a property: top, 'top' or value(top).
func (ps *parser) property(r *raw) (*Node, error) {
	name, ok := r.nameOf()
	if !ok && r.op == call && r.tok.kind == tokWord && r.tok.text == "value" && len(r.args) == 1 {
		if name, ok = r.args[0].valueOf(); ok {
			r = r.args[0]
		}
	}
	if !ok {
		return nil, ps.errorf(r.at, "expected the name of a property")
	}
	i, err := ps.p.FindProperty(name)
	if err != nil {
		return nil, ps.unknown(r, name)
	}
	return &Node{Op: Value, Prop: i}, nil
}

// isProperty reports whether a part names a property, and which.
func (ps *parser) isProperty(r *raw) (int, bool) {
	if _, ok := r.nameOf(); !ok && (r.leaf || r.op != call) {
		return 0, false
	}
	n, err := ps.property(r)
	if err != nil {
		return 0, false
	}
	return n.Prop, true
}

// relation resolves a comparison. What is compared with a property is a value of it if it has such a value, and otherwise a
// term; so "size < large" and "large > size" compare with the value large.
func (ps *parser) relation(r *raw) (*Node, error) {
	a, b := r.args[0], r.args[1]
	if prop, ok := ps.isProperty(a); ok {
		if n, err := ps.withValue(r.op, prop, a, b, false); n != nil || err != nil {
			return n, err
		}
	} else if prop, ok := ps.isProperty(b); ok {
		if n, err := ps.withValue(r.op, prop, b, a, true); n != nil || err != nil {
			return n, err
		}
	}
	return ps.ofTerms(r)
}

// ofTerms resolves what joins terms.
func (ps *parser) ofTerms(r *raw) (*Node, error) {
	n := &Node{Op: r.op}
	for _, a := range r.args {
		arg, err := ps.term(a)
		if err != nil {
			return nil, err
		}
		n.Args = append(n.Args, arg)
	}
	return n, nil
}

// withValue resolves a comparison of a property with one of its values; nil when the other side is none.
func (ps *parser) withValue(op Op, prop int, left, right *raw, swapped bool) (*Node, error) {
	q := &ps.p.Properties[prop]
	text, ok := right.valueOf()
	if !ok {
		return nil, nil
	}
	v := q.Index(text)
	if v < 0 {
		if _, isName := ps.isProperty(right); isName {
			return nil, nil
		}
		_, isNumber := right.number()
		if isNumber && q.Type == Integer && op != Eq && op != Ne {
			return nil, nil // A < 100 is fine when 100 is no value of A
		}
		_, err := ps.p.FindValue(prop, text)
		return nil, ps.wrap(right.at, err)
	}
	switch {
	case (op == Eq || op == Ne) && !(swapped && q.Type == Integer): // top = blue, blue = top
		return &Node{Op: map[Op]Op{Eq: Is, Ne: IsNot}[op], Prop: prop, Val: v}, nil
	case q.Type == String:
		return nil, ps.errorf(left.at, "the values of %s have no order: give the property the type ordered or integer", nearest.Quote(q.Name))
	case q.Type == Integer:
		return nil, nil // numbers are terms of their own
	}
	args := []*Node{{Op: Value, Prop: prop}, {Op: Lit, Prop: prop, Val: v}}
	if swapped {
		slices.Reverse(args)
	}
	return &Node{Op: op, Args: args}, nil
}

// term resolves a part that is compared or calculated with.
func (ps *parser) term(r *raw) (*Node, error) {
	if n, ok := r.number(); ok {
		return &Node{Op: Num, Num: n}, nil
	}
	if name, ok := r.nameOf(); ok {
		if i, err := ps.p.FindProperty(name); err == nil {
			return &Node{Op: Value, Prop: i}, nil
		}
		return nil, ps.unknown(r, name)
	}
	switch {
	case r.op == call:
		return ps.callTerm(r)
	case r.op < Add || r.op > Neg:
		return nil, ps.errorf(r.at, "expected a number or a value, found a statement")
	}
	return ps.ofTerms(r)
}

// callTerm resolves value(P), pos(C = v) and D(C = v).
func (ps *parser) callTerm(r *raw) (*Node, error) {
	if len(r.args) != 1 {
		return nil, ps.errorf(r.at, "%s takes one part, found %d", r.tok.text, len(r.args))
	}
	if r.tok.kind == tokWord && r.tok.text == "value" {
		return ps.property(r)
	}
	n := &Node{Op: Pos}
	if r.tok.kind == tokQuoted || r.tok.text != "pos" {
		c, err := ps.p.category(r.tok.text)
		if err != nil {
			if ps.p.Lineup == nil {
				return nil, ps.errorf(r.at, "%s(…) needs a line-up, and the puzzle is none", r.tok.text)
			}
			return nil, ps.wrap(r.at, err)
		}
		n = &Node{Op: Of, Prop: c}
	} else if ps.p.Lineup == nil {
		return nil, ps.errorf(r.at, "pos speaks of places, and the puzzle is no line-up")
	}
	item, err := ps.item(r.args[0])
	if err != nil {
		return nil, err
	}
	n.Args = []*Node{item}
	return n, nil
}
