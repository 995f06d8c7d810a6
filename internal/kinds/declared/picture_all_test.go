package declared

import (
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/render"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestEveryFamilyIsDrawn draws a random board of every family, and random marks as its solution, in every format. Every number that
// is written in the board must stand in the pictures.
func TestEveryFamilyIsDrawn(t *testing.T) {
	for _, id := range puztest.Some(families.Names(), 10) {
		t.Run(id, func(t *testing.T) {
			data, _ := families.Read(id)
			file, probs := rules.Load(id+".yaml", data, families.Use)
			if err := probs.Err(); err != nil {
				t.Fatal(err)
			}
			f, probs := New(file, native.New())
			if err := probs.Err(); err != nil {
				t.Fatal(err)
			}
			r := rng.New(1).Derive("picture/"+id, 0)
			b, want := scatter(t, f, r)
			inst := f.instance(b)
			answer, _ := scatter(t, f, r)
			for n, draw := range []func() (puzzle.Scene, error){
				func() (puzzle.Scene, error) { return inst.Scene("") },
				func() (puzzle.Scene, error) { return inst.SolutionScene(&Solution{f, answer}) },
			} {
				scene, err := draw()
				if err != nil {
					t.Fatal(err)
				}
				if strings.TrimSpace(scene.Text) == "" {
					t.Error("the text is empty")
				}
				var svg bytes.Buffer
				if err := render.SVG(&svg, scene, render.Light(), 20); err != nil {
					t.Error(err)
				}
				if err := render.PNG(io.Discard, scene, render.Light(), 12); err != nil {
					t.Error(err)
				}
				if err := render.PDF(io.Discard, render.Worksheet{Sheets: []render.Sheet{{Puzzle: scene}}}, render.Light()); err != nil {
					t.Error(err)
				}
				if n > 0 {
					continue
				}
				at := map[puzzle.Point]string{}
				for _, shape := range scene.Shapes {
					if l := shape.Label; l != nil {
						if other, ok := at[puzzle.Point{X: l.X, Y: l.Y}]; ok {
							t.Errorf("%q and %q stand in one place", other, l.Text)
						}
						at[puzzle.Point{X: l.X, Y: l.Y}] = l.Text
					}
				}
				for _, text := range want {
					// A sign of another layer may stand beside it, as in 12×.
					if !regexp.MustCompile(`>` + text + `\D*<`).MatchString(svg.String()) {
						t.Errorf("%q is not in the SVG", text)
					}
					if !strings.Contains(scene.Text, text) {
						t.Errorf("%q is not in the text:\n%s", text, scene.Text)
					}
				}
			}
		})
	}
}

// scatter puts random values on a board, and lists the texts of which each must be seen.
func scatter(t *testing.T, f *Family, r *rng.Stream) (*rules.Board, []string) {
	t.Helper()
	rows, cols := min(f.file.Size.Rows.Hi, f.file.Size.Rows.Lo+3), min(f.file.Size.Cols.Hi, f.file.Size.Cols.Lo+4)
	if f.file.Size.Square {
		cols = rows
	}
	own := map[string]int64{}
	for _, p := range f.file.Params {
		own[p.Name] = int64(min(p.Range.Hi, p.Range.Lo+3))
	}
	b, err := rules.NewBoard(f.file, rows, cols, own)
	if err != nil {
		t.Fatal(err)
	}
	cells := b.Geo.All(board.Cell)
	for _, l := range f.file.Layers {
		if l.Parts { // each row is cut in two
			m := &rules.Marks{}
			for _, row := range b.Geo.All(board.Row) {
				list := b.Geo.Cells(row)
				m.Parts = append(m.Parts, list[:1], list[1:])
			}
			if len(f.file.Grids) == 0 {
				b.Set(l, m)
			}
		}
	}
	var want []string
	seen := []board.Kind{board.Cell, board.Corner, board.Square, board.Link, board.Edge} // what stands outside has tests of its own
	for n, l := range f.file.Layers {
		if l.Parts {
			continue
		}
		if l.Objects() {
			o := map[string]rules.Value{}
			for _, fd := range l.Fields {
				if o[fd.Name] = rules.IntOf(3); fd.Places {
					o[fd.Name] = rules.ListOf(rules.PlaceOf(cells[0]), rules.PlaceOf(cells[1]))
				}
			}
			b.Set(l, &rules.Marks{Objects: []map[string]rules.Value{o}})
			continue
		}
		places, err := b.Places(l)
		if err != nil {
			continue // of spans between what is not there
		}
		m := &rules.Marks{Values: map[board.Place]rules.Value{}}
		for _, p := range places {
			if r.Uint64N(3) > 0 {
				continue
			}
			v := rules.BoolOf(true)
			switch l.Domain.Kind {
			case rules.Ints:
				v = rules.IntOf(int64(r.Uint64N(30)))
			case rules.Words:
				v = rules.WordOf(l.Domain.Words[r.Uint64N(uint64(len(l.Domain.Words)))])
			case rules.Lists:
				v = rules.ListOf(rules.IntOf(1), rules.IntOf(2))
			case rules.Places:
				continue
			}
			m.Values[p] = v
			if k := f.looks.layers[n]; k.style == "digit" && v.Kind == rules.Int && (l.Role == rules.Given || l.Printed) && slices.Contains(seen, p.Kind) {
				want = append(want, v.String())
			}
		}
		b.Set(l, m)
	}
	return b, want
}
