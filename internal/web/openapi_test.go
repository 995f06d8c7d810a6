package web

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/null"
	"github.com/quandary-puzzles/quandary/internal/store"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestOpenAPINamesEveryRoute: the document has the calls of the table, and no others.
func TestOpenAPINamesEveryRoute(t *testing.T) {
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "q.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	s, err := New(Config{Families: puzzle.NewRegistry(null.Family{}), Store: st})
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Paths map[string]map[string]any
	}
	if err := json.Unmarshal(s.openAPI, &doc); err != nil {
		t.Fatal(err)
	}
	var described []string
	served := []string{"POST /grade"} // a handler of package grade
	for path, methods := range doc.Paths {
		for m := range methods {
			if m != "parameters" {
				described = append(described, strings.ToUpper(m)+" "+path)
			}
		}
	}
	for _, r := range s.apiTable() {
		if r.path != "/api/v1/openapi.json" {
			served = append(served, r.method+" "+r.path)
		}
	}
	slices.Sort(described)
	slices.Sort(served)
	if !slices.Equal(described, served) {
		t.Errorf("described:\n%s\nserved:\n%s", strings.Join(described, "\n"), strings.Join(served, "\n"))
	}
}
