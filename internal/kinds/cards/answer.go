package cards

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/answertext"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// maxAnswer bounds an answer, in bytes.
const maxAnswer = 1 << 20

// What separates a name from its value, the properties that share a line, and the values of a row of a line-up.
const (
	nameEnds  = ":=："
	entryEnds = ",;，；"
	valueEnds = ",，、|"
)

// ReadAnswer reads a solution from an answer's text: a line for each property or category, in any order; several may share a
// line with commas or semicolons between them where the puzzle is no line-up. Case and spaces do not matter where that
// leaves no doubt, and names and values may stand in quotes as they do in clues. A name or value that has a separator in it
// is read as what AnswerText writes.
func (in *Instance) ReadAnswer(text string) (puzzle.Solution, error) {
	if len(text) > maxAnswer {
		return nil, fmt.Errorf("an answer of %d bytes", len(text))
	}
	r := in.answerReader()
	for _, line := range strings.Split(text, "\n") {
		if strings.Trim(line, " \t\r*-.") == "" {
			continue
		}
		if err := r.line(line); err != nil {
			return nil, err
		}
	}
	for i, v := range r.t {
		if v < 0 {
			return nil, fmt.Errorf("the answer does not say what %s is", quote(in.P.Properties[i].Name))
		}
	}
	return Solution{in.P, r.t}, nil
}

// FindAnswers finds solutions among other text.
func (in *Instance) FindAnswers(text string) []puzzle.Stated {
	p := in.P
	r := in.answerReader()
	width := 1
	if p.Lineup != nil {
		width = p.Lineup.Places
	}
	lists := answertext.Lists{
		Names: len(p.asked()),
		Name: func(text string) (int, bool) {
			k, err := r.findAsked(text)
			return k, err == nil
		},
		Read: func(line string) ([]answertext.Said, bool) {
			for i := range r.t {
				r.t[i] = -1
			}
			if r.line(line) != nil {
				return nil, false
			}
			var said []answertext.Said
			for k := range p.asked() {
				if values := r.t[k*width : (k+1)*width]; values[0] >= 0 {
					said = append(said, answertext.Said{Name: k, Values: slices.Clone(values)})
				}
			}
			return said, true
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

// answerReader reads the lines of an answer.
type answerReader struct {
	p *Puzzle
	t Thing // what was read; -1 where nothing was
	*answerWords
}

func (in *Instance) answerReader() *answerReader {
	r := &answerReader{p: in.P, t: make(Thing, len(in.P.Properties)), answerWords: in.answers()}
	for i := range r.t {
		r.t[i] = -1
	}
	return r
}

// answerWords are what answers may say, in all languages.
type answerWords struct {
	names  [][]string   // of each property or category: its name, and its names in each language
	values [][][]string // of each: its values as they are, and in each language
	// How many separators a name, an entry and a value can have in them at most, not counting the one behind it.
	inName, inEntry, inValue int
}

func newAnswerWords(p *Puzzle) *answerWords {
	w := &answerWords{}
	langs := sortedKeys(templates())
	for _, q := range p.asked() {
		names, values := []string{q.Name}, [][]string{q.Values}
		for _, lang := range langs {
			names = append(names, p.caption(&q, lang), p.label(&q, lang))
			values = append(values, p.wordList(&q, lang))
		}
		w.names, w.values = append(w.names, names), append(w.values, values)
		name, value := 0, 0
		for _, text := range names {
			w.inName = max(w.inName, count(text, nameEnds))
			name = max(name, count(text, entryEnds))
		}
		for _, list := range values {
			for _, v := range list {
				value = max(value, count(v, entryEnds))
				w.inValue = max(w.inValue, count(v, valueEnds))
			}
		}
		w.inEntry = max(w.inEntry, name+value)
	}
	return w
}

// count counts the characters of a text that are among some.
func count(text, chars string) int {
	n := 0
	for _, c := range text {
		if strings.ContainsRune(chars, c) {
			n++
		}
	}
	return n
}

// line reads a line: one entry, or several with separators between them.
func (r *answerReader) line(line string) error {
	ends := []int{len(line)}
	if r.p.Lineup == nil {
		ends = pieces(line, entryEnds)
	}
	for at, from := 0, 0; at < len(ends); {
		if strings.Trim(line[from:ends[at]], " \t\r*-.") == "" {
			from = after(line, ends[at])
			at++
			continue
		}
		// The longest part that can be read is the entry: a name or value may have separators in it.
		var first error
		to := min(at+r.inEntry, len(ends)-1)
		for ; to >= at; to-- {
			k, values, err := r.entry(line[from:ends[to]])
			if err == nil {
				if err := r.set(k, values); err != nil {
					return err
				}
				break
			}
			first = err
		}
		if to < at {
			return first
		}
		from = after(line, ends[to])
		at = to + 1
	}
	return nil
}

// pieces gives where the parts of a text end that stand between separators.
func pieces(text, separators string) []int {
	var ends []int
	for i, c := range text {
		if strings.ContainsRune(separators, c) {
			ends = append(ends, i)
		}
	}
	return append(ends, len(text))
}

// after gives the place behind the separator at a place.
func after(text string, at int) int {
	if at >= len(text) {
		return len(text)
	}
	_, w := utf8.DecodeRuneInString(text[at:])
	return at + w
}

// set takes the values of a property, or of a category from its first place on.
func (r *answerReader) set(k int, values []int) error {
	first := k
	if r.p.Lineup != nil {
		first = k * r.p.Lineup.Places
	}
	for i, v := range values {
		if r.t[first+i] >= 0 {
			return fmt.Errorf("%s stands twice", quote(r.p.asked()[k].Name))
		}
		r.t[first+i] = v
	}
	return nil
}

// entry reads a name and what stands behind it. Where the name may end in several places, the first at which both can be read
// counts.
func (r *answerReader) entry(text string) (k int, values []int, err error) {
	text = strings.TrimSpace(text)
	ends := pieces(text, nameEnds)
	ends = ends[:len(ends)-1]
	if len(ends) == 0 {
		return 0, nil, fmt.Errorf("expected a line such as %q, found %s", r.p.asked()[0].Name+": "+r.p.asked()[0].Values[0], quote(strings.Trim(text, "*-. ")))
	}
	known := false // err is about a name that there is
	for i := 0; i <= r.inName && i < len(ends); i++ {
		k, e := r.findAsked(strings.TrimSpace(text[:ends[i]]))
		if e == nil {
			if values, e = r.valuesOf(k, strings.TrimSpace(text[after(text, ends[i]):])); e == nil {
				return k, values, nil
			}
			if !known {
				known, err = true, e
			}
		} else if err == nil {
			err = e
		}
	}
	return 0, nil, err
}

// valuesOf reads what stands behind the name of a property or category.
func (r *answerReader) valuesOf(k int, rest string) ([]int, error) {
	q := &r.p.asked()[k]
	if r.p.Lineup == nil {
		v, err := r.readValue(k, rest)
		if err != nil {
			v, err = r.readValue(k, strings.TrimLeft(rest, nameEnds+" \t")) // such as top == red
		}
		return []int{v}, err
	}
	places := r.p.Lineup.Places
	ends := pieces(rest, valueEnds)
	found := 0
	for from, i := 0, 0; i < len(ends); i++ {
		if strings.TrimSpace(rest[from:ends[i]]) != "" {
			found++
		}
		from = after(rest, ends[i])
	}
	if found < places || found > places*(1+r.inValue) || len(ends) > 2*places*(1+r.inValue)+2 {
		return nil, fmt.Errorf("%s: expected %d values, found %d", quote(q.Name), places, found)
	}
	// Values may have separators in them: every way to part the row is tried, each state once.
	type state struct{ at, n int }
	dead := map[state]bool{}
	out := make([]int, 0, places)
	var err error
	var part func(at int) bool
	part = func(at int) bool {
		if at == len(ends) {
			return len(out) == places
		}
		s := state{at, len(out)}
		if dead[s] {
			return false
		}
		from := 0
		if at > 0 {
			from = after(rest, ends[at-1])
		}
		if strings.TrimSpace(rest[from:ends[at]]) == "" && part(at+1) {
			return true
		}
		for to := min(at+r.inValue, len(ends)-1); to >= at && len(out) < places; to-- {
			v, e := r.readValue(k, strings.TrimSpace(rest[from:ends[to]]))
			if e != nil {
				if err == nil && to == at {
					err = e
				}
				continue
			}
			out = append(out, v)
			if part(to + 1) {
				return true
			}
			out = out[:len(out)-1]
		}
		dead[s] = true
		return false
	}
	if part(0) {
		return out, nil
	}
	if err == nil {
		err = fmt.Errorf("%s: expected %d values, found %d", quote(q.Name), places, found)
	}
	return nil, err
}

// findAsked finds a property or category by its name or label, in quotes or with marks of a list or of stress around it.
func (r *answerReader) findAsked(name string) (int, error) {
	for _, name := range bare(name) {
		if name == "" { // which would be the label of a property without one
			continue
		}
		for pass := range 2 {
			for i, q := range r.p.asked() {
				if q.Name == name || pass == 1 && slices.ContainsFunc(r.names[i], func(n string) bool { return strings.EqualFold(n, name) }) {
					return i, nil
				}
			}
		}
	}
	var names []string
	for _, q := range r.p.asked() {
		names = append(names, q.Name)
	}
	return -1, puzzle.Unknownf("property", strings.Trim(name, "*-. \t"), names)
}

// readValue finds a value in an answer, in quotes or with a full stop or marks of stress around it, in any language. The values
// as they are come first.
func (r *answerReader) readValue(k int, text string) (int, error) {
	bared := bare(text)
	for _, list := range r.values[k] {
		for _, t := range bared {
			if v := FoldIn(list, t); v >= 0 {
				return v, nil
			}
		}
	}
	q := &r.p.asked()[k]
	return -1, fmt.Errorf("property %s: %w", quote(q.Name), puzzle.Unknownf("value", text, q.Values))
}

// bare gives a text as it stands, without what may stand around it in an answer, and without quotes; a text comes before what
// is made of it, so that a value A- is not taken for A.
func bare(text string) []string {
	list := []string{text}
	for _, t := range []string{strings.TrimRight(text, "*-. \t"), strings.Trim(text, "* \t"), strings.Trim(text, "*-. \t")} {
		if t != "" && t != list[len(list)-1] {
			list = append(list, t)
		}
	}
	for _, t := range list {
		if c, _ := utf8.DecodeRuneInString(t); strings.ContainsRune("'\"‘“", c) {
			if inside, end, ok := quoted(t, 0); ok && end == len(t) {
				list = append(list, inside)
			}
		}
	}
	return list
}

// FoldIn finds a text in a list, whatever its case where that leaves no doubt; -1 where it is not found.
func FoldIn(list []string, text string) int {
	if i := slices.Index(list, text); i >= 0 {
		return i
	}
	found, hits := -1, 0
	for i, v := range list {
		if strings.EqualFold(v, text) {
			found = i
			hits++
		}
	}
	if hits == 1 {
		return found
	}
	return -1
}
