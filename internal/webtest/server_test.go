package webtest_test

import (
	"context"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/store"
	"github.com/quandary-puzzles/quandary/internal/web"
	"github.com/quandary-puzzles/quandary/internal/workbench"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// families are those of the program.
var families = sync.OnceValue(func() *puzzle.Registry { return foundry.Families() })

// newServer serves the page with an empty store; the date is 20 November 2026.
func newServer(t *testing.T) *httptest.Server {
	t.Helper()
	return limitedServer(t, web.Limits{})
}

// limitedServer is newServer's with limits of its own.
func limitedServer(t *testing.T, limits web.Limits) *httptest.Server {
	t.Helper()
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "q.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	bench, err := workbench.New(families())
	if err != nil {
		t.Fatal(err)
	}
	site, err := web.New(web.Config{Families: families(), Cards: foundry.CardMaker{}, Workshop: bench, Store: st, Limits: limits, Now: func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }})
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(site)
	t.Cleanup(func() {
		srv.Close()
		if err := site.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return srv
}
