package forcing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
)

// This file puts the inferences of a branch into words. Each sentence names the facts that its conclusion rests on, beside what
// the board shows: "then" stands only where the fact just told suffices.

// note says what pattern an inference that needs more than one house rests on.
type note struct {
	kind   noteKind
	v, u   int // values
	h, o   int // houses
	a, b   int // cells
	c1, c2 int // covers of an X-wing
}

type noteKind uint8

const (
	lockedNote noteKind = iota + 1 // in h, v is only where h meets o
	nakedNote                      // a and b of h have v and u left, and nothing else
	hiddenNote                     // v and u have a and b left in h, and nothing else
	xWingNote                      // in h and o, v is only in c1 and c2
	nestedNote                     // v in a would lead to a contradiction
)

// said puts a literal in words: "r1c1 is 5".
func (e *engine) said(l lit) string {
	m := e.mark(l)
	if l.isOff() {
		return e.CellName(m.Cell) + " is not " + e.Symbol(m.Value)
	}
	return e.CellName(m.Cell) + " is " + e.Symbol(m.Value)
}

// reason puts the pattern of an inference in words.
func (e *engine) reason(n note) string {
	v := e.Symbol(n.v)
	switch n.kind {
	case lockedNote:
		return fmt.Sprintf("in %s the %s is only where it meets %s", e.HouseName(n.h), v, e.HouseName(n.o))
	case nakedNote:
		return fmt.Sprintf("%s are %s and %s in some order", e.CellNames([]int{n.a, n.b}), v, e.Symbol(n.u))
	case hiddenNote:
		return fmt.Sprintf("in %s the %s and the %s fill %s", e.HouseName(n.h), v, e.Symbol(n.u), e.CellNames([]int{n.a, n.b}))
	case xWingNote:
		return fmt.Sprintf("in %s the %s is only in %s", e.HouseNames([]int{n.h, n.o}), v, e.HouseNames([]int{n.c1, n.c2}))
	case nestedNote:
		return fmt.Sprintf("%s in %s would lead to a contradiction", v, e.CellName(n.a))
	}
	return ""
}

// concluded puts literals in words as the conclusion from others: what several cells are not, or a value as the last of its
// cell, or as the last place in the house whose other places the others took.
func (e *engine) concluded(list []lit, from []lit, n note) string {
	l := list[0]
	m := e.mark(l)
	said := e.said(l)
	if len(list) > 1 {
		cells := make([]int, len(list))
		for i, x := range list {
			cells[i] = e.mark(x).Cell
		}
		said = e.CellNames(cells) + " are not " + e.Symbol(m.Value)
	}
	switch {
	case n.kind != 0:
		return e.reason(n) + ", so " + said
	case l.isOff():
		return said
	}
	same := true
	struck := board.CellsOf(m.Cell)
	for _, f := range from {
		x := e.mark(f)
		same = same && x.Cell == m.Cell
		struck.Add(x.Cell)
	}
	if same {
		return "only " + e.Symbol(m.Value) + " is left for " + e.CellName(m.Cell)
	}
	for _, h := range e.HousesOf[m.Cell] {
		at := e.At[m.Value].And(&e.House[h])
		if rest := at.Minus(&struck); rest.First() < 0 {
			return fmt.Sprintf("the %s of %s is in %s", e.Symbol(m.Value), e.HouseName(h), e.CellName(m.Cell))
		}
	}
	return said
}

// alike tells whether two literals of a branch say that a cell is not something, for the same reason.
func (b *branch) alike(i, j int) bool {
	return b.lits[i].isOff() && b.lits[j].isOff() && b.notes[i] == b.notes[j] && slices.Equal(b.from[i], b.from[j])
}

// seen tells of which literals of a branch nothing is said: that a value which was just told leaves its row, column, box or cell, where that
// only gives other cells their values, is what the eye does.
func (b *branch) seen() []bool {
	out := make([]bool, len(b.lits))
	for i := 1; i < len(b.lits)-1; i++ {
		out[i] = b.lits[i].isOff() && b.notes[i].kind == 0 && len(b.from[i]) == 1 && !b.lits[b.from[i][0]].isOff()
	}
	for i, from := range b.from {
		for _, q := range from {
			out[q] = out[q] && !b.lits[i].isOff() && b.notes[i].kind == 0
		}
	}
	return out
}

// told puts a branch in words: "If r1c1 is 5, then only 3 is left for r1c4."
func (e *engine) told(b branch) string {
	var s strings.Builder
	s.WriteString("If " + e.said(b.lits[0]))
	if len(b.lits) == 1 {
		s.WriteString(", that is so") // the conclusion is the case itself
	}
	seen, opened := b.seen(), false
	only := 0 // the fact that was told last, where it was one alone
	for i := 1; i < len(b.lits); {
		if seen[i] {
			i++
			continue
		}
		end := i + 1
		for end < len(b.lits) && !seen[end] && b.alike(i, end) && e.mark(b.lits[i]).Value == e.mark(b.lits[end]).Value {
			end++
		}
		var from []lit
		var because []int // the facts that are named: for one that is seen the one that shows it
		for _, q := range b.from[i] {
			from = append(from, b.lits[q])
			if seen[q] {
				q = b.from[q][0]
			}
			if !slices.Contains(because, q) {
				because = append(because, q)
			}
		}
		what := e.concluded(b.lits[i:end], from, b.notes[i])
		first, last := i, only
		only = -1
		if end == i+1 {
			only = i
		}
		i = end
		switch {
		case !opened && len(because) == 1:
			s.WriteString(", then " + what)
		case len(because) == 1 && because[0] == last:
			s.WriteString("; then " + what)
		case len(because) == 0:
			s.WriteString("; " + what)
		case len(from) == first && b.notes[first].kind == nestedNote:
			s.WriteString("; with all this, " + what)
		default:
			words := make([]string, len(because))
			for k, q := range because {
				words[k] = e.said(b.lits[q])
			}
			s.WriteString("; as " + board.And(words) + ", " + what)
		}
		opened = true
	}
	s.WriteString(".")
	return s.String()
}
