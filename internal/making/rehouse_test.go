package making

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// TestRehouse: rooms whose borders were moved hang together and cover the board, the solution in them keeps the rules, and the way back leads to
// the board before.
func TestRehouse(t *testing.T) {
	ctx := context.Background()
	m, size, parts := sortedMaker(t, "juosan", "6x6")
	d, err := wanted{m: m, size: size, sort: parts}.draft(ctx, start{}, rng.New(1))
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	rooms := d.housed()
	if rooms == nil {
		t.Fatal("juosan has rooms that may be moved")
	}
	geo := d.solver.enc.Board.Geo
	r := rng.New(2)
	moved := 0
	for range 40 {
		before, problem := d.full(), d.solver.enc.Board
		try, err := d.rehouse(ctx, rooms, d.solver.cells[r.IntN(len(d.solver.cells))].p, r)
		if err != nil {
			t.Fatal(err)
		}
		if try == nil {
			if d.solver.enc.Board != problem {
				t.Fatal("nothing came of moved rooms, and they stay")
			}
			continue
		}
		moved++
		after := d.solver.enc.Board.Marks(rooms).Parts
		cells := 0
		for _, part := range after {
			if cells += len(part); !connected(geo, part) {
				t.Errorf("the room %v is in pieces", part)
			}
		}
		if cells != len(geo.All(board.Cell)) || roomsKey(geo, after) == roomsKey(geo, problem.Marks(rooms).Parts) {
			t.Errorf("rooms of %d cells, from %d rooms to %d", cells, len(problem.Marks(rooms).Parts), len(after))
		}
		if ok, err := m.stands(ctx, d.solver.board); err != nil || !ok {
			t.Errorf("the solution in moved rooms breaks a rule: %v", err)
		}
		if moved%2 == 0 {
			try.keep()
			continue
		}
		if try.back(); d.solver.enc.Board != problem || !d.samePuzzle(before, d.full()) {
			t.Error("the way back leads to another board")
		}
	}
	if moved < 5 {
		t.Errorf("of 40 tries %d moved rooms", moved)
	}
	for _, id := range []string{"akari", "star-battle", "norinori", "patchwork"} { // without rooms, with rooms around a solution, and of one size
		m := maker(t, id)
		d := &draft{wanted: wanted{m: m}, later: m.later(nil, false)}
		if got, want := d.housed() != nil, id == "star-battle"; got != want {
			t.Errorf("%s: rooms may be moved: %v", id, got)
		}
	}
}

// TestGrowByRooms: rooms that leave something open whatever the solution are moved, so that few starts are needed.
func TestGrowByRooms(t *testing.T) {
	puztest.From(t, puztest.Usual)
	ctx := context.Background()
	m := maker(t, "juosan")
	size := sized(t, m, "5x5")
	starts := 0
	for seed := range uint64(4) {
		d, err := m.Define(ctx, size)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Random(ctx, rng.New(seed)); err != nil {
			t.Fatal(err)
		}
		starts += d.starts
		d.Close()
	}
	if starts > 70 {
		t.Errorf("4 boards took %d starts", starts)
	}
}
