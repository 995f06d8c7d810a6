package cardfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// nodeKind is what a node of a YAML or JSON tree is.
type nodeKind int

const (
	scalarNode nodeKind = iota
	mapNode
	listNode
)

// node is a node of a YAML or JSON tree. JSON is read as JSON: as YAML, its surrogate pairs and tabs would be mistakes.
type node struct {
	kind nodeKind
	tag  string // of a scalar: str, int, float, bool, null
	text Text
	keys []*node // of a mapping
	vals []*node // of a mapping or list
}

func (n *node) pos() Pos { return n.text.Pos }

// found describes a node for a message.
func (n *node) found() string {
	switch {
	case n.kind == mapNode:
		return "a mapping"
	case n.kind == listNode:
		return "a list"
	case n.tag == "null":
		return "nothing"
	case n.tag == "str":
		return fmt.Sprintf("the text %q", clip(n.text.Value))
	default:
		return clip(n.text.Value)
	}
}

// treeError is an error at a place of a tree.
type treeError struct {
	pos Pos
	msg string
}

func (e *treeError) Error() string { return e.msg }

func failAt(p Pos, format string, args ...any) error {
	return &treeError{p, fmt.Sprintf(format, args...)}
}

// source is the text of a file, by lines, to find places in it.
type source struct{ lines []string }

func newSource(src string) *source { return &source{strings.Split(src, "\n")} }

// behind gives the text of a line from a place on.
func (s *source) behind(p Pos) string {
	if p.Line < 1 || p.Line > len(s.lines) {
		return ""
	}
	line := s.lines[p.Line-1]
	for i := 1; i < p.Col && line != ""; i++ {
		_, w := utf8.DecodeRuneInString(line)
		line = line[w:]
	}
	return line
}

// yamlTrees reads the documents of a YAML stream. The trees before a mistake are given with its error.
func yamlTrees(src string) ([]*node, error) {
	dec := yaml.NewDecoder(strings.NewReader(src))
	lines := newSource(src)
	var out []*node
	for {
		var root yaml.Node
		err := dec.Decode(&root)
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			at := Pos{}
			msg := strings.TrimPrefix(err.Error(), "yaml: ")
			if m := yamlLine.FindStringSubmatchIndex(msg); m != nil {
				at.Line, _ = strconv.Atoi(msg[m[2]:m[3]])
				at.Col = 1
				msg = msg[m[1]:]
			}
			return out, failAt(at, "%s", msg)
		}
		if root.Kind != yaml.DocumentNode || len(root.Content) != 1 {
			continue
		}
		n, err := fromYAML(root.Content[0], lines, 0)
		if err != nil {
			return out, err
		}
		if n.tag == "null" && n.kind == scalarNode && n.text.Value == "" {
			continue // a document of comments
		}
		out = append(out, n)
	}
}

var yamlLine = regexp.MustCompile(`^(?:.*\n)?\s*line (\d+): `)

func fromYAML(y *yaml.Node, lines *source, depth int) (*node, error) {
	at := Pos{y.Line, y.Column}
	if depth > maxDepth {
		return nil, failAt(at, "nested more than %d deep", maxDepth)
	}
	n := &node{text: Text{Pos: at}}
	switch y.Kind {
	case yaml.MappingNode, yaml.SequenceNode:
		n.kind = listNode
		for i := 0; i < len(y.Content); i++ {
			c, err := fromYAML(y.Content[i], lines, depth+1)
			if err != nil {
				return nil, err
			}
			if y.Kind == yaml.MappingNode && i%2 == 0 {
				n.kind = mapNode
				n.keys = append(n.keys, c)
			} else {
				n.vals = append(n.vals, c)
			}
		}
		if y.Kind == yaml.MappingNode {
			n.kind = mapNode
		}
	case yaml.ScalarNode:
		n.tag = strings.TrimPrefix(y.Tag, "!!")
		n.text = place(y, lines)
		if len(n.text.Value) > maxText {
			return nil, failAt(at, "the text is longer than %d bytes", maxText)
		}
	default:
		return nil, failAt(at, "expected a text, a list or a mapping, found an alias: aliases are not supported")
	}
	return n, nil
}

// place finds where the value of a scalar stands.
func place(y *yaml.Node, lines *source) Text {
	t := Text{Value: y.Value, Pos: Pos{y.Line, y.Column}}
	rest := lines.behind(t.Pos)
	switch y.Style &^ yaml.TaggedStyle {
	case yaml.LiteralStyle:
		t.Pos.Line++
		for _, line := range lines.lines[min(y.Line, len(lines.lines)):] {
			if body := strings.TrimLeft(line, " "); strings.TrimSpace(body) != "" {
				t.Indent = len(line) - len(body)
				break
			}
		}
		t.Pos.Col = t.Indent + 1
	case yaml.DoubleQuotedStyle, yaml.SingleQuotedStyle:
		if len(rest) > 1 && strings.HasPrefix(rest[1:], y.Value+rest[:1]) {
			t.Pos.Col++
		} else {
			t.Escaped = true
		}
	default:
		t.Escaped = !strings.HasPrefix(rest, y.Value)
	}
	return t
}

// jsonTrees reads JSON values, one behind the other. Those before a mistake come with its error.
func jsonTrees(src string) ([]*node, error) {
	r := &jsonReader{src: src, dec: json.NewDecoder(strings.NewReader(src)), line: 1, col: 1}
	r.dec.UseNumber()
	var out []*node
	for {
		if len(out) > 0 && strings.TrimSpace(src[r.dec.InputOffset():]) == "" {
			return out, nil
		}
		n, err := r.value(0)
		if err != nil {
			return out, err
		}
		out = append(out, n)
	}
}

type jsonReader struct {
	src       string
	dec       *json.Decoder
	at        int
	line, col int
}

// mark gives where the next token begins.
func (r *jsonReader) mark() Pos {
	to := int(r.dec.InputOffset())
	for to < len(r.src) && strings.IndexByte(" \t\r\n,:", r.src[to]) >= 0 {
		to++
	}
	return r.posOf(to)
}

// posOf gives the place of an offset, which may not go backwards.
func (r *jsonReader) posOf(to int) Pos {
	to = min(to, len(r.src))
	if to > r.at {
		part := r.src[r.at:to]
		if n := strings.Count(part, "\n"); n > 0 {
			r.line, r.col = r.line+n, 1
			part = part[strings.LastIndexByte(part, '\n')+1:]
		}
		r.col += utf8.RuneCountInString(part)
		r.at = to
	}
	return Pos{r.line, r.col}
}

func (r *jsonReader) broken(err error) error {
	var syn *json.SyntaxError
	at := r.mark()
	if errors.As(err, &syn) {
		at = r.posOf(max(0, int(syn.Offset)-1))
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return failAt(r.posOf(len(r.src)), "the JSON has no end")
	}
	return failAt(at, "%v", err)
}

func (r *jsonReader) value(depth int) (*node, error) {
	at := r.mark()
	if depth > maxDepth {
		return nil, failAt(at, "nested more than %d deep", maxDepth)
	}
	t, err := r.dec.Token()
	if err != nil {
		return nil, r.broken(err)
	}
	n := &node{text: Text{Pos: at}}
	switch v := t.(type) {
	case json.Delim:
		n.kind = listNode
		if v == '{' {
			n.kind = mapNode
		}
		for r.dec.More() {
			if n.kind == mapNode {
				k, err := r.value(depth + 1)
				if err != nil {
					return nil, err
				}
				n.keys = append(n.keys, k)
			}
			c, err := r.value(depth + 1)
			if err != nil {
				return nil, err
			}
			n.vals = append(n.vals, c)
		}
		if _, err := r.dec.Token(); err != nil {
			return nil, r.broken(err)
		}
	case string:
		n.tag = "str"
		n.text.Value = v
		n.text.Pos.Col++
		n.text.Escaped = !bytes.HasPrefix([]byte(r.src[r.at:]), []byte(`"`+v+`"`))
	case json.Number:
		n.tag = "float"
		if _, err := strconv.Atoi(v.String()); err == nil {
			n.tag = "int"
		}
		n.text.Value = v.String()
	case bool:
		n.tag, n.text.Value = "bool", strconv.FormatBool(v)
	case nil:
		n.tag = "null"
	}
	if len(n.text.Value) > maxText {
		return nil, failAt(at, "the text is longer than %d bytes", maxText)
	}
	return n, nil
}
