package claimtext

import (
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

// Names finds names in texts.
type Names struct {
	first map[rune][]Name // by the first letter, small
}

// NewNames prepares names for being found, each once.
func NewNames(names []Name) *Names {
	out := &Names{map[rune][]Name{}}
	for _, n := range names {
		n.Text = strings.ToLower(n.Text)
		if n.Text == "" {
			continue
		}
		c, _ := utf8.DecodeRuneInString(n.Text)
		if !slices.Contains(out.first[c], n) {
			out.first[c] = append(out.first[c], n)
		}
	}
	return out
}

// Mention is a name in a text, at its bytes.
type Mention struct {
	Thing, Start, End int
}

// Pairs reads the clauses of a sentence that name two things and nothing else, with a verb or a sign between them that puts them
// together or holds them apart: "the Norwegian lives in house 1", "Anna is not the baker", "house 3: tea". Longer names go before shorter
// ones that they hold. A clause that is a reason ("because ...") claims nothing new and is not read.
func Pairs(sentence string, names *Names) []Pair {
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

func pair(clause string, names *Names) (Pair, bool) {
	found := names.Mentions(clause)
	if len(found) != 2 || found[0].Thing == found[1].Thing || relative.MatchString(clause) || Unsure(clause, found[0].Start, found[1].End) {
		return Pair{}, false
	}
	a, b := found[0], found[1]
	between := strings.TrimSpace(clause[a.End:b.Start])
	if !linking.MatchString(between) || len(strings.Fields(clause[b.End:])) > 4 {
		return Pair{}, false
	}
	return Pair{a.Thing, b.Thing, negative.MatchString(between)}, !negative.MatchString(clause[:a.Start])
}

// Mentions finds the names in a text, each as a word of its own, the longest first where several fit. Names of several things that
// read alike are nobody's: where one stands, none is found.
func (ns *Names) Mentions(text string) []Mention {
	folded := strings.ToLower(text)
	if len(folded) != len(text) {
		return nil // a letter whose lower case has another length: places would not fit
	}
	var out []Mention
	for i, c := range folded {
		if n := len(out); n > 0 && i < out[n-1].End {
			continue
		}
		m, twice := Mention{}, false
		for _, n := range ns.first[c] {
			end := i + len(n.Text)
			if end < m.End || !strings.HasPrefix(folded[i:], n.Text) || !whole(folded, i, end) {
				continue
			}
			twice = end == m.End && (twice || n.Thing != m.Thing)
			m = Mention{n.Thing, i, end}
		}
		switch {
		case twice:
			return nil
		case m.End > 0:
			out = append(out, m)
		}
	}
	return out
}

// whole reports whether a part of a text is no part of a longer word. Letters of scripts without spaces make words of their own, as far as a script goes.
func whole(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	after, _ := utf8.DecodeRuneInString(text[to:])
	first, _ := utf8.DecodeRuneInString(text[from:])
	last, _ := utf8.DecodeLastRuneInString(text[:to])
	return !joined(before, first) && !joined(last, after)
}

// joined reports whether two letters side by side are of one word.
func joined(a, b rune) bool {
	script := func(r rune) int {
		switch {
		case r == utf8.RuneError || unicode.In(r, unicode.Han, unicode.Hiragana) || !unicode.IsLetter(r) && !unicode.IsDigit(r):
			return 0
		case unicode.Is(unicode.Katakana, r) || r == 'ー':
			return 1
		}
		return 2
	}
	return script(a) > 0 && script(a) == script(b)
}
