package shelf_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/quandary-puzzles/quandary/internal/shelf"
)

func TestShelf(t *testing.T) {
	s := shelf.Shelf{
		Files: fstest.MapFS{
			"puzzles/b.yaml": {Data: []byte("two")}, "puzzles/a.yaml": {Data: []byte("one")}, "puzzles/notes.md": {},
			"other.yaml": {},
		},
		Folder: "puzzles", Ending: ".yaml",
	}
	if got := s.Names(); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("names: %q", got)
	}
	if data, ok := s.Read("b"); !ok || string(data) != "two" {
		t.Errorf("b: %q, %v", data, ok)
	}
	for _, name := range []string{"c", "", "notes", "../other", "b.yaml"} {
		if data, ok := s.Read(name); ok {
			t.Errorf("%q: %q", name, data)
		}
	}
}
