package encode_test

import (
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
			compare(t, "find: {way: {values: n e s w, some: true}, shade: {}}\nlet:\n  ahead(c): any(shade[x] for x in c.look(way[c]))\nrules:\n  r: "+text+"\n", 2, 2)
		})
	}
}

// TestUnknownRange does the same for rules that count up, or down, to a number that is unknown, and may be absent.
func TestUnknownRange(t *testing.T) {
	for name, text := range map[string]string{
		"length": "len(range(n[a])) == n[b] for a, b in pairs(cells)",
		"sum":    "sum(i for i in range(1, n[a])) == n[b] for a, b in pairs(cells)",
		"down":   "count(i < 2 for i in range(3, n[a], 0 - 1)) == n[b] for a, b in pairs(cells)",
		"absent": "len(range(0 - 3, n[a])) == 3 or n[b] == 2 for a, b in pairs(cells)",
		"below":  "any(i == 2 for i in range(3, n[a], 0 - 1)) or n[b] == 2 for a, b in pairs(cells)",
		"large":  "len(range(1, n[a], 9223372036854775807)) == n[b] for a, b in pairs(cells)",
		"limits": "len(range(9223372036854775806, 9223372036854775807, 3)) == n[a] for a in cells",
		"nested": "any(n[b] == i + k for i in range(n[a]) for k in range(i, n[a])) for a, b in pairs(cells)",
		"turns":  "shade[a] == (n[b] == i) for a, b in pairs(cells) for i in range(n[a])",
		"most":   "count(n[c] == i for c in cells) <= 1 for i in range(max(n[c] for c in cells) + 1)",
	} {
		t.Run(name, func(t *testing.T) {
			compare(t, "find: {n: {values: 0..3, some: true}, shade: {}}\nrules:\n  r: "+text+"\n", 1, 2)
		})
	}
}

// compare counts the solutions of a small board of rules, and the boards that the judge takes: of all values at all places.
func compare(t *testing.T, text string, rows, cols int) {
	f, probs := rules.Load("f.yaml", []byte("version: 1\nfamily: f\nsize: {rows: 1..3, cols: 1..3}\n"+text), nil)
	if f == nil || probs.HasErrors() {
		t.Fatal(probs.Err())
	}
	b, err := rules.NewBoard(f, rows, cols, nil)
	if err != nil {
		t.Fatal(err)
	}
	enc, err := encode.New(t.Context(), b, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := native.New().Open(t.Context(), enc.Problem, solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	found, err := s.Enumerate(t.Context(), -1)
	if err != nil {
		t.Fatal(err)
	}
	want, all := judged(t, b)
	if len(found.List) != want {
		t.Errorf("%d solutions, of which the judge sees %d", len(found.List), want)
	}
	if want == 0 || want == all {
		t.Errorf("the rules say nothing: %d of %d boards keep them", want, all)
	}
}

// judged counts the right ones among all boards.
func judged(t *testing.T, b *rules.Board) (right, all int) {
	cells := b.Geo.All(board.Cell)
	full := b.Clone()
	var marks []*rules.Marks
	var values [][]rules.Value
	for _, l := range b.File.Layers {
		m := &rules.Marks{Values: map[board.Place]rules.Value{}}
		full.Set(l, m)
		of := []rules.Value{rules.BoolOf(false), rules.BoolOf(true)}
		switch l.Domain.Kind {
		case rules.Words:
			of = []rules.Value{{}}
			for _, w := range l.Domain.Words {
				of = append(of, rules.WordOf(w))
			}
		case rules.Ints:
			of = []rules.Value{{}, rules.IntOf(0), rules.IntOf(1), rules.IntOf(2), rules.IntOf(3)}
		}
		marks, values = append(marks, m), append(values, of)
	}
	var walk func(i int)
	walk = func(i int) {
		if i == len(cells)*len(marks) {
			v, err := judge.Judge(t.Context(), b, full)
			if err != nil {
				t.Fatal(err)
			}
			if all++; len(v.Broken) == 0 {
				right++
			}
			return
		}
		l, at := i/len(cells), cells[i%len(cells)]
		for _, v := range values[l] {
			if delete(marks[l].Values, at); v.Kind != rules.Nothing {
				marks[l].Values[at] = v
			}
			walk(i + 1)
		}
	}
	walk(0)
	return right, all
}
