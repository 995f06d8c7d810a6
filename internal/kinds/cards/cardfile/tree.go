package cardfile

import (
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
)

// node is a value of a YAML or JSON file.
type node = doctree.Node

func failAt(p Pos, format string, args ...any) error {
	return &doctree.Mistake{Pos: p, Msg: fmt.Sprintf(format, args...)}
}

// startOf is where a file begins.
func startOf(file string) Pos { return Pos{File: file, Line: 1, Col: 1} }

// tooLong is the error of a file with too many bytes.
func tooLong(file string) error {
	return failAt(Pos{File: file}, "the file is longer than %d bytes", MaxBytes)
}

// readTrees makes documents of the values that a file holds, those of comments alone left out. With the first mistake come the documents
// before it.
func readTrees(file, src, format string, read func(string, []byte, doctree.Limits) ([]*node, doctree.Problems)) ([]*Document, error) {
	if len(src) > MaxBytes {
		return nil, tooLong(file)
	}
	all, probs := read(file, []byte(strings.TrimPrefix(src, "\ufeff")), doctree.Limits{Bytes: MaxBytes, Nodes: MaxBytes, Depth: maxDepth})
	var docs []*Document
	for _, t := range all {
		if t.IsNull() && t.Text.Value == "" {
			continue
		}
		d := &Document{File: file, Format: format, Pos: t.Place()}
		if err := d.fromTree(t); err != nil {
			return docs, err
		}
		docs = append(docs, d)
	}
	for _, p := range probs {
		if p.Code != "empty" { // what is missing is said by who wanted it
			return docs, p.Mistake()
		}
	}
	if len(docs) == 0 {
		return nil, failAt(startOf(file), "expected a puzzle: a mapping with properties and clues")
	}
	return docs, nil
}
