package web

import (
	"context"
	"net/http"

	"github.com/quandary-puzzles/quandary/grade"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

type gradeRequest struct {
	Puzzle    string  `json:"puzzle"`
	Answer    string  `json:"answer"`
	Lang      string  `json:"lang"`
	Reference *string `json:"reference"` // instead of puzzle: what is right
	EvalType  string  `json:"eval_type"`
	Problem   string  `json:"problem"` // for a reference that names an option
}

// grade marks an answer: to a puzzle by its rules, so that any right solution counts, or against a reference.
func (s *Server) grade(ctx context.Context, req gradeRequest, _ func(puzzle.Progress)) (record.Object, error) {
	if (req.Puzzle == "") == (req.Reference == nil) {
		return nil, badRequest(`expected either "puzzle" or "reference"`)
	}
	if req.Reference != nil {
		ref := grade.Reference{Answer: *req.Reference, EvalType: req.EvalType, Problem: req.Problem}
		return grade.Answer(ref, req.Answer).Object(""), nil
	}
	p, err := s.puzzles.open(ctx, req.Puzzle)
	if err != nil {
		return nil, err
	}
	sol, err := p.only(ctx)
	if err != nil {
		return nil, err
	}
	if _, ok := p.inst.(puzzle.AnswerChecker); ok {
		return grade.ByRules(p.inst, sol, req.Answer).Object(p.id), nil
	}
	w, ok := p.inst.(puzzle.Worded)
	if !ok || sol == nil {
		return nil, cannot(p.family, "graded")
	}
	ref := grade.Reference{Answer: w.AnswerText(sol, req.Lang), EvalType: w.EvalType(), Problem: w.Question(req.Lang)}
	return grade.Answer(ref, req.Answer).Object(p.id), nil
}

// handleGrade serves POST /grade as docs/grading.md describes it, within the bounds of hard work.
func (s *Server) handleGrade() http.HandlerFunc {
	h := s.cfg.Grader.Handler()
	return func(w http.ResponseWriter, r *http.Request) {
		if c := s.client(r); c != nil {
			if err := spend(c.work); err != nil {
				writeError(w, err)
				return
			}
		}
		ctx, cancel := context.WithTimeout(r.Context(), s.cfg.Limits.Time)
		defer cancel()
		leave, err := s.lanes.enter(ctx, s.lanes.short)
		if err != nil {
			writeError(w, err)
			return
		}
		defer leave()
		h.ServeHTTP(w, r.WithContext(ctx))
	}
}
