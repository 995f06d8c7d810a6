package cards

import (
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/lexicon"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/saying"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// View gives what a page must know to play the puzzle. A line-up has the places as its first category, the anchor.
func (in *Instance) View(lang string) (puzzle.View, error) {
	p := in.P
	lang = lexicon.Language(lang)
	v := puzzle.View{Family: in.f.Name(), ID: puzzle.ID(in.f, in), Title: p.TitleIn(lang), Lang: lang, Rules: askedOf(p, lang), Kind: puzzle.CardsKind}
	if v.Title == "" {
		v.Title = lexicon.Words().Say(lang, "title", "size", sizeOf(p).String())
	}
	if s := p.StoryIn(lang); s != "" {
		v.Rules = s + "\n\n" + v.Rules
	}
	if lines := invariantLines(p, lang); lines != nil {
		v.Rules += "\n\n" + strings.Join(lines, "\n")
	}
	var clues []puzzle.ClueView
	for i := range p.Clues {
		c := puzzle.ClueView{ID: strconv.Itoa(i + 1), Text: saying.Sentence(p, i, lang)}
		if in.table != nil {
			c.Bans = in.bans[i].List()
		}
		clues = append(clues, c)
	}
	if l := p.Lineup; l != nil {
		v.Kind = puzzle.LineupKind
		places := puzzle.CategoryView{Name: lexicon.Words().Say(lang, "place"), Ordered: true}
		for i := range l.Places {
			places.Items = append(places.Items, strconv.Itoa(i+1))
		}
		lv := &puzzle.LineupView{N: l.Places, Categories: []puzzle.CategoryView{places}, Clues: clues}
		for i := range l.Categories {
			c := &l.Categories[i]
			lv.Categories = append(lv.Categories, puzzle.CategoryView{Name: p.Caption(c, lang), Items: p.WordList(c, lang), Ordered: c.Type != deck.String})
		}
		v.Lineup = lv
		return v, nil
	}
	cv := &puzzle.CardsView{Clues: clues}
	for i := range p.Properties {
		q := &p.Properties[i]
		cv.Properties = append(cv.Properties, puzzle.PropertyView{Name: p.Caption(q, lang), Type: q.Type.String(), Values: p.WordList(q, lang)})
	}
	for i := range p.NumThings() {
		cv.Things = append(cv.Things, p.Thing(i))
	}
	v.Cards = cv
	return v, nil
}

// Suggested lists the sizes that most people would choose among.
func (Family) Suggested() []string {
	return []string{"3x3", "2x3x3", "3x3x3", "4x4", "3x3x3x3", "lineup-3x4", "lineup-4x5"}
}
