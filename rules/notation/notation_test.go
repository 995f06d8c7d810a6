package notation_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/rules/notation"
)

func library(t testing.TB) *notation.Library {
	t.Helper()
	lib, err := notation.NewLibrary(families.Pieces(), families.Use)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

func compose(t testing.TB, lib *notation.Library, text string) (*notation.Puzzle, error) {
	t.Helper()
	items, err := notation.ReadAny(text)
	if err != nil {
		return nil, err
	}
	return lib.Compose(items)
}

// TestCompose puts puzzles together and counts the objects of a layer.
func TestCompose(t *testing.T) {
	lib := library(t)
	for _, c := range []struct {
		text, layer string
		objects     int
	}{
		{".Cage~15~R1C1~R1C2.Cage~9~R5C5", "cage", 2},
		{".Shape~6x6.XSum~C2~9~14", "xsum", 2},
		{".Shape~6x6.XSum~C2~~14", "xsum", 1},
		{".LittleKiller~12~R1C5", "diagonal", 1},
		{".Quad~R1C1~1~2~2", "quad", 1},
		{".Or.Cage~3~R1C1~R1C2.Thermo~R1C1~R2C1~R3C1.End", "either", 1},
		{".Or.Cage~3~R1C1~R1C2.And.~R1C1_1.~R1C2_3.End.End", "both", 1},
		{".Whisper~R1C1~R1C2", "whisper", 1},
		{".Replicate~_.SameValues~2~R1C1~R2C2.End", "same", 6},
		{".SumLine~10~R1C1~R1C2~R2C2~R2C1~LOOP", "segmented", 1},
		{".EqualSum~R1C1~R1C2~-~R2C1~-~R3C1", "balance", 2},
		{".Pair~EAEBEAAQAAAAE~_a~R1C1~R1C2~~R3C1~R3C2", "table", 2},
		{".Var~A~extra~2.Arrow~VA1~R1C1~R1C2", "arrow", 1},
		{".Regex~MS4qOQ~R1C1~R1C2~R1C3", "machine", 1},
		{".~R1C1_2_4~R1C2_5.Indexing~R~R3C3", "row_indexer", 1},
		{".Shape~10x10.Cage~12~RaCa~R9Ca", "cage", 1},
		{".Shape~4x4.ChaosConstruction", "region", 4}, // boxes stay, unless NoBoxes says otherwise
		{".Shape~4x4.ChaosConstruction.NoBoxes", "chaos", 1},
		{"https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~6x6.Cage~9~R1C1~R2C1.%7ER1C2_3", "cage", 1},
	} {
		p, err := compose(t, lib, c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if m := p.Board.Marks(p.Board.File.Layer(c.layer)); m == nil || len(m.Objects) != c.objects {
			t.Errorf("%s: %v, not %d objects %s", c.text, m, c.objects, c.layer)
		}
		if again, err := notation.Parse(notation.Format(p.Items)); err != nil || notation.Format(again) != notation.Format(p.Items) {
			t.Errorf("%s is written as %s (%v)", c.text, notation.Format(p.Items), err)
		}
	}
}

// TestMistakes holds what is said of a text that is not right, and where.
func TestMistakes(t *testing.T) {
	lib := library(t)
	for text, want := range map[string]string{
		".Cagee~3~R1C1":      "did you mean Cage",
		".KillerCage~3~R1C1": "did you mean Cage",
		"/data/scripts/a.js": "a script that makes a puzzle",
		"https://sigh.github.io/Interactive-Sudoku-Solver/": "holds no constraints",
		".Cage~x~R1C1":         "no whole number",
		".~R1C1_5.Cage~3~R0C1": `column 10: Cage: "R0C1" is no cell`,
		".Cage~3~R1CA~R1C2":    "no cell",
		".Shape~6":             "no size",
		".Or.Cage~3~R1C1":      "its .End is missing",
		".End":                 "nothing that ends here",
		".Or.AntiKnight.End":   "a rule of the whole board cannot be chosen",
		".NFA~A~R1C1":          "breaks off",
		".Regex~KA~R1C1":       "character 2",
		".Indexing~X~R1C1":     "expected C or R",
		".Thermo":              "there are no cells",
		".XSum~C1~3~4~5":       "a line has two ends",
		".Jigsaw~0011":         "a layout of 4 cells for a board of 81",
		"Cage~3~R1C1":          "begins with a point",
		".RegionSize~0":        "size of a region",
		".Replicate~_.~R1C1_1": "its .End is missing",
		".Replicate~AAAAAAAAAAAAAE.Thermo~R1C1~R1C2.End": "do not fit",
	} {
		if _, err := compose(t, lib, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", text, err, want)
		}
	}
}

// TestLooks tells variants from boards in one line.
func TestLooks(t *testing.T) {
	for text, want := range map[string]bool{
		".~R1C1_8": true, ".Cage~3~R1C1~R1C2": true, ".AntiKnight.Windoku": true, "....5...": false, strings.Repeat(".", 16): false, strings.Repeat(".", 625): false, ".A.B..C..": false, ".ABC..D.": false, "": false,
		strings.Repeat("12345.7.9", 81): true, "/data/scripts/a.js": true, "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.AntiKnight": true, "/data/a.json": false,
	} {
		if got := notation.Recognised(text); got != want {
			t.Errorf("%.30q: %v", text, got)
		}
	}
}

// FuzzCompose: no text makes the reader fail in any other way than with an error, and what is read can be written and read again.
func FuzzCompose(f *testing.F) {
	for _, s := range []string{".Cage~15~R1C1~R1C2.~R3C4_7", ".Or.Cage~3~R1C1.And.~R1C1_1.End.End", ".Replicate~______.~R1C1_1_2.End.Shape~6x6~0-9",
		".Var~A~~2.Sum~0_=_1_-1~VA1~R1C1", ".NFA~TgRAEv~R1C1", ".Regex~MS4qOQ~R1C1~R2C2", ".Pair~_-__~_x~R1C1~R1C2", ".ChaosConstruction", ".Doppelganger.Shape~9x9~0-9",
		".XSum~R1~1~", ".Jigsaw~0011001122332233.Shape~4x4"} {
		f.Add(s)
	}
	lib := library(f)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := compose(t, lib, text)
		if err != nil {
			return
		}
		again, err := compose(t, lib, notation.Format(p.Items))
		if err != nil {
			t.Fatalf("%q is written as %q, which is not read: %v", text, notation.Format(p.Items), err)
		}
		if notation.Format(again.Items) != notation.Format(p.Items) || again.Source != p.Source {
			t.Fatalf("%q changes when it is written", text)
		}
	})
}

// TestFPuzzles reads constraints of f-puzzles.
func TestFPuzzles(t *testing.T) {
	row := `[{},{},{},{}]`
	grid := func(first string) string {
		return `"size":4,"grid":[` + first + `,` + row + `,` + row + `,` + row + `]`
	}
	plain := grid(row)
	for text, want := range map[string]string{
		"{" + grid(`[{"value":3,"given":true},{},{"givenPencilMarks":[1,2]},{"value":4}]`) + "}":                                                                                          ".Shape~4x4.~R1C1_3~R1C3_1_2",
		"{" + plain + `,"killercage":[{"cells":["R1C1","R1C2"],"value":"5"},{"cells":["R2C1"]}]}`:                                                                                         ".Shape~4x4.Cage~5~R1C1~R1C2.Cage~0~R2C1",
		"{" + plain + `,"arrow":[{"cells":["R1C1"],"lines":[["R1C1","R1C2","R1C3"]]},{"cells":["R2C1","R2C2"],"lines":[["R2C2","R3C2"]]}]}`:                                               ".Shape~4x4.Arrow~R1C1~R1C2~R1C3.PillArrow~2~R2C1~R2C2~R3C2",
		"{" + plain + `,"thermometer":[{"lines":[["R1C1","R2C2"]]}],"antiknight":true,"antiking":false}`:                                                                                  ".Shape~4x4.AntiKnight.Thermo~R1C1~R2C2",
		"{" + plain + `,"difference":[{"cells":["R1C1","R1C2"]},{"cells":["R1C1","R2C1"],"value":"3"}],"ratio":[{"cells":["R3C1","R3C2"],"value":""}],"negative":["ratio","difference"]}`: ".Shape~4x4.WhiteDot~R1C1~R1C2.Difference~3~R1C1~R2C1.StrictKropki.BlackDot~R3C1~R3C2",
		"{" + plain + `,"sandwichsum":[{"cell":"R0C2","value":"3"}],"xsum":[{"cell":"R5C1","value":"7"},{"cell":"R2C0","value":"6"}]}`:                                                    ".Shape~4x4.Sandwich~3~C2.XSum~C1~~7.XSum~R2~6~",
		"{" + plain + `,"clone":[{"cells":["R1C1"],"cloneCells":["R3C3"]}],"quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[1,4]}]}`:                                         ".Shape~4x4.Clone~R1C1~-~R3C3.Quad~R1C1~1~4",
		"{" + plain + `,"xv":[{"cells":["R1C1","R1C2"],"value":"V"}],"even":[{"cell":"R4C4"}],"text":[{"value":"hello"}]}`:                                                                ".Shape~4x4.Even~R4C4.V~R1C1~R1C2",
	} {
		items, err := notation.ReadFPuzzles([]byte(text))
		if err != nil || notation.Format(items) != want {
			t.Errorf("%s: %s %v, expected %s", text, notation.Format(items), err, want)
			continue
		}
		p, err := library(t).Compose(items)
		if err != nil {
			t.Errorf("%s: %v", want, err)
			continue
		}
		// What is written reads as the same puzzle.
		back, err := p.FPuzzles()
		if err != nil {
			t.Errorf("%s: %v", want, err)
			continue
		}
		again, err := notation.ReadFPuzzles(back)
		if err != nil || !sameItems(again, items) {
			t.Errorf("%s was written as %s, and read as %s %v", want, back, notation.Format(again), err)
		}
	}
	for text, want := range map[string]string{
		"{": "f-puzzles", `{"size":99}`: "expected", "{" + plain + `,"teleport":[{}]}`: `"teleport" is not known`,
		"{" + plain + `,"killercage":[{"cells":["R9C1"]}]}`: "off the board", "{" + plain + `,"xsum":[{"cell":"R1C1","value":"3"}]}`: "not beside the board",
	} {
		if _, err := notation.ReadFPuzzles([]byte(text)); err == nil || !strings.Contains(err.Error(), strings.TrimPrefix(want, "expected")) {
			t.Errorf("%s: %v, expected %s", text, err, want)
		}
	}
}

// sameItems compares lists of constraints, in any order.
func sameItems(a, b []notation.Item) bool {
	lines := func(items []notation.Item) []string {
		var out []string
		for _, it := range items {
			out = append(out, notation.Format([]notation.Item{it}))
		}
		slices.Sort(out)
		return out
	}
	return slices.Equal(lines(a), lines(b))
}

// TestWriteFPuzzles: what the notation has and f-puzzles too is written and read again, and what f-puzzles lacks is an error.
func TestWriteFPuzzles(t *testing.T) {
	for text, want := range map[string]string{
		".Shape~6x6.LittleKiller~9~R1C3.Jigsaw~111222111222333444333444555666555666":  ".Shape~6x6.Sum~9~R1C3~R2C2~R3C1",
		".Thermo~R1C1~R2C2.Whisper~4~R3C1~R3C2.Whisper~R4C1~R4C2.Diagonal~1":          "",
		".Skyscraper~R2~3~2.XSum~C1~~7.Indexing~C~R1C1~R2C2.Maximum~R5C5.X~R1C1~R1C2": ".Skyscraper~R2~3~.Skyscraper~R2~~2.XSum~C1~~7.Indexing~C~R1C1~R2C2.Maximum~R5C5.X~R1C1~R1C2",
		".WhiteDot~R1C1~R1C2~R2C2": ".WhiteDot~R1C1~R1C2.WhiteDot~R1C2~R2C2",
		".StrictKropki.StrictXV":   "",
	} {
		items, err := notation.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		p, err := library(t).Compose(items)
		if err != nil {
			t.Fatal(err)
		}
		data, err := p.FPuzzles()
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		again, err := notation.ReadFPuzzles(data)
		if err != nil {
			t.Errorf("%s: %s: %v", text, data, err)
			continue
		}
		if want == "" {
			want = text
		}
		expected, _ := notation.Parse(want)
		again = slices.DeleteFunc(again, func(it notation.Item) bool { return it.Name == "Jigsaw" || it.Name == "NoBoxes" })
		if !sameItems(again, expected) {
			t.Errorf("%s was written as %s, and read as %s", text, data, notation.Format(again))
		}
	}
	for _, text := range []string{".Var~A~x~2", ".Shape~9x9~0-8", ".GlobalEntropy", ".Or.~R1C1_1.Thermo~R1C1~R1C2.End", ".Shape~4x6"} {
		items, err := notation.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		p, err := library(t).Compose(items)
		if err != nil {
			t.Fatal(err)
		}
		if data, err := p.FPuzzles(); err == nil {
			t.Errorf("%s was written as %s", text, data)
		}
	}
}
