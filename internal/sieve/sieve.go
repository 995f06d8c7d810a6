// Package sieve holds regular expressions for long texts that seldom match: each knows words of which one stands in whatever it finds, and a text
// without them is not searched any further.
package sieve

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Regexp is a regular expression that finds what regexp finds. It is compiled when it is first used: every start of a program would else pay for
// all expressions of its packages.
type Regexp struct {
	search func() *search
}

// MustCompile is as that of regexp, but an expression with a mistake panics when it is first used.
func MustCompile(expr string) *Regexp {
	return &Regexp{sync.OnceValue(func() *search { return compile(expr) })}
}

// Lazy gives an expression of regexp that is compiled when it is first used.
func Lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// MatchString is as that of regexp.Regexp; so are the others.
func (r *Regexp) MatchString(s string) bool { return r.search().matchString(s) }

func (r *Regexp) FindString(s string) string {
	if m := r.FindStringIndex(s); m != nil {
		return s[m[0]:m[1]]
	}
	return ""
}

func (r *Regexp) FindStringIndex(s string) []int { return r.search().findStringIndex(s) }

func (r *Regexp) FindAllStringIndex(s string, n int) [][]int {
	return r.search().findAllStringIndex(s, n)
}

func (r *Regexp) FindAllString(s string, n int) []string {
	var out []string
	for _, m := range r.FindAllStringIndex(s, n) {
		out = append(out, s[m[0]:m[1]])
	}
	return out
}

func (r *Regexp) ReplaceAllString(s, to string) string { return r.search().replaceAllString(s, to) }

// A search is a compiled expression.
type search struct {
	slow  *regexp.Regexp
	words [256][]string // by the first byte; in small letters
	pairs [1 << 12]bool // how words begin, by hash
	sure  bool          // there are no such words

	// Where all that is found begins with one of the words, these look where one stands and nowhere else: at the beginning of a text, and behind
	// its first character. Else they are nil.
	first, behind *regexp.Regexp
}

// Limits of what is looked for: a longer list takes as long as the expression itself.
const (
	mostWords   = 400
	mostInClass = 16
)

func compile(expr string) *search {
	r := &search{slow: regexp.MustCompile(expr)}
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		panic(err)
	}
	set := beginnings(tree)
	if shortest(set) > 0 && len(set) <= mostWords {
		// Written from the tree: quoting that an expression leaves open would quote what is put behind it.
		r.first, r.behind = regexp.MustCompile(`\A(?:`+tree.String()+`)`), regexp.MustCompile(`\A(?s:.)(?:`+tree.String()+`)`)
	} else if set, _ = needed(tree); shortest(set) == 0 || len(set) > mostWords {
		r.sure = true
		return r
	}
	slices.Sort(set)
	last := ""
	for _, w := range set {
		if last != "" && strings.HasPrefix(w, last) {
			continue // found with the shorter one
		}
		last = w
		r.words[w[0]] = append(r.words[w[0]], w)
		for second := range 256 {
			if len(w) == 1 || byte(second) == w[1] {
				r.pairs[pair(w[0], byte(second))] = true
			}
		}
	}
	return r
}

func pair(a, b byte) int { return (int(a)<<5 ^ int(b)) & (1<<12 - 1) }

// needed gives words of which one stands, in small or large letters, in all that an expression matches; exact means that it matches nothing else. The
// empty word stands everywhere.
func needed(re *syntax.Regexp) (set []string, exact bool) {
	anything := []string{""}
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			if !plain(r) {
				return anything, false
			}
		}
		return []string{strings.ToLower(string(re.Rune))}, true
	case syntax.OpCharClass:
		for i := 0; i+1 < len(re.Rune); i += 2 {
			for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
				if r == 'ſ' || r == '\u212a' { // s and k in the eyes of Unicode, of which the search knows
					continue
				}
				if len(set) == mostInClass || !plain(r) {
					return anything, false
				}
				set = append(set, strings.ToLower(string(r)))
			}
		}
		return set, len(set) > 0
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return anything, true
	case syntax.OpCapture:
		return needed(re.Sub[0])
	case syntax.OpPlus:
		set, _ = needed(re.Sub[0])
		return set, false
	case syntax.OpRepeat:
		if re.Min == 0 {
			return anything, false
		}
		set, _ = needed(re.Sub[0])
		return set, false
	case syntax.OpQuest:
		set, exact = needed(re.Sub[0])
		return append(slices.Clone(set), ""), exact
	case syntax.OpAlternate:
		exact = true
		for _, sub := range re.Sub {
			s, e := needed(sub)
			set, exact = append(set, s...), exact && e
		}
		return set, exact
	case syntax.OpConcat:
		run, best := anything, anything
		exact = true
		for _, sub := range re.Sub {
			s, e := needed(sub)
			if e && len(run)*len(s) <= mostWords {
				run = joined(run, s)
				continue
			}
			if many := sub.Op == syntax.OpPlus || sub.Op == syntax.OpRepeat && sub.Min > 0; many && !e {
				if s, e := needed(sub.Sub[0]); e && len(run)*len(s) <= mostWords { // it begins with one
					run = joined(run, s)
				}
			}
			best, run = better(better(best, run), s), anything
			exact = false
		}
		if exact {
			return run, true
		}
		return better(best, run), false
	}
	return anything, false
}

// beginnings gives words of which one begins, in small or large letters, all that an expression matches; the empty word begins everything.
func beginnings(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpCapture:
		return beginnings(re.Sub[0])
	case syntax.OpAlternate:
		var set []string
		for _, sub := range re.Sub {
			set = append(set, beginnings(sub)...)
		}
		return set
	case syntax.OpConcat:
		run := []string{""}
		for _, sub := range re.Sub {
			s, exact := needed(sub)
			if !exact || len(run)*len(s) > mostWords {
				if shortest(run) == 0 {
					s = joined(run, beginnings(sub))
					if len(s) <= mostWords {
						return s
					}
				}
				return run
			}
			run = joined(run, s)
		}
		return run
	}
	if set, exact := needed(re); exact {
		return set
	}
	return []string{""}
}

// plain reports whether a rune has no other cases than those of ASCII.
func plain(r rune) bool {
	return r < utf8.RuneSelf || unicode.SimpleFold(r) == r
}

func joined(a, b []string) []string {
	var out []string
	for _, x := range a {
		for _, y := range b {
			out = append(out, x+y)
		}
	}
	return out
}

// better gives the set whose words are longer.
func better(a, b []string) []string {
	if n, m := shortest(a), shortest(b); m > n || m == n && len(b) < len(a) {
		return b
	}
	return a
}

func shortest(set []string) int {
	n := 0
	for i, w := range set {
		if i == 0 || len(w) < n {
			n = len(w)
		}
	}
	return n
}

func small(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c | 0x20
	}
	return c
}

// may reports whether a text may hold one of the words.
func (r *search) may(text string) bool { return r.sure || r.next(text, 0) >= 0 || odd(text) }

// odd reports whether a text holds the long s or the sign of kelvin: letters that are cases of others.
func odd(text string) bool { return strings.Contains(text, "ſ") || strings.Contains(text, "\u212a") }

// next gives where a word begins, from a place on; -1 where none does.
func (r *search) next(text string, from int) int {
	for i := from; i < len(text); i++ {
		c, next := small(text[i]), byte(0)
		if i+1 < len(text) {
			next = small(text[i+1])
		}
		if !r.pairs[pair(c, next)] {
			continue
		}
		for _, w := range r.words[c] {
			if begins(text[i:], w) {
				return i
			}
		}
	}
	return -1
}

// find gives the first match that begins at a place or behind it, where all matches begin with a word and the text is not odd.
func (r *search) find(text string, from int) []int {
	for i := r.next(text, from); i >= 0; i = r.next(text, i+1) {
		if i == 0 {
			if m := r.first.FindStringIndex(text); m != nil {
				return m
			}
			continue
		}
		_, size := utf8.DecodeLastRuneInString(text[:i])
		if m := r.behind.FindStringIndex(text[i-size:]); m != nil {
			return []int{i, i - size + m[1]}
		}
	}
	return nil
}

// quick reports whether find is for a text.
func (r *search) quick(text string) bool { return r.first != nil && !odd(text) }

func begins(text, word string) bool {
	if len(text) < len(word) {
		return false
	}
	for i := range len(word) {
		if small(text[i]) != word[i] {
			return false
		}
	}
	return true
}

func (r *search) matchString(s string) bool {
	if r.quick(s) {
		return r.find(s, 0) != nil
	}
	return r.may(s) && r.slow.MatchString(s)
}

func (r *search) findStringIndex(s string) []int {
	switch {
	case r.quick(s):
		return r.find(s, 0)
	case r.may(s):
		return r.slow.FindStringIndex(s)
	}
	return nil
}

func (r *search) findAllStringIndex(s string, n int) [][]int {
	switch {
	case r.quick(s):
		var out [][]int
		for m := r.find(s, 0); m != nil && len(out) != n; m = r.find(s, m[1]) {
			out = append(out, m)
		}
		return out
	case r.may(s):
		return r.slow.FindAllStringIndex(s, n)
	}
	return nil
}

func (r *search) replaceAllString(s, to string) string {
	switch {
	case r.quick(s) && !strings.Contains(to, "$"):
		from, out := 0, []byte(nil)
		for m := r.find(s, 0); m != nil; m = r.find(s, m[1]) {
			out = append(append(out, s[from:m[0]]...), to...)
			from = m[1]
		}
		if from == 0 {
			return s
		}
		return string(append(out, s[from:]...))
	case r.may(s):
		return r.slow.ReplaceAllString(s, to)
	}
	return s
}
