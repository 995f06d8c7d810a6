package cardfile

import (
	"errors"
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
)

// node is a value of a YAML or JSON file.
type node doctree.Node

func (n *node) pos() Pos { return placeOf(n.tree().Place()) }

func placeOf(p doctree.Pos) Pos { return Pos{p.Line, p.Col} }

func (n *node) tree() *doctree.Node { return (*doctree.Node)(n) }

// text gives a scalar's text, which knows where each part of it stands.
func (n *node) text() Text { return Text{Value: n.Text.Value, Pos: n.pos(), spelled: &n.Text} }

// items lists the values of a list.
func (n *node) items() []*node {
	out := make([]*node, len(n.Items))
	for i, it := range n.Items {
		out[i] = (*node)(it)
	}
	return out
}

func failAt(p Pos, format string, args ...any) error {
	return &doctree.Mistake{Pos: doctree.Pos{Line: p.Line, Col: p.Col}, Msg: fmt.Sprintf(format, args...)}
}

// trees gives the documents of a file that the room doctree has read, those of comments alone left out, and the first mistake.
func trees(src string, read func(string, []byte, doctree.Limits) ([]*doctree.Node, doctree.Problems)) (out []*node, err error) {
	docs, probs := read("", []byte(src), doctree.Limits{Bytes: MaxBytes, Nodes: MaxBytes, Depth: maxDepth})
	for _, d := range docs {
		if n := (*node)(d); !n.tree().IsNull() || n.Text.Value != "" {
			out = append(out, n)
		}
	}
	for _, p := range probs {
		if p.Code == "empty" {
			continue // what is missing is said by who wanted it
		}
		return out, p.Mistake()
	}
	return out, nil
}

// located adds the file to an error of a tree.
func located(file string, err error) error {
	var m *doctree.Mistake
	if errors.As(err, &m) {
		return &Error{file, placeOf(m.Pos), m.Msg}
	}
	return err
}

// readTrees makes documents of what a file holds.
func readTrees(file, src, format string, read func(string, []byte, doctree.Limits) ([]*doctree.Node, doctree.Problems)) ([]*Document, error) {
	if len(src) > MaxBytes {
		return nil, &Error{File: file, Msg: fmt.Sprintf("the file is longer than %d bytes", MaxBytes)}
	}
	all, err := trees(strings.TrimPrefix(src, "\ufeff"), read)
	var docs []*Document
	for _, t := range all {
		d := &Document{File: file, Format: format, Pos: t.pos()}
		if err := d.fromTree(t); err != nil {
			return docs, located(file, err)
		}
		docs = append(docs, d)
	}
	if err == nil && len(docs) == 0 {
		err = failAt(Pos{1, 1}, "expected a puzzle: a mapping with properties and clues")
	}
	return docs, located(file, err)
}
