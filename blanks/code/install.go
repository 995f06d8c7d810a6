package code

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/py/syntax"
)

// overlaps reports whether two places cannot be blank together. Operators may be, with what stands beside them.
func overlaps(a, b *Place) bool { return a.From < b.To && b.From < a.To }

// chosen is a place with the pieces that stand in its bank: indexes into its Pieces, the right one among them.
type chosen struct {
	*Place
	bank []int
}

// install puts choices into the tree, numbered as the places are. It gives what takes them out again.
func install(places []chosen) (undo func(), err error) {
	order := make([]int, len(places))
	for i := range order {
		order[i] = i
	}
	// What stands inside comes first, so that the copies that an operator's choice makes hold the choices in its operands. Order of
	// lines comes last: it takes the statements as they then are.
	slices.SortStableFunc(order, func(a, b int) int { return span(places[a].Place) - span(places[b].Place) })
	var undos []func()
	undo = func() {
		for _, u := range slices.Backward(undos) {
			u()
		}
	}
	for _, i := range order {
		u, err := places[i].install(i)
		if err != nil {
			undo()
			return nil, err
		}
		undos = append(undos, u)
	}
	return undo, nil
}

// span is how much of the tree a place replaces.
func span(p *Place) int {
	if p.expr != nil {
		return int((*p.expr).End().Offset - (*p.expr).Start().Offset)
	}
	b := *p.block
	return int(b[p.first+p.count-1].End().Offset-b[p.first].Start().Offset) + 1
}

func (c chosen) install(number int) (undo func(), err error) {
	if c.expr != nil {
		old := *c.expr
		choice := &syntax.ChoiceExpr{Number: number, Apart: !c.pure || holdsChoice(old)}
		choice.Span = syntax.Span{From: old.Start(), To: old.End()}
		for _, k := range c.bank {
			x, err := c.piece(old, k)
			if err != nil {
				return nil, err
			}
			choice.X = append(choice.X, x)
		}
		*c.expr = choice
		return func() { *c.expr = old }, nil
	}
	block := *c.block
	old := slices.Clone(block)
	var bodies [][]syntax.Stmt
	for _, k := range c.bank {
		var body []syntax.Stmt
		switch {
		case c.ops != nil:
			s := *old[c.first].(*syntax.AugStmt)
			s.Op = c.ops[k]
			body = []syntax.Stmt{&s}
		default:
			if body, err = parseLines(c.Pieces[k]); err != nil {
				return nil, fmt.Errorf("%q: %w", c.Pieces[k], err)
			}
		}
		bodies = append(bodies, body)
	}
	// An if for each piece, whose condition is the choice: which of them counts is settled where the first is reached.
	var out []syntax.Stmt
	for k := len(bodies) - 1; k >= 0; k-- {
		choice := &syntax.ChoiceExpr{Number: number, Apart: true}
		choice.Span = syntax.Span{From: old[c.first].Start(), To: old[c.first].End()}
		for j := range bodies {
			word := "False"
			if j == k {
				word = "True"
			}
			lit := &syntax.ConstLit{Word: word}
			lit.Span = choice.Span
			choice.X = append(choice.X, lit)
		}
		s := &syntax.IfStmt{Cond: choice, Body: bodies[k], Else: out}
		s.Span = syntax.Span{From: old[c.first].Start(), To: old[c.first+c.count-1].End()}
		out = []syntax.Stmt{s}
	}
	// The block keeps its length, so that other places in it stay where they are.
	block[c.first] = out[0]
	for i := 1; i < c.count; i++ {
		pass := &syntax.PassStmt{}
		pass.Span = syntax.Span{From: old[c.first+i].Start(), To: old[c.first+i].End()}
		block[c.first+i] = pass
	}
	return func() { copy(block, old) }, nil
}

func holdsChoice(x syntax.Expr) bool {
	if _, ok := x.(*syntax.ChoiceExpr); ok {
		return true
	}
	return slices.ContainsFunc(syntax.Children(x), holdsChoice)
}

// piece gives the tree of a piece in the place of an expression.
func (c chosen) piece(old syntax.Expr, k int) (syntax.Expr, error) {
	if c.ops != nil {
		switch x := old.(type) {
		case *syntax.BinaryExpr:
			y := *x
			y.Op = c.ops[k]
			return &y, nil
		case *syntax.BoolExpr:
			y := *x
			y.Op = c.ops[k]
			return &y, nil
		case *syntax.CompareExpr:
			y := *x
			y.Ops = slices.Clone(x.Ops)
			y.Ops[c.opAt] = c.ops[k]
			return &y, nil
		case *syntax.ChoiceExpr: // another operator of the same chain
			y := *x
			y.X = nil
			y.Apart = true
			for _, z := range x.X {
				w, err := c.piece(z, k)
				if err != nil {
					return nil, err
				}
				y.X = append(y.X, w)
			}
			return &y, nil
		}
		return nil, fmt.Errorf("an operator of %T", old)
	}
	if c.opAt < 0 { // the name of a method
		a, ok := old.(*syntax.AttrExpr)
		if !ok {
			return nil, fmt.Errorf("a method of %T", old)
		}
		y := *a
		y.Name = c.Pieces[k]
		return &y, nil
	}
	if k == 0 {
		return old, nil
	}
	return syntax.ParseExpr("piece", c.Pieces[k])
}

// assemble gives the text of the program with pieces in some places, which do not overlap.
func assemble(text string, places []*Place, pieces []string) string {
	order := make([]int, len(places))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return places[a].From - places[b].From })
	var b strings.Builder
	at := 0
	for _, i := range order {
		b.WriteString(text[at:places[i].From])
		b.WriteString(pieces[i])
		at = places[i].To
	}
	b.WriteString(text[at:])
	return b.String()
}
