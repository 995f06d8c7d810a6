package solvetest

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// graphGenerator draws terms about graphs.
type graphGenerator struct {
	*generator
	graphs  []model.Graph
	weights [][]model.Term // that were drawn, the last first
}

// GenerateGraphs draws a problem about small graphs and automata: up to two graphs, whose nodes and edges are Bools, their
// negations, constants, and comparisons of Ints, with several queries each, in either polarity, within other terms.
func GenerateGraphs(r solve.Rand) *model.Problem {
	g := &graphGenerator{generator: &generator{r: r, o: Options{Space: 5000}, p: model.NewProblem()}}
	p := g.p
	for i := range 4 + g.n(6) {
		g.bools = append(g.bools, p.Bool(fmt.Sprintf("b%d", i)))
	}
	for i := range g.n(3) {
		lo := g.between(-1, 1)
		g.ints = append(g.ints, p.IntIn(fmt.Sprintf("n%d", i), lo, lo+g.between(1, 3)))
	}
	g.graphs = []model.Graph{g.graph()}
	if g.chance(30) {
		g.graphs = append(g.graphs, g.graph())
	}
	for i := range 1 + g.n(4) {
		t := g.query()
		switch g.n(8) {
		case 0:
			t = p.Not(t)
		case 1:
			t = p.Or(t, g.query())
		case 2:
			t = p.Implies(g.pick(g.bools), t)
		case 3:
			t = p.Iff(t, g.query())
		case 4:
			t = p.Eq(p.Add(t, g.query(), g.pick(g.bools)), p.Num(g.between(1, 2)))
		}
		p.Assert(fmt.Sprintf("c%d", i), t)
	}
	if g.chance(25) { // who is with whom
		h := g.graphs[0]
		n := len(p.GraphNodes(h))
		for i := range 2 + g.n(6) {
			t := p.Same(h, g.n(n), g.n(n))
			switch g.n(5) {
			case 0, 1:
				t = p.Not(t)
			case 2:
				t = p.Eq(t, g.pick(g.bools))
			}
			p.Assert(fmt.Sprintf("with%d", i), t)
		}
	}
	if err := p.Err(); err != nil {
		panic("solvetest: the generator built a wrong term: " + err.Error())
	}
	return p
}

// literal draws whether a node or an edge is there.
func (g *graphGenerator) literal() model.Term {
	switch g.n(12) {
	case 0:
		return g.p.Not(g.pick(g.bools))
	case 1:
		return model.False
	case 2:
		if len(g.ints) > 0 {
			x := g.pick(g.ints)
			return g.relation(x, g.p.Num(g.near(x)))
		}
	case 3, 4:
		return model.True
	}
	return g.pick(g.bools)
}

// graph draws a graph.
func (g *graphGenerator) graph() model.Graph {
	n := 2 + g.n(5)
	var nodes []model.Term
	allThere, allOn := g.chance(30), g.chance(40)
	for range n {
		t := g.literal()
		if allThere {
			t = model.True
		}
		nodes = append(nodes, t)
	}
	var edges []model.GraphEdge
	dense := 30 + g.n(60)
	for a := range n {
		for b := range a {
			for range 2 {
				if !g.chance(dense) {
					break
				}
				t := g.literal()
				if allOn {
					t = model.True
				}
				edges = append(edges, model.GraphEdge{A: a, B: b, On: t})
				if !g.chance(8) {
					break
				}
			}
		}
	}
	return g.p.Graph(nodes, edges)
}

// query draws a question about one of the graphs.
func (g *graphGenerator) query() model.Term {
	p := g.p
	h := g.graphs[g.n(len(g.graphs))]
	n := len(p.GraphNodes(h))
	a, b := g.n(n), g.n(n)
	count := func(t model.Term, most int64) model.Term { return g.relation(t, p.Num(g.between(0, most))) }
	switch g.n(12) {
	case 0, 1:
		return p.Connected(h)
	case 2:
		return count(p.Groups(h), 3)
	case 3, 4:
		return p.Same(h, a, b)
	case 5:
		return p.GroupFirst(h, a)
	case 6:
		return p.Acyclic(h)
	case 7:
		return p.Loop(h)
	case 8:
		return p.Parted(h)
	case 9:
		return g.regular()
	}
	sum := p.GroupSum(h, a, g.weighted(n))
	if len(g.ints) > 0 && g.chance(30) {
		return g.relation(sum, g.pick(g.ints))
	}
	return count(sum, int64(n)+1)
}

// weighted draws weights of nodes, or takes those that were drawn last.
func (g *graphGenerator) weighted(n int) []model.Term {
	p := g.p
	if len(g.weights) > 0 && len(g.weights[0]) == n && g.chance(60) {
		return g.weights[0]
	}
	var ws []model.Term
	ones, signed := g.chance(50), g.chance(15)
	for range n {
		switch k := g.n(4); {
		case ones:
			ws = append(ws, p.Num(1))
		case k == 0:
			ws = append(ws, g.pick(g.bools))
		case k == 1 && len(g.ints) > 0 && signed:
			ws = append(ws, g.pick(g.ints))
		case signed:
			ws = append(ws, p.Num(g.between(-2, 2)))
		default:
			ws = append(ws, p.Num(g.between(0, 3)))
		}
	}
	g.weights = append([][]model.Term{ws}, g.weights...)
	return ws
}

// regular draws an automaton and what it reads.
func (g *generator) regular() model.Term {
	d := &model.DFA{States: 1 + g.n(4)}
	for s := range d.States {
		if g.chance(50) {
			d.Accept = append(d.Accept, s)
		}
		for v := range 3 {
			if g.chance(75) {
				d.Steps = append(d.Steps, model.DFAStep{From: s, Value: int64(v), To: g.n(d.States)})
			}
		}
	}
	return g.p.Regular(d, g.some(func() model.Term {
		if len(g.ints) > 0 && g.chance(40) {
			return g.pick(g.ints)
		}
		return g.pick(g.bools)
	}, 0, 6))
}
