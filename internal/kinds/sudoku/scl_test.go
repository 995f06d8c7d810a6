package sudoku_test

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/packed"
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
		reads(t, fam, text, text, want)
	}
}

// TestSCF reads SudokuPad's compact form: a character is a digit with the empty cells behind it.
func TestSCF(t *testing.T) {
	fam, err := foundry.Families().Lookup("sudoku")
	if err != nil {
		t.Fatal(err)
	}
	const line = "800000000003600000070090200050007000000045700000100030001000068008500010090000400"
	want := strings.ReplaceAll(line, "0", ".")
	var id strings.Builder
	for at := 0; at < len(line); {
		digit, zeros := line[at]-'0', 0
		for at++; zeros < 5 && at < len(line) && line[at] == '0'; at++ {
			zeros++
		}
		n := int(digit) + 10*zeros
		id.WriteByte("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"[n])
	}
	for text, want := range map[string]string{
		"https://sudokupad.app/scf" + id.String():                                     want,
		"https://sudokupad.app/scf" + id.String() + "?setting-nogrid=1":               want,
		"https://app.crackingthecryptic.com/sudoku/?puzzleid=scf" + id.String() + "x": "9x9-x:" + want,
		"https://sudokupad.app/scf" + id.String() + "w":                               "error: diagonals",
		"https://sudokupad.app/scf" + id.String()[1:]:                                 "error: expected 81 cells",
		"https://sudokupad.app/scf8!":                                                 "error: letters up to x",
	} {
		for e := range fam.(puzzle.Reader).Read(t.Context(), "pad", strings.NewReader(text+"\n"), "") {
			if broken, ok := strings.CutPrefix(want, "error: "); ok {
				if e.Err == nil || !strings.Contains(e.Err.Error(), broken) {
					t.Errorf("%s: %v, expected an error with %q", text, e.Err, broken)
				}
				continue
			}
			if e.Err != nil || e.Instance.Params().String()+":"+e.Instance.Desc() != want && e.Instance.Desc() != want {
				t.Errorf("%s: %v, %v, expected %s", text, e.Instance, e.Err, want)
			}
		}
	}
}

// TestPacked reads what the addresses of SudokuPad pack as f-puzzles does, whatever they call it.
func TestPacked(t *testing.T) {
	fam, err := foundry.Families().Lookup("sudoku")
	if err != nil {
		t.Fatal(err)
	}
	link := packed.SudokuPad(`{"cells":[[{"value":1},{},{},{}],[{},{},{"value":"3"},{}],[{},{},{},{}],[{},{},{},{}]]}`)
	for _, way := range []string{"scl", "ctc", "fpuz", "fpuzzles"} {
		text := strings.Replace(link, "/fpuzzles", "/"+way, 1)
		for e := range fam.(puzzle.Reader).Read(t.Context(), "pad", strings.NewReader(text+"\n"), "") {
			if e.Err != nil || !strings.Contains(e.Instance.Desc(), "1.....3.........") {
				t.Errorf("%s: %v", way, e.Err)
			}
		}
	}
}

// TestShort reads SudokuPad's JSON in short, as its addresses hold it, and says where it cannot.
func TestShort(t *testing.T) {
	fam, err := foundry.Families().Lookup("sudoku")
	if err != nil {
		t.Fatal(err)
	}
	const cells = `ce:[[{v:1},,,],[,,{v:3},],[,,,],[,,,]]`
	for text, want := range map[string]string{
		`{id:'x',cs:64,` + cells + `}`: "1.....3.........",
		`{` + cells + `,re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]]}`:                                        "1.....3.........",
		`{` + cells + `,ca:[{ce:[[0,1],[0,2]],v:5,unique:t},{v:'title: It\'s "so", \\n new: [1,2]'},{ce:[[3,0],[3,1]],outlineC:#0,fontC:CFCFCF}],metadata:{a:f,b:{},c:null}}`: ".Cage~5~R1C2~R1C3.Cage~0~R4C1~R4C2",
		`{` + cells + `,l:[{wp:[[0.5,0.5],[1.5,1.5]],th:10,c:CFCFCF}]}`:                                                                                                       "error: lines",
		`{` + cells + `,l:[{wp:[[0.5,0.5]}`:           "error: , or ]",
		`{` + cells + `,l 5}`:                         "error: a key and :",
		`{` + cells + `,t:'x}`:                        "error: end of a text",
		`{` + cells + `,t:` + strings.Repeat("[", 50): "error: at most 40",
		`{` + cells + `}}`:                            "error: expected the end",
	} {
		for _, way := range []string{"scl", "ctc"} {
			link := strings.Replace(packed.SudokuPad(text), "/fpuzzles", "/"+way, 1)
			reads(t, fam, link, text, want)
		}
	}
}

// reads wants of an input, which holds a text, a board whose description has some words, or an error with those behind "error: ".
func reads(t *testing.T, fam puzzle.Family, input, text, want string) {
	t.Helper()
	came := false
	for e := range fam.(puzzle.Reader).Read(t.Context(), "pad", strings.NewReader(input+"\n"), "") {
		came = true
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
	if !came {
		t.Errorf("%s: nothing was read", text)
	}
}
