package matching

import (
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// UnknownItem is the error of a name that no item has, with the nearest.
func UnknownItem(p *Puzzle, ref string) error {
	var known []string
	for x := 0; x < p.M()*p.N; x++ {
		known = append(known, p.Label(x))
	}
	if strings.Contains(ref, ":") {
		for x := 0; x < p.M()*p.N; x++ {
			known = append(known, p.Cats[x/p.N].Name+":"+p.Label(x))
		}
	}
	return puzzle.Unknownf("item", ref, known)
}

func unknownCat(p *Puzzle, name string) error {
	var known []string
	for c := range p.Cats {
		known = append(known, p.Cats[c].Name)
	}
	return puzzle.Unknownf("category", name, known)
}
