package web

import (
	"context"
	"fmt"
	"net/http"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// viewRequest asks for what a page must know to show a puzzle.
type viewRequest struct {
	Puzzle string `json:"puzzle"`
	Lang   string `json:"lang"`
}

// viewAnswer tells a page what it must know to show a puzzle and to play it.
type viewAnswer struct {
	Puzzle  string       `json:"puzzle"` // the id that holds the puzzle itself
	Family  string       `json:"family"`
	Params  string       `json:"params"`
	Start   string       `json:"start"` // the state before the first move
	Can     []string     `json:"can"`   // the operations that the puzzle offers
	Formats []formatInfo `json:"formats"`
	Told    string       `json:"told,omitempty"` // the language in which steps are told where the one of the request is asked for
	View    *puzzle.View `json:"view,omitempty"`
	Drawing *drawing     `json:"drawing,omitempty"` // of a board of layers

	Class string `json:"-"` // the class that it was made for, where that is known
	Claim string `json:"-"` // what is known of its solutions: "one", or "unchecked"

	picture string // what a page has in its text instead of Drawing.Board
}

func (s *Server) view(ctx context.Context, req viewRequest) (viewAnswer, error) {
	p, err := s.puzzles.open(ctx, req.Puzzle)
	if err != nil {
		return viewAnswer{}, err
	}
	return s.viewOf(p, req.Lang)
}

func (s *Server) viewOf(p *opened, lang string) (viewAnswer, error) {
	v := viewAnswer{Claim: p.claim(), Puzzle: p.id, Family: p.family.Name(), Params: p.inst.Params().String(), Can: abilities(p.inst), Formats: writable(p)}
	if player, ok := p.inst.(puzzle.Player); ok {
		v.Start = string(player.Start())
	}
	if _, explains := p.inst.(puzzle.Explainer); explains && lang != "" {
		v.Told = puzzle.ToldIn(p.inst, lang)
	}
	if viewed, ok := p.inst.(puzzle.Shown); ok {
		view, err := viewed.View(lang)
		if err != nil {
			return v, refused("puzzle", err)
		}
		v.View = &view
		if view.Layers != nil {
			v.Drawing = drawingOf(view.Layers)
		}
	}
	return v, nil
}

// abilities lists the operations that an instance offers.
func abilities(inst puzzle.Instance) []string {
	can := []string{}
	add := func(ok bool, names ...string) {
		if ok {
			can = append(can, names...)
		}
	}
	_, plays := inst.(puzzle.Player)
	_, solves := inst.(puzzle.Solver)
	_, explains := inst.(puzzle.Explainer)
	extras := inst.Extras()
	_, rates := inst.(puzzle.Rater)
	_, drawn := inst.(puzzle.Shown)
	_, worded := inst.(puzzle.Worded)
	_, answers := inst.(puzzle.AnswerChecker)
	add(plays, "apply", "check")
	add(solves, "solve", "count")
	add(explains, "explain")
	add(explains && plays, "hint")
	add(extras.Refute != nil, "refute")
	add(extras.Mistakes != nil, "mistakes")
	add(extras.BrokenClues != nil, "clues")
	add(rates, "rate")
	add(drawn, "render")
	add(worded, "question")
	add(answers, "answer")
	return can
}

// position is a puzzle at a state of play, in the language of a request.
type position struct {
	*opened
	inst   puzzle.Instance
	player puzzle.Player
	state  puzzle.State
}

// position opens the puzzle of a request and makes its moves.
func (s *Server) position(ctx context.Context, req stateRequest) (*position, error) {
	p, err := s.puzzles.open(ctx, req.Puzzle)
	if err != nil {
		return nil, err
	}
	inst := puzzle.In(p.inst, req.Lang)
	player, ok := inst.(puzzle.Player)
	if !ok {
		return nil, cannot(p.family, "played")
	}
	if len(req.State) > s.cfg.Limits.State {
		return nil, &apiError{Status: http.StatusRequestEntityTooLarge, Code: "too-large",
			Message: fmt.Sprintf("the state has %d bytes, at most %d are taken", len(req.State), s.cfg.Limits.State)}
	}
	if len(req.Moves) > s.cfg.Limits.Moves {
		return nil, &apiError{Status: http.StatusRequestEntityTooLarge, Code: "too-large",
			Message: fmt.Sprintf("%d moves, at most %d are taken at once", len(req.Moves), s.cfg.Limits.Moves)}
	}
	pos := &position{p, inst, player, puzzle.State(req.State)}
	if req.State == "" {
		pos.state = player.Start()
	}
	if pos.state, err = puzzle.Replay(player, pos.state, req.Moves); err != nil {
		return nil, refused("move", err)
	}
	return pos, ctx.Err()
}

// stateRequest names a puzzle and how far its player has come: a state (the start when it is empty), and moves from there.
type stateRequest struct {
	Puzzle string        `json:"puzzle"`
	State  string        `json:"state"`
	Moves  []puzzle.Move `json:"moves"`
	Lang   string        `json:"lang"` // of the sentences, where the family has words for them
}

// verdictAnswer is the judgement of a state by the rules.
type verdictAnswer struct {
	Complete  bool          `json:"complete"`
	Solved    bool          `json:"solved"`
	Conflicts []puzzle.Ref  `json:"conflicts"`
	Clues     int           `json:"clues,omitempty"` // how many printed clues are counted off
	Met       []puzzle.Ref  `json:"met,omitempty"`   // those that hold as the state stands
	Left      []puzzle.Left `json:"left,omitempty"`  // how many marks are left to be found
}

func (p *position) verdict() (verdictAnswer, error) {
	v, err := p.player.Judge(p.state)
	if err != nil {
		return verdictAnswer{}, refused("state", err)
	}
	return verdictAnswer{v.Complete, v.Solved, list(v.Conflicts), v.Clues, v.Met, v.Left}, nil
}

func (s *Server) check(ctx context.Context, req stateRequest) (verdictAnswer, error) {
	p, err := s.position(ctx, req)
	if err != nil {
		return verdictAnswer{}, err
	}
	return p.verdict()
}

type applyAnswer struct {
	State   string        `json:"state"`
	Verdict verdictAnswer `json:"verdict"`
}

func (s *Server) apply(ctx context.Context, req stateRequest) (applyAnswer, error) {
	p, err := s.position(ctx, req)
	if err != nil {
		return applyAnswer{}, err
	}
	v, err := p.verdict()
	return applyAnswer{string(p.state), v}, err
}

// list makes sure that an empty list is written as [] and not as null.
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}
