package grade

import (
	"strings"

	"github.com/quandary-puzzles/quandary/internal/sieve"
)

var (
	// chainParts are the stretches of a text that commas, semicolons, arrows and ends of sentences part, with what parts them.
	chainParts = sieve.Lazy(`[^,;\n。→⇒]+?(?:[,;\n。→⇒]|=>|->|\.\s|\.$|$)`)
	// onlyMath finds a side of an equation that is an expression: numbers, unknowns of one letter, signs.
	onlyMath       = sieve.Lazy(`^[\s\d.()+\-−–*×·/÷:^√]*(?:[a-zA-Z]?(?:[\s\d.()+\-−–*×·/÷:^√]+|$))*$`)
	closed         = sieve.Lazy(`^[\s\d.()+\-−–*×·/÷^√]+$`)
	labelledBehind = sieve.Lazy(`\p{L}{2,}\s*(?:\p{Han}|is|are)?\s*[\d.()+\-−–*×·/÷\s]*=|\p{Han}=`)
	unknowns       = sieve.Lazy(`[a-zA-Z]`)
)

// lastWorked reports whether the last of some parts is an expression that is worked out.
func lastWorked(parts []string) bool {
	lead, value, ok := strings.Cut(strings.TrimRight(parts[len(parts)-1], ",;\n。→⇒. "), "=")
	return ok && closed().MatchString(lead) && strings.TrimSpace(lead) != "" && !strings.Contains(value, "=")
}

// solved leaves of equations what they come to: of a chain with a label the label and the last side (area = 12 × 6 = 72), and nothing of
// those with an unknown (2x + 3 = 9), where others stand behind them.
func solved(text string) string {
	if strings.Count(text, "=") < 1 || len(text) > maxSaid {
		return text
	}
	parts := chainParts().FindAllString(text, -1)
	if len(parts) == 0 {
		return text
	}
	var out []string
	for i, part := range parts {
		sides := strings.Split(strings.TrimRight(part, ",;\n。→⇒. "), "=")
		end := part[len(strings.TrimRight(part, ",;\n。→⇒. ")):]
		if len(sides) < 2 {
			out = append(out, part)
			continue
		}
		lead, last := strings.TrimSpace(sides[0]), strings.TrimSpace(sides[len(sides)-1])
		middle := true // all sides between are expressions without unknowns
		for _, s := range sides[1 : len(sides)-1] {
			middle = middle && closed().MatchString(s) && strings.TrimSpace(s) != ""
		}
		switch {
		case strings.ContainsAny(part, "<>≤≥≠!~≈"):
			out = append(out, part)
		case onlyMath().MatchString(lead) && unknowns().MatchString(lead) && len(lead) > 1 && i+1 < len(parts) && strings.Contains(strings.Join(parts[i+1:], ""), "="):
			// It has still to be solved.
		case len(sides) == 2 && closed().MatchString(lead) && strings.ContainsAny(lead, "+*/×÷·−–") && i+1 < len(parts) && lastWorked(parts[i+1:]):
			// A result on the way.
		case len(sides) == 2 && len(lead) == 1 && unknowns().MatchString(lead) && labelledBehind().MatchString(strings.Join(parts[i+1:], "")):
			// An unknown on the way.
		case len(sides) > 2 && middle && !strings.ContainsAny(lead, "0123456789") && lead != "":
			out = append(out, lead+" = "+last+end)
		default:
			out = append(out, part)
		}
	}
	if s := strings.TrimSpace(strings.Join(out, " ")); s != "" && len(out) > 0 {
		return s
	}
	return text
}
