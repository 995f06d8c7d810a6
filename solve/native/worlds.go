package native

import (
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native/algebra"
)

// goal is a Bool term that is to be true, or false.
type goal struct {
	t     model.Term
	holds bool
}

// relationToZero is how a polynomial stands to 0.
type relationToZero uint8

const (
	isZero relationToZero = iota
	notZero
	atLeastZero
	aboveZero
)

func (r relationToZero) holds(sign int) bool {
	switch r {
	case isZero:
		return sign == 0
	case notZero:
		return sign != 0
	case atLeastZero:
		return sign >= 0
	}
	return sign > 0
}

type fact struct {
	p   algebra.Poly
	rel relationToZero
}

// world is one case: what has been assumed, and what it is still to be made of.
type world struct {
	x     *exact
	goals []goal
	ors   []goal // disjunctions (an Or that holds, an And that does not), for later
	facts []fact
	bools map[model.Var]bool
	forms map[model.Term]algebra.Form // of terms that are polynomials in this case only
	fresh bool                        // there are equations that have not been looked at

	inverses map[model.Term]algebra.Form // of 1/t, for some terms t
}

func (w *world) clone() *world {
	c := *w
	c.goals, c.ors, c.facts = slices.Clone(w.goals), slices.Clone(w.ors), slices.Clone(w.facts)
	c.bools, c.forms, c.inverses = map[model.Var]bool{}, map[model.Term]algebra.Form{}, map[model.Term]algebra.Form{}
	maps.Copy(c.bools, w.bools)
	maps.Copy(c.forms, w.forms)
	maps.Copy(c.inverses, w.inverses)
	return &c
}

// cases is an error that says that a term is a polynomial, or a Bool is known, only in cases: each adds something to the world.
type cases struct{ add []func(w *world) error }

func (*cases) Error() string { return "cases" }

// run goes through all solutions of the case. given is how many free unknowns have been given values.
func (w *world) run(given int) error {
	x := w.x
	if x.cases++; x.cases > exactCases {
		return algebra.ErrTooMuch
	}
	if err := x.mt.Spend(len(w.goals) + len(w.facts) + 100); err != nil {
		return err
	}
	for len(w.goals) > 0 {
		g := w.goals[len(w.goals)-1]
		w.goals = w.goals[:len(w.goals)-1]
		possible, err := w.take(g)
		if c, ok := err.(*cases); ok {
			w.goals = append(w.goals, g)
			for _, add := range c.add {
				v := w.clone()
				if err := add(v); err != nil {
					return err
				}
				if err := v.run(given); err != nil {
					return err
				}
			}
			return nil
		}
		if err != nil || !possible {
			return err
		}
	}
	if len(w.ors) == 0 {
		return w.finish(given)
	}
	if w.fresh {
		w.fresh = false
		if s, err := algebra.Solve(x.mt, w.unknowns(), w.equations()); err != nil || s.Kind == algebra.None {
			return err
		}
	}
	or := w.ors[len(w.ors)-1]
	for _, t := range x.p.Args(or.t) {
		v := w.clone()
		v.ors = v.ors[:len(v.ors)-1]
		v.goals = append(v.goals, goal{t, or.holds})
		if err := v.run(given); err != nil {
			return err
		}
	}
	return nil
}

// take works a goal into the case, and reports whether the case is still possible.
func (w *world) take(g goal) (possible bool, err error) {
	p := w.x.p
	switch op := p.Op(g.t); op {
	case model.OpConst:
		return (g.t == model.True) == g.holds, nil
	case model.OpVar:
		v, _ := p.VarOf(g.t)
		if b, ok := w.bools[v]; ok {
			return b == g.holds, nil
		}
		w.bools[v] = g.holds
		return true, nil
	case model.OpNot:
		w.goals = append(w.goals, goal{p.Arg(g.t, 0), !g.holds})
		return true, nil
	case model.OpAnd, model.OpOr:
		if g.holds == (op == model.OpAnd) {
			for _, t := range p.Args(g.t) {
				w.goals = append(w.goals, goal{t, g.holds})
			}
		} else {
			w.ors = append(w.ors, g)
		}
		return true, nil
	case model.OpIf:
		yes, err := w.truth(p.Arg(g.t, 0))
		if err != nil {
			return false, err
		}
		branch := 2
		if yes {
			branch = 1
		}
		w.goals = append(w.goals, goal{p.Arg(g.t, branch), g.holds})
		return true, nil
	case model.OpEq:
		if p.Sort(p.Arg(g.t, 0)) == model.Bool {
			yes, err := w.truth(p.Arg(g.t, 0))
			if err != nil {
				return false, err
			}
			w.goals = append(w.goals, goal{p.Arg(g.t, 1), yes == g.holds})
			return true, nil
		}
		return w.compare(p.Arg(g.t, 0), p.Arg(g.t, 1), isZero, notZero, g.holds)
	case model.OpLe:
		return w.compare(p.Arg(g.t, 1), p.Arg(g.t, 0), atLeastZero, aboveZero, g.holds)
	case model.OpLt:
		return w.compare(p.Arg(g.t, 1), p.Arg(g.t, 0), aboveZero, atLeastZero, g.holds)
	case model.OpDistinct:
		args := p.Args(g.t)
		var same []func(w *world) error
		for i := range args {
			for j := range i {
				if !g.holds {
					same = append(same, func(w *world) error {
						w.goals[len(w.goals)-1] = goal{p.Eq(args[j], args[i]), true}
						return nil
					})
				} else if possible, err := w.compare(args[i], args[j], notZero, isZero, true); err != nil || !possible {
					return possible, err
				}
			}
		}
		if !g.holds {
			return true, &cases{same}
		}
		return true, nil
	}
	return false, w.x.refusal("this beside products of real unknowns", g.t)
}

// truth is what a Bool term is in this case, which may first have to be divided.
func (w *world) truth(t model.Term) (bool, error) {
	p := w.x.p
	for p.Op(t) == model.OpNot {
		b, err := w.truth(p.Arg(t, 0))
		return !b, err
	}
	if t == model.True || t == model.False {
		return t == model.True, nil
	}
	if v, ok := p.VarOf(t); ok {
		if b, ok := w.bools[v]; ok {
			return b, nil
		}
	}
	if f, ok := w.forms[t]; ok { // 1 or 0, where the case says so
		return len(f) > 0, nil
	}
	add := func(holds bool) func(w *world) error {
		return func(w *world) error {
			w.goals = append(w.goals, goal{t, holds})
			if w.forms[t] = (algebra.Form{}); holds {
				w.forms[t] = algebra.Number(big.NewRat(1, 1))
			}
			return nil
		}
	}
	return false, &cases{[]func(w *world) error{add(true), add(false)}}
}

// compare adds the fact that a - b stands to 0 as yes says, or its opposite: that b - a does as no says (for equations, a - b).
func (w *world) compare(a, b model.Term, yes, no relationToZero, holds bool) (possible bool, err error) {
	f, err := w.form(a, 0)
	if err != nil {
		return false, err
	}
	g, err := w.form(b, 0)
	if err != nil {
		return false, err
	}
	if !holds {
		f, g, yes = g, f, no
	}
	d, err := w.x.mt.Plus(f, g, big.NewRat(-1, 1))
	if err != nil {
		return false, err
	}
	return w.state(d.Poly(), yes), nil
}

// state adds a fact and reports whether it is possible by itself.
func (w *world) state(p algebra.Poly, rel relationToZero) bool {
	if sign, ok := p.Constant(); ok {
		return rel.holds(sign)
	}
	w.facts = append(w.facts, fact{p, rel})
	w.fresh = w.fresh || rel == isZero
	return true
}

// form is a number term as a polynomial.
func (w *world) form(t model.Term, depth int) (algebra.Form, error) {
	x := w.x
	p := x.p
	if err := x.mt.Spend(1); err != nil {
		return nil, err
	}
	if depth > 1000 {
		return nil, x.refusal("terms nested so deeply", model.NoTerm)
	}
	if f, ok := w.forms[t]; ok {
		return f, nil
	}
	args := p.Args(t)
	switch op := p.Op(t); op {
	case model.OpConst:
		return algebra.Number(p.ConstValue(t).Rat()), nil
	case model.OpVar:
		v, _ := p.VarOf(t)
		i, ok := x.at[v]
		if !ok {
			return nil, x.refusal("this beside products of real unknowns", t)
		}
		return algebra.Form{algebra.Unknown(i): big.NewRat(1, 1)}, nil
	case model.OpToReal:
		return w.form(args[0], depth+1)
	case model.OpAdd, model.OpMul:
		out, err := w.form(args[0], depth+1)
		for _, a := range args[1:] {
			var f algebra.Form
			if err == nil {
				f, err = w.form(a, depth+1)
			}
			switch {
			case err != nil:
				return nil, err
			case op == model.OpAdd:
				out, err = x.mt.Plus(out, f, big.NewRat(1, 1))
			default:
				out, err = x.mt.Times(out, f)
			}
		}
		return out, err
	case model.OpRealDiv:
		f, err := w.form(args[0], depth+1)
		if err != nil {
			return nil, err
		}
		g, err := w.inverse(args[1], depth)
		if err != nil {
			return nil, err
		}
		return x.mt.Times(f, g)
	case model.OpPow:
		k, ok := p.ConstValue(args[1]).Int64()
		if !p.IsConst(args[1]) || !ok || abs(k) > algebra.MaxDegree {
			return nil, x.refusal("powers with such an exponent", t)
		}
		f, err := w.form(args[0], depth+1)
		if err == nil && k < 0 {
			f, err = w.inverse(args[0], depth)
		}
		out := algebra.Number(big.NewRat(1, 1))
		for range abs(k) {
			if err != nil {
				return nil, err
			}
			out, err = x.mt.Times(out, f)
		}
		return out, err
	case model.OpIf:
		yes, err := w.truth(args[0])
		if err != nil {
			return nil, err
		}
		if yes {
			return w.form(args[1], depth+1)
		}
		return w.form(args[2], depth+1)
	case model.OpAbs:
		f, err := w.form(args[0], depth+1)
		if err != nil {
			return nil, err
		}
		minus, err := x.mt.Plus(nil, f, big.NewRat(-1, 1))
		if err != nil {
			return nil, err
		}
		return nil, &cases{[]func(w *world) error{
			w.being(t, f, fact{f.Poly(), atLeastZero}),
			w.being(t, minus, fact{minus.Poly(), aboveZero}),
		}}
	case model.OpMin, model.OpMax:
		return nil, w.extreme(t, args, depth)
	}
	return nil, x.refusal("this beside products of real unknowns", t)
}

// being makes the case in which a term is a polynomial, because some facts hold.
func (w *world) being(t model.Term, f algebra.Form, facts ...fact) func(w *world) error {
	return func(w *world) error {
		w.forms[t] = f
		for _, k := range facts {
			if !w.state(k.p, k.rel) {
				w.goals = append(w.goals, goal{model.False, true})
			}
		}
		return nil
	}
}

// inverse is 1/t, or 0 where t is 0, as the total reading of quotients says.
func (w *world) inverse(t model.Term, depth int) (algebra.Form, error) {
	x := w.x
	f, err := w.form(t, depth+1)
	if err != nil {
		return nil, err
	}
	if v, ok := f.Value(); ok {
		if v.Sign() != 0 {
			v = new(big.Rat).Inv(v)
		}
		return algebra.Number(v), nil
	}
	if g, ok := w.inverses[t]; ok {
		return g, nil
	}
	return nil, &cases{[]func(w *world) error{
		func(w *world) error {
			i, err := x.inverseOf(t)
			if err != nil {
				return err
			}
			g := algebra.Form{algebra.Unknown(i): big.NewRat(1, 1)}
			product, err := x.mt.Times(f, g)
			if err == nil {
				product, err = x.mt.Plus(product, algebra.Number(big.NewRat(1, 1)), big.NewRat(-1, 1))
			}
			w.inverses[t] = g
			w.state(product.Poly(), isZero)
			return err
		},
		func(w *world) error {
			w.inverses[t] = algebra.Form{}
			w.state(f.Poly(), isZero)
			return nil
		},
	}}
}

// inverseOf gives the unknown that stands for 1/t.
func (x *exact) inverseOf(t model.Term) (int, error) {
	if i, ok := x.inverses[t]; ok {
		return i, nil
	}
	i, err := x.unknown(-1)
	x.inverses[t] = i
	return i, err
}

// extreme divides a Min or Max into the cases of which operand it is.
func (w *world) extreme(t model.Term, args []model.Term, depth int) error {
	fs := make([]algebra.Form, len(args))
	for i, a := range args {
		var err error
		if fs[i], err = w.form(a, depth+1); err != nil {
			return err
		}
	}
	sign := big.NewRat(1, 1)
	if w.x.p.Op(t) == model.OpMax {
		sign.SetInt64(-1)
	}
	c := &cases{}
	for i, f := range fs {
		var facts []fact
		for j, g := range fs {
			if i == j {
				continue
			}
			d, err := w.x.mt.Plus(g, f, big.NewRat(-1, 1))
			if err == nil {
				d, err = w.x.mt.Plus(nil, d, sign)
			}
			if err != nil {
				return err
			}
			facts = append(facts, fact{d.Poly(), atLeastZero})
		}
		c.add = append(c.add, w.being(t, f, facts...))
	}
	return c
}

func (w *world) equations() (ps []algebra.Poly) {
	for _, f := range w.facts {
		if f.rel == isZero {
			ps = append(ps, f.p)
		}
	}
	return ps
}

// unknowns lists those of the problem, and those that the facts use beside them.
func (w *world) unknowns() (out []int) {
	var used [algebra.MaxUnknowns]bool
	for _, f := range w.facts {
		f.p.Uses(&used)
	}
	for i, v := range w.x.of {
		if v >= 0 || used[i] {
			out = append(out, i)
		}
	}
	return out
}

// finish finds the solutions of a case that is nothing but facts.
func (w *world) finish(given int) error {
	x := w.x
	if err := x.mt.Spend(1000); err != nil {
		return err
	}
	s, err := algebra.Solve(x.mt, w.unknowns(), w.equations())
	if err == nil && s.Kind == algebra.Infinite {
		var t *algebra.System
		if t, err = w.saturated(s); err == nil && t.Kind != algebra.Infinite {
			s = t
		}
	}
	switch {
	case err != nil || s.Kind == algebra.None:
		return err
	case s.Kind == algebra.Finite:
		return w.points(s)
	}
	l, possible, err := w.linearise()
	if err != nil || !possible {
		return err
	}
	if l != nil && w.settled(l, s.Free) {
		return w.finish(given)
	}
	return w.tryValues(s, l, given)
}

// saturated adds what is not 0 to the equations: each such polynomial has an inverse. This leaves out solutions of the equations
// that are none of the case, of which there may be infinitely many.
func (w *world) saturated(s *algebra.System) (*algebra.System, error) {
	x := w.x
	c := w.clone()
	n := 0
	for _, f := range w.facts {
		if f.rel != notZero && f.rel != aboveZero || n == exactInverse {
			continue
		}
		if n == len(x.spare) {
			if len(x.of) == algebra.MaxUnknowns {
				break
			}
			i, err := x.unknown(-1)
			if err != nil {
				return nil, err
			}
			x.spare = append(x.spare, i)
		}
		c.facts = append(c.facts, fact{algebra.Inverse(x.spare[n], f.p), isZero})
		n++
	}
	if n == 0 {
		return s, nil
	}
	return algebra.Solve(x.mt, c.unknowns(), c.equations())
}

// points takes in those of finitely many points that the inequalities allow.
func (w *world) points(s *algebra.System) error {
	x := w.x
	forms := make([][]*big.Rat, len(w.facts))
	for _, p := range s.Points {
		possible := true
		for i, f := range w.facts {
			if f.rel == isZero {
				continue
			}
			var err error
			if forms[i] == nil {
				if forms[i], err = s.Form(f.p); err != nil {
					return err
				}
			}
			sign, err := p.Sign(forms[i])
			if err != nil {
				return err
			}
			if possible = f.rel.holds(sign); !possible {
				break
			}
		}
		if !possible {
			continue
		}
		a := model.Assignment{}
		if n := len(x.vars); n > 0 {
			a = make(model.Assignment, x.vars[n-1]+1)
		}
		for v, b := range w.bools {
			a[v] = model.BoolValue(b)
		}
		var root *model.Root
		for place, i := range s.Unknowns() {
			v := x.of[i]
			if v < 0 {
				continue
			}
			n, err := x.value(p, place, &root, x.p.Variable(v).Sort)
			if err != nil {
				return err
			}
			if possible = n.Valid(); !possible {
				break
			}
			a[v] = n
		}
		if !possible {
			continue
		}
		if err := w.withBools(a); err != nil {
			return err
		}
	}
	return nil
}

// withBools takes in a solution, with both values of each Bool that the case leaves open.
func (w *world) withBools(a model.Assignment) error {
	x := w.x
	for _, v := range x.vars {
		if a[v].Valid() {
			continue
		}
		for _, b := range []bool{false, true} {
			c := slices.Clone(a)
			c[v] = model.BoolValue(b)
			if err := w.withBools(c); err != nil {
				return err
			}
		}
		return nil
	}
	return x.found(a)
}

// limits are the numbers between which the facts say directly that an unknown lies; nil where they do not.
func (w *world) limits(i int) (lo, hi *big.Rat) {
	for _, f := range w.facts {
		j, b, sign, ok := f.p.Linear()
		if !ok || j != i || f.rel == notZero {
			continue
		}
		if (sign > 0 || f.rel == isZero) && (lo == nil || b.Cmp(lo) > 0) {
			lo = b
		}
		if (sign < 0 || f.rel == isZero) && (hi == nil || b.Cmp(hi) < 0) {
			hi = b
		}
	}
	return lo, hi
}

// with is the case in which an unknown has a value.
func (w *world) with(i int, value *big.Rat) *world {
	c := w.clone()
	c.state(algebra.Form{algebra.Unknown(i): big.NewRat(1, 1), algebra.Mono{}: new(big.Rat).Neg(value)}.Poly(), isZero)
	return c
}

// tryValues gives values to an unknown where the equations have infinitely many solutions: all that there are, if it is an integer
// with bounds, and some otherwise.
func (w *world) tryValues(s *algebra.System, l *linearised, given int) error {
	x := w.x
	best, from, size := -1, int64(0), int64(exactRange)
	for i, v := range x.of {
		if v < 0 || x.p.Variable(v).Sort != model.Int {
			continue
		}
		lo, hi := w.limits(i)
		if lo == nil || hi == nil {
			continue
		}
		a, b := floorRat(lo), floorRat(hi)
		if !a.IsInt64() || !b.IsInt64() {
			continue
		}
		if n := satAdd(b.Int64(), -a.Int64()); n > 0 && n < size {
			best, from, size = i, a.Int64(), n
		}
	}
	if best >= 0 {
		for k := from; k <= from+size; k++ {
			if err := w.with(best, big.NewRat(k, 1)).finish(given); err != nil {
				return err
			}
		}
		return nil
	}
	free := -1
	for _, i := range s.Free {
		if x.of[i] >= 0 {
			free = i
			break
		}
	}
	for i, v := range x.of { // whole numbers are found by trying whole numbers only
		if v >= 0 && x.p.Variable(v).Sort == model.Int && !s.Bound(i) {
			free = i
			break
		}
	}
	if free < 0 || given == exactDepth {
		x.open = "products of real unknowns that may have infinitely many solutions"
		return nil
	}
	open := fmt.Sprintf("products of real unknowns where equations leave an unknown open (here %s)", x.p.Variable(x.of[free]).Name)
	if x.p.Variable(x.of[free]).Sort == model.Int {
		x.open = open
		lo, hi := w.limits(free)
		return w.try(free, lo, hi, exactTries>>(2*given), true, given)
	}
	cells, all, err := w.cells(s, free)
	if err != nil {
		return err
	}
	if !all {
		x.open = open
	}
	lo, hi := w.limits(free)
	if l != nil {
		if a, b := l.between(algebra.Unknown(free)); a != nil || b != nil {
			lo, hi = a, b
		}
	}
	if len(cells) <= 1 && !all {
		return w.try(free, lo, hi, exactTries>>(2*given), false, given)
	}
	for _, c := range cells {
		if lo != nil && c.Hi != nil && c.Hi.Cmp(lo) < 0 || hi != nil && c.Lo != nil && c.Lo.Cmp(hi) > 0 {
			continue
		}
		before := len(x.list)
		if err := w.try(free, c.Lo, c.Hi, 1, false, given); err != nil {
			return err
		}
		if len(x.list) > before { // and as many more as are asked for, for the signs are the same in all of the cell
			x.open = open
			if err := w.try(free, c.Lo, c.Hi, x.limit+1, false, given); err != nil {
				return err
			}
		}
	}
	return nil
}

// try gives an unknown some values between two numbers.
func (w *world) try(free int, lo, hi *big.Rat, n int, whole bool, given int) error {
	for k := range int64(n) {
		if err := w.with(free, candidate(lo, hi, k, whole)).finish(given + 1); err != nil {
			return err
		}
	}
	return nil
}

// cells divides the values of an unknown where some inequality becomes an equation. Where the unknown stands in no equation, the
// signs are the same in all of a cell at each solution of the equations: a value of each cell then stands for all of it, and what
// lies between the cells is found here, so that all is known.
func (w *world) cells(s *algebra.System, free int) (cells []algebra.Cell, all bool, err error) {
	x := w.x
	all = s.Apart(free) && len(s.Free) == 1
	var borders []*algebra.System
	for _, f := range w.facts {
		if f.rel == isZero {
			continue
		}
		c := w.clone()
		c.facts = append(c.facts, fact{f.p, isZero})
		b, err := algebra.Solve(x.mt, c.unknowns(), c.equations())
		switch {
		case err != nil:
			return nil, false, err
		case b.Kind == algebra.Infinite:
			all = false
		case b.Kind == algebra.Finite:
			borders = append(borders, b)
			if err := w.points(b); err != nil {
				return nil, false, err
			}
		}
	}
	cells, err = algebra.Cells(x.mt, free, borders)
	return cells, all, err
}

// candidate is the k-th number to try strictly between two, or above or below one, or anywhere.
func candidate(lo, hi *big.Rat, k int64, whole bool) *big.Rat {
	switch {
	case lo != nil && hi != nil && !whole: // the middle, then quarters, eighths, ...
		num, den := int64(0), int64(1)
		for n := k + 1; n > 0; n /= 2 {
			num, den = 2*num+n%2, 2*den
		}
		x := new(big.Rat).Sub(hi, lo)
		return x.Add(x.Mul(x, big.NewRat(num, den)), lo)
	case lo != nil:
		return new(big.Rat).Add(new(big.Rat).SetInt(floorRat(lo)), big.NewRat(k+1, 1))
	case hi != nil:
		up := floorRat(new(big.Rat).Neg(hi)) // the least number above, negated
		return new(big.Rat).Neg(new(big.Rat).Add(new(big.Rat).SetInt(up), big.NewRat(k+1, 1)))
	case k%2 == 1:
		return big.NewRat(-(k+1)/2, 1)
	}
	return big.NewRat(k/2+1, 1)
}

func floorRat(x *big.Rat) *big.Int { return new(big.Int).Div(x.Num(), x.Denom()) }
