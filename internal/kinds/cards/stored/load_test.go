package stored_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardfile"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/stored"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve/native"
)

func family() cards.Family { return cards.Family{Engine: native.New()} }

// load reads the only puzzle of a text.
func load(t testing.TB, name, src string) *stored.Loaded {
	t.Helper()
	docs, err := cardfile.Read(name, src, "")
	if err != nil {
		t.Fatal(err)
	}
	if len(docs) != 1 {
		t.Fatalf("%d documents", len(docs))
	}
	l, err := stored.Load(docs[0])
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// loadErr reads a text that must be refused, and gives the message.
func loadErr(t testing.TB, name, src string) string {
	t.Helper()
	docs, err := cardfile.Read(name, src, "")
	if err == nil {
		for _, d := range docs {
			if _, err = stored.Load(d); err != nil {
				break
			}
		}
	}
	if err == nil {
		t.Fatalf("%s is loaded:\n%s", name, src)
	}
	return err.Error()
}

// listing4 is the paper's listing 4, as it is printed.
const listing4 = `things:
- id: "thing1"
  description:
    elements:
      - body: "green"
      - top: "red"
  banned: true
- id: "thing2"
  description:
    elements:
      - body: "red"
      - top: "blue"
  banned: true
- id: "thing3"
  description:
    elements:
      - body: "red"
      - top: "red"
  banned: false
# ... more things
clues:
- id: "clue1"
  description: |
    If the body is not red
    then the top is red
bannedThings:
- "thing3"
- "thing5"
- "thing8"
- id: "clue4"
  description: |
    If the top is red
    then the body is blue
bannedThings:
- "thing1"
- "thing6"
# ... more clues
`

// TestListing4: the listing contradicts itself, and is not loaded; every mistake in it is named.
func TestListing4(t *testing.T) {
	got := loadErr(t, "listing4.yaml", listing4)
	for _, part := range []string{
		"listing4.yaml:27:4: clue1 bans thing3, which is not banned according to line 19: the file contradicts itself",
		`listing4.yaml:28:4: clue1: unknown thing "thing5"`,
		"listing4.yaml:27:4: clue1 does not ban thing3: body <> red => top = red is true of body = red, top = red",
	} {
		if !strings.Contains(got, part) {
			t.Errorf("%q is missing in\n%s", part, got)
		}
	}
}

const carsYAML = `properties:
  top: [red, blue, green]
  body: [red, blue, green]
clues:
  - body = blue => top = blue
  - body = green => body <> red
  - body <> red => top = green
  - body <> blue => top = red
solution: {top: red, body: red}
`

func TestFormats(t *testing.T) {
	f := family()
	in, err := f.NewInstance(load(t, "cars.yaml", carsYAML).Puzzle)
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"yaml", "json", "dsl", "paper"} {
		text, err := in.Encode(format)
		if err != nil {
			t.Errorf("%s: %v", format, err)
			continue
		}
		for _, from := range []string{format, ""} {
			n := 0
			for e := range f.Read(context.Background(), "test", strings.NewReader(text+"\n"), from) {
				n++
				if e.Err != nil || e.Instance.Desc() != in.Desc() {
					t.Errorf("%s: read back with %v from\n%s", format, e.Err, text)
				} else if format == "paper" && (e.Answer == nil || e.Answer.Desc() != "0.0") {
					t.Errorf("paper: answer %v", e.Answer)
				}
			}
			if n != 1 {
				t.Errorf("%s: %d puzzles", format, n)
			}
		}
	}
	for _, format := range []string{"properties"} {
		if _, err := in.Encode(format); !errors.Is(err, puzzle.ErrLossy) {
			t.Errorf("%s: %v, want ErrLossy", format, err)
		}
	}
	if _, err := in.Encode("ymal"); err == nil || !strings.Contains(err.Error(), "yaml") {
		t.Error(err)
	}
}

// TestVerification changes one thing of a right file at a time.
func TestVerification(t *testing.T) {
	f := family()
	in, err := f.NewInstance(load(t, "cars.yaml", carsYAML).Puzzle)
	if err != nil {
		t.Fatal(err)
	}
	right, err := in.Encode("paper")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"      - thing8\n", "", "clue1 bans thing8 too"},
		{"- thing8", "- thing9", "clue1 does not ban thing9"},
		{"- thing8", "- thing99", `unknown thing "thing99": did you mean thing9`},
		{"- thing8", "- thing8\n      - thing8", `thing "thing8" stands twice`},
		{"banned: false", "banned: true", "thing1 is banned according to the file, and no clue bans it"},
		{"banned: true", "banned: false", "clue1 bans thing2, which is not banned according to line 13"},
		{"If the body is blue then the top is blue", "the top is blue", "clue1 bans thing1, thing3, thing7, thing9 too"},
		{"top: red", "top: purple", ""},
		{"top: red", "tpo: red", ""},
	} {
		text := strings.Replace(right, c.from, c.to, 1)
		if text == right {
			t.Fatalf("%q is not in\n%s", c.from, right)
		}
		if got := loadErr(t, "changed.yaml", text); !strings.Contains(got, c.want) || !strings.HasPrefix(got, "changed.yaml:") {
			t.Errorf("%q for %q: %s\nwant %s", c.to, c.from, got, c.want)
		}
	}
	// A sentence that somebody has reworded is taken for what its list says.
	free := strings.Replace(right, "If the body is blue then the top is blue", "A blue car is blue all over.", 1)
	l := load(t, "free.yaml", free)
	if got := l.Puzzle.Format(l.Puzzle.Clues[0].Expr); got != "body = blue => top = blue" && got != "top <> blue => body <> blue" {
		t.Errorf("the reworded clue is %s", got)
	}
	if notes := l.Remarks(); len(notes) != 1 || !strings.HasPrefix(notes[0], "free.yaml:") || !strings.Contains(notes[0], "the sentence is not understood") {
		t.Errorf("notes %v", notes)
	}
}

func TestLoadMistakes(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"properties: {top: [red, red]}\n", `m.yaml:1:25: value "red" stands twice in the domain of "top"`},
		{"properties: {top: []}\n", `m.yaml:1:14: the domain of property "top" is empty`},
		{"properties: {top: [red, blue]}\nclues: [tpo = red]\n", `m.yaml:2:9: clue1: `},
		{"properties: {top: [red, blue]}\nclues:\n  - id: c\n    clue: top = red or top = bleu\n", `m.yaml:4:30: c: `},
		{"properties: {top: [red, blue]}\nclues:\n  - 'top = ''r'''\n", `m.yaml:3:12: clue1: `},
		{"properties: {top: [red, blue], body: [red, blue, green]}\nnumber: {things: 5}\n",
			`m.yaml:2:18: Thing is given as 5, but the domains make Thing 6, Property 5, ThingProperty 12`},
		{"properties: {top: [red, blue]}\nnumber: {clues: 2}\nclues: [top = red]\n", `m.yaml:2:17: the file says 2 clues, and has 1`},
		{"properties: {top: [red, blue]}\nclues: [top = red]\nsolution: {top: blue}\n", `m.yaml:2:9: the solution top = blue (line 3) cannot be one: clue1 bans it: top = red`},
		{"properties: {top: [red, blue], body: [red]}\nsolution: {top: blue}\n", `m.yaml:2:12: the solution has no value of "body"`},
		{"properties: {top: [red, blue]}\nthings: [{id: a, top: red}, {id: b, top: red}]\n", `m.yaml:2:34: "a" and "b" are the same thing`},
		{"properties: {top: [red, blue], body: [red]}\nlineup: true\n", `m.yaml:1:32: category "body" has 1 values, and "top" has 2`},
		{"properties: {top: {type: integer, values: [1, two]}}\n", `m.yaml:1:47: `},
		{"clues: [top = red]\n", `m.yaml:1:1: the puzzle has no properties`},
		{"properties: {a: 1..256, b: 1..257}\n", `m.yaml:1:28: the range 1..257 has more than 256 values`},
		{"properties: {top: [red, blue]}\nclues:\n  - {id: c, text: {en: Paint it red.}}\n", `m.yaml:3:24: the sentence "Paint it red." is not understood`},
		{"properties: {top: [red, blue]}\ngenerate: {class: easy}\nclues:\n  - {id: c, clue: top = red, bans: [thing1]}\n", `m.yaml:4:37: c does not ban thing1`},
	} {
		if got := loadErr(t, "m.yaml", c.src); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s\n%s\nwant %s", c.src, got, c.want)
		}
	}
}

func TestRead(t *testing.T) {
	// Several puzzles in a stream; a broken one does not stop the others.
	const two = "properties: {a: [x, y]}\nclues: [a = x]\n---\nproperties: {a: [x, y]}\nclues: [b = x]\n---\nid: three\nproperties: {a: [x, y]}\n"
	var got []string
	for e := range family().Read(context.Background(), "s", bytes.NewReader([]byte(two)), "") {
		s := e.ID
		if e.Err != nil {
			s += " " + e.Err.Error()
		}
		got = append(got, s)
	}
	if len(got) != 3 || !strings.HasPrefix(got[1], " s:5:9: clue1: ") || got[0] != "" || got[2] != "three" {
		t.Errorf("%q", got)
	}
}
