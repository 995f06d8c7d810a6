package rules

import "github.com/quandary-puzzles/quandary/board"

// Divide gives the division of cells that borders make: two neighbours are in one part unless the link between them is walled. Parts and their
// cells are in the order of the cells; links that are walled though both their ends are in one part are its walls.
func Divide(geo *board.Board, cells []board.Place, walled func(link board.Place) bool) *Marks {
	part := make(map[board.Place]int, len(cells)) // from 1; 0: in none yet
	for _, c := range cells {
		part[c] = 0
	}
	m := &Marks{}
	for _, first := range cells {
		if part[first] > 0 {
			continue
		}
		m.Parts = append(m.Parts, nil)
		part[first] = len(m.Parts)
		reached := []board.Place{first}
		for n := 0; n < len(reached); n++ {
			for _, link := range geo.Links(reached[n]) {
				c, d := geo.Ends(link)
				if c == reached[n] {
					c = d
				}
				if k, ours := part[c]; ours && k == 0 && !walled(link) {
					part[c] = len(m.Parts)
					reached = append(reached, c)
				}
			}
		}
	}
	for _, c := range cells {
		m.Parts[part[c]-1] = append(m.Parts[part[c]-1], c)
	}
	for _, link := range geo.All(board.Link) {
		if c, d := geo.Ends(link); part[c] > 0 && part[c] == part[d] && walled(link) {
			m.Walls = append(m.Walls, link)
		}
	}
	return m
}
