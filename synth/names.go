package synth

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/record"
)

// Published records may lack the lists of names in their configurations. Their texts have them all the same: a replay with a mark for
// each name gives the text with marks, and where this fits the published text, what stands in the places of the marks are the
// names.

// marks are the lists that were replaced. A mark is one character for private use.
type marks struct {
	names []string
	lists [][]rune
	next  rune
}

const (
	firstMark = '\uE000'
	lastMark  = '\uF8FF'
)

// replace gives marks for a list of different texts, and any other value as it is.
func (m *marks) replace(name string, v eval.Value) eval.Value {
	l, ok := v.(*eval.List)
	if !ok || l.Len() == 0 || m.next+rune(l.Len()) > lastMark {
		return v
	}
	var seen []eval.Value
	var list []rune
	out := make([]eval.Value, l.Len())
	for i, e := range l.Elems() {
		if _, isText := e.(eval.Str); !isText || slices.Contains(seen, e) {
			return v
		}
		seen = append(seen, e)
		list = append(list, m.next+rune(i))
		out[i] = eval.Str(m.next + rune(i))
	}
	m.next += rune(l.Len())
	m.names, m.lists = append(m.names, name), append(m.lists, list)
	return eval.NewList(out...)
}

// readNames replays a configuration with the names that its published text has. It reports false where they cannot be read for certain.
func (w *Worker) readNames(ctx context.Context, config []byte, opt ReplayOptions) (*record.Record, []string, bool) {
	r, err := w.startReplay(ctx, config, opt)
	if err != nil {
		return nil, nil, false
	}
	m := &marks{next: firstMark}
	r.replay.marks = m
	marked, _, err := r.finish(ctx)
	if err != nil || len(m.lists) == 0 {
		return nil, nil, false
	}
	found, ok := fit([]rune(marked.Problem), []rune(opt.Text))
	if !ok {
		return nil, nil, false
	}
	if r, err = w.startReplay(ctx, config, opt); err != nil {
		return nil, nil, false
	}
	var all []string
	for i, list := range m.lists {
		names := make([]any, len(list))
		for k, c := range list {
			n, ok := found[c]
			if !ok {
				return nil, nil, false
			}
			names[k] = n
			all = append(all, n)
		}
		r.replay.config.Set(m.names[i], names)
		r.replay.note(m.names[i] + " was read off the text")
	}
	rec, notes, err := r.finish(ctx)
	if err != nil {
		return nil, nil, false
	}
	for _, n := range all {
		if strings.Count(rec.Problem, n) != strings.Count(opt.Text, n) {
			return nil, nil, false
		}
	}
	return rec, notes, true
}

// How far a text is looked through for names.
const (
	longestName = 40
	fitSteps    = 1_000_000
	fitBehind   = 8 // how many characters behind the last name must fit too
)

// fitter looks for what the marks of one text stand for in another.
type fitter struct {
	marked, text []rune
	open         int // how many different marks have no text yet
	found        map[rune]string
	steps        int
}

// fit gives the texts of all marks, where the marked text fits from its beginning to behind the last new mark. What comes after
// may be worded in another way.
func fit(marked, text []rune) (map[rune]string, bool) {
	f := &fitter{marked: marked, text: text, found: map[rune]string{}}
	seen := map[rune]bool{}
	for _, c := range marked {
		if isMark(c) && !seen[c] {
			seen[c] = true
			f.open++
		}
	}
	return f.found, f.open > 0 && f.from(0, 0, 0)
}

func isMark(c rune) bool { return firstMark <= c && c <= lastMark }

// from fits the marked text from i on to the text from j on; behind counts the characters since the last mark was found.
func (f *fitter) from(i, j, behind int) bool {
	for ; i < len(f.marked); i++ {
		if f.steps++; f.steps > fitSteps {
			return false
		}
		c := f.marked[i]
		if f.open == 0 && (behind >= fitBehind || isMark(c)) {
			return true
		}
		if !isMark(c) {
			if j >= len(f.text) || f.text[j] != c {
				return false
			}
			j++
			behind++
			continue
		}
		if name, ok := f.found[c]; ok {
			n := utf8.RuneCountInString(name)
			if j+n > len(f.text) || string(f.text[j:j+n]) != name {
				return false
			}
			j += n
			continue
		}
		// A new mark stands for as little as can be.
		f.open--
		for n := 1; n <= longestName && j+n <= len(f.text) && f.text[j+n-1] != '\n'; n++ {
			f.found[c] = string(f.text[j : j+n])
			if f.from(i+1, j+n, 0) {
				return true
			}
			if f.steps > fitSteps {
				return false
			}
		}
		delete(f.found, c)
		f.open++
		return false
	}
	return f.open == 0
}
