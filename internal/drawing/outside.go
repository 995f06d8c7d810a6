package drawing

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// noHead stands outside the board where a clue is missing beside others, for the place of a clue tells what it counts.
const noHead = "–"

// besides gives, of each layer of single clues outside the board, the others at the same side of the same lines.
func (k *Looks) besides() map[*rules.Layer][]*rules.Layer {
	out := map[*rules.Layer][]*rules.Layer{}
	heads := func(l *rules.Layer) bool {
		return l.Outside() && l.Role == rules.Given && l.Domain.Kind == rules.Ints
	}
	for n, l := range k.File.Layers {
		for o, m := range k.File.Layers {
			if m != l && heads(l) && heads(m) && l.Class() == m.Class() && k.layers[n].Style == k.layers[o].Style && k.layers[n].At == k.layers[o].At {
				out[l] = append(out[l], m)
			}
		}
	}
	return out
}

// headStep is how far apart texts outside the board stand.
const headStep = 0.7

// head writes a value, or draws the sign that stands for a word or a truth, outside the board: before its line or, with draw: digit e or digit s,
// behind it.
func (p *painter) head(m *mark) {
	geo := p.b.Geo
	x, y, ok := geo.Centre(m.place)
	cells := p.b.Cells(m.place)
	if !ok || len(cells) == 0 {
		return
	}
	cx, cy, _ := geo.Centre(cells[0])
	dx, dy := x-cx, y-cy
	if m.place.Kind != board.End && (m.At == "e" || m.At == "s") {
		cx, cy, _ = geo.Centre(cells[len(cells)-1])
		dx, dy = -dx, -dy
	}
	side := board.N
	switch {
	case dx > 0.5:
		side = board.E
	case dy > 0.5:
		side = board.S
	case dx < -0.5:
		side = board.W
	}
	words := strings.Fields(m.Text(m.value))
	signed := (m.value.Kind == rules.Word || m.value.Kind == rules.Bool) && textSigns[m.Style] != ""
	if signed {
		words = []string{textSigns[m.Style]}
	}
	line := lineOf(side, nodeAt(cx, cy))
	old := p.sketch.heads[side][line]
	if side == board.N || side == board.W {
		p.sketch.heads[side][line] = strings.TrimSpace(strings.Join(words, " ") + " " + old)
		slices.Reverse(words) // the last stands next to the board
	} else {
		p.sketch.heads[side][line] = strings.TrimSpace(old + " " + strings.Join(words, " "))
	}
	for _, w := range words {
		out := p.outside(side, line)
		if signed {
			from, beside := len(p.shapes[asSign]), *m
			beside.x, beside.y, beside.At, beside.scale = cx+dx*out, cy+dy*out, "", 0.6
			p.figure(&beside)
			p.refer(asSign, from, m.place)
			continue
		}
		p.label(puzzle.RoleLabel, cx+dx*out, cy+dy*out, fit(w, 0.5), w)
		p.refer(asText, len(p.shapes[asText])-1, m.place)
	}
}

// lineOf gives the row or the column of a cell that runs to a side of the board.
func lineOf(side board.Dir, cell node) int {
	if side == board.E || side == board.W {
		return cell.y
	}
	return cell.x
}

// outside takes the next free place outside the board at a side of a line, and gives how far from the centre of the last cell it lies.
func (p *painter) outside(side board.Dir, line int) float64 {
	n := p.heads[side][line]
	p.heads[side][line]++
	return 0.95 + headStep*float64(n)
}

// room gives how much room the texts outside need, by side.
func (p *painter) room() [4]float64 {
	var room [4]float64 // outside, by side
	for side := range room {
		most := 0
		for _, n := range p.heads[side] {
			most = max(most, n)
		}
		if most > 0 {
			room[side] = 0.2 + headStep*float64(most)
		}
	}
	return room
}

// clue writes a number beside the board before the first of the cells, with a stroke towards them where they lie askew.
func (p *painter) clue(cells []board.Place, text string) {
	x, y, _ := p.b.Geo.Centre(cells[0])
	dx, dy := 0.0, 0.0
	if len(cells) > 1 {
		x1, y1, _ := p.b.Geo.Centre(cells[1])
		dx, dy = float64(cmp.Compare(math.Round(x1-x), 0)), float64(cmp.Compare(math.Round(y1-y), 0))
	}
	side := board.N
	switch {
	case dy > 0 && p.b.Geo.Row(cells[0]) == 1:
	case dy < 0 && p.b.Geo.Row(cells[0]) == p.b.Geo.Rows:
		side = board.S
	case dx > 0:
		side = board.W
	case dx < 0:
		side = board.E
	}
	if dx != 0 && dy != 0 {
		p.line(asSign, puzzle.RoleLabel, x-0.75*dx, y-0.75*dy, x-0.55*dx, y-0.55*dy)
	}
	ux, uy := toward(side)
	line := lineOf(side, nodeAt(x, y))
	p.sketch.heads[side][line] = strings.TrimSpace(p.sketch.heads[side][line] + " " + text)
	out := p.outside(side, line)
	shift := 0.0 // clues of diagonals stand before the cells, not beside the first
	if dx != 0 && dy != 0 {
		shift = 0.45
	}
	p.label(puzzle.RoleLabel, x+ux*out-shift*dx*math.Abs(uy), y+uy*out-shift*dy*math.Abs(ux), fit(text, 0.4), text)
}
