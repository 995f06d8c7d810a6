package answertext

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Rows reads rows: a name, a sign behind it, and the values of that name.
//
//	colour: red, blue, white
//	top = red; body = blue
//
// A name or a value may have in it the very signs that part them. Then the longest part of the line that can be read counts.
type Rows struct {
	Name   func(text string) (int, bool)           // which name a text is
	Value  func(name int, text string) (int, bool) // which value of a name a text is
	Width  int                                     // how many values a row has, parted by commas
	Inline bool                                    // several rows may share a line, parted by commas and semicolons; Width is 1
	// The errors of a text without a sign behind a name, of one that is no name, and of one that is no value of a name.
	NoRow, NoName func(text string) error
	NoValue       func(name int, text string) error
	Label         func(name int) string // what messages call a name

	inName, inRow int    // how many signs a name and a row have in them at most
	inValue       []bool // by how many signs a value may have in it: whether there is such a value
}

// line is a line that is read.
type line struct {
	*Rows
	text string
	left int // how much more may be compared
}

// How much may be compared of a line, for each of its bytes, and what it takes to look a text up. Names and values full of signs part a line in
// so many ways that not all of them can be tried.
const (
	perByte  = 64
	perLook  = 8
	lookByte = 8 // bytes of a text that take as much as one try
)

// spend takes off what it takes to compare a text; false: there is not so much left.
func (l *line) spend(tries int) bool {
	l.left -= tries
	return l.left >= 0
}

func (l *line) name(text string) (int, bool) {
	if !l.spend(perLook + len(text)/lookByte) {
		return -1, false
	}
	return l.Name(text)
}

func (l *line) value(k int, text string) (int, bool) {
	if !l.spend(perLook + len(text)/lookByte) {
		return -1, false
	}
	return l.Value(k, text)
}

// What stands behind a name, between rows that share a line, and between the values of a row.
const (
	behindName    = ":=："
	betweenRows   = ",;，；"
	betweenValues = ",，、|"
)

// Blank are the signs that a line may have without saying anything.
const Blank = " \t\r*-."

// Know tells the reader what one name may be called, and all its values, so that it knows which signs are a part of them.
func (r *Rows) Know(names []string, values ...[]string) {
	name, value := 0, 0
	for _, text := range names {
		r.inName = max(r.inName, countOf(text, behindName))
		name = max(name, countOf(text, betweenRows))
	}
	for _, v := range slices.Concat(values...) {
		value = max(value, countOf(v, betweenRows))
		for n := countOf(v, betweenValues); len(r.inValue) <= n; {
			r.inValue = append(r.inValue, false)
		}
		r.inValue[countOf(v, betweenValues)] = true
	}
	r.inRow = max(r.inRow, name+value)
}

// countOf counts the characters of a text that are among some.
func countOf(text, some string) (n int) {
	for _, c := range text {
		if strings.ContainsRune(some, c) {
			n++
		}
	}
	return n
}

// Read reads a line. No name stands twice in it.
func (r *Rows) Read(text string) ([]Said, error) {
	l := &line{r, text, perByte * (len(text) + 1)}
	said, err := l.read()
	if l.left < 0 {
		return nil, errWays
	}
	return said, err
}

var errWays = errors.New("there are too many ways to part the line into names and values")

func (l *line) read() ([]Said, error) {
	ends := []int{len(l.text)}
	if l.Inline {
		ends = endsOf(l.text, betweenRows)
	}
	var out []Said
	for at, from := 0, 0; at < len(ends); {
		to := min(at+l.inRow, len(ends)-1)
		for ; to >= at && l.spend(1); to-- {
			if s, ok := l.row(l.text[from:ends[to]]); ok {
				if slices.ContainsFunc(out, func(o Said) bool { return o.Name == s.Name }) {
					return nil, l.Twice(s.Name)
				}
				out = append(out, s)
				break
			}
		}
		if to < at {
			if strings.Trim(l.text[from:ends[at]], Blank) != "" {
				return nil, l.noRow(l.text[from:ends[at]])
			}
			to = at // nothing between two signs
		}
		from = behind(l.text, ends[to])
		at = to + 1
	}
	return out, nil
}

// Twice is the error of a name that an answer has two rows of.
func (r *Rows) Twice(name int) error { return fmt.Errorf("%s stands twice", r.Label(name)) }

// endsOf gives where the parts of a text end that stand between some signs.
func endsOf(text, some string) []int {
	var ends []int
	for i, c := range text {
		if strings.ContainsRune(some, c) {
			ends = append(ends, i)
		}
	}
	return append(ends, len(text))
}

// behind gives the place behind the sign at a place.
func behind(text string, at int) int {
	if at >= len(text) {
		return len(text)
	}
	_, w := utf8.DecodeRuneInString(text[at:])
	return at + w
}

// row reads a name and what stands behind it. Where the name may end in several places, the first at which both can be read counts.
func (l *line) row(text string) (said Said, ok bool) {
	text = strings.TrimSpace(text)
	for _, end := range l.nameEnds(text) {
		if k, ok := l.name(strings.TrimSpace(text[:end])); ok {
			if values, _, ok := l.values(k, strings.TrimSpace(text[behind(text, end):])); ok {
				return Said{k, values}, true
			}
		}
	}
	return said, false
}

// nameEnds gives where the name of a row may end.
func (l *line) nameEnds(text string) []int {
	if !l.spend(len(text) / lookByte) {
		return nil
	}
	ends := endsOf(text, behindName)
	return ends[:min(len(ends)-1, l.inName+1)]
}

// noRow is the error of a text that is no row: about a name that there is, if it begins with one.
func (l *line) noRow(text string) error {
	text = strings.TrimSpace(text)
	ends := l.nameEnds(text)
	if len(ends) == 0 {
		return l.NoRow(text)
	}
	for _, end := range ends {
		k, ok := l.name(strings.TrimSpace(text[:end]))
		if !ok {
			continue
		}
		rest := strings.TrimSpace(text[behind(text, end):])
		if l.Inline {
			return l.NoValue(k, strings.TrimSpace(strings.TrimLeft(rest, behindName+" \t")))
		}
		_, wrong, _ := l.values(k, rest)
		many := 0
		for _, part := range strings.FieldsFunc(rest, func(c rune) bool { return strings.ContainsRune(betweenValues, c) }) {
			if strings.TrimSpace(part) != "" {
				many++
			}
		}
		if wrong == "" || many < l.Width {
			return fmt.Errorf("%s: expected %d values, found %d", l.Label(k), l.Width, many)
		}
		return l.NoValue(k, wrong)
	}
	return l.NoName(strings.TrimSpace(text[:ends[0]]))
}

// values reads what stands behind a name. Where that are no values, wrong is the first part that is none; "": their number is wrong.
func (l *line) values(k int, rest string) (values []int, wrong string, ok bool) {
	if l.Inline {
		v, ok := l.value(k, rest)
		if !ok {
			v, ok = l.value(k, strings.TrimLeft(rest, behindName+" \t")) // such as top == red
		}
		return []int{v}, "", ok
	}
	p := partedRow{l: l, name: k, text: rest, ends: endsOf(rest, betweenValues), dead: map[[2]int]bool{}}
	if len(p.ends) > 2*l.Width*len(l.inValue)+2 {
		return nil, "", false
	}
	ok = p.from(0)
	return p.out, p.wrong, ok
}

// partedRow tries every way to part the values of a row, since they may have signs in them.
type partedRow struct {
	l     *line
	name  int
	text  string
	ends  []int           // where the pieces between signs end
	dead  map[[2]int]bool // by piece and values read before it: the rest cannot be read
	out   []int
	wrong string // the first piece that is no value
}

// from reads the pieces from one on.
func (p *partedRow) from(at int) bool {
	if at == len(p.ends) {
		return len(p.out) == p.l.Width
	}
	state := [2]int{at, len(p.out)}
	if p.dead[state] {
		return false
	}
	from := 0
	if at > 0 {
		from = behind(p.text, p.ends[at-1])
	}
	for to := min(at+len(p.l.inValue), len(p.ends)) - 1; to >= at && len(p.out) < p.l.Width && p.l.spend(1); to-- {
		text := strings.TrimSpace(p.text[from:p.ends[to]])
		v, ok := 0, false
		if p.l.inValue[to-at] {
			v, ok = p.l.value(p.name, text)
		}
		if ok {
			p.out = append(p.out, v)
			if p.from(to + 1) {
				return true
			}
			p.out = p.out[:len(p.out)-1]
		} else if p.wrong == "" && to == at && text != "" {
			p.wrong = text
		}
	}
	if strings.TrimSpace(p.text[from:p.ends[at]]) == "" && p.from(at+1) {
		return true
	}
	p.dead[state] = true
	return false
}

// Bare gives a text as it stands, and without what may stand around it in an answer: marks of a list or of stress, a full stop. A text
// comes before what is made of it, so that a value A- is not taken for A.
func Bare(text string) []string {
	list := []string{text}
	for _, t := range []string{strings.TrimRight(text, "*-. \t"), strings.Trim(text, "* \t"), strings.Trim(text, "*-. \t")} {
		if t != "" && t != list[len(list)-1] {
			list = append(list, t)
		}
	}
	return list
}
