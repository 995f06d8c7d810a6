package zebra

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/claimtext"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/phrases"
)

// English and Chinese sentences are read by the forms of internal/claimtext, which know how people write. Other languages are read by the words
// that explanations are told in: the table that writes them reads them.

// toldIn are the languages that are read so.
var toldIn = []string{"de", "es", "ja"}

// toldForm is a way to tell that items go together, or that they do not: what stands before the first of them, between the two, and behind the second.
type toldForm struct {
	lang                    string
	before, between, behind string
	out                     bool
	many                    bool // several items stand first, of which all the same is told
	contrary                [3]string
}

var toldForms = sync.OnceValue(func() []toldForm {
	var out []toldForm
	add := func(lang, form, contrary string, no, many bool) {
		for _, turned := range []bool{false, true} {
			for _, more := range []bool{false, true} {
				parts := func(form string) (out [3]string) {
					copy(out[:], strings.SplitN(phrases.Fill(phrases.Bend(form, turned, more), "a", "\x00", "b", "\x00", "list", "\x00"), "\x00", 3))
					return out
				}
				p := parts(form)
				if f := (toldForm{lang, p[0], p[1], p[2], no, many, parts(contrary)}); !slices.Contains(out, f) {
					out = append(out, f)
				}
			}
		}
	}
	for _, lang := range toldIn {
		for _, key := range []string{"at", "with", "neither", "not-any", "not-there"} {
			forms := strings.Split(language.Lexicon().Text(lang, key), "|")
			for n, form := range forms {
				contrary := ""
				if len(forms) > 1 {
					contrary = forms[(n+len(forms)/2)%len(forms)]
				}
				add(lang, form, contrary, len(forms) == 1 || n >= len(forms)/2, key == "not-there" || len(forms) == 4 && n%2 == 1)
			}
		}
	}
	// What reads most comes first: "no está en" before "está en".
	slices.SortStableFunc(out, func(a, b toldForm) int { return b.long() - a.long() })
	return out
})

func (f toldForm) long() int { return len(f.before) + len(f.between) + len(f.behind) }

// toldChoice is what stands before or behind an item that is one of several, or claimed under a condition alone.
var (
	toldChoice = regexp.MustCompile(`(?i)(?:(?:^|[^\pL])(?:oder|entweder|weder|noch|ob|wenn|falls|sonst|o|u|ni|si)\s+|か|や|もし)$`)
	toldOr     = regexp.MustCompile(`(?i)^(?:,\s*\d|(?:,\s*)?\s(?:oder|noch|o|u|ni)\s|\s*[か/])`)
)

// pair is a claim with the words that claim it, and words that claim the contrary; "" where they are not known.
type pair struct {
	claimtext.Pair
	said, contrary string
}

// longestTold is how long the words of a claim are of which the contrary is told, in bytes: each item of a list has it.
const longestTold = 500

// told reads what a sentence tells in the words of explanations, of two items once: what names thousands does not claim millions.
func told(sentence string, names *claimtext.Names) []pair {
	var out []pair
	known := map[claimtext.Pair]bool{}
	found := names.Mentions(sentence)
	free := 0 // from which mention on an item may stand first: those before it are told of
	for i := 0; i+1 < len(found); i++ {
		for _, f := range toldForms() {
			from, to, ok := f.around(sentence, found, free, i)
			if !ok {
				continue
			}
			said, contrary := f.words(sentence, found[from:to], i-from)
			second := things(found[i+1 : to])
			for _, a := range things(found[from : i+1]) {
				for _, b := range second {
					c := claimtext.Pair{X: a, Y: b, Out: f.out}
					if !known[c] {
						known[c] = true
						out = append(out, pair{c, said, contrary})
					}
				}
			}
			free, i = to, to-1
			break
		}
	}
	return out
}

// things gives what is named, each once.
func things(found []claimtext.Mention) []int {
	var out []int
	known := map[int]bool{}
	for _, m := range found {
		if !known[m.Thing] {
			known[m.Thing] = true
			out = append(out, m.Thing)
		}
	}
	return out
}

// around reports whether a form stands around the i-th and the next of the names in a sentence, and which names it tells of: those up to the i-th
// from the first of it, and those from the next up to the second of it.
func (f toldForm) around(sentence string, found []claimtext.Mention, free, i int) (from, to int, ok bool) {
	if sentence[found[i].End:found[i+1].Start] != f.between {
		return 0, 0, false
	}
	for from = i; f.many && from > free && separates(f.lang, sentence[found[from-1].End:found[from].Start], "sep", "and"); {
		from--
	}
	if f.many && from == i {
		return 0, 0, false
	}
	if to = i + 2; f.out { // none of several
		for end := to; end < len(found); end++ {
			gap := sentence[found[end-1].End:found[end].Start]
			if separates(f.lang, gap, "or-none", "nor", "or") {
				to = end + 1
			} else if !separates(f.lang, gap, "sep-none") {
				break
			}
		}
	}
	start, end := found[from].Start, found[to-1].End
	before, after := sentence[:start], sentence[end:]
	if len(before) < len(f.before) || !strings.EqualFold(before[len(before)-len(f.before):], f.before) || !strings.HasPrefix(after, f.behind) {
		return 0, 0, false
	}
	before = before[:len(before)-len(f.before)]
	if toldChoice.MatchString(claimtext.Before(before, len(before))) || !f.out && f.behind == "" && toldOr.MatchString(after) {
		return 0, 0, false
	}
	return from, to, true
}

// words gives the words that tell of some names, of which the n-th is the last that stands first, and those that tell the contrary.
func (f toldForm) words(sentence string, found []claimtext.Mention, n int) (said, contrary string) {
	start, end := found[0].Start, found[len(found)-1].End
	if f.contrary != [3]string{} && len(found) == n+2 && end-start < longestTold && !toldOr.MatchString(sentence[end:]) { // of one item, and not of others besides
		contrary = f.contrary[0] + sentence[start:found[n].End] + f.contrary[1] + sentence[found[n+1].Start:end] + f.contrary[2]
	}
	return sentence[start-len(f.before) : end+len(f.behind)], contrary
}

// separates reports whether a text is what joins names in a list.
func separates(lang, text string, keys ...string) bool {
	return slices.ContainsFunc(keys, func(key string) bool { return language.Lexicon().Text(lang, key) == text })
}
