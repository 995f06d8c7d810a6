package doctree

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// MaxBytes is the size up to which a file is read where Limits do not say: 1 MiB.
const MaxBytes = 1 << 20

// Limits bounds what a file may cost to read. A zero field stands for its default.
type Limits struct {
	Bytes int64 // size of the file, and of each operator file (default MaxBytes)
	Nodes int   // values in the file, each use of an alias counted (default 100 000)
	Depth int   // nesting of lists and mappings (default 32)
}

// WithDefaults fills in the defaults.
func (l Limits) WithDefaults() Limits {
	if l.Bytes <= 0 {
		l.Bytes = MaxBytes
	}
	if l.Nodes <= 0 {
		l.Nodes = 100_000
	}
	if l.Depth <= 0 {
		l.Depth = 32
	}
	return l
}

// Read reads a YAML or JSON document. The name stands in positions and decides, with the content, whether the file is read as
// JSON. A nil node means that the file is unreadable; the problems say why.
func Read(name string, data []byte, limits Limits) (*Node, Problems) {
	b, probs := open(name, data, limits)
	if probs != nil {
		return nil, probs
	}
	parse := parseYAML
	if isJSON(name, b.src.text) {
		parse = parseJSON
	}
	docs, probs := parse(b, 1)
	if len(docs) == 0 {
		return nil, probs
	}
	return docs[0], probs
}

// ReadYAML reads the documents of a YAML stream, between lines of dashes. Those before a mistake come with it. A key that stands twice is
// kept: whoever looks at the documents says what that means.
func ReadYAML(name string, data []byte, limits Limits) ([]*Node, Problems) {
	return readAll(name, data, limits, parseYAML)
}

// ReadJSON reads JSON values, one behind the other, as ReadYAML reads the documents of a stream.
func ReadJSON(name string, data []byte, limits Limits) ([]*Node, Problems) {
	return readAll(name, data, limits, parseJSON)
}

func readAll(name string, data []byte, limits Limits, parse func(b *treeBuilder, most int) ([]*Node, Problems)) ([]*Node, Problems) {
	b, probs := open(name, data, limits)
	if probs != nil {
		return nil, probs
	}
	b.repeat = true
	return parse(b, math.MaxInt)
}

// open begins to read a file, or says why it cannot be read.
func open(name string, data []byte, limits Limits) (*treeBuilder, Problems) {
	limits = limits.WithDefaults()
	if int64(len(data)) > limits.Bytes {
		return nil, Problems{{Severity: Error, Pos: Pos{File: name, Line: 1, Col: 1}, Code: "limit",
			Message: "the file is too large", Expected: fmt.Sprintf("at most %d bytes", limits.Bytes)}}
	}
	text, problem := DecodeText(name, data)
	if problem != nil {
		return nil, Problems{problem}
	}
	return &treeBuilder{file: name, src: newSource(text), limits: limits}, nil
}

// InvalidUTF8 gives the offset of a text's first byte that is no part of a character in UTF-8, or -1.
func InvalidUTF8(text string) int {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// DecodeText turns the file's bytes into text, or says why they are none.
func DecodeText(name string, data []byte) (string, *Problem) {
	at := func(line, col int, format string, args ...any) *Problem {
		return &Problem{Severity: Error, Pos: Pos{File: name, Line: line, Col: col}, Code: "encoding",
			Message: fmt.Sprintf(format, args...), Expected: "a text file in UTF-8"}
	}
	for _, bom := range []string{"\xff\xfe", "\xfe\xff", "\x00\x00\xfe\xff"} {
		if bytes.HasPrefix(data, []byte(bom)) {
			return "", at(1, 1, "the file is encoded in UTF-16 or UTF-32")
		}
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	line, col := 1, 1
	for rest := data; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		switch {
		case r == utf8.RuneError && n == 1:
			return "", at(line, col, "the byte 0x%02x is not UTF-8", rest[0])
		case r == '\n':
			line, col = line+1, 0
		case r < ' ' && r != '\t' && r != '\r', r == 0x7f:
			return "", at(line, col, "the control character U+%04X: this is a binary file", r)
		}
		rest = rest[n:]
		col++
	}
	text := string(data)
	if strings.TrimSpace(text) == "" {
		return "", &Problem{Severity: Error, Pos: Pos{File: name, Line: 1, Col: 1}, Code: "empty",
			Message: "the file is empty"}
	}
	return text, nil
}
