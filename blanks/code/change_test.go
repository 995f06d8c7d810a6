package code

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
)

// TestChanges changes puzzles of the set in every way: what comes of it is determined, has the same form, and its program does on inputs
// that the puzzle does not show what the program did.
func TestChanges(t *testing.T) {
	ctx := context.Background()
	made, exact := 0, 0
	varied := map[string]int{}
	for p, s := range studied(t) {
		q, err := s.Make(ctx, Demand{}, rng.New(5))
		if err != nil {
			continue
		}
		made++
		form, err := q.Form(ctx)
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		if form.Exact {
			exact++
		}
		j, err := q.Judge()
		if err != nil {
			t.Fatal(err)
		}
		for _, names := range [][]string{Changes(), {"order"}, {"branches", "operands"}} {
			v, err := q.Vary(ctx, names, rng.New(uint64(len(names))))
			if err != nil {
				t.Fatalf("%s: %v", p.Name, err)
			}
			for _, n := range v.Varied {
				varied[n]++
			}
			m, err := j.MarkProgram(ctx, v.Text, FreshInputs)
			if err != nil || !m.Right {
				t.Errorf("%s, %v: %v %s\n%s", p.Name, v.Varied, err, m.Why, v.Text)
			}
			other, err := v.Form(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if form.Exact && other.Exact && other.Key != form.Key {
				t.Errorf("%s, %v: another form\n%s\n%s\n%s\n%s", p.Name, v.Varied, q.Text, form.Key, v.Text, other.Key)
			}
		}
		j.Close()
	}
	t.Logf("%d puzzles, %d with an exact form, changes %v", made, exact, varied)
	if exact*10 < made*7 {
		t.Errorf("%d of %d have an exact form", exact, made)
	}
}

// A program on which each change can be made, and what they make of it.
func TestEachChange(t *testing.T) {
	const source = `def closest(items, target):
    best = None
    gap = 0
    for item in items:
        distance = abs(item - target)
        if best is None or distance < gap:
            best = item
            gap = distance
    if best != None:
        return best + 0
    else:
        return 0 if target == 0 else -1

assert closest([1, 5, 9], 6) == 5
assert closest([], 3) == -1
assert closest([4], 0) == 4
assert closest([], 0) == 0
assert closest([-7, 2], -3) == -7
`
	ctx := context.Background()
	p, err := Read("closest.py", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewStudy(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	q, err := s.Make(ctx, Demand{Kinds: []string{constant, variable}, Blanks: 2}, rng.New(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range Changes() {
		v, err := q.Vary(ctx, []string{name}, rng.New(2))
		if err != nil || v.Text == q.Text || len(v.Varied) != 1 {
			t.Fatalf("%s: %v %v\n%s", name, err, v.Varied, v.Text)
		}
		if err := v.Verify(ctx); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := q.Vary(ctx, []string{"colours"}, rng.New(2)); err == nil {
		t.Error("a change of no name is made")
	}
}

// TestAgainst refutes every wrong piece of puzzles of the set, most of them at a step at which the runs part.
func TestAgainst(t *testing.T) {
	ctx := context.Background()
	pieces, apart, smaller := 0, 0, 0
	for p, s := range studied(t) {
		q, err := s.Make(ctx, Demand{}, rng.New(9))
		if err != nil {
			continue
		}
		j, err := q.Judge()
		if err != nil {
			t.Fatal(err)
		}
		for i, b := range q.Blanks {
			for k := range b.Pieces {
				if k == b.Right {
					continue
				}
				r, err := j.Against(ctx, i, k)
				if err != nil {
					t.Fatalf("%s: %v", p.Name, err)
				}
				pieces++
				if r.Apart >= 0 {
					apart++
				}
				if r.Input == "" {
					continue
				}
				shown := false
				for _, e := range j.Examples() {
					shown = shown || e.Input == r.Input
				}
				if !shown {
					smaller++
				}
			}
		}
		j.Close()
	}
	t.Logf("%d pieces refuted, %d with a step at which the runs part, %d by an easier input than those shown", pieces, apart, smaller)
	if apart*10 < pieces*6 {
		t.Errorf("%d of %d have a step at which the runs part", apart, pieces)
	}
}
