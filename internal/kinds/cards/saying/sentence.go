// Package saying puts clues, and facts about properties, in words. The words are those of a puzzle, of its theme, or of the language, in
// this order (package lexicon).
package saying

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/lexicon"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/lineup"
)

// Sentence puts clue number i in words: its author's sentence, or one that is made from the templates. A language
// without words falls back to English.
func Sentence(p *deck.Puzzle, i int, lang string) string {
	c := &p.Clues[i]
	if t := c.Text[lexicon.Language(lang)]; t != "" {
		return t
	}
	return Words(p, c.Expr, lang)
}

// Words puts a clue in words, as a sentence.
func Words(p *deck.Puzzle, n *deck.Node, lang string) string {
	s := Speaker{P: p, Lang: lexicon.Language(lang)}
	return s.Capital(s.Statement(n, 0)) + s.Tpl("stop", nil)
}

// Phrase puts a clue in words, as a part of a sentence.
func Phrase(p *deck.Puzzle, n *deck.Node, lang string) string {
	return Speaker{P: p, Lang: lexicon.Language(lang)}.Statement(n, 0)
}

// Speaker puts what is said of a puzzle in the words of a language.
type Speaker struct {
	P     *deck.Puzzle
	Lang  string
	Order string // where the verb of what is said stands: first, last, or in its place
}

// In gives a speaker for another order of words.
func (s Speaker) In(order string) Speaker {
	s.Order = order
	return s
}

// next gives a speaker for what stands behind another clause: only the first of several begins with its verb.
func (s Speaker) next() Speaker {
	if s.Order == "first" {
		return s.In("")
	}
	return s
}

// fill gives what fills the holes of a name, each in the order that its template asks for: {a}, {a first}, {a last}.
func (s Speaker) fill(tpl, name string, say func(Speaker) string) []string {
	return phrases.Each(tpl, name, func(order string) string { return say(s.In(order)) })
}

// parts fills a template with statements: the first is {a}, the next {b}.
func (s Speaker) parts(key string, within int, list ...*deck.Node) string {
	t := s.Tpl(key, nil)
	var fill []string
	for i, n := range list {
		fill = append(fill, s.fill(t, string(rune('a'+i)), func(s Speaker) string { return s.Statement(n, within) })...)
	}
	return phrases.Fill(t, fill...)
}

// clause is the template of a clause, with its verb where it stands.
func (s Speaker) clause(key string, q *deck.Property) string {
	return phrases.Ordered(s.Tpl(key, q), s.Order)
}

// Capital writes the first letter of a sentence large, in languages that have spaces between words.
func (s Speaker) Capital(text string) string {
	if lexicon.Words().Say(s.Lang, "told-space") == "" {
		return text
	}
	r, w := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[w:]
}

// Tpl gives a template; q is the property for which there may be one of its own, or nil. The puzzle's own come before those of
// its theme.
func (s Speaker) Tpl(key string, q *deck.Property) string {
	own := s.P.Templates[s.Lang]
	if q != nil {
		if t, ok := own[key+":"+q.Name]; ok {
			return t
		}
	}
	if t, ok := own[key]; ok {
		return t
	}
	if t := lexicon.Find(s.P.Theme); t != nil {
		if q != nil {
			if tp := s.P.Themed(q); tp != nil {
				if text := tp.Forms[s.Lang+" "+key]; text != "" {
					return text
				}
			}
		}
		if text := t.Forms[s.Lang+" "+key]; text != "" && s.P.Lineup == nil {
			return text
		}
	}
	if f := deck.OpNamed(key).Further(); f != nil {
		return placedSentence(s.P.Lineup, f, s.Lang)
	}
	return lexicon.Templates(s.Lang)[key]
}

func (s Speaker) label(q *deck.Property) string { return s.P.Label(q, s.Lang) }

// said is a value as it is said where its property is named too.
func (s Speaker) said(q *deck.Property, v int) string {
	return phrases.Fill(s.Tpl("said", q), s.values(q, v)...)
}

// about fills a template that is about a value of a property.
func (s Speaker) about(key string, q *deck.Property, v int, more ...string) string {
	return phrases.Fill(s.clause(key, q), append(append(more, s.values(q, v)...), "said", s.said(q, v))...)
}

// values gives what fills the holes for a value: the property, the value, and the forms of it that the theme has.
func (s Speaker) values(q *deck.Property, v int) []string {
	out := []string{"p", s.label(q), "v", s.P.Word(q, v, s.Lang)}
	if t := s.P.Themed(q); t != nil {
		for form, list := range t.More {
			if name, ok := strings.CutPrefix(form, s.Lang+" "); ok {
				word := s.P.Word(q, v, s.Lang)
				if i := slices.Index(t.List(s.P.Language()), q.Values[v]); i >= 0 {
					word = strings.Split(list, "|")[i]
				}
				out = append(out, "v "+name, word)
			}
		}
	}
	return out
}

// item is a value of a line-up as the one who has it.
func (s Speaker) item(category, v int) phrases.Cases {
	q := &s.P.Lineup.Categories[category]
	return phrases.Decline(s.Tpl("item", q), append(s.values(q, v), "said", s.said(q, v))...)
}

// Item is how a language calls a value of a line-up, as the one who has it.
func Item(p *deck.Puzzle, category, v int, lang string) string {
	return Speaker{P: p, Lang: lexicon.Language(lang)}.item(category, v).Plain
}

// cases is a term that a statement about places is of.
func (s Speaker) cases(n *deck.Node) phrases.Cases {
	if n.Op == deck.Item {
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

// Statement puts a part in words; within is how loose what is around it is.
func (s Speaker) Statement(n *deck.Node, within int) string {
	if within > 0 && looseness(n) >= within {
		return s.group(n)
	}
	return s.phrase(n)
}

// looseness says how loose a statement is.
func looseness(n *deck.Node) int {
	switch n.Op {
	case deck.And, deck.Or:
		for _, a := range n.Args {
			if a.Op != n.Op && looseness(a) == joint {
				return series
			}
		}
		return joint
	case deck.Not, deck.Xor, deck.Implies, deck.Iff, deck.Exactly, deck.AtLeast, deck.AtMost, deck.Distinct:
		return loose
	}
	return tight
}

// group puts a part in parentheses.
func (s Speaker) group(n *deck.Node) string {
	key := "group"
	if s.Order != "" {
		key += "-" + s.Order
	}
	return phrases.Fill(s.Tpl(key, nil), "a", s.In("").Statement(n, 0))
}

func (s Speaker) phrase(n *deck.Node) string {
	switch n.Op {
	case deck.Is, deck.IsNot:
		if l := s.P.Lineup; l != nil {
			return phrases.Fill(s.clause(n.Op.String()+"-at", nil), "a", s.item(n.Prop/l.Places, n.Val).Plain, "n", strconv.Itoa(n.Prop%l.Places+1))
		}
		return s.about(n.Op.String(), &s.P.Properties[n.Prop], n.Val)
	case deck.Not:
		switch a := n.Args[0]; a.Op {
		case deck.And:
			return phrases.Fill(s.Tpl("not-and", nil), "list", s.list(a.Args))
		case deck.Or:
			return phrases.Fill(s.Tpl("not-or", nil), "list", s.list(a.Args))
		default:
			return s.parts("not", joint, a)
		}
	case deck.And, deck.Or:
		return s.join(n)
	case deck.Xor:
		if len(n.Args) > 2 {
			return phrases.Fill(s.Tpl("xor-many", nil), "list", s.list(n.Args))
		}
		return s.parts("xor", joint, n.Args...)
	case deck.Implies:
		return s.conditional(n.Args[0], n.Args[1])
	case deck.Iff:
		return s.parts("iff", joint, n.Args...)
	case deck.Exactly, deck.AtLeast, deck.AtMost:
		one, are, _ := strings.Cut(s.Say("are"), "|")
		if n.Num == 1 {
			are = one
		}
		return phrases.Fill(s.Tpl(n.Op.String(), nil), "n", s.count(n.Num), "are", are, "list", s.list(n.Args))
	case deck.Distinct:
		var names []string
		for _, a := range n.Args {
			names = append(names, s.term(a, 0))
		}
		return phrases.Fill(s.Tpl("distinct", nil), "list", strings.Join(names, s.Tpl("names", nil)))
	case deck.Eq, deck.Ne, deck.Lt, deck.Le, deck.Gt, deck.Ge:
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
func (s Speaker) conditional(a, b *deck.Node) string {
	if s.P.Lineup == nil && a.Op <= deck.IsNot && b.Op <= deck.IsNot && a.Prop == b.Prop && a.Val != b.Val {
		q := &s.P.Properties[a.Prop]
		key := "self-" + string(deck.ImpliesNode(a, b).Form())
		fill := []string{"w", s.P.Word(q, b.Val, s.Lang), "other", s.said(q, b.Val)}
		for i, n := range []*deck.Node{a, b} {
			fill = append(fill, s.fill(s.Tpl(key, q), string(rune('a'+i)), func(s Speaker) string { return s.about(n.Op.String(), q, n.Val) })...)
		}
		return s.In("").about(key, q, a.Val, fill...)
	}
	if looseness(a) == joint {
		return s.parts("implies-long", series, a, b)
	}
	return s.parts("implies", series, a, b)
}

// relation puts a comparison in words.
func (s Speaker) relation(n *deck.Node) string {
	a, b := n.Args[0], n.Args[1]
	key := n.Op.String()
	if a.Op == deck.Value && b.Op == deck.Value {
		return phrases.Fill(s.clause("compare"+key, nil), "p", s.label(&s.P.Properties[a.Prop]), "q", s.label(&s.P.Properties[b.Prop]))
	}
	t := s.clause(key, nil)
	if a.Op == deck.Value && (b.Op == deck.Num || b.Op == deck.Lit) && s.P.Lineup == nil {
		t = s.clause(key, &s.P.Properties[a.Prop])
	}
	return phrases.Fill(t, "a", s.term(a, 0), "b", s.term(b, 0))
}

// count says how many statements, small numbers in words where the language writes them so.
func (s Speaker) count(n int64) string {
	if words := strings.Split(s.Say("counts"), "|"); n >= 0 && n+1 < int64(len(words)) {
		return words[n]
	}
	return strconv.FormatInt(n, 10)
}

// list puts statements in a row of their own.
func (s Speaker) list(args []*deck.Node) string {
	var parts []string
	for _, a := range args {
		parts = append(parts, s.In("").Statement(a, series))
	}
	return strings.Join(parts, s.Tpl("list", nil))
}

// join puts a conjunction or disjunction in words: a, b and c; or with parts that are such themselves: a and b, or c.
func (s Speaker) join(n *deck.Node) string {
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
		return strings.Join(parts, s.Tpl(key+"-long", nil))
	}
	last := len(parts) - 1
	if last < 2 {
		return strings.Join(parts, s.Tpl(key, nil))
	}
	return strings.Join(parts[:last], s.Tpl(key+",", nil)) + s.Tpl(key+"-last", nil) + parts[last]
}

// chain puts a conjunction or disjunction in words as a part of a longer one, where a comma is the longer one's.
func (s Speaker) chain(n *deck.Node) string {
	var parts []string
	for _, a := range n.Args {
		parts = append(parts, s.Statement(a, joint))
	}
	return strings.Join(parts, s.Tpl(n.Op.String(), nil))
}

// term puts a term in words; within is the precedence of what is around it.
func (s Speaker) term(n *deck.Node, within int) string {
	switch n.Op {
	case deck.Num:
		return strconv.FormatInt(n.Num, 10)
	case deck.Lit:
		return s.P.Word(&s.P.Properties[n.Prop], n.Val, s.Lang)
	case deck.Value:
		q := &s.P.Properties[n.Prop]
		return phrases.Fill(s.Tpl("value", q), "p", s.label(q))
	case deck.Item:
		return s.item(n.Prop, n.Val).Plain
	case deck.Pos:
		return phrases.Fill(s.Tpl("pos", nil), s.cases(n.Args[0]).In("a")...)
	case deck.Of:
		q := &s.P.Lineup.Categories[n.Prop]
		return phrases.Fill(s.Tpl("of", q), append(s.cases(n.Args[0]).In("a"), "p", s.label(q))...)
	}
	own := deck.Precedence(n)
	text := ""
	if n.Op == deck.Neg {
		text = phrases.Fill(s.Tpl("neg", nil), "a", s.term(n.Args[0], own))
	} else {
		text = s.term(n.Args[0], own-1)
		for _, a := range n.Args[1:] {
			text = phrases.Fill(s.Tpl(n.Op.String(), nil), "a", text, "b", s.term(a, own))
		}
	}
	if own <= within {
		return phrases.Fill(s.Tpl("term-group", nil), "a", text)
	}
	return text
}

// placedSentence gives the template of a form of moreForms, with {a}, {b} and {c}.
func placedSentence(l *deck.Lineup, f *lineup.Form, lang string) string {
	after, before := lexicon.Words().Say(lang, "after"), lexicon.Words().Say(lang, "before")
	for _, s := range f.Sentences(lang) {
		if s.Said && (s.Of == "" || s.Of == "time" || s.Of == "even" && l.Places%2 == 0) {
			return strings.NewReplacer("{after}", after, "{before}", before).Replace(s.Text)
		}
	}
	return ""
}
