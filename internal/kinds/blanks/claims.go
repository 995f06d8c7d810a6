package blanks

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/claimtext"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// This file reads what sentences claim to stand in blanks: "blank 2 is x", "第2空填 x", and the words of explanations in every language.

// The bounds of a sentence that is read: its bytes, and the blanks that it names. Each value that was typed is tried, which may run a program.
const (
	longestSentence = 10_000
	mostClaimed     = 50
)

// heads are what stands before the values of some blanks.
var heads = sync.OnceValue(func() *regexp.Regexp {
	const numbers = `(\d{1,3}(?:(?:\s*,\s*|、|\s+(?:and|und|y)\s+|和|と)\d{1,3})*)`
	forms := []string{
		`\bblanks?\s*#?\s*N\s*(?:=|:|is\s|are\s|holds?\s|gets\s|takes\s|(?:must|has\s+to|have\s+to|should)\s+(?:be|hold)\s)`,
		`第N个?空[格白]?(?:依次)?(?:应?填入?|必须是|应该是|是|为|=|：|:)`,
		`\blücken?\s+N\s*(?:=|:|ist\s|sind\s)`,
		`\bhuecos?\s+N\s*(?:=|:|es\s|son\s)`,
		`空欄N(?:は順に|は|=|：)`,
	}
	return regexp.MustCompile("(?i)(?:" + strings.ReplaceAll(strings.Join(forms, "|"), "N", numbers) + `)\s*`)
})

var (
	digits    = regexp.MustCompile(`\d+`)
	wholeText = regexp.MustCompile(`^-?\d+`)
	betweenOf = regexp.MustCompile(`^(?:\s*,\s*|、|\s+(?:and|und|y)\s+|和|と)`)
	// denied begins what stands where a value would, and is none.
	denied = regexp.MustCompile(`(?i)^(?:not|nicht|kein|keine|no|never|either|neither|一定|可能|不)(?:\P{L}|$)`)
	// behind are what stands right behind a value and makes it another one, or none: the rest of a sum, a denial.
	behind = regexp.MustCompile(`(?i)^\s*(?:(?:plus|minus|times)\b|では|でも|じゃ)`)
	// ends is where a value ends that is no number and none of those that are known.
	ends = regexp.MustCompile(`[:;] |[：；。]|, (?:and|und|y|since|because|so)\b|\.?\s*$`)
)

// Claims reads the fillings that a sentence states.
func (in *Instance) Claims(sentence string) []puzzle.Claim {
	if len(sentence) > longestSentence {
		return nil
	}
	var out []puzzle.Claim
	for _, at := range heads().FindAllStringSubmatchIndex(sentence, mostClaimed) {
		numbers := ""
		for g := 2; g+1 < len(at) && numbers == ""; g += 2 {
			if at[g] >= 0 {
				numbers = sentence[at[g]:at[g+1]]
			}
		}
		claims, end, ok := in.claimed(sentence, digits.FindAllString(numbers, mostClaimed-len(out)), at[1])
		if ok && !behind.MatchString(sentence[end:]) && !claimtext.Unsure(sentence, at[0], end) {
			for i := range claims {
				if other := claims[i].Contrary; len(claims) == 1 && other != "" {
					claims[i].Said, claims[i].Contrary = sentence[at[0]:end], sentence[at[0]:at[1]]+other
				} else {
					claims[i].Contrary = ""
				}
			}
			out = append(out, claims...)
		}
	}
	return out
}

// claimed reads a value for each of some blanks, from a place on. Each claim has another value as its contrary.
func (in *Instance) claimed(sentence string, numbers []string, at int) (out []puzzle.Claim, end int, ok bool) {
	blanks := in.sheet("en").Blanks
	for k, number := range numbers {
		i, err := strconv.Atoi(number)
		if err != nil || i < 1 || i > len(blanks) {
			return nil, 0, false
		}
		if k > 0 {
			between := betweenOf.FindString(sentence[at:])
			if between == "" {
				return nil, 0, false
			}
			at += len(between)
		}
		value, length := in.valueAt(i-1, sentence[at:])
		if length == 0 {
			return nil, 0, false
		}
		at += length
		out = append(out, puzzle.Claim{Move: puzzle.Move(fmt.Sprintf("%d=%s", i, url.PathEscape(in.meant(i-1, value)))), Contrary: in.other(i-1, value)})
	}
	return out, at, len(out) > 0
}

// valueAt reads what a text says to stand in a blank: the longest of the pieces, a number, or what stands up to the end of the clause.
func (in *Instance) valueAt(i int, text string) (value string, length int) {
	b := in.sheet("en").Blanks[i]
	rest := strings.TrimLeft(text, "`'\"“ ")
	skipped := len(text) - len(rest)
	for _, known := range append(slices.Clone(b.Options), b.Answer) {
		after, ok := strings.CutPrefix(rest, known)
		if first, _ := utf8.DecodeRuneInString(after); ok && len(known) > len(value) && !joined(known, first) {
			value = known
		}
	}
	if value == "" && len(b.Options) == 0 && !denied.MatchString(rest) {
		if _, err := strconv.Atoi(b.Answer); err == nil {
			value = wholeText.FindString(rest)
		} else if at := ends.FindStringIndex(rest); at != nil {
			value = strings.TrimRight(rest[:at[0]], "`'\"” ")
		}
	}
	if value == "" {
		return "", 0
	}
	length = skipped + len(value)
	return value, length + len(text[length:]) - len(strings.TrimLeft(text[length:], "`'\"”"))
}

// joined reports whether a value and the letter behind it are one word, or one number.
func joined(value string, next rune) bool {
	last, _ := utf8.DecodeLastRuneInString(value)
	word := func(r rune) bool { return unicode.IsDigit(r) || r < utf8.RuneSelf && unicode.IsLetter(r) || r == '_' }
	return word(last) && word(next)
}

// meant is what the explanation has for a value that is right in other words.
func (in *Instance) meant(i int, value string) string {
	full := in.reference().texts
	answer := full[i]
	if full[i] = value; value != answer && len(in.sheet("en").Blanks[i].Options) == 0 {
		if m, err := in.mark(context.Background(), solution{texts: full}); err == nil && m.Right {
			return answer
		}
	}
	return value
}

// other is another value for a blank; empty where none is known.
func (in *Instance) other(i int, value string) string {
	if k := slices.IndexFunc(in.sheet("en").Blanks[i].Options, func(o string) bool { return o != value }); k >= 0 {
		return in.sheet("en").Blanks[i].Options[k]
	}
	if n, err := strconv.Atoi(value); err == nil {
		return strconv.Itoa(n + 1)
	}
	return ""
}
