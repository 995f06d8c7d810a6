package codec

import (
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/rules"
)

// spansOf gives the layer between whose places a layer stands, or nil. The class may have a name of its own (let).
func spansOf(f *rules.File, l *rules.Layer) *rules.Layer {
	at := l.Class()
	if let := f.Let(at); let != nil && !let.Func {
		at = strings.TrimSpace(let.Expr.Value)
	}
	name, ok := strings.CutPrefix(at, "spans(")
	if name, ok2 := strings.CutSuffix(name, ")"); ok && ok2 {
		return f.Layer(strings.TrimSpace(name))
	}
	return nil
}

// ways are the directions of a sum of powers of two for all eight, clockwise.
var ways = []board.Dir{board.N, board.NE, board.E, board.SE, board.S, board.SW, board.W, board.NW}

// allWays reports whether a layer of truth values stands between cells that touch by a side or at a corner.
func allWays(l *rules.Layer) bool {
	at := strings.ReplaceAll(l.Class(), " ", "")
	return !l.Some && l.Domain.Kind == rules.Bools && (at == "links+diagonals" || at == "diagonals+links")
}

// oftenOrNot reports whether a layer tells whether something is there, or how often, and leaves it nowhere unsaid.
func oftenOrNot(l *rules.Layer) bool {
	return !l.Some && (l.Domain.Kind == rules.Bools || l.Domain.Kind == rules.Ints && l.Domain.Lo != nil && l.Domain.Hi != nil && strings.TrimSpace(l.Domain.Lo.Value) == "0")
}

// classOf gives the kind of place in whose grid a layer is written: its own, or cells for one that stands at parts or across cells.
func classOf(f *rules.File, l *rules.Layer) board.Kind {
	if l.Parts || l.Objects() {
		return board.None
	}
	if f.AtParts(l) != nil {
		return board.Cell
	}
	k, ok := rules.Kind(l.Class())
	if ok && k == board.Slash {
		return board.Cell
	}
	if !ok || !slices.Contains([]board.Kind{board.Cell, board.Corner, board.Square, board.Spot, board.Link, board.Edge}, k) {
		return board.None
	}
	return k
}

// across reports whether a layer stands at the two diagonals of each cell.
func across(l *rules.Layer) bool {
	k, ok := rules.Kind(l.Class())
	return ok && k == board.Slash
}

// placesField gives the field of a class of objects that is a list of places, or nil.
func placesField(l *rules.Layer) *rules.Field {
	for i := range l.Fields {
		if l.Fields[i].Places {
			return &l.Fields[i]
		}
	}
	return nil
}

func (c *compiler) newBlock(kind string, class board.Kind, pos doctree.Pos) *block {
	b := &block{kind: kind, pos: pos, class: class, none: c.style.none, base: c.style.base, count: c.style.count, byCols: c.style.slash,
		order: []board.Dir{board.N, board.S, board.E, board.W}}
	if kind == idsBlock {
		b.none = []string{"@", "-", "."}
	}
	return b
}

// usual gives the block of one layer where the file does not say how it is written, or nil if there is no usual way.
func (c *compiler) usual(l *rules.Layer) *block {
	class := classOf(c.file, l)
	b := c.newBlock(gridBlock, class, l.Pos)
	b.across = across(l)
	switch {
	case l.Parts && (c.style.slash && l.Role == rules.Find):
		b.kind, b.layer = wallsBlock, l
	case l.Parts:
		b = c.newBlock(idsBlock, board.Cell, l.Pos)
		b.layer, b.byCols = l, l.Role == rules.Find && !c.style.slash
	case l.Outside() && l.Domain.Kind == rules.Lists:
		b.kind, b.layer = linesBlock, l
	case l.Outside():
		b.kind, b.layer, b.alts = lineBlock, l, c.usualTokens(l)
	case isBank(l) && !c.style.slash:
		b.kind, b.layer = bankBlock, l
	case sayable(l) && !c.style.slash:
		b.kind, b.layer = objectsBlock, l
	case spansOf(c.file, l) != nil && oftenOrNot(l) && !c.style.slash:
		b.class, b.links, b.spans = board.Cell, []*rules.Layer{l}, true
	case allWays(l) && !c.style.slash:
		b.class, b.links, b.bits, b.order = board.Cell, []*rules.Layer{l}, true, ways
	case class == board.None || b.across && l.Domain.Kind != rules.Bools:
		return nil
	case c.style.slash:
		b.alts = c.usualTokens(l)
	case class == board.Edge && l.Domain.Kind == rules.Bools && l.Role == rules.Find && c.file.Loops(l): // which cells lie inside tells all of them
		b.kind, b.layer = insideBlock, l
	case class == board.Link && l.Domain.Kind == rules.Bools:
		b.class, b.links = board.Cell, []*rules.Layer{l}
	default:
		b.alts = c.usualTokens(l)
	}
	if c.style.slash {
		b.none = c.noneAt(b)
	}
	return b
}

// namesSides reports whether a block has a layer with words such as n and e, which stand for lines where these are written by directions.
func namesSides(b *block) bool {
	return slices.ContainsFunc(b.layers(), func(l *rules.Layer) bool {
		return slices.ContainsFunc(l.Domain.Words, func(word string) bool { _, ok := board.ParseDir(word); return ok })
	})
}

// usualTokens gives the tokens of a layer where the file does not say them.
func (c *compiler) usualTokens(l *rules.Layer) []alternative {
	if across(l) {
		return acrossTokens(l)
	}
	switch l.Domain.Kind {
	case rules.Bools:
		truth := c.style.truth
		if k := classOf(c.file, l); c.style.slash && (k == board.Link || k == board.Edge) {
			truth = "1"
		}
		return []alternative{{pieces: []piece{{text: truth}}, fixed: []setting{{layer: l, value: rules.BoolOf(true)}}}}
	case rules.Places:
		return nil
	}
	return []alternative{{pieces: []piece{{layer: l}}}}
}

// acrossTokens gives the tokens of a cell for what a layer holds at its two diagonals; none where that is more than truth.
func acrossTokens(l *rules.Layer) []alternative {
	if l.Domain.Kind != rules.Bools {
		return nil
	}
	says := func(token string, at ...string) alternative {
		a := alternative{pieces: []piece{{text: token}}}
		for _, d := range at {
			a.fixed = append(a.fixed, setting{layer: l, at: d, value: rules.BoolOf(true)})
		}
		return a
	}
	return []alternative{says("fall", "fall"), says("rise", "rise"), says("both", "fall", "rise")}
}

// usualProblem gives the blocks of a problem where the file does not say them: the clues at the border, a grid for each class of
// places with what is given or printed in it, and the parts and objects, but for what the head says; in pzprv3 the parts come first.
func (c *compiler) usualProblem(head []piece) []*block {
	return c.gather(func(l *rules.Layer) bool {
		inHead := slices.ContainsFunc(head, func(p piece) bool { return p.layer == l })
		return (l.Role == rules.Given || l.Printed) && !inHead
	})
}

// usualSolution gives the blocks of a solution where the file does not say them: of what is to be found and does not stand in the
// blocks of the problem already, as it may in pzprv3.
func (c *compiler) usualSolution(problem []*block) []*block {
	return c.gather(func(l *rules.Layer) bool {
		return l.Role == rules.Find && (l.Printed || !slices.ContainsFunc(problem, func(b *block) bool { return slices.Contains(b.layers(), l) }))
	})
}

func (c *compiler) gather(want func(*rules.Layer) bool) []*block {
	var border, grids, parts []*block
	for _, l := range c.file.Layers {
		if !want(l) {
			continue
		}
		b := c.usual(l)
		switch {
		case b == nil:
		case b.kind == lineBlock || b.kind == linesBlock:
			border = append(border, b)
		case b.kind != gridBlock:
			parts = append(parts, b)
		default:
			i := slices.IndexFunc(grids, func(g *block) bool {
				return g.class == b.class && !g.across && !b.across && !(len(b.links) > 0 && namesSides(g) || len(g.links) > 0 && namesSides(b))
			})
			if i < 0 || c.style.slash && l.Role == rules.Find && b.class != board.Cell {
				grids = append(grids, b)
				continue
			}
			grids[i].alts = append(grids[i].alts, b.alts...)
			grids[i].links, grids[i].spans = append(grids[i].links, b.links...), grids[i].spans || b.spans
		}
	}
	for _, g := range grids {
		if !c.style.slash {
			c.sayTogether(g)
		}
		literalsFirst(g.alts)
	}
	if c.style.slash {
		return slices.Concat(parts, border, grids)
	}
	return slices.Concat(border, grids, parts)
}

// sayTogether gives a grid of several layers a way to write places that hold values of more than one, and different tokens for different
// values. Where the file says how pzpr writes these layers, their meaning is taken from there, so that a text says what an imported
// board says: in Kakuru a number means a grey cell. Else the values of a place have the names of their layers: dark,number=3.
func (c *compiler) sayTogether(g *block) {
	layers := slices.DeleteFunc(g.layers(), func(l *rules.Layer) bool { return slices.Contains(g.links, l) }) // those have a part of the token to themselves
	if len(layers) < 2 {
		return
	}
	for _, d := range c.declared {
		if len(g.links) == 0 && d.kind == gridBlock && d.class == g.class && !slices.ContainsFunc(layers, func(l *rules.Layer) bool { return !slices.Contains(d.layers(), l) }) {
			c.sayAs(g, d, layers)
			return
		}
	}
	var alts []alternative
	named := slices.DeleteFunc(slices.Clone(layers), func(l *rules.Layer) bool { return len(c.usualTokens(l)) == 0 }) // values that no text says
	for _, l := range named {
		if own := c.usualTokens(l)[0]; !slices.ContainsFunc(alts, func(b alternative) bool { return alike(own, b) }) {
			alts = append(alts, own)
		}
	}
	g.alts = append(alts, alternative{named: named})
}

// alike reports whether one token could mean either.
func alike(a, b alternative) bool {
	x, ok := a.literal()
	y, too := b.literal()
	if ok || too {
		return ok && too && x == y
	}
	f, g := a.pieces[0].layer, b.pieces[0].layer
	return f != nil && g != nil && f.Domain.Kind == g.Domain.Kind // a name before the field sets it apart
}

// sayAs gives a grid the tokens of a declared block for what its layers hold.
func (c *compiler) sayAs(g, d *block, layers []*rules.Layer) {
	var alts []alternative
	literals := map[string]bool{}
	needed := false // else the usual tokens say it all
	for i, a := range g.alts {
		needed = needed || slices.ContainsFunc(g.alts[:i], func(b alternative) bool { return alike(a, b) })
	}
	for _, a := range d.alts {
		own := a.layers()
		if len(own) == 0 || slices.ContainsFunc(own, func(l *rules.Layer) bool { return !slices.Contains(layers, l) }) {
			continue
		}
		needed = needed || len(own) > 1
		if text, ok := a.literal(); ok {
			literals[text] = true
		}
		alts = append(alts, a)
	}
	if !needed {
		return
	}
	g.alts = alts
	for _, none := range [][]string{g.none, d.none} {
		free := slices.DeleteFunc(slices.Clone(none), func(s string) bool { return literals[s] })
		if len(free) > 0 {
			g.none = free
			return
		}
	}
}
