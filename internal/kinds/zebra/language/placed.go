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

// This file reads statements about places: by the sentences that their forms have in the room lineup, and those of distances, which hold
// bounds, by sentences of the same kind that stand here.

// distances are sentences of the forms with bounds, with | between them. {q} is an amount of places, {n} a number; {sooner}, {later}, {away},
// {lower} and {higher} stand for the words of directions.
var distances = []struct {
	kind   matching.Kind
	lo, hi matching.Value // 0: the sentence says them
	loose  bool           // read by a convention that the words do not say: they are not shown again
	texts  string
}{
	{matching.Near, lineup.Unit, lineup.Unit, true, "{a} is on the left or right of {b}|{a} is on the left or the right of {b}"},
	{matching.Near, lineup.Unit, lineup.Unit, false, "{a} is directly to the left or right of {b}|{a} is next to {b}|{a} is adjacent to {b}|" +
		"{a} and {b} are next to each other|{a} and {b} are adjacent"},
	{matching.NotNear, lineup.Unit, lineup.Unit, false, "{a} is not next to {b}|{a} is not adjacent to {b}|" +
		"{a} and {b} are not next to each other|{a} and {b} are not adjacent"},
	{matching.Before, lineup.Unit, lineup.Unit, false, "{a} is on the next seat clockwise from {b}|{a} is directly clockwise from {b}|" +
		"{a} is directly to the left of {b}|{a} is immediately to the left of {b}|{a} is directly before {b}|{a} is immediately before {b}|" +
		"{a} is directly in front of {b}"},
	{matching.After, lineup.Unit, lineup.Unit, false, "{a} is on the next seat anticlockwise from {b}|{a} is directly anticlockwise from {b}|" +
		"{a} is directly to the right of {b}|{a} is immediately to the right of {b}|{a} is directly after {b}|{a} is immediately after {b}|" +
		"{a} is directly behind {b}"},
	{matching.Before, lineup.Unit, lineup.Unit, true, "{a} is on the left of {b}"},
	{matching.After, lineup.Unit, lineup.Unit, true, "{a} is on the right of {b}"},
	{matching.Before, 1, lineup.Open, false, "{a} is somewhere to the left of {b}|{a} is somewhere before {b}|{a} has a lower {cat} than {b}"},
	{matching.After, 1, lineup.Open, false, "{a} is somewhere to the right of {b}|{a} is somewhere after {b}|{a} has a higher {cat} than {b}|" +
		"the {cat} of {a} is higher than that of {b}"},
	{matching.Before, 1, lineup.Open, true, "{a} is to the left of {b}|{a} is before {b}"},
	{matching.After, 1, lineup.Open, true, "{a} is to the right of {b}|{a} is after {b}"},
	{matching.Before, 0, 0, false, "{a} is {q} {sooner} {b}|the {cat} of {a} is {n} {lower} {b}"},
	{matching.After, 0, 0, false, "{a} is {q} {later} {b}|the {cat} of {a} is {n} {higher} {b}"},
	{matching.Near, 0, 0, false, "{a} is {q} {away} {b}|the {cat} of {a} and {b} differ by {n}"},
	{matching.NotNear, 0, 0, false, "{a} is not {q} {away} {b}|the {cat} of {a} and {b} do not differ by {n}"},
}

// tails are how sentences go on: those of the room lineup, the longest first, then those of distances.
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
	for _, d := range distances {
		for _, text := range strings.Split(d.texts, "|") {
			t := newTail(d.kind, lineup.Sentence{Text: text, Loose: d.loose})
			t.values = strings.Contains(text, "{cat}")
			t.lo, t.hi = d.lo, d.hi
			t.sided = d.lo > 0 && !t.values && (d.kind == matching.Before || d.kind == matching.After) && !strings.Contains(text, "clockwise")
			list = append(list, t)
		}
	}
	return list
})

// tail is how a sentence of a form goes on behind the one whom it is about first.
type tail struct {
	kind   matching.Kind
	of     bool     // behind "the … of" someone, rather than someone
	values bool     // about a category that is named, rather than the line
	parts  []string // words, and names in braces
	size   int      // of the words
	loose  bool
	sided  bool // it says on which side, which rests on a convention at a round table
	lo, hi matching.Value
}

// newTail takes a sentence apart. It starts with {a}, or with "the {cat} of {a}".
func newTail(k matching.Kind, s lineup.Sentence) tail {
	t := tail{kind: k, values: strings.HasSuffix(s.Of, "values"), loose: s.Loose}
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

// directions are the words that stand for holes; those at a round table come first there.
var directions = map[string][]string{
	"{before}": {"to the left of", "before"},
	"{after}":  {"to the right of", "after"},
	"{sooner}": {"to the left of", "before", "in front of", "left of"},
	"{later}":  {"to the right of", "after", "behind", "right of"},
	"{away}":   {"away from", "from"},
	"{lower}":  {"lower than that of", "less than that of", "lower than", "less than"},
	"{higher}": {"higher than that of", "more than that of", "higher than", "more than"},
}

// clock are the words of directions at a round table.
var clock = map[string][]string{"{sooner}": {"clockwise from"}, "{later}": {"anticlockwise from", "counterclockwise from"}}

// read reads on after the first of a sentence; it gives no clue where the words are others. An error is that of a name, or of what is expected
// there; reach is where it stands, or behind those of the expected words that are there.
func (t tail) read(s *sentence, a matching.Who, cat int, denied bool) (c *matching.Clue, reach int, err error) {
	c = &matching.Clue{Kind: t.kind, Cat: cat, Who: make([]matching.Who, t.kind.Form().Args), Lo: t.lo, Hi: t.hi}
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
		case "{q}", "{n}":
			expected = "a number"
			if c.Lo, c.Hi, ok = s.quantity(); ok && part == "{q}" {
				s.acceptAny("places", "place", "positions", "position", "seats", "seat", "houses", "house")
			}
		default:
			if words, hole := directions[part]; hole {
				ok = s.p.Round && s.acceptAny(clock[part]...) || s.acceptAny(words...)
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

// placed reads a statement about places behind the first of it, and behind the category cat where it is not negative. It gives nil where
// none is said; late is then what went wrong in the one that was read the furthest, with the place.
func (s *sentence) placed(a matching.Who, cat int, denied bool) (c *matching.Clue, late error, err error) {
	start, loose, furthest := s.pos, s.loose, -1
	for _, t := range tails() {
		if t.of != (cat >= 0) {
			continue
		}
		s.pos, s.loose = start, loose
		c, reach, bad := t.read(s, a, cat, denied)
		if c != nil {
			s.loose = s.loose || t.loose || t.sided && s.p.Round
			if !t.values && s.p.Line < 0 {
				return nil, nil, s.errorf(start, "the puzzle has no line of places to compare in")
			}
			if !t.values {
				c.Cat = s.p.Line
			}
			if denied {
				return &matching.Clue{Kind: matching.Not, Sub: []*matching.Clue{c}}, nil, s.grow()
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
