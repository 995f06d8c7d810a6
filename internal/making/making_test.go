package making

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/answers"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/codec"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// of makes puzzles of a rules file, which nobody rates.
func of(t testing.TB, file *rules.File) *Maker {
	t.Helper()
	forms, probs := codec.Compile(file)
	if probs.HasErrors() {
		t.Fatal(probs)
	}
	m, probs := New(Source{File: file, Forms: forms, Engine: native.New(), Prefix: file.ID + ":"})
	if probs.HasErrors() {
		t.Fatal(probs)
	}
	return m
}

// maker makes puzzles of a family of the program.
func maker(t testing.TB, id string) *Maker {
	t.Helper()
	file, err := families.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	return of(t, file)
}

// sized reads a size, and fills in the parameters that it leaves out.
func sized(t testing.TB, m *Maker, text string) rules.BoardSize {
	t.Helper()
	size, err := m.File.ParseSize(text)
	if err == nil {
		size, err = m.File.CompleteSize(size)
	}
	if err != nil {
		t.Fatal(err)
	}
	return size
}

// sortedMaker gives a maker that knows what its given layers are.
func sortedMaker(t testing.TB, id, text string) (*Maker, rules.BoardSize, *sorted) {
	t.Helper()
	m := maker(t, id)
	parts, err := m.parts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return m, sized(t, m, text), parts
}

// unique reports whether a puzzle has one solution.
func unique(t testing.TB, b *rules.Board) bool {
	t.Helper()
	found, err := answers.Solve(t.Context(), native.New(), b, 2)
	if err != nil {
		t.Fatal(err)
	}
	return found.Unique()
}

// TestDrawings: there is a drawing for each name that rules files know, and a part that says each.
func TestDrawings(t *testing.T) {
	if known := slices.Sorted(maps.Keys(local)); !slices.Equal(known, rules.Drawings()) {
		t.Errorf("rules files know %q, what makes puzzles %q", rules.Drawings(), known)
	}
	said := []string{"cage", "dutch", "strict-kropki", "strict-xv"} // those draw layers of others
	for _, id := range families.Pieces() {
		file, probs := rules.Load("own.yaml", []byte("version: 1\nfamily: own\nuse: [sudoku, "+id+"]\n"), families.Use)
		if probs.HasErrors() {
			t.Fatal(probs)
		}
		for _, l := range file.Layers {
			said = append(said, l.Made)
		}
	}
	for name := range local {
		if !slices.Contains(said, name) {
			t.Errorf("no part is made as %s", name)
		}
	}
}

// TestVary: boards that are varied are others with one solution, also where nothing can be taken away or where rooms are all that is printed.
func TestVary(t *testing.T) {
	ctx := context.Background()
	for id, size := range map[string]string{"akari": "5x5", "nurikabe": "5x5", "star-battle": "6x6,k=1"} {
		m := maker(t, id)
		d, err := m.Define(ctx, sized(t, m, size))
		if err != nil {
			t.Fatal(err)
		}
		d.hardest = 7
		if _, err := d.Random(ctx, rng.New(1)); err != nil {
			t.Fatal(err)
		}
		first := d.last
		seen := map[string]bool{}
		for n := range uint64(30) {
			b, err := first.Vary(ctx, -1, rng.New(n))
			if err != nil {
				t.Fatal(err)
			}
			if b == nil {
				continue
			}
			p, err := b.Puzzle()
			if err != nil {
				t.Fatal(err)
			}
			desc := m.Forms.Desc(p)
			if seen[desc] = true; !unique(t, p) {
				t.Errorf("%s: varied to %s, which has not one solution", id, desc)
			}
		}
		if len(seen) < 3 {
			t.Errorf("%s: of 30 tries %d other boards", id, len(seen))
		}
		d.Close()
	}
}

// TestEqualRooms: parts of one size, which hang together and differ from draw to draw; none where the size does not divide the board.
func TestEqualRooms(t *testing.T) {
	geo, err := board.New(6, 6)
	if err != nil {
		t.Fatal(err)
	}
	cells := geo.All(board.Cell)
	shapes := map[string]bool{}
	for seed := range uint64(20) {
		parts := equal(geo, cells, 9, rng.New(seed))
		held := map[board.Place]bool{}
		for _, part := range parts {
			for _, c := range part {
				held[c] = true
			}
			if len(part) != 4 || !connected(geo, part) {
				t.Errorf("seed %d: a part of %v", seed, part)
			}
		}
		if len(held) != len(cells) {
			t.Errorf("seed %d: %d cells in parts", seed, len(held))
		}
		shapes[roomsKey(geo, parts)] = true
	}
	if len(shapes) < 15 {
		t.Errorf("%d divisions of 20", len(shapes))
	}
	if parts := equal(geo, cells, 5, rng.New(1)); parts != nil {
		t.Errorf("36 cells in 5 parts of one size: %v", parts)
	}
	m := maker(t, "patchwork")
	made, err := m.Make(t.Context(), sized(t, m, "6x6"), nil, rng.New(1), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range made.Puzzle.Marks(made.Puzzle.File.Layer("room")).Parts {
		if len(part) != 6 {
			t.Errorf("patchwork: a room of %d cells", len(part))
		}
	}
}

// TestMakeEnded: where the time ends before there is a full board, the error says what was tried.
func TestMakeEnded(t *testing.T) {
	m, size, _ := sortedMaker(t, "lits", "10x10")
	ctx, stop := context.WithCancel(context.Background())
	stop()
	_, err := m.Make(ctx, size, nil, rng.New(1), nil)
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "1 random start led to no full board with one solution") {
		t.Errorf("the error is %v", err)
	}
}

// TestNoBoardOfSize: where the solver proves that a size has no board, this is said after one start, also where objects would be drawn on it.
func TestNoBoardOfSize(t *testing.T) {
	file, probs := rules.Load("own.yaml", []byte("version: 1\nfamily: own\nsize: {side: 4..9}\nuse: [sudoku, thermos]\nrules: {never: \"digit[cells[0]] > 9\"}\n"), families.Use)
	if probs.HasErrors() {
		t.Fatal(probs)
	}
	for _, c := range []struct {
		m    *Maker
		size string
	}{{maker(t, "trinairo"), "4x4"}, {of(t, file), "6x6"}} { // Trinairo has as many of each of three digits
		var none *puzzle.NoBoardError
		_, err := c.m.Make(t.Context(), sized(t, c.m, c.size), nil, rng.New(1), nil)
		if !errors.As(err, &none) || !errors.Is(err, errNever) || !strings.HasPrefix(err.Error(), c.m.Prefix+c.size+": ") {
			t.Errorf("a size without boards: %v", err)
		}
	}
}

// TestLean: rooms are drawn smaller where puzzles were too hard, down to a bound.
func TestLean(t *testing.T) {
	d := &Definition{coarse: 1}
	d.Lean(-1)
	for range 20 {
		d.Lean(1)
	}
	how := rules.Rooms{Size: rules.Range{Lo: 2, Hi: 12}, Mean: 6}
	if got := scaled(how, d.coarse).Mean; got != 2 {
		t.Errorf("rooms of %v cells", got)
	}
	if got := scaled(how, 1).Mean; got != 6 {
		t.Errorf("rooms of %v cells, where nothing was too hard", got)
	}
}

// TestDivision: a family has a division to be settled where rooms are all that it prints. It has no clues of which a request could say where they are.
func TestDivision(t *testing.T) {
	for id, want := range map[string]bool{"star-battle": true, "norinori": true, "lits": true, "suguru": false, "heyawake": false} {
		if got := maker(t, id).division() != nil; got != want {
			t.Errorf("%s: rooms are all that it prints: %t", id, got)
		}
		for _, name := range placing {
			s := puzzle.Settings{name: "half-turn"}
			if name != "symmetry" {
				s[name] = strings.Repeat("x", 36)
			}
			if err := maker(t, id).CheckSettings(rules.BoardSize{Rows: 6, Cols: 6}, s); want != (err != nil && strings.Contains(err.Error(), "prints rooms alone")) {
				t.Errorf("%s, option %s: %v", id, name, err)
			}
		}
	}
}

// TestUnmade: a family that says that its puzzles are not made could not be made if it did not say so.
func TestUnmade(t *testing.T) {
	for _, id := range []string{"evolmino"} {
		m := maker(t, id)
		s, err := m.parts(t.Context())
		if err == nil {
			_, err = wanted{m: m, size: sized(t, m, ""), sort: s}.draft(t.Context(), start{}, rng.New(1))
		}
		if err == nil || errors.Is(err, errBarren) {
			t.Errorf("%s can be made: %v", id, err)
		}
	}
}

// TestFormulaClass: the value of a formula over a rating names a class.
func TestFormulaClass(t *testing.T) {
	f, err := ReadFormula(" max(hardest, 3) * 100 + steps // 10 ")
	if err != nil {
		t.Fatal(err)
	}
	b, err := rules.NewBoard(maker(t, "slitherlink").File, 4, 4, nil)
	if err != nil {
		t.Fatal(err)
	}
	for score, want := range map[float64]string{4.2: "403", 1.9: "303"} {
		if got, err := f.class(t.Context(), b, puzzle.Rating{Score: score, Steps: 37}); err != nil || got != want {
			t.Errorf("a rating of %v is of class %s, %v, want %s", score, got, err, want)
		}
	}
}

// TestAccept: a puzzle is accepted with its own solution, and one that has several is not.
func TestAccept(t *testing.T) {
	m, size, _ := sortedMaker(t, "slitherlink", "5x5")
	d, err := m.Define(t.Context(), size)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	full, err := d.Random(t.Context(), rng.New(1))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := full.Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	for k := range full.Len() {
		full.Remove([]int{k})
	}
	bare, err := full.Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	if sol, err := d.accept(t.Context(), whole); err != nil || sol == nil || !answers.Same(sol, d.last.d.solver.board) {
		t.Errorf("of the full board: %v, %v", sol, err)
	}
	if sol, err := d.accept(t.Context(), bare); err != nil || sol != nil {
		t.Errorf("of the bare board: %v, %v", sol, err)
	}
}
