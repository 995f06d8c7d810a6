package making

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/rules"
)

// base makes a board with what cannot be open while a puzzle is made: rooms, those of a setter where there are any, and the places of a
// frame.
func (m *Maker) base(ctx context.Context, p rules.BoardSize, preset *rules.Board, later []*rules.Layer, coarse float64, r *rng.Stream) (*rules.Board, error) {
	b, err := rules.NewBoard(m.File, p.Rows, p.Cols, p.Params)
	if err != nil {
		return nil, err
	}
	for _, l := range m.File.Layers {
		switch {
		case m.Variant && l.Role == rules.Given:
			b.Set(l, preset.Marks(l)) // its constraints
		case l.Role == rules.Given && m.framing(l) != nil:
			if err := m.frame(ctx, b, *m.framing(l), r.Derive(l.Name)); err != nil {
				return nil, err
			}
		case l.Role == rules.Given && l.Domain.Kind == rules.Lists && !l.Objects() && m.reading(l) == nil:
			return nil, fmt.Errorf("puzzles of %s cannot be made: the layer %s holds lists, and make: {read: ...} does not say of what", m.File.ID, l.Name)
		case !fixedLayer(l) || l.Objects() && m.reading(l) != nil:
		case l.Objects() && preset != nil && preset.Marks(l) != nil:
			b.Set(l, &rules.Marks{Objects: preset.Marks(l).Objects})
		case m.drawable(l):
			b.Set(l, &rules.Marks{})
		case divides(preset, l):
			b.Set(l, &rules.Marks{Parts: preset.Marks(l).Parts})
		case l.Parts && slices.Contains(later, l):
		case l.Parts:
			cells, err := b.Places(l)
			if err != nil {
				return nil, err
			}
			parts, err := divide(b, cells, scaled(m.drawing(l), coarse), r.Derive(l.Name))
			if err != nil {
				return nil, err
			}
			b.Set(l, &rules.Marks{Parts: parts})
		default:
			return nil, fmt.Errorf("puzzles of %s cannot be made: the layer %s holds objects, and make: {read: ...} does not say which", m.File.ID, l.Name)
		}
	}
	return b, nil
}

// divides reports whether a setter's board has rooms: one alone is a board on which none are drawn yet.
func divides(preset *rules.Board, l *rules.Layer) bool {
	return preset != nil && l.Parts && preset.Marks(l) != nil && len(preset.Marks(l).Parts) > 1
}

// scaled makes rooms larger on average, or smaller, as far as their sizes may be.
func scaled(how rules.Rooms, coarse float64) rules.Rooms {
	how.Mean = min(max(how.Mean*coarse, float64(how.Size.Lo)), max(how.Mean, float64(how.Size.Hi)))
	return how
}

// drawing says how a division is drawn.
func (m *Maker) drawing(l *rules.Layer) rules.Rooms {
	for _, w := range m.File.Making.Rooms {
		if w.Layer == l {
			return w
		}
	}
	return rules.UsualRooms(l)
}

func within(parts [][]board.Place, size rules.Range) bool {
	for _, p := range parts {
		if len(p) < size.Lo || len(p) > size.Hi {
			return false
		}
	}
	return true
}

// grown divides cells into parts that grow from random seeds, smaller ones more often.
func grown(b *rules.Board, cells []board.Place, count int, size rules.Range, r *rng.Stream) [][]board.Place {
	of := map[board.Place]int{}
	in := map[board.Place]bool{}
	for _, c := range cells {
		in[c] = true
	}
	var parts [][]board.Place
	for _, i := range r.Perm(len(cells))[:count] {
		of[cells[i]] = len(parts)
		parts = append(parts, []board.Place{cells[i]})
	}
	for free := len(cells) - count; free > 0; {
		// Of a few parts drawn, the smallest that can grow does; where none can, a new one begins.
		grew := false
		order := r.Perm(len(parts))
		for tries := 0; tries < len(order) && !grew; tries += 2 {
			k := order[tries]
			if tries+1 < len(order) && len(parts[order[tries+1]]) < len(parts[k]) {
				k = order[tries+1]
			}
			if len(parts[k]) >= size.Hi {
				continue
			}
			var ways []board.Place
			for _, c := range parts[k] {
				for _, d := range b.Geo.Next(c) {
					if _, taken := of[d]; in[d] && !taken {
						ways = append(ways, d)
					}
				}
			}
			if len(ways) > 0 {
				c := ways[r.IntN(len(ways))]
				of[c] = k
				parts[k] = append(parts[k], c)
				free--
				grew = true
			}
		}
		if grew {
			continue
		}
		for _, c := range cells { // the tries above look at half of the parts: look at all before a new one begins
			if _, taken := of[c]; taken {
				continue
			}
			k := -1
			for _, d := range b.Geo.Next(c) {
				if j, ok := of[d]; ok && len(parts[j]) < size.Hi {
					k = j
				}
			}
			if k < 0 {
				k = len(parts)
				parts = append(parts, nil)
			}
			of[c] = k
			parts[k] = append(parts[k], c)
			free--
			break
		}
	}
	return inOrder(cells, of, len(parts))
}

// inOrder lists parts by their first cells, and cells in the order of the board.
func inOrder(cells []board.Place, of map[board.Place]int, n int) [][]board.Place {
	at := make([]int, n)
	for i := range at {
		at[i] = -1
	}
	var out [][]board.Place
	for _, c := range cells {
		k := of[c]
		if at[k] < 0 {
			at[k] = len(out)
			out = append(out, nil)
		}
		out[at[k]] = append(out[at[k]], c)
	}
	return out
}

// rectangles divides cells into rectangles, each with its upper left corner at the first cell that is free.
func rectangles(b *rules.Board, cells []board.Place, how rules.Rooms, r *rng.Stream) [][]board.Place {
	of := map[board.Place]int{}
	n := 0
	in := map[board.Place]bool{}
	for _, c := range cells {
		in[c] = true
	}
	free := func(row, col int) bool {
		c := b.Geo.At(row, col)
		_, taken := of[c]
		return in[c] && !taken
	}
	for _, c := range cells {
		row, col := b.Geo.Row(c), b.Geo.Col(c)
		if _, taken := of[c]; taken {
			continue
		}
		// All rectangles that fit, those near the mean more often.
		type rect struct{ h, w int }
		var fit []rect
		var weight []int
		total := 0
		wide := b.Geo.Cols
		for h := 1; free(row+h-1, col); h++ {
			w := 0
			for w < wide && free(row+h-1, col+w) {
				w++
				if h*w <= how.Size.Hi {
					area := float64(h * w)
					x := 1 + int(12/(1+math.Abs(area-how.Mean)))
					if area < float64(how.Size.Lo) || max(h, w) > 3*min(h, w) {
						x = 1
					}
					fit, weight, total = append(fit, rect{h, w}), append(weight, x), total+x
				}
			}
			wide = w
		}
		at := r.IntN(total)
		k := 0
		for at >= weight[k] {
			at -= weight[k]
			k++
		}
		for i := range fit[k].h {
			for j := range fit[k].w {
				of[b.Geo.At(row+i, col+j)] = n
			}
		}
		n++
	}
	return inOrder(cells, of, n)
}
