package declared

import (
	"context"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/model"
)

// A rule may have thousands of turns that speak of the whole board: for each cell and each centre that its area may have, that a half turn keeps the area.
// Were there a solver for each of them, each would hold the board's graph, and most of the time would go into making these. So the turns of such a rule
// share one solver, in which each has a guard.

// mostAlone is how many turns of a rule have a solver each.
const mostAlone = 32

// share gives, by instance, all those of its rule that share a solver: they ask about the same graphs. Those that have graphs of their own stay alone, for a
// solver goes through all graphs that it has.
func (b *Board) share() map[int][]int {
	by := map[string][]int{}
	for i, in := range b.insts {
		if in.global && in.turn >= 0 {
			key := fmt.Sprint(b.turnOf(i).Rule, b.graphsOf(in.term))
			by[key] = append(by[key], i)
		}
	}
	out := map[int][]int{}
	for _, list := range by {
		for _, i := range list {
			if len(list) > mostAlone {
				out[i] = list
			}
		}
	}
	return out
}

// graphsOf lists the graphs that a term asks about.
func (b *Board) graphsOf(t model.Term) (out []model.Graph) {
	cone := b.p.Cone(t)
	for x := model.Term(1); int(x) < len(cone); x++ {
		if cone[x] && b.p.Op(x).IsGraphQuery() {
			out = append(out, b.p.GraphOf(x))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// one gives a probe of one instance of those that share this one.
func (p *probe) one(i int) *probe {
	return &probe{b: p.b, host: p, insts: []int{i}, vars: p.b.insts[i].vars}
}

// hosted makes the probe of one instance ready, by the one that it shares.
func (p *probe) hosted(ctx context.Context) error {
	if err := p.host.ready(ctx); err != nil {
		return err
	}
	n, _ := slices.BinarySearch(p.host.insts, p.insts[0])
	p.q, p.lits, p.guards = p.host.q, p.host.lits, p.host.guards[n:n+1]
	return nil
}

// opening gives the probe of an instance.
func (b *Board) opening(ctx context.Context, i int) (*probe, error) {
	crowd := b.sharing[i]
	if crowd == nil {
		return b.open(ctx, []int{i}, false)
	}
	host := b.hosts[crowd[0]]
	if host == nil {
		var err error
		if host, err = b.open(ctx, crowd, true); err != nil {
			return nil, err
		}
		b.hosts[crowd[0]] = host
	}
	return host.one(i), nil
}
