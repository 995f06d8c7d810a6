package model

import (
	"encoding/binary"
	"slices"
)

// Graph names a graph of one problem: nodes, and edges between them, that may be there or not. Equal graphs have equal names.
// The zero Graph is a mistake.
//
// A node is there where its term is true. An edge counts where its term and the terms of both its nodes are true. The nodes
// that are there fall into groups: two are in one group when a way of edges that count leads from one to the other.
//
// A graph has no value of its own; the queries (Connected, Groups, Same and so on) ask about it. Where a term of a node or an
// edge has no value, no query on the graph has one.
type Graph Term

// GraphEdge is an edge between two nodes, told by their places in the list of nodes from 0.
type GraphEdge struct {
	A, B int
	On   Term // Bool
}

// shape is what is fixed about a graph: how many nodes it has, and which nodes its edges join.
type shape struct {
	nodes int
	ends  [][2]int32
}

// shapes are the fixed parts of graphs and of automata, each kept once and told by its number.
type shapes struct {
	graphs []shape
	dfas   []*DFA
	keys   [2][]string // of graphs, and of automata: what they are, in bytes
	byKey  map[string]int32
}

// Shape tells what is fixed about a graph or an automaton: what its number says in one problem, this says in all. It is empty for any other term.
func (p *Problem) Shape(t Term) string {
	switch p.Op(t) {
	case OpGraph:
		return p.shapes.keys[0][p.nodes[t].param]
	case OpRegular:
		return p.shapes.keys[1][p.nodes[t].param]
	}
	return ""
}

// keep gives the number of a shape: the one that it has already, or the next, in which case it is new.
func (s *shapes) keep(key []byte, next int) (n int32, isNew bool) {
	if n, known := s.byKey[string(key)]; known {
		return n, false
	}
	if s.byKey == nil {
		s.byKey = map[string]int32{}
	}
	s.byKey[string(key)] = int32(next)
	return int32(next), true
}

// Graph makes a graph of nodes (Bools, in the order in which queries number them from 0) and edges. Several edges may join
// the same two nodes. An edge from a node to itself, or to a node that is not in the list, is a mistake. The slices are copied.
func (p *Problem) Graph(nodes []Term, edges []GraphEdge) Graph {
	if !p.truths("Graph", nodes) {
		return Graph(NoTerm)
	}
	args := slices.Clone(nodes)
	key := binary.AppendUvarint([]byte{'g'}, uint64(len(nodes)))
	for i, e := range edges {
		switch {
		case e.A < 0 || e.A >= len(nodes) || e.B < 0 || e.B >= len(nodes):
			return Graph(p.fail("Graph", "edge %d joins the nodes %d and %d: there are %d nodes, numbered from 0", i, e.A, e.B, len(nodes)))
		case e.A == e.B:
			return Graph(p.fail("Graph", "edge %d joins node %d to itself", i, e.A))
		case p.Sort(e.On) != Bool:
			return Graph(p.fail("Graph", "the term of edge %d is %s, not a Bool", i, p.describe(e.On)))
		}
		key = binary.AppendUvarint(key, uint64(e.A))
		key = binary.AppendUvarint(key, uint64(e.B))
		args = append(args, e.On)
	}
	n, isNew := p.shapes.keep(key, len(p.shapes.graphs))
	if isNew {
		s := shape{nodes: len(nodes), ends: make([][2]int32, len(edges))}
		for i, e := range edges {
			s.ends[i] = [2]int32{int32(e.A), int32(e.B)}
		}
		p.shapes.graphs, p.shapes.keys[0] = append(p.shapes.graphs, s), append(p.shapes.keys[0], string(key))
	}
	return Graph(p.intern(OpGraph, GraphSort, n, args...))
}

// Connected says that the nodes that are there form at most one group.
func (p *Problem) Connected(g Graph) Term { return p.query("Connected", OpConnected, Bool, g) }

// Groups is the number of groups, an Int.
func (p *Problem) Groups(g Graph) Term { return p.query("Groups", OpGroups, Int, g) }

// Same says that two nodes are both there and in one group. A node that is there is in one group with itself.
func (p *Problem) Same(g Graph, a, b int) Term {
	return p.query("Same", OpSame, Bool, g, a, b)
}

// GroupFirst says that a node is there and that no node of a smaller number is in its group: each group has one such node.
func (p *Problem) GroupFirst(g Graph, a int) Term {
	return p.query("GroupFirst", OpGroupFirst, Bool, g, a)
}

// GroupSum is the sum of the weights, one Int or Bool (counting 1 or 0) for each node, over the nodes of a's group. It is 0
// where a is not there.
func (p *Problem) GroupSum(g Graph, a int, weights []Term) Term {
	if p.query("GroupSum", OpGroupFirst, Bool, g, a) == NoTerm {
		return NoTerm
	}
	if n := len(p.GraphNodes(g)); len(weights) != n {
		return p.fail("GroupSum", "%d weights for %d nodes", len(weights), n)
	}
	ts, sort, _ := p.numbers("GroupSum", weights)
	switch sort {
	case NoSort:
		return NoTerm
	case Real:
		return p.fail("GroupSum", "the weights must be Ints or Bools, not Reals")
	}
	return p.intern(OpGroupSum, Int, 0, append([]Term{Term(g), p.Num(int64(a))}, ts...)...)
}

// Acyclic says that the edges that count form no cycle. Two edges that join the same nodes are one.
func (p *Problem) Acyclic(g Graph) Term { return p.query("Acyclic", OpAcyclic, Bool, g) }

// Loop says that the edges that count form one closed line: there is at least one, they hang together, and no node has other
// than none or two of them. Nodes without edges do not matter.
func (p *Problem) Loop(g Graph) Term { return p.query("Loop", OpLoop, Bool, g) }

// Parted says that no edge whose term is false has its two nodes, both there, in one group: where the edges whose terms are
// false are walls, walls stand between different groups only.
func (p *Problem) Parted(g Graph) Term { return p.query("Parted", OpParted, Bool, g) }

// query makes a query on a graph and some of its nodes.
func (p *Problem) query(name string, op Op, sort Sort, g Graph, nodes ...int) Term {
	if g <= 0 || int(g) >= len(p.nodes) || p.Op(Term(g)) != OpGraph {
		return p.fail(name, "there is no graph")
	}
	args := make([]Term, 1, 3)
	args[0] = Term(g)
	for _, n := range nodes {
		if most := p.shapeOf(g).nodes; n < 0 || n >= most {
			return p.fail(name, "there is no node %d: the graph has %d, numbered from 0", n, most)
		}
		args = append(args, p.Num(int64(n)))
	}
	return p.intern(op, sort, 0, args...)
}

// shapeOf gives what is fixed about a graph.
func (p *Problem) shapeOf(g Graph) *shape { return &p.shapes.graphs[p.nodes[g].param] }

// IsGraphQuery reports whether an operator asks about a graph.
func (o Op) IsGraphQuery() bool { return o >= OpConnected && o <= OpParted }

// GraphOf gives the graph that a query is about, and 0 for any other term.
func (p *Problem) GraphOf(t Term) Graph {
	if !p.Op(t).IsGraphQuery() {
		return 0
	}
	return Graph(p.Arg(t, 0))
}

// GraphNodes gives the terms of a graph's nodes. The slice is read only, as that of Args is.
func (p *Problem) GraphNodes(g Graph) []Term { return p.Args(Term(g))[:p.shapeOf(g).nodes] }

// GraphEdges gives a graph's edges in a fresh slice.
func (p *Problem) GraphEdges(g Graph) []GraphEdge {
	s := p.shapeOf(g)
	on := p.Args(Term(g))[s.nodes:]
	edges := make([]GraphEdge, len(s.ends))
	for i, e := range s.ends {
		edges[i] = GraphEdge{int(e[0]), int(e[1]), on[i]}
	}
	return edges
}

// QueryNodes gives the nodes that a query names: two for Same, one for GroupFirst and GroupSum, none for the others.
func (p *Problem) QueryNodes(t Term) []int {
	n := 0
	switch p.Op(t) {
	case OpSame:
		n = 2
	case OpGroupFirst, OpGroupSum:
		n = 1
	}
	nodes := make([]int, n)
	for i := range nodes {
		v, _ := p.ConstValue(p.Arg(t, 1+i)).Int64()
		nodes[i] = int(v)
	}
	return nodes
}

// QueryWeights gives the weights of a GroupSum, by node, and nothing for other terms. The slice is read only, as that of Args
// is.
func (p *Problem) QueryWeights(t Term) []Term {
	if p.Op(t) != OpGroupSum {
		return nil
	}
	return p.Args(t)[2:]
}

// nQuery is the normal form of a query whose operands have theirs.
func (p *Problem) nQuery(t Term, args []Term) Term {
	op, g := p.Op(t), Graph(args[0])
	if op == OpSame {
		nodes := p.QueryNodes(t)
		if nodes[0] == nodes[1] {
			return p.GraphNodes(g)[nodes[0]]
		}
		if nodes[0] > nodes[1] {
			args[1], args[2] = args[2], args[1]
		}
	}
	return p.intern(op, p.Sort(t), 0, args...)
}
