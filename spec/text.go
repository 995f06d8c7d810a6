package spec

import (
	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// MaxBytes is the size up to which a file is read where Limits do not say: 1 MiB.
const MaxBytes = doctree.MaxBytes

// What a file and its mistakes are made of is shared with the other readers of documents.
type (
	// Pos is a place in a file.
	Pos = doctree.Pos
	// Text is a scalar of the file: its value and where each part of the value stands.
	Text = doctree.Text
	// Problem is one thing that is wrong with a file.
	Problem = doctree.Problem
	// Problems is what is wrong with a file.
	Problems = doctree.Problems
	// Severity says how much a problem matters.
	Severity = doctree.Severity
	// InvalidError says that a file cannot be used, and why.
	InvalidError = doctree.InvalidError
	// Limits bound what a reader accepts of a file.
	Limits = doctree.Limits

	node  = doctree.Node
	entry = doctree.Entry
)

const (
	// Error: no puzzle can be made from the file as it is.
	Error = doctree.Error
	// Warning: something is probably not meant, such as a key that nothing reads.
	Warning = doctree.Warning
	// Hint: something could be better, such as a definition that nothing uses.
	Hint = doctree.Hint

	scalarNode = doctree.Scalar
	listNode   = doctree.List
	mapNode    = doctree.Map
)

// Expr is a Python expression of the file.
type Expr struct {
	Text
	// Tree is the expression as it was parsed; its offsets are offsets into Value, which At translates. Nil where the text
	// is no expression, which Load has reported as an error.
	Tree syntax.Expr
}

// Template is a text with {expressions}: an f-string without the f.
type Template struct {
	Text
	// Tree is the text as it was parsed, nil where that failed.
	Tree *syntax.JoinedStr
}

// Module is a Python file that defines operators.
type Module struct {
	Path   string // as the specification names it, relative to the root folder
	Source string
	Tree   *syntax.Module // nil where the file could not be parsed
}

// Name is a key of the file that names something: an operator, a variable, a symbol, a condition, a query.
type Name struct {
	Text string
	Pos  Pos
}

func (n Name) String() string { return n.Text }
