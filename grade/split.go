package grade

import (
	"strings"

	"github.com/quandary-puzzles/quandary/internal/sieve"
)

// partTexts are the texts of the parts of an answer.
type partTexts struct {
	texts     []string
	extracted string // the final answer as a whole
	offered   int    // how many different final answers there were
}

// split divides the final answer among the parts of the reference. The last offer counts; when it does not hold all parts
// and there are as many boxes, the last boxes are the parts.
func split(final answerText, types []answerType, refs []string) partTexts {
	last := final.offers[len(final.offers)-1]
	if len(types) > 1 {
		out := partTexts{extracted: last, offered: 1}
		if out.texts = splitParts(last, len(types)); out.texts != nil {
			return out
		}
		if final.boxed && len(final.offers) >= len(types) {
			out.texts = final.offers[len(final.offers)-len(types):]
			out.extracted = strings.Join(out.texts, "====")
			return out
		}
		out.texts = make([]string, len(types))
		copy(out.texts, []string{last})
		return out
	}
	t := types[0]
	if final.boxed && len(final.offers) > 1 && len(final.offers) <= elements(t, refs[0]) && oneElement(t, last) {
		// The elements of one list, each in a box of its own.
		joined := strings.Join(final.offers, " , ")
		return partTexts{texts: []string{joined}, extracted: joined, offered: 1}
	}
	return partTexts{texts: []string{last}, extracted: strings.TrimSpace(last), offered: different(final.offers)}
}

// elements gives how many elements the reference of a flat list has; 1 for everything else.
func elements(t answerType, ref string) int {
	if t.many {
		all, _ := t.chosen(ref, unasked)
		return len(all)
	}
	if len(t.order) != 1 {
		return 1
	}
	n, _, reason := parseList(ref, 1, shape{})
	if reason != Right {
		return 1
	}
	return len(n.kids)
}

// oneElement reports whether an offer holds one element only.
func oneElement(t answerType, text string) bool {
	if t.many {
		all, _ := t.chosen(text, unasked)
		return len(all) <= 1
	}
	n, _, reason := parseList(text, 1, shape{})
	return reason == Right && len(n.kids) == 1 && !n.kids[0].list
}

// different counts the offers that differ as names.
func different(offers []string) int {
	if len(offers) < 2 {
		return 1
	}
	seen := map[string]bool{}
	for _, o := range offers {
		seen[name(o)] = true
	}
	return max(1, len(seen))
}

var partNumber = sieve.Lazy(`(?:^|[;\n,]|\s)\s*[(（]?(\d|[a-h])[.):、]\s*`)

// splitParts divides a text into n parts: by "====", by line ends or semicolons, by numbers 1. 2. …, by commas outside
// brackets. It gives nil when none of these makes n parts.
func splitParts(text string, n int) []string {
	if parts := trimmed(strings.Split(text, "====")); len(parts) == n {
		return parts
	}
	clean := plain(text)
	if strings.HasPrefix(clean, "{") {
		if all, ok := members(clean); ok && len(all.kids) == n && depth(all) == 1 {
			return all.atoms()
		}
	}
	if rows := tableRows(strings.Split(clean, "\n")); len(rows) == n {
		var parts []string
		for _, r := range rows {
			parts = append(parts, r.cells[len(r.cells)-1])
		}
		return parts
	}
	for _, cut := range []func(string) []string{
		func(s string) []string { return byNumbers(s, n) },
		func(s string) []string { return outside(s, ";\n") },
		func(s string) []string { return outside(s, ",") },
		func(s string) []string { return outside(s, ",;\n") },
		func(s string) []string { return outside(joiner().ReplaceAllString(hanJoin(s), ","), ",;\n") },
		strings.Fields,
	} {
		if parts := trimmed(cut(clean)); len(parts) == n {
			for i := range parts {
				parts[i] = numbered(parts[i])
			}
			return parts
		}
	}
	return nil
}

// byNumbers cuts at the part numbers 1 to n, when they stand in that order.
func byNumbers(s string, n int) []string {
	locs := partNumber().FindAllStringSubmatchIndex(s, -1)
	var starts, ends []int
	for _, l := range locs {
		if c := s[l[3]]; (c == '.' || c == ':') && l[1] < len(s) && l[1] == l[3]+1 && isDigit(s[l[1]]) {
			continue // 1.5
		}
		if (s[l[2]] == byte('1'+len(starts)) || s[l[2]] == byte('a'+len(starts))) && len(starts) < n && n <= 9 {
			starts = append(starts, l[0])
			ends = append(ends, l[1])
		}
	}
	if len(starts) != n {
		return nil
	}
	var out []string
	for i := range starts {
		end := len(s)
		if i+1 < n {
			end = starts[i+1]
		}
		out = append(out, s[ends[i]:end])
	}
	return out
}

// outside cuts at separators that stand outside brackets and quotes.
func outside(s, separators string) []string {
	var out []string
	depth, start := 0, 0
	for i, r := range s {
		switch {
		case strings.ContainsRune("[({", r):
			depth++
		case strings.ContainsRune("])}", r):
			depth--
		case depth <= 0 && strings.ContainsRune(separators, r):
			out = append(out, s[start:i])
			start = i + 1
		}
	}
	return append(out, s[start:])
}

func trimmed(parts []string) []string {
	var out []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}
