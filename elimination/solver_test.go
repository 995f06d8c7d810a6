package elimination_test

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/elimination"
)

func small(t testing.TB, n int) *elimination.Solver {
	t.Helper()
	var p elimination.Problem
	for _, c := range []string{"pos", "A", "B"} {
		cat := elimination.Category{Label: c}
		for i := 1; i <= n; i++ {
			if c == "pos" {
				cat.Items = append(cat.Items, i)
			} else {
				cat.Items = append(cat.Items, strings.ToLower(c)+string(rune('0'+i)))
			}
		}
		p = append(p, cat)
	}
	s, err := elimination.New(p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func must(t testing.TB) func(int, error) int {
	return func(n int, err error) int {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
}

func TestNew(t *testing.T) {
	type cat = elimination.Category
	big := cat{Label: "big"}
	for i := 0; i < 65; i++ {
		big.Items = append(big.Items, i)
	}
	for _, c := range []struct {
		name        string
		problem     elimination.Problem
		m, n, edges int
		solved      bool
		err         string
	}{
		{name: "empty", solved: true},
		{name: "one category", problem: elimination.Problem{{"a", []any{1, 2}}}, m: 1, n: 2, solved: true},
		{name: "one item", problem: elimination.Problem{{"a", []any{1}}, {"b", []any{2}}}, m: 2, n: 1, edges: 1, solved: true},
		{name: "two by two", problem: elimination.Problem{{"p", []any{1, 2}}, {"A", []any{"x", "y"}}}, m: 2, n: 2, edges: 4},
		{name: "uneven", problem: elimination.Problem{{"a", []any{1, 2}}, {"b", []any{1}}}, err: "must have the same number"},
		{name: "duplicate item", problem: elimination.Problem{{"a", []any{1, 1}}}, err: "items 1 and 2 are both 1"},
		{name: "equal numbers", problem: elimination.Problem{{"a", []any{1, 1.0}}}, err: "items 1 and 2 are both 1"},
		{name: "nil item", problem: elimination.Problem{{"a", []any{1, nil}}}, err: "nil is not a label"},
		{name: "nil category", problem: elimination.Problem{{nil, []any{1}}}, err: "nil is not a label"},
		{name: "slice item", problem: elimination.Problem{{"a", []any{[]int{1}}}}, err: "cannot be compared with =="},
		{name: "duplicate category", problem: elimination.Problem{{"a", []any{1}}, {"a", []any{1}}}, err: "same label a"},
		{name: "too large", problem: elimination.Problem{big}, err: "at most 64 categories of 64 items"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := elimination.New(c.problem)
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Fatalf("got %v, want %q", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if s.M() != c.m || s.N() != c.n || s.Edges() != c.edges || s.Solved() != c.solved || s.AssertionCount() != 0 {
				t.Errorf("got %d %d %d %v", s.M(), s.N(), s.Edges(), s.Solved())
			}
		})
	}
	p, err := elimination.Lists([][]any{{"pos", 1, 2}, {"A", "x", "y"}})
	if err != nil || len(p) != 2 || p[1].Label != "A" || len(p[1].Items) != 2 {
		t.Errorf("Lists: %v %v", p, err)
	}
	if _, err := elimination.Lists([][]any{{}}); err == nil {
		t.Error("Lists took an empty list")
	}
	if _, err := elimination.Labelled([]any{"pos"}, [][]any{{1}, {2}}); err == nil || !strings.Contains(err.Error(), "1 category labels for 2") {
		t.Errorf("Labelled: %v", err)
	}
}

func TestBadCalls(t *testing.T) {
	p := elimination.Problem{
		{"position", []any{1, 2, 3}}, {"age", []any{3, 30, 40}}, {"name", []any{"Ann", "Bob", "Cleo"}}, {"size", []any{"S", "M", "L"}},
	}
	s, err := elimination.New(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		call func() (int, error)
		want string
	}{
		{"unknown item", func() (int, error) { return s.Match("Anne", "S") }, `unknown item "Anne" (did you mean "Ann"?)`},
		{"unknown category", func() (int, error) { return s.LessThan("Ann", "Bob", "agee") }, `unknown category "agee" (did you mean "age"?)`},
		{"unknown in category", func() (int, error) { return s.Match(elimination.Item{Category: "name", Label: "Bo"}, "S") }, `in category "name" (did you mean "Bob"?)`},
		{"ambiguous", func() (int, error) { return s.Match("Ann", 3) }, "label 3 is ambiguous: it stands in the categories position, age"},
		{"nil", func() (int, error) { return s.Match(nil, 3) }, "unknown item <nil>"},
		{"not comparable", func() (int, error) { return s.Match([]int{1}, 3) }, "unknown item [1]"},
		{"same category", func() (int, error) { return s.Match("Ann", "Bob") }, "both are of the category name"},
		{"two categories", func() (int, error) { return s.Match("Ann", "S", 30) }, "of different categories"},
		{"itself", func() (int, error) { return s.Unmatch("Ann", "Ann") }, "cannot be unmatched from itself"},
		{"compared with itself", func() (int, error) { return s.LessThan("Ann", "Ann", "age") }, "cannot be compared with itself"},
		{"labels not numbers", func() (int, error) { return s.LessThan("Ann", "Bob", "size") }, `label "S" of category size is not a number`},
		{"bounds crossed", func() (int, error) { return s.LessThan("Ann", "Bob", "age", 3, 2) }, "bounds 3 to 2 cannot be met"},
		{"bounds too far", func() (int, error) { return s.LessThan("Ann", "Bob", "age", 38) }, "cannot be met by any two items of age"},
		{"negative distance", func() (int, error) { return s.AdjacentTo("Ann", "Bob", "age", -1) }, "cannot be met"},
		{"three bounds", func() (int, error) { return s.AdjacentTo("Ann", "Bob", "age", 1, 2, 3) }, "3 bounds"},
		{"open lower bound", func() (int, error) { return s.LessThan("Ann", "Bob", "age", elimination.Open) }, "not a finite number"},
		{"no such position", func() (int, error) { return s.Unlink(0, 12) }, "position 12 is not in 0..11"},
	} {
		t.Run(c.name, func(t *testing.T) {
			edges := s.Edges()
			_, err := c.call()
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if s.Edges() != edges || len(s.Calls()) != 0 {
				t.Error("the state changed")
			}
		})
	}
}

func TestContradictionNamesASmallestSet(t *testing.T) {
	s := small(t, 4)
	ok := must(t)
	ok(s.Unmatch("a3", "b4"))
	ok(s.LessThan("a1", "a2", "pos"))
	ok(s.LessThan("b1", "b2", "pos"))
	ok(s.LessThan("a2", "a3", "pos"))
	ok(s.Match("a1", "b1", "b2"))
	edges, calls := s.Edges(), len(s.Calls())
	_, err := s.LessThan("a3", "a1", "pos")
	var c *elimination.ContradictionError
	if !errors.As(err, &c) {
		t.Fatalf("got %v", err)
	}
	var numbers []int
	for _, x := range c.Core {
		numbers = append(numbers, x.Number)
	}
	if want := []int{2, 4, 6}; !equal(numbers, want) || !c.Smallest {
		t.Errorf("core %v (smallest %v), want %v", numbers, c.Smallest, want)
	}
	if s.Edges() != edges || len(s.Calls()) != calls {
		t.Error("the state changed")
	}
	// A contradiction between two calls is preferred to longer ones.
	ok(s.Match("a1", 1))
	_, err = s.LessThan("b2", "a1", "pos")
	if !errors.As(err, &c) || len(c.Core) != 2 || c.Core[0].Number != 6 {
		t.Errorf("got %v", err)
	}
}

func equal(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestUndoAndSnapshots(t *testing.T) {
	s := small(t, 5)
	ok := must(t)
	states := []string{dump(s)}
	ok(s.LessThan("a1", "b1", "pos", 2))
	states = append(states, dump(s))
	snap := s.Snapshot()
	ok(s.Match("a2", 3))
	states = append(states, dump(s))
	ok(s.Unmatch("b1", 5))
	late := s.Snapshot()
	final := dump(s)
	for i := 2; i >= 0; i-- {
		if !s.Undo() || dump(s) != states[i] {
			t.Fatalf("undo to %d: got\n%s\nwant\n%s", i, dump(s), states[i])
		}
	}
	if s.Undo() {
		t.Error("undid nothing")
	}
	if err := s.Restore(late); err != nil || dump(s) != final {
		t.Errorf("restore forward: %v", err)
	}
	if err := s.Restore(snap); err != nil || dump(s) != states[1] {
		t.Errorf("restore back: %v", err)
	}
	if s.Undo(); dump(s) != states[0] {
		t.Error("undo after restore")
	}
	if err := s.Restore(late); err != nil {
		t.Fatal(err)
	}
	if s.Reset(); dump(s) != states[0] {
		t.Error("reset")
	}
	if err := s.Restore(small(t, 5).Snapshot()); err == nil {
		t.Error("took the snapshot of another solver")
	}
}

func dump(s *elimination.Solver) string {
	var b strings.Builder
	for x := 0; x < s.M()*s.N(); x++ {
		for c := 0; c < s.M(); c++ {
			for _, y := range s.LinkedSet(x, c) {
				b.WriteString(s.ItemAt(y).String() + " ")
			}
		}
		b.WriteByte('\n')
	}
	for _, a := range s.Assertions() {
		b.WriteString(a.String() + "\n")
	}
	return b.String()
}

func TestDeepen(t *testing.T) {
	ctx := context.Background()
	ok := must(t)
	pair, err := elimination.New(elimination.Problem{{"pos", []any{1, 2, 3, 4}}, {"A", []any{"a1", "a2", "a3", "a4"}}})
	if err != nil {
		t.Fatal(err)
	}
	ok(pair.Match("a1", 1, 2))
	ok(pair.Match("a2", 1, 2))
	if pair.Edges() != 12 {
		t.Fatalf("%d edges", pair.Edges())
	}
	if n := ok(pair.Deepen(ctx, elimination.RuleHiddenSubset)); n != 4 || pair.Edges() != 8 {
		t.Errorf("hidden pair: removed %d, left %d", n, pair.Edges())
	}
	pair.Undo()
	if n := ok(pair.Deepen(ctx, elimination.RuleNakedSubset)); n != 4 {
		t.Errorf("naked subset, seen from pos: removed %d", n)
	}

	// b is next to a on one side and to c on the other: the three comparisons together fix b in the middle of any three.
	chain := small(t, 5)
	ok(chain.AdjacentTo("a1", "a2", "pos"))
	ok(chain.AdjacentTo("a2", "a3", "pos"))
	ok(chain.AdjacentTo("a1", "a3", "pos", 2))
	if got, _ := chain.AvailableFor("a2", "pos"); len(got) != 5 {
		t.Fatalf("a2 at %v before chains", got)
	}
	ok(chain.Deepen(ctx, elimination.RuleChain))
	if got, _ := chain.AvailableFor("a2", "pos"); len(got) != 3 {
		t.Errorf("a2 at %v after chains", got)
	}

	// The corpus' example that elimination cannot finish although it has one solution.
	stuck := small(t, 3)
	ok(stuck.LessThan("a2", "b2", "pos", 1))
	ok(stuck.AdjacentTo("b2", "a3", "pos", 1))
	ok(stuck.Match("b3", elimination.Item{Category: "pos", Label: 2}, 3))
	if stuck.Solved() {
		t.Fatal("solved too soon")
	}
	o, err := stuck.Decide(ctx, 5)
	if err != nil || o.Status != elimination.Unique || len(o.Solutions) != 1 || !o.All {
		t.Errorf("decide: %+v %v", o, err)
	}
	ok(stuck.Deepen(ctx))
	if !stuck.Solved() {
		t.Error("case splits did not solve it")
	}
}

func TestDecide(t *testing.T) {
	ctx := context.Background()
	s := small(t, 4)
	o, err := s.Decide(ctx, 1000)
	if err != nil || o.Status != elimination.Several || len(o.Solutions) != 576 || !o.All {
		t.Errorf("4x4x4: %v, %d solutions, all %v, %v", o.Status, len(o.Solutions), o.All, err)
	}
	if o, _ := s.Decide(ctx, 10); len(o.Solutions) != 10 || o.All {
		t.Errorf("limit: %d, all %v", len(o.Solutions), o.All)
	}
	// Three items into two places: no solution, but none of the three rules sees it.
	ok := must(t)
	s = small(t, 5)
	for _, a := range []string{"a1", "a2", "a3"} {
		ok(s.Match(a, 1, 2))
	}
	if o, _ := s.Decide(ctx, 1); o.Status != elimination.None {
		t.Errorf("pigeons: %v", o.Status)
	}
	before := dump(s)
	_, err = s.Deepen(ctx)
	var c *elimination.ContradictionError
	if !errors.As(err, &c) || len(c.Core) != 3 {
		t.Errorf("deepen: %v", err)
	}
	if dump(s) != before {
		t.Error("the state changed")
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := small(t, 5).Decide(stopped, 1000); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestRanksAndRelations(t *testing.T) {
	p := elimination.Problem{{"size", []any{"S", "M", "L"}}, {"name", []any{"Ann", "Bob", "Cleo"}}}
	s, err := elimination.New(p, elimination.WithRanks("size"))
	if err != nil {
		t.Fatal(err)
	}
	ok := must(t)
	ok(s.LessThan("Ann", "Bob", "size", 2))
	if l, known, _ := s.CategoryFor("Cleo", "size"); !known || l != "M" {
		t.Errorf("Cleo: %v", l)
	}
	prices, err := elimination.New(elimination.Problem{{"price", []any{1.1, 1.3, 1.5, 9.0}}, {"name", []any{"a", "b", "c", "d"}}})
	if err != nil {
		t.Fatal(err)
	}
	ok(prices.LessThan("a", "b", "price", 0.2)) // as decimals, not as binary fractions
	if ls, _ := prices.AvailableFor("a", "price"); len(ls) != 2 {
		t.Errorf("a costs one of %v", ls)
	}
	ok(prices.Relate("c", "a", "price", "costs more than twice as much as", func(x, y any) bool { return x.(float64) > 2*y.(float64) }))
	if l, known, _ := prices.CategoryFor("c", "price"); !known || l != 9.0 {
		t.Errorf("c costs %v", l)
	}
}

func TestLogNamesReasons(t *testing.T) {
	var log bytes.Buffer
	removed := 0
	p := elimination.Problem{{"pos", []any{1, 2, 3}}, {"A", []any{"a1", "a2", "a3"}}, {"B", []any{"b1", "b2", "b3"}}}
	s, err := elimination.New(p, elimination.WithLog(&log), elimination.WithTrace(func(elimination.Removal) { removed++ }))
	if err != nil {
		t.Fatal(err)
	}
	ok := must(t)
	n := ok(s.LessThan("a1", "b1", "pos"))
	n += ok(s.Match("a1", 2))
	if removed != n {
		t.Errorf("%d removals traced, %d made", removed, n)
	}
	for _, want := range []string{
		"#1 a1 less than b1 in pos\n", "A:a1 is not B:b1: the call says so", "a1 less than b1 in pos\n",
		"B:b2 is not pos:3: pos:3 is already B:b1\n", "pos:2 is not B:b1: no A is open to both\n", "6 removed, 18 edges left\n",
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q:\n%s", want, log.String())
		}
	}
}

func TestDraw(t *testing.T) {
	s := small(t, 3)
	must(t)(s.Match("a1", 1))
	var svg, img bytes.Buffer
	if err := s.Draw(&svg, elimination.SVG, "After <one> call"); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(svg.String(), "<path"); got != s.Edges() {
		t.Errorf("%d lines for %d edges", got, s.Edges())
	}
	if got := strings.Count(svg.String(), "#c0392b"); got != 1 {
		t.Errorf("%d heavy lines, want 1", got)
	}
	if !strings.Contains(svg.String(), "After &lt;one&gt; call") {
		t.Error("the title is not escaped")
	}
	if err := s.Draw(&img, elimination.PNG, "After one call"); err != nil {
		t.Fatal(err)
	}
	if _, err := png.Decode(&img); err != nil {
		t.Error(err)
	}
	if err := s.Draw(&img, elimination.Format(9), ""); err == nil {
		t.Error("drew an unknown format")
	}
}

func TestSmallestCore(t *testing.T) {
	// Refuted: any set that contains {0,1,2}, {3,4} or {5}.
	refuted := func(set []int) bool {
		in := [6]bool{}
		for _, i := range set {
			in[i] = true
		}
		return in[0] && in[1] && in[2] || in[3] && in[4] || in[5]
	}
	if got, ok := elimination.SmallestCore(6, elimination.CoreOptions{Budget: 100}, refuted); !ok || !equal(got, []int{5}) {
		t.Errorf("got %v %v", got, ok)
	}
	if got, ok := elimination.SmallestCore(6, elimination.CoreOptions{Weights: []int{1, 1, 1, 2, 2, 9}, Budget: 100}, refuted); !ok || !equal(got, []int{0, 1, 2}) {
		t.Errorf("weighted: got %v %v", got, ok)
	}
	if got, ok := elimination.SmallestCore(6, elimination.CoreOptions{Weights: []int{1, 1, 1, 1, 1, 9}, Budget: 100}, refuted); !ok || !equal(got, []int{3, 4}) {
		t.Errorf("weighted: got %v %v", got, ok)
	}
	if got, ok := elimination.SmallestCore(6, elimination.CoreOptions{Below: 1, Budget: 100}, refuted); !ok || got != nil {
		t.Errorf("nothing weighs less than 1: got %v %v", got, ok)
	}
}
