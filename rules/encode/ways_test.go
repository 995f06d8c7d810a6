package encode_test

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/rules/judge"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestWays lists the shadings of 3x3 that keep a rule about ways and groups of unknown places, and asks the judge of all 512.
func TestWays(t *testing.T) {
	for name, text := range map[string]string{
		"distance":      "distance(cells[0], c, (x for x in cells if not shade[x])) == 4 for c in [cells[8]] if not shade[c]",
		"shortest":      "distance(a, b, shade) != 2 for a, b in pairs(cells) if shade[a] and shade[b]",
		"no way":        "distance(cells[0], cells[8], shade) == None",
		"less":          "distance(cells[0], c, shade) < 5 for c in cells if shade[c]",
		"joins":         "distance(cells[0], cells[8], cells, (l for l in links + diagonals if shade[l.a] != shade[l.b])) == 3",
		"pairs":         "len(groups(shade, [[c, c.step(e, s)] for c in cells])) == 2",
		"unknown pairs": "len(groups(cells, [[c, c.step(e, e)] for c in cells if shade[c]] + [[c, c.step(s)] for c in cells if shade[c.step(s)]])) == 4",
		"beams":         "beam[cells[0].side(w)] == beam[cells[8].side(s)]",
		"nine cells":    "shape(groups(shade)[cells[4]], 9) == shape('xxx/xxx/xxx') or not shade[cells[4]]",
		"alike":         "shape(groups(shade)[cells[0]]) == shape(groups(shade)[cells[8]])",
		"alike whites":  "shape(groups(shade)[cells[0]]) == shape(groups(c for c in cells if not shade[c])[cells[5]])",
		"not turned":    "shape(groups(shade)[cells[0]], turn=False) != shape(groups(shade)[cells[8]], turn=False)",
		"moved":         "shape(groups(shade)[cells[1]], turn=False, mirror=False) == shape(groups(shade)[cells[7]], turn=False, mirror=False)",
		"as drawn":      "shape(groups(shade)[cells[4]]) == shape('xx/x.')",
		"a tree":        "acyclic([[c, c.step(e)] for c in cells if shade[c]] + [[c, c.step(s)] for c in cells if shade[c]] + [[c, c] for c in cells])",
		"found place":   "first(c for c in rows[0] if shade[c]) in groups(shade)[cells[4]]",
		"shifted":       "all(shade[x.shift(cells[0], cells[4])] or x.border for x in shade)",
		"lost place":    "last(c for c in cols[2] if shade[c]) not in groups(shade)[cells[4]] for x in [1]",
	} {
		t.Run(name, func(t *testing.T) {
			f, probs := rules.Load("ways.yaml", []byte("version: 1\nfamily: ways\nsize: 3x3\nfind: {shade: {}}\nlet:\n  turned: \"[[c.side(a), c.side(b)] for c in cells for a, b in [(n, e), (s, w)] if shade[c]]\"\n"+
				"  straight: \"[[c.side(a), c.side(b)] for c in cells for a, b in [(n, s), (e, w)] if not shade[c]]\"\n  beam: groups(edges, turned + straight)\nrules:\n  r: \""+text+"\"\n"), nil)
			if f == nil || probs.HasErrors() {
				t.Fatal(probs.Err())
			}
			b, err := rules.NewBoard(f, 3, 3, nil)
			if err != nil {
				t.Fatal(err)
			}
			enc, err := encode.New(context.Background(), b, encode.Options{})
			if err != nil {
				t.Fatal(err)
			}
			s, err := native.New().Open(context.Background(), enc.Problem, solve.Budget{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			found, err := s.Enumerate(context.Background(), -1)
			if err != nil {
				t.Fatal(err)
			}
			right, cells := 0, b.Geo.All(board.Cell)
			for n := range 1 << len(cells) {
				shade := &rules.Marks{Values: map[board.Place]rules.Value{}}
				for i, c := range cells {
					shade.Values[c] = rules.BoolOf(n>>i&1 == 1)
				}
				full := b.Clone()
				full.Set(f.Layer("shade"), shade)
				v, err := judge.Judge(context.Background(), b, full)
				if err != nil {
					t.Fatal(err)
				}
				if len(v.Broken) == 0 {
					right++
				}
			}
			if len(found.List) != right {
				t.Errorf("%d shadings, of which the judge sees %d", len(found.List), right)
			}
			if right == 0 || right == 1<<len(cells) {
				t.Errorf("the rule says nothing: %d shadings keep it", right)
			}
		})
	}
}
