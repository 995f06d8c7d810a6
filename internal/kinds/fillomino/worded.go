package fillomino

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/answertext"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Question states the rules and the board.
func (p *board) Question(lang string) string {
	grid := gridText(p.params, p.board)
	_, grid, _ = strings.Cut(grid, "\n")
	if lang == "zh" {
		q := "这是一道 Fillomino（填数分区）谜题。把盘面划分成若干区域，使每个格子里的数等于它所在区域的格子数；大小相同的两个区域不能有公共边。一个区域可以含有多个已知数，也可以没有已知数。“-”表示空格。"
		if p.params.Max > 0 {
			q += fmt.Sprintf("每个区域最多有%d个格子。", p.params.Max)
		}
		if p.params.Shown {
			q = strings.Replace(q, "，也可以没有已知数", "，且至少有一个", 1)
		}
		return q + "\n\n" + grid + "\n\n请逐行写出填满后的盘面，数字之间用空格隔开。"
	}
	hidden := "A region may have several givens, or none."
	if p.params.Shown {
		hidden = "Every region has at least one given, and may have several."
	}
	q := "This is a Fillomino puzzle. Divide the board into regions so that every cell holds the number of cells in its region. " +
		"Two regions of the same size may not share a side. " + hidden + " A dash is a blank cell."
	if p.params.Max > 0 {
		q += fmt.Sprintf(" No region has more than %d cells.", p.params.Max)
	}
	return q + "\n\n" + grid + "\n\nWrite the full board row by row, with spaces between the numbers."
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
			full := newBoard(p.board.Rows, p.board.Cols)
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
