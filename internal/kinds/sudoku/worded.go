package sudoku

import (
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/answertext"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Question states the rules and the puzzle for someone who has only the text.
func (p *Puzzle) Question(lang string) string {
	lang = phrases.Spoken(lang)
	n, box := p.params.size, "box"
	if p.params.jigsaw {
		box = "box-jigsaw"
	}
	var b strings.Builder
	b.WriteString(p.worded(lang, "question", "box", p.worded(lang, box), "s", string(p.symbols)))
	if p.params.diagonal {
		b.WriteString(p.worded(lang, "question-diagonal"))
	}
	b.WriteString(p.worded(lang, "blank") + "\n\n" + p.rows(p.values, false) + "\n")
	if p.params.jigsaw {
		b.WriteString("\n" + p.worded(lang, "boxes") + "\n\n")
		text := regionText(p.layout)
		for r := range n {
			b.WriteString(text[r*n:r*n+n] + "\n")
		}
	}
	b.WriteString("\n" + p.worded(lang, "answer") + "\n")
	return b.String()
}

// AnswerText gives a solution as the question asks for it.
func (p *Puzzle) AnswerText(s puzzle.Solution, _ string) string {
	if sol, ok := s.(*filledBoard); ok {
		return string(cellText(sol.values, p.symbols))
	}
	return s.Desc()
}

// EvalType is nominal: answers are compared as texts where they are not judged by the rules.
func (p *Puzzle) EvalType() string { return "nominal" }

// ReadAnswer reads a full board from an answer: the cells row by row; white space and what is drawn between boxes is skipped.
func (p *Puzzle) ReadAnswer(text string) (puzzle.Solution, error) {
	if len(text) > 1<<16 {
		return nil, &textError{Reason: fmt.Sprintf("an answer of %d bytes", len(text))}
	}
	n := p.params.size
	var values []uint8
	for i := range len(text) {
		ch := text[i]
		if strings.IndexByte(" \t\r\n|+-,", ch) >= 0 {
			continue
		}
		v := p.symbols.Value(ch)
		if v == 0 {
			return nil, &textError{Column: i + 1, Reason: fmt.Sprintf("%q is none of the symbols %s", ch, p.symbols)}
		}
		values = append(values, uint8(v))
		if len(values) > n*n {
			break
		}
	}
	if len(values) != n*n {
		if len(values) > n*n {
			return nil, &textError{Reason: fmt.Sprintf("the answer has more than %d cells", n*n)}
		}
		return nil, lengthError("the answer", len(values), n)
	}
	return &filledBoard{p, values}, nil
}

// FindAnswers finds full boards among other text.
func (p *Puzzle) FindAnswers(text string) []puzzle.Stated {
	n := p.params.size
	cell := func(c string) bool { return len(c) == 1 && p.symbols.Value(c[0]) > 0 }
	var found []puzzle.Stated
	for _, b := range answertext.Boards(text, answertext.Shape{Rows: n, Cols: n, Cell: cell, Single: true}) {
		s := puzzle.Stated{Start: b.Start, End: b.End}
		if b.Cells != nil {
			values := make([]uint8, len(b.Cells))
			for i, c := range b.Cells {
				values[i] = uint8(p.symbols.Value(c[0]))
			}
			s.Solution = &filledBoard{p, values}
		}
		found = append(found, s)
	}
	return found
}
