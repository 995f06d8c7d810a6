package native

import (
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
	"github.com/quandary-puzzles/quandary/solve/native/graphs"
)

// commonSize is the largest size of areas that is always looked at as a number of its own; larger ones are where a constant asks
// for them.
const commonSize = 9

// area is what constraints say of a graph whose edges join equal numbers: the number of each node, NoTerm where nothing says that
// it is the size of the node's group.
type area struct {
	graph   model.Graph
	numbers []model.Term
	found   int
}

// areas posts, beside the queries that say so, that the numbers of a graph's nodes are the sizes of their groups, where each edge
// counts exactly where its two nodes have one number. That is concluded from all nodes that can have a number, where a query sees one
// group. It follows from the constraints, which hold for good, so a proof does without it.
func (b *builder) areas(cons []model.Term) {
	if b.log != nil || b.err != nil {
		return
	}
	p := b.p
	var list []*area
	byGraph := map[model.Graph]*area{}
	for _, t := range cons {
		if p.Op(t) != model.OpEq {
			continue
		}
		sum, number := p.Arg(t, 0), p.Arg(t, 1)
		if p.Op(sum) != model.OpGroupSum {
			sum, number = number, sum
		}
		if p.Op(sum) != model.OpGroupSum || p.Op(number) != model.OpVar && !p.IsConst(number) {
			continue
		}
		g := p.GraphOf(sum)
		a := byGraph[g]
		if a == nil {
			a = &area{graph: g, numbers: make([]model.Term, len(p.GraphNodes(g)))}
			byGraph[g] = a
			list = append(list, a)
		}
		if node := p.QueryNodes(sum)[0]; a.numbers[node] == model.NoTerm && b.counts(sum) {
			a.numbers[node] = number
			a.found++
		}
	}
	for _, a := range list {
		if a.found == len(a.numbers) && b.joinsEqual(a) {
			b.postAreas(a)
		}
	}
}

// counts reports whether a sum over a group is the number of its nodes.
func (b *builder) counts(sum model.Term) bool {
	for _, w := range b.p.QueryWeights(sum) {
		if v := b.bounds.eval(w); !b.p.IsConst(w) || !v.bounded() || v.lo != 1 {
			return false
		}
	}
	return true
}

// joinsEqual reports whether all nodes of a graph are there, and each edge counts where its nodes have one number.
func (b *builder) joinsEqual(a *area) bool {
	p := b.p
	for _, n := range p.GraphNodes(a.graph) {
		if n != model.True {
			return false
		}
	}
	for _, e := range p.GraphEdges(a.graph) {
		x, y := a.numbers[e.A], a.numbers[e.B]
		if e.On != p.Total(p.Eq(x, y)) && e.On != p.Total(p.Eq(y, x)) {
			return false
		}
	}
	return true
}

func (b *builder) postAreas(a *area) {
	p := b.p
	n := len(a.numbers)
	sizes := make([]bool, n+1)
	for k := 1; k <= min(n, commonSize); k++ {
		sizes[k] = true
	}
	for _, x := range a.numbers {
		if p.IsConst(x) {
			if v := constInt(p, x); v >= 1 && v <= int64(n) {
				sizes[v] = true
			}
		}
	}
	out := graphs.Areas{Side: make([][]int32, n), Open: -1}
	for k, yes := range sizes {
		if yes {
			out.Sizes = append(out.Sizes, int32(k))
		}
	}
	for _, e := range p.GraphEdges(a.graph) {
		out.Side[e.A] = append(out.Side[e.A], int32(e.B))
		out.Side[e.B] = append(out.Side[e.B], int32(e.A))
	}
	for _, x := range a.numbers {
		known, v := p.IsConst(x), int64(0)
		var i engine.Int
		if known {
			v = constInt(p, x)
		} else if i = b.intOf(x); b.err != nil {
			return
		}
		for _, k := range out.Sizes {
			l := engine.False
			switch {
			case known && v == int64(k):
				l = engine.True
			case !known && b.e.InDomain(i, int64(k)):
				l = b.e.Eq(i, int64(k))
			}
			out.Holds = append(out.Holds, l)
		}
	}
	graphs.Sizes(b.e, out)
}
