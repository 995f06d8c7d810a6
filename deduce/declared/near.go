package declared

import (
	"github.com/quandary-puzzles/quandary/model"
)

// near gives a term that says the same of fewer places. How many cells an island or a part has, compared with a number, is decided within as
// many steps of its cell: what lies further off can neither make it that large nor keep it small.
func (b *Board) near(t model.Term) model.Term {
	p := b.p
	switch p.Op(t) {
	case model.OpImplies:
		return p.Implies(p.Arg(t, 0), b.near(p.Arg(t, 1)))
	case model.OpEq, model.OpLe, model.OpLt, model.OpGe, model.OpGt:
	default:
		return t
	}
	x, y := p.Arg(t, 0), p.Arg(t, 1)
	if k, ok := b.greatest(y); ok && p.Op(x) == model.OpGroupSum {
		if less, ok := b.ball(x, k); ok {
			return compared(p, p.Op(t), less, y)
		}
	}
	if k, ok := b.greatest(x); ok && p.Op(y) == model.OpGroupSum {
		if less, ok := b.ball(y, k); ok {
			return compared(p, p.Op(t), x, less)
		}
	}
	return t
}

// greatest gives the greatest number that a term can be, of a constant and of the unknown of a size.
func (b *Board) greatest(t model.Term) (int64, bool) {
	if b.p.IsConst(t) {
		return b.p.ConstValue(t).Int64()
	}
	for _, s := range b.sized {
		if s.unknown == t {
			return s.most, true
		}
	}
	return 0, false
}

func compared(p *model.Problem, op model.Op, x, y model.Term) model.Term {
	switch op {
	case model.OpLe:
		return p.Le(x, y)
	case model.OpLt:
		return p.Lt(x, y)
	case model.OpGe:
		return p.Ge(x, y)
	case model.OpGt:
		return p.Gt(x, y)
	}
	return p.Eq(x, y)
}

// ball gives the size of a group as far as it matters when it is compared with a number up to k; ok is false where that is no size, or all matters.
func (b *Board) ball(size model.Term, k int64) (_ model.Term, ok bool) {
	p := b.p
	args := p.Args(size)
	centre, _ := p.ConstValue(args[1]).Int64()
	if k < 0 || k > mostLocal {
		return 0, false
	}
	for _, w := range args[2:] {
		if n, ok := p.ConstValue(w).Int64(); !p.IsConst(w) || p.Sort(w) != model.Int || !ok || n != 1 {
			return 0, false
		}
	}
	g := p.GraphOf(size)
	nodes, edges := p.GraphNodes(g), p.GraphEdges(g)
	never := func(t model.Term) bool { return p.IsConst(t) && !p.ConstValue(t).Bool() }
	next := make([][]int, len(nodes))
	for _, e := range edges {
		if !never(e.On) {
			next[e.A], next[e.B] = append(next[e.A], e.B), append(next[e.B], e.A)
		}
	}
	// Those within k steps: a group with more than k cells has more than k of them here.
	at := make([]int, len(nodes)) // by node: its number here, from 1
	ring, list := []int{int(centre)}, []int{int(centre)}
	at[centre] = 1
	for range k {
		var out []int
		for _, n := range ring {
			for _, m := range next[n] {
				if at[m] == 0 && !never(nodes[m]) {
					list = append(list, m)
					at[m] = len(list)
					out = append(out, m)
				}
			}
		}
		ring = out
	}
	if len(list) == len(nodes) {
		return 0, false
	}
	own := make([]model.Term, len(list))
	ones := make([]model.Term, len(list))
	for i, n := range list {
		own[i], ones[i] = nodes[n], p.Num(1)
	}
	var links []model.GraphEdge
	for _, e := range edges {
		if at[e.A] > 0 && at[e.B] > 0 && !never(e.On) {
			links = append(links, model.GraphEdge{A: at[e.A] - 1, B: at[e.B] - 1, On: e.On})
		}
	}
	return p.GroupSum(p.Graph(own, links), 0, ones), true
}
