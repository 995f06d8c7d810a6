package notation

import (
	"fmt"
	"strings"
	"unicode"
)

// MaxText is how long a puzzle's text may be, in bytes.
const MaxText = 1 << 20

// maxItems bounds the constraints of a puzzle, also those that Replicate makes.
const maxItems = 20_000

// maxDepth bounds how deep constraints stand within each other.
const maxDepth = 20

// Item is a constraint.
type Item struct {
	Name  string // "" for givens
	Args  []string
	Items []Item // of Or, And and Replicate: what stands within
	Col   int    // where it begins, in characters from 1
}

// Error is a text that is not as the notation says.
type Error struct {
	Col      int // in characters from 1
	Msg      string
	Expected string
}

func (e *Error) Error() string {
	s := e.Msg
	if e.Col > 0 {
		s = fmt.Sprintf("column %d: %s", e.Col, e.Msg)
	}
	if e.Expected != "" {
		s += "; " + e.Expected
	}
	return s
}

func (it *Item) fail(format string, args ...any) *Error {
	name := it.Name
	if name == "" {
		name = "a given"
	}
	return &Error{Col: it.Col, Msg: name + ": " + fmt.Sprintf(format, args...)}
}

// composite reports whether other constraints stand within one of this name, up to End.
func composite(name string) bool { return name == "Or" || name == "And" || name == "Replicate" }

// looks reports whether a text is in this notation: it begins with a point, and then a name or a tilde. A board of Sudoku in one line
// has no tilde; a text without one is a list of names that are all capitalised words.
func looks(text string) bool {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, ".") {
		return false
	}
	if strings.HasPrefix(text, ".~") {
		return true
	}
	named := false // an empty board is a line of points
	for part := range strings.SplitSeq(text[1:], ".") {
		name, _, tilde := strings.Cut(strings.TrimSpace(part), "~")
		if name == "" {
			continue
		}
		named = true
		if name[0] < 'A' || name[0] > 'Z' || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) }) {
			return false
		}
		if tilde {
			return true
		}
		if len(name) < 2 || strings.ToUpper(name) == name {
			return false
		}
	}
	return named
}

// Parse takes a text apart. White space means nothing.
func Parse(text string) ([]Item, error) {
	if len(text) > MaxText {
		return nil, &Error{Msg: fmt.Sprintf("a puzzle of %d bytes", len(text)), Expected: fmt.Sprintf("at most %d", MaxText)}
	}
	var root Item
	open := []*Item{&root}
	col := 1
	for i, part := range strings.Split(text, ".") {
		start := col
		col += len([]rune(part)) + 1
		part = strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) {
				return -1
			}
			return r
		}, part)
		if i == 0 {
			if part != "" {
				return nil, &Error{Col: 1, Msg: fmt.Sprintf("the text begins with %q", clip(part)), Expected: "a constraint begins with a point: .Cage~10~R1C1~R1C2"}
			}
			continue
		}
		if part == "" {
			continue
		}
		args := strings.Split(part, "~")
		it := Item{Name: args[0], Args: args[1:], Col: start}
		if it.Name == "End" {
			if len(open) == 1 {
				return nil, it.fail("there is nothing that ends here")
			}
			open = open[:len(open)-1]
			continue
		}
		at := open[len(open)-1]
		if at.Items = append(at.Items, it); len(at.Items) > maxItems {
			return nil, it.fail("more than %d constraints", maxItems)
		}
		if composite(it.Name) {
			if open = append(open, &at.Items[len(at.Items)-1]); len(open) > maxDepth {
				return nil, it.fail("constraints stand within each other more than %d deep", maxDepth)
			}
		}
	}
	if len(open) > 1 {
		return nil, open[len(open)-1].fail("its .End is missing")
	}
	return root.Items, nil
}

func clip(s string) string {
	if r := []rune(s); len(r) > 24 {
		return string(r[:24]) + "…"
	}
	return s
}

// Format writes constraints.
func Format(items []Item) string {
	var b strings.Builder
	for _, it := range items {
		b.WriteString("." + it.Name)
		for _, a := range it.Args {
			b.WriteString("~" + a)
		}
		if composite(it.Name) {
			b.WriteString(Format(it.Items) + ".End")
		}
	}
	return b.String()
}
