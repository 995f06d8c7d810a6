package zebra

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/solver"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// TestCorpus reads, solves and checks every published puzzle: the answer is the printed one, and uniqueness is decided.
func TestCorpus(t *testing.T) {
	puztest.From(t, puztest.Usual)
	files, err := filepath.Glob(filepath.Join(puztest.Corpus(t, "zebra"), "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	puzzles, unique := 0, 0
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		language.ReaderOf(language.LineupFormat)(filepath.Base(name), bufio.NewReader(f), func(b language.Block) bool {
			puzzles++
			if b.Err != nil {
				t.Error(b.Err)
				return true
			}
			if err := b.Puzzle.CheckGrid(b.Answer); err != nil {
				t.Errorf("%s:%d: the printed answer: %v", name, b.Line, err)
			}
			out, err := solver.Solve(context.Background(), b.Puzzle, 2)
			if err != nil {
				t.Fatal(err)
			}
			if len(out.Grids) == 1 && out.Complete {
				unique++
				if !reflect.DeepEqual(out.Grids[0], b.Answer) {
					t.Errorf("%s:%d: another answer than the printed one", name, b.Line)
				}
			} else {
				t.Errorf("%s:%d: %d solutions, complete %v", name, b.Line, len(out.Grids), out.Complete)
			}
			for _, g := range out.Grids {
				if err := b.Puzzle.CheckGrid(g); err != nil {
					t.Errorf("%s:%d: %v", name, b.Line, err)
				}
			}
			// Rendered sentences are read back as the same clue.
			for _, c := range b.Puzzle.Clues {
				words := language.Words(b.Puzzle, c, "en")
				again, err := language.ParseClue(b.Puzzle, words)
				if err != nil {
					t.Fatalf("%q, rendered from %q: %v", words, c.Text, err)
				}
				again.Text, again.Line = c.Text, c.Line
				if !reflect.DeepEqual(again, c) {
					t.Errorf("%q is read back as another clue", words)
				}
			}
			return true
		})
		f.Close()
	}
	t.Logf("%d puzzles, %d with exactly one solution", puzzles, unique)
	if puzzles < 800 {
		t.Errorf("only %d puzzles", puzzles)
	}
}

// TestLineupNotUTF8: a byte that is no character, wherever it stands, is told with its line and column.
func TestLineupNotUTF8(t *testing.T) {
	lines := []string{".:: Puzzle 2x2 level=é2 ::.", "A: é, b", "B: c, d", "1. é == c"}
	for i, line := range lines {
		bad := slices.Clone(lines)
		bad[i] = line[:len(line)-3] + "\xff" + line[len(line)-3:]
		want := fmt.Sprintf("f.txt:%d:%d: the text is not UTF-8: there is a byte 0xff", i+1, utf8.RuneCountInString(line[:len(line)-3])+1)
		var errs []error
		language.ReaderOf(language.LineupFormat)("f.txt", bufio.NewReader(strings.NewReader(strings.Join(bad, "\n"))), func(b language.Block) bool {
			errs = append(errs, b.Err)
			return true
		})
		if len(errs) != 1 || errs[0] == nil || errs[0].Error() != want {
			t.Errorf("line %d: %v, want %s", i+1, errs, want)
		}
	}
}
