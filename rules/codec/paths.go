package codec

import (
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/rules"
)

// A block of paths writes objects that are cells in order, each beside the next, as a grid of links: 1 where a path goes on to the
// first cell of the link (north or west), 2 where it goes on to the second.
const (
	backAlong  = "1"
	aheadAlong = "2"
)

// paths reads objects that are drawn on links. They are numbered by where they begin.
func (r *reader) paths(t *taken) error {
	next, before := map[board.Place]board.Place{}, map[board.Place]bool{}
	drawn := map[board.Place]token{} // where each step is drawn, by its first cell
	for i, row := range t.tokens {
		for j, tok := range row {
			from, to := r.board.Geo.Ends(t.shape[i][j])
			switch {
			case tok.text == backAlong:
				from, to = to, from
			case slices.Contains(t.block.none, tok.text):
				continue
			case tok.text != aheadAlong:
				return tok.fail("1 or 2 for a path, 0 for none", "%s", quote(tok.text))
			}
			if _, ok := next[from]; ok || before[to] {
				return tok.fail("paths that neither part nor meet", "two ways at one cell of a path")
			}
			next[from], before[to], drawn[from] = to, true, tok
		}
	}
	m := r.of(t.block.layer)
	m.Objects = nil
	field := placesField(t.block.layer).Name
	for _, c := range r.board.Geo.All(board.Cell) {
		if _, ok := next[c]; !ok || before[c] {
			continue
		}
		list := rules.Value{Kind: rules.List, List: []rules.Value{rules.PlaceOf(c)}}
		for at := c; ; {
			to, ok := next[at]
			if !ok {
				break
			}
			delete(next, at)
			list.List = append(list.List, rules.PlaceOf(to))
			at = to
		}
		m.Objects = append(m.Objects, map[string]rules.Value{field: list})
	}
	for _, c := range r.board.Geo.All(board.Cell) {
		if _, ok := next[c]; ok {
			return drawn[c].fail("paths with two ends", "a path without an end")
		}
	}
	return nil
}

// paths gives the tokens of the links along which objects go.
func (w *writer) paths(l *rules.Layer) map[board.Place]string {
	out := map[board.Place]string{}
	m := w.board.Marks(l)
	if m == nil {
		return out
	}
	for _, o := range m.Objects {
		list := o[placesField(l).Name].List
		for i := 1; i < len(list); i++ {
			for _, link := range w.board.Geo.Links(list[i].Place) {
				switch a, b := w.board.Geo.Ends(link); list[i-1].Place {
				case a:
					if b == list[i].Place {
						out[link] = aheadAlong
					}
				case b:
					if a == list[i].Place {
						out[link] = backAlong
					}
				}
			}
		}
	}
	return out
}
