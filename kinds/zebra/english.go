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
	k, dir := w.Shift, "after"
	switch {
	case e.p.Round && k > 0:
		dir = "to the left of"
	case e.p.Round:
		dir = "to the right of"
	case !e.p.InTime && k > 0:
		dir = "to the right of"
	case !e.p.InTime:
		dir = "to the left of"
	case k < 0:
		dir = "before"
	}
	if k < 0 {
		k = -k
	}
	if k == 1 {
		return "the one directly " + dir + " " + name
	}
	return fmt.Sprintf("the one %d places %s %s", k, dir, name)
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
		return wrap(list("or") + " or both")
	case Xor:
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
			return w[0] + " is either " + items[0] + " or " + items[1]
		}
		return w[0] + " is one of " + strings.Join(items[:len(items)-1], ", ") + " or " + items[len(items)-1]
	case Pair:
		return fmt.Sprintf("of %s and %s, one is %s and the other is %s", w[0], w[1], w[2], w[3])
	}
	if c.Cat == p.Line {
		return e.place(c, w)
	}
	return e.measure(c, w)
}

// place renders a comparison of places.
func (e english) place(c *Clue, w []string) string {
	p := e.p
	left, right := "to the left of", "to the right of"
	if p.InTime {
		left, right = "before", "after"
	}
	dir := left
	if c.Kind == After {
		dir = right
	}
	word := "place"
	if p.Round {
		word = "seat"
	}
	switch c.Kind {
	case Before, After:
		switch {
		case c.Lo == unit && c.Hi == unit && !p.InTime:
			return w[0] + " is on the " + strings.TrimPrefix(dir, "to the ") + " " + w[1]
		case c.Lo == unit && c.Hi == unit:
			return w[0] + " is directly " + dir + " " + w[1]
		case c.Lo <= unit && c.Lo > 0 && c.Hi == Open:
			return w[0] + " is somewhere " + dir + " " + w[1]
		}
		return w[0] + " is " + quantity(c, word) + " " + dir + " " + w[1]
	case NotBefore:
		return w[0] + " is not " + left + " " + w[1]
	case NotAfter:
		return w[0] + " is not " + right + " " + w[1]
	case Near, NotNear:
		is := " is "
		if c.Kind == NotNear {
			is = " is not "
		}
		switch {
		case c.Lo == unit && c.Hi == unit && c.Kind == NotNear || p.InTime && c.Lo == unit && c.Hi == unit || p.Round && c.Lo == unit && c.Hi == unit:
			return w[0] + is + "next to " + w[1]
		case c.Lo == unit && c.Hi == unit:
			return w[0] + is + "on the left or right of " + w[1]
		case p.Round && p.N%2 == 0 && c.Lo == Value(p.N/2)*unit && c.Hi == c.Lo && c.Kind == Near:
			return w[0] + " is opposite " + w[1]
		}
		if c.Kind == NotNear {
			return "it is not true that " + w[0] + " is " + quantity(c, word) + " from " + w[1]
		}
		return w[0] + " is " + quantity(c, word) + " from " + w[1]
	case Between:
		return w[0] + " is somewhere between " + w[1] + " and " + w[2]
	case BetweenInOrder:
		return w[0] + " is somewhere between " + w[1] + " and " + w[2] + ", in that order"
	case Amid:
		return w[0] + " is between " + w[1] + " and " + w[2]
	case At:
		if !e.plainLabels(c.Who[0].Item) {
			return w[0] + " is at " + p.Phrase(c.Cat*p.N+c.Index, "en")
		}
		return fmt.Sprintf("%s is in position %d", w[0], c.Index+1)
	case First, Last, Ends:
		forms := map[Kind][2]string{First: {"on the far left", "first"}, Last: {"on the far right", "last"}, Ends: {"on the far left or far right", "first or last"}}
		if p.InTime {
			return w[0] + " is " + forms[c.Kind][1]
		}
		return w[0] + " is " + forms[c.Kind][0]
	case Middle:
		return w[0] + " is in the middle"
	case Even:
		return w[0] + " is in an even position"
	case Odd:
		return w[0] + " is in an odd position"
	case SameParity:
		return w[0] + " and " + w[1] + " are in positions of the same parity"
	default:
		return w[0] + " and " + w[1] + " are in positions of different parity"
	}
}

// quantity renders the bounds of a difference in places, or without a word in units.
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
	case c.Hi == Open:
		return "at least " + n(c.Lo)
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
		if c.Lo == 1 && c.Hi == Open {
			return fmt.Sprintf("%s has a %s %s than %s", w[0], dir, cat, w[1])
		}
		return fmt.Sprintf("%s is %s %s than that of %s", of, quantity(c, ""), dir, w[1])
	case NotBefore:
		return of + " is not lower than that of " + w[1]
	case NotAfter:
		return of + " is not higher than that of " + w[1]
	case Near:
		return fmt.Sprintf("%s and %s differ by %s", of, w[1], quantity(c, ""))
	case NotNear:
		return fmt.Sprintf("%s and %s do not differ by %s", of, w[1], quantity(c, ""))
	case Between, Amid:
		return fmt.Sprintf("%s is between those of %s and %s", of, w[1], w[2])
	case BetweenInOrder:
		return fmt.Sprintf("%s is between those of %s and %s, in that order", of, w[1], w[2])
	case At:
		return w[0] + " is " + p.Phrase(c.Cat*p.N+c.Index, "en")
	case First:
		return w[0] + " has the lowest " + cat
	case Last:
		return w[0] + " has the highest " + cat
	case Ends:
		return fmt.Sprintf("%s has the lowest %s or %s has the highest %s", w[0], cat, w[0], cat)
	case Even:
		return w[0] + " has an even " + cat
	case Odd:
		return w[0] + " has an odd " + cat
	case Middle:
		return w[0] + " has the middle " + cat
	case SameParity:
		return fmt.Sprintf("%s and %s have a %s of the same parity", w[0], w[1], cat)
	default:
		return fmt.Sprintf("%s and %s have a %s of different parity", w[0], w[1], cat)
	}
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
