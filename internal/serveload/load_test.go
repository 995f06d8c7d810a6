package main

import (
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino"
	"github.com/quandary-puzzles/quandary/internal/kinds/sudoku"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/store"
	"github.com/quandary-puzzles/quandary/internal/web"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestManyPlayers: many players at once on loopback, none of whom sees an error. How many moves they make in their second is
// the machine's affair.
func TestManyPlayers(t *testing.T) {
	puztest.From(t, puztest.Usual)
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "q.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	site, err := web.New(web.Config{Families: puzzle.NewRegistry(fillomino.Family{}, sudoku.Family{}, zebra.Family{}), Store: st})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := site.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	srv := httptest.NewServer(site)
	defer srv.Close()
	rep, err := run(t.Context(), options{url: srv.URL, players: 60, pause: 20 * time.Millisecond, length: time.Second,
		puzzles: []string{"sudoku:4x4#1", "fillomino:4x4#1", "zebra:3x3#1"}})
	if err != nil {
		t.Fatal(err)
	}
	if rep.failed > 0 || len(rep.moves) == 0 {
		t.Errorf("%d moves, %d players failed: %q", len(rep.moves), rep.failed, rep.errors)
	}
}
