package codec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/rules"
)

// A piece is a part of a pattern: a literal text, a field, or an optional part.
type piece struct {
	text    string       // of a literal
	layer   *rules.Layer // of a field
	width   int          // of a field: exactly so many characters; 0 for as many as fit
	letters byte         // of a field of numbers: the letter that stands for 1; of a field of words '#': their numbers from 1
	words   []string     // with '#': the words in the order of their numbers
	some    []piece      // of an optional part
	word    string       // of a head: the word that sets a parameter to 1, and may be missing
}

// setting is one value that a token stands for.
type setting struct {
	layer *rules.Layer
	at    string // where from the place of the token: "", or a direction, or centre; of a diagonal fall or rise
	value rules.Value
}

// alternative is one way to write what a place holds.
type alternative struct {
	pieces    []piece
	fixed     []setting
	named     []*rules.Layer // in place of pieces: what the place holds of these, each with its layer's name: dark,number=3
	unwritten bool           // whether it is only read
}

// literal gives the token of an alternative without fields.
func (a *alternative) literal() (string, bool) {
	switch {
	case a.named != nil:
		return "", false
	case len(a.pieces) == 0:
		return "", true
	case len(a.pieces) == 1 && a.pieces[0].layer == nil && a.pieces[0].some == nil:
		return a.pieces[0].text, true
	}
	return "", false
}

// layers lists the layers of the fields and settings of an alternative.
func (a *alternative) layers() []*rules.Layer {
	list := slices.Clone(a.named)
	var walk func([]piece)
	walk = func(pieces []piece) {
		for _, p := range pieces {
			if p.layer != nil && !slices.Contains(list, p.layer) {
				list = append(list, p.layer)
			}
			walk(p.some)
		}
	}
	walk(a.pieces)
	for _, s := range a.fixed {
		if !slices.Contains(list, s.layer) {
			list = append(list, s.layer)
		}
	}
	return list
}

// maxToken bounds the length of a token, and so how much a pattern can try.
const maxToken = 200

// read gives what a token stands for, or false if the alternative does not fit it.
func (a *alternative) read(token string) ([]setting, bool) {
	if len(token) > maxToken {
		return nil, false
	}
	if a.named != nil {
		return readNamed(a.named, token)
	}
	budget := 2000
	var out []setting
	if !match(a.pieces, token, nil, &budget, func(rest string, got []setting) bool {
		out = slices.Clone(got)
		return rest == ""
	}) {
		return nil, false
	}
	return append(out, a.fixed...), true
}

// readNamed reads values with the names of their layers, in any order.
func readNamed(layers []*rules.Layer, token string) ([]setting, bool) {
	var out []setting
	for part := range strings.SplitSeq(token, ",") {
		name, text, valued := strings.Cut(part, "=")
		i := slices.IndexFunc(layers, func(l *rules.Layer) bool { return l.Name == name })
		if i < 0 || slices.ContainsFunc(out, func(s setting) bool { return s.layer == layers[i] }) {
			return nil, false
		}
		v, ok := rules.BoolOf(true), !valued
		if layers[i].Domain.Kind != rules.Bools {
			v, ok = (&piece{layer: layers[i]}).value(text)
			ok = ok && valued
		}
		if !ok {
			return nil, false
		}
		out = append(out, setting{layer: layers[i], value: v})
	}
	return out, true
}

// compose writes an alternative with the values that get gives.
func (a *alternative) compose(get func(*rules.Layer) rules.Value) (string, bool) {
	if a.named == nil {
		return compose(a.pieces, get)
	}
	var parts []string
	for _, l := range a.named {
		switch v := get(l); {
		case l.Domain.Kind == rules.Bools && v.True():
			parts = append(parts, l.Name)
		case l.Domain.Kind != rules.Bools && v.Kind != rules.Nothing:
			s, ok := (&piece{layer: l}).write(v)
			if !ok {
				return "", false
			}
			parts = append(parts, l.Name+"="+s)
		}
	}
	return strings.Join(parts, ","), len(parts) > 0
}

// match tries the pieces at the start of a text, longest fields first and optional parts present first, and hands what is left
// to then until that is content. The budget bounds how many pieces are tried in all.
func match(pieces []piece, text string, got []setting, budget *int, then func(string, []setting) bool) bool {
	if len(pieces) == 0 {
		return then(text, got)
	}
	if *budget--; *budget < 0 {
		return false
	}
	p, rest := pieces[0], pieces[1:]
	switch {
	case p.some != nil:
		return match(p.some, text, got, budget, func(text string, got []setting) bool {
			return match(rest, text, got, budget, then)
		}) || match(rest, text, got, budget, then)
	case p.layer != nil:
		for _, n := range p.lengths(text) {
			v, ok := p.value(text[:n])
			if ok && match(rest, text[n:], append(got, setting{layer: p.layer, value: v}), budget, then) {
				return true
			}
		}
		return false
	}
	left, ok := strings.CutPrefix(text, p.text)
	return ok && match(rest, left, got, budget, then)
}

// lengths lists how many bytes of a text a field might take, longest first.
func (p *piece) lengths(text string) []int {
	if p.width > 0 {
		if len(text) < p.width {
			return nil
		}
		return []int{p.width}
	}
	var list []int
	switch d := p.layer.Domain; {
	case d.Kind == rules.Words && p.letters != '#':
		for _, w := range d.Words {
			if strings.HasPrefix(text, w) {
				list = append(list, len(w))
			}
		}
		slices.Sort(list)
	default:
		n := 0
		if p.letters == 0 && d.Kind == rules.Ints && strings.HasPrefix(text, "-") {
			n = 1
		}
		for n < len(text) && p.takes(text[n]) {
			n++
			list = append(list, n)
		}
	}
	slices.Reverse(list)
	return list
}

// takes reports whether a byte may belong to the field's value.
func (p *piece) takes(c byte) bool {
	if p.letters != 0 && p.letters != '#' {
		return c >= p.letters && c < p.letters+26
	}
	d := &p.layer.Domain
	return c >= '0' && c <= '9' || d.Kind == rules.Lists && (c == ',' || slices.Contains(d.Elem.Words, string(rune(c))))
}

// value reads the value of a field.
func (p *piece) value(text string) (rules.Value, bool) {
	d := &p.layer.Domain
	if d.Kind != rules.Lists {
		return p.single(d, text)
	}
	v := rules.Value{Kind: rules.List}
	for part := range strings.SplitSeq(text, ",") {
		x, ok := p.single(d.Elem, part)
		if !ok {
			return rules.Value{}, false
		}
		v.List = append(v.List, x)
	}
	return v, true
}

func (p *piece) single(d *rules.Domain, text string) (rules.Value, bool) {
	switch d.Kind {
	case rules.Ints:
		if slices.Contains(d.Words, text) { // a sign among the numbers of a list
			return rules.WordOf(text), true
		}
		if p.letters != 0 {
			if len(text) != 1 || !p.takes(text[0]) {
				return rules.Value{}, false
			}
			return rules.IntOf(int64(text[0]-p.letters) + 1), true
		}
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil || text != strconv.FormatInt(n, 10) && p.width == 0 {
			return rules.Value{}, false
		}
		return rules.IntOf(n), true
	case rules.Words:
		if p.letters == '#' {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 || n > len(p.words) || text[0] == '0' {
				return rules.Value{}, false
			}
			return rules.WordOf(p.words[n-1]), true
		}
		return rules.WordOf(text), slices.Contains(d.Words, text)
	}
	return rules.Value{}, false
}

// write gives the text of a value in a field, or false if it has none.
func (p *piece) write(v rules.Value) (string, bool) {
	switch v.Kind {
	case rules.Int:
		if p.letters != 0 {
			if v.N < 1 || v.N > 26 {
				return "", false
			}
			return string(rune(p.letters + byte(v.N) - 1)), true
		}
		s := strconv.FormatInt(v.N, 10)
		return s, p.width == 0 || len(s) == p.width
	case rules.Word:
		if p.letters == '#' {
			n := slices.Index(p.words, v.Word)
			return strconv.Itoa(n + 1), n >= 0
		}
		return v.Word, p.width == 0 || len(v.Word) == p.width
	case rules.List:
		var parts []string
		for _, x := range v.List {
			s, ok := p.write(x)
			if !ok {
				return "", false
			}
			parts = append(parts, s)
		}
		return strings.Join(parts, ","), len(parts) > 0
	}
	return "", false
}

// compose writes the pieces with the values that get gives; nothing is no value. An optional part is written if it has fields and
// all of them have values.
func compose(pieces []piece, get func(*rules.Layer) rules.Value) (string, bool) {
	var b strings.Builder
	for _, p := range pieces {
		switch {
		case p.some != nil:
			if s, ok := compose(p.some, get); ok {
				b.WriteString(s)
			}
		case p.layer != nil:
			s, ok := p.write(get(p.layer))
			if !ok {
				return "", false
			}
			b.WriteString(s)
		default:
			b.WriteString(p.text)
		}
	}
	return b.String(), true
}

// parsePattern reads a pattern: literal text with {layer}, {layer:width}, {layer:a} and [optional parts]. A bracket or brace
// that stands for itself is doubled.
func parsePattern(text string, find func(name string) (*rules.Layer, error)) ([]piece, error) {
	p := &patternParser{text: text, find: find}
	pieces, err := p.pieces(0)
	if err == nil && p.i < len(text) {
		err = fmt.Errorf("%q after the end of the pattern", text[p.i:])
	}
	return pieces, err
}

type patternParser struct {
	text string
	i    int
	find func(name string) (*rules.Layer, error)
}

func (p *patternParser) pieces(depth int) ([]piece, error) {
	var list []piece
	literal := func(s string) {
		if n := len(list); n > 0 && list[n-1].layer == nil && list[n-1].some == nil {
			list[n-1].text += s
		} else {
			list = append(list, piece{text: s})
		}
	}
	for p.i < len(p.text) {
		c := p.text[p.i]
		if strings.IndexByte("[]{}", c) >= 0 && strings.HasPrefix(p.text[p.i+1:], string(c)) {
			literal(p.text[p.i : p.i+1])
			p.i += 2
			continue
		}
		switch c {
		case '[':
			if depth > 4 {
				return nil, fmt.Errorf("optional parts within more than four others")
			}
			p.i++
			some, err := p.pieces(depth + 1)
			if err != nil {
				return nil, err
			}
			if !strings.HasPrefix(p.text[p.i:], "]") {
				return nil, fmt.Errorf("a bracket [ is not closed")
			}
			if len(some) == 0 {
				return nil, fmt.Errorf("the optional part [] is empty")
			}
			p.i++
			list = append(list, piece{some: some})
		case ']':
			if depth == 0 {
				return nil, fmt.Errorf("a bracket ] closes none")
			}
			return list, nil
		case '{':
			end := strings.IndexByte(p.text[p.i:], '}')
			if end < 0 {
				return nil, fmt.Errorf("a brace { is not closed")
			}
			f, err := p.field(p.text[p.i+1 : p.i+end])
			if err != nil {
				return nil, err
			}
			list = append(list, f)
			p.i += end + 1
		case '}':
			return nil, fmt.Errorf("a brace } closes none")
		default:
			literal(p.text[p.i : p.i+1])
			p.i++
		}
	}
	return list, nil
}

func (p *patternParser) field(text string) (piece, error) {
	name, how, formatted := strings.Cut(text, ":")
	l, err := p.find(name)
	if err != nil {
		return piece{}, err
	}
	f := piece{layer: l}
	d := &l.Domain
	if d.Kind == rules.Lists {
		d = d.Elem
	}
	if d.Kind != rules.Ints && d.Kind != rules.Words || l.Parts || l.Objects() {
		return piece{}, fmt.Errorf("the layer %s holds no numbers and no words: {%s} cannot be written", name, name)
	}
	if !formatted {
		return f, nil
	}
	if how == "a" || how == "A" || how == "#" {
		if (how == "#") != (d.Kind == rules.Words) {
			return piece{}, fmt.Errorf("the field {%s}: a and A write numbers as letters, # writes words by their numbers", text)
		}
		f.letters, f.words = how[0], d.Words
		return f, nil
	}
	// Words of one letter each may be numbered in an order of their own: {dir:nswe}.
	if all := strings.Join(d.Words, ""); len(how) == len(d.Words) && len(all) == len(how) && d.Kind == rules.Words &&
		!strings.ContainsFunc(how, func(r rune) bool { return strings.Count(how, string(r)) > 1 || !strings.ContainsRune(all, r) }) {
		f.letters, f.words = '#', strings.Split(how, "")
		return f, nil
	}
	n, err := strconv.Atoi(how)
	if err != nil || n < 1 || n > 9 {
		return piece{}, fmt.Errorf("the field {%s}: after the colon comes a width from 1 to 9, a or A for letters, or # for the numbers of words", text)
	}
	f.width = n
	return f, nil
}
