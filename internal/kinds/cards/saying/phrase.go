package saying

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/lexicon"
	"github.com/quandary-puzzles/quandary/internal/phrases"
)

// Say says words of the program.
func (s Speaker) Say(key string, fill ...string) string {
	return lexicon.Words().Say(s.Lang, key, fill...)
}

// Facts says facts joined.
func (s Speaker) Facts(list []*deck.Node) string { return s.joined(s.Phrases(list)) }

// Of says words of the program that facts fill, in the order that each of their holes asks for.
func (s Speaker) Of(key string, facts map[string]Saying, more ...string) string {
	t := lexicon.Words().Text(s.Lang, key)
	for name, say := range facts {
		more = append(more, s.fill(t, name, say)...)
	}
	return phrases.Fill(t, more...)
}

// Phrases puts facts in words; what several of them exclude of one property, or in a line-up of one value or of one place, is one phrase.
func (s Speaker) Phrases(list []*deck.Node) []string {
	var out []string
	done := make([]bool, len(list))
	for i, n := range list {
		if done[i] {
			continue
		}
		group := []*deck.Node{n}
		if n.Op == deck.IsNot {
			for _, together := range []func(a, b *deck.Node) bool{s.together, func(a, b *deck.Node) bool { return a.Prop == b.Prop }} {
				for j := i + 1; j < len(list) && (len(group) == 1 || together(n, group[1])); j++ {
					if m := list[j]; !done[j] && m.Op == deck.IsNot && together(n, m) {
						done[j] = true
						group = append(group, m)
					}
				}
			}
			slices.SortFunc(group, func(a, b *deck.Node) int { return cmp.Or(a.Prop-b.Prop, a.Val-b.Val) })
		}
		out = append(out, s.Several(group))
		s = s.next()
	}
	return out
}

// valueHole finds where a template says a value, with the letters that belong to the word: "kein" is "k{v a}" in German, and "roten" "{v}en".
var valueHole = regexp.MustCompile(`[A-Za-z]*\{v(?: \w+)?\}[a-zß-ÿ]*`)

// Several says that a property has one of some values, or none of them: the sentence of one value, with the others beside it. Of a line-up
// it says that a value stands at none of some places, or that none of some values stands at a place.
func (s Speaker) Several(list []*deck.Node) string {
	n := list[0]
	if len(list) == 1 {
		return s.Statement(n, 0)
	}
	last := "either"
	if n.Op == deck.IsNot {
		last = "nor"
	}
	join := func(last string, word func(m *deck.Node) string) string {
		words := make([]string, len(list))
		for i, m := range list {
			words[i] = word(m)
		}
		return lexicon.Words().Join(s.Lang, words, "sep", last)
	}
	q := &s.P.Properties[n.Prop]
	if l := s.P.Lineup; l != nil && list[1].Prop == n.Prop {
		q, last = &l.Categories[n.Prop/l.Places], "either"
	} else if l != nil {
		places := join(last, func(m *deck.Node) string { return strconv.Itoa(m.Prop%l.Places + 1) })
		return phrases.Fill(s.clause(n.Op.String()+"-at", nil), "a", s.item(n.Prop/l.Places, n.Val).Plain, "n", places)
	}
	t := s.around(n)
	if first := valueHole.FindStringIndex(t); n.Op == deck.IsNot && first != nil && first[0] == 0 { // "A or B was not it" could mean one of them
		if s.P.Lineup == nil {
			return s.joined(s.each(list))
		}
		items := join("told-last", func(m *deck.Node) string { return s.item(m.Prop/s.P.Lineup.Places, m.Val).Plain })
		return phrases.Fill(phrases.Ordered(lexicon.Words().Text(s.Lang, "none-at"), s.Order), "list", items, "n", strconv.Itoa(n.Prop%s.P.Lineup.Places+1))
	}
	return valueHole.ReplaceAllStringFunc(t, func(hole string) string {
		last := last
		if hole[0] != '{' {
			last = "and" // each of them is denied by itself
		}
		return join(last, func(m *deck.Node) string { return phrases.Fill(hole, s.values(q, m.Val)...) })
	})
}

// around is the template of a fact in which holes for the value alone are left; of a line-up, whose place it says.
func (s Speaker) around(n *deck.Node) string {
	l := s.P.Lineup
	if l == nil {
		q := &s.P.Properties[n.Prop]
		return phrases.Fill(s.clause(n.Op.String(), q), "said", s.Tpl("said", q), "p", s.label(q))
	}
	q := &l.Categories[n.Prop/l.Places]
	item := phrases.Decline(s.Tpl("item", q), "said", s.Tpl("said", q), "p", s.label(q)).Plain
	return phrases.Fill(s.clause(n.Op.String()+"-at", nil), "a", item, "n", strconv.Itoa(n.Prop%l.Places+1))
}

// Clause is how facts that differ in a value are said: the words around the value, and those of each value. Of a line-up it is how a
// value stands at places.
type Clause struct {
	Before, After string
	Words         []string
	Facts         []*deck.Node // that the words say
	speaker       Speaker
}

// Contrary says the contrary of a fact in the same order of words.
func (c *Clause) Contrary(fact int) string {
	return c.speaker.Statement(deck.Negated(c.Facts[fact]), 0)
}

// Clauses gives the clauses by which facts are said in a language, in each order of words. What a template of a puzzle's own says in another
// way than by one value in its place has none.
func Clauses(p *deck.Puzzle, lang string) []Clause {
	var out []Clause
	add := func(s Speaker, t string, hole []int, word func(hole string, f *deck.Node) string, facts []*deck.Node) {
		c := Clause{Before: t[:hole[0]], After: t[hole[1]:], Facts: facts, speaker: s}
		for _, f := range facts {
			c.Words = append(c.Words, word(t[hole[0]:hole[1]], f))
		}
		out = append(out, c)
	}
	for _, order := range []string{"", "first", "last"} {
		s := Speaker{P: p, Lang: lexicon.Language(lang), Order: order}
		for _, op := range []deck.Op{deck.Is, deck.IsNot} {
			if l := p.Lineup; l != nil {
				for v := range l.Places * len(l.Categories) {
					t := phrases.Fill(s.clause(op.String()+"-at", nil), "a", s.item(v/l.Places, v%l.Places).Plain)
					if at := strings.Index(t, "{n}"); at >= 0 {
						var facts []*deck.Node
						for i := range l.Places {
							facts = append(facts, &deck.Node{Op: op, Prop: v/l.Places*l.Places + i, Val: v % l.Places})
						}
						add(s, t, []int{at, at + len("{n}")}, func(_ string, f *deck.Node) string { return strconv.Itoa(f.Prop%l.Places + 1) }, facts)
					}
				}
			}
			for i := range p.Properties {
				q := &p.Properties[i]
				if l := p.Lineup; l != nil {
					q = &l.Categories[i/l.Places]
				}
				t := s.around(&deck.Node{Op: op, Prop: i})
				if holes := valueHole.FindAllStringIndex(t, 2); len(holes) == 1 {
					var facts []*deck.Node
					for v := range q.Values {
						facts = append(facts, &deck.Node{Op: op, Prop: i, Val: v})
					}
					add(s, t, holes[0], func(hole string, f *deck.Node) string { return phrases.Fill(hole, s.values(q, f.Val)...) }, facts)
				}
			}
		}
	}
	return out
}

// Saying is how a speaker says facts.
type Saying = func(Speaker) string

// Given says facts joined.
func Given(list []*deck.Node) map[string]Saying {
	return map[string]Saying{"facts": func(s Speaker) string { return s.Facts(list) }}
}

// Supposed says what is supposed: one thing, or that a property has one of some values.
func Supposed(list ...*deck.Node) map[string]Saying {
	return map[string]Saying{"a": func(s Speaker) string { return s.Several(list) }}
}

// together reports whether two exclusions are about one property, or about one value of a line-up.
func (s Speaker) together(a, b *deck.Node) bool {
	if l := s.P.Lineup; l != nil {
		return a.Prop/l.Places == b.Prop/l.Places && a.Val == b.Val
	}
	return a.Prop == b.Prop
}

// Bare is the sentence of a clue without its full stop.
func (s Speaker) Bare(clue int) string {
	return strings.TrimRight(Sentence(s.P, clue, s.Lang), ".。")
}

// Clue names a clue, with its sentence.
func (s Speaker) Clue(c int) string {
	return s.Say("clue", "n", strconv.Itoa(c+1), "text", s.Bare(c))
}

// ClueNames lists clues by their numbers.
func (s Speaker) ClueNames(clues []int) string {
	var names []string
	for _, c := range clues {
		names = append(names, s.Say("clue-number", "n", strconv.Itoa(c+1)))
	}
	return strings.Join(names, s.Say("sep"))
}

// maxNamed is how many things a sentence names.
const maxNamed = 12

// Things names things, of many the first ones.
func (s Speaker) Things(list []int) string {
	var names []string
	for _, i := range list[:min(len(list), maxNamed)] {
		names = append(names, s.P.ThingID(i))
	}
	text := strings.Join(names, s.Say("sep"))
	if n := len(list) - maxNamed; n > 0 {
		return s.Say("more", "list", text, "n", strconv.Itoa(n))
	}
	return text
}

// Thing says what is true of a thing.
func (s Speaker) Thing(x deck.Thing) string {
	if s.P.Lineup != nil {
		return s.P.ThingTextIn(x, s.Lang)
	}
	var all []*deck.Node
	for i, v := range x {
		all = append(all, deck.IsNode(i, v))
	}
	return s.Facts(all)
}

// each puts facts in words one by one.
func (s Speaker) each(list []*deck.Node) []string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = s.Statement(n, 0)
		s = s.next()
	}
	return words
}

// joined puts facts in words behind each other, with "and" before the last.
func (s Speaker) joined(facts []string) string {
	return lexicon.Words().Join(s.Lang, facts, "and-on", "and")
}
