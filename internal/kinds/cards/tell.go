package cards

import (
	"strconv"
	"strings"
)

// stepWords are the words of explanations by language. It is never written to.
var stepWords = map[string]map[string]string{
	"en": {
		"given": "clue", "one-left": "only one left", "one-each": "one each", "conjunction": "conjunction",
		"implication": "negated implication", "modus-ponens": "modus ponens", "equivalence": "equivalence",
		"disjunctive-syllogism": "disjunctive syllogism", "contraposition": "contraposition", "de-morgan": "De Morgan",
		"counting": "counting", "calculation": "calculation", "places": "places", "things": "things left",
		"contradiction": "contradiction", "case-distinction": "case distinction", "exclusion": "exclusion", "only-left": "only one left",

		"by": "{law}", "from": ": {list}. So {facts}.", "so": ": {facts}.", "clue": "clue {n} ({text})", "and": ", and ", "comma": ", ",
		"says": "Clue {n} says it: {facts}.", "suppose": "Suppose that {a}. ", "fails": "That contradicts what is known. ", "against": "That contradicts {clues}. ", "nothing": "That leaves nothing. ",
		"hence": "So {facts}.", "each": "In every case that is left {facts}.", "then": "Then {facts} ({law}{clues}). ",
		"bans": "Clue {n} ({text}) bans {count} of the things that are left: {list}.", "more": "{list} and {n} more",
		"none-of": "the {p} is neither {list}", "nor": " nor ", "nowhere": "{a} is at none of the places {list}",
		"only":  "No clue bans {list}: that is the solution.",
		"many":  "No clue bans {list}: those are the solutions.",
		"clue#": "clue {n}", "stop": "; ",
		"refute": "why not", "banned": "{thing} cannot be the solution: {clue} bans it.", "allowed": "{clue} does not ban {thing}: it is true of it.",
		"instead": " It is banned by {clue}.", "nobody": " No clue bans it.", "none": "Trying all that is left shows that no solution has it.",

		"told-from": "{f}, so {k}.", "told-clue": "{k} (clue {n}).", "told-clue-from": "{f}, so {k} (clue {n}).",
		"told-suppose": "Suppose that {a}.", "told-then": "then {k}.", "told-then-from": "then {k}, because {f}.",
		"told-then-clue": "then {k} (clue {n}).", "told-then-clue-from": "then {k} (clue {n}), because {f}.",
		"told-against-clue": "that contradicts clue {n}.", "told-against-clue-from": "that contradicts clue {n}, because {f}.", "told-space": " ",
	},
	"zh": {
		"given": "线索", "one-left": "只剩一个", "one-each": "各有其一", "conjunction": "合取", "implication": "否定蕴涵",
		"modus-ponens": "肯定前件", "equivalence": "等价", "disjunctive-syllogism": "析取三段论", "contraposition": "逆否（否定后件）",
		"de-morgan": "德摩根律", "counting": "计数", "calculation": "计算", "places": "位置", "things": "剩余卡片",
		"contradiction": "反证", "case-distinction": "分情况", "exclusion": "排除", "only-left": "只剩一个",

		"by": "{law}", "from": "：{list}。所以{facts}。", "so": "：{facts}。", "clue": "线索{n}（{text}）", "and": "，", "comma": "、",
		"says": "线索{n}直接说明：{facts}。", "suppose": "假设{a}。", "fails": "这与已知矛盾。", "against": "这与{clues}矛盾。", "nothing": "这样就什么也不剩。",
		"hence": "所以{facts}。", "each": "在剩下的每种情况下，{facts}。", "then": "那么{facts}（{law}{clues}）。",
		"bans": "线索{n}（{text}）排除剩余卡片中的{count}张：{list}。", "more": "{list}以及另外{n}张",
		"none-of": "{p}既不{list}", "nor": "，也不", "nowhere": "{a}不在第{list}位",
		"only": "没有线索排除{list}：这就是答案。", "many": "没有线索排除{list}：这些就是答案。",
		"clue#": "线索{n}", "stop": "；",
		"refute": "为何不行", "banned": "{thing}不可能是答案：{clue}排除了它。", "allowed": "{clue}并不排除{thing}：对它成立。",
		"instead": "排除它的是{clue}。", "nobody": "没有线索排除它。", "none": "逐一尝试表明没有任何解如此。",

		"told-from": "{f}，所以{k}。", "told-clue": "{k}（线索{n}）。", "told-clue-from": "{f}，所以{k}（线索{n}）。",
		"told-suppose": "假设{a}。", "told-then": "那么{k}。", "told-then-from": "那么{k}，因为{f}。",
		"told-then-clue": "那么{k}（线索{n}）。", "told-then-clue-from": "那么{k}（线索{n}），因为{f}。",
		"told-against-clue": "这与线索{n}矛盾。", "told-against-clue-from": "这与线索{n}矛盾，因为{f}。", "told-space": "",
	},
}

// teller puts steps in words.
type teller struct {
	p    *Puzzle
	lang string
}

func (in *Instance) teller() teller { return teller{in.P, in.lang()} }

func (t teller) word(key string) string { return stepWords[t.lang][key] }

func (t teller) law(l Law) string { return t.word(string(l)) }

// lawName gives the name of a law in a language.
func lawName(l Law, lang string) string { return stepWords[language(lang)][string(l)] }

// facts joins facts.
func (t teller) facts(list []*Node) string { return strings.Join(t.phrases(list), t.word("and")) }

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
			out = append(out, fill(t.word("nowhere"), "a", s.item(n.Prop/l.Places, n.Val), "list", strings.Join(words, t.word("comma"))))
			continue
		}
		q := &t.p.Properties[n.Prop]
		for _, m := range group {
			words = append(words, s.said(q, m.Val))
		}
		out = append(out, fill(t.word("none-of"), "p", s.label(q), "list", strings.Join(words, t.word("nor"))))
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
	return fill(t.word("clue"), "n", strconv.Itoa(c+1), "text", t.bare(c))
}

// inference puts an inference in words: the law, what it rests on, what follows.
func (t teller) inference(inf Inference) string {
	switch {
	case inf.Law == LawGiven && len(inf.Clues) == 1:
		return fill(t.word("says"), "n", strconv.Itoa(inf.Clues[0]+1), "facts", t.facts(inf.Gives))
	case len(inf.Cases) > 0:
		var b strings.Builder
		for _, c := range inf.Cases {
			b.WriteString(t.argue(c))
		}
		key := "hence"
		if inf.Law == LawCases {
			key = "each"
		}
		return b.String() + fill(t.word(key), "facts", t.facts(inf.Gives))
	}
	text := fill(t.word("by"), "law", t.law(inf.Law))
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
	return capitalised(t.lang, text) + fill(t.word(key), "list", strings.Join(from, t.word("stop")), "facts", t.facts(inf.Gives))
}

func capitalised(lang, text string) string {
	return speaker{lang: lang}.capital(text)
}

// argue puts a case in words, step by step.
func (t teller) argue(c Case) string {
	var b strings.Builder
	b.WriteString(fill(t.word("suppose"), "a", t.p.Phrase(c.Assume, t.lang)))
	for _, s := range c.Steps {
		if len(s.Gives) == 0 {
			continue
		}
		clues := ""
		if s.Law != LawOneLeft && s.Law != LawOneEach && len(s.Clues) > 0 {
			clues = t.word("comma") + t.clueNames(s.Clues)
		}
		b.WriteString(fill(t.word("then"), "facts", t.facts(s.Gives), "law", t.law(s.Law), "clues", clues))
	}
	if c.Fails {
		last := c.Steps[max(len(c.Steps)-1, 0):]
		if len(last) > 0 && last[0].Law == LawContradiction && len(last[0].Clues) > 0 {
			b.WriteString(fill(t.word("against"), "clues", t.clueNames(last[0].Clues)))
		} else {
			b.WriteString(t.word("fails"))
		}
	}
	return b.String()
}

// clueNames lists clues by their numbers.
func (t teller) clueNames(clues []int) string {
	var names []string
	for _, c := range clues {
		names = append(names, fill(t.word("clue#"), "n", strconv.Itoa(c+1)))
	}
	return strings.Join(names, t.word("comma"))
}

// maxNamed is how many things a sentence names.
const maxNamed = 12

func (t teller) things(list []int) string {
	var names []string
	for _, i := range list[:min(len(list), maxNamed)] {
		names = append(names, t.p.ThingID(i))
	}
	text := strings.Join(names, t.word("comma"))
	if n := len(list) - maxNamed; n > 0 {
		return fill(t.word("more"), "list", text, "n", strconv.Itoa(n))
	}
	return text
}

func (t teller) exclusion(clue int, banned []int) string {
	return fill(t.word("bans"), "n", strconv.Itoa(clue+1), "text", t.bare(clue), "count", strconv.Itoa(len(banned)), "list", t.things(banned))
}

func (t teller) last(list []int) string {
	if len(list) == 1 {
		return fill(t.word("only"), "list", t.p.ThingID(list[0])+" ("+t.p.thingText(t.p.Thing(list[0]), t.lang)+")")
	}
	return fill(t.word("many"), "list", t.things(list))
}
