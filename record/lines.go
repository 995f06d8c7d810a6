package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

type rawField struct {
	key string
	raw json.RawMessage
}

// topLevel splits an object into its members without parsing their values. The raw values share memory with b.
func topLevel(b []byte) ([]rawField, error) {
	fields := make([]rawField, 0, 12)
	start := scanSpace(b, 0)
	if start < len(b) && b[start] == '{' {
		end := scanObject(b, start, 0, func(key, keyEnd, value, end int) {
			fields = append(fields, rawField{unquote(b[key:keyEnd]), b[value:end]})
		})
		if end >= 0 && scanSpace(b, end) == len(b) {
			return fields, unique(fields)
		}
	}
	if err := valid(b); err != nil {
		return nil, err
	}
	return nil, errors.New("expected a JSON object")
}

// Texts gives each member of an object whose values are all strings, in order; the last of a key counts, as in encoding/json. It is false,
// and what was given counts for nothing, where the text is anything else.
func Texts(b []byte, member func(key, value string)) bool {
	start := scanSpace(b, 0)
	if start == len(b) || b[start] != '{' {
		return false
	}
	all, text := true, string(b)
	part := func(from, to int) string {
		if inner := b[from+1 : to-1]; bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) { // as most are
			return text[from+1 : to-1]
		}
		return unquote(b[from:to])
	}
	end := scanObject(b, start, 0, func(key, keyEnd, value, end int) {
		if all = all && b[value] == '"'; all {
			member(part(key, keyEnd), part(value, end))
		}
	})
	return all && end >= 0 && scanSpace(b, end) == len(b)
}

// unique refuses keys that stand twice.
func unique(fields []rawField) error {
	if len(fields) > manyKeys {
		seen := make(map[string]bool, len(fields))
		for _, f := range fields {
			if seen[f.key] {
				return fmt.Errorf("key %q stands twice", f.key)
			}
			seen[f.key] = true
		}
		return nil
	}
	for i, f := range fields {
		for _, g := range fields[:i] {
			if f.key == g.key {
				return fmt.Errorf("key %q stands twice", f.key)
			}
		}
	}
	return nil
}

// valid checks a text and says where it stops being JSON.
func valid(b []byte) error {
	if scanText(b) {
		return nil
	}
	var v any
	err := json.Unmarshal(b, &v)
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
		return fmt.Errorf("JSON, byte %d: %w", syntax.Offset, err)
	}
	return fmt.Errorf("JSON: %w", err)
}

// skip gives the next place whose byte is none of the set.
func skip(b []byte, pos int, set string) int {
	for strings.IndexByte(set, b[pos]) >= 0 {
		pos++
	}
	return pos
}

// stringEnd gives the place behind a string that starts at pos.
func stringEnd(b []byte, pos int) int {
	for pos++; ; pos++ {
		pos += plain(b[pos:])
		switch b[pos] {
		case '\\':
			pos++
		case '"':
			return pos + 1
		}
	}
}

// valueEnd gives the place behind a value that starts at pos.
func valueEnd(b []byte, pos int) int {
	depth := 0
	for pos < len(b) {
		switch b[pos] {
		case '"':
			if pos = stringEnd(b, pos); depth == 0 {
				return pos
			}
			continue
		case '[', '{':
			depth++
		case ']', '}':
			if depth == 0 {
				return pos // of the object round the value
			}
			if depth--; depth == 0 {
				return pos + 1
			}
		case ',', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return pos
			}
		}
		pos++
	}
	return pos
}

// DefaultMaxLine bounds the length of a line, in bytes, that a LineReader accepts unless told otherwise.
const DefaultMaxLine = 64 << 20

// ErrLineTooLong is the error of a line longer than the reader's bound.
var ErrLineTooLong = errors.New("line too long")

// LineReader reads a stream line by line in bounded memory. A line that is too long is one error; the next call goes on
// with the line after it.
type LineReader struct {
	r    *bufio.Reader // nil: the lines are those of rest
	rest []byte
	max  int
	line int
	buf  []byte
}

// Later is what follows so many lines of a file: its own lines are counted behind these.
type Later struct {
	io.Reader
	Lines int
}

// NewLineReader reads lines of at most maxLine bytes; 0 means DefaultMaxLine.
func NewLineReader(r io.Reader, maxLine int) *LineReader {
	if maxLine <= 0 {
		maxLine = DefaultMaxLine
	}
	l := &LineReader{r: bufio.NewReaderSize(r, 64<<10), max: maxLine}
	if later, ok := r.(Later); ok {
		l.line = later.Lines
	}
	return l
}

// NewLinesOf makes a reader of the lines of a text that is at hand. They are parts of it, and stay as they are when the next one is read.
func NewLinesOf(text []byte, maxLine int) *LineReader {
	if maxLine <= 0 {
		maxLine = DefaultMaxLine
	}
	return &LineReader{rest: text, max: maxLine}
}

// Next gives the next line that is not blank, without its line end, and its number from 1. The bytes are valid until the
// next call. At the end the error is io.EOF; after any other error but ErrLineTooLong reading cannot go on.
func (l *LineReader) Next() (line []byte, number int, err error) {
	for {
		l.buf = l.buf[:0]
		tooLong, err := l.fill()
		if err != nil && !(errors.Is(err, io.EOF) && (len(l.buf) > 0 || tooLong)) {
			return nil, l.line, err
		}
		l.line++
		if tooLong {
			return nil, l.line, fmt.Errorf("%w: more than %d bytes", ErrLineTooLong, l.max)
		}
		text := bytes.TrimRight(l.buf, "\r\n")
		if l.line == 1 {
			text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
		}
		if len(bytes.TrimSpace(text)) > 0 {
			return text, l.line, nil
		}
	}
}

// fill appends the next line to the buffer; of a line that is too long it keeps nothing.
func (l *LineReader) fill() (tooLong bool, err error) {
	if l.r == nil {
		end := bytes.IndexByte(l.rest, '\n') + 1
		if end == 0 {
			end, err = len(l.rest), io.EOF
		}
		if tooLong = end > l.max+1; !tooLong {
			l.buf = l.rest[:end:end]
		}
		l.rest = l.rest[end:]
		return tooLong, err
	}
	for {
		part, err := l.r.ReadSlice('\n')
		if !tooLong && len(l.buf)+len(part) > l.max+1 {
			tooLong = true
			l.buf = l.buf[:0]
		}
		if !tooLong {
			l.buf = append(l.buf, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return tooLong, err
		}
	}
}
