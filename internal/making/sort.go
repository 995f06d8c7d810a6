package making

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/codec"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
)

// part says what a given layer is to whoever makes a puzzle.
type part uint8

const (
	clue  part = iota // a value may be left out, and the solution stands: carved
	shape             // leaving one out breaks the solution: printed as it is
	fixed             // never open while a puzzle is made: rooms, objects
)

// sorted tells the parts of the given layers.
type sorted struct {
	parts map[*rules.Layer]part
	// beside lists, for layers of one class of places, which of them may have values at the same place: the sets that the family's text
	// can say. A place of a class that is missing may have any.
	beside map[string]combos
	// counted says that some clue must stay for the solution to stand, because of what else is printed: of a room's numbers one lies; or that this
	// may be so, as no board had such a clue.
	counted bool
	// mute are the layers of printed answers of which the family's text cannot say "no", and the given ones of which it says nothing.
	mute map[*rules.Layer]bool
	// silent are the given layers that the text cannot say at places beside so many cells: Mid-loop has no sign for a dot at a corner.
	silent map[silence]bool
	// whole are the printed answers on links that the family's text says cell by cell: all links of a cell that has a line.
	whole map[*rules.Layer]bool
	proof proof // unsettled: each board tells
}

// proof says which solver proves puzzles of a family while they are made.
type proof uint8

const (
	unsettled proof = iota
	byBoth          // the one that samples boards
	byOwn           // one that is told what is printed
)

// silence is a layer at places beside so many cells.
type silence struct {
	l     *rules.Layer
	cells int
}

// unsaid reports whether a printed answer is one that the family's text has no way to say.
func (d *draft) unsaid(p *solver, i int) bool {
	l := p.cells[i].l
	if v := p.now[i]; !d.sort.mute[l] || v.Kind != rules.Bool || v.True() {
		return false
	}
	return !d.sort.whole[l] || !slices.ContainsFunc(p.ends(i), func(end board.Place) bool { return p.lined(l, end) })
}

// ends gives the cells that a link joins.
func (p *solver) ends(i int) []board.Place {
	a, b := p.enc.Board.Geo.Ends(p.cells[i].p)
	return []board.Place{a, b}
}

// lined reports whether a cell has a link that is true.
func (p *solver) lined(l *rules.Layer, c board.Place) bool {
	return slices.ContainsFunc(p.enc.Board.Geo.Links(c), func(at board.Place) bool {
		if i, open := p.index[cell{l, at}]; open {
			return p.now[i].True()
		}
		return p.board.Value(l, at).True()
	})
}

// combos are the layers of one class and the sets of them that may stand together, as bits.
type combos struct {
	layers []*rules.Layer
	sets   []uint
	// words lists the sets that go with some word of a layer, where its words differ in that: in Mathrax a sum has a number, and "even" has none.
	words []worded
}

// worded is a word, and the sets of layers that may stand where it does.
type worded struct {
	layer int
	word  string
	sets  []uint
}

// fixedLayer reports whether a layer cannot be open.
func fixedLayer(l *rules.Layer) bool {
	return l.Role == rules.Given && (l.Parts || l.Objects())
}

// sort finds out what the given layers are, by the drop test: of boards with solutions, one printed value is left out, and the
// solution judged again. told is false where no board came to be tested. With another size to go to, none is looked for again where that is likely to end the same.
func (m *Maker) sort(ctx context.Context, p rules.BoardSize, other bool) (out *sorted, told bool, err error) {
	out = &sorted{parts: map[*rules.Layer]part{}, beside: map[string]combos{}, mute: map[*rules.Layer]bool{}, whole: map[*rules.Layer]bool{}, silent: map[silence]bool{}}
	for _, l := range m.File.Layers {
		switch {
		case l.Role == rules.Find && l.Printed:
			out.parts[l] = clue
		case fixedLayer(l):
			out.parts[l] = fixed
		case l.Role == rules.Given && (!l.Some && l.Domain.Kind != rules.Bools || slices.Contains(m.File.Making.Keep, l) || m.framing(l) != nil):
			out.parts[l] = shape
		case l.Role == rules.Given:
			out.parts[l] = clue
		}
	}
	if err := errors.Join(m.together(ctx, p, out), m.mute(ctx, p, out)); err != nil {
		return nil, false, err
	}
	if !slices.ContainsFunc(m.File.Layers, func(l *rules.Layer) bool { return l.Role == rules.Given && out.parts[l] == clue }) {
		return out, true, nil
	}
	r := rng.New(0).Derive("sort/" + m.File.ID)
	drops := dropped{sort: out, tried: map[*rules.Layer]int{}, broke: map[*rules.Layer]int{}}
	var d *draft
	defer func() {
		if d != nil {
			d.close()
		}
	}()
	for sample := range uint64(3) {
		if d == nil || m.draws() {
			if d != nil {
				d.close()
			}
			d, err = wanted{m: m, size: p, sort: out}.draft(ctx, start{after: sample > 0 && !told}, r.Derive("sample", sample))
		} else {
			err = barren(d.sample(ctx, r.Derive("sample", sample)))
		}
		if err != nil {
			if ctx.Err() != nil {
				return nil, false, fmt.Errorf("no board came in time of which to learn what may be left out: %w", err)
			}
			if other && !told && (!m.drawsFirst() || errors.Is(err, solve.ErrBudget)) {
				break
			}
			continue
		}
		told = true
		if err := m.dropTest(ctx, d, &drops, r.Derive("drop", sample)); err != nil {
			return nil, false, err
		}
		if out.proof == unsettled && len(m.File.Making.Read) == 0 {
			alone, err := encode.New(ctx, d.full(), encode.Options{})
			if err != nil {
				return nil, false, err
			}
			out.proof = d.proved(alone)
			alone.Close()
		}
		if d.dear && drops.tellAll() { // one board must do: carving judges what it leads to
			break
		}
	}
	for l, n := range drops.broke {
		if !l.Some || 3*n > drops.tried[l] {
			out.parts[l] = shape
		} else {
			out.counted = true
		}
	}
	out.counted = out.counted || !drops.tellAll() // of some layer nothing is known
	return out, told, nil
}

// drawsFirst reports whether something is drawn before a solution is looked for, so that another drawing may have one where this has none.
func (m *Maker) drawsFirst() bool {
	return len(m.drawn()) > 0 || slices.ContainsFunc(m.File.Layers, func(l *rules.Layer) bool {
		return l.Role == rules.Given && (l.Parts || m.framing(l) != nil)
	})
}

// draws reports whether something is drawn for each solution: before it is looked for, or around it.
func (m *Maker) draws() bool { return m.drawsFirst() || len(m.later(nil, false)) > len(m.read()) }

// dropped counts, by layer, the values that were left out, and those without which the solution did not stand.
type dropped struct {
	sort         *sorted
	tried, broke map[*rules.Layer]int
}

// tellAll reports whether something was left out of each layer of which that may be possible.
func (d *dropped) tellAll() bool {
	for l, is := range d.sort.parts {
		if l.Role == rules.Given && is == clue && !d.sort.mute[l] && d.tried[l] == 0 {
			return false
		}
	}
	return true
}

// dropTest leaves values out.
func (m *Maker) dropTest(ctx context.Context, d *draft, out *dropped, r *rng.Stream) error {
	const drops = 6
	for _, l := range m.File.Layers {
		if l.Role != rules.Given || out.sort.parts[l] != clue {
			continue
		}
		var held []board.Place
		places, err := d.solver.board.Places(l)
		if err != nil {
			return err
		}
		for _, at := range places {
			if d.solver.board.Held(l, at) {
				held = append(held, at)
			}
		}
		r.Shuffle(len(held), func(i, j int) { held[i], held[j] = held[j], held[i] })
		for _, at := range held[:min(drops, len(held))] {
			if !l.Some && out.broke[l] > 0 { // one that breaks says all of such a layer
				break
			}
			b := d.solver.board.Clone()
			for _, l := range out.sort.with(b, l, at) {
				b.Set(l, without(b.Marks(l), at))
			}
			stands, err := m.stands(ctx, b)
			if err != nil {
				return err
			}
			if beside := out.sort.beside[l.Class()].layers; !stands && slices.Contains(beside, l) {
				for _, l := range beside { // carving takes away what stands at one place together
					b.Set(l, without(b.Marks(l), at))
				}
				if stands, err = m.stands(ctx, b); err != nil {
					return err
				}
			}
			if out.tried[l]++; !stands {
				out.broke[l]++
			}
		}
	}
	return nil
}

// with lists what goes when the value of a layer does: itself, and what the text cannot say without it. An arrow alone would leave its
// number bare.
func (s *sorted) with(b *rules.Board, l *rules.Layer, at board.Place) []*rules.Layer {
	c := s.beside[l.Class()]
	if !slices.Contains(c.layers, l) {
		return []*rules.Layer{l}
	}
	rest := uint(0)
	for k, other := range c.layers {
		if other != l && b.Held(other, at) {
			rest |= 1 << k
		}
	}
	stay := uint(0) // as much of the rest as the text can say
	for _, set := range c.sets {
		if set&^rest == 0 && bits.OnesCount(set) > bits.OnesCount(stay) {
			stay = set
		}
	}
	var out []*rules.Layer
	for k, other := range c.layers {
		if stay>>k&1 == 0 {
			out = append(out, other)
		}
	}
	return out
}

// without gives the values of a layer but for that at one place.
func without(m *rules.Marks, at board.Place) *rules.Marks {
	less := &rules.Marks{Values: map[board.Place]rules.Value{}}
	if m == nil {
		return less
	}
	for q, v := range m.Values {
		if q != at {
			less.Values[q] = v
		}
	}
	return less
}

// stands reports whether the values of a board keep the rules; those of layers that follow may be others.
func (m *Maker) stands(ctx context.Context, b *rules.Board) (bool, error) {
	b = b.Clone()
	for _, l := range m.File.Layers {
		if l.Role == rules.Follow {
			b.Set(l, nil)
		}
	}
	broken, err := m.judging(b, nil)(ctx, b)
	return len(broken) == 0, err
}

// maxBeside bounds the layers of one class of which all sets are tried.
const maxBeside = 5

// together finds out which layers may have values at one place, by writing such boards and reading them back: in Kakuru a number stands
// in a grey cell and nowhere else, which no rule says, but each form in which its boards are written; a form that the file does not
// declare has no say, but for texts.
func (m *Maker) together(ctx context.Context, p rules.BoardSize, out *sorted) error {
	by := map[string][]*rules.Layer{}
	var order []string
	for _, l := range m.File.Layers {
		if l.Role != rules.Given || out.parts[l] == fixed || !l.Some && l.Domain.Kind != rules.Bools || m.framing(l) != nil {
			continue
		}
		class := l.Class()
		if by[class] == nil {
			order = append(order, class)
		}
		by[class] = append(by[class], l)
	}
	if len(order) == 0 {
		return nil
	}
	bare, err := m.bare(ctx, p)
	if err != nil {
		return err
	}
	for _, class := range order {
		layers := by[class]
		if len(layers) > maxBeside {
			continue
		}
		for k, l := range layers {
			out.mute[l] = m.Forms.Text != nil
			for _, cells := range sizes(bare, l) {
				said := m.Forms.Text == nil
				for set := range uint(1) << len(layers) {
					if said || set>>k&1 == 0 {
						continue
					}
					if said, err = m.sayable(bare, m.Forms.Text, layers, set, cells, nil); err != nil {
						return err
					}
				}
				out.silent[silence{l, cells}] = !said
				out.mute[l] = out.mute[l] && !said
			}
		}
		if len(layers) < 2 {
			continue
		}
		c := combos{layers: layers}
		for set := range uint(1) << len(layers) {
			c.sets = append(c.sets, set)
		}
		for _, form := range []*codec.Form{m.Forms.Text, m.Forms.PZPR} {
			if form == nil || form == m.Forms.PZPR && !m.Forms.Declares(m.Forms.Genres()[0]) {
				continue
			}
			sets, err := m.sets(bare, form, layers, nil)
			if err != nil {
				return err
			}
			words, err := m.words(bare, form, layers, sets)
			if err != nil {
				return err
			}
			for _, w := range words {
				sets = append(sets, w.sets...)
			}
			slices.Sort(sets)
			sets = slices.DeleteFunc(slices.Compact(sets), func(set uint) bool { return !slices.Contains(c.sets, set) }) // each form must be able to say it
			all := uint(0)
			for _, set := range sets {
				all |= set
			}
			if all == 1<<len(layers)-1 { // else the form does not know all of the layers, and has no say
				c.sets, c.words = sets, append(c.words, words...)
			}
		}
		if len(c.sets) > 1 && c.sets[0] == 0 && len(c.sets) < 1<<len(layers) {
			out.beside[class] = c
		}
	}
	return nil
}

// sets lists the sets of layers that a form can say at one place; of layers of words, with these words.
func (m *Maker) sets(bare *rules.Board, form *codec.Form, layers []*rules.Layer, words map[*rules.Layer]string) (out []uint, err error) {
	for set := range uint(1) << len(layers) {
		ok, err := m.sayable(bare, form, layers, set, 0, words)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, set)
		}
	}
	return out, nil
}

// words lists, for each word of the layers, the sets that a form can say with it; nil where all words are like the first.
func (m *Maker) words(bare *rules.Board, form *codec.Form, layers []*rules.Layer, like []uint) (out []worded, err error) {
	differ := false
	for k, l := range layers {
		if l.Domain.Kind != rules.Words {
			continue
		}
		for _, word := range l.Domain.Words {
			sets, err := m.sets(bare, form, layers, map[*rules.Layer]string{l: word})
			if err != nil {
				return nil, err
			}
			differ = differ || !slices.Equal(sets, like)
			out = append(out, worded{k, word, sets})
		}
	}
	if !differ {
		return nil, nil
	}
	return out, nil
}

// mute finds out of which printed answers the text cannot say "no", and which links it says cell by cell, by writing such boards and
// reading them back.
func (m *Maker) mute(ctx context.Context, p rules.BoardSize, out *sorted) error {
	for _, l := range m.File.Layers {
		if m.Forms.Text == nil || l.Role != rules.Find || !l.Printed || l.Parts || l.Domain.Kind != rules.Bools {
			continue
		}
		b, err := m.bare(ctx, p)
		if err != nil {
			return err
		}
		places, err := b.Places(l)
		if err != nil || len(places) == 0 {
			return err
		}
		at := places[len(places)/2]
		says := func(v bool) bool {
			b.Set(l, &rules.Marks{Values: map[board.Place]rules.Value{at: rules.BoolOf(v)}})
			text, err := m.Forms.Text.WriteProblem(b)
			if err != nil {
				return false
			}
			again, err := m.Forms.Text.ReadProblem(text)
			if err != nil || again.Marks(l) == nil {
				return false
			}
			_, said := again.Marks(l).Values[at]
			return said
		}
		out.mute[l] = !says(false)
		out.whole[l] = at.Kind == board.Link && !says(true)
	}
	return nil
}

// bare makes a board to try a text with: it has rooms and no objects.
func (m *Maker) bare(ctx context.Context, p rules.BoardSize) (*rules.Board, error) {
	b, err := m.base(ctx, p, nil, m.later(nil, false), 1, rng.New(0))
	if err != nil {
		return nil, err
	}
	for _, l := range m.File.Layers {
		if fixedLayer(l) && b.Marks(l) == nil {
			b.Set(l, &rules.Marks{})
		}
	}
	return b, nil
}

// sizes lists how many cells places of a layer lie beside, each number once.
func sizes(b *rules.Board, l *rules.Layer) []int {
	places, err := b.Places(l)
	if err != nil || len(places) == 0 || places[0].Kind >= board.Others {
		return []int{0}
	}
	var out []int
	for _, p := range places {
		if n := len(b.Geo.Cells(p)); !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// middle gives the place of a layer in the middle, of those beside so many cells; 0: of all.
func middle(b *rules.Board, l *rules.Layer, cells int) (board.Place, bool, error) {
	places, err := b.Places(l)
	if cells > 0 {
		places = slices.DeleteFunc(slices.Clone(places), func(p board.Place) bool { return len(b.Geo.Cells(p)) != cells })
	}
	if err != nil || len(places) == 0 {
		return board.Place{}, false, err
	}
	return places[len(places)/2], true, nil
}

// sayable reports whether a board with values of these layers, and of no others, at one place is read back as it was written. The place
// lies beside so many cells; 0: anywhere.
func (m *Maker) sayable(bare *rules.Board, form *codec.Form, layers []*rules.Layer, set uint, cells int, words map[*rules.Layer]string) (bool, error) {
	b := bare.Clone()
	for i, l := range layers {
		if set>>i&1 == 0 {
			continue
		}
		at, ok, err := middle(b, l, cells)
		if !ok || err != nil {
			return false, err
		}
		v, err := standIn(b, l)
		if err != nil {
			return false, err
		}
		if words[l] != "" {
			v = rules.WordOf(words[l])
		}
		b.Set(l, &rules.Marks{Values: map[board.Place]rules.Value{at: v}})
	}
	text, err := form.WriteProblem(b)
	if err != nil {
		return false, nil
	}
	again, err := form.ReadProblem(text)
	if err != nil {
		return false, nil
	}
	for i, l := range layers {
		at, ok, err := middle(b, l, cells)
		if err != nil {
			return false, err
		}
		if ok && again.Held(l, at) != (set>>i&1 == 1) {
			return false, nil
		}
	}
	return true, nil
}

var errNoProber = errors.New("the solver of this family cannot be probed, which making puzzles needs")
