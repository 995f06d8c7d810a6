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
		"things": "Exactly one of the following is what is sought; all clues are true of it.",
		"row":    "There are {n} places in a row, numbered 1 to {n}. At each place stands one value of every category, each value at one place, and all clues are true.",
		"round":  "There are {n} places round a table, numbered 1 to {n}; place 1 follows place {n}. At each place stands one value of every category, each value at one place, and all clues are true.",
		"ask":    "Give the value of each property, one a line, as \"property: value\".",
		"order":  "For each category, list its values in the order of the places, one category a line, as \"category: value, value, ...\".",
		"sep":    ", ", "colon": ": ",
	},
	"zh": {
		"cards":  "求下列各属性的值。每个属性取所列的值之一，所有线索均为真。",
		"things": "下列各项中恰有一项是所求，所有线索对它均为真。",
		"row":    "{n}个位置排成一行，编号为1到{n}。每个位置上每个类别恰有一个值，每个值恰在一个位置，所有线索均为真。",
		"round":  "{n}个位置围成一圈，编号为1到{n}，第{n}位之后是第1位。每个位置上每个类别恰有一个值，每个值恰在一个位置，所有线索均为真。",
		"ask":    "请写出每个属性的值，每行一个，格式为“属性: 值”。",
		"order":  "请按位置的顺序写出每个类别的各个值，每个类别一行，格式为“类别: 值, 值, …”。",
		"sep":    "、", "colon": "：",
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

// statement states the puzzle: the story, the domains, the clues.
func (p *Puzzle) text(lang string) string {
	w := questionWords[language(lang)]
	var b strings.Builder
	if p.Title != "" {
		b.WriteString(p.Title + "\n\n")
	}
	if s := strings.TrimSpace(p.Story[language(lang)]); s != "" {
		b.WriteString(s + "\n\n")
	} else if s := strings.TrimSpace(p.Story[language(p.Lang)]); s != "" {
		b.WriteString(s + "\n\n")
	}
	for _, q := range p.asked() {
		name := q.Name
		if l := q.Label[language(lang)]; l != "" && l != q.Name {
			name += " (" + l + ")"
		}
		b.WriteString(name + w["colon"] + strings.Join(q.Values, w["sep"]) + "\n")
	}
	if p.Things != nil {
		b.WriteString("\n")
		for i := range p.Things {
			b.WriteString(p.ThingID(i) + w["colon"] + p.ThingText(p.Things[i]) + "\n")
		}
	}
	b.WriteString("\n")
	for i := range p.Clues {
		fmt.Fprintf(&b, "%d. %s\n", i+1, p.Sentence(i, lang))
	}
	return strings.TrimRight(b.String(), "\n")
}

// Question states the puzzle and what is asked, in English or Chinese; names and values stay as they are.
func (in *Instance) Question(lang string) string {
	w := questionWords[language(lang)]
	ask := w["ask"]
	if in.P.Lineup != nil {
		ask = w["order"]
	}
	return in.P.rules(lang) + "\n\n" + in.P.text(lang) + "\n\n" + ask
}

// AnswerText gives a solution in the form that the question asks for; names have no translation, so lang does not matter.
func (in *Instance) AnswerText(s puzzle.Solution, _ string) string {
	sol, ok := s.(Solution)
	if !ok {
		return ""
	}
	var lines []string
	if l := in.P.Lineup; l != nil {
		for c := range l.Categories {
			lines = append(lines, l.Categories[c].Name+": "+strings.Join(sol.row(c), ", "))
		}
	} else {
		for k, v := range sol.T {
			lines = append(lines, in.P.Properties[k].Name+": "+in.P.Properties[k].Values[v])
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

// maxAnswer bounds an answer, in bytes.
const maxAnswer = 1 << 20

// ReadAnswer reads a solution from an answer's text: a line for each property or category, in any order; several may share a
// line with commas or semicolons between them where the puzzle is no line-up. Case and spaces do not matter where that
// leaves no doubt.
func (in *Instance) ReadAnswer(text string) (puzzle.Solution, error) {
	if len(text) > maxAnswer {
		return nil, fmt.Errorf("an answer of %d bytes", len(text))
	}
	p := in.P
	t := make(Thing, len(p.Properties))
	for i := range t {
		t[i] = -1
	}
	if p.Lineup == nil {
		text = strings.NewReplacer(",", "\n", ";", "\n", "，", "\n", "；", "\n").Replace(text)
	}
	for _, line := range strings.Split(text, "\n") {
		line = strings.Trim(line, " \t\r*-.")
		if line == "" {
			continue
		}
		at := strings.IndexAny(line, ":=：")
		if at < 0 {
			return nil, fmt.Errorf("expected a line such as %q, found %s", p.asked()[0].Name+": "+p.asked()[0].Values[0], quote(line))
		}
		name := strings.TrimSpace(line[:at])
		rest := strings.TrimSpace(strings.TrimLeft(line[at:], ":=："))
		k, err := p.findAsked(name)
		if err != nil {
			return nil, err
		}
		values := []string{rest}
		first := k
		if l := p.Lineup; l != nil {
			values = strings.FieldsFunc(rest, func(r rune) bool { return r == ',' || r == '，' || r == '、' || r == '|' })
			if len(values) != l.Places {
				return nil, fmt.Errorf("%s: expected %d values, found %d", name, l.Places, len(values))
			}
			first = k * l.Places
		}
		for i, v := range values {
			if t[first+i] >= 0 {
				return nil, fmt.Errorf("%s stands twice", quote(name))
			}
			if t[first+i], err = p.Properties[first+i].fold(strings.TrimSpace(v)); err != nil {
				return nil, err
			}
		}
	}
	for i, v := range t {
		if v < 0 {
			return nil, fmt.Errorf("the answer does not say what %s is", quote(p.Properties[i].Name))
		}
	}
	return Solution{p, t}, nil
}

// findAsked finds a property or category by its name or label.
func (p *Puzzle) findAsked(name string) (int, error) {
	var names []string
	for pass := range 2 {
		for i, q := range p.asked() {
			if q.Name == name || pass == 1 && (strings.EqualFold(q.Name, name) || strings.EqualFold(q.Label["en"], name) || q.Label["zh"] == name) {
				return i, nil
			}
			if pass == 0 {
				names = append(names, q.Name)
			}
		}
	}
	return -1, puzzle.Unknownf("property", name, names)
}

// fold finds a value, whatever its case where that leaves no doubt.
func (q *Property) fold(value string) (int, error) {
	if i := q.Index(value); i >= 0 {
		return i, nil
	}
	found, hits := -1, 0
	for i, v := range q.Values {
		if strings.EqualFold(v, value) {
			found = i
			hits++
		}
	}
	if hits == 1 {
		return found, nil
	}
	return -1, fmt.Errorf("property %s: %w", quote(q.Name), puzzle.Unknownf("value", value, q.Values))
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
