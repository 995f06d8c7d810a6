package judge

import (
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

func plain(v rules.Value) any {
	switch v.Kind {
	case rules.Bool:
		return v.N != 0
	case rules.Int:
		return v.N
	case rules.Word:
		return v.Word
	case rules.PlaceValue:
		return v.Place
	case rules.List:
		out := []any{}
		for _, x := range v.List {
			out = append(out, plain(x))
		}
		return out
	}
	return nil
}

func (j *interpreter) attribute(x syntax.Node, on any, name string) any {
	if on == nil {
		return nil
	}
	if l, ok := on.(*layer); ok && name == "wall" && l.Parts {
		return borders{l}
	}
	p, ok := on.(board.Place)
	if !ok {
		j.fail(x, "what is no place has no %s", name)
	}
	return j.relation(x, p, name)
}

// relation gives what a place is to others, or of itself.
func (j *interpreter) relation(x syntax.Node, p board.Place, name string) any {
	if p.Kind >= board.Others {
		if l := j.b.LayerOf(p); l != nil && l.Role != rules.Given && name == "cells" { // it is the answer's
			return places(j.b.Cells(p))
		}
	}
	t := j.fixed.relation(name)
	v, ok := t.get(p)
	if !ok {
		v = j.relate(x, p, name)
		t.set(p, v)
	}
	return v
}

func (j *interpreter) relate(x syntax.Node, p board.Place, name string) any {
	if v, ok := j.fixed.b.Field(p, name); ok {
		return plain(v)
	}
	geo := j.fixed.b.Geo
	through := func(all []board.Place) []any {
		out := []any{}
		for _, q := range all {
			if slices.Contains(geo.Cells(q), p) {
				out = append(out, q)
			}
		}
		return out
	}
	a, b, _ := j.joined(p)
	if of := several[name]; of != nil {
		return places(of(geo, p))
	}
	if of := single[name]; of != nil {
		return maybe(of(geo, p))
	}
	switch name {
	case "row":
		return int64(geo.Row(p))
	case "col":
		return int64(geo.Col(p))
	case "squares":
		return through(geo.All(board.Square))
	case "lines":
		return through(geo.Lines())
	case "border":
		return geo.Border(p)
	case "cells":
		return places(j.fixed.b.Cells(p))
	case "straight":
		return geo.Straight(p)
	case "a":
		return maybe(a)
	case "b":
		return maybe(b)
	case "between":
		return places(j.fixed.b.Span(p).Between)
	case "dir":
		if s := j.fixed.b.Span(p); s.A != (board.Place{}) {
			return s.Dir.String()
		}
		if d, ok := geo.Dir(p); ok {
			return d.String()
		}
		return nil
	case "spans":
		return j.spansAt(p)
	}
	j.fail(x, "%v has no %s", p.Kind, name)
	return nil
}

// several are the relations by which a place has others, single those by which it has one at most.
var several = map[string]func(*board.Board, board.Place) []board.Place{
	"next": (*board.Board).Next, "around": (*board.Board).Around, "ring": (*board.Board).Ring, "edges": (*board.Board).Edges,
	"links": (*board.Board).Links, "corners": (*board.Board).Corners, "joints": (*board.Board).Joints,
}

var single = map[string]func(*board.Board, board.Place) board.Place{
	"fall": (*board.Board).Fall, "rise": (*board.Board).Rise, "edge": (*board.Board).EdgeOf, "link": (*board.Board).LinkOf,
	"line": (*board.Board).Line, "spot": (*board.Board).SpotOf, "at": (*board.Board).JointAt,
}

// spansAt gives the spans that end at a place, of the layers whose spans the file speaks of.
func (j *interpreter) spansAt(p board.Place) []any {
	out := []any{}
	for _, l := range j.b.File.Layers {
		if !j.b.File.Spans(l) {
			continue
		}
		for _, s := range j.fixed.b.Spans(l) {
			if sp := j.fixed.b.Span(s); sp.A == p || sp.B == p {
				out = append(out, s)
			}
		}
	}
	return out
}

// related compiles a relation with arguments.
func (c *compiler) related(x *syntax.CallExpr, f *syntax.AttrExpr) code {
	on := c.value(f.X)
	given := make([]syntax.Expr, len(x.Args))
	for i, a := range x.Args {
		given[i] = a.Value
	}
	args := c.values(given)
	if len(args) == 1 && f.Name != "mirror" && f.Name != "shift" && f.Name != "get" { // one direction
		of, arg := c.s.toward(f.Name), args[0]
		step := func(j *interpreter, p board.Place, d board.Dir) any {
			w, known := of[d].get(p)
			if !known {
				w = j.toward(x, p, f.Name, []board.Dir{d})
				of[d].set(p, w)
			}
			return w
		}
		if d, ok := c.direction(given[0]); ok {
			return func(j *interpreter) any {
				v := on(j)
				if p, ok := v.(board.Place); ok {
					return step(j, p, d)
				}
				return j.withArguments(x, f, v, []any{d.String()})
			}
		}
		return func(j *interpreter) any {
			v, a := on(j), arg(j)
			if p, ok := v.(board.Place); ok {
				if w, ok := a.(string); ok {
					if d, ok := board.ParseDir(w); ok {
						return step(j, p, d)
					}
				}
			}
			return j.withArguments(x, f, v, []any{a})
		}
	}
	return func(j *interpreter) any {
		v := on(j)
		got := make([]any, len(args))
		for i, a := range args {
			got[i] = a(j)
		}
		return j.withArguments(x, f, v, got)
	}
}

// direction gives the direction that an expression names, whatever the answer.
func (c *compiler) direction(x syntax.Expr) (d board.Dir, ok bool) {
	switch x := x.(type) {
	case *syntax.StrLit:
		return board.ParseDir(x.Value)
	case *syntax.Name:
		if _, bound := c.local(x.ID); !bound {
			if v, _ := c.s.meaning(x.ID); v != nil {
				if w, named := v.(string); named {
					return board.ParseDir(w)
				}
			}
		}
	}
	return 0, false
}

// withArguments gives what a relation with arguments gives.
func (j *interpreter) withArguments(x *syntax.CallExpr, f *syntax.AttrExpr, on any, args []any) any {
	if l, ok := on.(*layer); ok && f.Name == "get" && len(args) == 2 {
		if v := j.valueAt(x, l, args[0]); v != nil {
			return v
		}
		return args[1]
	}
	if on == nil {
		return nil
	}
	p, ok := on.(board.Place)
	if !ok {
		j.fail(x, "what is no place has no %s", f.Name)
	}
	if f.Name == "mirror" {
		if len(args) != 1 {
			j.fail(x, "mirror takes a place")
		}
		q, ok := args[0].(board.Place)
		if !ok {
			return nil
		}
		return maybe(j.b.Geo.Mirror(p, q))
	}
	if f.Name == "shift" {
		if len(args) != 2 {
			j.fail(x, "shift takes two places")
		}
		a, ok := args[0].(board.Place)
		b, ok2 := args[1].(board.Place)
		if !ok || !ok2 {
			return nil
		}
		return maybe(j.b.Geo.Shift(p, a, b))
	}
	dirs := []board.Dir{}
	for _, a := range args {
		if a == nil {
			return nil
		}
		w, _ := a.(string)
		d, ok := board.ParseDir(w)
		if !ok {
			j.fail(x, "%s takes directions", f.Name)
		}
		dirs = append(dirs, d)
	}
	if f.Name != "step" && len(dirs) != 1 {
		j.fail(x, "%s takes a direction", f.Name)
	}
	return j.toward(x, p, f.Name, dirs)
}

// toward gives what lies at a place's side, or further that way.
func (j *interpreter) toward(x syntax.Node, p board.Place, name string, dirs []board.Dir) any {
	switch name {
	case "step":
		return maybe(j.b.Geo.Step(p, dirs...))
	case "look":
		return places(j.b.Geo.Look(p, dirs[0]))
	case "to":
		return maybe(j.b.Geo.To(p, dirs[0]))
	case "along":
		return places(j.b.Geo.Along(p, dirs[0]))
	case "side":
		return maybe(j.b.Geo.Side(p, dirs[0]))
	case "cell":
		return maybe(j.b.Geo.Cell(p, dirs[0]))
	}
	j.fail(x, "%v has no %s with arguments", p.Kind, name)
	return nil
}

// element gives what square brackets name of a value.
func (j *interpreter) element(x *syntax.IndexExpr, on, i any) any {
	if on == nil || i == nil {
		return nil
	}
	switch on := on.(type) {
	case *layer:
		return j.valueAt(x, on, i)
	case borders:
		p, _ := i.(board.Place)
		if m := j.b.Marks(on.l.Layer); m != nil && len(m.Walls) > 0 && slices.Contains(m.Walls, p) {
			return true // drawn inside a part
		}
		ends := j.ends(p)
		return j.valueAt(x, on.l, ends[0]) != j.valueAt(x, on.l, ends[1])
	case *components:
		p, _ := i.(board.Place)
		if c := on.group(p); c != nil {
			return c
		}
		return nil
	case opposite:
		w, _ := i.(string)
		if d, ok := board.ParseDir(w); ok {
			return d.Back().String()
		}
		j.fail(x, "back takes a direction")
	}
	list := j.items(x, on)
	n, ok := i.(int64)
	if !ok {
		j.fail(x, "the number of an element is a number")
	}
	if n < 0 {
		n += int64(len(list))
	}
	if n < 0 || n >= int64(len(list)) {
		return nil
	}
	return list[n]
}

// valueAt gives what a layer holds at a place; of a division the part.
func (j *interpreter) valueAt(x syntax.Node, l *layer, place any) any {
	if place == nil {
		return nil
	}
	p, ok := place.(board.Place)
	if !ok {
		j.fail(x, "%s has values at places", l.Name)
	}
	if l.Parts && l.Role == rules.Find {
		if c := j.partsOf(l).group(p); c != nil {
			return c
		}
		return nil
	}
	if l.Parts {
		v, _ := j.values(l).get(p)
		return v
	}
	return j.holding(l, p)
}
