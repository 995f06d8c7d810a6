package notation

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/rules"
)

// Library knows the parts of rules files and the names by which puzzles call them. It is safe for concurrent use.
type Library struct {
	use   rules.Library
	calls map[string]call
	about map[string]string // what a part says of itself at its head, for people
}

// call is what a name of the notation means.
type call struct {
	piece string
	layer string // "" where there is no object
	args  []argument
}

// argument is what is read into a field.
type argument struct {
	field, kind, other string
	optional           bool
}

// NewLibrary reads what the parts say of the notation. An error is a mistake in a part.
func NewLibrary(pieces []string, use rules.Library) (*Library, error) {
	l := &Library{use: use, calls: map[string]call{}, about: map[string]string{}}
	for _, piece := range pieces {
		path, data, ok := use(piece)
		if !ok {
			return nil, fmt.Errorf("there is no rules file %q", piece)
		}
		root, probs := doctree.Read(path, data, doctree.Limits{Bytes: rules.MaxBytes, Nodes: 10_000, Depth: 16})
		if probs.HasErrors() {
			return nil, probs.Err()
		}
		l.about[piece] = headOf(string(data))
		for _, e := range root.Entries {
			if e.Key.Text.Value != "notation" {
				continue
			}
			for _, n := range e.Val.Entries {
				c, err := readCall(piece, n.Val.Text.Value)
				if err != nil {
					return nil, fmt.Errorf("%s: %s: %w", n.Val.Pos, n.Key.Text.Value, err)
				}
				l.calls[n.Key.Text.Value] = c
			}
		}
	}
	return l, nil
}

// headOf gives the comment that a file begins with.
func headOf(text string) string {
	var words []string
	for line := range strings.Lines(text) {
		comment, ok := strings.CutPrefix(line, "#")
		if !ok {
			break
		}
		words = append(words, strings.TrimSpace(comment))
	}
	return strings.Join(words, " ")
}

func readCall(piece, text string) (call, error) {
	c := call{piece: piece}
	for i, word := range strings.Fields(text) {
		if i == 0 {
			c.layer = word
			continue
		}
		a := argument{}
		word, a.other, _ = strings.Cut(word, "=")
		word, a.optional = strings.CutSuffix(word, "?")
		a.field, a.kind, _ = strings.Cut(word, ":")
		if readers[a.kind] == nil && packedReaders[a.kind] == nil && a.kind != "" {
			kinds := slices.Concat(slices.Collect(maps.Keys(readers)), slices.Collect(maps.Keys(packedReaders)))
			slices.Sort(kinds)
			return c, fmt.Errorf("unknown kind of argument %q; one of %s", a.kind, strings.Join(kinds, ", "))
		}
		c.args = append(c.args, a)
	}
	return c, nil
}

// structural are the names that are not about parts.
var structural = []string{"", "Shape", "NoBoxes", "Jigsaw", "RegionSize", "Var", "Or", "And", "Replicate", "Priority", "FullRankTies", "ChaosConstruction",
	"Doppelganger"}

// Names lists the names that puzzles may use, in alphabetical order.
func (l *Library) Names() []string {
	names := slices.Clone(structural[1:])
	for name := range l.calls {
		if name, _, _ = strings.Cut(name, "~"); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// near gives the names that an unknown one was meant to be: mistyped, or with a word more or less, such as KillerCage.
func (l *Library) near(name string) []string {
	names := l.Names()
	if near := nearest.All(name, names); len(near) > 0 {
		return near
	}
	small := strings.ToLower(name)
	return slices.DeleteFunc(names, func(known string) bool {
		k := strings.ToLower(known)
		return len(k) < 4 || len(small) < 4 || !strings.Contains(k, small) && !strings.Contains(small, k)
	})
}

// find gives what an item calls, and its arguments without those that chose it.
func (l *Library) find(it *Item) (call, []string, error) {
	if len(it.Args) > 0 {
		if c, ok := l.calls[it.Name+"~"+it.Args[0]]; ok {
			return c, it.Args[1:], nil
		}
	}
	if c, ok := l.calls[it.Name]; ok {
		return c, it.Args, nil
	}
	var choices []string
	for name := range l.calls {
		if strings.HasPrefix(name, it.Name+"~") {
			choices = append(choices, strings.TrimPrefix(name, it.Name+"~"))
		}
	}
	if len(choices) > 0 {
		slices.Sort(choices)
		e := it.fail("the first argument is not one that there is")
		e.Expected = "expected " + strings.Join(choices, " or ")
		return call{}, nil, e
	}
	e := &Error{Col: it.Col, Msg: fmt.Sprintf("unknown constraint %q", clip(it.Name))}
	if near := l.near(it.Name); len(near) > 0 {
		e.Expected = "did you mean " + strings.Join(near[:min(3, len(near))], " or ") + "?"
	} else {
		e.Expected = "the constraints are " + strings.Join(l.Names(), ", ")
	}
	return call{}, nil, e
}
