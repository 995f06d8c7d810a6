// Package blanks is what fill-in-the-blank puzzles of every sort have in common once they are made: a [Sheet], a text with
// numbered blanks, the pieces to choose from, and examples. How puzzles are made and marked is in the rooms below: blanks/code has
// programs, blanks/maths derivations, equations and arithmetic. Package blanks/export writes sheets in formats of other
// programs.
package blanks

import (
	"fmt"
	"strings"
)

// Sheet is a puzzle as it is shown, with its answers.
type Sheet struct {
	Title string
	Lang  string // en or zh
	Task  string // what is to be done
	Code  bool   // the text is a program: white space counts
	TeX   bool   // the text holds formulas between dollar signs
	Parts []Part
	// Blanks are numbered from 0 here, and from 1 for people.
	Blanks   []Blank
	Examples []Example // what the program must do
	Notes    []string  // what is known of the puzzle, for its setter
}

// Part is a run of text, or a blank.
type Part struct {
	Text  string
	Blank int // index of the blank; -1: text
}

// Blank is a place to be filled in.
type Blank struct {
	Kind    string
	Options []string // pieces to choose from; nil: the answer is typed
	Answer  string
	// Against says, for each option, why it is wrong with all others right; empty for the answer.
	Against []string
}

// Example is a call with its result.
type Example struct{ Input, Result string }

// Mark is what became of an answer.
type Mark struct {
	Right bool
	Why   string  // of a wrong one
	Share float64 // of what was asked, 0 to 1
}

// Gap is how a blank is printed in plain text.
func Gap(i int) string { return fmt.Sprintf("___%d___", i+1) }

// Text is the sheet's text; fill gives what stands in each blank.
func (s *Sheet) Text(fill func(i int) string) string {
	var b strings.Builder
	for _, p := range s.Parts {
		if p.Blank >= 0 {
			b.WriteString(fill(p.Blank))
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

// Lettered lists a blank's pieces with letters: "A. low   B. high".
func (b *Blank) Lettered() string {
	var out []string
	for i, o := range b.Options {
		out = append(out, Letter(i)+". "+o)
	}
	return strings.Join(out, "    ")
}

// Letter names the option of an index: A to Z, then AA.
func Letter(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return Letter(i/26-1) + Letter(i%26)
}

// Words are the fixed words of a language.
type Words struct {
	Fill, Type, Must, Examples, Blank, Answer, Keep, FillIn, Order, TheOrder string
}

var words = map[string]Words{
	"en": {
		Fill:     "Fill in the blanks of the program, each with one of its pieces, so that every example comes out as shown.",
		Type:     "Fill in the blanks of the program so that every example comes out as shown.",
		Must:     "gives",
		Examples: "Examples:",
		Blank:    "Blank %d",
		Answer:   "Answer with one line for each blank, such as: 1: x",
		FillIn:   "Fill in the blanks so that everything is right.",
		Order:    "Put the steps in order: each stands behind those that it rests on.",
		TheOrder: "The order:",
		Keep:     "What a call is given stays as it is, except where an example shows that it changes.",
	},
	"zh": {
		Fill:     "在程序的每个空格里各填入一个给出的选项，使所有例子的结果与所示相同。",
		Type:     "填写程序中的空格，使所有例子的结果与所示相同。",
		Must:     "得到",
		Examples: "例子：",
		Blank:    "第%d空",
		Answer:   "每个空格回答一行，例如：1: x",
		FillIn:   "填写空格，使全部正确。",
		Order:    "把各步骤排成正确的顺序：每一步都排在它所依据的步骤之后。",
		TheOrder: "顺序：",
		Keep:     "除例子中显示会改变的以外，传入的参数保持不变。",
	},
}

// In gives the words of a language; what is not known is English.
func In(lang string) Words {
	if w, ok := words[lang]; ok {
		return w
	}
	return words["en"]
}

// Question is the whole sheet as plain text.
func (s *Sheet) Question() string {
	w := In(s.Lang)
	var b strings.Builder
	b.WriteString(s.Task + "\n\n")
	b.WriteString(strings.TrimRight(s.Text(Gap), "\n") + "\n")
	if len(s.Examples) > 0 {
		b.WriteString("\n" + w.Examples + "\n")
		for _, e := range s.Examples {
			b.WriteString(indent(e.Input) + " " + arrow(w, e.Result) + "\n")
		}
	}
	b.WriteString("\n")
	for i := range s.Blanks {
		if len(s.Blanks[i].Options) > 0 {
			fmt.Fprintf(&b, w.Blank+": %s\n", i+1, s.Blanks[i].Lettered())
		}
	}
	b.WriteString("\n" + w.Answer + "\n")
	return strings.ReplaceAll(b.String(), "\n\n\n", "\n\n")
}

func indent(s string) string { return "  " + strings.ReplaceAll(s, "\n", "\n  ") }

// arrow states a result; one that is a sentence ("raises ValueError") stands by itself.
func arrow(w Words, result string) string {
	if strings.HasPrefix(result, "raises ") {
		return result
	}
	return w.Must + " " + result
}

// Answers is the answer text: a line for each blank.
func Answers(texts []string) string {
	var out []string
	for i, t := range texts {
		out = append(out, fmt.Sprintf("%d: %s", i+1, t))
	}
	return strings.Join(out, "\n")
}
