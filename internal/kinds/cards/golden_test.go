package cards

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/golden"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/saying"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestGolden compares puzzles of many demands, the work of making them, their ratings and one explanation with testdata/made.txt,
// so that a search that has become slower, or puzzles that have changed, show as a difference.
func TestGolden(t *testing.T) {
	ctx := context.Background()
	var out bytes.Buffer
	for _, c := range []struct {
		params string
		s      puzzle.Settings
	}{
		{"3x3", nil}, {"3x3", puzzle.Settings{"clues": "4"}}, {"3x3x3", nil}, {"3x3x3", puzzle.Settings{"clues": "6", "useless": "require"}},
		{"3x3x3", puzzle.Settings{"class": "expert"}}, {"4x4x4", puzzle.Settings{"forms": "not,or,exactly,xor,iff,and"}},
		{"4x4x4", puzzle.Settings{"theme": "museum", "forms": "compare,equation,is-not,if-is", "lang": "en"}}, {"5x5x5", nil},
		{"5x5x5", puzzle.Settings{"clues": "8", "redundant": "require"}}, {"3x3x3", puzzle.Settings{"solutions": "3"}},
		{"3x3x3", puzzle.Settings{"lang": "zh"}}, {"lineup-4x4", nil}, {"round-3x5", nil}, {"factored-4x4x4", nil},
	} {
		p, err := family().ParseParams(c.params)
		if err != nil {
			t.Fatal(err)
		}
		g, err := family().Generate(ctx, p, c.s, rng.New(1), nil)
		if err != nil {
			t.Fatalf("%s %v: %v", c.params, c.s, err)
		}
		in := g.Instance.(*Instance)
		fmt.Fprintf(&out, "%s", c.params)
		for _, k := range slices.Sorted(maps.Keys(c.s)) {
			fmt.Fprintf(&out, " %s=%s", k, c.s[k])
		}
		fmt.Fprintln(&out)
		for i := range in.P.Clues {
			fmt.Fprintf(&out, "  %s\n", in.P.Format(in.P.Clues[i].Expr))
			fmt.Fprintf(&out, "    %s\n    %s\n", saying.Sentence(in.P, i, "en"), saying.Sentence(in.P, i, "zh"))
		}
		fmt.Fprintf(&out, "  solution %s\n  work", g.Solution.Desc())
		for _, m := range g.Work {
			fmt.Fprintf(&out, " %s %v", m.Key, m.Value)
		}
		r, err := in.Rate(ctx)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "\n  class %s score %v hardest %s steps %d cost %v solved %v\n", r.Class, r.Score, r.Hardest, r.Steps, r.Cost, r.Solved)
		if in.P.Factored || len(in.P.Properties) > 2 && in.table.N > 64 {
			continue
		}
		for s, err := range in.Explain(ctx, "", puzzle.ExplainOptions{Method: methodForward}) {
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "  * %s\n", s.Text)
		}
	}
	golden.Compare(t, filepath.Join("testdata", "made.txt"), out.Bytes())
}
