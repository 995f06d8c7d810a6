package web

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"time"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

type solveRequest struct {
	Puzzle string `json:"puzzle"`
	Limit  int    `json:"limit"` // how many solutions to give; uniqueness is always decided
}

// solveAnswer is what a solver found.
type solveAnswer struct {
	Status    string        `json:"status"` // none, unique, several, unknown
	Count     int           `json:"count"`
	Complete  bool          `json:"complete"` // whether count is the number of all solutions
	Solutions []solution    `json:"solutions"`
	Work      record.Object `json:"work,omitempty"`
}

type solution struct {
	Desc string `json:"desc"`
	Text string `json:"text"` // for people
}

// maxShown bounds the solutions that are sent.
const maxShown = 100

func (s *Server) solve(ctx context.Context, req solveRequest, _ func(puzzle.Progress)) (solveAnswer, error) {
	if req.Limit < 0 || req.Limit > maxShown {
		return solveAnswer{}, badRequest(`"limit": expected a number from 0 to %d, found %d`, maxShown, req.Limit)
	}
	p, res, err := s.solved(ctx, req.Puzzle, max(2, req.Limit))
	if err != nil {
		return solveAnswer{}, err
	}
	ans := solveAnswer{res.Status.String(), res.Count, res.Complete, []solution{}, res.Work}
	for i, sol := range res.Solutions {
		if i >= max(1, req.Limit) {
			break
		}
		text := sol.Desc()
		if pic, ok := p.inst.(puzzle.Shown); ok {
			scene, err := pic.SolutionScene(sol)
			if err != nil {
				return ans, err
			}
			text = scene.Text
		} else if w, ok := p.inst.(puzzle.Worded); ok {
			text = w.AnswerText(sol, "en")
		}
		ans.Solutions = append(ans.Solutions, solution{sol.Desc(), text})
	}
	return ans, nil
}

// solved solves a puzzle, and has each solution checked by the family's own checker.
func (s *Server) solved(ctx context.Context, id string, limit int) (*opened, puzzle.Result, error) {
	p, err := s.puzzles.open(ctx, id)
	if err != nil {
		return nil, puzzle.Result{}, err
	}
	solver, ok := p.inst.(puzzle.Solver)
	if !ok {
		return nil, puzzle.Result{}, cannot(p.family, "solved")
	}
	res, err := solver.Solve(ctx, limit)
	if err != nil {
		return nil, res, refused("puzzle", err)
	}
	if c, ok := p.inst.(puzzle.Solver); ok {
		for _, sol := range res.Solutions {
			if err := c.CheckSolution(sol); err != nil {
				return nil, res, fmt.Errorf("the solver's solution of %.200s is wrong: %w", p.id, err)
			}
		}
	}
	return p, res, nil
}

// countAnswer is the number of solutions, up to a limit.
type countAnswer struct {
	Status   string        `json:"status"`
	Count    int           `json:"count"`
	Complete bool          `json:"complete"`
	Work     record.Object `json:"work,omitempty"`
}

func (s *Server) count(ctx context.Context, req solveRequest, _ func(puzzle.Progress)) (countAnswer, error) {
	most := s.cfg.Limits.Solutions
	if req.Limit < 0 || req.Limit > most {
		return countAnswer{}, badRequest(`"limit": expected a number from 0 to %d, found %d`, most, req.Limit)
	}
	if req.Limit == 0 {
		req.Limit = min(1000, most)
	}
	_, res, err := s.solved(ctx, req.Puzzle, max(2, req.Limit))
	return countAnswer{res.Status.String(), res.Count, res.Complete, res.Work}, err
}

type rateRequest struct {
	Puzzle string `json:"puzzle"`
}

// rateAnswer says how hard a puzzle is for a person.
type rateAnswer struct {
	Class    string        `json:"class"`
	Score    float64       `json:"score"`
	Scale    string        `json:"scale"`
	Hardest  string        `json:"hardest"`
	Steps    int           `json:"steps"`
	Cost     float64       `json:"cost"`
	Solved   bool          `json:"solved"`
	Features record.Object `json:"features,omitempty"`
}

func (s *Server) rate(ctx context.Context, req rateRequest, _ func(puzzle.Progress)) (rateAnswer, error) {
	p, err := s.puzzles.open(ctx, req.Puzzle)
	if err != nil {
		return rateAnswer{}, err
	}
	rater, ok := p.inst.(puzzle.Rater)
	if !ok {
		return rateAnswer{}, cannot(p.family, "rated")
	}
	r, err := rater.Rate(ctx)
	if err != nil {
		return rateAnswer{}, refused("puzzle", err)
	}
	return *answerOf(r), nil
}

func answerOf(r puzzle.Rating) *rateAnswer {
	if math.IsNaN(r.Score) || math.IsInf(r.Score, 0) {
		r.Score = 0 // JSON has no such numbers
	}
	return &rateAnswer{r.Class, r.Score, r.Scale, r.Hardest, r.Steps, r.Cost, r.Solved, r.Features}
}

type generateRequest struct {
	Family   string            `json:"family"`
	Params   string            `json:"params"`
	Settings map[string]string `json:"settings"`
	Seed     uint64            `json:"seed"`
	Index    uint64            `json:"index"`
	Lang     string            `json:"lang"`
}

// generateAnswer is a new puzzle, ready to be shown.
type generateAnswer struct {
	viewAnswer
	Class string        `json:"class"`
	Work  record.Object `json:"work,omitempty"`
}

func (s *Server) generate(ctx context.Context, req generateRequest, report func(puzzle.Progress)) (generateAnswer, error) {
	fam, err := s.cfg.Families.Lookup(req.Family)
	if err != nil {
		return generateAnswer{}, refused("family", err)
	}
	gen, ok := fam.(puzzle.Generator)
	if !ok {
		return generateAnswer{}, cannot(fam, "generated")
	}
	params, err := fam.ParseParams(req.Params)
	if err != nil {
		return generateAnswer{}, refused("params", err)
	}
	settings := puzzle.Settings(req.Settings)
	if err := puzzle.CheckSettings(gen, params, settings); err != nil {
		return generateAnswer{}, refused("settings", err)
	}
	g, err := gen.Generate(ctx, params, settings, puzzle.Stream(gen, req.Seed, req.Index), report)
	if err != nil {
		return generateAnswer{}, refused("settings", err)
	}
	if c, ok := g.Instance.(puzzle.Solver); ok {
		if err := c.CheckSolution(g.Solution); err != nil {
			return generateAnswer{}, fmt.Errorf("the generator's solution is wrong: %w", err)
		}
	}
	p := newOpened(fam, g.Instance)
	p.single.Store(puzzle.Meant(g.Instance) == 1)
	s.puzzles.keep(p.id, p)
	v, err := s.viewOf(p, req.Lang)
	return generateAnswer{v, g.Class, g.Work}, err
}

// familyInfo describes a family.
type familyInfo struct {
	Name     string       `json:"name"`
	Summary  string       `json:"summary"`
	Params   string       `json:"params"` // the default
	Generate bool         `json:"generate"`
	Options  []optionInfo `json:"options"`
	Formats  []formatInfo `json:"formats"`
}

type optionInfo struct {
	Name    string   `json:"name"`
	Doc     string   `json:"doc"`
	Default string   `json:"default"`
	Values  []string `json:"values"`
}

type formatInfo struct {
	Name       string   `json:"name"`
	Doc        string   `json:"doc"`
	Extensions []string `json:"extensions"`
	ReadOnly   bool     `json:"readOnly"`
}

func (s *Server) handleFamilies(http.ResponseWriter, *http.Request) (any, error) {
	all := []familyInfo{}
	for _, f := range s.cfg.Families.All() {
		info := familyInfo{Name: f.Name(), Summary: f.Summary(), Options: []optionInfo{}, Formats: formats(f, true)}
		if p, err := f.ParseParams(""); err == nil {
			info.Params = p.String()
		}
		if g, ok := puzzle.Makes(f); ok {
			info.Generate = true
			for _, o := range g.Options() {
				info.Options = append(info.Options, optionInfo{o.Name, o.Doc, o.Default, list(o.Values)})
			}
		}
		all = append(all, info)
	}
	return map[string]any{"families": all}, nil
}

func formats(f puzzle.Family, readOnly bool) []formatInfo {
	out := []formatInfo{}
	if r, ok := f.(puzzle.Reader); ok {
		for _, x := range r.Formats() {
			if readOnly || !x.ReadOnly {
				out = append(out, formatInfo{x.Name, x.Doc, list(x.Extensions), x.ReadOnly})
			}
		}
	}
	return out
}

// writable lists the formats in which a puzzle can be written.
func writable(p *opened) []formatInfo {
	if _, ok := p.inst.(puzzle.Shown); !ok {
		return []formatInfo{}
	}
	return formats(p.family, false)
}

// daily is the puzzle of a day: the one whose seed is the date, so that everybody has the same.
type daily struct {
	Family string `json:"family"`
	Puzzle string `json:"puzzle"` // its id by seed
}

// dateForm is how dates are written.
const dateForm = "2006-01-02"

func (s *Server) handleDaily(_ http.ResponseWriter, r *http.Request) (any, error) {
	text := r.URL.Query().Get("date")
	if text == "" {
		text = s.cfg.Now().UTC().Format(dateForm)
	}
	day, err := time.Parse(dateForm, text)
	if err != nil {
		return nil, badRequest(`"date": expected a date such as 2026-11-20, found %.20q`, text)
	}
	return map[string]any{"date": text, "puzzles": s.dailies(day)}, nil
}

func (s *Server) dailies(day time.Time) []daily {
	seed := uint64(day.Year()*10000 + int(day.Month())*100 + day.Day())
	out := []daily{}
	for _, f := range s.cfg.Families.Listed() {
		if _, ok := f.(puzzle.Generator); !ok {
			continue
		}
		params := ""
		if of := f.About().DailyParams; of != nil {
			params = of(int(day.Unix() / (24 * 60 * 60)))
		}
		if p, err := f.ParseParams(params); err == nil {
			out = append(out, daily{f.Name(), puzzle.SeedID(f, p, seed)})
		}
	}
	return out
}
