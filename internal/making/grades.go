package making

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// grades are the names of difficulty that players know, each with the classes it stands for.
type grades map[string]rules.Range

// usualGrades serve where a rules file says nothing of its own. A name stands for two classes mostly: few families have puzzles of each.
var usualGrades = grades{
	"easy": {Lo: 1, Hi: 2}, "medium": {Lo: 3, Hi: 4}, "hard": {Lo: 4, Hi: 5}, "expert": {Lo: 5, Hi: 5}, "evil": {Lo: 5, Hi: 7}, "fiendish": {Lo: 6, Hi: 7},
}

// readGrades reads the section difficulty of a rules file, such as {easy: 1, hard: 4..5}. Names that it leaves out keep their usual classes.
func readGrades(file *rules.File) (grades, doctree.Problems) {
	n := file.Difficulty
	if n == nil || n.Kind == doctree.Scalar && n.Text.Value == "" {
		return usualGrades, nil
	}
	out := maps.Clone(usualGrades)
	var probs doctree.Problems
	bad := func(at doctree.Pos, text string) {
		probs = append(probs, &doctree.Problem{Pos: at, Severity: doctree.Error, Code: "difficulty", Field: "difficulty", Message: fmt.Sprintf("%q is no difficulty", text),
			Expected: "names with classes from 1 to 7, such as {easy: 1..2, hard: 4}"})
	}
	if n.Kind != doctree.Map {
		bad(n.Pos, n.Text.Value)
		return nil, probs
	}
	for _, e := range n.Entries {
		from, to, two := strings.Cut(e.Val.Text.Value, "..")
		if !two {
			to = from
		}
		lo, err := strconv.Atoi(from)
		hi, err2 := strconv.Atoi(to)
		name := e.Key.Text.Value
		if err != nil || err2 != nil || lo < 1 || lo > hi || hi > len(classNames) || slices.Contains(classNames, name) {
			bad(e.Val.Pos, name+": "+e.Val.Text.Value)
			continue
		}
		out[name] = rules.Range{Lo: lo, Hi: hi}
	}
	return out, probs
}

// graded says a request for a name of difficulty in classes. Those of a trained model are names themselves.
func (m *Maker) graded(s puzzle.Settings) (puzzle.Settings, error) {
	name := s["class"]
	if name == "" || m.ClassNames != nil || slices.Contains(classNames, name) {
		return s, nil
	}
	g, ok := m.grades[name]
	if !ok {
		byClass := func(a, b string) int {
			return cmp.Or(m.grades[a].Lo-m.grades[b].Lo, m.grades[a].Hi-m.grades[b].Hi, strings.Compare(a, b))
		}
		known := slices.Concat(classNames, slices.SortedFunc(maps.Keys(m.grades), byClass))
		return s, fmt.Errorf("option class: %w", puzzle.Unknownf("value", name, known))
	}
	s = maps.Clone(s)
	if s["class"] = strconv.Itoa(g.Lo); g.Lo < g.Hi {
		if s["rating"] != "" {
			return s, fmt.Errorf("options class and rating: %s stands for classes %d to %d; give one of the two", name, g.Lo, g.Hi)
		}
		delete(s, "class")
		s["rating"] = fmt.Sprintf("%d..%d.99", g.Lo, g.Hi) // the whole part of a rating is the class
	}
	return s, nil
}
