package model

import (
	"fmt"
	"math/big"
)

// Evaluator computes the values of some terms under many assignments. It knows the operators from their definitions alone
// and shares nothing with the constructors, the normal form or any solver: it is what Check judges by.
type Evaluator struct {
	p     *Problem
	steps []step
	args  []int32 // operands of the steps, as slots
	roots []int32 // slots of the terms asked for
	slot  []Value // one for each step; the zero Value where the term has no value; of a graph, its place in walks
	walks []*walk
	from  [][]int32 // by turn of Along: the steps that depend on variables from there on
}

// step computes one slot from earlier ones.
type step struct {
	term  Term
	op    Op
	sort  Sort
	param int32
	first int32
	n     int32
}

// NewEvaluator prepares to evaluate terms. It sees the variables' domains and the terms as they are now.
func NewEvaluator(p *Problem, terms ...Term) *Evaluator {
	e := &Evaluator{p: p}
	used := p.Cone(terms...)
	place := make([]int32, len(used))
	steps, args := 0, 0
	for t, yes := range used {
		if yes && t > 0 {
			steps, args = steps+1, args+len(p.Args(Term(t)))
		}
	}
	e.steps, e.args = make([]step, 0, steps), make([]int32, 0, args)
	for t := Term(1); int(t) < len(used); t++ {
		if !used[t] {
			continue
		}
		place[t] = int32(len(e.steps))
		s := step{term: t, op: p.Op(t), sort: p.Sort(t), param: p.nodes[t].param, first: int32(len(e.args))}
		for _, a := range p.Args(t) {
			e.args = append(e.args, place[a])
			s.n++
		}
		if s.op == OpGraph {
			e.walks = append(e.walks, newWalk(p.shapeOf(Graph(t))))
			s.param = int32(len(e.walks) - 1)
		}
		e.steps = append(e.steps, s)
	}
	e.slot = make([]Value, len(e.steps))
	for _, t := range terms {
		if t == NoTerm {
			e.roots = append(e.roots, -1)
			continue
		}
		e.roots = append(e.roots, place[t])
	}
	return e
}

// Run evaluates under an assignment.
func (e *Evaluator) Run(a Assignment) {
	for i := range e.steps {
		e.run(i, a)
	}
}

func (e *Evaluator) run(i int, a Assignment) {
	switch s := &e.steps[i]; s.op {
	case OpConst:
		e.slot[i] = e.p.consts[s.param]
	case OpVar:
		e.slot[i] = a.Value(Var(s.param))
	default:
		e.slot[i] = e.apply(s, e.args[s.first:s.first+s.n])
	}
}

// Along prepares for RunFrom: variables get their values one after another, at[x] is the turn of variable x, from 0.
func (e *Evaluator) Along(at []int) {
	last := make([]int, len(e.steps)) // by step: the turn of the last variable that it depends on; -1: none
	e.from = nil
	for i := range e.steps {
		s := &e.steps[i]
		last[i] = -1
		if s.op == OpVar {
			last[i] = at[s.param]
		}
		for _, arg := range e.args[s.first : s.first+s.n] {
			last[i] = max(last[i], last[arg])
		}
		for turn := range last[i] + 1 {
			if turn == len(e.from) {
				e.from = append(e.from, nil)
			}
			e.from[turn] = append(e.from[turn], int32(i))
		}
	}
}

// RunFrom evaluates under an assignment that differs from that of the last Run or RunFrom in variables from a turn on alone. Variables without a value
// are allowed: a term has a value where it has the same whatever theirs are, as far as Kleene's logic sees that.
func (e *Evaluator) RunFrom(turn int, a Assignment) {
	if turn >= len(e.from) {
		return
	}
	for _, i := range e.from[turn] {
		e.run(int(i), a)
	}
}

// Value gives the i-th term's value as of the last Run: the zero Value when it has none.
func (e *Evaluator) Value(i int) Value {
	if e.roots[i] < 0 {
		return Value{}
	}
	return e.slot[e.roots[i]]
}

// at gives the value that a term had in the last Run. The term must be part of one asked for.
func (e *Evaluator) at(t Term) Value {
	lo, hi := 0, len(e.steps)
	for lo < hi {
		if m := (lo + hi) / 2; e.steps[m].term < t {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return e.slot[lo]
}

// apply computes one operator by its definition.
func (e *Evaluator) apply(s *step, args []int32) Value {
	switch s.op {
	case OpNot, OpAnd, OpOr, OpImplies, OpXor, OpAtMost, OpAtLeast:
		return truthValue(e.logic(s, args))
	case OpIf:
		switch cond := e.slot[args[0]]; {
		case !cond.Valid():
			return Value{}
		case cond.Bool():
			return e.slot[args[1]]
		}
		return e.slot[args[2]]
	}
	for _, a := range args {
		if !e.slot[a].Valid() {
			return Value{}
		}
	}
	switch s.op {
	case OpGraph:
		e.fill(e.walks[s.param], args)
		return Value{sort: GraphSort, n: int64(s.param)}
	case OpRegular:
		return BoolValue(e.accepts(e.p.shapes.dfas[s.param], args))
	}
	first := e.slot[args[0]]
	if s.op.IsGraphQuery() {
		return e.ask(s.op, e.walks[first.n], args)
	}
	switch s.op {
	case OpEq:
		return BoolValue(first.Compare(e.slot[args[1]]) == 0)
	case OpNe:
		return BoolValue(first.Compare(e.slot[args[1]]) != 0)
	case OpLt:
		return BoolValue(first.Compare(e.slot[args[1]]) < 0)
	case OpLe:
		return BoolValue(first.Compare(e.slot[args[1]]) <= 0)
	case OpGt:
		return BoolValue(first.Compare(e.slot[args[1]]) > 0)
	case OpGe:
		return BoolValue(first.Compare(e.slot[args[1]]) >= 0)
	case OpDistinct:
		for i, a := range args {
			for _, b := range args[:i] {
				if e.slot[a].Compare(e.slot[b]) == 0 {
					return BoolValue(false)
				}
			}
		}
		return BoolValue(true)
	case OpAdd, OpMul, OpMin, OpMax:
		acc := first
		for _, a := range args[1:] {
			switch v := e.slot[a]; s.op {
			case OpAdd:
				acc = acc.Plus(v)
			case OpMul:
				acc = acc.Times(v)
			case OpMin:
				if v.Compare(acc) < 0 {
					acc = v
				}
			case OpMax:
				if v.Compare(acc) > 0 {
					acc = v
				}
			}
		}
		return acc
	case OpSub:
		return first.Plus(e.slot[args[1]].Negated())
	case OpNeg:
		return first.Negated()
	case OpAbs:
		if first.Sign() < 0 {
			return first.Negated()
		}
		return first
	case OpIntDiv:
		return divValues(first, e.slot[args[1]], true)
	case OpMod:
		return divValues(first, e.slot[args[1]], false)
	case OpRealDiv:
		if e.slot[args[1]].Sign() == 0 {
			return Value{}
		}
		if d := e.slot[args[1]]; first.irr != nil || d.irr != nil {
			return divIrrational(first, d)
		}
		return RatValue(new(big.Rat).Quo(first.Rat(), e.slot[args[1]].Rat()))
	case OpPow:
		return powValues(first, e.slot[args[1]])
	case OpToReal:
		first.sort = Real
		return first
	case OpToInt:
		return floorValue(first)
	}
	panic("model: evaluator met the operator " + s.op.String())
}

// The three truth values of Kleene's logic, in its order: the conjunction is the minimum, the disjunction the maximum.
const (
	no = iota
	unknown
	yes
)

func (e *Evaluator) truth(slot int32) int {
	switch v := e.slot[slot]; {
	case !v.Valid():
		return unknown
	case v.Bool():
		return yes
	}
	return no
}

func truthValue(t int) Value {
	switch t {
	case no:
		return BoolValue(false)
	case yes:
		return BoolValue(true)
	}
	return Value{}
}

func (e *Evaluator) logic(s *step, args []int32) int {
	switch s.op {
	case OpNot:
		return yes - e.truth(args[0])
	case OpImplies:
		return max(yes-e.truth(args[0]), e.truth(args[1]))
	case OpXor:
		a, b := e.truth(args[0]), e.truth(args[1])
		switch {
		case a == unknown || b == unknown:
			return unknown
		case a != b:
			return yes
		}
		return no
	case OpAnd:
		all := yes
		for _, a := range args {
			all = min(all, e.truth(a))
		}
		return all
	case OpOr:
		any := no
		for _, a := range args {
			any = max(any, e.truth(a))
		}
		return any
	}
	sure, possible := 0, 0 // how many are true, and how many may be
	for _, a := range args {
		switch e.truth(a) {
		case yes:
			sure++
			possible++
		case unknown:
			possible++
		}
	}
	k := int(s.param)
	if s.op == OpAtMost {
		switch {
		case possible <= k:
			return yes
		case sure > k:
			return no
		}
		return unknown
	}
	switch {
	case sure >= k:
		return yes
	case possible < k:
		return no
	}
	return unknown
}

// Plus gives the sum of two numbers, of the sort of the first.
func (a Value) Plus(b Value) Value {
	if a.big == nil && b.big == nil {
		s := a.n + b.n
		if (a.n < 0) != (b.n < 0) || (s < 0) == (a.n < 0) {
			return Value{sort: a.sort, n: s}
		}
	}
	if a.irr != nil || b.irr != nil {
		return addIrrational(a, b)
	}
	return ratOf(a.sort, new(big.Rat).Add(a.Rat(), b.Rat()))
}

// Negated gives the number with the other sign.
func (a Value) Negated() Value {
	if a.big == nil && a.n != -a.n || a.n == 0 && a.big == nil {
		return Value{sort: a.sort, n: -a.n}
	}
	if a.irr != nil {
		return negIrrational(a)
	}
	return ratOf(a.sort, new(big.Rat).Neg(a.Rat()))
}

// Times gives the product of two numbers, of the sort of the first.
func (a Value) Times(b Value) Value {
	const half = 1 << 31
	if a.big == nil && b.big == nil && -half < a.n && a.n < half && -half < b.n && b.n < half {
		return Value{sort: a.sort, n: a.n * b.n}
	}
	if a.irr != nil || b.irr != nil {
		return mulIrrational(a, b)
	}
	return ratOf(a.sort, new(big.Rat).Mul(a.Rat(), b.Rat()))
}

// ratOf is the value of a rational as an Int or a Real; as an Int it must be whole.
func ratOf(sort Sort, r *big.Rat) Value {
	if sort == Int {
		return BigIntValue(r.Num())
	}
	return RatValue(r)
}

// divValues gives the Euclidean quotient or remainder of two Ints.
func divValues(a, b Value, quotient bool) Value {
	if b.Sign() == 0 {
		return Value{}
	}
	if a.big == nil && b.big == nil && b.n != -1 { // the smallest int64 by -1 overflows
		q, r := a.n/b.n, a.n%b.n
		if r < 0 {
			if b.n > 0 {
				q, r = q-1, r+b.n
			} else {
				q, r = q+1, r-b.n
			}
		}
		if quotient {
			return IntValue(q)
		}
		return IntValue(r)
	}
	q, r := new(big.Int).DivMod(a.BigInt(), b.BigInt(), new(big.Int))
	if quotient {
		return BigIntValue(q)
	}
	return BigIntValue(r)
}

func floorValue(a Value) Value {
	if a.big == nil {
		return IntValue(a.n)
	}
	if a.irr != nil {
		return BigIntValue(a.irr.floor())
	}
	q := new(big.Int).Div(a.big.Num(), a.big.Denom()) // Euclidean: with a positive divisor this is the floor
	return BigIntValue(q)
}

// maxPower is the number of bits up to which a power is computed. A larger one counts as having no value: nobody reads a
// puzzle whose numbers have three hundred thousand digits.
const maxPower = 1 << 20

func powValues(a, e Value) Value {
	k, ok := e.Int64()
	if one, whole := a.Int64(); whole && (one == 1 || one == 0 || one == -1) && !(one == 0 && e.Sign() < 0) {
		odd := e.BigInt().Bit(0) == 1
		switch {
		case e.Sign() == 0:
			one = 1
		case one == -1 && !odd:
			one = 1
		}
		if a.sort == Int && e.Sign() < 0 {
			return Value{}
		}
		return Value{sort: a.sort, n: one}
	}
	if !ok || k < 0 && (a.sort == Int || a.Sign() == 0) || k > maxPower || k < -maxPower {
		return Value{}
	}
	if a.irr != nil {
		return powIrrational(a, k)
	}
	r := a.Rat()
	if size := int64(max(r.Num().BitLen(), r.Denom().BitLen())); size*max(k, -k) > maxPower {
		return Value{}
	}
	if k < 0 {
		r.Inv(r)
		k = -k
	}
	n := big.NewInt(k)
	num, den := new(big.Int).Exp(r.Num(), n, nil), new(big.Int).Exp(r.Denom(), n, nil)
	return ratOf(a.sort, new(big.Rat).SetFrac(num, den))
}

// why explains why a term had no value in the last Run: a variable without one, or the operator that lost it.
func (e *Evaluator) why(t Term) string {
	p := e.p
	for {
		culprit := NoTerm
		for _, a := range p.Args(t) {
			if !e.at(a).Valid() {
				culprit = a
				break
			}
		}
		if p.Op(t) == OpIf && e.at(p.Arg(t, 0)).Valid() {
			culprit = p.Arg(t, 2)
			if e.at(p.Arg(t, 0)).Bool() {
				culprit = p.Arg(t, 1)
			}
		}
		if culprit == NoTerm {
			break
		}
		t = culprit
	}
	if v, ok := p.VarOf(t); ok {
		return fmt.Sprintf("%s has no value", p.vars[v].Name)
	}
	switch p.Op(t) {
	case OpPow:
		b, x := e.at(p.Arg(t, 0)), e.at(p.Arg(t, 1))
		if x.Sign() >= 0 {
			return fmt.Sprintf("the power %s is too large to compute", p.Format(t))
		}
		return fmt.Sprintf("%s has no value: %v to the power %v", p.Format(t), b, x)
	}
	return fmt.Sprintf("%s divides by zero", p.Format(t))
}

// Eval evaluates a term under an assignment. The error says which variable has no value, or what divides by zero. To
// evaluate often, use an Evaluator.
func (p *Problem) Eval(t Term, a Assignment) (Value, error) {
	if v, ok := p.VarOf(t); ok {
		if x := a.Value(v); x.Valid() {
			return x, nil
		}
		return Value{}, fmt.Errorf("%s has no value", p.vars[v].Name)
	}
	if t == NoTerm {
		return Value{}, fmt.Errorf("no term to evaluate")
	}
	e := NewEvaluator(p, t)
	e.Run(a)
	v := e.Value(0)
	if !v.Valid() {
		return v, fmt.Errorf("%s", e.why(t))
	}
	return v, nil
}
