package doctree

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// isJSON decides how a file is read: as JSON where its name says so, or where it is nothing but valid JSON. JSON is nearly
// YAML, but not quite (\/ and surrogate pairs in strings, tabs), and its own reader gives better messages.
func isJSON(name, text string) bool {
	if strings.HasSuffix(strings.ToLower(name), ".json") {
		return true
	}
	return strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") && json.Valid([]byte(text))
}

// jsonReader reads JSON token by token, to keep places and find keys that are given twice.
type jsonReader struct {
	*treeBuilder
	dec *json.Decoder
}

// parseJSON reads the values of a JSON file, at most so many. Those before a mistake come with the problems that say what it is.
func parseJSON(b *treeBuilder, most int) (docs []*Node, probs Problems) {
	r := &jsonReader{treeBuilder: b, dec: json.NewDecoder(strings.NewReader(b.src.text))}
	r.dec.UseNumber()
	for len(docs) == 0 || strings.TrimSpace(b.src.text[r.dec.InputOffset():]) != "" {
		if len(docs) == most {
			return nil, append(r.probs, r.fault(errors.New("text behind the end of the document")))
		}
		n, err := r.value(1)
		if err != nil {
			return docs, append(r.probs, r.fault(err))
		}
		docs = append(docs, n)
	}
	return docs, r.probs
}

// fault gives an error of the JSON library its place.
func (r *jsonReader) fault(err error) *Problem {
	if limit, ok := errors.AsType[*errLimit](err); ok {
		return limit.problem
	}
	off := r.dec.InputOffset()
	msg := err.Error()
	if syn, ok := errors.AsType[*json.SyntaxError](err); ok {
		off = max(syn.Offset-1, int64(r.ahead()))
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		off, msg = int64(len(r.src.text)), "the file ends inside a value"
	}
	return &Problem{Severity: Error, Pos: r.src.pos(r.file, int(off)), Code: "json", Message: msg, Expected: "valid JSON"}
}

// ahead gives the offset of the next token.
func (r *jsonReader) ahead() int {
	off := int(r.dec.InputOffset())
	for off < len(r.src.text) && strings.IndexByte(" \t\r\n,:", r.src.text[off]) >= 0 {
		off++
	}
	return off
}

func (r *jsonReader) value(depth int) (*Node, error) {
	off := r.ahead()
	pos := r.src.pos(r.file, off)
	if r.nodes++; r.nodes > r.limits.Nodes {
		return nil, r.limit(pos, "the file holds more than %d values", r.limits.Nodes)
	}
	if depth > r.limits.Depth {
		return nil, r.limit(pos, "values are nested more than %d deep", r.limits.Depth)
	}
	tok, err := r.dec.Token()
	if err != nil {
		return nil, err
	}
	scalar := func(tag, value string) *Node {
		n := &Node{Kind: Scalar, Pos: pos, Tag: tag, Text: Text{Value: value, Pos: pos}}
		c := &cursor{src: r.src.text, off: off, line: pos.Line, col: pos.Col}
		style := plain
		if tag == "!!str" {
			c.next()
			style = jsonString
		}
		if c.alignQuoted(value, style) {
			n.Text.runs = c.runs
			n.Text.Pos = Pos{File: r.file, Line: c.runs[0].line, Col: c.runs[0].col}
		}
		return n
	}
	switch t := tok.(type) {
	case json.Delim:
		if t == '[' {
			return r.list(pos, depth)
		}
		return r.object(pos, depth)
	case string:
		return scalar("!!str", t), nil
	case json.Number:
		if strings.ContainsAny(t.String(), ".eE") {
			return scalar("!!float", t.String()), nil
		}
		return scalar("!!int", t.String()), nil
	case bool:
		return scalar("!!bool", fmt.Sprint(t)), nil
	}
	return scalar("!!null", "null"), nil
}

func (r *jsonReader) list(pos Pos, depth int) (*Node, error) {
	out := &Node{Kind: List, Pos: pos}
	for r.dec.More() {
		item, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, item)
	}
	_, err := r.dec.Token()
	return out, err
}

func (r *jsonReader) object(pos Pos, depth int) (*Node, error) {
	out := &Node{Kind: Map, Pos: pos}
	seen := map[string]Pos{}
	for r.dec.More() {
		key, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		val, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		if first, ok := seen[key.Text.Value]; ok && !r.repeat {
			r.problem(key.Pos, "duplicate-key", "the key %q is given twice, first on line %d", key.Text.Value, first.Line)
			continue
		}
		seen[key.Text.Value] = key.Pos
		out.Entries = append(out.Entries, Entry{key, val})
	}
	_, err := r.dec.Token()
	return out, err
}
