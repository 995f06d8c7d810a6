package web

import (
	"context"
	"net/http"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// CardMaker makes puzzles of clue cards of a setter's own. The program hands it in. The texts come from anyone: the method is
// bounded.
type CardMaker interface {
	// MakeCards makes a puzzle of properties and OCL invariants; settings are options of the generator.
	MakeCards(ctx context.Context, properties, invariants string, settings puzzle.Settings, seed uint64, report func(puzzle.Progress)) (puzzle.Generated, error)
}

type cardsRequest struct {
	Properties string            `json:"properties"`
	Invariants string            `json:"invariants"`
	Settings   map[string]string `json:"settings"`
	Seed       uint64            `json:"seed"`
	Lang       string            `json:"lang"`
}

// makeCards makes a puzzle of clue cards of one's own.
func (s *Server) makeCards(ctx context.Context, req cardsRequest, report func(puzzle.Progress)) (generateAnswer, error) {
	if s.cfg.Cards == nil {
		return generateAnswer{}, &apiError{Status: http.StatusUnprocessableEntity, Code: "unsupported", Message: "clue cards cannot be made here"}
	}
	fam, err := s.cfg.Families.Lookup("cards")
	if err != nil {
		return generateAnswer{}, refused("family", err)
	}
	g, err := s.cfg.Cards.MakeCards(ctx, req.Properties, req.Invariants, puzzle.Settings(req.Settings), req.Seed, report)
	if err != nil {
		return generateAnswer{}, refused("cards", err)
	}
	p := newOpened(fam, g.Instance)
	s.puzzles.keep(p.id, p)
	v, err := s.viewOf(p, req.Lang)
	return generateAnswer{v, g.Class, g.Work}, err
}

// newCardsPage is the form for a puzzle of clue cards of one's own.
func (s *Server) newCardsPage(_ *http.Request, d *pageData) error {
	if s.cfg.Cards == nil {
		return notFound("page", "/cards/new", nil)
	}
	d.Nav, d.Title = "cards", d.T("newcards")
	var classes []string
	if fam, err := s.cfg.Families.Lookup("cards"); err == nil {
		if gen, ok := fam.(puzzle.Generator); ok {
			for _, o := range gen.Options() {
				if o.Name == "class" {
					classes = o.Values
				}
			}
		}
	}
	d.Body = classes
	return nil
}
