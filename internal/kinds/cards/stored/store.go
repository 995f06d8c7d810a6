package stored

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardfile"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

func text(s string) cardfile.Text { return cardfile.Text{Value: s} }

// document gives a puzzle as a document, which Load makes the same puzzle of.
func document(p *deck.Puzzle) (*cardfile.Document, error) {
	d := &cardfile.Document{Title: text(p.Title), Lang: text(p.Lang), Theme: text(p.Theme), Stories: members(p.Story), HasClues: len(p.Clues) > 0}
	if len(p.Titles) > 0 {
		d.Title, d.Titles = cardfile.Text{}, members(p.Titles)
	}
	d.Solutions.N = p.Solutions
	props := p.Properties
	if p.Lineup != nil {
		d.LineUp = &cardfile.LineUp{Round: p.Lineup.Round}
		props = p.Lineup.Categories
	}
	total := 1.0
	for i := range props {
		d.Properties = append(d.Properties, property(&props[i]))
		total *= float64(len(props[i].Values))
	}
	if p.Factored && p.Lineup == nil && total <= deck.MaxThings {
		if total == 1 {
			return nil, fmt.Errorf("files have no place for a factored puzzle of one thing: %w", puzzle.ErrLossy)
		}
		d.Bounds = []cardfile.Bound{{Name: cardfile.ClassThing, Min: 1, Max: 1}}
	}
	if p.Things != nil || p.ThingIDs != nil {
		for i := range p.NumThings() {
			d.Things = append(d.Things, thing(p, i))
		}
	}
	for i := range p.Clues {
		c := &p.Clues[i]
		out := cardfile.Clue{Expr: text(p.Format(c.Expr)), Descriptions: members(c.Text)}
		if c.ID != deck.ClueID(i) {
			out.ID = text(c.ID)
		}
		d.Clues = append(d.Clues, out)
	}
	if p.Rules != nil {
		for _, t := range p.Rules.Texts() {
			d.Invariants = append(d.Invariants, text(t))
		}
	}
	for _, lang := range keys(p.Templates) {
		for _, form := range keys(p.Templates[lang]) {
			d.Templates = append(d.Templates, cardfile.Template{Lang: text(lang), Form: text(form), Text: text(p.Templates[lang][form])})
		}
	}
	return d, nil
}

// property writes a property; its type only where it does not follow from the values.
func property(q *deck.Property) cardfile.Property {
	out := cardfile.Property{Name: text(q.Name), Labels: members(q.Label)}
	for _, v := range q.Values {
		out.Values = append(out.Values, text(v))
	}
	for _, lang := range keys(q.Words) {
		w := cardfile.WordList{Lang: text(lang)}
		for _, v := range q.Words[lang] {
			w.Values = append(w.Values, text(v))
		}
		out.Words = append(out.Words, w)
	}
	if q.Type == deck.Ordered || q.Type == deck.String && allNumbers(out.Values) {
		out.Type = text(q.Type.String())
	}
	return out
}

func thing(p *deck.Puzzle, i int) cardfile.Thing {
	t := cardfile.Thing{ID: text(p.ThingID(i))}
	for k, v := range p.Thing(i) {
		t.Values = append(t.Values, cardfile.Member{Key: text(p.Properties[k].Name), Value: text(p.Properties[k].Values[v])})
	}
	return t
}

func members(m map[string]string) []cardfile.Member {
	var out []cardfile.Member
	for _, k := range keys(m) {
		out = append(out, cardfile.Member{Key: text(k), Value: text(m[k])})
	}
	return out
}

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// paper gives a puzzle as a document in the shape of the paper's listing 4: every thing with its elements and whether it is
// banned, every clue as a sentence with the things that it bans. What that shape has no place for is puzzle.ErrLossy.
func paper(p *deck.Puzzle) (*cardfile.Document, error) {
	lossy := func(what string) error {
		return fmt.Errorf("files as in listing 4 have no place for %s: %w", what, puzzle.ErrLossy)
	}
	switch {
	case p.Factored:
		return nil, lossy("puzzles that list no things")
	case p.Solutions > 1:
		return nil, lossy("how many solutions there are")
	case p.Title+p.Theme != "" || len(p.Story)+len(p.Titles)+len(p.Templates) > 0 || p.Lang != "" && p.Lang != "en":
		return nil, lossy("texts")
	}
	d := &cardfile.Document{HasClues: true}
	for i := range p.NumThings() {
		t := thing(p, i)
		_, banned := p.Banned(p.Thing(i))
		t.Banned = &banned
		d.Things = append(d.Things, t)
	}
	found := ofThings(d.Things)
	if len(found) != len(p.Properties) {
		return nil, lossy("this set of things")
	}
	for i := range p.Properties {
		q := &p.Properties[i]
		if want := property(q); want.Type.Value != "" || len(want.Labels)+len(want.Words) > 0 || found[i].Name.Value != want.Name.Value ||
			joined(found[i].Values) != joined(want.Values) {
			return nil, lossy("the property " + nearest.Quote(q.Name))
		}
	}
	for i := range p.Clues {
		c := &p.Clues[i]
		out := cardfile.Clue{ID: text(c.ID), HasBans: true}
		sentence := paperSentence(p, c.Expr)
		if n := parseSentence(p, sentence); len(c.Text) > 0 || n == nil || !deck.EqualNode(n, c.Expr) {
			return nil, lossy("the clue " + p.Format(c.Expr))
		}
		out.Descriptions = []cardfile.Member{{Value: text(sentence)}}
		for k := range p.NumThings() {
			if !p.Holds(c.Expr, p.Thing(k)) {
				out.Bans = append(out.Bans, text(p.ThingID(k)))
			}
		}
		d.Clues = append(d.Clues, out)
	}
	return d, nil
}

func joined(values []cardfile.Text) string {
	var b strings.Builder
	for _, v := range values {
		b.WriteString(strconv.Quote(v.Value))
	}
	return b.String()
}

// paperSentence writes a clue of the paper's six forms in the paper's wording; the empty text for other clues.
func paperSentence(p *deck.Puzzle, n *deck.Node) string {
	prem, conc, ok := n.PaperClue()
	if !ok {
		return ""
	}
	if prem == conc {
		return simpleText(p, conc)
	}
	return "If " + simpleText(p, prem) + " then " + simpleText(p, conc)
}

func simpleText(p *deck.Puzzle, n *deck.Node) string {
	q := &p.Properties[n.Prop]
	not := ""
	if n.Op == deck.IsNot {
		not = "not "
	}
	return "the " + q.Name + " is " + not + q.Values[n.Val]
}
