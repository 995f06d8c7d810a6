package pens

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/drawing"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/penpa"
)

// pen is how a layer is drawn.
type pen struct {
	l     *rules.Layer
	k     drawing.Look
	how   string                // text, small, sign, way, line, edge, slash, parts, cage, head, bridge
	signs map[string]penpa.Sign // by value; a colour has no name
	pair  bool                  // two layers stand in one text, of which this takes the word that it can read
	any   bool                  // whatever is drawn in a cell is this
	slot  int                   // of heads: how many stand between them and the board
}

// hand hands out pens.
type hand struct {
	answer bool
	used   map[string]bool
	texts  map[string]*pen // by where they stand
	signed map[penpa.Sign]bool
	heads  int
	lone   *pen // the only pen with signs in cells; nil: none yet, or several
	many   bool
}

// The signs of styles, in problems and in answers: what people use, as far as it is known.
var printedSigns = map[string]penpa.Sign{
	"wall": {N: penpa.Black}, "fill": {N: penpa.DarkGrey}, "tint": {N: penpa.LightGrey}, "stone": {Name: "circle_L", N: 2}, "circle": {Name: "circle_L", N: 1}, "disc": {Name: "circle_L", N: 3},
	"dot": {Name: "circle_SS", N: 2}, "square": {Name: "square_L", N: 1}, "diamond": {Name: "diamond_L", N: 1}, "star": {Name: "star", N: 2}, "lamp": {Name: "sun_moon", N: 3},
	"tree": {Name: "tents", N: 1}, "tent": {Name: "tents", N: 2}, "cross": {Name: "ox_B", N: 2},
}

var playedSigns = map[string]penpa.Sign{
	"fill": {N: penpa.DarkGrey}, "wall": {N: penpa.DarkGrey}, "tint": {N: penpa.DarkGrey}, "stone": {Name: "circle_M", N: 2}, "circle": {Name: "circle_M", N: 1}, "disc": {Name: "circle_M", N: 3},
	"star": {Name: "star", N: 1}, "lamp": {Name: "sun_moon", N: 3}, "tent": {Name: "tents", N: 2},
}

// spareSigns are for what has no sign of its own, or whose sign another layer has.
var spareSigns = []penpa.Sign{{Name: "circle_M", N: 1}, {Name: "circle_M", N: 2}, {N: penpa.DarkGrey}, {Name: "star", N: 1}, {Name: "sun_moon", N: 3}, {Name: "tents", N: 2},
	{Name: "math", N: 2}, {Name: "math", N: 3}, {Name: "sun_moon", N: 4}}

// ways are the numbers of arrows by their direction.
var ways = map[board.Dir]int{board.W: 1, board.NW: 2, board.N: 3, board.NE: 4, board.E: 5, board.SE: 6, board.S: 7, board.SW: 8}

// pensOf chooses a pen for each layer that is printed or, of an answer, is found. Layers whose places others make come later.
func pensOf(looks *drawing.Looks, b *rules.Board, answer bool) ([]*pen, error) {
	h := &hand{answer: answer, used: map[string]bool{}, texts: map[string]*pen{}, signed: map[penpa.Sign]bool{}}
	var out []*pen
	for _, l := range looks.File.Layers {
		if answer && l.Role != rules.Find || !answer && l.Role != rules.Given && !l.Printed {
			continue
		}
		p := &pen{l: l, k: looks.Of(l)}
		if err := h.choose(p, b); err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	if h.lone != nil && !h.many && len(h.lone.signs) == 1 {
		h.lone.any = true
	}
	late := func(p *pen) int {
		switch {
		case p.how == "parts":
			return 0
		case p.l.At == nil || p.how == "text" && p.l.Class() == "cells":
			return 1
		}
		return 2
	}
	slices.SortStableFunc(out, func(a, b *pen) int { return late(a) - late(b) })
	return out, nil
}

var errNoPen = errors.New("a drawing of penpa-edit has no way to say")

// fail says that a drawing cannot hold the values of the pen's layer.
func (p *pen) fail() error { return fmt.Errorf("%w what %s holds", errNoPen, p.l.Name) }

func (h *hand) choose(p *pen, b *rules.Board) error {
	l, kind := p.l, board.Cell
	switch {
	case l.Parts:
		return h.only(p, "parts", "edges")
	case l.Objects():
		return h.chooseObjects(p)
	case l.Outside():
		p.how, p.slot = "head", h.heads
		h.heads++
		return nil
	}
	k, usual := rules.Kind(l.Class())
	switch {
	case usual:
		kind = k
	case b.File.AtParts(l) != nil:
	case p.k.Style == "bridge" && h.answer:
		return h.only(p, "bridge", "lines")
	case b.File.Let(l.Class()) == nil:
		return p.fail()
	}
	words := l.Domain.Kind == rules.Words
	switch {
	case p.k.Style == "through":
		return p.fail()
	case p.k.Style == "slash" && kind == board.Cell && words:
		return h.only(p, "slash", "slashes") // from corner to corner, where no side of a cell runs
	case l.Domain.Kind == rules.Bools && (kind == board.Link || kind == board.Edge) && (p.k.Style == "line" || p.k.Style == "border" || p.k.Style == "bar"):
		if kind == board.Link && p.k.Style == "line" {
			return h.only(p, "line", "lines")
		}
		return h.only(p, "edge", "edges")
	case l.Domain.Kind == rules.Places:
		return p.fail()
	case words && p.k.Style == "arrow" && kind == board.Cell:
		return h.only(p, "way", "ways")
	case l.Domain.Kind == rules.Bools || words && signed(p.k.Style) || p.k.By != nil:
		return h.signs(p, kind == board.Cell)
	}
	group := kind.String()
	if l.At != nil && kind == board.Cell {
		group = l.Class()
	}
	p.how = "text"
	other := h.texts[group]
	if other == nil && (kind != board.Cell || !h.used["text"]) {
		h.texts[group], h.used["text"] = p, h.used["text"] || kind == board.Cell
		return nil
	}
	if other != nil && !other.pair && !h.answer && (other.l.Domain.Kind == rules.Words) != words {
		p.pair, other.pair = true, true
		return nil
	}
	if h.answer || kind != board.Cell {
		return p.fail()
	}
	return h.only(p, "small", "small")
}

// chooseObjects chooses how objects are drawn: those with one list of places, and a number at the most.
func (h *hand) chooseObjects(p *pen) error {
	lists, numbers := 0, 0
	for _, f := range p.l.Fields {
		if f.Places {
			lists++
		} else if f.Domain.Kind == rules.Ints || f.Domain.Kind == rules.Words {
			numbers++
		}
	}
	switch {
	case lists != 1 || numbers > 1 || len(p.l.Fields) != lists+numbers:
	case p.k.Style == "thermo" && numbers == 0:
		return h.only(p, "cage", "tubes")
	case p.k.Style == "cage":
		return h.only(p, "cage", "cages")
	}
	return p.fail()
}

// signed reports whether a style has a sign.
func signed(style string) bool {
	_, printed := printedSigns[style]
	_, played := playedSigns[style]
	return printed || played
}

// only gives a pen that one layer can have.
func (h *hand) only(p *pen, how, what string) error {
	if h.used[what] {
		return p.fail()
	}
	h.used[what], p.how = true, how
	return nil
}

// signs gives a layer a sign for each of its values.
func (h *hand) signs(p *pen, cells bool) error {
	p.how, p.signs = "sign", map[string]penpa.Sign{}
	var values []rules.Value
	switch d := p.l.Domain; {
	case d.Kind == rules.Bools:
		values = []rules.Value{rules.BoolOf(true)}
	case d.Kind == rules.Words:
		for _, w := range d.Words {
			values = append(values, rules.WordOf(w))
		}
	default:
		for w := range p.k.By {
			n, err := strconv.ParseInt(w, 10, 64)
			if err != nil {
				return p.fail()
			}
			values = append(values, rules.IntOf(n))
		}
		slices.SortFunc(values, func(a, b rules.Value) int { return int(a.N - b.N) })
	}
	for _, v := range values {
		k := p.k.Of(v)
		known := printedSigns
		if h.answer {
			known = playedSigns
		}
		s, ok := known[k.Style]
		if k.Style == "floor" { // the cells without it are dark
			s, ok = known["wall"], true
		}
		if !ok || h.signed[s] || !cells && s.Name == "" {
			i := slices.IndexFunc(spareSigns, func(x penpa.Sign) bool { return !h.signed[x] && (cells || x.Name != "") })
			if i < 0 {
				return p.fail()
			}
			s = spareSigns[i]
		}
		h.signed[s] = true
		p.signs[v.String()] = s
	}
	if cells {
		h.many = h.lone != nil
		h.lone = p
	}
	return nil
}

// point gives the point of a place.
func point(b *rules.Board, p board.Place) (penpa.At, bool) {
	x, y, ok := b.Geo.Centre(p)
	if !ok {
		cells := b.Cells(p)
		if len(cells) == 0 {
			return penpa.At{}, false
		}
		x, y, ok = b.Geo.Centre(slices.MinFunc(cells, func(a, b board.Place) int { return int(a.N - b.N) }))
	}
	at := penpa.At{Y: int(math.Round(2 * y)), X: int(math.Round(2 * x))}
	return at, ok && float64(at.Y) == 2*y && float64(at.X) == 2*x
}

// sidePoints gives the corners at which a side of a cell, or the side that a link crosses, ends.
func sidePoints(b *rules.Board, p board.Place) ([2]penpa.At, bool) {
	at, ok := point(b, p)
	if at.Y%2 == 0 {
		return penpa.Pair(penpa.At{Y: at.Y, X: at.X - 1}, penpa.At{Y: at.Y, X: at.X + 1}), ok
	}
	return penpa.Pair(penpa.At{Y: at.Y - 1, X: at.X}, penpa.At{Y: at.Y + 1, X: at.X}), ok
}

// linkPoints gives the centres that a link joins.
func linkPoints(b *rules.Board, p board.Place) ([2]penpa.At, bool) {
	x, y := b.Geo.Ends(p)
	from, ok := point(b, x)
	to, ok2 := point(b, y)
	return penpa.Pair(from, to), ok && ok2
}

// slashPoints gives the corners of the cell at a point that a slash joins.
func slashPoints(at penpa.At, word string) [2]penpa.At {
	dx := 1
	if word == "rise" {
		dx = -1
	}
	return penpa.Pair(penpa.At{Y: at.Y - 1, X: at.X - dx}, penpa.At{Y: at.Y + 1, X: at.X + dx})
}

// headPoints gives the direction in which a clue beside the board stands, and the first point there.
func headPoints(b *rules.Board, p *pen, place board.Place) (first, step penpa.At, ok bool) {
	cells := b.Cells(place)
	at, ok := point(b, place)
	if !ok || len(cells) == 0 {
		return first, step, false
	}
	from, _ := point(b, cells[0])
	step = penpa.At{Y: at.Y - from.Y, X: at.X - from.X}
	if place.Kind != board.End && (p.k.At == "e" || p.k.At == "s") {
		from, _ = point(b, cells[len(cells)-1])
		step = penpa.At{Y: -step.Y, X: -step.X}
	}
	return penpa.At{Y: from.Y + step.Y, X: from.X + step.X}, step, true
}
