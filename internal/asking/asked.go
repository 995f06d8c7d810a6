package asking

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/drawing"
	"github.com/quandary-puzzles/quandary/rules"
)

// asked is a layer that is asked for, in the form in which it is answered.
type asked struct {
	l       *rules.Layer
	grid    bool // a grid of cells; else a list of places
	places  []board.Place
	lo, hi  *int64
	cells   []board.Place          // of the whole rectangle, row by row; nothing where a board that is no rectangle has no cell
	holes   bool                   // there are such
	mayLack bool                   // a cell may be without a value
	single  bool                   // every value is one character
	letters bool                   // its numbers are written as letters, as the board shows them
	drawn   map[string]rules.Value // its values by the signs that boards of text have for them
	said    map[string]rules.Value // its words by what the question calls them, where that is one word
	signs   [2]uint64              // the signs of ASCII that are cells
	by      placed
	heading *regexp.Regexp // a line that begins with the layer's name
	member  *regexp.Regexp // the layer's name as a key of an object, with the comma before it
}

// Question is what a board asks for, and how it is answered. It is safe for concurrent use.
type Question struct {
	b     *rules.Board
	looks *drawing.Looks
	asks  []*asked // the layers to be found, in the order of the file
	err   error    // why nothing can be asked for: places of a layer that the board does not tell
}

// New makes ready what a board asks for; looks say how it is drawn. The board must stay as it is.
func New(b *rules.Board, looks *drawing.Looks) *Question {
	q := &Question{b: b, looks: looks}
	if q.asks, q.err = q.list(); q.err != nil {
		q.asks = nil
	}
	return q
}

// list lists the layers that are asked for.
func (q *Question) list() ([]*asked, error) {
	var out []*asked
	geo := q.b.Geo
	cells := geo.All(board.Cell)
	for _, l := range q.b.File.Layers {
		if l.Role != rules.Find {
			continue
		}
		a := &asked{l: l, cells: make([]board.Place, geo.Rows*geo.Cols), holes: len(cells) < geo.Rows*geo.Cols}
		for _, c := range cells {
			a.cells[(geo.Row(c)-1)*geo.Cols+geo.Col(c)-1] = c
		}
		var err error
		if a.places, err = q.b.Places(l); err != nil {
			return nil, err
		}
		a.grid = len(a.places) >= len(cells) && slices.Equal(a.places[:len(cells)], cells) && l.Domain.Kind != rules.Places
		if l.Domain.Kind == rules.Ints && !l.Parts {
			if a.lo, a.hi, err = q.b.Bounds(&l.Domain); err != nil {
				return nil, err
			}
		}
		a.letters = q.looks.Lettered(l)
		a.mayLack = a.blank() || a.holes
		a.drawn = drawnAs(a, q.looks.Of(l))
		a.said = saidAs(l)
		a.single = !l.Parts && (l.Domain.Kind == rules.Bools || a.hi != nil && *a.hi <= 9 && (a.lo == nil || *a.lo >= 0) ||
			l.Domain.Kind == rules.Words && !slices.ContainsFunc(l.Domain.Words, func(w string) bool { return len(w) != 1 }))
		for c := range 0x80 {
			if a.isCell(string(rune(c))) {
				a.signs[c/64] |= 1 << (c % 64)
			}
		}
		a.by = q.index(a)
		name := regexp.QuoteMeta(l.Name)
		a.heading = regexp.MustCompile(`(?i)^\W*` + name + `\W*(:|$)`)
		a.member = regexp.MustCompile(`,\s*"` + name + `"\s*:`)
		out = append(out, a)
	}
	return out, nil
}

// mostSigns is how many numbers are asked for signs that they are drawn as.
const mostSigns = 64

// drawnAs gives the values of what is asked by the signs that boards of text have for them, where each has one of its own that can be told from what parts
// cells. Who answers may draw them. Digits and letters are no signs: they are read as they stand.
func drawnAs(a *asked, look drawing.Look) map[string]rules.Value {
	var values []rules.Value
	switch {
	case a.l.Parts:
	case a.l.Domain.Kind == rules.Words:
		for _, w := range a.l.Domain.Words {
			values = append(values, rules.WordOf(w))
		}
	case a.lo != nil && a.hi != nil && *a.hi-*a.lo < mostSigns:
		for n := *a.lo; n <= *a.hi; n++ {
			values = append(values, rules.IntOf(n))
		}
	}
	out := map[string]rules.Value{}
	for _, v := range values {
		k := look.Of(v)
		if k.Style == "digit" || k.Style == "letter" {
			continue
		}
		sign := k.Sign(v)
		if r, ok := slashes[sign]; ok {
			sign = string(r)
		}
		if _, twice := out[sign]; twice || sign == "+" || sign == "−" {
			return nil
		}
		if sign != "" {
			out[sign] = v
		}
	}
	return out
}

// saidAs gives the words of a layer by what they are called, in any language, where that is one word of one of them.
func saidAs(l *rules.Layer) map[string]rules.Value {
	if l.Domain.Kind != rules.Words {
		return nil
	}
	out := map[string]rules.Value{}
	for _, w := range l.Domain.Words {
		for _, said := range l.Said[w] {
			said = strings.ToLower(said)
			if v, ok := out[said]; ok && v.Word != w {
				v.Word = "" // two words have it
				out[said] = v
			} else if !ok && !strings.ContainsAny(said, " |,") {
				out[said] = rules.WordOf(w)
			}
		}
	}
	maps.DeleteFunc(out, func(_ string, v rules.Value) bool { return v.Word == "" })
	return out
}

// blank reports whether a cell of the grid may be without a value.
func (a *asked) blank() bool { return a.l.Some }
