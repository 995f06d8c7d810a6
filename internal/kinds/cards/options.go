package cards

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/choose"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/laws"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/lexicon"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Options lists the settings of the generator.
func (Family) Options() []puzzle.Option {
	return []puzzle.Option{
		{Name: "class", Doc: "difficulty class; empty: any", Values: append([]string{""}, laws.Classes()...)},
		{Name: "theme", Doc: "word lists; plain are names such as A and a_1, of any number", Default: "any", Values: append(append([]string{"any"}, lexicon.Names()...), "plain")},
		{Name: "lang", Doc: "language of the names and values of a theme", Default: "en", Values: phrases.Languages()},
		{Name: "clues", Doc: "how many clues: a number, or bounds such as 3-5 or 4-; empty: as many as it takes"},
		{Name: "forms", Doc: "forms of clues allowed, with bounds where wanted: is:0-1,if-is,or:1-; or paper, places, all (docs/cards.md)"},
		{Name: "solution", Doc: "a statement that the solution fulfils, such as 'top = red and body = red'; empty: any"},
		{Name: "solutions", Doc: "how many solutions the puzzle has", Default: "1"},
		{Name: "useless", Doc: "clues that ban nothing", Default: "exclude", Values: choose.Policies[:]},
		{Name: "redundant", Doc: "clues that ban nothing but what the others ban", Default: "exclude", Values: choose.Policies[:]},
		{Name: "tries", Doc: "how many puzzles to try for the class and the other demands", Default: "300"},
	}
}

// Demand reads a generator's settings as a demand on a puzzle with domains.
func (f Family) Demand(p *deck.Puzzle, s puzzle.Settings) (choose.Demand, error) {
	opts := f.Options()
	d := choose.Demand{Puzzle: p}
	if err := s.Validate(opts); err != nil {
		return d, err
	}
	bad := func(name string, err error) (choose.Demand, error) { return d, fmt.Errorf("option %s: %w", name, err) }
	var err error
	d.Class = s.Get(opts, "class")
	if text := s.Get(opts, "clues"); text != "" {
		lo, hi, err := choose.ParseBound(text)
		if err != nil {
			return bad("clues", err)
		}
		if hi == 0 {
			return bad("clues", fmt.Errorf("expected at least one clue"))
		}
		d.MinClues, d.MaxClues = lo, max(hi, 0)
	}
	if text := s.Get(opts, "forms"); text != "" {
		if d.Forms, err = choose.ParseForms(text); err != nil {
			return bad("forms", err)
		}
		if err := checkPlaceForms(p, text); err != nil {
			return bad("forms", err)
		}
	}
	if text := s.Get(opts, "solution"); text != "" {
		if d.Where, err = p.Parse(text); err != nil {
			return bad("solution", err)
		}
	}
	for _, o := range []struct {
		name string
		to   *int
		hi   int
	}{{"solutions", &d.Solutions, deck.MaxSolutions}, {"tries", &d.Tries, 100_000}} {
		if *o.to, _, err = s.Number(opts, o.name, 1, o.hi, ""); err != nil {
			return d, err
		}
	}
	if d.Useless, err = choose.ParsePolicy(s.Get(opts, "useless")); err != nil {
		return bad("useless", err)
	}
	if d.Redundant, err = choose.ParsePolicy(s.Get(opts, "redundant")); err != nil {
		return bad("redundant", err)
	}
	return d, nil
}

// checkPlaceForms refuses forms about places that are asked for by name where there are none.
func checkPlaceForms(p *deck.Puzzle, text string) error {
	if p.Lineup != nil {
		return nil
	}
	for _, word := range strings.Split(text, ",") {
		name, _, _ := strings.Cut(strings.TrimSpace(word), ":")
		if name == "places" || deck.Form(name).Placed() {
			return fmt.Errorf("%s is about places, and this puzzle is no line-up: leave it out, or make a line-up (lineup in a file, or sizes such as lineup-4x4)", name)
		}
	}
	return nil
}

// Generate makes a puzzle with domains from the word lists. Unless something else is asked for it has one solution, and every
// clue is needed.
func (f Family) Generate(ctx context.Context, params puzzle.Params, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	size, ok := params.(cardSize)
	if !ok {
		return puzzle.Generated{}, fmt.Errorf("parameters of another family: %v", params)
	}
	if err := s.Validate(f.Options()); err != nil {
		return puzzle.Generated{}, err
	}
	d, err := f.draw(size, s, r)
	if err != nil {
		return puzzle.Generated{}, err
	}
	return f.Make(ctx, d, r.Derive("clues"), report)
}

// Make makes a puzzle that meets a demand; see choose.Maker.
func (f Family) Make(ctx context.Context, d choose.Demand, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	m, err := choose.Maker{Engine: f.Engine}.Make(ctx, d, r, report)
	if u, ok := errors.AsType[*puzzle.UnreachableError](err); ok {
		u.Target = strings.Replace(u.Target, "the demand", "cards:"+sizeOf(d.Puzzle).String(), 1)
	}
	if m.Puzzle == nil {
		return puzzle.Generated{}, err
	}
	in := f.wrap(m.Puzzle)
	return puzzle.Generated{Instance: in, Solution: Solution{in.P, m.Solutions[0]}, Class: m.Class, Work: m.Work}, err
}

// maxDomainDraws bounds how often domains are drawn so that they have what the solution asked for speaks of.
const maxDomainDraws = 300

// draw draws domains and reads the settings as a demand on them. Where the solution asked for speaks of properties or values that
// were not drawn, they are drawn again.
func (f Family) draw(size cardSize, s puzzle.Settings, r *rng.Stream) (choose.Demand, error) {
	for i := uint64(0); ; i++ {
		stream := r.Derive("domains")
		if i > 0 {
			stream = r.Derive("domains", i)
		}
		p, err := build(size, s.Get(f.Options(), "theme"), s.Get(f.Options(), "lang"), stream)
		if err != nil {
			return choose.Demand{}, err
		}
		d, err := f.Demand(p, s)
		if _, unknown := errors.AsType[*puzzle.UnknownError](err); !unknown || i == maxDomainDraws || s["solution"] == "" {
			return d, err
		}
	}
}
