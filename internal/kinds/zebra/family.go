// Package zebra is the family of zebra puzzles: logic puzzles in which the items of several categories are matched one to
// one by clues. They are also known as elimination puzzles, Einstein puzzles and logic grids.
//
// This package keeps the contract of package puzzle: ids, play, judging, pictures, questions and answers. An [Instance] holds a
// [matching.Puzzle]. The work is done in the rooms below, each of which says in its package comment how:
//
//	matching   what a puzzle is, and what its clues mean: the judge, and facts
//	language   reading and writing: the clue language, streams, sentences, word lists
//	solver     all solutions
//	ladder     explanations step by step, ratings, refutations
//	telling    the solution in few sentences
//	making     generation
//	symmetry   canonical forms
package zebra

import (
	"bufio"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/ladder"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/making"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/solver"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/symmetry"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/telling"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// Family is the family of zebra puzzles.
type Family struct{}

// Name is "zebra".
func (Family) Name() string { return "zebra" }

// Summary says what the family is.
func (Family) Summary() string {
	return "zebra puzzles: match the items of several categories by clues (elimination, Einstein, logic grid)"
}

// About gives what the family offers beyond the contract.
func (f Family) About() puzzle.About {
	return puzzle.About{
		Suggested:     f.Suggested,
		TechniqueName: ladder.TechniqueName,
		Shelf:         f.Shelf,
		FromShelf:     f.FromShelf,
		CheckSettings: f.CheckSettings,
		Levels:        f.Levels,
		Languages:     phrases.Languages,
	}
}

// ParseParams reads a size such as 5x6: 5 categories of 6 items each. The empty text means 5x5.
func (Family) ParseParams(text string) (puzzle.Params, error) {
	if text == "" {
		return matching.Size{Categories: 5, Items: 5}, nil
	}
	a, b, ok := strings.Cut(text, "x")
	m, err1 := strconv.Atoi(a)
	n, err2 := strconv.Atoi(b)
	if !ok || err1 != nil || err2 != nil || a != strconv.Itoa(m) || b != strconv.Itoa(n) {
		return nil, fmt.Errorf("expected categories and items such as 5x6, found %q", nearest.Clip(text))
	}
	if m < 1 || m > matching.MaxCategories-1 || n < 1 || n > matching.MaxItems {
		return nil, fmt.Errorf("size %s: expected 1 to %d categories of 1 to %d items", nearest.Clip(text), matching.MaxCategories-1, matching.MaxItems)
	}
	return matching.Size{Categories: m, Items: n}, nil
}

// maxDesc bounds the description of an id, in bytes.
const maxDesc = 2 << 20

// Decode reads a description: the puzzle in the clue language as JSON, in base64 for URLs.
func (Family) Decode(params puzzle.Params, desc string) (puzzle.Instance, error) {
	if len(desc) > maxDesc {
		return nil, fmt.Errorf("the description is longer than %d bytes", maxDesc)
	}
	raw, err := base64.RawURLEncoding.DecodeString(desc)
	if err != nil {
		return nil, fmt.Errorf("the description is not in base64: %w", err)
	}
	p, err := language.ReadYAML("description", raw)
	if err != nil {
		return nil, err
	}
	if want, ok := params.(matching.Size); !ok || p.Size() != want {
		return nil, fmt.Errorf("the description is of a puzzle of size %s, not %s", p.Size(), params)
	}
	return &Instance{p}, nil
}

// Instance is one zebra puzzle.
type Instance struct{ P *matching.Puzzle }

// NewInstance wraps a valid puzzle, which must not be changed afterwards.
func NewInstance(p *matching.Puzzle) (*Instance, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return &Instance{p}, nil
}

// Params gives the size.
func (in *Instance) Params() puzzle.Params { return in.P.Size() }

// Desc gives the puzzle in the clue language as JSON, in base64 for URLs.
func (in *Instance) Desc() string {
	raw, err := record.AppendJSON(nil, language.Object(language.Own(in.P)))
	if err != nil {
		panic(err) // the object holds texts, numbers and booleans only
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// Extras gives what the puzzle offers beyond the contract.
func (in *Instance) Extras() puzzle.Extras {
	return puzzle.Extras{
		In:          in.In,
		ToldIn:      in.ToldIn,
		NamedIn:     in.NamedIn,
		Replay:      in.moves().Replay,
		Mistakes:    in.Mistakes,
		Refute:      in.Refute,
		BrokenClues: in.BrokenClues,
		Claims:      in.claims(),
		Tell:        in.Tell,
		Hint:        in.Hint,
		FindAnswers: in.FindAnswers,
	}
}

// In gives the same puzzle, told in another language: in its words where it is drawn from word lists. Otherwise items keep
// their names; and clues keep the words of their author.
func (in *Instance) In(lang string) puzzle.Instance { return &Instance{language.In(in.P, lang)} }

// ToldIn lists the languages in which steps are told.
func (in *Instance) ToldIn() []string { return phrases.Languages() }

// NamedIn lists the languages that have words for the items.
func (in *Instance) NamedIn() (langs []string) {
	for p := range language.InAll(in.P) {
		langs = append(langs, p.Lang)
	}
	return langs
}

// Encode writes the puzzle in a format: yaml.
func (in *Instance) Encode(format string) (string, error) {
	if format == "" || format == "yaml" {
		return language.YAML(language.Own(in.P)), nil
	}
	return "", puzzle.Unknownf("format", format, []string{"yaml"})
}

// solved is a solution of a puzzle.
type solved struct {
	P *matching.Puzzle
	G matching.Grid
}

// Encode gives, for each category, its labels in the order of the line (or of the first category).
func (s solved) Encode(string) (any, error) {
	o := record.Object{}
	for c := range s.P.Cats {
		if s.P.Implicit && c == s.P.Line {
			continue
		}
		o = append(o, record.Member{Key: s.P.Cats[c].Name, Value: record.List(labels(s.P, s.G, c))})
	}
	return o, nil
}

// labels gives those of a category in a grid.
func labels(p *matching.Puzzle, g matching.Grid, c int) []string {
	var ls []string
	for _, i := range g[c] {
		ls = append(ls, p.Cats[c].Items[i])
	}
	return ls
}

// Desc gives the index of each item, category after category.
func (s solved) Desc() string {
	var b strings.Builder
	for c, row := range s.G {
		if c > 0 {
			b.WriteByte('/')
		}
		for i, x := range row {
			if i > 0 {
				b.WriteByte('.')
			}
			b.WriteString(strconv.Itoa(x))
		}
	}
	return b.String()
}

// Solve finds up to limit solutions.
func (in *Instance) Solve(ctx context.Context, limit int) (puzzle.Result, error) {
	out, err := solver.Solve(ctx, in.P, max(limit, 2))
	res := puzzle.Result{Count: len(out.Grids), Complete: out.Complete,
		Work: record.Object{{Key: "nodes", Value: out.Nodes}, {Key: "fails", Value: out.Fails}}}
	for _, g := range out.Grids {
		res.Solutions = append(res.Solutions, solved{in.P, g})
	}
	res.Status = puzzle.StatusOf(len(out.Grids), out.Complete)
	return res, err
}

// CheckSolution judges a solution by the meaning of every clue.
func (in *Instance) CheckSolution(s puzzle.Solution) error {
	sol, ok := s.(solved)
	if !ok {
		return fmt.Errorf("a %T is no solution of a zebra puzzle", s)
	}
	err := in.P.CheckGrid(sol.G)
	if broken, ok := errors.AsType[*matching.BrokenError](err); ok {
		err = fmt.Errorf("%w: %s", err, language.Sentence(in.P, in.P.Clues[broken.Clue], in.P.Lang))
	}
	return err
}

// Explain gives the steps from a state, each the cheapest that the state offers.
func (in *Instance) Explain(ctx context.Context, from puzzle.State, opt puzzle.ExplainOptions) iter.Seq2[puzzle.Step, error] {
	return ladder.Explain(ctx, in.P, from, opt)
}

// Tell gives the solution of the whole puzzle from a state in as few sentences as are found.
func (in *Instance) Tell(ctx context.Context, from puzzle.State) iter.Seq2[puzzle.Step, error] {
	return telling.Tell(ctx, in.P, from)
}

// Hint gives the next sentence from a state.
func (in *Instance) Hint(ctx context.Context, from puzzle.State) (*puzzle.Step, error) {
	return telling.Hint(ctx, in.P, from)
}

// Refute gives the argument against a mark of a player.
func (in *Instance) Refute(ctx context.Context, s puzzle.State, ref puzzle.Ref) (puzzle.Step, bool, error) {
	return ladder.Refute(ctx, in.P, s, ref)
}

// Rate grades the puzzle by the steps that solve it.
func (in *Instance) Rate(ctx context.Context) (puzzle.Rating, error) { return ladder.Rate(ctx, in.P) }

// Conflict names a smallest set of clues that cannot hold together; nil when the puzzle has a solution.
func (in *Instance) Conflict() error { return ladder.Conflict(context.Background(), in.P) }

// Symmetries gives those that the puzzle has.
func (in *Instance) Symmetries() puzzle.Symmetries { return symmetry.Symmetries(in.P, opened) }

// Canonical gives the canonical form.
func (in *Instance) Canonical(ctx context.Context, budget int) (puzzle.Form, error) {
	return symmetry.Canonical(ctx, in.P, budget, opened)
}

// opened is NewInstance for the rooms below.
func opened(p *matching.Puzzle) (puzzle.Instance, error) { return NewInstance(p) }

// Options lists the settings of the generator.
func (Family) Options() []puzzle.Option { return making.Options() }

// CheckSettings judges settings as Generate does.
func (Family) CheckSettings(p puzzle.Params, s puzzle.Settings) error {
	size, err := sizeOf(p)
	if err != nil {
		return err
	}
	return making.Check(size, s)
}

// Generate makes a puzzle.
func (Family) Generate(ctx context.Context, p puzzle.Params, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	size, err := sizeOf(p)
	if err != nil {
		return puzzle.Generated{}, err
	}
	m, err := making.Generate(ctx, size, s, r, report)
	if err != nil {
		return puzzle.Generated{}, err
	}
	return puzzle.Generated{Instance: &Instance{m.Puzzle}, Solution: solved{m.Puzzle, m.Grid}, Class: m.Class, Work: m.Work}, nil
}

func sizeOf(p puzzle.Params) (matching.Size, error) {
	size, ok := p.(matching.Size)
	if !ok {
		return size, fmt.Errorf("parameters of another family: %v", p)
	}
	return size, nil
}

// Formats lists the formats.
func (Family) Formats() []puzzle.Format {
	return []puzzle.Format{
		{Name: "yaml", Doc: "the clue language (docs/zebra.md), one puzzle a document", Extensions: []string{".yaml", ".yml"}, Between: "---\n"},
		{Name: language.LineupFormat, Doc: "text blocks: heading, categories, numbered clue sentences, answer table", Extensions: []string{".txt"}, ReadOnly: true},
	}
}

// Read reads the puzzles of a stream: lineup blocks, or YAML documents separated by --- lines.
func (Family) Read(ctx context.Context, name string, r io.Reader, format string) iter.Seq[puzzle.Entry] {
	return func(yield func(puzzle.Entry) bool) {
		br := bufio.NewReaderSize(r, 1<<16)
		if format == "" {
			format = language.Recognise(br)
		}
		read := language.ReaderOf(format)
		if read == nil {
			yield(puzzle.Entry{Line: 1, Err: puzzle.Unknownf("format", format, []string{"yaml", language.LineupFormat})})
			return
		}
		read(name, br, func(b language.Block) bool {
			e := puzzle.Entry{Line: b.Line, Format: format, Err: b.Err}
			if b.Err == nil {
				e.Instance = &Instance{b.Puzzle}
				if b.Answer != nil {
					e.Answer = solved{b.Puzzle, b.Answer}
				}
			}
			return yield(e) && ctx.Err() == nil
		})
	}
}
