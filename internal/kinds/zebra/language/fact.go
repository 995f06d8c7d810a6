package language

import (
	"errors"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/lineup"
)

// verb is a way to state the distance of two: the phrase between them. Other statements about places are read by the sentences of their
// forms.
type verb struct {
	phrase string
	kind   matching.Kind
	lo, hi matching.Value
	loose  bool // read by a convention that the words do not say: they are not shown again
}

// verbs are tried in order: a phrase stands before every phrase that it starts with.
var verbs = []verb{
	{"is on the left or right of", matching.Near, lineup.Unit, lineup.Unit, true},
	{"is on the left or the right of", matching.Near, lineup.Unit, lineup.Unit, true},
	{"is directly to the left or right of", matching.Near, lineup.Unit, lineup.Unit, false},
	{"is next to", matching.Near, lineup.Unit, lineup.Unit, false},
	{"is adjacent to", matching.Near, lineup.Unit, lineup.Unit, false},
	{"is not next to", matching.NotNear, lineup.Unit, lineup.Unit, false},
	{"is not adjacent to", matching.NotNear, lineup.Unit, lineup.Unit, false},
	{"is on the next seat clockwise from", matching.Before, lineup.Unit, lineup.Unit, false},
	{"is directly clockwise from", matching.Before, lineup.Unit, lineup.Unit, false},
	{"is on the next seat anticlockwise from", matching.After, lineup.Unit, lineup.Unit, false},
	{"is directly anticlockwise from", matching.After, lineup.Unit, lineup.Unit, false},
	{"is on the left of", matching.Before, lineup.Unit, lineup.Unit, true},
	{"is directly to the left of", matching.Before, lineup.Unit, lineup.Unit, false},
	{"is immediately to the left of", matching.Before, lineup.Unit, lineup.Unit, false},
	{"is directly before", matching.Before, lineup.Unit, lineup.Unit, false},
	{"is immediately before", matching.Before, lineup.Unit, lineup.Unit, false},
	{"is directly in front of", matching.Before, lineup.Unit, lineup.Unit, false},
	{"is on the right of", matching.After, lineup.Unit, lineup.Unit, true},
	{"is directly to the right of", matching.After, lineup.Unit, lineup.Unit, false},
	{"is immediately to the right of", matching.After, lineup.Unit, lineup.Unit, false},
	{"is directly after", matching.After, lineup.Unit, lineup.Unit, false},
	{"is immediately after", matching.After, lineup.Unit, lineup.Unit, false},
	{"is directly behind", matching.After, lineup.Unit, lineup.Unit, false},
	{"is somewhere to the left of", matching.Before, 1, lineup.Open, false},
	{"is to the left of", matching.Before, 1, lineup.Open, true},
	{"is somewhere before", matching.Before, 1, lineup.Open, false},
	{"is before", matching.Before, 1, lineup.Open, true},
	{"is somewhere to the right of", matching.After, 1, lineup.Open, false},
	{"is to the right of", matching.After, 1, lineup.Open, true},
	{"is somewhere after", matching.After, 1, lineup.Open, false},
	{"is after", matching.After, 1, lineup.Open, true},
}

// Ordinals name places.
var Ordinals = []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}

// fact reads a statement without "and", "or" and "if".
func (s *sentence) fact() (*matching.Clue, error) {
	if !s.startsWithName() {
		switch {
		case s.accept("of"):
			return s.pair()
		case s.seesSum():
			return s.sum()
		}
	}
	if c, err := s.measure(); c != nil || err != nil {
		return c, err
	}
	a, err := s.who()
	if err != nil {
		return nil, err
	}
	c, late, err := s.placed(a, -1, false)
	if c != nil || err != nil {
		return c, err
	}
	if c, err = s.simple(a); late != nil && err != nil && column(err) < column(late) {
		err = late // of the sentence that was read the furthest
	}
	return c, err
}

// simple reads what is said about someone that no form of statements about places has a sentence for.
func (s *sentence) simple(a matching.Who) (*matching.Clue, error) {
	if s.accept("and") {
		return s.both(a)
	}
	if c, err := s.extreme(a); c != nil || err != nil {
		return c, err
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
	at := s.pos
	for _, v := range verbs {
		if s.accept(v.phrase) {
			return s.located(a, v)
		}
	}
	// "is not" in front of any other place form denies it.
	if s.accept("is not") {
		rest := s.pos
		for _, v := range verbs {
			if tail, ok := strings.CutPrefix(v.phrase, "is "); ok && s.accept(tail) {
				c, err := s.located(a, v)
				if err != nil {
					return nil, err
				}
				return &matching.Clue{Kind: matching.Not, Sub: []*matching.Clue{c}}, s.grow()
			}
			s.pos = rest
		}
		s.pos = at
	}
	if c, _, err := s.placed(a, -1, true); c != nil || err != nil {
		return c, err
	}
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
	c, err := s.complement(a)
	if err != nil {
		return nil, err
	}
	if denied {
		switch c.Kind {
		case matching.Is:
			c.Kind = matching.IsNot
			return c, nil
		case matching.Near:
			c.Kind = matching.NotNear
			return c, nil
		}
		return &matching.Clue{Kind: matching.Not, Sub: []*matching.Clue{c}}, s.grow()
	}
	return c, nil
}

// joined reads the other of two who are said to be the same, or not.
func (s *sentence) joined(k matching.Kind, a matching.Who) (*matching.Clue, error) {
	b, err := s.who()
	return &matching.Clue{Kind: k, Who: []matching.Who{a, b}}, err
}

// complement reads what follows "is".
func (s *sentence) complement(a matching.Who) (*matching.Clue, error) {
	at := s.pos
	if c, err := s.counted(a); c != nil || err != nil {
		return c, err
	}
	if s.pos = at; !s.startsWithName() {
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
		if s.accept("opposite") {
			b, err := s.who()
			half := matching.Value(s.p.N/2) * lineup.Unit
			return s.inLine(&matching.Clue{Kind: matching.Near, Who: []matching.Who{a, b}, Lo: half, Hi: half}, err)
		}
	}
	return s.joined(matching.Is, a)
}

// counted reads "exactly 2 places to the left of B" and the like; nil when nothing of the sort comes next.
func (s *sentence) counted(a matching.Who) (*matching.Clue, error) {
	lo, hi, ok := s.quantity()
	if !ok {
		return nil, nil
	}
	s.acceptAny("places", "place", "positions", "position", "seats", "seat", "houses", "house")
	c := &matching.Clue{Lo: lo, Hi: hi}
	switch {
	case s.p.Round && s.accept("clockwise from"):
		c.Kind = matching.Before
	case s.p.Round && s.acceptAny("anticlockwise from", "counterclockwise from"):
		c.Kind = matching.After
	case s.acceptAny("to the left of", "before", "in front of", "left of"):
		c.Kind = matching.Before
	case s.acceptAny("to the right of", "after", "behind", "right of"):
		c.Kind = matching.After
	case s.acceptAny("away from", "from"):
		c.Kind = matching.Near
	default:
		return nil, nil
	}
	b, err := s.who()
	c.Who = []matching.Who{a, b}
	return s.inLine(c, err)
}

// located finishes a verb.
func (s *sentence) located(a matching.Who, v verb) (*matching.Clue, error) {
	c := &matching.Clue{Kind: v.kind, Who: []matching.Who{a}, Lo: v.lo, Hi: v.hi}
	w, err := s.who()
	if err != nil {
		return nil, err
	}
	c.Who = append(c.Who, w)
	s.loose = s.loose || v.loose || s.p.Round && (v.kind == matching.Before || v.kind == matching.After) && !strings.Contains(v.phrase, "clockwise")
	return s.inLine(c, nil)
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

// inLine makes a clue compare in the line.
func (s *sentence) inLine(c *matching.Clue, err error) (*matching.Clue, error) {
	if err != nil {
		return nil, err
	}
	if s.p.Line < 0 {
		return nil, s.errorf(s.pos, "the puzzle has no line of places to compare in")
	}
	c.Cat = s.p.Line
	return c, nil
}

func (s *sentence) place(a matching.Who, n int) (*matching.Clue, error) {
	if n < 1 || n > s.p.N {
		return nil, s.errorf(s.pos, "there is no place %d: expected 1 to %d", n, s.p.N)
	}
	return s.inLine(&matching.Clue{Kind: matching.At, Who: []matching.Who{a}, Index: n - 1}, nil)
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

// both reads "A and B are next to each other".
func (s *sentence) both(a matching.Who) (*matching.Clue, error) {
	b, err := s.who()
	if err != nil {
		return nil, err
	}
	c := &matching.Clue{Who: []matching.Who{a, b}}
	switch {
	case s.acceptAny("are next to each other", "are adjacent"):
		c.Kind, c.Lo, c.Hi = matching.Near, lineup.Unit, lineup.Unit
	case s.acceptAny("are not next to each other", "are not adjacent"):
		c.Kind, c.Lo, c.Hi = matching.NotNear, lineup.Unit, lineup.Unit
	default:
		return nil, s.errorf(s.pos, "expected what is said about both (have the same parity positions …), found %s", s.found())
	}
	return s.inLine(c, nil)
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

// extreme reads "A has a lower age than B".
func (s *sentence) extreme(a matching.Who) (*matching.Clue, error) {
	start := s.pos
	c := &matching.Clue{Who: []matching.Who{a}}
	switch {
	case s.accept("has a lower"):
		c.Kind, c.Lo, c.Hi = matching.Before, 1, lineup.Open
	case s.accept("has a higher"):
		c.Kind, c.Lo, c.Hi = matching.After, 1, lineup.Open
	default:
		return nil, nil
	}
	cat, ok := s.category()
	if !ok {
		s.pos = start
		return nil, nil
	}
	c.Cat = cat
	if !s.accept("than") {
		return nil, s.errorf(s.pos, "expected \"than\", found %s", s.found())
	}
	b, err := s.who()
	c.Who = append(c.Who, b)
	return c, err
}
