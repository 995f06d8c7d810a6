// Package phrases says what is written in one language in another, by a table of phrases that stand for each other.
//
// A table has rules. A rule lists phrases that can stand in its place, each in every language; a phrase has holes, and a hole is filled by
// a phrase of the rule whose name it has:
//
//	[gone]
//	en {cells} are not {value}
//	zh {cells}不是{value}
//
// What a hole is filled with is the same in all languages, so a text that was read in one is written in any other, and the same table that
// writes a language reads it back. A hole that a phrase has twice is numbered: {cell}, {cell2}. A rule whose only line begins with "~" is a
// pattern for names and numbers, which are the same in all languages; a line that begins with "=" is a phrase for all of them.
package phrases

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// Languages lists the languages that every phrase of a table has, the one that tables are ordered by first.
func Languages() []string { return []string{"en", "zh", "de", "es", "ja"} }

// Spoken gives the language that is meant, or the first one where there are no words for it.
func Spoken(lang string) string {
	if slices.Contains(Languages(), lang) {
		return lang
	}
	return Languages()[0]
}

// Table is a table of phrases.
type Table struct {
	rules map[string]*rule
	first string
}

type rule struct {
	token   *regexp.Regexp // of a rule that is a pattern
	phrases []map[string][]piece
}

// piece is a literal, or a hole.
type piece struct {
	text string // literal
	hole string // the hole's name; its rule is the name without the digits at its end
}

func (p piece) rule() string { return strings.TrimRight(p.hole, "0123456789") }

// Once reads a table of the program's own when it is first asked for. The name stands in the panic of one that cannot be read.
func Once(name, data string) func() *Table {
	return sync.OnceValue(func() *Table {
		t, err := parse(data)
		if err != nil {
			panic(fmt.Sprintf("%s: %v", name, err))
		}
		return t
	})
}

// parse reads a table. Its first rule is that of whole texts.
func parse(data string) (*Table, error) {
	t := &Table{rules: map[string]*rule{}}
	var r *rule
	for n, line := range strings.Split(data, "\n") {
		fail := func(format string, a ...any) (*Table, error) {
			return nil, fmt.Errorf("line %d: %s", n+1, fmt.Sprintf(format, a...))
		}
		line = strings.TrimRight(line, "\r")
		switch {
		case strings.TrimSpace(line) == "" || line[0] == '#':
			continue
		case line[0] == '[':
			name := strings.Trim(line, "[]")
			if t.rules[name] != nil {
				return fail("the rule %q stands twice", name)
			}
			r = &rule{}
			if t.rules[name] = r; t.first == "" {
				t.first = name
			}
			continue
		case r == nil:
			return fail("expected [rule]")
		case line[0] == '~':
			p, err := regexp.Compile("^(?:" + line[1:] + ")")
			if err != nil {
				return fail("%v", err)
			}
			r.token = p
			continue
		case line[0] == '=':
			phrase := map[string][]piece{}
			for _, lang := range Languages() {
				phrase[lang] = pieces(line[1:])
			}
			r.phrases = append(r.phrases, phrase)
			continue
		}
		lang, text, ok := strings.Cut(line, " ")
		if !ok || !slices.Contains(Languages(), lang) {
			return fail("expected a language and a phrase, found %q", line)
		}
		if lang == Languages()[0] {
			r.phrases = append(r.phrases, map[string][]piece{})
		}
		if len(r.phrases) == 0 || r.phrases[len(r.phrases)-1][lang] != nil {
			return fail("expected a phrase in %q first", Languages()[0])
		}
		r.phrases[len(r.phrases)-1][lang] = pieces(text)
	}
	return t, t.complete()
}

// complete finds what a table lacks: a language of a phrase, a hole in it, a rule.
func (t *Table) complete() error {
	for _, name := range slices.Sorted(maps.Keys(t.rules)) {
		for _, p := range t.rules[name].phrases {
			want := holes(p[Languages()[0]])
			for _, lang := range Languages() {
				if p[lang] == nil {
					return fmt.Errorf("[%s] %q has no words in %q", name, write(p[Languages()[0]]), lang)
				}
				if !slices.Equal(holes(p[lang]), want) {
					return fmt.Errorf("[%s] %q: the holes differ from those of %q", name, write(p[lang]), write(p[Languages()[0]]))
				}
			}
			for _, h := range want {
				if t.rules[piece{hole: h}.rule()] == nil {
					return fmt.Errorf("[%s] {%s}: there is no such rule", name, h)
				}
			}
		}
	}
	return nil
}

func holes(ps []piece) []string {
	var out []string
	for _, p := range ps {
		if p.hole != "" {
			out = append(out, p.hole)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func write(ps []piece) string {
	var b strings.Builder
	for _, p := range ps {
		if b.WriteString(p.text); p.hole != "" {
			b.WriteString("{" + p.hole + "}")
		}
	}
	return b.String()
}

func pieces(text string) []piece {
	out := []piece{}
	for text != "" {
		before, rest, ok := strings.Cut(text, "{")
		if before != "" {
			out = append(out, piece{text: before})
		}
		if !ok {
			break
		}
		hole, after, _ := strings.Cut(rest, "}")
		out, text = append(out, piece{hole: hole}), after
	}
	return out
}

// node is what stands in a place: a phrase with its holes filled, or a name.
type node struct {
	phrase map[string][]piece
	fill   map[string]*node
	word   string // of a pattern
}

// In says a text of one language in another. It reports whether the table has words for all of it; where not, the text is given back.
func (t *Table) In(text, from, to string) (said string, ok bool) {
	if from == to {
		return text, true
	}
	r := reader{t: t, lang: from, text: text, memo: map[place][]reading{}}
	for _, x := range r.read(t.first, 0) {
		// Of readings that end with the text the one is taken that writes it again.
		if x.end == len(text) && x.node.in(from) == text {
			return x.node.in(to), true
		}
	}
	return text, false
}

func (n *node) in(lang string) string {
	var b strings.Builder
	n.write(&b, lang)
	return capitals(b.String(), lang)
}

func (n *node) write(b *strings.Builder, lang string) {
	if n.phrase == nil {
		b.WriteString(n.word)
		return
	}
	for _, p := range n.phrase[lang] {
		if b.WriteString(p.text); p.hole != "" {
			n.fill[p.hole].write(b, lang)
		}
	}
}

// capitals begins sentences, which end with a full stop, with a capital, but for names such as r1c1, which a digit follows.
func capitals(text, lang string) string {
	if lang == "zh" || lang == "ja" {
		return text
	}
	r := []rune(text)
	begins := strings.HasSuffix(text, ".")
	for i, c := range r {
		switch {
		case begins && unicode.IsLetter(c):
			if i+1 == len(r) || !unicode.IsDigit(r[i+1]) {
				r[i] = unicode.ToUpper(c)
			}
			begins = false
		case c == '.' && i+1 < len(r) && r[i+1] == ' ':
			begins = true
		case c != ' ' && c != '¿' && c != '"':
			begins = false
		}
	}
	return string(r)
}

// reader reads a text by all phrases that may stand in a place. What a rule can be read as from a place on is kept.
type reader struct {
	t    *Table
	lang string
	text string
	memo map[place][]reading
}

type place struct {
	rule string
	at   int
}

type reading struct {
	end  int
	node *node
}

// mostReadings bounds the readings of one place that differ in where they end.
const mostReadings = 64

func (r *reader) read(name string, at int) []reading {
	p := place{name, at}
	if out, ok := r.memo[p]; ok {
		return out
	}
	r.memo[p] = nil // a rule that begins with itself reads nothing
	rule := r.t.rules[name]
	var out []reading
	if rule.token != nil {
		if word := rule.token.FindString(r.text[at:]); word != "" {
			out = append(out, reading{at + len(word), &node{word: word}})
		}
	}
	for _, phrase := range rule.phrases {
		for _, x := range r.phrase(phrase[r.lang], at, map[string]*node{}) {
			x.node.phrase = phrase
			if len(out) < mostReadings && !slices.ContainsFunc(out, func(o reading) bool { return o.end == x.end }) {
				out = append(out, x)
			}
		}
	}
	r.memo[p] = out
	return out
}

func (r *reader) phrase(ps []piece, at int, fill map[string]*node) []reading {
	if len(ps) == 0 {
		return []reading{{at, &node{fill: fill}}}
	}
	p := ps[0]
	if p.hole == "" {
		if n, ok := r.literal(p.text, at); ok {
			return r.phrase(ps[1:], at+n, fill)
		}
		return nil
	}
	var out []reading
	for _, x := range r.read(p.rule(), at) {
		more := maps.Clone(fill)
		more[p.hole] = x.node
		for _, y := range r.phrase(ps[1:], x.end, more) {
			if !slices.ContainsFunc(out, func(o reading) bool { return o.end == y.end }) {
				out = append(out, y)
			}
		}
	}
	return out
}

// literal matches words; where a sentence begins, also with a capital.
func (r *reader) literal(words string, at int) (int, bool) {
	rest := r.text[at:]
	if strings.HasPrefix(rest, words) {
		return len(words), true
	}
	if at > 0 && !strings.HasSuffix(r.text[:at], ". ") && !strings.HasSuffix(r.text[:at], "¿") {
		return 0, false
	}
	c, n := utf8.DecodeRuneInString(words)
	d, m := utf8.DecodeRuneInString(rest)
	if unicode.ToUpper(c) == d && strings.HasPrefix(rest[m:], words[n:]) {
		return m + len(words) - n, true
	}
	return 0, false
}

// Name says a name of the rule "name" in another language. What is not there stays as it is.
func (t *Table) Name(name, to string) string {
	if r := t.rules["name"]; r != nil {
		for _, p := range r.phrases {
			if write(p[Languages()[0]]) == name && p[to] != nil {
				return write(p[to])
			}
		}
	}
	return name
}

// Step says a step and its name in another language, with the steps inside it. What the table has no words for stays as it is.
func (t *Table) Step(s puzzle.Step, to string) puzzle.Step {
	if to == "" || to == Languages()[0] {
		return s
	}
	s.Text, _ = t.In(s.Text, Languages()[0], to)
	s.Name = t.Name(s.Name, to)
	s.Sub = slices.Clone(s.Sub)
	for i := range s.Sub {
		s.Sub[i] = t.Step(s.Sub[i], to)
	}
	return s
}
