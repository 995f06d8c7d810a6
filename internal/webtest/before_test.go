package webtest_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/store"
	"github.com/quandary-puzzles/quandary/internal/web"
)

// before is what testdata/before keeps of the version of 23 November 2026: a file of games and shared links, and what a browser had kept
// of them. It is never written again: it stands for everybody's games.
type before struct {
	Cookie  struct{ Name, Value string }
	Shares  map[string]string // puzzle as it was opened -> id of the link
	Storage map[string]string // localStorage
}

// TestBefore: games, links and ids of an earlier version still open, on the server, in the browser and in a browser that forgot all.
func TestBefore(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	var b before
	text, err := os.ReadFile("testdata/before/kept.json")
	if err == nil {
		err = json.Unmarshal(text, &b)
	}
	if err != nil {
		t.Fatal(err)
	}
	db, err := os.ReadFile("testdata/before/quandary.db")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "q.db")
	if err := os.WriteFile(file, db, 0o600); err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	site, err := web.New(web.Config{Families: families(), Cards: foundry.CardMaker{}, Store: st, Now: func() time.Time { return time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC) }})
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(site)
	t.Cleanup(func() {
		srv.Close()
		if err := site.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})

	// A browser that kept its games, and one that has the cookie alone.
	for _, kept := range []bool{true, false} {
		p := newTab(t, srv.URL, 1280, 900)
		p.visit("/help")
		command(p, network.SetCookie, network.SetCookieParams{Name: b.Cookie.Name, Value: b.Cookie.Value, URL: srv.URL})
		var games []struct {
			Server, Puzzle string
			Events         []json.RawMessage
		}
		for key, value := range b.Storage {
			if kept {
				p.do(`localStorage.setItem(%s, %s)`, key, value)
			}
			if strings.HasPrefix(key, "quandary.game.") {
				games = append(games, struct {
					Server, Puzzle string
					Events         []json.RawMessage
				}{})
				if err := json.Unmarshal([]byte(value), &games[len(games)-1]); err != nil {
					t.Fatal(err)
				}
			}
		}
		if len(games) != 4 {
			t.Fatalf("%d games, not 4", len(games))
		}
		for _, g := range games {
			at := "/g/" + g.Server
			if kept {
				at = path(g.Puzzle)
			}
			p.play(at)
			if n := js[int](p, `quandary.ctx.log().events.length`); n != len(g.Events) {
				t.Errorf("%s (kept %v): %d events, not %d", g.Puzzle, kept, n, len(g.Events))
			}
			if strings.HasPrefix(g.Puzzle, "sudoku") {
				p.expect("r1c2", "3")
				p.expect("r3c1", "2")
				if !kept { // last, because it adds events
					p.act("undo")
					p.act("redo")
					p.expect("r3c1", "2")
				}
			}
		}
		p.visit("/")
		p.wait(`document.querySelectorAll("#continue .game").length === 4`)
	}

	// Links and ids: the share and the puzzle itself.
	p := newTab(t, srv.URL, 1280, 900)
	for id, share := range b.Shares {
		p.play("/s/" + share)
		p.play(path(id))
	}
	resp, err := http.Get(srv.URL + "/api/v1/shares/" + b.Shares["zebra:3x3#1"])
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Errorf("the API does not give the link: %d", resp.StatusCode)
	}
}
