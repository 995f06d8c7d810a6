package web

import (
	"context"
	"errors"

	"github.com/quandary-puzzles/quandary/puzzle"
)

type hintRequest struct {
	stateRequest
	Max string `json:"max"` // the hardest technique that may be used
}

// hintAnswer is the next step from a player's own state. While marks of the state are wrong there is no step: a deduction
// from a mistake is worth nothing.
type hintAnswer struct {
	Mistakes []puzzle.Ref `json:"mistakes"`
	Step     *puzzle.Step `json:"step"` // null: the puzzle is solved, or no allowed technique applies
	Solved   bool         `json:"solved"`
}

func (s *Server) hint(ctx context.Context, req hintRequest, _ func(puzzle.Progress)) (hintAnswer, error) {
	ans := hintAnswer{Mistakes: []puzzle.Ref{}}
	p, err := s.position(ctx, req.stateRequest)
	if err != nil {
		return ans, err
	}
	ex, ok := p.inst.(puzzle.Explainer)
	if !ok {
		return ans, cannot(p.family, "explained")
	}
	if ans.Mistakes, err = p.mistakes(ctx); err != nil || len(ans.Mistakes) > 0 {
		return ans, err
	}
	v, err := p.verdict()
	if err != nil {
		return ans, err
	}
	if ans.Solved = v.Solved; v.Solved {
		return ans, nil
	}
	if ans.Step, err = puzzle.Next(ctx, ex, p.state, puzzle.ExplainOptions{Max: req.Max}); err != nil {
		return ans, explainError(err)
	}
	if ans.Step != nil {
		tidy(ans.Step)
	}
	return ans, nil
}

// explainError tells an unknown technique from a state that cannot be explained.
func explainError(err error) error {
	if _, ok := errors.AsType[*puzzle.UnknownError](err); ok {
		return refused("max", err)
	}
	return refused("state", err)
}

// tidy makes empty lists of a step lists, for JSON.
func tidy(s *puzzle.Step) *puzzle.Step {
	s.Moves, s.Because, s.Effects = list(s.Moves), list(s.Because), list(s.Effects)
	for i := range s.Sub {
		tidy(&s.Sub[i])
	}
	return s
}

type explainRequest struct {
	stateRequest
	Max   string `json:"max"`
	Limit int    `json:"limit"` // how many steps at most; 0: all
}

// explainAnswer is the path from a state as far as the techniques allowed go.
type explainAnswer struct {
	Steps  []pathStep `json:"steps"`
	State  string     `json:"state"`  // after the last step
	Solved bool       `json:"solved"` // whether that is the solution
}

// pathStep is a step with the state that it leads to.
type pathStep struct {
	puzzle.Step
	After string `json:"after,omitempty"`
}

// maxSteps bounds the steps of one explanation.
const maxSteps = 20000

func (s *Server) explain(ctx context.Context, req explainRequest, report func(puzzle.Progress)) (explainAnswer, error) {
	ans := explainAnswer{Steps: []pathStep{}}
	p, err := s.puzzles.open(ctx, req.Puzzle)
	if err != nil {
		return ans, err
	}
	ex, ok := puzzle.In(p.inst, req.Lang).(puzzle.Explainer)
	if !ok {
		return ans, cannot(p.family, "explained")
	}
	if req.Limit < 0 {
		return ans, badRequest(`"limit": expected a number from 0, found %d`, req.Limit)
	}
	player, plays := p.inst.(puzzle.Player)
	state := puzzle.State(req.State)
	if plays {
		at, err := s.position(ctx, req.stateRequest)
		if err != nil {
			return ans, err
		}
		state = at.state
	}
	limit := min(req.Limit, maxSteps)
	if limit == 0 {
		limit = maxSteps
	}
	for step, err := range puzzle.Way(ctx, ex, state, puzzle.ExplainOptions{Max: req.Max}) {
		if err != nil {
			return ans, explainError(err)
		}
		for _, m := range step.Moves {
			if !plays {
				break
			}
			if state, err = player.Apply(state, m); err != nil {
				return ans, refused("move", err)
			}
		}
		ans.Steps = append(ans.Steps, pathStep{*tidy(&step), string(state)})
		if report != nil {
			report(puzzle.Progress{Done: len(ans.Steps), Text: step.Name})
		}
		if len(ans.Steps) == limit {
			break
		}
	}
	ans.State = string(state)
	if plays {
		v, err := player.Judge(state)
		if err != nil {
			return ans, refused("state", err)
		}
		ans.Solved = v.Solved
	}
	return ans, nil
}

type refuteRequest struct {
	stateRequest
	Ref puzzle.Ref `json:"ref"`
}

// refuteAnswer says why a mark is wrong.
type refuteAnswer struct {
	Wrong bool         `json:"wrong"`
	Step  *puzzle.Step `json:"step"`
}

func (s *Server) refute(ctx context.Context, req refuteRequest, _ func(puzzle.Progress)) (refuteAnswer, error) {
	p, err := s.position(ctx, req.stateRequest)
	if err != nil {
		return refuteAnswer{}, err
	}
	refute := p.inst.Extras().Refute
	if refute == nil {
		return refuteAnswer{}, cannot(p.family, "refuted")
	}
	step, wrong, err := refute(ctx, p.state, req.Ref)
	if err != nil {
		return refuteAnswer{}, refused("ref", err)
	}
	if !wrong {
		return refuteAnswer{}, nil
	}
	return refuteAnswer{true, tidy(&step)}, nil
}

// mistakes lists the wrong marks of a position; none where the family does not say, or the puzzle has not one solution.
func (p *position) mistakes(ctx context.Context) ([]puzzle.Ref, error) {
	mistakes := p.inst.Extras().Mistakes
	if mistakes == nil {
		return []puzzle.Ref{}, nil
	}
	sol, err := p.only(ctx)
	if err != nil || sol == nil {
		return []puzzle.Ref{}, err
	}
	wrong, err := mistakes(p.state, sol)
	return list(wrong), refused("state", err)
}

type mistakesAnswer struct {
	Mistakes []puzzle.Ref `json:"mistakes"`
}

// mistakes answers "is it right so far?".
func (s *Server) mistakes(ctx context.Context, req stateRequest, _ func(puzzle.Progress)) (mistakesAnswer, error) {
	p, err := s.position(ctx, req)
	if err != nil {
		return mistakesAnswer{}, err
	}
	if p.inst.Extras().Mistakes == nil {
		return mistakesAnswer{}, cannot(p.family, "checked so far")
	}
	wrong, err := p.mistakes(ctx)
	return mistakesAnswer{wrong}, err
}

type cluesAnswer struct {
	Broken []puzzle.Ref `json:"broken"`
}

// clues lists the clues that the marks of a state already break.
func (s *Server) clues(ctx context.Context, req stateRequest, _ func(puzzle.Progress)) (cluesAnswer, error) {
	p, err := s.position(ctx, req)
	if err != nil {
		return cluesAnswer{}, err
	}
	brokenClues := p.inst.Extras().BrokenClues
	if brokenClues == nil {
		return cluesAnswer{}, cannot(p.family, "checked clue by clue")
	}
	broken, err := brokenClues(ctx, p.state)
	return cluesAnswer{list(broken)}, refused("state", err)
}
