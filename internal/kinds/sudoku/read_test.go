package sudoku

import (
	"context"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/puzzle"
)

const (
	easy9 = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	hex16 = "0123456789ABCDEF"
)

func readAll(t testing.TB, text, format string) []puzzle.Entry {
	t.Helper()
	var list []puzzle.Entry
	for e := range (Family{}).Read(context.Background(), "in", strings.NewReader(text), format) {
		list = append(list, e)
	}
	return list
}

func mustDecode(t testing.TB, id string) *Puzzle {
	t.Helper()
	es := readAll(t, id, formatID)
	if len(es) != 1 || es[0].Err != nil {
		t.Fatalf("%s: %v", id, es)
	}
	return es[0].Instance.(*Puzzle)
}

var jigsaw4 = "sudoku:4x4-jigsaw:1...............,1112132233423444"

func TestEveryFormatRoundTrips(t *testing.T) {
	big := strings.Repeat(".", 255) + "G"
	for _, id := range []string{
		"sudoku:9x9:" + easy9, "sudoku:9x9-x:" + easy9, "sudoku:16x16:" + big, jigsaw4, "sudoku:4x4:1...2...3...4...",
		"sudoku:6x6:123456" + strings.Repeat(".", 30), "sudoku:12x12-box4x3:C" + strings.Repeat(".", 143),
		"sudoku:36x36:0" + strings.Repeat(".", 1294) + "Z", "sudoku:25x25:" + strings.Repeat(".", 624) + "P",
	} {
		p := mustDecode(t, id)
		if got, _ := p.Encode(formatID); got != id {
			t.Errorf("%s reads back as %s", id, got)
		}
		for _, f := range (Family{}).Formats() {
			text, err := p.Encode(f.Name)
			if err != nil {
				t.Errorf("%s as %s: %v", id, f.Name, err)
				continue
			}
			for _, named := range []string{f.Name, ""} {
				es := readAll(t, text, named)
				if len(es) != 1 || es[0].Err != nil {
					t.Errorf("%.40s as %s, read as %q: %v\n%s", id, f.Name, named, es, text)
					continue
				}
				if got, _ := es[0].Instance.(*Puzzle).Encode(formatID); got != id {
					t.Errorf("%.40s as %s, read as %q: %s", id, f.Name, named, got)
				}
			}
		}
	}
}

func TestReadsWhatOthersWrite(t *testing.T) {
	drawn := "*-----------*\n|53.|.7.|...|\n|6..|195|...|\n|.98|...|.6.|\n|---+---+---|\n|8..|.6.|..3|\n|4..|8.3|..1|\n" +
		"|7..|.2.|..6|\n|---+---+---|\n|.6.|...|28.|\n|...|419|..5|\n|...|.8.|.79|\n*-----------*\n"
	sdk := "#A Author\n#D A description\n[Puzzle]\n"
	for i := range 9 {
		sdk += easy9[9*i:9*i+9] + "\n"
	}
	for name, tt := range map[string]struct{ text, format string }{
		"ss":      {drawn, formatSS},
		"sdk":     {sdk, formatSDK},
		"zeros":   {strings.ReplaceAll(easy9, ".", "0"), formatLine},
		"remark":  {easy9 + " a remark", formatLine},
		"csv":     {easy9 + ",1.2,HS", formatLine},
		"hodoku":  {":0003:8:" + strings.Replace(easy9, "..7", "+4.7", 1) + "::829:", formatHoDoKu},
		"link":    {"https://puzz.link/p?sudoku/9/9/53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79", formatPuzzLink},
		"wiki":    {"http://www.sudokuwiki.org/sudoku.htm?bd=" + strings.ReplaceAll(easy9, ".", "0"), formatWiki},
		"problem": {`{"id": "a", "problem": "` + easy9 + `"}`, formatJSON},
	} {
		es := readAll(t, tt.text, "")
		if len(es) != 1 || es[0].Err != nil || es[0].Format != tt.format {
			t.Errorf("%s: %+v", name, es)
			continue
		}
		if got := es[0].Instance.Desc(); got != easy9 {
			t.Errorf("%s: read as %s", name, got)
		}
	}
}

func TestSizesAndAlphabetsAreRecognised(t *testing.T) {
	line := func(ch string, n int) string { return ch + strings.Repeat(".", n*n-len(ch)) }
	rows16 := strings.Repeat(".123456789ABCDEF\n", 15) + "0..............."
	for name, tt := range map[string]struct {
		text    string
		params  string
		puzzles int
		symbols string
	}{
		"4x4 lines":      {"1...............\n" + "2...............\n", "4x4", 2, "1234"},
		"16 4x4 lines":   {strings.Repeat("1...............\n", 16), "4x4", 16, "1234"},
		"16x16 rows":     {rows16, "16x16", 1, hex16},
		"hexadecimal":    {line("0F", 16), "16x16", 1, hex16},
		"usual 16":       {line("G1", 16), "16x16", 1, "123456789ABCDEFG"},
		"letters":        {line("Y", 25), "25x25", 1, "ABCDEFGHIJKLMNOPQRSTUVWXY"},
		"drawn 6x6":      {"1.....\n......\n......\n......\n......\n......\n", "6x6", 1, "123456"},
		"two drawn 6x6s": {strings.Repeat("123...\n......\n......\n......\n......\n......\n\n", 2), "6x6", 2, "123456"},
	} {
		es := readAll(t, tt.text, "")
		if len(es) != tt.puzzles {
			t.Errorf("%s: %d puzzles, want %d: %v", name, len(es), tt.puzzles, es)
			continue
		}
		for _, e := range es {
			if e.Err != nil {
				t.Errorf("%s: %v", name, e.Err)
				continue
			}
			p := e.Instance.(*Puzzle)
			if p.params.String() != tt.params || p.symbols != grid.Symbols(tt.symbols) {
				t.Errorf("%s: %v with %s", name, p.params, p.symbols)
			}
		}
	}
}

func TestBadInputIsNamed(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"wiki packed":  {"https://www.sudokuwiki.org/sudoku.htm?bd=" + strings.Repeat("0k", 81), "in:1: the link holds a packed position"},
		"short":        {easy9[:80], "in:1: the line has 80 characters; a 9x9 board has 81"},
		"long":         {easy9 + "1", "in:1: the line has 82 characters; a 9x9 board has 81"},
		"stray":        {"5Q" + easy9[2:], "in:1: character 2: r1c2 is 'Q', expected 1..9, or . or 0 for an empty cell"},
		"rows differ":  {"123456789\n12345678\n", "in:1: line 2: row 2 has 8 cells, the first one has 9"},
		"regions":      {"9x9-jigsaw:" + easy9, "a jigsaw puzzle names the box of each cell"},
		"pieces":       {"4x4-jigsaw:................,1122112233443443", "box"},
		"params":       {"9x9-jigsow:" + easy9, `did you mean jigsaw?`},
		"size":         {"3x3:.........", "the size is 4..36, found 3"},
		"no box":       {strings.Repeat(".", 49), "7 cells make no rectangular box"},
		"link":         {"https://puzz.link/p?sudoku/9/9/53", "2 cells in a puzz.link board of 81"},
		"packed":       {"https://www.f-puzzles.com/?load=AAAA", "damaged"},
		"bad value":    {"https://puzz.link/p?sudoku/4/4/fzzzz", "cells in a puzz.link board"},
		"json regions": {`{"params": "9x9", "givens": "` + easy9 + `", "regions": "1"}`, "jigsaw"},
	} {
		es := readAll(t, tt.text, "")
		if len(es) == 0 || es[0].Err == nil || !strings.Contains(es[0].Err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, es, tt.want)
		}
	}
	if err := mustDecode(t, "sudoku:9x9:55"+easy9[2:]).Conflict(); err == nil ||
		!strings.Contains(err.Error(), "r1c1 and r1c2 both hold 5 in row 1") {
		t.Errorf("conflict: %v", err)
	}
}

func idOf(t *testing.T, p *Puzzle) string {
	t.Helper()
	id, err := p.Encode(formatID)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func FuzzRead(f *testing.F) {
	for _, id := range []string{"sudoku:9x9:" + easy9, jigsaw4} {
		p := mustDecode(f, id)
		for _, format := range formatNames() {
			text, _ := p.Encode(format)
			f.Add(text)
		}
	}
	f.Add("4x4-x:1............... remark\n#c\n|12|34|\n")
	for _, id := range []string{"sudoku:4x4:A...............;A", "sudoku:4x4:................;A", "sudoku:4x4:0123............;0"} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, e := range readAll(t, text, "") {
			if e.Err != nil {
				continue
			}
			p := e.Instance.(*Puzzle)
			for _, format := range formatNames() {
				out, err := p.Encode(format)
				if err != nil {
					t.Fatalf("%s: %v", format, err)
				}
				back := readAll(t, out, format)
				if len(back) != 1 || back[0].Err != nil {
					t.Fatalf("%s: %q: %v", format, out, back)
				}
				// Links that carry numbers lose an alphabet, and so does a board on which it does not show.
				got, want := back[0].Instance.(*Puzzle), p
				if format == formatFPuzzles || format == formatPad || format == formatPuzzLink || format == formatWiki || format != formatID && !p.alphabetShows(p.values) {
					want = p.usual(p.values)
				}
				if got, want := idOf(t, got), idOf(t, want); got != want {
					t.Fatalf("%s: %q reads back as %s, want %s", format, out, got, want)
				}
			}
		}
	})
}

// A HoDoKu line says how far its solver has come.
func TestHoDoKuState(t *testing.T) {
	cells := strings.Replace(easy9, "..7", "+4.7", 1)
	for line, want := range map[string]string{
		":0003:8:" + cells + ":829 117:829::": "r1c3=4,r1c7-1,r2c9-8",
		":0003:8:" + cells + ":8x9::":         "",
		":0003:8:" + cells + ":82::":          "",
	} {
		for e := range (Family{}).Read(context.Background(), "lines", strings.NewReader(line+"\n"), "") {
			if want == "" {
				if e.Err == nil {
					t.Errorf("%s: no error", line)
				}
				continue
			}
			if e.Err != nil {
				t.Fatal(e.Err)
			}
			if string(e.State) != want {
				t.Errorf("%s\nstate %s, expected %s", line, e.State, want)
			}
		}
	}
}
