package declared

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/answertext"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// What people and models answer, read: for each layer that is asked for a grid, or a list of places (see places.go), in the order of the file.

var (
	yesTokens = []string{"x", "X", "#", "1", "■", "█", "●", "T", "✓", "true"}
	noTokens  = []string{"-", ".", "0", "□", "○", "_", "F", "·", "false"}
)

// none reports whether a token says that there is nothing.
func (a *asked) none(token string) bool {
	token = strings.Trim(token, "*`")
	return token == noValue || token == "-" || token == "." || token == "_"
}

// value reads a token of a grid. Of a division the token is a label, and its value a word.
func (a *asked) value(token string) (rules.Value, bool) {
	token = strings.Trim(token, "*`")
	switch {
	case a.l.Parts:
		if token == "" || token == "?" || a.none(token) {
			return rules.Value{}, a.l.Some && token != "" && token != "?"
		}
		return rules.WordOf(token), len(token) <= 4
	case a.l.Domain.Kind == rules.Bools:
		if slices.Contains(yesTokens, token) {
			return rules.BoolOf(true), true
		}
		return rules.BoolOf(false), slices.Contains(noTokens, token)
	case a.blank() && a.none(token):
		return rules.Value{}, true
	case a.l.Domain.Kind == rules.Words:
		for _, w := range a.l.Domain.Words {
			if strings.EqualFold(w, token) {
				return rules.WordOf(w), true
			}
		}
		return rules.Value{}, false
	}
	n, err := strconv.ParseInt(token, 10, 32)
	if err != nil || a.lo != nil && n < *a.lo || a.hi != nil && n > *a.hi {
		return rules.Value{}, false
	}
	return rules.IntOf(n), true
}

// marks makes the values of the layer of a grid's tokens, row by row. It is false where one is none of the layer's.
func (a *asked) marks(tokens []string) (*rules.Marks, bool) {
	m := &rules.Marks{}
	if !a.l.Parts {
		m.Values = make(map[board.Place]rules.Value, len(tokens))
	}
	at := map[string]int{}
	for n, t := range tokens {
		p := a.cells[n]
		if p == (board.Place{}) { // no cell of a board that is no rectangle
			if !a.none(t) {
				return nil, false
			}
			continue
		}
		v, ok := a.value(t)
		if !ok {
			return nil, false
		}
		switch {
		case v.Kind == rules.Nothing:
		case a.l.Parts:
			k, known := at[v.Word]
			if !known {
				k = len(m.Parts)
				at[v.Word] = k
				m.Parts = append(m.Parts, nil)
			}
			m.Parts[k] = append(m.Parts[k], p)
		case v.Kind != rules.Bool || v.N != 0:
			m.Values[p] = v
		}
	}
	return m, true
}

// ReadAnswer reads a solution from an answer's text: as the question asks for it, or in the family's text format.
func (i *Instance) ReadAnswer(text string) (puzzle.Solution, error) {
	found := i.FindAnswers(text)
	for n := len(found) - 1; n >= 0; n-- {
		if found[n].Solution != nil {
			return found[n].Solution, nil
		}
	}
	if s, err := i.ReadSolution("", text); err == nil {
		return s, nil
	}
	if len(found) > 0 {
		return nil, errors.New("the answer is not complete")
	}
	return nil, errors.New("there is no answer in the form that was asked for")
}

// FindAnswers finds answers among other text: each is what is asked for, layer by layer, in the order of the file.
func (i *Instance) FindAnswers(text string) []puzzle.Stated {
	asks, err := i.asking()
	if err != nil || len(asks) == 0 {
		return nil
	}
	many := len(asks) > 1
	if many {
		text = apart(asks, text)
	}
	all := make([][]stated, len(asks))
	for n, a := range asks {
		if a.grid {
			all[n] = i.grids(a, text)
		}
		if len(all[n]) == 0 {
			all[n] = i.lists(a, text, many)
		}
	}
	// Layer by layer, each behind the one before it.
	var out []puzzle.Stated
	for behind := 0; ; {
		s := puzzle.Stated{Start: -1}
		answer := i.b.Clone()
		full := true
		at := behind
		for n, a := range asks {
			k := slices.IndexFunc(all[n], func(x stated) bool { return x.start >= at })
			if k < 0 {
				return out
			}
			x := all[n][k]
			if s.Start < 0 {
				if s.Start = x.start; many {
					s.Start = a.headed(text, behind, x.start)
				}
			}
			s.End, at = x.end, x.end
			if x.marks == nil {
				full = false
			} else {
				answer.Set(a.l, x.marks)
			}
		}
		if full {
			s.Solution = &Solution{i.f, answer}
		}
		out = append(out, s)
		if s.End <= behind {
			return out
		}
		behind = s.End
	}
}

// apart puts the members of an object into lines of their own, in as many bytes.
func apart(asks []*asked, text string) string {
	for _, a := range asks {
		text = a.member.ReplaceAllStringFunc(text, func(m string) string { return "\n" + m[1:] })
	}
	return text
}

// headed gives where the layer's name stands above what begins at a place; that place itself where it does not.
func (a *asked) headed(text string, from, start int) int {
	before := strings.TrimRight(text[from:start], " \t\r\n`*")
	line := strings.LastIndexByte(before, '\n') + 1
	if a.heading.MatchString(before[line:]) {
		return from + line
	}
	return start
}

// printed adds the values that are printed to those of a list, which may leave them out.
func (i *Instance) printed(l *rules.Layer, m *rules.Marks) *rules.Marks {
	if given := i.b.Marks(l); l.Printed && given != nil && m.Values != nil {
		for p, v := range given.Values {
			if _, ok := m.Values[p]; !ok && l.Domain.Kind != rules.Bools {
				m.Values[p] = v
			}
		}
	}
	return m
}

// stated is the values of one layer as a text states them.
type stated struct {
	start, end int
	marks      *rules.Marks // nil where the text breaks off
}

// bareSigns are cells without a value, which elsewhere are taken for blanks that are still to be filled in.
const bareSigns = "-._"

// noValue stands for such a cell while boards are looked for. It is one character, so that places in the text stay the same.
const noValue = "@"

// cellSigns replaces cells of one sign between blanks, bars, commas and brackets: those without a value by noValue, and a marked one that
// would be taken for markup by an x.
func cellSigns(text string, none, hash bool) string {
	var out []byte
	for n := 0; n < len(text); n++ {
		c := text[n]
		if !(none && strings.IndexByte(bareSigns, c) >= 0 || hash && c == '#') || !edgeOfCell(text, n-1) || !edgeOfCell(text, n+1) {
			continue
		}
		if out == nil {
			out = []byte(text)
		}
		if out[n] = noValue[0]; c == '#' {
			out[n] = 'x'
		}
	}
	if out == nil {
		return text
	}
	return string(out)
}

// edgeOfCell reports whether a cell may end beside this place of a text.
func edgeOfCell(text string, n int) bool {
	return n < 0 || n >= len(text) || strings.IndexByte(" \t\r\n|,;[]<>\"'", text[n]) >= 0
}

// grids finds the grids of a layer.
func (i *Instance) grids(a *asked, text string) []stated {
	bools := a.l.Domain.Kind == rules.Bools && !a.l.Parts
	text = cellSigns(text, a.mayLack && !bools, bools)
	is := map[string]bool{} // most cells hold what another holds
	cell := func(s string) bool {
		ok, known := is[s]
		if !known {
			_, ok = a.value(s)
			ok = ok || a.holes && a.none(s)
			is[s] = ok
		}
		return ok
	}
	var out []stated
	for _, b := range answertext.Boards(text, answertext.Shape{Rows: i.b.Geo.Rows, Cols: i.b.Geo.Cols, Cell: cell, Single: a.single, Name: a.l.Name}) {
		s := stated{start: b.Start, end: b.End}
		if b.Cells != nil {
			s.marks, _ = a.marks(b.Cells)
		}
		out = append(out, s)
	}
	return out
}
