package synth

import "github.com/quandary-puzzles/quandary/internal/rng"

// place is a source of randomness that moves from place to place of a specification: at each it is a stream of its own, so
// that what one place draws changes nothing at another. Streams are made when something is drawn.
type place struct {
	base  *rng.Stream
	label string
	at    [2]uint64
	cur   *rng.Stream
	drew  bool // something was drawn since the last move
	ever  bool // something was drawn
}

// move goes to a place.
func (p *place) move(label string, i, j int) {
	p.label, p.at, p.cur, p.drew = label, [2]uint64{uint64(i), uint64(j)}, nil, false
}

// stream is the stream of the present place.
func (p *place) stream() *rng.Stream {
	p.drew, p.ever = true, true
	if p.cur == nil {
		p.cur = p.base.Derive(p.label, p.at[0], p.at[1])
	}
	return p.cur
}

// Uint64 draws 64 random bits.
func (p *place) Uint64() uint64 { return p.stream().Uint64() }

// Uint64N draws uniformly from 0..n-1.
func (p *place) Uint64N(n uint64) uint64 { return p.stream().Uint64N(n) }

// recordStream names the stream of one try at one record.
func recordStream(seed, index uint64, try int) *rng.Stream {
	return rng.New(seed).Derive("record", index).Derive("try", uint64(try))
}
