package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino"
	"github.com/quandary-puzzles/quandary/internal/kinds/sudoku"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestFastSolvers compares the programs of their own that Sudoku and Fillomino have with their rules files: the same number of
// solutions, and the same solution where there is one. Every other board has lost givens, so that many have several solutions.
func TestFastSolvers(t *testing.T) {
	n := 40
	if puztest.Doing() == puztest.Long {
		n = 5000
	}
	for _, c := range []struct {
		family puzzle.Generator
		params []string
		text   func(puzzle.Instance) ([]string, error) // the rows of the board, blanks between
	}{
		{sudoku.Family{}, []string{"4x4", "6x6", "9x9"}, func(i puzzle.Instance) ([]string, error) {
			line, err := i.(puzzle.Shown).Encode("line")
			line = line[strings.LastIndexByte(line, ':')+1:]
			side := 1
			for side*side < len(line) {
				side++
			}
			var rows []string
			for r := range side {
				rows = append(rows, strings.Join(strings.Split(strings.ReplaceAll(line[r*side:(r+1)*side], ".", "-"), ""), " "))
			}
			return rows, err
		}},
		{fillomino.Family{}, []string{"3x3", "4x4", "4x6"}, func(i puzzle.Instance) ([]string, error) {
			text, err := i.(puzzle.Shown).Encode("")
			return strings.Split(strings.TrimSpace(text), "\n")[1:], err
		}},
	} {
		file, err := families.Load(c.family.Name())
		if err != nil {
			t.Fatal(err)
		}
		stated, probs := declared.New(file, native.New())
		if stated == nil {
			t.Fatal(probs)
		}
		for i := range n {
			params := c.params[i%len(c.params)]
			if err := oneEqual(c.family, stated, params, uint64(i), i%2 == 1, c.text); err != nil {
				t.Errorf("%s:%s#%d: %v", c.family.Name(), params, i, err)
			}
		}
	}
}

func oneEqual(fast puzzle.Generator, stated *declared.Family, params string, seed uint64, fewer bool, text func(puzzle.Instance) ([]string, error)) error {
	ctx := context.Background()
	p, err := fast.ParseParams(params)
	if err != nil {
		return err
	}
	g, err := fast.Generate(ctx, p, nil, puzzle.Stream(fast, 1, seed), nil)
	if err != nil {
		return err
	}
	inst := g.Instance
	if e, ok := inst.(puzzle.Editable); ok && fewer {
		moves := e.Removals()
		if inst, err = e.Edit(moves[len(moves)/2 : len(moves)/2+1]); err != nil {
			return err
		}
	}
	rows, err := text(inst)
	if err != nil {
		return err
	}
	board := fmt.Sprintf("%d %d\n%s\n", len(rows), len(strings.Fields(rows[0])), strings.Join(rows, "\n"))
	want, err := inst.(puzzle.Solver).Solve(ctx, 20)
	if err != nil {
		return err
	}
	for e := range stated.Read(ctx, "board", strings.NewReader(board), "") {
		if e.Err != nil {
			return e.Err
		}
		got, err := e.Instance.(puzzle.Solver).Solve(ctx, 20)
		if err != nil {
			return err
		}
		if got.Count != want.Count || got.Status != want.Status {
			return fmt.Errorf("%d solutions (%s) by its rules, %d (%s) by its program, of\n%s", got.Count, got.Status, want.Count, want.Status, board)
		}
		if got.Count == 1 {
			a, _ := want.Solutions[0].Encode("")
			b, _ := got.Solutions[0].Encode("")
			if x, y := symbols(a), symbols(b); !slices.Equal(x[max(0, len(x)-len(y)):], y[max(0, len(y)-len(x)):]) {
				return fmt.Errorf("another solution: %v and %v", a, b)
			}
		}
	}
	return nil
}

// symbols gives the values of a solution's text, whatever stands between them; a line of digits is taken apart.
func symbols(v any) []string {
	text, _ := v.(string)
	fields := strings.Fields(text)
	if len(fields) == 1 {
		return strings.Split(fields[0], "")
	}
	return fields
}
