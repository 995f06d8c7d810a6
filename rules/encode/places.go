package encode

import (
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// attr evaluates a relation of a place without arguments, a field of an object, or the borders of a division.
func (ev *evaluator) attr(x *syntax.AttrExpr) value {
	switch v := ev.eval(x.X).(type) {
	case nil:
		return nil
	case board.Place:
		return ev.relation(x, v, x.Name)
	case layerRef:
		if x.Name == "wall" && v.l.Parts {
			return wallRef(v)
		}
		ev.fail(x, "the layer %s has no %s", v.l.Name, x.Name)
	case *unknown:
		if v.kind == placesSort {
			return ev.overPlaces(x, v, func(p board.Place) value { return ev.relation(x, p, x.Name) })
		}
		ev.fail(x, "%s has no %s", describe(v), x.Name)
	default:
		ev.fail(x, "%s has no %s", describe(v), x.Name)
	}
	return nil
}

// overPlaces evaluates something of a place that is unknown.
func (ev *evaluator) overPlaces(x syntax.Node, u *unknown, f func(board.Place) value) value {
	var alts []guarded
	for i, p := range u.places {
		if c := ev.and(u.has, ev.p.Eq(u.t, ev.p.Num(int64(i)))); c != model.False {
			alts = append(alts, guarded{c, f(p)})
		}
	}
	return ev.merge(x, alts)
}

func (ev *evaluator) relation(x syntax.Node, p board.Place, name string) value {
	key := related{p, name}
	if l, ok := ev.relations[key]; ok {
		return l
	}
	v := ev.relate(x, p, name)
	if l, ok := v.(*list); ok && ev.declared {
		ev.relations[key] = l
	}
	return v
}

func (ev *evaluator) relate(x syntax.Node, p board.Place, name string) value {
	if v, ok := ev.b.Field(p, name); ok {
		return known(v)
	}
	geo := ev.b.Geo
	if s := ev.b.Span(p); s.A != (board.Place{}) {
		switch name {
		case "a":
			return s.A
		case "b":
			return s.B
		case "between":
			return placesList(s.Between)
		case "dir":
			return s.Dir.String()
		}
	}
	if of := neighbours[name]; of != nil {
		return placesList(of(geo, p))
	}
	if of := belonging[name]; of != nil {
		return placeOr(of(geo, p))
	}
	switch name {
	case "row":
		return int64(geo.Row(p))
	case "col":
		return int64(geo.Col(p))
	case "squares":
		return ev.through(geo.All(board.Square), p)
	case "lines":
		return ev.through(geo.Lines(), p)
	case "border":
		return geo.Border(p)
	case "cells":
		return placesList(ev.b.Cells(p))
	case "straight":
		return geo.Straight(p)
	case "a", "b":
		a, b := ev.ends(p)
		if name == "a" {
			return placeOr(a)
		}
		return placeOr(b)
	case "dir":
		if d, ok := geo.Dir(p); ok {
			return d.String()
		}
		return nil
	case "spans":
		var out []board.Place
		for _, l := range ev.b.File.Layers {
			if !ev.b.File.Spans(l) || ev.open(l) && (ev.opt.Framed == nil || !ev.opt.Framed(l)) {
				continue
			}
			for _, s := range ev.b.Spans(l) {
				if sp := ev.b.Span(s); sp.A == p || sp.B == p {
					out = append(out, s)
				}
			}
		}
		return placesList(out)
	}
	ev.fail(x, "%v has no %s", p.Kind, name)
	return nil
}

// neighbours are the relations of a place to several others, belonging those to one, or none.
var neighbours = map[string]func(*board.Board, board.Place) []board.Place{
	"next": (*board.Board).Next, "around": (*board.Board).Around, "ring": (*board.Board).Ring, "edges": (*board.Board).Edges,
	"links": (*board.Board).Links, "corners": (*board.Board).Corners, "joints": (*board.Board).Joints,
}

var belonging = map[string]func(*board.Board, board.Place) board.Place{
	"fall": (*board.Board).Fall, "rise": (*board.Board).Rise, "edge": (*board.Board).EdgeOf, "link": (*board.Board).LinkOf,
	"line": (*board.Board).Line, "spot": (*board.Board).SpotOf, "at": (*board.Board).JointAt,
}

// through lists those of some squares or lines that hold a cell.
func (ev *evaluator) through(all []board.Place, p board.Place) *list {
	var out []board.Place
	for _, q := range all {
		if slices.Contains(ev.b.Geo.Cells(q), p) {
			out = append(out, q)
		}
	}
	return placesList(out)
}

// method evaluates a relation with arguments.
func (ev *evaluator) method(x *syntax.CallExpr, f *syntax.AttrExpr) value {
	on := ev.eval(f.X)
	if ref, ok := on.(layerRef); ok && f.Name == "get" {
		if len(x.Args) != 2 {
			ev.fail(x, "get takes a place and what to give where there is no value")
		}
		v, other := ev.at(x, ref, ev.eval(x.Args[0].Value)), ev.eval(x.Args[1].Value)
		if v == nil {
			return other
		}
		return ev.pick(x, ev.present(v), v, other)
	}
	args := make([]value, len(x.Args))
	for i, a := range x.Args {
		args[i] = ev.eval(a.Value)
	}
	switch v := on.(type) {
	case nil:
		return nil
	case board.Place:
		return ev.relationTo(x, v, f.Name, args)
	case *unknown:
		if v.kind == placesSort {
			return ev.overPlaces(x, v, func(p board.Place) value { return ev.relationTo(x, p, f.Name, args) })
		}
	}
	ev.fail(x, "%s has no %s", describe(on), f.Name)
	return nil
}

// relationTo evaluates a relation of a known place.
func (ev *evaluator) relationTo(x *syntax.CallExpr, p board.Place, name string, args []value) value {
	geo := ev.b.Geo
	if name == "mirror" {
		if len(args) == 1 {
			switch q := args[0].(type) {
			case nil:
				return nil
			case board.Place:
				return placeOr(geo.Mirror(p, q))
			}
		}
		ev.fail(x, "mirror takes a place")
	}
	if name == "shift" {
		return ev.shift(x, p, args)
	}
	var dirs []board.Dir
	for i, a := range args {
		d, absent := ev.direction(x.Args[i].Value, a, " (one that is unknown: write for d in dirs if layer[c] == d)")
		if absent {
			return nil
		}
		dirs = append(dirs, d)
	}
	if name == "step" {
		return placeOr(geo.Step(p, dirs...))
	}
	if len(dirs) != 1 {
		ev.fail(x, "%s takes a direction", name)
	}
	switch d := dirs[0]; name {
	case "look":
		return placesList(geo.Look(p, d))
	case "to":
		return placeOr(geo.To(p, d))
	case "along":
		return placesList(geo.Along(p, d))
	case "side":
		return placeOr(geo.Side(p, d))
	case "cell":
		return placeOr(geo.Cell(p, d))
	}
	ev.fail(x, "%v has no %s with arguments; expected to, cell, side, step, look or along with a direction, mirror with a place, or shift with two", p.Kind, name)
	return nil
}

// shift is p.shift(a, b): the place that lies from p as b does from a.
func (ev *evaluator) shift(x *syntax.CallExpr, p board.Place, args []value) value {
	if len(args) == 2 {
		if args[0] == nil || args[1] == nil {
			return nil
		}
		a, ok := args[0].(board.Place)
		b, ok2 := args[1].(board.Place)
		if ok && ok2 {
			return placeOr(ev.b.Geo.Shift(p, a, b))
		}
	}
	ev.fail(x, "shift takes two places that are known")
	return nil
}

// index evaluates layer[place], groups[place], list[number] and back[direction].
func (ev *evaluator) index(x *syntax.IndexExpr) value {
	on := ev.eval(x.X)
	if s, ok := x.Index.(*syntax.SliceExpr); ok {
		return ev.slice(x, on, s)
	}
	i := ev.settled(ev.eval(x.Index))
	if on == nil || i == nil {
		return nil
	}
	switch v := on.(type) {
	case layerRef:
		return ev.at(x, v, i)
	case wallRef:
		p, ok := i.(board.Place)
		if !ok {
			ev.fail(x, "%s where a link is needed", describe(i))
		}
		return ev.wall(v.l, p)
	case *groupSet:
		p, ok := i.(board.Place)
		if !ok {
			ev.fail(x, "%s where a place is needed", describe(i))
		}
		node, ok := v.at[p]
		if !ok || v.nodes[node] == model.False {
			return nil
		}
		return &group{v, node}
	case backRef:
		d, absent := ev.direction(x, i, "")
		if absent {
			return nil
		}
		return d.Back().String()
	case board.Place:
		return ev.element(x, placesList(ev.b.Cells(v)), i)
	case *list:
		return ev.element(x, v, i)
	}
	ev.fail(x, "%s cannot be indexed", describe(on))
	return nil
}

// wall says whether a link is a border of a division.
func (ev *evaluator) wall(l *rules.Layer, link board.Place) value {
	a, b := ev.b.Geo.Ends(link)
	if v := ev.enc.layers[l]; v != nil {
		join, ok := v.joins[link]
		if !ok {
			return nil
		}
		return condition(ev.p.Not(join))
	}
	p, q := ev.b.PartOf(l, a), ev.b.PartOf(l, b)
	if m := ev.b.Marks(l); m != nil && slices.Contains(m.Walls, link) {
		return true // drawn inside a part
	}
	return p != q
}

// element gives an element of a list by its number, from 0.
func (ev *evaluator) element(x syntax.Node, l *list, i value) value {
	elems := ev.plain(l)
	if !surely(elems) {
		ev.fail(x, "an element of a list whose elements are not known")
	}
	switch i := i.(type) {
	case int64:
		if i < 0 {
			i += int64(len(elems))
		}
		if i < 0 || i >= int64(len(elems)) {
			return nil
		}
		return elems[i].v
	case *unknown:
		if i.kind == numbers {
			var alts []guarded
			for j, e := range elems {
				if i.lo <= i.hi && (int64(j) < i.lo || int64(j) > i.hi) {
					continue
				}
				if c := ev.and(i.has, ev.p.Eq(i.t, ev.p.Num(int64(j)))); c != model.False {
					alts = append(alts, guarded{c, e.v})
				}
			}
			return ev.merge(x, alts)
		}
	}
	ev.fail(x, "%s as the number of an element", describe(i))
	return nil
}

func (ev *evaluator) slice(x syntax.Node, on value, s *syntax.SliceExpr) value {
	elems := ev.plain(ev.iterate(x, on))
	if !surely(elems) {
		ev.fail(x, "a part of a list whose elements are not known")
	}
	bound := func(e syntax.Expr, other int) int {
		if e == nil {
			return other
		}
		n, ok := ev.settled(ev.eval(e)).(int64)
		if !ok {
			ev.fail(e, "the bounds of a part of a list must be known")
		}
		if n < 0 {
			n += int64(len(elems))
		}
		return int(min(max(n, 0), int64(len(elems))))
	}
	step := int64(1)
	if s.Step != nil {
		n, ok := ev.eval(s.Step).(int64)
		if !ok || n == 0 || n < -1 {
			ev.fail(s.Step, "the step of a part of a list is a positive number, or -1")
		}
		step = n
	}
	if step == -1 {
		out := slices.Clone(elems)
		slices.Reverse(out)
		return &list{elems: out}
	}
	lo, hi := bound(s.Lo, 0), bound(s.Hi, len(elems))
	out := &list{}
	for i := lo; i < hi; i += int(step) {
		out.elems = append(out.elems, elems[i])
	}
	return out
}

// at gives the value of a layer at a place: of a division, the part (a group, where it is unknown).
func (ev *evaluator) at(x syntax.Node, ref layerRef, place value) value {
	l := ref.l
	switch p := place.(type) {
	case nil:
		return nil
	case board.Place:
		if v := ev.enc.layers[l]; v != nil {
			if l.Parts {
				node, ok := v.set.at[p]
				if !ok {
					return nil
				}
				return &group{v.set, node}
			}
			if x, ok := v.vals.get(p).(*printed); ok {
				return x.list
			}
			return v.vals.get(p)
		}
		if l.Parts {
			return placeOr(ev.b.PartOf(l, p))
		}
		if l.Objects() {
			ev.fail(x, "%s is a class of objects: for o in %s, and o.field", l.Name, l.Name)
		}
		return ev.printed(l).get(p)
	case *unknown:
		if p.kind == placesSort {
			return ev.overPlaces(x, p, func(q board.Place) value { return ev.at(x, ref, q) })
		}
	case *group:
		ev.fail(x, "a value of a part that is not known")
	}
	ev.fail(x, "%s where a place of %s is needed", describe(place), l.Name)
	return nil
}

// printed gives what is printed in a layer that is given.
func (ev *evaluator) printed(l *rules.Layer) *placeValues {
	v := ev.given[l]
	if v == nil {
		v = &placeValues{}
		if l.Domain.Kind == rules.Bools && !l.Some {
			v.other = false
		}
		if m := ev.b.Marks(l); m != nil {
			for p, x := range m.Values {
				v.set(p, known(x))
			}
		}
		ev.given[l] = v
	}
	return v
}
