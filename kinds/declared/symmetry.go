package declared

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

var _ puzzle.Symmetric = (*Instance)(nil)

// errUnturned is the error of a board that a symmetry has no image of: a clue would stand where the family has none.
var errUnturned = errors.New("this board has no image under the symmetry")

// symmetries lists the maps that the rules file names: turning and mirroring, of boards that are a rectangle.
func (f *Family) symmetries() []board.Symmetry {
	if f.file.Symmetries == nil || len(f.file.Grids) > 0 {
		return nil
	}
	square := f.file.Symmetries.Text.Value == "square"
	for _, n := range f.file.Symmetries.Items {
		square = square || n.Text.Value == "square"
	}
	if !square {
		return nil
	}
	var out []board.Symmetry
	for s := board.FlipLeftRight; s < board.Symmetries; s++ {
		out = append(out, s)
	}
	return out
}

// Transformations names the symmetries of the family's rules.
func (i *Instance) Transformations() []string {
	var out []string
	for _, s := range i.f.symmetries() {
		out = append(out, s.String())
	}
	return out
}

// Transform gives the puzzle's image under a symmetry.
func (i *Instance) Transform(name string, _ *rng.Stream) (puzzle.Instance, error) {
	for _, s := range i.f.symmetries() {
		if s.String() == name {
			b, err := i.f.turn(i.b, s)
			if err != nil {
				return nil, err
			}
			return i.f.instance(b), nil
		}
	}
	return nil, puzzle.Unknownf("symmetry of "+i.f.file.ID, name, i.Transformations())
}

// Canonical gives the first in order of the puzzle and its images.
func (i *Instance) Canonical(ctx context.Context, _ int) (puzzle.Form, error) {
	key := func(j *Instance) []byte { return []byte(j.Params().String() + ":" + j.Desc()) }
	best, least := i, key(i)
	all := i.f.symmetries()
	for _, s := range all {
		b, err := i.f.turn(i.b, s)
		if errors.Is(err, errUnturned) {
			continue // nor has any other image of this board one that leads here
		}
		if err != nil {
			return puzzle.Form{}, err
		}
		j := i.f.instance(b)
		if k := key(j); bytes.Compare(k, least) < 0 {
			best, least = j, k
		}
	}
	return puzzle.Form{Key: least, Exact: true, Work: 1 + len(all), Instance: func() (puzzle.Instance, error) { return best, nil }}, ctx.Err()
}

// turn gives the image of a board, with all that its layers hold.
func (f *Family) turn(b *rules.Board, s board.Symmetry) (*rules.Board, error) {
	rows, cols := b.Geo.Rows, b.Geo.Cols
	if s.Swaps() {
		rows, cols = cols, rows
	}
	out, err := rules.NewBoard(f.file, rows, cols, b.Params)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errUnturned, err)
	}
	t := b.Geo.Turn(s)
	// Divisions and objects first: other layers may have values at them.
	number := map[board.Place]board.Place{}
	for _, l := range f.file.Layers {
		m := b.Marks(l)
		if m == nil || !l.Parts && !l.Objects() {
			continue
		}
		n := &rules.Marks{}
		for _, link := range m.Walls {
			n.Walls = append(n.Walls, t.Place(link))
		}
		own := b.Own(l)
		if l.Parts {
			order := make([]int, len(m.Parts))
			images := make([][]board.Place, len(m.Parts))
			for k, part := range m.Parts {
				order[k] = k
				for _, p := range part {
					images[k] = append(images[k], t.Place(p))
				}
				slices.SortFunc(images[k], before)
			}
			slices.SortFunc(order, func(x, y int) int { return before(images[x][0], images[y][0]) })
			for to, from := range order {
				n.Parts = append(n.Parts, images[from])
				number[own[from]] = own[to]
			}
		}
		for k, fields := range m.Objects {
			image := map[string]rules.Value{}
			for name, v := range fields {
				image[name] = turned(t, s, v)
			}
			n.Objects = append(n.Objects, image)
			number[own[k]] = own[k]
		}
		out.Set(l, n)
	}
	for _, l := range f.file.Layers {
		m := b.Marks(l)
		if m == nil || l.Parts || l.Objects() {
			continue
		}
		places, err := out.Places(l)
		if err != nil {
			return nil, err
		}
		n := &rules.Marks{Values: make(map[board.Place]rules.Value, len(m.Values))}
		for p, v := range m.Values {
			to, own := number[p]
			if !own {
				to = t.Place(p)
			}
			v = turned(t, s, v)
			if p.Kind == board.End && !slices.Contains(places, to) {
				// The line is read from its other end: a list of its runs is turned round, and nothing else can be.
				to = otherEnd(out.Geo, to)
				if v.Kind != rules.List {
					return nil, errUnturned
				}
				v.List = slices.Clone(v.List)
				slices.Reverse(v.List)
			}
			if to == (board.Place{}) {
				return nil, errUnturned
			}
			n.Values[to] = v
		}
		out.Set(l, n)
	}
	return out, nil
}

func before(a, b board.Place) int { return int(a.N) - int(b.N) }

// otherEnd gives the end of the same line on the opposite side.
func otherEnd(geo *board.Board, end board.Place) board.Place {
	for _, d := range []board.Dir{board.N, board.E, board.S, board.W} {
		for _, p := range geo.LinesFrom(d) {
			if p != end && geo.Line(p) == geo.Line(end) {
				return p
			}
		}
	}
	return board.Place{}
}

// turned gives the image of a value: of a direction, a diagonal or a place.
func turned(t board.Turned, s board.Symmetry, v rules.Value) rules.Value {
	switch v.Kind {
	case rules.Word:
		if d, ok := board.ParseDir(v.Word); ok {
			v.Word = strings.ToLower(s.Dir(d).String())
		}
	case rules.PlaceValue:
		v.Place = t.Place(v.Place)
	case rules.List:
		list := make([]rules.Value, len(v.List))
		for i, x := range v.List {
			list[i] = turned(t, s, x)
		}
		v.List = list
	}
	return v
}
