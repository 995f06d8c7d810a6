package language

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/lineup"
)

// clueSpeaker puts the clues of a puzzle in words of a language.
type clueSpeaker struct {
	p     *matching.Puzzle
	lang  string
	order string // where the verb of what is said stands: first, last, or in its place
}

func (s clueSpeaker) in(order string) clueSpeaker {
	s.order = order
	return s
}

// parts fills words with the parts of a clue: the first is {a}, the next {b}.
func (s clueSpeaker) parts(key string, c *matching.Clue) string {
	text := Lexicon().Text(s.lang, key)
	var fill []string
	for i, part := range c.Sub {
		fill = append(fill, phrases.Each(text, string(rune('a'+i)), func(order string) string { return s.in(order).clue(part, true) })...)
	}
	return phrases.Fill(text, fill...)
}

func (s clueSpeaker) say(key string, fill ...string) string {
	return phrases.Fill(phrases.Ordered(Lexicon().Text(s.lang, key), s.order), fill...)
}

// names gives what fills the holes a, b and so on with those whom a clue is about.
func names(w ...phrases.Cases) []string {
	var fill []string
	for i, who := range w {
		fill = append(fill, who.In(string(rune('a'+i)))...)
	}
	return fill
}

// plainLabels tells whether an item is written category:label.
func (s clueSpeaker) plainLabels(x int) bool {
	return strings.HasSuffix(s.p.Cats[x/s.p.N].Phrase["en"], ":{}")
}

func (s clueSpeaker) who(w matching.Who) phrases.Cases {
	name := Called(s.p, w.Item, s.lang)
	if w.Shift == 0 {
		return name
	}
	k, dir, key := max(w.Shift, -w.Shift), s.direction((w.Shift < 0) != s.p.Round), "the-one"
	switch {
	case k == 1 && s.p.Round:
		key = "the-next-seat"
	case k == 1:
		key = "the-next"
	}
	return phrases.Decline(Lexicon().Text(s.lang, key), append(names(name), "q", s.amount(matching.Value(k)*lineup.Unit, s.units()), "dir", dir)...)
}

// direction gives the words for before and after along the line. At a round table those on the left and on the right of
// somebody depend on which way one looks, so the clock tells the direction: the seat to one's left is the next clockwise.
func (s clueSpeaker) direction(before bool) string {
	keys := [2]string{"left", "right"}
	switch {
	case s.p.Round:
		keys = [2]string{"clockwise", "anticlockwise"}
	case s.p.InTime:
		keys = [2]string{"before", "after"}
	}
	if before {
		return s.say(keys[0])
	}
	return s.say(keys[1])
}

// units is the key of the words for distances along the line.
func (s clueSpeaker) units() string {
	if s.p.Round {
		return "seats"
	}
	return "places"
}

// amount says how many units.
func (s clueSpeaker) amount(v matching.Value, units string) string {
	one, more, ok := strings.Cut(Lexicon().Text(s.lang, units), "|")
	if ok && v != lineup.Unit {
		one = more
	}
	return phrases.Fill(one, "n", v.String())
}

// quantity says the bounds of a difference in units. That the difference is not 0 is said by the words around; where they do not, apart
// does.
func (s clueSpeaker) quantity(c *matching.Clue, units string, apart bool) string {
	q := s.amount(c.Hi, units)
	switch {
	case c.Lo == c.Hi:
		return s.say("exactly", "q", q)
	case c.Hi == lineup.Open:
		return s.say("at-least", "q", s.amount(c.Lo, units))
	case c.Lo > lineup.Unit || units == "numbers" && c.Lo > 1:
		return s.say("range", "n", c.Lo.String(), "q", q)
	case apart && c.Hi > lineup.Unit:
		return s.say("range", "n", "1", "q", q)
	case units == "numbers":
		return s.say("at-most", "q", q)
	}
	return s.say("at-most-places", "q", q)
}

// clue renders a clue; nested asks for brackets where they are needed.
func (s clueSpeaker) clue(c *matching.Clue, nested bool) string {
	if s.order != "" {
		plain := s.in("").clue(c, true)
		if c.Kind == matching.Not {
			plain = s.say("group", "a", plain)
		}
		if open, _, _ := strings.Cut(Lexicon().Text(s.lang, "group"), "{"); strings.HasPrefix(plain, open) {
			return s.say("grouped", "a", plain)
		}
	}
	said, joins := s.joined(c)
	if said == "" {
		said, joins = s.atom(c)
	}
	if nested && joins {
		return s.say("group", "a", said)
	}
	return said
}

// joined renders a clue that is made of clues; joins tells that it needs brackets within another. It is empty for other clues.
func (s clueSpeaker) joined(c *matching.Clue) (said string, joins bool) {
	switch c.Kind {
	case matching.And, matching.Or, matching.Xor:
		var parts []string
		for i := range c.Sub {
			parts = append(parts, s.clue(c.Sub[i], true))
		}
		join := map[matching.Kind]string{matching.And: "clue-and", matching.Or: "clue-or", matching.Xor: "clue-xor"}[c.Kind]
		list := strings.Join(parts, s.say(join))
		if c.Kind == matching.And {
			return list, true
		}
		return s.say(join+map[bool]string{false: "-two", true: "-many"}[len(parts) > 2], "list", list), true
	case matching.Not:
		return s.parts("clue-not", c), false
	case matching.If:
		return s.parts("clue-if", c), true
	case matching.Iff:
		return s.parts("clue-iff", c), true
	}
	return "", false
}

// atom renders a clue without parts; joins tells that nobody could tell what a word in it joins within another.
func (s clueSpeaker) atom(c *matching.Clue) (said string, joins bool) {
	p := s.p
	if c.Kind == matching.Sum {
		return renderSum(c, func(t matching.Term) string {
			text := s.say("clue-term", append(names(s.who(t.Who)), "c", noun(p, t.Cat, s.lang))...)
			if k := max(t.Coef, -t.Coef); k > 1 {
				text = s.say("clue-times", "n", strconv.Itoa(k), "a", text)
			}
			return text
		}), false
	}
	var w []phrases.Cases
	for _, who := range c.Who {
		w = append(w, s.who(who))
	}
	fill := names(w...)
	label := map[bool]string{true: "-label"}[s.plainLabels(c.Who[0].Item)]
	switch c.Kind {
	case matching.Is:
		return s.say("clue-is"+label, fill...), false
	case matching.IsNot:
		return s.say("clue-is-not"+label, fill...), false
	case matching.OneOf:
		var items []string
		for _, x := range c.Items {
			items = append(items, Phrase(p, x, s.lang))
		}
		key := "clue-one-of"
		if label == "" && len(items) == 2 {
			key = "clue-either"
		}
		return s.say(key, append(fill, "list", Lexicon().Join(s.lang, items, "clue-items", "clue-items-or"))...), len(items) != 1
	case matching.Pair:
		return s.say("clue-pair", fill...), true
	}
	if said = s.placed(c, fill); said == "" {
		said = s.at(c, fill, label)
	}
	return said, slices.ContainsFunc(strings.Split(s.say("clue-joins"), "|"), func(word string) bool { return strings.Contains(said, word) })
}

// placed renders a statement about places or values by the first sentence of its form that says it; empty where the form has none. The words
// say whether the neighbouring place is meant or any: "directly", "somewhere" or a number stands with every direction.
func (s clueSpeaker) placed(c *matching.Clue, fill []string) string {
	p, f, units := s.p, c.Kind.Form(), s.units()
	values := c.Cat != p.Line || !InSteps(p) || f.Looks == lineup.Values && ownNumbers(p)
	for _, t := range f.Sentences(s.lang) {
		if !t.Said || strings.HasSuffix(t.Of, "values") != values || !s.about(t, c) {
			continue
		}
		if values {
			fill, units = append(fill, "cat", noun(p, c.Cat, s.lang)), "numbers"
		} else {
			fill = append(fill, "before", s.direction(true), "after", s.direction(false))
		}
		if f.Bounds {
			fill = append(fill, "q", s.quantity(c, units, !values && f.Parts == nil))
		}
		return phrases.Fill(phrases.Ordered(t.Text, s.order), fill...)
	}
	return ""
}

// about tells whether the line, and the distance that a clue states, are as a sentence of its form has them.
func (s clueSpeaker) about(t lineup.Sentence, c *matching.Clue) bool {
	p, half := s.p, matching.Value(s.p.N/2)*lineup.Unit
	switch t.Of {
	case "time":
		if !p.InTime {
			return false
		}
	case "ring":
		if !p.Round {
			return false
		}
	case "even", "even values":
		if p.N%2 != 0 {
			return false
		}
	}
	switch t.By {
	case "next":
		return c.Lo == lineup.Unit && c.Hi == lineup.Unit
	case "half":
		return c.Lo == half && c.Hi == half && p.N%2 == 0
	case "any":
		return c.Hi == lineup.Open && (c.Lo == 1 || c.Lo <= lineup.Unit && t.Of != "values")
	}
	return true
}

// at renders that someone has a place or a value.
func (s clueSpeaker) at(c *matching.Clue, fill []string, label string) string {
	p, x := s.p, c.Cat*s.p.N+c.Index
	if c.Cat != p.Line || !InSteps(p) {
		return s.say("clue-is", append(fill, "b", Phrase(p, x, s.lang))...)
	}
	return s.say("clue-at"+label, append(append(fill, Called(p, x, s.lang).In("b")...), "n", strconv.Itoa(c.Index+1))...)
}
