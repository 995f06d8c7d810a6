package fillomino

import (
	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino/solver"

	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/answertext"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
)

//go:embed words.yaml
var wordsFile []byte

// lexicon has the title, the rules and the question in every language.
var lexicon = sync.OnceValue(func() phrases.Words { return phrases.MustRead(wordsFile) })

// worded gives the words of a key.
func (p *board) worded(lang, key string) string {
	return lexicon().Say(lang, key, "n", strconv.Itoa(p.params.Max))
}

// Question states the rules and the board.
func (p *board) Question(lang string) string {
	lang = phrases.Spoken(lang)
	_, grid, _ := strings.Cut(gridText(p.params, p.board), "\n")
	givens := "question-any"
	if p.params.Shown {
		givens = "question-shown"
	}
	q := p.worded(lang, "question") + p.worded(lang, givens) + p.worded(lang, "blank")
	if p.params.Max > 0 {
		q += p.worded(lang, "question-most")
	}
	return q + "\n\n" + grid + "\n\n" + p.worded(lang, "answer")
}

// AnswerText gives a solution row by row.
func (p *board) AnswerText(s puzzle.Solution, _ string) string {
	b, err := p.boardOf(s)
	if err != nil {
		return s.Desc()
	}
	_, rows, _ := strings.Cut(gridText(p.params, b), "\n")
	return rows
}

// EvalType says that answers are judged by the rules; against a reference they are compared as numbers row by row.
func (p *board) EvalType() string { return "ooa_numeral" }

// ReadAnswer reads a full board from a text: the last one that stands in it, whatever separates its numbers.
func (p *board) ReadAnswer(text string) (puzzle.Solution, error) {
	all := p.FindAnswers(text)
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].Solution != nil {
			return all[i].Solution, nil
		}
	}
	return nil, fmt.Errorf("expected %d rows of %d numbers from 1 to %d", p.board.Rows, p.board.Cols, len(p.board.Cells))
}

// FindAnswers finds full boards among other text.
func (p *board) FindAnswers(text string) []puzzle.Stated {
	most := len(p.board.Cells)
	value := func(c string) int {
		if len(c) > 4 || strings.Trim(c, "0123456789") != "" {
			return 0
		}
		v, err := strconv.Atoi(c)
		if err != nil || v > most {
			return 0
		}
		return v
	}
	shape := answertext.Shape{Rows: p.board.Rows, Cols: p.board.Cols, Cell: func(c string) bool { return value(c) > 0 }}
	var found []puzzle.Stated
	for _, b := range answertext.Boards(text, shape) {
		s := puzzle.Stated{Start: b.Start, End: b.End}
		if b.Cells != nil {
			full := solver.NewBoard(p.board.Rows, p.board.Cols)
			for i, c := range b.Cells {
				full.Cells[i] = int16(value(c))
			}
			s.Solution = solution{full}
		}
		found = append(found, s)
	}
	return found
}

// Credit gives the share of the blank cells that an answer has right.
func (p *board) Credit(answer, solution puzzle.Solution) float64 {
	a, err1 := p.boardOf(answer)
	s, err2 := p.boardOf(solution)
	if err1 != nil || err2 != nil {
		return 0
	}
	right, blank := 0, 0
	for c, v := range p.board.Cells {
		if v != 0 {
			if a.Cells[c] != v {
				return 0 // another puzzle was solved
			}
			continue
		}
		blank++
		if a.Cells[c] == s.Cells[c] {
			right++
		}
	}
	if blank == 0 {
		return 0
	}
	return float64(right) / float64(blank)
}
