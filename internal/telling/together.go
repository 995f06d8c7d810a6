package telling

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
	var out, alone []string
	for n, p := range places {
		switch name, ok := said[p]; {
		case !ok:
			alone = append(alone, names[n])
		case name != "":
			out = append(out, name)
		}
	}
	return append(w.alike(alone), out...)
}

// alike says once what is the same in names but for one cell: the 2×2 squares at r1c1 and r1c2. Of names with two cells that is the last, or the first
// where this leaves less to say: the rectangles from r1c1 and r1c2 to r3c4. A language that has a plural has to know that of what is named.
func (w wording) alike(names []string) []string {
	last := w.framed(names, func(at [][]int) []int { return at[len(at)-1] })
	if first := w.framed(names, func(at [][]int) []int { return at[0] }); len(first) < len(last) {
		return first
	}
	return last
}

// framed says names once that are the same but for one of their cells.
func (w wording) framed(names []string, one func(cells [][]int) []int) []string {
	plurals := strings.Split(w.Words("plurals"), "|")
	cells := map[string][]string{} // by frame
	var frames []string
	for _, name := range names {
		frame := name
		if at := cellName.FindAllStringIndex(name, -1); len(at) > 0 && name != name[at[0][0]:at[0][1]] && !strings.Contains(name, "–") {
			hole := one(at)
			frame = name[:hole[0]] + "\x00" + name[hole[1]:]
			cells[frame] = append(cells[frame], name[hole[0]:hole[1]])
		}
		if !slices.Contains(frames, frame) {
			frames = append(frames, frame)
		}
	}
	var out []string
	for _, frame := range frames {
		many := frame
		if len(cells[frame]) > 1 && len(plurals) > 1 {
			many = strings.NewReplacer(plurals...).Replace(frame)
		}
		out = append(out, strings.Replace(many, "\x00", w.list(cells[frame]), 1))
	}
	return out
}

// sidesOfCells names sides of one cell: the top and left of r1c1. The cell with the most comes first, and cells with the same sides are named together.
func (w wording) sidesOfCells(places []board.Place, said map[board.Place]string) {
	type same struct {
		at    board.Place
		cells []string
	}
	var order []string
	of := map[string]*same{} // by the ways
	defer func() {
		for _, ways := range order {
			s := of[ways]
			key, cells := "sides", w.list(s.cells)
			switch {
			case ways == "":
				key = "four-sides"
			case len(s.cells) > 1:
				key = "sides-alike"
			}
			said[s.at] = w.Words(key, "ways", ways, "cell", cells)
		}
	}()
	left := slices.DeleteFunc(slices.Clone(places), func(p board.Place) bool { return p.Kind != board.Edge })
	for {
		var cell board.Place
		var best []int
		for _, p := range left {
			for _, c := range w.Board.Cells(p) {
				var own []int
				for n, e := range w.Board.Geo.Edges(c) {
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
		edges := w.Board.Geo.Edges(cell)
		var list []string
		for _, k := range best {
			list = append(list, strings.Fields(w.Words("ways"))[k]) // in the order of board.Edges
			said[edges[k]] = ""
		}
		ways := w.joined(list, "and-way")
		if len(best) == 4 {
			ways = ""
		}
		if of[ways] == nil {
			order, of[ways] = append(order, ways), &same{at: edges[best[0]]}
		}
		of[ways].cells = append(of[ways].cells, w.Place(cell))
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
		cell := w.Board.Cells(p)[0]
		n := slices.Index(w.Board.Geo.Edges(cell), p)
		ways[n].cells, ways[n].edges = append(ways[n].cells, w.Place(cell)), append(ways[n].edges, p)
	}
	for n, of := range ways {
		if len(of.edges) < 2 {
			continue
		}
		for _, p := range of.edges {
			said[p] = ""
		}
		said[of.edges[0]] = w.Words("sides-alike", "ways", strings.Fields(w.Words("ways-many"))[n], "cell", w.list(of.cells))
	}
}

// paths names links that meet as the path that they make: r1c1–r1c2–r2c2. A path begins at an end where there is one.
func (w wording) paths(places []board.Place, said map[board.Place]string) {
	var left []board.Place
	met := map[board.Place]int{}
	for _, p := range places {
		if p.Kind == board.Link {
			left = append(left, p)
			for _, c := range w.Board.Cells(p) {
				met[c]++
			}
		}
	}
	for len(left) > 0 {
		at := w.Board.Cells(left[0])[0]
		for _, p := range left {
			if k := slices.IndexFunc(w.Board.Cells(p), func(c board.Place) bool { return met[c] == 1 }); k >= 0 {
				at = w.Board.Cells(p)[k]
				break
			}
		}
		first := board.Place{}
		names := []string{w.Place(at)}
		for {
			k := slices.IndexFunc(left, func(p board.Place) bool { return slices.Contains(w.Board.Cells(p), at) })
			if k < 0 {
				break
			}
			p := left[k]
			left = slices.Delete(left, k, k+1)
			ends := w.Board.Cells(p)
			met[ends[0]]--
			met[ends[1]]--
			if at = ends[0]; w.Place(at) == names[len(names)-1] {
				at = ends[1]
			}
			names = append(names, w.Place(at))
			if said[p] = ""; first == (board.Place{}) {
				first = p
			}
		}
		said[first] = strings.Join(names, "–")
	}
}
