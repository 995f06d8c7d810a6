package cards

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/answertext"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/lexicon"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// maxAnswer bounds an answer, in bytes.
const maxAnswer = 1 << 20

// ReadAnswer reads a solution from an answer's text: a line for each property or category, in any order; several may share a
// line with commas or semicolons between them where the puzzle is no line-up. Case and spaces do not matter where that
// leaves no doubt, and names and values may stand in quotes as they do in clues. A name or value that has a separator in it
// is read as what AnswerText writes.
func (in *Instance) ReadAnswer(text string) (puzzle.Solution, error) {
	if len(text) > maxAnswer {
		return nil, fmt.Errorf("an answer of %d bytes", len(text))
	}
	width := rowWidth(in.P)
	t := make(deck.Thing, len(in.P.Properties))
	for i := range t {
		t[i] = -1
	}
	rows := &in.answers().rows
	for _, line := range strings.Split(text, "\n") {
		if strings.Trim(line, answertext.Blank) == "" {
			continue
		}
		said, err := rows.Read(line)
		if err != nil {
			return nil, err
		}
		for _, s := range said {
			if t[s.Name*width] >= 0 {
				return nil, rows.Twice(s.Name)
			}
			copy(t[s.Name*width:], s.Values)
		}
	}
	for i, v := range t {
		if v < 0 {
			return nil, fmt.Errorf("the answer does not say what %s is", nearest.Quote(in.P.Properties[i].Name))
		}
	}
	return Solution{in.P, t}, nil
}

// rowWidth is how many values an answer says of a name: of a category its row, of a property one.
func rowWidth(p *deck.Puzzle) int {
	if p.Lineup != nil {
		return p.Lineup.Places
	}
	return 1
}

// FindAnswers finds solutions among other text.
func (in *Instance) FindAnswers(text string) []puzzle.Stated {
	p := in.P
	w := in.answers()
	lists := answertext.Lists{
		Names: len(p.Asked()),
		Name:  w.name,
		Read: func(line string) ([]answertext.Said, bool) {
			said, err := w.rows.Read(line)
			return said, err == nil
		},
	}
	var found []puzzle.Stated
	for _, l := range lists.Find(text) {
		s := puzzle.Stated{Start: l.Start, End: l.End}
		if l.Values != nil {
			s.Solution = Solution{p, slices.Concat(l.Values...)}
		}
		found = append(found, s)
	}
	return found
}

// answerWords are what answers may say, in all languages.
type answerWords struct {
	p      *deck.Puzzle
	names  [][]string   // of each property or category: its name, and its names in each language
	values [][][]string // of each: its values as they are, and in each language
	rows   answertext.Rows
}

func newAnswerWords(p *deck.Puzzle) *answerWords {
	w := &answerWords{p: p}
	w.rows = answertext.Rows{Name: w.name, Value: w.value, Width: rowWidth(p), Inline: p.Lineup == nil,
		NoRow: func(text string) error {
			q := &p.Asked()[0]
			return fmt.Errorf("expected a line such as %q, found %s", q.Name+": "+q.Values[0], nearest.Quote(strings.Trim(text, "*-. ")))
		},
		NoName: func(text string) error {
			var names []string
			for _, q := range p.Asked() {
				names = append(names, q.Name)
			}
			return puzzle.Unknownf("property", strings.Trim(text, "*-. \t"), names)
		},
		NoValue: func(k int, text string) error {
			q := &p.Asked()[k]
			return fmt.Errorf("property %s: %w", nearest.Quote(q.Name), puzzle.Unknownf("value", text, q.Values))
		},
		Label: func(k int) string { return nearest.Quote(p.Asked()[k].Name) }}
	langs := lexicon.Languages()
	for _, q := range p.Asked() {
		names, values := []string{q.Name}, [][]string{q.Values}
		for _, lang := range langs {
			names = append(names, p.Caption(&q, lang), p.Label(&q, lang))
			values = append(values, p.WordList(&q, lang))
		}
		w.names, w.values = append(w.names, names), append(w.values, values)
		w.rows.Know(names, values...)
	}
	return w
}

// name finds a property or category by its name or label, in quotes or with marks of a list or of stress around it.
func (w *answerWords) name(name string) (int, bool) {
	for _, name := range bare(name) {
		if name == "" { // which would be the label of a property without one
			continue
		}
		for pass := range 2 {
			for i, q := range w.p.Asked() {
				if q.Name == name || pass == 1 && slices.ContainsFunc(w.names[i], func(n string) bool { return strings.EqualFold(n, name) }) {
					return i, true
				}
			}
		}
	}
	return -1, false
}

// value finds a value in an answer, in quotes or with a full stop or marks of stress around it, in any language. The values
// as they are come first.
func (w *answerWords) value(k int, text string) (int, bool) {
	bared := bare(text)
	for _, list := range w.values[k] {
		for _, t := range bared {
			if v := deck.FoldIn(list, t); v >= 0 {
				return v, true
			}
		}
	}
	return -1, false
}

// bare gives a text without what may stand around it in an answer, and without quotes.
func bare(text string) []string {
	list := answertext.Bare(text)
	for _, t := range list {
		if c, _ := utf8.DecodeRuneInString(t); strings.ContainsRune("'\"‘“", c) {
			if inside, end, ok := deck.Quoted(t, 0); ok && end == len(t) {
				list = append(list, inside)
			}
		}
	}
	return list
}
