package language

import (
	"cmp"
	"errors"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/lineup"
)

// Ordinals name places.
var Ordinals = []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}

// fact reads a statement without "and", "or" and "if".
func (s *sentence) fact() (*matching.Clue, error) {
	if start := s.pos; !s.startsWithName() {
		switch {
		case s.accept("of"):
			return s.pair()
		case s.seesSum():
			return s.sum()
		}
		if s.accept("the") { // category of someone
			if cat, ok := s.category(); ok && s.accept("of") {
				if a, err := s.who(); err == nil {
					if c, late, err := s.placed(a, cat, false); c != nil || err != nil || late != nil {
						return c, cmp.Or(err, late)
					}
				}
			}
		}
		s.pos = start
	}
	a, err := s.who()
	if err != nil {
		return nil, err
	}
	var late error // of the sentence that was read the furthest
	for _, denied := range []bool{false, true} {
		c, wrong, err := s.placed(a, -1, denied)
		if c != nil || err != nil {
			return c, err
		}
		if late == nil || wrong != nil && column(late) < column(wrong) {
			late = wrong
		}
	}
	c, err := s.simple(a)
	if late != nil && err != nil && column(err) < column(late) {
		err = late
	}
	return c, err
}

// simple reads what is said about someone that is no statement about places with a sentence of its own.
func (s *sentence) simple(a matching.Who) (*matching.Clue, error) {
	if s.accept("and") {
		if _, err := s.who(); err != nil {
			return nil, err
		}
		return nil, s.errorf(s.pos, "expected what is said about both (have the same parity positions …), found %s", s.found())
	}
	return s.predicate(a)
}

// column is where the text of an error stands, 0 when that is not known.
func column(err error) int {
	if syn, ok := errors.AsType[*doctree.Mistake](err); ok {
		return syn.Pos.Col
	}
	return 0
}

// predicate reads what is said about someone.
func (s *sentence) predicate(a matching.Who) (*matching.Clue, error) {
	denied := false
	switch {
	case s.acceptAny("!=", "<>", "≠"):
		return s.joined(matching.IsNot, a)
	case s.acceptAny("==", "="):
		return s.joined(matching.Is, a)
	case s.accept("is not"):
		denied = true
	case s.accept("is"):
	default:
		return nil, s.errorf(s.pos, "expected what is said about %s (==, !=, is …), found %s", s.p.Label(a.Item), s.found())
	}
	switch c, err := s.complement(a); {
	case err != nil || !denied:
		return c, err
	case c.Kind == matching.Is:
		c.Kind = matching.IsNot
		return c, nil
	default:
		return s.not(c)
	}
}

func (s *sentence) not(c *matching.Clue) (*matching.Clue, error) {
	return &matching.Clue{Kind: matching.Not, Sub: []*matching.Clue{c}}, s.grow()
}

// joined reads the other of two who are said to be the same, or not.
func (s *sentence) joined(k matching.Kind, a matching.Who) (*matching.Clue, error) {
	b, err := s.who()
	return &matching.Clue{Kind: k, Who: []matching.Who{a, b}}, err
}

// complement reads what follows "is".
func (s *sentence) complement(a matching.Who) (*matching.Clue, error) {
	if !s.startsWithName() {
		for i, o := range Ordinals {
			if s.acceptAny("in the "+o+" position", "in the "+o+" place", "in the "+o+" house", "in "+o+" place") {
				return s.place(a, i+1)
			}
		}
		if s.acceptAny("at position", "in position", "at place", "in house", "in seat", "at number") {
			n, ok := s.integer()
			if !ok {
				return nil, s.errorf(s.pos, "expected a whole number, found %s", s.found())
			}
			return s.place(a, n)
		}
		if s.acceptAny("one of", "either") {
			return s.oneOf(a)
		}
	}
	return s.joined(matching.Is, a)
}

// quantity reads the bounds of a difference: "exactly 2", "2", "at least 2", "at most 3", "2 to 3".
func (s *sentence) quantity() (lo, hi matching.Value, ok bool) {
	start := s.pos
	said := ""
	for _, q := range []string{"exactly", "at least", "at most"} {
		if s.accept(q) {
			said = q
			break
		}
	}
	n, ok := s.number()
	if !ok {
		s.pos = start
		return 0, 0, false
	}
	switch said {
	case "at least":
		return n, lineup.Open, true
	case "at most":
		return 1, n, true
	}
	mark := s.pos
	if said == "" && s.accept("to") {
		if m, ok := s.number(); ok {
			return n, m, true
		}
		s.pos = mark
	}
	return n, n, true
}

func (s *sentence) place(a matching.Who, n int) (*matching.Clue, error) {
	switch {
	case n < 1 || n > s.p.N:
		return nil, s.errorf(s.pos, "there is no place %d: expected 1 to %d", n, s.p.N)
	case s.p.Line < 0:
		return nil, s.noLine(s.pos)
	}
	return &matching.Clue{Kind: matching.At, Who: []matching.Who{a}, Cat: s.p.Line, Index: n - 1}, nil
}

func (s *sentence) noLine(at int) error {
	return s.errorf(at, "the puzzle has no line of places to compare in")
}

// oneOf reads a list of items.
func (s *sentence) oneOf(a matching.Who) (*matching.Clue, error) {
	c := &matching.Clue{Kind: matching.OneOf, Who: []matching.Who{a}}
	for {
		x, err := s.item()
		if err != nil {
			return nil, err
		}
		c.Items = append(c.Items, x)
		start := s.pos
		comma := s.accept(",")
		if or := s.accept("or"); !comma && !or || !s.startsWithName() {
			s.pos = start
			return c, nil
		}
		// "A is one of B or C, or D == E" goes on with another statement.
		mark := s.pos
		if _, err := s.item(); err == nil {
			if s.skip(); s.sees("is") || s.sees("==") || s.sees("!=") || s.sees("has") {
				s.pos = start
				return c, nil
			}
		}
		s.pos = mark
	}
}

// pair reads "of A and B, one is C and the other is D".
func (s *sentence) pair() (*matching.Clue, error) {
	c := &matching.Clue{Kind: matching.Pair}
	for _, before := range []string{"", "and", ", one is", "and the other"} {
		if before == ", one is" {
			s.accept(",")
			before = "one is"
		}
		if !s.accept(before) {
			return nil, s.errorf(s.pos, "expected %q, found %s", before, s.found())
		}
		if before == "and the other" {
			s.accept("is")
		}
		w, err := s.who()
		if err != nil {
			return nil, err
		}
		c.Who = append(c.Who, w)
	}
	return c, nil
}
