package stored_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// names draws names and values, awkward ones among them.
func names() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.StringMatching(`[a-z]{1,5}`),
		rapid.SampledFrom([]string{"true", "null", "1", "-7", "01", "no", "甲", "a b", "it's", `say "x"`, "x # y", "a -- b", "=", "not", "and", "then",
			"banned", "id", "the", "Of", `\`, "a//b", "value", "[x]", "{", "…", "If the a is b", "description"}),
	)
}

func distinct(t *rapid.T, what string, least, most int) []string {
	seen := map[string]bool{}
	var out []string
	n := rapid.IntRange(least, most).Draw(t, what)
	for i := 0; len(out) < n; i++ {
		v := names().Draw(t, what)
		if i > 20 {
			v = fmt.Sprint("v", i)
		}
		if !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}

// node draws a clue about any puzzle.
func node(t *rapid.T, p *deck.Puzzle, depth int) *deck.Node {
	k := rapid.IntRange(0, len(p.Properties)-1).Draw(t, "property")
	v := rapid.IntRange(0, len(p.Properties[k].Values)-1).Draw(t, "value")
	sub := func(n int) (out []*deck.Node) {
		for range n {
			out = append(out, node(t, p, depth-1))
		}
		return out
	}
	most := 9
	if depth == 0 {
		most = 3
	}
	item := func() *deck.Node {
		c := rapid.IntRange(0, len(p.Lineup.Categories)-1).Draw(t, "category")
		return &deck.Node{Op: deck.Item, Prop: c, Val: rapid.IntRange(0, p.Lineup.Places-1).Draw(t, "item")}
	}
	switch rapid.IntRange(0, most).Draw(t, "form") {
	case 0, 1:
		return deck.IsNode(k, v)
	case 2:
		return deck.IsNotNode(k, v)
	case 3:
		if p.Lineup != nil {
			return &deck.Node{Op: deck.Next, Args: []*deck.Node{item(), item()}}
		}
		return deck.IsNotNode(k, v)
	case 4, 5:
		return deck.ImpliesNode(node(t, p, 0), node(t, p, 0))
	case 6:
		return &deck.Node{Op: deck.Not, Args: sub(1)}
	case 7:
		return &deck.Node{Op: deck.Or, Args: sub(2)}
	case 8:
		return &deck.Node{Op: deck.Exactly, Num: 1, Args: sub(3)}
	}
	return &deck.Node{Op: deck.Iff, Args: sub(2)}
}

func byLanguage(t *rapid.T, what string) map[string]string {
	out := map[string]string{}
	for _, lang := range []string{"en", "zh"} {
		if rapid.Bool().Draw(t, what) {
			out[lang] = names().Draw(t, what)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// drawPuzzle draws a valid puzzle; most clues are true of one thing, so that a solution can be stored with them.
func drawPuzzle(t *rapid.T) *deck.Puzzle {
	p := &deck.Puzzle{}
	kind := rapid.SampledFrom([]string{"plain", "plain", "texts", "factored", "lineup", "given", "shared"}).Draw(t, "kind")
	n := rapid.IntRange(2, 3).Draw(t, "values")
	var props []deck.Property
	for _, name := range distinct(t, "name", 1, 3) {
		q := deck.Property{Name: name}
		switch rapid.IntRange(0, 3).Draw(t, "type") {
		case 0:
			q.Type = deck.Integer
			for i := range n {
				q.Values = append(q.Values, fmt.Sprint(3*i-2))
			}
		case 1:
			q.Type = deck.Ordered
			q.Values = distinct(t, "value", n, n)
		default:
			q.Values = distinct(t, "value", n, n)
		}
		if kind == "texts" {
			q.Label = byLanguage(t, "label")
			if rapid.Bool().Draw(t, "words") {
				q.Words = map[string][]string{"de": distinct(t, "word", n, n)}
			}
		}
		props = append(props, q)
	}
	p.Properties = props
	switch kind {
	case "shared": // as property files have it
		for i := range props {
			props[i] = deck.Property{Name: props[i].Name, Values: []string{"red", "blue"}}
		}
	case "texts":
		p.Title, p.Lang = names().Draw(t, "title"), rapid.SampledFrom([]string{"", "en", "zh"}).Draw(t, "language")
		if p.Story = byLanguage(t, "story"); p.Story["en"] != "" {
			p.Story["en"] += rapid.SampledFrom([]string{"", "\nmore", "\n\nx\n", "\n # y\t"}).Draw(t, "end")
		}
		if p.Titles = byLanguage(t, "titles"); p.Titles != nil {
			p.Title = ""
			p.Title = p.TitleIn(p.Language())
		}
		if rapid.Bool().Draw(t, "template") {
			p.Templates = map[string]map[string]string{"en": {"is": names().Draw(t, "sentence"), "is-not": "no {v}"}}
		}
	case "factored": // of which a file may say any number of solutions
		p.Factored = true
		p.Solutions = rapid.SampledFrom([]int{0, 2}).Draw(t, "solutions")
	case "lineup":
		p.Lineup = &deck.Lineup{Places: n, Round: rapid.Bool().Draw(t, "round"), Categories: props}
		p.Properties = nil
		if p.Validate() != nil {
			p.Lineup, p.Properties, p.Factored = nil, props, false // names such as a1 and a
		}
	case "given":
		var some []deck.Thing
		for i := range p.NumThings() {
			if i == 0 || rapid.Bool().Draw(t, "thing") {
				some = append(some, p.Thing(i))
			}
		}
		if p.Things = some; all(p, len(some)) {
			p.Things = nil // all things need not be listed
		}
		p.ThingIDs = distinct(t, "id", len(some), len(some))
	}
	if err := p.Validate(); err != nil {
		t.Skip(err)
	}
	if kind == "shared" {
		return p
	}
	for i := range rapid.IntRange(0, 4).Draw(t, "clues") {
		c := deck.Clue{Expr: node(t, p, 2)}
		if kind == "texts" {
			c.Text = byLanguage(t, "sentence")
		}
		if rapid.Bool().Draw(t, "named") {
			c.ID = fmt.Sprint("c", i)
		}
		p.Clues = append(p.Clues, c)
	}
	if err := p.Validate(); err != nil {
		t.Skip(err)
	}
	return p
}

func all(p *deck.Puzzle, n int) bool {
	bare := deck.Puzzle{Properties: p.Properties}
	return bare.NumThings() == n
}

// TestRoundTrip: every format gives the puzzle back, or says that it cannot hold it.
func TestRoundTrip(t *testing.T) {
	f := family()
	written := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t)
		in, err := f.NewInstance(p)
		if err != nil {
			t.Skip(err)
		}
		for _, format := range f.Formats() {
			if format.ReadOnly {
				continue
			}
			text, err := in.Encode(format.Name)
			if errors.Is(err, puzzle.ErrLossy) {
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", format.Name, err)
			}
			written[format.Name]++
			for e := range f.Read(context.Background(), "test", strings.NewReader(text+"\n"), format.Name) {
				if e.Err != nil {
					t.Fatalf("%s: %v, from\n%s", format.Name, e.Err, text)
				}
				if e.Instance.Desc() != in.Desc() {
					got, _ := e.Instance.(*cards.Instance).Encode("json")
					want, _ := in.Encode("json")
					t.Fatalf("%s: read back as\n%s\nwant\n%s\nfrom\n%s", format.Name, got, want, text)
				}
			}
		}
	})
	for _, format := range f.Formats() {
		if written[format.Name] == 0 && !format.ReadOnly {
			t.Errorf("no puzzle of the test could be written as %s", format.Name)
		}
	}
}

// FuzzLoad: any text gives puzzles or errors with places, and a puzzle that was read can be written and read again.
func FuzzLoad(f *testing.F) {
	for _, src := range []string{listing4, carsYAML,
		"domain \"cars\" concept top = red, green concept n = 1..3 solution top = red, n = 2 clue: top = red and n < 3\nclue: n > 1",
		"lineup: round\nproperties: {a: [x, y, z], b: [u, v, w]}\nclues: [\"next(a = x, b = u)\"]",
		"Property_name = Set{'top', 'body'}\nProperty_value = Set{'red', 'blue'}\nThing_min = 4\nThing_max = 4",
		"Property_name = Set{'a', 'b'}\nProperty_value = Set{'x', 'y'}\n[invariants]\ncontext Property inv: name='a' implies value='x'",
		"context Property inv nameFitsValue: name='a' implies Set{'x','y'}->includes(value)",
		`{"properties": {"a": ["x", "y"]}, "clues": [{"clue": "a = x", "bans": ["thing2"]}]}`} {
		f.Add(src)
	}
	fam := family()
	f.Fuzz(func(t *testing.T, src string) {
		for e := range fam.Read(context.Background(), "fuzz", bytes.NewReader([]byte(src)), "") {
			if e.Err != nil {
				var at *doctree.Mistake
				if !errors.As(e.Err, &at) {
					t.Fatalf("%T without a place: %v", e.Err, e.Err)
				}
				continue
			}
			in := e.Instance.(*cards.Instance)
			if e.Answer != nil {
				if err := in.CheckSolution(e.Answer); err != nil {
					t.Fatalf("the stated solution was not verified: %v", err)
				}
			}
			text, err := in.Encode("yaml")
			if errors.Is(err, puzzle.ErrLossy) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			for again := range fam.Read(context.Background(), "again", strings.NewReader(text+"\n"), "yaml") {
				if again.Err != nil || again.Instance.Desc() != in.Desc() {
					t.Fatalf("written as\n%s\nread back with %v", text, again.Err)
				}
			}
		}
	})
}
