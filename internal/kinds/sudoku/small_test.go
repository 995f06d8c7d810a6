package sudoku

import (
	"context"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/sudoku/solver"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// TestSmallBoards carves small boards of every layout: the search that looks at each cell says of each set of squares what the engine says.
func TestSmallBoards(t *testing.T) {
	ctx := context.Background()
	for _, name := range []string{"4x4", "4x4-x", "6x6", "6x6-box3x2", "6x6-x", "5x5-jigsaw", "6x6-jigsaw"} {
		p, err := parseParams(name)
		if err != nil {
			t.Fatal(err)
		}
		asked, refused := 0, 0
		for seed := range uint64(4) {
			r := rng.New(seed)
			g := &generation{params: p, request: request{solutions: 1, strategy: strategyUniform}}
			if !p.jigsaw {
				if g.tools, _, err = (*Kept)(nil).take(p); err != nil {
					t.Fatal(err)
				}
			}
			d, err := g.definition(r)
			if err != nil {
				t.Fatal(err)
			}
			b, err := d.Random(ctx, r)
			if err == errNoBoard {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			board := b.(*sudokuBoard)
			slow := *d.tools
			slow.engine, slow.small = solver.NewEngine(d.layout), nil
			other := newDefinition(&slow).board(board.full)
			order := r.Perm(board.Len())
			for at := 0; at < len(order); {
				squares := order[at:min(len(order), at+1+r.IntN(3))]
				at += len(squares)
				got, err1 := board.Valid(ctx, squares)
				want, err2 := other.Valid(ctx, squares)
				if err1 != nil || err2 != nil || got != want {
					t.Fatalf("%s, %v without %v: small %v %v, engine %v %v", name, board.values, squares, got, err1, want, err2)
				}
				if asked++; !got {
					refused++
					continue
				}
				board.Remove(squares)
				other.Remove(squares)
			}
			if !slices.Equal(board.values, other.values) {
				t.Fatalf("%s: other boards", name)
			}
		}
		if asked == 0 || refused == 0 || refused == asked {
			t.Errorf("%s: of %d questions %d were refused", name, asked, refused)
		}
	}
}

// TestKeptTools makes puzzles with tools that have made others, and without: they are the same.
func TestKeptTools(t *testing.T) {
	puztest.From(t, puztest.Usual)
	ctx := context.Background()
	kept := Family{Kept: &Kept{}}
	for _, name := range []string{"4x4", "6x6", "9x9", "9x9-x", "16x16"} {
		for i := range uint64(3) {
			p, err := kept.ParseParams(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, settings := range []map[string]string{nil, {"solutions": "2", "steps": "12"}} {
				a, err1 := kept.Generate(ctx, p, settings, rng.New(i), nil)
				b, err2 := Family{}.Generate(ctx, p, settings, rng.New(i), nil)
				if err1 != nil || err2 != nil {
					t.Fatal(err1, err2)
				}
				if !slices.Equal(a.Instance.(*Puzzle).values, b.Instance.(*Puzzle).values) {
					t.Errorf("%s, %v, seed %d: other puzzles", name, settings, i)
				}
			}
		}
	}
}
