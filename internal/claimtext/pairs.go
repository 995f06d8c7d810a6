package claimtext

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Name is one of the ways to name a thing.
type Name struct {
	Text  string
	Thing int // whose name it is
}

// Pair is a claim about two things: that they belong together, or (Out) that they do not.
type Pair struct {
	X, Y int
	Out  bool
}

var (
	// Between two names, and before the first and after the second of them, these words make a clause say something else than that
	// two things belong together: an order, a choice, a condition.
	relative = regexp.MustCompile(`(?i)\b(?:left|right|next|adjacent|beside|neighbou?rs?|between|before|after|earlier|later|older|younger|than|more|less|fewer|either|or|neither|nor|if|when|unless|until|would|could|may|might|can|one\s+of|both|exactly|apart|away|same\s+as|other|not\s+both|clue\s+says|opposite|immediately|directly|somewhere|at\s+least|at\s+most|option|options|possible|remaining)\b|左|右|相邻|旁|之间|或|如果|若|之前|之后|早|晚|比|可能`)
	negative = regexp.MustCompile(`(?i)\bnot\b|n't\b|\bcannot\b|≠|!=|<>|不|没有|非`)
	// What links two names, with nothing else between them.
	linking = regexp.MustCompile(`(?i)^['"*` + "`" + `“”]*(?:'s\s+\w+)?\s*(?:=|==|:|：|≠|!=|<>|->|→|\||\(|,?\s*(?:(?:also|therefore|thus|so|now|definitely|only)\s+)?(?:must|has\s+to|can\s+only|is|are|was|does|do|did|goes|go|has|have|had|owns|owned|lives|lived|sits|sat|keeps|drinks|drank|eats|ate|likes|plays|wears|drives|smokes|gets|got|stands|comes|belongs|cannot|can't|isn't|doesn't|didn't|wasn't|在|是|住|有|不|为|对应|属于|没有)(?:\W|\b|$)[^,;，；]{0,40})\W*$`)
	clauses = regexp.MustCompile(`(?i)[,;，；]|\band\b|\bso\b|\btherefore\b|\bhence\b|\bthus\b|\bwhich\s+means\b|\bbecause\b|\bsince\b|所以|因此|因为`)
	reasons = regexp.MustCompile(`(?i)^(?:because|since|因为)$`)
)

// mention is a name in a text.
type mention struct {
	thing, start, end int
}

// Pairs reads the clauses of a sentence that name two things and nothing else, with a verb or a sign between them that puts them
// together or holds them apart: "the Norwegian lives in house 1", "Anna is not the baker", "house 3: tea". Longer names go before shorter
// ones that they hold. A clause that is a reason ("because ...") claims nothing new and is not read.
func Pairs(sentence string, names []Name) []Pair {
	var out []Pair
	from, reason := 0, false
	cut := clauses.FindAllStringIndex(sentence, -1)
	for i := 0; i <= len(cut); i++ {
		to, next := len(sentence), len(sentence)
		if i < len(cut) {
			to, next = cut[i][0], cut[i][1]
		}
		clause := sentence[from:to]
		if p, ok := pair(clause, names); ok && !reason {
			out = append(out, p)
		}
		reason = i < len(cut) && reasons.MatchString(sentence[to:next])
		from = next
	}
	return out
}

func pair(clause string, names []Name) (Pair, bool) {
	found := mentions(clause, names)
	if len(found) != 2 || found[0].thing == found[1].thing || relative.MatchString(clause) {
		return Pair{}, false
	}
	a, b := found[0], found[1]
	between := strings.TrimSpace(clause[a.end:b.start])
	if !linking.MatchString(between) || len(strings.Fields(clause[b.end:])) > 4 {
		return Pair{}, false
	}
	return Pair{a.thing, b.thing, negative.MatchString(between)}, !negative.MatchString(clause[:a.start])
}

// mentions finds the names of a clause, each as a word of its own, the longest first where several fit. Names of several things that
// read alike are nobody's.
func mentions(clause string, names []Name) []mention {
	folded := strings.ToLower(clause)
	if len(folded) != len(clause) {
		return nil // a letter whose lower case has another length: places would not fit
	}
	var all []mention
	for _, n := range names {
		text := strings.ToLower(n.Text)
		for at := 0; text != ""; {
			i := strings.Index(folded[at:], text)
			if i < 0 {
				break
			}
			i += at
			at = i + len(text)
			if whole(folded, i, at) {
				all = append(all, mention{n.Thing, i, at})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b mention) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	var out []mention
	for _, m := range all {
		if n := len(out); n > 0 && m.start < out[n-1].end {
			if m.thing != out[n-1].thing && m.start == out[n-1].start && m.end == out[n-1].end {
				return nil // two things with one name
			}
			continue
		}
		out = append(out, m)
	}
	return out
}

// whole reports whether a part of a text is no part of a longer word. Letters of scripts without spaces make words of their own.
func whole(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	after, _ := utf8.DecodeRuneInString(text[to:])
	first, _ := utf8.DecodeRuneInString(text[from:])
	last, _ := utf8.DecodeLastRuneInString(text[:to])
	return !(joins(before) && joins(first)) && !(joins(last) && joins(after))
}

func joins(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.Is(unicode.Han, r)
}
