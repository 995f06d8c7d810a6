package declared

import (
	"context"
	"errors"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/codec"
)

// part says what a given layer is to whoever makes a puzzle.
type part uint8

const (
	clue  part = iota // a value may be left out, and the solution stands: carved
	shape             // leaving one out breaks the solution: printed as it is
	fixed             // never open while a puzzle is made: rooms, objects
)

// sorted tells the parts of the given layers.
type sorted struct {
	parts map[*rules.Layer]part
	// beside lists, for layers of one class of places, which of them may have values at the same place: the sets that the family's text
	// can say. A place of a class that is missing may have any.
	beside map[string]combos
}

// combos are the layers of one class and the sets of them that may stand together, as bits.
type combos struct {
	layers []*rules.Layer
	sets   []uint
}

// fixedLayer reports whether a layer cannot be open.
func fixedLayer(l *rules.Layer) bool {
	return l.Role == rules.Given && (l.Parts || l.Objects())
}

// sort finds out what the given layers are, by the drop test: of boards with solutions, one printed value is left out, and the
// solution judged again. told is false where no board came to be tested.
func (f *Family) sort(ctx context.Context, p params) (out *sorted, told bool, err error) {
	out = &sorted{parts: map[*rules.Layer]part{}, beside: map[string]combos{}}
	for _, l := range f.file.Layers {
		switch {
		case l.Role == rules.Find && l.Printed:
			out.parts[l] = clue
		case fixedLayer(l):
			out.parts[l] = fixed
		case l.Role == rules.Given && (!l.Some && l.Domain.Kind != rules.Bools || slices.Contains(f.file.Making.Keep, l) || f.framing(l) != nil):
			out.parts[l] = shape
		case l.Role == rules.Given:
			out.parts[l] = clue
		}
	}
	if err := f.together(ctx, p, out); err != nil {
		return nil, false, err
	}
	if !slices.ContainsFunc(f.file.Layers, func(l *rules.Layer) bool { return l.Role == rules.Given && out.parts[l] == clue }) {
		return out, true, nil
	}
	r := rng.New(0).Derive("sort/" + f.file.ID)
	for sample := range uint64(3) {
		d, err := f.draft(ctx, p, out, nil, 0, r.Derive("sample", sample))
		if err != nil {
			if ctx.Err() != nil {
				return nil, false, err
			}
			continue
		}
		told = true
		err = f.dropTest(ctx, d, out, r.Derive("drop", sample))
		d.close()
		if err != nil {
			return nil, false, err
		}
	}
	return out, told, nil
}

// dropTest leaves values out.
func (f *Family) dropTest(ctx context.Context, d *draft, out *sorted, r *rng.Stream) error {
	const drops = 3
	for _, l := range f.file.Layers {
		if l.Role != rules.Given || out.parts[l] != clue {
			continue
		}
		m := d.press.board.Marks(l)
		var held []board.Place
		places, err := d.press.board.Places(l)
		if err != nil {
			return err
		}
		for _, at := range places {
			if d.press.board.Held(l, at) {
				held = append(held, at)
			}
		}
		r.Shuffle(len(held), func(i, j int) { held[i], held[j] = held[j], held[i] })
		for _, at := range held[:min(drops, len(held))] {
			less := &rules.Marks{Values: map[board.Place]rules.Value{}}
			for q, v := range m.Values {
				if q != at {
					less.Values[q] = v
				}
			}
			b := d.press.board.Clone()
			b.Set(l, less)
			stands, err := f.stands(ctx, b)
			if err != nil {
				return err
			}
			if !stands {
				out.parts[l] = shape
				break
			}
		}
	}
	return nil
}

// stands reports whether the values of a board keep the rules; those of layers that follow may be others.
func (f *Family) stands(ctx context.Context, b *rules.Board) (bool, error) {
	b = b.Clone()
	for _, l := range f.file.Layers {
		if l.Role == rules.Follow {
			b.Set(l, nil)
		}
	}
	broken, err := f.instance(b).judge(ctx, b)
	return len(broken) == 0, err
}

// maxBeside bounds the layers of one class of which all sets are tried.
const maxBeside = 5

// together finds out which layers may have values at one place, by writing such boards and reading them back: in Kakuru a number stands
// in a grey cell and nowhere else, which no rule says, but each form in which its boards are written.
func (f *Family) together(ctx context.Context, p params, out *sorted) error {
	by := map[string][]*rules.Layer{}
	var order []string
	for _, l := range f.file.Layers {
		if l.Role != rules.Given || out.parts[l] == fixed || !l.Some && l.Domain.Kind != rules.Bools || f.framing(l) != nil {
			continue
		}
		class := "cells"
		if l.At != nil {
			class = l.At.Value
		}
		if by[class] == nil {
			order = append(order, class)
		}
		by[class] = append(by[class], l)
	}
	for _, class := range order {
		layers := by[class]
		if len(layers) < 2 || len(layers) > maxBeside {
			continue
		}
		c := combos{layers: layers}
		for set := range uint(1) << len(layers) {
			c.sets = append(c.sets, set)
		}
		for _, form := range []*codec.Form{f.forms.Text, f.forms.PZPR} {
			if form == nil {
				continue
			}
			var sets []uint
			all := uint(0)
			for _, set := range c.sets {
				ok, err := f.sayable(ctx, p, form, layers, set)
				if err != nil {
					return err
				}
				if ok {
					sets, all = append(sets, set), all|set
				}
			}
			if all == 1<<len(layers)-1 { // else the form does not know all of the layers, and has no say
				c.sets = sets
			}
		}
		if len(c.sets) > 1 && c.sets[0] == 0 && len(c.sets) < 1<<len(layers) {
			out.beside[class] = c
		}
	}
	return nil
}

// sayable reports whether a board with values of these layers, and of no others, at one place is read back as it was written.
func (f *Family) sayable(ctx context.Context, p params, form *codec.Form, layers []*rules.Layer, set uint) (bool, error) {
	b, err := f.base(ctx, p, nil, rng.New(0))
	if err != nil {
		return false, err
	}
	for i, l := range layers {
		if set>>i&1 == 0 {
			continue
		}
		places, err := b.Places(l)
		if err != nil || len(places) == 0 {
			return false, err
		}
		v := rules.BoolOf(true)
		switch l.Domain.Kind {
		case rules.Ints:
			lo, _, err := b.Bounds(&l.Domain)
			if err != nil {
				return false, err
			}
			v = rules.IntOf(1)
			if lo != nil {
				v.N = max(1, *lo)
			}
		case rules.Words:
			v = rules.WordOf(l.Domain.Words[0])
		}
		b.Set(l, &rules.Marks{Values: map[board.Place]rules.Value{places[len(places)/2]: v}})
	}
	text, err := form.WriteProblem(b)
	if err != nil {
		return false, nil
	}
	again, err := form.ReadProblem(text)
	if err != nil {
		return false, nil
	}
	for i, l := range layers {
		places, err := b.Places(l)
		if err != nil {
			return false, err
		}
		if again.Held(l, places[len(places)/2]) != (set>>i&1 == 1) {
			return false, nil
		}
	}
	return true, nil
}

var errNoProber = errors.New("the solver of this family cannot be probed, which making puzzles needs")
