package sudoku_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/als"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/chain"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/colour"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/fish"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/forcing"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/guess"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/internal/sample"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/locked"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/single"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/subset"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/turbot"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/unique"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/wing"
	"github.com/quandary-puzzles/quandary/internal/golden"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// families says which folder each technique lives in, and what the folder is about.
var families = []struct {
	folder, title string
	techniques    []board.Technique
}{
	{"single", "Singles", single.Techniques()},
	{"locked", "Locked candidates", locked.Techniques()},
	{"subset", "Subsets", subset.Techniques()},
	{"fish", "Fish", fish.Techniques()},
	{"turbot", "Patterns of two strong links", turbot.Techniques()},
	{"wing", "Wings and remote pairs", wing.Techniques()},
	{"colour", "Colouring", colour.Techniques()},
	{"unique", "Uniqueness", unique.Techniques()},
	{"chain", "Chains and loops", chain.Techniques()},
	{"als", "Almost locked sets", als.Techniques()},
	{"forcing", "Forcing chains and nets", forcing.Techniques()},
	{"guess", "Last resort", guess.Techniques()},
}

// example is a position and the first step that a technique finds in it, and a position in which it finds none.
type example struct {
	before, after, none *board.Position
	step                deduce.Step
}

// TestExamples finds in the example of each technique, in FOLDER/testdata/ID.txtar, the very step with its reason, and
// nothing in the position beside it. With -update the techniques that have no example get one from random puzzles; delete a file to have it
// made anew.
func TestExamples(t *testing.T) {
	g := sample.Geometry("9x9")
	ladder := sudoku.Ladder()
	if golden.Update() {
		writeExamples(t, g, ladder)
	}
	for _, f := range families {
		for _, tech := range f.techniques {
			t.Run(tech.ID, func(t *testing.T) {
				e := readExample(t, g, f.folder, tech.ID)
				technique, err := ladder.Lookup(tech.ID)
				if err != nil {
					t.Fatal(err)
				}
				s, ok := technique.First(e.before)
				if !ok {
					t.Fatalf("nothing found in\n%s", e.before)
				}
				if got, want := stepText(g, s), e.step.Reason(); got != want {
					t.Errorf("got\n%s\nwant\n%s", got, want)
				}
				p := e.before.Clone()
				if err := p.Apply(s); err != nil {
					t.Fatal(err)
				}
				if p.String() != e.after.String() {
					t.Errorf("the step leads to\n%s\nwant\n%s", p, e.after)
				}
				if s, ok := technique.First(e.none); ok {
					t.Errorf("must find nothing, found %s: %s", g.Effect(s), s.Reason())
				}
			})
		}
	}
}

// stepText is what a step does, its reason, and the arguments inside it, a line each.
func stepText(g *board.Geometry, s deduce.Step) string {
	text := g.Effect(s) + "\n" + s.Reason() + "\n"
	for _, sub := range s.Nested {
		text += sub.Reason() + "\n"
	}
	return text
}

func examplePath(folder, id string) string { return filepath.Join(folder, "testdata", id+".txtar") }

func readExample(t *testing.T, g *board.Geometry, folder, id string) example {
	t.Helper()
	a, err := txtar.ParseFile(examplePath(folder, id))
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string]string)
	for _, f := range a.Files {
		files[f.Name] = string(f.Data)
	}
	text := files["step"]
	return example{
		before: parsePosition(t, g, files["givens"], files["before"]), after: parsePosition(t, g, files["givens"], files["after"]),
		none: parsePosition(t, g, files["other givens"], files["nothing to find"]),
		step: deduce.Step{Why: func() string { return text }},
	}
}

// parsePosition reads what Position.String writes.
func parsePosition(t *testing.T, g *board.Geometry, givens, text string) *board.Position {
	t.Helper()
	words := strings.Fields(text)
	if len(words) != g.Cells() {
		t.Fatalf("%d cells in a position", len(words))
	}
	values := make([]int, g.Cells())
	for c, w := range words {
		if w[0] != '.' {
			values[c] = int(w[0] - '0')
		}
	}
	p, err := board.New(g, values)
	if err != nil {
		t.Fatal(err)
	}
	given := digits(strings.TrimSpace(givens))
	for c, w := range words {
		if given[c] == 0 {
			p.Given.Remove(c)
		}
		for d := p.Cand[c]; d != 0; d = d.Rest() {
			if !strings.Contains(w, g.Symbol(d.First())) {
				p.Strike(c, d.First())
			}
		}
	}
	return p
}

func givensText(p *board.Position) string {
	b := make([]byte, len(p.Value))
	for c := range b {
		b[c] = '.'
		if p.Given.Has(c) {
			b[c] = p.Symbol(int(p.Value[c]))[0]
		}
	}
	return string(b) + "\n"
}

// writeExamples walks random puzzles until every technique has an example: the first time that it is the easiest
// technique that finds something. For techniques that others always forestall, the first time that it is the easiest of
// itself and of the basic ones, or at last that it finds anything.
func writeExamples(t *testing.T, g *board.Geometry, ladder *deduce.Ladder[*board.Position]) {
	found, have := make(map[string]*example), make(map[string]bool)
	none := make(map[string]*board.Position)
	for _, f := range families {
		for _, tech := range f.techniques {
			if _, err := os.Stat(examplePath(f.folder, tech.ID)); err == nil {
				found[tech.ID], have[tech.ID] = new(example), true
			}
		}
	}
	if len(found) == len(ladder.Techniques()) {
		return
	}
	stages := []struct {
		puzzles int
		ladder  func(missing board.Technique) *deduce.Ladder[*board.Position]
	}{
		{300, nil},
		{400, func(m board.Technique) *deduce.Ladder[*board.Position] {
			return ladder.Select(func(t *board.Technique) bool { return t.Cost <= 160 && !t.AssumesUnique || t.ID == m.ID })
		}},
		{400, func(m board.Technique) *deduce.Ladder[*board.Position] {
			return ladder.Select(func(t *board.Technique) bool { return t.Cost <= 14 || t.ID == m.ID })
		}},
		{300, func(m board.Technique) *deduce.Ladder[*board.Position] {
			return deduce.NewLadder(append([]board.Technique{m}, ladder.Techniques()[:3]...)...)
		}},
		{1500, func(m board.Technique) *deduce.Ladder[*board.Position] { // with guesses, to come far
			rest := ladder.Select(func(t *board.Technique) bool { return t.Cost <= 60 && t.ID != m.ID || t.Guess })
			return deduce.NewLadder(append([]board.Technique{m}, rest.Techniques()...)...)
		}},
	}
	anywhere := false
	walk := func(i uint64, l *deduce.Ladder[*board.Position], only string) {
		puzzle, _ := sample.Puzzle(g, rng.New(2026).Derive("example", i), 81)
		p, err := board.New(g, puzzle)
		if err != nil {
			t.Fatal(err)
		}
		for next, err := range l.Walk(context.Background(), p) {
			if err != nil {
				t.Fatal(err)
			}
			record := func(s deduce.Step) {
				after := p.Clone()
				if err := after.Apply(s); err != nil {
					t.Fatal(err)
				}
				found[s.Technique] = &example{before: p.Clone(), after: after, step: s}
			}
			if found[next.Technique] == nil && (only == "" || only == next.Technique) {
				record(next)
			}
			for k := range ladder.Techniques() {
				if tech := &ladder.Techniques()[k]; anywhere && found[tech.ID] == nil {
					if s, ok := tech.First(p); ok {
						record(s)
					}
				}
			}
			for _, tech := range ladder.Techniques() {
				if none[tech.ID] == nil && tech.ID != next.Technique && tech.Cost < 1000 {
					if _, ok := tech.First(p); !ok {
						none[tech.ID] = p.Clone()
					}
				}
			}
		}
		for _, tech := range ladder.Techniques() {
			if none[tech.ID] == nil {
				none[tech.ID] = p.Clone() // solved
			}
		}
	}
	for _, stage := range stages {
		if stage.ladder == nil {
			for i := range uint64(stage.puzzles) {
				walk(i, ladder, "")
			}
			continue
		}
		for _, tech := range ladder.Techniques() {
			for i := uint64(0); i < uint64(stage.puzzles) && found[tech.ID] == nil; i++ {
				walk(i, stage.ladder(tech), tech.ID)
			}
		}
	}
	anywhere = true
	for i := uint64(0); i < 4000 && len(found) < len(ladder.Techniques()); i++ {
		walk(i, ladder, "")
	}
	for _, tech := range ladder.Techniques() {
		if found[tech.ID] == nil {
			t.Errorf("no example of %s", tech.ID)
		}
	}
	for _, f := range families {
		if err := os.MkdirAll(filepath.Join(f.folder, "testdata"), 0o777); err != nil {
			t.Fatal(err)
		}
		for _, tech := range f.techniques {
			e := found[tech.ID]
			if e == nil || have[tech.ID] {
				continue
			}
			var a txtar.Archive
			a.Comment = []byte(tech.Name + ": the first step that it finds, and a position in which it finds none.\n")
			for _, s := range [][2]string{
				{"givens", givensText(e.before)}, {"before", e.before.String()}, {"step", stepText(g, e.step)}, {"after", e.after.String()},
				{"other givens", givensText(none[tech.ID])}, {"nothing to find", none[tech.ID].String()},
			} {
				a.Files = append(a.Files, txtar.File{Name: s[0], Data: []byte(s[1])})
			}
			if err := os.WriteFile(examplePath(f.folder, tech.ID), txtar.Format(&a), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestDocument holds docs/techniques.md to the ladder and to the examples.
func TestDocument(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "techniques.md")
	g := sample.Geometry("9x9")
	ladder := sudoku.Ladder()
	var b bytes.Buffer
	b.WriteString(documentHead)
	b.WriteString("\n| | technique | cost | rating |\n|--:|---|--:|--:|\n")
	for i, tech := range ladder.Techniques() {
		fmt.Fprintf(&b, "| %d | [%s](#%s) | %d | %.1f |\n", i+1, tech.Name, anchor(tech.Name), tech.Cost, tech.Rating)
	}
	for _, f := range families {
		fmt.Fprintf(&b, "\n## %s\n", f.title)
		for _, tech := range f.techniques {
			technique, err := ladder.Lookup(tech.ID)
			if err != nil {
				t.Fatal(err)
			}
			e := readExample(t, g, f.folder, tech.ID)
			effect, reason, _ := strings.Cut(e.step.Reason(), "\n")
			note := ""
			if tech.AssumesUnique {
				note = " Rests on the puzzle having one solution."
			}
			fmt.Fprintf(&b, "\n### %s\n\n%s\n\n```text\n%s```\n\n%s\n", tech.Name,
				wrap(fmt.Sprintf("`%s`. %s%s", tech.ID, technique.About, note)), e.before, wrap("**"+effect+"** "+reason))
		}
	}
	golden.Compare(t, path, b.Bytes())
}

const documentHead = `# Sudoku techniques

What the solver knows, from the easiest to the hardest. Costs are those of HoDoKu; the rating is the least that a step has
in the scale of Sudoku Explainer (long chains have more).

Every example was made by the program: the position as it stood, with the candidates of open cells behind a dot, then what
the step does and why. In reasons, ` + "`r3c5`" + ` is the cell in row 3 and column 5, ` + "`r3c5<>7`" + ` says that it is not 7, and in chains
` + "`=`" + ` is a strong link (if the first is false, the second is true) and ` + "`-`" + ` a weak one (if the first is true, the second is
false).
`

// anchor is what a heading is linked by.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			return r
		}
		return -1
	}, strings.ToLower(heading))
}

func wrap(text string) string {
	var b strings.Builder
	width := 0
	for i, word := range strings.Fields(text) {
		n := len([]rune(word))
		if i > 0 {
			if width+1+n > 118 {
				b.WriteByte('\n')
				width = 0
			} else {
				b.WriteByte(' ')
				width++
			}
		}
		b.WriteString(word)
		width += n
	}
	return b.String()
}
