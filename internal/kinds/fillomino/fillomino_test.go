package fillomino

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

func TestConformance(t *testing.T) {
	puztest.Family(t, Family{}, "5x5", "4x7", "6x6-max5", "5x5-shown", "1x1")
}

func read(t *testing.T, text, format string) []puzzle.Entry {
	t.Helper()
	var out []puzzle.Entry
	for e := range (Family{}).Read(context.Background(), "in", strings.NewReader(text), format) {
		out = append(out, e)
	}
	return out
}

func TestFormatsFollowEachOther(t *testing.T) {
	text := `2 3
1 2 2
- - 3

https://puzz.link/p?fillomino/3/2/122h3
pzprv3
fillomino
2
3
1 2 2
. . 3
. . 3
3 . .
3x2:122b3
{"rows": 2, "cols": 3, "cells": [[1, 2, 2], [0, 0, 3]]}
fillomino:2x3:1_2_2b3
pzprv3
fillomino
2
3
1 2 2
. . 3
2 3
1 2 2
. . 3
`
	got := read(t, text, "")
	want := []string{"grid", "puzzlink", "pzprv3", "tatham", "json", "id", "pzprv3", "grid"}
	if len(got) != len(want) {
		t.Fatalf("%d puzzles, want %d: %+v", len(got), len(want), got)
	}
	for i, e := range got {
		if e.Err != nil || e.Format != want[i] || e.Instance.Desc() != "1_2_2b3" {
			t.Errorf("puzzle %d: %+v", i, e)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"2 2\n1 x\n- -":                        `in:1: line 2: row 1, column 2: expected a number from 1 to 4096, or -, found "x"`,
		"2 2\n1 -":                             "in:1: expected 2 rows, found 1",
		"2 2\n1 - -\n- -":                      "in:1: line 2: row 1: expected 2 cells, found 3",
		"2 2\n5 -\n- -":                        "in:1: r1c1: a region of 5 cells does not fit a board of 4",
		"2 2\n1 1\n- -":                        "in:1: 2 cells with the number 1 touch each other at r1c1",
		"99 99":                                "in:1: fillomino: a board has 1 to 64 rows and columns, found 99x99",
		"fillomino:2x2:1z":                     "in:1: fillomino: character 2: more than 4 cells",
		"fillomino:2x2:1A":                     "in:1: fillomino: character 2: expected a number, a letter from a to z or _ between numbers, found 'A'",
		"fillomino:2x2:1":                      "in:1: fillomino: 1 cells for a board of 2x2, which has 4",
		"https://puzz.link/p?fillomino/2/2/-1": "in:1: character 1: the address ends inside a number",
		`{"cells": [[1, 2], [3]]}`:             "in:1: row 2: expected a list of 2 numbers",
		"pzprv3\nsudoku\n2\n2":                 `in:1: expected a fillomino, found a "sudoku"`,
		"what is this":                         `in:1: expected a line with the numbers of rows and columns, found "what is this"`,
		"fillomino:3x3-maxx:i":                 `in:1: fillomino: max: expected a number from 1 to 4096, found "x"`,
		"2x2:1c\n":                             "",
		"\xff\xfe binary":                      "in:1: expected a line with the numbers of rows and columns, found",
	} {
		got := read(t, text, "")
		if want == "" {
			if len(got) != 1 || got[0].Err != nil {
				t.Errorf("%q: %+v", text, got)
			}
			continue
		}
		if len(got) == 0 || got[0].Err == nil || !strings.HasPrefix(got[0].Err.Error(), want) {
			t.Errorf("%q: %+v, want %s", text, got, want)
		}
	}
}

func TestCreditAndAnswers(t *testing.T) {
	p := read(t, "2 3\n1 2 2\n- - 3", "")[0].Instance.(*board)
	res, err := p.Solve(context.Background(), 2)
	if err != nil || res.Status != puzzle.Unique {
		t.Fatal(res, err)
	}
	sol := res.Solutions[0]
	for _, text := range []string{"1 2 2\n3 3 3", "[[1, 2, 2], [3, 3, 3]]", "The rows are:\n| 1 | 2 | 2 |\n| 3 | 3 | 3 |", "122 is wrong\n1,2,2;3,3,3"} {
		got, err := p.ReadAnswer(text)
		if err != nil || got.Desc() != sol.Desc() {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	wrong, err := p.ReadAnswer("1 2 2\n3 2 3")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.CheckSolution(wrong); err == nil {
		t.Error("a wrong board passes")
	}
	if c := p.Credit(wrong, sol); c != 0.5 {
		t.Errorf("credit %v, want 0.5", c)
	}
	if other, err := p.ReadAnswer("2 2 1\n3 3 3"); err != nil || p.Credit(other, sol) != 0 {
		t.Errorf("givens that were changed earn credit: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("2 3\n1 2 2\n- - 3\nfillomino:2x3:1_2_2b3\n3x2:122b3")
	f.Add("pzprv3\nfillomino\n2\n3\n1 2 2 \n. . 3 \n. . . \n. . . \n")
	f.Add("https://puzz.link/p?fillomino/3/2/1-2a+123h")
	f.Add(`{"rows": 2, "cols": 3, "cells": [[1, 2, 2], [0, 0, 3]]}`)
	f.Fuzz(func(t *testing.T, text string) {
		for e := range (Family{}).Read(context.Background(), "in", strings.NewReader(text), "") {
			if e.Err != nil {
				continue
			}
			p := e.Instance.(*board)
			back, err := (Family{}).Decode(p.Params(), p.Desc())
			if err != nil || back.Desc() != p.Desc() {
				t.Fatalf("%q does not read back: %v", p.Desc(), err)
			}
		}
	})
}

// TestExplanationsAreSound: every step writes the number of the solution, for puzzles of all classes and shapes.
func TestExplanationsAreSound(t *testing.T) {
	ctx := context.Background()
	counts := map[string]int{}
	for _, params := range []string{"5x5", "6x8", "7x7-max6", "6x6-shown"} {
		p, err := Family{}.ParseParams(params)
		if err != nil {
			t.Fatal(err)
		}
		for seed := uint64(1); seed <= 6; seed++ {
			g, err := Family{}.Generate(ctx, p, nil, puzzle.Stream(Family{}, seed, 0), nil)
			if err != nil {
				t.Fatal(err)
			}
			inst, full := g.Instance.(*board), g.Solution.(solution).board
			state := inst.Start()
			for s, err := range inst.Explain(ctx, "", puzzle.ExplainOptions{}) {
				if err != nil {
					t.Fatal(err)
				}
				counts[s.Technique]++
				for _, m := range s.Moves {
					if state, err = inst.Apply(state, m); err != nil {
						t.Fatal(err)
					}
				}
				b, err := inst.state(state)
				if err != nil {
					t.Fatal(err)
				}
				for c, v := range b.Cells {
					if v != 0 && v != full.Cells[c] {
						t.Fatalf("%s: step %q writes %d, the solution has %d", puzzle.ID(Family{}, inst), s.Text, v, full.Cells[c])
					}
				}
			}
			if v, err := inst.Judge(state); err != nil || !v.Solved {
				t.Errorf("%s: not solved at the end: %v", puzzle.ID(Family{}, inst), err)
			}
		}
	}
	for _, id := range []string{onlyWay, onlyNumber, cutCell, contradiction} {
		if counts[id] == 0 {
			t.Errorf("no step of %s in all the puzzles", id)
		}
	}
}

func TestClasses(t *testing.T) {
	for _, class := range classes {
		g, err := Family{}.Generate(context.Background(), Params{Rows: 6, Cols: 6}, puzzle.Settings{"class": class}, puzzle.Stream(Family{}, 5, 0), nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := g.Instance.(*board).Rate(context.Background())
		if err != nil || r.Class != class {
			t.Errorf("asked for %s, rated %s, %v", class, r.Class, err)
		}
	}
	_, err := Family{}.Generate(context.Background(), Params{Rows: 3, Cols: 3}, puzzle.Settings{"empties": "9"}, puzzle.Stream(Family{}, 1, 0), nil)
	var unreachable *puzzle.UnreachableError
	if !errors.As(err, &unreachable) || unreachable.Best == "" {
		t.Errorf("an impossible target: %v", err)
	}
}
