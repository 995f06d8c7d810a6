package web

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// RulesAnswer is what there is to say of a rules file.
type RulesAnswer struct {
	Marks  []Mark       `json:"marks"`
	Text   string       `json:"text,omitempty"`   // the file, where it was asked for by its family
	Family string       `json:"family,omitempty"` // of its puzzles, where it can be read
	Rules  string       `json:"rules,omitempty"`  // the file as parameters have it, before a comma and a size
	Title  string       `json:"title,omitempty"`
	Sizes  []string     `json:"sizes"`            // proposed for a board
	Params []RulesParam `json:"params,omitempty"` // what a size may have behind it
	Needs  []Technique  `json:"needs,omitempty"`  // what a puzzle can be asked to need
}

// Technique is one that the solution of a puzzle can be asked to need.
type Technique struct {
	Code string `json:"code"`
	Name string `json:"name"`
}

// TechniquesOf lists the techniques that a family can be asked for, with their names in a language.
func TechniquesOf(g puzzle.Generator, lang string) []Technique {
	out := []Technique{}
	name := g.About().TechniqueName
	if i := slices.IndexFunc(g.Options(), func(o puzzle.Option) bool { return o.Name == "technique" }); i >= 0 && name != nil {
		for _, code := range g.Options()[i].Values {
			out = append(out, Technique{code, cmp.Or(name(code, lang), code)})
		}
	}
	return out
}

// RulesParam is a number that belongs to a board.
type RulesParam struct {
	Name string `json:"name"`
	Lo   int    `json:"lo"`
	Hi   int    `json:"hi"`
}

type rulesRequest struct {
	Rules  string `json:"rules"`
	Family string `json:"family"` // instead: the file of a family, to begin with; template for a new one
	Deep   bool   `json:"deep"`   // also solve small boards
	Lang   string `json:"lang"`
}

// rulesTemplate is the name of the file to begin from nothing with.
const rulesTemplate = "template"

func (s *Server) makeRules(ctx context.Context, req rulesRequest, _ func(puzzle.Progress)) (RulesAnswer, error) {
	text := req.Rules
	if err := specText(text); err != nil {
		return RulesAnswer{}, err
	}
	if req.Family != "" {
		if text != "" {
			return RulesAnswer{}, badRequest(`expected either "rules" or "family"`)
		}
		name := req.Family
		if name == rulesTemplate {
			name = ""
		}
		var err error
		if text, err = s.cfg.Workshop.RulesText(name); err != nil {
			return RulesAnswer{}, refused("family", err)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, lintTime)
	defer cancel()
	ans := s.cfg.Workshop.Rules(ctx, text, req.Lang, req.Deep)
	if req.Family != "" {
		ans.Text = text
	}
	return ans, nil
}

type adviseAnswer struct {
	Move   string `json:"move"`
	Gone   int    `json:"gone"` // how many of the solutions that were looked at it excludes
	Of     int    `json:"of"`
	Unique bool   `json:"unique"` // whether one solution is left
}

func (s *Server) makeAdvise(ctx context.Context, req boardRequest, _ func(puzzle.Progress)) (adviseAnswer, error) {
	p, err := s.board(ctx, req)
	if err != nil {
		if problem, ok := errors.AsType[*boardProblem](err); ok {
			return adviseAnswer{}, refused("board", problem.err)
		}
		return adviseAnswer{}, err
	}
	a, err := s.cfg.Workshop.Advise(ctx, p.inst)
	if err != nil {
		return adviseAnswer{}, refused("board", err)
	}
	return adviseAnswer{string(a.Move), a.Gone, a.Of, a.Unique}, nil
}
