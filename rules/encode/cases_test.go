package encode_test

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/rules/judge"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestUnknownArrows counts the solutions of rules that go where unknown arrows point, and compares with the judge's word on every board.
func TestUnknownArrows(t *testing.T) {
	puztest.From(t, puztest.Usual)
	for name, text := range map[string]string{
		"step":   "shade[c.step(way[c])] for c in way",
		"look":   "count(shade[x] for x in c.look(way[c])) == 1 for c in way if not shade[c]",
		"clause": "shade[x] for c in way for x in c.look(way[c]) if x in way",
		"nested": "way[c.step(way[c])] != back[way[c]] for c in way if c.step(way[c]) in way",
		"absent": "c.step(way[c]) == None or shade[c] for c in cells",
		"let":    "ahead(c) == shade[c] for c in cells",
	} {
		t.Run(name, func(t *testing.T) {
			f, probs := rules.Load("arrows.yaml", []byte("version: 1\nfamily: arrows\nsize: {rows: 2..3, cols: 2..3}\nfind: {way: {values: n e s w, some: true}, shade: {}}\n"+
				"let:\n  ahead(c): any(shade[x] for x in c.look(way[c]))\nrules:\n  r: "+text+"\n"), nil)
			if f == nil {
				t.Fatal(probs.Err())
			}
			b, err := rules.NewBoard(f, 2, 2, nil)
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
			found, err := s.Enumerate(context.Background(), -1)
			if err != nil {
				t.Fatal(err)
			}
			if want := arrowBoards(t, b); len(found.List) != want {
				t.Errorf("%d solutions, of which the judge sees %d", len(found.List), want)
			}
		})
	}
}

// arrowBoards counts the right ones among all boards with arrows and shaded cells.
func arrowBoards(t *testing.T, b *rules.Board) int {
	ways := []string{"", "n", "e", "s", "w"}
	cells := b.Geo.All(board.Cell)
	right := 0
	var walk func(i int, way, shade *rules.Marks)
	walk = func(i int, way, shade *rules.Marks) {
		if i == len(cells) {
			full := b.Clone()
			full.Set(b.File.Layer("way"), way)
			full.Set(b.File.Layer("shade"), shade)
			v, err := judge.Judge(context.Background(), b, full)
			if err != nil {
				t.Fatal(err)
			}
			if len(v.Broken) == 0 {
				right++
			}
			return
		}
		for _, w := range ways {
			for _, dark := range []bool{false, true} {
				if delete(way.Values, cells[i]); w != "" {
					way.Values[cells[i]] = rules.WordOf(w)
				}
				shade.Values[cells[i]] = rules.BoolOf(dark)
				walk(i+1, way, shade)
			}
		}
	}
	walk(0, &rules.Marks{Values: map[board.Place]rules.Value{}}, &rules.Marks{Values: map[board.Place]rules.Value{}})
	return right
}
