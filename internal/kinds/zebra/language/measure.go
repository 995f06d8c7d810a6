package language

import (
	"slices"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/lineup"
)

// measure reads "the age of A is at least 3 lower than that of B" and its relatives; nil when it is nothing of the sort.
func (s *sentence) measure() (*matching.Clue, error) {
	start := s.pos
	none := func() (*matching.Clue, error) { s.pos = start; return nil, nil }
	if s.startsWithName() || !s.accept("the") {
		return none()
	}
	cat, ok := s.category()
	if !ok || !s.accept("of") {
		return none()
	}
	a, err := s.who()
	if err != nil {
		return none()
	}
	placed, late, err := s.placed(a, cat, false)
	if placed != nil || err != nil {
		return placed, err
	}
	c := &matching.Clue{Cat: cat, Who: []matching.Who{a}}
	if s.accept("and") {
		b, err := s.who()
		if err != nil {
			return nil, err
		}
		c.Who = append(c.Who, b)
		switch {
		case s.accept("do not differ by"):
			c.Kind = matching.NotNear
		case s.accept("differ by"):
			c.Kind = matching.Near
		default:
			return nil, s.errorf(s.pos, "expected \"differ by\", found %s", s.found())
		}
		if c.Lo, c.Hi, ok = s.quantity(); !ok {
			return nil, s.errorf(s.pos, "expected a number, found %s", s.found())
		}
		return c, nil
	}
	if !s.accept("is") {
		return none()
	}
	switch {
	case s.accept("higher than that of"):
		b, err := s.who()
		c.Who, c.Kind, c.Lo, c.Hi = append(c.Who, b), matching.After, 1, lineup.Open
		return c, err
	default:
		if c.Lo, c.Hi, ok = s.quantity(); !ok {
			if late != nil {
				return nil, late // of the sentence that was read the furthest
			}
			return none()
		}
		switch {
		case s.acceptAny("lower than", "less than"):
			c.Kind = matching.Before
		case s.acceptAny("higher than", "more than"):
			c.Kind = matching.After
		default:
			return none()
		}
	}
	s.accept("that of")
	b, err := s.who()
	if err != nil {
		return nil, err
	}
	c.Who = append(c.Who, b)
	return c, nil
}

// seesSum tells whether a sum comes next: a number, or a category and "of", and a sign of sums further on.
func (s *sentence) seesSum() bool {
	start := s.pos
	defer func() { s.pos = start }()
	if _, ok := s.number(); ok {
		return true
	}
	s.accept("the")
	if _, ok := s.category(); !ok || !s.accept("of") {
		return false
	}
	if _, err := s.who(); err != nil {
		return false
	}
	return slices.ContainsFunc([]string{"+", "-", "*", "=", "<", ">", "!=", "≤", "≥", "≠"}, s.accept)
}

// sum reads "age of A + 2 * age of B <= 60".
func (s *sentence) sum() (*matching.Clue, error) {
	c := &matching.Clue{Kind: matching.Sum}
	if err := s.terms(c, 1); err != nil {
		return nil, err
	}
	for _, r := range []struct {
		sign string
		rel  matching.Rel
	}{{"==", matching.EQ}, {"=", matching.EQ}, {"!=", matching.NE}, {"≠", matching.NE}, {"<=", matching.LE}, {"≤", matching.LE}, {">=", matching.GE}, {"≥", matching.GE}, {"<", matching.LT}, {">", matching.GT}} {
		if s.accept(r.sign) {
			c.Rel = r.rel
			break
		}
	}
	if c.Rel == "" {
		return nil, s.errorf(s.pos, "expected =, !=, <, <=, > or >=, found %s", s.found())
	}
	return c, s.terms(c, -1)
}

// terms reads one side of a comparison of sums and adds it to the left (side 1) or takes it to the left (side -1).
func (s *sentence) terms(c *matching.Clue, side int) error {
	sign := side
	for {
		if err := s.grow(); err != nil {
			return err
		}
		coef := 1
		at := s.pos
		if n, ok := s.number(); ok {
			if !s.acceptAny("*", "×", "times") {
				c.Const -= matching.Value(sign) * n
				goto next
			}
			if n%lineup.Unit != 0 || n > 1000*lineup.Unit || n < -1000*lineup.Unit {
				return s.errorf(at, "expected a whole number up to 1000 in front of *")
			}
			coef = int(n / lineup.Unit)
		}
		{
			s.accept("the")
			cat, ok := s.category()
			if !ok || !s.accept("of") {
				return s.errorf(s.pos, "expected a number or a category and \"of\", found %s", s.found())
			}
			w, err := s.who()
			if err != nil {
				return err
			}
			c.Terms = append(c.Terms, matching.Term{Coef: sign * coef, Who: w, Cat: cat})
		}
	next:
		switch {
		case s.accept("+"):
			sign = side
		case s.accept("-"), s.accept("−"):
			sign = -side
		default:
			return nil
		}
	}
}
