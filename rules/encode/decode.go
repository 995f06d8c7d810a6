package encode

import (
	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules"
)

// Decode gives the board with the values that an assignment gives to its open layers.
func (e *Encoding) Decode(a model.Assignment) *rules.Board {
	out := e.Board.Clone()
	value := func(t model.Term) model.Value {
		v, err := e.Problem.Eval(t, a)
		if err != nil { // the variable is in no constraint: any value will do
			return model.Value{}
		}
		return v
	}
	for _, l := range e.Board.File.Layers {
		v := e.layers[l]
		if v == nil {
			continue
		}
		if l.Parts {
			out.Set(l, &rules.Marks{Parts: v.parts(e.Board, value)})
			continue
		}
		m := &rules.Marks{Values: map[board.Place]rules.Value{}}
		for _, p := range v.places {
			if x := decoded(l, v.vals[p], value); x.Kind != rules.Nothing {
				m.Values[p] = x
			}
		}
		out.Set(l, m)
	}
	return out
}

// decoded gives the value that an assignment gives to an unknown one.
func decoded(l *rules.Layer, v value, eval func(model.Term) model.Value) rules.Value {
	switch v := v.(type) {
	case bool:
		return rules.BoolOf(v)
	case int64:
		return rules.IntOf(v)
	case string:
		return rules.WordOf(v)
	case board.Place:
		return rules.PlaceOf(v)
	case *unknown:
		if v.has != model.True && !eval(v.has).Bool() {
			return rules.Value{}
		}
		x := eval(v.t)
		n, _ := x.Int64()
		switch v.kind {
		case truths:
			return rules.BoolOf(x.Bool())
		case numbers:
			if !x.Valid() {
				n = v.lo
			}
			return rules.IntOf(n)
		case wordsSort:
			return rules.WordOf(v.words[n])
		case placesSort:
			return rules.PlaceOf(v.places[n])
		}
	}
	return rules.Value{}
}

// parts gives the parts of a division by the joins that are on, each in the order of its places, in the order of their first.
func (v *layerVars) parts(b *rules.Board, eval func(model.Term) model.Value) [][]board.Place {
	root := make([]int, len(v.places))
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	for link, t := range v.joins {
		if eval(t).Bool() {
			a, c := b.Geo.Ends(link)
			i, j := find(v.set.at[a]), find(v.set.at[c])
			root[max(i, j)] = min(i, j) // the first place is the root, whatever the order
		}
	}
	var out [][]board.Place
	number := map[int]int{}
	for i, p := range v.places {
		if n := v.nodes[p]; n != model.True && !eval(n).Bool() {
			continue
		}
		r := find(i)
		if _, ok := number[r]; !ok {
			number[r] = len(out)
			out = append(out, nil)
		}
		out[number[r]] = append(out[number[r]], p)
	}
	return out
}
