package native

import (
	"encoding/binary"
	"slices"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
	"github.com/quandary-puzzles/quandary/solve/native/graphs"
)

// graph is a graph of the problem with its propagator.
type graph struct {
	*graphs.Graph
	nodes    []engine.Lit
	edges    []graphs.Edge
	told     int              // its number in the proof
	families map[string]int32 // by the weights: the family of sums
}

// graphOf gives the propagator of a graph, made when the first query asks for it.
func (b *builder) graphOf(t model.Graph) *graph {
	if g := b.graphs[t]; g != nil {
		return g
	}
	p := b.p
	g := &graph{told: len(b.graphs), families: map[string]int32{}}
	for _, n := range slices.Clone(p.GraphNodes(t)) {
		g.nodes = append(g.nodes, b.lit(n, both))
	}
	for _, e := range p.GraphEdges(t) {
		g.edges = append(g.edges, graphs.Edge{A: int32(e.A), B: int32(e.B), On: b.lit(e.On, both)})
	}
	if b.err != nil {
		return nil
	}
	g.Graph = graphs.New(b.e, g.nodes, g.edges)
	b.log.graph(g)
	if b.graphs == nil {
		b.graphs = map[model.Graph]*graph{}
	}
	b.graphs[t] = g
	return g
}

// queryLit gives the literal of a Bool query on a graph.
func (b *builder) queryLit(t model.Term) engine.Lit {
	p := b.p
	g := b.graphOf(p.GraphOf(t))
	if b.err != nil {
		return engine.True
	}
	l := b.litOf(t)
	nodes := p.QueryNodes(t)
	var of []int64
	for _, n := range nodes {
		of = append(of, int64(n))
	}
	about := func(kind string, more ...int64) { b.log.query(b.e.NextName(), g, kind, lit(l), append(of, more...)...) }
	switch p.Op(t) {
	case model.OpConnected:
		about("connected")
		g.Connected(l)
	case model.OpSame:
		about("same")
		g.Same(l, int32(nodes[0]), int32(nodes[1]))
	case model.OpGroupFirst:
		about("first")
		g.First(l, int32(nodes[0]))
	case model.OpAcyclic:
		about("acyclic")
		g.Acyclic(l)
	case model.OpLoop:
		counts := make([]engine.Lit, len(g.edges))
		told := make([]int64, len(g.edges))
		for i, e := range g.edges {
			counts[i] = b.allOf(e.On, g.nodes[e.A], g.nodes[e.B])
			told[i] = lit(counts[i])
		}
		about("loop", told...)
		g.Loop(l, counts)
	case model.OpParted:
		about("parted")
		g.Parted(l)
	}
	return l
}

// allOf gives a literal that is true where some are.
func (b *builder) allOf(ls ...engine.Lit) engine.Lit {
	var open []engine.Lit
	for _, l := range ls {
		if l == engine.False {
			return l
		}
		if l != engine.True && !slices.Contains(open, l) {
			open = append(open, l)
		}
	}
	switch len(open) {
	case 0:
		return engine.True
	case 1:
		return open[0]
	}
	all := b.e.NewBool()
	if p := b.log; p != nil {
		p.begin('D')
		p.num(lit(all))
		p.lits(open)
		p.end()
	}
	last := []engine.Lit{all}
	for _, l := range open {
		b.e.AddClause(all^1, l)
		last = append(last, l^1)
	}
	b.e.AddClause(last...)
	return all
}

// queryInt gives the integer of an Int query on a graph.
func (b *builder) queryInt(t model.Term) engine.Int {
	p := b.p
	g := b.graphOf(p.GraphOf(t))
	if b.err != nil {
		return 0
	}
	x := b.newInt(t)
	if b.err != nil {
		return 0
	}
	if p.Op(t) == model.OpGroups {
		b.log.query(b.e.NextName(), g, "groups", int64(x))
		g.Groups(x)
		return x
	}
	ws := slices.Clone(p.QueryWeights(t))
	key := []byte{}
	for _, w := range ws {
		key = binary.AppendUvarint(key, uint64(w))
	}
	family, known := g.families[string(key)]
	if !known {
		weights := make([]graphs.Weight, len(ws))
		for i, w := range ws {
			weights[i] = b.weight(w)
		}
		if b.err != nil {
			return 0
		}
		family = g.Sums(weights)
		g.families[string(key)] = family
		b.log.weights(g, family, weights)
	}
	a := p.QueryNodes(t)[0]
	b.log.query(b.e.NextName(), g, "sum", int64(x), int64(a), int64(family))
	g.Sum(x, int32(a), family)
	return x
}

// weight is a term as the weight of a node.
func (b *builder) weight(t model.Term) graphs.Weight {
	p := b.p
	if s := b.bounds.eval(t); p.IsConst(t) && s.bounded() {
		return graphs.Weight{Kind: graphs.Number, Lo: s.lo, Hi: s.lo}
	}
	if p.Op(t) == model.OpIf && p.IsConst(p.Arg(t, 1)) && p.IsConst(p.Arg(t, 2)) {
		yes, no := b.bounds.eval(p.Arg(t, 1)), b.bounds.eval(p.Arg(t, 2))
		if yes.bounded() && no.bounded() {
			return graphs.Weight{Kind: graphs.ByLit, Lo: no.lo, Hi: yes.lo, Lit: b.lit(p.Arg(t, 0), both)}
		}
	}
	return graphs.Weight{Kind: graphs.ByInt, Int: b.intOf(t)}
}

// maxAlphabet bounds the values that an input of an automaton may have.
const maxAlphabet = 1 << 16

// regularLit gives the literal of a Regular.
func (b *builder) regularLit(t model.Term) engine.Lit {
	p := b.p
	d := p.DFAOf(t)
	symbols := map[int64]int32{}
	var values []int64
	for _, s := range d.Steps {
		if _, known := symbols[s.Value]; !known {
			symbols[s.Value] = int32(len(symbols))
			values = append(values, s.Value)
		}
	}
	// One state more, in which all is lost, and one symbol more, which leads there.
	a := &graphs.Automaton{First: int32(d.First), Accept: make([]bool, d.States+1), Next: make([][]int32, len(symbols)+1)}
	for _, s := range d.Accept {
		a.Accept[s] = true
	}
	for i := range a.Next {
		a.Next[i] = slices.Repeat([]int32{int32(d.States)}, d.States+1)
	}
	for _, s := range d.Steps {
		a.Next[symbols[s.Value]][s.From] = int32(s.To)
	}
	symbol := func(v int64) int32 {
		if s, known := symbols[v]; known {
			return s
		}
		return int32(len(values))
	}
	var inputs [][]graphs.Choice
	var told [][]int64 // by input: values and literals
	for _, in := range slices.Clone(p.Args(t)) {
		var choices []graphs.Choice
		var pairs []int64
		put := func(v int64, l engine.Lit) {
			if l != engine.False {
				choices = append(choices, graphs.Choice{Lit: l, Symbol: symbol(v)})
				pairs = append(pairs, v, lit(l))
			}
		}
		if p.Op(in) == model.OpIf && p.IsConst(p.Arg(in, 1)) && p.IsConst(p.Arg(in, 2)) {
			l := b.lit(p.Arg(in, 0), both)
			put(constInt(p, p.Arg(in, 1)), l)
			put(constInt(p, p.Arg(in, 2)), l^1)
		} else {
			x := b.intOf(in)
			if b.err != nil {
				return engine.True
			}
			lo, hi := b.e.Bounds(x)
			if hi-lo > maxAlphabet {
				b.fail("automata that read numbers of so many values", in, "bound them")
				return engine.True
			}
			for v := lo; v <= hi; v++ {
				if b.e.InDomain(x, v) {
					put(v, b.e.Eq(x, v))
				}
			}
		}
		inputs, told = append(inputs, choices), append(told, pairs)
	}
	if b.err != nil {
		return engine.True
	}
	l := b.litOf(t)
	b.log.regular(b.e.NextName(), l, d, told)
	graphs.Regular(b.e, l, a, inputs)
	return l
}
