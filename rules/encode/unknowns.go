package encode

import (
	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules"
)

// Unknowns lists the places of an open layer whose values are unknown, in order. Of a division they are the links between its places,
// with the values true (joined) and false; and, where it may leave places out, these places too, with true for those in a part.
func (e *Encoding) Unknowns(l *rules.Layer) []board.Place {
	v := e.layers[l]
	if v == nil {
		return nil
	}
	var out []board.Place
	for _, p := range v.places {
		if l.Parts && v.nodes[p] != model.True {
			out = append(out, p)
		}
		switch v.vals.get(p).(type) {
		case *unknown, *printed:
			out = append(out, p)
		}
	}
	if l.Parts {
		for _, link := range e.Board.Geo.All(board.Link) {
			if _, ok := v.joins[link]; ok {
				out = append(out, link)
			}
		}
	}
	return out
}

// Is gives the condition that an open layer has a value at a place, as Unknowns lists them; nothing stands for no value.
func (e *Encoding) Is(l *rules.Layer, p board.Place, x rules.Value) model.Term {
	v := e.layers[l]
	if l.Parts {
		t, ok := v.joins[p]
		if !ok {
			t = v.nodes[p]
		}
		if !x.True() {
			t = e.Problem.Not(t)
		}
		return t
	}
	return e.fixed(v.vals.get(p), x)
}

// Domain lists the values that an open layer can have at a place, at most a number of them: false where there are more. Nothing is not
// among them.
func (e *Encoding) Domain(l *rules.Layer, p board.Place, most int) ([]rules.Value, bool) {
	u, ok := e.layers[l].vals.get(p).(*unknown)
	if !ok || u.kind == truths {
		return []rules.Value{rules.BoolOf(false), rules.BoolOf(true)}, true
	}
	var out []rules.Value
	switch u.kind {
	case numbers:
		if u.hi-u.lo >= int64(most) {
			return nil, false
		}
		for n := u.lo; n <= u.hi; n++ {
			out = append(out, rules.IntOf(n))
		}
	case wordsSort:
		for _, w := range u.words {
			out = append(out, rules.WordOf(w))
		}
	case placesSort:
		for _, q := range u.places {
			out = append(out, rules.PlaceOf(q))
		}
	}
	return out, len(out) <= most
}

// Value gives the value of an open layer at a place, as Unknowns lists them, in a board that Decode made.
func (e *Encoding) Value(b *rules.Board, l *rules.Layer, p board.Place) rules.Value {
	if !l.Parts {
		return b.Value(l, p)
	}
	if p.Kind != board.Link {
		return rules.BoolOf(b.PartOf(l, p) != board.Place{})
	}
	x, y := b.Geo.Ends(p)
	part := b.PartOf(l, x)
	return rules.BoolOf(part != board.Place{} && part == b.PartOf(l, y))
}
