package stored

import (
	"strings"
	"unicode"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardfile"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/choose"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// This file reads the clues of files that have sentences only, as the paper's listing 4 has. A sentence in the paper's
// wording is parsed. The files are meant to be edited by hand, sentences above all: one that is not understood is taken
// for what its list of banned things says.

// sentence makes the formula of a clue that has only a sentence.
func (l *loader) sentence(i int, c cardfile.Clue) *deck.Node {
	p := l.out.Puzzle
	if len(c.Descriptions) == 0 {
		l.fail(c.Pos, "the clue is empty: expected a sentence, such as %s, or a formula (clue: %s)", nearest.Quote(l.example()), p.Format(deck.IsNode(0, 0)))
		return nil
	}
	text := c.Descriptions[0].Value
	if n := parseSentence(p, text.Value); n != nil {
		return n
	}
	if !c.HasBans || p.Factored {
		l.fail(text.Pos, "the sentence %s is not understood: expected one such as %s, or the clue's formula (clue: %s)",
			nearest.Quote(plain(text.Value)), nearest.Quote(l.example()), p.Format(deck.IsNode(0, 0)))
		return nil
	}
	return l.fromBans(i, c)
}

// example gives a sentence in the paper's wording.
func (l *loader) example() string {
	p := l.out.Puzzle
	a := p.Properties[0]
	b := p.Properties[len(p.Properties)-1]
	return "If the " + a.Name + " is " + a.Values[0] + " then the " + b.Name + " is not " + b.Values[0]
}

// parseSentence reads a sentence in the paper's English wording, "the top is [not] red" or "If the body is [not] red then the
// top is [not] blue"; nil when it is none.
func parseSentence(p *deck.Puzzle, text string) *deck.Node {
	s := strings.TrimRight(plain(text), ". ")
	if rest, ok := cutWord(s, "if"); ok {
		// A value may hold the word "then": every place is tried.
		lower := strings.ToLower(rest)
		for at := 0; ; {
			i := strings.Index(lower[at:], " then ")
			if i < 0 {
				return nil
			}
			at += i
			prem := simple(p, strings.TrimRight(rest[:at], ", "))
			conc := simple(p, rest[at+len(" then "):])
			if prem != nil && conc != nil {
				return deck.ImpliesNode(prem, conc)
			}
			at += len(" then ")
		}
	}
	return simple(p, s)
}

// plain gives a text with single blanks for all white space.
func plain(text string) string { return strings.Join(strings.Fields(text), " ") }

// simple reads "the top is [not] red".
func simple(p *deck.Puzzle, s string) *deck.Node {
	rest, ok := cutWord(s, "the")
	if !ok {
		rest = s
	}
	for k := range p.Properties {
		q := &p.Properties[k]
		value, ok := cutWord(rest, q.Name)
		if !ok {
			continue
		}
		if value, ok = cutWord(value, "is"); !ok {
			continue
		}
		if v := deck.FoldIn(q.Values, value); v >= 0 {
			return deck.IsNode(k, v)
		}
		if value, ok = cutWord(value, "not"); ok {
			if v := deck.FoldIn(q.Values, value); v >= 0 {
				return deck.IsNotNode(k, v)
			}
		}
	}
	return nil
}

// cutWord takes a word or phrase off the front, whatever its case.
func cutWord(s, word string) (rest string, ok bool) {
	if len(s) < len(word) || !strings.EqualFold(s[:len(word)], word) {
		return s, false
	}
	rest = s[len(word):]
	if rest == "" || !unicode.IsSpace(rune(rest[0])) {
		return s, false
	}
	return strings.TrimSpace(rest), true
}

// fromBans finds a formula that bans exactly the things of the list: one of the paper's six forms where there is one, else one
// that names the things.
func (l *loader) fromBans(i int, c cardfile.Clue) *deck.Node {
	p := l.out.Puzzle
	for _, t := range c.Bans {
		if _, ok := l.ids[t.Value]; !ok {
			return nil // the list is wrong, and that is said already
		}
	}
	if l.phrases == nil {
		l.paperForms()
	}
	n := l.phrases[key(l.banned[i])]
	if n == nil {
		n = l.naming(l.banned[i])
	}
	if err := p.ValidateExpr(n); err != nil {
		l.fail(c.Pos, "%s: the sentence is not understood, and the list of banned things makes no clue: %v", c.ID.Value, err)
		return nil
	}
	l.out.Notes = append(l.out.Notes, cardfile.Note{Pos: c.Descriptions[0].Value.Pos,
		Text: c.ID.Value + ": the sentence is not understood; taken for what its list of banned things says: " + p.Format(n)})
	return n
}

func key(b bitset.Set) string {
	var s strings.Builder
	for _, w := range b {
		for i := range 8 {
			s.WriteByte(byte(w >> (8 * i)))
		}
	}
	return s.String()
}

// maxForms bounds how many clues of the six forms are tried for a list of banned things; of more, those without a condition are.
const maxForms = 20_000

// paperForms lists the clues of the six forms by what they ban; of several that ban the same the first is kept.
func (l *loader) paperForms() {
	p := l.out.Puzzle
	l.phrases = map[string]*deck.Node{}
	table, err := solving.NewTable(p)
	if err != nil {
		return
	}
	clues, err := choose.ListClues(p, deck.PaperForms())
	if err != nil || len(clues) > maxForms {
		clues, _ = choose.ListClues(p, []deck.Form{deck.FormIs, deck.FormIsNot}) // none where there are too many even of these
	}
	for _, n := range clues {
		if k := key(table.Bans(n)); l.phrases[k] == nil {
			l.phrases[k] = n
		}
	}
}

// naming says of each thing that it is not the one.
func (l *loader) naming(banned bitset.Set) *deck.Node {
	p := l.out.Puzzle
	all := &deck.Node{Op: deck.And}
	for _, i := range banned.List() {
		one := &deck.Node{Op: deck.Or}
		for k, v := range p.Thing(i) {
			one.Args = append(one.Args, deck.IsNotNode(k, v))
		}
		if len(one.Args) == 1 {
			one = one.Args[0]
		}
		all.Args = append(all.Args, one)
	}
	switch len(all.Args) {
	case 0:
		return &deck.Node{Op: deck.Or, Args: []*deck.Node{deck.IsNode(0, 0), deck.IsNotNode(0, 0)}} // bans nothing
	case 1:
		return all.Args[0]
	}
	return all
}
