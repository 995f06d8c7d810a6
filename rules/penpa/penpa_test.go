package penpa

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"
)

// inflate takes an address apart as the page does.
func inflate(t *testing.T, address string) map[string]string {
	t.Helper()
	out := map[string]string{}
	_, query, _ := strings.Cut(address, "#")
	for part := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(part, "=")
		if name == "m" {
			out[name] = value
			continue
		}
		raw, err := base64.RawStdEncoding.DecodeString(value)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(flate.NewReader(bytes.NewReader(raw)))
		if err != nil {
			t.Fatal(err)
		}
		out[name] = string(text)
	}
	return out
}

// TestWrite holds a drawing to the numbers that the page gives to points: there are two lines of cells round the board, then come the corners,
// the sides that run across and those that run down.
func TestWrite(t *testing.T) {
	d := &Drawing{Rows: 2, Cols: 3, Margin: [4]int{1, 0, 0, 0}, Title: "A, B", Tags: []string{"slitherlink"}, Marks: NewMarks(), Small: map[At]string{{1, 1}: "9"}}
	d.Texts[At{1, 1}] = "3"
	d.Texts[At{-1, 3}] = "2 z" // over the board
	d.Fills[At{3, 5}] = Black
	d.Ways[At{1, 1}] = 3
	d.Signs[At{1, 2}] = Sign{"circle_SS", 1} // between the first two cells
	d.Edges[Pair(At{2, 0}, At{0, 0})] = 1
	d.Lines[Pair(At{1, 1}, At{1, 3})] = 1
	answer := NewMarks()
	d.Answer = &answer
	answer.Lines[Pair(At{1, 1}, At{3, 1})] = 2
	answer.Fills[At{1, 1}] = DarkGrey
	answer.Signs[At{3, 3}] = Sign{"star", 1}
	address, err := d.Address()
	if err != nil {
		t.Fatal(err)
	}
	parts := inflate(t, address)
	lines := strings.Split(parts["p"], "\n")
	if parts["m"] != "solve" || len(lines) != 19 {
		t.Fatalf("%s with %d lines", parts["m"], len(lines))
	}
	// 3 by 3 cells with the line over the board, 7 by 7 with the frame: the first cell is in its column 2 and row 3.
	const s, first = 7 * 7, 2 + 3*7
	if want := "square,3,3,38,0,1,1,152,152,24,24,0,0,0,0,Title: A%2C B,"; !strings.HasPrefix(lines[0], want) {
		t.Errorf("the head %s, not %s", lines[0], want)
	}
	if lines[1] != "[1,0,0,0]" || lines[5] != "[23,1,1,5,1,1]" || lines[17] != `["slitherlink"]` {
		t.Errorf("%q, %q, %q", lines[1], lines[5], lines[17])
	}
	var q map[string]any
	text := lengthen(lines[3])
	if err := json.Unmarshal([]byte(text), &q); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"number":  `{"17":["2 z",1,"1"],"23":["3_0",1,"2"]}`,
		"numberS": `{"288":["9",1]}`, // four for each of the points before, and four for each cell before
		"surface": `{"32":4}`,
		"symbol":  `{"170":[1,"circle_SS",1]}`, // to the right of the first cell: 3 s + 23
		"lineE":   `{"64,71":2}`,               // from the corner between rows and columns 1 and 2: s + 15
		"line":    `{"23,24":2}`,
	} {
		if got := jsonOf(q[key]); got != want {
			t.Errorf("%s: %s, not %s", key, got, want)
		}
	}
	if want := `[["23"],["23,30,2"],[],[],[],["31,1E"]]`; parts["a"] != want {
		t.Errorf("the answer %s, not %s", parts["a"], want)
	}
	if !strings.Contains(lengthen(lines[7]), `"sol_loopline":true`) || strings.Contains(lines[7], `"sol_number":true`) {
		t.Errorf("compared is %s", lines[7])
	}
	_, _ = s, first

	// Read back, all is there.
	back, err := Read(address)
	if err != nil {
		t.Fatal(err)
	}
	if d.Title = "A, B"; !reflect.DeepEqual(back.Marks, d.Marks) || !reflect.DeepEqual(back.Answer, d.Answer) || !reflect.DeepEqual(back.Small, d.Small) ||
		back.Rows != 2 || back.Cols != 3 || back.Margin != d.Margin || back.Title != d.Title {
		t.Errorf("%+v\nread as\n%+v", d, back)
	}
}

// TestMistakes: what is no drawing is an error that says what was expected.
func TestMistakes(t *testing.T) {
	for address, want := range map[string]string{
		"https://swaroopg92.github.io/penpa-edit/#m=solve":        "holds no puzzle",
		"https://swaroopg92.github.io/penpa-edit/#m=solve&p=%%%":  "base64",
		"https://swaroopg92.github.io/penpa-edit/#m=solve&p=AAAA": "",
		"penpa#m=edit&p=" + strings.Repeat("A", maxText):          "at most",
	} {
		if _, err := Read(address); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, expected %q", address, err, want)
		}
	}
	for text, want := range map[string]string{
		"hex,3,3,38\n[]\n\n{}\n\n[1]":         "expected square",
		"square,999,3,38\n[]\n\n{}\n\n[1]":    "by",
		"square,3,3,38\n[]\n\n{}\n\n[]":       "list of cells",
		"square,3,3,38\n[]\n\n{}\n\n[-4]":     "off the board",
		"square,3,3,38\n[]\n\n{\n\n[16]":      "what is printed",
		"square,3,3,38\n[]\n\n{}\n\n":         "list of cells",
		"square,3,3":                          "six",
		"square,3\n\n\n{}\n\n[16]":            "breaks off",
		"square,3,3,38\n[]\n\n{zN:1}\n\n[16]": "what is printed",
	} {
		if _, err := read(text, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
}

// FuzzRead: no text makes the reader fail in any other way than with an error.
func FuzzRead(f *testing.F) {
	f.Add("square,3,3,38\n[0,0,0,0]\n\n{zN:{\"16\":[\"3\",1,\"1\"]},zY:{\"17\":[2,\"circle_L\",1]},zE:{\"64,71\":2}}\n\n[16,1,1]", `[["16"],["16,17,1"],[],[],["17,5"],["18,1A"]]`)
	f.Fuzz(func(t *testing.T, puzzle, answer string) {
		d, err := read(puzzle, answer)
		if err == nil {
			_, _ = d.Address()
		}
	})
}
