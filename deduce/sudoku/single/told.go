package single

import (
	"iter"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
)

// This file tells runs of singles in few steps. Singles take nothing away from each other: whichever is taken first, the same cells are
// filled in the end. So a run of them may be told in another order, and singles that lie together are said together: those of one value,
// one house after another, and those of one house, one cell after another.

// Told gives steps from a position, which they change, with runs of singles in few steps: of those that can be told next, the one that fills
// the most cells comes first, and of these the one with the fewest words.
func Told(p *board.Position, steps iter.Seq2[board.Step, error]) iter.Seq2[board.Step, error] {
	alone := deduce.NewLadder(Techniques()...)
	single := func(s board.Step) bool {
		_, err := alone.Lookup(s.Technique)
		return err == nil
	}
	return deduce.Together(steps, p.Clone, single, func(p *board.Position) (board.Step, bool) {
		var best group
		for v := 1; v <= p.Size; v++ {
			best = best.or(ofValue(p, v))
		}
		for h := range p.House {
			best = best.or(ofHouse(p, h))
		}
		if len(best.step.Place) == 0 {
			return alone.Next(p)
		}
		return best.step, true
	})
}

// group is singles that are told together.
type group struct {
	step  board.Step
	words int
}

// or gives the better of two groups, the first where they are alike.
func (g group) or(h group) group {
	if n, m := len(g.step.Place), len(h.step.Place); m > n || m == n && h.words < g.words {
		return h
	}
	return g
}

// part is a part of a text, which fills a cell. Its verb stands where it begins a sentence.
type part struct{ head, verb, why string }

// together makes the group of some parts of a text, each of which fills a cell.
func together(s board.Step, begin, end string, parts []part) group {
	if len(parts) < 2 {
		return group{}
	}
	text := sentences(begin, parts) + end
	s.Pattern = s.Place
	s.Cost *= len(parts)
	s.Place = deduce.SortMarks(slices.Clone(s.Place))
	s.Why = func() string { return text }
	return group{s, words(text)}
}

// Bounds of a sentence.
const (
	mostParts = 3
	mostWords = 30
)

// sentences joins parts by "then" behind what begins the text, and begins a new sentence where one grows too long.
func sentences(begin string, parts []part) string {
	var b strings.Builder
	length, count := words(begin), 0
	if length+words(parts[0].head+parts[0].verb+parts[0].why) > mostWords {
		begin, length = strings.Replace(begin, ": ", ". ", 1), 0
	}
	b.WriteString(begin)
	for n, p := range parts {
		text := p.head + p.why
		switch {
		case n > 0 && count < mostParts && length+1+words(text) <= mostWords:
			b.WriteString(", then ")
			length++
		default:
			if n > 0 {
				b.WriteString(". Then ")
				length, count = 1, 0
			}
			text = p.head + p.verb + p.why
		}
		b.WriteString(text)
		length, count = length+words(text), count+1
	}
	return b.String()
}

func words(text string) int { return len(strings.Fields(text)) }

// ofValue finds the hidden singles of a value, each in the first house that has one after those before.
func ofValue(p *board.Position, v int) group {
	q := p.Clone()
	s := board.Step{Technique: "hidden-single", Name: "Hidden singles", Cost: 14, Rating: 1.5, Values: []int{v}}
	var parts []part
	for again := true; again; {
		again = false
		hidden(q, func(one board.Step) bool {
			c, h := one.Cells[0], one.Houses[0]
			if one.Values[0] != v {
				return true
			}
			parts = append(parts, part{"in " + q.HouseName(h) + " only " + q.CellName(c), " is left", " (" + q.Keep().Seers(h, c, v) + ")"})
			s.Place, s.Cells, s.Houses = append(s.Place, one.Place...), append(s.Cells, c), append(s.Houses, h)
			again = q.Place(c, v)
			return false
		})
	}
	return together(s, "For the "+q.Symbol(v)+", ", ". So "+q.CellNames(s.Cells)+" are "+q.Symbol(v)+".", parts)
}

// ofHouse finds the naked singles of a house, each after those before.
func ofHouse(p *board.Position, h int) group {
	q := p.Clone()
	s := board.Step{Technique: "naked-single", Name: "Naked singles", Cost: 4, Rating: 2.3, Houses: []int{h}}
	var parts []part
	for again := true; again; {
		again = false
		for _, c := range q.Houses[h].Cells {
			d := q.Cand[c]
			if d.Count() != 1 {
				continue
			}
			v := d.First()
			why := ", the last one"
			if others := q.Missing(h) &^ d; others != 0 {
				why = " (" + q.Keep().Against(c, others) + ")"
			}
			parts = append(parts, part{head: q.Is(c, v), why: why})
			s.Place, s.Cells, s.Values = append(s.Place, board.Mark{Cell: c, Value: v}), append(s.Cells, c), append(s.Values, v)
			again = q.Place(c, v)
		}
	}
	return together(s, board.Sentence(q.HouseName(h))+" lacks "+q.Symbols(p.Missing(h))+": ", ".", parts)
}
