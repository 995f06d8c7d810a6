// Package clauses is unit propagation over clauses, for the checkers of proofs. It shares no code with any solver.
package clauses

import (
	"context"
	"iter"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/budget"
)

// Lit is a literal: twice the number of a variable, plus one when negated. Variable 0 is always true.
type Lit int32

// The literals of variable 0.
const (
	True  Lit = 0
	False Lit = 1
)

// clause is a clause with its first two literals watched.
type clause struct {
	lits    []Lit
	deleted bool
}

// Set is a set of clauses with the literals that follow from it by unit propagation, and a trail that assumptions are taken
// back from.
type Set struct {
	val    []int8 // by literal
	watch  [][]*clause
	trail  []Lit
	head   int
	broken bool // a contradiction without assumptions
	byKey  map[string][]*clause

	mem budget.Meter
	err error // of mem
}

// What things take, in bytes.
const (
	bytesVar    = 2 * (1 + 24) // two literals: their values, their lists of clauses
	bytesClause = 160          // besides its literals: its header, two watches, its place among the clauses of its key
	bytesLit    = 8            // in the clause, and in its key
)

// Count has the set count what it holds on the account of a context, until Close. What is over the account is still held, and Err
// says so: whoever adds to the set asks for it now and then.
func (s *Set) Count(ctx context.Context) { s.mem.Open(ctx, budget.From(ctx)) }

// Hold counts bytes that somebody holds together with the set.
func (s *Set) Hold(n int) {
	if s.err == nil {
		s.err = s.mem.Take(n)
	}
}

// Err is the error of the account, or of the context, since Count.
func (s *Set) Err() error { return s.err }

// Close gives back what was counted.
func (s *Set) Close() { s.mem.Close() }

// New makes an empty set.
func New() *Set {
	s := &Set{byKey: map[string][]*clause{}}
	s.NewVar()
	s.set(True)
	s.propagate()
	return s
}

// NewVar makes a variable and gives its positive literal.
func (s *Set) NewVar() Lit {
	l := Lit(len(s.val))
	s.Hold(bytesVar)
	s.val = append(s.val, 0, 0)
	s.watch = append(s.watch, nil, nil)
	return l
}

// Add adds a clause; no assumption may be open.
func (s *Set) Add(ls []Lit) {
	out := make([]Lit, 0, len(ls))
	for _, l := range ls {
		if s.val[l] > 0 || slices.Contains(ls, l^1) {
			return
		}
		if s.val[l] == 0 && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	switch len(out) {
	case 0:
		s.broken = true
		return
	case 1:
		s.set(out[0])
		if !s.propagate() {
			s.broken = true
		}
		return
	}
	s.Hold(bytesClause + bytesLit*len(out))
	c := &clause{lits: out}
	s.watch[out[0]] = append(s.watch[out[0]], c)
	s.watch[out[1]] = append(s.watch[out[1]], c)
	k := key(ls)
	s.byKey[k] = append(s.byKey[k], c)
}

// key names a clause whatever the order of its literals.
func key(ls []Lit) string {
	sorted := slices.Clone(ls)
	slices.Sort(sorted)
	b := make([]byte, 0, 4*len(sorted))
	for _, l := range sorted {
		b = append(b, byte(l), byte(l>>8), byte(l>>16), byte(l>>24))
	}
	return string(b)
}

// Remove forgets a clause, if it is there, and tells whether it was.
func (s *Set) Remove(ls []Lit) bool {
	k := key(ls)
	list := s.byKey[k]
	if len(list) == 0 {
		return false
	}
	s.mem.Give(bytesClause + bytesLit*len(list[len(list)-1].lits))
	list[len(list)-1].deleted = true
	if s.byKey[k] = list[:len(list)-1]; len(list) == 1 {
		delete(s.byKey, k)
	}
	return true
}

func (s *Set) set(l Lit) {
	s.val[l], s.val[l^1] = 1, -1
	s.trail = append(s.trail, l)
}

// propagate makes true what must be. It is false on a contradiction.
func (s *Set) propagate() bool {
	for s.head < len(s.trail) {
		f := s.trail[s.head] ^ 1 // false now
		s.head++
		ws := s.watch[f]
		j := 0
		for i := 0; i < len(ws); i++ {
			c := ws[i]
			if c.deleted {
				continue
			}
			if c.lits[0] == f {
				c.lits[0], c.lits[1] = c.lits[1], f
			}
			if s.val[c.lits[0]] > 0 {
				ws[j] = c
				j++
				continue
			}
			moved := false
			for k := 2; k < len(c.lits); k++ {
				if s.val[c.lits[k]] >= 0 {
					c.lits[1], c.lits[k] = c.lits[k], f
					s.watch[c.lits[1]] = append(s.watch[c.lits[1]], c)
					moved = true
					break
				}
			}
			if moved {
				continue
			}
			ws[j] = c
			j++
			if s.val[c.lits[0]] < 0 {
				j += copy(ws[j:], ws[i+1:])
				s.watch[f] = ws[:j]
				return false
			}
			s.set(c.lits[0])
		}
		s.watch[f] = ws[:j]
	}
	return true
}

// Assume makes the negations of a clause true and propagates. It is false when that is a contradiction. Undo with Back, to the
// Mark of before.
func (s *Set) Assume(ls []Lit) bool {
	for _, l := range ls {
		if s.val[l] > 0 {
			return false
		}
		if s.val[l] == 0 {
			s.set(l ^ 1)
		}
	}
	return s.propagate()
}

// Back takes back what came after the mark.
func (s *Set) Back(mark int) {
	for _, l := range s.trail[mark:] {
		s.val[l], s.val[l^1] = 0, 0
	}
	s.trail = s.trail[:mark]
	s.head = mark
}

// Mark is the length of the trail.
func (s *Set) Mark() int { return len(s.trail) }

// Value is 1 where a literal is true now, -1 where it is false, 0 where it is neither.
func (s *Set) Value(l Lit) int8 { return s.val[l] }

// Broken reports a contradiction without assumptions.
func (s *Set) Broken() bool { return s.broken }

// All visits what the clauses say now: each clause that was not forgotten, and each literal that is true.
func (s *Set) All() iter.Seq[[]Lit] {
	return func(yield func([]Lit) bool) {
		for _, l := range s.trail {
			if !yield([]Lit{l}) {
				return
			}
		}
		for _, cs := range s.byKey {
			for _, c := range cs {
				if !yield(c.lits) {
					return
				}
			}
		}
	}
}
