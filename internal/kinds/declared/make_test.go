package declared

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve/brute"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// builtin gives a family of the program.
func builtin(t testing.TB, id string) *Family {
	t.Helper()
	for _, f := range Catalogue(native.New()) {
		if f.Name() == id {
			return f.(*Builtin).Open()
		}
	}
	t.Fatalf("no family %s", id)
	return nil
}

// generated makes a puzzle.
func generated(t *testing.T, f *Family, size string, s puzzle.Settings, seed uint64) puzzle.Generated {
	t.Helper()
	p, err := f.ParseParams(size)
	if err != nil {
		t.Fatal(err)
	}
	g, err := f.Generate(context.Background(), p, s, puzzle.Stream(f, seed, 0), nil)
	if err != nil {
		t.Fatalf("%s:%s#%d: %v", f.Name(), size, seed, err)
	}
	return g
}

// TestNamedTechniques: a technique that the rules file names can be asked for, and ruled out, and a name that it does not have gets the nearest.
func TestNamedTechniques(t *testing.T) {
	f := builtin(t, "slitherlink")
	const technique = "diagonal-threes"
	needs := func(seed uint64, asked puzzle.Settings) bool {
		g := generated(t, f, "6x6", asked, seed)
		rating, err := g.Instance.(*Instance).Rate(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return rating.Named[technique] > 0
	}
	if !needs(1, puzzle.Settings{"technique": technique}) {
		t.Error("technique: no step needs it")
	}
	seed := uint64(1)
	for !needs(seed, nil) { // a seed whose puzzle needs it as long as nothing is asked for
		if seed++; seed > 40 {
			t.Fatalf("none of 40 puzzles needs %s", technique)
		}
	}
	if needs(seed, puzzle.Settings{"without": technique}) {
		t.Error("without: a step needs it")
	}
	p, err := f.ParseParams("6x6")
	if err != nil {
		t.Fatal(err)
	}
	if err := f.CheckSettings(p, puzzle.Settings{"technique": "diagonal-three"}); err == nil || !strings.Contains(err.Error(), "did you mean "+technique) {
		t.Errorf("a name that is not there: %v", err)
	}
	both := puzzle.Settings{"technique": technique, "without": technique}
	if err := f.CheckSettings(p, both); err == nil {
		t.Error("a technique that is needed and not needed was taken")
	}
}

// TestGenerate: what is made has one solution, which is the one that comes with it, keeps the rules, and is minimal: no clue can go. The
// same seed makes the same puzzle with engines that have made others before.
func TestGenerate(t *testing.T) {
	for _, c := range puztest.Some([]struct {
		id, size string
		clues    string // the layer whose values are carved
	}{
		{"slitherlink", "6x6", "number"}, {"masyu", "6x6", "pearl"}, {"akari", "6x6", "number"}, {"tents", "6x6", "total"},
		{"kuromasu", "5x5", "number"}, {"mosaic", "5x5", "number"}, {"sudoku", "4x4", "digit"}, {"creek", "5x5", "number"}, {"battleship", "6x6", "ship"}, {"makaro", "5x5", "digit"},
	}, 3) {
		f := builtin(t, c.id)
		for seed := range uint64(3) {
			if puztest.Doing() < puztest.Whole && seed > 0 {
				break
			}
			g := generated(t, f, c.size, nil, seed)
			inst := g.Instance.(*Instance)
			if err := inst.CheckSolution(g.Solution); err != nil {
				t.Errorf("%s#%d: %v", c.id, seed, err)
			}
			if n := count(t, inst); n != 1 {
				t.Errorf("%s#%d has %d solutions", c.id, seed, n)
			}
			minimal(t, f, inst, c.clues)
			again := generated(t, builtin(t, c.id), c.size, nil, seed)
			if again.Instance.Desc() != inst.Desc() || again.Solution.Desc() != g.Solution.Desc() {
				t.Errorf("%s#%d: another family of the same file makes another puzzle", c.id, seed)
			}
		}
	}
}

// TestMadeAsSaid: what is printed is what the family's text can say. Links are said cell by cell, or beside a number, objects in a bank, and gates on
// edges; a sum has its sign, and "even" has no number. Where the text of a solution repeats clues, those that were taken away are missing there.
func TestMadeAsSaid(t *testing.T) {
	for _, c := range puztest.Some([]struct{ id, size string }{
		{"pipelink", "6x6"}, {"mathrax", "5x5"}, {"pipeline", "6x6"}, {"renzoku", "6x6"}, {"snakeegg", "6x6"}, {"icebarn", "5x5"}, {"loop-special", "4x4"}, {"pfeilzahlen", "5x5"},
	}, 2) {
		g := generated(t, builtin(t, c.id), c.size, nil, 1)
		if n := count(t, g.Instance.(*Instance)); n != 1 {
			t.Errorf("%s: %d solutions: %s", c.id, n, g.Instance.Desc())
		}
	}
	for _, c := range []struct{ id, all, any string }{{"shingoki", "colour", "number"}, {"yajikabe", "number", "dir"}} {
		f := builtin(t, c.id)
		b := generated(t, f, "6x6", nil, 1).Instance.(*Instance).Board()
		for _, at := range b.Geo.All(board.Cell) {
			if b.Held(f.File().Layer(c.all), at) != b.Held(f.File().Layer(c.any), at) {
				t.Errorf("%s: %s without %s at %s", c.id, c.all, c.any, b.Geo.Name(at))
			}
		}
	}
}

func count(t *testing.T, inst *Instance) int {
	t.Helper()
	res, err := inst.Solve(context.Background(), 2)
	if err != nil {
		t.Fatal(err)
	}
	return res.Count
}

// minimal takes each clue away by itself.
func minimal(t *testing.T, f *Family, inst *Instance, clues string) {
	t.Helper()
	l := f.File().Layer(clues)
	for at := range inst.Board().Marks(l).Values {
		b := inst.Board().Clone()
		m := &rules.Marks{Values: map[board.Place]rules.Value{}}
		for q, v := range inst.Board().Marks(l).Values {
			if q != at {
				m.Values[q] = v
			}
		}
		b.Set(l, m)
		if n := count(t, f.instance(b)); n < 2 {
			t.Errorf("%s: the clue at %s can go from %s", f.Name(), b.Geo.Name(at), inst.Desc())
		}
	}
}

// TestGenerateClass: a puzzle of a class, with a symmetric pattern of clues, is rated as that class; a class that the family does not have
// at this size ends with what came nearest.
func TestGenerateClass(t *testing.T) {
	f := builtin(t, "slitherlink")
	for _, class := range []string{"1", "2"} {
		g := generated(t, f, "5x5", puzzle.Settings{"class": class, "symmetry": "half-turn"}, 3)
		rating, err := g.Instance.(*Instance).Rate(context.Background())
		if err != nil || rating.Class != class || g.Class != class {
			t.Errorf("class %s: made class %s, rated %s, %v", class, g.Class, rating.Class, err)
		}
	}
	p, err := f.ParseParams("3x3")
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.Generate(context.Background(), p, puzzle.Settings{"class": "7", "attempts": "3"}, puzzle.Stream(f, 1, 0), nil)
	var un *puzzle.UnreachableError
	if !errors.As(err, &un) || un.Tries != 3 || !strings.Contains(un.Best, "slitherlink:3x3:") {
		t.Errorf("class 7 of 3x3: %v", err)
	}
}

// TestClassesMade: puzzles of several classes come at one size, also of class 3: a step of one rule, or of two counts, is found before one of two
// rules.
func TestClassesMade(t *testing.T) {
	puztest.From(t, puztest.Usual)
	for _, c := range []struct {
		id, size string
		classes  []string
		long     bool
	}{
		{"star-battle", "6x6", []string{"2", "3", "4"}, false},
		{"star-battle", "5x5", []string{"1"}, false},
		{"tents", "6x6", []string{"1", "2", "3", "4"}, false},
		{"hashi", "6x6", []string{"1", "2", "4"}, false},
		{"nonogram", "6x6", []string{"1", "5"}, false},
		{"nurimisaki", "6x6", []string{"2", "3", "4"}, true},
		{"nurikabe", "6x6", []string{"1", "2", "4", "5"}, true},
	} {
		if puztest.Doing() < puztest.Whole && c.long {
			continue
		}
		f := builtin(t, c.id)
		for _, class := range c.classes {
			g := generated(t, f, c.size, puzzle.Settings{"class": class, "attempts": "60"}, 1)
			rating, err := g.Instance.(*Instance).Rate(context.Background())
			if err != nil || rating.Class != class {
				t.Errorf("%s of class %s: rated %s, %v", c.id, class, rating.Class, err)
			}
		}
	}
}

// TestClassMissed: a class that a family has no board of ends after the attempts, and says of which class the nearest is: also where that is harder,
// which judging boards by the class alone does not tell. What is told on the way, and is left where that is broken off, is the nearest as soon as there is one.
func TestClassMissed(t *testing.T) {
	near := func(text string) bool { return strings.HasPrefix(text, "nearest: ") }
	for _, c := range []struct{ id, class, nearest string }{
		{"nonogram", "3", "class [1245],"}, // one line at a time, or four and more
		{"yajilin", "1", "class [2-6],"},   // that a cell is on the loop, and that the loop passes through it, are two rules
	} {
		f := builtin(t, c.id)
		p, err := f.ParseParams("4x4")
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		_, err = f.Generate(context.Background(), p, puzzle.Settings{"class": c.class, "attempts": "3"}, puzzle.Stream(f, 1, 0), func(p puzzle.Progress) { told = append(told, p.Text) })
		var out *puzzle.UnreachableError
		first := slices.IndexFunc(told, near)
		if first < 0 || slices.ContainsFunc(told[first:], func(text string) bool { return !near(text) }) {
			t.Errorf("%s of class %s: told on the way: %q", c.id, c.class, told)
		}
		if !errors.As(err, &out) || out.Tries != 3 || !regexp.MustCompile("^"+c.nearest+".*"+c.id+":4x4:").MatchString(out.Best) {
			t.Errorf("%s of class %s: %v", c.id, c.class, err)
		}
	}
}

// TestClasses: the dictionary of classes holds puzzles with one solution, each in the class that it is rated with.
func TestClasses(t *testing.T) {
	f := builtin(t, "slitherlink")
	p, err := f.ParseParams("4x4")
	if err != nil {
		t.Fatal(err)
	}
	classes, err := f.Classes(context.Background(), p, nil, puzzle.Stream(f, 2, 0), nil)
	if err != nil || len(classes) == 0 {
		t.Fatalf("%d classes, %v", len(classes), err)
	}
	for _, c := range classes {
		for i, inst := range c.Puzzles {
			if i%7 > 0 { // a sample: each image is one of eight
				continue
			}
			if n := count(t, inst); n != 1 {
				t.Errorf("%s has %d solutions", inst.Desc(), n)
			}
			if rating, err := inst.Rate(context.Background()); err != nil || rating.Class != c.Name {
				t.Errorf("%s is in class %s and rated %s: %v", inst.Desc(), c.Name, rating.Class, err)
			}
		}
	}
}

// TestSettle makes puzzles that print rooms alone: cells move from room to room until one solution is left.
func TestSettle(t *testing.T) {
	for _, c := range []struct {
		id, size    string
		least, most int // cells of a room, as the file wants it
	}{{"star-battle", "8x8", 3, 40}, {"norinori", "7x7", 2, 12}, {"lits", "7x7", 4, 16}} {
		f := builtin(t, c.id)
		if puztest.Doing() < puztest.Whole && c.id != "star-battle" {
			continue
		}
		for seed := range uint64(1) {
			g := generated(t, f, c.size, nil, seed+1)
			inst := g.Instance.(*Instance)
			if n := count(t, inst); n != 1 {
				t.Errorf("%s#%d: %d solutions", c.id, seed+1, n)
			}
			if again := generated(t, builtin(t, c.id), c.size, nil, seed+1); again.Instance.Desc() != inst.Desc() {
				t.Errorf("%s#%d: another family of the same file makes another puzzle", c.id, seed+1)
			}
			l := f.file.Layers[slices.IndexFunc(f.file.Layers, func(l *rules.Layer) bool { return l.Role == rules.Given })]
			for _, part := range inst.b.Marks(l).Parts {
				if len(part) < c.least || len(part) > c.most {
					t.Errorf("%s#%d: a room of %d cells", c.id, seed+1, len(part))
				}
			}
		}
	}
}

// TestRateOfImages: a board and its images under the symmetries have one rating.
func TestRateOfImages(t *testing.T) {
	f := builtin(t, "slitherlink")
	p, err := f.ParseParams("4x4")
	if err != nil {
		t.Fatal(err)
	}
	inst, err := f.Decode(p, "4_4/-_1_3_-/3_-_2_-/3_1_1_0/2_-_1_-")
	if err != nil {
		t.Fatal(err)
	}
	want, err := inst.(*Instance).Rate(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range inst.(*Instance).Symmetries().Names {
		image, err := inst.(*Instance).Symmetries().Transform(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := image.(*Instance).Rate(context.Background())
		if err != nil || got.Class != want.Class || got.Score != want.Score {
			t.Errorf("%s: class %s, %v, the board itself class %s, %v: %v", name, got.Class, got.Score, want.Class, want.Score, err)
		}
	}
}

// TestWays makes a puzzle in each way: clues read off a solution, a frame, a division that is drawn, rooms drawn around a solution.
func TestWays(t *testing.T) {
	for _, c := range []struct{ id, size string }{
		{"nonogram", "6x6"}, {"tapa", "6x6"}, {"numberlink", "6x6"}, {"hashi", "7x7"}, {"galaxies", "6x6"}, {"shikaku", "6x6"}, {"nurikabe", "6x6"},
		{"minesweeper", "6x6"}, {"chocona", "6x6"}, {"norinori", "5x5"},
	} {
		f := builtin(t, c.id)
		inst := generated(t, f, c.size, nil, 1).Instance.(*Instance)
		if n := count(t, inst); n != 1 {
			t.Errorf("%s has %d solutions", inst.Desc(), n)
		}
		if again := generated(t, builtin(t, c.id), c.size, nil, 1).Instance; again.Desc() != inst.Desc() {
			t.Errorf("%s: the seed made %s, and then %s", c.id, inst.Desc(), again.Desc())
		}
	}
}

// TestFrameOfSpans: what lies between pearls is asked for, so pearls are there before a solution is looked for, though the file does not
// say how the board is made; and they are drawn as players know them, with strokes between them.
func TestFrameOfSpans(t *testing.T) {
	file, probs := rules.Load("links.yaml", []byte(`version: 1
family: links
size: {rows: 3..20, cols: 3..20}
given: {pearl: {values: white black, some: true}}
let: {pair: spans(pearl)}
find: {wire: {at: pair}}
rules:
  one: count(wire[s] for s in c.spans) == 1 for c in pearl
  colours: pearl[s.a] != pearl[s.b] for s in pair if wire[s]
  cross: count(wire[s] for s in pair if c in s.between) <= 1 for c in cells
`), nil)
	if probs.HasErrors() {
		t.Fatal(probs.Err())
	}
	f, probs := New(file, native.New())
	if probs.HasErrors() {
		t.Fatal(probs.Err())
	}
	for seed := range uint64(3) {
		inst := generated(t, f, "6x6", nil, seed).Instance.(*Instance)
		if text := inst.Desc(); !strings.Contains(text, "white") || !strings.Contains(text, "black") {
			t.Errorf("a board without pearls of both colours: %s", text)
		}
		if n := count(t, inst); n != 1 {
			t.Errorf("%s has %d solutions", inst.Desc(), n)
		}
	}
	wire := f.file.Layer("wire")
	if k := f.looks.Of(wire); k.Style != "bridge" {
		t.Errorf("wires are drawn as %q", k.Style)
	}
}

// TestMadeByAnotherEngine: what was made has one solution also for the engine that tries everything, which shares no search with the one
// that made it, and it is the one that came with the puzzle.
func TestMadeByAnotherEngine(t *testing.T) {
	for _, c := range []struct{ id, size string }{
		{"slitherlink", "2x3"}, {"masyu", "3x3"}, {"akari", "4x4"}, {"tapa", "3x4"}, {"nonogram", "4x4"}, {"minesweeper", "4x4"}, {"nurikabe", "3x4"},
		{"numberlink", "3x4"}, {"kuromasu", "3x4"},
	} {
		f := builtin(t, c.id)
		slow, probs := New(f.File(), brute.Engine{})
		if slow == nil {
			t.Fatal(probs)
		}
		for seed := range uint64(1) {
			g := generated(t, f, c.size, nil, seed+1)
			p, err := slow.ParseParams(g.Instance.Params().String())
			if err != nil {
				t.Fatal(err)
			}
			inst, err := slow.Decode(p, g.Instance.Desc())
			if err != nil {
				t.Fatal(err)
			}
			res, err := inst.(*Instance).Solve(context.Background(), 2)
			if err != nil {
				t.Errorf("%s: %v", g.Instance.Desc(), err)
			} else if res.Status != puzzle.Unique || res.Solutions[0].Desc() != g.Solution.Desc() {
				t.Errorf("%s:%s has %d solutions by brute force", c.id, g.Instance.Desc(), res.Count)
			}
		}
	}
}

// TestSymmetricWalls: where values are taken away by a symmetry, the shapes that are printed have it too.
func TestSymmetricWalls(t *testing.T) {
	f := builtin(t, "akari")
	inst := generated(t, f, "7x7", puzzle.Settings{"symmetry": "half-turn"}, 1).Instance.(*Instance)
	b := inst.Board()
	turn := b.Geo.Turn(board.HalfTurn)
	for _, id := range []string{"wall", "number"} {
		l := f.File().Layer(id)
		for p := range b.Marks(l).Values {
			if !b.Held(l, turn.Place(p)) {
				t.Errorf("%s: %s at %s has no counterpart", inst.Desc(), id, b.Geo.Name(p))
			}
		}
	}
}

// TestSymmetricClues: clues that a solution does not give everywhere are printed only where they have a counterpart.
func TestSymmetricClues(t *testing.T) {
	f := builtin(t, "masyu")
	for _, size := range []string{"5x5", "8x8"} {
		inst := generated(t, f, size, puzzle.Settings{"symmetry": "half-turn"}, 0).Instance.(*Instance)
		b := inst.Board()
		turn := b.Geo.Turn(board.HalfTurn)
		l := f.File().Layer("pearl")
		for p := range b.Marks(l).Values {
			if !b.Held(l, turn.Place(p)) {
				t.Errorf("%s: the pearl at %s has no counterpart", inst.Desc(), b.Geo.Name(p))
			}
		}
		if n := count(t, inst); n != 1 {
			t.Errorf("%s has %d solutions", inst.Desc(), n)
		}
	}
}

// TestMinimalOfClass: of a puzzle that is to be minimal and of a class no clue can go at all.
func TestMinimalOfClass(t *testing.T) {
	f := builtin(t, "slitherlink")
	for _, class := range []string{"2", "4"} {
		g := generated(t, f, "5x5", puzzle.Settings{"class": class, "minimal": "yes"}, 4)
		if g.Class != class {
			t.Errorf("class %s: made class %s", class, g.Class)
		}
		minimal(t, f, g.Instance.(*Instance), "number")
	}
}

// TestEase: a full board that is too hard with all its clues becomes easier.
func TestEase(t *testing.T) {
	f := builtin(t, "nurimisaki")
	if g := generated(t, f, "6x6", puzzle.Settings{"class": "2", "attempts": "20"}, 1); g.Class != "2" {
		t.Errorf("made class %s", g.Class)
	}
}

// TestLean: where puzzles were too hard rooms are drawn smaller, and the same seed gives the same puzzle also when its maker has made another.
func TestLean(t *testing.T) {
	f := builtin(t, "kenken")
	first := generated(t, f, "5x5", puzzle.Settings{"class": "1", "attempts": "20"}, 1)
	if first.Class != "1" {
		t.Errorf("made class %s", first.Class)
	}
	if again := generated(t, f, "5x5", puzzle.Settings{"class": "1", "attempts": "20"}, 1); again.Instance.Desc() != first.Instance.Desc() {
		t.Errorf("made %s, and then %s", first.Instance.Desc(), again.Instance.Desc())
	}
}

// TestClassesOfAll: a family of which nothing can be taken away has its full board, and the images of it, in the class that they all have.
func TestClassesOfAll(t *testing.T) {
	f := builtin(t, "nonogram")
	p, err := f.ParseParams("5x5")
	if err != nil {
		t.Fatal(err)
	}
	classes, err := f.Classes(context.Background(), p, nil, puzzle.Stream(f, 2, 0), nil)
	if err != nil || len(classes) != 1 || len(classes[0].Puzzles) < 2 {
		t.Fatalf("%d classes, %v", len(classes), err)
	}
	for _, inst := range classes[0].Puzzles {
		if rating, err := inst.Rate(context.Background()); err != nil || rating.Class != classes[0].Name {
			t.Errorf("%s: class %s, %v", inst.Desc(), rating.Class, err)
		}
	}
}

// TestFormula: the paper's C as an expression, as a condition of a request and as the name of a class.
func TestFormula(t *testing.T) {
	ctx := context.Background()
	f := builtin(t, "slitherlink")
	const where = "hardest <= 4 and steps >= 20 and cost < 10 * steps"
	g := generated(t, f, "4x4", puzzle.Settings{"where": where}, 3)
	r, err := g.Instance.(*Instance).Rate(ctx)
	if err != nil || r.Score >= 5 || r.Steps < 20 || r.Cost >= 10*float64(r.Steps)+1 {
		t.Errorf("%s: made one of rating %v, %d steps, cost %v, %v", where, r.Score, r.Steps, r.Cost, err)
	}
	p, err := f.ParseParams("4x4")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"stepps > 3":             `option where: unknown measure "stepps": did you mean steps?`,
		"steps >":                "option where: column ",
		"steps + 1":              "option where: steps + 1 is no condition",
		"steps // 0 > 1 or line": `option where: unknown measure "line"`,
	} {
		_, err := f.Generate(ctx, p, puzzle.Settings{"where": text, "attempts": "1"}, puzzle.Stream(f, 1, 0), nil)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	var out *puzzle.UnreachableError
	if _, err := f.Generate(ctx, p, puzzle.Settings{"where": "steps > 1000", "attempts": "2"}, puzzle.Stream(f, 1, 0), nil); !errors.As(err, &out) || out.Best == "" {
		t.Errorf("a condition that nothing meets: %v", err)
	}
}

// TestRoomsAfter: where drawn rooms allow no solution, rooms are drawn when there is one.
func TestRoomsAfter(t *testing.T) {
	for _, id := range []string{"nothing", "ayeheya"} {
		g := generated(t, builtin(t, id), "6x6", nil, 1)
		inst := g.Instance.(*Instance)
		if err := inst.CheckSolution(g.Solution); err != nil {
			t.Errorf("%s: %v", id, err)
		}
		if n := count(t, inst); n != 1 {
			t.Errorf("%s has %d solutions", id, n)
		}
	}
}

// TestMadeByWords: families whose making rests on a line of their rules files: clues read off a solution, rooms drawn around it.
func TestMadeByWords(t *testing.T) {
	for _, c := range []struct{ id, size string }{{"thermometer", "6x6"}, {"nurimaze", "5x5"}, {"number-snake", "5x5"}, {"lineofsight", "5x5"}, {"alter", "5x5"}, {"lohkous", "4x4"}} {
		g := generated(t, builtin(t, c.id), c.size, nil, 1)
		inst := g.Instance.(*Instance)
		if err := inst.CheckSolution(g.Solution); err != nil {
			t.Errorf("%s: %v", c.id, err)
		}
		if n := count(t, inst); n != 1 {
			t.Errorf("%s has %d solutions", c.id, n)
		}
	}
}

// TestDefine: the D of a family can be carved with another C and T, and a map that breaks the rules is told.
func TestDefine(t *testing.T) {
	f := builtin(t, "akari")
	size, err := f.ParseParams("4x4")
	if err != nil {
		t.Fatal(err)
	}
	d, err := f.Define(context.Background(), size)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	class := func(context.Context, puzzle.Instance) (string, error) { return "any", nil }
	same := carve.Transformation[puzzle.Instance]{Name: "same", Map: func(p puzzle.Instance, _ *carve.Stream) ([]puzzle.Instance, error) {
		return []puzzle.Instance{p}, nil
	}}
	res, err := carve.GenPuzzles(context.Background(), d, class, []carve.Transformation[puzzle.Instance]{same}, carve.Options{}, carve.NewStream(7))
	if err != nil || len(res.Of("any")) == 0 {
		t.Fatalf("%d puzzles, %v", len(res.Of("any")), err)
	}
	for _, p := range res.Of("any") {
		if n := count(t, p.(*Instance)); n != 1 {
			t.Errorf("%s has %d solutions", p.Desc(), n)
		}
	}
	empty := carve.Transformation[puzzle.Instance]{Name: "empty", Map: func(p puzzle.Instance, _ *carve.Stream) ([]puzzle.Instance, error) {
		b, err := rules.NewBoard(f.file, 4, 4, nil)
		return []puzzle.Instance{f.instance(b)}, err
	}}
	_, err = carve.GenPuzzles(context.Background(), d, class, []carve.Transformation[puzzle.Instance]{empty}, carve.Options{}, carve.NewStream(7))
	var wrong *carve.TransformationError
	if !errors.As(err, &wrong) || wrong.Name != "empty" {
		t.Errorf("the error is %v", err)
	}
}

// TestShare prints less and less of a Sudoku: at most the share that is asked for goes.
func TestShare(t *testing.T) {
	f := builtin(t, "butterfly-sudoku")
	size, err := f.ParseParams("")
	if err != nil {
		t.Fatal(err)
	}
	before := 1000
	for _, c := range []struct {
		share string
		least int
	}{{"10%", 100}, {"50%", 50}, {"max", 0}} {
		g := generated(t, f, "", puzzle.Settings{"empties": c.share}, 4)
		n := len(g.Instance.(*Instance).Givens())
		if n >= before || n < c.least {
			t.Errorf("%s: %d givens, before %d", c.share, n, before)
		}
		before = n
	}
	for _, s := range []puzzle.Settings{{"empties": "0%"}, {"empties": "100%"}, {"empties": "x%"}, {"empties": "40%", "minimal": "yes"}} {
		if err := f.CheckSettings(size, s); err == nil || !strings.Contains(err.Error(), "option") {
			t.Errorf("%v: %v", s, err)
		}
	}
}

// TestUsualEmpties: where a file says how much goes at most, the rest stays where nothing is asked; who asks for a class, or for all to go, has no
// such bound.
func TestUsualEmpties(t *testing.T) {
	puztest.From(t, puztest.Usual)
	f := builtin(t, "numbrix")
	for _, c := range []struct {
		settings puzzle.Settings
		stays    bool
	}{{nil, true}, {puzzle.Settings{"symmetry": "half-turn"}, true}, {puzzle.Settings{"empties": "max"}, false}, {puzzle.Settings{"rating": "1..7.99"}, false}} {
		if n := len(generated(t, f, "6x6", c.settings, 4).Instance.(*Instance).Givens()); (n >= 12) != c.stays {
			t.Errorf("%v: %d of 36 numbers are printed", c.settings, n)
		}
	}
}

// TestMakeClassOfLostSolutions: of a family whose clues may cost the solution when several of them go, puzzles of a class are made.
func TestMakeClassOfLostSolutions(t *testing.T) {
	puztest.From(t, puztest.Usual)
	for seed := range puztest.Of[uint64](1, 3, 3) {
		made := generated(t, builtin(t, "shakashaka"), "6x6", puzzle.Settings{"class": "1"}, seed)
		if made.Class != "1" {
			t.Errorf("class %q", made.Class)
		}
	}
}

// TestUnmade: a family that says that its puzzles are not made makes none.
func TestUnmade(t *testing.T) {
	ctx := context.Background()
	var unmade []string
	for _, b := range Catalogue(native.New()) {
		if _, makes := puzzle.Makes(b); makes {
			continue
		}
		unmade = append(unmade, b.Name())
		f := b.(*Builtin).Open()
		p, err := f.ParseParams("")
		if err != nil {
			t.Fatal(err)
		}
		var none *puzzle.NoBoardError
		if _, err := b.(puzzle.Generator).Generate(ctx, p, nil, puzzle.Stream(b, 1, 0), nil); !errors.As(err, &none) {
			t.Errorf("%s: generating says %v", b.Name(), err)
		}
	}
	if want := "evolmino"; strings.Join(unmade, " ") != want {
		t.Errorf("not made are %q, expected %q", unmade, want)
	}
}

// TestNamedClass: a puzzle of a difficulty that has a name is of a class that the name stands for.
func TestNamedClass(t *testing.T) {
	if g := generated(t, builtin(t, "slitherlink"), "5x5", puzzle.Settings{"class": "easy"}, 3); g.Class != "1" && g.Class != "2" {
		t.Errorf("easy is class %q", g.Class)
	}
}

// TestSuggested: a small size stands before usual ones that are larger, and never beside smaller ones alone.
func TestSuggested(t *testing.T) {
	for id, want := range map[string]string{"masyu": "6x6 10x10", "palisade": "5x5 6x6", "snakeegg": "6x6 5x5 8x8"} {
		var b *Builtin
		for _, f := range Catalogue(native.New()) {
			if f.Name() == id {
				b = f.(*Builtin)
			}
		}
		if got := strings.Join(b.Suggested(), " "); got != want {
			t.Errorf("%s: %s are suggested, want %s", id, got, want)
		}
	}
}
