package grade

import (
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/sieve"
)

// A list may be told from either end. Where the question says from which (from the lightest to the heaviest), an answer that says the other
// (from the heaviest to the lightest, "is the heaviest, then …", a > b > c) is read backwards.

// poles are words for the low and for the high end of what things are put in order by.
var poles = func() map[string]int {
	out := map[string]int{}
	for _, p := range [][2]string{{"lightest", "heaviest"}, {"shortest", "tallest"}, {"shortest", "longest"}, {"smallest", "largest"}, {"smallest", "biggest"}, {"youngest", "oldest"},
		{"youngest", "eldest"}, {"slowest", "fastest"}, {"slowest", "quickest"}, {"lowest", "highest"}, {"worst", "best"}, {"least", "most"}, {"fewest", "most"}, {"cheapest", "dearest"},
		{"front", "back"}, {"left", "right"}, {"top", "bottom"}, {"first", "last"}, {"start", "end"}, {"beginning", "end"}, {"west", "east"}, {"north", "south"}, {"前", "后"}, {"左", "右"}, {"上", "下"},
		{"poorest", "richest"}, {"weakest", "strongest"}, {"coldest", "hottest"}, {"coldest", "warmest"}, {"narrowest", "widest"}, {"earliest", "latest"}, {"nearest", "farthest"},
		{"light", "heavy"}, {"short", "tall"}, {"small", "large"}, {"young", "old"}, {"slow", "fast"}, {"low", "high"}, {"cheap", "expensive"}, {"early", "late"},
		{"低", "高"}, {"小", "大"}, {"轻", "重"}, {"短", "长"}, {"慢", "快"}, {"矮", "高"}, {"少", "多"}, {"差", "好"}, {"弱", "强"}, {"早", "晚"}, {"近", "远"}} {
		out[p[0]], out[p[1]] = -1, 1
	}
	return out
}()

var (
	fromTo = sieve.Lazy(`(?i)\bfrom\s+(?:the\s+)?(\p{L}+)\s+to\s+(?:the\s+)?(\p{L}+)\b|从(?:最)?(\p{Han})到(?:最)?(\p{Han})|由(?:最)?(\p{Han})到(?:最)?(\p{Han})`)
	// What stands before a list, or between its elements, in a sentence.
	inTheOrder = sieve.Lazy(`(?i)^[^,:;\n]{0,60}\b(?:in|is) (?:the|this|that) (?:following |right |correct )?(?:order|sequence)(?: is)?\s*[:,]?\s+`)
	beginsWith = sieve.Lazy(`(?i)^\s*(?:left-?most|the first(?: one)?|first|at the left end|on the left)\s+(?:is|comes|stands|was|came)\s+`)
	thenComes  = sieve.Lazy(`(?i)\b(?:then|next|after that)\s+(?:come|comes|came|follow|follows|is)\s+`)
	upward     = sieve.Lazy(`(?i)\b(?:ascending|increasing)\b|升序|递增`)
	downward   = sieve.Lazy(`(?i)\b(?:descending|decreasing)\b|降序|递减`)
	chained    = sieve.Lazy(`^[^<>≤≥=]{1,40}(?:<[^<>≤≥=]{1,40})+$|^[^<>≤≥=]{1,40}(?:>[^<>≤≥=]{1,40})+$`)
	superlater = sieve.Lazy(`(?i)\s+(?:is|was|comes|being)\s+(?:the\s+)?(\p{L}+est|most|least|best|worst)\b|最(\p{Han})`)
)

// endsOf says in which direction a text says that a list goes: 1 from the low end up, -1 from the high one down, 0 where it does not.
func endsOf(text string) int {
	if !hasAny(text, "rom ", "ROM ", "从", "由", "scending", "creasing", "序", "递") {
		return 0
	}
	if m := fromTo().FindStringSubmatch(text); m != nil {
		a, b := poles[strings.ToLower(m[1]+m[3]+m[5])], poles[strings.ToLower(m[2]+m[4]+m[6])]
		if a != 0 && b == -a {
			return b
		}
	}
	switch up, down := upward().MatchString(text), downward().MatchString(text); {
	case up && !down:
		return 1
	case down && !up:
		return -1
	}
	return 0
}

// byPlace reports whether the ends that a text speaks of are places: the first, the front. Such a list is told from there, where nobody says
// from where, and ">" between its elements is an arrow.
func byPlace(text string) bool {
	m := fromTo().FindStringSubmatch(text)
	return m != nil && placeEnds[strings.ToLower(m[1]+m[3]+m[5])]
}

var placeEnds = map[string]bool{"front": true, "back": true, "left": true, "right": true, "top": true, "bottom": true, "first": true, "last": true, "start": true, "end": true, "beginning": true,
	"west": true, "east": true, "north": true, "south": true, "前": true, "后": true, "左": true, "右": true, "上": true, "下": true}

// superlatives finds the words of a text that say of an element that it stands at an end.
func superlatives(text string) [][]int {
	if !hasAny(text, "est", "least", "most", "worst", "最") {
		return nil
	}
	return superlater().FindAllStringSubmatchIndex(text, 3)
}

// inDirection gives a list's text without what says from which end it is told, and whether that is the other end than the question asks for.
func (q *question) inDirection(text string, n int) (plain string, backwards bool) {
	if q.text == "" {
		return text, false
	}
	if hasAny(text, "order", "sequence") {
		text = inTheOrder().ReplaceAllString(text, "")
	}
	if hasAny(text, " is ", " comes ", " stands ", " was ", " came ") {
		text = beginsWith().ReplaceAllString(text, "")
	}
	if hasAny(text, "then ", "next ", "Then ", "Next ", "fter that ") {
		text = thenComes().ReplaceAllString(text, "then ")
	}
	asked := q.direction()
	said := endsOf(text)
	if asked == 0 && said != 0 && byPlace(text) {
		asked = 1
	}
	if said != 0 {
		text = fromTo().ReplaceAllString(text, " ")
	} else if asked != 0 && !byPlace(q.text) {
		if clean := strings.TrimRight(strings.TrimSpace(text), ". "); chained().MatchString(clean) {
			said = 1
			if strings.Contains(clean, ">") {
				said = -1
			}
			text = strings.NewReplacer("<", ",", ">", ",").Replace(clean)
		} else if m := superlatives(text); len(m) > 0 && len(m) < 3 {
			pole := func(k int) int {
				if m[k][2] >= 0 {
					return poles[strings.ToLower(text[m[k][2]:m[k][3]])]
				}
				return poles[text[m[k][4]:m[k][5]]]
			}
			if ordinalWord().MatchString(text) { // some are told by their places: those at the ends too
				said = asked
				text = superlater().ReplaceAllStringFunc(text, func(s string) string {
					m := superlater().FindStringSubmatch(s)
					place := 1
					if poles[strings.ToLower(m[1]+m[2])] == asked {
						place = n
					}
					if m[2] != "" {
						return "第" + strconv.Itoa(place)
					}
					return " is " + strconv.Itoa(place) + "th"
				})
				return text, false
			}
			// The end that is told first is where the list begins; of one alone, the beginning or the end of the text.
			switch first := pole(0); {
			case first == 0 || len(m) == 2 && pole(1) != -first:
			case strings.ContainsAny(text[:m[0][0]], ",，;；、"):
			default:
				said = -first
				text = superlater().ReplaceAllString(text, " ")
			}
		}
	}
	return text, said != 0 && asked != 0 && said != asked
}
