package cards

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/laws"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/lexicon"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/stored"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/solve"
)

// Family is the family of clue cards.
type Family struct {
	// Engine solves factored puzzles and chooses clues under invariants; without one both are errors.
	Engine solve.Engine
}

// Name is "cards".
func (Family) Name() string { return "cards" }

// Summary says what the family is.
func (Family) Summary() string {
	return "clue cards: of many things, told apart by their properties, clues ban all but one; and line-ups"
}

// About gives what the family offers beyond the contract.
func (f Family) About() puzzle.About {
	return puzzle.About{
		Languages: phrases.Languages,
		Suggested: f.Suggested,
		Shelf:     f.Shelf,
		FromShelf: f.FromShelf,
	}
}

// cardSize are the parameters: how many values each property has; or, of line-ups, how many categories at how many places.
type cardSize struct {
	Domains  []int
	Factored bool
	Lineup   bool // Domains are categories, places
	Round    bool
}

// String gives them as 3x3x3, lineup-4x5 (4 categories at 5 places), round-2x6, factored-9x9x9.
func (s cardSize) String() string {
	prefix := ""
	switch {
	case s.Round:
		prefix = "round-"
	case s.Lineup:
		prefix = "lineup-"
	case s.Factored:
		prefix = "factored-"
	}
	words := make([]string, len(s.Domains))
	for i, n := range s.Domains {
		words[i] = strconv.Itoa(n)
	}
	return prefix + strings.Join(words, "x")
}

// ParseParams reads sizes such as 3x3x3 or lineup-4x5. The empty text means 3x3x3.
func (Family) ParseParams(text string) (puzzle.Params, error) {
	if text == "" {
		text = "3x3x3"
	}
	var s cardSize
	rest := text
	for prefix, set := range map[string]func(){
		"lineup-":   func() { s.Factored, s.Lineup = true, true },
		"round-":    func() { s.Factored, s.Lineup, s.Round = true, true, true },
		"factored-": func() { s.Factored = true },
	} {
		if after, ok := strings.CutPrefix(text, prefix); ok {
			rest = after
			set()
		}
	}
	bad := fmt.Errorf("expected the numbers of values such as 3x3x3, or lineup-4x5 for 4 categories at 5 places, found %s", nearest.Quote(text))
	if len(rest) > 4*deck.MaxProperties {
		return nil, bad
	}
	for _, word := range strings.Split(rest, "x") {
		n, err := strconv.Atoi(word)
		if err != nil || strconv.Itoa(n) != word || n < 1 || n > deck.MaxValues {
			return nil, bad
		}
		s.Domains = append(s.Domains, n)
	}
	if s.Lineup && (len(s.Domains) != 2 || s.Domains[0]*s.Domains[1] > deck.MaxProperties) || len(s.Domains) > deck.MaxProperties {
		return nil, bad
	}
	return s, nil
}

// sizeOf gives the parameters of a puzzle.
func sizeOf(p *deck.Puzzle) cardSize {
	if l := p.Lineup; l != nil {
		return cardSize{Domains: []int{len(l.Categories), l.Places}, Factored: true, Lineup: true, Round: l.Round}
	}
	s := cardSize{Factored: p.Factored}
	for i := range p.Properties {
		s.Domains = append(s.Domains, len(p.Properties[i].Values))
	}
	return s
}

// Decode reads a description: the puzzle as JSON, in base64 for URLs.
func (f Family) Decode(params puzzle.Params, desc string) (puzzle.Instance, error) {
	p, err := deck.FromDesc(desc)
	if err != nil {
		return nil, err
	}
	if err := compile(p); err != nil {
		return nil, err
	}
	if want, ok := params.(cardSize); !ok || sizeOf(p).String() != want.String() {
		return nil, fmt.Errorf("the description is of a puzzle of size %s, not %s", sizeOf(p), params)
	}
	return f.wrap(p), nil
}

// compile reads the invariants of a puzzle that has them as texts, or of another.
func compile(p *deck.Puzzle) (err error) {
	if p.Rules != nil {
		p.Rules, err = stored.Rules(p, p.Rules.Texts())
	}
	return err
}

// Formats lists the formats.
func (Family) Formats() []puzzle.Format { return stored.Formats() }

// Read reads the puzzles of a stream.
func (f Family) Read(ctx context.Context, name string, r io.Reader, format string) iter.Seq[puzzle.Entry] {
	return func(yield func(puzzle.Entry) bool) {
		for e, l := range stored.Read(ctx, name, r, format) {
			if l != nil {
				if e.Instance = f.wrap(l.Puzzle); l.Solution != nil {
					e.Answer = Solution{l.Puzzle, l.Solution}
				}
			}
			if !yield(e) {
				return
			}
		}
	}
}

// Shelf lists the names of the puzzles that come with the program.
func (Family) Shelf() []string { return stored.Gallery() }

// FromShelf gives a puzzle that comes with the program.
func (f Family) FromShelf(name string) (puzzle.Instance, error) {
	l, err := stored.FromGallery(name)
	if err != nil {
		return nil, err
	}
	return f.wrap(l.Puzzle), nil
}

// Instance is one puzzle of clue cards.
type Instance struct {
	P     *deck.Puzzle
	shown string // the language in which it is drawn and explained; empty: that of the puzzle
	f     Family
	table *solving.Table // nil for factored puzzles
	bans  []bitset.Set   // by clue

	answers func() *answerWords // made when an answer is read for the first time
}

// NewInstance wraps a puzzle, which must not be changed afterwards; the error of an invalid one says what is wrong.
func (f Family) NewInstance(p *deck.Puzzle) (*Instance, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return f.wrap(p), nil
}

// wrap makes the instance of a valid puzzle.
func (f Family) wrap(p *deck.Puzzle) *Instance {
	about := laws.NewSubject(p, f.Engine)
	in := &Instance{P: p, f: f, table: about.Table, bans: about.Bans, answers: sync.OnceValue(func() *answerWords { return newAnswerWords(p) })}
	return in
}

// In gives the same puzzle, drawn and explained in another language.
func (in *Instance) In(lang string) puzzle.Instance {
	out := *in
	out.shown = lexicon.Language(lang)
	return &out
}

// ToldIn lists the languages in which steps are told.
func (in *Instance) ToldIn() []string { return lexicon.Languages() }

// lang is the language in which the puzzle is drawn and explained.
func (in *Instance) lang() string {
	if in.shown != "" {
		return in.shown
	}
	return in.P.Language()
}

// say says words of the program in the language of the puzzle.
func (in *Instance) say(key string, fill ...string) string {
	return lexicon.Words().Say(in.lang(), key, fill...)
}

// Meant is how many solutions the puzzle is meant to have.
func (in *Instance) Meant() int { return max(in.P.Solutions, 1) }

// Params gives the size.
func (in *Instance) Params() puzzle.Params { return sizeOf(in.P) }

// Desc gives the puzzle as JSON, in base64 for URLs.
func (in *Instance) Desc() string { return in.P.Desc() }

// Extras gives what the puzzle offers beyond the contract.
func (in *Instance) Extras() puzzle.Extras {
	x := puzzle.Extras{
		Claims:         in.claims(),
		Refute:         in.Refute,
		Tell:           in.Tell,
		BrokenClues:    in.BrokenClues,
		Methods:        in.Methods,
		In:             in.In,
		ToldIn:         in.ToldIn,
		Meant:          in.Meant,
		SolutionsScene: in.SolutionsScene,
		FindAnswers:    in.FindAnswers,
		Credit:         in.Credit,
		Remarks:        in.Remarks,
	}
	if in.table == nil { // of things that are listed the clues tell alone what is wrong
		x.Mistakes = in.Mistakes
	}
	return x
}

// Encode writes the puzzle in a format.
func (in *Instance) Encode(format string) (string, error) { return stored.Encode(in.P, format) }

// Solution is a solution: a thing that no clue bans.
type Solution struct {
	P *deck.Puzzle
	T deck.Thing
}

// Encode gives the value of each property; of a line-up, for each category its values in the order of the places.
func (s Solution) Encode(string) (any, error) {
	var o record.Object
	if l := s.P.Lineup; l != nil {
		for c := range l.Categories {
			o.Set(l.Categories[c].Name, record.List(s.row(c)))
		}
		return o, nil
	}
	for k, v := range s.T {
		o.Set(s.P.Properties[k].Name, s.P.Properties[k].Values[v])
	}
	return o, nil
}

// row gives the values of a category in the order of the places.
func (s Solution) row(c int) []string {
	l := s.P.Lineup
	var out []string
	for _, v := range s.T[c*l.Places : (c+1)*l.Places] {
		out = append(out, l.Categories[c].Values[v])
	}
	return out
}

// Desc gives the index of each property's value.
func (s Solution) Desc() string {
	words := make([]string, len(s.T))
	for k, v := range s.T {
		words[k] = strconv.Itoa(v)
	}
	return strings.Join(words, ".")
}

// CheckSolution judges a solution by what the clues mean, with no code of the solvers.
func (in *Instance) CheckSolution(s puzzle.Solution) error {
	sol, ok := s.(Solution)
	if !ok {
		return fmt.Errorf("a %T is no solution of clue cards", s)
	}
	return in.P.CheckThing(sol.T)
}

// Reasoning gives the puzzle to reason about.
func (in *Instance) Reasoning() laws.Subject {
	return laws.Subject{P: in.P, Table: in.table, Bans: in.bans, Engine: in.f.Engine}
}

// Rate grades the puzzle by forward reasoning.
func (in *Instance) Rate(ctx context.Context) (puzzle.Rating, error) { return in.Reasoning().Rate(ctx) }

// left gives the things that no clue bans.
func (in *Instance) left() bitset.Set {
	out := in.table.All.Clone()
	for _, b := range in.bans {
		out.AndNot(b)
	}
	return out
}

// Solve finds up to limit solutions: the things that no clue bans. Factored puzzles are solved by the engine.
func (in *Instance) Solve(ctx context.Context, limit int) (puzzle.Result, error) {
	limit = max(limit, 2)
	if err := ctx.Err(); err != nil {
		return puzzle.Result{}, err
	}
	if in.table == nil {
		return in.solveFactored(ctx, limit)
	}
	left := in.left().List()
	res := puzzle.Result{Complete: len(left) <= limit, Count: min(len(left), limit)}
	for _, i := range left[:res.Count] {
		res.Solutions = append(res.Solutions, Solution{in.P, in.P.Thing(i)})
	}
	res.Work.Set("things", in.table.N)
	res.Work.Set("clues", len(in.bans))
	res.Status = status(res.Count, true)
	return res, nil
}

// status says what is known when so many solutions were found, and whether those are all.
func status(found int, all bool) puzzle.Status {
	switch {
	case found > 1:
		return puzzle.Several
	case !all:
		return puzzle.Unknown
	case found == 1:
		return puzzle.Unique
	}
	return puzzle.None
}

func (in *Instance) solveFactored(ctx context.Context, limit int) (puzzle.Result, error) {
	var res puzzle.Result
	found, err := solving.Solutions(ctx, in.f.Engine, in.P, limit)
	for _, t := range found.Things {
		res.Solutions = append(res.Solutions, Solution{in.P, t})
	}
	for _, w := range found.Work {
		res.Work.Set(w.Name, w.N)
	}
	res.Count, res.Complete = len(found.Things), found.All
	res.Status = status(res.Count, found.All)
	return res, err
}
