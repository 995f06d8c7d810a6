package cardfile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// This file writes documents as property files, as invariants and in the small language.

// PropertyFile writes the document as a property file with its invariants. Things that are all combinations need not be
// listed; clues, sentences and settings have no place.
func (d *Document) PropertyFile() (string, error) {
	const format = "properties"
	switch {
	case len(d.Clues) > 0:
		return "", lossy(format, "clues")
	case len(d.Stories)+len(d.Titles)+len(d.Templates) > 0 || d.Title.Value+d.Lang.Value+d.Theme.Value != "":
		return "", lossy(format, "texts")
	case len(d.Settings) > 0:
		return "", lossy(format, "options of the generator")
	case len(d.Solution) > 0 || d.Solutions.N != 0:
		return "", lossy(format, "a solution (an invariant can say it)")
	case d.LineUp != nil:
		return "", lossy(format, "line-ups")
	case len(d.Things) > 0:
		return "", lossy(format, "a given set of things")
	case strings.ContainsAny(d.ID.Value, "]\n\r") || strings.TrimSpace(d.ID.Value) != d.ID.Value || strings.EqualFold(d.ID.Value, "invariants"):
		return "", lossy(format, "the name "+strconv.Quote(d.ID.Value))
	}
	names, values := d.Names, d.Values
	if len(d.Properties) > 0 {
		names, values = nil, nil
		seen := map[string]bool{}
		for _, p := range d.Properties {
			if p.Type.Value != "" || len(p.Labels)+len(p.Words) > 0 {
				return "", lossy(format, "types, labels and words")
			}
			names = append(names, p.Name)
			for _, v := range p.Values {
				if !seen[v.Value] {
					seen[v.Value] = true
					values = append(values, v)
				}
			}
		}
		for _, p := range d.Properties {
			if len(p.Values) != len(values) {
				return "", lossy(format, "values that belong to one property alone (an invariant can say it)")
			}
			for i, v := range p.Values {
				if values[i].Value != v.Value {
					return "", lossy(format, "an order of values of one property alone")
				}
			}
		}
	}
	if len(names) == 0 && len(d.Bounds) == 0 {
		return "", lossy(format, "a puzzle without properties")
	}
	var b strings.Builder
	if d.ID.Value != "" {
		fmt.Fprintf(&b, "[%s]\n", d.ID.Value)
	}
	writeSet(&b, "Property_name", names)
	writeSet(&b, "Property_value", values)
	for _, bound := range d.Bounds {
		fmt.Fprintf(&b, "%s_min = %d\n", bound.Name, bound.Min)
		if bound.Max >= 0 {
			fmt.Fprintf(&b, "%s_max = %d\n", bound.Name, bound.Max)
		}
	}
	if len(d.Invariants) > 0 {
		b.WriteString("\n[invariants]\n" + d.invariantText())
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

func writeSet(b *strings.Builder, key string, set []Text) {
	if len(set) == 0 {
		return
	}
	fmt.Fprintf(b, "%s = Set{", key)
	width := len(key) + 7
	for i, t := range set {
		q := quote(t.Value, '\'')
		if i > 0 {
			b.WriteByte(',')
			if width += utf8.RuneCountInString(q) + 2; width > 100 {
				b.WriteString("\n    ")
				width = 4 + utf8.RuneCountInString(q)
			} else {
				b.WriteByte(' ')
			}
		}
		b.WriteString(q)
	}
	b.WriteString("}\n")
}

func (d *Document) invariantText() string {
	var parts []string
	for _, t := range d.Invariants {
		parts = append(parts, strings.Trim(t.Value, "\n"))
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// OCL writes the invariants of a document that has nothing else.
func (d *Document) OCL() (string, error) {
	rest := *d
	rest.Invariants = nil
	switch {
	case len(d.Clues) > 0:
		return "", lossy("invariants", "clues")
	case len(rest.tree().Content) > 2: // the version
		return "", lossy("invariants", "anything but OCL")
	case len(d.Invariants) == 0:
		return "", lossy("invariants", "a puzzle without invariants")
	}
	return strings.TrimSuffix(d.invariantText(), "\n"), nil
}

// DSL writes the document in the small language.
func (d *Document) DSL() (string, error) {
	const format = "dsl"
	if len(d.Things) > 0 {
		return "", lossy(format, "a given set of things")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "domain %s\n", quote(d.ID.Value, '"'))
	if d.Lang.Value != "" {
		fmt.Fprintf(&b, "language %s\n", d.Lang.Value)
	}
	if d.Title.Value != "" {
		b.WriteString("title " + quote(d.Title.Value, '"') + "\n")
	}
	writeProse(&b, "title", d.Titles)
	writeProse(&b, "story", d.Stories)
	if d.Theme.Value != "" {
		fmt.Fprintf(&b, "theme %s\n", word(d.Theme.Value))
	}
	for _, p := range d.Properties {
		typ := ""
		if p.Type.Value != "" {
			typ = " : " + p.Type.Value
		}
		fmt.Fprintf(&b, "concept %s%s = %s\n", word(p.Name.Value), typ, wordList(p.Values))
		writeProse(&b, "label "+word(p.Name.Value), p.Labels)
		for _, w := range p.Words {
			fmt.Fprintf(&b, "words %s %s = %s\n", word(p.Name.Value), w.Lang.Value, wordList(w.Values))
		}
	}
	if l := d.LineUp; l != nil {
		b.WriteString("lineup")
		if l.Round {
			b.WriteString(" round")
		}
		b.WriteByte('\n')
	}
	if len(d.Solution) > 0 {
		b.WriteString("solution ")
		for i, m := range d.Solution {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "%s = %s", word(m.Key.Value), word(m.Value.Value))
		}
		b.WriteByte('\n')
	}
	if d.Solutions.N != 0 {
		fmt.Fprintf(&b, "solutions %d\n", d.Solutions.N)
	}
	for _, bound := range d.Bounds {
		switch {
		case bound.Min != bound.Max:
			return "", lossy(format, "numbers with a minimum and a maximum")
		case bound.Name == ClassThing:
			fmt.Fprintf(&b, "things %d\n", bound.Min)
		case bound.Name == ClassClue:
			fmt.Fprintf(&b, "clues %d\n", bound.Min)
		default:
			return "", lossy(format, "the number of "+bound.Name)
		}
	}
	for _, m := range d.Settings {
		fmt.Fprintf(&b, "set %s = %s\n", word(m.Key.Value), word(m.Value.Value))
	}
	for _, t := range d.Templates {
		fmt.Fprintf(&b, "template %s %s %s\n", t.Lang.Value, word(t.Form.Value), quote(t.Text.Value, '"'))
	}
	for _, c := range d.Clues {
		if err := c.writeDSL(&b); err != nil {
			return "", err
		}
	}
	for _, t := range d.Invariants {
		if end := closingBrace(t.Value + "\n}"); end != len(t.Value)+1 {
			return "", lossy(format, "invariants with a brace that is not closed")
		}
		b.WriteString("invariant {\n" + strings.Trim(t.Value, "\n") + "\n}\n")
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

func (c Clue) writeDSL(b *strings.Builder) error {
	if c.HasBans {
		return lossy("dsl", "lists of banned things")
	}
	b.WriteString("clue")
	if c.ID.Value != "" {
		b.WriteString(" " + word(c.ID.Value))
		if word(c.ID.Value) != c.ID.Value {
			return lossy("dsl", "a clue id of several words")
		}
		if slices.Contains(languages, strings.ToLower(c.ID.Value)) {
			return lossy("dsl", "a clue whose id is a language")
		}
	}
	for _, m := range c.Descriptions {
		b.WriteByte(' ')
		if m.Key.Value != "" {
			b.WriteString(m.Key.Value + " ")
		}
		b.WriteString(quote(m.Value.Value, '"'))
	}
	expr := strings.Join(strings.Fields(c.Expr.Value), " ")
	if strings.ContainsAny(c.Expr.Value, "\n\r") && expr != strings.TrimSpace(c.Expr.Value) && strings.ContainsAny(c.Expr.Value, `'"`) {
		return lossy("dsl", "a formula over several lines")
	}
	if !strings.ContainsAny(c.Expr.Value, "\n\r") {
		expr = strings.TrimSpace(c.Expr.Value)
	}
	if commentAt(expr) != len(expr) {
		return lossy("dsl", "a formula with the sign of a comment")
	}
	b.WriteString(": " + expr + "\n")
	return nil
}

func writeProse(b *strings.Builder, key string, texts []Member) {
	for _, m := range texts {
		b.WriteString(key + " ")
		if m.Key.Value != "" {
			b.WriteString(m.Key.Value + " ")
		}
		b.WriteString(quote(m.Value.Value, '"') + "\n")
	}
}

// word writes a name or value, in quotes where it is not a word or a whole number.
func word(text string) string {
	s := newScanner("", text)
	if t, err := s.next(); err == nil && (t.kind == tokWord || t.kind == tokInt) && t.end == len(text) && t.start == 0 {
		return text
	}
	return quote(text, '"')
}

func wordList(texts []Text) string {
	var parts []string
	for _, t := range texts {
		parts = append(parts, word(t.Value))
	}
	return strings.Join(parts, ", ")
}

// Write writes the document in a format by name.
func (d *Document) Write(format string) (string, error) {
	switch format {
	case "yaml":
		return d.YAML()
	case "json":
		return d.JSON(true)
	case "dsl":
		return d.DSL()
	case "properties":
		return d.PropertyFile()
	case "invariants":
		return d.OCL()
	}
	return "", puzzle.Unknownf("format", format, formatNames)
}
