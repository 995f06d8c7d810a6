package pens

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/drawing"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/judge"
	"github.com/quandary-puzzles/quandary/rules/penpa"
)

// readDrawing reads a drawing as a board of the family, and its answer, nil where it has none of this family's.
func readDrawing(k *drawing.Looks, d *penpa.Drawing) (problem, answer *rules.Board, err error) {
	params := map[string]int64{}
	for _, tag := range d.Tags {
		if name, value, ok := strings.Cut(tag, "="); ok {
			if n, err := strconv.ParseInt(value, 10, 64); err == nil {
				params[name] = n
			}
		}
	}
	problem, err = rules.NewBoard(k.File, d.Rows, d.Cols, params)
	if err != nil {
		return nil, nil, err
	}
	pens, err := pensOf(k, problem, false)
	if err != nil {
		return nil, nil, err
	}
	for _, p := range pens {
		if err := p.read(problem, nil, &d.Marks, d); err != nil {
			return nil, nil, err
		}
	}
	if d.Answer == nil {
		return problem, nil, nil
	}
	answer = problem.Clone()
	if pens, err = pensOf(k, answer, true); err != nil {
		return nil, nil, err
	}
	// A division with cells in no part comes last: what else has been found may say which these are.
	last := func(p *pen) bool { return p.how == "parts" && p.l.Some }
	others := slices.DeleteFunc(slices.Clone(pens), last)
	for _, p := range append(others, slices.DeleteFunc(pens, func(p *pen) bool { return !last(p) })...) {
		if err := p.read(answer, problem, d.Answer, nil); err != nil {
			return nil, nil, err
		}
	}
	return problem, answer, nil
}

// read reads a layer.
func (p *pen) read(b, printed *rules.Board, m *penpa.Marks, d *penpa.Drawing) error {
	switch p.how {
	case "parts":
		b.Set(p.l, p.readParts(b, m))
		return nil
	case "cage":
		marks, err := p.readCages(b, d)
		b.Set(p.l, marks)
		return err
	}
	places, err := b.Places(p.l)
	if err != nil {
		return err
	}
	marks := &rules.Marks{Values: map[board.Place]rules.Value{}}
	for _, place := range places {
		v, err := p.take(b, place, m, d)
		if err != nil {
			return err
		}
		if v.Kind == rules.Nothing && printed != nil && p.l.Printed {
			v = printed.Value(p.l, place)
		}
		if v.Kind == rules.Nothing && p.l.Default != nil {
			v = *p.l.Default
		}
		if v.Kind != rules.Nothing {
			marks.Values[place] = v
		}
	}
	b.Set(p.l, marks)
	return nil
}

// take reads one value; Nothing where there is none.
func (p *pen) take(b *rules.Board, place board.Place, m *penpa.Marks, d *penpa.Drawing) (rules.Value, error) {
	at, _ := point(b, place)
	flag := func(there bool) (rules.Value, error) {
		if there {
			return rules.BoolOf(true), nil
		}
		return rules.Value{}, nil
	}
	switch p.how {
	case "text":
		if text, ok := m.Texts[at]; ok {
			return p.value(text)
		}
		for _, c := range b.Cells(place) { // of a part any cell may have it
			if other, _ := point(b, c); place.Kind >= board.Others && m.Texts[other] != "" {
				return p.value(m.Texts[other])
			}
		}
	case "way":
		for dir, n := range ways {
			if m.Ways[at] == n && slices.Contains(p.l.Domain.Words, dir.String()) {
				return rules.WordOf(dir.String()), nil
			}
		}
	case "small":
		if text, ok := d.Small[at]; ok {
			return p.value(text)
		}
	case "sign":
		fill, filled := m.Fills[at]
		s, signed := m.Signs[at]
		if p.k.Style == "floor" {
			return rules.BoolOf(!filled), nil
		}
		for _, text := range slices.Sorted(maps.Keys(p.signs)) { // of a cell with two of them the same every time
			want := p.signs[text]
			if filled && want == (penpa.Sign{N: fill}) || signed && want == s || p.any && (filled || signed) {
				if p.l.Domain.Kind == rules.Bools {
					return rules.BoolOf(true), nil
				}
				return p.value(text)
			}
		}
	case "line":
		k, _ := linkPoints(b, place)
		return flag(m.Lines[k] > 0)
	case "edge":
		k, _ := sidePoints(b, place)
		return flag(m.Edges[k] > 0)
	case "slash":
		for _, word := range []string{"fall", "rise"} {
			if m.Edges[slashPoints(at, word)] > 0 {
				return rules.WordOf(word), nil
			}
		}
	case "bridge":
		if cells := b.Cells(place); len(cells) > 1 {
			from, _ := point(b, cells[0])
			to, _ := point(b, cells[1])
			n := m.Lines[penpa.Pair(from, to)]
			if p.l.Domain.Kind == rules.Bools {
				return rules.BoolOf(n > 0), nil
			}
			return rules.IntOf(int64(n)), nil
		}
	case "head":
		if words := p.beside(b, place, m); d != nil && len(words) > 0 {
			return p.value(strings.Join(words, " "))
		}
	}
	return rules.Value{}, nil
}

// beside gives the texts of a clue beside the board, from the outermost on.
func (p *pen) beside(b *rules.Board, place board.Place, m *penpa.Marks) (words []string) {
	first, step, ok := headPoints(b, p, place)
	if !ok {
		return nil
	}
	for n := p.slot; n < p.slot+64; n++ {
		text, ok := m.Texts[penpa.At{Y: first.Y + n*step.Y, X: first.X + n*step.X}]
		if !ok || n > p.slot && p.l.Domain.Kind != rules.Lists {
			break
		}
		words = append(words, text)
	}
	if step.Y < 0 || step.X < 0 {
		slices.Reverse(words)
	}
	return words
}

// value reads a text as a value of the layer.
func (p *pen) value(text string) (rules.Value, error) {
	if p.pair {
		for _, word := range strings.Fields(text) {
			if v, ok := valueOf(p.l.Domain, word, p.k.Style == "letter"); ok {
				return v, nil
			}
		}
		return rules.Value{}, nil
	}
	v, ok := valueOf(p.l.Domain, text, p.k.Style == "letter")
	if !ok {
		return v, fmt.Errorf("penpa: %.20q as a value of %s", text, p.l.Name)
	}
	return v, nil
}

func valueOf(d rules.Domain, text string, letters bool) (rules.Value, bool) {
	switch d.Kind {
	case rules.Ints:
		if slices.Contains(d.Words, text) { // a sign among the numbers of a list
			return rules.WordOf(text), true
		}
		if letters && len(text) == 1 && text[0] >= 'A' && text[0] <= 'Z' {
			return rules.IntOf(int64(text[0]-'A') + 1), true
		}
		n, err := strconv.ParseInt(text, 10, 32)
		return rules.IntOf(n), err == nil
	case rules.Words:
		for _, w := range d.Words {
			if v := rules.WordOf(w); w == text || (drawing.Look{}).Text(v) == text {
				return v, true
			}
		}
	case rules.Lists:
		v := rules.ListOf()
		if text == noneOf(d) {
			return v, true
		}
		for _, word := range strings.Fields(text) {
			x, ok := valueOf(*d.Elem, word, letters)
			if !ok {
				return v, false
			}
			v.List = append(v.List, x)
		}
		return v, true
	}
	return rules.Value{}, false
}

// readParts divides the board along its thick lines. Those that end within a part say nothing.
func (p *pen) readParts(b *rules.Board, m *penpa.Marks) *rules.Marks {
	without := judge.Partless(b, p.l)
	cells := slices.DeleteFunc(slices.Clone(b.Geo.All(board.Cell)), func(c board.Place) bool { return without[c] })
	made := rules.Divide(b.Geo, cells, func(link board.Place) bool {
		k, _ := sidePoints(b, link)
		return m.Edges[k] != 0
	})
	return &rules.Marks{Parts: made.Parts}
}

func (p *pen) readCages(b *rules.Board, d *penpa.Drawing) (*rules.Marks, error) {
	marks := &rules.Marks{}
	objects := d.Cages
	if p.k.Style == "thermo" {
		objects = d.Tubes
	}
	for _, cage := range objects {
		object := map[string]rules.Value{}
		for _, f := range p.l.Fields {
			if f.Places {
				list := rules.ListOf()
				for _, at := range cage {
					c := b.Geo.At((at.Y+1)/2, (at.X+1)/2)
					if at.Y < 0 || at.X < 0 || !b.Geo.Has(c) {
						return nil, errors.New("penpa: a cage leaves the board")
					}
					list.List = append(list.List, rules.PlaceOf(c))
				}
				object[f.Name] = list
				continue
			}
			for _, at := range cage {
				if text, ok := d.Small[at]; ok {
					v, ok := valueOf(f.Domain, text, false)
					if !ok {
						return nil, fmt.Errorf("penpa: %.20q in a cage", text)
					}
					object[f.Name] = v
					break
				}
			}
		}
		marks.Objects = append(marks.Objects, object)
	}
	return marks, nil
}

// notWord is what stands between the words of a name.
var notWord = regexp.MustCompile(`[^a-z0-9]+`)

// plainName writes a name as families are named.
func plainName(name string) string {
	return strings.Trim(notWord.ReplaceAllString(strings.ToLower(name), "-"), "-")
}

// Read reads an address as a board of the family with these looks, and its answer, nil where the address has none. Unless somebody asked for
// this family, the tags or the title of the drawing must name it. Errors say what in the drawing is no value of the family.
func Read(k *drawing.Looks, address string, asked bool) (problem, answer *rules.Board, err error) {
	file := k.File
	d, err := penpa.Read(address)
	if err != nil {
		return nil, nil, err
	}
	if !asked {
		names := []string{plainName(file.ID), plainName(file.Name("en"))}
		for _, alias := range file.Aliases {
			names = append(names, plainName(alias))
		}
		named := false
		for _, tag := range append(slices.Clone(d.Tags), d.Title) {
			for _, part := range strings.FieldsFunc(tag, func(r rune) bool { return strings.ContainsRune("(),/", r) }) {
				named = named || slices.ContainsFunc(names, func(name string) bool {
					return plainName(part) == name || strings.ReplaceAll(plainName(part), "-", "") == strings.ReplaceAll(name, "-", "")
				})
			}
		}
		if !named {
			return nil, nil, fmt.Errorf("penpa: neither a tag nor the title names %s: say which family it is, with the format penpa", file.ID)
		}
	}
	return readDrawing(k, d)
}
