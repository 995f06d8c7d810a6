package stored_test

import (
	"encoding/json"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardfile"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/stored"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// TestSchema: the schema accepts every puzzle of the gallery, and refuses what the reader refuses.
func TestSchema(t *testing.T) {
	valid := puztest.Schema(t, cardfile.Schema())
	for _, name := range stored.Gallery() {
		src, err := stored.GallerySource(name)
		if err != nil {
			t.Fatal(err)
		}
		var tree any
		if err := yaml.Unmarshal(src, &tree); err != nil {
			t.Fatal(err)
		}
		asJSON, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		l, err := stored.FromGallery(name)
		if err != nil {
			t.Fatal(err)
		}
		written, err := stored.Encode(l.Puzzle, "json")
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{string(asJSON), written} {
			if err := valid([]byte(text)); err != nil {
				t.Errorf("%s: %v in\n%s", name, err, text)
			}
		}
	}
	for _, text := range []string{
		`{"propertys": {"a": ["x"]}}`, `{"properties": {"a": []}}`, `{"properties": {"a": {"type": "strin", "values": ["x"]}}}`,
		`{"clues": [{"id": "c"}]}`, `{"lineup": "square"}`, `{"things": [{"a": "x"}]}`, `{"language": "fr"}`, `{"number": {"things": -1}}`,
	} {
		if valid([]byte(text)) == nil {
			t.Errorf("the schema accepts %s", text)
		}
		if docs, err := cardfile.Read("x.json", text, "json"); err == nil {
			if _, err := stored.Load(docs[0]); err == nil {
				t.Errorf("the reader accepts %s", text)
			}
		}
	}
}
