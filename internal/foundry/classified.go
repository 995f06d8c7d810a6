package foundry

import (
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Classifier tells classes of difficulty by what rating measured.
type Classifier interface {
	// Names are the classes, the easiest first.
	Names() []string
	// ByRating gives the index of a class.
	ByRating(puzzle.Rating) (int, error)
}

// classifiedTries is how many puzzles are made for one of a class.
const classifiedTries = 200

// Classified gives a family with the classes of a classifier in place of its own: puzzles of any class are made until one is of the class
// that is asked for. It is for families whose generators cannot be steered by other classes than their own.
func Classified(gen puzzle.Generator, c Classifier) puzzle.Generator {
	f := &classified{gen, c}
	if r, ok := gen.(puzzle.Reader); ok {
		return &classifiedReader{f, r}
	}
	return f
}

// classifiedReader is one whose puzzles are read and written.
type classifiedReader struct {
	*classified
	own puzzle.Reader
}

var _ puzzle.Reader = (*classifiedReader)(nil)

// Formats lists the family's formats.
func (f *classifiedReader) Formats() []puzzle.Format { return f.own.Formats() }

// Read reads puzzles of the family.
func (f *classifiedReader) Read(ctx context.Context, name string, r io.Reader, format string) iter.Seq[puzzle.Entry] {
	return f.own.Read(ctx, name, r, format)
}

type classified struct {
	puzzle.Generator
	classes Classifier
}

// Options lists the family's settings, with the other classes.
func (f *classified) Options() []puzzle.Option {
	out := slices.Clone(f.Generator.Options())
	for i := range out {
		if out[i].Name == "class" {
			out[i].Values = f.classes.Names()
		}
	}
	return out
}

// About gives what the family offers; settings are judged with the other classes.
func (f *classified) About() puzzle.About {
	about := f.Generator.About()
	own := about.CheckSettings
	about.CheckSettings = func(p puzzle.Params, s puzzle.Settings) error {
		if err := s.Validate(f.Options()); err != nil || own == nil {
			return err
		}
		return own(p, unclassed(s))
	}
	return about
}

// unclassed gives settings without the class.
func unclassed(s puzzle.Settings) puzzle.Settings {
	s = maps.Clone(s)
	delete(s, "class")
	return s
}

// Generate makes a puzzle of a class of the classifier.
func (f *classified) Generate(ctx context.Context, p puzzle.Params, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	names := f.classes.Names()
	want := slices.Index(names, s["class"])
	nearest, best := len(names), ""
	for try := range classifiedTries {
		g, err := f.Generator.Generate(ctx, p, unclassed(s), r.Derive("classified", uint64(try)), report)
		if err != nil {
			return g, err
		}
		rater, ok := g.Instance.(puzzle.Rater)
		if !ok {
			return g, fmt.Errorf("%s puzzles cannot be rated", f.Name())
		}
		rating, err := rater.Rate(ctx)
		if err != nil {
			return g, err
		}
		at, err := f.classes.ByRating(rating)
		if err != nil {
			return g, err
		}
		if g.Class = names[at]; want < 0 || at == want {
			return g, nil
		}
		if away := max(at-want, want-at); away < nearest {
			nearest, best = away, fmt.Sprintf("class %s: %s", names[at], puzzle.ID(f, g.Instance))
		}
		if report != nil {
			report(puzzle.Progress{Done: try + 1, Total: classifiedTries, Text: "nearest: " + best})
		}
	}
	return puzzle.Generated{}, &puzzle.UnreachableError{Target: "class " + s["class"], Best: best, Tries: classifiedTries}
}
