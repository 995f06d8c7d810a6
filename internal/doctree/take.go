package doctree

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// This file is for readers that stop at the first mistake: each method takes a value as what it should be, or says what it is instead.

// Mistake is the first thing that is wrong with a document, and where.
type Mistake struct {
	Pos Pos
	Msg string
}

func (e *Mistake) Error() string {
	if !e.Pos.IsValid() && e.Pos.File == "" {
		return e.Msg
	}
	return e.Pos.String() + ": " + e.Msg
}

// Place gives line and column, 0 where they are not known.
func (e *Mistake) Place() (line, col int) { return e.Pos.Line, e.Pos.Col }

// Mistake gives a problem as an error that ends the reading.
func (p *Problem) Mistake() *Mistake {
	msg := p.Message
	if p.Expected != "" {
		msg += ": expected " + p.Expected
	}
	return &Mistake{p.Pos, msg}
}

// ReadOne reads a document whose first mistake ends the reading: the error is a *Mistake.
func ReadOne(name string, data []byte, limits Limits) (*Node, error) {
	n, probs := Read(name, data, limits)
	for _, p := range probs.Sort() {
		if p.Severity == Error {
			return nil, p.Mistake()
		}
	}
	return n, nil
}

// Place is where a value begins: behind the quote of a scalar in quotes.
func (n *Node) Place() Pos {
	if n.Kind == Scalar {
		return n.Text.Pos
	}
	return n.Pos
}

// Errorf makes a *Mistake at the place of a value.
func (n *Node) Errorf(format string, args ...any) error {
	return &Mistake{n.Place(), fmt.Sprintf(format, args...)}
}

// IsNull reports whether nothing stands there.
func (n *Node) IsNull() bool { return n.Kind == Scalar && n.Tag == "!!null" }

// Found describes a value by what it holds, for a message.
func (n *Node) Found() string {
	switch {
	case n.Kind != Scalar || n.IsNull():
		return n.What()
	case n.Tag == "!!str":
		return fmt.Sprintf("the text %q", nearest.Clip(n.Text.Value))
	}
	return nearest.Clip(n.Text.Value)
}

// Each calls a function for each entry of a mapping, whose keys are among the known ones unless these are nil.
func (n *Node) Each(what string, known []string, do func(key, val *Node) error) error {
	if n.Kind != Map {
		return n.Errorf("expected %s, a mapping, found %s", what, n.Found())
	}
	for _, e := range n.Entries {
		if key := e.Key.Text.Value; known != nil && !slices.Contains(known, key) {
			return e.Key.Errorf("%s", nearest.Unknown("member of "+what, key, nearest.All(key, known), known))
		}
		if err := do(e.Key, e.Val); err != nil {
			return err
		}
	}
	return nil
}

// Elements gives the values of a list of at most so many.
func (n *Node) Elements(what string, most int) ([]*Node, error) {
	if n.Kind != List {
		return nil, n.Errorf("expected %s, a list, found %s", what, n.Found())
	}
	if len(n.Items) > most {
		return nil, n.Errorf("%s are %d: at most %d are supported", what, len(n.Items), most)
	}
	return n.Items, nil
}

// Words gives the text of a scalar that is not null.
func (n *Node) Words(what string) (string, error) {
	if n.Kind != Scalar || n.IsNull() {
		return "", n.Errorf("expected %s, found %s", what, n.Found())
	}
	return n.Text.Value, nil
}

// OneOf gives a text that is one of the known ones.
func (n *Node) OneOf(what string, known ...string) (string, error) {
	text, err := n.Words("the " + what)
	if err == nil && !slices.Contains(known, text) {
		err = n.Errorf("%s", nearest.Unknown(what, text, nearest.All(text, known), known))
	}
	return text, err
}

// Truth gives a truth value.
func (n *Node) Truth(what string) (bool, error) {
	if n.Kind == Scalar && n.Tag == "!!bool" {
		return strings.EqualFold(n.Text.Value, "true"), nil
	}
	return false, n.Errorf("expected %s, true or false, found %s", what, n.Found())
}

// Whole gives a whole number of a range.
func (n *Node) Whole(what string, least, most int) (int, error) {
	v, err := strconv.Atoi(n.Text.Value)
	if n.Kind != Scalar || err != nil || v < least || v > most {
		return 0, n.Errorf("expected %s, a whole number from %d to %d, found %s", what, least, most, n.Found())
	}
	return v, nil
}

// Member is a key that a mapping may have, with what its value is read into: a *string, *bool, *int, *uint64, *float64, *[]string, or a
// func(*Node) error that reads it, or a **Node that keeps it for later.
type Member struct {
	Key string
	To  any
}

// Take reads a mapping whose keys are known.
func (n *Node) Take(what string, members ...Member) error {
	known := make([]string, len(members))
	for i, m := range members {
		known[i] = m.Key
	}
	return n.Each(what, known, func(key, val *Node) error {
		return val.into(key.Text.Value, members[slices.Index(known, key.Text.Value)].To)
	})
}

// into reads a value into what a pointer of Member points to.
func (n *Node) into(what string, to any) (err error) {
	number := func(kind string, err error) error {
		if err != nil || n.Kind != Scalar {
			return n.Errorf("expected %s, %s, found %s", what, kind, n.Found())
		}
		return nil
	}
	switch to := to.(type) {
	case *string:
		*to, err = n.Words(what)
	case *bool:
		*to, err = n.Truth(what)
	case *int:
		*to, err = strconv.Atoi(n.Text.Value)
		err = number("a whole number", err)
	case *uint64:
		*to, err = strconv.ParseUint(n.Text.Value, 10, 64)
		err = number("a whole number from 0", err)
	case *float64:
		*to, err = strconv.ParseFloat(n.Text.Value, 64)
		err = number("a number", err)
	case *[]string:
		var items []*Node
		items, err = n.Elements(what, len(n.Items))
		for _, it := range items {
			var text string
			if text, err = it.Words("a text"); err != nil {
				return err
			}
			*to = append(*to, text)
		}
	case **Node:
		*to = n
	case func(*Node) error:
		err = to(n)
	}
	return err
}
