// Package grade marks answers: it finds the answer in what a person or a model wrote, compares it with the reference by the
// reference's type, and says why.
//
// The types are those of PuzzleClone's data sets: numeral, option, multi_options, nominal, strict_nominal, ordered array,
// unordered array, and the nested forms whose prefix tells for each level whether order counts (o) or not (u): oa_nominal,
// ooa_numeral, uua_nominal and so on. A reference with several answers joins them by "====" and its types by ",".
//
// Two marks are given. The hard mark is right or wrong. The soft mark is the share of the reference's parts that are right,
// divided by the number of different final answers that were offered; it is 1 exactly when the hard mark is right and no
// other answer was offered. Neither pays for answering with everything: only the last answer counts.
package grade

import (
	"fmt"
	"strings"
)

// Reason says why a mark is what it is.
type Reason string

const (
	Right        Reason = "right"         // every part is right
	Partial      Reason = "partial"       // some parts are right
	Wrong        Reason = "wrong"         // the answer was read, and it is wrong
	Unparsed     Reason = "unparsed"      // there is text, but no answer of the type was found in it
	Empty        Reason = "empty"         // there is no text
	TooLong      Reason = "too-long"      // the text is longer than MaxAnswer
	Ambiguous    Reason = "ambiguous"     // one answer was asked for, and the final answer holds several
	Unclaimed    Reason = "unclaimed"     // the answer is named, but denied, bounded, hedged or taken back
	BreaksRule   Reason = "breaks-rule"   // a solution was read, and it breaks a rule of the puzzle
	BadReference Reason = "bad-reference" // the reference itself cannot be read: the data are broken, not the answer
)

// MaxAnswer bounds the length of an answer in bytes.
const MaxAnswer = 1 << 20

// maxTail is how much of the end of an answer is searched where no marker of a final answer was found, in bytes.
const maxTail = 64 << 10

// Reference is what an answer is compared with.
type Reference struct {
	Answer   string // parts joined by "===="
	EvalType string // types joined by ","
	Problem  string // the question; its options "A. …" let a text stand for its letter. May be empty
}

// Mark is the result of marking one answer.
type Mark struct {
	Correct   bool    // the hard mark
	Score     float64 // the soft mark, from 0 to 1
	Reason    Reason
	Extracted string // what was taken as the final answer
	Offered   int    // how many different final answers were offered
	Detail    string // for people: what exactly is wrong; may be empty
	Parts     []Part // one for each part of the reference
}

// Part is the mark of one part of an answer.
type Part struct {
	Type      string
	Extracted string
	Correct   bool
	Score     float64
	Reason    Reason
}

// Answer marks an answer's text against a reference. It never fails: what cannot be read has a Reason.
func Answer(ref Reference, text string) Mark {
	return answer(ref, newQuestion(ref.Problem), text)
}

// answer is Answer with a question that has been prepared.
func answer(ref Reference, asks *question, text string) Mark {
	types, err := parseTypes(ref.EvalType)
	refs := strings.Split(strings.TrimSpace(ref.Answer), "====")
	if err == nil && len(types) != len(refs) {
		err = fmt.Errorf("%d types for %d answers", len(types), len(refs))
	}
	if err != nil {
		return Mark{Reason: BadReference, Detail: err.Error()}
	}
	var final answerText
	switch {
	case strings.TrimSpace(text) == "":
		return Mark{Reason: Empty}
	case len(text) > MaxAnswer:
		return Mark{Reason: TooLong, Detail: fmt.Sprintf("%d bytes, at most %d are read", len(text), MaxAnswer)}
	default:
		final = extract(text, takesLines(types))
	}
	if len(types) == 1 && len(types[0].order) == 0 && types[0].atoms == numeral && !types[0].letters && len(final.offers) == 1 && final.before == "" && strings.ContainsAny(final.offers[0], ":：=") {
		// Lines that say how many there are of each.
		if of := asks.number(); of != nil {
			if line := of.labelled(lastParagraphLine(tail(afterReasoning(text), maxTail), linesOfList)); line != "" {
				final.offers[0] = line
			}
		}
	}
	if len(final.offers) == 0 {
		return Mark{Reason: Unparsed, Detail: "no final answer was found"}
	}
	if detail := final.weigh(types); detail != "" {
		last := final.offers[len(final.offers)-1]
		return Mark{Reason: Unclaimed, Detail: detail, Extracted: strings.TrimSpace(last), Offered: different(final.offers)}
	}
	if len(types) == 1 {
		last := &final.offers[len(final.offers)-1]
		rest, all := asserted(*last)
		if !all && strings.IndexFunc(rest, isContent) < 0 {
			return Mark{Reason: Unclaimed, Detail: "nothing of it is asserted", Extracted: strings.TrimSpace(*last), Offered: different(final.offers)}
		}
		*last = rest
	}
	parts := split(final, types, refs)
	m := Mark{Extracted: parts.extracted, Offered: parts.offered}
	right := 0
	sum := 0.0
	for i, t := range types {
		p := t.mark(refs[i], parts.texts[i], asks)
		p.Type = t.name
		m.Parts = append(m.Parts, p)
		if p.Correct {
			right++
		}
		sum += p.Score
	}
	m.settle(right, sum)
	return m
}

// takesLines says how many lines an answer of the types may take.
func takesLines(types []answerType) span {
	switch t := types[0]; {
	case len(types) == 1 && len(t.order) > 0:
		return severalLines
	case len(types) > 1 || t.letters || t.atoms == nominal:
		return linesOfList
	}
	return oneLine
}

// settle gives the marks of the whole from those of the parts.
func (m *Mark) settle(right int, sum float64) {
	n := len(m.Parts)
	m.Correct = right == n
	m.Score = sum / float64(n) / float64(max(1, m.Offered))
	switch {
	case m.Correct:
		m.Reason = Right
	case n == 1:
		m.Reason = m.Parts[0].Reason
	default:
		m.Reason = Wrong
		unread := 0
		for _, p := range m.Parts {
			if p.Score > 0 {
				m.Reason = Partial
			}
			if p.Reason == BadReference {
				m.Reason = BadReference
				return
			}
			if p.Reason == Unparsed {
				unread++
			}
		}
		if unread == n {
			m.Reason = Unparsed
		}
	}
}

//
