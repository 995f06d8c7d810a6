package foundry_test

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/foundry"
)

// TestRecognise finds the family of a text: the one that reads it, and of several the one that the text names.
func TestRecognise(t *testing.T) {
	for text, want := range map[string]string{
		"pzprv3\nslither\n2\n2\n2 .\n. .\n":             "slitherlink", // which Liar Slitherlink reads too
		"https://puzz.link/p?slither/5/5/g127daj150cgb": "slitherlink",
		"pzprv3/renban/2/2/1 /1 /0 0 /1 . /. . /":       "renban", // and says that it is of another
		"nothing that anybody reads":                    "",
		"":                                              "",
	} {
		got := ""
		if r := foundry.Families().Recognise(context.Background(), text, 10); r != nil {
			got = r.Name()
		}
		if got != want {
			t.Errorf("%q is read by %q, want %q", text, got, want)
		}
	}
}
