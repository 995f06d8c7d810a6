package rules

import (
	"fmt"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
)

// TestDivide: borders divide cells into parts, those that end within a part are its walls, and cells that are left out join nothing.
func TestDivide(t *testing.T) {
	geo, err := board.New(2, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		without       string
		walls         []string
		parts, within string
	}{
		{"", nil, "[[r1c1 r1c2 r1c3 r2c1 r2c2 r2c3]]", "[]"},
		{"", []string{"r1c1-r1c2", "r2c1-r2c2"}, "[[r1c1 r2c1] [r1c2 r1c3 r2c2 r2c3]]", "[]"},
		{"", []string{"r1c1-r1c2"}, "[[r1c1 r1c2 r1c3 r2c1 r2c2 r2c3]]", "[r1c1-r1c2]"},
		{"r1c2", []string{"r2c2-r2c3", "r1c1-r1c2"}, "[[r1c1 r2c1 r2c2] [r1c3 r2c3]]", "[]"},
	} {
		cells := slices.DeleteFunc(slices.Clone(geo.All(board.Cell)), func(p board.Place) bool { return geo.Name(p) == c.without })
		m := Divide(geo, cells, func(link board.Place) bool { return slices.Contains(c.walls, geo.Name(link)) })
		var parts [][]string
		for _, part := range m.Parts {
			parts = append(parts, names(geo, part))
		}
		if got := fmt.Sprint(parts); got != c.parts {
			t.Errorf("%v without %q: parts %s, want %s", c.walls, c.without, got, c.parts)
		}
		if got := fmt.Sprint(names(geo, m.Walls)); got != c.within {
			t.Errorf("%v without %q: walls %s, want %s", c.walls, c.without, got, c.within)
		}
	}
}

func names(geo *board.Board, places []board.Place) (out []string) {
	for _, p := range places {
		out = append(out, geo.Name(p))
	}
	return out
}
