package cards

import (
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/lexicon"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/saying"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// askedOf says what is to be done.
func askedOf(p *deck.Puzzle, lang string) string {
	switch {
	case p.Lineup != nil && p.Lineup.Round:
		return lexicon.Words().Say(lang, "ask-round", "n", fmt.Sprint(p.Lineup.Places))
	case p.Lineup != nil:
		return lexicon.Words().Say(lang, "ask-row", "n", fmt.Sprint(p.Lineup.Places))
	case p.Things != nil:
		return lexicon.Words().Say(lang, "ask-things")
	}
	return lexicon.Words().Say(lang, "ask-cards")
}

// statementOf states the puzzle: the story, with what is to be said below it, the domains, the clues.
func statementOf(p *deck.Puzzle, lang, below string) string {
	lang = lexicon.Language(lang)
	var b strings.Builder
	if t := p.TitleIn(lang); t != "" {
		b.WriteString(t + "\n\n")
	}
	if s := strings.TrimSpace(p.StoryIn(lang)); s != "" {
		b.WriteString(s + "\n\n")
	}
	if below != "" {
		b.WriteString(below + "\n\n")
	}
	props := p.Asked()
	for i := range props {
		q := &props[i]
		name := p.Caption(q, lang)
		if l := p.Label(q, lang); !strings.EqualFold(l, name) && !strings.HasSuffix(strings.ToLower(l), " "+strings.ToLower(name)) { // with an article
			name += lexicon.Words().Say(lang, "ask-aside", "a", l)
		}
		b.WriteString(name + lexicon.Words().Say(lang, "colon") + strings.Join(p.WordList(q, lang), lexicon.Words().Say(lang, "sep")) + "\n")
	}
	if p.Things != nil {
		b.WriteString("\n")
		for i := range p.Things {
			b.WriteString(p.ThingID(i) + lexicon.Words().Say(lang, "colon") + p.ThingTextIn(p.Things[i], lang) + "\n")
		}
	}
	b.WriteString("\n")
	for i := range p.Clues {
		fmt.Fprintf(&b, "%d. %s\n", i+1, saying.Sentence(p, i, lang))
	}
	if lines := invariantLines(p, lang); lines != nil {
		b.WriteString("\n" + strings.Join(lines, "\n"))
	}
	return strings.TrimRight(b.String(), "\n")
}

// invariantLines states the invariants of a puzzle that has any, as they stand in files, under a heading: there is no sentence for them, and
// without them the puzzle would have other solutions.
func invariantLines(p *deck.Puzzle, lang string) []string {
	if p.Rules == nil {
		return nil
	}
	lines := []string{lexicon.Words().Say(lang, "ask-rules")}
	for _, t := range p.Rules.Texts() {
		lines = append(lines, strings.Split(strings.TrimSpace(t), "\n")...)
	}
	return lines
}

// text states the puzzle as a text of its own: with the rules of line-ups and how many solutions there are, without what is asked.
func (in *Instance) text(lang string) string {
	rules := ""
	if in.P.Lineup != nil {
		rules = askedOf(in.P, lang)
	}
	text := statementOf(in.P, lang, rules)
	if n := in.Meant(); n > 1 {
		text += "\n\n" + lexicon.Words().Say(lang, "ask-some", "n", fmt.Sprint(n))
	}
	return text
}

// Question states the puzzle and what is asked, in the words of a language where it has them.
func (in *Instance) Question(lang string) string {
	ask := lexicon.Words().Say(lang, "ask-ask")
	if in.P.Lineup != nil {
		ask = lexicon.Words().Say(lang, "ask-order")
	}
	rules := askedOf(in.P, lang)
	if n := in.Meant(); n > 1 {
		rules += "\n" + lexicon.Words().Say(lang, "ask-some", "n", fmt.Sprint(n))
	}
	return rules + "\n\n" + statementOf(in.P, lang, "") + "\n\n" + ask
}

// AnswerText gives a solution in the form and in the words that the question in the language asks for.
func (in *Instance) AnswerText(s puzzle.Solution, lang string) string {
	sol, ok := s.(Solution)
	if !ok {
		return ""
	}
	p := in.P
	lang = lexicon.Language(lang)
	var lines []string
	if l := p.Lineup; l != nil {
		for c := range l.Categories {
			q := &l.Categories[c]
			row := make([]string, l.Places)
			for i := range row {
				row[i] = p.Word(q, sol.T[c*l.Places+i], lang)
			}
			lines = append(lines, p.Caption(q, lang)+": "+strings.Join(row, ", "))
		}
	} else {
		for k, v := range sol.T {
			lines = append(lines, p.Caption(&p.Properties[k], lang)+": "+p.Word(&p.Properties[k], v, lang))
		}
	}
	return strings.Join(lines, "\n")
}

// EvalType says that answers are compared as texts, and those of line-ups value by value, where they are not judged by the clues.
func (in *Instance) EvalType() string {
	if in.P.Lineup != nil {
		return "ordered array"
	}
	return "nominal"
}

// Credit gives the share of the values that an answer has right, of those that are not the only ones of their domain.
func (in *Instance) Credit(answer, solution puzzle.Solution) float64 {
	a, ok1 := answer.(Solution)
	s, ok2 := solution.(Solution)
	if !ok1 || !ok2 || len(a.T) != len(s.T) {
		return 0
	}
	right, all := 0, 0
	for k := range s.T {
		if len(in.P.Properties[k].Values) < 2 {
			continue
		}
		all++
		if a.T[k] == s.T[k] {
			right++
		}
	}
	if all == 0 {
		return 1
	}
	return float64(right) / float64(all)
}
