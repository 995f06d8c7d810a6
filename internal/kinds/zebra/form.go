package zebra

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/lineup"
)

// This file joins the forms of clues with those of the room lineup, which says what statements about places mean and how they are put
// in words.

// formTable is what is known of all forms of clues, by Kind.
type formTable struct {
	names []string
	forms []*lineup.Form // nil for the forms that are not about places
	tails []tail         // what sentences of the forms go on with, the longest first
}

// table holds the names of Kind's constants, then the other files of the room lineup in the order of their names.
var table = sync.OnceValue(func() *formTable {
	t := &formTable{names: slices.Clone(kindNames[:])}
	for _, f := range lineup.Forms() {
		if !slices.Contains(t.names, f.Name) {
			t.names = append(t.names, f.Name)
		}
	}
	t.forms = make([]*lineup.Form, len(t.names))
	for k, name := range t.names {
		if t.forms[k] = lineup.Named(name); t.forms[k] == nil {
			continue
		}
		for _, s := range t.forms[k].Sentences("en") {
			t.tails = append(t.tails, newTail(Kind(k), s))
		}
	}
	slices.SortStableFunc(t.tails, func(a, b tail) int { return cmp.Compare(b.size, a.size) })
	return t
})

// known tells whether there is such a form.
func (k Kind) known() bool { return k >= 0 && int(k) < len(table().names) }

func (k Kind) String() string {
	if !k.known() {
		return "no form"
	}
	return table().names[k]
}

// form gives what the room lineup says about a form, nil where it is not about places.
func (k Kind) form() *lineup.Form {
	if !k.known() {
		return nil
	}
	return table().forms[k]
}

// kindNamed gives the form of a name, -1 where there is none.
func kindNamed(name string) Kind { return Kind(slices.Index(table().names, name)) }

// ranks are the values of places that have no others.
var ranks = lineup.Row(maxItems, false).Values

// line gives the places that clues compare in a category.
func (p *Puzzle) line(cat int) *lineup.Line {
	l := &lineup.Line{Values: ranks[:p.N], Ring: p.Round && cat == p.Line}
	if c := &p.Cats[cat]; c.Order == Numeric {
		l.Values = c.Values
	}
	return l
}

// said is what a clue states besides those whom it is about.
func (c *Clue) said() lineup.Said { return lineup.Said{Lo: c.Lo, Hi: c.Hi, At: c.Index} }

// placed judges a clue about places for indices of its category.
func (c *Clue) placed(p *Puzzle, at ...int) bool {
	return c.Kind.form().Holds(p.line(c.Cat), c.said(), at...)
}

// sentence puts a clue about places in words, of which w are those for whom it is about.
func (p *Puzzle) sentence(c *Clue, lang, order string, w []phrases.Cases, direction func(before bool) string) string {
	f := c.Kind.form()
	values := c.Cat != p.Line || !p.inSteps() || f.Looks == lineup.Values && p.ownNumbers()
	for _, s := range f.Sentences(lang) {
		of := strings.TrimSuffix(strings.TrimPrefix(s.Of, "even "), "even")
		even := strings.HasPrefix(s.Of, "even")
		if !s.Said || even && p.N%2 != 0 || (of == "values") != values || of == "time" && !p.InTime {
			continue
		}
		return phrases.Fill(phrases.Ordered(s.Text, order), append(names(w...), "cat", p.noun(c.Cat, lang), "before", direction(true), "after", direction(false))...)
	}
	return ""
}

// tail is how a sentence of a form goes on behind the one whom it is about first.
type tail struct {
	kind   Kind
	of     bool     // behind "the … of" someone, rather than someone
	values bool     // about a category that is named, rather than the line
	parts  []string // words, and names in braces
	size   int      // of the words
	loose  bool
}

// newTail takes a sentence apart. It starts with {a}, or with "the {cat} of {a}".
func newTail(k Kind, s lineup.Sentence) tail {
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
func (t tail) read(s *sentence, a Who, cat int, denied bool) (c *Clue, ok bool, err error) {
	c = &Clue{Kind: t.kind, Cat: cat, Who: make([]Who, t.kind.form().Args)}
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
func (s *sentence) placed(a Who, cat int, denied bool) (c *Clue, late error, err error) {
	start, loose, furthest := s.pos, s.loose, -1
	for _, t := range table().tails {
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
				return &Clue{Kind: Not, Sub: []*Clue{c}}, nil, s.grow()
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
