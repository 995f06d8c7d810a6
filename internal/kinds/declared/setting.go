package declared

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/drawing"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// A puzzle is set with the moves with which it is played, on the layers that are printed:
//
//	number@r1c1=3   pearl@r2c2=b   room@r1c1-r1c2=1   clue@ne3=2+1   number@r1c1=.
//
// A list is written with + between its parts. A place that is a room has the name of its first cell, so that it keeps its name while
// other rooms change; where rooms change, what stood in a room whose first cell is no longer one goes with it.

// brushed reports whether a setter can mark a layer. Objects, such as fleets, come with the board's text alone.
func (f *Family) brushed(l *rules.Layer) bool {
	if f.variant {
		return l.Role == rules.Find && l.Printed
	}
	return l.Role == rules.Given && !l.Objects() || l.Role == rules.Find && l.Printed
}

// brush gives a layer as setters mark it: a place has a value or none.
func (i *Instance) brush(l *rules.Layer) (*playLayer, error) {
	pl, err := i.playLayer(l)
	if err != nil {
		return nil, err
	}
	pl.fixed, pl.printed, pl.rest, pl.empty = nil, true, rules.Value{}, false
	if !l.Parts && l.Domain.Kind == rules.Bools {
		pl.marks, pl.values = pl.marks[:1], pl.values[:1]
	}
	for n, p := range pl.places {
		if cells := i.b.Cells(p); p.Kind >= board.Others && len(cells) > 0 && !i.spanned(pl) {
			delete(pl.index, pl.names[n])
			pl.names[n] = i.b.Geo.Name(cells[0])
			pl.index[pl.names[n]] = n
		}
	}
	return pl, nil
}

// listed reads the mark of a list.
func (pl *playLayer) listed(mark string) (rules.Value, bool) {
	v := rules.ListOf()
	for part := range strings.SplitSeq(mark, "+") {
		if signs := pl.Domain.Elem.Words; slices.Contains(signs, part) && len(v.List) < maxListed {
			v.List = append(v.List, rules.WordOf(part))
			continue
		}
		n, err := strconv.ParseInt(part, 10, 64)
		if err != nil || n < pl.lo || n > pl.hi || len(v.List) >= maxListed {
			return rules.Value{}, false
		}
		v.List = append(v.List, rules.IntOf(n))
	}
	return v, true
}

// printedMark writes what is printed at a place as moves write it; "" where nothing is.
func (i *Instance) printedMark(pl *playLayer, at int) string {
	l, place := pl.Layer, pl.places[at]
	if l.Parts {
		x, y := i.b.Geo.Ends(place)
		if a, b := i.b.PartOf(l, x), i.b.PartOf(l, y); a != b {
			return "1"
		}
		if m := i.b.Marks(l); m != nil && slices.Contains(m.Walls, place) {
			return "1"
		}
		return ""
	}
	if !i.b.Held(l, place) {
		return ""
	}
	v := i.b.Value(l, place)
	if v.Kind == rules.List {
		parts := make([]string, len(v.List))
		for n, x := range v.List {
			parts[n] = x.String()
		}
		return strings.Join(parts, "+")
	}
	return pl.mark(v)
}

// givens lists what is printed, by layer and the name of the place.
func (i *Instance) givens() (layers []*playLayer, marks []map[string]string, err error) {
	for _, l := range i.f.file.Layers {
		if !i.f.brushed(l) {
			continue
		}
		pl, err := i.brush(l)
		if err != nil {
			return nil, nil, err
		}
		own := map[string]string{}
		if i.b.Marks(l) != nil {
			for at, name := range pl.names {
				if m := i.printedMark(pl, at); m != "" {
					own[name] = m
				}
			}
		}
		layers, marks = append(layers, pl), append(marks, own)
	}
	return layers, marks, nil
}

// Givens lists what is printed, each as the move that prints it.
func (i *Instance) Givens() []puzzle.Move {
	layers, marks, err := i.givens()
	if err != nil {
		return nil
	}
	var out []puzzle.Move
	for n, l := range layers {
		for at, name := range l.names {
			if m, ok := marks[n][name]; ok {
				out = append(out, l.move(at, m))
			}
		}
	}
	return out
}

// Removals lists what is printed, each as the move that takes it away alone. The borders of rooms are no such things.
func (i *Instance) Removals() []puzzle.Move {
	layers, marks, err := i.givens()
	if err != nil {
		return nil
	}
	var out []puzzle.Move
	for n, l := range layers {
		if l.Parts {
			continue
		}
		for at, name := range l.names {
			if _, ok := marks[n][name]; ok {
				out = append(out, l.move(at, unmarked))
			}
		}
	}
	return out
}

// Reveals lists what a solution has at places of layers that can be printed and are not.
func (i *Instance) Reveals(s puzzle.Solution) []puzzle.Move {
	sol, err := i.of(s)
	if err != nil {
		return nil
	}
	layers, marks, err := i.givens()
	if err != nil {
		return nil
	}
	var out []puzzle.Move
	for n, l := range layers {
		if l.Role != rules.Find || l.Parts {
			continue
		}
		for at, place := range l.places {
			if _, printed := marks[n][l.names[at]]; printed {
				continue
			}
			if v := sol.b.Value(l.Layer, place); v.Kind != rules.Nothing && (v.Kind != rules.Bool || v.True()) {
				out = append(out, l.move(at, l.mark(v)))
			}
		}
	}
	return out
}

// Edit changes what is printed.
func (i *Instance) Edit(moves []puzzle.Move) (puzzle.Instance, error) {
	layers, marks, err := i.givens()
	if err != nil {
		return nil, err
	}
	set := make([]map[string]int, len(layers)) // by layer and name: the move that set it
	for n := range set {
		set[n] = map[string]int{}
	}
	for k, m := range moves {
		name, place, mark, ok := parse(m)
		n := slices.IndexFunc(layers, func(l *playLayer) bool { return l.Name == name })
		switch {
		case !ok:
			err = fmt.Errorf("expected a move such as number@r1c1=3, found %q", clip(string(m)))
		case n < 0:
			var names []string
			for _, l := range layers {
				names = append(names, l.Name)
			}
			err = puzzle.Unknownf("layer that is printed", name, names)
		}
		if err != nil {
			return nil, &puzzle.MoveError{Index: k, Err: err}
		}
		if delete(marks[n], place); mark != unmarked && (mark != "0" || !truths(layers[n].Layer)) {
			marks[n][place] = mark
		}
		set[n][place] = k
	}
	b := i.b.Clone()
	// Rooms come first: the places of other layers may be rooms.
	for _, rooms := range []bool{true, false} {
		for n, l := range layers {
			if l.Parts != rooms {
				continue
			}
			if err := printOn(i.f, b, l.Layer, marks[n], set[n]); err != nil {
				return nil, err
			}
		}
	}
	out := i.f.instance(b)
	again, err := i.f.Decode(out.Params(), out.Desc())
	if err != nil {
		return nil, fmt.Errorf("the text of %s cannot say this board: %w", i.f.file.ID, err)
	}
	if j := again.(*Instance); !slices.Equal(j.Givens(), out.Givens()) {
		return nil, fmt.Errorf("the text of %s cannot say this board: two layers have values at one place that it writes as one", i.f.file.ID)
	}
	return out, nil
}

func truths(l *rules.Layer) bool { return l.Parts || l.Domain.Kind == rules.Bools }

// printOn gives a layer of a board its marks; set tells which of them are those of moves.
func printOn(f *Family, b *rules.Board, l *rules.Layer, marks map[string]string, set map[string]int) error {
	pl, err := f.instance(b).brush(l)
	if err != nil {
		return err
	}
	for place, k := range set {
		if _, ok := pl.index[place]; !ok {
			return &puzzle.MoveError{Index: k, Err: puzzle.Unknownf("place of "+l.Name, place, pl.names)}
		}
	}
	if l.Parts {
		p := &position{layers: []*playLayer{pl}, marks: [][]string{make([]string, len(pl.places))}}
		for name, mark := range marks {
			if at, ok := pl.index[name]; ok {
				p.marks[0][at] = mark
			}
		}
		b.Set(l, p.division(b, 0))
		return nil
	}
	m := &rules.Marks{Values: map[board.Place]rules.Value{}}
	for name, mark := range marks {
		at, ok := pl.index[name]
		if !ok {
			continue // it stood in a room that is no more
		}
		v, ok := pl.value(mark)
		if !ok {
			err := fmt.Errorf("%s at %s cannot be %q", l.Name, name, clip(mark))
			if k, mine := set[name]; mine {
				return &puzzle.MoveError{Index: k, Err: err}
			}
			return err
		}
		m.Values[pl.places[at]] = v
	}
	b.Set(l, m)
	return nil
}

// Blank gives a board of which nothing is printed yet; of divisions, one room.
func (f *Family) Blank(pp puzzle.Params) (puzzle.Instance, error) {
	p, ok := pp.(params)
	if !ok {
		return nil, fmt.Errorf("parameters of another family: %v", pp)
	}
	own := maps.Clone(p.Params)
	if own == nil {
		own = map[string]int64{}
	}
	for _, q := range f.file.Params {
		if _, ok := own[q.Name]; !ok && q.Default == nil && f.file.Making.Params[q.Name] == nil {
			own[q.Name] = int64(q.Range.Lo) // for the setter to change
		}
	}
	size, err := f.file.CompleteSize(rules.BoardSize{Rows: p.Rows, Cols: p.Cols, Params: own})
	if err != nil {
		return nil, err
	}
	b, err := rules.NewBoard(f.file, size.Rows, size.Cols, size.Params)
	if err != nil {
		return nil, err
	}
	for _, l := range f.file.Layers {
		if l.Role != rules.Given {
			continue
		}
		m := &rules.Marks{Values: map[board.Place]rules.Value{}}
		if l.Parts {
			places, err := b.Places(l)
			if err != nil {
				return nil, err
			}
			m.Parts = [][]board.Place{places}
		}
		b.Set(l, m)
	}
	inst := f.instance(b)
	if _, err := f.Decode(inst.Params(), inst.Desc()); err == nil {
		return inst, nil
	}
	// A layer that has a value everywhere begins with its least.
	for _, l := range f.file.Layers {
		if l.Role != rules.Given || l.Some || l.Parts || l.Objects() || l.Domain.Kind == rules.Bools {
			continue
		}
		pl, err := inst.brush(l)
		if err != nil {
			return nil, err
		}
		m := &rules.Marks{Values: map[board.Place]rules.Value{}}
		for _, place := range pl.places {
			switch {
			case len(pl.values) > 0:
				m.Values[place] = pl.values[0]
			case l.Domain.Kind == rules.Ints:
				m.Values[place] = rules.IntOf(pl.lo)
			}
		}
		b.Set(l, m)
	}
	inst = f.instance(b)
	if _, err := f.Decode(inst.Params(), inst.Desc()); err != nil {
		return nil, fmt.Errorf("%s has no empty board: %w", f.file.ID, err)
	}
	return inst, nil
}

// Blank gives a board of which nothing is printed yet.
func (b *Builtin) Blank(p puzzle.Params) (puzzle.Instance, error) { return b.load().Blank(p) }

// Brushes gives the board as a setter marks it.
func (i *Instance) Brushes(lang string) (puzzle.View, error) {
	layers, _, err := i.givens()
	if err != nil {
		return puzzle.View{}, err
	}
	if len(layers) == 0 {
		return puzzle.View{}, errors.New("nothing is printed on the boards of " + i.f.file.ID)
	}
	// The picture is that of the board without what is marked, which stands over it.
	bare := i.b.Clone()
	for _, l := range layers {
		if !l.Parts {
			bare.Set(l.Layer, nil)
		}
	}
	for _, l := range layers {
		if l.Parts {
			bare.Set(l.Layer, nil)
		}
	}
	under := i.f.instance(bare)
	v, err := under.View(lang)
	if err != nil {
		return v, err
	}
	v.ID = i.f.Name() + ":" + i.Params().String() + ":" + i.Desc()
	v.Layers.Layers = nil
	right, bottom := float64(v.Layers.Cols), float64(v.Layers.Rows)
	left, top := 0.0, 0.0
	own := i.in(v.Lang)
	for _, l := range layers {
		lv := own.layerView(l)
		lv.Lists = l.lists
		for _, at := range lv.At {
			left, top = max(left, -math.Floor(at[0])), max(top, -math.Floor(at[1]))
			right, bottom = max(right, math.Ceil(at[0])), max(bottom, math.Ceil(at[1]))
		}
		v.Layers.Layers = append(v.Layers.Layers, lv)
	}
	// Clues outside the board need room, also before there are any.
	left, top = max(left, v.Layers.Left), max(top, v.Layers.Top)
	shift := puzzle.Point{X: left - v.Layers.Left, Y: top - v.Layers.Top}
	for n, shape := range v.Layers.Board.Shapes {
		v.Layers.Board.Shapes[n] = shape.Moved(shift.X, shift.Y)
	}
	v.Layers.Left, v.Layers.Top = left, top
	v.Layers.Board.Width = max(v.Layers.Board.Width+shift.X, left+right)
	v.Layers.Board.Height = max(v.Layers.Board.Height+shift.Y, top+bottom)
	return v, nil
}

// Differences gives the marks in which two solutions differ, each with the point of the board where it stands: of every place the mark
// of the first and that of the second.
func (i *Instance) Differences(a, b puzzle.Solution) ([]puzzle.Difference, error) {
	x, err := i.of(a)
	if err != nil {
		return nil, err
	}
	y, err := i.of(b)
	if err != nil {
		return nil, err
	}
	p, err := i.solved(x)
	if err != nil {
		return nil, err
	}
	q, err := i.solved(y)
	if err != nil {
		return nil, err
	}
	var out []puzzle.Difference
	for n, l := range p.layers {
		for at := range l.places {
			if p.marks[n][at] == q.marks[n][at] {
				continue
			}
			cx, cy := drawing.Centre(i.b, l.places[at])
			out = append(out, puzzle.Difference{Place: l.names[at], X: cx, Y: cy, Cell: l.places[at].Kind == board.Cell,
				A: cmp.Or(p.marks[n][at], unmarked), B: cmp.Or(q.marks[n][at], unmarked)})
		}
	}
	return out, nil
}
