package stored_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/golden"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/stored"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// spare tells which puzzles of the gallery have clues that could be left out, or several solutions, because the literature
// has them so.
var spare = map[string]string{
	"cars":   "clue2 bans nothing",
	"square": "eight lines of a magic square, more than are needed, and eight solutions",
	"zebra":  "thirteen clues as published",
}

// TestGallery solves the puzzles that come with the program: each has one solution, the one that it states where it states
// one, and no clue that could be left out. The solutions that were found stand in testdata/gallery.txt.
func TestGallery(t *testing.T) {
	f := family()
	var b strings.Builder
	for _, name := range stored.Gallery() {
		l, err := stored.FromGallery(name)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		p := l.Puzzle
		res := solveAll(t, f, p)
		fmt.Fprintf(&b, "%s: %s (%d)\n", name, res.Status, res.Count)
		for _, s := range res.Solutions {
			if err := p.CheckThing(s.(cards.Solution).T); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			v, err := s.Encode("")
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "  %v\n", v)
		}
		if want := map[bool]int{true: 8, false: 1}[name == "square"]; res.Count != want || !res.Complete {
			t.Errorf("%s: %d solutions, want %d", name, res.Count, want)
		} else if l.Solution != nil && !l.Solution.Equal(res.Solutions[0].(cards.Solution).T) {
			t.Errorf("%s: the file states another solution", name)
		}
		if p.Title == "" || p.Story["en"] == "" || p.Story["zh"] == "" {
			t.Errorf("%s: a text is missing", name)
		}
		if spare[name] != "" {
			continue
		}
		for i := range p.Clues {
			q := *p
			q.Clues = append(append([]deck.Clue(nil), p.Clues[:i]...), p.Clues[i+1:]...)
			if solveAll(t, f, &q).Count == 1 {
				t.Errorf("%s: %s could be left out: %s", name, p.Clues[i].ID, p.Format(p.Clues[i].Expr))
			}
		}
	}
	if len(stored.Gallery()) < 8+8 {
		t.Errorf("%d puzzles", len(stored.Gallery()))
	}
	golden.Compare(t, "testdata/gallery.txt", []byte(b.String()))
	if _, err := stored.FromGallery("carz"); err == nil || !strings.Contains(err.Error(), "did you mean cars") {
		t.Error(err)
	}
}

func solveAll(t *testing.T, f cards.Family, p *deck.Puzzle) puzzle.Result {
	t.Helper()
	in, err := f.NewInstance(p)
	if err != nil {
		t.Fatal(err)
	}
	res, err := in.Solve(context.Background(), 100)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// TestGalleryFormats writes every puzzle of the gallery in every format that can hold it.
func TestGalleryFormats(t *testing.T) {
	f := family()
	for _, name := range stored.Gallery() {
		l, err := stored.FromGallery(name)
		if err != nil {
			t.Fatal(err)
		}
		in, err := f.NewInstance(l.Puzzle)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range []string{"yaml", "json", "dsl"} {
			text, err := in.Encode(format)
			if err != nil {
				t.Errorf("%s as %s: %v", name, format, err)
				continue
			}
			for e := range f.Read(context.Background(), name, strings.NewReader(text), format) {
				if e.Err != nil || e.Instance.Desc() != in.Desc() {
					t.Errorf("%s as %s: %v\n%s", name, format, e.Err, text)
				}
			}
		}
	}
}
