package blanks

import (
	"fmt"
	"strings"

	sheets "github.com/quandary-puzzles/quandary/blanks"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// View gives the text, and a question for each blank.
func (in *Instance) View(lang string) (puzzle.View, error) {
	s := in.sheet(lang)
	w := sheets.In(s.Lang)
	v := puzzle.View{Family: "blanks", ID: "blanks:" + in.p.String() + ":" + in.desc, Title: s.Title, Lang: s.Lang, Kind: puzzle.TextKind, Rules: s.Task}
	tv := &puzzle.TextView{Text: strings.TrimRight(body(s, sheets.Gap), "\n"), Code: s.Code}
	for i, b := range s.Blanks {
		q := puzzle.QuestionView{Text: fmt.Sprintf(w.Blank, i+1), Options: b.Options}
		tv.Questions = append(tv.Questions, q)
	}
	if len(tv.Questions) == 1 {
		tv.Options = tv.Questions[0].Options
	}
	v.Text = tv
	return v, nil
}

// body is the text with its examples.
func body(s *sheets.Sheet, fill func(int) string) string {
	plain := *s
	plain.Blanks = nil
	text := strings.TrimRight(plain.Text(fill), "\n") + "\n"
	if len(s.Examples) > 0 {
		text += "\n" + sheets.In(s.Lang).Examples + "\n"
		for _, e := range s.Examples {
			text += "  " + strings.ReplaceAll(e.Input, "\n", "\n  ") + "  →  " + e.Result + "\n"
		}
	}
	return text
}

// Text is set in lines of letters of one size.
const (
	pageWidth = 18.0
	letter    = 0.36
)

// Scene gives the puzzle on a page, with what stands in its blanks.
func (in *Instance) Scene(s puzzle.State) (puzzle.Scene, error) {
	texts, err := in.readState(s)
	if err != nil {
		return puzzle.Scene{}, err
	}
	return in.page(texts), nil
}

// SolutionScene gives the puzzle with a solution filled in.
func (in *Instance) SolutionScene(s puzzle.Solution) (puzzle.Scene, error) {
	sol, ok := s.(solution)
	if !ok || len(sol.texts) != len(in.sheet("en").Blanks) {
		return puzzle.Scene{}, fmt.Errorf("not a filling of this puzzle")
	}
	return in.page(sol.texts), nil
}

func (in *Instance) page(texts []string) puzzle.Scene {
	s := in.sheet(in.lang)
	filled := strings.Join(texts, "") != ""
	sc := puzzle.Scene{Title: s.Title, Width: pageWidth}
	y := letter
	add := func(role puzzle.Role, text string) {
		for line := range strings.Lines(text) {
			line = strings.TrimRight(line, "\n")
			if indent := len(line) - len(strings.TrimLeft(line, " ")); line != "" {
				x := letter + float64(indent)*letter*0.55
				sc.Shapes = append(sc.Shapes, puzzle.Shape{Role: role, Label: &puzzle.Label{X: x, Y: y, Size: letter, Text: line[indent:], Left: true,
					Width: pageWidth - x - letter}})
				y += 1.4 * letter * float64(len(line)/80)
			}
			y += 1.4 * letter
		}
	}
	fill := func(i int) string {
		if texts[i] != "" {
			return texts[i]
		}
		return sheets.Gap(i)
	}
	if filled {
		role := puzzle.RoleEntry
		text := body(s, fill)
		add(role, text)
		sc.Text = sheets.Answers(texts) + "\n\n" + text
	} else {
		text := s.Question()
		add(puzzle.RoleNote, text)
		sc.Text = text
	}
	sc.Height = y + letter
	return sc
}
