package foundry_test

import (
	"context"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestRivals reads boards under names that two families, or a program and a rules file, answer to: the board decides.
func TestRivals(t *testing.T) {
	for _, c := range []struct{ name, board, want string }{
		{"renban", "pzprv3/renban/2/2/1 /1 /0 0 /1 . /. . /. 3 /2 4 /", "solved"},
		{"renban-madoguchi", "pzprv3/renban/2/2/1 /1 /0 0 /1 . /. . /. 4 /2 3 /", "border"},
		{"renban", "2 2\n- 1\n- -\n1 1\n2 2", ""},
		{"renban", "renban/2/2/o01i", ""},
		{"patchwork", "pzprv3/patchwork/2/2/1 # /. . /0 /0 /0 0 /", "solved"},
		{"patchwork", "2 2\n1 -\n- -\n1 1\n2 2", ""},
		{"sudoku", "pzprv3/sudoku/4/. 1 . . /. . . 2 /3 . . . /. . 3 . /2 . 4 3 /4 3 1 . /. 4 2 1 /1 2 . 4 /", "solved"},
		{"sudoku", "pzprv3/sudoku/4/. 1 . . /. . . 2 /3 . . . /. . 3 . /2 . 4 3 /4 3 1 . /. 4 2 1 /1 2 . . /", "digit.filled"},
		{"fillomino", "pzprv3/fillomino/2/2/1 2 /. . /. . /3 2 /0 /0 /0 0 /", "size"},
		{"sudoku", "4 4\n1 - - -\n- - 1 -\n- 1 - -\n- - - 2", ""},
		{"fillomino", "pzprv3\nfillomino\n2\n3\n1 2 2 \n. . 3 \n. . . \n. . . \n", ""},
	} {
		f, err := foundry.Families().Lookup(c.name)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for e := range f.(puzzle.Reader).Read(context.Background(), "board", strings.NewReader(c.board), "") {
			n++
			if e.Err != nil {
				t.Errorf("%s %q: %v", c.name, c.board, e.Err)
				continue
			}
			if id := puzzle.ID(foundry.Families().Of(f, e), e.Instance); id != "" { // the family that it is of opens what another has read
				if _, again, err := foundry.Families().Open(context.Background(), id); err != nil || again.Desc() != e.Instance.Desc() {
					t.Errorf("%s %q: its id %s does not open: %v", c.name, c.board, id, err)
				}
			}
			if c.want == "" {
				continue
			}
			got, err := e.Instance.Extras().Broken(context.Background(), e.Answer)
			if err != nil {
				t.Fatal(err)
			}
			broken := map[string]bool{}
			var rules []string
			for _, r := range got.Rules {
				if !broken[r.Rule] {
					broken[r.Rule] = true
					rules = append(rules, r.Rule)
				}
			}
			if c.want == "solved" && got.Status != puzzle.Solved || c.want != "solved" && strings.Join(rules, " ") != c.want {
				t.Errorf("%s %q: %s %v, want %s", c.name, c.board, got.Status, rules, c.want)
			}
		}
		if n != 1 {
			t.Errorf("%s %q: %d boards", c.name, c.board, n)
		}
	}
}
