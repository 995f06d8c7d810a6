package sudoku_test

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestSCL reads SudokuPad's own JSON: givens and regions are a Sudoku, cages a variant; what is only drawn is refused.
func TestSCL(t *testing.T) {
	fam, err := foundry.Families().Lookup("sudoku")
	if err != nil {
		t.Fatal(err)
	}
	const cells = `"cells":[[{"value":1},{},{},{}],[{},{},{"value":"3"},{}],[{},{},{},{}],[{},{},{},{}]]`
	for text, want := range map[string]string{
		"{" + cells + `}`: "1.....3.........",
		"{" + cells + `,"regions":[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]]}`: "1.....3.........",
		"{" + cells + `,"cages":[{"cells":[[0,1],[0,2]],"value":"5"},{"value":"title: x"}]}`:                                                  ".Cage~5~R1C2~R1C3",
		"{" + cells + `,"lines":[{"wayPoints":[[0,0],[1,1]]}]}`:                                                                               "error: lines",
		"{" + cells + `,"cages":[{"cells":[[0,9]]}]}`:                                                                                         "error: off the board",
	} {
		for e := range fam.(puzzle.Reader).Read(t.Context(), "pad", strings.NewReader(text+"\n"), "") {
			if broken, ok := strings.CutPrefix(want, "error: "); ok {
				if e.Err == nil || !strings.Contains(e.Err.Error(), broken) {
					t.Errorf("%s: %v, expected an error with %q", text, e.Err, broken)
				}
				continue
			}
			if e.Err != nil || !strings.Contains(e.Instance.Desc(), want) {
				t.Errorf("%s: %v, %v, expected %s", text, e.Instance, e.Err, want)
			}
		}
	}
}
