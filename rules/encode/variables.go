package encode

import (
	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules"
)

// UnknownKind says what an unknown tells of a place.
type UnknownKind uint8

// The kinds of unknowns.
const (
	Holds   UnknownKind = iota // the value of a layer there; of truth values, that it is so
	Present                    // that the layer has a value there
	Joined                     // that the cells of a link are in one part of a division
	Inside                     // that a place is in a part of a division
	Belongs                    // that a place is in the part of a seed
	Part                       // that a block is a part of a division
	Unnamed                    // anything else that the encoding needs
	Size                       // how many cells the part of a division has there; explanations know it, no encoding does
	Count                      // how many cells of a row, a column or a part have a truth; explanations know it, no encoding does
)

// Unknown is a variable of an encoding, with what it stands for.
type Unknown struct {
	Kind  UnknownKind
	Layer *rules.Layer // nil of an Unnamed one
	Place board.Place
	Seed  board.Place // of Belongs
	Last  board.Place // of Part: Place and Last are its first and last cell
	Term  model.Term  // the variable
	// Values are what a variable of numbers stands for: Values[i] where it is Lo+i.
	Values []rules.Value
	Lo     int64
	// Bare is, of a value that may be absent, the unknown that says whether it is there; else nil.
	Bare *Unknown
}

// Variables lists the variables of the encoding, in the order in which they were declared.
func (e *Encoding) Variables() []*Unknown {
	known := map[model.Var]*Unknown{}
	note := func(t model.Term, u Unknown) *Unknown {
		v, ok := e.Problem.VarOf(t)
		if !ok {
			return nil
		}
		u.Term = t
		known[v] = &u
		return &u
	}
	for _, l := range e.Board.File.Layers {
		v := e.layers[l]
		if v == nil {
			continue
		}
		for _, at := range v.places {
			u, ok := v.vals.get(at).(*unknown)
			if !ok {
				continue
			}
			bare := note(u.has, Unknown{Kind: Present, Layer: l, Place: at})
			x := Unknown{Kind: Holds, Layer: l, Place: at, Bare: bare}
			switch u.kind {
			case numbers:
				x.Lo = u.lo
				for n := u.lo; n <= u.hi; n++ {
					x.Values = append(x.Values, rules.IntOf(n))
				}
			case wordsSort:
				for _, w := range u.words {
					x.Values = append(x.Values, rules.WordOf(w))
				}
			case placesSort:
				for _, p := range u.places {
					x.Values = append(x.Values, rules.PlaceOf(p))
				}
			}
			note(u.t, x)
		}
		for link, t := range v.joins {
			note(t, Unknown{Kind: Joined, Layer: l, Place: link})
		}
		for at, t := range v.nodes {
			note(t, Unknown{Kind: Inside, Layer: l, Place: at})
		}
		if v.set == nil || v.set.pieces == nil {
			continue
		}
		pc := v.set.pieces
		for s, own := range pc.own {
			for x, t := range own {
				note(t, Unknown{Kind: Belongs, Layer: l, Place: v.set.places[x], Seed: v.set.places[pc.seeds[s]]})
			}
		}
		for _, r := range pc.rects {
			note(r.chosen, Unknown{Kind: Part, Layer: l, Place: r.first, Last: r.last})
		}
	}
	out := make([]*Unknown, e.Problem.NumVars())
	for v := range out {
		if out[v] = known[model.Var(v)]; out[v] == nil {
			out[v] = &Unknown{Kind: Unnamed, Term: e.Problem.VarTerm(model.Var(v))}
		}
	}
	return out
}
