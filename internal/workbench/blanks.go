package workbench

import (
	"context"
	"fmt"

	"github.com/quandary-puzzles/quandary/internal/kinds/blanks"
	"github.com/quandary-puzzles/quandary/internal/web"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// sheetText is a blanks file to begin with.
const sheetText = `blanks: two-ages
title: {en: Two ages, zh: 年龄问题}
task: {en: Fill in the ages., zh: 填写年龄。}
params: {k: 2..4, later: 3..9}
slots: {son: 4..15, father: 20..60, sum: 20..90, then: 7..99}
sheet: |
  The father is {k} times as old as the son, who is {son}: the father is {father}.
  Together they are {sum}. In {later} years the father will be {then}.
rules:
  times: father == k * son
  sum: sum == father + son
  then: then == father + later
make: {carve: [son, father, sum, then], blanks: 2..3}
level: 1
`

// Blanks marks what is wrong with a blanks file or a program, and makes the puzzle of a seed where there is one. The empty text gives a file
// to begin with.
func (b *Bench) Blanks(ctx context.Context, text string, seed uint64, lang string) (web.BlanksAnswer, error) {
	ans := web.BlanksAnswer{Marks: []web.Mark{}}
	if text == "" {
		ans.Text, text = sheetText, sheetText
	}
	name := "program.py"
	if blanks.IsFile("sheet.yaml", []byte(text)) {
		name = "sheet.yaml"
	}
	for _, p := range b.blanks.Lint(ctx, name, []byte(text)) {
		ans.Marks = append(ans.Marks, markOf(p))
	}
	if ctx.Err() != nil {
		return ans, ctx.Err()
	}
	p, err := b.blanks.Of(name, []byte(text))
	if err != nil {
		return ans, nil // a mark says it
	}
	g, err := b.blanks.Generate(ctx, p, nil, puzzle.Stream(b.blanks, seed, 0), nil)
	if err != nil {
		if ctx.Err() == nil && len(ans.Marks) == 0 {
			ans.Marks = append(ans.Marks, web.Mark{Line: 1, Col: 1, Severity: "error", Code: "no-puzzle", Message: err.Error()})
		}
		return ans, ctx.Err()
	}
	w, ok := g.Instance.(puzzle.Worded)
	if !ok {
		return ans, fmt.Errorf("a puzzle of %T has no text", g.Instance)
	}
	ans.Puzzle, ans.Question, ans.Answer, ans.Class = puzzle.ID(b.blanks, g.Instance), w.Question(lang), w.AnswerText(g.Solution, lang), g.Class
	return ans, nil
}

// CompleteBlanks proposes what can stand at a place of a blanks file.
func (b *Bench) CompleteBlanks(text string, line, col int) web.Completions {
	return complete(&completer{schema: b.sheets, known: sheetNames, sentences: "rules"}, text, line, col)
}

// sheetNames lists the names that expressions of a blanks file know.
func sheetNames(c *completer, _ string) []web.Completion {
	var out []web.Completion
	for _, key := range []string{"params", "let", "slots"} {
		for _, name := range c.section(key) {
			out = append(out, web.Completion{Label: name, Insert: name, Kind: "variable"})
		}
	}
	return out
}
