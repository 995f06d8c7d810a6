package doctree

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	yaml "go.yaml.in/yaml/v3"
)

// Node is a value of the file: what YAML and JSON have in common, aliases replaced by what they stand for.
type Node struct {
	Kind    Kind
	Pos     Pos
	Tag     string // of scalars: "!!str", "!!int", "!!float", "!!bool", "!!null"
	Text    Text   // of scalars
	Entries []Entry
	Items   []*Node
}

// Kind tells scalars, lists and mappings apart.
type Kind int

// The kinds of node.
const (
	Scalar Kind = iota + 1
	List
	Map
)

// What describes the node for a message.
func (n *Node) What() string {
	switch n.Kind {
	case List:
		return "a list"
	case Map:
		return "a mapping"
	}
	switch n.Tag {
	case "!!null":
		return "nothing"
	case "!!bool":
		return "a truth value"
	case "!!int", "!!float":
		return "a number"
	}
	return "a text"
}

// Entry is a key of a mapping with its value.
type Entry struct {
	Key *Node
	Val *Node
}

// treeBuilder turns what the YAML library read into nodes, within limits.
type treeBuilder struct {
	file   string
	src    *source
	limits Limits
	nodes  int
	bytes  int64               // of scalars
	within map[*yaml.Node]bool // anchors that are being expanded
	probs  Problems
	repeat bool // keys that stand twice are kept
}

// errLimit ends the work on a file that is larger than what is allowed.
type errLimit struct{ problem *Problem }

func (e *errLimit) Error() string { return e.problem.Error() }

func (b *treeBuilder) problem(pos Pos, code, format string, args ...any) *Problem {
	p := &Problem{Severity: Error, Pos: pos, Code: code, Message: fmt.Sprintf(format, args...)}
	return b.probs.Add(p)
}

// parseYAML reads the documents of a YAML file, at most so many. Those before a mistake come with the problems that say what it is.
func parseYAML(b *treeBuilder, most int) (docs []*Node, probs Problems) {
	b.within = map[*yaml.Node]bool{}
	defer func() {
		// The library reports its own faults by panicking; a hostile file must not end the program.
		if r := recover(); r != nil {
			b.problem(Pos{File: b.file, Line: 1, Col: 1}, "yaml", "the file cannot be read as YAML: %v", r)
			probs = b.probs
		}
	}()
	dec := yaml.NewDecoder(strings.NewReader(b.src.text))
	for {
		var doc yaml.Node
		if err := dec.Decode(&doc); err == io.EOF {
			break
		} else if err != nil {
			if len(docs) < most {
				b.probs = append(b.probs, yamlProblem(b.file, b.src, err))
			}
			return docs, b.probs
		}
		if len(doc.Content) == 0 {
			continue
		}
		if len(docs) == most {
			b.problem(Pos{File: b.file, Line: doc.Line, Col: doc.Column}, "documents",
				"the file holds more than one YAML document").Expected = "one document"
			break
		}
		root, err := b.build(doc.Content[0], 1)
		if limit, ok := errors.AsType[*errLimit](err); ok {
			b.probs = append(b.probs, limit.problem)
			return docs, b.probs
		}
		docs = append(docs, root)
	}
	if len(docs) == 0 {
		b.problem(Pos{File: b.file, Line: 1, Col: 1}, "empty", "the file is empty")
	}
	return docs, b.probs
}

// yamlLine matches the place in the library's messages.
var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

// yamlProblem gives the library's error a place and, for the common mistakes, the cause.
func yamlProblem(file string, src *source, err error) *Problem {
	msg := err.Error()
	line := 1
	if m := yamlLine.FindStringSubmatch(msg); m != nil {
		if n, e := strconv.Atoi(m[1]); e == nil {
			line = n
		}
		msg = msg[len(m[0]):]
	}
	line = min(max(line, 1), len(src.starts))
	p := &Problem{Severity: Error, Code: "yaml", Pos: Pos{File: file, Line: line, Col: 1}, Message: msg}
	// The library counts some errors from the line before. A tab among the indentation of either line is the cause.
	for _, l := range []int{line, line + 1, line - 1} {
		text := src.line(l)
		indent := text[:len(text)-len(strings.TrimLeft(text, " \t"))]
		if i := strings.IndexByte(indent, '\t'); i >= 0 {
			p.Pos = Pos{File: file, Line: l, Col: i + 1}
			p.Message = "a tab in the indentation"
			p.Expected = "spaces: YAML allows no tabs there"
			return p
		}
	}
	text := src.line(line)
	p.Pos.Col = 1 + utf8.RuneCountInString(text[:len(text)-len(strings.TrimLeft(text, " "))])
	switch {
	case strings.Contains(msg, "mapping values are not allowed"):
		p.Expected = `quotes around a text that contains ": "`
	case strings.Contains(msg, "found character that cannot start any token"),
		strings.Contains(msg, "did not find expected"):
		for _, l := range []int{line, line + 1, line - 1} {
			if col := bareBracket(src.line(l)); col > 0 {
				p.Pos = Pos{File: file, Line: l, Col: col}
				p.Message = "a bracket in a text without quotes, inside of { } or [ ]"
				p.Expected = "double quotes around the whole text, or an indented line of its own for each entry"
				return p
			}
		}
		p.Expected = "quotes around a text that begins with a special character, and lines indented alike"
	case strings.Contains(msg, "unknown anchor"):
		p.Expected = "an anchor (&name) before its alias (*name)"
	}
	return p
}

// bareBracket gives the column of a bracket in the middle of a text without quotes, where braces or brackets are open: to YAML the text ends
// there, as in {most: max(number[c] for c in number)}. It is 0 where there is none.
func bareBracket(line string) int {
	depth, col := 0, 0
	quote, last := rune(0), ' '
	for _, c := range line {
		col++
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case (c == '"' || c == '\'') && strings.ContainsRune(" ,[{", last):
			quote = c
		case c == '#' && last == ' ':
			return 0
		case c == '{' || c == '[':
			if depth > 0 && !strings.ContainsRune(" ,[{:", last) {
				return col
			}
			if depth > 0 || strings.ContainsRune(" -", last) {
				depth++
			}
		case (c == '}' || c == ']') && depth > 0:
			depth--
		}
		last = c
	}
	return 0
}

func (b *treeBuilder) pos(n *yaml.Node) Pos { return Pos{File: b.file, Line: n.Line, Col: n.Column} }

func (b *treeBuilder) limit(pos Pos, format string, args ...any) error {
	return &errLimit{&Problem{Severity: Error, Pos: pos, Code: "limit", Message: fmt.Sprintf(format, args...)}}
}

func (b *treeBuilder) build(n *yaml.Node, depth int) (*Node, error) {
	pos := b.pos(n)
	if b.nodes++; b.nodes > b.limits.Nodes {
		return nil, b.limit(pos, "the file holds more than %d values, aliases included", b.limits.Nodes)
	}
	if depth > b.limits.Depth {
		return nil, b.limit(pos, "values are nested more than %d deep", b.limits.Depth)
	}
	switch n.Kind {
	case yaml.AliasNode:
		if b.within[n.Alias] {
			return nil, b.limit(pos, "the alias *%s stands inside the value that it names", n.Value)
		}
		return b.build(n.Alias, depth+1)
	case yaml.SequenceNode:
		defer b.enter(n)()
		out := &Node{Kind: List, Pos: pos}
		for _, c := range n.Content {
			item, err := b.build(c, depth+1)
			if err != nil {
				return nil, err
			}
			out.Items = append(out.Items, item)
		}
		return out, nil
	case yaml.MappingNode:
		defer b.enter(n)()
		return b.buildMap(n, pos, depth)
	case yaml.ScalarNode:
		// An alias costs as much as what it stands for: its expressions are parsed again.
		if b.bytes += int64(len(n.Value)); b.bytes > 4*b.limits.Bytes {
			return nil, b.limit(pos, "the file's texts have more than %d bytes, aliases included", 4*b.limits.Bytes)
		}
		return &Node{Kind: Scalar, Pos: pos, Tag: n.ShortTag(), Text: b.src.scalar(b.file, n)}, nil
	}
	return &Node{Kind: Scalar, Pos: pos, Tag: "!!null", Text: Text{Pos: pos}}, nil
}

// enter marks an anchored value as being expanded and gives the function that ends it.
func (b *treeBuilder) enter(n *yaml.Node) func() {
	if n.Anchor == "" {
		return func() {}
	}
	b.within[n] = true
	return func() { delete(b.within, n) }
}

func (b *treeBuilder) buildMap(n *yaml.Node, pos Pos, depth int) (*Node, error) {
	out := &Node{Kind: Map, Pos: pos}
	seen := map[string]Pos{}
	var merged []Entry
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		key, err := b.build(k, depth+1)
		if err != nil {
			return nil, err
		}
		val, err := b.build(v, depth+1)
		if err != nil {
			return nil, err
		}
		if key.Kind != Scalar {
			b.problem(key.Pos, "key", "%s as a key", key.What()).Expected = "a name"
			continue
		}
		if k.Kind == yaml.ScalarNode && k.ShortTag() == "!!merge" {
			merged = append(merged, b.merge(val)...)
			continue
		}
		if first, ok := seen[key.Text.Value]; ok && !b.repeat {
			b.problem(key.Pos, "duplicate-key", "the key %q is given twice, first on line %d",
				key.Text.Value, first.Line)
			continue
		}
		seen[key.Text.Value] = key.Pos
		out.Entries = append(out.Entries, Entry{key, val})
	}
	for _, e := range merged {
		if _, ok := seen[e.Key.Text.Value]; !ok {
			seen[e.Key.Text.Value] = e.Key.Pos
			out.Entries = append(out.Entries, e)
		}
	}
	return out, nil
}

// merge gives the entries that a merge key (<<) brings in.
func (b *treeBuilder) merge(val *Node) []Entry {
	switch val.Kind {
	case Map:
		return val.Entries
	case List:
		var out []Entry
		for _, item := range val.Items {
			out = append(out, b.merge(item)...)
		}
		return out
	}
	b.problem(val.Pos, "merge", "a merge key (<<) with %s", val.What()).Expected = "a mapping, or a list of mappings"
	return nil
}
