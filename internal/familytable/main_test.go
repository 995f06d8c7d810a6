package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// TestOwnBoards solves small boards of our own: each has exactly the solution that stands beside it, and so have its images; other
// spellings are read as the same board.
func TestOwnBoards(t *testing.T) {
	files, err := filepath.Glob("testdata/boards/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range puztest.Some(files, 10) {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		t.Run(name, func(t *testing.T) {
			family, err := foundry.Families().Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			lines, err := read(file)
			if err != nil {
				t.Fatal(err)
			}
			table := &table{limit: time.Minute}
			for _, b := range lines {
				if why := table.solve(family, b); why != "" {
					t.Errorf("%s: %s", b.ID, why)
				}
			}
			if _, wrong := table.bend(family, lines[0]); len(wrong) > 0 {
				t.Errorf("%s: %s", lines[0].ID, strings.Join(wrong, "; "))
			}
		})
	}
}

// primitives are what rules are made of, each with a family whose boards rest on it.
var primitives = []struct{ name, family string }{
	{"connected", "heyawake"},
	{"one loop", "slitherlink"},
	{"loop and shading", "yajilin"},
	{"paths", "numberlink"},
	{"acyclic", "gokigen"},
	{"partition", "araf"},
	{"partition, one seed a part", "yonmasu"},
	{"pieces (rectangles)", "shikaku"},
	{"group sizes", "nurikabe"},
	{"shapes", "heteromino"},
	{"sight", "kuromasu"},
	{"lines (automata)", "nonogram"},
	{"counts", "tents"},
	{"all different", "mathrax"},
}

// BenchmarkPrimitives reads, solves, proves unique and judges the boards of our own of a family for each primitive.
func BenchmarkPrimitives(b *testing.B) {
	for _, p := range primitives {
		family, err := foundry.Families().Lookup(p.family)
		if err != nil {
			b.Fatal(err)
		}
		lines, err := read(filepath.Join("testdata", "boards", p.family+".jsonl"))
		if err != nil {
			b.Fatal(err)
		}
		table := &table{limit: time.Minute}
		b.Run(strings.ReplaceAll(p.name, " ", "-")+"/"+p.family, func(b *testing.B) {
			for i := range b.N {
				if why := table.solve(family, lines[i%len(lines)]); why != "" {
					b.Fatal(why)
				}
			}
		})
	}
}
