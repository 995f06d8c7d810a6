package zebra

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Mistakes lists the marks that a solution does not have.
func (in *Instance) Mistakes(s puzzle.State, solution puzzle.Solution) ([]puzzle.Ref, error) {
	f, err := in.P.ReadState(s)
	if err != nil {
		return nil, err
	}
	sol, ok := solution.(solved)
	p := in.P
	if !ok || len(sol.G) != p.M() {
		return nil, fmt.Errorf("the solution belongs to another puzzle")
	}
	var wrong []puzzle.Ref
	for _, k := range f.List() {
		if (sol.G.Where(p.N, k.X) == sol.G.Where(p.N, k.Y)) != k.Same {
			wrong = append(wrong, language.FactRef(p, k))
		}
	}
	return wrong, nil
}
