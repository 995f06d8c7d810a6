package families_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/rules"
)

// TestHolds holds what rules say where they hold to the sentences of how they are broken: each block belongs to one that some file has, speaks every language, as a
// part of a sentence, and fills in no more than that sentence does.
func TestHolds(t *testing.T) {
	broken := map[string]bool{}
	for _, id := range slices.Concat(families.Names(), families.Pieces()) {
		data, _ := families.Read(id)
		if slices.Contains(families.Pieces(), id) {
			data = []byte("version: 1\nfamily: f\nuse: [digits, " + id + "]\nfind: {digit: {values: 1..9, given: true}}\nlet: {digits: \"range(1, 10)\", regions: list(boxes)}\n")
		}
		f, probs := rules.Load(id+".yaml", data, families.Use)
		if f == nil {
			t.Fatal(probs.Err())
		}
		for _, r := range f.Rules {
			broken[strings.Join(strings.Fields(r.Text["en"]), " ")] = true
		}
	}
	data, err := os.ReadFile("words/holds.txt")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, block := range strings.Split(strings.TrimSpace(string(data)), "\n\n")[1:] {
		first, rest, _ := strings.Cut(block, "\n")
		of, ok := strings.CutPrefix(first, "broken ")
		if !ok || !broken[of] || seen[of] {
			t.Errorf("%q is how no rule is broken, or stands twice", first)
		}
		seen[of] = true
		said := map[string]string{}
		for _, line := range strings.Split(rest, "\n") {
			lang, text, _ := strings.Cut(line, " ")
			said[lang] = text
			if strings.TrimRight(text, ".。 ") != text || text == "" {
				t.Errorf("%q is no part of a sentence", line)
			}
			for _, h := range holes(text) {
				if !slices.Contains(holes(of), h) {
					t.Errorf("%q fills in %s, which %q does not", line, h, of)
				}
			}
		}
		if got := slices.Sorted(maps.Keys(said)); !slices.Equal(got, []string{"de", "en", "es", "ja", "zh"}) {
			t.Errorf("%q has words in %v", of, got)
		}
		if got := families.Holds(of); !maps.Equal(got, rules.Texts(said)) {
			t.Errorf("%q is read as %v", of, got)
		}
	}
	t.Logf("%d of %d sentences", len(seen), len(broken))
}
