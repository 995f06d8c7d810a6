// Package claimtext finds what the sentences of somebody's reasoning claim about a puzzle: that a cell has a value or has it not,
// that two named things belong together or do not. It reads the forms that people and language models write, in English and
// Chinese, and knows no puzzle: a family says what its values and names are.
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
	// Signs stand before the word that supposes, the number of a step or the letter of a part of one, and words that lead to it; \W would be all Chinese words too, of which 尝试 is none that supposes.
	supposing = regexp.MustCompile(`(?i)^[^\pL\pN_]*(?:(?:step\s+)?\d+[.):]\s*|[a-z]\)\s*)?(?:(?:now|so|and|but|next|first|ok|okay|hmm|wait)[,.]?\s+|(?:现在|那么|所以|因此|但是?|而|然后|接着|首先|先|再|又|我们?)，?)*(?:(?:if|suppose|supposing|assume|assuming|let'?s\s+(?:try|say|assume|suppose|see)|let\s+us\s+(?:try|say|assume|suppose)|what\s+if|try|trying|could|can|maybe|perhaps|might|say|imagine|otherwise|or\s+else)\b|假设|假如|如果|若|设|试|否则)`)
	asking    = regexp.MustCompile(`[?？]\s*$`)
	// What ends a supposition: a sentence that draws the conclusion.
	refuting = regexp.MustCompile(`(?i)contradict|impossible|conflict|does(?:n't|\s+not)\s+work|cannot\s+(?:be\s+right|be\s+true|hold)|not\s+possible|fails|has\s+no\b|no\s+number\s+fits|too\s+little\s+room|矛盾|不能成立|不可能|冲突`)
	// What holds in all cases that were looked at.
	regardless = regexp.MustCompile(`(?i)\b(?:either\s+way|each\s+way|in\s+(?:either|each|every|any|both|all)\s+cases?|whichever\s+it\s+is|whatever\s+it\s+is|regardless)\b|无论如何|两种情况`)
	casesIn    = regexp.MustCompile(`(?i)[,:;(]\s*(?:(?:for|because|and|but|so|then|hence|thus|therefore)\s+)?(?:if|suppose|assume|assuming|supposing|otherwise|or\s+else)\b|[，,：；（]\s*(?:所以|因此|那么|但)?(?:如果|若|假设|假如|否则)`)
	// The reason of a conditional makes it a statement of its own: "if r1c2 is 3, then r2c2 is not: otherwise ..." supposes nothing further on.
	reasoned    = regexp.MustCompile(`(?i)(?:[,:;(]|^)\s*(?:otherwise|or\s+else)\b|(?:[，：；（]|^)\s*否则`)
	negated     = regexp.MustCompile(`(?i)\b(?:not|no|none|cannot)\b|n't\b|≠|!=|<>|不|没有|未|同一`)
	likewise    = regexp.MustCompile(`(?i),\s+and\s+by\s+the\s+same\s+rules\b|，由同样的规则`)
	but         = regexp.MustCompile(`(?i)^\W*(?:but\b|但是)`) // what is wrong, before a conclusion about what was supposed
	consequence = regexp.MustCompile(`(?i)[,;:，；：]|\bthen\b|那么`)
	places      = regexp.MustCompile(cell)
	step        = regexp.MustCompile(`^\s*(?i:step\s+)?\d+[.):]\s`)
	concluding  = regexp.MustCompile(`(?i)(?:^\W*|[,;:，；：]\s*)(?:(?:so|therefore|hence|thus|consequently|as\s+a\s+result|that\s+means|this\s+means|which\s+means|we\s+conclude)\b|所以|因此|故|于是)`)
)

// Sentences gives the sentences of a text that state something as it is. Questions and suppositions state nothing, and neither does
// what is thought under a supposition, until the paragraph ends or a conclusion is drawn from it, or in lines that are indented under it:
// of the sentence that finds the contradiction only what follows its "so" counts.
func Sentences(text string) []Sentence {
	var out []Sentence
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
			case supposing.MatchString(s):
				under = indent
				// "If r1c2 = 3 then ... a contradiction, so r1c2 is not 3" ends what it began.
				at, ok := conclusion(s)
				// With a reason behind it, a conclusion about the very place that was supposed ends it too.
				because := reasoned.MatchString(s) || k+1 < len(parts) && reasoned.MatchString(parts[k+1])
				if !ok || !refuting.MatchString(s[:at]) && !denies(s[at:], s[:at]) && !(because && returns(s[at:], s[:at])) {
					if !reasoned.MatchString(s) || !supposed {
						supposed, refuted, supposition = true, refuting.MatchString(s), s
					}
					cases = reasoned.MatchString(s)
					continue
				}
				s, supposed, refuted = s[at:], false, false
			case supposed && regardless.MatchString(s):
				s, supposed, refuted = s[regardless.FindStringIndex(s)[0]:], false, false
			case supposed:
				at, ok := conclusion(s)
				because := reasoned.MatchString(s) || k+1 < len(parts) && reasoned.MatchString(parts[k+1])
				refuted = refuted || refuting.MatchString(s) || ok && (denies(s[at:], supposition) || because && returns(s[at:], supposition)) ||
					but.MatchString(s) && k+1 < len(parts) && concluding.MatchString(parts[k+1]) && returns(parts[k+1], supposition)
				if !ok || !refuted {
					continue
				}
				s, supposed, refuted = s[at:], false, false
			}
			// "Each way r1c1 is not 2: if r3c3 is 2, then ..." states what stands before its cases.
			if at := casesIn.FindStringIndex(s); at != nil {
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
func denies(conclusion, supposition string) bool {
	if !returns(conclusion, supposition) {
		return false
	}
	at := places.FindStringIndex(supposition)
	supposed := supposition[at[0]:]
	if end := consequence.FindStringIndex(supposed); end != nil {
		supposed = supposed[:end[0]]
	}
	return negated.MatchString(supposed) != negated.MatchString(likewise.Split(reasoned.Split(conclusion, 2)[0], 2)[0])
}

// returns reports whether a conclusion speaks of the place that a sentence supposes something of.
func returns(conclusion, supposition string) bool {
	place := places.FindString(supposition)
	return place != "" && slices.Contains(places.FindAllString(conclusion, -1), place)
}

// conclusion finds where a sentence says what follows: the last "so" of it.
func conclusion(s string) (int, bool) {
	all := concluding.FindAllStringIndex(s, -1)
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
