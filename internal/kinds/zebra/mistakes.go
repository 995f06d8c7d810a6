package zebra

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// Mistakes lists the marks that a solution does not have.
func (in *Instance) Mistakes(s puzzle.State, solution puzzle.Solution) ([]puzzle.Ref, error) {
	f, err := in.readState(s)
	if err != nil {
		return nil, err
	}
	sol, ok := solution.(solved)
	p := in.P
	if !ok || len(sol.G) != p.M() {
		return nil, fmt.Errorf("the solution belongs to another puzzle")
	}
	place := p.filled(sol.G).place
	var wrong []puzzle.Ref
	for _, k := range f.list() {
		if (place[k.x] == place[k.y]) != k.same {
			wrong = append(wrong, p.factRef(k))
		}
	}
	return wrong, nil
}
