package cards

import (
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/phrases"
)

// This file puts steps in words.

func (in *Instance) speaker() speaker { return speaker{p: in.P, lang: in.lang()} }

func (s speaker) say(key string, fill ...string) string { return lexicon().Say(s.lang, key, fill...) }

func (s speaker) law(l Law) string { return s.say(string(l)) }

// lawName gives the name of a law in a language.
func lawName(l Law, lang string) string { return lexicon()[string(l)][language(lang)] }

// facts joins facts.
func (s speaker) facts(list []*Node) string { return strings.Join(s.phrases(list), s.say("and")) }

// of says words of the program that facts fill, in the order that each of their holes asks for.
func (s speaker) of(key string, facts map[string]saying, more ...string) string {
	t := lexicon().Text(s.lang, key)
	for name, say := range facts {
		more = append(more, s.fill(t, name, say)...)
	}
	return phrases.Fill(t, more...)
}

// phrases puts facts in words; what several of them exclude of one property, or of one value of a line-up, is one phrase.
func (s speaker) phrases(list []*Node) []string {
	var out []string
	done := make([]bool, len(list))
	for i, n := range list {
		if done[i] {
			continue
		}
		group := []*Node{n}
		if n.Op == IsNot {
			for j := i + 1; j < len(list); j++ {
				if m := list[j]; !done[j] && m.Op == IsNot && s.together(n, m) {
					done[j] = true
					group = append(group, m)
				}
			}
		}
		if len(group) == 1 {
			out = append(out, s.statement(n, 0))
			s = s.next()
			continue
		}
		var words []string
		if l := s.p.Lineup; l != nil {
			for _, m := range group {
				words = append(words, strconv.Itoa(m.Prop%l.Places+1))
			}
			out = append(out, s.told("nowhere", "a", s.item(n.Prop/l.Places, n.Val).Plain, "list", strings.Join(words, s.say("sep"))))
			s = s.next()
			continue
		}
		q := &s.p.Properties[n.Prop]
		for _, m := range group {
			words = append(words, s.said(q, m.Val))
		}
		out = append(out, s.told("none-of", "p", s.label(q), "list", strings.Join(words, s.say("nor"))))
		s = s.next()
	}
	return out
}

// told is a clause of the program's own, with its verb where it stands.
func (s speaker) told(key string, fill ...string) string {
	return phrases.Fill(phrases.Ordered(lexicon().Text(s.lang, key), s.order), fill...)
}

// saying is how a speaker says facts.
type saying = func(speaker) string

func given(list []*Node) map[string]saying {
	return map[string]saying{"facts": func(s speaker) string { return s.facts(list) }}
}

func supposed(n *Node) map[string]saying {
	return map[string]saying{"a": func(s speaker) string { return s.statement(n, 0) }}
}

// together reports whether two exclusions are about one property, or about one value of a line-up.
func (s speaker) together(a, b *Node) bool {
	if l := s.p.Lineup; l != nil {
		return a.Prop/l.Places == b.Prop/l.Places && a.Val == b.Val
	}
	return a.Prop == b.Prop
}

// bare is the sentence of a clue without its full stop.
func (s speaker) bare(clue int) string {
	return strings.TrimRight(s.p.Sentence(clue, s.lang), ".。")
}

func (s speaker) clue(c int) string {
	return s.say("clue", "n", strconv.Itoa(c+1), "text", s.bare(c))
}

// inference puts an inference in words: the law, what it rests on, what follows.
func (s speaker) inference(inf Inference) string {
	switch {
	case inf.Law == LawGiven && len(inf.Clues) == 1:
		return s.of("says", given(inf.Gives), "n", strconv.Itoa(inf.Clues[0]+1))
	case len(inf.Cases) > 0:
		var b strings.Builder
		for _, c := range inf.Cases {
			b.WriteString(s.argue(c))
		}
		key := "hence"
		if inf.Law == LawCases {
			key = "each"
		}
		return b.String() + s.of(key, given(inf.Gives))
	}
	text := s.say("by", "law", s.law(inf.Law))
	var from []string
	rest := inf.From
	if len(rest) > 0 && len(inf.Clues) == 1 && inf.Law != LawOneLeft && inf.Law != LawOneEach && EqualNode(rest[0], s.p.Clues[inf.Clues[0]].Expr) {
		from = append(from, s.clue(inf.Clues[0]))
		rest = rest[1:]
	}
	from = append(from, s.phrases(rest)...)
	key := "so"
	if len(from) > 0 {
		key = "from"
	}
	return s.capital(text) + s.of(key, given(inf.Gives), "list", strings.Join(from, s.say("stop")))
}

// argue puts a case in words, step by step.
func (s speaker) argue(c Case) string {
	var b strings.Builder
	b.WriteString(s.of("suppose", supposed(c.Assume)))
	for _, step := range c.Steps {
		if len(step.Gives) == 0 {
			continue
		}
		clues := ""
		if step.Law != LawOneLeft && step.Law != LawOneEach && len(step.Clues) > 0 {
			clues = s.say("sep") + s.clueNames(step.Clues)
		}
		b.WriteString(s.of("then", given(step.Gives), "law", s.law(step.Law), "clues", clues))
	}
	if c.Fails {
		last := c.Steps[max(len(c.Steps)-1, 0):]
		if len(last) > 0 && last[0].Law == LawContradiction && len(last[0].Clues) > 0 {
			b.WriteString(s.say("against", "clues", s.clueNames(last[0].Clues)))
		} else {
			b.WriteString(s.say("fails"))
		}
	}
	return b.String()
}

// clueNames lists clues by their numbers.
func (s speaker) clueNames(clues []int) string {
	var names []string
	for _, c := range clues {
		names = append(names, s.say("clue-number", "n", strconv.Itoa(c+1)))
	}
	return strings.Join(names, s.say("sep"))
}

// maxNamed is how many things a sentence names.
const maxNamed = 12

func (s speaker) things(list []int) string {
	var names []string
	for _, i := range list[:min(len(list), maxNamed)] {
		names = append(names, s.p.ThingID(i))
	}
	text := strings.Join(names, s.say("sep"))
	if n := len(list) - maxNamed; n > 0 {
		return s.say("more", "list", text, "n", strconv.Itoa(n))
	}
	return text
}

func (s speaker) exclusion(clue int, banned []int) string {
	return s.say("bans", "n", strconv.Itoa(clue+1), "text", s.bare(clue), "count", strconv.Itoa(len(banned)), "list", s.things(banned))
}

// thing says what is true of a thing.
func (s speaker) thing(x Thing) string {
	if s.p.Lineup != nil {
		return s.p.thingText(x, s.lang)
	}
	var all []*Node
	for i, v := range x {
		all = append(all, IsNode(i, v))
	}
	return s.facts(all)
}

func (s speaker) last(list []int) string {
	if len(list) == 1 {
		return s.say("only", "facts", s.capital(s.thing(s.p.Thing(list[0]))))
	}
	return s.say("many", "list", s.things(list))
}
