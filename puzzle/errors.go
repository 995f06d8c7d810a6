package puzzle

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// UnknownError is the error of a name that is not known.
type UnknownError struct {
	What  string   // what the name should name: "technique", "format", …
	Name  string   // the name as it was given
	Near  []string // the nearest known names, nearest first; may be empty
	Known []string // all known names
}

func (e *UnknownError) Error() string {
	return nearest.Unknown(e.What, e.Name, e.Near, e.Known)
}

// ErrLossy is the error of writing a puzzle in a format that cannot hold all of it.
var ErrLossy = errors.New("the format cannot hold this puzzle")

// Unknownf makes the error of a name that is not among the known ones.
func Unknownf(what, name string, known []string) error {
	return &UnknownError{What: what, Name: name, Near: Nearest(name, known), Known: known}
}

// Nearest gives the known names that a mistyped one may have meant, nearest first, at most three.
func Nearest(name string, known []string) []string { return nearest.All(name, known) }

// AmbiguousError is of a text that each of these families reads.
type AmbiguousError []Reader

// mostNamed is how many families a message names.
const mostNamed = 8

func (e AmbiguousError) Error() string {
	var names []string
	for _, r := range e[:min(len(e), mostNamed)] {
		names = append(names, r.Name())
	}
	list := strings.Join(names, ", ")
	if more := len(e) - len(names); more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("several families of puzzles read this (%s); say which one it is meant for", list)
}

// UnreachableError says that a generator could not reach its target, and how near it came.
type UnreachableError struct {
	Target string // what was asked for
	Best   string // the best that was reached
	Tries  int
	Early  string // why it ended before all tries; empty: it did not
	Easier bool   // every puzzle that was met is easier than the target: so a harder target was not met either
}

func (e *UnreachableError) Error() string {
	msg := "target not reached: " + e.Target
	switch {
	case e.Tries == 1:
		msg += " (in 1 try)"
	case e.Tries > 1:
		msg += fmt.Sprintf(" (in %d tries)", e.Tries)
	}
	if e.Early != "" {
		msg += "; " + e.Early
	}
	if e.Best != "" {
		msg += "; the best was " + e.Best
	}
	return msg
}

// NoBoardError says that a generator made no full board of a size, whatever the puzzle should be like.
type NoBoardError struct{ Err error }

func (e *NoBoardError) Error() string { return e.Err.Error() }
func (e *NoBoardError) Unwrap() error { return e.Err }

// Get gives the value of an option, or its default.
func (s Settings) Get(opts []Option, name string) string {
	if v, ok := s[name]; ok {
		return v
	}
	for _, o := range opts {
		if o.Name == name {
			return o.Default
		}
	}
	return ""
}

// Number gives the value of an option that is a whole number from least to most. A word, where it is not empty, may stand for no
// number: ok is false then, and where the option is not given and has no default.
func (s Settings) Number(opts []Option, name string, least, most int, word string) (n int, ok bool, err error) {
	text := s.Get(opts, name)
	if text == word {
		return 0, false, nil
	}
	n, err = strconv.Atoi(text)
	if err != nil || n < least || n > most {
		if word != "" {
			word += " or "
		}
		return 0, false, fmt.Errorf("option %s: expected %sa number from %d to %d, found %.20q", name, word, least, most, text)
	}
	return n, true, nil
}

// Range gives the bounds of an option such as 2..3.5, or twice the number where it is one; ok is false where the option is not given.
func (s Settings) Range(name string) (least, most float64, ok bool, err error) {
	text := s[name]
	if text == "" {
		return 0, 0, false, nil
	}
	lo, hi, two := strings.Cut(text, "..")
	if !two {
		hi = lo
	}
	least, err = strconv.ParseFloat(lo, 64)
	most, err2 := strconv.ParseFloat(hi, 64)
	if err != nil || err2 != nil || !(least <= most) {
		return 0, 0, false, fmt.Errorf("option %s: expected a range such as 4..5, found %.20q", name, text)
	}
	return least, most, true, nil
}

// Validate checks that every setting is an option and, where an option lists its values, has one of them.
func (s Settings) Validate(opts []Option) error {
	if len(s) == 0 {
		return nil
	}
	known := make([]string, len(opts))
	byName := map[string]Option{}
	for i, o := range opts {
		known[i] = o.Name
		byName[o.Name] = o
	}
	names := make([]string, 0, len(s))
	for name := range s {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		o, ok := byName[name]
		if !ok {
			return Unknownf("option", name, known)
		}
		if len(o.Values) == 0 {
			continue
		}
		if !slices.Contains(o.Values, s[name]) && s[name] != o.Default {
			return fmt.Errorf("option %s: %w", name, Unknownf("value", s[name], o.Values))
		}
	}
	return nil
}
