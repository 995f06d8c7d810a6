package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/render"
)

// pictureFormats are the formats of explanations with a picture for each step.
var pictureFormats = []string{"html", "svg", "pdf"}

// pictureWords are the texts of such a sheet by language.
var pictureWords = map[string]map[string]string{
	"en": {"title": "How %s is solved", "many": "How the puzzles are solved", "begin": "The puzzle", "solved": "Steps: %d, solved.", "open": "Steps: %d, %s.",
		"follows": "follows", "excludes": "excluded", "because": "because", "supposed": "supposed", "highlight": "where to look"},
	"zh": {"title": "%s 的解法", "many": "各题解法", "begin": "题目", "solved": "共%d步，已解出。", "open": "共%d步：%s。",
		"follows": "得出", "excludes": "排除", "because": "依据", "supposed": "假设", "highlight": "观察处"},
	"de": {"title": "Wie %s gelöst wird", "many": "Wie die Rätsel gelöst werden", "begin": "Das Rätsel", "solved": "Schritte: %d, gelöst.", "open": "Schritte: %d, %s.",
		"follows": "folgt", "excludes": "ausgeschlossen", "because": "weil", "supposed": "angenommen", "highlight": "wohin man sieht"},
	"es": {"title": "Cómo se resuelve %s", "many": "Cómo se resuelven los pasatiempos", "begin": "El pasatiempo", "solved": "Pasos: %d, resuelto.", "open": "Pasos: %d, %s.",
		"follows": "se sigue", "excludes": "excluido", "because": "porque", "supposed": "supuesto", "highlight": "dónde mirar"},
	"ja": {"title": "%s の解き方", "many": "パズルの解き方", "begin": "問題", "solved": "%d手で解けた。", "open": "%d手：%s。",
		"follows": "決まる", "excludes": "除外", "because": "理由", "supposed": "仮定", "highlight": "見るところ"},
}

// pictures writes explanations with a picture for each step: of HTML and SVG one file a puzzle, of PDF one file.
func (f *explainFlags) pictures(cmd *cobra.Command, args []string, ex func(input) explanation) error {
	theme, err := paper(f.font)
	if err != nil {
		return err
	}
	inputs, err := readInputs(cmd, f.input, args)
	if err != nil {
		return err
	}
	r := renderer{cmd: cmd, renderFlags: renderFlags{to: f.format, out: f.out, force: f.force, unit: 32, paper: f.paper}, theme: theme,
		held: budget.New("what is drawn", guardOf(cmd.Context()).share())}
	var sheets []render.Sheet
	title := ""
	for in := range inputs {
		if cmd.Context().Err() != nil { // what was drawn is written all the same
			break
		}
		err := in.Err
		if err == nil {
			err = r.explain(ex(in), &sheets, &title)
		}
		if err != nil {
			r.bad = true
			fmt.Fprintf(cmd.ErrOrStderr(), "quandary: %s\n", in.fault(err))
		}
	}
	ended := cmd.Context().Err()
	switch {
	case len(r.drawn) == 0:
	case r.to == "pdf":
		var b bytes.Buffer
		if err = render.PDF(&b, render.Worksheet{Title: title, Paper: f.paper, Plain: true, Sheets: sheets}, theme); err == nil {
			err = r.file(r.out, b.Bytes())
		}
	default:
		err = r.pictures()
	}
	switch {
	case err == nil && ended != nil:
		err = ended
	case err == nil && (r.bad || len(r.drawn) == 0):
		err = exitCode(1)
	}
	return err
}

// explain draws one puzzle's explanation.
func (r *renderer) explain(x explanation, sheets *[]render.Sheet, title *string) error {
	s, late, err := x.solving(r.cmd.Context(), r.held)
	if err != nil {
		return err
	}
	d := drawn{name: x.in.ID}
	switch r.to {
	case "html":
		var b bytes.Buffer
		err = render.SolvingHTML(&b, s, r.theme, r.unit)
		d.page = b.Bytes()
	case "svg":
		d.scene, err = render.SolvingScene(s, r.theme)
	default:
		var ws render.Worksheet
		if ws, err = s.Sheets(r.theme, r.paper); err == nil {
			if *sheets = append(*sheets, ws.Sheets...); len(r.drawn) == 0 {
				*title = s.Title
			} else {
				*title = x.word("many")
			}
		}
	}
	if err == nil {
		r.drawn = append(r.drawn, d)
	}
	return cmp.Or(err, late)
}

// word gives a text of the sheet.
func (x explanation) word(key string) string {
	words := pictureWords[x.lang]
	if words == nil {
		words = pictureWords["en"]
	}
	return words[key]
}

// solving draws each step; late tells that the puzzle's time was up before the last.
func (x explanation) solving(ctx context.Context, held *budget.Account) (s render.Solving, late, err error) {
	s = render.Solving{Lang: x.lang, Title: fmt.Sprintf(x.word("title"), heading(x.in)), Begin: x.word("begin")}
	for _, role := range []puzzle.Role{puzzle.RoleFollows, puzzle.RoleExcludes, puzzle.RoleBecause, puzzle.RoleHighlight, puzzle.RoleSupposed} {
		s.Legend = append(s.Legend, render.Mark{Role: role, Text: x.word(string(role))})
	}
	p, ok := x.in.Instance.(puzzle.Shown)
	if !ok {
		return s, nil, fmt.Errorf("%s puzzles cannot be drawn", x.in.family.Name())
	}
	if s.Puzzle, err = p.Scene(x.from); err != nil {
		return s, nil, err
	}
	w, err := x.walk(ctx, func(n int, step puzzle.Step, before, after puzzle.State) error {
		scene, err := puzzle.StepScene(p, before, after, step)
		if err != nil {
			return err
		}
		text, sub := x.told(step)
		t := render.Told{Text: text, Scene: scene}
		for _, line := range nested(sub) {
			t.Lines = append(t.Lines, line)
		}
		s.Steps = append(s.Steps, t)
		return held.Take(bytesOf(scene))
	})
	if w.solved {
		s.Note = fmt.Sprintf(x.word("solved"), w.steps)
	} else {
		s.Note = fmt.Sprintf(x.word("open"), w.steps, w.end)
	}
	return s, w.late(), err
}
