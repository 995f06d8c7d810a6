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
	said = formSentence(p, c, s.lang, s.order, w, s.direction)
	switch {
	case said != "":
	case c.Cat == p.Line && InSteps(p):
		said = s.placed(c, fill, label)
	default:
		said = s.measure(c, fill)
	}
	return said, slices.ContainsFunc(strings.Split(s.say("clue-joins"), "|"), func(word string) bool { return strings.Contains(said, word) })
}

// placed renders a comparison of places. The words say whether the neighbouring place is meant or any: "directly",
// "somewhere" or a number stands with every direction.
func (s clueSpeaker) placed(c *matching.Clue, fill []string, label string) string {
	p := s.p
	next := c.Lo == lineup.Unit && c.Hi == lineup.Unit
	near := c.Kind == matching.Near || c.Kind == matching.NotNear
	if c.Kind != matching.At {
		fill = append(fill, "dir", s.direction(c.Kind == matching.Before), "q", s.quantity(c, s.units(), near))
	}
	key := ""
	switch {
	case c.Kind == matching.At:
		key = "clue-at" + label
		place := Called(p, c.Cat*p.N+c.Index, s.lang)
		fill = append(append(fill, place.In("b")...), "n", strconv.Itoa(c.Index+1))
	case near:
		key = "clue-" + map[matching.Kind]string{matching.NotNear: "not-"}[c.Kind] + map[bool]string{false: "apart", true: "next"}[next]
		if c.Kind == matching.Near && !next && p.Round && p.N%2 == 0 && c.Lo == matching.Value(p.N/2)*lineup.Unit && c.Hi == c.Lo {
			key = "clue-opposite"
		}
	case next && p.Round:
		key = "clue-direct-seat"
	case next:
		key = "clue-direct"
	case c.Lo <= lineup.Unit && c.Hi == lineup.Open:
		key = "clue-somewhere"
	default:
		key = "clue-by"
	}
	return s.say(key, fill...)
}

// measure renders a comparison in a category that is not the line.
func (s clueSpeaker) measure(c *matching.Clue, fill []string) string {
	p := s.p
	if c.Kind == matching.At {
		return s.say("clue-is", append(fill, "b", Phrase(p, c.Cat*p.N+c.Index, s.lang))...)
	}
	key := map[matching.Kind]string{matching.Before: "clue-lower", matching.After: "clue-higher", matching.Near: "clue-differ", matching.NotNear: "clue-not-differ"}[c.Kind]
	if (c.Kind == matching.Before || c.Kind == matching.After) && (c.Lo != 1 || c.Hi != lineup.Open) {
		key += "-by"
	}
	return s.say(key, append(fill, "c", noun(p, c.Cat, s.lang), "q", s.quantity(c, "numbers", false))...)
}

// formSentence puts a clue about places in words, of which w are those for whom it is about.
func formSentence(p *matching.Puzzle, c *matching.Clue, lang, order string, w []phrases.Cases, direction func(before bool) string) string {
	f := c.Kind.Form()
	values := c.Cat != p.Line || !InSteps(p) || f.Looks == lineup.Values && ownNumbers(p)
	for _, s := range f.Sentences(lang) {
		of := strings.TrimSuffix(strings.TrimPrefix(s.Of, "even "), "even")
		even := strings.HasPrefix(s.Of, "even")
		if !s.Said || even && p.N%2 != 0 || (of == "values") != values || of == "time" && !p.InTime {
			continue
		}
		return phrases.Fill(phrases.Ordered(s.Text, order), append(names(w...), "cat", noun(p, c.Cat, lang), "before", direction(true), "after", direction(false))...)
	}
	return ""
}
