package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// Making is the section make of a rules file: what the rules do not say of how puzzles should look. All of it may be missing.
type Making struct {
	None   bool             // puzzles are read and solved, and not made
	Params map[string]*Expr // numbers of a board where the request names none
	Keep   []*Layer         // given layers that are printed in full
	Values []Ranged         // the values of layers that puzzles are made with
	Grow   []Growing        // how much of a given layer is printed
	Rooms  []Rooms          // how divisions are drawn, given ones and such as are to be found
	Read   []Reading        // given layers that are read off a solution
	Frame  []Framing        // given layers that are drawn before there is a solution, and get their values from it
	Must   []*Rule          // rules of style, which what is made keeps
	Want   []Wanted         // statistics of solutions

	// Empties is how many per cent of what a full board prints go at most, where a request says nothing of how hard or how bare a puzzle is to be.
	// 0: all that can.
	Empties int
}

// Growing bounds how many places of a layer have a value.
type Growing struct {
	Layer  *Layer
	Lo, Hi float64 // shares of the places of the layer's class, from 0 to 1
}

// Reading says what a given layer prints for a solution.
type Reading struct {
	Layer *Layer
	Expr  *Expr
	// Pairs is a list, each element of which is a place and what is printed there; of a class of objects, the values of an object's fields.
	Pairs *syntax.Comp
}

// Framing says where a given layer has values.
type Framing struct {
	Layer  *Layer
	Lo, Hi float64 // shares of the places of the layer's class, from 0 to 1
	While  *Expr   // holds of the places from the first to the last; nil: always
}

// Ranged bounds the values of a layer of numbers.
type Ranged struct {
	Layer  *Layer
	Lo, Hi *Expr
}

// Rooms say how a given division is drawn.
type Rooms struct {
	Layer *Layer
	Count *Expr   // how many parts; nil: as many as Mean says
	Size  Range   // cells of a part
	Mean  float64 // cells of a part, on average
	Rect  bool    // rectangles only
	Turn  bool    // only such as a half turn keeps
	Equal bool    // parts have one size
	// Around lists places of a solution, or lists of them, that a part is drawn around: of Each of them. Nil: parts are drawn first.
	Around *Expr
	Each   int
}

// Wanted is a statistic of solutions: a number, computed by an expression.
type Wanted struct {
	Expr           *Expr
	Target, Spread float64
	Share          bool // both are shares of the number of cells
}

var makeKeys = []string{"params", "keep", "values", "grow", "rooms", "read", "frame", "must", "want", "empties"}

// making reads the section make. The layers have been read.
func (r *reader) making(f *File, n *doctree.Node) {
	f.Making = &Making{}
	switch {
	case n == nil || isNull(n):
	case n.Kind == doctree.Map:
		r.makeSections(f, n)
	case n.Text.Value == "none":
		f.Making.None = true
	default:
		r.fail(n.Pos, "make", "the section make is %s", n.What()).Expected = "make: {keep: [...], must: [...], ...}, or none"
	}
	f.Making.Frame = append(f.Making.Frame, f.frames()...)
}

func (r *reader) makeSections(f *File, n *doctree.Node) {
	m := f.Making
	r.known(n, makeKeys)
	for _, e := range n.Entries {
		switch e.Key.Text.Value {
		case "params":
			r.makeParams(f, e.Val)
		case "keep":
			for _, x := range items(e.Val) {
				if l := r.givenLayer(f, x.Text.Value, x.Pos); l != nil {
					m.Keep = append(m.Keep, l)
				}
			}
		case "values":
			r.makeValues(f, e.Val)
		case "grow":
			for _, g := range r.named(e.Val, "a layer") {
				l := r.givenLayer(f, g.Key.Text.Value, g.Key.Pos)
				if a, b, ok := r.shares(g.Val); ok && l != nil {
					m.Grow = append(m.Grow, Growing{l, a, b})
				}
			}
		case "rooms":
			for _, g := range r.named(e.Val, "a layer") {
				if l := f.Layer(g.Key.Text.Value); l != nil && l.Role == Find && l.Parts {
					m.Rooms = append(m.Rooms, r.rooms(l, g.Val))
				} else if l := r.givenLayer(f, g.Key.Text.Value, g.Key.Pos); l != nil {
					m.Rooms = append(m.Rooms, r.rooms(l, g.Val))
				}
			}
		case "read":
			r.makeRead(f, e.Val)
		case "frame":
			for _, g := range r.named(e.Val, "a layer") {
				if l := r.givenLayer(f, g.Key.Text.Value, g.Key.Pos); l != nil {
					m.Frame = append(m.Frame, r.framing(l, g.Val))
				}
			}
		case "must":
			r.makeMust(f, e.Val)
		case "want":
			r.makeWant(f, e.Val)
		case "empties":
			share, ok := strings.CutSuffix(e.Val.Text.Value, "%")
			n, err := strconv.Atoi(share)
			if !ok || err != nil || n < 1 || n > 99 {
				r.fail(e.Val.Pos, "make", "%q is no share", e.Val.Text.Value).Expected = "how much of what a full board prints goes at most, from 1% to 99%, in whole numbers"
				continue
			}
			m.Empties = n
		}
	}
}

// makeParams reads what parameters come to while boards are made.
func (r *reader) makeParams(f *File, n *doctree.Node) {
	for _, p := range r.named(n, "a parameter") {
		name := p.Key.Text.Value
		if !slices.ContainsFunc(f.Params, func(q Param) bool { return q.Name == name }) {
			r.fail(p.Key.Pos, "make", "there is no parameter %q", name)
			continue
		}
		if f.Making.Params == nil {
			f.Making.Params = map[string]*Expr{}
		}
		f.Making.Params[name] = r.expr(p.Val.Text, p.Val.Pos)
	}
}

// makeValues reads the numbers that layers are drawn from.
func (r *reader) makeValues(f *File, n *doctree.Node) {
	for _, g := range r.named(n, "a layer") {
		l := r.layerThat(f, g.Key.Text.Value, g.Key.Pos, "layer of numbers", func(l *Layer) bool { return l.Domain.Kind == Ints })
		d := r.domain(g.Val.Text.Value, &g.Val.Text, g.Val.Pos)
		if d.Kind != Ints || d.Lo == nil || d.Hi == nil {
			r.fail(g.Val.Pos, "make", "%q is no range of numbers", g.Val.Text.Value).Expected = "two ends, such as 1..9, for a layer of numbers"
			continue
		}
		if l != nil {
			f.Making.Values = append(f.Making.Values, Ranged{l, d.Lo, d.Hi})
		}
	}
}

// makeRead reads what layers print of a full board.
func (r *reader) makeRead(f *File, n *doctree.Node) {
	for _, g := range r.named(n, "a layer") {
		l, t := r.givenLayer(f, g.Key.Text.Value, g.Key.Pos), r.expr(g.Val.Text, g.Val.Pos)
		if l == nil || t == nil {
			continue
		}
		c, ok := t.Tree.(*syntax.Comp)
		var at *syntax.Name
		if ok && c.Kind == syntax.GenExpr && len(c.Clauses) > 0 {
			at, _ = c.Clauses[0].Target.(*syntax.Name)
		}
		if ok && l.Objects() && c.Kind == syntax.GenExpr {
			objects := *c
			objects.Kind = syntax.ListComp
			f.Making.Read = append(f.Making.Read, Reading{l, t, &objects})
			continue
		}
		if at == nil || l.Parts || l.Objects() {
			r.fail(g.Val.Pos, "make", "%q does not say what %s prints", g.Val.Text.Value, l.Name).Expected = "a value for each of some places, such as len(area[c]) for c in cells"
			continue
		}
		pairs := *c
		pairs.Kind, pairs.Elt = syntax.ListComp, &syntax.ListExpr{Elts: []syntax.Expr{at, c.Elt}}
		f.Making.Read = append(f.Making.Read, Reading{l, t, &pairs})
	}
}

// makeMust reads the rules of style.
func (r *reader) makeMust(f *File, n *doctree.Node) {
	for _, x := range items(n) {
		if x.Kind != doctree.Scalar {
			r.fail(x.Pos, "make", "%s as a rule of style", x.What()).Expected = "a list of expressions in quotes"
			continue
		}
		if t := r.expr(x.Text, x.Pos); t != nil {
			rule := &Rule{Name: "make.must" + strconv.Itoa(len(f.Making.Must)+1), Pos: x.Pos, Expr: t, Must: t.Tree, Text: Texts{}}
			if c, ok := t.Tree.(*syntax.Comp); ok && c.Kind == syntax.GenExpr {
				rule.Must, rule.Clauses = c.Elt, c.Clauses
			}
			f.Making.Must = append(f.Making.Must, rule)
		}
	}
}

// makeWant reads the statistics that boards are to have.
func (r *reader) makeWant(f *File, n *doctree.Node) {
	if n.Kind != doctree.Map {
		r.fail(n.Pos, "make", "%s of statistics", n.What()).Expected = "want: {EXPRESSION: 98%±12%}"
		return
	}
	for _, w := range n.Entries {
		t := r.expr(w.Key.Text, w.Key.Pos)
		target, spread, ok := strings.Cut(w.Val.Text.Value, "±")
		a, share, ok2 := amount(target)
		b, share2, ok3 := amount(spread)
		if !ok || !ok2 || !ok3 || share != share2 || b <= 0 {
			r.fail(w.Val.Pos, "make", "%q is no statistic", w.Val.Text.Value).Expected = "a target and a spread, such as 98%±12% (of the number of cells) or 7±2"
			continue
		}
		if t != nil {
			f.Making.Want = append(f.Making.Want, Wanted{t, a, b, share})
		}
	}
}

// shares reads 18%..30%.
func (r *reader) shares(n *doctree.Node) (a, b float64, ok bool) {
	lo, hi, two := strings.Cut(n.Text.Value, "..")
	if !two {
		hi = lo
	}
	a, ok = percent(lo)
	b, ok2 := percent(hi)
	if !ok || !ok2 || a > b || b > 1 {
		r.fail(n.Pos, "make", "%q is no share", n.Text.Value).Expected = "shares of the places, such as 18%..30%"
		return 0, 0, false
	}
	return a, b, true
}

// framing reads where a layer has values.
func (r *reader) framing(l *Layer, n *doctree.Node) Framing {
	out := usualFrame(l)
	if l.Parts || l.Objects() || !l.Some {
		r.fail(n.Pos, "make", "%s has a value at every place, or none", l.Name).Expected = "a layer that says some: true"
	}
	r.known(n, []string{"share", "while"})
	for _, e := range n.Entries {
		switch e.Key.Text.Value {
		case "share":
			if a, b, ok := r.shares(e.Val); ok {
				out.Lo, out.Hi = a, b
			}
		case "while":
			out.While = r.expr(e.Val.Text, e.Val.Pos)
		}
	}
	return out
}

// frames are the drawings of layers of which the section says nothing, and whose places have to be there before anything else: a span
// has two ends, and a board on which no number is printed yet has none.
func (f *File) frames() []Framing {
	var out []Framing
	for _, l := range f.Layers {
		says := slices.Contains(f.Making.Keep, l) ||
			slices.ContainsFunc(f.Making.Frame, func(w Framing) bool { return w.Layer == l }) ||
			slices.ContainsFunc(f.Making.Read, func(w Reading) bool { return w.Layer == l }) ||
			slices.ContainsFunc(f.Making.Grow, func(w Growing) bool { return w.Layer == l })
		if !says && f.Spans(l) {
			out = append(out, usualFrame(l))
		}
	}
	return out
}

// usualFrame is the drawing of a layer of which the section says no share.
func usualFrame(l *Layer) Framing { return Framing{Layer: l, Lo: 0.15, Hi: 0.25} }

// givenLayer finds a given layer by its name.
func (r *reader) givenLayer(f *File, name string, pos doctree.Pos) *Layer {
	return r.layerThat(f, name, pos, "given layer", func(l *Layer) bool { return l.Role == Given })
}

// layerThat finds a layer of some sort by its name.
func (r *reader) layerThat(f *File, name string, pos doctree.Pos, sort string, is func(*Layer) bool) *Layer {
	if l := f.Layer(name); l != nil && is(l) {
		return l
	}
	p := r.fail(pos, "make", "%q is no %s", name, sort)
	var known []string
	for _, l := range f.Layers {
		if is(l) {
			known = append(known, l.Name)
		}
	}
	if near := nearest.All(name, known); len(near) > 0 {
		p.Suggest = near[0]
	} else if len(known) > 0 {
		p.Expected = "one of " + strings.Join(known, ", ")
	}
	return nil
}

// rooms reads how a division is drawn.
func (r *reader) rooms(l *Layer, n *doctree.Node) Rooms {
	out := UsualRooms(l)
	if !l.Parts {
		r.fail(n.Pos, "make", "%s is no division", l.Name)
		return out
	}
	r.known(n, []string{"count", "size", "mean", "rect", "turn", "equal", "around", "each"})
	for _, e := range n.Entries {
		switch e.Key.Text.Value {
		case "count":
			out.Count = r.expr(e.Val.Text, e.Val.Pos)
		case "size":
			if out.Size = r.span(e.Val); out.Size.Lo < 1 {
				r.fail(e.Val.Pos, "make", "parts of %d cells", out.Size.Lo).Expected = "a range from 1 on, such as 1..12"
				out.Size = Range{1, 1000}
			}
			out.Mean = min(out.Mean, float64(out.Size.Lo+out.Size.Hi)/2)
			out.Mean = max(out.Mean, float64(out.Size.Lo))
		case "mean":
			v, err := strconv.ParseFloat(e.Val.Text.Value, 64)
			if err != nil || !(v >= 1 && v <= MaxCells) {
				r.fail(e.Val.Pos, "make", "%q is no number of cells", e.Val.Text.Value).Expected = "a number such as 6.3"
				continue
			}
			out.Mean = v
		case "rect":
			out.Rect = r.truth(e.Val)
		case "turn":
			out.Turn = r.truth(e.Val)
		case "equal":
			out.Equal = r.truth(e.Val)
		case "around":
			if out.Around = r.expr(e.Val.Text, e.Val.Pos); l.Role != Given {
				r.fail(e.Val.Pos, "make", "%s is to be found itself: nothing is known that it could be drawn around", l.Name)
			}
		case "each":
			n, err := strconv.Atoi(e.Val.Text.Value)
			if err != nil || n < 1 || n > 100 {
				r.fail(e.Val.Pos, "make", "%q is no number of places", e.Val.Text.Value).Expected = "a number such as 2"
				continue
			}
			out.Each = n
		}
	}
	return out
}

// UsualRooms says how a division is drawn of which a file says nothing.
func UsualRooms(l *Layer) Rooms { return Rooms{Layer: l, Size: Range{1, 1000}, Mean: 6, Each: 1} }

// most bounds the numbers of statistics.
const most = 1e9

// percent reads 18%.
func percent(s string) (float64, bool) {
	s, ok := strings.CutSuffix(strings.TrimSpace(s), "%")
	v, err := strconv.ParseFloat(s, 64)
	return v / 100, ok && err == nil && v >= 0 && v <= most
}

// amount reads 98% or 7.
func amount(s string) (v float64, share, ok bool) {
	if v, ok := percent(s); ok {
		return v, true, true
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	return v, false, err == nil && v >= -most && v <= most
}
