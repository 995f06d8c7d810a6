package stored_test

import (
	"os"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards"
)

// TestPaperFiles: puzzles of one thing, as in the paper's section 5.3, from files of ours.
func TestPaperFiles(t *testing.T) {
	f := family()
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	printed := read("table.properties")
	for _, c := range []struct {
		name, src string
		want      []string // what some of the solutions say; the number is that of all
	}{
		{"equations.properties", read("equations.properties"), []string{"A = 3, B = 2, C = 1, D = 4"}},
		{"table.properties", printed, []string{"", "", "", "Anna = Jim, Esther = Roger, Helen = Victor"}},
		{"table.properties", printed + read("amended.invs"), []string{"Anna = Jim, Esther = Roger, Helen = Victor, Jim = Helen, Roger = Anna, Victor = Esther"}},
		{"square.properties", read("square.properties"), []string{"c11 = 2, c12 = 7, c13 = 6", "", "", "", "", "", "", ""}},
	} {
		l := load(t, c.name, c.src)
		res := solveAll(t, f, l.Puzzle)
		if !res.Complete || res.Count != len(c.want) {
			t.Errorf("%s: %d solutions, want %d", c.name, res.Count, len(c.want))
		}
		var all []string
		for _, s := range res.Solutions {
			thing := s.(cards.Solution).T
			all = append(all, l.Puzzle.ThingText(thing))
			if err := l.Puzzle.CheckThing(thing); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		text := strings.Join(all, "\n")
		for _, w := range c.want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: %q is missing in\n%s", c.name, w, text)
			}
		}
		// As YAML it is the same puzzle.
		in, err := f.NewInstance(l.Puzzle)
		if err != nil {
			t.Fatal(err)
		}
		yaml, err := in.Encode("yaml")
		if err != nil {
			t.Fatal(err)
		}
		if again := load(t, "again.yaml", yaml); solveAll(t, f, again.Puzzle).Count != res.Count {
			t.Errorf("%s: another number of solutions from\n%s", c.name, yaml)
		}
	}
}
