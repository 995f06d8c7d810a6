package declared_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve/native"
)

var _ puzzle.Shown = (*declared.Instance)(nil)

func open(t *testing.T, id string) *declared.Family {
	t.Helper()
	file, err := families.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	f, probs := declared.New(file, native.New())
	if err := probs.Err(); err != nil {
		t.Fatal(err)
	}
	return f
}

// one reads the first board of a text.
func one(t *testing.T, f *declared.Family, text string) *declared.Instance {
	t.Helper()
	for e := range f.Read(context.Background(), "board", strings.NewReader(text), "text") {
		if e.Err != nil {
			t.Fatal(e.Err)
		}
		return e.Instance.(*declared.Instance)
	}
	t.Fatal("no board")
	return nil
}

// Boards of our own with one solution, one for each way of playing.
var playable = map[string]string{
	"slitherlink": "3 3\n3 - -\n- 0 -\n- - 3", // sides
	"hashi":       "2 3\n1 - 1\n- - -",        // spans
	"nonogram":    "2 2\n1\n2\n2\n1",          // cells, clues outside
	"heyawake":    "2 3\n1 - -\n- - -\n1 1 2\n1 1 2",
	"akari":       "2 2\n- x\n- -",
	"fillomino":   "2 2\n3 -\n- 1", // digits
	"shikaku":     "2 2\n2 -\n- 2", // borders, two ways
	"masyu":       "2 2\nw -\n- -", // no solution
}

func TestStateOfNobody(t *testing.T) {
	if _, err := one(t, open(t, "akari"), playable["akari"]).Scene("a state"); err == nil {
		t.Error("a state of play is drawn")
	}
}

func TestPlay(t *testing.T) {
	for id, text := range playable {
		t.Run(id, func(t *testing.T) {
			inst := one(t, open(t, id), text)
			if _, err := inst.View("en"); err != nil {
				t.Fatal(err)
			}
			r, err := inst.Solve(context.Background(), 3)
			if err != nil {
				t.Fatal(err)
			}
			for _, sol := range r.Solutions {
				moves, err := inst.Winning(sol)
				if err != nil {
					t.Fatal(err)
				}
				state := inst.Start()
				for _, m := range moves {
					if state, err = inst.Apply(state, m); err != nil {
						t.Fatal(err)
					}
					v, err := inst.Judge(state)
					if err != nil || len(v.Conflicts) > 0 {
						t.Fatalf("%s at %q: %v %v: part of a solution contradicts nothing", m, state, v.Conflicts, err)
					}
				}
				v, err := inst.Judge(state)
				if err != nil || !v.Solved {
					t.Fatalf("%q: %+v %v, want solved", state, v, err)
				}
				if again, err := puzzle.Replay(inst, "", moves); err != nil || again != state {
					t.Errorf("all moves at once give %q, %v; one after another %q", again, err, state)
				}
				if wrong, err := inst.Mistakes(state, sol); err != nil || len(wrong) > 0 {
					t.Errorf("mistakes of a solution: %v %v", wrong, err)
				}
				if _, err := inst.Scene(state); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestConflicts(t *testing.T) {
	for _, c := range []struct{ id, text, moves, want string }{
		{"slitherlink", "2 2\n1 -\n- -", "line@r1c1.n=1 line@r1c1.w=1", "place r1c1 r1c1 does not have 1 of its sides drawn."},
		{"slitherlink", "2 2\n3 -\n- -", "line@r1c1.n=1", ""},
		{"slitherlink", "2 2\n3 -\n- -", "line@r1c1.n=0 line@r1c1.w=0", "place r1c1 r1c1 does not have 3 of its sides drawn."},
		{"slitherlink", "2 2\n- -\n- -", "line@r1c1.e=1 line@r1c1.s=1 line@r1c2.s=1", "branches"},
		{"fillomino", "2 2\n- -\n- -", "digit@r1c1=1 digit@r1c2=1", "place r1c1"},
		{"fillomino", "2 2\n- -\n- -", "digit@r1c1=2", ""},
		{"heyawake", "2 3\n- - -\n- - -\n1 1 2\n1 1 2", "shade@r1c1=1 shade@r1c2=1", "place r1c1"},
		{"nurikabe", "2 2\n2 -\n- -", "sea@r1c2=1 sea@r2c1=1", "place r1c1"},
		{"shikaku", "2 2\n4 -\n- -", "area@r1c1-r1c2=1 area@r1c1-r2c1=1", "place r1c1"},
	} {
		inst := one(t, open(t, c.id), c.text)
		state, err := puzzle.Replay(inst, "", movesOf(c.moves))
		if err != nil {
			t.Errorf("%s: %v", c.id, err)
			continue
		}
		v, err := inst.Judge(state)
		if err != nil {
			t.Errorf("%s: %v", c.id, err)
			continue
		}
		var said []string
		for _, r := range v.Conflicts {
			said = append(said, r.Kind+" "+r.ID+" "+r.Text)
		}
		if got := strings.Join(said, "\n"); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s, %s: conflicts\n%s\nwant %q", c.id, c.moves, got, c.want)
		}
	}
}

func movesOf(text string) []puzzle.Move {
	var out []puzzle.Move
	for _, m := range strings.Fields(text) {
		out = append(out, puzzle.Move(m))
	}
	return out
}

func TestMovesThatDoNotFit(t *testing.T) {
	inst := one(t, open(t, "slitherlink"), "2 2\n3 -\n- 3")
	for move, want := range map[puzzle.Move]string{
		"line":             "expected a move such as line@r1c1.n=1",
		"lime@r1c1.n=1":    "did you mean line?",
		"line@r9c1.n=1":    "unknown place of line",
		"line@r1c1.n=2":    "unknown mark of line",
		"line@r1c1.n=":     "expected a move",
		"line@r1c1.n=1 ":   "unknown mark",
		"line@r1c1.n=true": "unknown mark",
	} {
		if s, err := inst.Apply("", move); err == nil || s != "" {
			t.Errorf("%s is taken, and gives %q", move, s)
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", move, err, want)
		}
	}
	var bad *puzzle.MoveError
	if _, err := puzzle.Replay(inst, "", movesOf("line@r1c1.n=1 line@r1c1.n=7")); !errors.As(err, &bad) || bad.Index != 1 {
		t.Errorf("the second move does not fit: %v", err)
	}
}

// FuzzState reads what is no state, and makes moves that are none.
func FuzzState(f *testing.F) {
	f.Add("slitherlink", "1,,0", "line@r1c1.n=1")
	f.Add("fillomino", "3,1", "digit@r2c2=.")
	f.Add("hashi", ";", "bridge@number1=0")
	var insts = map[string]*declared.Instance{}
	f.Fuzz(func(t *testing.T, id, state, move string) {
		text, ok := playable[id]
		if !ok {
			return
		}
		inst := insts[id]
		if inst == nil {
			inst = one(t, open(t, id), text)
			insts[id] = inst
		}
		s, err := inst.Apply(puzzle.State(state), puzzle.Move(move))
		if err != nil {
			if s != puzzle.State(state) {
				t.Fatalf("a move that is refused changes %q to %q", state, s)
			}
			return
		}
		again, err := inst.Apply(s, puzzle.Move(move))
		if err != nil || again != s {
			t.Fatalf("%q: the same move once more gives %q, %v", s, again, err)
		}
		if _, err := inst.Judge(s); err != nil {
			t.Fatal(err)
		}
	})
}

// TestMetAsDeclared: a file says which rules' clues are counted off, or that none are; where it does not, what holds before anything is marked
// is not counted, here the 0.
func TestMetAsDeclared(t *testing.T) {
	for help, want := range map[string][2]int{"": {0, 1}, "help: {met: [least]}\n": {1, 2}, "help: {met: []}\n": {0, 0}} {
		file, probs := rules.Load("toy.yaml", []byte(`version: 1
family: toy
size: {rows: 1..9, cols: 1..9}
given: {number: {values: 0..9, some: true}}
find: {shade: {}}
rules:
  least: count(shade[x] for x in c.next) >= number[c] for c in number
  most: count(shade[x] for x in c.next) <= number[c] for c in number
text: {en: {least: "{c}", most: "{c}"}}
formats: {text: {}}
`+help), nil)
		if err := probs.Err(); err != nil {
			t.Fatal(err)
		}
		f, probs := declared.New(file, native.New())
		if err := probs.Err(); err != nil {
			t.Fatal(err)
		}
		inst := one(t, f, "1 3\n0 - 1")
		v, err := inst.Judge(inst.Start())
		if err != nil || len(v.Met) != want[0] || v.Clues != want[1] {
			t.Errorf("%q: %d of %d clues met, %v; want %v", help, len(v.Met), v.Clues, err, want)
		}
		state, err := inst.Apply(inst.Start(), "shade@r1c2=1")
		if err != nil {
			t.Fatal(err)
		}
		most := map[string]int{"": 1, "help: {met: [least]}\n": 2, "help: {met: []}\n": 0}[help]
		if v, err = inst.Judge(state); err != nil || len(v.Met) != most {
			t.Errorf("%q, with a mark: %d clues met, %v; want %d", help, len(v.Met), err, most)
		}
	}
}

// TestSame: an area in two pieces is another answer than two areas, though the borders are the same; how areas are numbered does not matter.
func TestSame(t *testing.T) {
	inst := one(t, open(t, "shikaku"), "2 3\n- - -\n- - -")
	read := func(text string) puzzle.Solution {
		s, err := inst.ReadSolution("text", text)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	three, again, pieces := read("2 3\n1 2 3\n1 2 3"), read("2 3\n3 1 2\n3 1 2"), read("2 3\n1 2 1\n1 2 1")
	if !puzzle.Same(three, again) || three.Desc() != again.Desc() {
		t.Errorf("%s and %s differ", three.Desc(), again.Desc())
	}
	for _, s := range []puzzle.Solution{three, again} {
		if puzzle.Same(s, pieces) || puzzle.Same(pieces, s) || s.Desc() == pieces.Desc() {
			t.Errorf("%s and %s are the same", s.Desc(), pieces.Desc())
		}
	}
}
