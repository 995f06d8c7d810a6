package families_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
)

// TestWords holds that the families that are described in one of the languages of words are described in all of them, in order and once,
// and that there is such a family for every line.
func TestWords(t *testing.T) {
	described := map[string][]string{}
	for _, lang := range []string{"de", "es", "ja"} {
		data, err := os.ReadFile("words/" + lang + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			id, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
			if _, ok := families.Read(id); !ok || text == "" {
				t.Errorf("%s: %q describes no family", lang, line)
			}
			if families.About(id)[lang] != text {
				t.Errorf("%s: %s is described twice", lang, id)
			}
			described[lang] = append(described[lang], id)
		}
		if !slices.IsSorted(described[lang]) {
			t.Errorf("%s: the families are not in order", lang)
		}
		if !slices.Equal(described[lang], described["de"]) {
			t.Errorf("the families described in %s are not those in de", lang)
		}
	}
	t.Logf("%d of %d families are described in German, Spanish and Japanese", len(described["de"]), len(families.Names()))
}
