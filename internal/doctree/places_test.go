package doctree

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	yaml "go.yaml.in/yaml/v3"
)

// TestScalarPlaces encodes random texts in every style of YAML, as the library writes them, and holds that each letter of
// the value is found at its place in the file.
func TestScalarPlaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	alphabet := []rune("ab cd  e\n\n'\"\\{}:#-甲é😀\t%&*!|>")
	styles := []yaml.Style{0, yaml.SingleQuotedStyle, yaml.DoubleQuotedStyle, yaml.LiteralStyle, yaml.FoldedStyle}
	aligned, total := 0, 0
	for range 4000 {
		n := 1 + rng.IntN(120)
		var b strings.Builder
		for range n {
			b.WriteRune(alphabet[rng.IntN(len(alphabet))])
		}
		value := b.String()
		node := &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{
			{Kind: yaml.ScalarNode, Value: "key"},
			{Kind: yaml.MappingNode, Content: []*yaml.Node{
				{Kind: yaml.ScalarNode, Value: "text"},
				{Kind: yaml.ScalarNode, Tag: "!!str", Value: value, Style: styles[rng.IntN(len(styles))]},
				{Kind: yaml.ScalarNode, Value: "next"}, {Kind: yaml.ScalarNode, Value: "x"},
			}},
		}}
		data, err := yaml.Marshal(node)
		if err != nil {
			t.Fatal(err)
		}
		src := newSource(string(data))
		docs, probs := parseYAML(&treeBuilder{file: "f", src: src, limits: Limits{}.WithDefaults()}, 1)
		if probs.HasErrors() {
			continue // the library cannot read back everything that it writes
		}
		text := docs[0].Entries[0].Val.Entries[0].Val.Text
		if text.Value != value {
			continue // for instance, folded text that begins with blanks
		}
		total++
		if len(text.runs) == 0 {
			continue
		}
		aligned++
		for i, r := range text.Value {
			if unicode.IsSpace(r) {
				continue
			}
			pos := text.At(i)
			got := []rune(src.line(pos.Line))
			if pos.Col < 1 || pos.Col > len(got) || got[pos.Col-1] != r && got[pos.Col-1] != '\\' {
				t.Fatalf("%q at byte %d is said to stand at %d:%d of\n%s", r, i, pos.Line, pos.Col, data)
			}
		}
	}
	t.Logf("%d of %d texts traced", aligned, total)
	if aligned*100 < total*97 {
		t.Errorf("only %d of %d texts traced to their places", aligned, total)
	}
}
