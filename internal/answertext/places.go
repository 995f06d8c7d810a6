package answertext

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Places is what solutions look like that tell place by place what is there: "House 1: Ann, tea, cat", with or without the names, in a
// line or below a heading, as a list, a sentence or an object in JSON.
type Places struct {
	Names  int // how many names there are
	Places int // how many values each name has
	Own    int // the name whose values are the places themselves, and which their numbers say; -1 where values must say all
	// Items finds the values that stand in a line, as whole words, in any order.
	Items func(line string) []Item
}

// Item is a value in a line.
type Item struct {
	Name, Value int
	Start, End  int
}

// Find lists the solutions of a text in the order in which they stand. A solution is as many places as there are, each with one value of
// every name, numbered from 1 on where no value says which place it is. A line that denies something or leaves it open ends it.
func (p Places) Find(text string) []Listing {
	f := placeFinder{places: p}
	f.reset()
	for _, l := range splitObjects(text) {
		f.line(l)
	}
	return f.found
}

// splitObjects cuts a text into its lines and sentences, and at the braces of objects.
func splitObjects(text string) []textLine {
	var out []textLine
	start := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && text[i] != '\n' && text[i] != '{' && text[i] != '}' && !(i-start > 4 && text[i] == '.' && i+1 < len(text) && text[i+1] == ' ') {
			continue
		}
		if i-start <= maxLine {
			out = append(out, textLine{text[start:i], start, i})
		}
		start = i + 1
	}
	return out
}

var (
	placeNumber = regexp.MustCompile(`(?i)\b(\d{1,2})(?:st|nd|rd|th)?\b|\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\b|第([一二三四五六七八九十])`)
	placeOpen   = regexp.MustCompile(`(?i)\b(?:not|never|or|either|neither|nor|maybe|perhaps|possibly|if|then|because|since|cannot|can't|isn't|doesn't|unless|clue|step|must|left|right|next|between)\b|[?？≠]|不|没|非|或|可能|如果|因为|线索|步`)
	placeWords  = []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
)

// placeFinder puts solutions together.
type placeFinder struct {
	places Places
	values [][]int // of the places that are whole
	place  []int   // values of the current one, by name; -1 where none was named yet
	number int     // of the current one; 0 where none is open
	done   int
	start  int
	found  []Listing
}

func (f *placeFinder) reset() {
	f.values = make([][]int, f.places.Names)
	f.done = 0
	f.close()
}

func (f *placeFinder) close() {
	f.place, f.number = slices.Repeat([]int{-1}, f.places.Names), 0
}

// line takes a line.
func (f *placeFinder) line(l textLine) {
	items := f.places.Items(l.text)
	rest := []byte(l.text)
	for _, it := range items {
		for i := it.Start; i < it.End; i++ {
			rest[i] = ' '
		}
	}
	number := numberOf(string(rest))
	switch {
	case len(items) == 0 && number == 0:
		if strings.IndexFunc(l.text, isWord) >= 0 {
			f.reset()
		}
		return
	case placeOpen.Match(rest):
		f.reset()
		return
	}
	started := false
	for _, v := range f.place {
		started = started || v >= 0
	}
	if number > 0 && !started || !started && f.number == 0 {
		// A place begins.
		if f.places.Own >= 0 && number != f.done+1 && f.number == 0 {
			if f.reset(); number != 1 {
				return
			}
		}
		if f.done == 0 {
			f.start = l.start
		}
		if number > 0 {
			f.number = number
		}
	}
	for _, it := range items {
		if it.Name == f.places.Own {
			continue
		}
		if old := f.place[it.Name]; old >= 0 && old != it.Value {
			f.reset() // two of them in one place
			return
		}
		f.place[it.Name] = it.Value
	}
	for name, v := range f.place {
		if v < 0 && name != f.places.Own {
			return
		}
	}
	if f.places.Own >= 0 {
		f.place[f.places.Own] = f.done
	}
	for name, v := range f.place {
		if slices.Contains(f.values[name], v) {
			f.reset()
			return
		}
		f.values[name] = append(f.values[name], v)
	}
	f.done++
	f.close()
	if f.done == f.places.Places {
		f.found = append(f.found, Listing{f.start, l.end, f.values})
		f.reset()
	}
}

// numberOf gives the first number of a line that may be a place; 0 where there is none.
func numberOf(text string) int {
	m := placeNumber.FindStringSubmatch(text)
	switch {
	case m == nil:
		return 0
	case m[1] != "":
		n, _ := strconv.Atoi(m[1])
		return n
	case m[2] != "":
		return slices.Index(placeWords, strings.ToLower(m[2])) + 1
	}
	return slices.Index([]rune("一二三四五六七八九十"), []rune(m[3])[0]) + 1
}
