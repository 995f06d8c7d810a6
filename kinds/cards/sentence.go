package cards

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// templates are the words of sentences by language and key. {p} and {q} stand for properties, {v} for a value, {a}, {b} and
// {c} for parts, {n} for a number, {list} for parts in a row. A key with a property's name behind a colon, such as is:top,
// is for atoms of that property only. It is never written to.
var templates = map[string]map[string]string{
	"en": {
		"is": "the {p} is {v}", "is-not": "the {p} is not {v}",
		"is-at": "the {p} at place {n} is {v}", "is-not-at": "the {p} at place {n} is not {v}",
		"not": "it is not true that {a}", "implies": "if {a} then {b}", "iff": "{a} if and only if {b}",
		"xor": "either {a} or {b}, but not both", "xor-many": "an odd number of these statements hold: {list}",
		"and": " and ", "or": " or ", "list": "; ", "group": "({a})",
		"exactly": "exactly {n} of these statements hold: {list}", "at-least": "at least {n} of these statements hold: {list}",
		"at-most":  "at most {n} of these statements hold: {list}",
		"distinct": "no two of {list} are the same", "names": ", ",
		"compare=": "the {p} and the {q} are the same", "compare<>": "the {p} and the {q} are different",
		"compare<": "the {p} is less than the {q}", "compare<=": "the {p} is at most the {q}",
		"compare>": "the {p} is more than the {q}", "compare>=": "the {p} is at least the {q}",
		"=": "{a} is {b}", "<>": "{a} is not {b}", "<": "{a} is less than {b}", "<=": "{a} is at most {b}",
		">": "{a} is more than {b}", ">=": "{a} is at least {b}",
		"value": "the {p}", "+": "{a} plus {b}", "-": "{a} minus {b}", "*": "{a} times {b}", "neg": "minus {a}", "term-group": "({a})",
		"pos": "the place of {a}", "of": "the {p} of {a}", "item": "the one with {p} {v}",
		"at": "{a} is at place {n}", "ends": "{a} is at one of the ends", "same": "{a} is {b}", "other": "{a} is not {b}",
		"right": "{a} is somewhere after {b}", "left": "{a} is somewhere before {b}",
		"after": "{a} is directly after {b}", "before": "{a} is directly before {b}",
		"next": "{a} is next to {b}", "notnext": "{a} is not next to {b}", "between": "{a} is somewhere between {b} and {c}",
		"stop": ".",
	},
	"zh": {
		"is": "{p}是{v}", "is-not": "{p}不是{v}", "is-at": "第{n}位的{p}是{v}", "is-not-at": "第{n}位的{p}不是{v}",
		"not": "并非{a}", "implies": "如果{a}，那么{b}", "iff": "当且仅当{b}时，{a}",
		"xor": "要么{a}，要么{b}，二者不能同时成立", "xor-many": "以下各句中有奇数句成立：{list}",
		"and": "，并且", "or": "，或者", "list": "；", "group": "（{a}）",
		"exactly": "以下各句中恰有{n}句成立：{list}", "at-least": "以下各句中至少有{n}句成立：{list}",
		"at-most":  "以下各句中至多有{n}句成立：{list}",
		"distinct": "{list}两两不同", "names": "、",
		"compare=": "{p}与{q}相同", "compare<>": "{p}与{q}不同", "compare<": "{p}小于{q}", "compare<=": "{p}不大于{q}",
		"compare>": "{p}大于{q}", "compare>=": "{p}不小于{q}",
		"=": "{a}等于{b}", "<>": "{a}不等于{b}", "<": "{a}小于{b}", "<=": "{a}不大于{b}", ">": "{a}大于{b}", ">=": "{a}不小于{b}",
		"value": "{p}", "+": "{a}加{b}", "-": "{a}减{b}", "*": "{a}乘{b}", "neg": "负{a}", "term-group": "（{a}）",
		"pos": "{a}的位置", "of": "{a}的{p}", "item": "{p}为{v}者",
		"at": "{a}在第{n}位", "ends": "{a}在两端之一", "same": "{a}就是{b}", "other": "{a}不是{b}",
		"right": "{a}在{b}之后", "left": "{a}在{b}之前", "after": "{a}紧跟在{b}之后", "before": "{a}紧挨在{b}之前",
		"next": "{a}与{b}相邻", "notnext": "{a}与{b}不相邻", "between": "{a}在{b}与{c}之间",
		"stop": "。",
	},
}

// Templates lists the keys of templates with their texts in a language, for documentation and for checking overrides.
func Templates(lang string) map[string]string {
	out := map[string]string{}
	for k, v := range templates[language(lang)] {
		out[k] = v
	}
	return out
}

// language gives the language that sentences come in.
func language(lang string) string {
	if _, ok := templates[lang]; ok {
		return lang
	}
	return "en"
}

// maxTemplate bounds a template, in characters.
const maxTemplate = 400

// checkTemplates refuses templates whose keys mean nothing.
func (p *Puzzle) checkTemplates() error {
	for _, lang := range sortedKeys(p.Templates) {
		known, ok := templates[lang]
		if !ok {
			return fmt.Errorf("templates: %w", puzzle.Unknownf("language", lang, sortedKeys(templates)))
		}
		for _, key := range sortedKeys(p.Templates[lang]) {
			base, name, special := strings.Cut(key, ":")
			if _, ok := known[base]; !ok || special && base != "is" && base != "is-not" && base != "value" {
				return fmt.Errorf("templates: %w", puzzle.Unknownf("template", key, sortedKeys(known)))
			}
			if special {
				if _, err := p.FindProperty(name); err != nil {
					return fmt.Errorf("template %s: %w", quote(key), err)
				}
			}
			if t := p.Templates[lang][key]; utf8.RuneCountInString(t) > maxTemplate || !utf8.ValidString(t) {
				return fmt.Errorf("template %s is longer than %d characters, or not valid UTF-8", quote(key), maxTemplate)
			}
		}
	}
	return nil
}

// Sentence puts clue number i in words: its author's sentence, or one that is made from the templates. lang is en or zh and
// falls back to English.
func (p *Puzzle) Sentence(i int, lang string) string {
	c := &p.Clues[i]
	if t := c.Text[language(lang)]; t != "" {
		return t
	}
	return p.Words(c.Expr, lang)
}

// Words puts a clue in words, as a sentence.
func (p *Puzzle) Words(n *Node, lang string) string {
	s := speaker{p, language(lang)}
	return s.capital(s.statement(n, 0)) + s.tpl("stop", "")
}

// Phrase puts a clue in words, as a part of a sentence.
func (p *Puzzle) Phrase(n *Node, lang string) string {
	s := speaker{p, language(lang)}
	return s.statement(n, 0)
}

type speaker struct {
	p    *Puzzle
	lang string
}

// capital writes the first letter of an English sentence large.
func (s speaker) capital(text string) string {
	if s.lang != "en" {
		return text
	}
	r, w := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[w:]
}

// tpl gives a template; prop is the property for which there may be one of its own.
func (s speaker) tpl(key, prop string) string {
	own := s.p.Templates[s.lang]
	if prop != "" {
		if t, ok := own[key+":"+prop]; ok {
			return t
		}
	}
	if t, ok := own[key]; ok {
		return t
	}
	return templates[s.lang][key]
}

// fill puts parts into a template; pairs are names and texts.
func fill(t string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	return strings.NewReplacer(pairs...).Replace(t)
}

func (s speaker) label(q *Property) string {
	if l := q.Label[s.lang]; l != "" {
		return l
	}
	return q.Name
}

// Looseness of phrases: a part that is as loose as what is around it, or looser, stands in parentheses.
const (
	tight = iota
	joint
	loose
)

// statement puts a part in words; within is how loose what is around it is.
func (s speaker) statement(n *Node, within int) string {
	text, own := s.phrase(n)
	if within > 0 && own >= within {
		return fill(s.tpl("group", ""), "a", text)
	}
	return text
}

func (s speaker) phrase(n *Node) (string, int) {
	switch n.Op {
	case Is, IsNot:
		q := &s.p.Properties[n.Prop]
		if l := s.p.Lineup; l != nil {
			return fill(s.tpl(n.Op.String()+"-at", ""), "p", s.label(&l.Categories[n.Prop/l.Places]), "n", strconv.Itoa(n.Prop%l.Places+1), "v", q.Values[n.Val]), tight
		}
		return fill(s.tpl(n.Op.String(), q.Name), "p", s.label(q), "v", q.Values[n.Val]), tight
	case Not:
		return fill(s.tpl("not", ""), "a", s.statement(n.Args[0], joint)), loose
	case And, Or:
		return s.join(n.Args, s.tpl(n.Op.String(), ""), joint), joint
	case Xor:
		if len(n.Args) > 2 {
			return fill(s.tpl("xor-many", ""), "list", s.join(n.Args, s.tpl("list", ""), loose)), loose
		}
		return fill(s.tpl("xor", ""), "a", s.statement(n.Args[0], joint), "b", s.statement(n.Args[1], joint)), loose
	case Implies, Iff:
		return fill(s.tpl(n.Op.String(), ""), "a", s.statement(n.Args[0], loose), "b", s.statement(n.Args[1], loose)), loose
	case Exactly, AtLeast, AtMost:
		return fill(s.tpl(n.Op.String(), ""), "n", strconv.FormatInt(n.Num, 10), "list", s.join(n.Args, s.tpl("list", ""), loose)), loose
	case Distinct:
		var names []string
		for _, a := range n.Args {
			names = append(names, s.label(&s.p.Properties[a.Prop]))
		}
		return fill(s.tpl("distinct", ""), "list", strings.Join(names, s.tpl("names", ""))), tight
	case Eq, Ne, Lt, Le, Gt, Ge:
		a, b := n.Args[0], n.Args[1]
		if a.Op == Value && b.Op == Value {
			return fill(s.tpl("compare"+n.Op.String(), ""), "p", s.label(&s.p.Properties[a.Prop]), "q", s.label(&s.p.Properties[b.Prop])), tight
		}
		return fill(s.tpl(n.Op.String(), ""), "a", s.term(a, 0), "b", s.term(b, 0)), tight
	}
	parts := []string{"n", strconv.FormatInt(n.Num, 10)}
	for i, a := range n.Args {
		parts = append(parts, string(rune('a'+i)), s.term(a, 0))
	}
	return fill(s.tpl(n.Op.String(), ""), parts...), tight
}

func (s speaker) join(args []*Node, sep string, within int) string {
	var parts []string
	for _, a := range args {
		parts = append(parts, s.statement(a, within))
	}
	return strings.Join(parts, sep)
}

// term puts a term in words; within is the precedence of what is around it.
func (s speaker) term(n *Node, within int) string {
	switch n.Op {
	case Num:
		return strconv.FormatInt(n.Num, 10)
	case Lit:
		return s.p.Properties[n.Prop].Values[n.Val]
	case Value:
		q := &s.p.Properties[n.Prop]
		return fill(s.tpl("value", q.Name), "p", s.label(q))
	case Item:
		q := &s.p.Lineup.Categories[n.Prop]
		return fill(s.tpl("item", ""), "p", s.label(q), "v", q.Values[n.Val])
	case Pos:
		return fill(s.tpl("pos", ""), "a", s.term(n.Args[0], 0))
	case Of:
		return fill(s.tpl("of", ""), "p", s.label(&s.p.Lineup.Categories[n.Prop]), "a", s.term(n.Args[0], 0))
	}
	own := prec(n)
	text := ""
	if n.Op == Neg {
		text = fill(s.tpl("neg", ""), "a", s.term(n.Args[0], own))
	} else {
		text = s.term(n.Args[0], own-1)
		for _, a := range n.Args[1:] {
			text = fill(s.tpl(n.Op.String(), ""), "a", text, "b", s.term(a, own))
		}
	}
	if own <= within {
		return fill(s.tpl("term-group", ""), "a", text)
	}
	return text
}
