// Package claimtext finds what the sentences of somebody's reasoning claim about a puzzle: that a cell has a value or has it not,
// that two named things belong together or do not. It reads the forms that people and language models write, in English and
// Chinese, and which sentences state something also in German, Spanish and Japanese. It knows no puzzle: a family says what its values and names are.
//
// What it is unsure of, it does not read: a sentence that is not understood claims nothing, so that nobody is blamed for it.
package claimtext

import (
	"regexp"
	"slices"
	"strings"
)

// Sentence is a sentence of a text that states something.
type Sentence struct {
	Line int // from 1
	Text string
}

var (
	asking = regexp.MustCompile(`[?？]\s*$`)
	places = regexp.MustCompile(cell)
	step   = regexp.MustCompile(`^\s*(?i:(?:step|schritt|paso)\s+)?\d+[.):]\s`)
)

// Sentences gives the sentences of a text that state something as it is. Questions and suppositions state nothing, and neither does
// what is thought under a supposition, until the paragraph ends or a conclusion is drawn from it, or in lines that are indented under it:
// of the sentence that finds the contradiction only what follows its "so" counts.
func Sentences(text string) []Sentence {
	var out []Sentence
	t := tongueOf(text)
	supposed, refuted := false, false
	supposition := "" // the sentence that it began with
	cases := false    // the supposition ends with the line
	under := -1       // how far the last line with a supposition is indented: what is further in is the argument from it
	for n, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == "" {
			supposed, refuted, cases, under = false, false, false, -1
			continue
		}
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		if under >= 0 && indent > under {
			continue
		}
		under = -1
		if cases || step.MatchString(line) { // another step
			supposed, refuted, cases = false, false, false
		}
		parts := split(line)
		for k, s := range parts {
			switch {
			case asking.MatchString(s):
				continue
			case t.supposing.MatchString(s):
				under = indent
				// "If r1c2 = 3 then ... a contradiction, so r1c2 is not 3" ends what it began.
				at, ok := t.conclusion(s)
				// With a reason behind it, a conclusion about the very place that was supposed ends it too.
				because := t.reasoned.MatchString(s) || k+1 < len(parts) && t.reasoned.MatchString(parts[k+1])
				if !ok || !t.refuting.MatchString(s[:at]) && !t.denies(s[at:], s[:at]) && !(because && returns(s[at:], s[:at])) {
					if !t.reasoned.MatchString(s) || !supposed {
						supposed, refuted, supposition = true, t.refuting.MatchString(s), s
					}
					cases = t.reasoned.MatchString(s)
					continue
				}
				s, supposed, refuted = s[at:], false, false
			case supposed && t.regardless.MatchString(s):
				s, supposed, refuted = s[t.regardless.FindStringIndex(s)[0]:], false, false
			case supposed:
				at, ok := t.conclusion(s)
				because := t.reasoned.MatchString(s) || k+1 < len(parts) && t.reasoned.MatchString(parts[k+1])
				refuted = refuted || t.refuting.MatchString(s) || ok && (t.denies(s[at:], supposition) || because && returns(s[at:], supposition)) ||
					t.but.MatchString(s) && k+1 < len(parts) && t.concluding.MatchString(parts[k+1]) && returns(parts[k+1], supposition)
				if !ok || !refuted {
					continue
				}
				s, supposed, refuted = s[at:], false, false
			}
			// "Each way r1c1 is not 2: if r3c3 is 2, then ..." states what stands before its cases.
			if at := t.casesIn.FindStringIndex(s); at != nil {
				s, supposed, refuted, cases, under = s[:at[0]], true, false, true, indent
			}
			if s = strings.TrimSpace(s); s != "" {
				out = append(out, Sentence{n + 1, s})
			}
		}
	}
	return out
}

// denies reports whether a conclusion says the opposite of what a sentence supposes of the place that it names first: "if r1c2 is 3, then
// ..., so r1c2 is not 3".
func (t *tongue) denies(conclusion, supposition string) bool {
	if !returns(conclusion, supposition) {
		return false
	}
	at := places.FindStringIndex(supposition)
	supposed := supposition[at[0]:]
	if end := t.consequence.FindStringIndex(supposed); end != nil {
		supposed = supposed[:end[0]]
	}
	says := t.likewise.Split(t.reasoned.Split(conclusion, 2)[0], 2)[0]
	// "So r5c2 is 5, and r5c2 is not 3": what is said of the place first.
	place, named := places.FindString(supposition), 0
	for _, at := range places.FindAllStringIndex(says, -1) {
		if says[at[0]:at[1]] != place {
			continue
		}
		if named++; named == 2 {
			says = says[:at[0]]
			break
		}
	}
	return t.negated.MatchString(supposed) != t.negated.MatchString(says)
}

// returns reports whether a conclusion speaks of the place that a sentence supposes something of.
func returns(conclusion, supposition string) bool {
	place := places.FindString(supposition)
	return place != "" && slices.Contains(places.FindAllString(conclusion, -1), place)
}

// conclusion finds where a sentence says what follows: the last "so" of it.
func (t *tongue) conclusion(s string) (int, bool) {
	all := t.concluding.FindAllStringIndex(s, -1)
	if len(all) == 0 {
		return 0, false
	}
	return all[len(all)-1][0], true
}

// split cuts a line after the signs that end a sentence. A full stop within a number or a name ends none.
func split(line string) []string {
	var out []string
	from := 0
	for i, r := range line {
		end := i + len(string(r))
		switch r {
		case '。', '；', '！', '？':
		case '.', '!', '?', ';':
			if end < len(line) && line[end] != ' ' && line[end] != '\t' {
				continue
			}
			if r == '.' && numbers.MatchString(line[from:end]) {
				continue // "3." at the beginning numbers the sentence
			}
		default:
			continue
		}
		out = append(out, line[from:end])
		from = end
	}
	if strings.TrimSpace(line[from:]) != "" {
		out = append(out, line[from:])
	}
	return out
}

var numbers = regexp.MustCompile(`^\W*(?i:step\s+)?\d+\.$`)
