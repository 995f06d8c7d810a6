package lint

import (
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/rules"
)

// maxSteps and maxTerms are how much a sample may cost: the steps and the terms of its encoding.
const (
	maxSteps = 2_000_000
	maxTerms = 400_000
)

// shapes lists sizes of boards that a file allows: the smallest, the smallest of at least three and of at least four rows and columns, without
// repetition.
func shapes(f *rules.File) [][2]int {
	var out [][2]int
	for _, side := range [][2]int{{1, 1}, {3, 3}, {4, 4}, {3, 4}} {
		rows, cols := clamp(side[0], f.Size.Rows), clamp(side[1], f.Size.Cols)
		if f.Size.Square {
			rows, cols = max(rows, cols), max(rows, cols)
		}
		known := false
		for _, s := range out {
			known = known || s == [2]int{rows, cols}
		}
		if !known {
			out = append(out, [2]int{rows, cols})
		}
	}
	return out
}

// named gives the size of the lowest level, which surely has answers. Not every size has: areas of five cells cover no board of sixteen.
func named(f *rules.File) (size [2]int, ok bool) {
	if len(f.Size.Levels) == 0 {
		return size, false
	}
	n, err := fmt.Sscanf(f.Size.Levels[0], "%dx%d", &size[0], &size[1])
	return size, n == 2 && err == nil && size[0]*size[1] <= mostNamed
}

// mostNamed is how many cells a board of the lowest level may have, to be tried.
const mostNamed = 36

func clamp(n int, r rules.Range) int { return min(max(n, r.Lo), r.Hi) }

// params gives parameters for a board. In the first of three ways they are what the file says, or as many as there are rows; in the
// others the least and the least but one.
func params(f *rules.File, rows, way int) map[string]int64 {
	out := map[string]int64{}
	for _, p := range f.Params {
		switch {
		case way > 0:
			out[p.Name] = int64(min(p.Range.Lo+2-way, p.Range.Hi))
		case p.Default == nil:
			out[p.Name] = int64(clamp(rows, p.Range))
		}
	}
	return out
}

// usual gives the size that most people play, or ok = false.
func usual(f *rules.File) (rows, cols int, ok bool) {
	if len(f.Size.Usual) == 0 {
		return 0, 0, false
	}
	n, err := fmt.Sscanf(f.Size.Usual[0], "%dx%d", &rows, &cols)
	return rows, cols, n == 2 && err == nil
}

// draw fills given layers with values that may be, and divides what has parts. Of a layer that is skipped nothing is set. share is the share of the places
// that get a value where not all must have one, in tenths.
func draw(b *rules.Board, s *rng.Stream, share int, skip func(*rules.Layer) bool) error {
	for _, l := range b.File.Layers { // parts first: other layers stand at them
		if l.Parts && l.Role == rules.Given {
			places, err := b.Places(l)
			if err != nil {
				return err
			}
			b.Set(l, &rules.Marks{Parts: divided(b, places, s)})
		}
	}
	for _, l := range b.File.Layers {
		if l.Parts || l.Role != rules.Given || skip(l) {
			continue
		}
		if l.Objects() {
			m := &rules.Marks{}
			for i := range 2 {
				m.Objects = append(m.Objects, object(b, l, i, s))
			}
			b.Set(l, m)
			continue
		}
		places, err := b.Places(l)
		if err != nil {
			return err
		}
		m := &rules.Marks{Values: map[board.Place]rules.Value{}}
		for _, p := range places {
			if (l.Some || l.Domain.Kind == rules.Bools) && s.IntN(10) >= share {
				continue
			}
			if v, ok := value(b, &l.Domain, s); ok {
				m.Values[p] = v
			}
		}
		b.Set(l, m)
	}
	return nil
}

// value draws one of a domain; small numbers are as likely as all others together.
func value(b *rules.Board, d *rules.Domain, s *rng.Stream) (rules.Value, bool) {
	switch d.Kind {
	case rules.Bools:
		return rules.BoolOf(true), true
	case rules.Ints:
		if len(d.Words) > 0 && s.IntN(3) == 0 { // a sign among the numbers of a list
			return rules.WordOf(d.Words[s.IntN(len(d.Words))]), true
		}
		lo, hi := int64(0), int64(6)
		l, h, err := b.Bounds(d)
		if err != nil {
			return rules.Value{}, false
		}
		if l != nil {
			lo = *l
			hi = lo + 5
		}
		if h != nil {
			hi = min(hi, *h)
		}
		if lo > hi {
			return rules.Value{}, false
		}
		if s.Bool() {
			hi = min(hi, lo+2)
		}
		return rules.IntOf(s.Int64Between(lo, hi)), true
	case rules.Words:
		return rules.WordOf(d.Words[s.IntN(len(d.Words))]), true
	case rules.Lists:
		var list []rules.Value
		for range 1 + s.IntN(2) {
			v, ok := value(b, d.Elem, s)
			if !ok {
				return v, false
			}
			list = append(list, v)
		}
		return rules.ListOf(list...), true
	}
	places, err := b.Class(d.At)
	if err != nil || len(places) == 0 {
		return rules.Value{}, false
	}
	return rules.PlaceOf(places[s.IntN(len(places))]), true
}

// object draws an object: cells that follow each other, and values of its fields.
func object(b *rules.Board, l *rules.Layer, i int, s *rng.Stream) map[string]rules.Value {
	out := map[string]rules.Value{}
	path := snake(b)
	at := i * 3 * len(l.Fields)
	for _, fd := range l.Fields {
		if fd.Alternatives {
			out[fd.Name] = others(b)
			continue
		}
		if !fd.Places {
			if v, ok := value(b, &fd.Domain, s); ok {
				out[fd.Name] = v
			}
			continue
		}
		places := path
		if fd.At != nil {
			var err error
			if places, err = b.Class(fd.At); err != nil {
				continue
			}
		}
		var list []rules.Value
		for j := at; j < at+3 && j < len(places); j++ {
			list = append(list, rules.PlaceOf(places[j]))
		}
		out[fd.Name] = rules.ListOf(list...)
		at += 3
	}
	return out
}

// others lists two objects of each class that has no alternatives itself.
func others(b *rules.Board) rules.Value {
	list := rules.ListOf()
	for _, l := range b.File.Layers {
		if !l.Objects() || slices.ContainsFunc(l.Fields, func(fd rules.Field) bool { return fd.Alternatives }) {
			continue
		}
		for i := range 2 {
			list.List = append(list.List, rules.PlaceOf(b.Object(l, i)))
		}
	}
	return list
}

// snake lists the cells, each row the other way than the one before: neighbours in the list are neighbours on the board.
func snake(b *rules.Board) []board.Place {
	var out []board.Place
	rows := b.Geo.All(board.Row)
	for i, r := range rows {
		cells := b.Geo.Cells(r)
		for j := range cells {
			if i%2 == 0 {
				out = append(out, cells[j])
			} else {
				out = append(out, cells[len(cells)-1-j])
			}
		}
	}
	return out
}

// divided cuts places into connected parts: as long as a row each, or shorter ones of different lengths. Sometimes it leaves places out.
func divided(b *rules.Board, places []board.Place, s *rng.Stream) [][]board.Place {
	in := map[board.Place]bool{}
	for _, p := range places {
		in[p] = true
	}
	size := func() int { return b.Geo.Cols }
	if s.Bool() {
		size = func() int { return 1 + s.IntN(max(2, b.Geo.Cols)) }
	}
	gaps := s.IntN(3) == 0 // some places are in no part
	var out [][]board.Place
	var last board.Place
	left := 0
	seen := map[board.Place]bool{}
	for _, p := range snake(b) {
		if !in[p] || seen[p] || gaps && s.IntN(5) == 0 {
			continue
		}
		seen[p] = true
		joined := false
		for _, q := range b.Geo.Next(p) {
			joined = joined || q == last
		}
		if left == 0 || !joined {
			out, left = append(out, nil), size()
		}
		out[len(out)-1] = append(out[len(out)-1], p)
		last = p
		left--
	}
	for _, part := range out {
		sortPlaces(part)
	}
	return out
}
