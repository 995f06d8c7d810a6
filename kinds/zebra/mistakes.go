package zebra

import (
	"context"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// Mistakes lists the marks that the only solution does not have.
func (in *Instance) Mistakes(ctx context.Context, s puzzle.State) ([]puzzle.Ref, error) {
	f, err := in.readState(s)
	if err != nil {
		return nil, err
	}
	out, err := in.P.SolveUpTo(ctx, 2)
	if err != nil || len(out.Grids) != 1 {
		return nil, err
	}
	p, g := in.P, out.Grids[0]
	place := make([]int, p.M()*p.N) // the line's place of each item
	for c, row := range g {
		for i, x := range row {
			place[c*p.N+x] = i
		}
	}
	var wrong []puzzle.Ref
	for _, k := range f.list() {
		if (place[k.x] == place[k.y]) != k.same {
			wrong = append(wrong, p.factRef(k))
		}
	}
	return wrong, nil
}
