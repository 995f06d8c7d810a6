package drawing

import (
	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// Centre gives the point of a board at which a place is marked: its own centre, that of a part's first cell, the middle of what joins two cells.
// Of a place without cells it is 0, 0.
func Centre(b *rules.Board, place board.Place) (x, y float64) {
	if x, y, ok := b.Geo.Centre(place); ok {
		if d, slanted := b.Geo.Dir(place); slanted && place.Kind == board.Slash { // the two of a cell lie apart, each above its middle
			dx, dy := toward(d)
			x, y = x-dx/4, y-dy/4
		}
		return x, y
	}
	cells := b.Cells(place)
	if len(cells) == 0 {
		return 0, 0
	}
	x, y, _ = b.Geo.Centre(cells[0])
	if b.Span(place).A != (board.Place{}) { // between places that lie apart, such as a bridge
		x2, y2, _ := b.Geo.Centre(cells[len(cells)-1])
		x, y = (x+x2)/2, (y+y2)/2
	}
	return x, y
}

// Mark draws a value of a layer at a place of a board alone, with the Centre of the place as the origin. Found: the player marks it, and not
// who sets the puzzle. Of a division the place is a link, and the value says whether a border crosses it. What an excluded place looks like is
// the page's affair.
func (k *Looks) Mark(b *rules.Board, l *rules.Layer, place board.Place, v rules.Value, found bool) puzzle.Sign {
	p, x := k.painter(b), k.Of(l)
	switch {
	case l.Parts:
		if v.True() {
			p.border(b.Geo.EdgeOf(place), found)
		}
	case x.Style == "floor":
		if !v.True() {
			p.mark(&mark{Look: Look{Style: "fill"}, place: place, found: found, bool: true})
		}
	case v.Kind == rules.Bool && v.N == 0:
	default:
		m := &mark{Look: x.Of(v), place: place, layer: l, value: v, found: found, bool: v.Kind == rules.Bool || x.By != nil}
		if m.Style == "none" {
			m.Look = Look{Style: "digit"}
		}
		p.mark(m)
	}
	p.write()
	dx, dy := Centre(b, place)
	var s puzzle.Sign
	for depth, shapes := range p.shapes {
		for _, sh := range shapes {
			sh = sh.Moved(-dx, -dy)
			sh.Ref = nil
			switch {
			case depth <= onCells:
				s.Ground = append(s.Ground, sh)
			case depth < asSign:
				s.Lines = append(s.Lines, sh)
			default:
				s.Signs = append(s.Signs, sh)
			}
		}
	}
	return s
}
