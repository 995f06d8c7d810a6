package rules

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// Limits of a board. A board beyond them is refused when it is made.
const (
	MaxCells   = 64 * 64
	MaxObjects = 4096 // objects of a class
	MaxSubset  = 12   // elements of a list whose subsets are listed
	maxLayers  = 60   // of a file: each has kinds of place of its own
)

// The kinds of place that belong to a layer: its parts or objects, and the spans between its places.
const (
	ownKind  = board.Others
	spanKind = board.Others + maxLayers
)

// Board is one puzzle of a family, or a puzzle with its solution: the geometry, the parameters, and the values of layers. A layer
// that was not set is unknown. A Board is not safe for concurrent use while it is being set; afterwards it is.
type Board struct {
	File   *File
	Geo    *board.Board
	Params map[string]int64

	marks []*Marks       // by layer
	spans map[int][]Span // by layer
	memo  map[string][]board.Place
	// alternatives are the objects that others name as alternatives; nil: not looked for yet
	alternatives map[board.Place]bool
}

// Marks are the values of a layer.
type Marks struct {
	Values  map[board.Place]Value // what the layer holds; a place that is missing has nothing (of truth values: false)
	Parts   [][]board.Place       // of a layer with parts: the places of each, in order
	Objects []map[string]Value    // of a class of objects: the fields of each; a list of places is a List of PlaceValue
	Walls   []board.Place         // links across borders that were drawn inside a part: the division is wrong, or not finished

	part map[board.Place]int
}

// Span is a pair of places of a layer that lie in one line with none of the layer between them.
type Span struct {
	A, B    board.Place
	Between []board.Place // from A to B
	Dir     board.Dir     // E or S
}

// NewBoard makes an empty board of a family. The error says which bound of the file the size or a parameter breaks.
func NewBoard(f *File, rows, cols int, params map[string]int64) (*Board, error) {
	if err := f.Size.bounds(f.ID, rows, cols); err != nil {
		return nil, err
	}
	var geo *board.Board
	var err error
	if len(f.Grids) == 0 {
		geo, err = board.New(rows, cols)
	} else {
		geo, err = board.Overlapping(f.Grids)
		if err == nil && (geo.Rows != rows || geo.Cols != cols) {
			err = fmt.Errorf("a board of %dx%d: %s is %dx%d", rows, cols, f.ID, geo.Rows, geo.Cols)
		}
	}
	if err != nil {
		return nil, err
	}
	b := &Board{File: f, Geo: geo, Params: map[string]int64{}, marks: make([]*Marks, len(f.Layers))}
	for _, p := range f.Params {
		n, ok := params[p.Name]
		if !ok {
			if p.Default == nil {
				return nil, fmt.Errorf("the parameter %s is missing: a number in %s", p.Name, p.Range)
			}
			if n, err = b.number(p.Default); err != nil {
				return nil, err
			}
		}
		if n < int64(p.Range.Lo) || n > int64(p.Range.Hi) {
			return nil, fmt.Errorf("the parameter %s is %d: it lies in %s", p.Name, n, p.Range)
		}
		b.Params[p.Name] = n
	}
	return b, nil
}

func (r Range) has(n int) bool { return r.Lo <= n && n <= r.Hi }

func (r Range) String() string {
	if r.Lo == r.Hi {
		return strconv.Itoa(r.Lo)
	}
	return fmt.Sprintf("%d..%d", r.Lo, r.Hi)
}

// Clone gives a board of its own with the same values.
func (b *Board) Clone() *Board {
	out := *b
	out.marks = slices.Clone(b.marks)
	out.spans, out.memo, out.alternatives = nil, nil, nil
	return &out
}

// Set gives a layer its values, or takes them away (nil). The marks belong to the board from then on.
func (b *Board) Set(l *Layer, m *Marks) {
	b.marks[b.index(l)] = m
	b.spans, b.memo, b.alternatives = nil, nil, nil
}

// Marks gives the values of a layer, or nil where it was not set.
func (b *Board) Marks(l *Layer) *Marks { return b.marks[b.index(l)] }

// Value gives what a layer holds at a place. It is nothing, or false, where the layer was not set.
func (b *Board) Value(l *Layer, p board.Place) Value {
	if m := b.Marks(l); m != nil {
		if v, ok := m.Values[p]; ok {
			return v
		}
	}
	if l.Domain.Kind == Bools && !l.Some {
		return BoolOf(false)
	}
	return Value{}
}

func (b *Board) index(l *Layer) int { return slices.Index(b.File.Layers, l) }

// layerOf gives the layer that a kind of place belongs to, and whether it is one of spans.
func (b *Board) layerOf(k board.Kind) (l *Layer, spans bool) {
	switch {
	case k >= spanKind && int(k-spanKind) < len(b.File.Layers):
		return b.File.Layers[k-spanKind], true
	case k >= ownKind && int(k-ownKind) < len(b.File.Layers):
		return b.File.Layers[k-ownKind], false
	}
	return nil, false
}

// LayerOf gives the layer whose part, object or span a place is, or nil.
func (b *Board) LayerOf(p board.Place) *Layer {
	l, _ := b.layerOf(p.Kind)
	return l
}

// PartOf gives the part of a divided layer that a place belongs to, itself a place, or nothing.
func (b *Board) PartOf(l *Layer, p board.Place) board.Place {
	m := b.Marks(l)
	if m == nil {
		return board.Place{}
	}
	if m.part == nil {
		part := map[board.Place]int{}
		for i, places := range m.Parts {
			for _, q := range places {
				part[q] = i
			}
		}
		m.part = part
	}
	if i, ok := m.part[p]; ok {
		return b.own(l, i)
	}
	return board.Place{}
}

func (b *Board) own(l *Layer, i int) board.Place {
	return board.Place{Kind: ownKind + board.Kind(b.index(l)), N: int32(i)}
}

// Own gives the parts, or the objects, of a layer as places.
func (b *Board) Own(l *Layer) []board.Place {
	m := b.Marks(l)
	if m == nil {
		return nil
	}
	out := make([]board.Place, max(len(m.Parts), len(m.Objects)))
	for i := range out {
		out[i] = b.own(l, i)
	}
	return out
}

// Cells gives the places that a place is made of, as board.Board's Cells does, and for parts and spans too.
func (b *Board) Cells(p board.Place) []board.Place {
	l, spans := b.layerOf(p.Kind)
	switch {
	case l == nil:
		return b.Geo.Cells(p)
	case spans:
		s := b.Span(p)
		return append(append([]board.Place{s.A}, s.Between...), s.B)
	case l.Parts:
		return b.Marks(l).Parts[p.N]
	}
	for _, f := range l.Fields { // an object is walked through by its first list of places
		if f.Places {
			var out []board.Place
			for _, v := range b.Marks(l).Objects[p.N][f.Name].List {
				out = append(out, v.Place)
			}
			return out
		}
	}
	return nil
}

// Required gives the objects of a layer of which the rules must hold: all but those that another object names as alternatives.
func (b *Board) Required(l *Layer) []board.Place {
	all := b.Own(l)
	if b.alternatives == nil {
		b.alternatives = map[board.Place]bool{}
		for _, other := range b.File.Layers {
			m := b.Marks(other)
			if !other.Objects() || m == nil {
				continue
			}
			for _, f := range other.Fields {
				for _, o := range m.Objects {
					for _, v := range o[f.Name].List {
						if f.Alternatives {
							b.alternatives[v.Place] = true
						}
					}
				}
			}
		}
	}
	if len(b.alternatives) == 0 {
		return all
	}
	return slices.DeleteFunc(all, func(p board.Place) bool { return b.alternatives[p] })
}

// Object gives the place that stands for object i of a layer, also before it is set: what a list of alternatives holds.
func (b *Board) Object(l *Layer, i int) board.Place { return b.own(l, i) }

// Field gives a field of an object.
func (b *Board) Field(p board.Place, name string) (Value, bool) {
	l, spans := b.layerOf(p.Kind)
	if l == nil || spans || !l.Objects() {
		return Value{}, false
	}
	for _, f := range l.Fields {
		if f.Name == name {
			return b.Marks(l).Objects[p.N][name], true
		}
	}
	return Value{}, false
}

// Span gives what a span is.
func (b *Board) Span(p board.Place) Span {
	l, spans := b.layerOf(p.Kind)
	if l == nil || !spans {
		return Span{}
	}
	list := b.allSpans(l)
	if int(p.N) >= len(list) {
		return Span{}
	}
	return list[p.N]
}

// Spans gives the spans of a layer as places, row by row and then column by column.
func (b *Board) Spans(l *Layer) []board.Place {
	list := b.allSpans(l)
	out := make([]board.Place, len(list))
	for i := range list {
		out[i] = board.Place{Kind: spanKind + board.Kind(b.index(l)), N: int32(i)}
	}
	return out
}

func (b *Board) allSpans(l *Layer) []Span {
	i := b.index(l)
	if list, ok := b.spans[i]; ok {
		return list
	}
	var list []Span
	for _, dir := range []board.Dir{board.E, board.S} {
		for _, c := range b.Geo.All(board.Cell) {
			if !b.Held(l, c) {
				continue
			}
			for j, d := range b.Geo.Look(c, dir) {
				if b.Held(l, d) {
					list = append(list, Span{A: c, B: d, Between: b.Geo.Look(c, dir)[:j], Dir: dir})
					break
				}
			}
		}
	}
	if b.spans == nil {
		b.spans = map[int][]Span{}
	}
	b.spans[i] = list
	return list
}

// Held reports whether a layer has a value at a place; of truth values, whether it is true.
func (b *Board) Held(l *Layer, p board.Place) bool {
	v := b.Value(l, p)
	return v.Kind != Nothing && (v.Kind != Bool || v.N != 0)
}

// Places gives the places that a layer has values at, in order.
func (b *Board) Places(l *Layer) ([]board.Place, error) {
	if l.At == nil {
		return b.Geo.All(board.Cell), nil
	}
	return b.Class(l.At)
}

// Class gives the places that a class of places names: cells, links, lines, ends(n, w), blocks(3, 3), spans(number), the name of a
// layer whose parts or objects are meant, or of a let that names a class.
func (b *Board) Class(e *Expr) ([]board.Place, error) {
	if places, ok := b.memo[e.Value]; ok {
		return places, nil
	}
	places, err := b.class(e, e.Tree, 0)
	if err != nil {
		return nil, err
	}
	if b.memo == nil {
		b.memo = map[string][]board.Place{}
	}
	b.memo[e.Value] = places
	return places, nil
}

// ClassOf gives the places that a part of an expression names as a class.
func (b *Board) ClassOf(e *Expr, x syntax.Expr) ([]board.Place, error) { return b.class(e, x, 0) }

var classKinds = map[string]board.Kind{
	"cells": board.Cell, "links": board.Link, "diagonals": board.Diagonal, "slashes": board.Slash, "edges": board.Edge,
	"joints": board.Joint, "corners": board.Corner, "squares": board.Square, "spots": board.Spot, "rows": board.Row, "cols": board.Col,
}

// Kind gives the kind of the places of a class that every board has, by its name.
func Kind(class string) (board.Kind, bool) {
	k, ok := classKinds[class]
	return k, ok
}

// Named gives the places of a class that every board has, by its name; ok is false for other names.
func (b *Board) Named(class string) (places []board.Place, ok bool, err error) {
	switch class {
	case "lines":
		return b.Geo.Lines(), true, nil
	case "boxes":
		places, err := b.boxes()
		return places, true, err
	}
	k, ok := classKinds[class]
	if !ok {
		return nil, false, nil
	}
	return b.Geo.All(k), true, nil
}

// boxes gives the usual boxes of a Sudoku: of n cells for grids of side n, as nearly square as can be, no higher than wide.
func (b *Board) boxes() ([]board.Place, error) {
	g := b.Geo.Grids()[0]
	h := 1
	for i := 1; i*i <= g.Rows; i++ {
		if g.Rows%i == 0 {
			h = i
		}
	}
	return b.Geo.Blocks(h, g.Rows/h)
}

func (b *Board) class(e *Expr, x syntax.Expr, depth int) ([]board.Place, error) {
	if depth > 20 {
		return nil, failedAt(e, x, "the name stands for itself")
	}
	switch x := x.(type) {
	case *syntax.Name:
		return b.classNamed(e, x, depth)
	case *syntax.BinaryExpr:
		if x.Op != syntax.Add {
			break
		}
		p, err := b.class(e, x.X, depth+1)
		if err != nil {
			return nil, err
		}
		q, err := b.class(e, x.Y, depth+1)
		return slices.Concat(p, q), err
	case *syntax.IndexExpr: // the cells of a line: rows[0]
		places, err := b.class(e, x.X, depth+1)
		if err != nil {
			return nil, err
		}
		n, err := b.constant(e, x.Index)
		if err != nil {
			return nil, err
		}
		if n < 0 {
			n += int64(len(places))
		}
		if n < 0 || n >= int64(len(places)) {
			return nil, failedAt(e, x, "there is no place of this number")
		}
		return b.Cells(places[n]), nil
	case *syntax.CallExpr:
		if name, ok := x.Fun.(*syntax.Name); ok {
			return b.classCalled(e, x, name.ID)
		}
	}
	return nil, failedAt(e, x, "this is no class of places")
}

// failedAt is the error of a part of an expression.
func failedAt(e *Expr, x syntax.Expr, format string, args ...any) error {
	return &BoardError{Expr: e, Node: x, Msg: fmt.Sprintf(format, args...)}
}

// classNamed gives the places of a class that a name stands for: of the board, of a layer, or of the file's own.
func (b *Board) classNamed(e *Expr, x *syntax.Name, depth int) ([]board.Place, error) {
	if places, ok, err := b.Named(x.ID); ok {
		if err != nil {
			return nil, failedAt(e, x, "%v", err)
		}
		return places, nil
	}
	if l := b.File.Layer(x.ID); l != nil {
		if l.Parts || l.Objects() {
			return b.Own(l), nil
		}
		at, err := b.Places(l)
		if err != nil {
			return nil, err
		}
		return slices.DeleteFunc(slices.Clone(at), func(p board.Place) bool { return !b.Held(l, p) }), nil
	}
	if l := b.File.Let(x.ID); l != nil && !l.Func {
		return b.class(l.Expr, l.Expr.Tree, depth+1)
	}
	return nil, failedAt(e, x, "%s is no class of places", x.ID)
}

// classCalled gives the places of ends(n, w), blocks(2, 3) and spans(layer).
func (b *Board) classCalled(e *Expr, x *syntax.CallExpr, name string) ([]board.Place, error) {
	switch name {
	case "ends":
		var dirs []board.Dir
		for _, a := range x.Args {
			n, ok := a.Value.(*syntax.Name)
			if !ok {
				return nil, failedAt(e, x, "ends takes directions: n, e, s, w")
			}
			d, ok := board.ParseDir(n.ID)
			if !ok || !d.Straight() {
				return nil, failedAt(e, x, "%s is no side of a board: n, e, s or w", n.ID)
			}
			dirs = append(dirs, d)
		}
		return b.Geo.LinesFrom(dirs...), nil
	case "blocks":
		var hw [2]int
		if len(x.Args) != 2 {
			return nil, failedAt(e, x, "blocks takes a height and a width")
		}
		for i, a := range x.Args {
			n, err := b.constant(e, a.Value)
			if err != nil {
				return nil, err
			}
			hw[i] = int(n)
		}
		out, err := b.Geo.Blocks(hw[0], hw[1])
		if err != nil {
			return nil, failedAt(e, x, "%v", err)
		}
		return out, nil
	case "spans":
		if len(x.Args) == 1 {
			if n, ok := x.Args[0].Value.(*syntax.Name); ok {
				if l := b.File.Layer(n.ID); l != nil {
					return b.Spans(l), nil
				}
			}
		}
		return nil, failedAt(e, x, "spans takes the name of a layer")
	}
	return nil, failedAt(e, x, "this is no class of places")
}

// Bounds gives the bounds of a domain of integers. An end that the file leaves open is nil.
func (b *Board) Bounds(d *Domain) (lo, hi *int64, err error) {
	for _, end := range []struct {
		e  *Expr
		to **int64
	}{{d.Lo, &lo}, {d.Hi, &hi}} {
		if end.e == nil {
			continue
		}
		n, err := b.number(end.e)
		if err != nil {
			return nil, nil, err
		}
		*end.to = &n
	}
	return lo, hi, nil
}

// Ends gives the least and the greatest value of a range that a layer can have at all: a small board may have fewer than the range.
func (b *Board) Ends(r Ranged) (lo, hi int64, err error) {
	least, most, err := b.Bounds(&Domain{Lo: r.Lo, Hi: r.Hi})
	if err != nil {
		return 0, 0, err
	}
	lo, hi = *least, *most
	if least, most, err = b.Bounds(&r.Layer.Domain); err != nil {
		return 0, 0, err
	}
	if least != nil {
		lo = max(lo, *least)
	}
	if most != nil {
		hi = min(hi, *most)
	}
	switch {
	case lo > hi:
		err = fmt.Errorf("%s: make: values: %s can have none of the values on this board", b.File.ID, r.Layer.Name)
	case hi-lo > MaxCells:
		err = fmt.Errorf("%s: make: values: %s has more than %d values on this board", b.File.ID, r.Layer.Name, MaxCells)
	}
	return lo, hi, err
}

// number computes an expression over the size and the parameters.
func (b *Board) number(e *Expr) (int64, error) { return b.constant(e, e.Tree) }

func (b *Board) constant(e *Expr, x syntax.Expr) (int64, error) {
	const most = 1 << 40
	switch x := x.(type) {
	case *syntax.NumLit:
		if x.IsInt && x.Big == nil && x.Int <= most {
			return x.Int, nil
		}
	case *syntax.Name:
		if n, ok := b.Params[x.ID]; ok {
			return n, nil
		}
		if l := b.File.Let(x.ID); l != nil && !l.Func && l.Expr != e {
			return b.constant(l.Expr, l.Expr.Tree)
		}
		return 0, failedAt(e, x, "%s is no number that the size and the parameters give", x.ID)
	case *syntax.UnaryExpr:
		if x.Op == syntax.Neg {
			n, err := b.constant(e, x.X)
			return -n, err
		}
	case *syntax.CallExpr:
		name, ok := x.Fun.(*syntax.Name)
		if !ok || len(x.Args) == 0 {
			break
		}
		if name.ID == "len" {
			places, err := b.class(e, x.Args[0].Value, 0)
			return int64(len(places)), err
		}
		if n, ok := x.Args[0].Value.(*syntax.Name); ok && len(x.Args) == 1 && (name.ID == "max" || name.ID == "min") {
			if l := b.File.Layer(n.ID); l != nil && l.Role == Given {
				return b.extreme(l, name.ID == "max"), nil
			}
		}
		if name.ID == "max" || name.ID == "min" {
			best, err := b.constant(e, x.Args[0].Value)
			for _, a := range x.Args[1:] {
				n, err2 := b.constant(e, a.Value)
				if err2 != nil {
					return 0, err2
				}
				if (n > best) == (name.ID == "max") {
					best = n
				}
			}
			return best, err
		}
	case *syntax.BinaryExpr:
		l, err := b.constant(e, x.X)
		if err != nil {
			return 0, err
		}
		r, err := b.constant(e, x.Y)
		if err != nil {
			return 0, err
		}
		if n, ok, err := b.arithmetic(e, x, l, r); ok {
			return n, err
		}
	}
	return 0, failedAt(e, x, "expected a number made of the size, the parameters, len, min, max, + - * // and %%")
}

// arithmetic computes l op r; ok is false for operators that there are not.
func (b *Board) arithmetic(e *Expr, x *syntax.BinaryExpr, l, r int64) (n int64, ok bool, err error) {
	switch x.Op {
	case syntax.Add:
		return l + r, true, nil
	case syntax.Sub:
		return l - r, true, nil
	case syntax.Mul:
		if max(l, -l) > 1<<20 || max(r, -r) > 1<<20 {
			return 0, true, failedAt(e, x, "the number is too large")
		}
		return l * r, true, nil
	case syntax.FloorDiv, syntax.Mod:
		if r == 0 {
			return 0, true, failedAt(e, x, "a division by zero")
		}
		q, m := l/r, l%r
		if m != 0 && (m < 0) != (r < 0) {
			q, m = q-1, m+r
		}
		if x.Op == syntax.Mod {
			return m, true, nil
		}
		return q, true, nil
	}
	return 0, false, nil
}

// extreme is the largest or the least number that a given layer holds, 0 where it holds none.
func (b *Board) extreme(l *Layer, most bool) int64 {
	var best int64
	found := false
	if m := b.Marks(l); m != nil {
		for _, v := range m.Values {
			if v.Kind == Int && (!found || (v.N > best) == most) {
				best, found = v.N, true
			}
		}
	}
	return best
}

// BoardError is a part of a rules file that has no meaning on a board.
type BoardError struct {
	Expr *Expr
	Node syntax.Node
	Msg  string
}

func (e *BoardError) Error() string { return fmt.Sprintf("%s: %s", e.Expr.Place(e.Node), e.Msg) }

// Number computes an expression over the size and the parameters.
func (b *Board) Number(e *Expr) (int64, error) { return b.number(e) }
