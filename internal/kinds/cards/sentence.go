package cards

import (
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
	s := speaker{p, language(lang)}
	return s.capital(s.statement(n, 0)) + s.tpl("stop", nil)
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
	return phrases.Fill(s.tpl("said", q), "v", s.p.word(q, v, s.lang), "p", s.label(q))
}

// about fills a template that is about a value of a property.
func (s speaker) about(key string, q *Property, v int, more ...string) string {
	return phrases.Fill(s.tpl(key, q), append(more, "p", s.label(q), "v", s.p.word(q, v, s.lang), "said", s.said(q, v))...)
}

// item is a value of a line-up as the one who has it.
func (s speaker) item(category, v int) phrases.Cases {
	q := &s.p.Lineup.Categories[category]
	return phrases.Decline(s.tpl("item", q), "p", s.label(q), "v", s.p.word(q, v, s.lang), "said", s.said(q, v))
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
	text, own := s.phrase(n)
	if within > 0 && own >= within {
		return phrases.Fill(s.tpl("group", nil), "a", text)
	}
	return text
}

func (s speaker) phrase(n *Node) (string, int) {
	switch n.Op {
	case Is, IsNot:
		if l := s.p.Lineup; l != nil {
			return phrases.Fill(s.tpl(n.Op.String()+"-at", nil), "a", s.item(n.Prop/l.Places, n.Val).Plain, "n", strconv.Itoa(n.Prop%l.Places+1)), tight
		}
		return s.about(n.Op.String(), &s.p.Properties[n.Prop], n.Val), tight
	case Not:
		switch a := n.Args[0]; a.Op {
		case And:
			return phrases.Fill(s.tpl("not-and", nil), "list", s.list(a.Args)), loose
		case Or:
			return phrases.Fill(s.tpl("not-or", nil), "list", s.list(a.Args)), loose
		default:
			return phrases.Fill(s.tpl("not", nil), "a", s.statement(a, joint)), loose
		}
	case And, Or:
		return s.join(n)
	case Xor:
		if len(n.Args) > 2 {
			return phrases.Fill(s.tpl("xor-many", nil), "list", s.list(n.Args)), loose
		}
		return phrases.Fill(s.tpl("xor", nil), "a", s.statement(n.Args[0], joint), "b", s.statement(n.Args[1], joint)), loose
	case Implies:
		return s.conditional(n.Args[0], n.Args[1]), loose
	case Iff:
		return phrases.Fill(s.tpl("iff", nil), "a", s.statement(n.Args[0], joint), "b", s.statement(n.Args[1], joint)), loose
	case Exactly, AtLeast, AtMost:
		are := "are"
		if n.Num == 1 {
			are = "is"
		}
		return phrases.Fill(s.tpl(n.Op.String(), nil), "n", s.count(n.Num), "are", are, "list", s.list(n.Args)), loose
	case Distinct:
		var names []string
		for _, a := range n.Args {
			names = append(names, s.term(a, 0))
		}
		return phrases.Fill(s.tpl("distinct", nil), "list", strings.Join(names, s.tpl("names", nil))), loose
	case Eq, Ne, Lt, Le, Gt, Ge:
		return s.relation(n), tight
	}
	parts := []string{"n", strconv.FormatInt(n.Num, 10)}
	for i, a := range n.Args {
		parts = append(parts, s.cases(a).In(string(rune('a'+i)))...)
	}
	return phrases.Fill(s.tpl(n.Op.String(), nil), parts...), tight
}

// conditional puts an implication in words. One between two values of one property has words of its own: that one names the
// same property twice would read like a slip.
func (s speaker) conditional(a, b *Node) string {
	if s.p.Lineup == nil && a.Op <= IsNot && b.Op <= IsNot && a.Prop == b.Prop && a.Val != b.Val {
		q := &s.p.Properties[a.Prop]
		key := "self-" + string(ImpliesNode(a, b).Form())
		return s.about(key, q, a.Val, "w", s.p.word(q, b.Val, s.lang), "other", s.said(q, b.Val), "a", s.about(a.Op.String(), q, a.Val), "b", s.about(b.Op.String(), q, b.Val))
	}
	text, own := s.phrase(a)
	key := "implies"
	switch {
	case own >= series:
		text = phrases.Fill(s.tpl("group", nil), "a", text)
	case own > tight:
		key = "implies-long"
	}
	return phrases.Fill(s.tpl(key, nil), "a", text, "b", s.statement(b, series))
}

// relation puts a comparison in words.
func (s speaker) relation(n *Node) string {
	a, b := n.Args[0], n.Args[1]
	key := n.Op.String()
	if a.Op == Value && b.Op == Value {
		return phrases.Fill(s.tpl("compare"+key, nil), "p", s.label(&s.p.Properties[a.Prop]), "q", s.label(&s.p.Properties[b.Prop]))
	}
	t := s.tpl(key, nil)
	if a.Op == Value && (b.Op == Num || b.Op == Lit) && s.p.Lineup == nil {
		t = s.tpl(key, &s.p.Properties[a.Prop])
	}
	return phrases.Fill(t, "a", s.term(a, 0), "b", s.term(b, 0))
}

// countWords are the English words for small numbers of statements.
var countWords = [...]string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// count says how many statements.
func (s speaker) count(n int64) string {
	if s.lang == "en" && n >= 0 && n < int64(len(countWords)) {
		return countWords[n]
	}
	return strconv.FormatInt(n, 10)
}

// list puts statements in a row of their own.
func (s speaker) list(args []*Node) string {
	var parts []string
	for _, a := range args {
		parts = append(parts, s.statement(a, series))
	}
	return strings.Join(parts, s.tpl("list", nil))
}

// join puts a conjunction or disjunction in words: a, b and c; or with parts that are such themselves: a and b, or c.
func (s speaker) join(n *Node) (string, int) {
	key := n.Op.String()
	plain := true
	parts := make([]string, len(n.Args))
	for i, a := range n.Args {
		text, own := s.phrase(a)
		switch {
		case own == joint && a.Op != n.Op:
			plain = false
			text = s.chain(a)
		case own != tight:
			text = phrases.Fill(s.tpl("group", nil), "a", text)
		}
		parts[i] = text
	}
	if !plain {
		return strings.Join(parts, s.tpl(key+"-long", nil)), series
	}
	last := len(parts) - 1
	if last < 2 {
		return strings.Join(parts, s.tpl(key, nil)), joint
	}
	return strings.Join(parts[:last], s.tpl(key+",", nil)) + s.tpl(key+"-last", nil) + parts[last], joint
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
