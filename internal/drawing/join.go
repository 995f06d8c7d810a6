package drawing

import (
	"cmp"
	"slices"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// joined makes one line of those that lie on each other or end to end, side after side of the cells: a page or a picture of a large board
// has a line for each row then, and not one for each cell. It stands where the first of them stood.
func joined(shapes []puzzle.Shape) []puzzle.Shape {
	type track struct { // the lines of one role on one row or column of the paper
		role    puzzle.Role
		upright bool
		at      float64
	}
	type span struct{ from, to float64 }
	of := func(s puzzle.Shape) (track, span, bool) {
		l := s.Line
		switch {
		case l == nil || s.Ref != nil:
		case l.Y1 == l.Y2:
			return track{s.Role, false, l.Y1}, span{min(l.X1, l.X2), max(l.X1, l.X2)}, true
		case l.X1 == l.X2:
			return track{s.Role, true, l.X1}, span{min(l.Y1, l.Y2), max(l.Y1, l.Y2)}, true
		}
		return track{}, span{}, false
	}
	spans := map[track][]span{}
	for _, s := range shapes {
		if t, sp, ok := of(s); ok {
			spans[t] = append(spans[t], sp)
		}
	}
	var out []puzzle.Shape
	for _, s := range shapes {
		t, _, ok := of(s)
		if !ok {
			out = append(out, s)
			continue
		}
		list := spans[t]
		delete(spans, t)
		slices.SortFunc(list, func(a, b span) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
		for len(list) > 0 {
			one := list[0]
			for list = list[1:]; len(list) > 0 && list[0].from <= one.to; list = list[1:] {
				one.to = max(one.to, list[0].to)
			}
			line := &puzzle.Line{X1: one.from, Y1: t.at, X2: one.to, Y2: t.at}
			if t.upright {
				line = &puzzle.Line{X1: t.at, Y1: one.from, X2: t.at, Y2: one.to}
			}
			out = append(out, puzzle.Shape{Role: s.Role, Line: line})
		}
	}
	return out
}
