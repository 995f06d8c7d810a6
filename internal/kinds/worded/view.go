package worded

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/columns"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/synth"
)

// View gives the text and what is asked. The text is without the options, which a page offers to choose from.
func (in *Instance) View(lang string) (puzzle.View, error) {
	lang = phrases.Spoken(lang)
	v := puzzle.View{Family: "worded", ID: "worded:" + in.p.String() + ":" + in.desc, Title: in.p.title, Lang: lang, Kind: puzzle.TextKind}
	text := in.Question(lang)
	tv := &puzzle.TextView{}
	for _, q := range in.out.Questions {
		part := puzzle.QuestionView{Text: q.Text, Options: q.Options, Multiple: q.Multiple, Hint: hint(q, lang)}
		tv.Questions = append(tv.Questions, part)
		if lines := optionLines(q); lines != "" {
			text = strings.Replace(text+"\n", lines, "", 1)
		}
	}
	tv.Text = strings.TrimSpace(text)
	v.Text = tv
	v.Rules = lexicon().Say(lang, "read")
	if n := len(tv.Questions); n > 1 {
		v.Rules = lexicon().Say(lang, "read-all", "n", strconv.Itoa(n))
	}
	if len(tv.Questions) == 1 {
		q := tv.Questions[0]
		tv.Options, tv.Multiple, tv.AnswerHint = q.Options, q.Multiple, q.Hint
	}
	return v, nil
}

// hint says what form an answer has; "" where the question itself must say it.
func hint(q synth.Question, lang string) string {
	key := "hint-" + q.EvalType
	if !lexicon().Has(key) {
		return ""
	}
	return lexicon().Say(lang, key)
}

// A line of the picture holds about perLine letters of size letter.
const (
	pageWidth = 16.0
	letter    = 0.36
	perLine   = 84
)

// Scene gives the text on a page; the state's answers stand below it.
func (in *Instance) Scene(s puzzle.State) (puzzle.Scene, error) {
	parts, err := in.readState(s)
	if err != nil {
		return puzzle.Scene{}, err
	}
	var answers []string
	for i, p := range parts {
		if p != "" {
			answers = append(answers, numbered(i, len(parts), p))
		}
	}
	return in.page(answers), nil
}

// SolutionScene gives the text with the answers of a solution.
func (in *Instance) SolutionScene(s puzzle.Solution) (puzzle.Scene, error) {
	sol, ok := s.(puzzle.Text)
	if !ok {
		return puzzle.Scene{}, fmt.Errorf("a solution of another family")
	}
	parts, err := in.split(string(sol))
	if err != nil {
		return puzzle.Scene{}, err
	}
	answers := make([]string, len(parts))
	for i, p := range parts {
		answers[i] = numbered(i, len(parts), p)
	}
	return in.page(answers), nil
}

func numbered(i, n int, answer string) string {
	if n == 1 {
		return answer
	}
	return fmt.Sprintf("%d. %s", i+1, answer)
}

// page sets the paragraphs one below the other.
func (in *Instance) page(answers []string) puzzle.Scene {
	sc := puzzle.Scene{Title: in.p.title, Width: pageWidth}
	y := letter
	add := func(role puzzle.Role, text string) {
		if text = strings.TrimRight(text, " \t\r"); text == "" {
			y += letter
			return
		}
		sc.Shapes = append(sc.Shapes, puzzle.Shape{Role: role, Label: &puzzle.Label{X: letter, Y: y, Size: letter, Text: text, Left: true,
			Width: pageWidth - 2*letter}})
		y += 1.4 * letter * float64(1+columns.Width(text)/perLine)
	}
	text := in.Question("")
	for line := range strings.Lines(text) {
		add(puzzle.RoleNote, strings.TrimRight(line, "\n"))
	}
	sc.Text = text + "\n"
	if len(answers) > 0 {
		y += letter
		sc.Text = strings.Join(answers, "\n") + "\n"
	}
	for _, a := range answers {
		add(puzzle.RoleEntry, a)
	}
	sc.Height = y + letter
	return sc
}

// Suggested lists the catalogue.
func (f *Family) Suggested() []string { return f.Names() }

// TitleOf gives the title of a specification of the catalogue.
func (f *Family) TitleOf(params string) string {
	if e, ok := f.entries[params]; ok {
		return e.Title
	}
	return ""
}

// DailyParams gives each day another specification of the catalogue.
func (f *Family) DailyParams(day int) string {
	if len(f.names) == 0 {
		return ""
	}
	return f.names[((day%len(f.names))+len(f.names))%len(f.names)]
}
