package reading

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/proof"
	"github.com/quandary-puzzles/quandary/solve/proof/clauses"
)

// integer is an integer of the proof.
type integer struct {
	lo, hi int64
	p      poly
	known  bool // it has its meaning
}

// about is what a literal of an integer says: x >= n, or x = n.
type about struct {
	x  int
	n  int64
	eq bool
}

var _ proof.Givens = (*Reading)(nil)

// Given judges one step of the kinds in proof.Stated.
func (r *Reading) Given(kind string, w *proof.Words) error {
	if err := r.db.Err(); err != nil {
		return err
	}
	switch kind {
	case "i":
		n, lo, hi := w.ID(), w.Num(), w.Num()
		if r.ints[n] != nil {
			return errors.New("the integer is there already")
		}
		r.ints[n] = &integer{lo: lo, hi: hi}
		return nil
	case "g", "e":
		n, x := w.Lit(), about{w.ID(), w.Num(), kind == "e"}
		if w.Err() != nil {
			return nil
		}
		_, old := r.lits[n]
		if _, late := r.later[n]; !old && !late {
			r.later[n] = x
			return nil
		}
		l, err := r.compared(x)
		if err != nil {
			return err
		}
		return r.name(n, l)
	case "T":
		return r.define(w)
	case "V", "X", "C":
		return r.mean(kind, w)
	case "N", "E", "D":
		return r.nameMore(kind, w)
	case "I", "L", "S", "A":
		return r.column(kind, w)
	case "G", "W", "Q", "R":
		return r.stateGraph(kind, w)
	}
	return r.state(kind, w)
}

// literal gives the meaning of a literal.
func (r *Reading) literal(n int64) (clauses.Lit, error) {
	v := max(n, -n)
	l, ok := r.lits[v]
	if !ok {
		x, late := r.later[v]
		if !late {
			return 0, fmt.Errorf("the literal %d has no meaning", v)
		}
		var err error
		if l, err = r.compared(x); err != nil {
			return 0, err
		}
		r.lits[v] = l
		delete(r.later, v)
	}
	if n < 0 {
		l ^= 1
	}
	return l, nil
}

func (r *Reading) meanings(ns []int64) ([]clauses.Lit, error) {
	out := make([]clauses.Lit, len(ns))
	for i, n := range ns {
		var err error
		if out[i], err = r.literal(n); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// compared is the literal of what is said about an integer.
func (r *Reading) compared(x about) (clauses.Lit, error) {
	p, err := r.integer(x.x)
	if err != nil {
		return 0, err
	}
	d := p.minus(number(x.n))
	if x.eq {
		return r.zero(d), nil
	}
	return r.below(d, true) ^ 1, nil
}

// integer gives the meaning of an integer.
func (r *Reading) integer(n int) (poly, error) {
	if x := r.ints[n]; x != nil && x.known {
		return x.p, nil
	}
	return nil, fmt.Errorf("the integer %d has no meaning", n)
}

// name gives a literal a meaning. A second one must be the same.
func (r *Reading) name(n int64, l clauses.Lit) error {
	if n <= 0 {
		return errors.New("only a positive literal can be defined")
	}
	_, late := r.later[n]
	if old, ok := r.lits[n]; !ok && !late {
		r.lits[n] = l
		return nil
	} else if ok && old == l {
		return nil
	}
	old, err := r.literal(n)
	if err == nil && !(r.implied(old^1, l) && r.implied(old, l^1)) {
		err = fmt.Errorf("the literal %d means something else already", n)
	}
	return err
}

// settle gives an integer its meaning, and checks its bounds. A second meaning must be the same number.
func (r *Reading) settle(n int, p poly) error {
	x := r.ints[n]
	switch {
	case x == nil:
		return fmt.Errorf("there is no integer %d", n)
	case x.known:
		if !r.implied(r.zero(p.minus(x.p))) {
			return fmt.Errorf("the integer %d means something else already", n)
		}
		return nil
	case !r.whole(p):
		return errors.New("it is not a whole number")
	}
	x.p, x.known = p, true
	for _, l := range []clauses.Lit{r.below(number(x.lo).minus(p), false), r.below(p.minus(number(x.hi)), false)} {
		if !r.implied(l) && !(r.tightenAll() && r.implied(l)) {
			return fmt.Errorf("the bounds %d and %d of the integer do not follow", x.lo, x.hi)
		}
		r.db.Add([]clauses.Lit{l})
	}
	return nil
}

// define reads a term.
func (r *Reading) define(w *proof.Words) error {
	id, name := w.ID(), w.Word()
	if w.Err() != nil {
		return nil
	}
	if _, ok := r.terms[id]; ok {
		return errors.New("the term is there already")
	}
	v := value{def: clauses.True}
	switch name {
	case "const", "real":
		v.p, v.real = constant(w.Rat()), name == "real"
		if !v.real && !r.whole(v.p) {
			return errors.New("an Int constant is a whole number")
		}
	case "true", "false":
		v = logical(truth(name == "true"), truth(name != "true"))
	case "var":
		var ok bool
		if v, ok = r.vars[w.ID()]; !ok {
			return errors.New("there is no such variable")
		}
	default:
		op, ok := operator(name)
		if !ok {
			return fmt.Errorf("there is no operator %q", name)
		}
		if op == model.OpGraph || op == model.OpRegular {
			var err error
			if v, err = r.shaped(op, w); err != nil {
				return err
			}
			break
		}
		param := 0
		if op == model.OpAtMost || op == model.OpAtLeast {
			param = int(w.Num())
		}
		var args []value
		for w.More() {
			a, ok := r.terms[w.ID()]
			if !ok {
				return errors.New("an operand is not there yet")
			}
			args = append(args, a)
		}
		var err error
		if v, err = r.apply(op, param, args); err != nil {
			return err
		}
		v.def = clauses.True // terms in proofs are total
	}
	if w.Err() == nil {
		r.terms[id] = v
	}
	return nil
}

// operator finds the operator of a name.
func operator(name string) (model.Op, bool) {
	for op := model.OpNot; op <= model.OpRegular; op++ {
		if op.String() == name {
			return op, true
		}
	}
	return 0, false
}

// mean ties a literal, an integer or a column to a term.
func (r *Reading) mean(kind string, w *proof.Words) error {
	n := w.Num()
	v, ok := r.terms[w.ID()]
	switch {
	case w.Err() != nil:
		return nil
	case !ok:
		return errors.New("there is no such term")
	case v.isBool != (kind == "V") || v.net != nil:
		return errors.New("the term is of another sort")
	case kind == "V":
		return r.name(n, v.yes)
	case kind == "X":
		return r.settle(int(n), v.p)
	}
	return r.newColumn(int(n), v.p)
}

func (r *Reading) newColumn(n int, p poly) error {
	if _, ok := r.cols[n]; ok {
		return errors.New("the column has a meaning already")
	}
	r.cols[n] = p
	return nil
}

// nameMore gives a literal a meaning that is no term.
func (r *Reading) nameMore(kind string, w *proof.Words) error {
	n := w.Lit()
	if kind == "D" {
		ls, err := r.meanings(w.Lits())
		if err != nil || w.Err() != nil {
			return err
		}
		return r.name(n, r.and(ls...))
	}
	k := w.Num()
	p, err := r.total(w)
	if err != nil || w.Err() != nil {
		return err
	}
	p = p.minus(number(k))
	if kind == "N" {
		return r.name(n, r.below(p, false))
	}
	return r.name(n, r.zero(p))
}

// total reads a sum of integers and literals.
func (r *Reading) total(w *proof.Words) (poly, error) {
	var p poly
	for w.More() {
		kind, k := w.Word(), new(big.Rat).SetInt64(w.Num())
		var q poly
		var err error
		switch kind {
		case "i":
			q, err = r.integer(w.ID())
		case "b":
			var l clauses.Lit
			if l, err = r.literal(w.Lit()); err == nil {
				q = r.truth(l)
			}
		default:
			err = errors.New("a summand begins with i or b")
		}
		if err != nil {
			return nil, err
		}
		p = p.plus(q, k)
	}
	return p, nil
}

// column reads columns and the literals that bound them.
func (r *Reading) column(kind string, w *proof.Words) error {
	if kind == "A" {
		n, c, v, d := w.Lit(), w.ID(), w.Rat(), w.Rat()
		p, ok := r.cols[c]
		switch {
		case w.Err() != nil:
			return nil
		case !ok:
			return fmt.Errorf("the column %d has no meaning", c)
		case d.Sign() != 0 && d.Cmp(big.NewRat(-1, 1)) != 0:
			return errors.New("a bound is v or just below v")
		}
		return r.name(n, r.below(p.minus(constant(v)), d.Sign() != 0))
	}
	n := w.ID()
	var p poly
	var err error
	switch kind {
	case "I":
		p, err = r.integer(w.ID())
	case "L":
		var l clauses.Lit
		if l, err = r.literal(w.Lit()); err == nil {
			p = r.truth(l)
		}
	case "S":
		for w.More() {
			k, c := w.Rat(), w.ID()
			q, ok := r.cols[c]
			if !ok {
				return fmt.Errorf("the column %d has no meaning", c)
			}
			p = p.plus(q, k)
		}
	}
	if err != nil || w.Err() != nil {
		return err
	}
	return r.newColumn(n, p)
}

var errStated = errors.New("it does not follow from the problem")

// state judges a clause or a constraint.
func (r *Reading) state(kind string, w *proof.Words) error {
	r.sum.Stated++
	if kind == "c" {
		ls, err := r.meanings(w.Lits())
		if err != nil || w.Err() != nil {
			return err
		}
		if !r.implied(ls...) {
			return errStated
		}
		r.db.Add(ls)
		return nil
	}
	w.ID()
	switch kind {
	case "m", "w":
		x, err := r.integer(w.ID())
		var p poly
		if kind == "m" {
			y, err2 := r.integer(w.ID())
			err = errors.Join(err, err2)
			p = r.mul(x, y)
			if err == nil {
				r.confine(p, r.present(x).mul(r.present(y)))
			}
		} else {
			k := w.Num()
			if k < 1 || k > maxDegree {
				return errors.New("the exponent is out of range")
			}
			p = r.power(x, number(k), false)
			if err == nil {
				r.confine(p, r.present(x).pow(int(k)))
			}
		}
		z := w.ID()
		if err != nil || w.Err() != nil {
			return err
		}
		return r.settle(z, p)
	}
	cond, err := r.literal(w.Lit())
	if err != nil {
		return err
	}
	var l clauses.Lit
	switch kind {
	case "l", "u":
		k := w.Num()
		p, err := r.total(w)
		if err != nil || w.Err() != nil {
			return err
		}
		p = p.minus(number(k))
		if kind == "l" {
			l = r.below(p, false)
		} else {
			l = r.zero(p) ^ 1
		}
	case "d":
		var ps []poly
		for w.More() {
			p, err := r.integer(w.ID())
			if err != nil {
				return err
			}
			ps = append(ps, p)
		}
		l = r.different(ps)
	}
	if w.Err() == nil && !r.implied(cond^1, l) {
		return errStated
	}
	return nil
}
