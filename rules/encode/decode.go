package encode

import (
	"slices"

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
			if x := decoded(v.vals.get(p), value); x.Kind != rules.Nothing {
				m.Values[p] = x
			}
		}
		out.Set(l, m)
	}
	return out
}

// decoded gives the value that an assignment gives to an unknown one.
func decoded(v value, eval func(model.Term) model.Value) rules.Value {
	switch v := v.(type) {
	case bool:
		return rules.BoolOf(v)
	case int64:
		return rules.IntOf(v)
	case string:
		return rules.WordOf(v)
	case board.Place:
		return rules.PlaceOf(v)
	case *printed:
		if eval(v.has).Bool() {
			return v.as
		}
		return rules.Value{}
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

// Differs is the condition that a solution is another than this one: that some value asked for is.
func (e *Encoding) Differs(a model.Assignment) model.Term {
	var ways []model.Term
	for _, t := range e.Asked {
		v, err := e.Problem.Eval(t, a)
		if err != nil { // in no constraint: free
			continue
		}
		if e.Problem.Sort(t) == model.Bool {
			if v.Bool() {
				t = e.Problem.Not(t)
			}
			ways = append(ways, t)
		} else {
			ways = append(ways, e.Problem.Ne(t, e.Problem.Val(v)))
		}
	}
	return e.Problem.Or(ways...)
}

// Fix is the condition that the layers to be found have the values that a board gives them.
func (e *Encoding) Fix(b *rules.Board) (model.Term, error) {
	return e.Problem.And(e.Fixed(b)...), e.Problem.Err()
}

// Fixed lists the conditions of which Fix is the conjunction, one for a place or two.
func (e *Encoding) Fixed(b *rules.Board) []model.Term {
	var all []model.Term
	for _, l := range e.Board.File.Layers {
		v := e.layers[l]
		if v == nil || l.Role != rules.Find {
			continue
		}
		if l.Parts {
			for link, t := range v.joins {
				x, y := b.Geo.Ends(link)
				p, q := b.PartOf(l, x), b.PartOf(l, y)
				if p != q || p == (board.Place{}) {
					t = e.Problem.Not(t)
				}
				all = append(all, t)
			}
			for i, c := range v.places {
				if n := v.set.nodes[i]; n != model.True {
					all = append(all, e.Problem.Iff(n, e.Problem.Truth(b.PartOf(l, c) != board.Place{})))
				}
			}
			continue
		}
		for _, p := range v.places {
			all = append(all, e.fixed(v.vals.get(p), b.Value(l, p)))
		}
	}
	slices.Sort(all) // a map's order is not the same twice
	return all
}

// Marked is the condition that what a board marks is so: of truth values those that are true, of others those that are there; of a
// division, that the places of a part are in one part.
func (e *Encoding) Marked(b *rules.Board) (model.Term, error) {
	var all []model.Term
	for _, l := range e.Board.File.Layers {
		v := e.layers[l]
		m := b.Marks(l)
		if v == nil || m == nil || l.Role != rules.Find {
			continue
		}
		for _, part := range m.Parts {
			for _, p := range part[1:] {
				all = append(all, e.Problem.Same(v.set.graph, v.set.at[part[0]], v.set.at[p]))
			}
		}
		for _, p := range v.places {
			if x := b.Value(l, p); x.Kind != rules.Nothing && (x.Kind != rules.Bool || x.N != 0) {
				all = append(all, e.fixed(v.vals.get(p), x))
			}
		}
	}
	return e.Problem.And(all...), e.Problem.Err()
}

// fixed says that an unknown value is a known one.
func (e *Encoding) fixed(v value, x rules.Value) model.Term {
	p := e.Problem
	if l, ok := v.(*printed); ok {
		if x.Kind == rules.Nothing {
			return p.Not(l.has)
		}
		return p.And(l.has, p.Truth(l.as.Equal(x)))
	}
	u, ok := v.(*unknown)
	if !ok {
		return p.Truth(decoded(v, nil).Equal(x))
	}
	if x.Kind == rules.Nothing {
		return p.Not(u.has)
	}
	switch {
	case u.kind == truths && x.Kind == rules.Bool:
		return p.And(u.has, p.Iff(u.t, p.Truth(x.N != 0)))
	case u.kind == numbers && x.Kind == rules.Int:
		return p.And(u.has, p.Eq(u.t, p.Num(x.N)))
	case u.kind == wordsSort && x.Kind == rules.Word:
		if i := slices.Index(u.words, x.Word); i >= 0 {
			return p.And(u.has, p.Eq(u.t, p.Num(int64(i))))
		}
	case u.kind == placesSort && x.Kind == rules.PlaceValue:
		if i := slices.Index(u.places, x.Place); i >= 0 {
			return p.And(u.has, p.Eq(u.t, p.Num(int64(i))))
		}
	}
	return model.False
}

// Mentioned is the rule of instances that say nothing, and only make a value part of the problem. No rule of a file has such a name.
const Mentioned = "mentioned only"

// mention makes every value that is asked for part of the problem: one that no rule speaks of may be anything, and solutions that
// differ in it are different.
func (e *Encoding) mention() {
	seen := make([]bool, e.Problem.NumVars())
	for _, v := range e.Problem.Mentioned() {
		seen[v] = true
	}
	for _, t := range e.Asked {
		x, ok := e.Problem.VarOf(t)
		if !ok || seen[x] {
			continue
		}
		c := t
		if e.Problem.Sort(t) == model.Int {
			d := e.Problem.Variable(x).Domain
			c = e.Problem.Ge(t, e.Problem.Val(d.Lo))
		} else {
			c = e.Problem.Or(t, e.Problem.Not(t))
		}
		e.Problem.Assert(Mentioned, c)
		e.Instances = append(e.Instances, Instance{Rule: Mentioned, Term: c})
	}
}

// Holds is the condition that a layer to be found, or one that follows, has a value at a place. Of a division the place is a link,
// and the value a truth: whether a border crosses it. Of a place or a value that the layer does not have it is false.
func (e *Encoding) Holds(l *rules.Layer, p board.Place, v rules.Value) model.Term {
	vars := e.layers[l]
	switch {
	case vars == nil:
		return model.False
	case l.Parts:
		join, ok := vars.joins[p]
		switch {
		case !ok || v.Kind != rules.Bool:
			return model.False
		case v.N != 0:
			return e.Problem.Not(join)
		}
		return join
	}
	at, ok := vars.vals.find(p)
	if !ok {
		return model.False
	}
	return e.fixed(at, v)
}
