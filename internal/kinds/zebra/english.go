package zebra

import (
	"fmt"
	"strings"
)

// english writes the clues of a puzzle in English.
type english struct{ p *Puzzle }

// plainLabels tells whether items are written category:label.
func (e english) plainLabels(x int) bool {
	return strings.HasSuffix(e.p.Cats[x/e.p.N].Phrase["en"], ":{}")
}

func (e english) who(w Who) string {
	name := e.p.Phrase(w.Item, "en")
	if w.Shift == 0 {
		return name
	}
	k, dir := w.Shift, e.direction(w.Shift < 0)
	if e.p.Round {
		dir = e.direction(w.Shift > 0)
	}
	if k < 0 {
		k = -k
	}
	switch {
	case k == 1 && e.p.Round:
		return "the one on the next seat " + dir + " " + name
	case k == 1:
		return "the one directly " + dir + " " + name
	}
	return fmt.Sprintf("the one %d %ss %s %s", k, e.place(), dir, name)
}

// direction gives the words for before and after along the line. At a round table those on the left and on the right of
// somebody depend on which way one looks, so the clock tells the direction: the seat to one's left is the next clockwise.
func (e english) direction(before bool) string {
	switch {
	case e.p.Round && before:
		return "clockwise from"
	case e.p.Round:
		return "anticlockwise from"
	case e.p.InTime && before:
		return "before"
	case e.p.InTime:
		return "after"
	case before:
		return "to the left of"
	}
	return "to the right of"
}

// place is the word for a unit of distance along the line.
func (e english) place() string {
	if e.p.Round {
		return "seat"
	}
	return "place"
}

func plural(v Value, word string) string {
	if v == unit {
		return "1 " + word
	}
	return v.String() + " " + word + "s"
}

// clue renders a clue; nested asks for brackets where they are needed.
func (e english) clue(c *Clue, nested bool) string {
	p := e.p
	list := func(word string) string {
		var parts []string
		for _, s := range c.Sub {
			parts = append(parts, e.clue(s, true))
		}
		return strings.Join(parts, " "+word+" ")
	}
	wrap := func(s string) string {
		if nested {
			return "(" + s + ")"
		}
		return s
	}
	switch c.Kind {
	case And:
		return wrap(list("and"))
	case Or:
		if len(c.Sub) > 2 {
			return wrap(list("or") + " or more than one of them")
		}
		return wrap(list("or") + " or both")
	case Xor:
		if len(c.Sub) > 2 {
			return wrap("either " + list("or") + ", but only one of them")
		}
		return wrap("either " + list("or") + ", but not both")
	case Not:
		return "it is not true that " + e.clue(c.Sub[0], true)
	case If:
		return wrap("if " + e.clue(c.Sub[0], true) + ", then " + e.clue(c.Sub[1], true))
	case Iff:
		return wrap(e.clue(c.Sub[0], true) + " if and only if " + e.clue(c.Sub[1], true))
	case Sum:
		return e.sum(c)
	}
	w := make([]string, len(c.Who))
	for i := range c.Who {
		w[i] = e.who(c.Who[i])
	}
	labels := e.plainLabels(c.Who[0].Item)
	switch c.Kind {
	case Is:
		if labels {
			return w[0] + " == " + w[1]
		}
		return w[0] + " is " + w[1]
	case IsNot:
		if labels {
			return w[0] + " != " + w[1]
		}
		return w[0] + " is not " + w[1]
	case OneOf:
		var items []string
		for _, x := range c.Items {
			items = append(items, p.Phrase(x, "en"))
		}
		if len(items) == 1 {
			return w[0] + " is one of " + items[0]
		}
		if !labels && len(items) == 2 {
			return wrap(w[0] + " is either " + items[0] + " or " + items[1])
		}
		return wrap(w[0] + " is one of " + strings.Join(items[:len(items)-1], ", ") + " or " + items[len(items)-1])
	case Pair:
		return wrap(fmt.Sprintf("of %s and %s, one is %s and the other is %s", w[0], w[1], w[2], w[3]))
	}
	said := p.sentence(c, "en", w, e.direction)
	switch {
	case said != "":
	case c.Cat == p.Line && p.inSteps():
		said = e.placed(c, w)
	default:
		said = e.measure(c, w)
	}
	if strings.Contains(said, " and ") || strings.Contains(said, " or ") {
		said = wrap(said) // or nobody could tell what the word joins
	}
	return said
}

// placed renders a comparison of places. The words say whether the neighbouring place is meant or any: "directly",
// "somewhere" or a number stands with every direction.
func (e english) placed(c *Clue, w []string) string {
	p := e.p
	dir := e.direction(c.Kind == Before)
	next := c.Lo == unit && c.Hi == unit
	switch c.Kind {
	case Before, After:
		switch {
		case next && p.Round:
			return w[0] + " is on the next seat " + dir + " " + w[1]
		case next:
			return w[0] + " is directly " + dir + " " + w[1]
		case c.Lo <= unit && c.Hi == open:
			return w[0] + " is somewhere " + dir + " " + w[1]
		}
		return w[0] + " is " + quantity(c, e.place()) + " " + dir + " " + w[1]
	case Near:
		switch {
		case next:
			return w[0] + " is next to " + w[1]
		case p.Round && p.N%2 == 0 && c.Lo == Value(p.N/2)*unit && c.Hi == c.Lo:
			return w[0] + " is opposite " + w[1]
		}
		return w[0] + " is " + apart(c, e.place()) + " from " + w[1]
	case NotNear:
		if next {
			return w[0] + " is not next to " + w[1]
		}
		return w[0] + " is not " + apart(c, e.place()) + " from " + w[1]
	case At:
		if !e.plainLabels(c.Who[0].Item) {
			return w[0] + " is at " + p.Phrase(c.Cat*p.N+c.Index, "en")
		}
		return fmt.Sprintf("%s is in position %d", w[0], c.Index+1)
	}
	return ""
}

// apart is quantity for a distance in either direction, where nothing else says that it is not 0.
func apart(c *Clue, word string) string {
	if c.Hi != open && c.Lo <= unit && c.Hi > unit {
		return "1 to " + plural(c.Hi, word)
	}
	return quantity(c, word)
}

// quantity renders the bounds of a difference in places, or without a word in units. That the difference is not 0 is said
// by the words around.
func quantity(c *Clue, word string) string {
	n := func(v Value) string {
		if word == "" {
			return v.String()
		}
		return plural(v, word)
	}
	switch {
	case c.Lo == c.Hi:
		return "exactly " + n(c.Lo)
	case c.Hi == open:
		return "at least " + n(c.Lo)
	case c.Lo > unit || word == "" && c.Lo > 1:
		return c.Lo.String() + " to " + n(c.Hi)
	}
	return "at most " + n(c.Hi)
}

// measure renders a comparison in a category that is not the line.
func (e english) measure(c *Clue, w []string) string {
	p := e.p
	cat := p.Cats[c.Cat].Name
	dir := "lower"
	if c.Kind == After {
		dir = "higher"
	}
	of := "the " + cat + " of " + w[0]
	switch c.Kind {
	case Before, After:
		if c.Lo == 1 && c.Hi == open {
			return fmt.Sprintf("%s has a %s %s than %s", w[0], dir, cat, w[1])
		}
		return fmt.Sprintf("%s is %s %s than that of %s", of, quantity(c, ""), dir, w[1])
	case Near:
		return fmt.Sprintf("%s and %s differ by %s", of, w[1], quantity(c, ""))
	case NotNear:
		return fmt.Sprintf("%s and %s do not differ by %s", of, w[1], quantity(c, ""))
	case At:
		return w[0] + " is " + p.Phrase(c.Cat*p.N+c.Index, "en")
	}
	return ""
}

// sum renders a sum with all positive terms of the left on the left and the others on the right.
func (e english) sum(c *Clue) string {
	term := func(t Term) string {
		k := max(t.Coef, -t.Coef)
		s := e.p.Cats[t.Cat].Name + " of " + e.who(t.Who)
		if k > 1 {
			s = fmt.Sprintf("%d * %s", k, s)
		}
		return s
	}
	return renderSum(c, term)
}
