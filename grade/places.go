package grade

import (
	"strings"

	"github.com/quandary-puzzles/quandary/internal/sieve"
)

var (
	asksForFirst = sieve.Lazy(`(?i)\b(?:winner|won|wins|came first|first place|(?:tall|old|fast|high|long|heavi|rich|larg|bigg|strong)est)\b|冠军|第一名|得了第一|获胜`)
	placeLabel   = sieve.Lazy(`(?i)^\s*(?:1st|first|第\s*[一1]\s*名?)(?:\s+place)?\s*[:：-]\s*`)
	descending   = sieve.Lazy(`^\s*([^<>]{1,40}?)\s*>[^<>]{1,40}(?:>[^<>]{1,40})*$`)
	thenOthers   = sieve.Lazy(`(?i)^\s*(?:and\s+)?(?:then|followed by|next)\b`)
	placedParts  = sieve.Lazy(`[^,，;；\n]+[,，;；\n]*`)
)

// cameFirst finds that somebody won, in other words.
var cameFirst = sieve.Lazy(`(?i)\b(?:came|comes|finished|finishes|crossed the line|was|is|got) (?:in )?(?:the )?(?:first|1st)(?: place)?\b|\btook (?:the )?first place\b`)

// winners leaves out of an answer who came second and after, where the question asks who won.
func winners(text string, asks *question) string {
	if !asks.first() {
		return text
	}
	text = cameFirst().ReplaceAllString(text, "won")
	if m := descending().FindStringSubmatch(text); m != nil {
		return m[1]
	}
	var rest strings.Builder
	for _, part := range placedParts().FindAllString(text, -1) {
		if rest.Len() > 0 && thenOthers().MatchString(part) {
			break
		}
		places := ordinalWord().FindAllString(part, -1)
		if len(places) == 1 {
			if p, ok := placeOf(places[0]); ok && p > 1 {
				continue
			}
		}
		rest.WriteString(placeLabel().ReplaceAllString(part, ""))
	}
	if left := strings.TrimRight(rest.String(), ",，;； \n"); strings.IndexFunc(left, isContent) >= 0 {
		return left
	}
	return text
}
