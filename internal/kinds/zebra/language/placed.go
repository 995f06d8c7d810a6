package language

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/lineup"
)

// This file reads statements about places by the sentences that their forms have in the room lineup.

// tails are how sentences of the forms go on, the longest first.
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
	of     bool     // behind "the … of" someone, rather than someone
	values bool     // about a category that is named, rather than the line
	parts  []string // words, and names in braces
	size   int      // of the words
	loose  bool
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

// directions are the words that stand for {before} and {after}.
var directions = map[string][]string{
	"{before}": {"to the left of", "before"},
	"{after}":  {"to the right of", "after"},
}

// read reads on after the first of a sentence; not ok where the words are others. An error is that of a name.
func (t tail) read(s *sentence, a matching.Who, cat int, denied bool) (c *matching.Clue, ok bool, err error) {
	c = &matching.Clue{Kind: t.kind, Cat: cat, Who: make([]matching.Who, t.kind.Form().Args)}
	c.Who[0] = a
	for i, part := range t.parts {
		if i == 0 && denied {
			rest, is := strings.CutPrefix(part, "is ")
			if !is || !s.accept("is not") {
				return nil, false, nil
			}
			part = rest
		}
		switch part {
		case "{b}", "{c}":
			if c.Who[part[1]-'a'], err = s.who(); err != nil {
				return nil, false, err
			}
		case "{cat}":
			if c.Cat, ok = s.category(); !ok {
				return nil, false, nil
			}
		case "{before}", "{after}":
			if !s.acceptAny(directions[part]...) {
				return nil, false, nil
			}
		default:
			if !s.accept(part) {
				if i > 1 {
					err = s.errorf(s.pos, "expected %q, found %s", part, s.found())
				}
				return nil, false, err
			}
		}
	}
	return c, true, nil
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
		c, ok, bad := t.read(s, a, cat, denied)
		if ok {
			s.loose = s.loose || t.loose
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
		if bad != nil && s.pos > furthest {
			furthest, late = s.pos, bad
		}
	}
	s.pos, s.loose = start, loose
	return nil, late, nil
}
