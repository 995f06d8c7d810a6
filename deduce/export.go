package deduce

import "github.com/quandary-puzzles/quandary/puzzle"

// Naming names the parts of a family's puzzles, to turn a step into the contract's form. References are those that the
// family's scenes use, so that what a step rests on can be highlighted.
type Naming struct {
	Cell      func(cell int) puzzle.Ref
	Candidate func(m Mark) puzzle.Ref
	House     func(house int) puzzle.Ref
	// Move gives the move that places a mark, or strikes it; "" where the family's states do not record it.
	Move func(m Mark, place bool) puzzle.Move
}

// Export turns a step into the contract's form: what it places and removes as moves and effects, and as reasons its
// houses, the candidates of its pattern and fins, and the cells that these do not name.
func Export(s Step, n Naming) puzzle.Step {
	out := puzzle.Step{Technique: s.Technique, Name: s.Name, Cost: float64(s.Cost), Text: s.Reason()}
	for i, marks := range [2][]Mark{s.Place, s.Remove} {
		for _, m := range marks {
			if move := n.Move(m, i == 0); move != "" {
				out.Moves = append(out.Moves, move)
			}
			if i == 0 {
				out.Effects = append(out.Effects, n.Cell(m.Cell))
			} else {
				out.Effects = append(out.Effects, n.Candidate(m))
			}
		}
	}
	for _, h := range s.Houses {
		out.Because = append(out.Because, n.House(h))
	}
	named := make(map[int]bool)
	for _, marks := range [2][]Mark{s.Pattern, s.Fins} {
		for _, m := range marks {
			named[m.Cell] = true
			out.Because = append(out.Because, n.Candidate(m))
		}
	}
	for _, c := range s.Cells {
		if !named[c] {
			out.Because = append(out.Because, n.Cell(c))
		}
	}
	for _, sub := range s.Nested {
		out.Sub = append(out.Sub, Export(sub, n))
	}
	return out
}
