package web

import (
	"context"
	"errors"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// BlanksAnswer is what there is to say of a blanks file or a program with blanks.
type BlanksAnswer struct {
	Marks    []Mark `json:"marks"`
	Text     string `json:"text,omitempty"`   // a file to begin with, where none was given
	Puzzle   string `json:"puzzle,omitempty"` // the id of the puzzle of the seed, where there is one
	Question string `json:"question,omitempty"`
	Answer   string `json:"answer,omitempty"`
	Class    string `json:"class,omitempty"`
}

type blanksRequest struct {
	Text string `json:"text"`
	Seed uint64 `json:"seed"`
	Lang string `json:"lang"`
}

func (s *Server) makeBlanks(ctx context.Context, req blanksRequest, _ func(puzzle.Progress)) (BlanksAnswer, error) {
	if err := specText(req.Text); err != nil {
		return BlanksAnswer{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, sampleTime)
	defer cancel()
	ans, err := s.cfg.Workshop.Blanks(ctx, req.Text, req.Seed, req.Lang)
	if errors.Is(err, context.DeadlineExceeded) {
		ans.Marks = append(ans.Marks, Mark{Line: 1, Col: 1, Severity: "warning", Code: "time", Message: "no puzzle was made in the time that a sample may take"})
		err = nil
	}
	return ans, err
}
