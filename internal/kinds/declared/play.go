package declared

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/judge"
)

// A puzzle is played by marking the places of the layers to be found. A move is
//
//	LAYER@PLACE=MARK        line@r1c1.n=1   digit@r2c3=5   area@r1c1-r1c2=1
//
// where PLACE is a place's name (a part or a span is its layer's name with a number, such as room3) and MARK is one of
//
//	.        nothing is known of the place
//	1, 0     of truth values: it is so, or it is not (a cross, a dot)
//	-        of layers some of whose places have no value: this one has none
//	VALUE    a number, a word, the name of a place
//
// A division is played by the borders between its places: the places of its moves are links, 1 is a border that crosses the link,
// 0 says that the two cells belong together.
//
// A state lists the marks of each layer, in the order of the places, apart by commas; layers are apart by semicolons, and what is
// empty at the end is left out. The start is the empty state.

// unmarked is the mark of a place of which nothing is known, as moves write it; in states it is empty.
const unmarked = "."

// none is the mark of a place that has no value.
const none = "-"

// playLayer is a layer that a player fills in.
type playLayer struct {
	*rules.Layer
	places []board.Place
	names  []string
	index  map[string]int
	marks  []string      // those that a place can have, beside none; nil: the numbers from lo to hi
	values []rules.Value // what these stand for
	lo, hi int64
	fixed  []bool      // which places have a printed value; nil: none has
	rest   rules.Value // what a place without mark counts as
	empty  bool        // whether a player can say that a place has no value

	printed bool // a setter marks it: see setting.go
	lists   bool // its marks are lists of numbers
}

// maxListed is up to how many numbers of a layer are listed as marks.
const maxListed = 64

// table gives the layers that are played, made once for each instance.
func (i *Instance) table() ([]*playLayer, error) {
	var out []*playLayer
	for _, l := range i.f.file.Layers {
		if l.Role != rules.Find {
			continue
		}
		if l.Domain.Kind == rules.Lists {
			return nil, fmt.Errorf("%s: the lists of %s cannot be played", i.f.file.ID, l.Name)
		}
		pl, err := i.playLayer(l)
		if err != nil {
			return nil, err
		}
		out = append(out, pl)
	}
	return out, nil
}

func (i *Instance) playLayer(l *rules.Layer) (*playLayer, error) {
	pl := &playLayer{Layer: l, index: map[string]int{}, empty: l.Some, lists: l.Domain.Kind == rules.Lists}
	var err error
	if pl.places, err = i.b.Places(l); err != nil {
		return nil, err
	}
	if l.Parts {
		pl.places = linksOf(i.b.Geo, pl.places)
	}
	speaker := i.speaker(i.b)
	for n, p := range pl.places {
		name := speaker.Name(p)
		pl.names = append(pl.names, name)
		pl.index[name] = n
	}
	truths := func() {
		pl.marks, pl.values = []string{"1", "0"}, []rules.Value{rules.BoolOf(true), rules.BoolOf(false)}
	}
	d := &l.Domain
	if pl.lists {
		d = d.Elem
	}
	switch {
	case l.Parts || d.Kind == rules.Bools:
		truths()
	case d.Kind == rules.Words:
		for _, w := range d.Words {
			pl.marks, pl.values = append(pl.marks, w), append(pl.values, rules.WordOf(w))
		}
	case d.Kind == rules.Places:
		places, err := i.b.Class(d.At)
		if err != nil {
			return nil, err
		}
		for _, p := range places {
			pl.marks, pl.values = append(pl.marks, speaker.Name(p)), append(pl.values, rules.PlaceOf(p))
		}
	case d.Kind == rules.Ints:
		lo, hi, err := i.b.Bounds(d)
		if err != nil {
			return nil, err
		}
		if pl.hi = int64(len(i.b.Geo.All(board.Cell))); hi != nil {
			pl.hi = *hi
		}
		if lo != nil {
			pl.lo = *lo
		}
		if pl.hi-pl.lo < maxListed && !pl.lists {
			for n := pl.lo; n <= pl.hi; n++ {
				pl.marks, pl.values = append(pl.marks, strconv.FormatInt(n, 10)), append(pl.values, rules.IntOf(n))
			}
		}
	}
	switch {
	case l.Default != nil:
		pl.rest = *l.Default
	case l.Parts || l.Domain.Kind == rules.Bools && !l.Some:
		// Where a layer is drawn by what is missing in it, players shade that and leave the rest.
		pl.rest = rules.BoolOf(i.f.looks.Of(l).Style == "floor")
	}
	if m := i.b.Marks(l); l.Printed && m != nil {
		pl.fixed = make([]bool, len(pl.places))
		for n, p := range pl.places {
			_, pl.fixed[n] = m.Values[p]
		}
	}
	return pl, nil
}

// linksOf gives the links between places, in order.
func linksOf(geo *board.Board, places []board.Place) []board.Place {
	in := map[board.Place]bool{}
	for _, p := range places {
		in[p] = true
	}
	return slices.DeleteFunc(slices.Clone(geo.All(board.Link)), func(l board.Place) bool {
		a, b := geo.Ends(l)
		return !in[a] || !in[b]
	})
}

// value gives what a mark stands for; ok is false where the layer has no such mark.
func (pl *playLayer) value(mark string) (v rules.Value, ok bool) {
	if mark == none && pl.empty {
		return rules.Value{}, true
	}
	if pl.lists {
		return pl.listed(mark)
	}
	if n := slices.Index(pl.marks, mark); n >= 0 {
		return pl.values[n], true
	}
	n, err := strconv.ParseInt(mark, 10, 64)
	if pl.marks != nil || err != nil || n < pl.lo || n > pl.hi || strconv.FormatInt(n, 10) != mark {
		return rules.Value{}, false
	}
	return rules.IntOf(n), true
}

// mark gives the mark of a value, as moves write it.
func (pl *playLayer) mark(v rules.Value) string {
	if v.Kind == rules.Nothing {
		return none
	}
	for n, w := range pl.values {
		if w.Equal(v) {
			return pl.marks[n]
		}
	}
	return v.String()
}

func (pl *playLayer) move(n int, mark string) puzzle.Move {
	return puzzle.Move(pl.Name + "@" + pl.names[n] + "=" + mark)
}

// position is a state that was read: the mark of each place of each layer, "" where nothing is known.
type position struct {
	layers []*playLayer
	marks  [][]string
}

func (i *Instance) position(s puzzle.State) (*position, error) {
	layers, err := i.played()
	if err != nil {
		return nil, err
	}
	p := &position{layers: layers, marks: make([][]string, len(layers))}
	for n, l := range layers {
		p.marks[n] = make([]string, len(l.places))
	}
	if s == "" {
		return p, nil
	}
	parts := strings.Split(string(s), ";")
	if len(parts) > len(layers) {
		return nil, fmt.Errorf("a state of %s has at most %d layers, found %d", i.f.file.ID, len(layers), len(parts))
	}
	for n, part := range parts {
		l := layers[n]
		if part == "" {
			continue
		}
		marks := strings.Split(part, ",")
		if len(marks) > len(l.places) {
			return nil, fmt.Errorf("layer %s of the state has %d marks, at most %d fit the board", l.Name, len(marks), len(l.places))
		}
		for at, mark := range marks {
			if mark == "" {
				continue
			}
			if err := p.set(n, at, mark); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

// set gives a place a mark.
func (p *position) set(layer, at int, mark string) error {
	l := p.layers[layer]
	if l.fixed != nil && l.fixed[at] {
		return fmt.Errorf("the %s at %s is printed", l.Name, l.names[at])
	}
	if mark == unmarked || mark == "" {
		p.marks[layer][at] = ""
		return nil
	}
	if _, ok := l.value(mark); !ok {
		if l.marks == nil {
			return fmt.Errorf("expected a number from %d to %d for %s at %s, found %q", l.lo, l.hi, l.Name, l.names[at], clip(mark))
		}
		return puzzle.Unknownf("mark of "+l.Name, mark, l.marks)
	}
	p.marks[layer][at] = mark
	return nil
}

// state writes the position.
func (p *position) state() puzzle.State {
	parts := make([]string, len(p.layers))
	for n, marks := range p.marks {
		last := len(marks)
		for last > 0 && marks[last-1] == "" {
			last--
		}
		parts[n] = strings.Join(marks[:last], ",")
	}
	return puzzle.State(strings.TrimRight(strings.Join(parts, ";"), ";"))
}

// parse parts a move into the name of a layer, that of a place, and a mark.
func parse(m puzzle.Move) (layer, place, mark string, ok bool) {
	where, mark, marked := strings.Cut(string(m), "=")
	layer, place, placed := strings.Cut(where, "@")
	return layer, place, mark, marked && placed && mark != ""
}

// apply makes a move.
func (p *position) apply(m puzzle.Move) error {
	name, place, mark, ok := parse(m)
	if !ok {
		return fmt.Errorf("expected a move such as %s, found %q", p.layers[0].move(0, "1"), clip(string(m)))
	}
	n := slices.IndexFunc(p.layers, func(l *playLayer) bool { return l.Name == name })
	if n < 0 {
		var names []string
		for _, l := range p.layers {
			names = append(names, l.Name)
		}
		return puzzle.Unknownf("layer", name, names)
	}
	at, ok := p.layers[n].index[place]
	if !ok {
		return puzzle.Unknownf("place of "+name, place, p.layers[n].names)
	}
	return p.set(n, at, mark)
}

// Start gives the state in which nothing is marked.
func (i *Instance) Start() puzzle.State { return "" }

// moves makes moves.
func (i *Instance) moves() puzzle.Positions[*position] {
	return puzzle.Positions[*position]{Read: i.position, Make: (*position).apply, Write: (*position).state}
}

// Apply makes a move.
func (i *Instance) Apply(s puzzle.State, m puzzle.Move) (puzzle.State, error) {
	return i.moves().Apply(s, m)
}

// board gives the board with the marks as an answer: what is not marked is false, or has no value; a division has the parts that its
// borders make.
func (p *position) board(problem *rules.Board) *rules.Board {
	out := problem.Clone()
	for n, l := range p.layers {
		if l.Parts {
			continue
		}
		m := &rules.Marks{Values: map[board.Place]rules.Value{}}
		if printed := problem.Marks(l.Layer); printed != nil {
			maps.Copy(m.Values, printed.Values)
		}
		for at, mark := range p.marks[n] {
			if l.fixed != nil && l.fixed[at] {
				continue
			}
			v, _ := l.value(mark)
			if mark == "" {
				v = l.rest
			}
			if v.Kind != rules.Nothing {
				m.Values[l.places[at]] = v
			}
		}
		out.Set(l.Layer, m)
	}
	for n, l := range p.layers { // now that all is known of which their places may be
		if l.Parts {
			out.Set(l.Layer, p.division(out, n))
		}
	}
	return out
}

// division gives the parts that the borders of a layer make.
func (p *position) division(b *rules.Board, n int) *rules.Marks {
	l := p.layers[n]
	cells, _ := b.Places(l.Layer) // they have been listed before
	without := judge.Partless(b, l.Layer)
	walls := map[board.Place]bool{}
	for at, link := range l.places {
		walls[link] = p.marks[n][at] == "1"
	}
	cells = slices.DeleteFunc(slices.Clone(cells), func(c board.Place) bool { return without[c] })
	return rules.Divide(b.Geo, cells, func(link board.Place) bool { return walls[link] })
}

// solved gives the position at which a solution is marked, and nothing beside it: what an unmarked place counts as stays unmarked.
func (i *Instance) solved(s *Solution) (*position, error) {
	p, err := i.position("")
	if err != nil {
		return nil, err
	}
	for n, l := range p.layers {
		for at, place := range l.places {
			if l.fixed != nil && l.fixed[at] {
				continue
			}
			if l.Parts {
				// Two places that are both in no part are not joined either.
				x, y := i.b.Geo.Ends(place)
				if part := s.b.PartOf(l.Layer, x); part == (board.Place{}) || part != s.b.PartOf(l.Layer, y) {
					p.marks[n][at] = "1"
				}
				continue
			}
			if v := s.b.Value(l.Layer, place); !v.Equal(l.rest) {
				p.marks[n][at] = l.mark(v)
			}
		}
	}
	return p, nil
}

// Winning lists the moves that lead from the start to a solution, one for each mark that it needs.
func (i *Instance) Winning(s puzzle.Solution) ([]puzzle.Move, error) {
	sol, err := i.of(s)
	if err != nil {
		return nil, err
	}
	p, err := i.solved(sol)
	if err != nil {
		return nil, err
	}
	var out []puzzle.Move
	for n, l := range p.layers {
		for at, mark := range p.marks[n] {
			if mark != "" {
				out = append(out, l.move(at, mark))
			}
		}
	}
	return out, nil
}
