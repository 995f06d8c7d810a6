package stored

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardfile"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/laws"
	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// Derivation is a derivation that someone wrote, one step a line.
type Derivation struct {
	Steps []laws.GivenStep
	Lines []int // by step: its line
}

// maxSteps bounds the steps of a derivation.
const maxSteps = 1000

// ReadDerivation reads a derivation about a puzzle, one step a line:
//
//	[label.] claim [from name, name, …] [by law]
//	assume claim
//	contradiction [from name, …]
//	end
//
// A claim is a formula as clues have it. Names are those of clues, and labels of earlier steps (a step without label has its
// number). Assume opens a case, which contradiction ends: its contrary is known then; end closes a case otherwise. Comments
// begin with #. The error is a *doctree.Mistake with the place.
func ReadDerivation(file, src string, p *deck.Puzzle) (*Derivation, error) {
	if len(src) > cardfile.MaxBytes {
		return nil, &doctree.Mistake{Pos: doctree.Pos{File: file}, Msg: fmt.Sprintf("the file is longer than %d bytes", cardfile.MaxBytes)}
	}
	d := &Derivation{}
	for i, line := range strings.Split(strings.TrimPrefix(src, "\ufeff"), "\n") {
		r := stepReader{file: file, line: i + 1, text: strings.TrimRight(line, " \t\r"), p: p}
		r.cut(r.comment())
		if strings.TrimSpace(r.text) == "" {
			continue
		}
		if len(d.Steps) == maxSteps {
			return nil, r.fail(0, "more than %d steps", maxSteps)
		}
		s, err := r.step()
		if err != nil {
			return nil, err
		}
		d.Steps, d.Lines = append(d.Steps, s), append(d.Lines, i+1)
	}
	if len(d.Steps) == 0 {
		return nil, &doctree.Mistake{Pos: doctree.Pos{File: file, Line: 1, Col: 1}, Msg: "expected steps such as: top <> red from clue1, found none"}
	}
	return d, nil
}

type stepReader struct {
	file string
	line int
	text string
	p    *deck.Puzzle
	head string // what stood there
}

// fail makes an error at a byte of what is left of the line.
func (r *stepReader) fail(at int, format string, args ...any) error {
	col := len([]rune(r.head)) + len([]rune(r.text[:min(at, len(r.text))])) + 1
	return &doctree.Mistake{Pos: doctree.Pos{File: r.file, Line: r.line, Col: col}, Msg: fmt.Sprintf(format, args...)}
}

// cut keeps the first n bytes of the text.
func (r *stepReader) cut(n int) { r.text = strings.TrimRight(r.text[:n], " \t\r") }

// skip takes n bytes and the blanks behind them off the front.
func (r *stepReader) skip(n int) {
	n += len(r.text[n:]) - len(strings.TrimLeft(r.text[n:], " \t"))
	r.head += r.text[:n]
	r.text = r.text[n:]
}

// comment gives where a comment begins, or the end.
func (r *stepReader) comment() int {
	end := len(r.text)
	cardfile.Unquoted(r.text, func(i int) bool {
		if r.text[i] == '#' {
			end = i
		}
		return r.text[i] == '#'
	})
	return end
}

// last gives where a word stands last, with blanks round it and outside of quotes; -1 where it does not.
func (r *stepReader) last(word string) int {
	found := -1
	cardfile.Unquoted(r.text, func(i int) bool {
		if strings.HasPrefix(r.text[i:], word) && (i == 0 || r.text[i-1] == ' ' || r.text[i-1] == '\t') {
			if rest := r.text[i+len(word):]; rest == "" || rest[0] == ' ' || rest[0] == '\t' {
				found = i
			}
		}
		return false
	})
	return found
}

var stepLabel = regexp.MustCompile(`^([\pL\d_-]+)[.:)][ \t]+`)

func (r *stepReader) step() (laws.GivenStep, error) {
	var s laws.GivenStep
	r.skip(0)
	if m := stepLabel.FindStringSubmatch(r.text); m != nil {
		s.Label = m[1]
		r.skip(len(m[0]))
	}
	if i := r.last("by"); i >= 0 {
		s.Law = laws.Law(strings.Join(strings.Fields(strings.ToLower(r.text[i+2:])), "-"))
		if s.Law == "" {
			return s, r.fail(len(r.text), "expected the name of a law behind by")
		}
		r.cut(i)
	}
	if i := r.last("from"); i >= 0 {
		s.From = []string{}
		for _, name := range strings.Split(r.text[i+4:], ",") {
			if name = strings.TrimSpace(name); name == "" {
				return s, r.fail(len(r.text), "expected names of clues and steps behind from, such as clue1, 2")
			}
			s.From = append(s.From, name)
		}
		r.cut(i)
	}
	switch word, _, _ := strings.Cut(r.text, " "); strings.ToLower(word) {
	case "assume":
		s.Assume = true
		r.skip(len(word))
	case "contradiction":
		s.Impossible = true
		r.skip(len(word))
	case "end":
		s.Close = true
		r.skip(len(word))
	}
	if s.Impossible || s.Close {
		if r.text != "" {
			return s, r.fail(0, "expected nothing more in the step, found %s", nearest.Quote(r.text))
		}
		return s, nil
	}
	n, err := r.p.Parse(r.text)
	if syn, ok := errors.AsType[*deck.SyntaxError](err); ok {
		return s, r.fail(runeOffset(r.text, syn.Col), "%s", syn.Msg)
	}
	s.Claim = n
	return s, err
}
