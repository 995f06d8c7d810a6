package cardfile

import (
	"errors"
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
)

// node is a value of a YAML or JSON file.
type node doctree.Node

func (n *node) pos() Pos {
	if n.Kind == doctree.Scalar {
		return placeOf(n.Text.Pos)
	}
	return placeOf(n.Pos)
}

func placeOf(p doctree.Pos) Pos { return Pos{p.Line, p.Col} }

// text gives a scalar's text, which knows where each part of it stands.
func (n *node) text() Text { return Text{Value: n.Text.Value, Pos: n.pos(), spelled: &n.Text} }

// isNull tells whether nothing stands there.
func (n *node) isNull() bool { return n.Kind == doctree.Scalar && n.Tag == "!!null" }

// items lists the values of a list.
func (n *node) items() []*node {
	out := make([]*node, len(n.Items))
	for i, it := range n.Items {
		out[i] = (*node)(it)
	}
	return out
}

// found describes a value for a message.
func (n *node) found() string {
	switch {
	case n.Kind == doctree.Map:
		return "a mapping"
	case n.Kind == doctree.List:
		return "a list"
	case n.isNull():
		return "nothing"
	case n.Tag == "!!str":
		return fmt.Sprintf("the text %q", clip(n.Text.Value))
	default:
		return clip(n.Text.Value)
	}
}

// treeError is an error at a place of a file.
type treeError struct {
	pos Pos
	msg string
}

func (e *treeError) Error() string { return e.msg }

func failAt(p Pos, format string, args ...any) error {
	return &treeError{p, fmt.Sprintf(format, args...)}
}

// trees gives the documents of a file that the room doctree has read, those of comments alone left out, and the first mistake.
func trees(src string, read func(string, []byte, doctree.Limits) ([]*doctree.Node, doctree.Problems)) (out []*node, err error) {
	docs, probs := read("", []byte(src), doctree.Limits{Bytes: MaxBytes, Nodes: MaxBytes, Depth: maxDepth})
	for _, d := range docs {
		if n := (*node)(d); !n.isNull() || n.Text.Value != "" {
			out = append(out, n)
		}
	}
	for _, p := range probs {
		if p.Code == "empty" {
			continue // what is missing is said by who wanted it
		}
		msg := p.Message
		if p.Expected != "" {
			msg += ": expected " + p.Expected
		}
		return out, failAt(placeOf(p.Pos), "%s", msg)
	}
	return out, nil
}

// located adds the file to an error of a tree.
func located(file string, err error) error {
	var te *treeError
	if errors.As(err, &te) {
		return &Error{file, te.pos, te.msg}
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
