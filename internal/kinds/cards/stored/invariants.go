package stored

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardfile"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/invariant"
	"github.com/quandary-puzzles/quandary/ocl"
)

// maxJudged bounds the pairs of things and clues over which invariants are evaluated when a puzzle is loaded.
const maxJudged = 100_000

// invariants compiles the invariants of the file, so that mistakes in them are found, with their places, whatever becomes of them.
func (l *loader) invariants() {
	if len(l.d.Invariants) == 0 {
		return
	}
	var sources []invariant.Source
	for _, t := range l.d.Invariants {
		sources = append(sources, invariant.Source{Name: t.Pos.File, Text: t.Value, Place: placing(t)})
	}
	set, err := invariant.Compile(sources...)
	if err != nil {
		l.oclError(err)
		return
	}
	l.out.Set = set
}

// placing turns places in an OCL text into places in the file that it stands in.
func placing(t cardfile.Text) func(ocl.Pos) ocl.Pos {
	if !t.Pos.IsValid() {
		return nil
	}
	return func(p ocl.Pos) ocl.Pos {
		begin := 0
		for range p.Line - 1 {
			begin += strings.IndexByte(t.Value[begin:], '\n') + 1
		}
		at := t.At(begin + runeOffset(t.Value[begin:], p.Col))
		return ocl.Pos{Line: at.Line, Col: at.Col}
	}
}

// oclError reports a mistake in the OCL of the file, or what its evaluation broke off with, at its place.
func (l *loader) oclError(err error) {
	var list ocl.ErrorList
	var one *ocl.Error
	var budget *ocl.BudgetError
	switch {
	case errors.As(err, &list):
		for _, e := range list {
			l.oclError(e)
		}
	case errors.As(err, &one):
		msg := one.Msg
		if one.Nearest != "" {
			msg += " (did you mean " + one.Nearest + "?)"
		}
		l.failIn(one.File, one.Pos, "%s", msg)
	case errors.As(err, &budget):
		l.failIn(budget.File, budget.Pos, "too many %s: at most %d are allowed", budget.What, budget.Limit)
	default:
		l.fail(l.d.Invariants[0].Pos, "%v", err)
	}
}

// failIn reports a mistake at a place in a file.
func (l *loader) failIn(file string, p ocl.Pos, format string, args ...any) {
	l.fail(cardfile.Pos{File: file, Line: p.Line, Col: p.Col}, format, args...)
}

// rules makes the invariants of a factored puzzle rules where they are about its one thing, and not about clues.
func (l *loader) rules() {
	if l.out.Set == nil || !l.out.Puzzle.Factored {
		return
	}
	l.out.Puzzle.Rules = l.out.Set.Rules(l.out.Puzzle)
}

// keeps judges a puzzle that has its clues by the invariants.
func (l *loader) keeps() {
	p := l.out.Puzzle
	if l.out.Set == nil || !l.d.HasClues || p.NumThings()*len(p.Clues) > maxJudged {
		return
	}
	var err error
	if p.Factored {
		err = l.out.Set.CheckClues(context.Background(), p, l.out.Solution)
	} else {
		err = l.out.Set.Check(context.Background(), p)
	}
	var broken *invariant.BrokenError
	switch {
	case errors.As(err, &broken):
		l.failIn(broken.File, broken.Pos, "the puzzle does not keep its invariants: %v", err)
	case err != nil:
		l.oclError(err)
	}
}

// Rules compiles the texts of OCL invariants.
func Rules(p *deck.Puzzle, texts []string) (deck.Rules, error) {
	var sources []invariant.Source
	for i, t := range texts {
		sources = append(sources, invariant.Source{Name: fmt.Sprintf("invariants %d", i+1), Text: t})
	}
	set, err := invariant.Compile(sources...)
	if err != nil {
		return nil, err
	}
	return set.Rules(p), nil
}
