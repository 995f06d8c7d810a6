package cards

import (
	"strconv"
	"strings"
)

// teller puts steps in words.
type teller struct {
	p    *Puzzle
	lang string
}

func (in *Instance) teller() teller { return teller{in.P, in.lang()} }

func (t teller) say(key string, fill ...string) string { return lexicon().Say(t.lang, key, fill...) }

func (t teller) law(l Law) string { return t.say(string(l)) }

// lawName gives the name of a law in a language.
func lawName(l Law, lang string) string { return lexicon()[string(l)][language(lang)] }

// facts joins facts.
func (t teller) facts(list []*Node) string { return strings.Join(t.phrases(list), t.say("and")) }

// phrases puts facts in words; what several of them exclude of one property, or of one value of a line-up, is one phrase.
func (t teller) phrases(list []*Node) []string {
	var out []string
	done := make([]bool, len(list))
	for i, n := range list {
		if done[i] {
			continue
		}
		group := []*Node{n}
		if n.Op == IsNot {
			for j := i + 1; j < len(list); j++ {
				if m := list[j]; !done[j] && m.Op == IsNot && t.together(n, m) {
					done[j] = true
					group = append(group, m)
				}
			}
		}
		if len(group) == 1 {
			out = append(out, t.p.Phrase(n, t.lang))
			continue
		}
		var words []string
		s := speaker(t)
		if l := t.p.Lineup; l != nil {
			for _, m := range group {
				words = append(words, strconv.Itoa(m.Prop%l.Places+1))
			}
			out = append(out, t.say("nowhere", "a", s.item(n.Prop/l.Places, n.Val), "list", strings.Join(words, t.say("sep"))))
			continue
		}
		q := &t.p.Properties[n.Prop]
		for _, m := range group {
			words = append(words, s.said(q, m.Val))
		}
		out = append(out, t.say("none-of", "p", s.label(q), "list", strings.Join(words, t.say("nor"))))
	}
	return out
}

// together reports whether two exclusions are about one property, or about one value of a line-up.
func (t teller) together(a, b *Node) bool {
	if l := t.p.Lineup; l != nil {
		return a.Prop/l.Places == b.Prop/l.Places && a.Val == b.Val
	}
	return a.Prop == b.Prop
}

// bare is the sentence of a clue without its full stop.
func (t teller) bare(clue int) string {
	return strings.TrimRight(t.p.Sentence(clue, t.lang), ".。")
}

func (t teller) clue(c int) string {
	return t.say("clue", "n", strconv.Itoa(c+1), "text", t.bare(c))
}

// inference puts an inference in words: the law, what it rests on, what follows.
func (t teller) inference(inf Inference) string {
	switch {
	case inf.Law == LawGiven && len(inf.Clues) == 1:
		return t.say("says", "n", strconv.Itoa(inf.Clues[0]+1), "facts", t.facts(inf.Gives))
	case len(inf.Cases) > 0:
		var b strings.Builder
		for _, c := range inf.Cases {
			b.WriteString(t.argue(c))
		}
		key := "hence"
		if inf.Law == LawCases {
			key = "each"
		}
		return b.String() + t.say(key, "facts", t.facts(inf.Gives))
	}
	text := t.say("by", "law", t.law(inf.Law))
	var from []string
	rest := inf.From
	if len(rest) > 0 && len(inf.Clues) == 1 && inf.Law != LawOneLeft && inf.Law != LawOneEach && EqualNode(rest[0], t.p.Clues[inf.Clues[0]].Expr) {
		from = append(from, t.clue(inf.Clues[0]))
		rest = rest[1:]
	}
	from = append(from, t.phrases(rest)...)
	key := "so"
	if len(from) > 0 {
		key = "from"
	}
	return capitalised(t.lang, text) + t.say(key, "list", strings.Join(from, t.say("stop")), "facts", t.facts(inf.Gives))
}

func capitalised(lang, text string) string {
	return speaker{lang: lang}.capital(text)
}

// argue puts a case in words, step by step.
func (t teller) argue(c Case) string {
	var b strings.Builder
	b.WriteString(t.say("suppose", "a", t.p.Phrase(c.Assume, t.lang)))
	for _, s := range c.Steps {
		if len(s.Gives) == 0 {
			continue
		}
		clues := ""
		if s.Law != LawOneLeft && s.Law != LawOneEach && len(s.Clues) > 0 {
			clues = t.say("sep") + t.clueNames(s.Clues)
		}
		b.WriteString(t.say("then", "facts", t.facts(s.Gives), "law", t.law(s.Law), "clues", clues))
	}
	if c.Fails {
		last := c.Steps[max(len(c.Steps)-1, 0):]
		if len(last) > 0 && last[0].Law == LawContradiction && len(last[0].Clues) > 0 {
			b.WriteString(t.say("against", "clues", t.clueNames(last[0].Clues)))
		} else {
			b.WriteString(t.say("fails"))
		}
	}
	return b.String()
}

// clueNames lists clues by their numbers.
func (t teller) clueNames(clues []int) string {
	var names []string
	for _, c := range clues {
		names = append(names, t.say("clue-number", "n", strconv.Itoa(c+1)))
	}
	return strings.Join(names, t.say("sep"))
}

// maxNamed is how many things a sentence names.
const maxNamed = 12

func (t teller) things(list []int) string {
	var names []string
	for _, i := range list[:min(len(list), maxNamed)] {
		names = append(names, t.p.ThingID(i))
	}
	text := strings.Join(names, t.say("sep"))
	if n := len(list) - maxNamed; n > 0 {
		return t.say("more", "list", text, "n", strconv.Itoa(n))
	}
	return text
}

func (t teller) exclusion(clue int, banned []int) string {
	return t.say("bans", "n", strconv.Itoa(clue+1), "text", t.bare(clue), "count", strconv.Itoa(len(banned)), "list", t.things(banned))
}

// thing says what is true of a thing.
func (t teller) thing(x Thing) string {
	if t.p.Lineup != nil {
		return t.p.thingText(x, t.lang)
	}
	var all []*Node
	for i, v := range x {
		all = append(all, IsNode(i, v))
	}
	return t.facts(all)
}

func (t teller) last(list []int) string {
	if len(list) == 1 {
		return t.say("only", "facts", capitalised(t.lang, t.thing(t.p.Thing(list[0]))))
	}
	return t.say("many", "list", t.things(list))
}
