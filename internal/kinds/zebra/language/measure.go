package language

import (
	"cmp"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/lineup"
)

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
	for _, sign := range []string{"==", "=", "!=", "≠", "<=", "≤", ">=", "≥", "<", ">"} {
		if s.accept(sign) {
			c.Rel = map[string]matching.Rel{"==": matching.EQ, "≠": matching.NE, "≤": matching.LE, "≥": matching.GE}[sign]
			c.Rel = cmp.Or(c.Rel, matching.Rel(sign))
			return c, s.terms(c, -1)
		}
	}
	return nil, s.errorf(s.pos, "expected =, !=, <, <=, > or >=, found %s", s.found())
}

// terms reads one side of a comparison of sums and adds it to the left (side 1) or takes it to the left (side -1).
func (s *sentence) terms(c *matching.Clue, side int) error {
	for sign := side; ; {
		if err := s.grow(); err != nil {
			return err
		}
		coef, at := 1, s.pos
		n, isNumber := s.number()
		times := isNumber && s.acceptAny("*", "×", "times")
		if times {
			if n%lineup.Unit != 0 || n > 1000*lineup.Unit || n < -1000*lineup.Unit {
				return s.errorf(at, "expected a whole number up to 1000 in front of *")
			}
			coef = int(n / lineup.Unit)
		}
		if isNumber && !times {
			c.Const -= matching.Value(sign) * n
		} else {
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
		switch {
		case s.accept("+"):
			sign = side
		case s.acceptAny("-", "−"):
			sign = -side
		default:
			return nil
		}
	}
}
