package lint_test

import (
	"context"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/lint"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// mistakes are what people get wrong: a file behind its family, and the problem that lint must name: place, code, and a part of what it says.
var mistakes = []struct{ name, doc, place, code, says string }{
	{"a layer that no rule mentions", "given: {number: 0..4}\nfind: {shade: {}, line: {at: links}}\nrules:\n  r: count(shade[x] for x in c.next) == number[c] for c in number\n",
		"4:19", "unconstrained", "line"},
	{"a layer that only a layer mentions", "find: {shade: {}, mark: {at: room, values: 1..3}, room: {parts: cells}}\nrules:\n  r: any(shade[c] for c in cells)\n", "3:19", "unconstrained", "mark"},
	{"a clue that no rule reads", "given: {number: 0..4, dot: {}}\nfind: {shade: {}}\nrules:\n  r: count(shade[x] for x in c.next) == number[c] for c in number\n", "3:23", "unread", "dot"},
	{"values that no rule reads", "given: {number: {values: 0..4, some: true}}\nfind: {shade: {}}\nrules:\n  r: not shade[c] for c in number\n", "3:9", "value-unread", "number[c]"},
	{"a field that no rule reads", "given: {cage: {each: {cells: places, total: int}}}\nfind: {digit: 1..4}\nrules:\n  r: distinct(digit[c] for c in o.cells) for o in cage\n", "3:38", "unread", "total"},
	{"a rule that nothing breaks", "find: {shade: {}}\nrules:\n  r: count(shade[x] for x in c.next) <= 4 for c in cells\n", "5:3", "never-broken", "rule r"},
	{"a loop without turns", "find: {shade: {}}\nrules:\n  r: not shade[c] for c in cells if c.row > 500\n", "5:3", "never-broken", "no turns"},
	{"a rule that nothing keeps", "find: {shade: {}}\nrules:\n  r: shade[a] != shade[b] and shade[a] == shade[b] for a, b in links\n  s: any(shade[c] for c in cells)\n", "5:3", "never-kept", "rule r"},
	{"a rule about rooms alone", "given: {room: {parts: cells}}\nfind: {shade: {}}\nrules:\n  size: len(r) == 3 and len(r) == 4 for r in room\n  one: count(shade[c] for c in r) == 1 for r in room\n", "6:3", "never-kept", "under make"},
	{"truth values that may be missing", "given: {mark: {some: true}}\nfind: {shade: {}}\nrules:\n  r: shade[c] for c in mark\n", "3:9", "some-truth", "mark"},
	{"a neighbour off the board", "find: {digit: 1..4}\nrules:\n  r: digit[c] < digit[c.step(e)] for c in cells\n", "5:3", "never-kept", "rule r"},
	{"a smallest board that is too small", "size: {rows: 2..9, cols: 2..9}\nfind: {shade: {}}\nrules:\n  r: count(shade[c] for c in l) == 3 for l in lines\n", "6:3", "never-kept-small", "2x2"},
	{"a rule that follows from another", "find: {shade: {}}\nrules:\n  weak: not all(shade[c] for c in q.cells) for q in squares\n  strong: not (shade[a] and shade[b]) for a, b in links\n", "5:3", "implied", "weak"},
	{"a symmetry that does not keep a rule", "find: {shade: {}}\nrules:\n  r: shade[c] != (c.row == 1) for c in cells\nsymmetries: [transpose, flip-left-right]\n", "6:13", "symmetry", "(the rule r, for one): anti-transpose, flip-top-bottom, half-turn, quarter-turn, three-quarter-turn, transpose"},
	{"rules against each other", "find: {shade: {}}\nrules:\n  r: any(shade[c] for c in cells)\n  s: not shade[c] for c in cells\n", "1:1", "contradiction", "at once"},
	{"a function without marks", "find: {shade: {}}\nrules:\n  r: len(before(x for x in c.look(e))) > 0 or shade[c] for c in cells\n", "5:17", "unmarked", "without an if"},
	{"a function of a plain list", "find: {shade: {}}\nrules:\n  r: len(runs(l)) == 1 or any(shade[c] for c in l) for l in lines\n", "5:15", "unmarked", "nothing marks"},
	{"a number as a condition", "given: {number: {values: 0..4, some: true}}\nfind: {shade: {}}\nrules:\n  r: shade[c] for c in cells if number[c]\n", "6:33", "meaning", "as a condition"},
	{"no direction", "find: {way: red blue, shade: {}}\nrules:\n  r: shade[c.step(way[c])] for c in cells\n", "5:19", "meaning", "where a direction is needed"},
	{"no relation with a direction", "find: {line: {at: links}}\nrules:\n  r: line[c.link(n)] for c in cells\n", "5:11", "meaning", "expected to, cell, side"},
	{"a word of another layer", "find: {way: red blue}\nrules:\n  r: way[c] != 'green' for c in cells\n", "5:6", "meaning", "green"},
	{"no upper bound", "find: {digit: \"1..\"}\nrules:\n  r: distinct(digit[c] for c in l) for l in lines\n", "3:8", "no-upper-bound", "greatest"},
	{"a rule without a sentence", "find: {shade: {}}\nrules:\n  r: any(shade[c] for c in cells)\n", "5:3", "no-sentence", "rule r"},
	{"a sentence in one language of two", "find: {shade: {}}\nrules:\n  r: any(shade[c] for c in cells)\n  s: shade[cells[0]]\ntext: {en: {r: None., s: Not the first.}, zh: {r: 无。}}\n", "6:3", "no-sentence", "zh"},
	{"a function that nothing calls", "find: {shade: {}}\nlet: {near(c): c.next}\nrules:\n  r: any(shade[c] for c in cells)\n", "4:7", "unused", "near"},
}

func TestMistakes(t *testing.T) {
	for _, m := range mistakes {
		t.Run(m.name, func(t *testing.T) {
			file, probs := rules.Load("f.yaml", []byte("version: 1\nfamily: example\n"+m.doc), nil)
			if file == nil {
				t.Fatal(probs)
			}
			var said []string
			for _, p := range lint.Check(context.Background(), file, native.New()) {
				if p.Code == m.code && strings.HasPrefix(p.Error(), "f.yaml:"+m.place+":") && strings.Contains(p.Error(), m.says) {
					return
				}
				said = append(said, p.Error()+" ["+p.Code+"]")
			}
			t.Errorf("want %s at %s with %q; lint says\n%s", m.code, m.place, m.says, strings.Join(said, "\n"))
		})
	}
}

// TestMadeBy: what only making uses is used.
func TestMadeBy(t *testing.T) {
	file, probs := rules.Load("f.yaml", []byte(`
family: example
given: {number: {values: 0..4, some: true}}
find: {shade: {}}
let:
  near(c): count(shade[x] for x in c.next)
  most: 3
  idle: 2
rules:
  r: count(shade[x] for x in c.next) == number[c] for c in number
make: {read: {number: near(c) for c in cells if c.row == 1}, must: [count(shade) > most]}
`), nil)
	if file == nil {
		t.Fatal(probs.Err())
	}
	var unused []string
	for _, p := range lint.Check(t.Context(), file, native.New()) {
		if p.Code == "unused" {
			unused = append(unused, p.Message)
		}
	}
	if len(unused) != 1 || unused[0] != "nothing uses idle" {
		t.Error(unused)
	}
}

// TestCancelled holds that lint ends with its context and says so.
func TestCancelled(t *testing.T) {
	file, _ := rules.Load("f.yaml", []byte("family: example\nfind: {shade: {}}\nrules:\n  r: any(shade[c] for c in cells)\n"), nil)
	ctx, stop := context.WithCancel(context.Background())
	stop()
	for _, p := range lint.Check(ctx, file, native.New()) {
		if p.Code == "not-tried" {
			return
		}
	}
	t.Error("nothing says that no boards were tried")
}
