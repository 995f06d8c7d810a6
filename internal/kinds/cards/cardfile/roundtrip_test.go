package cardfile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// texts draws labels and sentences, awkward ones among them.
func texts() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.StringMatching(`[A-Za-z_][A-Za-z0-9_]{0,6}`),
		rapid.StringMatching(`[\pL0-9 '"\\#:;,={}\[\]<>|&*!?%@-]{1,12}`),
		rapid.SampledFrom([]string{"true", "null", "~", "1", "-7", "01", "1.5", "2026-11-20", "=", "no", "甲", "a b", "it's", `say "x"`, "en", "zh",
			"# not a comment", "a -- b", "a // b", "a /* b", "x: y", "- x", "[", "{", "|", ">", "…", "domain", "clue", "round", "id", "banned", "\u2028", "é"}),
	)
}

// label draws a text without white space at its ends.
func label(t *rapid.T, what string) Text {
	v := strings.TrimSpace(texts().Draw(t, what))
	if v == "" {
		v = "x"
	}
	return Text{Value: v}
}

func unique(t *rapid.T, what string, least, most int) []Text {
	seen := map[string]bool{}
	var out []Text
	for range rapid.IntRange(least, most).Draw(t, "number of "+what) {
		v := label(t, what)
		if !seen[v.Value] {
			seen[v.Value] = true
			out = append(out, v)
		}
	}
	return out
}

func anyProse(t *rapid.T, what string) []Member {
	switch rapid.IntRange(0, 3).Draw(t, what) {
	case 0:
		return nil
	case 1:
		return []Member{{Value: label(t, what)}}
	case 2:
		return []Member{{Text{Value: "en"}, label(t, what)}}
	}
	long := label(t, what)
	long.Value += "\n" + label(t, what).Value + rapid.SampledFrom([]string{"", "\n", "\n\nx"}).Draw(t, "end")
	return []Member{{Text{Value: "en"}, long}, {Text{Value: "zh"}, label(t, what)}}
}

func anyPairs(t *rapid.T, what string) []Member {
	var out []Member
	for _, k := range unique(t, what, 0, 3) {
		out = append(out, Member{k, label(t, "value of "+what)})
	}
	return out
}

// document draws a document; some hold little enough for the formats that hold little.
func document(t *rapid.T) *Document {
	d := &Document{ID: label(t, "id")}
	full := rapid.Bool().Draw(t, "full")
	if !full && rapid.Bool().Draw(t, "invariants only") {
		return &Document{Invariants: []Text{{Value: "context Thing inv: 1 = 1"}}}
	}
	shared := unique(t, "values", 1, 3)
	for _, name := range unique(t, "properties", 1, 3) {
		p := Property{Name: name, Values: shared}
		if full {
			p.Values = unique(t, "values", 1, 3)
			p.Type.Value = rapid.SampledFrom(append([]string{""}, types...)).Draw(t, "type")
			p.Labels = anyProse(t, "label")
			if rapid.Bool().Draw(t, "words") {
				p.Words = []WordList{{Text{Value: "zh"}, unique(t, "word", 1, 3)}}
			}
		}
		d.Properties = append(d.Properties, p)
	}
	for _, n := range []string{ClassThing, ClassProperty, thingProperty, ClassClue} {
		if rapid.Bool().Draw(t, "bound") {
			b := Bound{Name: n, Min: rapid.IntRange(0, 99).Draw(t, "min")}
			b.Max = b.Min
			if !full && rapid.Bool().Draw(t, "range") {
				b.Max += 3
			}
			d.Bounds = append(d.Bounds, b)
		}
	}
	for range rapid.IntRange(0, 2).Draw(t, "invariants") {
		d.Invariants = append(d.Invariants, Text{Value: "context Thing inv a: Set{'}'}->size() = 1 -- { ' \"\n  and true"})
	}
	if !full {
		if len(d.Invariants) > 1 {
			d.Invariants = d.Invariants[:1]
		}
		return d
	}
	if d.Titles = anyProse(t, "title"); len(d.Titles) < 2 {
		d.Titles, d.Title = nil, label(t, "title")
	}
	if rapid.Bool().Draw(t, "theme") {
		d.Theme = label(t, "theme")
	}
	d.Stories = anyProse(t, "story")
	d.Lang.Value = rapid.SampledFrom([]string{"", "en", "zh"}).Draw(t, "language")
	if rapid.Bool().Draw(t, "lineup") {
		d.LineUp = &LineUp{Round: rapid.Bool().Draw(t, "round")}
	}
	if rapid.Bool().Draw(t, "things") {
		for _, id := range unique(t, "thing", 0, 3) {
			banned := rapid.Bool().Draw(t, "banned")
			d.Things = append(d.Things, Thing{ID: id, Values: anyPairs(t, "thing's value"), Banned: &banned})
		}
	}
	d.Solution = anyPairs(t, "solution")
	d.Solutions.N = rapid.IntRange(0, 3).Draw(t, "solutions")
	d.Settings = anyPairs(t, "setting")
	d.HasClues = rapid.Bool().Draw(t, "clues")
	if d.HasClues {
		for i, id := range unique(t, "clue", 0, 3) {
			c := Clue{ID: id, Expr: label(t, "formula"), Descriptions: anyProse(t, "sentence"), HasBans: i == 1}
			if i == 2 {
				c.ID = Text{}
			}
			if c.HasBans {
				c.Bans = unique(t, "ban", 0, 3)
			}
			d.Clues = append(d.Clues, c)
		}
	}
	for _, form := range unique(t, "form", 0, 2) {
		d.Templates = append(d.Templates, Template{Text{Value: "en"}, form, label(t, "template")})
	}
	return d
}

// normal gives the outline of a document with what a format may change: the properties of a property file become names
// and values.
func normal(d *Document, format string) string {
	c := *d
	if format == "properties" && len(c.Properties) > 0 {
		for _, p := range c.Properties {
			c.Names = append(c.Names, p.Name)
		}
		c.Values, c.Properties = c.Properties[0].Values, nil
	}
	return outline(&c)
}

// TestRoundTrip: what a format writes reads back as the same document, or the format says that it cannot hold it.
func TestRoundTrip(t *testing.T) {
	written := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		d := document(t)
		for _, format := range formatNames {
			text, err := d.Write(format)
			if errors.Is(err, puzzle.ErrLossy) {
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", format, err)
			}
			written[format]++
			docs, err := Read("", text+"\n", format)
			if err != nil || len(docs) != 1 {
				t.Fatalf("%s: %d documents, %v, from\n%s", format, len(docs), err, text)
			}
			if got, want := normal(docs[0], ""), normal(d, format); got != want {
				t.Fatalf("%s: read back as\n%s\nwant\n%s\nfrom\n%s", format, got, want, text)
			}
		}
	})
	for _, format := range formatNames {
		if written[format] == 0 {
			t.Errorf("no document of the test could be written as %s", format)
		}
	}
}

// fuzzSeeds adds the mistakes, and one right file of each format.
func fuzzSeeds(f *testing.F) {
	files, err := filepath.Glob("testdata/mistakes/*")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		_, src, _ := strings.Cut(string(text), "\n")
		f.Add(src)
	}
	d := readSeed(f)
	for _, format := range formatNames {
		if text, err := d.Write(format); err == nil {
			f.Add(text)
		}
	}
	f.Add("[a]\nProperty_name = Set{p->'x'}\nThing=Set{t}\nThingProperty=Set{(t,p)}\n[invariants]\ncontext Thing inv: true")
	f.Add("domain \"cars\" concept top = red, green solution top = red clue c en \"x\" : top = red # no\nlineup round invariant {a}")
}

func readSeed(f *testing.F) *Document {
	docs, err := Read("", tidy, "yaml")
	if err != nil {
		f.Fatal(err)
	}
	return docs[0]
}

// fuzzFormat: a reader answers any text with documents or a *doctree.Mistake, and what it read it can write and read again.
func fuzzFormat(f *testing.F, format string) {
	fuzzSeeds(f)
	f.Fuzz(func(t *testing.T, src string) {
		docs, err := Read("fuzz", src, format)
		var e *doctree.Mistake
		if err != nil && !errors.As(err, &e) {
			t.Fatalf("%T: %v", err, err)
		}
		if err != nil && len(err.Error()) > 4000 {
			t.Fatalf("a message of %d bytes", len(err.Error()))
		}
		for _, d := range docs {
			text, err := d.Write(format)
			if errors.Is(err, puzzle.ErrLossy) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			again, err := Read("again", text+"\n", format)
			if err != nil || len(again) != 1 {
				t.Fatalf("%d documents, %v, from %q", len(again), err, text)
			}
			if got, want := outline(again[0]), outline(d); got != want {
				t.Fatalf("read back as\n%s\nwant\n%s\nfrom\n%s", got, want, text)
			}
		}
	})
}

func FuzzYAML(f *testing.F)       { fuzzFormat(f, "yaml") }
func FuzzJSON(f *testing.F)       { fuzzFormat(f, "json") }
func FuzzDSL(f *testing.F)        { fuzzFormat(f, "dsl") }
func FuzzProperties(f *testing.F) { fuzzFormat(f, "properties") }
