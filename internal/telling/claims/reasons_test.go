package claims

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/telling"
	"github.com/quandary-puzzles/quandary/rules"
)

// TestReasonsAreNoClaims: what a rule says is no claim about the places that it names.
func TestReasonsAreNoClaims(t *testing.T) {
	file, err := families.Load("hitori")
	if err != nil {
		t.Fatal(err)
	}
	families.Translate(file)
	b, err := rules.NewBoard(file, 5, 5, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := NewReader(telling.Speaker{Board: b}, nil, Reasons(file))
	for sentence, want := range map[string]string{
		"r1c1 is shaded: r1c1 and r1c2 hold the same number and are not both white.":                                "r1c1 is shaded: ~.",
		"r1c1 is shaded: r1c1 and r1c2 hold the same number and are not both white, and shaded cells do not touch.": "r1c1 is shaded: ~.",
		"Then r1c1 is shaded (shaded cells do not touch). Then r1c2 is not shaded (shaded cells do not touch).":     "Then r1c1 is shaded (~). Then r1c2 is not shaded (~).",
		"r1c1 ist schwarz, denn schwarze Zellen berühren sich nicht.":                                               "r1c1 ist schwarz, denn ~.",
		"r1c1は黒マスである。黒マスどうしは隣り合わないからである。":                                                                           "r1c1は黒マスである。~からである。",
		"r1c1 is shaded: shaded cells do not touch, and r1c2 is shaded.":                                            "r1c1 is shaded: shaded cells do not touch, and r1c2 is shaded.",
		"r1c1 is shaded, so shaded cells do not touch.":                                                             "r1c1 is shaded, so shaded cells do not touch.",
	} {
		if got := r.withoutReasons(sentence); got != want {
			t.Errorf("%q: %q", sentence, got)
		}
	}
	long := "r1c1 ist schwarz" + strings.Repeat(", denn x", 30_000)
	if got := r.withoutReasons(long); got != long { // in a moment: it took minutes
		t.Errorf("%.80q of a long sentence", got)
	}
}
