package foundry_test

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/foundry"
)

// TestRecognise finds the family of a text: the one that reads it, of several the one that the text names, and none where it names none of them.
func TestRecognise(t *testing.T) {
	for text, want := range map[string]string{
		"pzprv3\nslither\n2\n2\n2 .\n. .\n":             "slitherlink", // which Liar Slitherlink reads too
		"https://puzz.link/p?slither/5/5/g127daj150cgb": "slitherlink",
		"pzprv3/renban/2/2/1 /1 /0 0 /1 . /. . /":       "renban", // and says that it is of another
		"2 . . 3\n. . 1 .\n. 4 . .\n2 . . 2\n":          "sudoku",
		"2 2\n- 2\n1 -\n":                               "several", // families have numbers in cells
		"1234............\n6\n7\n":                      "",        // of three lines Sudoku reads one
		"nothing that anybody reads":                    "",
		"":                                              "",
	} {
		got := ""
		switch all := foundry.Families().Recognise(context.Background(), text, 10); len(all) {
		case 0:
		case 1:
			got = all[0].Name()
		default:
			got = "several"
		}
		if got != want {
			t.Errorf("%q is read by %q, want %q", text, got, want)
		}
	}
}
