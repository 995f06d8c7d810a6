package declared

import (
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
)

// Of many sides and links a sentence does not name one after the other: it names the sides of one cell together, the sides of several cells
// that lie the same way, and links as the path that they make.

// together names places of which the same is said, each in its turn; names are their names alone.
func (w wording) together(places []board.Place, names []string) []string {
	said := map[board.Place]string{} // of several places the first has the name, the others have none
	w.sidesOfCells(places, said)
	w.sidesAlike(places, said)
	w.paths(places, said)
	var out []string
	for n, p := range places {
		name, ok := said[p]
		if !ok {
			name = names[n]
		}
		if name != "" {
			out = append(out, name)
		}
	}
	return out
}

// sidesOfCells names sides of one cell: the top and left sides of r1c1. The cell with the most comes first.
func (w wording) sidesOfCells(places []board.Place, said map[board.Place]string) {
	left := slices.DeleteFunc(slices.Clone(places), func(p board.Place) bool { return p.Kind != board.Edge })
	for {
		var cell board.Place
		var best []int
		for _, p := range left {
			for _, c := range w.b.Cells(p) {
				var own []int
				for n, e := range w.b.Geo.Edges(c) {
					if slices.Contains(left, e) {
						own = append(own, n)
					}
				}
				if len(own) > len(best) {
					cell, best = c, own
				}
			}
		}
		if len(best) < 2 {
			return
		}
		edges := w.b.Geo.Edges(cell)
		var ways []string
		for _, k := range best {
			ways = append(ways, strings.Fields(w.words("ways"))[k]) // in the order of board.Edges
			said[edges[k]] = ""
		}
		name := w.words("sides", "ways", w.joined(ways, "and-way"), "cell", w.place(cell))
		if len(best) == 4 {
			name = w.words("four-sides", "cell", w.place(cell))
		}
		said[edges[best[0]]] = name
		left = slices.DeleteFunc(left, func(p board.Place) bool { _, ok := said[p]; return ok })
	}
}

// sidesAlike names sides of different cells that lie the same way: the top sides of r1c1 and r1c2.
func (w wording) sidesAlike(places []board.Place, said map[board.Place]string) {
	type way struct {
		cells []string
		edges []board.Place
	}
	ways := make([]way, 4)
	for _, p := range places {
		if _, ok := said[p]; ok || p.Kind != board.Edge {
			continue
		}
		cell := w.b.Cells(p)[0]
		n := slices.Index(w.b.Geo.Edges(cell), p)
		ways[n].cells, ways[n].edges = append(ways[n].cells, w.place(cell)), append(ways[n].edges, p)
	}
	for n, of := range ways {
		if len(of.edges) < 2 {
			continue
		}
		for _, p := range of.edges {
			said[p] = ""
		}
		said[of.edges[0]] = w.words("sides-alike", "ways", strings.Fields(w.words("ways-many"))[n], "cell", w.list(of.cells))
	}
}

// paths names links that meet as the path that they make: r1c1–r1c2–r2c2. A path begins at an end where there is one.
func (w wording) paths(places []board.Place, said map[board.Place]string) {
	var left []board.Place
	met := map[board.Place]int{}
	for _, p := range places {
		if p.Kind == board.Link {
			left = append(left, p)
			for _, c := range w.b.Cells(p) {
				met[c]++
			}
		}
	}
	for len(left) > 0 {
		at := w.b.Cells(left[0])[0]
		for _, p := range left {
			if k := slices.IndexFunc(w.b.Cells(p), func(c board.Place) bool { return met[c] == 1 }); k >= 0 {
				at = w.b.Cells(p)[k]
				break
			}
		}
		first := board.Place{}
		names := []string{w.place(at)}
		for {
			k := slices.IndexFunc(left, func(p board.Place) bool { return slices.Contains(w.b.Cells(p), at) })
			if k < 0 {
				break
			}
			p := left[k]
			left = slices.Delete(left, k, k+1)
			ends := w.b.Cells(p)
			met[ends[0]]--
			met[ends[1]]--
			if at = ends[0]; w.place(at) == names[len(names)-1] {
				at = ends[1]
			}
			names = append(names, w.place(at))
			if said[p] = ""; first == (board.Place{}) {
				first = p
			}
		}
		said[first] = strings.Join(names, "–")
	}
}
