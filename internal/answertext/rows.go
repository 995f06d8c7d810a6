package answertext

import (
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
	Name   func(text string) (int, error)           // which name a text is
	Value  func(name int, text string) (int, error) // which value of a name a text is
	Width  int                                      // how many values a row has, parted by commas
	Inline bool                                     // several rows may share a line, parted by commas and semicolons; Width is 1
	// NoRow is the error of a text without a sign behind a name.
	NoRow func(text string) error
	Label func(name int) string // what messages call a name

	// How many signs a name, a row and a value have in them at most.
	inName, inRow, inValue int
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
		r.inValue = max(r.inValue, countOf(v, betweenValues))
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
func (r *Rows) Read(line string) ([]Said, error) {
	ends := []int{len(line)}
	if r.Inline {
		ends = endsOf(line, betweenRows)
	}
	var out []Said
	for at, from := 0, 0; at < len(ends); {
		if strings.Trim(line[from:ends[at]], Blank) == "" {
			from = behind(line, ends[at])
			at++
			continue
		}
		var first error
		to := min(at+r.inRow, len(ends)-1)
		for ; to >= at; to-- {
			s, err := r.row(line[from:ends[to]])
			if err == nil {
				if slices.ContainsFunc(out, func(o Said) bool { return o.Name == s.Name }) {
					return nil, r.Twice(s.Name)
				}
				out = append(out, s)
				break
			}
			first = err
		}
		if to < at {
			return nil, first
		}
		from = behind(line, ends[to])
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
func (r *Rows) row(text string) (said Said, err error) {
	text = strings.TrimSpace(text)
	ends := endsOf(text, behindName)
	ends = ends[:len(ends)-1]
	if len(ends) == 0 {
		return said, r.NoRow(text)
	}
	known := false // err is about a name that there is
	for i := 0; i <= r.inName && i < len(ends); i++ {
		k, e := r.Name(strings.TrimSpace(text[:ends[i]]))
		if e == nil {
			var values []int
			if values, e = r.values(k, strings.TrimSpace(text[behind(text, ends[i]):])); e == nil {
				return Said{k, values}, nil
			}
			if !known {
				known, err = true, e
			}
		} else if err == nil {
			err = e
		}
	}
	return said, err
}

// values reads what stands behind a name.
func (r *Rows) values(k int, rest string) ([]int, error) {
	if r.Inline {
		v, err := r.Value(k, rest)
		if err != nil {
			v, err = r.Value(k, strings.TrimLeft(rest, behindName+" \t")) // such as top == red
		}
		return []int{v}, err
	}
	ends := endsOf(rest, betweenValues)
	found := 0
	for from, i := 0, 0; i < len(ends); i++ {
		if strings.TrimSpace(rest[from:ends[i]]) != "" {
			found++
		}
		from = behind(rest, ends[i])
	}
	other := func() error { return fmt.Errorf("%s: expected %d values, found %d", r.Label(k), r.Width, found) }
	if found < r.Width || found > r.Width*(1+r.inValue) || len(ends) > 2*r.Width*(1+r.inValue)+2 {
		return nil, other()
	}
	p := partedRow{r: r, name: k, text: rest, ends: ends, dead: map[[2]int]bool{}}
	if p.from(0) {
		return p.out, nil
	}
	if p.err == nil {
		p.err = other()
	}
	return nil, p.err
}

// partedRow tries every way to part the values of a row, since they may have signs in them.
type partedRow struct {
	r    *Rows
	name int
	text string
	ends []int           // where the pieces between signs end
	dead map[[2]int]bool // by piece and values read before it: the rest cannot be read
	out  []int
	err  error // of the first piece that is no value
}

// from reads the pieces from one on.
func (p *partedRow) from(at int) bool {
	if at == len(p.ends) {
		return len(p.out) == p.r.Width
	}
	state := [2]int{at, len(p.out)}
	if p.dead[state] {
		return false
	}
	from := 0
	if at > 0 {
		from = behind(p.text, p.ends[at-1])
	}
	if strings.TrimSpace(p.text[from:p.ends[at]]) == "" && p.from(at+1) {
		return true
	}
	for to := min(at+p.r.inValue, len(p.ends)-1); to >= at && len(p.out) < p.r.Width; to-- {
		v, err := p.r.Value(p.name, strings.TrimSpace(p.text[from:p.ends[to]]))
		if err != nil {
			if p.err == nil && to == at {
				p.err = err
			}
			continue
		}
		p.out = append(p.out, v)
		if p.from(to + 1) {
			return true
		}
		p.out = p.out[:len(p.out)-1]
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
