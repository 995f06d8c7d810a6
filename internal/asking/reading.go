package asking

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/answertext"
	"github.com/quandary-puzzles/quandary/rules"
)

// What people and models answer, read: for each layer that is asked for a grid, or a list of places (see places.go), in the order of the file.

// yesNo reads a token of a layer of truth values.
func yesNo(token string) (is, ok bool) {
	switch token {
	case "x", "X", "#", "1", "■", "█", "●", "T", "✓", "true":
		return true, true
	case "-", ".", "0", "□", "○", "_", "F", "·", "false":
		return false, true
	}
	return false, false
}

// none reports whether a token says that there is nothing.
func (a *asked) none(token string) bool {
	switch plainToken(token) {
	case noValue, "-", ".", "_":
		return true
	}
	return false
}

// plainToken is a token without the marks of emphasis around it.
func plainToken(token string) string {
	if token != "" && !emphasis(token[0]) && !emphasis(token[len(token)-1]) { // as most are
		return token
	}
	return strings.Trim(token, "*`")
}

func emphasis(c byte) bool { return c == '*' || c == '`' }

// value reads a token of a grid. Of a division the token is a label, and its value a word.
func (a *asked) value(token string) (rules.Value, bool) {
	token = plainToken(token)
	switch {
	case a.l.Parts:
		if token == "" || token == "?" || a.none(token) {
			return rules.Value{}, a.l.Some && token != "" && token != "?"
		}
		return rules.WordOf(token), len(token) <= 4
	case a.l.Domain.Kind == rules.Bools:
		is, ok := yesNo(token)
		return rules.BoolOf(is), ok
	case a.blank() && a.none(token):
		return rules.Value{}, true
	case a.l.Domain.Kind == rules.Words:
		for _, w := range a.l.Domain.Words {
			if strings.EqualFold(w, token) {
				return rules.WordOf(w), true
			}
		}
		if v, ok := a.drawn[token]; ok {
			return v, true
		}
		v, ok := a.said[strings.ToLower(token)]
		return v, ok
	}
	n, err := strconv.ParseInt(token, 10, 32)
	if a.letters && len(token) == 1 && unicode.IsLetter(rune(token[0])) {
		n, err = int64(token[0]|0x20)-'a'+1, nil
	}
	if err != nil {
		v, ok := a.drawn[token]
		return v, ok
	}
	if a.lo != nil && n < *a.lo || a.hi != nil && n > *a.hi {
		return rules.Value{}, false
	}
	return rules.IntOf(n), true
}

// cell reports whether a token of a grid is a cell: a value, or, of a board that is no rectangle, the place of none.
func (a *asked) cell(token string) bool {
	if len(token) == 1 && token[0] < 0x80 { // most cells are one sign
		c := token[0]
		return a.signs[c/64]&(1<<(c%64)) != 0
	}
	return a.isCell(token)
}

func (a *asked) isCell(token string) bool {
	_, ok := a.value(token)
	return ok || a.holes && a.none(token)
}

// marks makes the values of the layer of a grid's tokens, row by row. It is false where one is none of the layer's.
func (a *asked) marks(tokens []string) (*rules.Marks, bool) {
	if a.l.Parts {
		return a.division(tokens)
	}
	room := len(tokens)
	if a.l.Domain.Kind == rules.Bools { // those that are true
		room = 0
		for _, t := range tokens {
			if is, _ := yesNo(plainToken(t)); is {
				room++
			}
		}
	}
	m := &rules.Marks{Values: make(map[board.Place]rules.Value, room)}
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
		if v.Kind != rules.Nothing && (v.Kind != rules.Bool || v.N != 0) {
			m.Values[p] = v
		}
	}
	return m, true
}

// division is marks of a layer of parts: cells with the same label are one.
func (a *asked) division(tokens []string) (*rules.Marks, bool) {
	of := make([]int, len(tokens)) // the part of each cell, and one
	at := map[string]int{}
	var sizes []int
	all, last, k := 0, "", 0
	for n, t := range tokens {
		if a.cells[n] == (board.Place{}) {
			if !a.none(t) {
				return nil, false
			}
			continue
		}
		v, ok := a.value(t)
		switch {
		case !ok:
			return nil, false
		case v.Kind == rules.Nothing:
			continue
		case k == 0 || v.Word != last: // neighbours are often of one part
			if last, k = v.Word, at[v.Word]; k == 0 {
				sizes = append(sizes, 0)
				k = len(sizes)
				at[v.Word] = k
			}
		}
		of[n] = k
		sizes[k-1]++
		all++
	}
	m := &rules.Marks{}
	if len(sizes) > 0 {
		m.Parts = make([][]board.Place, len(sizes))
	}
	places := make([]board.Place, all)
	for k, size := range sizes {
		m.Parts[k], places = places[:0:size], places[size:]
	}
	for n, k := range of {
		if k > 0 {
			m.Parts[k-1] = append(m.Parts[k-1], a.cells[n])
		}
	}
	return m, true
}

// Stated is an answer that stands in a text.
type Stated struct {
	Start, End int          // in bytes
	Board      *rules.Board // the board with the answer; nil: the text breaks off
}

// Find finds answers among other text, in its order: each is what is asked for, layer by layer, in the order of the file.
func (q *Question) Find(text string) []Stated {
	asks := q.asks
	if len(asks) == 0 {
		return nil
	}
	many := len(asks) > 1
	if many {
		text = apart(asks, text)
	}
	all := make([][]stated, len(asks))
	for n, a := range asks {
		text := text
		if a.slashed() {
			text = slashCells(text, q.b.Geo.Cols, a.mayLack)
		}
		if a.grid {
			all[n] = q.grids(a, text)
		}
		if len(all[n]) == 0 {
			all[n] = q.lists(a, text, many)
		}
	}
	// Layer by layer, each behind the one before it.
	var out []Stated
	for behind := 0; ; {
		s := Stated{Start: -1}
		answer := q.b.Clone()
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
			s.Board = answer
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
func (q *Question) printed(l *rules.Layer, m *rules.Marks) *rules.Marks {
	if given := q.b.Marks(l); l.Printed && given != nil && m.Values != nil {
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

// noValue stands for a cell without a value, which elsewhere is taken for a blank that is still to be filled in, while boards are looked for. It
// is one character, so that places in the text stay the same.
const noValue = "@"

// cellSigns replaces cells of one sign between blanks, bars, commas and brackets: those without a value (-, . and _) by noValue, and a marked one that
// would be taken for markup by an x.
func cellSigns(text string, none, hash bool) string {
	if !none && !hash {
		return text
	}
	var out []byte
	for n := 0; n < len(text); n++ {
		c := text[n]
		if !(none && (c == '-' || c == '.' || c == '_') || hash && c == '#') || !edgeOfCell(text, n-1) || !edgeOfCell(text, n+1) {
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
func edgeOfCell(text string, n int) bool { return n < 0 || n >= len(text) || cellEdges[text[n]] }

var cellEdges = func() (is [256]bool) {
	for _, c := range " \t\r\n|,;[]<>\"'" {
		is[c] = true
	}
	return is
}()

// grids finds the grids of a layer.
func (q *Question) grids(a *asked, text string) []stated {
	bools := a.l.Domain.Kind == rules.Bools && !a.l.Parts
	text = cellSigns(text, a.mayLack && !bools, bools)
	var out []stated
	for _, b := range answertext.Boards(text, answertext.Shape{Rows: q.b.Geo.Rows, Cols: q.b.Geo.Cols, Cell: a.cell, Single: a.single, Name: a.l.Name}) {
		s := stated{start: b.Start, end: b.End}
		if b.Cells != nil {
			s.marks, _ = a.marks(b.Cells)
		}
		out = append(out, s)
	}
	return out
}
