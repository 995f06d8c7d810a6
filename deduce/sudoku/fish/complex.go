package fish

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/grid"
)

// This file finds complex fish, whose base and cover may be any houses. Count for each place of the value in how many houses of the base it
// lies, and in how many of the cover. The fins are the places that lie in more of the base. Where no fin is true, the k true places of the
// base use up the k houses of the cover, so a place that lies in more of the cover than of the base is false. What sees every fin is false
// in either case.
//
// Franken: base of rows and boxes and cover of columns and boxes, or with rows and columns exchanged. Mutant: any other houses.
//
// The search goes from what is removed. Were a place e true, the fins, which it sees, were false, and one house of the cover were used up:
// k houses of the base would have all their places in k-1 houses. So for each e the places that it does not see are looked at: every k-1
// houses are taken for the cover, and k houses that lie in them for the base. A house of the cover with one place is not needed: it and
// that place's house of the base can be left out. Cost: C(n, k-1) covers for each place, n being the houses with two places, about 15; which
// houses lie in a cover is looked up in a table, eight places at once.

type kind uint8

const (
	plain kind = iota // rows against columns
	franken
	mutant
)

var kinds = [...]string{franken: "Franken ", mutant: "mutant "}

// A large board that is nearly empty has more places of a value than the search keeps apart, or more houses; there it finds nothing.
const (
	inPlay   = 64
	inHouses = 3*board.MaxSize + 2
)

func complex(k int, of kind) search {
	return func(p *board.Position, yield func([]found) bool) {
		for v := 1; v <= p.Size; v++ {
			if p.At[v].Empty() {
				continue
			}
			all := allComplex(p, v, k, of)
			for from := 0; from < len(all); {
				to := from + 1
				for to < len(all) && slices.Equal(all[from].base, all[to].base) {
					to++
				}
				if !yield(all[from:to]) {
					return
				}
				from = to
			}
		}
	}
}

// allComplex gives the fish of one value and kind, sorted by their bases and covers.
func allComplex(p *board.Position, v, k int, of kind) []found {
	s := hunt{p: p, v: v, k: k, of: of, seen: map[[2]board.HouseSet]bool{}}
	for e := p.At[v].First(); e >= 0; e = p.At[v].Next(e) {
		s.from(e)
	}
	slices.SortFunc(s.found, func(a, b found) int {
		return cmp.Or(slices.Compare(a.base, b.base), slices.Compare(a.cover, b.cover))
	})
	return s.found
}

// hunt is the search for the fish of one value.
type hunt struct {
	p           *board.Position
	v, k        int
	of          kind
	e           int            // the place that would be true
	all         uint64         // the places that e does not see, as bits
	side        []side         // the houses with such places
	free        uint64         // those of them that may be of the base, as bits
	wide        []int          // those with two places or more that may be of the cover
	out         [8][256]uint64 // by eight places, by which of them are not covered: the houses that they lie in
	cover, base []int          // chosen, as indices of side
	seen        map[[2]board.HouseSet]bool
	found       []found
}

// side is a house as the search sees it.
type side struct {
	house int
	in    uint64 // its places
}

func (s *hunt) from(e int) {
	left := s.p.At[s.v].Minus(&s.p.Peer[e])
	left.Remove(e)
	cells := left.Slice()
	if len(cells) > inPlay {
		return
	}
	var in [inHouses]uint64
	for i, c := range cells {
		for h := s.p.In[c].Next(-1); h >= 0; h = s.p.In[c].Next(h) {
			in[h] |= 1 << uint(i)
		}
	}
	s.e, s.all, s.side = e, 1<<uint(len(cells))-1, s.side[:0]
	for h, places := range in {
		if places != 0 {
			s.side = append(s.side, side{h, places})
		}
	}
	if len(s.side) > 64 {
		return
	}
	s.look(len(cells))
	if s.of == mutant {
		s.cast(^uint(0), ^uint(0))
		return
	}
	s.cast(1<<grid.Row|1<<grid.Box, 1<<grid.Column|1<<grid.Box)
	s.cast(1<<grid.Column|1<<grid.Box, 1<<grid.Row|1<<grid.Box)
}

// cast looks for fish whose base and cover are of some kinds of houses, given as bits.
func (s *hunt) cast(base, cover uint) {
	s.free, s.wide = 0, s.wide[:0]
	for i, side := range s.side {
		kind := s.p.Kind(side.house)
		s.free |= uint64(base>>kind&1) << uint(i)
		if cover>>kind&1 != 0 && side.in&(side.in-1) != 0 {
			s.wide = append(s.wide, i)
		}
	}
	s.covers(0, 0, 0)
}

// look fills the table of the houses that places lie in.
func (s *hunt) look(places int) {
	for part := 0; part*8 < places; part++ {
		t := &s.out[part]
		for i := range min(8, places-part*8) {
			var houses uint64
			for h, side := range s.side {
				houses |= side.in >> uint(part*8+i) & 1 << uint(h)
			}
			for low := range 1 << i {
				t[low|1<<i] = t[low] | houses
			}
		}
	}
}

// covers chooses the houses of the cover that e is not in: set has them, and union the places in them.
func (s *hunt) covers(from int, set, union uint64) {
	if len(s.cover) == s.k-1 {
		free := set
		for part, open := 0, s.all&^union; open != 0; part, open = part+1, open>>8 {
			free |= s.out[part][open&255]
		}
		if free = s.free &^ free; bits.OnesCount64(free) >= s.k {
			s.bases(free)
		}
		return
	}
	for i := from; i < len(s.wide); i++ {
		h := s.wide[i]
		s.cover = append(s.cover, h)
		s.covers(i+1, set|1<<uint(h), union|s.side[h].in)
		s.cover = s.cover[:len(s.cover)-1]
	}
}

// bases chooses the houses of the base among those whose places are all covered.
func (s *hunt) bases(free uint64) {
	if len(s.base) == s.k {
		for h := s.p.In[s.e].Next(-1); h >= 0; h = s.p.In[s.e].Next(h) {
			s.fish(h)
		}
		return
	}
	for ; free != 0; free &= free - 1 {
		h := bits.TrailingZeros64(free)
		if !s.room(h) {
			continue
		}
		s.base = append(s.base, h)
		s.bases(free & (free - 1))
		s.base = s.base[:len(s.base)-1]
	}
}

// room reports whether no place would lie in more houses of the base than of the cover once h is of the base.
func (s *hunt) room(h int) bool {
	for rest := s.side[h].in; rest != 0; rest &= rest - 1 {
		bit, n := rest&-rest, 1
		for _, b := range s.base {
			n += int(min(s.side[b].in&bit, 1))
		}
		for _, c := range s.cover {
			n -= int(min(s.side[c].in&bit, 1))
		}
		if n > 0 {
			return false
		}
	}
	return true
}

// houses gives the houses that are chosen, ascending.
func (s *hunt) houses(chosen []int, more ...int) []int {
	for _, i := range chosen {
		more = append(more, s.side[i].house)
	}
	slices.Sort(more)
	return more
}

// fish records the fish of the chosen houses and of one more house of the cover.
func (s *hunt) fish(last int) {
	base, cover := s.houses(s.base), s.houses(s.cover, last)
	key := [2]board.HouseSet{setOf(base), setOf(cover)}
	if s.seen[key] || kindOf(s.p, base, cover) != s.of {
		return
	}
	s.seen[key] = true
	f := found{v: s.v, base: base, cover: cover}
	at := &s.p.At[s.v]
	for c := at.First(); c >= 0; c = at.Next(c) {
		in := s.p.In[c]
		b, k := len(in.And(key[0]).Slice()), len(in.And(key[1]).Slice())
		switch {
		case b > k:
			f.fins.Add(c)
		case k > b:
			f.hit.Add(c)
		case b > 0:
			f.body.Add(c)
		}
	}
	if !f.seen(s.p) {
		return
	}
	f.title = kinds[s.of] + fishName[s.k]
	if !f.fins.Empty() {
		f.title = titles[finned] + f.title
	}
	s.found = append(s.found, f)
}

func setOf(houses []int) board.HouseSet {
	var set board.HouseSet
	for _, h := range houses {
		set[h>>6] |= 1 << (uint(h) & 63)
	}
	return set
}

// kindOf says what kind of fish a base and a cover make.
func kindOf(p *board.Position, base, cover []int) kind {
	a, b := have(p, base), have(p, cover)
	const rows, columns, boxes = 1 << grid.Row, 1 << grid.Column, 1 << grid.Box
	switch {
	case a == rows && b == columns, a == columns && b == rows:
		return plain
	case a&^(rows|boxes)|b&^(columns|boxes) == 0, a&^(columns|boxes)|b&^(rows|boxes) == 0:
		return franken
	}
	return mutant
}

// have gives the kinds of houses that a list has, as bits.
func have(p *board.Position, houses []int) uint {
	var set uint
	for _, h := range houses {
		set |= 1 << p.Kind(h)
	}
	return set
}
