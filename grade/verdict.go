package grade

import (
	"strings"

	"github.com/quandary-puzzles/quandary/internal/sieve"
)

// A reference of yes or no asks for a verdict on the question's own statement. It is claimed by the word itself, where that stands alone in its
// clause or behind a link ("no problem" is no no), or by a short sentence that affirms or denies what "it" is.

var verdictNames = map[string]int{"yes": 1, "no": -1, "是": 1, "否": -1, "能": 1, "不能": -1, "可以": 1, "不可以": -1, "会": 1, "不会": -1, "对": 1, "不对": -1, "有": 1, "没有": -1, "可能": 1, "不可能": -1, "true": 2, "false": -2}

// verdictOfName gives what a reference says that is a verdict: 1 yes, -1 no; 0 where it is none.
func verdictOfName(ref string) int {
	switch v := verdictNames[strings.ToLower(strings.TrimSpace(ref))]; v {
	case 1, -1:
		return v
	}
	return 0
}

var (
	verdictWord = sieve.Lazy(`(?i)^(?:so|thus|hence|therefore|and|but|then|well|the (?:final |correct |right )?answer(?: to (?:the|this) question)?(?: is| must be| has to be|:)?|it is|it's|that is a|that's a|a|i say|my answer(?: is|:)?|final answer:?|answer:?|clearly|definitely|absolutely|certainly|of course|,|:|\s)*\b(yes|yeah|yep|no|nope)\b(.*)$`)
	hanVerdict  = sieve.Lazy(`^(?:所以|因此|故|那么|答案|答|结论|最终答案|综上|是|为|：|:|，|,|\s)*(不可以|不可能|不能够|不能|不会|不是|不对|没有|否|可以|能够|可能|是的|是|能|会|对的|对|有)(?:的|了)?$`)
	itIsNot     = sieve.Lazy(`(?i)^(?:so|thus|hence|therefore|and|but|,|\s)*(?:it|that|this|they|he|she|we|you|one)\b\s*(?:really |just |simply |certainly |definitely )?(?:(is not|isn't|are not|aren't|cannot|can't|can not|will not|won't|does not|doesn't|do not|don't|was not|wasn't)|(is|are|can|will|does|do|was))\b(.*)$`)
	notPossible = sieve.Lazy(`(?i)\b(?:impossible|not possible|no way|cannot be done|can't be done|not doable)\b|不可能|做不到|办不到`)
	sureOf      = sieve.Lazy(`(?i)^\W*(?:it|that|this)?\W*(?:is|can be|'s)\W*(?:indeed |certainly |definitely |quite )?(?:possible|done|doable|so|true)\W*$`)
	alone       = sieve.Lazy(`(?i)^\s*(?:$|[,.!;:—–-]|indeed\b|that\b|it\b|they\b|because\b|since\b|as\b|of course\b|he\b|she\b|you\b|we\b|definitely\b)`)
	unsureOfIt  = sieve.Lazy(`(?i)\b(?:maybe|perhaps|possibly|probably|might|may be|unless|depends|not sure|i guess|i think so|unsure|likely|hardly|in some cases|sometimes)\b|可能是|也许|大概|不一定|不确定`)
	againstIt   = sieve.Lazy(`(?i)\b(?:not|wouldn't|isn't|n't|never|wrong|incorrect|says?|said|claims?|think|thought|guess|answer)\b`)
	turnsBack   = sieve.Lazy(`(?i)\b(?:wait|actually|but|however|correction|scratch that|so|therefore|hence|thus|no longer|on second thought)\b|所以|因此|不过|但是|更正|等等`)
	clauseEnds  = sieve.Lazy(`[.!?;:\n。！？；，,—]+|\s[-–]\s`)
)

// compareVerdicts marks a text that should claim yes or no.
func compareVerdicts(want int, text string) Reason {
	text = strings.ToLower(plain(text))
	if len(text) > maxSaid {
		text = tail(text, maxSaid)
	}
	type vote struct{ is, at int }
	var votes []vote
	settled := Unparsed
	at := 0
	turned := false
	worded := 0 // the last verdict that was a word of its own
	for at <= len(text) {
		end, next := len(text), len(text)+1
		if m := clauseEnds().FindStringIndex(text[at:]); m != nil {
			end, next = at+m[0], at+m[1]
		}
		clause, sign := strings.TrimSpace(text[at:end]), ""
		if next <= len(text) {
			sign = text[end:next]
		}
		is, word, other := verdictIn(clause, worded)
		if other {
			settled, votes = Unclaimed, nil
		}
		turned = turned || turnsBack().MatchString(clause)
		switch {
		case strings.Contains(sign, "?") || strings.Contains(sign, "？"):
			if is != 0 && next > len(text) {
				return Unclaimed
			}
		case is != 0 && unsureOfIt().MatchString(clause), len(votes) > 0 && unsureOfIt().MatchString(clause):
			return Unclaimed
		case is != 0 && len(votes) > 0 && votes[len(votes)-1].is != is && !turned && !word && worded != 0:
			// No, it isn't: the words of a no; yes, it isn't, and no, it is, are neither.
			return Unclaimed
		case is != 0:
			if word && len(votes) > 0 && votes[len(votes)-1].is != is && !turned && worded != 0 {
				return Ambiguous
			}
			votes = append(votes, vote{is, at})
			if word {
				worded = is
			}
			turned = false
		}
		at = next
	}
	switch {
	case len(votes) == 0:
		return settled
	case strings.Contains(text, "yes and no"), strings.Contains(text, "yes or no"), strings.Contains(text, "no and yes"):
		return Unclaimed
	case votes[len(votes)-1].is == want:
		return Right
	}
	return Wrong
}

// verdictIn gives what a clause claims, yes (1) or no (-1), and whether by a word of its own. other tells that a verdict is named in it and
// something else is said of that. worded is the last verdict before that was a word.
func verdictIn(clause string, worded int) (is int, word, other bool) {
	if m := verdictWord().FindStringSubmatch(clause); m != nil && alone().MatchString(m[2]) {
		if m[1] == "no" || m[1] == "nope" {
			return -1, true, false
		}
		return 1, true, false
	}
	if m := hanVerdict().FindStringSubmatch(clause); m != nil && clause != "" {
		if strings.HasPrefix(m[1], "不") || m[1] == "否" || m[1] == "没有" {
			return -1, true, false
		}
		return 1, true, false
	}
	if notPossible().MatchString(clause) && !strings.Contains(clause, "not impossible") {
		return -1, false, false
	}
	if m := itIsNot().FindStringSubmatch(clause); m != nil && len(strings.Fields(m[3])) < 4 {
		switch {
		case worded == 0 && len(strings.Fields(m[3])) > 2:
			return 0, false, false
		case m[1] != "":
			return -1, false, false
		case len(strings.Fields(m[3])) == 0 || sureOf().MatchString(clause):
			return 1, false, false
		}
		return 0, false, false
	}
	if !strings.Contains(clause, "yes") && !strings.Contains(clause, "no") {
		return 0, false, false
	}
	for _, w := range strings.Fields(clause) {
		if w = strings.Trim(w, "\"'()*"); w == "yes" || w == "no" && (againstIt().MatchString(clause) || strings.HasSuffix(clause, " no")) {
			// It is named in a clause that says something else of it.
			if strings.HasSuffix(clause, w) && !againstIt().MatchString(clause) {
				is, word = map[string]int{"yes": 1, "no": -1}[w], true
			} else {
				other = true
			}
		}
	}
	return is, word, other
}
