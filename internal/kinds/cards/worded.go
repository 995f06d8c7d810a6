package cards

import (
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// rules says what is to be done.
func (p *Puzzle) rules(lang string) string {
	switch {
	case p.Lineup != nil && p.Lineup.Round:
		return lexicon().Say(lang, "ask-round", "n", fmt.Sprint(p.Lineup.Places))
	case p.Lineup != nil:
		return lexicon().Say(lang, "ask-row", "n", fmt.Sprint(p.Lineup.Places))
	case p.Things != nil:
		return lexicon().Say(lang, "ask-things")
	}
	return lexicon().Say(lang, "ask-cards")
}

// asked lists what is asked for: the categories of a line-up, or the properties.
func (p *Puzzle) asked() []Property {
	if p.Lineup != nil {
		return p.Lineup.Categories
	}
	return p.Properties
}

// text states the puzzle: the story, with what is to be said below it, the domains, the clues.
func (p *Puzzle) text(lang, below string) string {
	lang = language(lang)
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
	props := p.asked()
	for i := range props {
		q := &props[i]
		name := p.caption(q, lang)
		if l := p.label(q, lang); !strings.EqualFold(l, name) && !strings.HasSuffix(strings.ToLower(l), " "+strings.ToLower(name)) { // with an article
			name += lexicon().Say(lang, "ask-aside", "a", l)
		}
		b.WriteString(name + lexicon().Say(lang, "colon") + strings.Join(p.wordList(q, lang), lexicon().Say(lang, "sep")) + "\n")
	}
	if p.Things != nil {
		b.WriteString("\n")
		for i := range p.Things {
			b.WriteString(p.ThingID(i) + lexicon().Say(lang, "colon") + p.thingText(p.Things[i], lang) + "\n")
		}
	}
	b.WriteString("\n")
	for i := range p.Clues {
		fmt.Fprintf(&b, "%d. %s\n", i+1, p.Sentence(i, lang))
	}
	if lines := p.invariantLines(lang); lines != nil {
		b.WriteString("\n" + strings.Join(lines, "\n"))
	}
	return strings.TrimRight(b.String(), "\n")
}

// invariantLines states the invariants of a puzzle that has any, as they stand in files, under a heading: there is no sentence for them, and
// without them the puzzle would have other solutions.
func (p *Puzzle) invariantLines(lang string) []string {
	if p.Rules == nil {
		return nil
	}
	lines := []string{lexicon().Say(lang, "ask-rules")}
	for _, t := range p.Rules.Texts() {
		lines = append(lines, strings.Split(strings.TrimSpace(t), "\n")...)
	}
	return lines
}

// text states the puzzle as a text of its own: with the rules of line-ups and how many solutions there are, without what is asked.
func (in *Instance) text(lang string) string {
	rules := ""
	if in.P.Lineup != nil {
		rules = in.P.rules(lang)
	}
	text := in.P.text(lang, rules)
	if n := in.Meant(); n > 1 {
		text += "\n\n" + lexicon().Say(lang, "ask-some", "n", fmt.Sprint(n))
	}
	return text
}

// Question states the puzzle and what is asked, in the words of a language where it has them.
func (in *Instance) Question(lang string) string {
	ask := lexicon().Say(lang, "ask-ask")
	if in.P.Lineup != nil {
		ask = lexicon().Say(lang, "ask-order")
	}
	rules := in.P.rules(lang)
	if n := in.Meant(); n > 1 {
		rules += "\n" + lexicon().Say(lang, "ask-some", "n", fmt.Sprint(n))
	}
	return rules + "\n\n" + in.P.text(lang, "") + "\n\n" + ask
}

// AnswerText gives a solution in the form and in the words that the question in the language asks for.
func (in *Instance) AnswerText(s puzzle.Solution, lang string) string {
	sol, ok := s.(Solution)
	if !ok {
		return ""
	}
	p := in.P
	lang = language(lang)
	var lines []string
	if l := p.Lineup; l != nil {
		for c := range l.Categories {
			q := &l.Categories[c]
			row := make([]string, l.Places)
			for i := range row {
				row[i] = p.word(q, sol.T[c*l.Places+i], lang)
			}
			lines = append(lines, p.caption(q, lang)+": "+strings.Join(row, ", "))
		}
	} else {
		for k, v := range sol.T {
			lines = append(lines, p.caption(&p.Properties[k], lang)+": "+p.word(&p.Properties[k], v, lang))
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
