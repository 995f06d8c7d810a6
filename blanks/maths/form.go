package maths

import "github.com/quandary-puzzles/quandary/internal/rng"

// Shuffled gives the puzzle with its pieces, or the steps that are to be put in order, shown in another order.
func (p *Puzzle) Shuffled(r *rng.Stream) *Puzzle {
	q := *p
	if len(p.Order) > 0 {
		q.Order = nil
		for _, k := range r.Perm(len(p.Order)) {
			q.Order = append(q.Order, p.Order[k])
		}
	}
	q.Pieces = nil
	for _, list := range p.Pieces {
		var other []string
		for _, k := range r.Perm(len(list)) {
			other = append(other, list[k])
		}
		q.Pieces = append(q.Pieces, other)
	}
	return &q
}
