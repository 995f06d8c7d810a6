package native_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/solve/proof/reading"
)

// Published boards of families whose rules are about graphs, lines and sequences, each written as constraints by hand. What is
// compared is the whole solution, and that it is the only one.

// TestBoards solves the boards of the corpus, one of twelve unless all are asked for.
func TestBoards(t *testing.T) {
	puztest.From(t, puztest.Usual)
	dir := os.Getenv("QUANDARY_CORPUS")
	if dir == "" {
		t.Skip("QUANDARY_CORPUS is not set")
	}
	each := 12
	if puztest.Doing() < puztest.Whole {
		each = 60
	}
	for _, family := range []string{"Slitherlink", "Masyu", "Heyawake", "Hitori", "Nurikabe", "YinYang", "NumberLink", "Nonogram", "Starbattle", "Shikaku",
		"Galaxies", "Fillomino"} {
		t.Run(family, func(t *testing.T) {
			lines, err := os.ReadFile(filepath.Join(dir, "families", "boards", family+".jsonl"))
			if err != nil {
				t.Skip(err)
			}
			var times []time.Duration
			sc := bufio.NewScanner(strings.NewReader(string(lines)))
			sc.Buffer(nil, 1<<24)
			for n := 0; sc.Scan(); n++ {
				if only := os.Getenv("QUANDARY_BOARD"); only != "" && !strings.Contains(sc.Text(), only) || only == "" && n%each != 0 && puztest.Doing() < puztest.Long {
					continue
				}
				var r struct{ ID, Problem, Solution string }
				if err := json.Unmarshal(sc.Bytes(), &r); err != nil {
					t.Fatal(err)
				}
				b := &board{name: r.ID, p: model.NewProblem(), problem: r.Problem, solution: r.Solution}
				b.read()
				start := time.Now()
				work, err := b.solve(families[family](b))
				took := time.Since(start)
				times = append(times, took)
				switch {
				case errors.Is(err, context.DeadlineExceeded): // how long it takes is no test
					t.Logf("%s (%dx%d) is not decided: %s", r.ID, b.h, b.w, work)
				case err != nil:
					t.Errorf("%s (%dx%d): %v (%v, %s)", r.ID, b.h, b.w, err, took.Round(time.Millisecond), work)
				}
				t.Logf("%s %dx%d: %v, %s", r.ID, b.h, b.w, took.Round(10*time.Microsecond), work)
			}
			slices.Sort(times)
			t.Logf("%d boards, median %v, longest %v", len(times), times[len(times)/2], times[len(times)-1])
		})
	}
}

// families writes the rules of a family for a board as constraints, and gives what reads a solution as the corpus has it.
var families = map[string]func(b *board) func(model.Assignment) []string{
	"Slitherlink": slitherlink, "Masyu": masyu, "Heyawake": heyawake, "Hitori": hitori, "Nurikabe": nurikabe, "YinYang": yinYang,
	"NumberLink": numberLink, "Nonogram": nonogram, "Starbattle": starBattle, "Shikaku": shikaku, "Galaxies": galaxies, "Fillomino": fillomino,
}

// board is a board of the corpus with its problem in the making.
type board struct {
	name              string
	p                 *model.Problem
	problem, solution string
	rows              [][]string // of the text: its tokens, line by line
	h, w              int
	divided           bool // a solution numbers parts, in any order
}

// renumber numbers parts in the order of their first cells.
func renumber(parts []string) []string {
	names := map[string]string{}
	out := make([]string, len(parts))
	for i, p := range parts {
		if names[p] == "" {
			names[p] = strconv.Itoa(len(names) + 1)
		}
		out[i] = names[p]
	}
	return out
}

func (b *board) read() {
	for _, line := range strings.Split(strings.TrimSpace(b.problem), "\n") {
		b.rows = append(b.rows, strings.Fields(line))
	}
	b.h, b.w = atoi(b.rows[0][0]), atoi(b.rows[0][1])
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}

func (b *board) cells() int        { return b.h * b.w }
func (b *board) clue(c int) string { return b.rows[1+c/b.w][c%b.w] }
func (b *board) room(c int) string { return b.rows[1+b.h+c/b.w][c%b.w] }
func (b *board) number(c int) (int, bool) {
	n, err := strconv.Atoi(b.clue(c))
	return n, err == nil
}

// step gives the neighbour of a cell to the right (0), below (1), to the left (2), above (3), or -1.
func (b *board) step(c, dir int) int {
	switch {
	case dir == 0 && c%b.w < b.w-1:
		return c + 1
	case dir == 1 && c/b.w < b.h-1:
		return c + b.w
	case dir == 2 && c%b.w > 0:
		return c - 1
	case dir == 3 && c/b.w > 0:
		return c - b.w
	}
	return -1
}

// bools declares a Bool for each cell.
func (b *board) bools(name string) []model.Term {
	out := make([]model.Term, b.cells())
	for c := range out {
		out[c] = b.p.Bool(fmt.Sprintf("%s%d.%d", name, c/b.w, c%b.w))
	}
	return out
}

func (b *board) not(ts []model.Term) []model.Term {
	out := make([]model.Term, len(ts))
	for i, t := range ts {
		out[i] = b.p.Not(t)
	}
	return out
}

// links is a Bool for each pair of neighbours, right before below; at gives them by cell and direction, model.False where there is no
// neighbour.
func (b *board) links(name string) (edges []model.GraphEdge, at [][4]model.Term) {
	at = make([][4]model.Term, b.cells())
	for c := range at {
		at[c] = [4]model.Term{model.False, model.False, model.False, model.False}
	}
	for c := range b.cells() {
		for dir := range 2 {
			if d := b.step(c, dir); d >= 0 {
				t := b.p.Bool(fmt.Sprintf("%s%d.%d.%d", name, c/b.w, c%b.w, dir))
				edges = append(edges, model.GraphEdge{A: c, B: d, On: t})
				at[c][dir], at[d][dir+2] = t, t
			}
		}
	}
	return edges, at
}

// grid is the graph of some cells, neighbours being joined.
func (b *board) grid(nodes []model.Term) model.Graph {
	var edges []model.GraphEdge
	for c := range b.cells() {
		for dir := range 2 {
			if d := b.step(c, dir); d >= 0 {
				edges = append(edges, model.GraphEdge{A: c, B: d, On: model.True})
			}
		}
	}
	return b.p.Graph(nodes, edges)
}

func (b *board) all() []model.Term { return slices.Repeat([]model.Term{model.True}, b.cells()) }

// squares visits each 2x2 square.
func (b *board) squares(visit func(c [4]int)) {
	for c := range b.cells() {
		if c%b.w < b.w-1 && c/b.w < b.h-1 {
			visit([4]int{c, c + 1, c + b.w, c + b.w + 1})
		}
	}
}

func (b *board) pick(ts []model.Term, cs ...int) []model.Term {
	out := make([]model.Term, len(cs))
	for i, c := range cs {
		out[i] = ts[c]
	}
	return out
}

func (b *board) ones() []model.Term { return slices.Repeat([]model.Term{b.p.Num(1)}, b.cells()) }

// solve finds all solutions up to two and compares the one that there should be with that of the corpus.
func (b *board) solve(read func(model.Assignment) []string) (work string, err error) {
	if err := b.p.Err(); err != nil {
		return "", err
	}
	patience := 5 * time.Second
	if puztest.Doing() == puztest.Long {
		patience = 20 * time.Second
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	s, err := native.New().Open(ctx, b.p, solve.Budget{Steps: -1})
	if err != nil {
		return "", err
	}
	defer s.Close()
	found, err := s.(solve.Enumerator).Enumerate(ctx, 2)
	for _, w := range s.(solve.Worker).Work() {
		if w.Name == "conflicts" || w.Name == "decisions" || w.Name == "runs" {
			work += fmt.Sprintf(" %d %s", w.N, w.Name)
		}
	}
	switch {
	case err != nil:
		return work, err
	case len(found.List) == 0:
		return work, fmt.Errorf("there is no solution")
	}
	want := strings.Fields(b.solution)[len(b.rows[0]):]
	if len(found.List) > 1 || !found.All {
		return work, fmt.Errorf("there are several solutions")
	}
	got := read(found.List[0])
	if b.divided {
		want = renumber(want)
	}
	if !slices.Equal(got, want) {
		return work, fmt.Errorf("the solution is\n%v\nnot\n%v", got, want)
	}
	return work, nil
}

// value reads a Bool or an Int of a solution.
func (b *board) value(a model.Assignment, t model.Term) int {
	v, err := b.p.Eval(t, a)
	if err != nil {
		return 0
	}
	n, _ := v.Int64()
	return int(n)
}

// marked reads Bools as x and -.
func (b *board) marked(ts []model.Term) func(model.Assignment) []string {
	return func(a model.Assignment) []string {
		out := make([]string, len(ts))
		for i, t := range ts {
			out[i] = []string{"-", "x"}[b.value(a, t)]
		}
		return out
	}
}

// lines reads links as the directions that leave each cell.
func (b *board) lines(at [][4]model.Term, end func(c int) string) func(model.Assignment) []string {
	return func(a model.Assignment) []string {
		out := make([]string, b.cells())
		for c := range out {
			for _, d := range []int{3, 1, 0, 2} {
				if b.value(a, at[c][d]) == 1 {
					out[c] += []string{"e", "s", "w", "n"}[d]
				}
			}
			if out[c] == "" {
				out[c] = "-"
			}
		}
		return out
	}
}

// parts reads which cells hang together, numbered in the order of their first cells.
func (b *board) parts(at [][4]model.Term) func(model.Assignment) []string {
	b.divided = true
	return func(a model.Assignment) []string {
		of := make([]int, b.cells())
		n := 0
		for c := range of {
			if of[c] != 0 {
				continue
			}
			n++
			of[c] = n
			for todo := []int{c}; len(todo) > 0; {
				x := todo[0]
				todo = todo[1:]
				for d := range 4 {
					if y := b.step(x, d); y >= 0 && of[y] == 0 && b.value(a, at[x][d]) == 1 {
						of[y] = n
						todo = append(todo, y)
					}
				}
			}
		}
		out := make([]string, len(of))
		for i, x := range of {
			out[i] = strconv.Itoa(x)
		}
		return out
	}
}

// TestBoardProofs proves of the smallest board of each family that its solution is the only one, and has the proof checked.
func TestBoardProofs(t *testing.T) {
	dir := os.Getenv("QUANDARY_CORPUS")
	if dir == "" {
		t.Skip("QUANDARY_CORPUS is not set")
	}
	for _, family := range []string{"Slitherlink", "Masyu", "Heyawake", "Hitori", "Nurikabe", "NumberLink", "Nonogram", "Shikaku"} {
		lines, err := os.ReadFile(filepath.Join(dir, "families", "boards", family+".jsonl"))
		if err != nil {
			t.Skip(err)
		}
		var b *board
		for _, line := range strings.Split(strings.TrimSpace(string(lines)), "\n") {
			var r struct{ ID, Problem, Solution string }
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatal(err)
			}
			if b == nil || len(r.Problem) < len(b.problem) {
				b = &board{name: r.ID, p: model.NewProblem(), problem: r.Problem, solution: r.Solution}
			}
		}
		b.read()
		families[family](b)
		ctx := context.Background()
		s, err := native.New().Open(ctx, b.p, solve.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		found, err := s.(solve.Enumerator).Enumerate(ctx, 2)
		s.Close()
		if err != nil {
			t.Fatal(err)
		}
		checker, err := reading.New(context.Background(), b.p, found.List)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if _, err := native.New().Prove(ctx, b.p, solve.Budget{}, found.List, &text); err != nil {
			t.Fatalf("%s %s: %v", family, b.name, err)
		}
		size := text.Len()
		sum, err := checker.Check(context.Background(), &text)
		if err != nil {
			t.Errorf("%s %s: %v", family, b.name, err)
		}
		t.Logf("%s %s, %dx%d: %d KB, %d lemmas, %d learned", family, b.name, b.h, b.w, size/1000, sum.Lemmas, sum.Learned)
	}
}
