package judge_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/judge"
)

// Groups that a function of the file makes at each of its calls are the same groups.
func TestGroupsOfAFunction(t *testing.T) {
	const text = `version: 1
family: apart
title: {en: Apart}
about:
  en: Without a cell, its neighbours are still connected.
size: {rows: 1..9, cols: 1..9, usual: [2x2]}
find: {shade: {}}
let:
  rest(c): groups(x for x in cells if not shade[x] if x != c)
rules:
  round: rest(c)[a] == rest(c)[b] for c in cells for a, b in pairs(c.next)
`
	f, probs := rules.Load("apart.yaml", []byte(text), nil)
	for _, p := range probs {
		t.Error(p)
	}
	if f == nil {
		t.FailNow()
	}
	for _, c := range []struct {
		rows, cols, broken int
	}{{2, 2, 0}, {3, 3, 0}, {1, 3, 1}} {
		b, err := rules.NewBoard(f, c.rows, c.cols, nil)
		if err != nil {
			t.Fatal(err)
		}
		b.Set(f.Layer("shade"), &rules.Marks{Values: map[board.Place]rules.Value{}})
		v, err := judge.Judge(context.Background(), b, b)
		if err != nil {
			t.Fatal(err)
		}
		if len(v.Broken) != c.broken {
			t.Errorf("%dx%d: broken %v, expected %d", c.rows, c.cols, v.Broken, c.broken)
		}
	}
}

// A place that lies in no part of a printed division has no part: it is in another one than any other place.
func TestPlacesInNoPart(t *testing.T) {
	const text = `version: 1
family: hole
title: {en: Hole}
about:
  en: Shaded cells of different rooms do not touch.
size: {rows: 1..9, cols: 1..9, usual: [1x3]}
given: {room: {parts: cells, some: true}}
find: {shade: {}}
rules:
  touch: not (shade[a] and shade[b]) for a, b in links if room[a] != room[b]
  alike: shade[a] == shade[b] for a, b in links if room[a] == room[b]
`
	f, probs := rules.Load("hole.yaml", []byte(text), nil)
	for _, p := range probs {
		t.Error(p)
	}
	if f == nil {
		t.FailNow()
	}
	b, err := rules.NewBoard(f, 1, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	cells := b.Geo.All(board.Cell)
	for _, c := range []struct{ shaded, broken int }{{0, 0}, {1, 0}, {2, 1}, {3, 2}} { // so many from the right, where the two lie that are in no room
		b.Set(f.Layer("room"), &rules.Marks{Parts: [][]board.Place{cells[:1]}})
		shade := map[board.Place]rules.Value{}
		for _, p := range cells[3-c.shaded:] {
			shade[p] = rules.BoolOf(true)
		}
		b.Set(f.Layer("shade"), &rules.Marks{Values: shade})
		v, err := judge.Judge(context.Background(), b, b)
		if err != nil {
			t.Fatal(err)
		}
		if len(v.Broken) != c.broken {
			t.Errorf("%d shaded: broken %v, expected %d", c.shaded, v.Broken, c.broken)
		}
	}
}

// What is remembered from answer to answer changes no verdict: a judge that has judged others says what one says that has judged none.
func TestRememberedVerdicts(t *testing.T) {
	const text = `version: 1
family: many
title: {en: Many}
about:
  en: Rules that use what a judge remembers.
size: {rows: 1..9, cols: 1..9, usual: [4x4]}
given: {room: {parts: cells}, number: {values: "0..", some: true}}
find: {shade: {}}
let:
  corner: "[c for c in cells if len(c.next) == 2]"
  dark(c): count(shade[x] for x in c.next)
  near(a, b): len(groups(x for x in cells if shade[x] or x in [a, b]))
  odd: "[c for c in cells if dark(c) % 2 == 1]"
rules:
  number: dark(c) == number[c] for c in number
  corner: any(shade[c] for c in corner)
  room: count(shade[c] for c in r) <= 2 for r in room
  near: near(a, b) <= 3 for a, b in pairs(corner)
  sees: len(before(x for x in c.look(d) if shade[x])) < 4 for c in cells for d in dirs
  runs: distinct(len(r) for r in runs(c for c in l if shade[c])) for l in lines
  first: first(c for c in l if shade[c]) != last(c for c in l if shade[c]) for l in rows
  odd: len(odd) == 0 or min(c.row for c in odd) < max(c.col for c in odd)
  form: shape(groups(shade)[a]) != shape('x.x') for a in shade
  sum: sum(c.row for c in shade) != prod(dark(c) + 1 for c in corner)
`
	f, probs := rules.Load("many.yaml", []byte(text), nil)
	if err := probs.Err(); err != nil {
		t.Fatal(err)
	}
	problem, err := rules.NewBoard(f, 4, 4, nil)
	if err != nil {
		t.Fatal(err)
	}
	cells := problem.Geo.All(board.Cell)
	problem.Set(f.Layer("room"), &rules.Marks{Parts: [][]board.Place{cells[:4], cells[4:8], cells[8:]}})
	problem.Set(f.Layer("number"), &rules.Marks{Values: map[board.Place]rules.Value{cells[5]: rules.IntOf(2), cells[0]: rules.IntOf(0)}})
	prepared := judge.Prepare(problem)
	ctx := context.Background()
	seen := 0
	for n := range 200 {
		answer := problem.Clone()
		m := &rules.Marks{Values: map[board.Place]rules.Value{}}
		for i, c := range cells {
			if n*2654435761>>(i%28)&1 != 0 {
				m.Values[c] = rules.BoolOf(true)
			}
		}
		answer.Set(f.Layer("shade"), m)
		want, err := judge.Judge(ctx, problem, answer)
		if err != nil {
			t.Fatal(err)
		}
		got, err := prepared.Judge(ctx, answer)
		if err != nil {
			t.Fatal(err)
		}
		seen += len(want.Broken)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("answer %d: %+v, and %+v of a judge that has judged none", n, got, want)
		}
	}
	if seen < 200 {
		t.Errorf("only %d turns are broken", seen)
	}
}

// Work that is remembered counts each time: an answer is too much for every judge, or for none.
func TestStepsOfWhatIsRemembered(t *testing.T) {
	puztest.From(t, puztest.Usual)
	f, probs := rules.Load("long.yaml", []byte("version: 1\nfamily: long\nsize: {rows: 1..40, cols: 1..40}\nfind: {x: {}}\n"+
		"rules:\n  r: \"all(a != b or x[a] for a, b in pairs(c for c in cells)) and x[k] for k in cells\"\n"), nil)
	if err := probs.Err(); err != nil {
		t.Fatal(err)
	}
	f.Guest = true
	for _, c := range []struct {
		side int
		fits bool
	}{{6, true}, {30, false}} {
		b, err := rules.NewBoard(f, c.side, c.side, nil)
		if err != nil {
			t.Fatal(err)
		}
		prepared := judge.Prepare(b)
		for n := range 3 {
			_, err := prepared.Judge(context.Background(), b)
			var limit *judge.LimitError
			if c.fits != (err == nil) || err != nil && !errors.As(err, &limit) {
				t.Errorf("%dx%d, time %d: %v", c.side, c.side, n, err)
			}
		}
	}
}

// A turn that a condition names is found at once, and says what a walk through all turns says.
func TestPinnedTurns(t *testing.T) {
	const text = `version: 1
family: pinned
size: {rows: 1..9, cols: 1..9}
given: {room: {parts: cells}}
find: {digit: {values: 0..9, some: true}, way: {values: n e s w, some: true}}
let:
  i: "3"
rules:
  next: any(digit[x] == i + 1 for x in c.next) for c in cells for i in range(1, 9) if digit[c] == i
  next2: any(digit[x] == i + 1 for x in c.next) for c in cells for i in range(1, 9) if not digit[c] != i
  turned: any(digit[x] == k - 1 for x in c.next) for c in cells for k in range(0, 9) if k == digit[c] if k > 2 for d in dirs if d == way[c]
  turned2: any(digit[x] == k - 1 for x in c.next) for c in cells for k in range(0, 9) if not k != digit[c] if k > 2 for d in dirs if not d != way[c]
  outer: digit[c] == 2 for c in cells for n in range(9) if i == n if way[c] == 'e'
  outer2: digit[c] == 2 for c in cells for n in range(9) if not i != n if way[c] == 'e'
  none: len([d for d in dirs if way[c] == d]) == 1 for c in cells
  none2: len([d for d in dirs if not way[c] != d]) == 1 for c in cells
  place: digit[c] == x.row for r in room for x in cells for c in cells if c == x if digit[c] == digit[x]
  place2: digit[c] == x.row for r in room for x in cells for c in cells if not c != x if digit[c] == digit[x]
`
	f, probs := rules.Load("pinned.yaml", []byte(text), nil)
	if err := probs.Err(); err != nil {
		t.Fatal(err)
	}
	b, err := rules.NewBoard(f, 3, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	cells := b.Geo.All(board.Cell)
	b.Set(f.Layer("room"), &rules.Marks{Parts: [][]board.Place{cells}})
	prepared := judge.Prepare(b)
	seen := map[string]int{}
	for n := range 100 {
		answer := b.Clone()
		digit, way := map[board.Place]rules.Value{}, map[board.Place]rules.Value{}
		for i, c := range cells {
			if k := n * 2654435761 >> (i % 20) % 13; k <= 9 {
				digit[c] = rules.IntOf(int64(k))
			}
			if k := n * 40503 >> (i % 9) % 6; k < 4 {
				way[c] = rules.WordOf([]string{"n", "e", "s", "w"}[k])
			}
		}
		answer.Set(f.Layer("digit"), &rules.Marks{Values: digit})
		answer.Set(f.Layer("way"), &rules.Marks{Values: way})
		v, err := prepared.Judge(context.Background(), answer)
		if err != nil {
			t.Fatal(err)
		}
		bound := map[string]string{}
		for _, broken := range v.Broken {
			seen[broken.Rule]++
			bound[broken.Rule] += fmt.Sprint(broken.Bound, broken.Places)
		}
		for rule := range bound {
			other := rule + "2"
			if strings.HasSuffix(rule, "2") {
				other = strings.TrimSuffix(rule, "2")
			}
			if bound[rule] != bound[other] {
				t.Errorf("answer %d: %s is broken at %s, and %s at %s", n, rule, bound[rule], other, bound[other])
			}
		}
	}
	for _, r := range f.Rules {
		if seen[r.Name] == 0 {
			t.Errorf("%s is never broken", r.Name)
		}
	}
}
