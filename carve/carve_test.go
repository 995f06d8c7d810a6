package carve

import (
	"context"
	"errors"
	"fmt"
	mathbits "math/bits"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// bits is a toy family: a secret number of six bits, clues that are parities of subsets of its bits, and a clue set that is
// valid while it tells the secret from all other numbers.
type bits struct{ clues int }

type clueSet struct {
	masks []int
	in    []bool
}

func (d bits) Random(_ context.Context, r *rng.Stream) (Board[[]int], error) {
	b := &clueSet{}
	for range d.clues {
		b.masks = append(b.masks, 1+r.IntN(63))
		b.in = append(b.in, true)
	}
	for i := range 6 { // the single bits, so that the full set is valid
		b.masks = append(b.masks, 1<<i)
		b.in = append(b.in, true)
	}
	return b, nil
}

func (b *clueSet) Len() int { return len(b.masks) }

func (b *clueSet) rank(without []int) int {
	var basis [6]int
	rank := 0
	for i, m := range b.masks {
		if !b.in[i] || slices.Contains(without, i) {
			continue
		}
		for k := 5; k >= 0 && m != 0; k-- {
			if m>>k&1 == 0 {
				continue
			}
			if basis[k] == 0 {
				basis[k] = m
				rank++
				break
			}
			m ^= basis[k]
		}
	}
	return rank
}

func (b *clueSet) Valid(ctx context.Context, squares []int) (bool, error) {
	return b.rank(squares) == 6, ctx.Err()
}

func (b *clueSet) Remove(squares []int) {
	for _, q := range squares {
		b.in[q] = false
	}
}

func (b *clueSet) Puzzle() ([]int, error) {
	var p []int
	for i, m := range b.masks {
		if b.in[i] {
			p = append(p, m)
		}
	}
	return p, nil
}

func size(_ context.Context, p []int) (string, error) { return fmt.Sprint(len(p)), nil }

func TestGenPuzzles(t *testing.T) {
	ctx := context.Background()
	res, err := GenPuzzles(ctx, bits{clues: 20}, size, nil, Options{}, rng.New(1))
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Final) != 6 || res.Empty != 20 || !res.Minimal || res.Tested != 26 || res.Steps != 26 {
		t.Errorf("carved to %+v", res)
	}
	// Every board on the way is there once, from one clue fewer than the full set to the last.
	for i, c := range res.Classes {
		if want := fmt.Sprint(25 - i); c.Name != want || len(c.Puzzles) != 1 {
			t.Errorf("class %d is %s with %d puzzles, want %s with 1", i, c.Name, len(c.Puzzles), want)
		}
	}
	again, _ := GenPuzzles(ctx, bits{clues: 20}, size, nil, Options{}, rng.New(1))
	if !reflect.DeepEqual(res, again) {
		t.Error("the same seed gives other puzzles")
	}
}

// TestTransformationsAreClassified: the images of a puzzle stand beside it, in its class.
func TestTransformationsAreClassified(t *testing.T) {
	turned := func(p []int, _ *rng.Stream) ([][]int, error) {
		p = slices.Clone(p)
		slices.Reverse(p)
		return [][]int{p}, nil
	}
	res, err := GenPuzzles(context.Background(), bits{clues: 2}, size, []Transformation[[]int]{{"turned", turned}}, Options{}, rng.New(1))
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Of("7")) != 2 || len(res.Of("6")) != 2 || len(res.Classes) != 2 {
		t.Errorf("%+v", res.Classes)
	}
}

// TestTransformationsAreTried: what changes the class of a full board, or breaks a rule of it, is named, and nothing is carved.
func TestTransformationsAreTried(t *testing.T) {
	ctx := context.Background()
	longer := func(p []int, _ *rng.Stream) ([][]int, error) { return [][]int{append(slices.Clone(p), 0)}, nil }
	same := func(p []int, _ *rng.Stream) ([][]int, error) { return [][]int{p}, nil }
	for _, c := range []struct {
		d    Definition[[]int]
		t    Transformation[[]int]
		want string
	}{
		{bits{clues: 2}, Transformation[[]int]{"longer", longer}, `transformation longer: an image of a puzzle of class "8" is of class "9"`},
		{judged{bits{clues: 2}}, Transformation[[]int]{"backwards", same}, "transformation backwards: a rule is broken"},
	} {
		res, err := GenPuzzles(ctx, c.d, size, []Transformation[[]int]{{"same", same}, c.t}, Options{}, rng.New(1))
		var wrong *TransformationError
		if !errors.As(err, &wrong) || wrong.Name != c.t.Name || err.Error() != c.want || len(res.Classes) > 0 {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	res, err := GenPuzzles(ctx, judged{bits{clues: 2}}, size, []Transformation[[]int]{{"same", same}, {"again", same}}, Options{}, rng.New(1))
	if err != nil || len(res.Of("7")) != 1 {
		t.Errorf("equal images are kept: %+v, %v", res.Classes, err)
	}
}

// judged is bits with boards that judge transformations by their names.
type judged struct{ bits }

type judgedSet struct{ *clueSet }

func (d judged) Random(ctx context.Context, r *rng.Stream) (Board[[]int], error) {
	b, err := d.bits.Random(ctx, r)
	return judgedSet{b.(*clueSet)}, err
}

func (judgedSet) Keeps(_ context.Context, name string, _ [][]int) error {
	if name == "backwards" {
		return errors.New("a rule is broken")
	}
	return nil
}

func (judgedSet) Key(p []int) string { return fmt.Sprint(p) }

func TestOptions(t *testing.T) {
	ctx := context.Background()
	for name, tt := range map[string]struct {
		opt   Options
		empty int
	}{
		"empties": {Options{Empties: 7}, 7},
		"keep":    {Options{Keep: []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}}, 3},
		"orbits":  {Options{Strategy: Orbits([][]int{{0, 1, 2}, {3, 4}, {5, 6}}), Empties: 9}, 7},
		"order":   {Options{Strategy: Order([]int{3, 1})}, 2},
	} {
		res, err := GenPuzzles(ctx, bits{clues: 20}, size, nil, tt.opt, rng.New(3))
		if err != nil {
			t.Fatal(err)
		}
		if res.Empty != tt.empty && name != "keep" || name == "keep" && res.Empty > 9 {
			t.Errorf("%s: %d empty, want %d", name, res.Empty, tt.empty)
		}
	}
	if res, err := GenPuzzles(ctx, bits{clues: 20}, size, nil, Options{Steps: 4}, rng.New(3)); err != nil || res.Steps != 4 || res.Minimal {
		t.Errorf("a budget of 4 steps: %+v, %v", res, err)
	}
	if _, err := GenPuzzles(ctx, bits{clues: 20}, size, nil, Options{Keep: []int{99}}, rng.New(3)); err == nil {
		t.Error("a square that is not there is kept")
	}
	ctx, cancel := context.WithCancel(ctx)
	steps := 0
	res, err := GenPuzzles(ctx, bits{clues: 20}, size, nil, Options{Report: func(puzzle.Progress) {
		if steps++; steps == 5 {
			cancel()
		}
	}}, rng.New(3))
	if !errors.Is(err, context.Canceled) || res.Steps != 5 || len(res.Final) == 0 {
		t.Errorf("cancelled: %+v, %v", res, err)
	}
}

func TestFindSaysTheBest(t *testing.T) {
	ctx := context.Background()
	opt := Options{}
	f, err := Find(ctx, bits{clues: 20}, size, opt, Target[[]int]{Class: "9"}, rng.New(2))
	if err != nil || len(f.Puzzle) != 9 || f.Class != "9" {
		t.Errorf("%+v, %v", f, err)
	}
	_, err = Find(ctx, bits{clues: 20}, size, opt, Target[[]int]{Empties: 24, Attempts: 3, Text: "24 empty"}, rng.New(2))
	var un *puzzle.UnreachableError
	if !errors.As(err, &un) || un.Tries != 3 || un.Best != "20 empty squares" {
		t.Errorf("%v", err)
	}
}

// The weighting draws a square with the chance that is proportional to what is left of its row and column.
func TestRowColumnWeights(t *testing.T) {
	st, _ := newState(4, nil, rng.New(5))
	st.test([]int{0}, true) // row 0 has 1 of 2 left, column 0 has 1 of 2 left
	counts := [4]int{}
	strategy := RowColumn(2, 2)
	const draws = 8000
	for range draws {
		counts[strategy.Choose(st)[0]]++
	}
	// Weights: r0c1 1*2, r1c0 2*1, r1c1 2*2.
	for q, want := range [4]float64{0, 0.25, 0.25, 0.5} {
		if got := float64(counts[q]) / draws; got < want-0.03 || got > want+0.03 {
			t.Errorf("square %d is chosen with %.3f, want %.2f", q, got, want)
		}
	}
}

func TestByRegionKeepsOne(t *testing.T) {
	region := make([]int, 26)
	for i := range region {
		region[i] = i % 3
	}
	res, err := GenPuzzles(context.Background(), bits{clues: 20}, nil, nil, Options{Strategy: ByRegion(region, 8)}, rng.New(4))
	if err != nil || res.Empty != 2 {
		t.Errorf("%d empty, want 2 (regions of 9, 9 and 8 that keep 8): %v", res.Empty, err)
	}
}

func TestByGroupAndThen(t *testing.T) {
	group := make([]int, 26)
	for i := range group {
		group[i] = i % 2
	}
	st, _ := newState(26, nil, rng.New(6))
	strategy := Then(3, Uniform(), ByGroup(group, []int{1, 0}))
	var met []int
	for q := strategy.Choose(st); len(q) > 0; q = strategy.Choose(st) {
		st.test(q, true)
		met = append(met, group[q[0]])
	}
	if len(met) != 26 || !slices.IsSortedFunc(met[3:], func(a, b int) int { return b - a }) {
		t.Errorf("groups in the order %v", met)
	}
}

// Restore puts clues back.
func (b *clueSet) Restore(squares []int) {
	for _, q := range squares {
		b.in[q] = true
	}
}

// TestFindBetween: a puzzle is found whose class is stepped over on the way from the full board, and nothing can go from it without making it
// too hard.
func TestFindBetween(t *testing.T) {
	ctx := context.Background()
	// How hard a puzzle is: the clues of more than two bits that it leaves out, out of many that are easy to miss.
	left := func(p []int) int {
		n := 0
		for _, m := range p {
			if mathbits.OnesCount(uint(m)) > 2 {
				n++
			}
		}
		return n
	}
	target := Target[[]int]{Attempts: 50, Text: "four long clues", Side: func(_ context.Context, p []int) (Verdict, error) {
		return Verdict{Side: 4 - left(p), Class: fmt.Sprint(left(p)), Text: fmt.Sprintf("%d long clues", left(p))}, nil
	}}
	for seed := range uint64(10) {
		found, err := Find(ctx, bits{clues: 20}, nil, Options{}, target, rng.New(seed))
		if err != nil {
			t.Fatal(err)
		}
		b := &clueSet{masks: found.Puzzle, in: make([]bool, len(found.Puzzle))}
		for i := range b.in {
			b.in[i] = true
		}
		if left(found.Puzzle) != 4 || b.rank(nil) != 6 || found.Class != "4" {
			t.Errorf("seed %d: found %v, class %s", seed, found.Puzzle, found.Class)
		}
		for i, m := range found.Puzzle {
			if b.rank([]int{i}) == 6 && mathbits.OnesCount(uint(m)) <= 2 {
				t.Errorf("seed %d: clue %d can go from %v, and the class stays", seed, i, found.Puzzle)
			}
		}
	}
	target.Side = func(context.Context, []int) (Verdict, error) {
		return Verdict{Side: -3, Class: "easy", Text: "much too easy"}, nil
	}
	var out *puzzle.UnreachableError
	if _, err := Find(ctx, bits{clues: 20}, nil, Options{}, target, rng.New(1)); !errors.As(err, &out) || out.Tries != 50 || out.Best != "much too easy" {
		t.Errorf("a target out of reach: %v", err)
	}
}

// TestFindGlances: a glance that is often wrong lets nothing out that is not as wanted, and Side is asked of what looks so alone.
func TestFindGlances(t *testing.T) {
	long := func(p []int) int {
		n := 0
		for _, m := range p {
			n += mathbits.OnesCount(uint(m)) / 3
		}
		return n
	}
	for _, off := range []int{-1, 0, 1} { // of every third puzzle the glance takes so much more or less for the truth
		glances, sides := 0, 0
		target := Target[[]int]{Attempts: 200, Text: "four long clues",
			Side: func(_ context.Context, p []int) (Verdict, error) {
				sides++
				return Verdict{Side: 4 - long(p), Class: fmt.Sprint(long(p)), Text: "so many"}, nil
			},
			Glance: func(_ context.Context, p []int) (Verdict, error) {
				glances++
				v := Verdict{Side: 4 - long(p), Text: "about so many"}
				if glances%3 == 0 {
					v.Side += off
				}
				return v, nil
			}}
		for seed := range uint64(10) {
			found, err := Find(context.Background(), bits{clues: 20}, nil, Options{}, target, rng.New(seed))
			if err != nil || long(found.Puzzle) != 4 || found.Class != "4" {
				t.Errorf("off by %d, seed %d: found %v, class %s, %v", off, seed, found.Puzzle, found.Class, err)
			}
		}
		if sides >= glances {
			t.Errorf("off by %d: Side was asked %d times, Glance %d times", off, sides, glances)
		}
	}
}

// TestLuby: how long boards that are like one are tried follows the sequence.
func TestLuby(t *testing.T) {
	for n, want := range []int{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1} {
		if got := luby(n + 1); got != want {
			t.Errorf("number %d is %d, want %d", n+1, got, want)
		}
	}
}

// walk makes boards that are a number each, fresh ones 0 and varied ones 1 more or less, up to 7, and counts how many it made in each way.
type walk struct{ fresh, varied *int }

type stand struct {
	walk
	at int
}

func (w walk) Random(context.Context, *rng.Stream) (Board[int], error) {
	*w.fresh++
	return stand{w, 0}, nil
}

func (stand) Len() int                                   { return 0 }
func (stand) Valid(context.Context, []int) (bool, error) { return false, nil }
func (stand) Remove([]int)                               {}
func (s stand) Puzzle() (int, error)                     { return s.at, nil }

func (s stand) Vary(_ context.Context, _ int, r *rng.Stream) (Board[int], error) {
	*s.varied++
	return stand{s.walk, min(s.at+2*r.IntN(2)-1, 7)}, nil
}

// TestFindVaries: what no fresh board has is found in boards that are varied from them, each from the nearest; what none has ends after the
// attempts, which the fresh ones alone count for, with all that is known of the nearest.
func TestFindVaries(t *testing.T) {
	ctx := context.Background()
	far := func(goal int) Target[int] {
		return Target[int]{Attempts: 20, Text: fmt.Sprint(goal), Side: func(_ context.Context, n int) (Verdict, error) {
			v := Verdict{Side: min(n, goal) - goal, Class: fmt.Sprint(n), Text: fmt.Sprintf("only %d", n)}
			v.More = func(context.Context) (string, error) { return v.Text + ", in full", nil }
			return v, nil
		}}
	}
	for seed := range uint64(5) {
		var w walk
		w.fresh, w.varied = new(int), new(int)
		found, err := Find(ctx, w, nil, Options{}, far(6), rng.New(seed))
		if err != nil || found.Puzzle != 6 || found.Attempts != *w.fresh || *w.varied > 20*6*mostVaried {
			t.Errorf("seed %d: %+v after %d fresh boards and %d varied ones, %v", seed, found, *w.fresh, *w.varied, err)
		}
	}
	var w walk
	w.fresh, w.varied = new(int), new(int)
	var out *puzzle.UnreachableError
	if _, err := Find(ctx, w, nil, Options{}, far(1000), rng.New(1)); !errors.As(err, &out) || out.Tries != 20 || *w.fresh != 20 || !strings.HasSuffix(out.Best, ", in full") || !out.Easier {
		t.Errorf("a target out of reach: %v, after %d fresh boards", err, *w.fresh)
	}
}

// TestFindTires: a search that comes no nearer ends before its attempts, sooner where every board is too hard with everything printed, and says why.
func TestFindTires(t *testing.T) {
	for _, c := range []struct {
		name   string
		target Target[int]
		side   int
		boards int
		why    string
	}{
		{"too easy", Target[int]{}, -1, 4*fartherWay + 1, "20 full boards in a row came no nearer, and every puzzle was too easy"},
		{"too hard", Target[int]{}, 1, 4 + 1, "4 full boards in a row came no nearer, and every puzzle was too hard, also with everything printed"},
		{"too hard in the end", Target[int]{Last: true}, 1, 4*fartherWay + 1, "20 full boards in a row came no nearer, and every puzzle was too hard"},
		{"not to be carved so far", Target[int]{Empties: 1}, 1, 4 * fartherWay, "20 full boards in a row came no nearer"},
	} {
		var w walk
		w.fresh, w.varied = new(int), new(int)
		c.target.Text, c.target.Patience = "what is not there", 4
		c.target.Side = func(context.Context, int) (Verdict, error) { return Verdict{Side: c.side, Text: "far away"}, nil }
		var out *puzzle.UnreachableError
		if _, err := Find(context.Background(), w, nil, Options{}, c.target, rng.New(1)); !errors.As(err, &out) || out.Early != c.why || *w.fresh+*w.varied != c.boards {
			t.Errorf("%s: %v, after %d fresh boards and %d varied ones", c.name, err, *w.fresh, *w.varied)
		}
	}
}
