package declared

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/judge"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// solvedBoard is a board with an answer, right or wrong.
type solvedBoard struct {
	name            string
	problem, answer *rules.Board
}

// TestSymmetriesOfAllFamilies turns boards that others have made, right and wrong, of every family: the image of a right one is right, that of
// a wrong one wrong, and the canonical form is the same. (Which rule is named may differ: that of level lines is that of upright ones for an image, and
// where lines are no loop, nobody can say what is inside.)
func TestSymmetriesOfAllFamilies(t *testing.T) {
	ctx := context.Background()
	verdicts, published := puztest.Corpus(t, "families", "verdicts"), puztest.Corpus(t, "families", "boards")
	families, turned, wrong := 0, 0, 0
	for _, b := range puztest.Some(Catalogue(native.New()), 6) {
		f := b.(*Builtin).Open()
		if len(f.file.Turns()) == 0 {
			continue
		}
		list := append(verdictsOf(t, f, verdicts), publishedOf(t, f, published)...)
		if len(list) > 0 {
			families++
		}
		for _, c := range list {
			broken := brokenRules(ctx, t, f, c.problem, c.answer)
			form, err := f.instance(c.problem).Canonical(ctx, 0)
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			if len(broken) > 0 {
				wrong++
			}
			for _, s := range f.file.Turns() {
				problem, err := c.problem.Turn(s)
				if errors.Is(err, rules.ErrUnturned) {
					continue
				}
				answer, err2 := c.answer.Turn(s)
				if err != nil || err2 != nil {
					t.Errorf("%s: %v: %v, %v", c.name, s, err, err2)
					continue
				}
				turned++
				if got := brokenRules(ctx, t, f, problem, answer); len(got) > 0 != (len(broken) > 0) {
					t.Errorf("%s: %s: the board breaks %q, its image under %v %q", f.Name(), c.name, broken, s, got)
				}
				if same, err := f.instance(problem).Canonical(ctx, 0); err != nil || string(same.Key) != string(form.Key) {
					t.Errorf("%s: %s: the image under %v has another canonical form: %v", f.Name(), c.name, s, err)
				}
			}
		}
	}
	t.Logf("%d families, %d images, %d boards with mistakes", families, turned, wrong)
	if (families < 100 || wrong < 200) && puztest.Doing() >= puztest.Whole {
		t.Error("too few boards were read")
	}
}

// brokenRules names the rules that an answer breaks, in order.
func brokenRules(ctx context.Context, t *testing.T, f *Family, problem, answer *rules.Board) []string {
	t.Helper()
	broken, err := f.instance(problem).judge(ctx, answer)
	if err != nil {
		t.Errorf("%s: %v", f.Name(), err)
	}
	var out []string
	for _, b := range broken {
		out = append(out, ruleOf(b))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func ruleOf(b judge.Broken) string { return strings.TrimSuffix(b.Rule+"."+b.Part, ".") }

// verdictsOf reads the boards with verdicts of a family.
func verdictsOf(t *testing.T, f *Family, dir string) []solvedBoard {
	t.Helper()
	form := f.forms.PZPR
	if form == nil {
		return nil
	}
	var out []solvedBoard
	for _, genre := range append([]string{f.Name()}, f.file.Aliases...) {
		data, err := os.ReadFile(filepath.Join(dir, genre+".json"))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		var cases struct{ Cases []struct{ Board string } }
		if err == nil {
			err = json.Unmarshal(data, &cases)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases.Cases {
			if problem, answer, err := form.ReadBoard(c.Board); err == nil {
				out = append(out, solvedBoard{c.Board, problem, answer})
			}
		}
	}
	return out
}

// publishedOf reads a published board of a family, of those that are not large.
func publishedOf(t *testing.T, f *Family, dir string) []solvedBoard {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		name := strings.ToLower(strings.TrimSuffix(filepath.Base(path), ".jsonl"))
		if name != strings.ReplaceAll(f.Name(), "-", "") && !slices.Contains(f.file.Aliases, name) {
			continue
		}
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 1<<24)
		for lines.Scan() {
			var c struct{ ID, Problem, Solution string }
			if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
				t.Fatal(err)
			}
			problem, err := f.forms.Text.ReadProblem(c.Problem)
			if err != nil || problem.Geo.Rows > 12 {
				continue
			}
			if answer, err := f.forms.Text.ReadSolution(problem, c.Solution); err == nil {
				return []solvedBoard{{name + " " + c.ID, problem, answer}}
			}
		}
	}
	return nil
}

// TestClassOfImages: the class of a puzzle, and its rating, are those of its images; a sample of the families, or with QUANDARY_LONG=1 all
// that make a small board soon.
func TestClassOfImages(t *testing.T) {
	puztest.From(t, puztest.Usual)
	sample := []string{"akari", "binairo", "creek", "gokigen", "hashi", "kakurasu", "kuromasu", "nurikabe", "skyscraper", "tents", "yajilin"}
	images, skipped := 0, 0
	for _, b := range Catalogue(native.New()) {
		all := puztest.Doing() == puztest.Long
		if !all && !slices.Contains(sample, b.Name()) {
			continue
		}
		f := b.(*Builtin).Open()
		size, _ := f.Levels(nil)
		if size == nil || len(f.file.Turns()) == 0 {
			continue
		}
		p, err := f.ParseParams(size[1].Params)
		if err != nil {
			t.Fatal(err)
		}
		ctx := context.Background()
		g, err := f.Generate(ctx, p, puzzle.Settings{"attempts": "1"}, puzzle.Stream(f, 3, 0), nil)
		if err != nil {
			if skipped++; !all {
				t.Errorf("%s: %v", f.Name(), err)
			}
			continue
		}
		inst := g.Instance.(*Instance)
		want, err := inst.Rate(ctx)
		if err != nil {
			t.Errorf("%s: %v", f.Name(), err)
			continue
		}
		for _, name := range inst.Symmetries().Names {
			image, err := inst.Symmetries().Transform(name, nil)
			if errors.Is(err, rules.ErrUnturned) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			images++
			got, err := image.(*Instance).Rate(ctx)
			if err != nil || got.Class != want.Class || got.Score != want.Score || got.Steps != want.Steps {
				t.Errorf("%s: %s: class %s, rating %v, its image under %s class %s, rating %v: %v", f.Name(), inst.Desc(), want.Class, want.Score, name, got.Class, got.Score, err)
			}
		}
	}
	t.Logf("%d images, %d families made no small board", images, skipped)
	if images < 40 { // seven of each board, but for those that a symmetry carries into themselves
		t.Error("too few images")
	}
}
