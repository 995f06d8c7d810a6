package cards

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/phrases"
)

// Sentence puts clue number i in words: its author's sentence, or one that is made from the templates. A language
// without words falls back to English.
func (p *Puzzle) Sentence(i int, lang string) string {
	c := &p.Clues[i]
	if t := c.Text[language(lang)]; t != "" {
		return t
	}
	return p.Words(c.Expr, lang)
}

// Words puts a clue in words, as a sentence.
func (p *Puzzle) Words(n *Node, lang string) string {
	s := speaker{p: p, lang: language(lang)}
	return s.capital(s.statement(n, 0)) + s.tpl("stop", nil)
}

// Phrase puts a clue in words, as a part of a sentence.
func (p *Puzzle) Phrase(n *Node, lang string) string {
	return speaker{p: p, lang: language(lang)}.statement(n, 0)
}

type speaker struct {
	p     *Puzzle
	lang  string
	order string // where the verb of what is said stands: first, last, or in its place
}

// in gives a speaker for another order of words.
func (s speaker) in(order string) speaker {
	s.order = order
	return s
}

// next gives a speaker for what stands behind another clause: only the first of several begins with its verb.
func (s speaker) next() speaker {
	if s.order == "first" {
		return s.in("")
	}
	return s
}

// fill gives what fills the holes of a name, each in the order that its template asks for: {a}, {a first}, {a last}.
func (s speaker) fill(tpl, name string, say func(speaker) string) []string {
	return phrases.Each(tpl, name, func(order string) string { return say(s.in(order)) })
}

// parts fills a template with statements: the first is {a}, the next {b}.
func (s speaker) parts(key string, within int, list ...*Node) string {
	t := s.tpl(key, nil)
	var fill []string
	for i, n := range list {
		fill = append(fill, s.fill(t, string(rune('a'+i)), func(s speaker) string { return s.statement(n, within) })...)
	}
	return phrases.Fill(t, fill...)
}

// clause is the template of a clause, with its verb where it stands.
func (s speaker) clause(key string, q *Property) string {
	return phrases.Ordered(s.tpl(key, q), s.order)
}

// capital writes the first letter of a sentence large, in languages that have spaces between words.
func (s speaker) capital(text string) string {
	if lexicon().Say(s.lang, "told-space") == "" {
		return text
	}
	r, w := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[w:]
}

// tpl gives a template; q is the property for which there may be one of its own, or nil. The puzzle's own come before those of
// its theme.
func (s speaker) tpl(key string, q *Property) string {
	own := s.p.Templates[s.lang]
	if q != nil {
		if t, ok := own[key+":"+q.Name]; ok {
			return t
		}
	}
	if t, ok := own[key]; ok {
		return t
	}
	if t := findTheme(s.p.Theme); t != nil {
		if q != nil {
			if tp := s.p.themed(q); tp != nil {
				if text := tp.Forms[s.lang+" "+key]; text != "" {
					return text
				}
			}
		}
		if text := t.Forms[s.lang+" "+key]; text != "" && s.p.Lineup == nil {
			return text
		}
	}
	if f := opNamed(key).further(); f != nil {
		return s.p.Lineup.sentence(f, s.lang)
	}
	return templates()[s.lang][key]
}

func (s speaker) label(q *Property) string { return s.p.label(q, s.lang) }

// said is a value as it is said where its property is named too.
func (s speaker) said(q *Property, v int) string {
	return phrases.Fill(s.tpl("said", q), s.values(q, v)...)
}

// about fills a template that is about a value of a property.
func (s speaker) about(key string, q *Property, v int, more ...string) string {
	return phrases.Fill(s.clause(key, q), append(append(more, s.values(q, v)...), "said", s.said(q, v))...)
}

// values gives what fills the holes for a value: the property, the value, and the forms of it that the theme has.
func (s speaker) values(q *Property, v int) []string {
	out := []string{"p", s.label(q), "v", s.p.word(q, v, s.lang)}
	if t := s.p.themed(q); t != nil {
		for form, list := range t.More {
			if name, ok := strings.CutPrefix(form, s.lang+" "); ok {
				word := s.p.word(q, v, s.lang)
				if i := slices.Index(t.list(s.p.language()), q.Values[v]); i >= 0 {
					word = strings.Split(list, "|")[i]
				}
				out = append(out, "v "+name, word)
			}
		}
	}
	return out
}

// item is a value of a line-up as the one who has it.
func (s speaker) item(category, v int) phrases.Cases {
	q := &s.p.Lineup.Categories[category]
	return phrases.Decline(s.tpl("item", q), append(s.values(q, v), "said", s.said(q, v))...)
}

// cases is a term that a statement about places is of.
func (s speaker) cases(n *Node) phrases.Cases {
	if n.Op == Item {
		return s.item(n.Prop, n.Val)
	}
	text := s.term(n, 0)
	return phrases.Cases{Plain: text, Dative: text}
}

// Looseness of phrases: a part that is as loose as what is around it, or looser, stands in parentheses.
const (
	tight  = iota
	joint  // parts with and or or between them
	series // such parts that have parts of that sort themselves
	loose
)

// statement puts a part in words; within is how loose what is around it is.
func (s speaker) statement(n *Node, within int) string {
	if within > 0 && looseness(n) >= within {
		return s.group(n)
	}
	return s.phrase(n)
}

// looseness says how loose a statement is.
func looseness(n *Node) int {
	switch n.Op {
	case And, Or:
		for _, a := range n.Args {
			if a.Op != n.Op && looseness(a) == joint {
				return series
			}
		}
		return joint
	case Not, Xor, Implies, Iff, Exactly, AtLeast, AtMost, Distinct:
		return loose
	}
	return tight
}

// group puts a part in parentheses.
func (s speaker) group(n *Node) string {
	key := "group"
	if s.order != "" {
		key += "-" + s.order
	}
	return phrases.Fill(s.tpl(key, nil), "a", s.in("").statement(n, 0))
}

func (s speaker) phrase(n *Node) string {
	switch n.Op {
	case Is, IsNot:
		if l := s.p.Lineup; l != nil {
			return phrases.Fill(s.clause(n.Op.String()+"-at", nil), "a", s.item(n.Prop/l.Places, n.Val).Plain, "n", strconv.Itoa(n.Prop%l.Places+1))
		}
		return s.about(n.Op.String(), &s.p.Properties[n.Prop], n.Val)
	case Not:
		switch a := n.Args[0]; a.Op {
		case And:
			return phrases.Fill(s.tpl("not-and", nil), "list", s.list(a.Args))
		case Or:
			return phrases.Fill(s.tpl("not-or", nil), "list", s.list(a.Args))
		default:
			return s.parts("not", joint, a)
		}
	case And, Or:
		return s.join(n)
	case Xor:
		if len(n.Args) > 2 {
			return phrases.Fill(s.tpl("xor-many", nil), "list", s.list(n.Args))
		}
		return s.parts("xor", joint, n.Args...)
	case Implies:
		return s.conditional(n.Args[0], n.Args[1])
	case Iff:
		return s.parts("iff", joint, n.Args...)
	case Exactly, AtLeast, AtMost:
		one, are, _ := strings.Cut(s.say("are"), "|")
		if n.Num == 1 {
			are = one
		}
		return phrases.Fill(s.tpl(n.Op.String(), nil), "n", s.count(n.Num), "are", are, "list", s.list(n.Args))
	case Distinct:
		var names []string
		for _, a := range n.Args {
			names = append(names, s.term(a, 0))
		}
		return phrases.Fill(s.tpl("distinct", nil), "list", strings.Join(names, s.tpl("names", nil)))
	case Eq, Ne, Lt, Le, Gt, Ge:
		return s.relation(n)
	}
	parts := []string{"n", strconv.FormatInt(n.Num, 10)}
	for i, a := range n.Args {
		parts = append(parts, s.cases(a).In(string(rune('a'+i)))...)
	}
	return phrases.Fill(s.clause(n.Op.String(), nil), parts...)
}

// conditional puts an implication in words. One between two values of one property has words of its own: that one names the
// same property twice would read like a slip.
func (s speaker) conditional(a, b *Node) string {
	if s.p.Lineup == nil && a.Op <= IsNot && b.Op <= IsNot && a.Prop == b.Prop && a.Val != b.Val {
		q := &s.p.Properties[a.Prop]
		key := "self-" + string(ImpliesNode(a, b).Form())
		fill := []string{"w", s.p.word(q, b.Val, s.lang), "other", s.said(q, b.Val)}
		for i, n := range []*Node{a, b} {
			fill = append(fill, s.fill(s.tpl(key, q), string(rune('a'+i)), func(s speaker) string { return s.about(n.Op.String(), q, n.Val) })...)
		}
		return s.in("").about(key, q, a.Val, fill...)
	}
	if looseness(a) == joint {
		return s.parts("implies-long", series, a, b)
	}
	return s.parts("implies", series, a, b)
}

// relation puts a comparison in words.
func (s speaker) relation(n *Node) string {
	a, b := n.Args[0], n.Args[1]
	key := n.Op.String()
	if a.Op == Value && b.Op == Value {
		return phrases.Fill(s.clause("compare"+key, nil), "p", s.label(&s.p.Properties[a.Prop]), "q", s.label(&s.p.Properties[b.Prop]))
	}
	t := s.clause(key, nil)
	if a.Op == Value && (b.Op == Num || b.Op == Lit) && s.p.Lineup == nil {
		t = s.clause(key, &s.p.Properties[a.Prop])
	}
	return phrases.Fill(t, "a", s.term(a, 0), "b", s.term(b, 0))
}

// count says how many statements, small numbers in words where the language writes them so.
func (s speaker) count(n int64) string {
	if words := strings.Split(s.say("counts"), "|"); n >= 0 && n+1 < int64(len(words)) {
		return words[n]
	}
	return strconv.FormatInt(n, 10)
}

// list puts statements in a row of their own.
func (s speaker) list(args []*Node) string {
	var parts []string
	for _, a := range args {
		parts = append(parts, s.in("").statement(a, series))
	}
	return strings.Join(parts, s.tpl("list", nil))
}

// join puts a conjunction or disjunction in words: a, b and c; or with parts that are such themselves: a and b, or c.
func (s speaker) join(n *Node) string {
	key := n.Op.String()
	long := looseness(n) == series
	parts := make([]string, len(n.Args))
	for i, a := range n.Args {
		switch own := looseness(a); {
		case own == joint && a.Op != n.Op:
			parts[i] = s.chain(a)
		case own != tight:
			parts[i] = s.group(a)
		default:
			parts[i] = s.phrase(a)
		}
	}
	if long {
		return strings.Join(parts, s.tpl(key+"-long", nil))
	}
	last := len(parts) - 1
	if last < 2 {
		return strings.Join(parts, s.tpl(key, nil))
	}
	return strings.Join(parts[:last], s.tpl(key+",", nil)) + s.tpl(key+"-last", nil) + parts[last]
}

// chain puts a conjunction or disjunction in words as a part of a longer one, where a comma is the longer one's.
func (s speaker) chain(n *Node) string {
	var parts []string
	for _, a := range n.Args {
		parts = append(parts, s.statement(a, joint))
	}
	return strings.Join(parts, s.tpl(n.Op.String(), nil))
}

// term puts a term in words; within is the precedence of what is around it.
func (s speaker) term(n *Node, within int) string {
	switch n.Op {
	case Num:
		return strconv.FormatInt(n.Num, 10)
	case Lit:
		return s.p.word(&s.p.Properties[n.Prop], n.Val, s.lang)
	case Value:
		q := &s.p.Properties[n.Prop]
		return phrases.Fill(s.tpl("value", q), "p", s.label(q))
	case Item:
		return s.item(n.Prop, n.Val).Plain
	case Pos:
		return phrases.Fill(s.tpl("pos", nil), s.cases(n.Args[0]).In("a")...)
	case Of:
		q := &s.p.Lineup.Categories[n.Prop]
		return phrases.Fill(s.tpl("of", q), append(s.cases(n.Args[0]).In("a"), "p", s.label(q))...)
	}
	own := prec(n)
	text := ""
	if n.Op == Neg {
		text = phrases.Fill(s.tpl("neg", nil), "a", s.term(n.Args[0], own))
	} else {
		text = s.term(n.Args[0], own-1)
		for _, a := range n.Args[1:] {
			text = phrases.Fill(s.tpl(n.Op.String(), nil), "a", text, "b", s.term(a, own))
		}
	}
	if own <= within {
		return phrases.Fill(s.tpl("term-group", nil), "a", text)
	}
	return text
}
