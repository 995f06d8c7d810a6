package grade

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/sieve"
)

// question is a problem's text with what marking reads of it. Each of its readings is made when the first answer needs it, and serves all
// answers to the question; it may be used from any number of goroutines.
type question struct {
	text string

	number  func() *wanted  // what it asks the number of
	choice  func() *wanted  // the same, without its options
	roles   func() *asked   // what it asks who is
	options func() []option // among which it lets one choose
	first   func() bool     // whether it asks who won

	asking    func() string // its sentences that ask
	direction func() int    // from which end it asks for a list; see endsOf
}

// unasked is where there is no question.
var unasked = newQuestion("")

// newQuestion prepares a problem's text, which may be empty.
func newQuestion(text string) *question {
	q := &question{text: text}
	q.number = sync.OnceValue(func() *wanted { return wantedBy(text) })
	q.roles = sync.OnceValue(func() *asked { return askedBy(text) })
	q.options = sync.OnceValue(func() []option { return optionsOf(text) })
	q.direction = sync.OnceValue(func() int {
		for _, s := range sentences(text) {
			if d := endsOf(s); d != 0 && (asksFrom(s) >= 0 || orders().MatchString(s)) {
				return d
			}
		}
		return 0
	})
	q.asking = sync.OnceValue(func() string {
		out := ""
		for _, s := range sentences(text) {
			if strings.ContainsAny(s, "?？") || orders().MatchString(s) {
				out += s + " "
			}
		}
		return out
	})
	q.first = sync.OnceValue(func() bool { return text != "" && asksForFirst().MatchString(text) })
	q.choice = sync.OnceValue(func() *wanted {
		if len(q.options()) == 0 {
			return q.number()
		}
		return wantedBy(withoutOptions(text))
	})
	return q
}

// sentences gives the sentences of a text, each with the signs that end it.
func sentences(text string) []string {
	var out []string
	start, ended, content := 0, false, false
	flush := func(end int) {
		if content {
			out = append(out, text[start:end])
		}
		start, ended, content = end, false, false
	}
	for i, r := range text {
		switch r {
		case '\n':
			flush(i)
			start = i + 1
		case '.', '!', '?', '。', '！', '？':
			if ended = true; !content {
				start = i + utf8.RuneLen(r)
			}
		default:
			if ended {
				flush(i)
			}
			content = true
		}
	}
	flush(len(text))
	return out
}

// orders finds that a sentence wants things to be put in order.
var orders = sieve.Lazy(`(?i)\b(?:arrange|order|sort|rank|list|put|line|place|give|name|write)\b|排列|排序|排出|排成|列出|写出|顺序`)

// hasAny reports whether a text has one of some words in it, as they stand and in small letters: what a regular expression of them is asked
// only then.
func hasAny(text string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// hasHan reports whether a text has Chinese characters in it.
func hasHan(text string) bool {
	return !ascii(text) && strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}
