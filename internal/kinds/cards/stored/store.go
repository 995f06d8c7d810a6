package stored

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// This file writes puzzles as YAML and JSON, which Load makes the same puzzles of.

// lossy is the error of a format that has no place for something in a puzzle.
func lossy(format, what string) error {
	return fmt.Errorf("%s files have no place for %s: %w", format, what, puzzle.ErrLossy)
}

// oneThing reports whether a file must say that the puzzle is factored, which would else list its things. One of a single thing cannot
// be told from one that lists it.
func oneThing(p *deck.Puzzle, format string) (bool, error) {
	if !p.Factored || p.Lineup != nil || p.Arrangements() > deck.MaxThings {
		return false, nil
	}
	if p.Arrangements() == 1 {
		return true, lossy(format, "a factored puzzle of one thing")
	}
	return true, nil
}

// tree gives a puzzle in the tidied shape of docs/cards.md.
func tree(p *deck.Puzzle, format string) (record.Object, error) {
	o := record.Object{{Key: "cards", Value: 1}}
	set := func(key string, v any, has bool) {
		if has {
			o.Set(key, v)
		}
	}
	if len(p.Titles) > 0 {
		o.Set("title", texts(p.Titles))
	} else {
		set("title", p.Title, p.Title != "")
	}
	set("story", texts(p.Story), len(p.Story) > 0)
	set("language", p.Lang, p.Lang != "")
	set("theme", p.Theme, p.Theme != "")
	props := record.Object{}
	for _, q := range p.Asked() {
		props.Set(q.Name, property(&q))
	}
	o.Set("properties", props)
	if l := p.Lineup; l != nil && l.Round {
		o.Set("lineup", "round")
	} else {
		set("lineup", true, l != nil)
	}
	if p.Things != nil || p.ThingIDs != nil {
		things := make([]any, p.NumThings())
		for i := range things {
			things[i] = thing(p, i)
		}
		o.Set("things", things)
	}
	set("solutions", p.Solutions, p.Solutions != 0)
	one, err := oneThing(p, format)
	set("number", record.Object{{Key: "things", Value: 1}}, one)
	clues := make([]any, len(p.Clues))
	for i := range p.Clues {
		clues[i] = clue(p, i)
	}
	set("clues", clues, len(clues) > 0)
	if p.Rules != nil {
		if list := p.Rules.Texts(); len(list) == 1 {
			o.Set("invariants", list[0])
		} else {
			o.Set("invariants", record.List(list))
		}
	}
	templates := record.Object{}
	for _, lang := range keys(p.Templates) {
		templates.Set(lang, members(p.Templates[lang]))
	}
	set("templates", templates, len(templates) > 0)
	return o, err
}

// property gives a property: its values alone, where there is nothing else to say.
func property(q *deck.Property) any {
	values := scalars(q.Values)
	typ := typeOf(q)
	if typ == "" && len(q.Label)+len(q.Words) == 0 {
		return values
	}
	o := record.Object{}
	if typ != "" {
		o.Set("type", typ)
	}
	o.Set("values", values)
	if len(q.Label) > 0 {
		o.Set("label", texts(q.Label))
	}
	if len(q.Words) > 0 {
		words := record.Object{}
		for _, lang := range keys(q.Words) {
			words.Set(lang, scalars(q.Words[lang]))
		}
		o.Set("words", words)
	}
	return o
}

// typeOf gives the type of a property where it does not follow from the values.
func typeOf(q *deck.Property) string {
	if q.Type == deck.Ordered || q.Type == deck.String && allNumbers(q.Values) {
		return q.Type.String()
	}
	return ""
}

// thing gives a thing with its values. Properties whose names mean something else in a thing stand in a description.
func thing(p *deck.Puzzle, i int) record.Object {
	o := record.Object{{Key: "id", Value: p.ThingID(i)}}
	reserved := slices.ContainsFunc(p.Properties, func(q deck.Property) bool { return q.Name == "id" || q.Name == "banned" || q.Name == "description" })
	var description []any
	for k, v := range p.Thing(i) {
		name, value := p.Properties[k].Name, scalar(p.Properties[k].Values[v])
		if reserved {
			description = append(description, record.Object{{Key: name, Value: value}})
		} else {
			o.Set(name, value)
		}
	}
	if reserved {
		o.Set("description", description)
	}
	return o
}

// clue gives a clue: its formula alone, where there is nothing else to say.
func clue(p *deck.Puzzle, i int) any {
	c := &p.Clues[i]
	formula := p.Format(c.Expr)
	if c.ID == deck.ClueID(i) && len(c.Text) == 0 {
		return formula
	}
	o := record.Object{}
	if c.ID != deck.ClueID(i) {
		o.Set("id", scalar(c.ID))
	}
	o.Set("clue", formula)
	if len(c.Text) > 0 {
		o.Set("text", texts(c.Text))
	}
	return o
}

// scalar gives a whole number as one, everything else as a text.
func scalar(text string) any {
	if n, err := strconv.Atoi(text); err == nil && strconv.Itoa(n) == text {
		return n
	}
	return text
}

func scalars(list []string) []any {
	out := make([]any, len(list))
	for i, text := range list {
		out[i] = scalar(text)
	}
	return out
}

// texts gives texts by language, or the only one where it is in no language that is named.
func texts(m map[string]string) any {
	if text, ok := m[""]; ok && len(m) == 1 {
		return text
	}
	return members(m)
}

func members(m map[string]string) record.Object {
	o := record.Object{}
	for _, k := range keys(m) {
		o.Set(k, m[k])
	}
	return o
}

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// writeJSON writes a puzzle as JSON over several lines.
func writeJSON(p *deck.Puzzle) (string, error) {
	o, err := tree(p, "json")
	if err != nil {
		return "", err
	}
	raw, err := record.AppendJSON(nil, o)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	err = json.Indent(&b, raw, "", "  ")
	return b.String(), err
}

// writeYAML writes a puzzle as YAML: things and short lists each in a line.
func writeYAML(p *deck.Puzzle) (string, error) {
	o, err := tree(p, "yaml")
	if err != nil {
		return "", err
	}
	root := yamlOf(o)
	for i := 0; i < len(root.Content); i += 2 {
		switch val := root.Content[i+1]; root.Content[i].Value {
		case "number":
			val.Style = yaml.FlowStyle
		case "things":
			for _, t := range val.Content {
				t.Style = yaml.FlowStyle
			}
		case "clues", "invariants":
			if val.Kind == yaml.SequenceNode {
				val.Style = 0
			}
		}
	}
	return encodeYAML(root)
}

func encodeYAML(root *yaml.Node) (string, error) {
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(root); err != nil {
		return "", err
	}
	err := enc.Close()
	return strings.TrimSuffix(b.String(), "\n"), err
}

// yamlOf gives values as YAML, lists of scalars in a line.
func yamlOf(v any) *yaml.Node {
	switch v := v.(type) {
	case record.Object:
		n := &yaml.Node{Kind: yaml.MappingNode}
		for _, m := range v {
			n.Content = append(n.Content, yamlOf(m.Key), yamlOf(m.Value))
		}
		return n
	case []any:
		n := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
		for _, x := range v {
			item := yamlOf(x)
			if n.Content = append(n.Content, item); item.Kind != yaml.ScalarNode {
				n.Style = 0
			}
		}
		return n
	case int:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!int", Value: strconv.Itoa(v)}
	case bool:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: strconv.FormatBool(v)}
	}
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: v.(string)}
	if strings.Contains(n.Value, "\n") && literal(n.Value) {
		n.Style = yaml.LiteralStyle
	}
	return n
}

// literal reports whether a text of several lines survives a literal block unchanged.
func literal(text string) bool {
	if strings.ContainsAny(text, "\t\r\u0085\u2028\u2029\ufeff") || strings.TrimSpace(text) == "" {
		return false
	}
	first, _, _ := strings.Cut(strings.TrimLeft(text, "\n"), "\n")
	if strings.HasPrefix(first, " ") || strings.HasPrefix(text, "\n") {
		return false
	}
	return !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f })
}

// writePaper writes a puzzle in the shape of the paper's listing 4: every thing with its elements and whether it is banned, every clue as
// a sentence with the things that it bans.
func writePaper(p *deck.Puzzle) (string, error) {
	lossy := func(what string) (string, error) { return "", lossy("paper", what) }
	switch {
	case p.Factored:
		return lossy("puzzles that list no things")
	case p.Solutions > 1:
		return lossy("how many solutions there are")
	case p.Title+p.Theme != "" || len(p.Story)+len(p.Titles)+len(p.Templates) > 0 || p.Lang != "" && p.Lang != "en":
		return lossy("texts")
	}
	var things, clues []any
	next := make([]int, len(p.Properties)) // by property: the values that came up, which must do so in their order
	for i := range p.NumThings() {
		t := p.Thing(i)
		var elements []any
		for k, v := range t {
			if q := &p.Properties[k]; v > next[k] {
				return lossy("the property " + nearest.Quote(q.Name))
			} else if elements = append(elements, record.Object{{Key: q.Name, Value: q.Values[v]}}); v == next[k] {
				next[k]++
			}
		}
		_, banned := p.Banned(t)
		things = append(things, record.Object{{Key: "id", Value: p.ThingID(i)},
			{Key: "description", Value: record.Object{{Key: "elements", Value: elements}}}, {Key: "banned", Value: banned}})
	}
	for k := range p.Properties {
		if q := &p.Properties[k]; typeOf(q) != "" || len(q.Label)+len(q.Words) > 0 || next[k] < len(q.Values) {
			return lossy("the property " + nearest.Quote(q.Name))
		}
	}
	for i := range p.Clues {
		c := &p.Clues[i]
		sentence := paperSentence(p, c.Expr)
		if n := parseSentence(p, sentence); len(c.Text) > 0 || n == nil || !deck.EqualNode(n, c.Expr) {
			return lossy("the clue " + p.Format(c.Expr))
		}
		bans := []any{}
		for k := range p.NumThings() {
			if !p.Holds(c.Expr, p.Thing(k)) {
				bans = append(bans, p.ThingID(k))
			}
		}
		clues = append(clues, record.Object{{Key: "id", Value: c.ID}, {Key: "description", Value: sentence}, {Key: "bannedThings", Value: bans}})
	}
	root := yamlOf(record.Object{{Key: "things", Value: things}, {Key: "clues", Value: clues}})
	for _, c := range root.Content[3].Content {
		if bans := c.Content[5]; len(bans.Content) > 0 {
			bans.Style = 0
		}
	}
	return encodeYAML(root)
}

// paperSentence writes a clue of the paper's six forms in the paper's wording; the empty text for other clues.
func paperSentence(p *deck.Puzzle, n *deck.Node) string {
	prem, conc, ok := n.PaperClue()
	if !ok {
		return ""
	}
	if prem == conc {
		return simpleText(p, conc)
	}
	return "If " + simpleText(p, prem) + " then " + simpleText(p, conc)
}

func simpleText(p *deck.Puzzle, n *deck.Node) string {
	q := &p.Properties[n.Prop]
	not := ""
	if n.Op == deck.IsNot {
		not = "not "
	}
	return "the " + q.Name + " is " + not + q.Values[n.Val]
}
