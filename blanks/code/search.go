package code

import (
	"context"
	"errors"
	"slices"

	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// box is a set of fillings: every way to take, at each blank, one of some pieces (indexes into the blank's bank).
type box [][]int

func (b box) fillings() int {
	n := 1
	for _, ps := range b {
		if n *= len(ps); n > 1<<40 {
			return 1 << 40
		}
	}
	return n
}

func (b box) has(filling []int) bool {
	for i, k := range filling {
		if !slices.Contains(b[i], k) {
			return false
		}
	}
	return true
}

// splitter settles choices so that every filling still in the box does the same. What does otherwise is put aside as other boxes.
type splitter struct {
	th    *eval.Thread
	at    box
	aside []box
}

// Open gives the pieces of a blank still in the box.
func (s *splitter) Open(number int) []int { return s.at[number] }

// Settle goes on with the pieces that gave what the first one gave.
func (s *splitter) Settle(number int, outcomes []eval.Outcome) int {
	open := s.at[number]
	groups := [][]int{{open[0]}}
	heads := []int{0}
next:
	for i := 1; i < len(open); i++ {
		if outcomes != nil {
			for g, h := range heads {
				if sameOutcome(outcomes[h], outcomes[i]) {
					groups[g] = append(groups[g], open[i])
					continue next
				}
			}
		}
		groups, heads = append(groups, []int{open[i]}), append(heads, i)
	}
	for _, g := range groups[1:] {
		other := slices.Clone(s.at)
		other[number] = g
		s.aside = append(s.aside, other)
	}
	s.at = slices.Clone(s.at)
	s.at[number] = groups[0]
	return 0
}

// sameOutcome reports whether a program cannot tell two outcomes apart: the same values of types that do not change, or the
// same object.
func sameOutcome(a, b eval.Outcome) bool {
	if a.Err != nil || b.Err != nil {
		return a.Err != nil && b.Err != nil && a.Err.Kind() == b.Err.Kind() && a.Err.Message() == b.Err.Message()
	}
	return sameValue(a.Value, b.Value, 0)
}

func sameValue(a, b eval.Value, depth int) bool {
	switch x := a.(type) {
	case eval.Str:
		y, ok := b.(eval.Str)
		return ok && x == y
	case eval.Bool:
		y, ok := b.(eval.Bool)
		return ok && x == y
	case eval.Float:
		y, ok := b.(eval.Float)
		return ok && x == y && (x != 0 || 1/x == 1/y)
	case *eval.Tuple:
		y, ok := b.(*eval.Tuple)
		if !ok || x.Len() != y.Len() || depth > 4 || x.TypeName() != "tuple" || y.TypeName() != "tuple" {
			return ok && x == y
		}
		for i, e := range x.Elems() {
			if !sameValue(e, y.Elems()[i], depth+1) {
				return false
			}
		}
		return true
	}
	if _, ok := a.(eval.Bool); !ok {
		if _, ok := b.(eval.Bool); !ok {
			if x, ok := eval.AsBig(a); ok {
				y, ok := eval.AsBig(b)
				return ok && x.Cmp(y) == 0
			}
		}
	}
	return a == b
}

// errTooMany is the error of a search that met its bound.
var errTooMany = errors.New("too many different runs")

// each runs every filling of a box on an input, sharing what can be shared, and visits boxes of fillings with their result.
// runs counts down.
func (m *machine) each(ctx context.Context, v *variant, in *Input, all box, steps int64, runs *int, visit func(box, Result)) error {
	todo := []box{all}
	s := &splitter{th: m.th}
	m.th.SetChooser(s)
	defer m.th.SetChooser(nil)
	for len(todo) > 0 {
		if *runs--; *runs < 0 {
			return errTooMany
		}
		s.at, s.aside = todo[len(todo)-1], nil
		todo = todo[:len(todo)-1]
		r, err := m.run(ctx, v, in, steps)
		if err != nil {
			return err
		}
		visit(s.at, r)
		todo = append(todo, s.aside...)
	}
	return nil
}

// survivors gives the boxes of fillings that do what the reference does on all inputs, and for each input how many fillings it
// was the first to tell apart. It ends early once more than most fillings survive every input.
func (m *machine) survivors(ctx context.Context, v *variant, places []chosen, inputs []checked, runs int) (left []box, killed []int, err error) {
	all := make(box, len(places))
	for i, c := range places {
		for j := range c.bank {
			all[i] = append(all[i], j)
		}
	}
	left, killed = []box{all}, make([]int, len(inputs))
	right := make([]int, len(places)) // the reference's own filling comes first in every bank
	for k := range inputs {
		in := &inputs[k]
		var next []box
		for _, b := range left {
			if b.fillings() == 1 && b.has(right) {
				next = append(next, b)
				continue
			}
			err := m.each(ctx, v, &in.Input, b, in.limit, &runs, func(b box, r Result) {
				if r.Same(in.Result) {
					next = append(next, b)
				} else {
					killed[k] += b.fillings()
				}
			})
			if err != nil {
				return nil, nil, err
			}
		}
		left = next
		if len(left) == 1 && left[0].fillings() == 1 {
			break
		}
	}
	return left, killed, nil
}

// checked is an allowed input with the reference's result and the step limit for fillings.
type checked struct {
	Input
	Result Result
	limit  int64
}

func stepLimit(steps int64) int64 { return max(leastSteps, stepFactor*steps) }

// variantOf compiles the tree with choices in these places.
func (m *machine) variantOf(tree *syntax.Module, text string, places []chosen) (*variant, error) {
	undo, err := install(places)
	if err != nil {
		return nil, err
	}
	defer undo()
	return m.compileTree(tree, text)
}
