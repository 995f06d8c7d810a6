package language

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
)

// This file reads streams of puzzles.

// Block is one puzzle of a stream.
type Block struct {
	Line   int // where it starts, from 1
	Puzzle *matching.Puzzle
	Answer matching.Grid // nil when the stream states none
	Err    error
}

// Reader reads the puzzles of a stream until visit returns false. A broken puzzle is a block with Err, and the others go on; an error of the
// stream itself is the last.
type Reader func(name string, br *bufio.Reader, visit func(Block) bool)

// ReaderOf gives the reader of a format, nil where there is no such format.
func ReaderOf(format string) Reader {
	return map[string]Reader{LineupFormat: readLineup, "yaml": readDocuments}[format]
}

// Recognise looks at the start of a stream.
func Recognise(br *bufio.Reader) string {
	head, _ := br.Peek(br.Size()) // a short stream is no error here
	for _, line := range strings.Split(string(head), "\n") {
		line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
		switch {
		case strings.HasPrefix(line, ".::"):
			return LineupFormat
		case line == "categories:" || strings.HasPrefix(line, "clues:") || strings.HasPrefix(line, "{"):
			return "yaml"
		case cluePattern.MatchString(line):
			return LineupFormat
		}
	}
	return "yaml"
}

// readDocuments reads YAML documents separated by --- lines, until visit returns false.
func readDocuments(name string, br *bufio.Reader, visit func(Block) bool) {
	var doc bytes.Buffer
	start, line := 1, 0
	flush := func() bool {
		defer doc.Reset()
		if blank(doc.Bytes()) {
			return true
		}
		// Blank lines in front keep the line numbers of the file.
		text := append(bytes.Repeat([]byte("\n"), start-1), doc.Bytes()...)
		p, err := ReadYAML(name, text)
		return visit(Block{Line: start, Puzzle: p, Err: err})
	}
	for {
		text, err := br.ReadString('\n')
		line++
		if strings.TrimRight(text, "\r\n ") == "---" {
			if !flush() {
				return
			}
			start = line + 1
		} else {
			doc.WriteString(text)
		}
		if doc.Len() > maxDocument {
			visit(Block{Line: start, Err: tooLong(name, start)})
			return
		}
		if err == io.EOF {
			flush()
			return
		}
		if err != nil {
			visit(Block{Line: line, Err: err})
			return
		}
	}
}

// blank tells whether a document has nothing but white space and comments.
func blank(text []byte) bool {
	for _, line := range bytes.Split(text, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return false
		}
	}
	return true
}
