package sudoku_test

import (
	"context"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/internal/sample"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestRefute asks of every mark of a few puzzles why it is wrong: there is never an argument against a right mark, and one
// against almost every wrong one.
func TestRefute(t *testing.T) {
	g := sample.Geometry("9x9")
	asked, answered := 0, 0
	for i := range uint64(3) {
		values, solution := sample.Puzzle(g, rng.New(5).Derive("refute", i), 81)
		p, err := board.New(g, values)
		if err != nil {
			t.Fatal(err)
		}
		for c := range solution {
			for v := 1; v <= 9; v += 2 {
				for _, place := range []bool{true, false} {
					right := (solution[c] == v) == place
					s, ok := sudoku.Refute(p, deduce.Mark{Cell: c, Value: v}, place)
					if ok && right {
						t.Fatalf("an argument against a right mark: %s", s.Reason())
					}
					if ok && s.Reason() == "" {
						t.Fatalf("an argument without words: %+v", s)
					}
					if !right {
						asked++
						if ok {
							answered++
						}
					}
				}
			}
		}
	}
	if answered*10 < asked*9 {
		t.Errorf("%d of %d wrong marks refuted", answered, asked)
	}
}

func TestRefuteByPeer(t *testing.T) {
	g := sample.Geometry("4x4")
	p, err := board.New(g, []int{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})
	if err != nil {
		t.Fatal(err)
	}
	s, ok := sudoku.Refute(p, deduce.Mark{Cell: 3, Value: 1}, true)
	if want := "r1c1 of row 1 holds 1 already, so r1c4 cannot."; !ok || s.Reason() != want {
		t.Errorf("%q, want %q", s.Reason(), want)
	}
}

// TestNaming exports a step with references and moves.
func TestNaming(t *testing.T) {
	g := sample.Geometry("4x4")
	p, err := board.New(g, []int{1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})
	if err != nil {
		t.Fatal(err)
	}
	s, _ := sudoku.Ladder().Next(p)
	out := deduce.Export(s, sudoku.Naming(g, func(m deduce.Mark, place bool) puzzle.Move {
		return puzzle.Move(g.CellName(m.Cell) + "=" + g.Symbol(m.Value))
	}))
	if out.Technique != "full-house" || len(out.Moves) != 1 || out.Moves[0] != "r1c4=4" || out.Because[0].ID != "row1" ||
		out.Because[1].ID != "r1c4:4" || out.Effects[0].ID != "r1c4" || !strings.Contains(out.Text, "row 1") {
		t.Errorf("%+v", out)
	}
}

// TestRater rates puzzles of known kinds on both ladders, and leaves them as they are.
func TestRater(t *testing.T) {
	g := sample.Geometry("9x9")
	r := sudoku.NewRater()
	for _, c := range []struct {
		name, puzzle, hardest string
		rating                float64
	}{
		{"singles", ".5..83.17...1..4..3.4..56.8....3...9.9.8245....6....7...9....5...729..861.36.72.4", "naked-single", 1.2},
		{"W-wing", ".7..68...2.43..5..1....49...3.91......7.....3........73......16.1..8..5..5..7..3.", "w-wing", 4.2},
		{"sets", "..15.3.......82..1.82.16..5.6...42...352.............39.....3.2.7.9..8..8.4....9.", "als-xy-wing", 7.2},
		{"forcing", ".8...79.........124..5.2....2.7.....9......35..7..8....9...4..8..1..56..7...9.3..", "als-xz", 8.3},
	} {
		p, err := board.New(g, digits(c.puzzle))
		if err != nil {
			t.Fatal(err)
		}
		before := p.String()
		rating, err := r.Rate(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		if p.String() != before {
			t.Error("rating changed the position")
		}
		if rating.Human.Hardest != c.hardest || rating.Explainer.Rating != c.rating || rating.Human.Status != deduce.Solved {
			t.Errorf("%s: hardest %s, rated %.1f (%s)", c.name, rating.Human.Hardest, rating.Explainer.Rating, rating.Explainer.Rated)
		}
	}
}

// TestNoSolution takes the ladders over boards that have no solution, or several: they end, and say so.
func TestNoSolution(t *testing.T) {
	g := sample.Geometry("9x9")
	for name, text := range map[string]string{
		"empty": strings.Repeat(".", 81),
		"none":  "12345678...........9" + strings.Repeat(".", 60) + "9",
	} {
		p, err := board.New(g, digits(text))
		if err != nil {
			t.Fatal(err)
		}
		ladder, err := sudoku.Ladder().UpTo("aic")
		if err != nil {
			t.Fatal(err)
		}
		path, err := ladder.Solve(context.Background(), p, 1000)
		if err != nil || path.Status == deduce.Solved {
			t.Errorf("%s: %v %v", name, path.Status, err)
		}
	}
	if _, err := board.New(g, digits("11"+strings.Repeat(".", 79))); err == nil || !strings.Contains(err.Error(), "r1c1 and r1c2 of row 1 both hold 1") {
		t.Errorf("conflict: %v", err)
	}
}

func FuzzParseLibraryLine(f *testing.F) {
	f.Add(":0003:8:6...+53+4.7....4+2+56.+254867+3+9+1.+4..+9+6.1.162+38+5749.3..+1+4.+5....42193..1.+57...+44+2.6+3.+1+75:::829:")
	f.Add(":0606-x:34:.51.+8..4+2....2.3...........3..8.+29.....5.4......1.+9+4.....7+5+6+214.6.+29....2........:432 732:435:")
	f.Add("::::::")
	g := sample.Geometry("9x9")
	f.Fuzz(func(t *testing.T, line string) {
		l, err := parseLibraryLine(line)
		if err != nil {
			return
		}
		if p, err := l.Position(g); err == nil {
			p.Singles()
		}
	})
}
