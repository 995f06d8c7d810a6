package cards

import (
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// questionWords are the words of questions by language. It is never written to.
var questionWords = map[string]map[string]string{
	"en": {
		"cards":  "Find the values of these properties. Each has one of the values listed, and all clues are true.",
		"things": "What is sought is one of the following, and all clues are true of it.",
		"row":    "There are {n} places in a row, numbered 1 to {n}. At each place stands one value of every category, each value at one place, and all clues are true.",
		"round":  "There are {n} places round a table, numbered 1 to {n}; place 1 follows place {n}. At each place stands one value of every category, each value at one place, and all clues are true.",
		"ask":    "Give the value of each property, one a line, as \"property: value\".",
		"order":  "For each category, list its values in the order of the places, one category a line, as \"category: value, value, ...\".",
		"some":   "Exactly {n} solutions fit all the clues. Find any one of them.",
		"rules":  "These invariants in OCL hold of what is sought as well:",
		"sep":    ", ", "colon": ": ", "aside": " ({a})",
	},
	"zh": {
		"cards":  "求下列各属性的值。每个属性取所列的值之一，所有线索均为真。",
		"things": "所求是下列各项之一，所有线索对它均为真。",
		"row":    "{n}个位置排成一行，编号为1到{n}。每个位置上每个类别恰有一个值，每个值恰在一个位置，所有线索均为真。",
		"round":  "{n}个位置围成一圈，编号为1到{n}，第{n}位之后是第1位。每个位置上每个类别恰有一个值，每个值恰在一个位置，所有线索均为真。",
		"ask":    "请写出每个属性的值，每行一个，格式为“属性: 值”。",
		"order":  "请按位置的顺序写出每个类别的各个值，每个类别一行，格式为“类别: 值, 值, …”。",
		"some":   "恰有{n}个解符合所有线索，求出其中任意一个即可。",
		"rules":  "所求还满足下列 OCL 不变式：",
		"sep":    "、", "colon": "：", "aside": "（{a}）",
	},
}

// rules says what is to be done.
func (p *Puzzle) rules(lang string) string {
	w := questionWords[language(lang)]
	switch {
	case p.Lineup != nil && p.Lineup.Round:
		return fill(w["round"], "n", fmt.Sprint(p.Lineup.Places))
	case p.Lineup != nil:
		return fill(w["row"], "n", fmt.Sprint(p.Lineup.Places))
	case p.Things != nil:
		return w["things"]
	}
	return w["cards"]
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
	w := questionWords[lang]
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
		if l := p.label(q, lang); !strings.EqualFold(l, name) {
			name += fill(w["aside"], "a", l)
		}
		b.WriteString(name + w["colon"] + strings.Join(p.wordList(q, lang), w["sep"]) + "\n")
	}
	if p.Things != nil {
		b.WriteString("\n")
		for i := range p.Things {
			b.WriteString(p.ThingID(i) + w["colon"] + p.thingText(p.Things[i], lang) + "\n")
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
	lines := []string{questionWords[language(lang)]["rules"]}
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
		text += "\n\n" + fill(questionWords[language(lang)]["some"], "n", fmt.Sprint(n))
	}
	return text
}

// Question states the puzzle and what is asked, in English or Chinese; names and values stay as they are.
func (in *Instance) Question(lang string) string {
	w := questionWords[language(lang)]
	ask := w["ask"]
	if in.P.Lineup != nil {
		ask = w["order"]
	}
	rules := in.P.rules(lang)
	if n := in.Meant(); n > 1 {
		rules += "\n" + fill(w["some"], "n", fmt.Sprint(n))
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
