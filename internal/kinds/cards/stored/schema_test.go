package stored

import (
	"encoding/json"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardfile"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// TestSchema: the schema accepts every puzzle of the gallery, and refuses what the reader refuses.
func TestSchema(t *testing.T) {
	valid := puztest.Schema(t, cardfile.Schema())
	for _, name := range Gallery() {
		src, err := GallerySource(name)
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
		l, err := fromGallery(name)
		if err != nil {
			t.Fatal(err)
		}
		written, err := writeJSON(l.Puzzle)
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
			if _, err := Load(docs[0]); err == nil {
				t.Errorf("the reader accepts %s", text)
			}
		}
	}
}
