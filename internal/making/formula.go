package making

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/judge"
)

// measures are what a formula can name. All are whole numbers.
var measures = []string{
	"hardest",   // the class of the hardest step, 1 to 7
	"rating",    // in hundredths
	"steps",     // how many there are
	"cost",      // the sum of their costs
	"worst",     // the cost of the dearest
	"lookups",   // steps of class 1
	"branching", // steps of class 7
	"places",    // how much is asked for
	"class1", "class2", "class3", "class4", "class5", "class6", "class7",
}

// functions are those that a formula may call.
var functions = []string{"min", "max", "abs"}

// Formula is the paper's C as an expression over what explaining measured, in the words of rules files.
type Formula struct{ expr *rules.Expr }

// mostFormula bounds the length of a formula.
const mostFormula = 1000

// ReadFormula reads a formula such as hardest * 10 + steps // 20. The error names the column, or the nearest measure.
func ReadFormula(text string) (*Formula, error) {
	if len(text) > mostFormula {
		return nil, fmt.Errorf("a formula of %d characters: at most %d", len(text), mostFormula)
	}
	text = strings.TrimSpace(text)
	tree, err := syntax.ParseExpr("", text)
	if err != nil {
		if at, ok := errors.AsType[*syntax.Error](err); ok {
			return nil, fmt.Errorf("column %d of %q: %s", at.Pos.Col, text, at.Msg)
		}
		return nil, err
	}
	for _, name := range rules.FreeNames(tree) {
		if !slices.Contains(measures, name) && !slices.Contains(functions, name) {
			return nil, puzzle.Unknownf("measure", name, measures)
		}
	}
	return &Formula{&rules.Expr{Text: doctree.Text{Value: text}, Tree: tree}}, nil
}

// value computes the formula for a puzzle's rating: an int64, a bool or a string.
func (f *Formula) value(ctx context.Context, b *rules.Board, r puzzle.Rating) (any, error) {
	bound := []judge.Binding{
		{Name: "hardest", Value: int64(r.Score)}, {Name: "rating", Value: int64(math.Floor(100 * r.Score))}, {Name: "steps", Value: int64(r.Steps)},
		{Name: "cost", Value: int64(math.Round(r.Cost))}, {Name: "lookups", Value: int64(stepsOf(r, 1))}, {Name: "branching", Value: int64(stepsOf(r, len(deduce.ClassCodes)))},
	}
	for n := range deduce.ClassCodes {
		bound = append(bound, judge.Binding{Name: fmt.Sprintf("class%d", n+1), Value: int64(stepsOf(r, n+1))})
	}
	for _, name := range []string{"worst", "places"} {
		v, _ := r.Features.Get(name)
		switch n := v.(type) {
		case int:
			bound = append(bound, judge.Binding{Name: name, Value: int64(n)})
		case float64:
			bound = append(bound, judge.Binding{Name: name, Value: int64(math.Round(n))})
		}
	}
	v, err := judge.Value(ctx, b, f.expr, f.expr.Tree, bound)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.expr.Value, err)
	}
	switch v.(type) {
	case int64, bool, string:
		return v, nil
	}
	return nil, fmt.Errorf("%s: expected a number, a word or a condition", f.expr.Value)
}

// holds computes a formula that is a condition.
func (f *Formula) holds(ctx context.Context, b *rules.Board, r puzzle.Rating) (bool, error) {
	v, err := f.value(ctx, b, r)
	if err != nil {
		return false, err
	}
	is, ok := v.(bool)
	if !ok {
		return false, fmt.Errorf("option where: %s is no condition: expected one such as steps >= 30 and cost < 3 * steps", f.expr.Value)
	}
	return is, nil
}

// class names the class of a puzzle: the value of the formula.
func (f *Formula) class(ctx context.Context, b *rules.Board, r puzzle.Rating) (string, error) {
	v, err := f.value(ctx, b, r)
	return strings.ReplaceAll(fmt.Sprint(v), "/", "-"), err
}
