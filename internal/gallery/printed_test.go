package gallery_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/gallery"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// What is printed is what was judged: this test reads the English text of the gallery's puzzles as a person would, solves what
// it has read by trying everything, and compares. Nothing of the specification, the model or the solvers is used: the readers
// below know the words of the texts and nothing else. Every word has to be read, so that a sentence nobody understands is a
// failure, and the question must have one answer, the record's.

// readers has one for each specification: it gives every answer that fits the text.
var readers = map[string]func(*page) []string{
	"ages": readAges, "coins": readCoins, "conference": readConference, "dogshow": readDogShow, "doornumber": readDoorNumber,
	"expedition": readExpedition, "ferry": readFerry, "graduation": readGraduation, "knaves": readKnaves,
	"lighthouses": readLighthouses, "lock": readLock, "market": readMarket, "ore": readOre, "paint": readPaint,
	"regatta": readRegatta, "roundtable": readRoundTable, "square": readSquare, "surgeons": readSurgeons, "wine": readWine,
}

// TestPrinted solves 300 printed puzzles of every specification, 15 with -short.
func TestPrinted(t *testing.T) {
	n := uint64(300)
	if puztest.Doing() < puztest.Whole {
		n = 15
	}
	for _, e := range gallery.List() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			read := readers[e.Name]
			if read == nil {
				t.Fatal("no reader for this specification")
			}
			src, err := foundry.Open(foundry.GalleryPrefix+e.Name, foundry.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer src.Close()
			mk := src.NewMaker(99)
			for i := range n {
				m, err := mk(context.Background(), i)
				if err != nil {
					t.Fatalf("record %d: %v", i, err)
				}
				answers, err := solvePage(read, m.Record.Problem)
				switch {
				case err != nil:
					t.Fatalf("record %d: %v\n%s", i, err, m.Record.Problem)
				case len(answers) != 1 || answers[0] != m.Record.Answer:
					t.Errorf("record %d: a reader finds %q, the record has %q\n%s", i, answers, m.Record.Answer, m.Record.Problem)
				}
			}
		})
	}
}

// page is a printed puzzle, read from the top.
type page struct{ rest string }

// unread says where a reader did not understand the text.
type unread struct{ what, rest string }

// solvePage gives the different answers that fit a text.
func solvePage(read func(*page) []string, text string) (answers []string, err error) {
	defer func() {
		r := recover()
		u, ok := r.(unread)
		if ok {
			err = fmt.Errorf("not understood: expected %s, found %.60q", u.what, u.rest)
		} else if r != nil {
			panic(r)
		}
	}()
	p := &page{strings.TrimSpace(text)}
	answers = read(p)
	if p.rest != "" {
		return nil, fmt.Errorf("nobody read %q", p.rest)
	}
	slices.Sort(answers)
	return slices.Compact(answers), nil
}

var (
	patternsMu sync.Mutex
	patterns   = map[string]*regexp.Regexp{}
)

func pattern(s string) *regexp.Regexp {
	patternsMu.Lock()
	defer patternsMu.Unlock()
	re := patterns[s]
	if re == nil {
		// A space in a pattern is any white space: texts are folded.
		re = regexp.MustCompile(`^(?s:` + strings.ReplaceAll(s, " ", `\s`) + `)`)
		patterns[s] = re
	}
	return re
}

// try reads what a pattern says, if that comes next, and gives its groups.
func (p *page) try(s string) []string {
	m := pattern(s).FindStringSubmatch(p.rest)
	if m == nil {
		return nil
	}
	p.rest = p.rest[len(m[0]):]
	return m[1:]
}

// take reads what a pattern says, which must come next.
func (p *page) take(s string) []string {
	m := p.try(s)
	if m == nil {
		panic(unread{s, p.rest})
	}
	return m
}

// options reads the options of a question.
func (p *page) options() []string {
	var out []string
	for {
		m := p.try(`\n([A-Z])\. ([^\n]*)`)
		if m == nil {
			return out
		}
		if m[0] != string(rune('A'+len(out))) {
			panic(unread{"options in order", m[0]})
		}
		out = append(out, m[1])
	}
}

// letters gives the letters of the options for which a test holds, all in one answer.
func letters(options []string, holds func(string) bool) string {
	out := ""
	for i, o := range options {
		if holds(o) {
			out += string(rune('A' + i))
		}
	}
	return out
}

// oneLetter is letters where a question has one right option: each is an answer.
func oneLetter(options []string, holds func(string) bool) []string {
	return strings.Split(letters(options, holds), "")
}

// names splits "a, b and c", or with another last word.
func names(s string) []string {
	for _, last := range []string{" and ", " or "} {
		if at := strings.LastIndex(s, last); at >= 0 && !strings.Contains(s[at+len(last):], ", ") {
			s = s[:at] + ", " + s[at+len(last):]
			break
		}
	}
	return strings.Split(s, ", ")
}

// count reads a number, in digits or in words.
func count(s string) int {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	words := strings.Fields("no one two three four five six seven eight nine ten eleven twelve")
	n := slices.Index(words, strings.ToLower(s))
	if n < 0 {
		panic(unread{"a number", s})
	}
	return n
}

// ordinal reads a place in words.
func ordinal(s string) int {
	n := slices.Index(strings.Fields("first second third fourth fifth sixth seventh"), s)
	if n < 0 {
		panic(unread{"a place", s})
	}
	return n + 1
}

// which finds a name in a list.
func which(list []string, name string) int {
	i := slices.Index(list, name)
	if i < 0 {
		panic(unread{"one of " + strings.Join(list, ", "), name})
	}
	return i
}

// orders calls f for each order of the numbers 0 to n-1. The slice is used again.
func orders(n int, f func([]int)) {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	var step func(k int)
	step = func(k int) {
		if k == n {
			f(p)
			return
		}
		for i := k; i < n; i++ {
			p[k], p[i] = p[i], p[k]
			step(k + 1)
			p[k], p[i] = p[i], p[k]
		}
	}
	step(0)
}

// tuples calls f for each list of n numbers from lo to hi. The slice is used again.
func tuples(n, lo, hi int, f func([]int)) {
	p := make([]int, n)
	var step func(k int)
	step = func(k int) {
		if k == n {
			f(p)
			return
		}
		for v := lo; v <= hi; v++ {
			p[k] = v
			step(k + 1)
		}
	}
	step(0)
}

// rule is a sentence about an assignment.
type rule func(x []int) bool

func all(rules []rule, x []int) bool {
	for _, r := range rules {
		if !r(x) {
			return false
		}
	}
	return true
}

func joined(x []int, sep string) string {
	out := make([]string, len(x))
	for i, v := range x {
		out[i] = strconv.Itoa(v)
	}
	return strings.Join(out, sep)
}
