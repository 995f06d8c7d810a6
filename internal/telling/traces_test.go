package telling_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/claimtext"
	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// traced are the families whose explanations are read as somebody's own reasoning: digits, shading, objects, lines, borders, letters, words, ...
var traced = []string{"heyawake 5x5", "slitherlink 4x4", "masyu 4x4", "nurikabe 4x4", "hitori 5x5", "star-battle 5x5", "akari 5x5", "nonogram 5x5", "cave 5x5",
	"tents 5x5", "gokigen 4x4", "yin-yang 4x4", "hashi 5x5", "shikaku 5x5", "galaxies 4x4", "binairo 6x6", "skyscraper 4x4", "battleship 5x5", "abc-end-view 4x4", "minesweeper 5x5"}

// TestTracesOfOwnWords reads explanations as what somebody else wrote, in every language: none of them raises an alarm, and where one of their
// conclusions is turned into something false it is found.
func TestTracesOfOwnWords(t *testing.T) {
	puztest.From(t, puztest.Usual)
	var traces planted
	for _, name := range puztest.Some(traced, 4) {
		id, size, _ := strings.Cut(name, " ")
		if claims, turned := traces.read(t.Context(), t, id, generated(t, builtin(t, id), size, 3), math.MaxInt); claims == 0 || !turned {
			t.Errorf("%s: nothing is read, or nothing can be turned into something false", name)
		}
	}
	traces.report(t)
}

// TestTracesOfEveryFamily is TestTracesOfOwnWords for the first steps of small boards: of each family with QUANDARY_LONG=1, else of a few.
func TestTracesOfEveryFamily(t *testing.T) {
	puztest.From(t, puztest.Whole)
	const steps = 20
	var traces planted
	for n, id := range families.Names() {
		if puztest.Doing() == puztest.Whole && n%16 != 7 {
			continue
		}
		t.Run(id, func(t *testing.T) {
			f := builtin(t, id)
			levels, err := f.Levels(nil)
			if err != nil || levels == nil {
				t.Skip("the family has no levels")
			}
			p, err := f.ParseParams(levels[0].Params)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // some boards take hours to explain
			defer cancel()
			g, err := f.Generate(ctx, p, nil, puzzle.Stream(f, 3, 0), nil)
			if err != nil {
				t.Skip(err)
			}
			traces.read(ctx, t, id, g, steps)
		})
	}
	traces.report(t)
}

// planted counts by language the errors that were planted into explanations, and those that were found.
type planted struct {
	all, found map[string]int
}

// read reads the first steps of a puzzle's explanation in every language, right and with two of its steps turned into something false. It gives how many
// claims it read, none where all steps say what is not, and whether any could be turned.
func (p *planted) read(ctx context.Context, t *testing.T, id string, g puzzle.Generated, most int) (read int, turned bool) {
	if p.all == nil {
		p.all, p.found = map[string]int{}, map[string]int{}
	}
	solved := holdsIn(g)
	for _, lang := range phrases.Languages() {
		inst := g.Instance.(*declared.Instance).In(lang).(*declared.Instance)
		var text, wrong []string
		for step, bad := range toldFalse(ctx, t, inst, lang) {
			if text, wrong = append(text, step), append(wrong, bad); len(text) == most {
				break
			}
		}
		at, n := falseAt(inst, solved, text)
		if at >= 0 {
			t.Errorf("%s, %s: a right step is called false: %s", id, lang, text[at])
			continue
		}
		read += n
		// The last step that can be turned, and one in the middle.
		var can []int
		for n, bad := range wrong {
			if bad != "" {
				can = append(can, n)
			}
		}
		if len(can) == 0 {
			continue
		}
		turned = true
		for _, n := range []int{can[len(can)/2], can[len(can)-1]} {
			lines := append(append([]string{}, text[:n]...), wrong[n])
			p.all[lang]++
			if at, _ := falseAt(inst, solved, append(lines, text[n+1:]...)); at == n {
				p.found[lang]++
			} else {
				t.Logf("%s, %s: not found (%d): %s", id, lang, at, wrong[n])
			}
		}
	}
	return read, turned
}

// report fails a test where too few of the errors are found.
func (p *planted) report(t *testing.T) {
	for _, lang := range phrases.Languages() {
		t.Logf("%s: %d of %d found", lang, p.found[lang], p.all[lang])
		if p.found[lang] < p.all[lang]*95/100 {
			t.Errorf("%s: only %d of %d planted errors are found", lang, p.found[lang], p.all[lang])
		}
	}
}

// holdsIn tells which claims hold in the solution of a puzzle.
func holdsIn(g puzzle.Generated) func(puzzle.Claim) bool {
	inst := g.Instance.(*declared.Instance)
	return func(c puzzle.Claim) bool {
		if c.Known || c.False != "" {
			return c.False == ""
		}
		state, err := inst.Apply(inst.Start(), c.Move)
		if err != nil {
			return false
		}
		wrong, err := inst.Mistakes(state, g.Solution)
		return err == nil && len(wrong) == 0
	}
}

// falseAt reads lines as somebody's reasoning and gives the first that claims what is not so, -1 for none, and how many claims it read.
func falseAt(inst *declared.Instance, holds func(puzzle.Claim) bool, lines []string) (at, read int) {
	for _, s := range claimtext.Sentences(strings.Join(lines, "\n")) {
		for _, c := range inst.Claims(s.Text) {
			read++
			if !holds(c) {
				return s.Line - 1, read
			}
		}
	}
	return -1, read
}

// toldFalse tells the steps of a puzzle, each with the same step concluding something false; that is empty where its conclusion says nothing that a mark
// denies.
func toldFalse(ctx context.Context, t *testing.T, inst *declared.Instance, lang string) func(yield func(right, wrong string) bool) {
	return func(yield func(right, wrong string) bool) {
		ends := func(err error) bool {
			if ctx.Err() != nil {
				t.Logf("%s, %s: no further step in time", inst.Board().File.ID, lang)
				return true
			}
			if err != nil {
				t.Fatal(err)
			}
			return false
		}
		say, steps, err := explained(ctx, t, inst, lang)
		if ends(err) {
			return
		}
		defer steps.Close()
		for {
			s, err := steps.Next(ctx, true)
			if ends(err) || s == nil {
				return
			}
			right, wrong, err := say.Falsified(ctx, s, func(s deduce.Said, plain bool) (deduce.Said, bool) { return falsified(inst.Board(), s, plain) })
			if ends(err) || !yield(right, wrong) {
				return
			}
		}
	}
}

// falsified gives the opposite of what is said of a truth value or a border, or of another value a different one that the layer has.
func falsified(b *rules.Board, s deduce.Said, plain bool) (deduce.Said, bool) {
	switch {
	case !s.Asked:
		return s, false
	case !plain || s.Value.Kind == rules.Bool:
		s.Holds = !s.Holds
		return s, true
	case !s.Holds:
		return s, false
	}
	var all []rules.Value
	for _, w := range s.Layer.Domain.Words {
		all = append(all, rules.WordOf(w))
	}
	if lo, _, err := b.Bounds(&s.Layer.Domain); err == nil && lo != nil && s.Layer.Domain.Kind == rules.Ints {
		all = append(all, rules.IntOf(*lo), rules.IntOf(*lo+1))
	}
	n := slices.IndexFunc(all, func(v rules.Value) bool { return !v.Equal(s.Value) })
	if n < 0 {
		return s, false
	}
	s.Value = all[n]
	return s, true
}
