package judge_test

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/judge"
)

// Groups that a function of the file makes at each of its calls are the same groups.
func TestGroupsOfAFunction(t *testing.T) {
	const text = `version: 1
family: apart
title: {en: Apart}
about:
  en: Without a cell, its neighbours are still connected.
size: {rows: 1..9, cols: 1..9, usual: [2x2]}
find: {shade: {}}
let:
  rest(c): groups(x for x in cells if not shade[x] if x != c)
rules:
  round: rest(c)[a] == rest(c)[b] for c in cells for a, b in pairs(c.next)
`
	f, probs := rules.Load("apart.yaml", []byte(text), nil)
	for _, p := range probs {
		t.Error(p)
	}
	if f == nil {
		t.FailNow()
	}
	for _, c := range []struct {
		rows, cols, broken int
	}{{2, 2, 0}, {3, 3, 0}, {1, 3, 1}} {
		b, err := rules.NewBoard(f, c.rows, c.cols, nil)
		if err != nil {
			t.Fatal(err)
		}
		b.Set(f.Layer("shade"), &rules.Marks{Values: map[board.Place]rules.Value{}})
		v, err := judge.Judge(context.Background(), b, b)
		if err != nil {
			t.Fatal(err)
		}
		if len(v.Broken) != c.broken {
			t.Errorf("%dx%d: broken %v, expected %d", c.rows, c.cols, v.Broken, c.broken)
		}
	}
}
