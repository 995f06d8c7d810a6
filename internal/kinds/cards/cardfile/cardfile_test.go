package cardfile

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/doctree"
)

// outline writes what matters of a document in one text, to compare documents by.
func outline(d *Document) string {
	var b strings.Builder
	w := func(parts ...string) { b.WriteString(strings.Join(parts, " ") + "\n") }
	w("id", d.ID.Value, "title", d.Title.Value, "lang", d.Lang.Value)
	if d.Solutions.N != 0 {
		w("solutions", strconv.Itoa(d.Solutions.N))
	}
	if d.Theme.Value != "" {
		w("theme", d.Theme.Value)
	}
	for _, m := range d.Titles {
		w("title", m.Key.Value, m.Value.Value)
	}
	for _, m := range d.Stories {
		w("story", m.Key.Value, m.Value.Value)
	}
	for _, p := range d.Properties {
		w("property", p.Name.Value, p.Type.Value, joined(p.Values), members(p.Labels))
		for _, list := range p.Words {
			w("words", list.Lang.Value, joined(list.Values))
		}
	}
	w("names", joined(d.Names), "values", joined(d.Values))
	if d.LineUp != nil {
		w("lineup", map[bool]string{true: "round"}[d.LineUp.Round])
	}
	for _, t := range d.Things {
		banned := "?"
		if t.Banned != nil {
			banned = map[bool]string{true: "banned", false: "free"}[*t.Banned]
		}
		w("thing", t.ID.Value, members(t.Values), banned)
	}
	for _, c := range d.Clues {
		bans := "?"
		if c.HasBans {
			bans = joined(c.Bans)
		}
		w("clue", c.ID.Value, "{"+c.Expr.Value+"}", members(c.Descriptions), "bans", bans)
	}
	w("solution", members(d.Solution))
	for _, t := range d.Invariants {
		w("ocl {" + strings.TrimSpace(t.Value) + "}")
	}
	for _, n := range d.Bounds {
		w("bound", n.Name, strconv.Itoa(n.Min), strconv.Itoa(n.Max))
	}
	var settings []Member
	for _, k := range slices.Sorted(maps.Keys(d.Settings)) {
		settings = append(settings, Member{Text{Value: k}, Text{Value: d.Settings[k]}})
	}
	w("settings", members(settings))
	for _, lang := range slices.Sorted(maps.Keys(d.Templates)) {
		for _, form := range slices.Sorted(maps.Keys(d.Templates[lang])) {
			w("template", lang, form, d.Templates[lang][form])
		}
	}
	return b.String()
}

func joined(list []Text) string {
	var parts []string
	for _, t := range list {
		parts = append(parts, t.Value)
	}
	return "[" + strings.Join(parts, "|") + "]"
}

func members(list []Member) string {
	var parts []string
	for _, m := range list {
		parts = append(parts, m.Key.Value+"="+m.Value.Value)
	}
	return "{" + strings.Join(parts, "|") + "}"
}

func readOne(t *testing.T, file, src string) *Document {
	t.Helper()
	docs, err := Read(file, src, "")
	if err != nil {
		t.Fatal(err)
	}
	if len(docs) != 1 {
		t.Fatalf("%d documents", len(docs))
	}
	return docs[0]
}

func TestPropertyFiles(t *testing.T) {
	const paper = `# the running example of the paper, listings 1 and 2
[default]
Property_name = Set{'top', 'body'}
Property_value = Set{'red', 'green',   -- over two lines
                     'blue'}
; sizes
Thing_min = 9
Thing_max = 9
ThingProperty_min = 18
ThingProperty_max = 18
Property_min = 6
Property_max = 6 // links
Clue_min = 4
Clue_max = *
Integer_min = -10
Thing_banned = Set{true, false}
aggregationcyclefreeness = off
PremiseLink_max = 4
`
	d := readOne(t, "cars.properties", paper)
	want := `id default title  lang 
names [top|body] values [red|green|blue]
solution {}
bound Thing 9 9
bound ThingProperty 18 18
bound Property 6 6
bound Clue 4 -1
settings {}
`
	if got := outline(d); got != want {
		t.Errorf("found\n%s\nwant\n%s", got, want)
	}
	if len(d.Notes) != 1 || !strings.Contains(d.Notes[0].Text, "PremiseLink_max") {
		t.Errorf("notes: %v", d.Notes)
	}

	docs, err := Read("two.properties", "Property_name=Set{'a'}\n[second]\nProperty_name: Set{ 'b' }\n[empty]\n[invariants]\ncontext Thing inv: true -- [no heading]\n", "")
	if err != nil || len(docs) != 2 || docs[1].ID.Value != "second" || docs[0].Invariants[0].Value != docs[1].Invariants[0].Value {
		t.Fatalf("sections: %v, %d documents", err, len(docs))
	}
	if at := docs[0].Invariants[0].At(strings.Index(docs[0].Invariants[0].Value, "inv")); at.Line != 6 || at.Col != 15 {
		t.Errorf("inv stands at %v", at)
	}

	const links = `Property_name = Set{p1->'top', p2->'top', p3->'body'}
Property_value = Set{p1->'red', p2->'blue', p3->'red'}
Thing = Set{thing1, thing2}
ThingProperty = Set{(thing1,p1), (thing1,p3), (thing2, p2), (thing2, p3)}`
	if got := outline(readOne(t, "links.properties", links)); !strings.Contains(got,
		"thing thing1 {top=red|body=red} ?\nthing thing2 {top=blue|body=red} ?") {
		t.Error(got)
	}
}

func TestDSL(t *testing.T) {
	const text = `domain "cars" concept top = red, green, blue concept body = red, green, 'dark blue' solution top = red, body = red`
	if got, want := outline(readOne(t, "", text)), `id cars title  lang 
property top  [red|green|blue] {}
property body  [red|green|dark blue] {}
names [] values []
solution {top=red|body=red}
settings {}
`; got != want {
		t.Errorf("found\n%s\nwant\n%s", got, want)
	}
	const full = `domain sums -- everything
title "Four numbers" language zh
story en "A \"story\"." story zh "故事"
concept A : int = 1..3, 9   # numbers
concept B : ordered = 小, 中, "很 大"
label A zh "甲"
lineup round
things 12
clues 3
set class = hard
set useless = "none at all"
template zh is "%n 是 %v"
clue c1 "Twice." zh "两倍": 2*A = B   -- the rest of the line
clue: A <> 3
invariant { context Thing inv: Set{1}->includes(1) /* } */ and '}' <> "}" -- }
}
solution A = 1, B = "很 大"
`
	d := readOne(t, "", full)
	want := `id sums title Four numbers lang zh
story en A "story".
story zh 故事
property A integer [1|2|3|9] {zh=甲}
property B ordered [小|中|很 大] {}
names [] values []
lineup round
clue c1 {2*A = B} {=Twice.|zh=两倍} bans ?
clue  {A <> 3} {} bans ?
solution {A=1|B=很 大}
ocl {context Thing inv: Set{1}->includes(1) /* } */ and '}' <> "}" -- }}
bound Thing 12 12
bound Clue 3 3
settings {class=hard|useless=none at all}
template zh is %n 是 %v
`
	if got := outline(d); got != want {
		t.Errorf("found\n%s\nwant\n%s", got, want)
	}
	if at := d.Clues[0].Expr.At(4); at.Line != 13 || at.Col != 31 {
		t.Errorf("the = of c1 stands at %v", at)
	}
}

// TestListing4 reads the paper's listing 4 as it is printed, with bannedThings beside the clues, and as it is meant.
func TestListing4(t *testing.T) {
	const head = `things:
- id: "thing1"
  description:
    elements:
      - body: "green"
      - top: "red"
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
`
	const printed = head + `bannedThings:
- "thing3"
- "thing5"
- id: "clue4"
  description: |
    If the top is red
    then the body is blue
bannedThings:
- "thing1"
`
	const meant = head + `  bannedThings:
  - "thing3"
  - "thing5"
- id: "clue4"
  description: "If the top is red\nthen the body is blue\n"
  bannedThings: ["thing1"]
`
	want := `id  title  lang 
names [] values []
thing thing1 {body=green|top=red} banned
thing thing3 {body=red|top=red} free
clue clue1 {} {=If the body is not red
then the top is red
} bans [thing3|thing5]
clue clue4 {} {=If the top is red
then the body is blue
} bans [thing1]
solution {}
settings {}
`
	for name, text := range map[string]string{"printed": printed, "meant": meant} {
		d := readOne(t, name, text)
		if got := outline(d); got != want {
			t.Errorf("%s: found\n%s", name, got)
		}
		if d.Clues[0].Bans[0].Pos.Line != 21 || d.Clues[0].Descriptions[0].Value.At(5) != (Pos{File: d.File, Line: 18, Col: 10}) {
			t.Errorf("%s: places %v, %v", name, d.Clues[0].Bans[0].Pos, d.Clues[0].Descriptions[0].Value.At(5))
		}
	}
}

const tidy = `cards: 1
id: cars
title: The getaway car
story:
  en: A bank was robbed.
  zh: 银行被抢了。
language: en
properties:
  top: [red, blue, green]
  seats:
    type: integer
    values: 2..5
    label: {en: number of seats, zh: 座位}
  size: {type: ordered, values: [small, large]}
things:
  - {id: thing1, top: red, seats: 2, size: small, banned: false}
  - {id: thing2, top: blue, seats: 2, size: small, banned: true}
solution: {top: red, seats: 2, size: small}
number: {things: 2, clues: 2}
clues:
  - id: c1
    clue: top = red
    text: {zh: 车顶是红的。}
    bans: [thing2]
  - seats < 5
invariants: |
  context Thing inv:
    value('top') <> 'green'
generate: {class: easy, clues: 4}
templates:
  en:
    is: "it is %v"
`

func TestTidyShape(t *testing.T) {
	d := readOne(t, "cars.yaml", tidy)
	want := outline(d)
	for _, part := range []string{"property seats integer [2|3|4|5] {en=number of seats|zh=座位}", "clue c1 {top = red} {zh=车顶是红的。} bans [thing2]",
		"clue  {seats < 5} {} bans ?", "bound Thing 2 2", "settings {class=easy|clues=4}"} {
		if !strings.Contains(want, part) {
			t.Errorf("%q is missing in\n%s", part, want)
		}
	}
	if at := d.Invariants[0].At(strings.Index(d.Invariants[0].Value, "<>")); at.Line != 28 || at.Col != 18 {
		t.Errorf("<> stands at %v", at)
	}
}

// TestMistakes reads broken files: testdata/mistakes holds them, each with the message expected in its first line.
func TestMistakes(t *testing.T) {
	files, err := filepath.Glob("testdata/mistakes/*")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want, src, _ := strings.Cut(string(text), "\n")
		base := filepath.Base(name)
		_, err = Read(base, src, "")
		if err == nil || err.Error() != base+":"+want {
			t.Errorf("%s: %v\nwant %s:%s", name, err, base, want)
		}
	}
}

func TestHostile(t *testing.T) {
	for name, src := range map[string]string{
		"long":      strings.Repeat("#", MaxBytes+1),
		"deep.yaml": "a: " + strings.Repeat("[", 20000),
		"deep.json": strings.Repeat(`{"a":`, 20000),
		"alias":     "a: &a [x, x]\nb: &b [*a, *a]\nproperties: {top: *b}\n",
		"utf8":      "domain x\nconcept a = \xff\n",
		"empty":     "", "nul": "\x00", "quote": "domain 'x", "comment": "domain x /*",
		"range.dsl": "domain x concept a = 1..999999999999", "r.yaml": "properties: {a: -9223372036854775808..9223372036854775807}",
	} {
		_, err := Read(name, src, "")
		var e *doctree.Mistake
		if !errors.As(err, &e) {
			t.Errorf("%s: %v, want a *doctree.Mistake", name, err)
		} else if !strings.HasPrefix(err.Error(), name+":") || len(err.Error()) > 600 {
			t.Errorf("%s: message %q", name, err)
		}
	}
}
