package cards

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// templates are the words of sentences by language and key. In them stand {p} and {q} for properties, {v} and {w} for values as
// they are, {said} and {other} for values as they are said, {a}, {b} and {c} for parts, {n} for a number, {list} for parts in a
// row. "said" says how a value is said where a sentence names its property too, so that one template for a property such as
// "the {v}" gives all its sentences their article. It is never written to.
var templates = map[string]map[string]string{
	"en": {
		"said": "{v}", "value": "the {p}",
		"is": "the {p} is {said}", "is-not": "the {p} is not {said}", "is-at": "{a} is at place {n}", "is-not-at": "{a} is not at place {n}",
		"implies": "if {a} then {b}", "implies-long": "if {a}, then {b}", "iff": "{a} if and only if {b}",
		"self-if-is": "the {p} cannot be {said}, or it would be {other} as well", "self-if-is-not": "if {a} then {b}",
		"self-if-not-is": "if {a} then {b}", "self-if-not-is-not": "if {a} then {b}",
		"xor": "either {a} or {b}, but not both", "xor-many": "an odd number of these statements are true: {list}",
		"and": " and ", "or": " or ", "and,": ", ", "and-last": " and ", "or,": ", or ", "or-last": ", or ", "and-long": ", and ", "or-long": ", or ", "list": "; ", "group": "({a})",
		"not": "it is not true that {a}", "not-and": "these statements are not all true: {list}", "not-or": "none of these statements is true: {list}",
		"exactly": "exactly {n} of these statements {are} true: {list}", "at-least": "at least {n} of these statements {are} true: {list}",
		"at-most":  "at most {n} of these statements {are} true: {list}",
		"distinct": "no two of these are the same: {list}", "names": ", ",
		"compare=": "the {p} and the {q} are the same", "compare<>": "the {p} and the {q} are different",
		"compare<": "the {p} is less than the {q}", "compare<=": "the {p} is at most the {q}",
		"compare>": "the {p} is more than the {q}", "compare>=": "the {p} is at least the {q}",
		"=": "{a} is {b}", "<>": "{a} is not {b}", "<": "{a} is less than {b}", "<=": "{a} is at most {b}",
		">": "{a} is more than {b}", ">=": "{a} is at least {b}",
		"+": "{a} plus {b}", "-": "{a} minus {b}", "*": "{a} times {b}", "neg": "minus {a}", "term-group": "({a})",
		"pos": "the place of {a}", "of": "the {p} of {a}", "item": "the one whose {p} is {said}",
		"at": "{a} is at place {n}", "ends": "{a} is at one of the two ends", "same": "{a} is {b}", "other": "{a} is not {b}",
		"right": "{a} comes somewhere after {b}", "left": "{a} comes somewhere before {b}",
		"after": "{a} comes directly after {b}", "before": "{a} comes directly before {b}",
		"next": "{a} is next to {b}", "notnext": "{a} is not next to {b}", "between": "{a} is somewhere between {b} and {c}",
		"stop": ".",
	},
	"zh": {
		"said": "是{v}", "value": "{p}",
		"is": "{p}{said}", "is-not": "{p}不{said}", "is-at": "{a}在第{n}位", "is-not-at": "{a}不在第{n}位",
		"implies": "如果{a}，那么{b}", "implies-long": "如果{a}，那么{b}", "iff": "{a}，当且仅当{b}",
		"self-if-is": "{p}不可能{said}，否则同时又{other}", "self-if-is-not": "如果{p}{said}，那么就不{other}",
		"self-if-not-is": "如果{p}不{said}，那么就{other}", "self-if-not-is-not": "如果{p}不{said}，那么也不{other}",
		"xor": "要么{a}，要么{b}，二者不能同时成立", "xor-many": "以下各句中有奇数句成立：{list}",
		"and": "，并且", "or": "，或者", "and,": "，", "and-last": "，并且", "or,": "，或者", "or-last": "，或者", "and-long": "；并且", "or-long": "；或者", "list": "；", "group": "（{a}）",
		"not": "并非{a}", "not-and": "以下各句不全成立：{list}", "not-or": "以下各句都不成立：{list}",
		"exactly": "以下各句中恰有{n}句成立：{list}", "at-least": "以下各句中至少有{n}句成立：{list}",
		"at-most":  "以下各句中至多有{n}句成立：{list}",
		"distinct": "以下各项两两不同：{list}", "names": "、",
		"compare=": "{p}与{q}相同", "compare<>": "{p}与{q}不同", "compare<": "{p}小于{q}", "compare<=": "{p}不大于{q}",
		"compare>": "{p}大于{q}", "compare>=": "{p}不小于{q}",
		"=": "{a}等于{b}", "<>": "{a}不等于{b}", "<": "{a}小于{b}", "<=": "{a}不大于{b}", ">": "{a}大于{b}", ">=": "{a}不小于{b}",
		"+": "{a}加{b}", "-": "{a}减{b}", "*": "{a}乘{b}", "neg": "负{a}", "term-group": "（{a}）",
		"pos": "{a}的位置", "of": "{a}的{p}", "item": "{p}{said}的那个",
		"at": "{a}在第{n}位", "ends": "{a}在两端之一", "same": "{a}就是{b}", "other": "{a}不是{b}",
		"right": "{a}在{b}之后的某处", "left": "{a}在{b}之前的某处", "after": "{a}紧跟在{b}之后", "before": "{a}紧挨在{b}之前",
		"next": "{a}与{b}相邻", "notnext": "{a}与{b}不相邻", "between": "{a}在{b}与{c}之间的某处",
		"stop": "。",
	},
}

// ownForms are the templates that there may be of one property: with its name behind a colon, as in is:top. Those of relations
// are for the property and a number.
var ownForms = []string{"said", "value", "item", "of", "is", "is-not", "self-if-is", "self-if-is-not", "self-if-not-is", "self-if-not-is-not",
	"=", "<>", "<", "<=", ">", ">="}

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
			if _, ok := known[base]; !ok && opNamed(base).further() == nil {
				return fmt.Errorf("templates: %w", puzzle.Unknownf("template", key, sortedKeys(known)))
			}
			if special {
				if !slices.Contains(ownForms, base) {
					return fmt.Errorf("template %s: there is one of a property for %s alone", quote(key), strings.Join(ownForms, ", "))
				}
				if err := p.findTemplateProperty(name); err != nil {
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

// findTemplateProperty finds what a template is for: a category of a line-up, or a property.
func (p *Puzzle) findTemplateProperty(name string) error {
	if p.Lineup != nil {
		_, err := p.category(name)
		return err
	}
	_, err := p.FindProperty(name)
	return err
}
