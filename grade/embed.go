package grade

import (
	"strings"

	"github.com/quandary-puzzles/quandary/internal/sieve"
)

// A sentence may stand inside another one, which says how its writer stands to it: I doubt that …, it follows that …, nobody knows whether ….
// The outer one has all of the inner one for its scope, whatever that is about. So it is read first, for all types: an inner sentence that is
// asserted is taken out of its frame, and one that is not is left out.

var (
	embedding = sieve.Lazy(`(?is)^((?:[^\s,;:]+[\s,]+){1,9}?)(that|whether)\s+(.+)$`)
	matrix    = sieve.Lazy(`(?i)^(?:(?:so|thus|hence|therefore|and|but|then|now|well|ok|okay|yes|still|first|finally|also)[\s,]+)*(?:i|i'm|i'd|i've|we|we're|we've|it|it's|there|there's|this|that|which|my|nobody|no|some|many|one|you|they|he|she|everyone|everybody|people|somebody|someone|is|suppose|assume|imagine|say|given|let's|let|a|the)\b`)
	// takers end what stands before that.
	takers           = sieve.Lazy(`(?i)\b(?:true|false|untrue|right|wrong|correct|incorrect|clear|unclear|sure|unsure|certain|uncertain|confident|convinced|positive|doubt|doubts|doubtful|believe|believes|believed|think|thinks|thought|say|says|said|claim|claims|claimed|assert|asserts|insist|insists|conclude|deduce|infer|follows|means|shows|proves|implies|know|knows|known|see|find|found|out|obvious|evident|fact|case|agree|deny|denies|suppose|supposed|assume|assumed|assuming|imagine|guess|suspect|feel|hope|seems|appears|likely|unlikely|possible|impossible|probable|plausible|thinkable|conceivable|tell|told|argue|argues|show|prove|confirm|confirms|suggests|suggest)\s*$`)
	denying          = sieve.Lazy(`(?i)\b(?:not|no|never|nobody|none|neither|hardly|scarcely|cannot|can't|false|untrue|wrong|incorrect|doubts?|doubtful|unclear|unlikely|impossible|unsure|uncertain|deny|denies)\b|n't\b`)
	supposing        = sieve.Lazy(`(?i)\b(?:suppose|supposed|assume|assumed|assuming|imagine|if|maybe|perhaps|possible|possibly|likely|probable|probably|plausible|thinkable|conceivable|guess|suspect|seems?|appears?|might|may|could|hope|thought|believed|said|claimed|suggests?|tempting)\b`)
	tellingIt        = sieve.Lazy(`(?i)\b(?:believe|believes|think|thinks|say|says|claims?|assert|asserts|insists?|argues?|tell|told)\s*$`)
	endsInConclusion = sieve.Lazy(`(?i)\b(?:follows|means|shows|proves|implies|conclude|deduce|infer|find|see|out)$`)
	ofMine           = sieve.Lazy(`(?i)\b(?:i|we|i'd|we'd)\s+(?:\w+\s+){0,2}$`)
	otherwise        = sieve.Lazy(`(?i)\bwould(?:n't| not)? have been\b|\bwould've been\b|\bif (?:the|it|he|she|they|there|this|that|one)\b[^,;.]{0,60}\bwere\b|\botherwise\W*$|^\s*whether\b`)
	conditional      = sieve.Lazy(`(?i)^(?:if|suppose|assuming|were)\b[^.;]*,`)
	goesOn           = sieve.Lazy(`(?i)[;；]|,\s*(?:but|so|however|yet|while)\b|\s[-–—]\s`)
)

// asserted leaves out of a text the sentences that their frames do not assert, and the frames of those that they do. Left is false where a
// sentence was left out.
func asserted(text string) (rest string, left bool) {
	if !hasAny(text, "that ", "hether ", "would", "therwise", "THAT ", " were", "If ", "if ", "Suppose", "Assuming", "Were ") {
		return text, true
	}
	var b strings.Builder
	left = true
	all := splitSentences(text)
	for len(all) > 0 && strings.IndexFunc(all[len(all)-1], isContent) < 0 {
		all = all[:len(all)-1]
	}
	for i, s := range all {
		lead := s[:len(s)-len(strings.TrimLeft(s, " \t\n*_>#"))]
		s = s[len(lead):]
		b.WriteString(lead)
		if otherwise().MatchString(s) {
			left = false
			if at := goesOn().FindStringIndex(s); at != nil {
				b.WriteString(s[at[0]:])
			}
			continue
		}
		if i+1 < len(all) && conditional().MatchString(s) && strings.HasSuffix(s, ".") {
			left = false // what follows stands on its own
			continue
		}
		m := embedding().FindStringSubmatch(s)
		if m == nil || !matrix().MatchString(m[1]) || !takers().MatchString(m[1]) || strings.ContainsAny(m[1], "0123456789") {
			b.WriteString(s)
			continue
		}
		frame := strings.TrimSpace(m[1])
		said := strings.EqualFold(m[2], "whether") || len(denying().FindAllString(frame, -1))%2 == 1 || supposing().MatchString(frame)
		if at := tellingIt().FindStringIndex(frame); at != nil && !ofMine().MatchString(frame[:at[0]]) {
			said = true
		}
		if !said {
			if concluding := endsInConclusion().MatchString(frame); concluding {
				b.WriteString("So ")
			}
			b.WriteString(m[3])
			continue
		}
		left = false
		if at := goesOn().FindStringIndex(m[3]); at != nil {
			b.WriteString(m[3][at[0]:])
		}
	}
	return b.String(), left
}

// splitSentences cuts a text behind its full stops and at the ends of its lines; the pieces together are the text.
func splitSentences(text string) []string {
	var out []string
	start := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n', c == ';', (c == '.' || c == '!' || c == '?') && (i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\n'):
			out = append(out, text[start:i+1])
			start = i + 1
		}
	}
	return append(out, text[start:])
}
