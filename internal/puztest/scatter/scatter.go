// Package scatter makes boards for tests that no puzzle needs to be on.
package scatter

import (
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/rules"
)

// Board gives a small board of a family with random values on it, given and found.
func Board(t testing.TB, f *rules.File, r *rng.Stream) *rules.Board {
	t.Helper()
	rows, cols := min(f.Size.Rows.Hi, f.Size.Rows.Lo+3), min(f.Size.Cols.Hi, f.Size.Cols.Lo+4)
	if f.Size.Square {
		cols = rows
	}
	own := map[string]int64{}
	for _, p := range f.Params {
		own[p.Name] = int64(min(p.Range.Hi, p.Range.Lo+3))
	}
	b, err := rules.NewBoard(f, rows, cols, own)
	if err != nil {
		t.Fatal(err)
	}
	cells := b.Geo.All(board.Cell)
	for _, l := range f.Layers {
		if l.Parts { // each row is cut in two
			m := &rules.Marks{}
			for _, row := range b.Geo.All(board.Row) {
				list := b.Geo.Cells(row)
				m.Parts = append(m.Parts, list[:1], list[1:])
			}
			if len(f.Grids) == 0 {
				b.Set(l, m)
			}
		}
	}
	for _, l := range f.Layers {
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
		}
		b.Set(l, m)
	}
	return b
}
