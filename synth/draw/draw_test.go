package draw

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
)

// key is an item or a sequence of items as text.
func key(items ...Item) string { return fmt.Sprint(items) }

// chi2 tests counts against the uniform distribution over want outcomes. The bound is far out in the tail: with a fixed
// seed the test is no lottery, and a wrong distribution exceeds it by orders of magnitude.
func chi2(t *testing.T, name string, counts map[string]int, want int) {
	t.Helper()
	if len(counts) != want {
		t.Errorf("%s: %d different outcomes, want %d", name, len(counts), want)
		return
	}
	total := 0
	for _, n := range counts {
		total += n
	}
	expect := float64(total) / float64(want)
	sum := 0.0
	for _, n := range counts {
		sum += (float64(n) - expect) * (float64(n) - expect) / expect
	}
	df := float64(want - 1)
	if limit := df + 5*math.Sqrt(2*df) + 10; sum > limit {
		t.Errorf("%s: chi-square %.1f with %.0f degrees of freedom", name, sum, df)
	}
}

// TestItemsAreUniform draws single items of all kinds of shapes.
func TestItemsAreUniform(t *testing.T) {
	abc := Source{N: 3, Amount: 1, Ordered: true}
	two := func(ordered, repeat, ascending bool) Source {
		return Source{N: 4, Amount: 2, Ordered: ordered, Repeat: repeat, Ascending: ascending}
	}
	for _, c := range []struct {
		name string
		sh   *Shape
		cons Constraints
		fold bool // combinations are compared as sets
		want int
	}{
		{"one value", NewShape([]Source{abc}, 1, nil), Constraints{}, false, 3},
		{"two sources", NewShape([]Source{abc, abc}, 1, nil), Constraints{}, false, 9},
		{"permutations", NewShape([]Source{two(true, false, false)}, 1, nil), Constraints{}, false, 12},
		{"lists with repetition", NewShape([]Source{two(true, true, false)}, 1, nil), Constraints{}, false, 16},
		{"combinations", NewShape([]Source{two(false, false, true)}, 1, nil), Constraints{}, false, 6},
		{"combinations with repetition", NewShape([]Source{two(false, true, true)}, 1, nil), Constraints{}, false, 10},
		{"combinations in any order", NewShape([]Source{two(false, false, false)}, 1, nil), Constraints{}, false, 12},
		{"multisets in any order, as sets", NewShape([]Source{two(false, true, false)}, 1, nil), Constraints{}, true, 10},
		{"everything", NewShape([]Source{{N: 3, Amount: 3, Ordered: true}}, 1, nil), Constraints{}, false, 6},
		{"two dimensions that differ", NewShape([]Source{abc, abc}, 2, [][]int{{0, 1}}), Constraints{}, false, 36},
		{"two dimensions that differ on a source", NewShape([]Source{abc, abc}, 2, [][]int{{0}}), Constraints{}, false, 27},
		{"two dimensions that differ on each source", NewShape([]Source{abc, abc}, 2, [][]int{{0}, {1}}), Constraints{}, false, 18},
		{"two free dimensions", NewShape([]Source{abc}, 2, [][]int{}), Constraints{}, false, 6},
		{"three free dimensions", NewShape([]Source{abc}, 3, [][]int{}), Constraints{}, false, 10},
		{"a constraint on items", NewShape([]Source{abc, abc}, 1, nil), Constraints{
			Item: func(it Item) (bool, error) { return it[0] < it[1], nil }}, false, 3},
		{"one item in a thousand", NewShape([]Source{{N: 20, Amount: 2, Ordered: true}, {N: 20, Amount: 1, Ordered: true}}, 1, nil),
			Constraints{Item: func(it Item) (bool, error) { return it[0]+it[1]+it[2] == 3, nil }}, false, 8},
	} {
		d, err := NewDrawer(rng.New(11).Derive(c.name), c.sh, c.cons)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		counts := map[string]int{}
		for range 400 * c.want {
			its, err := d.Draw(1)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if c.fold {
				slices.Sort(its[0])
			}
			counts[key(its[0])]++
		}
		chi2(t, c.name, counts, c.want)
	}
}

// TestSequencesAreUniform draws several items that must differ.
func TestSequencesAreUniform(t *testing.T) {
	sh := NewShape([]Source{{N: 4, Amount: 1, Ordered: true}}, 1, nil)
	for _, c := range []struct {
		name string
		n    int
		cons Constraints
		want int
	}{
		{"free", 2, Constraints{}, 16},
		{"different", 2, Constraints{Different: true}, 12},
		{"all of them", 4, Constraints{Different: true}, 24},
		{"each item alone", 2, Constraints{Different: true, Item: func(it Item) (bool, error) { return it[0] != 2, nil }}, 6},
		{"the whole", 3, Constraints{Sequence: func(its []Item) (bool, error) {
			return its[0][0]+its[1][0]+its[2][0] == 3, nil
		}}, 10},
	} {
		d, err := NewDrawer(rng.New(12).Derive(c.name), sh, c.cons)
		if err != nil {
			t.Fatal(err)
		}
		counts := map[string]int{}
		for range 300 * c.want {
			its, err := d.Draw(c.n)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			counts[key(its...)]++
		}
		chi2(t, c.name, counts, c.want)
	}
}

// TestRareSequences finds sequences that chance alone would not meet, and still every one of them.
func TestRareSequences(t *testing.T) {
	sh := NewShape([]Source{{N: 12, Amount: 1, Ordered: true}, {N: 12, Amount: 1, Ordered: true}}, 1, nil)
	latin := Constraints{Different: true, Unique: [][]int{{0}, {1}}, Sequence: func(its []Item) (bool, error) {
		for _, it := range its {
			if it[0] == it[1] {
				return false, nil
			}
		}
		return true, nil
	}}
	d, err := NewDrawer(rng.New(13), sh, latin)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		its, err := d.Draw(10)
		if err != nil {
			t.Fatal(err)
		}
		var used [2]map[int]bool
		for k := range used {
			used[k] = map[int]bool{}
			for _, it := range its {
				used[k][it[k]] = true
			}
			if len(used[k]) != 10 {
				t.Errorf("%v: source %d repeats", its, k)
			}
		}
	}
}

// TestCombinations tells combinations apart as sets as long as there are enough of them.
func TestCombinations(t *testing.T) {
	sh := NewShape([]Source{{N: 4, Amount: 2}}, 1, nil)
	d, err := NewDrawer(rng.New(14), sh, Constraints{Different: true})
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		its, err := d.Draw(6)
		if err != nil {
			t.Fatal(err)
		}
		sets := map[string]bool{}
		for _, it := range its {
			s := slices.Clone(it)
			slices.Sort(s)
			sets[key(s)] = true
		}
		if len(sets) != 6 {
			t.Errorf("%v: only %d different sets of 6", its, len(sets))
		}
	}
	// Seven items cannot differ as sets; their listings can.
	its, err := d.Draw(7)
	if err != nil {
		t.Fatal(err)
	}
	lists := map[string]bool{}
	for _, it := range its {
		lists[key(it)] = true
	}
	if len(lists) != 7 {
		t.Errorf("%v: a listing repeats", its)
	}
}

func TestNoDraw(t *testing.T) {
	sh := NewShape([]Source{{N: 3, Amount: 1, Ordered: true}}, 1, nil)
	for name, c := range map[string]struct {
		n    int
		cons Constraints
	}{
		"too many": {4, Constraints{Different: true}},
		"none":     {1, Constraints{Item: func(Item) (bool, error) { return false, nil }}},
		"not all":  {2, Constraints{Sequence: func([]Item) (bool, error) { return false, nil }}},
		"unique":   {4, Constraints{Unique: [][]int{{0}}}},
	} {
		d, err := NewDrawer(rng.New(15), sh, c.cons)
		if err != nil {
			t.Fatal(err)
		}
		if its, err := d.Draw(c.n); !errors.Is(err, ErrNoDraw) {
			t.Errorf("%s: %v, %v", name, its, err)
		}
	}
	var se *SourceError
	_, err := NewDrawer(rng.New(15), NewShape([]Source{{N: 3, Amount: 4}}, 1, nil), Constraints{})
	if !errors.As(err, &se) || se.N != 3 || se.Want != 4 || !errors.Is(err, ErrNoDraw) {
		t.Errorf("a source too small: %v", err)
	}
	boom := errors.New("boom")
	d, _ := NewDrawer(rng.New(15), sh, Constraints{Item: func(Item) (bool, error) { return false, boom }})
	if _, err := d.Draw(1); !errors.Is(err, boom) {
		t.Errorf("the constraint's own error: %v", err)
	}
}

// TestLargePools draws from pools whose product could never be listed.
func TestLargePools(t *testing.T) {
	src := Source{N: 100_000, Amount: 5, Ordered: true}
	d, err := NewDrawer(rng.New(16), NewShape([]Source{src, src}, 3, [][]int{{0, 1}}), Constraints{Different: true})
	if err != nil {
		t.Fatal(err)
	}
	its, err := d.Draw(100)
	if err != nil || len(its) != 100 || len(its[0]) != 30 {
		t.Fatalf("%d items: %v", len(its), err)
	}
	if d.Tried > 200 {
		t.Errorf("%d items looked at for 100", d.Tried)
	}
}

func BenchmarkDraw(b *testing.B) {
	sh := NewShape([]Source{{N: 8, Amount: 2, Ordered: true}, {N: 2, Amount: 1, Ordered: true}}, 1, nil)
	for b.Loop() {
		d, _ := NewDrawer(rng.New(1), sh, Constraints{Different: true})
		if _, err := d.Draw(8); err != nil {
			b.Fatal(err)
		}
	}
}
