package canon

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/model"
)

// ProblemGraph is the graph of a constraint problem: a node for each variable, constant and term, and one for the problem
// itself, with edges to its constraints and its objective. Names leave no trace. Terms that differ only in how they are
// written are one node: operands of commutative operators in another order, sums and conjunctions grouped otherwise, a > b
// and b < a, a - b = c and a = c + b. Nothing is rewritten that would change the value of a term, or whether it has one.
//
// More nodes may be put beside those of the problem, to tell apart what is asked about it.
type ProblemGraph struct {
	Graph
	Root int // the problem's node

	p     *model.Problem
	nodes []int32 // by term: its node plus one; 0 where it has none yet, waiting where its operands are being given theirs
	sizes []int32 // by term: how many operands it has when chains are taken apart; 0 where not known yet
	// negated gives what a node that is a negation negates.
	negated map[int]int

	// Room that is used again.
	stack []model.Term
	parts []part
	links []Link
	sums  [3]total
}

const waiting = -1

// Problem gives the graph of a problem, as far as it counts: unused variables do not.
func Problem(p *model.Problem) *ProblemGraph {
	g := &ProblemGraph{p: p, nodes: make([]int32, p.NumTerms()), sizes: make([]int32, p.NumTerms()), negated: map[int]int{}}
	g.Root = g.Node("problem")
	var cons []int
	for i := range p.NumConstraints() {
		for _, t := range g.chain(p.Constraint(i).Term, model.OpAnd) {
			cons = append(cons, g.Term(t))
		}
	}
	slices.Sort(cons)
	for _, c := range slices.Compact(cons) {
		g.Edge(g.Root, c, "holds")
	}
	if o := p.Objective(); o.Sense != model.NoObjective {
		g.Edge(g.Root, g.Term(o.Term), o.Sense.String())
	}
	return g
}

// Term gives the node of a term of the problem, with those of everything that it is made of.
func (g *ProblemGraph) Term(root model.Term) int {
	// Operands have smaller numbers, so a stack in the order of numbers needs no recursion.
	if n := g.nodes[root]; n > 0 {
		return int(n - 1)
	}
	stack := append(g.stack[:0], root)
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if g.nodes[t] > 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		before := len(stack)
		if g.nodes[t] != waiting {
			for _, a := range g.operands(t) {
				if g.nodes[a] <= 0 {
					stack = append(stack, a)
				}
			}
		}
		if len(stack) > before {
			g.nodes[t] = waiting
			continue
		}
		g.nodes[t] = int32(g.make(t)) + 1
		stack = stack[:len(stack)-1]
	}
	g.stack = stack
	return int(g.nodes[root] - 1)
}

// operands lists the terms whose nodes a term's node leads to.
func (g *ProblemGraph) operands(t model.Term) []model.Term {
	switch op := g.p.Op(t); op {
	case model.OpAnd, model.OpOr, model.OpMul:
		return g.chain(t, op)
	case model.OpAdd, model.OpSub, model.OpNeg:
		return g.sum(t).terms
	case model.OpEq, model.OpNe, model.OpLt, model.OpLe, model.OpGt, model.OpGe:
		if g.p.Sort(g.p.Arg(t, 0)) != model.Bool {
			s := g.sum(g.p.Arg(t, 0))
			g.gather(s, g.p.Arg(t, 1), one)
			return s.terms
		}
	}
	return g.p.Args(t)
}

// longest is how many operands a chain may have that is taken apart: a sum of sums of the same sum can have very many.
const longest = 1 << 12

// size is how many operands a chain has when it is taken apart, at most longest+1.
func (g *ProblemGraph) size(t model.Term) int {
	if n := g.sizes[t]; n > 0 {
		return int(n)
	}
	// Again without recursion; a term of another operator counts as one.
	stack := []model.Term{t}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		family := links(g.p.Op(u))
		n, open := int32(0), false
		for _, a := range g.p.Args(u) {
			switch {
			case family == model.OpNone || links(g.p.Op(a)) != family:
				n++
			case g.sizes[a] == 0:
				stack = append(stack, a)
				open = true
			default:
				n += g.sizes[a]
			}
			n = min(n, longest+1)
		}
		if !open {
			g.sizes[u] = max(n, 1)
			stack = stack[:len(stack)-1]
		}
	}
	return int(g.sizes[t])
}

// links groups the operators that chains are made of.
func links(op model.Op) model.Op {
	switch op {
	case model.OpAdd, model.OpSub, model.OpNeg:
		return model.OpAdd
	case model.OpAnd, model.OpOr, model.OpMul:
		return op
	}
	return model.OpNone
}

// chain lists the operands of a chain of one operator; of another term, the term alone.
func (g *ProblemGraph) chain(t model.Term, op model.Op) []model.Term {
	if g.p.Op(t) != op {
		return []model.Term{t}
	}
	if g.size(t) > longest {
		return slices.Clone(g.p.Args(t))
	}
	var out []model.Term
	stack := []model.Term{t}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if g.p.Op(u) == op {
			stack = append(stack, g.p.Args(u)...)
		} else {
			out = append(out, u)
		}
	}
	return out
}

// total is a sum: a constant and terms with their factors.
type total struct {
	constant model.Value
	factors  []model.Value
	terms    []model.Term
}

// They are Real, as products have the sort of their first factor.
var zero, one = model.RealValue(0, 1), model.RealValue(1, 1)

func (s *total) add(t model.Term, factor model.Value) {
	s.terms = append(s.terms, t)
	s.factors = append(s.factors, factor)
}

// empty gives one of the totals that are used again, without its terms.
func (g *ProblemGraph) empty(i int) *total {
	s := &g.sums[i]
	s.constant = zero
	s.factors, s.terms = s.factors[:0], s.terms[:0]
	return s
}

// sum takes a sum apart. Nothing is cancelled, so that x - x still mentions x. It is good until the next sum is taken apart.
func (g *ProblemGraph) sum(t model.Term) *total {
	s := g.empty(0)
	g.gather(s, t, one)
	return s
}

// part is a term of a sum that is taken apart, and its factor.
type part struct {
	t      model.Term
	factor model.Value
}

// gather adds a term, taken apart where it is a sum that is not too long, to a sum.
func (g *ProblemGraph) gather(s *total, root model.Term, factor model.Value) {
	whole := g.size(root) <= longest
	stack := append(g.parts[:0], part{root, factor})
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if c := g.p.ConstValue(u.t); c.Valid() && c.Sort() != model.Bool {
			s.constant = s.constant.Plus(u.factor.Times(c))
			continue
		}
		op := g.p.Op(u.t)
		args := g.p.Args(u.t)
		switch {
		case op == model.OpMul && len(args) == 2 && g.p.IsConst(args[0]) != g.p.IsConst(args[1]):
			c, x := args[0], args[1]
			if !g.p.IsConst(c) {
				c, x = x, c
			}
			if v := g.p.ConstValue(c); v.Sign() != 0 {
				s.add(x, u.factor.Times(v))
				continue
			}
			s.add(u.t, u.factor)
		case links(op) != model.OpAdd || !whole && u.t != root:
			s.add(u.t, u.factor)
		case op == model.OpAdd:
			for _, a := range args {
				stack = append(stack, part{a, u.factor})
			}
		case op == model.OpSub:
			stack = append(stack, part{args[0], u.factor}, part{args[1], u.factor.Negated()})
		default:
			stack = append(stack, part{args[0], u.factor.Negated()})
		}
	}
	g.parts = stack
}

// at gives the node of an operand.
func (g *ProblemGraph) at(t model.Term) int { return int(g.nodes[t] - 1) }

// make makes the node of a term whose operands have theirs.
func (g *ProblemGraph) make(t model.Term) int {
	p := g.p
	op := p.Op(t)
	args := p.Args(t)
	switch op {
	case model.OpVar:
		v, _ := p.VarOf(t)
		d := p.Variable(v)
		return g.Node("variable " + p.Sort(t).String() + " " + d.Domain.String())
	case model.OpConst:
		return g.Shared(p.Sort(t).String() + " " + p.ConstValue(t).String())
	case model.OpAnd, model.OpOr, model.OpMul:
		return g.unordered(op.String()+" "+p.Sort(t).String(), g.chain(t, op))
	case model.OpDistinct, model.OpMin, model.OpMax, model.OpAtMost, model.OpAtLeast:
		label := op.String()
		if op == model.OpAtMost || op == model.OpAtLeast {
			label += " " + strconv.Itoa(p.Param(t))
		}
		return g.unordered(label, args)
	case model.OpXor:
		return g.not(g.unordered("iff", args))
	case model.OpNot:
		return g.not(g.at(args[0]))
	case model.OpImplies:
		return g.Shared("or Bool", Link{"", g.not(g.at(args[0]))}, Link{"", g.at(args[1])})
	case model.OpAdd, model.OpSub, model.OpNeg:
		return g.total("sum "+p.Sort(t).String(), g.sum(t))
	case model.OpEq, model.OpNe:
		n := 0
		if p.Sort(args[0]) == model.Bool {
			n = g.unordered("iff", args)
		} else {
			less, more := g.sides(args[0], args[1], false)
			n = g.Shared("equal", Link{"", less}, Link{"", more})
		}
		if op == model.OpNe {
			return g.not(n)
		}
		return n
	case model.OpGt, model.OpGe:
		return g.order(op == model.OpGt, args[1], args[0])
	case model.OpLt, model.OpLe:
		return g.order(op == model.OpLt, args[0], args[1])
	}
	links := make([]Link, len(args))
	for i, a := range args {
		links[i] = Link{string(rune('0' + i)), g.at(a)}
	}
	return g.Shared(op.String()+" "+g.fixed(t), links...)
}

// fixed is what is fixed about a term beside its operator and its operands.
func (g *ProblemGraph) fixed(t model.Term) string {
	switch g.p.Op(t) {
	case model.OpGraph:
		var ends strings.Builder
		for _, e := range g.p.GraphEdges(model.Graph(t)) {
			fmt.Fprintf(&ends, "%d-%d ", e.A, e.B)
		}
		return ends.String()
	case model.OpRegular:
		return fmt.Sprint(*g.p.DFAOf(t))
	}
	return strconv.Itoa(g.p.Param(t))
}

func (g *ProblemGraph) unordered(label string, ts []model.Term) int {
	links := g.links[:0]
	for _, t := range ts {
		links = append(links, Link{To: g.at(t)})
	}
	g.links = links
	return g.Shared(label, links...)
}

// not is negation; of a negation, what that negates.
func (g *ProblemGraph) not(n int) int {
	if inner, ok := g.negated[n]; ok {
		return inner
	}
	out := g.Shared("not", Link{"", n})
	g.negated[out] = n
	return out
}

// order is a comparison: less < more, or less <= more. Of whole numbers the first is less + 1 <= more.
func (g *ProblemGraph) order(strict bool, less, more model.Term) int {
	whole := g.p.Sort(less) == model.Int
	a, b := g.sides(less, more, strict && whole)
	label := "at most"
	if strict && !whole {
		label = "less"
	}
	return g.Shared(label, Link{"less", a}, Link{"more", b})
}

// sides gives nodes for the two sides of a comparison after all has been moved to where it has a positive factor; plus adds 1
// to the first.
func (g *ProblemGraph) sides(a, b model.Term, plus bool) (int, int) {
	all, less, more := g.empty(0), g.empty(1), g.empty(2)
	g.gather(all, a, one)
	g.gather(all, b, one.Negated())
	if plus {
		all.constant = all.constant.Plus(one)
	}
	for i, t := range all.terms {
		if f := all.factors[i]; f.Sign() > 0 {
			less.add(t, f)
		} else {
			more.add(t, f.Negated())
		}
	}
	if all.constant.Sign() > 0 {
		less.constant = all.constant
	} else {
		more.constant = all.constant.Negated()
	}
	label := "side " + g.p.Sort(a).String()
	return g.total(label, less), g.total(label, more)
}

func (g *ProblemGraph) total(label string, s *total) int {
	links := g.links[:0]
	for i, t := range s.terms {
		links = append(links, Link{s.factors[i].String(), g.at(t)})
	}
	g.links = links
	return g.Shared(label+" "+s.constant.String(), links...)
}
