package model

import (
	"fmt"
	"slices"
)

// Writing graphs and automata out, for solvers that have no words for them.
//
// Every query becomes a formula over the terms of its nodes and edges, without new variables: so it means the same under a
// negation, within a sum and under a quantifier, and solutions are counted as they are. The formulas share their parts.
//
//   - Which nodes are in one group is the transitive closure of "an edge that counts joins them", made by Warshall's algorithm
//     ("A theorem on Boolean matrices", 1962): ways through the first node only, then through the first two, and so on. It is
//     cubic in the number of nodes, and made once for a graph.
//   - Connected and Loop need only what is reached from one node: so many rounds of going one edge further as the longest way
//     has edges. Nodes times edges.
//   - Acyclic takes away, round by round, the nodes with fewer than two edges to nodes that are left: a cycle is what stays.
//   - An automaton is in one state after each value that it has read: a Bool for each place and state.

// maxPlain bounds the number of terms that one graph or automaton is written out to.
const maxPlain = 4_000_000

// LargeError is a query on a graph, or an automaton, that would be too large when written out.
type LargeError struct {
	Term string
	What string // what is too large: a graph of so many nodes
}

func (e *LargeError) Error() string {
	return fmt.Sprintf("%s is too large to be written out as a formula: %s", e.What, e.Term)
}

// plainer remembers what has been written out.
type plainer struct {
	terms  map[Term]Term
	groups map[Graph][][]Term // by graph: whether two nodes are in one group
}

// Plain gives a term that means the same and has no graph and no automaton in it. Give it total terms (Problem.Total): it decides
// parts by constants. It grows with the cube of a graph's nodes; the error is a *LargeError where it would be too large, or the
// account's where that is overdrawn.
func (p *Problem) Plain(t Term) (Term, error) {
	used := p.Cone(t)
	for u := range used {
		u := Term(u)
		if !used[u] {
			continue
		}
		if _, done := p.plain.terms[u]; done {
			continue
		}
		op := p.Op(u)
		if op == OpGraph { // asked by the queries on it
			continue
		}
		args := append([]Term(nil), p.Args(u)...)
		changed := false
		if !op.IsGraphQuery() {
			for i, a := range args {
				if to, written := p.plain.terms[a]; written {
					changed, args[i] = true, to
				}
			}
		}
		out := u
		var err error
		switch {
		case op.IsGraphQuery():
			out, err = p.plainQuery(u)
		case op == OpRegular:
			out, err = p.plainRegular(u, args)
		case changed:
			out = p.rebuild(u, args)
		}
		if p.over != nil {
			err = p.over
		}
		if err != nil {
			return NoTerm, err
		}
		if out != u {
			if p.plain.terms == nil {
				p.plain.terms = map[Term]Term{}
			}
			p.plain.terms[u] = out
		}
	}
	if to, written := p.plain.terms[t]; written {
		return to, nil
	}
	return t, nil
}

// written gives a term as it has been written out, which is done for the operands of a term before the term.
func (p *Problem) written(t Term) Term {
	if to, changed := p.plain.terms[t]; changed {
		return to
	}
	return t
}

// both and either are conjunction and disjunction that decide by constants, as And and Or must not.
func (p *Problem) both(ts ...Term) Term {
	if slices.Contains(ts, False) {
		return False
	}
	return p.And(ts...)
}

func (p *Problem) either(ts ...Term) Term {
	if slices.Contains(ts, True) {
		return True
	}
	return p.Or(ts...)
}

// chosen is the number t where a condition holds, and 0 elsewhere.
func (p *Problem) chosen(cond, t Term) Term {
	switch cond {
	case True:
		return t
	case False:
		return p.Num(0)
	}
	return p.If(cond, t, p.Num(0))
}

// sum adds Ints; that of bit vectors does not wrap around, as Add's does.
func (p *Problem) sum(ts []Term) Term {
	var out []Term
	for _, t := range ts {
		if t != p.Num(0) {
			out = append(out, t)
		}
	}
	switch len(out) {
	case 0:
		return p.Num(0)
	case 1:
		return out[0]
	}
	return p.intern(OpAdd, Int, 0, out...)
}

// plainGraph is a graph with its terms written out: whether a node is there, and for each edge whether it counts.
type plainGraph struct {
	nodes []Term
	edges []GraphEdge
}

func (p *Problem) plainGraph(g Graph) plainGraph {
	out := plainGraph{nodes: append([]Term(nil), p.GraphNodes(g)...)}
	for i, t := range out.nodes {
		out.nodes[i] = p.written(t)
	}
	for _, e := range p.GraphEdges(g) {
		e.On = p.both(p.written(e.On), out.nodes[e.A], out.nodes[e.B])
		if e.On != False {
			out.edges = append(out.edges, e)
		}
	}
	return out
}

func (p *Problem) plainQuery(t Term) (Term, error) {
	g := p.GraphOf(t)
	n := len(p.GraphNodes(g))
	size := n * n * n / 2
	switch p.Op(t) {
	case OpConnected, OpLoop, OpAcyclic:
		size = 2 * n * len(p.GraphEdges(g))
	}
	if n > 1<<10 || size > maxPlain {
		return NoTerm, &LargeError{shorten(p.Format(t)), fmt.Sprintf("a graph of %d nodes", n)}
	}
	switch p.Op(t) {
	case OpConnected:
		h := p.plainGraph(g)
		return p.plainTogether(h, h.nodes), nil
	case OpLoop:
		return p.plainLoop(p.plainGraph(g)), nil
	case OpAcyclic:
		return p.plainAcyclic(p.plainGraph(g)), nil
	}
	same := p.plainGroups(g)
	nodes := p.QueryNodes(t)
	first := func(a int) Term { return p.both(same[a][a], p.Not(p.either(same[a][:a]...))) }
	switch p.Op(t) {
	case OpSame:
		return same[nodes[0]][nodes[1]], nil
	case OpGroupFirst:
		return first(nodes[0]), nil
	case OpGroups:
		ones := make([]Term, n)
		for a := range n {
			ones[a] = p.chosen(first(a), p.Num(1))
		}
		return p.sum(ones), nil
	case OpGroupSum:
		weights := append([]Term(nil), p.QueryWeights(t)...)
		for b, w := range weights {
			weights[b] = p.chosen(same[nodes[0]][b], p.written(w))
		}
		return p.sum(weights), nil
	}
	var apart []Term // OpParted
	for _, e := range p.GraphEdges(g) {
		apart = append(apart, p.either(p.written(e.On), p.Not(same[e.A][e.B])))
	}
	return p.both(apart...), nil
}

// plainGroups tells for each two nodes whether they are in one group; for a node and itself, whether it is there.
func (p *Problem) plainGroups(g Graph) [][]Term {
	if same, done := p.plain.groups[g]; done {
		return same
	}
	h := p.plainGraph(g)
	n := len(h.nodes)
	same := make([][]Term, n)
	for a := range same {
		same[a] = make([]Term, n)
		for b := range same[a] {
			same[a][b] = False
		}
	}
	set := func(a, b int, t Term) { same[a][b], same[b][a] = t, t }
	for _, e := range h.edges {
		set(e.A, e.B, p.either(same[e.A][e.B], e.On))
	}
	for through := range n {
		for a := range n {
			for b := range a {
				if a != through && b != through {
					set(a, b, p.either(same[a][b], p.both(same[a][through], same[through][b])))
				}
			}
		}
	}
	for a, t := range h.nodes {
		same[a][a] = t
	}
	if p.plain.groups == nil {
		p.plain.groups = map[Graph][][]Term{}
	}
	p.plain.groups[g] = same
	return same
}

// neighbours lists for each node the edges that may count.
func (h *plainGraph) neighbours() [][]GraphEdge {
	next := make([][]GraphEdge, len(h.nodes))
	for _, e := range h.edges {
		next[e.A] = append(next[e.A], GraphEdge{e.A, e.B, e.On})
		next[e.B] = append(next[e.B], GraphEdge{e.B, e.A, e.On})
	}
	return next
}

// plainTogether says that the nodes for which a condition holds are in one group: all are reached from the first of them.
func (p *Problem) plainTogether(h plainGraph, counts []Term) Term {
	next := h.neighbours()
	reached := make([]Term, len(counts))
	before := False
	longest := -1
	for a, t := range counts {
		reached[a] = p.both(t, p.Not(before))
		before = p.either(before, t)
		if t != False {
			longest++
		}
	}
	for range longest {
		further := make([]Term, len(reached))
		for a := range further {
			ways := []Term{reached[a]}
			for _, e := range next[a] {
				ways = append(ways, p.both(e.On, reached[e.B]))
			}
			further[a] = p.either(ways...)
		}
		reached = further
	}
	all := make([]Term, len(counts))
	for a, t := range counts {
		all[a] = p.either(p.Not(t), reached[a])
	}
	return p.both(all...)
}

func (p *Problem) plainLoop(h plainGraph) Term {
	parts := make([]Term, 0, len(h.nodes)+2)
	passed := make([]Term, len(h.nodes))
	for a, edges := range h.neighbours() {
		on := make([]Term, len(edges))
		for i, e := range edges {
			on[i] = e.On
		}
		passed[a] = p.either(on...)
		parts = append(parts, p.either(p.Not(passed[a]), p.both(p.AtLeast(2, on...), p.AtMost(2, on...))))
	}
	return p.both(append(parts, p.either(passed...), p.plainTogether(h, passed))...)
}

func (p *Problem) plainAcyclic(h plainGraph) Term {
	next := h.neighbours()
	left := append([]Term(nil), h.nodes...)
	for range (len(left) + 1) / 2 { // a chain loses both its ends in a round
		stay := make([]Term, len(left))
		for a, edges := range next {
			var on []Term
			for _, e := range edges {
				if t := p.both(e.On, left[e.B]); t != False {
					on = append(on, t)
				}
			}
			stay[a] = False
			if len(on) > 1 {
				stay[a] = p.both(left[a], p.AtLeast(2, on...))
			}
		}
		left = stay
	}
	return p.Not(p.either(left...))
}

func (p *Problem) plainRegular(t Term, in []Term) (Term, error) {
	d := p.DFAOf(t)
	if len(in)*(len(d.Steps)+d.States) > maxPlain {
		return NoTerm, &LargeError{shorten(p.Format(t)), fmt.Sprintf("an automaton of %d steps that reads %d values", len(d.Steps), len(in))}
	}
	at := make([]Term, d.States)
	for s := range at {
		at[s] = p.Truth(s == d.First)
	}
	for _, x := range in {
		ways := make([][]Term, d.States)
		for _, s := range d.Steps {
			if at[s.From] != False {
				ways[s.To] = append(ways[s.To], p.both(at[s.From], p.reads(x, s.Value)))
			}
		}
		for s := range at {
			at[s] = p.either(ways[s]...)
		}
	}
	var accepted []Term
	for _, s := range d.Accept {
		accepted = append(accepted, at[s])
	}
	return p.either(accepted...), nil
}

// reads says that an Int has a value; of a Bool that counts 1 or 0, the Bool says so itself.
func (p *Problem) reads(x Term, value int64) Term {
	if p.Op(x) == OpIf && p.Arg(x, 1) == p.Num(1) && p.Arg(x, 2) == p.Num(0) {
		switch cond := p.Arg(x, 0); value {
		case 0:
			return p.Not(cond)
		case 1:
			return cond
		}
		return False
	}
	return p.Eq(x, p.Num(value))
}
