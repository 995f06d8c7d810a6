package language

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/lineup"
)

// This file reads statements about places, by the sentences that their forms have in the room lineup.

// tails are how the sentences of all forms go on, the longest first.
var tails = sync.OnceValue(func() []tail {
	var list []tail
	for k := matching.Kind(0); k.Known(); k++ {
		if f := k.Form(); f != nil {
			for _, s := range f.Sentences("en") {
				list = append(list, newTail(k, s))
			}
		}
	}
	slices.SortStableFunc(list, func(a, b tail) int { return cmp.Compare(b.size, a.size) })
	return list
})

// tail is how a sentence of a form goes on behind the one whom it is about first.
type tail struct {
	kind   matching.Kind
	by     string   // the distance that it says
	of     bool     // behind "the … of" someone, rather than someone
	values bool     // about a category that is named, rather than the line
	parts  []string // words, and names in braces
	size   int      // of the words
	loose  bool
}

// newTail takes a sentence apart. It starts with {a}, or with "the {cat} of {a}".
func newTail(k matching.Kind, s lineup.Sentence) tail {
	t := tail{kind: k, by: s.By, values: strings.HasSuffix(s.Of, "values"), loose: s.Loose}
	rest := s.Text
	if rest, t.of = strings.CutPrefix(rest, "the {cat} of "); !t.of {
		rest = s.Text
	}
	rest = strings.TrimPrefix(rest, "{a}")
	for rest != "" {
		words, more, ok := strings.Cut(rest, "{")
		if words = strings.TrimSpace(words); words != "" {
			t.parts = append(t.parts, words)
			t.size += len(words)
		}
		if rest = ""; ok {
			var name string
			name, rest, _ = strings.Cut(more, "}")
			t.parts = append(t.parts, "{"+name+"}")
		}
	}
	return t
}

// directions are the words that stand for holes, and clock those at a round table, where the others rest on a convention.
var (
	directions = map[string][]string{
		"{before}": {"to the left of", "before", "in front of", "left of"},
		"{after}":  {"to the right of", "after", "behind", "right of"},
	}
	clock = map[string][]string{"{before}": {"clockwise from"}, "{after}": {"anticlockwise from", "counterclockwise from"}}
)

// bounds are those of a distance that a sentence says without a number.
func (t tail) bounds(p *matching.Puzzle) (lo, hi matching.Value) {
	switch half := matching.Value(p.N/2) * lineup.Unit; t.by {
	case "next":
		return lineup.Unit, lineup.Unit
	case "half":
		return half, half
	case "any":
		return 1, lineup.Open
	}
	return 0, 0
}

// read reads the rest of a sentence whose first person is a. It gives no clue where the text goes on with other words. Then err says what was
// expected or which name is wrong, and reach says how far the text still agreed: the caller shows the error that got furthest.
func (t tail) read(s *sentence, a matching.Who, cat int, denied bool) (c *matching.Clue, reach int, err error) {
	c = &matching.Clue{Kind: t.kind, Cat: cat, Who: make([]matching.Who, t.kind.Form().Args)}
	c.Lo, c.Hi = t.bounds(s.p)
	c.Who[0] = a
	for i, part := range t.parts {
		if i == 0 && denied {
			rest, is := strings.CutPrefix(part+" ", "is ")
			if !is || !s.accept("is not") {
				return nil, 0, nil
			}
			part = rest
		}
		expected, ok := "", true
		switch part {
		case "{b}", "{c}":
			if c.Who[part[1]-'a'], err = s.who(); err != nil {
				return nil, s.pos, err
			}
		case "{cat}":
			c.Cat, ok = s.category()
		case "{q}":
			expected = "a number"
			if c.Lo, c.Hi, ok = s.quantity(); ok && !t.values {
				s.units()
			}
		default:
			if words, hole := directions[part]; hole {
				if ok = s.p.Round && s.acceptAny(clock[part]...); !ok {
					ok = s.acceptAny(words...)
					s.loose = s.loose || s.p.Round && t.by != ""
				}
			} else if ok = s.accept(part); !ok {
				expected = strconv.Quote(part)
			}
		}
		if !ok {
			if expected != "" && i > 1 {
				err = s.errorf(s.pos, "expected %s, found %s", expected, s.found())
			}
			return nil, s.pos + s.partly(part), err
		}
	}
	return c, s.pos, nil
}

// placed reads a statement about places whose first person is a; it began with "the … of" where cat is not negative. It tries every tail and
// takes the first that fits. Where none fits, c is nil and late is the error of the tail that got furthest.
func (s *sentence) placed(a matching.Who, cat int, denied bool) (c *matching.Clue, late error, err error) {
	start, loose, furthest := s.pos, s.loose, -1
	for _, t := range tails() {
		if t.of != (cat >= 0) {
			continue
		}
		s.pos, s.loose = start, loose
		c, reach, bad := t.read(s, a, cat, denied)
		if c != nil {
			s.loose = s.loose || t.loose
			if !t.values && s.p.Line < 0 {
				return nil, nil, s.noLine(start)
			}
			if !t.values {
				c.Cat = s.p.Line
			}
			if denied {
				c, err = s.not(c)
				return c, nil, err
			}
			return c, nil, nil
		}
		if bad != nil && reach > furthest {
			furthest, late = reach, bad
		}
	}
	s.pos, s.loose = start, loose
	return nil, late, nil
}
