package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

type rawField struct {
	key string
	raw json.RawMessage
}

// topLevel splits an object into its members without parsing their values.
func topLevel(b []byte) ([]rawField, error) {
	dec := json.NewDecoder(bytes.NewReader(b))
	tok, err := dec.Token()
	if err != nil {
		return nil, fmt.Errorf("JSON, byte %d: %w", dec.InputOffset(), err)
	}
	if tok != json.Delim('{') {
		return nil, errors.New("expected a JSON object")
	}
	var fields []rawField
	seen := map[string]bool{}
	for dec.More() {
		tok, err := dec.Token()
		if err != nil {
			return nil, fmt.Errorf("JSON, byte %d: %w", dec.InputOffset(), err)
		}
		key := tok.(string)
		if seen[key] {
			return nil, fmt.Errorf("key %q stands twice", key)
		}
		seen[key] = true
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return nil, fmt.Errorf("JSON, byte %d: %w", dec.InputOffset(), err)
		}
		fields = append(fields, rawField{key, raw})
	}
	if _, err := dec.Token(); err != nil {
		return nil, fmt.Errorf("JSON, byte %d: %w", dec.InputOffset(), err)
	}
	return fields, nil
}

// DefaultMaxLine bounds the length of a line, in bytes, that a LineReader accepts unless told otherwise.
const DefaultMaxLine = 64 << 20

// ErrLineTooLong is the error of a line longer than the reader's bound.
var ErrLineTooLong = errors.New("line too long")

// LineReader reads a stream line by line in bounded memory. A line that is too long is one error; the next call goes on
// with the line after it.
type LineReader struct {
	r    *bufio.Reader
	max  int
	line int
	buf  []byte
}

// NewLineReader reads lines of at most maxLine bytes; 0 means DefaultMaxLine.
func NewLineReader(r io.Reader, maxLine int) *LineReader {
	if maxLine <= 0 {
		maxLine = DefaultMaxLine
	}
	return &LineReader{r: bufio.NewReaderSize(r, 64<<10), max: maxLine}
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
