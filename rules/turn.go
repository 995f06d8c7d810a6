package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/doctree"
)

// ErrUnturned is the error of a board that a symmetry has no image of: a clue would stand where the family has none.
var ErrUnturned = errors.New("this board has no image under the symmetry")

// Turns lists the symmetries, other than the identity, that keep the family's rules: those that the file names under "symmetries"
// (square is all of them), and what they make one after another. A family of several grids has none.
func (f *File) Turns() []board.Symmetry {
	if f.Symmetries == nil || len(f.Grids) > 0 {
		return nil
	}
	var in [board.Symmetries]bool
	for _, n := range symmetryNames(f.Symmetries) {
		for s := range in {
			in[s] = in[s] || n.Text.Value == "square" || n.Text.Value == board.Symmetry(s).String()
		}
	}
	for changed := true; changed; {
		changed = false
		for a := range in {
			for b := range in {
				if c := board.Symmetry(a).Then(board.Symmetry(b)); in[a] && in[b] && !in[c] {
					in[c], changed = true, true
				}
			}
		}
	}
	var out []board.Symmetry
	for s := board.FlipLeftRight; s < board.Symmetries; s++ {
		if in[s] {
			out = append(out, s)
		}
	}
	return out
}

// symmetryNames gives the names of the section: it may be one, or a list.
func symmetryNames(n *doctree.Node) []*doctree.Node {
	if n.Kind == doctree.Scalar {
		return []*doctree.Node{n}
	}
	return n.Items
}

// Turn gives the image of a board under a symmetry, with all that its layers hold. The error is ErrUnturned for a board that has none.
func (b *Board) Turn(s board.Symmetry) (*Board, error) {
	if s.Swaps() && b.lyingBoxes() {
		return nil, ErrUnturned
	}
	rows, cols := b.Geo.Rows, b.Geo.Cols
	if s.Swaps() {
		rows, cols = cols, rows
	}
	out, err := NewBoard(b.File, rows, cols, b.Params)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnturned, err)
	}
	values := &turner{b.Geo.Turn(s), s, map[*Domain]map[string]string{}}
	// Divisions and objects first: other layers may have values at them.
	number := map[board.Place]board.Place{}
	for _, l := range b.File.Layers {
		if m := b.Marks(l); m != nil && (l.Parts || l.Objects()) {
			out.Set(l, b.turnOwn(l, m, values, number))
		}
	}
	for _, l := range b.File.Layers {
		m := b.Marks(l)
		if m == nil || l.Parts || l.Objects() {
			continue
		}
		n, err := b.turnValues(l, m, out, values, number)
		if err != nil {
			return nil, err
		}
		out.Set(l, n)
	}
	return out, nil
}

// turnOwn gives the image of a division, or of objects, and notes that of each part and object.
func (b *Board) turnOwn(l *Layer, m *Marks, values *turner, number map[board.Place]board.Place) *Marks {
	n := &Marks{}
	for _, link := range m.Walls {
		n.Walls = append(n.Walls, values.Place(link))
	}
	own := b.Own(l)
	if l.Parts {
		order := make([]int, len(m.Parts))
		images := make([][]board.Place, len(m.Parts))
		for k, part := range m.Parts {
			order[k] = k
			for _, p := range part {
				images[k] = append(images[k], values.Place(p))
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
		image := map[string]Value{}
		for i := range l.Fields {
			f := &l.Fields[i]
			if v, ok := fields[f.Name]; ok {
				image[f.Name] = values.of(&f.Domain, v)
			}
		}
		n.Objects = append(n.Objects, image)
		number[own[k]] = own[k]
	}
	return n
}

// turnValues gives the image of what a layer holds at places.
func (b *Board) turnValues(l *Layer, m *Marks, out *Board, values *turner, number map[board.Place]board.Place) (*Marks, error) {
	places, err := out.Places(l)
	if err != nil {
		return nil, err
	}
	n := &Marks{Values: make(map[board.Place]Value, len(m.Values))}
	for p, v := range m.Values {
		to, own := number[p]
		if _, span := b.layerOf(p.Kind); span {
			to = b.turnedSpan(out, values.Turned, p)
		} else if !own {
			to = values.Place(p)
		}
		v = values.of(&l.Domain, v)
		if p.Kind == board.End && !slices.Contains(places, to) {
			// The line is read from its other end: a list of its runs is turned round, and nothing else can be.
			to = otherEnd(out.Geo, to)
			if v.Kind != List {
				return nil, ErrUnturned
			}
			v.List = slices.Clone(v.List)
			slices.Reverse(v.List)
		}
		if to == (board.Place{}) {
			return nil, ErrUnturned
		}
		n.Values[to] = v
	}
	return n, nil
}

// turnedSpan gives the image of a span: the one between the images of its ends, in either order.
func (b *Board) turnedSpan(out *Board, t board.Turned, p board.Place) board.Place {
	l, _ := b.layerOf(p.Kind)
	s := b.Span(p)
	from, to := t.Place(s.A), t.Place(s.B)
	for _, q := range out.Spans(l) {
		if x := out.Span(q); x.A == from && x.B == to || x.A == to && x.B == from {
			return q
		}
	}
	return board.Place{}
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

// lyingBoxes reports whether the rules are about boxes that are not square: these always lie, and a quarter turn would set them upright.
func (b *Board) lyingBoxes() bool {
	if n := b.Geo.Grids()[0].Rows; slices.ContainsFunc([]int{1, 2, 3, 4, 5, 6}, func(side int) bool { return side*side == n }) {
		return false
	}
	boxes := func(e *Expr) bool {
		return e != nil && slices.Contains(strings.FieldsFunc(e.Value, notLetter), "boxes")
	}
	return slices.ContainsFunc(b.File.Lets, func(l *Let) bool { return boxes(l.Expr) }) ||
		slices.ContainsFunc(b.File.Rules, func(r *Rule) bool {
			return boxes(r.Expr)
		})
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) && r != '_' }

// pairs are words for the two ways that a line can lie, which turn into each other: across its corners, and along its sides.
var pairs = [][2]string{{"fall", "rise"}, {"h", "v"}}

// turner gives the images of values under a symmetry.
type turner struct {
	board.Turned
	symmetry board.Symmetry
	words    map[*Domain]map[string]string // the images of a domain's words, worked out once for a board
}

// of gives the image of a value of a domain: of a direction, a diagonal, a place, or a list of them. A word is a direction only
// beside the others: the b and w of stones have no image but themselves.
func (t *turner) of(d *Domain, v Value) Value {
	switch v.Kind {
	case Word:
		images, ok := t.words[d]
		if !ok {
			images = map[string]string{}
			for _, w := range d.Words {
				images[w] = d.turnedWord(t.symmetry, w)
			}
			t.words[d] = images
		}
		if to, ok := images[v.Word]; ok {
			v.Word = to
		}
	case PlaceValue:
		v.Place = t.Place(v.Place)
	case List:
		elem := d.Elem
		if elem == nil { // of a field that is a list of places
			elem = d
		}
		list := make([]Value, len(v.List))
		for i, x := range v.List {
			list[i] = t.of(elem, x)
		}
		v.List = list
	}
	return v
}

// turnedWord gives the image of a word of the domain: itself, if it names no direction.
func (d *Domain) turnedWord(s board.Symmetry, word string) string {
	if to, ok := d.turnedSides(s, word); ok {
		return to
	}
	for i, row := range pairs {
		at := slices.Index(row[:], word)
		if at < 0 || !slices.Contains(d.Words, row[1-at]) {
			continue
		}
		if along := i == 1; along && s.Swaps() || !along && s.Dir(board.SE) != board.SE && s.Dir(board.SE) != board.NW {
			return row[1-at]
		}
	}
	return word
}

// turnedSides gives the image of a word that names sides of a cell.
func (d *Domain) turnedSides(s board.Symmetry, word string) (string, bool) {
	sides, ok := d.Sides(word)
	if !ok {
		return "", false
	}
	return d.withSides(turnedSet(s, sides))
}

// Sides gives which sides of a cell a word of the domain names, by the numbers of their directions: sides, a direction between two of
// them, or what has lines to them, such as n, ne and new. It names some only if all that they turn to are words of the domain too, each
// by one word: of ne and en none would be the image of the other.
func (d *Domain) Sides(word string) (sides [4]bool, ok bool) {
	if sides, ok = sidesOf(word); !ok {
		return sides, false
	}
	for s := board.Symmetry(0); s < board.Symmetries; s++ {
		if _, ok := d.withSides(turnedSet(s, sides)); !ok {
			return sides, false
		}
	}
	return sides, true
}

// withSides finds the only word of the domain that names these sides.
func (d *Domain) withSides(sides [4]bool) (string, bool) {
	found := ""
	for _, w := range d.Words {
		if got, ok := sidesOf(w); ok && got == sides {
			if found != "" {
				return "", false
			}
			found = w
		}
	}
	return found, found != ""
}

// turnedSet gives the images of sides of a cell.
func turnedSet(s board.Symmetry, sides [4]bool) (out [4]bool) {
	for i, has := range sides {
		out[s.Dir(board.Dir(i))] = has
	}
	return out
}

// sidesOf reads a word that is made of the letters n, e, s and w, each once at most.
func sidesOf(word string) (sides [4]bool, ok bool) {
	for _, letter := range word {
		i := strings.IndexRune("nesw", letter)
		if i < 0 || sides[i] {
			return sides, false
		}
		sides[i] = true
	}
	return sides, word != ""
}
