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

// limits are those of YAML and JSON.
var limits = doctree.Limits{Bytes: MaxBytes, Nodes: MaxBytes, Depth: maxDepth}

func readYAML(file, src string) ([]*node, error) {
	return trees(doctree.ReadYAML(file, []byte(src), limits))
}

// readJSON reads puzzles in JSON, one behind the other; the shape is the tidied one of YAML.
func readJSON(file, src string) ([]*node, error) {
	return trees(doctree.ReadJSON(file, []byte(src), limits))
}

// trees gives the first problem as an error. What is missing is said by who wanted it.
func trees(all []*node, probs doctree.Problems) ([]*node, error) {
	for _, p := range probs {
		if p.Code != "empty" {
			return all, p.Mistake()
		}
	}
	return all, nil
}

// readTrees makes documents of the values that a file holds, those of comments alone left out. With the first mistake come the documents
// before it.
func readTrees(file, src, format string, read func(file, src string) ([]*node, error)) ([]*Document, error) {
	if len(src) > MaxBytes {
		return nil, tooLong(file)
	}
	all, mistake := read(file, strings.TrimPrefix(src, "\ufeff"))
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
	if mistake == nil && len(docs) == 0 {
		return nil, failAt(startOf(file), "expected a puzzle: a mapping with properties and clues")
	}
	return docs, mistake
}
