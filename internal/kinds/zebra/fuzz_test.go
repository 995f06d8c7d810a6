package zebra

import (
	"bufio"
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/solver"
	"github.com/quandary-puzzles/quandary/lineup"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// consume does with a puzzle from anywhere what the commands do: it validates, renders, writes, reads back, and solves
// within a bound.
func consume(t *testing.T, p *matching.Puzzle) {
	t.Helper()
	if err := p.Validate(); err != nil {
		t.Fatalf("a reader gave an invalid puzzle: %v", err)
	}
	in := &Instance{p}
	for _, c := range p.Clues {
		for _, lang := range []string{"en", "zh"} {
			if language.Words(p, c, lang) == "" {
				t.Error("a clue without words")
			}
		}
	}
	text := language.YAML(p)
	q, err := language.ReadYAML("again", []byte(text))
	if err != nil {
		t.Fatalf("what was written cannot be read: %v\n%s", err, text)
	}
	if got := (&Instance{q}).Desc(); got != in.Desc() {
		t.Errorf("read back as another puzzle:\n%s\n%s", text, language.YAML(q))
	}
	if in.Question("en") == "" {
		t.Error("no question")
	}
	if _, err := in.Scene(""); err != nil {
		t.Error(err)
	}
	if p.M()*p.N > 60 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	out, err := solver.Solve(ctx, p, 2)
	if err != nil {
		return // out of time
	}
	for _, g := range out.Grids {
		if err := p.CheckGrid(g); err != nil {
			t.Errorf("the solver's solution is none: %v", err)
		}
	}
}

func FuzzLineup(f *testing.F) {
	f.Add(".:: Puzzle 2x3 level=2 ::.\nJob: musician, nurse, guard\nFilm: comedy, fantasy, dark musical\n1. Film:dark musical is on the right of Film:comedy\n" +
		"2. Film:fantasy == Job:nurse or Job:guard != Film:comedy, but not both\n\n.:: Answer ::.\n|  | 1 | 2 | 3 |\n| Job | nurse | guard | musician |\n| Film | fantasy | comedy | dark musical |\n====\n")
	f.Add(".:: Puzzle ::.\nA: 1, 2\nB: x, y\n 1) if A:1 is B:x then 2 is at least 1 places before x.\n====\nC: a\n1. a is first\n")
	f.Add(".:: Puzzle 2x2 level=\xff ::.\nA: a, b\nB: c, d\n1. a == c\n")
	f.Add("A: a b, a\nB: or, and\n1. a b == or or a == and or both\n2. (a != or) and a have the same parity positions\n")
	f.Fuzz(func(t *testing.T, text string) {
		language.ReaderOf(language.LineupFormat)("fuzz", bufio.NewReader(strings.NewReader(text)), func(b language.Block) bool {
			if b.Err == nil {
				consume(t, b.Puzzle)
				if b.Answer != nil {
					_ = b.Puzzle.CheckGrid(b.Answer)
				}
			}
			return true
		})
	})
}

func FuzzYAML(f *testing.F) {
	for _, name := range gallery.Names() {
		text, ok := gallery.Read(name)
		if !ok {
			f.Fatal(name)
		}
		f.Add(string(text))
	}
	f.Add("categories: {a: [1, 2.5], b: {items: [x, y], order: rank}}\nline: {round: true, numbered: false}\nclues: [{if: {is: [1, x]}, then: {apart: [x, 1], in: b, at most: 1}}, 1 is x or y is 2.5]\n")
	f.Add("categories: &x {a: [1], b: *x}")
	f.Fuzz(func(t *testing.T, text string) {
		if p, err := language.ReadYAML("fuzz", []byte(text)); err == nil {
			consume(t, p)
		}
	})
}

func FuzzSentence(f *testing.F) {
	for _, s := range []string{
		"Ann is directly before the one 2 places after Bob", "either Ann is red or Bob is on the far left, but not both",
		"2 * age of Ann + age of Bob <= 60", "of Ann and Bob, one is red and the other is S", "the age of Ann and Bob differ by at most 3",
		"if Ann is M and not Bob is L, then (Cleo == red or Cleo == blue or both)", "Ann is one of red, blue or green", "Ann is not next to the one directly after red",
	} {
		f.Add(s)
	}
	p := &matching.Puzzle{N: 3, Lang: "en", Numbered: true, Cats: []matching.Category{
		{Name: "name", Items: []string{"Ann", "Bob", "Cleo"}},
		{Name: "age", Items: []string{"10", "20", "35"}, Order: matching.Numeric, Values: []matching.Value{10 * lineup.Unit, 20 * lineup.Unit, 35 * lineup.Unit}},
		{Name: "size", Items: []string{"S", "M", "L"}, Order: matching.Ranked},
		{Name: "colour", Items: []string{"red", "dark blue", "either or"}},
	}}
	p.AddLine("position")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := language.ParseClue(p, text)
		if err != nil {
			if c != nil {
				t.Error("a clue beside an error")
			}
			return
		}
		if p.ValidateClue(c) != nil {
			return
		}
		_ = language.Words(p, c, "zh")
		solver.New(p).Compile(c)
	})
}

func FuzzDesc(f *testing.F) {
	for _, name := range []string{"queue", "round-table", "moon-festival"} {
		p, err := FromGallery(name)
		if err != nil {
			f.Fatal(err)
		}
		in := &Instance{p}
		f.Add(in.Params().String(), in.Desc(), "3=12,4!12")
	}
	f.Fuzz(func(t *testing.T, params, desc, state string) {
		size, err := (Family{}).ParseParams(params)
		if err != nil {
			return
		}
		inst, err := (Family{}).Decode(size, desc)
		if err != nil {
			return
		}
		in := inst.(*Instance)
		if _, err := in.P.ReadState("-"); err != nil {
			t.Error(err)
		}
		if k, err := in.P.ReadState(puzzle.State(state)); err == nil {
			again, err := in.P.ReadState(k.State())
			if err != nil || again.State() != k.State() {
				t.Errorf("the state %s is not read back: %v", k.State(), err)
			}
			if _, err := in.Judge(k.State()); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestOversized: documents beyond the limits are refused at once.
func TestOversized(t *testing.T) {
	many := func(n int, item func(int) string) string {
		var b strings.Builder
		for i := 0; i < n; i++ {
			b.WriteString(item(i))
		}
		return b.String()
	}
	for name, text := range map[string]string{
		"items":      "categories: {a: [" + many(40, func(i int) string { return "x" + strings.Repeat("y", i) + "," }) + "z]}",
		"categories": "categories: {" + many(40, func(i int) string { return strings.Repeat("a", i+1) + ": [x], " }) + "z: [x]}",
		"clues":      "categories: {a: [x, y], b: [p, q]}\nclues: [" + many(1001, func(int) string { return "x is p," }) + "]",
		"nesting":    "categories: {a: [x, y], b: [p, q]}\nclues: [" + strings.Repeat("{not: ", 40) + "x is p" + strings.Repeat("}", 40) + "]",
		"sentence":   "categories: {a: [x, y], b: [p, q]}\nclues: [" + strings.Repeat("not ", 2000) + "x is p]",
	} {
		if _, err := language.ReadYAML(name, []byte(text)); err == nil {
			t.Errorf("%s: accepted", name)
		} else if len(err.Error()) > 400 {
			t.Errorf("%s: a message of %d bytes", name, len(err.Error()))
		}
	}
	language.ReaderOf("yaml")("length", bufio.NewReader(strings.NewReader("story: "+strings.Repeat("x", 1<<20)+"\n")), func(b language.Block) bool {
		if b.Err == nil || !strings.Contains(b.Err.Error(), "longer than 1048576 bytes") {
			t.Errorf("a document that is too long: %v", b.Err)
		}
		return true
	})
	if _, err := os.Stat("testdata/fuzz"); err != nil {
		t.Error("the seed corpus of the fuzz targets is missing")
	}
}
