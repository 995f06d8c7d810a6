package dataset

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// Bounds of what is looked at in a line of somebody else's file.
const (
	maxTexts = 64      // texts of a line
	maxText  = 1 << 16 // bytes of a text that is read as a puzzle
	maxDepth = 8       // of lists and objects in each other
)

// find looks for a puzzle in the texts of a record that another program made: a text that a family reads as one puzzle, or a
// paragraph of a text. A board without anything to fill in is the answer, not the puzzle.
func (c *Canonical) find(ctx context.Context, r *record.Record) (puzzle.Family, puzzle.Instance) {
	texts := []string{r.Problem}
	for _, m := range r.Extra {
		texts = addTexts(texts, m.Value, 0)
	}
	for _, text := range texts {
		parts := []string{text}
		if paragraphs := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n"); len(paragraphs) > 1 {
			parts = append(parts, paragraphs...)
		}
		for _, part := range parts {
			if part = strings.Trim(part, "\n"); strings.TrimSpace(part) == "" || len(part) > maxText {
				continue
			}
			for _, f := range c.Readers {
				if inst := only(ctx, f, part); inst != nil {
					return f, inst
				}
			}
		}
	}
	return nil, nil
}

// only reads a text that is one puzzle; nil where it is none, several, or one that is filled in.
func only(ctx context.Context, f puzzle.Reader, text string) puzzle.Instance {
	var found puzzle.Instance
	for e := range f.Read(ctx, "text", strings.NewReader(text), "") {
		if e.Err != nil || found != nil || ctx.Err() != nil {
			return nil
		}
		found = e.Instance
	}
	if p, ok := found.(puzzle.Player); ok {
		if v, err := p.Judge(p.Start()); err != nil || v.Complete {
			return nil
		}
	}
	return found
}

// addTexts appends the texts of a JSON value.
func addTexts(texts []string, v any, depth int) []string {
	if len(texts) >= maxTexts || depth > maxDepth {
		return texts
	}
	switch v := v.(type) {
	case string:
		return append(texts, v)
	case json.RawMessage:
		if parsed, err := record.ParseJSON(v); err == nil {
			return addTexts(texts, parsed, depth+1)
		}
	case []any:
		if text := listed(v); text != "" {
			return append(texts, text)
		}
		for _, e := range v {
			texts = addTexts(texts, e, depth+1)
		}
	case record.Object:
		for _, m := range v {
			texts = addTexts(texts, m.Value, depth+1)
		}
	}
	return texts
}

// listed writes a list of lists of numbers or signs as lines; "" where it is something else.
func listed(v []any) string {
	var b strings.Builder
	for _, row := range v {
		cells, ok := row.([]any)
		if !ok || len(cells) == 0 {
			return ""
		}
		for i, c := range cells {
			text := ""
			switch c := c.(type) {
			case string:
				text = c
			case json.Number:
				text = c.String()
			case nil:
				text = "."
			}
			if text == "" || strings.ContainsAny(text, " \n") {
				return ""
			}
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
