package foundry

import (
	"context"
	"io"
	"iter"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// family is what a family of the program's own offers, and one that a rules file states.
type family interface {
	puzzle.Generator
	puzzle.Reader
}

// beside is a family with a program of its own, beside the rules file that states it too. The program makes, solves and explains its puzzles;
// the rules file reads board files, whose marks it judges. What it has read has parameters and descriptions of its form, so that its ids open:
//
//	fillomino:3x3,t=0:3_3/-_3_-/-_-_-/1_-_3
type beside struct {
	family        // the program
	board  family // the rules file
	reads  func(head string) bool
}

// of gives the one that parameters belong to. Those of rules files stand behind a comma.
func (b beside) of(params string) family {
	if strings.Contains(params, ",") {
		return b.board
	}
	return b.family
}

// About is that of the program; parameters of the rules file are left to it.
func (b beside) About() puzzle.About {
	about := b.family.About()
	about.CheckSettings = func(p puzzle.Params, s puzzle.Settings) error { return b.of(p.String()).About().CheckSettings(p, s) }
	about.Blank = func(p puzzle.Params) (puzzle.Instance, error) { return b.of(p.String()).About().Blank(p) }
	return about
}

// ParseParams reads the parameters of either.
func (b beside) ParseParams(text string) (puzzle.Params, error) { return b.of(text).ParseParams(text) }

// Decode reads the description of either. Boards of rules files have lines, with / between them; a list of constraints begins with a point.
func (b beside) Decode(p puzzle.Params, desc string) (puzzle.Instance, error) {
	if !strings.Contains(desc, "/") || strings.HasPrefix(desc, ".") {
		return b.of(p.String()).Decode(p, desc)
	}
	q, err := b.board.ParseParams(p.String())
	if err != nil {
		return nil, err
	}
	return b.board.Decode(q, desc)
}

// Generate makes a puzzle of parameters of either.
func (b beside) Generate(ctx context.Context, p puzzle.Params, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	return b.of(p.String()).Generate(ctx, p, s, r, report)
}

// Read reads a stream that begins as the rules file's boards do by that, any other by the program.
func (b beside) Read(ctx context.Context, name string, r io.Reader, format string) iter.Seq[puzzle.Entry] {
	if format == "" {
		var head string
		if r, head = record.Head(r); b.reads(head) {
			return b.board.Read(ctx, name, r, format)
		}
	}
	return b.family.Read(ctx, name, r, format)
}
