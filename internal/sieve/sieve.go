// Package sieve holds regular expressions for long texts that seldom match: each knows words of which one stands in whatever it finds, and a text
// without them is not searched any further.
package sieve

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Regexp is a regular expression that finds what regexp finds.
type Regexp struct {
	slow  *regexp.Regexp
	words [256][]string // by the first byte; in small letters
	pairs [1 << 12]bool // how words begin, by hash
	sure  bool          // there are no such words
}

// Limits of what is looked for: a longer list takes as long as the expression itself.
const (
	mostWords   = 400
	mostInClass = 16
)

// MustCompile is regexp.MustCompile.
func MustCompile(expr string) *Regexp {
	r := &Regexp{slow: regexp.MustCompile(expr)}
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		panic(err)
	}
	set, _ := needed(tree)
	if shortest(set) == 0 || len(set) > mostWords {
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

// may reports whether a text holds one of the words.
func (r *Regexp) may(text string) bool {
	if r.sure {
		return true
	}
	for i := 0; i < len(text); i++ {
		c, next := small(text[i]), byte(0)
		if i+1 < len(text) {
			next = small(text[i+1])
		}
		if c == 0xc5 && next == 0xbf || c == 0xe2 && next == 0x84 { // long s, and the sign of kelvin: letters in other cases
			return true
		}
		if !r.pairs[pair(c, next)] {
			continue
		}
		for _, w := range r.words[c] {
			if begins(text[i:], w) {
				return true
			}
		}
	}
	return false
}

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

// MatchString is as that of regexp.Regexp; so are the others.
func (r *Regexp) MatchString(s string) bool { return r.may(s) && r.slow.MatchString(s) }

func (r *Regexp) FindString(s string) string {
	if !r.may(s) {
		return ""
	}
	return r.slow.FindString(s)
}

func (r *Regexp) FindStringIndex(s string) []int {
	if !r.may(s) {
		return nil
	}
	return r.slow.FindStringIndex(s)
}

func (r *Regexp) FindAllStringIndex(s string, n int) [][]int {
	if !r.may(s) {
		return nil
	}
	return r.slow.FindAllStringIndex(s, n)
}

func (r *Regexp) FindStringSubmatchIndex(s string) []int {
	if !r.may(s) {
		return nil
	}
	return r.slow.FindStringSubmatchIndex(s)
}

func (r *Regexp) FindAllString(s string, n int) []string {
	if !r.may(s) {
		return nil
	}
	return r.slow.FindAllString(s, n)
}

func (r *Regexp) ReplaceAllString(s, to string) string {
	if !r.may(s) {
		return s
	}
	return r.slow.ReplaceAllString(s, to)
}
