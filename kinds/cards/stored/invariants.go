package stored

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/quandary-puzzles/quandary/kinds/cards"
	"github.com/quandary-puzzles/quandary/kinds/cards/cardfile"
	"github.com/quandary-puzzles/quandary/kinds/cards/invariant"
	"github.com/quandary-puzzles/quandary/ocl"
)

// maxJudged bounds the pairs of things and clues over which invariants are evaluated when a puzzle is loaded.
const maxJudged = 100_000

// compiled compiles the invariants of the file. Mistakes are reported with their places.
func (l *loader) compiled() {
	if len(l.d.Invariants) == 0 {
		return
	}
	var sources []invariant.Source
	for i, t := range l.d.Invariants {
		sources = append(sources, invariant.Source{Name: strconv.Itoa(i), Text: t.Value})
	}
	set, err := invariant.Compile(sources...)
	if err == nil {
		l.out.Set = set
		return
	}
	var list ocl.ErrorList
	if !errors.As(err, &list) {
		l.oclError(l.textOf(err), err)
		return
	}
	for _, e := range list {
		l.oclError(l.textOf(e), e)
	}
}

// textOf finds the text that an error is about.
func (l *loader) textOf(err error) cardfile.Text {
	name := ""
	var one *ocl.Error
	var budget *ocl.BudgetError
	switch {
	case errors.As(err, &one):
		name = one.File
	case errors.As(err, &budget):
		name = budget.File
	}
	if i, err := strconv.Atoi(name); err == nil && i < len(l.d.Invariants) {
		return l.d.Invariants[i]
	}
	return l.d.Invariants[0]
}

// rules makes the invariants rules of a factored puzzle: there they are about its one thing.
func (l *loader) rules() {
	if l.out.Set == nil || !l.out.Puzzle.Factored {
		return
	}
	var texts []string
	for _, t := range l.d.Invariants {
		texts = append(texts, t.Value)
	}
	l.out.Puzzle.Rules = l.out.Set.Rules(l.out.Puzzle, texts)
}

// keeps judges a puzzle that has its clues by the invariants.
func (l *loader) keeps() {
	p := l.out.Puzzle
	if l.out.Set == nil || p.Factored || !l.d.HasClues || p.NumThings()*len(p.Clues) > maxJudged {
		return
	}
	if err := l.out.Set.Check(context.Background(), p, nil, nil); err != nil {
		l.fail(l.d.Invariants[0].Pos, "%v", fmt.Errorf("the puzzle does not keep its invariants: %w", err))
	}
}

// Rules compiles the texts of OCL invariants.
func (Files) Rules(p *cards.Puzzle, texts []string) (cards.Rules, error) {
	var sources []invariant.Source
	for i, t := range texts {
		sources = append(sources, invariant.Source{Name: fmt.Sprintf("invariants %d", i+1), Text: t})
	}
	set, err := invariant.Compile(sources...)
	if err != nil {
		return nil, err
	}
	return set.Rules(p, texts), nil
}
