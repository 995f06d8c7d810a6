package encode_test

import (
	"context"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
)

func load(t *testing.T, name string) *rules.File {
	data, err := os.ReadFile("../../families/rules/" + name + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	f, probs := rules.Load(name, data, nil)
	for _, p := range probs {
		t.Error(p)
	}
	if f == nil {
		t.FailNow()
	}
	return f
}

func TestSlitherlink(t *testing.T) {
	f := load(t, "slitherlink")
	problem := "12 16\n3 2 - - - 2 3 2 - - - 1 2 3 2 -\n- - - - 3 - 3 - 1 - 2 1 1 - 1 -\n1 3 - 2 - 2 - 2 - 3 2 2 - 3 - 3\n- - 0 - - 3 - 1 2 - - - - - - -\n3 - 2 3 - - 2 - 2 3 1 - 1 3 1 -\n2 1 - 2 - - - - - - 1 2 - - 2 -\n- - 2 2 - - 2 - - 1 2 2 2 - - -\n- - - - - 1 2 - 3 - - - - 2 2 -\n3 1 2 - - - 1 - - 1 - 2 1 - 2 -\n- 2 - 3 1 3 2 - - - - - 3 - - 1\n- - 1 1 2 - - - - 1 - - - - 3 3\n- - - - - 2 3 2 - 3 - 3 - - - 2"
	lines := strings.Split(problem, "\n")
	b, err := rules.NewBoard(f, 12, 16, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := &rules.Marks{Values: map[board.Place]rules.Value{}}
	for i, l := range lines[1:] {
		for j, w := range strings.Fields(l) {
			if n, err := strconv.Atoi(w); err == nil {
				m.Values[b.Geo.At(i+1, j+1)] = rules.IntOf(int64(n))
			}
		}
	}
	b.Set(f.Layer("number"), m)
	enc, err := encode.New(context.Background(), b, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := native.New().Open(context.Background(), enc.Problem, solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Solve(context.Background())
	if err != nil || r.Status != solve.Sat {
		t.Fatalf("the board: %v, %v", r.Status, err)
	}
	sol := enc.Decode(r.Solution)
	var diff []model.Term
	for _, v := range enc.Asked {
		x, _ := enc.Problem.Eval(v, r.Solution)
		diff = append(diff, enc.Problem.Ne(v, enc.Problem.Val(x)))
	}
	s.Add("other", enc.Problem.Or(diff...))
	r, err = s.Solve(context.Background())
	if err != nil || r.Status != solve.Unsat {
		t.Errorf("a second solution: %v, %v", r.Status, err)
	}
	n := 0
	for _, v := range sol.Marks(f.Layer("line")).Values {
		if v.True() {
			n++
		}
	}
	if n == 0 {
		t.Error("the solution has no lines")
	}
}

// TestWordsThatDoNotMeet compares a word found by an unknown place with one that no place there can have: they differ.
func TestWordsThatDoNotMeet(t *testing.T) {
	f, probs := rules.Load("meet.yaml", []byte(`version: 1
family: meet
size: {rows: 1..3, cols: 1..3}
given: {pearl: {values: b w, some: true}}
find: {shade: {}}
rules:
  next: pearl[first(x for x in c.look(e) if shade[x])] != pearl[c] for c in pearl if c.col == 1
`), nil)
	if f == nil {
		t.Fatal(probs.Err())
	}
	b, err := rules.NewBoard(f, 1, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := &rules.Marks{Values: map[board.Place]rules.Value{}}
	for i, w := range []string{"b", "w", "w"} {
		m.Values[b.Geo.At(1, i+1)] = rules.Value{Kind: rules.Word, Word: w}
	}
	b.Set(f.Layer("pearl"), m)
	if _, err := encode.New(context.Background(), b, encode.Options{}); err != nil {
		t.Error(err)
	}
}

// TestCallsCount: what is remembered of calls of functions counts as memory, also where each gives a number.
func TestCallsCount(t *testing.T) {
	f, probs := rules.Load("f.yaml", []byte("version: 1\nfamily: f\nsize: 4x4\nfind: {shade: {}}\nlet:\n  f(a, b): a\nrules:\n"+
		"  r: f(i, k) >= 0 for i in range(200) for k in range(200)\n"), nil)
	if f == nil {
		t.Fatal(probs.Err())
	}
	b, err := rules.NewBoard(f, 4, 4, nil)
	if err != nil {
		t.Fatal(err)
	}
	for most, fits := range map[int64]bool{8 << 20: false, 24 << 20: true} {
		_, err := encode.New(budget.With(context.Background(), budget.New("a test", most)), b, encode.Options{})
		if (err == nil) != fits || err != nil && !errors.Is(err, budget.ErrMemory) {
			t.Errorf("with %d bytes: %v", most, err)
		}
	}
}

// TestTooMuch: what is too much work, or too much memory, is told with the place of the expression, be it in a function of the file.
func TestTooMuch(t *testing.T) {
	const head = "version: 1\nfamily: f\nsize: 4x4\nfind: {shade: {}}\n"
	for _, c := range []struct{ rules, at string }{
		{"rules:\n  r: any(i == 7 for i in range(1000000)) or shade[cells[0]]\n", "f.yaml:6:6: "},
		{"let:\n  many: range(1000000)\nrules:\n  r: any(i == 7 for i in many)\n", "f.yaml:6:9: "},
	} {
		f, probs := rules.Load("f.yaml", []byte(head+c.rules), nil)
		if f == nil {
			t.Fatal(probs.Err())
		}
		b, err := rules.NewBoard(f, 4, 4, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = encode.New(context.Background(), b, encode.Options{Steps: 5000})
		var limit *encode.LimitError
		if !errors.As(err, &limit) || !strings.HasPrefix(err.Error(), c.at) {
			t.Errorf("%v, not a LimitError at %s", err, c.at)
		}
		account := budget.New("a test", 4<<20)
		_, err = encode.New(budget.With(context.Background(), account), b, encode.Options{})
		if !errors.Is(err, budget.ErrMemory) || !strings.HasPrefix(err.Error(), c.at) {
			t.Errorf("%v, not the memory used up at %s", err, c.at)
		}
	}
}
