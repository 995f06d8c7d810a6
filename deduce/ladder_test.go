package deduce_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// countdown is a toy: cells 0..n-1 hold numbers that steps bring down to zero; one below zero is broken.
type countdown struct{ left []int }

func (c *countdown) Apply(s deduce.Step) error {
	for _, m := range s.Place {
		if m.Cell >= len(c.left) {
			return errors.New("no such cell")
		}
		c.left[m.Cell] = m.Value
	}
	return nil
}

func (c *countdown) Status() deduce.Status {
	status := deduce.Solved
	for _, n := range c.left {
		switch {
		case n < 0:
			return deduce.Broken
		case n > 0:
			status = deduce.Open
		}
	}
	return status
}

// down finds cells that can be brought down by n.
func down(n int) func(*countdown, func(deduce.Step) bool) {
	return func(c *countdown, yield func(deduce.Step) bool) {
		for i, left := range c.left {
			if left >= n && !yield(deduce.Step{Place: []deduce.Mark{{Cell: i, Value: left - n}}}) {
				return
			}
		}
	}
}

func toy() *deduce.Ladder[*countdown] {
	return deduce.NewLadder(
		deduce.Technique[*countdown]{ID: "by-five", Name: "By five", Cost: 1, Rating: 1.5, Find: down(5)},
		deduce.Technique[*countdown]{ID: "by-two", Name: "By two", Cost: 10, Rating: 3, Find: down(2)},
		deduce.Technique[*countdown]{ID: "by-one", Name: "By one", Cost: 100, Rating: 2, Guess: true, Find: down(1)},
	)
}

func TestSolveAndGrade(t *testing.T) {
	ladder := toy()
	path, err := ladder.Solve(context.Background(), &countdown{[]int{7, 6}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, s := range path.Steps {
		ids = append(ids, s.Technique)
	}
	if got, want := strings.Join(ids, " "), "by-five by-five by-two by-one"; got != want {
		t.Errorf("path %s, want %s", got, want)
	}
	g := ladder.Grade(path)
	if g.Status != deduce.Solved || g.Hardest != "by-one" || g.Name != "By one" || g.Cost != 112 || g.Rating != 3 ||
		g.Rated != "by-two" || g.Steps != 4 || g.Guesses != 1 || g.Counts["by-five"] != 2 {
		t.Errorf("grade %+v", g)
	}
}

func TestLadderParts(t *testing.T) {
	ladder := toy()
	short, err := ladder.UpTo("By Two")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		left int
		want bool
	}{{9, true}, {8, false}} { // 9 = 5+2+2; 8 = 5+2 and one too many
		solved, err := short.Solves(context.Background(), &countdown{[]int{c.left}})
		if err != nil || solved != c.want {
			t.Errorf("up to two, %d: %v %v", c.left, solved, err)
		}
	}
	only, err := ladder.Only("by-one")
	if err != nil || len(only.Techniques()) != 1 {
		t.Errorf("only: %v", err)
	}
	without, err := ladder.Without("by-five", "by_two")
	if err != nil || len(without.Techniques()) != 1 || without.Techniques()[0].ID != "by-one" {
		t.Errorf("without: %v", err)
	}
	if sure := ladder.Select(func(t *deduce.Technique[*countdown]) bool { return !t.Guess }); len(sure.Techniques()) != 2 {
		t.Error("select")
	}
	for id, nearest := range map[string]string{"by-tow": "by-two", "By fife": "by-five", "qqqqqqqqqq": ""} {
		_, err := ladder.Lookup(id)
		var unknown *deduce.UnknownError
		if !errors.As(err, &unknown) || unknown.Nearest != nearest {
			t.Errorf("%q: %v, want nearest %q", id, err, nearest)
		}
	}
}

func TestBudgetAndCancel(t *testing.T) {
	ladder := toy()
	path, err := ladder.Solve(context.Background(), &countdown{[]int{50}}, 3)
	if !errors.Is(err, deduce.ErrBudget) || len(path.Steps) != 3 || path.Status != deduce.Open {
		t.Errorf("%v after %d steps, %v", err, len(path.Steps), path.Status)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ladder.Solve(ctx, &countdown{[]int{50}}, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if s, ok := ladder.Next(&countdown{[]int{0}}); ok {
		t.Errorf("a step in a solved position: %+v", s)
	}
}

func TestExport(t *testing.T) {
	s := deduce.Step{
		Technique: "x", Name: "X", Cost: 7, Place: []deduce.Mark{{Cell: 1, Value: 2}}, Remove: []deduce.Mark{{Cell: 3, Value: 4}},
		Houses: []int{5}, Pattern: []deduce.Mark{{Cell: 6, Value: 7}}, Cells: []int{6, 8},
		Nested: []deduce.Step{{Technique: "y"}}, Why: func() string { return "because" },
	}
	ref := func(kind string, n int) puzzle.Ref { return puzzle.Ref{Kind: kind, ID: string(rune('0' + n))} }
	out := deduce.Export(s, deduce.Naming{
		Cell:      func(c int) puzzle.Ref { return ref("cell", c) },
		Candidate: func(m deduce.Mark) puzzle.Ref { return ref("candidate", m.Cell) },
		House:     func(h int) puzzle.Ref { return ref("house", h) },
		Move: func(m deduce.Mark, place bool) puzzle.Move {
			if place {
				return "place"
			}
			return ""
		},
	})
	got, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"technique":"x","name":"X","cost":7,"text":"because","moves":["place"],` +
		`"because":[{"kind":"house","id":"5"},{"kind":"candidate","id":"6"},{"kind":"cell","id":"8"}],` +
		`"effects":[{"kind":"cell","id":"1"},{"kind":"candidate","id":"3"}],` +
		`"sub":[{"technique":"y","name":"","cost":0,"text":"","moves":null,"because":null,"effects":null}]}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if text, err := json.Marshal(s); err != nil || !strings.Contains(string(text), `"reason":"because"`) {
		t.Errorf("%s %v", text, err)
	}
}
